"""8.0 Movement over the ground of 2.0, 8.3 entrenchment, 8.4 rivers."""

import pytest

from .kit import at, barred, control, move, moving, options, play, points, price, reach, refused, states

# From, to, what it costs a division in sixths of a point, and why.
STEPS = {
    "clear": ("0317", "0318", 6),
    "woods": ("0110", "0209", 12),
    "woods upslope": ("0104", "0203", 18),
    "high ground upslope": ("0102", "0202", 12),
    "clear downslope": ("0202", "0302", 6),
    "high to high": ("1309", "1408", 6),
    "road through woods": ("0310", "0410", 2),
    "road upslope": ("1208", "1207", 8),
    "track": ("0310", "0311", 3),
    "rail": ("0114", "0214", 3),
    "village in clear": ("0105", "0205", 6),
    "lake": ("1803", "1704", 6),
    "fortress": ("1012", "1011", 6),
    "bridge road": ("1007", "1108", 2),
}


@pytest.mark.case(
    "campaign-of-attrition", "2.1", "2.2a", "2.3a", "2.3b", "2.4a", "2.7", "2.10b", "8.0d", "8.4b", "CA-D40", "CA-W01", "CA-R50"
)  # fmt: skip
@pytest.mark.parametrize("name", STEPS)
def test_what_a_step_costs(name):
    start, goal, cost = STEPS[name]
    assert price(moving(f"{start}: 21ID"), "21ID", goal) == cost


@pytest.mark.case("campaign-of-attrition", "2.3e", "4.1f", "CA-D41")
def test_the_alpine_division_climbs_for_nothing_but_pays_for_woods():
    assert price(moving("0104: ALP"), "ALP", "0203") == 12
    assert price(moving("0102: ALP"), "ALP", "0202") == 6
    assert price(moving("1208: ALP"), "ALP", "1207") == 2


@pytest.mark.case("campaign-of-attrition", "8.4a", "2.9", "CA-R57")
def test_a_river_is_crossed_to_a_friend_at_one_point_more_and_not_at_all_without_him():
    friend = moving("0401: 21ID oos\n0501: 25ID")
    assert price(friend, "21ID", "0501") == 12
    alone = moving("0401: 21ID oos\n0502: 25ID")  # he stands on the far bank, but not in the hex to be entered
    assert price(alone, "21ID", "0501") == 18  # by way of the friend
    verdict = barred(moving("0401: 21ID oos"), "21ID", "0501")
    assert set(verdict.cases) == {"2.9", "8.4a"}


@pytest.mark.case("campaign-of-attrition", "8.4a", "8.4b")
def test_a_bridge_is_crossed_at_no_cost_though_nobody_waits_beyond():
    assert price(moving("1007: 21ID"), "21ID", "1108") == 2
    assert "1108" in reach(moving("1007: 21ID"), "21ID")


@pytest.mark.case("campaign-of-attrition", "8.0b", "8.0a")
def test_infantry_and_guns_have_four_points_the_cavalry_six():
    match = moving("0318: 21ID\n0217: RS1\n0418: CAV\n0216: GAS1")
    assert [points(match, u) for u in ("21ID", "RS1", "CAV", "GAS1")] == [4, 4, 6, 4]
    assert points(moving("0318: ENG1", side="french"), "ENG1") == 4
    assert "0314" in reach(match, "21ID") and "0313" not in reach(match, "21ID")


@pytest.mark.case("campaign-of-attrition", "8.0a", "8.0c")
def test_units_of_a_stack_move_each_for_itself_and_a_slow_one_can_be_left_behind():
    match = moving("joined: CAV V\n0318: 9RD, CAV")
    move(match, "9RD", "0316")
    move(match, "CAV", "0316", "0314")
    assert (at(match, "9RD"), at(match, "CAV")) == ("0316", "0314")
    assert points(match, "9RD") == 2


@pytest.mark.case("campaign-of-attrition", "8.0a")
def test_what_is_left_of_the_points_can_be_used_later_in_the_phase():
    match = moving("0318: 21ID\n0218: 25ID")
    move(match, "21ID", "0317")
    move(match, "25ID", "0217")
    move(match, "21ID", "0314")
    assert at(match, "21ID") == "0314" and points(match, "21ID") == 0
    assert refused(match, "21ID").cases


@pytest.mark.case("campaign-of-attrition", "8.0e")
def test_no_unit_enters_a_hex_the_enemy_holds():
    match = moving("0318: 21ID\n0317: 72DI")
    assert barred(match, "21ID", "0317").cases == ("8.0e",)


@pytest.mark.case("campaign-of-attrition", "8.0f", "CA-R51")
def test_a_unit_may_always_go_one_hex_whatever_it_costs():
    # In an enemy zone and out of supply: 3 points, 1 to leave the zone, 3 for woods upslope.
    match = moving("0104: 21ID oos\n0105: 72DI entrenched")
    assert points(match, "21ID") == 3
    move(match, "21ID", "0203")
    assert at(match, "21ID") == "0203" and points(match, "21ID") == 0


@pytest.mark.case("campaign-of-attrition", "8.0f", "CA-R51")
def test_but_only_as_its_first_step():
    match = moving("0105: 21ID oos")
    move(match, "21ID", "0104")
    assert "0203" not in reach(match, "21ID")  # 2 points left, 3 needed


@pytest.mark.case("campaign-of-attrition", "8.0g", "8.3b", "3.4")
def test_an_entrenched_division_does_not_move():
    match = moving("0318: 21ID entrenched\n0217: 25ID")
    assert "25ID" in options(match) and refused(match, "21ID").cases == ("8.0g",)


@pytest.mark.case("campaign-of-attrition", "8.3a", "4.1b", "CA-D44", "CA-R52")
def test_leaving_the_trenches_costs_two_points_and_leaves_two_to_walk():
    match = moving("0318: 21ID entrenched")
    play(match, "mobilize:21ID")
    assert "entrenched" not in states(match, "21ID") and points(match, "21ID") == 2
    assert "0316" in reach(match, "21ID") and "0315" not in reach(match, "21ID")
    assert refused(match, "entrench:21ID").cases == ("8.3a",)  # once in a phase


@pytest.mark.case("campaign-of-attrition", "8.3a", "CA-R52")
def test_a_division_walks_and_then_entrenches_even_before_the_enemy():
    match = moving("0318: 21ID\n0315: 72DI entrenched")
    move(match, "21ID", "0316")
    play(match, "entrench:21ID")
    assert states(match, "21ID") >= {"entrenched"} and points(match, "21ID") == 0


@pytest.mark.case("campaign-of-attrition", "8.3a", "CA-R52")
def test_two_points_are_needed_to_entrench():
    match = moving("0318: 21ID")
    move(match, "21ID", "0315")
    assert refused(match, "entrench:21ID").cases == ("8.3a",)


@pytest.mark.case("campaign-of-attrition", "4.1c", "4.1d", "CA-R74", "8.3a")
def test_cavalry_shock_divisions_and_guns_have_no_entrenched_side():
    match = moving("0318: CAV\n0217: RS1")
    assert refused(match, "entrench:CAV").cases == ("8.3a", "4.1b") == refused(match, "entrench:RS1").cases
    assert refused(moving("0318: 38DI", side="french"), "entrench:38DI").cases == ("8.3a", "4.1b")


@pytest.mark.case("campaign-of-attrition", "2.8a")
def test_who_walks_through_a_hex_was_there_last():
    match = moving("1606: 21ID")
    move(match, "21ID", "1608")
    assert control(match, "1607") == control(match, "1608") == "german" and control(match, "1609") == "french"


@pytest.mark.case("campaign-of-attrition", "10.0b", "CA-D05")
def test_out_of_supply_costs_a_movement_point():
    match = moving("0318: 21ID oos\n0217: CAV oos")
    assert (points(match, "21ID"), points(match, "CAV")) == (3, 5)


@pytest.mark.case("campaign-of-attrition", "10.0d", "CA-R78")
def test_a_french_unit_that_crosses_the_trenchline_is_out_of_supply_at_once_and_loses_a_point():
    match = moving("1607: 72DI", side="french")
    move(match, "72DI", "1606")
    assert "oos" in states(match, "72DI") and points(match, "72DI") == 4 - 0.5 - 1


@pytest.mark.case("campaign-of-attrition", "10.0d", "10.0e")
def test_but_not_on_the_first_turn():
    match = moving("1607: 72DI", side="french", turn=1)
    move(match, "72DI", "1606")
    assert "oos" not in states(match, "72DI") and points(match, "72DI") == 3.5


@pytest.mark.case("campaign-of-attrition", "9.6f", "9.7g", "CA-D45", "CA-R41")
def test_recovery_costs_half_the_allowance_a_level():
    match = moving("0318: 21ID disrupted\n0217: 25ID demoralized\n0418: CAV disrupted", turn=1)
    play(match, "recover:21ID", "recover:25ID", "recover:CAV")
    assert not states(match, "21ID") & {"disrupted", "demoralized"} and points(match, "21ID") == 2
    assert states(match, "25ID") & {"disrupted", "demoralized"} == {"disrupted"} and points(match, "25ID") == 2
    assert points(match, "CAV") == 3
    play(match, "recover:25ID")
    assert not states(match, "25ID") & {"disrupted", "demoralized"} and points(match, "25ID") == 0
    move(match, "21ID", "0316")  # the rest can be walked


@pytest.mark.case("campaign-of-attrition", "9.6f", "9.7g")
@pytest.mark.parametrize("state", ["disrupted", "demoralized"])
def test_no_recovery_out_of_supply_or_in_an_enemy_zone_or_with_too_few_points(state):
    match = moving(f"0318: 21ID {state} oos\n0316: 25ID {state}\n0315: 72DI entrenched\n0219: 5ID {state}")
    assert "recover:5ID" in options(match)
    for unit in ("21ID", "25ID"):
        assert set(refused(match, f"recover:{unit}").cases) == {"9.6f", "9.7g"}
    move(match, "5ID", "0216")
    assert refused(match, "recover:5ID").cases
