"""The rulebook's own examples, played. Those derived from it (CA-D01 to CA-D67) are told with their chapters."""

from pathlib import Path

import pytest

from .kit import (
    C,
    ap,
    artillery,
    at,
    columns,
    declare,
    fight,
    loc,
    modifiers,
    moving,
    options,
    order,
    play,
    position,
    price,
    ready,
    result,
    run_to,
    settle,
    states,
)  # fmt: skip
from .test_losses import suffer


@pytest.mark.case("campaign-of-attrition", "CA-W01", "2.10b")
def test_w01_upslope_along_a_road_costs_one_and_a_third():
    assert price(moving("1208: 21ID"), "21ID", "1207") == 8


@pytest.mark.case("campaign-of-attrition", "CA-W02", "4.4.1a")
def test_w02_on_turn_one_a_german_three_points_from_the_rails_has_a_line_and_one_four_points_away_has_none():
    assert loc(position("turn: 1\nstep: german-movement\n1509: 21ID"), "21ID")
    assert not loc(position("turn: 1\nstep: german-movement\n1510: 21ID"), "21ID")


@pytest.mark.case("campaign-of-attrition", "CA-W03", "4.4.1a")
@pytest.mark.parametrize(("turn", "farthest"), [(1, "1509"), (2, "1510"), (3, "1511"), (10, "1511")])
def test_w03_the_reach_is_three_four_and_then_five_points(turn, farthest):
    path = ["1607", "1608", "1509", "1510", "1511"]
    reached = [x for x in path if loc(position(f"turn: {turn}\nstep: german-movement\n{x}: 21ID"), "21ID")]
    assert reached[-1] == farthest


@pytest.mark.case("campaign-of-attrition", "CA-W04", "4.9l")
def test_w04_siege_fire_and_combat_are_to_be_had_only_in_the_dearest_activation():
    match = position("turn: 5\nstep: german-operations\n1707: 21ID, RS1\n1708: 72DI", dice=[1])
    play(match, "21ID", "full")
    assert ap(match, "german") == 60 and match.decision.kind == "SiegeFire"
    play(match, "1708", "RS1", "fire", "done")
    assert match.decision.kind == "Combat" and "1708" in options(match)
    for kind in ("siege", "combat", "offensive"):
        other = position("turn: 5\nstep: german-operations\n1707: 21ID, RS1\n1708: 72DI")
        play(other, "21ID", kind)
        assert (other.decision.kind == "SiegeFire") == (kind == "siege")


@pytest.mark.case("campaign-of-attrition", "CA-W05", "7.0b")
def test_w05_ten_points_fire_in_column_eight():
    match = position("turn: 5\nstep: german-siege\n0318: RS1, RS4\n0317: 72DI")
    play(match, "0317", "RS1", "RS4")
    assert match.odds(match.parse("fire")).column == "8" and "10 Heavy Artillery Points" in match.decision.prompt


@pytest.mark.case("campaign-of-attrition", "CA-W06", "9.1a")
def test_w06_eleven_guns_to_four():
    match = declare(fight("0317: 72DI, 51DI\n0318: 21ID, 25ID, RS4 reduced"), "0317", "21ID", "25ID", "RS4")
    german, french = artillery(match)
    assert german.startswith("11 to 4, 2:1") and french.startswith("4 to 11, 1:3")


@pytest.mark.case("campaign-of-attrition", "CA-W07", "9.2d")
def test_w07_six_points_cost_a_lone_unit_its_life():
    match = suffer("1708: 72DI entrenched\n1707: 21ID", 6)
    assert at(match, "72DI") == "pool" and match.position.lost == [0, 1, 0, 0]


@pytest.mark.case("campaign-of-attrition", "CA-W08", "13.1b")
def test_w08_a_german_gun_that_fired_in_the_french_phase_moves_and_attacks_in_its_own_turn():
    text = "options: simultaneous_siege_fire\nturn: 5\nstep: french-siege\n1707: 21ID, RS1\n1708: 72DI, XXX.HA"
    match = position(text, dice=[1] + [6] * 20)
    play(match, "done", "1708", "RS1", "fire")
    run_to(match, "german-movement")  # without firing again
    assert "RS1" in options(match) and "fired" not in states(match, "RS1")
    run_to(match, "german-combat")
    play(match, "1708")
    assert "RS1" in options(match)


@pytest.mark.case("campaign-of-attrition", "CA-W09", "9.0d")
def test_w09_rolls_beyond_nine_count_nine():
    text = "1708: 72DI\n1707: 21ID, 25ID\n1607: 5ID, 6ID\n1608: 9RD, 10RD"
    match = fight(text, dice=[6, 6])
    play(match, "1708", "21ID", "25ID", "5ID", "6ID", "9RD", "10RD", "attack", "flamethrowers=17")
    assert sum(modifiers(match, "ready")[0].values()) + 6 == 15
    assert result(ready(match)) == "7/1" and max(C.losses) == 9 and min(C.losses) == -9


@pytest.mark.case("campaign-of-attrition", "CA-W10", "9.9.1a", "9.9.1b", "9.9.1c")
@pytest.mark.parametrize(("turn", "shift"), [(1, 3), (2, 2), (3, 1), (4, 0)])
def test_w10_german_shifts(turn, shift):
    match = declare(fight("0317: 72DI\n0318: 21ID", turn=turn), "0317", "21ID")
    assert C.combat.columns.index(columns(match)[0]) == 1 + shift


@pytest.mark.case("campaign-of-attrition", "CA-W11", "9.9.2a", "9.9.2b")
@pytest.mark.parametrize(("turn", "shift"), [(7, 0), (8, 1), (9, 2), (10, 2)])
def test_w11_french_shifts(turn, shift):
    match = declare(fight("0317: 21ID\n0318: 72DI", side="french", turn=turn), "0317", "72DI")
    assert C.combat.columns.index(columns(match)[0]) == 1 + shift


@pytest.mark.case("campaign-of-attrition", "CA-W12", "4.7b")
def test_w12_a_french_division_inside_a_fortress_with_guns():
    match = declare(fight("1011: 72DI entrenched\n1012: 21ID"), "1011", "21ID")
    attacker, defender = modifiers(match)
    assert (attacker["4.7b"], defender["4.7b"]) == (-2, 1) and artillery(match)[1].startswith("4 to 5")


@pytest.mark.case("campaign-of-attrition", "CA-W13", "4.7e")
def test_w13_a_german_division_inside_a_captured_fortress():
    match = declare(fight("1011: 21ID entrenched\n1012: 72DI", side="french"), "1011", "72DI")
    attacker, defender = modifiers(match)
    assert attacker["4.7b"] == -2 and "4.7b" not in defender and artillery(match)[1].startswith("5 to 2")


@pytest.mark.case("campaign-of-attrition", "CA-W14", "11.3b", "11.3c")
@pytest.mark.parametrize(("turn", "german", "french"), [(3, 20, 15), (4, 15, 15), (6, 15, 15), (7, 15, 25)])
def test_w14_income_by_turn(turn, german, french):
    for side, income in (("german", german), ("french", french)):
        match = position(f"turn: {turn}\nstep: {side}-build\nap: 50 50\n1605: 21ID\n1315: 72DI\npool: 30ID, 40DI")
        assert ap(match, side) == 50 + income


@pytest.mark.case("campaign-of-attrition", "CA-D14")
def test_d14_a_whole_combat_to_its_end():
    match = fight("1306: 72DI entrenched\n1305: 21ID, 25ID, RS1", dice=[4, 3], turn=1)
    play(match, "1306", "21ID", "25ID", "RS1", "attack")
    assert result(ready(match)) == "4/0"
    play(match, "pay", "pay")  # flip and a hex of retreat are then the only way
    settle(match)
    assert order(match, "72DI") == "disrupted" and {order(match, u) for u in ("21ID", "25ID", "RS1")} == {"disrupted"}


def test_every_example_has_its_test():
    text = "".join(file.read_text() for file in Path(__file__).parent.glob("test_*.py"))
    ids = [f"CA-W{n:02}" for n in range(1, 15)] + [f"CA-D{n:02}" for n in range(1, 68)]
    assert [name for name in ids if f'"{name}"' not in text] == []
