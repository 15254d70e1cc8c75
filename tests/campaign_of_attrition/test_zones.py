"""4.5 Zones of control."""

from random import Random

import pytest

from trenchline.games.campaign_of_attrition.movement import Movement
from trenchline.games.campaign_of_attrition.zones import MOVEMENT, _reach, _walk, reach_of, toll

from .kit import GAME, C, at, move, moving, points, price, reach, refused, states


@pytest.mark.case("campaign-of-attrition", "4.5a", "4.5b", "CA-D43", "CA-R49", "CA-R74")
@pytest.mark.parametrize(
    ("enemy", "felt"), [("72DI entrenched", True), ("72DI", False), ("XXX.HA", False), ("ENG1", False), ("38DI", False)]
)
def test_only_entrenched_infantry_has_a_zone_around_it(enemy, felt):
    match = moving(f"0319: 21ID\n0316: {enemy}")
    move(match, "21ID", "0317")
    assert ("halted" in states(match, "21ID")) is felt
    if felt:
        assert refused(match, "21ID").cases == ("4.5f",)
    else:
        assert "0216" in reach(match, "21ID")


@pytest.mark.case("campaign-of-attrition", "4.5b", "4.5a")
def test_the_german_cavalry_and_mobile_germans_have_none_either():
    match = moving("0319: 72DI\n0316: CAV\n0415: 21ID", side="french")
    move(match, "72DI", "0317")
    assert "0416" in reach(match, "72DI")


@pytest.mark.case("campaign-of-attrition", "4.5a", "4.5f")
def test_the_zone_covers_all_six_hexes_and_no_more():
    match = moving("0320: 21ID\n0317: 72DI entrenched")
    for cell in ("0318", "0417", "0217"):
        twin = match.clone()
        move(twin, "21ID", cell)
        assert "halted" in states(twin, "21ID"), cell
    twin = match.clone()
    move(twin, "21ID", "0218")
    assert "halted" not in states(twin, "21ID")
    assert "0316" not in reach(match, "21ID")  # no way through


@pytest.mark.case("campaign-of-attrition", "4.5d", "4.5e", "CA-D42")
def test_leaving_a_zone_costs_a_point_and_the_next_zone_stops_the_unit():
    match = moving("0318: 21ID\n0317: 72DI entrenched")
    assert price(match, "21ID", "0319") == 12 and price(match, "21ID", "0217") == 12
    free, zone = match.clone(), match.clone()
    move(free, "21ID", "0319")
    assert "halted" not in states(free, "21ID") and points(free, "21ID") == 2 and "0320" in reach(free, "21ID")
    move(zone, "21ID", "0217")
    assert "halted" in states(zone, "21ID") and refused(zone, "21ID").cases == ("4.5f",)


@pytest.mark.case("campaign-of-attrition", "4.5d")
def test_the_point_is_paid_for_the_first_hex_only():
    assert price(moving("0318: 21ID\n0317: 72DI entrenched"), "21ID", "0320") == 18


@pytest.mark.case("campaign-of-attrition", "4.5c")
def test_a_zone_does_not_reach_across_a_river_without_a_bridge():
    match = moving("0403: 21ID\n0502: 72DI entrenched\n0907: 25ID\n1108: 51DI entrenched")
    move(match, "21ID", "0402")
    assert "halted" not in states(match, "21ID")
    move(match, "25ID", "1007")  # the bridge of Samogneux
    assert "halted" in states(match, "25ID")


@pytest.mark.case("campaign-of-attrition", "4.5c", "CA-R30")
def test_a_zone_does_not_reach_into_an_occupied_fortress():
    text = "1012: 72DI entrenched\n1112: 21ID\n"
    occupied = moving(text + "german ground: 1011\n1011: RS1")
    move(occupied, "21ID", "1011")
    assert "halted" not in states(occupied, "21ID")
    empty = moving(text)
    move(empty, "21ID", "1011")
    assert "halted" in states(empty, "21ID")


@pytest.mark.case("campaign-of-attrition", "4.5g")
def test_a_friend_in_the_zone_does_not_help_a_unit_that_moves():
    match = moving("0319: 21ID\n0317: 25ID\n0316: 72DI entrenched")
    move(match, "21ID", "0317")
    assert "halted" in states(match, "21ID") and at(match, "21ID") == "0317"


@pytest.mark.case("campaign-of-attrition", "4.5c", "CA-R30")
def test_a_gun_that_joins_a_fortress_keeps_the_zone_out_for_those_who_come_later():
    """A Mobile division alone is outside and feels the zone; what was found before the gun came does not hold."""
    match = moving("1012: 21ID entrenched\n1112: 3DI\n1010: XXX.HA, 72DI\n1011: 39DI", side="french")
    before = set(reach_of(match.position, C.unit["3DI"], MOVEMENT)[0])
    move(match, "XXX.HA", "1011")
    assert before < set(reach_of(match.position, C.unit["3DI"], MOVEMENT)[0])


def test_how_far_units_get_is_never_out_of_date():
    """Units that start alike share what was found; after each of many random decisions it is what a new search finds."""
    match = GAME.start("historical", seed=6)
    chance = Random(6)
    for _ in range(900):
        actions = match.actions()
        match.apply(actions[chance.randrange(len(actions))])
        if match.over:
            break
        p = match.position
        if isinstance(p.stack[-1], Movement) and p.stack[-1].mode == MOVEMENT:
            for u in p.units_of(p.stack[-1].side):
                assert _reach(p, u, MOVEMENT) == _walk(p, u, MOVEMENT, toll(p, u))
