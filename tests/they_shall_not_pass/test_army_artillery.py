"""14.3 Army artillery."""

import pytest

import trenchline

from .kit import C, assault, at, fight, options, play, points, position, reach, refused, result, run_to, states

GAME = "they-shall-not-pass"


def bombardment(text, dice=(), side="german", turn=2, weather="good"):
    return position(f"turn: {turn}\nstep: {side}-bombardment\nweather: {weather}\n{text}", dice)


@pytest.mark.case("they-shall-not-pass", "14.3", "2.13a", "AC.1")
def test_army_artillery_is_four_counters():
    assert {C.ids[u] for u in range(len(C.ids)) if C.gun[u] and C.size[u] == "army"} == {"NAV", "HVY", "LB", "RR"}
    assert C.missions["army"] == {"barrage", "interdiction"}


@pytest.mark.case("they-shall-not-pass", "14.3", "3.3", "TP-R17")
def test_where_army_artillery_starts():
    match = trenchline.load(GAME).start(seed=1)
    assert (at(match, "NAV"), at(match, "HVY"), at(match, "LB")) == ("naval", "track", "0105")
    assert at(match, "RR") in {C.board.labels[c] for c in C.rail_cells}
    assert match.position.shots == 3


@pytest.mark.case("they-shall-not-pass", "14.31")
@pytest.mark.parametrize("cell", ["0514", "3322", "1622", "3014"])
def test_the_naval_battery_reaches_the_whole_map(cell):
    match = bombardment(f"naval: NAV\n{cell}: 42RI\n1510: 44RI")
    play(match, f"barrage:{cell}", "NAV", "fire")
    assert match.player == "dice"


@pytest.mark.case("they-shall-not-pass", "14.31", "7.0", "4.0.III")
def test_the_naval_battery_fires_once_a_turn():
    match = bombardment("naval: NAV\ntrack: HVY\n3014: 42RI\n1608: 44RI", dice=[1])
    play(match, "barrage:3014", "NAV", "fire")
    assert states(match, "NAV") == {"fired"}
    assert "interdict:NAV" not in options(match) and refused(match, "interdict:NAV").cases
    play(match, "barrage:1608")
    assert options(match) == {"HVY"}


@pytest.mark.case("they-shall-not-pass", "14.31", "10.0")
def test_the_naval_battery_is_ready_again_next_turn():
    match = position("turn: 2\nstep: french-breakthrough\nweather: bad\nnaval: NAV fired\n3014: 42RI\n1401: XVIII.HQ", dice=[4])
    run_to(match, "german-bombardment")
    assert match.position.turn == 3 and "interdict:NAV" in options(match)


@pytest.mark.case("they-shall-not-pass", "14.32", "TP-R55")
@pytest.mark.parametrize(("cell", "reached"), [("1610", True), ("1611", False), ("0910", True), ("0911", False)])
def test_heavy_artillery_reaches_ten_hexes_from_the_north_edge(cell, reached):
    match = bombardment(f"track: HVY\n{cell}: 42RI\n1606: 44RI")
    assert (f"barrage:{cell}" in options(match)) is reached
    if not reached:
        assert refused(match, f"barrage:{cell}").cases == ("7.0",)
    play(match, "interdict:HVY")
    assert (f"HVY-{cell}" in options(match)) is reached


@pytest.mark.case("they-shall-not-pass", "14.32", "TP-R54")
def test_heavy_artillery_has_three_shots_a_turn_alone_or_together():
    match = bombardment("track: HVY\n1608: 42RI\n1610: 44RI", dice=[1, 6])
    play(match, "barrage:1608", "HVY", "HVY", "fire")  # two shots of six: 12 in column 15-18 with the weather
    assert match.position.shots == 1 and states(match, "HVY") == set()
    play(match, "barrage:1610", "HVY")
    assert options(match) == {"fire"}  # no fourth shot to add
    assert refused(match, "HVY").cases == ("14.32",)
    match = bombardment("track: HVY\n1608: 42RI\n1610: 44RI", dice=[1, 1, 1])
    play(match, "barrage:1608", "HVY", "HVY", "HVY", "fire")
    assert match.position.shots == 0 and match.decision.kind == "Movement"  # nothing is left to fire


@pytest.mark.case("they-shall-not-pass", "14.32", "TP-R54", "7.2")
def test_each_shot_may_be_a_barrage_or_an_interdiction():
    match = bombardment("track: HVY\n1608: 42RI", dice=[5, 6, 1])
    play(match, "interdict:HVY", "HVY-1609", "interdict:HVY", "HVY-1510")
    assert match.position.shots == 1
    shelled = {C.board.labels[c] for c in range(C.board.size) if match.position.shelled[c]}
    assert shelled == {"1609"}  # 5 is below 6, a rolled 6 never is


@pytest.mark.case("they-shall-not-pass", "14.32")
def test_the_shots_are_reset_as_the_german_organization_phase_begins():
    text = "turn: 2\nstep: french-breakthrough\nweather: bad\nshots: 0\ntrack: HVY\n1608: 42RI\n1401: XVIII.HQ"
    match = position(text, dice=[4])
    run_to(match, "german-bombardment")
    assert match.position.turn == 3 and match.position.shots == 3
    match = position("turn: 2\nstep: french-supply\nshots: 1\ntrack: HVY\n1608: 42RI")
    assert match.position.shots == 1  # not in the French one


@pytest.mark.case("they-shall-not-pass", "14.33", "AC.1")
def test_the_left_bank_guns_fire_from_forges():
    match = bombardment("0105: LB\n0504: IR81\n1305: IR87\n1405: FR80", side="french", dice=[6])
    assert {"barrage:0504", "barrage:1305"} <= options(match)
    assert "barrage:1405" not in options(match)  # thirteen hexes off
    play(match, "barrage:0504", "LB", "fire")
    assert "fired" in states(match, "LB")


@pytest.mark.case("they-shall-not-pass", "14.33", "7.13b", "TP-R12")
def test_germans_cannot_barrage_or_interdict_the_left_bank_guns():
    match = bombardment("naval: NAV\ntrack: HVY\n0105: LB\n0504: 324R")
    assert "barrage:0105" not in options(match) and refused(match, "barrage:0105").cases
    play(match, "interdict:NAV")
    assert refused(match, "NAV-0105").cases == ("7.23",)


@pytest.mark.case("they-shall-not-pass", "14.33", "7.13b")
def test_the_refusal_to_barrage_forges_names_the_immunity_of_the_left_bank_guns():
    match = bombardment("naval: NAV\n0105: LB\n0504: 324R")
    assert {"7.13", "7.13b", "14.33"} & set(refused(match, "barrage:0105").cases)


@pytest.mark.case("they-shall-not-pass", "14.34", "4.0.IX", "8.0")
def test_the_railroad_gun_alone_may_move_after_firing():
    match = bombardment("2015: RR\n2017: XXX.A\n2012: IR81", side="french", turn=6, dice=[1])
    play(match, "barrage:2012", "RR", "XXX.A", "fire")
    assert "fired" in states(match, "RR") and "fired" in states(match, "XXX.A")
    assert match.decision.kind == "Movement"
    assert "RR" in options(match) and "XXX.A" not in options(match)
    assert refused(match, "XXX.A").cases == ("8.0",)
    play(match, "RR", "RR-1917")
    assert at(match, "RR") == "1917"


@pytest.mark.case("they-shall-not-pass", "14.34", "TP-R11")
def test_the_railroad_gun_keeps_to_the_rails():
    match = position("turn: 2\nstep: french-movement\n2015: RR")
    rails = {C.board.labels[c] for c in C.rail_cells}
    assert reach(match, "RR") <= rails and {"2016", "1917", "2116", "2215"} <= reach(match, "RR")
    play(match, "RR")
    assert refused(match, "RR-2014").cases == ("14.34",)  # a road hex without rails
    play(match, "RR-1917")
    assert points(match, "RR") == 4 and "fired" not in states(match, "RR")  # one point a hex, and it is not turned over


@pytest.mark.case("they-shall-not-pass", "14.34", "8.43", "8.42")
def test_otherwise_the_railroad_gun_moves_by_the_rules_for_guns():
    match = position("turn: 2\nstep: french-movement\n2015: RR\n2315: IR81")
    assert "2116" in reach(match, "RR") and "2215" not in reach(match, "RR")  # 2215 lies in the zone of 2315


@pytest.mark.case("they-shall-not-pass", "14.34", "TP-R77", "9.42a")
def test_the_railroad_gun_retreats_along_the_rails_or_pins_its_stack():
    match = fight("2916: IR81\n2917: RR, 42RI", dice=[3])
    assert result(assault(match, "2917", "IR81")) == "3/1"  # 6 : 8 is 1:2
    play(match, "lose")
    assert {action for action in options(match) if action.startswith("RR")} == {"RR-2918"}
    assert "42RI-2817" in options(match)
    match = fight("2916: IR81\n2918: IR87\n2917: RR, 42RI", dice=[3])
    assert result(assault(match, "2917", "IR81")) == "3/1"
    assert options(match) == {"RR", "42RI"}  # the line is cut: a step must be lost


@pytest.mark.case("they-shall-not-pass", "TP-R12", "TP-R46", "14.34")
def test_the_railroad_gun_does_not_come_back_in_forges():
    match = position("turn: 6\nstep: french-replacements\n1609: XXX.HQ\n1610: 42RI\neliminated: RR lost")
    assert "rearm:RR-2015" in options(match)
    assert "rearm:RR-0105" not in options(match)
