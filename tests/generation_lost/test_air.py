"""8.7 Air bombardment: placing, interception, air combat, bombs."""

import pytest

from trenchline.games.generation_lost.records import Sortie

from .kit import (
    GAME,
    C,
    at,
    here,
    interdicted,
    kind,
    odds,
    options,
    order,
    play,
    points,
    position,
    refused,
    result,
    run_to,
    step,
    steps,
    texts,
)

PLAIN = "M30: 1Fr >N\nL30: 13R/1 >S"


def up(text=PLAIN, dice=(), side="german", turn=12, scenario="may_cup", air="GAir1, GAir2, FAir1, FAir2"):
    """A Bombardment with the airmen of both sides in hand."""
    return position(f"scenario: {scenario}\nturn: {turn}\nstep: {side}-bombardment\nair: {air}\n{text}", dice)


def raid(cell, *dice, text=PLAIN, air="GAir1", side="german"):
    """One air unit over a square, no guns, then the dice."""
    match = up(text, dice, side=side, air=air)
    play(match, cell, "done")
    return match


# ------------------------------------------------------------------------------------------------ availability


@pytest.mark.case("generation-lost", "8.7", "19.6.5(h)")
def test_two_air_units_a_side_but_one_german_in_ramparts_revenge():
    for name, scenario in C.scenarios.items():
        assert scenario.spec.air == ({"german": 1, "french": 2} if name == "ramparts_revenge" else {"german": 2, "french": 2})
    assert [len(units) for units in C.air_units] == [2, 2]


@pytest.mark.case("generation-lost", "8.7.1", "19.1.5(i)")
def test_french_airmen_fly_from_the_second_turn_of_the_battle():
    for scenario in ("firestorm", "crown_prince", "campaign"):
        first = up(turn=1, scenario=scenario)
        play(first, "M30", "done")
        assert kind(first) != "Intercept"
        assert kind(up(turn=1, scenario=scenario, side="french")) == "Bombardment"
        assert kind(up(turn=2, scenario=scenario, side="french")) == "PlaceAir"
    assert (
        kind(up(turn=1, scenario="campaign", side="french", text=f'operations: ["lafayette_escadrille"]\n{PLAIN}'))
        == "PlaceAir"
    )


# ------------------------------------------------------------------------------------------------ placing


@pytest.mark.case("generation-lost", "8.7.3(a)", "3.0-AirBombardment")
def test_airmen_go_to_any_square_but_their_own_and_engaged_ones():
    """GL-R44, GL-R269."""
    cell, unit, start = C.board.index["K10"], C.unit["13R/2"], C.board.index["J10"]
    engaged = f'engagements: [{{"cell":{cell},"side":0,"units":[{unit}],"starts":[{start}],"facings":[4]}}]'
    match = up(f"{engaged}\n{PLAIN}\nK10: 13R/2 >S, 2Fr >N")
    assert {"M30", "V34", "A1"} <= options(match)
    assert refused(match, "L30").reason == "Your own units stand in L30"
    assert refused(match, "K10").cases == ("8.3.2(d)", "8.7.3(a)")
    play(match, "M30", "M30")  # both over one square
    assert [C.ids[s.unit] for s in match.position.sorties] == ["GAir1", "GAir2"]


@pytest.mark.case("generation-lost", "8.7.3(a)", "8.7.3(b)")
def test_who_is_not_placed_stays_in_hand():
    match = up(air="GAir1, GAir2, FAir1")
    play(match, "M30", "done")
    assert kind(match) == "Intercept" and C.unit["GAir2"] not in match.position.flown


@pytest.mark.case("generation-lost", "8.7.3(b)")
def test_the_other_side_may_intercept_or_hold_back():
    """GL-R42: an air unit acts once a turn."""
    match = up()
    play(match, "M30", "A1")
    assert (match.player, kind(match), options(match)) == ("french", "Intercept", {"M30", "A1", "done"})
    assert refused(match, "N30").reason == "No enemy air unit is over N30"
    play(match, "M30", "done")
    assert match.player == "dice"
    p = match.position
    assert {C.ids[u] for u in p.flown} == {"GAir1", "GAir2", "FAir1"}


@pytest.mark.case("generation-lost", "8.7.3(b)")
def test_airmen_who_held_back_bombard_in_their_own_phase():
    match = up(dice=[6, 6], air="GAir1, FAir1")
    play(match, "M30", "done", "done")
    run_to(match, "french-bombardment")
    assert kind(match) == "PlaceAir"
    flown = up(dice=[6, 5, 1, 1, 6, 6, 6, 6], air="GAir1, FAir1")
    play(flown, "M30", "M30", "done")
    run_to(flown, "french-bombardment")
    assert kind(flown) == "Bombardment"  # the interceptor has flown


# ------------------------------------------------------------------------------------------------ air combat


@pytest.mark.case("generation-lost", "8.7.3(c)", "8.7.3(c-ii)", "GL-E10")
def test_one_against_one_until_one_side_is_left():
    """GL-E10: two French against one German: 8 beats 6, then 10 beats 9; a French unit is left over the square."""
    match = up(dice=[4, 4, 3, 3, 6, 6, 5, 4, 5, 5, 6, 6], side="french", air="GAir1, FAir1, FAir2")
    events = play(match, "L30", "L30", "L30")
    said = [event.result for event in events if event.kind == "air" and event.result]
    assert said == ["GAir1", "survives", "FAir2", "survives"]
    assert [C.ids[s.unit] for s in match.position.sorties] == ["FAir2"]


@pytest.mark.case("generation-lost", "8.7.3(c)")
def test_a_tie_is_rolled_again():
    match = up(dice=[3, 3, 2, 4, 6, 6, 1, 1, 1, 1], air="GAir1, FAir1")
    events = play(match, "M30", "M30")
    assert "A tie: both roll again" in texts(events, "air")
    assert at(match, "FAir1") == "pool"


@pytest.mark.case("generation-lost", "8.7.3(c-i)", "17.1.1")
def test_the_loser_is_shot_down_on_7_or_less():
    """GL-R43: one point, one replacement point."""
    for dice, box, score in (((3, 4), "pool", [1, 0]), ((4, 4), "air", [0, 0])):
        match = up(dice=[6, 6, 1, 1, *dice], air="GAir1, FAir1")
        play(match, "M30", "M30")
        assert (at(match, "FAir1"), points(match), match.position.lost) == (box, score, [0, score[0]])
    waiting = up(dice=[6, 6, 1, 1], air="GAir1, FAir1")
    play(waiting, "M30", "M30")
    assert [(o.result, round(36 * o.probability)) for o in odds(waiting).outcomes] == [("lost", 21), ("survives", 15)]


@pytest.mark.case("generation-lost", "8.7.3(c)")
def test_the_odds_of_an_air_combat():
    match = up(air="GAir1, FAir1")
    play(match, "M30", "M30")
    assert {o.result: o.probability for o in odds(match).outcomes} == {"GAir1 wins": 0.5, "FAir1 wins": 0.5}
    play(match, "6,6")
    found = {o.result: o.probability for o in odds(match).outcomes}
    assert found["GAir1 wins"] == pytest.approx(35 / 36 + 1 / 72)


@pytest.mark.case("generation-lost", "8.7.3(c)", "8.7.3(b)")
def test_the_active_player_says_which_square_is_fought_over_first():
    """GL-R266."""
    match = up(dice=[])
    play(match, "M30", "N30", "M30", "N30")
    assert (kind(match), match.player, options(match)) == ("ChooseAirCombat", "german", {"M30", "N30"})
    play(match, "N30", "6,6", "1,1", "6,6", "6,6", "1,1", "6,6")
    assert kind(match) == "Bombardment"
    assert {C.ids[s.unit] for s in match.position.sorties} == {"GAir2", "GAir1"} or len(match.position.sorties) == 2


@pytest.mark.case("generation-lost", "8.7.3(c-ii)")
def test_interceptors_only_deny_the_square():
    """GL-R41: the French winner over M30 does not bombard in the German phase."""
    match = up(dice=[1, 1, 6, 6, 6, 6], air="GAir1, FAir1")
    play(match, "M30", "M30", "done")
    assert interdicted(match) == set() and step(match) == "german-movement"
    assert here(match, "air") == {"GAir1", "FAir1"}


# ------------------------------------------------------------------------------------------------ bombs


@pytest.mark.case("generation-lost", "8.7.3(d)", "GL-E11")
def test_two_dice_for_the_column_and_one_for_the_damage():
    """GL-E11: a 6 is the column of 8 factors on clear ground, a 3 there suppresses."""
    match = raid("M30", 2, 4, 3)
    assert C.bombardment_rows["clear"].least[4] == 8
    assert order(match, "1Fr") == {"suppressed"} and interdicted(match) == {"M30"}


@pytest.mark.case("generation-lost", "8.7.3(d)")
def test_2_to_10_are_the_nine_columns_and_11_and_12_miss():
    for dice, column in (((1, 1), "1"), ((4, 6), "9")):
        assert odds(raid("M30", *dice)).column == column
    missed = raid("M30", 5, 6)
    assert (interdicted(missed), step(missed)) == (set(), "german-movement")
    assert [(o.result, round(36 * o.probability)) for o in odds(raid("M30")).outcomes] == [("column", 33), ("miss", 3)]


@pytest.mark.case("generation-lost", "8.7.3(d)")
def test_no_modifier_counts_for_bombs():
    """GL-R40."""
    match = raid("M30", 2, 4, text=f"observation: german french\nweather: rain\n{PLAIN}".replace("weather: rain\n", ""))
    assert odds(match).lines == []


@pytest.mark.case("generation-lost", "8.7.3(d)")
def test_french_airmen_only_interdict():
    match = raid("L30", 2, 4, side="french", air="FAir1")
    assert interdicted(match) == {"L30"} and order(match, "13R/1") == set()
    assert step(match) == "french-movement"


@pytest.mark.case("generation-lost", "8.7.3(d)", "8.6.4-ST")
def test_bombs_cost_steps_like_shells():
    """A last step may be disrupted instead (GL-R33)."""
    match = raid("M30", 5, 5, 3, text="M30: B3.1 >N reduced\nL30: 13R/1 >S")
    assert options(match) == {"B3.1", "disrupt:B3.1"}
    play(match, "B3.1")
    assert (at(match, "B3.1"), points(match)) == ("pool", [1, 0])


@pytest.mark.case("generation-lost", "8.7.3(d)", "8.6.4-I")
def test_where_a_marker_lies_the_damage_is_rolled_all_the_same():
    """GL-R37, GL-R274."""
    match = raid("M30", 2, 4, 3, text=f"interdicted: M30=2\n{PLAIN}")
    assert order(match, "1Fr") == {"suppressed"}
    assert match.position.interdictor(match.position.interdicted[C.board.index["M30"]]) == 1


@pytest.mark.case("generation-lost", "8.7.3(d)")
def test_a_vacant_square_is_only_interdicted():
    match = raid("N30", 2, 4)
    assert interdicted(match) == {"N30"} and match.player != "dice"


@pytest.mark.case("generation-lost", "8.7.3(d)")
def test_each_air_unit_rolls_for_itself():
    """GL-R274: both over one square."""
    match = up(dice=[2, 4, 6, 5, 4, 3], air="GAir1, GAir2")
    events = play(match, "M30", "M30", "done")
    assert [e.result for e in events if e.kind == "air" and e.result] == ["column", "I", "column", "ST"]
    assert steps(match, "1Fr") == 3


@pytest.mark.case("generation-lost", "8.1", "8.7.3(d)")
def test_bombs_fall_after_the_guns():
    """8.1, GL-R266: the units of the square may be gone by then."""
    guns = "G30: G150H.1 >S, G150H.2 >S\nG31: G210H.1 >S, G210H.2 >S\nE31: VIR supply"
    match = up(f"M30: B3.1 >N reduced disrupted\n{guns}", [1, 2, 4], air="GAir1")
    play(match, "VIR", "M30", "M30", "G150H.1", "G150H.2", "G210H.1", "G210H.2")
    events = play(match, "fire")
    assert result(events) == "3ST" and at(match, "B3.1") == "pool"
    assert at(match, "VIR") == "E31"
    play(match, "done")
    assert at(match, "VIR") == "returning" and interdicted(match) == {"M30"}


@pytest.mark.case("generation-lost", "16.9", "8.7.3(d)", "GL-E78", "12.6.3")
def test_the_life_of_interdiction_markers():
    """GL-E78, GL-R36: to the end of the other side's next assaults."""
    match = up(dice=[1, 1, 6, 1, 1], air="GAir1, FAir1", turn=12)
    play(match, "M30", "done", "done")
    run_to(match, "french-bombardment")
    assert interdicted(match) == {"M30"}
    play(match, "N30", "done")
    assert interdicted(match) == {"M30", "N30"}
    run_to(match, "french-commitment")
    assert interdicted(match) == {"M30", "N30"}
    run_to(match, "lull", turn=13)
    assert interdicted(match) == {"N30"}
    run_to(match, "german-commitment")
    assert interdicted(match) == {"N30"}
    run_to(match, "french-bombardment")
    assert interdicted(match) == set()


@pytest.mark.case("generation-lost", "8.7.3(c-i)", "17.5.1")
def test_airmen_are_free_again_in_the_next_turn():
    match = up(dice=[6, 6], air="GAir1")
    play(match, "M30", "done")
    run_to(match, "german-bombardment", turn=13)
    assert kind(match) == "PlaceAir"


@pytest.mark.case("generation-lost", "8.7.3(a)", "8.4.2")
def test_the_audit_finds_airmen_and_headquarters_that_cannot_be_where_they_are():
    match = up(f"{PLAIN}\nE31: VIR >S", air="GAir1")
    p = match.position
    assert GAME.audit(p) == []
    p.sorties = (Sortie(C.unit["GAir2"], C.board.index["M30"]),)
    p.fire_supply = (C.unit["VIR"],)
    assert GAME.audit(p) == [
        "GAir2 flies without being in hand (8.7.3(a))",
        "VIR cannot supply the guns (8.4.2)",
    ]
