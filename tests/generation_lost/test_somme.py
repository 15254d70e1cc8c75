"""6.0, 19.4.5(b) Somme withdrawal."""

import pytest

from .kit import C, at, here, kind, odds, options, play, points, position, refused, step, texts

ARMY = """
C10: 13R/1 >S, 13R/2 >S
C11: 11R/1 >S
D10: Bn01 >S, Bn02 >S, Eng1 >S
B10: G150H.1 >S, G77.1 >S
A29: G380 >S
pool: 14R/1, Bn03, G210H.1
reserves: 12R/1
V5: VIIFr >N
"""


def july(*dice, scenario="campaign", turn=20, army=ARMY, used=""):
    return position(f"scenario: {scenario}\nturn: {turn}\nstep: somme\n{used}\n{army}", dice)


@pytest.mark.case("generation-lost", "6.0", "4.0(2)", "20.3.7", "19.4.5(b-i)")
def test_units_leave_on_every_turn_of_july_and_on_no_other():
    turns = {
        (scenario, turn)
        for scenario, first, last in (("hells_doorway", 20, 24), ("campaign", 18, 26), ("may_cup", 17, 19))
        for turn in range(first, last + 1)
        if kind(july(scenario=scenario, turn=turn)) == "SommeRoll"
    }
    assert turns == {(name, turn) for name in ("hells_doorway", "campaign") for turn in range(20, 25)}
    assert [C.dates[turn - 1] for turn in (20, 24)] == ["July 3, 1916", "July 31, 1916"]


@pytest.mark.case("generation-lost", "6.0")
def test_it_comes_after_the_weather_and_before_the_lull():
    match = position(f"scenario: campaign\nturn: 20\nstep: weather\n{ARMY}", [1, 5])
    assert (kind(match), step(match)) == ("Withdrawal", "somme")
    play(match, "Bn01", "Bn02", "Bn03", "Eng1", "G150H.1")
    assert kind(match) == "CallLull"


@pytest.mark.case("generation-lost", "19.4.5(b-i)", "19.4.5(b-vii)", "19.4.5(b-iii)")
def test_the_die_says_what_leaves_the_game_from_map_and_pool_without_points():
    match = july(1)  # two regiments and a heavy gun
    assert match.decision.prompt.endswith("2 regiments, 1 heavy gun still to go.")
    assert options(match) == {"13R/1", "13R/2", "11R/1", "14R/1", "G150H.1", "G210H.1"}
    events = play(match, "14R/1", "11R/1", "G210H.1")
    assert texts(events, "somme") == [
        "14R/1 leaves the pool for the Somme",
        "11R/1 leaves C11 for the Somme",
        "G210H.1 leaves the pool for the Somme",
    ]
    assert here(match, "gone") == {"14R/1", "11R/1", "G210H.1"}
    assert points(match) == [0, 0] and match.position.lost == [0, 0]
    assert kind(match) == "CallLull"


@pytest.mark.case("generation-lost", "19.4.5(b-ii)")
def test_a_number_that_came_up_before_is_rolled_again():
    match = july(4, 4, 6, used="somme_used: [4,2]")
    assert match.position.somme_used == (4, 2, 6)
    assert match.decision.prompt.endswith("3 regiments, 2 heavy guns still to go.")
    waiting = july(used="somme_used: [4,2]")
    assert [(o.result, o.detail) for o in odds(waiting).outcomes] == [
        ("1", "2 regiments, 1 heavy gun"),
        ("3", "1 regiment, 2 battalions, 2 heavy guns"),
        ("5", "4 battalions, 1 heavy gun"),
        ("6", "3 regiments, 2 heavy guns"),
    ]


@pytest.mark.case("generation-lost", "19.4.5(b-iii)")
def test_reserves_stay_in_their_box():
    match = july(1)
    assert refused(match, "12R/1").cases == ("19.4.5(b-iii)",)
    assert refused(match, "12R/1").reason == "12R/1 is in the Operations Reserves Box and stays there"


@pytest.mark.case("generation-lost", "19.4.5(b-iv)")
def test_battalions_and_regiments_do_not_stand_for_each_other_but_engineers_are_battalions():
    """GL-R307."""
    match = july(5)
    assert refused(match, "13R/1").cases == ("19.4.5(b-iv)",)
    assert {"Bn01", "Bn03", "Eng1"} <= options(match)
    assert refused(july(1), "Bn01").cases == ("19.4.5(b-iv)",)


@pytest.mark.case("generation-lost", "19.4.5(b-v)")
def test_field_guns_and_the_380_stay():
    match = july(1)
    for gun in ("G77.1", "G380"):
        assert refused(match, gun).cases == ("19.4.5(b-v)",)
        assert refused(match, gun).reason == "Only heavy artillery leaves; field guns and the 380 stay"


@pytest.mark.case("generation-lost", "19.4.5(b-vi)")
def test_regiments_may_come_from_different_divisions():
    match = july(2)
    play(match, "13R/1", "11R/1", "14R/1", "G150H.1")
    assert [at(match, unit) for unit in ("13R/1", "11R/1", "14R/1")] == ["gone"] * 3


@pytest.mark.case("generation-lost", "19.4.5(b-i)")
def test_what_there_is_not_need_not_go():
    """GL-R218: of three regiments there is one, of two heavy guns none."""
    match = july(6, army="C10: 13R/1 >S\nV5: VIIFr >N")
    play(match, "13R/1")
    assert (at(match, "13R/1"), kind(match)) == ("gone", "CallLull")


@pytest.mark.case("generation-lost", "19.4.5(b-iii)")
def test_an_engagement_that_one_side_leaves_is_over():
    """GL-R307."""
    engaged = """
    K10: 13R/1 >S, 1Fr >N
    B10: G150H.1 >S
    pool: 14R/1
    engagements: [{"cell": 349, "side": 0, "units": [9], "starts": [315], "facings": [4]}]
    """
    cell, unit, start = C.board.index["K10"], C.unit["13R/1"], C.board.index["J10"]
    text = engaged.replace("349", str(cell)).replace("[9]", f"[{unit}]").replace("315", str(start))
    match = july(1, army=text)
    play(match, "13R/1")
    assert match.position.engagements == () and kind(match) == "Withdrawal"
    play(match, "14R/1", "G150H.1")
    assert here(match, "K10") == {"1Fr"}
