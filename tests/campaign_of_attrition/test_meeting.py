"""8.1 Meeting engagements."""

import pytest

from .kit import (
    ap,
    at,
    columns,
    modifiers,
    move,
    moving,
    options,
    order,
    play,
    points,
    position,
    ready,
    refused,
    result,
    settle,
    states,
    strengths,
)


def meet(text, unit, cell, dice=(), **more):
    """A unit begins a Meeting Engagement."""
    match = moving(text, dice=dice, **more)
    play(match, f"meet:{unit}-{cell}")
    return match


@pytest.mark.case("campaign-of-attrition", "8.1a", "8.1c", "CA-D26", "CA-R28")
def test_a_stack_meets_the_enemy_at_half_its_strength_for_three_points():
    match = meet("0318: 22RD, 11BD\n0317: 72DI", "22RD", "0317", dice=[1, 1])
    play(match, "11BD")
    assert strengths(match) == (6, 4)  # half of 11, rounded up
    play(match, "attack")
    ready(match)
    settle(match)
    assert points(match, "22RD") == points(match, "11BD") == 1


@pytest.mark.case("campaign-of-attrition", "8.1c", "CA-R28")
def test_guns_count_in_full():
    match = meet("0318: 21ID, RS1\n0317: 72DI", "21ID", "0317")
    play(match, "RS1")
    lines = {line.text: line.value for line in match.odds(match.parse("attack")).lines}
    assert any(text.startswith("artillery 8 to 2") for text in lines)


@pytest.mark.case("campaign-of-attrition", "8.1c", "8.1a")
def test_three_points_must_be_left_when_the_enemy_is_reached():
    match = moving("0320: 21ID\n0317: 72DI\n0316: 51DI")
    move(match, "21ID", "0318")
    assert points(match, "21ID") == 2 and refused(match, "meet:21ID-0317").cases == ("8.1c",)
    assert "meet:21ID-0317" not in options(match)
    near = moving("0319: 21ID\n0317: 72DI")
    move(near, "21ID", "0318")
    assert "meet:21ID-0317" in options(near)


@pytest.mark.case("campaign-of-attrition", "8.1b", "8.1a", "CA-D27", "CA-R28")
@pytest.mark.parametrize(
    ("target", "place", "stack", "fine"),
    [
        ("0317", "0318", "72DI", True),
        ("0317", "0318", "72DI entrenched", False),
        ("0317", "0318", "72DI entrenched, 51DI", False),
        ("1011", "1012", "72DI", True),
        ("1011", "1012", "72DI entrenched", False),
        ("1011", "1012", "72DI, ENG1", False),
        ("1011", "1012", "XXX.HA", False),
    ],
)
def test_only_mobile_enemies_outside_fortresses_can_be_met(target, place, stack, fine):
    match = moving(f"{place}: 21ID\n{target}: {stack}")
    if fine:
        assert f"meet:21ID-{target}" in options(match)
    else:
        assert refused(match, f"meet:21ID-{target}").cases == ("8.1b",)


@pytest.mark.case("campaign-of-attrition", "8.1c", "CA-R28")
def test_only_infantry_begins_it_though_others_may_be_in_the_stack():
    match = moving("joined: CAV V\n0318: CAV, 9RD\n0216: RS1\n0317: 72DI")
    assert refused(match, "meet:CAV-0317").cases == ("8.1c",) == refused(match, "meet:RS1-0317").cases
    play(match, "meet:9RD-0317")
    assert "CAV" in options(match)


@pytest.mark.case("campaign-of-attrition", "8.1d", "CA-D26", "CA-R28")
def test_no_other_units_join_but_friends_beside_the_target_give_one():
    match = meet("0318: 21ID\n0317: 72DI\n0217: 5ID, 6ID\n0216: 9RD", "21ID", "0317")
    assert options(match) == {"attack"} and modifiers(match)[0]["8.1d"] == 1
    alone = meet("0318: 21ID, 25ID\n0317: 72DI", "21ID", "0317")
    assert modifiers(alone)[0]["8.1d"] == 1  # 25ID stays out of it, and stands beside the target
    play(alone, "25ID")
    assert "8.1d" not in modifiers(alone)[0]


@pytest.mark.case("campaign-of-attrition", "8.1e", "CA-D26", "CA-R28")
def test_the_defender_gains_one_for_each_friendly_unit_beside_the_hex():
    match = meet("0318: 21ID\n0317: 72DI\n0316: 51DI, ENG1\n0416: 3DI\n0315: 4DI", "21ID", "0317")
    assert modifiers(match)[1]["8.1e"] == 3


@pytest.mark.case("campaign-of-attrition", "8.1f", "9.3a")
def test_the_attackers_advance_if_the_hex_is_emptied_and_do_nothing_more():
    match = meet("0318: 21ID, 25ID\n0317: ENG1", "21ID", "0317", dice=[6, 1, 6])
    play(match, "25ID", "attack")
    ready(match)
    while match.decision.kind != "Advance":
        play(match, "pay" if "pay" in options(match) else sorted(options(match))[0])
    play(match, "21ID-0317", "done")
    assert at(match, "21ID") == "0317" and order(match, "21ID") == "disrupted"
    assert refused(match, "21ID").cases == ("8.1c",)


@pytest.mark.case("campaign-of-attrition", "8.1g", "9.0c")
def test_others_move_on_and_the_engagement_is_no_attack_of_the_combat_phase():
    match = meet("0318: 21ID\n0317: 72DI\n0219: 5ID\n1708: 51DI\n1707: 6ID", "21ID", "0317", dice=[1, 1])
    play(match, "attack")
    ready(match)
    settle(match)
    assert {"5ID"} <= options(match)
    move(match, "5ID", "0218")
    play(match, "done")
    assert "0317" in options(match)
    play(match, "0317")
    assert "21ID" in options(match)


@pytest.mark.case("campaign-of-attrition", "8.1c", "CA-R28")
def test_a_unit_makes_one_in_a_phase():
    match = meet("0318: 21ID\n0317: 72DI\n0217: 51DI", "21ID", "0317", dice=[1, 1])
    play(match, "attack")
    ready(match)
    settle(match)
    assert refused(match, "meet:21ID-0217").cases


@pytest.mark.case("campaign-of-attrition", "4.5f", "8.1a")
def test_a_unit_stopped_by_a_zone_may_still_meet_the_enemy():
    match = moving("0319: 21ID\n0317: 72DI\n0417: 51DI entrenched")
    move(match, "21ID", "0318")
    assert "halted" in states(match, "21ID") and "meet:21ID-0317" in options(match)


@pytest.mark.case("campaign-of-attrition", "8.1a", "CA-D65", "CA-R53")
def test_reserves_meet_the_enemy_in_their_own_turn_only():
    own = position("turn: 5\nstep: german-reserve\n0318: 21ID reserve\n0317: 72DI")
    assert "meet:21ID-0317" in options(own)
    other = position("turn: 5\nstep: french-reserve-enemy\n0318: 21ID reserve\n0317: 72DI")
    assert match_refuses(other, "meet:21ID-0317") == ("8.1a",)


def match_refuses(match, text):
    return refused(match, text).cases


@pytest.mark.case("campaign-of-attrition", "9.9.1a", "CA-R25", "CA-R28")
def test_the_turn_s_shift_and_support_hold_in_an_engagement_too():
    match = meet("1708: 72DI\n1707: 21ID, 25ID", "21ID", "1708", turn=1)
    play(match, "25ID")
    assert columns(match)[0] == "13-16"  # 6 points, three to the right
    play(match, "attack")
    assert "flamethrowers=3" in options(match) and "flamethrowers=4" not in options(match)  # half of 6
    assert ap(match, "german") == 75 and result
