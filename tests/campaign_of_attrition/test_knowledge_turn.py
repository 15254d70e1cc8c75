"""What the staff does over a turn: whom it meets, what it sends by rail, what it holds on to, and when a plan ends."""

from __future__ import annotations

import pytest

from trenchline.core.knowledge import Plan
from trenchline.games.campaign_of_attrition.components import FRENCH, GERMAN
from trenchline.games.campaign_of_attrition.knowledge.attacks import crowd, movers
from trenchline.games.campaign_of_attrition.knowledge.joint import joint_operation
from trenchline.games.campaign_of_attrition.knowledge.meetings import encounters, meeting_worth
from trenchline.games.campaign_of_attrition.knowledge.purse import operations

from .kit import CELL, GAME, C, fight, moving, position
from .test_knowledge import MIND, chosen, follow, ground

# ---------------------------------------------------------------------------------------------------- meeting engagements


def test_a_broken_enemy_in_the_open_is_met():
    match = moving("ap: 60 60\n0316: 21ID, 25ID\n0416: 5ID\n0317: 72DI demoralized")
    texts = follow(match, 12, until="Combat")
    assert any("x0317" in text or "meet" in text for text in texts), texts


def test_a_strong_enemy_and_one_in_trenches_are_not():
    for enemy in ("39DI, 153DI, ENG1", "72DI entrenched demoralized"):
        match = moving(f"ap: 60 60\n0316: 21ID\n0317: {enemy}\n0417: 37DI")
        pool = movers(ground(match), [C.unit["21ID"]])
        assert not encounters(ground(match), pool, crowd(match.position, GERMAN, pool))


def test_half_the_strength_and_every_neighbour_count_in_a_meeting():
    alone = moving("0316: 21ID, 25ID\n0317: 72DI")
    helped = moving("0316: 21ID, 25ID\n0317: 72DI\n0417: 51DI\n0217: 14DI")
    units = (C.unit["21ID"], C.unit["25ID"])
    worths = [meeting_worth(ground(m), CELL["0317"], CELL["0316"], units) for m in (alone, helped)]
    assert worths[0] > worths[1]


# ---------------------------------------------------------------------------------------------------- fortresses


def test_the_germans_hold_on_to_the_safest_fortress_as_if_it_were_the_only_one():
    match = fight("1509: 21ID\n1508: 25ID\n1408: 5ID, 6ID\n1712: 9RD\n1713: 39DI, 153DI\n1813: 3DI, 4DI")
    seen = ground(match)
    safe, exposed = CELL["1509"], CELL["1712"]
    assert seen.refuges == [safe, exposed]
    assert seen.fort_prize(safe) > seen.fort_prize(exposed)


def test_fortresses_are_nothing_to_who_has_staked_all_on_verdun():
    match = position("turn: 5\nstep: german-combat\nbust: yes\n1508: 21ID\n1509: 3DI entrenched")
    seen = ground(match)
    assert match.position.bust
    assert seen.fort_prize(CELL["1509"]) == 0.0 < seen.city_prize(CELL["1313"])


# ---------------------------------------------------------------------------------------------------- the end


def test_after_the_last_french_movement_only_points_count():
    seen = ground(fight("0316: 39DI, 153DI\n0317: 21ID", side="french", turn=10), FRENCH)
    u = C.unit["39DI"]
    assert seen.shake_price(u, 1) == 0.0
    assert seen.unit_price(u) == seen.w.kill
    assert seen.hold(CELL["0316"], 5, 3, 1, False) == 0.0


def test_units_are_worth_less_towards_the_end():
    prices = [ground(fight("0316: 21ID\n0317: 3DI", turn=turn)).unit_price(C.unit["21ID"]) for turn in (2, 8, 10)]
    assert prices == sorted(prices, reverse=True) and prices[0] > prices[2]


# ---------------------------------------------------------------------------------------------------- operations


def test_a_corps_far_away_comes_by_rail_when_verdun_is_in_danger():
    text = "ap: 60 80\n1311: 21ID, 25ID\n1312: 5ID, 6ID\n1412: 1BD, 2BD\n1313: 3DI entrenched\n"
    match = position(f"turn: 5\nstep: french-operations\n{text}2620: 39DI, 153DI\n")
    offers = operations(ground(match, FRENCH), match.position.stack[-1])
    assert "strategic" in {one.kind for one in offers}


def test_a_corps_in_good_order_behind_a_quiet_front_stays_where_it_is():
    match = position("turn: 5\nstep: french-operations\nap: 60 80\n0403: 21ID entrenched\n0920: 39DI, 153DI\n")
    assert chosen(match) == "done"


# ---------------------------------------------------------------------------------------------------- plans and stakes


def test_a_plan_ends_with_the_turn_it_was_made_for():
    plan = Plan("patient", "", {"prepare": 0.0})
    siege = position("turn: 5\nstep: german-siege\nap: 60 60\n1408: 21ID, RS1\n1509: 3DI entrenched")
    move = moving("1408: 21ID, RS1\n1509: 3DI entrenched")
    assert MIND.orders(siege.position, GERMAN, plan).weights.prepare > 0
    assert MIND.orders(move.position, GERMAN, plan).weights.prepare == 0


@pytest.mark.parametrize(("french", "answer"), [("1313: 72DI\n", "declare"), ("1313: 39DI, 153DI\n1212: 3DI\n", "decline")])
def test_all_is_staked_on_verdun_only_at_its_gates(french, answer):
    text = "1311: 21ID, 25ID\n1312: 5ID, 6ID\n1412: 9RD, 10RD\n" if answer == "declare" else "1305: 21ID, 25ID\n"
    match = position(f"turn: 1\nstep: turn-end\noptions: verdun_or_bust\nap: 60 60\n{text}{french}")
    staffs_until(match, "VerdunOrBust")
    assert chosen(match) == answer


def staffs_until(match, kind):
    for _ in range(80):
        if match.decision is not None and match.decision.kind == kind:
            return
        side = GAME.side_index(match.player)
        assert side >= 0
        follow(match, 1)


JOINT = """
    turn: 10
    step: french-operations
    ap: 150 150
    german ground: 1509
    1509: 21ID entrenched demoralized
    1510: 39DI, 153DI
    1609: 3DI, 4DI
    1610: 38DI, 133DI
"""


def test_corps_attack_together_where_the_last_fortress_is_at_stake():
    match = position(JOINT)
    seen = ground(match, FRENCH)
    found = joint_operation(seen, 100)
    assert found is not None and len(found.units) > 1 and found.kind == "combat"
    texts = follow(match, 6, until="Combat")
    assert texts[-1] == "combat" and len(texts) == len(found.units) + 1
    assert match.position.ap[FRENCH] == 150 - 7 * len(found.units)


def test_no_corps_is_paid_for_that_the_purse_does_not_hold():
    match = position(JOINT.replace("ap: 150 150", "ap: 150 18"))
    found = joint_operation(ground(match, FRENCH), 18 - MIND.weights.keep)
    assert found is None or len(found.units) == 1
