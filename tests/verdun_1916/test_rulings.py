"""The rulings of our own, R4 to R15 of docs/rulings/verdun-1916.md."""

import pytest

from .kit import (
    C,
    at,
    attack,
    barrage_column,
    declare,
    fight,
    guns,
    legal,
    march,
    modifiers,
    options,
    play,
    position,
    result,
    settle,
    shifts,
    states,
    steps,
    where,
)

CELL, UNIT = C.board.index, C.unit


@pytest.mark.case("verdun-1916", "7.6R-h", "4d", "VV-R57")
def test_r4_a_retreat_without_room_ends_and_the_surplus_is_lost_with_the_phase():
    """In the corner of the map 3220 and the hexes beside it are full."""
    full = {"3119": "42RI, 14.B1, 14.B2", "3120": "44RI, 14.B3, 14.B4", "3220": "35RI, 51.B1, 51.B2"}
    text = "\n".join(f"{cell}: {units}" for cell, units in full.items())
    match = fight(f"3218: IR81, IR87 loss\n3219: 351R\n{text}", dice=[6])
    assert result(attack(match, "3219", "IR81", "IR87")) == "DR"  # 12 to 5 down the slope
    play(match, "3220")  # from where every way leads back
    assert at(match, "351R") == "3220" and match.position.steps_in(CELL["3220"]) == 8
    play(match, "done")  # no advance; the phase ends
    if match.decision.kind == "Combat":
        play(match, "done")
    assert match.decision.kind == "Overstacked" and match.player == "french"


# 351R shelters in 3115 with 44RI; the Second Combat Phase leaves it so.
SHELTER = "3114: IR81 exploited\n3215: IR87 exploited\n3115: 44RI flipped, 351R sheltered\n3109: FA21, XVIII.A1"


@pytest.mark.case("verdun-1916", "7.1g", "7.5b", "VV-R91")
def test_r5_a_sheltering_unit_loses_no_step_to_de():
    match = fight(SHELTER, dice=[4], phase="second-combat")  # 14 to 2 is 7/1
    assert result(attack(match, "3115", "IR81", "IR87")) == "De"
    assert at(match, "44RI") == "eliminated" and steps(match, "351R") == 3
    settle(match)
    assert C.board.distance(CELL[at(match, "351R")], CELL["3115"]) == 2  # but it retreats


@pytest.mark.case("verdun-1916", "7.1g", "7.5a")
def test_r5_and_is_wiped_out_with_its_hosts():
    match = fight(SHELTER, dice=[6], phase="second-combat")
    assert result(attack(match, "3115", "IR81", "IR87")) == "DE"
    assert where(match, "44RI", "351R") == ["eliminated", "eliminated"]


@pytest.mark.case("verdun-1916", "7.6R-i")
def test_r5_alone_in_its_hex_it_fights():
    match = fight("3114: IR81 exploited\n3115: 351R sheltered", phase="second-combat")
    declare(match, "3115", "IR81")
    assert [line.value for line in match.odds(match.parse("resolve")).lines if line.case == "7.2a"] == [-5]


@pytest.mark.case("verdun-1916", "7.6R-i", "7.1g")
def test_r5_it_shelters_no_longer_once_it_has_moved():
    match = march("3115: 44RI\n3114: 351R sheltered", "french")
    play(match, "351R", "351R-3115", "halt")
    assert "sheltered" not in states(match, "351R")


@pytest.mark.case("verdun-1916", "1.6b", "5.1d", "9a", "10.2a")
def test_r6_a_battalion_begins_as_its_regiment_is():
    match = march("3113: 42RI neutralised uncommanded\n3120: IR81\nstock: 14.B1", "french")
    play(match, "42RI", "detach:42RI")
    assert {"neutralised", "uncommanded"} <= states(match, "14.B1")


@pytest.mark.case("verdun-1916", "7.5n", "7.5o", "VV-R09")
def test_r7_a_garrison_lost_to_d1_leaves_the_fortress_to_answer_for_the_retreat():
    match = fight("2511: IR81, ST4\n2611: IR87\n2512: 14.B1", dice=[3])  # 18 to 4 is 5/1, one left; 3+2
    assert result(attack(match, "2512", "IR81", "ST4", "IR87")) == "D1"
    assert options(match) == {"14.B1", "2512"}
    play(match, "14.B1")
    assert at(match, "14.B1") == "stock" and not match.position.fortress_stands(CELL["2512"])
    assert "IR81-2512" in options(match)


@pytest.mark.case("verdun-1916", "7.5n", "7.5o")
def test_r7_or_the_fortress_gives_the_first_step_and_the_garrison_holds_with_its_last():
    match = fight("2511: IR81, ST4\n2611: IR87\n2512: 14.B1", dice=[3])
    attack(match, "2512", "IR81", "ST4", "IR87")
    play(match, "2512")
    assert options(match) == {"hold", "retreat"}
    twin = match.clone()
    play(match, "hold")
    assert at(match, "14.B1") == "stock" and not match.position.fortress_stands(CELL["2512"])
    play(twin, "retreat")
    settle(twin)
    assert at(twin, "14.B1") not in ("stock", "2512")


@pytest.mark.case("verdun-1916", "7.3d", "VV-R04")
def test_r8_of_two_hexes_most_columns_count_then_the_stream():
    """From 2912 a stream parts 2913, none the village 2812. From 2215 a stream parts 2216, none 2316."""
    match = declare(fight("2912: IR81\n2913: 56BCP\n2812: 59BCP"), "2913 2812", "IR81")
    assert shifts(match) == {"village or city": -1} and modifiers(match) == {}
    match = declare(fight("2215: IR81\n2216: 56BCP\n2316: 59BCP"), "2216 2316", "IR81")
    assert shifts(match) == {} and modifiers(match) == {"across a stream": -2}


@pytest.mark.case("verdun-1916", "7.5p", "3.3c", "VV-R48")
def test_r9_a_step_lost_to_a_zone_in_the_retreat_can_be_the_first():
    text = "3114: IR81 flipped, ST4\n3115: 42RI\n3214: 44RI\n3212: 35RI\n3012: 60RI"
    match = fight(text, dice=[6], side="french")  # 12 to 7 is 2/1, 6-2
    assert result(attack(match, "3114", "42RI", "44RI")) == "A/DR"
    play(match, "3113")
    assert (steps(match, "ST4"), steps(match, "IR81")) == (1, 1)
    assert at(match, "ST4") == at(match, "IR81") != "3114"


@pytest.mark.case("verdun-1916", "1.4h", "14.2D-b")
@pytest.mark.parametrize(("turn", "inside"), [(1, True), (2, False)])
def test_r10_the_first_turn_outweighs_a_lost_headquarters(turn, inside):
    text = f"turn: {turn}\nstep: german-movement\nreturning: XVIII.HQ\ndestroyed: XVIII.HQ 1\n3114: IR81"
    assert position(text).position.in_command(UNIT["IR81"]) == inside


@pytest.mark.case("verdun-1916", "12.1a", "12.1b")
def test_r11_reinforcements_may_come_late_and_by_road():
    match = march("reserve: 2Z, AD37", "french", 5)
    play(match, "2Z", "2Z-2220")
    assert match.position.spent[UNIT["2Z"]] == 1


@pytest.mark.case("verdun-1916", "10.1b", "14.2A-e", "VV-R33")
def test_r13_corps_guns_take_command_from_independent_battalions_divisions_do_not():
    p = position("turn: 2\nstep: french-command\n3114: XXX.A1, 42RI\n3115: XXX.T1").position
    assert p.in_command(UNIT["XXX.A1"]) and not p.in_command(UNIT["42RI"])


@pytest.mark.case("verdun-1916", "BT-e", "VV-R13")
def test_r14_no_die_is_rolled_for_units_that_are_neutralised_already():
    match = guns("3108: FA21, XVIII.A1\n3114: 42RI neutralised\n3115: 44RI", dice=[6])
    play(match, "3114", "FA21", "XVIII.A1", "fire")
    assert steps(match, "42RI") == 2 and match.player != "dice"


@pytest.mark.case("verdun-1916", "BT-i", "BT-j", "VV-R10")
def test_r15_a_fallen_fortress_still_shelters_whoever_is_in_it():
    match = guns("fallen: 2512\n2512: IR81\n2518: AD51, AD72, AD14", side="french")
    assert barrage_column(match, "2512", "AD51", "AD72", "AD14") == "3-4"  # 9, two left
    assert legal(match, "2512")
