"""8.2 Reserve status."""

import pytest

from .kit import at, move, moving, options, play, points, position, reach, refused, run_to, states, step

CAUSES = {
    "zone": ("1605: 21ID\n1505: 72DI entrenched", "8.2f"),
    "disrupted": ("1605: 21ID disrupted", "8.2d"),
    "demoralized": ("1605: 21ID demoralized", "8.2d"),
    "out of supply": ("1605: 21ID oos", "8.2e"),
    "no line": ("0317: 21ID", "8.2c"),
    "entrenched": ("1605: 21ID entrenched", "8.2a"),
}


@pytest.mark.case("campaign-of-attrition", "8.2a", "3.4", "CA-D46")
def test_going_into_reserve_costs_everything():
    match = moving("1605: 21ID\n1604: 25ID")
    play(match, "reserve:21ID")
    assert "reserve" in states(match, "21ID") and points(match, "21ID") == 0
    assert refused(match, "21ID").cases == ("8.2b",)
    move(match, "25ID", "1603")
    assert refused(match, "reserve:25ID").cases == ("8.2a",)


@pytest.mark.case("campaign-of-attrition", "8.2a", "8.2c", "8.2d", "8.2e", "8.2f", "9.6c", "9.7c", "CA-D46")
@pytest.mark.parametrize("cause", CAUSES)
def test_who_may_not_go_into_reserve(cause):
    text, case = CAUSES[cause]
    assert refused(moving(text), "reserve:21ID").cases == (case,)


@pytest.mark.case("campaign-of-attrition", "8.2b", "8.2g", "3.7", "3.6")
def test_a_reserve_neither_moves_nor_attacks_until_its_own_reserve_phase():
    match = moving("1605: 21ID\n1604: 25ID\n1506: 72DI")
    play(match, "reserve:21ID", "done")
    assert step(match) == "german-combat" or step(match) == "german-reserve"
    run_to(match, "german-reserve")
    assert "21ID" in options(match) and refused(match, "25ID").cases == ("8.2g",)
    assert points(match, "21ID") == 4
    move(match, "21ID", "1603")
    assert "reserve" not in states(match, "21ID") and at(match, "21ID") == "1603"


@pytest.mark.case("campaign-of-attrition", "3.5", "8.2g", "8.2k", "CA-R53")
def test_the_other_side_s_reserves_move_between_movement_and_combat():
    match = moving("1605: 21ID\n1315: 72DI reserve\n1213: 51DI\n1506: 3DI")
    play(match, "done")
    assert step(match) == "german-reserve-enemy" and match.player == "french"
    assert refused(match, "51DI").cases == ("8.2g",)
    move(match, "72DI", "1314")
    assert "reserve" not in states(match, "72DI")
    play(match, "done")
    assert step(match) == "german-combat"


@pytest.mark.case("campaign-of-attrition", "8.2g", "8.2k", "CA-R53")
def test_a_reserve_moves_once_and_an_unused_marker_comes_off_at_the_next_own_movement():
    match = position("turn: 5\nstep: german-reserve\n1605: 21ID reserve\n1315: 72DI", dice=[6] * 20)
    play(match, "done")
    assert "reserve" in states(match, "21ID")
    run_to(match, "french-reserve-enemy")
    assert match.player == "german" and "21ID" in options(match)
    play(match, "done")
    run_to(match, "german-movement")
    assert "reserve" not in states(match, "21ID") and "21ID" in options(match)


@pytest.mark.case("campaign-of-attrition", "8.2h", "4.5g", "4.5f")
def test_reserves_ignore_enemy_zones_where_a_friend_stands():
    text = "0320: 21ID{}\n0318: 25ID\n0417: 72DI entrenched"
    reserve = position("turn: 5\nstep: german-reserve\n" + text.format(" reserve"))
    move(reserve, "21ID", "0318")
    assert "halted" not in states(reserve, "21ID") and "0217" in reach(reserve, "21ID")
    plain = moving(text.format(""))
    move(plain, "21ID", "0318")
    assert "halted" in states(plain, "21ID")
    without = position("turn: 5\nstep: german-reserve\n0320: 21ID reserve\n0417: 72DI entrenched")
    move(without, "21ID", "0318")
    assert "halted" in states(without, "21ID")


@pytest.mark.case("campaign-of-attrition", "8.2i", "3.5", "3.7")
def test_both_player_turns_have_both_reserve_phases():
    from trenchline.games.campaign_of_attrition.sequence import SEQUENCE

    ids = [s.id for s in SEQUENCE.steps]
    assert {"german-reserve", "german-reserve-enemy", "french-reserve", "french-reserve-enemy"} <= set(ids)


@pytest.mark.case("campaign-of-attrition", "7.2a", "8.2b")
def test_a_gun_that_fired_does_not_move_as_a_reserve():
    match = position("turn: 5\nstep: german-reserve\n1605: RS1 reserve fired\n1604: 21ID reserve\n1315: 72DI")
    assert "21ID" in options(match) and refused(match, "RS1").cases == ("7.2a",)
