"""9.4 Retreats and 9.3 advance after combat."""

from random import Random

import pytest

from trenchline.games.campaign_of_attrition.build import for_sale
from trenchline.games.campaign_of_attrition.components import FRENCH, GERMAN
from trenchline.games.campaign_of_attrition.movement import forts_to_demolish
from trenchline.games.campaign_of_attrition.retreat import retreat_ends
from trenchline.games.campaign_of_attrition.zones import MOVEMENT

from .kit import GAME, at, attack, control, fight, fort, options, order, play, rails, result, states
from .test_losses import suffer

# ------------------------------------------------------------------------------------------------ retreat


@pytest.mark.case("campaign-of-attrition", "9.4b", "CA-R22")
def test_a_retreat_leads_away_from_every_attacking_hex():
    match = suffer("1708: 72DI\n1707: 21ID", 1)
    play(match, "retreat=1")
    assert options(match) == {"72DI-1608", "72DI-1709", "72DI-1808"} - sidesteps(match)


@pytest.mark.case("campaign-of-attrition", "9.4b", "CA-R22")
def test_from_two_sides_it_must_be_away_from_both():
    match = fight("0317: 72DI\n0316: 21ID\n0416: 5ID", dice=[1, 1])
    assert result(attack(match, "0317", "21ID", "5ID")) == "2/0"
    play(match, "pay", "retreat=1")
    assert options(match) == {"72DI-0318", "72DI-0217"}


def sidesteps(match):
    """The hexes beside 1708 that are no farther from 1707."""
    distance = match.game.board.distance
    cell = match.game.board.index
    return {f"72DI-{x}" for x in ("1608", "1709", "1808") if distance(cell[x], cell["1707"]) <= 1}


@pytest.mark.case("campaign-of-attrition", "9.4b", "CA-R22")
def test_where_no_hex_is_farther_one_as_far_will_do():
    match = suffer("1708: 72DI\n1707: 21ID\n1709: 9RD\n1608: 5ID\n1808: 6ID", 1)
    play(match, "retreat=1")
    assert options(match) == {"72DI-1607", "72DI-1807"}


@pytest.mark.case("campaign-of-attrition", "9.4b", "CA-R22")
def test_a_retreat_ends_where_there_is_a_line_if_it_can():
    match = fight("1708: 72DI\n1709: 21ID, 25ID", dice=[1, 1])
    assert result(attack(match, "1708", "21ID", "25ID")) == "2/0"
    play(match, "pay", "retreat=1")
    assert options(match) == {"72DI-1607", "72DI-1807"}  # 1707 lies beyond the Trenchline
    shut = fight("1708: 72DI\n1709: 21ID, 25ID\n1607: 5ID\n1807: 6ID", dice=[1, 1])
    attack(shut, "1708", "21ID", "25ID")
    play(shut, "retreat=2")
    assert all(text[5:] in ("1606", "1706", "1806") for text in options(shut))  # there is nothing better


@pytest.mark.case("campaign-of-attrition", "9.4e", "CA-D34", "CA-R48", "4.5g")
def test_nobody_retreats_into_an_enemy_zone_even_to_a_friend():
    text = "1708: 72DI\n1707: 21ID\n1710: 9RD entrenched\n1608: 5ID\n1808: 6ID\n1807: 10RD\n1607: 25ID\n1709: 51DI"
    match = suffer(text, 1, dice=[3])
    # 1709 lies in the zone of 1710 though a friend is there: no retreat; it pays or is lost.
    assert match.decision is None or "retreat=1" not in options(match)


@pytest.mark.case("campaign-of-attrition", "9.4e", "CA-R48")
def test_with_the_option_a_friend_covers_the_retreat():
    text = "1708: 72DI\n1707: 21ID\n1710: 9RD entrenched\n1608: 5ID\n1808: 6ID\n1807: 10RD\n1607: 25ID\n1709: 51DI"
    match = suffer(text, 1, options="retreat_zoc_negated_by_friend")
    play(match, "72DI-1709")  # the only way left
    assert at(match, "72DI") == "1709"


@pytest.mark.case("campaign-of-attrition", "9.4f", "9.5b", "CA-R22", "CA-R36")
def test_a_unit_ringed_by_enemies_has_no_retreat_and_rolls_when_lost():
    text = "1708: 72DI oos\n1707: 21ID\n1709: 9RD\n1608: 5ID\n1808: 6ID\n1807: 10RD\n1607: 25ID"
    match = suffer(text, 1, dice=[2])
    assert at(match, "72DI") == "eliminated" and match.position.rolled == 1


@pytest.mark.case("campaign-of-attrition", "9.4d", "4.2a")
def test_a_retreat_passes_through_friends_but_does_not_end_overstacked():
    match = suffer("1708: 72DI\n1707: 21ID\n1709: 29DI, 67DI", 2)
    assert {"retreat=1", "retreat=2"} <= options(match)
    one = match.clone()
    play(one, "pay", "retreat=1")
    assert "72DI-1709" not in options(one)
    play(match, "retreat=2")
    assert "72DI-1710" in options(match)


@pytest.mark.case("campaign-of-attrition", "9.2h", "9.4d", "CA-R22")
def test_all_retreat_or_none():
    # The only way leads to 1709, where there is room for a division but for no gun.
    text = "1708: 72DI{}\n1707: 21ID\n1709: 14DI, A.HA1\n1607: 5ID\n1807: 6ID\n1608: 9RD\n1808: 10RD"
    assert "retreat=1" not in options(suffer(text.format(", XXX.HA"), 1))
    alone = suffer(text.format(""), 1)
    assert alone.decision.kind == "Retreat" or "retreat=1" in options(alone)


@pytest.mark.case("campaign-of-attrition", "9.4a")
def test_defenders_may_go_three_hexes_attackers_one():
    assert "retreat=3" in options(suffer("1708: 72DI\n1707: 21ID", 3))
    assert "retreat=2" not in options(suffer("1708: 72DI\n1707: 21ID", 3, who="attacker"))


@pytest.mark.case("campaign-of-attrition", "9.4b", "2.9", "CA-R22")
def test_no_retreat_across_a_river_without_a_bridge():
    match = fight("0502: 72DI\n0501: 21ID, 25ID\n0601: 5ID, 6ID\n0602: 9RD, 10RD\n0503: 13RD", dice=[6, 1, 5])
    attack(match, "0502", "21ID", "25ID", "5ID", "6ID", "9RD", "10RD", "13RD")
    assert at(match, "72DI") == "pool"  # 0401 and 0402 lie beyond the Meuse


@pytest.mark.case("campaign-of-attrition", "10.0d", "9.4b")
def test_the_attacker_s_retreat_leads_away_from_the_defenders():
    match = suffer("1708: 72DI\n1707: 21ID", 1, who="attacker")
    play(match, "retreat=1")
    assert "21ID-1706" in options(match) and "21ID-1607" not in options(match)


# ------------------------------------------------------------------------------------------------ advance


def emptied(text, *units, dice=(6, 1), cell="0317"):
    """The defenders are gone and the attackers may advance."""
    match = fight(text, dice=list(dice))
    attack(match, cell, *units)
    while match.decision.kind in ("Absorb", "Retreat"):
        answers = sorted(options(match))
        play(match, next((word for word in ("pay", "retreat=3", "retreat=2", "retreat=1") if word in answers), answers[0]))
    return match


CROWD = "0317: XXX.HA reduced\n0318: 21ID, 25ID\n0217: 5ID, 6ID\n"


@pytest.mark.case("campaign-of-attrition", "9.3a", "CA-R32")
def test_attackers_advance_into_the_hex_or_any_other_beside_them():
    match = emptied(CROWD, "21ID", "25ID", "5ID", dice=[6, 1, 5])
    assert match.decision.kind == "Advance"
    assert {"21ID-0317", "21ID-0319", "21ID-0418", "25ID-0317", "5ID-0317", "5ID-0216", "done"} <= options(match)
    assert not any(text.startswith("6ID") for text in options(match))  # it did not attack
    play(match, "21ID-0317", "25ID-0317")
    assert at(match, "21ID") == at(match, "25ID") == "0317" and not match.legal(match.parse("5ID-0317"))
    play(match, "5ID-0216")
    assert at(match, "5ID") == "0216"


@pytest.mark.case("campaign-of-attrition", "9.3c")
def test_advance_is_a_choice_and_does_not_mind_enemy_zones():
    match = emptied(CROWD + "0316: 72DI entrenched\n", "21ID", "25ID", dice=[6, 1, 5])
    assert {"21ID-0317", "done"} <= options(match)
    stay = match.clone()
    play(stay, "done")
    assert at(stay, "21ID") == "0318"
    play(match, "21ID-0417")  # out of one zone into another
    assert at(match, "21ID") == "0417"


@pytest.mark.case("campaign-of-attrition", "9.3b")
def test_the_cavalry_advances_two_hexes():
    match = emptied(
        "joined: CAV V\n0317: XXX.HA reduced\n0318: 9RD, 10RD, CAV\n0217: 5ID, 6ID", "9RD", "10RD", "CAV", dice=[6, 1, 5]
    )
    assert {"CAV-0316", "CAV-0317", "CAV-0320", "CAV-0319"} <= options(match) and "CAV-0315" not in options(match)
    assert "9RD-0316" not in options(match)
    play(match, "CAV-0316")
    assert at(match, "CAV") == "0316" and control(match, "0316") == "german"


@pytest.mark.case("campaign-of-attrition", "9.3a")
def test_no_advance_while_a_defender_is_left():
    match = fight("0317: 38DI, 133DI\n0318: CAV", dice=[1, 1])
    attack(match, "0317", "CAV")
    assert match.decision is None or match.decision.kind != "Advance"


@pytest.mark.case("campaign-of-attrition", "9.3a", "9.2f")
def test_attackers_who_retreated_do_not_advance():
    match = fight("0502: XXX.HA reduced demoralized\n0501: 13RD oos", dice=[6, 6])
    assert result(attack(match, "0502", "13RD")) == "1/2"
    play(match, "retreat=1")
    play(match, sorted(options(match))[0])  # the other point is paid
    assert at(match, "XXX.HA") == "eliminated" and at(match, "13RD") != "0501" and order(match, "13RD") == "demoralized"
    assert match.decision.kind != "Advance"


@pytest.mark.case("campaign-of-attrition", "10.0d", "9.3a")
@pytest.mark.parametrize(("turn", "marked"), [(1, False), (5, True)])
def test_the_french_who_advance_across_the_trenchline_are_out_of_supply_at_once(turn, marked):
    match = fight("1707: RS4 reduced demoralized\n1708: 38DI, 133DI", dice=[6, 1], side="french", turn=turn)
    attack(match, "1707", "38DI", "133DI")
    while match.decision.kind == "Absorb":
        play(match, "pay")
    assert at(match, "RS4") == "eliminated"
    play(match, "38DI-1707")
    assert ("oos" in states(match, "38DI")) is marked and "oos" not in states(match, "133DI")


@pytest.mark.case("campaign-of-attrition", "9.3d")
def test_defenders_never_advance():
    match = fight("0317: 38DI, 133DI\n0318: CAV", dice=[1, 6])
    events = attack(match, "0317", "CAV")
    assert result(events) == "0/4" and at(match, "CAV") == "pool"  # its hex is empty now
    assert all(e.kind != "advance" for e in events)
    assert match.decision is None or match.decision.kind != "Advance"


@pytest.mark.case("campaign-of-attrition", "9.3a", "8.4a", "CA-R32")
def test_no_advance_across_a_river_without_a_bridge_unless_to_a_friend():
    text = "0501: XXX.HA reduced\n0502: 21ID, 25ID\n0601: 5ID, 6ID\n"
    match = emptied(text, "21ID", "25ID", "5ID", "6ID", cell="0501", dice=[6, 1, 5])
    assert "21ID-0402" not in options(match) and "21ID-0503" in options(match)
    friend = emptied(text + "0402: LS1\n", "21ID", "25ID", "5ID", "6ID", cell="0501", dice=[6, 1, 5])
    assert "21ID-0402" in options(friend)


@pytest.mark.case("campaign-of-attrition", "9.3a", "4.7d", "4.7f", "CA-R30", "CA-R32")
def test_an_advance_into_a_fortress_silences_it_and_it_can_be_blown_up():
    match = emptied("1011: ENG1\n1012: 21ID, 25ID\n1111: 5ID, 6ID\n", "21ID", "25ID", "5ID", "6ID", cell="1011", dice=[6, 1])
    play(match, "21ID-1011")
    assert fort(match, "1011") == "silent" and "demolish:1011" in options(match)
    play(match, "demolish:1011")
    assert fort(match, "1011") == "destroyed"


@pytest.mark.case("campaign-of-attrition", "8.5b", "CA-R32", "CA-R56")
def test_an_advance_along_the_railway_converts_it():
    match = emptied("1607: XXX.HA reduced\n1606: 21ID, 25ID\n1707: 5ID\n", "21ID", "25ID", "5ID", cell="1607", dice=[6, 1, 5])
    play(match, "21ID-1607")
    assert rails(match, "1607") == "german" and states(match, "21ID") >= {"disrupted"} and order(match, "21ID") == "disrupted"


def test_what_is_kept_of_retreats_places_and_forts_is_what_is_found_afresh():
    """A copy has kept nothing: all through random games the same is asked of it."""
    for seed in range(2):
        match, chance = GAME.start(seed=seed), Random(seed)
        for _ in range(500):
            if match.over:
                break
            p = match.position
            p.budget, before = 99, p.budget  # what can be built is asked as if all could be paid for
            afresh = p.clone()
            for side in (GERMAN, FRENCH):
                for u in p.units_of(side):
                    asked = u, 1, (p.c.board.neighbours[p.place[u]][0],), ()
                    assert retreat_ends(p, *asked) == retreat_ends(afresh, *asked)
                assert list(for_sale(p, side)) == list(for_sale(afresh, side))
                assert forts_to_demolish(p, side, MOVEMENT) == forts_to_demolish(afresh, side, MOVEMENT)
            p.budget = before
            match.apply(chance.choice(match.actions()))
