"""9.1a and 9.2: strengths, odds and column shifts."""

import pytest

from trenchline.ai import make_player
from trenchline.core.charts import odds_number, odds_text
from trenchline.games.they_shall_not_pass.assault_odds import fight_odds, odds_index

from .kit import GAME, C, column, declare, fight, options, play, refused, result, shifts


@pytest.mark.case("they-shall-not-pass", "9.1a", "TP-R82")
@pytest.mark.parametrize(
    ("attack", "defence", "odds"),
    [(24, 11, "2:1"), (22, 11, "2:1"), (21, 11, "1:1"), (11, 11, "1:1"), (10, 11, "1:2"), (6, 11, "1:2"), (5, 11, "1:3"),
     (4, 12, "1:3"), (3, 10, "1:4"), (50, 6, "8:1")],
)  # fmt: skip
def test_odds_are_rounded_in_favour_of_the_defender(attack, defence, odds):
    assert odds_text(odds_number(attack, defence)) == odds


@pytest.mark.case("they-shall-not-pass", "9.1a")
def test_both_sides_add_infantry_and_guns_to_find_the_base_odds():
    match = fight("3013: IR81, IR87\n3011: XVIII.A1\n3014: 208R, AD14\n3017: AD51R")
    declare(match, "3014", "IR81", "IR87", "XVIII.A1")
    assert column(match) == "2:1"  # 6 + 6 + 5 against 4 + 2
    play(match, "attack")
    odds = match.odds(match.parse("ready"))
    assert odds.column == "2:1"
    play(match, "AD51R")
    assert match.decision.prompt.endswith("at 1:1: roll one die.")  # 17 against 6 + 3


@pytest.mark.case("they-shall-not-pass", "TP-R84", "9.1a", "2.12", "14.12")
@pytest.mark.parametrize(
    ("defenders", "defence"),
    [
        ("208R", 4),
        ("208R reduced", 2),
        ("208R demoralized", 2),
        ("42RI reduced demoralized", 2),  # 3, halved and rounded up
        ("42RI demoralized unsupplied", 2),  # a quarter of 6, rounded up
        ("208R dug-in", 5),
        ("42RI demoralized dug-in", 4),  # the digging is added after the halving
        ("208R, AD14", 6),
        ("208R, AD14 dug-in", 7),
        ("AD14 fired", 2),
        ("XXX.A demoralized unsupplied", 2),
        ("XXX.HQ", 1),
        ("208R, XXX.HQ disrupted", 5),
    ],
)
def test_what_the_defender_counts(defenders, defence):
    match = declare(fight(f"3013: IR81, IR87\n3014: {defenders}"), "3014", "IR81", "IR87")
    lines = match.odds(match.parse("attack")).lines
    assert -sum(line.value for line in lines if line.value < 0) == defence
    assert column(match) == odds_text(min(7, odds_number(12, defence))).replace("7:1", "7:1+")


@pytest.mark.case("they-shall-not-pass", "14.12", "TP-R79")
def test_digging_in_does_not_help_an_attacker():
    match = declare(fight("3013: IR81 dug-in, IR87 unsupplied\n3014: 42RI"), "3014", "IR81", "IR87")
    assert [line.value for line in match.odds(match.parse("attack")).lines] == [6, 3, -6]


@pytest.mark.case("they-shall-not-pass", "TP-R84", "14.81")
def test_an_intact_fort_adds_two_to_the_defence_and_a_destroyed_one_nothing():
    match = declare(fight("2514: IR81, IR87\n2515: 42RI"), "2515", "IR81", "IR87")
    assert column(match) == "1:3"  # 12 against 6 + 2 is 1:1, two columns down
    assert [line.value for line in match.odds(match.parse("attack")).lines] == [6, 6, -6, -2, -2]
    ruined = declare(fight("forts: Vaux 0\n2514: IR81, IR87\n2515: 42RI"), "2515", "IR81", "IR87")
    assert column(ruined) == "2:1"


@pytest.mark.case("they-shall-not-pass", "9.11", "AT.2")
def test_attacks_below_one_to_three_are_refused_and_at_one_to_three_allowed():
    match = declare(fight("3013: Pi21 reduced, IR81 reduced\n3014: 208R, 243R"), "3014", "Pi21")
    assert refused(match, "attack").cases == ("9.11",)  # 1 against 8 is 1:8, +1
    play(match, "IR81")
    assert column(match) == "1:1"  # 4 against 8 is 1:2, +1 for the pioneer
    match = declare(fight("3013: GRem1, Pi21 reduced\n3014: 208R"), "3014", "GRem1")
    assert refused(match, "attack").cases == ("9.11",)  # 1 against 4
    play(match, "Pi21")
    assert column(match) == "1:1"  # 2 against 4, +1


@pytest.mark.case("they-shall-not-pass", "9.11")
def test_a_hex_that_cannot_be_brought_to_one_to_three_is_no_target():
    match = fight("3014: II.44T\n3013: IR81, Pi21", side="french")
    assert "3013" not in options(match)  # 2 against 8
    assert refused(match, "3013").cases == ("9.11",)
    assert "3013" in options(fight("3014: II.44T\n3013: IR81", side="french"))  # 2 against 6 is 1:3 exactly
    assert "3013" in options(fight("3014: II.44T\n3016: XXX.A\n3013: IR81, Pi21", side="french"))  # guns bring it to 6 : 8


@pytest.mark.case("they-shall-not-pass", "9.11", "AT.2")
def test_anything_above_seven_to_one_uses_the_last_column():
    match = declare(fight("3013: IR81, IR87, Pi21\n3014: XXX.HQ"), "3014", "IR81", "IR87", "Pi21")
    assert column(match) == "7:1+"  # 14 : 1, one more for the pioneer
    assert result([*play(match, "attack"), *play(match, "roll:3")]) == "1/4"


@pytest.mark.case("they-shall-not-pass", "TP-R83", "9.11", "9.11a")
def test_an_attack_that_support_pushes_below_one_to_three_is_resolved_at_one_to_three():
    # Trench in the open: 6 against 6 is 1:1, -2 makes 1:3. Two guns make it 6 : 13, base 1:3, after the trench 1:5.
    match = declare(fight("1904: IR81\n1905: 42RI\n1907: AD14\n1908: XXX.A"), "1905", "IR81")
    assert column(match) == "1:3" and "attack" in options(match)
    play(match, "attack", "AD14", "XXX.A")
    assert "at 1:3" in match.decision.prompt
    assert result(play(match, "roll:4")) == "3/1"


@pytest.mark.case("they-shall-not-pass", "TP-R83", "9.11")
def test_legality_is_judged_at_declaration_with_all_shifts_and_no_defensive_support():
    match = fight("1904: IR81\n1905: 42RI, XXX.HQ")
    assert refused(match, "1905").cases == ("9.11",)  # 6 against 7 is 1:2, the trench makes it 1:4


@pytest.mark.case("they-shall-not-pass", "9.2", "AT.2", "TP-R82")
@pytest.mark.parametrize(
    ("base", "shift", "read"),
    [(5, -2, "3:1"), (8, -2, "6:1"), (9, -3, "6:1"), (2 - 5, 2, "1:3"), (7, 1, "7:1+"), (12, -2, "7:1+"), (1, -1, "1:2")],
)
def test_each_shift_is_one_whole_number_of_odds_even_beyond_the_table(base, shift, read):
    index = base + shift
    assert C.assault.columns[C.assault.clamp(C.assault.column(index))] == read


@pytest.mark.case("they-shall-not-pass", "9.2", "AT.2")
def test_eight_to_one_loses_its_shifts_from_eight_not_from_seven():
    # 26 against 3 reduced-and-shaken defenders: 24 + 2 against 3 = 8:1; woods -1 and pioneer +1, slope -1.
    text = "1707: IR81, IR87, Pi21\n1808: FR80, LGIR115\n1807: 42RI reduced"
    match = declare(fight(text), "1807", "IR81", "IR87", "FR80", "LGIR115")
    assert shifts(match) == {"9.23": -1, "9.22": -1}
    assert column(match) == "6:1"  # 24 : 3 = 8:1, -2
    play(match, "Pi21")
    assert column(match) == "7:1+"  # 26 : 3 = 8:1, -1


@pytest.mark.case("they-shall-not-pass", "9.21", "14.5")
def test_pioneers_give_one_column_however_many_they_are():
    def pioneers(*units):
        return shifts(declare(fight("3013: IR81, Pi21\n2914: IR116, Pi25\n3014: 208R"), "3014", "IR81", *units))

    assert pioneers() == {}
    assert pioneers("Pi21") == pioneers("Pi21", "Pi25") == {"9.21": 1}


@pytest.mark.case("they-shall-not-pass", "9.21")
def test_pioneers_do_not_help_a_defence():
    match = declare(fight("3014: 42RI, 44RI\n3013: Pi21", side="french"), "3013", "42RI", "44RI")
    assert shifts(match) == {}


@pytest.mark.case("they-shall-not-pass", "9.22", "9.23", "9.24", "9.25", "AT.3", "TEC.2", "TP-R87")
@pytest.mark.parametrize(
    ("origin", "target", "expected"),
    [
        ("3013", "3014", {}),  # open ground
        ("1808", "1809", {"9.22": -1}),  # hill
        ("1609", "1610", {"9.22": -1}),  # slope
        ("2109", "2110", {"9.23": -1}),  # woods
        ("2605", "2506", {"9.23": -1}),  # town
        ("1904", "1905", {"9.24": -2}),  # trench
        ("2514", "2515", {"9.24": -2}),  # fort on the flat
        ("1622", "1522", {"9.25": -3}),  # city
    ],
)
def test_the_ground_of_the_attacked_hex_shifts_the_column(origin, target, expected):
    match = declare(fight(f"{origin}: IR81, IR87\n{target}: XXX.HQ"), target, "IR81", "IR87")
    assert shifts(match) == expected


@pytest.mark.case("they-shall-not-pass", "9.2", "TP-R87", "AT.3")
@pytest.mark.parametrize(
    ("origin", "target", "total"),
    [
        ("1603", "1604", -3),  # woods and trench
        ("1706", "1605", -4),  # slope, town and trench
        ("1303", "1403", -4),  # slope, woods and trench
        ("2212", "2113", -3),  # fort on a hill
        ("2416", "2417", -3),  # fort in woods
    ],
)
def test_all_shifts_of_a_hex_add_up(origin, target, total):
    units = ("IR81", "IR87", "FR80", "LGIR115")
    match = declare(fight(f"{origin}: {', '.join(units)}\n{target}: XXX.HQ"), target, *units)
    lines = match.odds(match.parse("attack")).lines
    assert sum(line.value for line in lines if line.case.startswith("9.2")) == total


@pytest.mark.case("they-shall-not-pass", "TP-R87", "9.24")
def test_a_destroyed_fort_shifts_nothing_but_its_hill_does():
    units = ("IR81", "IR87")
    ruined = declare(fight("forts: Douaumont 0\n2212: IR81, IR87\n2113: XXX.HQ"), "2113", *units)
    assert shifts(ruined) == {"9.22": -1}


@pytest.mark.case("they-shall-not-pass", "TP-R87", "9.24")
def test_trenches_protect_germans_too():
    match = declare(fight("1906: 42RI, 44RI\n1905: IR81 reduced", side="french"), "1905", "42RI", "44RI")
    assert shifts(match) == {"9.24": -2}


@pytest.mark.case("they-shall-not-pass", "9.26", "TP-R86", "AT.3")
@pytest.mark.parametrize(
    ("attackers", "shift"),
    [
        ({"1115": "IR81"}, -1),  # over the bridge of Charny
        ({"1215": "IR81"}, -1),  # over the brook
        ({"1115": "IR81", "1215": "IR87"}, -1),  # one over each: still one column
        ({"1115": "IR81", "1213": "IR87"}, 0),  # one on dry ground: none
        ({"1213": "IR87"}, 0),
    ],
)
def test_water_costs_one_column_only_if_every_attacker_crosses_it(attackers, shift):
    places = "\n".join(f"{cell}: {unit}" for cell, unit in attackers.items())
    match = declare(fight(f"{places}\n1214: XXX.HQ"), "1214", *attackers.values())
    assert shifts(match).get("9.26", 0) == shift


@pytest.mark.case("they-shall-not-pass", "9.26")
def test_a_gun_on_dry_ground_does_not_lift_the_water_shift():
    match = declare(fight("1115: IR81\n1213: FAR27\n1214: 208R"), "1214", "IR81", "FAR27")
    assert shifts(match) == {"9.26": -1}


@pytest.mark.case("they-shall-not-pass", "TP-R86", "9.26")
def test_a_road_across_a_brook_does_not_lift_the_water_shift():
    # 1204 and 1305 are joined by a road, with a brook under it.
    match = declare(fight("1305: IR81\n1204: XXX.HQ"), "1204", "IR81")
    assert shifts(match) == {"9.22": -1, "9.26": -1}


@pytest.mark.case("they-shall-not-pass", "9.1a", "9.2")
def test_the_odds_number_is_the_sum_of_the_lines_that_are_shown():
    match, player, fights = GAME.start(seed=3), make_player("sergeant", 1), 0
    while not match.over:
        p = match.position
        if p.fight is not None and p.fight.attackers:
            fights += 1
            by_kind = dict.fromkeys(("attack", "defence", "shift"), 0)
            for line in fight_odds(p, p.fight).lines:
                by_kind[line.kind] += line.value
            ratio = odds_number(by_kind["attack"], max(1, -by_kind["defence"]))
            assert odds_index(p, p.fight) == ratio + by_kind["shift"]
        match.apply(player.choose(match))
    assert fights > 100
