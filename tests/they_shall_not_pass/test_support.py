"""9.3 Artillery support."""

import pytest

from .kit import assault, column, declare, fight, options, play, refused, result, states


def guns_for(match, cell, *attackers):
    """The guns that could still join an attack by these units."""
    return options(declare(match, cell, *attackers)) - {"attack"}


def guns_against(text, **how):
    """The guns that could support the defence of 3014, which IR81 or, in the French phase, 42RI attacks from 3013."""
    attacker = "42RI" if how.get("side") == "french" else "IR81"
    match = fight(f"3013: {attacker}\n{text}", **how)
    assault(match, "3014", attacker)
    return options(match) - {"ready"} if match.decision.kind == "DefensiveSupport" else set()


@pytest.mark.case("they-shall-not-pass", "9.3", "9.31")
def test_support_adds_attack_strength_and_turns_the_gun_over():
    match = declare(fight("3013: IR81, IR87\n3010: XVIII.A1\n3014: 42RI\n3018: XXX.A"), "3014", "IR81", "IR87")
    assert column(match) == "2:1"
    play(match, "XVIII.A1")
    assert column(match) == "2:1" and states(match, "XVIII.A1") == set()
    play(match, "attack")
    assert states(match, "XVIII.A1") == {"fired"}
    play(match, "XXX.A")
    assert states(match, "XXX.A") == {"fired"}
    lines = play(match, "roll:1")[0].lines
    assert [(line.value, line.case) for line in lines] == [(6, "9.1"), (6, "9.1"), (5, "9.31"), (-6, "9.1"), (-4, "9.31")]


@pytest.mark.case("they-shall-not-pass", "9.3", "TP-R03")
def test_support_reaches_as_far_as_the_gun_and_no_farther():
    assert guns_for(fight("3013: IR81\n3009: FAR27\n3014: 208R"), "3014", "IR81") == {"FAR27"}  # five hexes
    assert guns_for(fight("3013: IR81\n3008: FAR27\n3014: 208R"), "3014", "IR81") == set()  # six
    assert guns_against("3014: 208R\n3019: AD51R") == {"AD51R"}
    assert guns_against("3014: 208R\n3020: AD51R") == set()
    assert guns_against("3014: 208R\n3022: XXX.A") == {"XXX.A"}  # corps guns reach eight


@pytest.mark.case("they-shall-not-pass", "9.3")
def test_a_supporting_gun_may_stand_next_to_the_attacked_hex():
    assert guns_for(fight("3013: IR81, FAR27\n3014: 208R"), "3014", "IR81") == {"FAR27"}
    assert guns_against("3014: 208R\n3015: AD51R") == {"AD51R"}


@pytest.mark.case("they-shall-not-pass", "9.3", "TP-R24", "2.13")
def test_a_gun_that_has_fired_supports_nobody():
    assert guns_for(fight("3013: IR81\n3012: FAR27 fired, XVIII.A1\n3014: 208R"), "3014", "IR81") == {"XVIII.A1"}
    assert guns_against("3014: 208R\n3015: AD51R fired\n3016: XXX.A") == {"XXX.A"}


@pytest.mark.case("they-shall-not-pass", "9.3", "9.31", "TP-R24")
def test_a_gun_supports_one_assault_only():
    match = fight("3013: IR81\n2914: IR87\n3012: FAR27\n3014: 208R\n2915: 243R", dice=[1])
    assault(match, "3014", "IR81", "FAR27")
    play(match, "lose=1", "lose=2")
    assert guns_for(match, "2915", "IR87") == set()
    assert refused(match, "FAR27").cases


@pytest.mark.case("they-shall-not-pass", "9.32", "14.3", "AC.1")
def test_army_artillery_never_supports():
    assert guns_against("3014: 208R\n3016: RR\n0105: LB\n3017: XXX.A") == {"XXX.A"}
    match = fight("3013: IR81\n3014: 208R\nnaval: NAV\ntrack: HVY")
    assert guns_for(match, "3014", "IR81") == set()
    assert refused(match, "NAV").cases == ("9.32",)
    match = fight("3014: 208R\n3013: IR81\n3016: RR", side="french")
    declare(match, "3013", "208R")
    assert refused(match, "RR").cases == ("9.32",)


@pytest.mark.case("they-shall-not-pass", "9.32a")
def test_divisional_guns_support_only_where_their_own_division_fights():
    text = "3013: IR81, IR116\n3012: FAR27, FAR25\n3014: 208R"  # 21st and 25th Division
    assert guns_for(fight(text), "3014", "IR81") == {"IR116", "FAR27"}
    assert guns_for(fight(text), "3014", "IR116") == {"IR81", "FAR25"}
    assert guns_for(fight(text), "3014", "IR81", "IR116") == {"FAR27", "FAR25"}  # one unit is enough
    match = declare(fight(text), "3014", "IR81")
    assert any(case.startswith("9.32") for case in refused(match, "FAR25").cases)


@pytest.mark.case("they-shall-not-pass", "9.32a")
def test_a_unit_of_the_division_that_sits_out_does_not_bring_its_guns_in():
    match = fight("3013: IR81, IR116\n3012: FAR25\n3014: 208R")
    assert guns_for(match, "3014", "IR81") == {"IR116"}
    play(match, "IR116")
    assert "FAR25" in options(match)


@pytest.mark.case("they-shall-not-pass", "9.32a")
def test_in_defence_the_division_must_hold_the_attacked_hex():
    assert guns_against("3014: 208R\n3015: 42RI\n3016: AD51R, AD14") == {"AD51R"}
    assert guns_against("3014: 208R, 42RI\n3016: AD51R, AD14") == {"AD51R", "AD14"}


@pytest.mark.case("they-shall-not-pass", "9.32b", "TP-R20")
def test_corps_guns_support_any_unit_of_their_corps():
    text = "3013: IR81, IR24\n3011: XVIII.A1, III.A1, V.A1\n3014: 208R"
    assert guns_for(fight(text), "3014", "IR81") == {"IR24", "XVIII.A1"}
    assert guns_for(fight(text), "3014", "IR81", "IR24") == {"XVIII.A1", "III.A1"}
    assert guns_for(fight("3013: IR60\n3011: XVIII.A1, V.A1\n3014: 208R"), "3014", "IR60") == {"XVIII.A1"}  # the 121st
    assert guns_against("3014: 42RI\n3016: XXX.A, XX.A, I.A") == {"XXX.A"}


@pytest.mark.case("they-shall-not-pass", "9.32c", "TP-R103")
def test_any_corps_or_divisional_gun_supports_a_remnant():
    assert guns_against("3014: FRem1\n3016: XXX.A, XX.A, AD14, AD16\n3015: RR") == {"XXX.A", "XX.A", "AD14", "AD16"}
    text = "3013: GRem1, IR81\n3011: V.A1, FAR5\n3014: II.44T"
    assert guns_for(fight(text), "3014", "IR81") == {"GRem1"}
    assert guns_for(fight(text), "3014", "IR81", "GRem1") == {"V.A1", "FAR5"}


@pytest.mark.case("they-shall-not-pass", "TP-R103", "9.32a", "9.32b")
@pytest.mark.parametrize("unit", ["II.44T", "56BCP"])
def test_territorials_and_the_hunters_of_xxx_corps_get_its_corps_guns_only(unit):
    assert guns_against(f"3014: {unit}\n3016: XXX.A, XX.A, AD72R, AD51R, AD14") == {"XXX.A"}


@pytest.mark.case("they-shall-not-pass", "TP-R103", "14.2")
def test_the_sixteenth_division_gets_its_own_guns_only():
    assert guns_against("3014: 13RI\n3016: XXX.A, XX.A, I.A, AD16, AD14") == {"AD16"}


@pytest.mark.case("they-shall-not-pass", "TP-R103", "14.83", "14.81")
def test_a_fort_held_by_its_garrison_alone_gets_no_support():
    match = fight("2514: IR81, IR87\n2517: XXX.A, AD14, AD16")
    assault(match, "2515", "IR81", "IR87")
    assert match.player == "dice"
    match = fight("2514: IR81, IR87\n2515: II.44T\n2517: XXX.A, AD14, AD16")
    assault(match, "2515", "IR81", "IR87")
    assert options(match) == {"XXX.A", "ready"}


@pytest.mark.case("they-shall-not-pass", "9.32d", "TP-R93")
def test_guns_in_the_attacked_hex_defend_and_do_not_support():
    match = declare(fight("3013: IR81, IR87\n3014: 208R, AD51R"), "3014", "IR81", "IR87")
    assert column(match) == "2:1"  # 12 against 4 + 2, not 4 + 3
    play(match, "attack")
    assert match.player == "dice" and "fired" not in states(match, "AD51R")


@pytest.mark.case("they-shall-not-pass", "9.32d", "TP-R93")
def test_a_gun_assaulted_earlier_in_the_phase_supports_nobody_for_the_rest_of_it():
    text = "3013: IR81\n2914: IR87, FR80\n3014: AD51R, 42RI\n2915: 208R"
    match = fight(text, dice=[2])
    assault(match, "3014", "IR81")  # 6 against 8 is 1:2, 2 is 3/0
    play(match, "lose=2")
    assert states(match, "AD51R") == {"assaulted"}
    assault(match, "2915", "IR87", "FR80")
    assert match.player == "dice"  # the French have nobody to ask
    match = fight(text)
    assault(match, "2915", "IR87", "FR80")
    assert options(match) == {"AD51R", "ready"}  # not assaulted yet: it may


@pytest.mark.case("they-shall-not-pass", "TP-R93", "9.32d")
def test_support_given_before_the_gun_is_assaulted_stands():
    match = fight("3013: IR81\n2914: IR87, FR80\n3014: AD51R, 42RI\n2915: 208R", dice=[2, 2])
    assault(match, "2915", "IR87", "FR80")
    assert result(play(match, "AD51R")) == "3/1"  # 12 against 4 + 3 is 1:1
    play(match, "lose=1", "208R", "lose=3", "IR87", "IR87")
    declare(match, "3014", "IR81")
    assert column(match) == "1:2"  # fired or not it defends with 2: 6 against 8


@pytest.mark.case("they-shall-not-pass", "9.32d")
def test_other_guns_may_support_a_gun_that_is_assaulted():
    assert guns_against("3014: AD51R\n3016: XXX.A\n3017: AD14") == {"XXX.A"}


@pytest.mark.case("they-shall-not-pass", "9.32e", "TP-R104")
@pytest.mark.parametrize(("turn", "strength"), [(1, 4), (2, 2)])
def test_german_divisional_guns_count_four_in_attack_on_the_first_day(turn, strength):
    match = declare(fight("3013: IR81\n3011: FAR27, XVIII.A1\n3014: 208R", turn=turn), "3014", "IR81", "FAR27", "XVIII.A1")
    assert [line.value for line in match.odds(match.parse("attack")).lines][:3] == [6, strength, 5]


@pytest.mark.case("they-shall-not-pass", "9.32e", "TP-R104")
def test_on_the_first_day_german_guns_defend_and_french_guns_fire_at_their_printed_strength():
    match = fight("3014: 42RI\n3016: AD14\n3013: IR81\n3011: FAR27", side="french", turn=1)
    assault(match, "3013", "42RI", "AD14")
    play(match, "FAR27")
    lines = play(match, "roll:1")[0].lines
    assert [line.value for line in lines] == [6, 3, -6, -2]


@pytest.mark.case("they-shall-not-pass", "6.16a", "9.3")
def test_guns_out_of_supply_support_a_defence_but_no_attack():
    assert guns_for(fight("3013: IR81\n3012: FAR27 unsupplied\n3014: 208R"), "3014", "IR81") == set()
    assert guns_against("3014: 208R\n3016: AD51R unsupplied") == {"AD51R"}


@pytest.mark.case("they-shall-not-pass", "12.3a", "6.16c", "9.3")
def test_demoralized_guns_support_neither_attack_nor_defence():
    assert guns_for(fight("3013: IR81\n3012: FAR27 demoralized\n3014: 208R"), "3014", "IR81") == set()
    assert guns_against("3014: 208R\n3016: AD51R demoralized\n3017: XXX.A") == {"XXX.A"}


@pytest.mark.case("they-shall-not-pass", "9.1", "9.32d")
def test_german_guns_support_german_defences_in_the_french_phase():
    assert guns_against("3014: IR81\n3015: FAR27, XVIII.A1, III.A1", side="french") == {"FAR27", "XVIII.A1"}


@pytest.mark.case("they-shall-not-pass", "9.3", "9.32a", "9.32b", "12.3a", "6.16a")
@pytest.mark.parametrize(
    ("gun", "case"),
    [("3008: FAR27", "9.3"), ("3012: FAR25", "9.32a"), ("3012: III.A1", "9.32b"), ("3012: FAR27 demoralized", "12.3"),
     ("3012: FAR27 unsupplied", "6.16"), ("3012: FAR27 fired", "9.31")],
)  # fmt: skip
def test_the_refusal_of_a_gun_names_the_rule_that_holds_it_back(gun, case):
    match = declare(fight(f"3013: IR81\n{gun}\n3014: 208R"), "3014", "IR81")
    assert any(found.startswith(case) and found != "9.32" for found in refused(match, gun.split()[1]).cases)
