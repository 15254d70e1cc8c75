"""20.4.2(4) Drum Fire and 20.4.3(1) Off-Map Artillery."""

import pytest

from .artillery import CELL, FRENCH_GUNS, GERMAN_GUNS, fire, modifiers, refused_gun
from .kit import C, barrage_odds, kind, legal, lines, odds, options, order, play, refused, result, states, texts

HEAVIES = ("G150H.1", "G150H.2", "G210H.1")


def drums(text="M30: 1Fr >N\nM31: 2Fr >N", dice=(), units=HEAVIES, target="M30", guns=GERMAN_GUNS, options="drum_fire"):
    """A bombardment by three heavy guns under Drum Fire."""
    match = fire(f'operations: ["{options}"]\n{text}\n{guns}', dice, scenario="campaign")
    play(match, target, *units, "fire")
    return match


@pytest.mark.case("generation-lost", "20.4.2(4)")
def test_a_die_of_1_or_2_adds_a_second_square():
    for die, second in ((1, True), (2, True), (3, False), (6, False)):
        match = drums(dice=[die])
        assert (kind(match) == "SecondSquare") == second
    waiting = drums()
    assert [(o.result, round(6 * o.probability)) for o in odds(waiting).outcomes] == [("second square", 2), ("one square", 4)]


@pytest.mark.case("generation-lost", "20.4.2(4)")
def test_both_squares_are_bombarded_with_all_factors():
    """GL-R275: each with its own row, die and modifiers."""
    match = drums(text="M30: 1Fr >N\nL31: 2Fr >N", dice=[1])
    assert "L31" in options(match) and refused(match, "O30").cases == ("20.4.2(4)",)
    play(match, "L31")
    assert (lines(match, of="attack"), odds(match).title) == (
        {"G150H.1": 4, "G150H.2": 4, "G210H.1": 5}, "Bombardment of M30: 13 factors, Clear",
    )  # fmt: skip
    play(match, "6")
    assert (lines(match, of="attack"), odds(match).title) == (
        {"G150H.1": 4, "G150H.2": 4, "G210H.1": 5}, "Bombardment of L31: 13 factors, Woods or Town",
    )  # fmt: skip
    play(match, "3")
    assert kind(match) == "Bombardment" and match.position.drum_fire is None


@pytest.mark.case("generation-lost", "20.4.2(4)", "8.5")
def test_one_counter_battery_answers_both():
    """GL-R275: a silenced gun fires at neither; losing the third heavy gun does not cancel it."""
    text = "M30: 1Fr >N\nM31: 2Fr >N\nN30: F105 >N, F155H.1 >N\nN31: F155H.2 >N, F155H.3 >N"
    match = drums(text=text, dice=[2, 1, 1, 6, 6])
    play(match, "M31")
    assert kind(match) == "CounterBattery"
    play(match, "G30", "F105", "F155H.1", "F155H.2", "F155H.3", "fire")
    assert order(match, "G150H.1") == {"disrupted"}
    assert lines(match, of="attack") == {"G150H.2": 4, "G210H.1": 5}
    play(match, "6")
    assert lines(match, of="attack") == {"G150H.2": 4, "G210H.1": 5}
    play(match, "6")
    assert kind(match) == "Bombardment"


@pytest.mark.case("generation-lost", "20.4.2(4)")
def test_guns_that_do_not_reach_the_second_square_fire_at_the_first_alone():
    guns = GERMAN_GUNS + "H29: G105H.1 >S"
    match = drums(text="M30: 1Fr >N\nN31: 2Fr >N", dice=[1, 6], units=("G105H.1", "G210H.1", "G210H.2"), guns=guns)
    play(match, "N31")
    assert lines(match, of="attack") == {"G210H.1": 5, "G210H.2": 5, "G105H.1": 3} or match.player == "dice"
    far = drums(text="N30: 1Fr >N\nO31: 2Fr >N", dice=[1, 6], units=("G105H.1", "G210H.1", "G210H.2"), guns=guns, target="N30")
    play(far, "O31")
    assert lines(far, of="attack") == {"G210H.1": 5, "G210H.2": 5}


@pytest.mark.case("generation-lost", "20.4.2(4)")
def test_the_player_may_leave_it_at_the_first_square():
    match = drums(dice=[1, 6])
    play(match, "done")
    assert kind(match) == "Bombardment"


@pytest.mark.case("generation-lost", "20.4.2(4)")
def test_two_heavy_guns_or_no_option_and_no_die_is_rolled():
    two = drums(units=("G150H.1", "G150H.2", "G77.1"))
    assert kind(two) == "BombardmentRoll"
    none = drums(options="storm_tactics")
    assert kind(none) == "BombardmentRoll"
    french = fire(f'operations: ["drum_fire"]\nM30: 13R/1 >S\n{FRENCH_GUNS}', side="french", scenario="campaign")
    play(french, "M30", "F155H.1", "F155H.2", "F155H.3", "fire")
    assert kind(french) == "BombardmentRoll"


# ------------------------------------------------------------------------------------------------ 20.4.3(1)


def off_map(text, dice=(), side="french", **more):
    return fire(f'operations: ["off_map_artillery"]\noff_map: OffMap\n{text}', dice, side=side, scenario="campaign", **more)


@pytest.mark.case("generation-lost", "20.4.3(1)")
def test_six_heavy_factors_from_the_south_edge_eleven_squares_inland():
    """GL-R251: rows L to V, in any column; always in supply, without an HQ."""
    match = off_map("L30: 13R/1 >S\nK29: 13R/2 >S\nA1: VIR >S", hq="")
    p = match.position
    gun = C.unit["OffMap"]
    assert {C.board.labels[x][0] for x in range(C.board.size) if p.gun_reaches(gun, x)} == set("LMNOPQRSTUV")
    assert legal(match, "L30") and refused(match, "K29").cases == ("8.3.1",)
    found = barrage_odds(match, "L30", "OffMap")
    assert modifiers(found) == {"heavy guns": -1} and found.column == "3"


@pytest.mark.case("generation-lost", "20.4.3(1)")
def test_it_combines_with_guns_on_the_map_and_fires_once():
    match = off_map(f"M30: 13R/1 >S\nN31: 13R/2 >S\n{FRENCH_GUNS}", [6])
    play(match, "M30", "OffMap", "F155H.1", "fire")
    assert refused_gun(match, "N31", "OffMap")[0] == "OffMap has fired in this phase"


@pytest.mark.case("generation-lost", "20.4.3(1)", "8.5")
def test_it_cannot_be_answered_and_answers_itself():
    match = off_map("M30: 13R/1 >S\nG30: G150 >S\nA1: VIR >S", hq="")
    play(match, "M30", "OffMap", "fire")
    assert kind(match) == "BombardmentRoll"
    german = off_map("M30: 1Fr >N\nL30: G150 >S\nJ30: VIR supply", side="german")
    play(german, "M30", "G150", "fire", "L30", "OffMap")
    assert odds(german, "fire").column == "6"
    assert CELL["L30"] in {german.position.place[g] for g in german.position.barrage.guns}


@pytest.mark.case("generation-lost", "20.4.3(1)")
def test_spending_no_hq_for_it():
    match = off_map(f"M30: 13R/1 >S\n{FRENCH_GUNS}", [6])
    events = play(match, "M30", "OffMap", "fire")
    assert result(events) is not None
    play(match, "done")
    assert "fired" not in states(match, "VIIFr") and not texts(events, "hq")
    assert C.places[match.position.place[C.unit["VIIFr"]]] == "U30"
