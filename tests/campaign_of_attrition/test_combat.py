"""9.0 Combat: who attacks, columns, modifiers, the Artillery Ratio Matrix."""

import pytest

from .kit import (
    artillery,
    attack,
    columns,
    declare,
    fight,
    modifiers,
    options,
    order,
    play,
    position,
    ready,
    refused,
    result,
    settle,
    step,
    strengths,
)  # fmt: skip

# ------------------------------------------------------------------------------------------------ who attacks whom


@pytest.mark.case("campaign-of-attrition", "9.0a", "3.6")
def test_mobile_units_may_attack_adjacent_enemies_and_need_not():
    match = fight("0317: 72DI\n0217: 51DI\n0318: 21ID\n0320: 25ID")
    assert options(match) == {"0317", "0217", "done"}
    play(match, "0317")
    assert options(match) == {"21ID"} and refused(match, "25ID").cases == ("9.0a",)
    done = fight("0317: 72DI\n0318: 21ID")
    play(done, "done")
    assert step(done) != "german-combat" and order(done, "21ID") == "good"


@pytest.mark.case("campaign-of-attrition", "9.0a", "8.0g", "8.3b", "9.7a", "7.2b", "8.2b")
@pytest.mark.parametrize(
    ("unit", "state", "case"),
    [("21ID", "entrenched", "8.0g"), ("21ID", "demoralized", "9.7a"), ("RS1", "fired", "7.2b"), ("21ID", "reserve", "8.2b")],
)
def test_who_may_not_attack(unit, state, case):
    match = fight(f"0317: 72DI\n0318: {unit} {state}\n0217: 5ID")
    play(match, "0317")
    assert refused(match, unit).cases == (case,)


@pytest.mark.case("campaign-of-attrition", "9.0c", "CA-R20")
def test_a_unit_attacks_once_in_a_phase_and_a_hex_is_attacked_once():
    match = fight("0317: 72DI\n0417: 51DI\n0318: 21ID\n0217: 5ID\n0418: 9RD", dice=[1, 1, 1, 1])
    attack(match, "0317", "21ID")
    assert options(match) == {"0417", "done"}  # 5ID touches 0317 only
    assert refused(match, "0317").cases == ("9.0c",)
    play(match, "0417")
    assert refused(match, "21ID").cases == ("9.0c",) and "9RD" in options(match)


@pytest.mark.case("campaign-of-attrition", "9.8.4", "2.9", "CA-D20")
def test_no_attack_across_a_river_without_a_bridge():
    match = fight("0502: 72DI\n0402: 21ID\n0503: 25ID")
    play(match, "0502")
    assert options(match) == {"25ID"} and refused(match, "21ID").cases == ("9.8.4",)
    assert refused(fight("0502: 72DI\n0402: 21ID\n0317: 51DI\n0318: 5ID"), "0502").cases == ("9.8.4",)


@pytest.mark.case("campaign-of-attrition", "4.2c", "9.0a", "CA-R20")
def test_different_corps_attack_together_and_all_units_in_the_hex_defend():
    match = declare(fight("0317: 72DI, 51DI\n0318: 21ID\n0217: 5ID\n0216: 9RD"), "0317", "21ID", "5ID", "9RD")
    assert strengths(match) == (17, 8)


# ------------------------------------------------------------------------------------------------ columns and dice


@pytest.mark.case("campaign-of-attrition", "9.0b", "CA-R14")
@pytest.mark.parametrize(
    ("attackers", "defenders", "expected"),
    [
        ("0318: CAV", "38DI, 133DI", ("1-3", "13-16")),
        ("0318: 21ID", "72DI", ("4-6", "4-6")),
        ("0318: 21ID, 25ID", "72DI, 51DI", ("10-12", "7-9")),
        ("0318: 21ID, 25ID\n0217: 9RD, 10RD", "XXX.HA", ("21-25", "1-3")),
        ("0318: 21ID, 25ID\n0217: 9RD, 10RD\n0216: 5ID, 6ID", "72DI", ("33+", "4-6")),
    ],
)
def test_each_side_reads_the_column_of_its_own_strength(attackers, defenders, expected):
    match = fight(f"0317: {defenders}\n{attackers}")
    units = [unit.strip() for line in attackers.split("\n") for unit in line.split(": ")[1].split(",")]
    assert columns(declare(match, "0317", *units)) == expected


@pytest.mark.case("campaign-of-attrition", "9.0b", "9.0f")
@pytest.mark.parametrize(("dice", "losses"), [([1, 1], "1/0"), ([6, 6], "3/2"), ([6, 1], "3/0"), ([1, 6], "1/2")])
def test_the_attacker_s_die_hurts_the_defender_and_the_other_way_round(dice, losses):
    # 12 points at 10 guns to 4: column 10-12 at +1; 8 points at 1:3: column 7-9 at -2.
    match = fight("0317: 72DI, 51DI\n0318: 21ID, 25ID", dice=dice)
    assert result(attack(match, "0317", "21ID", "25ID")) == losses


@pytest.mark.case("campaign-of-attrition", "9.0d", "CA-W09", "9.8.2")
def test_beyond_nine_a_roll_counts_nine():
    text = "1708: 72DI\n1707: 21ID, 25ID\n1607: 5ID, 6ID\n1608: 9RD, 10RD\n1709: 1BD, 2BD"
    match = fight(text, dice=[6, 1])
    play(match, "1708", "21ID", "25ID", "5ID", "6ID", "9RD", "10RD", "attack", "flamethrowers=15")
    assert modifiers(match, "ready")[0] == {"9.1b": 4, "9.8.2": 5}
    assert result(ready(match)) == "7/0"  # 6 + 9 is 15; row 9 of 33+


@pytest.mark.case("campaign-of-attrition", "9.0d")
def test_below_minus_nine_a_roll_counts_minus_nine():
    guns = "1607: RS1, RS2\n1608: RS3, RS4\n1709: LS1, LS2"
    match = fight(f"1708: 72DI demoralized\n1707: 21ID, 25ID\n{guns}", dice=[1, 1])
    play(match, "1708", "21ID", "25ID", "attack", "RS1", "RS2", "RS3", "RS4", "LS1", "LS2", "hurricane=15")
    assert sum(modifiers(match, "ready")[1].values()) + 1 < -9
    assert result(ready(match)).endswith("/0")


@pytest.mark.case("campaign-of-attrition", "9.9.1a", "9.9.1b", "9.9.1c", "CA-R25", "CA-D16")
@pytest.mark.parametrize(
    ("turn", "one", "five"), [(1, "13-16", "33+"), (2, "10-12", "33+"), (3, "7-9", "33+"), (4, "4-6", "26-32")]
)
def test_german_attacks_of_the_first_turns_are_shifted_right(turn, one, five):
    text = "0317: 72DI\n0318: 21ID, 25ID\n0217: 9RD, 10RD\n0216: 5ID"
    assert columns(declare(fight(text, turn=turn), "0317", "21ID")) == (one, "4-6")
    assert columns(declare(fight(text, turn=turn), "0317", "21ID", "25ID", "9RD", "10RD", "5ID"))[0] == five


@pytest.mark.case("campaign-of-attrition", "9.9.2a", "9.9.2b", "CA-R25")
@pytest.mark.parametrize(("turn", "column"), [(1, "4-6"), (7, "4-6"), (8, "7-9"), (9, "10-12"), (10, "10-12")])
def test_french_attacks_from_turn_eight_on_are_shifted_right(turn, column):
    match = fight("0317: 21ID\n0318: 72DI", side="french", turn=turn)
    assert columns(declare(match, "0317", "72DI")) == (column, "4-6")  # the German in defence has no shift


# ------------------------------------------------------------------------------------------------ terrain


@pytest.mark.case("campaign-of-attrition", "2.1", "9.0e")
def test_open_ground_modifies_nothing():
    match = fight("0317: 9RD\n0318: 72DI, 51DI", side="french")
    assert modifiers(declare(match, "0317", "72DI", "51DI")) == ({}, {})  # 4 guns on either side


@pytest.mark.case("campaign-of-attrition", "2.2b", "CA-D17", "CA-R27", "CA-R13")
def test_woods_cost_the_attacker_one_unless_some_attacker_is_in_woods():
    text = "0109: 72DI\n0110: 21ID\n0209: 5ID"
    assert modifiers(declare(fight(text), "0109", "21ID"))[0]["2.2b"] == -1
    assert "2.2b" not in modifiers(declare(fight(text), "0109", "21ID", "5ID"))[0]
    assert "2.2b" not in modifiers(declare(fight(text), "0109", "21ID"))[1]


@pytest.mark.case("campaign-of-attrition", "2.3c", "CA-D18", "CA-R27")
def test_a_slope_costs_the_attacker_one_if_all_attack_uphill():
    text = "0202: 72DI\n0102: 21ID\n0201: 9RD\n0303: 5ID"
    assert modifiers(declare(fight(text), "0202", "21ID", "9RD"))[0]["2.3c"] == -1
    assert "2.3c" not in modifiers(declare(fight(text), "0202", "21ID", "9RD", "5ID"))[0]
    assert "2.3c" not in modifiers(declare(fight("0302: 72DI\n0202: 21ID"), "0302", "21ID"))[0]  # downhill


@pytest.mark.case("campaign-of-attrition", "2.3d", "2.0e", "2.2b")
def test_slope_and_woods_on_top_add_up():
    found = modifiers(declare(fight("0203: 72DI\n0104: 21ID"), "0203", "21ID"))[0]
    assert found["2.2b"] == found["2.3c"] == -1


@pytest.mark.case("campaign-of-attrition", "2.4b", "2.4c", "CA-R13")
@pytest.mark.parametrize(("target", "origin", "case", "value"), [("0310", "0311", "2.4b", 1), ("1212", "1112", "2.4c", 2)])
def test_a_village_gives_the_defender_one_and_verdun_two(target, origin, case, value):
    attacker, defender = modifiers(declare(fight(f"{target}: 72DI\n{origin}: 21ID"), target, "21ID"))
    assert defender[case] == value and case not in attacker


@pytest.mark.case("campaign-of-attrition", "8.4.1", "S-g", "2.0e", "CA-D19", "CA-R26")
def test_an_attack_over_a_bridge_gives_the_defender_two_on_top_of_his_village_if_all_come_that_way():
    text = "1108: 72DI\n1007: 21ID\n1107: 5ID"
    assert modifiers(declare(fight(text), "1108", "21ID"))[1] == {"9.1b": -1, "2.4b": 1, "8.4.1": 2}
    assert "8.4.1" not in modifiers(declare(fight(text), "1108", "21ID", "5ID"))[1]


# ------------------------------------------------------------------------------------------------ states and specialists


@pytest.mark.case("campaign-of-attrition", "9.6a", "CA-R21", "CA-R13")
def test_a_disrupted_unit_costs_its_side_one_once():
    text = "0317: 72DI disrupted, 51DI disrupted\n0318: 21ID disrupted, 25ID disrupted"
    attacker, defender = modifiers(declare(fight(text), "0317", "21ID", "25ID"))
    assert attacker["9.6a"] == defender["9.6a"] == -1
    alone = modifiers(declare(fight("0317: 72DI\n0318: 21ID, 25ID disrupted"), "0317", "21ID"))[0]
    assert "9.6a" not in alone  # the Disrupted one does not attack


@pytest.mark.case("campaign-of-attrition", "9.7a", "CA-R21")
def test_a_demoralized_defender_costs_two_and_nothing_more_for_a_disrupted_one_beside_it():
    defender = modifiers(declare(fight("0317: 72DI demoralized, 51DI disrupted\n0318: 21ID"), "0317", "21ID"))[1]
    assert defender["9.7a"] == -2 and "9.6a" not in defender


@pytest.mark.case("campaign-of-attrition", "4.1h", "CA-R21")
def test_engineers_give_one_to_whom_they_are_stacked_with_in_attack_and_defence():
    defence = modifiers(declare(fight("0317: 72DI, ENG1\n0318: 21ID"), "0317", "21ID"))[1]
    assert defence["4.1h"] == 1
    beside = modifiers(declare(fight("0317: 72DI\n0316: ENG1\n0318: 21ID"), "0317", "21ID"))[1]
    assert "4.1h" not in beside
    text = "0317: 21ID\n0318: 72DI, ENG1\n0217: 3DI, ENG2"
    attack_ = modifiers(declare(fight(text, side="french"), "0317", "72DI", "3DI"))[0]
    assert attack_["4.1h"] == 1  # once for a side
    other = modifiers(declare(fight("0317: 21ID\n0318: 72DI\n0217: 3DI, ENG2", side="french"), "0317", "72DI"))[0]
    assert "4.1h" not in other


@pytest.mark.case("campaign-of-attrition", "9.0h", "9.6d", "CA-D31", "CA-R17")
def test_after_an_attack_all_attackers_are_disrupted_and_those_who_were_demoralized():
    match = fight("0317: 72DI, 51DI\n0318: 21ID, 25ID disrupted, RS1", dice=[1, 1])
    assert result(attack(match, "0317", "21ID", "25ID", "RS1")).endswith("/0")
    settle(match)
    assert [order(match, u) for u in ("21ID", "25ID", "RS1")] == ["disrupted", "demoralized", "disrupted"]


@pytest.mark.case("campaign-of-attrition", "9.0h")
def test_defenders_who_lose_nothing_are_in_good_order_still():
    match = fight("0317: 72DI\n0318: 21ID", dice=[1, 1])
    assert result(attack(match, "0317", "21ID")) == "0/0"
    assert order(match, "72DI") == "good" and order(match, "21ID") == "disrupted"


# ------------------------------------------------------------------------------------------------ 9.1 artillery


@pytest.mark.case("campaign-of-attrition", "9.1a", "9.1b", "CA-W06", "CA-R16")
def test_eleven_guns_against_four_are_two_to_one_and_one_to_three():
    # 5 + 5 and a reduced RS3 (3, half of it 2) less one: RS4 reduced is 2, half of it 1.
    match = declare(fight("0317: 72DI, 51DI\n0318: 21ID, 25ID, RS4 reduced"), "0317", "21ID", "25ID", "RS4")
    assert artillery(match) == ("11 to 4, 2:1 in clear", "4 to 11, 1:3 in clear")
    attacker, defender = modifiers(match)
    assert (attacker["9.1b"], defender["9.1b"]) == (1, -2)


@pytest.mark.case("campaign-of-attrition", "9.1a", "CA-D01", "CA-R16")
@pytest.mark.parametrize(
    ("text", "ours", "theirs"),
    [
        ("0317: 14DI\n0318: 9RD", "4 to 3, 1:1", "3 to 4, 1:2"),
        ("0317: 14DI, ENG1\n0318: 5LW", "2 to 3, 1:2", "3 to 2, 1:1"),
        ("0317: 72DI\n0318: CAV", "0 to 2, 1:5", "2 to 0, 5:1"),
        ("0317: ENG1\n0318: CAV", "0 to 0, 1:1", "0 to 0, 1:1"),
        ("0317: 72DI\n0318: 21ID, 25ID, RS4", "12 to 2, 5:1", "2 to 12, 1:5"),
    ],
)
def test_ratios_round_against_their_owner_and_nothing_is_the_last_column(text, ours, theirs):
    match = fight(text)
    units = [unit.strip() for unit in text.split("0318: ")[1].split(",")]
    assert artillery(declare(match, "0317", *units)) == (f"{ours} in clear", f"{theirs} in clear")


@pytest.mark.case("campaign-of-attrition", "4.1g", "8.3c", "CA-D02", "CA-R16")
def test_entrenched_infantry_reads_one_column_to_the_right_and_the_attacker_does_not():
    match = fight("0109: 72DI entrenched, 51DI\n0110: 21ID, 25ID, RS4 reduced")
    assert artillery(declare(match, "0109", "21ID", "25ID", "RS4")) == ("11 to 4, 2:1 in woods", "4 to 11, 1:2 in woods")
    attacker, defender = modifiers(match)
    assert (attacker["9.1b"], defender["9.1b"]) == (1, -1)


@pytest.mark.case("campaign-of-attrition", "4.6e", "9.1c", "CA-D03")
@pytest.mark.parametrize(("gun", "worth"), [("RS1", 3), ("RS3", 3), ("RS4", 2), ("RS1 reduced", 2), ("RS4 reduced", 1)])
def test_heavy_artillery_adds_half_its_points_rounded_up(gun, worth):
    match = declare(fight(f"0317: 72DI\n0318: 5LW, {gun}"), "0317", "5LW", gun.split()[0])
    assert artillery(match)[0].startswith(f"{2 + worth} to 2,")


@pytest.mark.case("campaign-of-attrition", "9.6b", "9.7b", "CA-D04", "CA-R35")
def test_shaken_artillery_is_halved_and_halves_round_up_one_after_the_other():
    match = declare(fight("0317: 72DI\n0318: 5LW, RS1 disrupted\n0217: RS3 disrupted"), "0317", "5LW", "RS1", "RS3")
    assert artillery(match)[0].startswith("6 to 2,")  # 2 + 2 + 2
    divisions = declare(fight("0317: 14DI demoralized, 51DI disrupted\n0318: 21ID disrupted"), "0317", "21ID")
    assert artillery(divisions)[0].startswith("3 to 3,")  # 5 is 3; 3 is 2 and 2 is 1


@pytest.mark.case("campaign-of-attrition", "10.0b", "CA-D05")
def test_out_of_supply_there_are_no_guns():
    match = declare(fight("0317: 72DI\n0318: 21ID oos, RS1 oos"), "0317", "21ID", "RS1")
    assert artillery(match)[0].startswith("0 to 2,")


@pytest.mark.case("campaign-of-attrition", "4.6f", "7.2b", "CA-R33", "CA-D13")
def test_guns_that_fired_add_nothing_in_attack_but_defend_as_ever():
    match = fight("0317: 72DI\n0318: 21ID, RS1 fired")
    play(match, "0317")
    assert refused(match, "RS1").cases == ("7.2b",)
    assert artillery(declare(fight("0317: 72DI, XXX.HA fired\n0318: 21ID"), "0317", "21ID"))[1].startswith("4 to 5,")


@pytest.mark.case("campaign-of-attrition", "9.1b", "CA-R16")
@pytest.mark.parametrize(
    ("target", "origin", "row", "value"),
    [("0317", "0318", "clear", 4), ("0202", "0102", "high ground", 3), ("0109", "0110", "woods", 3),
     ("0310", "0311", "village", 2), ("1212", "1112", "verdun", 2), ("1011", "1012", "fortress", 1)],
)  # fmt: skip
def test_the_ground_of_the_combat_hex_is_the_row_of_the_matrix(target, origin, row, value):
    inside = " entrenched" if row == "fortress" else ""
    text = f"forts: 1011 silent\n{target}: 72DI{inside} oos\n{origin}: 21ID, 25ID, RS1"
    match = declare(fight(text), target, "21ID", "25ID", "RS1")
    assert artillery(match)[0] == f"13 to 0, 5:1 in {row}" and modifiers(match)[0]["9.1b"] == value


@pytest.mark.case("campaign-of-attrition", "7.3", "CA-R34")
def test_guns_alone_defend_with_one_point_each_and_half_their_points():
    match = declare(fight("0317: XXX.HA, A.HA1\n0318: 21ID"), "0317", "21ID")
    assert strengths(match) == (6, 2) and artillery(match)[1].startswith("4 to 5,")
    assert strengths(declare(fight("0317: XXX.HA\n0318: 21ID"), "0317", "21ID")) == (6, 1)
    assert strengths(declare(fight("0317: 72DI, XXX.HA\n0318: 21ID"), "0317", "21ID")) == (6, 4)
    assert strengths(declare(fight("0317: ENG1, ENG2\n0318: 21ID"), "0317", "21ID")) == (6, 1)


@pytest.mark.case("campaign-of-attrition", "9.0b", "CA-D14", "CA-R13")
def test_a_whole_attack_of_the_first_turn_by_the_numbers():
    text = "1306: 72DI entrenched\n1305: 21ID, 25ID, RS1"
    match = fight(text, dice=[4, 3], turn=1)
    declare(match, "1306", "21ID", "25ID", "RS1")
    assert columns(match) == ("21-25", "4-6") and strengths(match) == (12, 4)
    assert modifiers(match) == ({"9.1b": 3, "2.2b": -1, "2.3c": -1, "9.9": 3}, {"9.1b": -2})
    assert result(play(match, "attack") + ready(match)) == "4/0"


@pytest.mark.case("campaign-of-attrition", "9.0b", "9.0f")
def test_the_odds_before_the_roll_are_exact():
    match = declare(fight("0317: 72DI\n0318: 21ID"), "0317", "21ID")
    odds = match.odds(match.parse("attack"))
    assert abs(sum(o.probability for o in odds.outcomes) - 1) < 1e-9
    # 6 points at +1: 0 0 1 1 1 2 -> rows 2..7; 4 points at -2: rows -1..4.
    chances = {o.result: round(o.probability * 36) for o in odds.outcomes}
    assert chances == {"0/0": 4, "0/1": 2, "1/0": 12, "1/1": 6, "2/0": 8, "2/1": 4}


def test_nothing_is_decided_before_the_dice():
    match = position("turn: 5\nstep: german-combat\n0317: 72DI\n0318: 21ID")
    play(match, "0317", "21ID", "attack")
    ready(match)
    assert match.player == "dice" and order(match, "21ID") == "good"
