"""4.9 Operations Phase and 4.9.1 strategic movement."""

import pytest

from .kit import ap, at, move, options, order, play, points, position, price, reach, ready, refused, settle, states, step

HOME = "1605: 21ID, 25ID\n1604: 5ID\n1505: RS1\n1603: RS2\n1315: 72DI\n"


def operations(text, side="german", turn=5, rules="none", dice=()):
    return position(f"turn: {turn}\nstep: {side}-operations\noptions: {rules}\n{text}", dice)


def activate(text, kind, *corps, **more):
    """Corps are activated, each named by a unit."""
    match = operations(text, **more)
    play(match, *corps, kind)
    return match


@pytest.mark.case(
    "campaign-of-attrition", "4.9a", "4.9d", "4.9e", "4.9f", "4.9g", "4.9h", "4.9i", "3.9", "CA-D51", "CA-R01", "CA-W04", "4.9l"
)  # fmt: skip
@pytest.mark.parametrize(
    ("kind", "cost"), [("movement", 2), ("siege", 3), ("strategic", 5), ("combat", 7), ("offensive", 10), ("full", 15)]
)
def test_six_activations_have_their_price(kind, cost):
    match = operations(HOME)
    play(match, "21ID")
    assert {text for text in options(match) if text.islower()} == {
        "movement", "siege", "strategic", "combat", "offensive", "full",
    }  # fmt: skip
    play(match, kind)
    assert ap(match, "german") == 75 - cost


@pytest.mark.case("campaign-of-attrition", "S-i", "CA-R01")
def test_with_the_summary_s_prices_movement_and_strategic_movement_change_places():
    assert ap(activate(HOME, "movement", "21ID", rules="summary_costs"), "german") == 70
    assert ap(activate(HOME, "strategic", "21ID", rules="summary_costs"), "german") == 73


@pytest.mark.case("campaign-of-attrition", "4.9b", "4.2c", "CA-D52", "CA-R75")
def test_each_corps_is_paid_for_and_several_may_act_together():
    match = activate(HOME, "combat", "21ID", "5ID")
    assert ap(match, "german") == 75 - 14


@pytest.mark.case("campaign-of-attrition", "4.9b", "CA-R75")
def test_a_corps_acts_once_and_only_its_units_act():
    match = activate(HOME, "movement", "21ID")
    assert "21ID" in options(match) and "25ID" in options(match) and refused(match, "5ID").cases == ("4.9b",)
    move(match, "21ID", "1602")
    play(match, "done")
    assert step(match) == "german-operations" and refused(match, "21ID").cases == ("4.9b",)
    assert "5ID" in options(match)


@pytest.mark.case("campaign-of-attrition", "4.9c", "CA-R75")
def test_units_without_a_line_take_no_part():
    match = activate("1605: 21ID\n0317: 25ID\n1315: 72DI", "movement", "21ID")
    assert refused(match, "25ID").cases == ("4.9c",) and "21ID" in options(match)
    none = operations("0317: 25ID\n1604: 5ID\n1315: 72DI")
    assert refused(none, "25ID").cases == ("4.9c",)


@pytest.mark.case("campaign-of-attrition", "4.9b", "CA-R59")
def test_guns_of_the_army_are_a_group_of_their_own_or_act_with_the_corps_they_are_with():
    alone = activate(HOME, "movement", "RS1")
    assert {"RS1", "RS2"} <= options(alone) and "21ID" not in options(alone)
    with_corps = activate("1605: 21ID, RS1\n1603: RS2\n1315: 72DI", "movement", "21ID")
    assert "RS1" in options(with_corps) and refused(with_corps, "RS2").cases == ("4.9b",)


@pytest.mark.case("campaign-of-attrition", "4.9j", "9.0h", "9.6d", "CA-R60")
def test_a_combat_activation_is_a_new_combat_phase():
    text = "1708: 72DI, 51DI\n1707: 21ID disrupted attacked, 25ID\n1607: 5ID\n"
    match = activate(text, "combat", "21ID", dice=[1, 1])
    assert options(match) == {"1708", "done"}
    play(match, "1708")
    assert refused(match, "5ID").cases == ("4.9b",)
    play(match, "21ID", "attack")
    ready(match)
    settle(match)
    assert order(match, "21ID") == "demoralized"


@pytest.mark.case("campaign-of-attrition", "4.9h", "4.9j", "8.2g", "CA-R75")
def test_movement_combat_and_reserve_movement_follow_each_other():
    match = activate("1604: 21ID, 25ID\n1707: 5ID\n1708: 72DI\n", "offensive", "21ID")
    assert match.decision.kind == "Movement"
    play(match, "reserve:25ID")
    move(match, "21ID", "1606")
    play(match, "done")
    while match.decision.kind == "Combat":
        play(match, "done")
    assert match.decision.kind == "Movement" and options(match) >= {"25ID"} and "21ID" not in options(match)
    move(match, "25ID", "1605")
    assert at(match, "25ID") == "1605" and "reserve" not in states(match, "25ID")


@pytest.mark.case("campaign-of-attrition", "4.9i", "4.9e", "7.2c", "4.9j")
def test_guns_of_an_activated_corps_are_restored_and_fire_first():
    text = "1708: 72DI\n1707: 21ID, RS1 fired\n1607: RS2 fired\n"
    match = activate(text, "full", "21ID", dice=[1])
    assert match.decision.kind == "SiegeFire" and "fired" not in states(match, "RS1") and "fired" in states(match, "RS2")
    play(match, "1708", "RS1", "fire")
    assert match.decision.kind == "Movement" and refused(match, "RS1").cases == ("7.2a",)


@pytest.mark.case("campaign-of-attrition", "4.9j", "9.6f", "CA-R41")
def test_a_movement_activation_is_a_movement_phase_in_which_units_recover():
    match = activate("1605: 21ID disrupted\n1315: 72DI", "movement", "21ID")
    play(match, "recover:21ID")
    assert order(match, "21ID") == "good" and points(match, "21ID") == 2


@pytest.mark.case("campaign-of-attrition", "4.9k", "CA-R42")
def test_supply_is_checked_when_the_phase_ends():
    text = "1608: 21ID\n1604: 5ID\n1315: 72DI\n"
    match = activate(text, "movement", "21ID", turn=2)
    move(match, "21ID", "1510", "1512")
    assert "oos" not in states(match, "21ID")
    play(match, "done", "done")
    assert "oos" in states(match, "21ID")


@pytest.mark.case("campaign-of-attrition", "4.9a", "CA-R11")
def test_what_one_cannot_pay_one_cannot_do():
    match = operations("ap: 6 45\n" + HOME)
    play(match, "21ID")
    assert {text for text in options(match) if text.islower()} == {"movement", "siege", "strategic"}
    assert refused(match, "combat").cases == ("4.9g",)


# ------------------------------------------------------------------------------------------------ 4.9.1


def strategic(text, unit, side="french", turn=5):
    return activate(text, "strategic", unit, side=side, turn=turn)


@pytest.mark.case("campaign-of-attrition", "4.9.1a", "4.9f", "CA-R61")
def test_strategic_movement_goes_any_distance_along_friendly_roads_and_rails():
    match = strategic("0920: 72DI\n1605: 21ID", "72DI")
    assert {"1212", "1313", "1714", "2620", "0310"} <= reach(match, "72DI")
    move(match, "72DI", "2014")
    assert at(match, "72DI") == "2014" and points(match, "72DI") == 4
    plain = position("turn: 5\nstep: french-movement\n0920: 72DI\n1605: 21ID")
    assert "2014" not in reach(plain, "72DI") and "1212" in reach(plain, "72DI")


@pytest.mark.case("campaign-of-attrition", "4.9.1d", "CA-R61")
def test_the_normal_allowance_may_be_walked_before_and_after():
    match = strategic("0818: 72DI\n1605: 21ID", "72DI")
    found = reach(match, "72DI")
    assert "1313" in found  # one hex to the road of Souilly, then along it
    move(match, "72DI", "2014")
    assert points(match, "72DI") < 4 and reach(match, "72DI")


@pytest.mark.case("campaign-of-attrition", "4.9.1b", "4.9.1e")
@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("0920: 72DI disrupted\n1605: 21ID", "disrupted"),
        ("0920: 72DI demoralized\n1605: 21ID", "demoralized"),
        ("0920: 72DI oos\n1605: 21ID", "out of supply"),
    ],
)
def test_who_may_not_use_it_walks(text, why):
    match = strategic(text, "72DI")
    found = reach(match, "72DI")
    assert found and "2014" not in found, why


@pytest.mark.case("campaign-of-attrition", "4.9.1b")
def test_out_of_an_enemy_zone_one_walks_though_the_road_ahead_is_free():
    free = strategic("1915: 72DI\n1605: 21ID", "72DI")
    assert "0920" in reach(free, "72DI")
    zone = strategic("1915: 72DI\n1916: 21ID entrenched", "72DI")
    assert "0920" not in reach(zone, "72DI") and {"1814", "1714"} <= reach(zone, "72DI")
    assert price(zone, "72DI", "1814") == 8  # the road, and a point to leave the zone


@pytest.mark.case("campaign-of-attrition", "4.9.1a", "2.8a", "CA-R61")
def test_not_along_enemy_ground_nor_through_the_enemy_or_his_zones():
    assert price(strategic("0920: 72DI\n1605: 25ID", "72DI"), "72DI", "0915") == 0
    for enemy in ("0917: 21ID", "0817: 21ID entrenched"):  # on the road, or with his zone on it: it must be walked around
        assert price(strategic(f"0920: 72DI\n{enemy}\n1605: 25ID", "72DI"), "72DI", "0915") > 0
    german = strategic("1605: 21ID\n1315: 72DI", "21ID", side="german")
    assert {"2303", "2609", "1101"} <= reach(german, "21ID") and price(german, "21ID", "2303") == 0
    assert price(german, "21ID", "1607") == 3  # the railway beyond the line is not theirs
    assert price(german, "21ID", "1306") == 8  # nor the road into the Bois des Caures: it is walked, uphill


def spent(text):
    """72DI has used up its points, recovering and leaving its trenches: what it still can do is strategic."""
    match = strategic("0920: 72DI entrenched disrupted\n1605: 25ID\n" + text, "72DI")
    play(match, "recover:72DI", "mobilize:72DI")
    assert points(match, "72DI") == 0
    return match


@pytest.mark.case("campaign-of-attrition", "4.9.1c", "4.5g")
def test_next_to_the_enemy_only_where_a_friend_is_and_no_further():
    assert {"1814", "1915", "2014", "2115"} <= reach(spent(""), "72DI")
    near = spent("2013: 21ID")  # he stands next to the road at 2014
    assert "1915" in reach(near, "72DI") and not {"2014", "2115"} & reach(near, "72DI")
    friend = spent("2013: 21ID\n2014: 51DI")
    assert "2014" in reach(friend, "72DI") and "2115" not in reach(friend, "72DI")
    move(friend, "72DI", "2014")
    assert "halted" in states(friend, "72DI") and refused(friend, "72DI").cases == ("4.5f",)
