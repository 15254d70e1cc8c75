"""9.8 Combat support and the gas of 4.1i. On 1708 Germans in 1707 and 1607 and the French have their lines."""

import pytest

from .kit import ap, at, columns, fight, modifiers, options, order, play, ready, refused, result, settle, states

FRONT = "1708: 72DI\n1707: 21ID, 25ID, RS1\n"


def begin(text, *units, dice=(), turn=5, side="german", cell="1708"):
    """An attack is declared and support is asked for."""
    match = fight(text, dice=dice, turn=turn, side=side)
    play(match, cell, *units, "attack")
    return match


@pytest.mark.case("campaign-of-attrition", "9.8b", "9.8a")
def test_support_is_declared_before_the_dice_the_attacker_first():
    match = begin(FRONT, "21ID", "25ID", dice=[3, 3])
    assert match.decision.kind == "Support" and match.player == "german"
    play(match, "flamethrowers=3", "ready")
    assert match.decision.kind == "Support" and match.player == "french"
    assert match.position.rolled == 0
    play(match, "elan=2")  # there is nothing more to choose
    assert match.position.rolled == 2


@pytest.mark.case("campaign-of-attrition", "9.8a", "4.3b", "CA-R58")
def test_support_needs_supply_and_a_line_at_that_moment():
    assert "flamethrowers=3" in options(begin(FRONT, "21ID", "25ID"))
    far = begin("0317: 72DI\n0318: 21ID, 25ID, RS1", "21ID", "25ID", cell="0317")  # no line there
    assert match_player_options(far) == ("french", set())
    marked = begin("1708: 72DI\n1707: 21ID oos, 25ID", "21ID", "25ID")
    assert match_player_options(marked)[1] & {"flamethrowers=3"} == set()


def match_player_options(match):
    """Who is asked, and for which support other than Elan."""
    return match.player, {text for text in options(match) if not text.startswith("elan") and text != "ready"}


@pytest.mark.case("campaign-of-attrition", "4.4.1d", "9.8a")
def test_on_turn_one_a_unit_without_a_line_is_in_supply_and_yet_buys_nothing():
    far = begin("0317: 72DI\n0318: 21ID, 25ID", "21ID", "25ID", cell="0317", turn=1)
    assert match_player_options(far) == ("french", set())


# ------------------------------------------------------------------------------------------------ Hurricane Barrage


@pytest.mark.case("campaign-of-attrition", "9.8.1a", "9.8.1b", "CA-D22", "CA-R24", "S-h")
def test_two_points_of_a_hurricane_barrage_cost_the_defender_one_up_to_half_the_guns():
    match = begin(FRONT, "21ID", "25ID")
    play(match, "RS1")  # 6 points: at most 3 AP
    assert {"hurricane=1", "hurricane=2", "hurricane=3"} <= options(match)
    assert refused(match, "hurricane=4").cases == ("9.8.1b",)
    assert [modifiers(match, f"hurricane={n}")[1].get("9.8.1a", 0) for n in (1, 2, 3)] == [0, -1, -1]
    before = ap(match, "german")
    play(match, "hurricane=2")
    assert ap(match, "german") == before - 2
    assert not any(text.startswith("hurricane") for text in options(match))  # once
    play(match, "ready")
    assert match.player == "french" and not any(text.startswith("hurricane") for text in options(match))


@pytest.mark.case("campaign-of-attrition", "9.8.1a")
def test_guns_beside_the_target_that_do_not_attack_can_barrage():
    match = begin("1708: 72DI\n1707: 21ID\n1607: RS1, RS2", "21ID")
    play(match, "RS1", "RS2")
    assert "hurricane=6" in options(match) and modifiers(match, "hurricane=6")[1]["9.8.1a"] == -3


@pytest.mark.case("campaign-of-attrition", "9.8.1c", "CA-R24", "CA-R17")
def test_guns_of_a_barrage_do_nothing_else_and_are_not_disrupted():
    match = begin(FRONT, "21ID", "RS1")
    assert "RS1" not in options(match)  # it attacks: it adds its guns, and cannot barrage
    other = begin(FRONT, "21ID", dice=[1, 1])
    lines = modifiers(other, "ready")[0]
    play(other, "RS1", "hurricane=2")
    assert modifiers(other, "ready")[0] == lines  # no Ordnance Points of theirs
    ready(other)
    assert order(other, "RS1") == "good" and order(other, "21ID") == "disrupted"


@pytest.mark.case("campaign-of-attrition", "9.8.1a", "CA-R24", "7.2b")
def test_guns_that_have_fired_and_guns_without_a_line_do_not_barrage():
    assert "RS1" not in options(begin("1708: 72DI\n1707: 21ID, 25ID, RS1 fired", "21ID", "25ID"))
    assert match_player_options(begin("0317: 72DI\n0318: 21ID, RS1", "21ID", cell="0317"))[1] == set()


@pytest.mark.case("campaign-of-attrition", "9.8.1a")
def test_the_french_barrage_too():
    match = begin("1707: 21ID\n1708: 72DI, XXX.HA", "72DI", side="french", cell="1707")
    play(match, "XXX.HA")
    assert "hurricane=2" in options(match) and modifiers(match, "hurricane=2")[1]["9.8.1a"] == -1


# ------------------------------------------------------------------------------------------------ Flamethrowers


@pytest.mark.case("campaign-of-attrition", "9.8.2", "CA-D23", "CA-R03", "S-h")
def test_three_points_of_flamethrowers_give_one_up_to_half_the_strength():
    match = begin(FRONT, "21ID", "25ID")
    assert [modifiers(match, f"flamethrowers={n}")[0]["9.8.2"] for n in (3, 6)] == [1, 2]
    assert modifiers(match, "flamethrowers=5")[0]["9.8.2"] == 1 and refused(match, "flamethrowers=7").cases == ("9.8.2",)
    odd = begin("1708: 72DI\n1707: 9RD", "9RD")
    assert "flamethrowers=3" in options(odd) and "flamethrowers=4" not in options(odd)  # half of 5, rounded up


@pytest.mark.case("campaign-of-attrition", "9.8.2")
def test_flamethrowers_are_german_and_for_the_attack():
    french = begin("1707: 21ID\n1708: 72DI", "72DI", side="french", cell="1707")
    assert not any(text.startswith("flame") for text in options(french))
    assert refused_somewhere(french, "flamethrowers=3")


def refused_somewhere(match, text):
    """Both sides are asked in turn, and neither may."""
    while match.decision is not None and match.decision.kind == "Support":
        if match.legal(match.parse(text)):
            return False
        play(match, "ready")
    return True


# ------------------------------------------------------------------------------------------------ Elan


@pytest.mark.case("campaign-of-attrition", "9.8.3a", "CA-D24", "CA-R03", "S-h")
def test_two_points_of_elan_give_one_up_to_half_the_strength():
    match = begin("1708: 14DI\n1707: 21ID", "21ID")
    play(match, "ready")
    assert match.player == "french"
    found = [modifiers(match, f"elan={n}")[1].get("9.8.3a", 0) for n in (1, 2, 3)]
    assert found == [0, 1, 1] and refused(match, "elan=4").cases == ("9.8.3a",)


@pytest.mark.case("campaign-of-attrition", "9.8.3c", "CA-R58", "4.3b")
def test_elan_needs_neither_supply_nor_a_line():
    match = begin("1605: 72DI oos\n1606: 21ID", "21ID", cell="1605")
    play(match, "ready")
    assert match.player == "french" and "elan=2" in options(match)


@pytest.mark.case("campaign-of-attrition", "9.8.3a")
def test_germans_have_no_elan():
    match = begin("0317: 21ID\n0318: 72DI", "72DI", side="french", cell="0317", dice=[3, 3])
    assert match.decision.kind != "Support" or refused_somewhere(match, "elan=2")


@pytest.mark.case("campaign-of-attrition", "9.8.3b", "CA-D25", "CA-R23")
def test_elan_defenders_who_lose_more_lose_their_strongest_unit_which_absorbs_one_point():
    # 24 points at 2:1 against 9 at 1:2: the dice give the defender 3 and the attacker 2.
    match = begin("1708: 14DI, 51DI\n1707: 21ID, 25ID\n", "21ID", "25ID", dice=[6, 4])
    play(match, "ready", "elan=2")
    assert match.position.fight.losses[1] > match.position.fight.losses[0] >= 1
    while match.player == "german":
        play(match, "pay")
    assert at(match, "14DI") == "pool" and at(match, "51DI") == "1708"
    assert match.decision.kind == "Absorb" and f"{match.position.fight.losses[1] - 1} loss point" in match.decision.prompt


@pytest.mark.case("campaign-of-attrition", "9.8.3b", "CA-R23")
def test_with_equal_losses_elan_has_no_price():
    match = begin("1708: 14DI, 51DI\n1707: 21ID, 25ID\n", "21ID", "25ID", dice=[1, 1])
    events = play(match, "ready", "elan=4")
    assert result(events) == "1/1"
    play(match, "pay", "pay")
    assert at(match, "14DI") == at(match, "51DI") == "1708"


@pytest.mark.case("campaign-of-attrition", "9.8.3b", "9.2b")
def test_among_equals_the_owner_chooses_the_price_of_elan():
    match = begin("1708: 72DI, 51DI\n1707: 21ID, 25ID\n", "21ID", "25ID", dice=[6, 1])
    play(match, "ready", "elan=2")
    assert match.decision.kind == "PayElan" and options(match) == {"72DI", "51DI"} and match.player == "french"
    play(match, "51DI")
    assert at(match, "51DI") == "pool" and at(match, "72DI") == "1708" and match.decision.kind == "Absorb"


@pytest.mark.case("campaign-of-attrition", "9.8.3b", "CA-R77", "9.2c")
def test_the_price_of_elan_on_a_lone_defender_ends_all_his_losses():
    match = begin("1708: 72DI\n1707: 21ID, 25ID\n", "21ID", "25ID", dice=[6, 1])
    play(match, "ready", "elan=2")
    assert at(match, "72DI") == "pool" and ap(match, "french") == 43


@pytest.mark.case("campaign-of-attrition", "9.8.3b", "CA-R36")
def test_the_price_of_elan_follows_the_rules_of_elimination_in_combat():
    match = begin("1708: 72DI demoralized\n1707: 21ID, 25ID\n", "21ID", "25ID", dice=[6, 1])
    play(match, "ready", "elan=2")
    assert at(match, "72DI") == "eliminated" and match.position.rolled == 2


# ------------------------------------------------------------------------------------------------ gas


@pytest.mark.case("campaign-of-attrition", "4.1i", "CA-D21", "CA-R15")
@pytest.mark.parametrize(("die", "losses"), [(1, 1), (3, 1), (4, 2), (6, 2)])
def test_gas_moves_the_german_column_one_left_or_right(die, losses):
    # 12 points at 10 guns to 2, 5:1: +4. A 1 is row 5: 2 losses in 7-9, 10-12; 3 in 13-16.
    match = begin("0317: 72DI\n0318: 21ID, 25ID, GAS1\n", "21ID", "25ID", cell="0317", dice=[die, 1, 1])
    assert columns(match, "ready") == ("10-12", "4-6")
    play(match, "gas:GAS1")
    events = ready(match)
    expected = {1: "2/0", 3: "2/0", 4: "3/0", 6: "3/0"}[die]
    assert result(events) == expected and match.position.rolled == 3
    assert next(e.result for e in events if e.kind == "gas") == ("-1" if die < 4 else "+1")


@pytest.mark.case("campaign-of-attrition", "4.1i", "CA-R15")
def test_gas_in_attack_is_disrupted_with_the_rest_and_is_not_used_up():
    match = begin("0317: 72DI\n0318: 21ID, 25ID, GAS1\n", "21ID", "25ID", cell="0317", dice=[4, 1, 1])
    play(match, "gas:GAS1")
    ready(match)
    settle(match)
    assert "disrupted" in states(match, "GAS1") and at(match, "GAS1") == "0318"


@pytest.mark.case("campaign-of-attrition", "4.1i", "CA-R15")
def test_gas_works_in_defence_too_and_only_where_it_is_stacked():
    match = begin("0317: 21ID, GAS1\n0318: 38DI\n0316: GAS2\n", "38DI", side="french", cell="0317", dice=[6, 1, 6])
    while match.player == "french":
        play(match, "ready")
    assert match_player_options(match) == ("german", {"gas:GAS1"})
    play(match, "gas:GAS1")
    assert match.position.rolled == 3 and match.position.fight.blown == 1


@pytest.mark.case("campaign-of-attrition", "4.1i", "CA-R15")
def test_several_gas_units_add_up():
    match = begin("0317: 72DI\n0318: 21ID, GAS1\n0217: 5ID, GAS2\n", "21ID", "5ID", cell="0317", dice=[4, 4, 1, 1])
    play(match, "gas:GAS1", "gas:GAS2")
    ready(match)
    assert match.position.fight is None or match.position.fight.blown == 2


@pytest.mark.case("campaign-of-attrition", "9.8a")
def test_points_can_only_be_spent_once_on_a_kind_and_never_more_than_there_are():
    match = begin("ap: 4 45\n" + FRONT, "21ID", "25ID")
    assert "flamethrowers=4" in options(match) and "flamethrowers=5" not in options(match)
    play(match, "flamethrowers=3")
    assert not any(text.startswith("flame") for text in options(match))
