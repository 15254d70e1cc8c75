"""9.2 Taking losses, 9.5 elimination, 9.7 the Demoralized. Germans in 1707 and French in 1708 have their lines."""

import pytest

from .kit import ap, at, attack, fight, fort, options, order, play, position, ready, refused, result, states


def suffer(text, losses, who="defender", dice=(), options="none"):
    """A side has so many loss points to absorb: the dice have fallen. Attackers are in 1707, defenders in 1708."""
    import msgspec

    from trenchline.games.campaign_of_attrition.combat import NextCombat, new_fight
    from trenchline.games.campaign_of_attrition.losses import Losses

    match = position(f"turn: 5\nstep: german-combat\noptions: {options}\n{text}", dice=dice)
    p = match.position
    target = p.c.board.index["1708"]
    attackers = p.stacks[p.c.board.index["1707"]]
    p.stack.clear()
    p.fight = msgspec.structs.replace(new_fight(p, 0, target, attackers), losses=(losses, losses))
    p.stack += [NextCombat(0), Losses(1 if who == "defender" else 0, losses)]
    match._run()
    return match


# ------------------------------------------------------------------------------------------------ a lone defender


@pytest.mark.case("campaign-of-attrition", "9.2c", "9.2e", "9.2g", "9.2h", "9.2i", "9.2j", "9.2k", "CA-D28", "CA-R18")
@pytest.mark.parametrize(
    ("way", "state", "paid", "cell"),
    [
        (["pay", "pay"], "disrupted", 2, "1709"),  # the rest follows: it flips and retreats a hex
        (["pay", "flip", "retreat=2"], "demoralized", 1, "1710"),
        (["flip", "retreat=3"], "demoralized", 0, "1711"),
        (["flip", "pay", "retreat=2"], "demoralized", 1, "1710"),
    ],
)
def test_four_points_on_an_entrenched_division_can_be_met_in_three_ways(way, state, paid, cell):
    match = suffer("1708: 72DI entrenched\n1707: 21ID", 4)
    before = ap(match, "french")
    play(match, *way)
    play(match, f"72DI-{cell}")
    assert at(match, "72DI") == cell and states(match, "72DI") == {state}
    assert ap(match, "french") == before - paid and match.position.lost == [0, 0, 0, 0]


@pytest.mark.case("campaign-of-attrition", "9.2c", "9.2k", "CA-D28", "S-e", "CA-R02")
def test_it_may_not_be_eliminated_at_once_nor_retreat_before_it_has_left_its_trenches():
    match = suffer("1708: 72DI entrenched\n1707: 21ID", 4)
    assert options(match) == {"pay", "flip"}
    play(match, "pay", "pay")
    # Two points is all that can be paid: being entrenched gives no more (S-e); it flips by itself, then must retreat.
    assert ("pay" not in options(match) and "entrenched" not in states(match, "72DI")) or options(match) == {"flip"}


@pytest.mark.case("campaign-of-attrition", "9.2e", "9.2j", "CA-D29", "CA-R18", "S-f")
def test_five_points_on_a_mobile_division_with_a_line_are_survived_only_with_two_points_and_three_hexes():
    match = suffer("1708: 72DI\n1707: 21ID", 5)
    before = ap(match, "french")
    assert options(match) == {"pay", "retreat=3"}
    play(match, "pay", "pay")
    play(match, "72DI-1711")
    assert order(match, "72DI") == "demoralized" and ap(match, "french") == before - 2


@pytest.mark.case("campaign-of-attrition", "9.2d", "9.2c", "CA-D29", "CA-R19", "CA-W07")
@pytest.mark.parametrize(("state", "losses"), [("", 6), (" entrenched", 6), (" entrenched", 7)])
def test_six_points_always_cost_a_unit(state, losses):
    match = suffer(f"1708: 72DI{state}\n1707: 21ID", losses)
    assert at(match, "72DI") == "pool" and ap(match, "french") == 43


@pytest.mark.case("campaign-of-attrition", "9.2e", "9.2c", "4.3b")
def test_without_a_line_nothing_can_be_paid():
    match = suffer("1708: 72DI\n1707: 21ID\n1709: 25ID\n1608: 5ID entrenched\n1808: 6ID entrenched\n1807: 9RD", 1, dice=[5])
    assert at(match, "72DI") == "pool" and ap(match, "french") == 45


@pytest.mark.case("campaign-of-attrition", "9.2c", "CA-R18")
def test_a_lone_unit_that_cannot_cover_its_losses_pays_and_flips_and_is_lost_where_it_stands():
    # Friends keep its line open, but all around lie enemy zones: no retreat. 2 AP and the flip are 3 of 4.
    text = "1708: 72DI entrenched\n1707: 21ID\n1607: 5ID entrenched\n1809: 6ID entrenched\n1609: 9RD entrenched\n1807: 10RD"
    match = suffer(text + "\n1709: 51DI\n1710: 29DI", 4, dice=[6])
    assert at(match, "72DI") == "pool" and ap(match, "french") == 43 and match.position.rolled == 1


@pytest.mark.case("campaign-of-attrition", "9.2h", "9.2i", "9.2j", "9.4c")
@pytest.mark.parametrize(("hexes", "state"), [(1, "disrupted"), (2, "demoralized"), (3, "demoralized")])
def test_a_retreat_absorbs_as_many_points_as_hexes(hexes, state):
    match = suffer("1708: 72DI\n1707: 21ID", hexes)
    play(match, f"retreat={hexes}", f"72DI-17{8 + hexes:02}")
    assert order(match, "72DI") == state and ap(match, "french") == 45


@pytest.mark.case("campaign-of-attrition", "9.2h", "9.6d")
def test_a_disrupted_division_that_retreats_a_hex_is_demoralized():
    match = suffer("1708: 72DI disrupted\n1707: 21ID", 1)
    play(match, "retreat=1", "72DI-1709")
    assert order(match, "72DI") == "demoralized"


# ------------------------------------------------------------------------------------------------ stacks


@pytest.mark.case("campaign-of-attrition", "9.2c", "9.2b", "9.2a", "CA-R18")
def test_a_stack_takes_its_losses_as_it_likes_but_the_strongest_goes_first():
    match = suffer("1708: 14DI, 51DI, XXX.HA\n1707: 21ID, 25ID", 3)
    assert options(match) == {"pay", "step:XXX.HA", "14DI", "retreat=1", "retreat=2", "retreat=3"}
    assert refused(match, "51DI").cases
    assert "9.2b" in play(match, "14DI")[0].cases
    assert {"51DI", "XXX.HA"} <= options(match)
    play(match, "step:XXX.HA", "pay")
    assert at(match, "14DI") == "pool" and states(match, "XXX.HA") == {"reduced"} and order(match, "51DI") == "good"


@pytest.mark.case("campaign-of-attrition", "9.2a", "4.6d", "CA-R80")
def test_a_gun_gives_one_step_and_then_itself_before_any_larger_unit():
    match = suffer("1708: 51DI, XXX.HA reduced\n1707: 21ID, 25ID", 1)
    assert "step:XXX.HA" in options(match) and "XXX.HA" not in options(match)
    play(match, "step:XXX.HA")
    assert at(match, "XXX.HA") == "pool" and at(match, "51DI") == "1708" and match.position.lost == [0, 1, 0, 0]
    other = suffer("1708: XXX.HA, A.HA1\n1707: 21ID, 25ID", 2)
    play(other, "step:XXX.HA", "step:XXX.HA")
    assert at(other, "XXX.HA") == "pool" and at(other, "A.HA1") == "1708"


@pytest.mark.case("campaign-of-attrition", "9.2d", "CA-R19", "CA-R80")
def test_the_last_step_of_a_gun_is_not_the_unit_that_six_points_cost():
    match = suffer("1708: 14DI, 51DI, XXX.HA reduced\n1707: 21ID, 25ID", 6)
    assert at(match, "14DI") == "pool"  # the strongest, though a gun could have given its last step
    other = suffer("1708: 14DI, 51DI, XXX.HA reduced\n1707: 21ID, 25ID", 2)
    play(other, "step:XXX.HA")
    assert "14DI" in options(other) and "51DI" not in options(other)  # nobody has been eliminated yet: the strongest first


@pytest.mark.case("campaign-of-attrition", "9.2c", "4.6d", "CA-R80")
def test_a_lone_gun_can_cover_two_points_with_its_steps():
    match = suffer("ap: 75 1\n1708: XXX.HA\n1707: 21ID", 2)
    assert options(match) == {"pay", "step:XXX.HA", "retreat=1", "retreat=2"}
    play(match, "step:XXX.HA", "step:XXX.HA")
    assert at(match, "XXX.HA") == "pool" and ap(match, "french") == 1


@pytest.mark.case("campaign-of-attrition", "9.2e", "9.2c", "9.4b", "CA-R18", "CA-R81")
def test_a_unit_without_a_line_retreats_to_one_and_pays_the_rest_there():
    # 72DI stands beyond the Trenchline, where French units have no line; 1708 behind it has one.
    match = fight("1707: 72DI\n1706: 21ID, 25ID", dice=[4, 1])
    assert result(attack(match, "1707", "21ID", "25ID")) == "3/0" and options(match) == {"retreat=1", "retreat=2", "retreat=3"}
    play(match, "retreat=1", "72DI-1708")
    assert at(match, "72DI") == "1708" and ap(match, "french") == 43 and match.position.lost == [0, 0, 0, 0]


@pytest.mark.case("campaign-of-attrition", "9.2d", "9.2b", "CA-R19")
def test_six_points_on_a_stack_cost_it_a_unit_first_and_the_rest_as_it_likes():
    match = suffer("1708: 14DI, 51DI\n1707: 21ID, 25ID", 6)
    assert at(match, "14DI") == "pool" and at(match, "51DI") == "1708"
    assert options(match) == {"pay", "retreat=1", "retreat=2", "retreat=3", "51DI"}
    play(match, "pay", "pay", "retreat=3", "51DI-1711")
    assert order(match, "51DI") == "demoralized" and match.position.lost[1] == 1


@pytest.mark.case("campaign-of-attrition", "9.2g")
def test_flipping_turns_all_entrenched_units_at_once_for_one_point():
    match = suffer("1708: 14DI entrenched, 51DI entrenched\n1707: 21ID, 25ID", 2)
    play(match, "flip")
    assert states(match, "14DI") == states(match, "51DI") == set()
    assert "flip" not in options(match)


@pytest.mark.case("campaign-of-attrition", "9.2c")
def test_what_is_left_when_all_are_gone_is_lost():
    match = suffer("1708: ENG1, XXX.HA reduced\n1707: 21ID, 25ID", 5)
    play(match, "pay", "pay", "ENG1", "step:XXX.HA")
    assert at(match, "ENG1") == at(match, "XXX.HA") == "pool"


@pytest.mark.case("campaign-of-attrition", "9.2l", "12.0e")
def test_a_tally_is_kept_of_all_units_eliminated():
    match = suffer("1708: 14DI, 51DI\n1707: 21ID, 25ID", 2)
    play(match, "14DI", "51DI")
    assert match.position.lost == [0, 2, 0, 0]


# ------------------------------------------------------------------------------------------------ the attacker


@pytest.mark.case("campaign-of-attrition", "9.2f", "9.2e", "9.4c", "CA-D30", "CA-R17")
def test_an_attacker_pays_two_and_retreats_one_hex_demoralized():
    match = suffer("1708: 72DI\n1707: 21ID", 3, who="attacker")
    assert options(match) == {"pay", "retreat=1"}
    play(match, "retreat=1", "21ID-1706")
    assert at(match, "21ID") == "1706" and order(match, "21ID") == "demoralized" and ap(match, "german") == 73


@pytest.mark.case("campaign-of-attrition", "9.2f", "CA-R17", "9.0h")
def test_an_attacker_who_retreats_is_demoralized_and_not_worsened_again():
    match = fight("0317: 38DI, 133DI\n0318: 21ID", dice=[1, 6])
    events = attack(match, "0317", "21ID")
    assert result(events) == "0/3"
    assert at(match, "21ID") in ("pool", "eliminated")  # no line: one hex covers one of three points


@pytest.mark.case("campaign-of-attrition", "9.2f", "9.2a")
def test_all_attackers_retreat_together_each_to_its_own_place():
    match = suffer("1708: 72DI\n1707: 21ID, 25ID, RS1", 1, who="attacker")
    assert "step:RS1" in options(match)
    play(match, "retreat=1", "21ID-1706", "25ID-1806", "RS1-1706")
    assert {order(match, u) for u in ("21ID", "25ID", "RS1")} == {"demoralized"}


@pytest.mark.case("campaign-of-attrition", "9.2g", "9.2h")
def test_attackers_neither_flip_nor_retreat_further():
    match = suffer("1708: 72DI\n1707: 21ID, 25ID", 3, who="attacker")
    assert not options(match) & {"flip", "retreat=2", "retreat=3"}


@pytest.mark.case("campaign-of-attrition", "1.1b", "12.0a", "CA-R11", "CA-D55")
def test_the_last_point_paid_for_a_loss_loses_the_match_at_once():
    match = suffer("ap: 75 1\n1708: 14DI, 51DI\n1707: 21ID, 25ID", 1)
    assert "lose" in match.decision.prompt
    play(match, "pay")
    assert match.over and match.result.level == "German Major Strategic Victory"


# ------------------------------------------------------------------------------------------------ elimination


@pytest.mark.case("campaign-of-attrition", "9.5a", "9.5b", "CA-D33", "CA-R36")
@pytest.mark.parametrize(
    ("shut", "dice", "place"),
    [(False, [], "pool"), (True, [1], "eliminated"), (True, [2], "eliminated"), (True, [3], "pool"), (True, [6], "pool")],
)
def test_a_unit_without_a_way_of_retreat_is_lost_for_good_on_a_one_or_two(shut, dice, place):
    ring = "\n1607: 5ID entrenched\n1609: 9RD entrenched\n1809: 6ID entrenched\n1807: 10RD" if shut else ""
    match = suffer(f"1708: 72DI disrupted, ENG1\n1707: 21ID{ring}", 1, dice=dice)
    if not shut:  # shut in, without a line, nothing else is left
        play(match, "72DI")
    assert at(match, "72DI") == place and match.position.rolled == len(dice)
    assert match.position.lost == [0, 1, 0, int(place == "eliminated")]


@pytest.mark.case("campaign-of-attrition", "9.7d", "9.7e", "CA-D32", "CA-R36")
def test_the_demoralized_do_not_retreat_and_are_lost_for_good():
    match = suffer("1708: 72DI demoralized\n1707: 21ID\n1709: 25ID\n1608: 5ID entrenched\n1808: 6ID entrenched\n1807: 9RD", 1)
    assert at(match, "72DI") == "eliminated" and match.position.rolled == 0 and match.position.lost == [0, 1, 0, 1]


@pytest.mark.case("campaign-of-attrition", "9.7d")
def test_one_demoralized_unit_keeps_the_whole_stack_from_retreating():
    match = suffer("1708: 72DI demoralized, 51DI\n1707: 21ID", 2)
    assert options(match) == {"pay", "72DI", "51DI"}


@pytest.mark.case("campaign-of-attrition", "13.4", "CA-D35")
def test_with_improved_entrenchments_entrenched_defenders_pay_up_to_half_their_strength():
    match = suffer("1708: 14DI entrenched, 51DI entrenched\n1707: 21ID, 25ID", 5, options="improved_entrenchments")
    play(match, "pay", "pay", "pay", "pay", "pay")
    assert ap(match, "french") == 40 and at(match, "14DI") == at(match, "51DI") == "1708"
    plain = suffer("1708: 14DI entrenched, 51DI entrenched\n1707: 21ID, 25ID", 5)
    play(plain, "pay", "pay")
    assert "pay" not in options(plain)


@pytest.mark.case("campaign-of-attrition", "13.4", "CA-R85")
def test_in_a_partly_entrenched_stack_only_the_entrenched_strength_counts():
    match = suffer("1708: 14DI, 51DI entrenched\n1707: 21ID, 25ID", 5, options="improved_entrenchments")
    half = (match.game.components.sp[match.game.components.unit["51DI"]] + 1) // 2
    assert half == 2  # of both together it would be 5
    play(match, "pay", "pay")
    assert "pay" not in options(match)
    whole = suffer("1708: 14DI entrenched, 51DI\n1707: 21ID, 25ID", 5, options="improved_entrenchments")
    play(whole, "pay", "pay", "pay")
    assert ap(whole, "french") == 42


@pytest.mark.case("campaign-of-attrition", "13.4", "9.2d", "CA-D35")
def test_six_points_cost_a_unit_all_the_same():
    match = suffer("1708: 14DI entrenched, 51DI entrenched\n1707: 21ID, 25ID", 6, options="improved_entrenchments")
    assert at(match, "14DI") == "pool" and "pay" in options(match)


@pytest.mark.case("campaign-of-attrition", "9.2g", "9.0g")
def test_a_garrison_that_flips_leaves_its_fortress():
    match = fight("1011: 72DI entrenched\n1012: 21ID, 25ID\n1111: 5ID, 6ID\n1112: 9RD, 10RD", dice=[6, 1])
    attack(match, "1011", "21ID", "25ID", "5ID", "6ID", "9RD", "10RD")
    assert fort(match, "1011") == "guns" and ready
