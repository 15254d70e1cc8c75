"""What the staff of either army knows: exact expectations, and what follows from them."""

from __future__ import annotations

from random import Random

import pytest

from trenchline.ai.staff import Staff
from trenchline.games.campaign_of_attrition.combat import new_fight
from trenchline.games.campaign_of_attrition.knowledge import ANSWERS, StaffOrders
from trenchline.games.campaign_of_attrition.knowledge.attacks import Target, attack_on, judge
from trenchline.games.campaign_of_attrition.knowledge.clash import Means, ap_price, mean, prices, ways
from trenchline.games.campaign_of_attrition.knowledge.ground import Ground
from trenchline.games.campaign_of_attrition.odds import fighting_strength, strike
from trenchline.games.campaign_of_attrition.position import DISRUPTED, Position
from trenchline.lab.simulate import play as play_out

from ..staff_kit import advice, all_choices, chosen
from .kit import CELL, GAME, C, attack, fight, moving, position

MIND = GAME.knowledge


def ground(match, side=0, weights=None):
    return Ground(match.position, side, weights or MIND.of_side[side])


def follow(match, steps, until=None):
    """Let the staffs of both sides decide; the texts of what they chose."""
    staffs = [Staff(MIND, 0), Staff(MIND, 1)]
    texts = []
    for _ in range(steps):
        if match.over or match.player == "dice" or (until is not None and match.decision.kind == until):
            break
        action = staffs[GAME.side_index(match.player)].advise(match.position).action
        texts.append(match.notate(action))
        match.apply(action)
    return texts


def test_every_decision_of_the_game_has_an_answer():
    asked = {kind for kind in all_choices(Position) if not kind.__subclasses__()}  # what others share is never asked itself
    assert set(ANSWERS) == asked


# ---------------------------------------------------------------------------------------------------- exact odds

FIGHTS = [
    ("0316: 21ID, 25ID\n0317: 3DI", "0317", "german"),
    ("0316: 21ID disrupted, 25ID\n0317: 3DI entrenched, II.HA", "0317", "german"),
    ("0316: 21ID, 25ID, RS1\n0416: 5ID, GAS1\n0317: 3DI entrenched disrupted, ENG1", "0317", "german"),
    ("1408: 21ID, 25ID\n1508: 5ID\n1509: 3DI entrenched", "1509", "german"),
    ("1408: 21ID, 25ID\n1508: 5ID\n1509: 3DI, 4DI", "1509", "german"),
    ("1509: 21ID entrenched\n1510: 39DI, 153DI, ENG1\n1610: 3DI", "1509", "french"),
    ("0317: 21ID demoralized\n0316: 38DI, 133DI", "0317", "french"),
    ("1311: 21ID, 25ID\n1312: 5ID\n1313: 3DI entrenched, 4DI", "1313", "german"),
    ("1210: 21ID, 25ID\n1110: II.HA", "1110", "german"),
]


@pytest.mark.parametrize(("text", "cell", "side"), FIGHTS)
@pytest.mark.parametrize("turn", [1, 5, 9])
def test_the_staff_reckons_the_rolls_as_the_rules_do(text, cell, side, turn):
    match = fight(text, side=side, turn=turn)
    p = match.position
    own = GAME.sides.index(side)
    target = Target(ground(match, own), CELL[cell])
    units = [u for u in p.units_of(own) if not C.engineer[u]]
    f = new_fight(p, own, CELL[cell], units)
    guns = sum(line.value for line in _ordnance(p, f, own))
    engineers = any(C.engineer[u] for u in p.units_of(own))
    disrupted = any(p.status[u] & DISRUPTED for u in units)
    found = target.rolls(fighting_strength(p, f, own), guns, f.origins, disrupted, engineers)
    assert found == (strike(p, f, own).losses, strike(p, f, 1 - own).losses)


def _ordnance(p, f, side):
    from trenchline.games.campaign_of_attrition.artillery import ordnance_lines

    return ordnance_lines(p, f, side)


def test_losses_are_absorbed_in_the_cheapest_way():
    """Two Entrenched divisions: trenches first, then points, then ground, then men."""
    means = Means(False, 2, 0.5, 0.1, 0, 0.5, (2.0, 2.0), (0.6, 1.5, 1.8), 3.0)
    assert prices(means)[:4] == pytest.approx((0.0, 0.1, 0.6, 1.1))
    fourth = ways(means, 4, False)
    assert (fourth.flip, fourth.pay, fourth.kills, fourth.retreat) == (1, 2, 1, 0)  # the hex is worth more than a division
    cheap = ways(means._replace(ground=0.2), 4, False)
    assert (cheap.flip, cheap.kills, cheap.retreat) == (1, 0, 1)


def test_six_loss_points_always_cost_a_unit():
    means = Means(False, 2, 0.5, 0.1, 0, 0.5, (2.0, 2.0), (0.6, 1.5, 1.8), 0.0)
    assert ways(means, 5, False).kills == 0
    assert ways(means, 6, True).kills >= 1  # 9.2d


def test_a_single_unit_cannot_stay_and_die_while_it_can_pay_or_run():
    means = Means(True, 2, 0.5, 0.1, 0, 0.5, (2.0,), (0.6, 1.5, 1.8), 9.0)
    assert ways(means, 4, False).kills == 0  # 9.2c
    doomed = ways(means._replace(flee=()), 4, False)
    assert doomed.cost == pytest.approx(2.0 + 9.0 + 2 * 0.5)


def test_the_expectation_is_summed_over_both_dice():
    match = fight("0316: 21ID, 25ID\n0317: 3DI")
    seen = ground(match)
    target = Target(seen, CELL["0317"])
    places = {C.unit["21ID"]: CELL["0316"], C.unit["25ID"]: CELL["0316"]}
    ours, theirs = target.rolls(12, 10, [CELL["0316"]], False, False)
    paid = prices(seen.means(list(places), 0, True, True, 0.0))
    expected = sum(target.prices[a] - paid[b] for a in ours for b in theirs) / 36
    weary = seen.w.weary * 2 * seen.w.shake
    assert judge(seen, target, places) == pytest.approx(expected - weary)


def test_better_rolls_never_cost_the_enemy_less():
    match = fight("0316: 21ID, 25ID\n0317: 3DI")
    seen = ground(match)
    target = Target(seen, CELL["0317"])
    worths = [mean(seen.t.losses(12, 0, drm), target.prices) for drm in range(-6, 7)]
    assert worths == sorted(worths)


# ---------------------------------------------------------------------------------------------------- attacks


def test_a_crushing_attack_is_made_and_a_hopeless_one_is_not():
    strong = fight("ap: 60 30\n0316: 21ID, 25ID, RS1\n0416: 5ID, 6ID\n0317: 72DI demoralized")
    assert chosen(strong) == "0317"
    weak = fight("ap: 60 30\n0316: 5LW\n0317: 39DI entrenched, 153DI, ENG1")
    assert chosen(weak) == "done"


def test_those_who_make_no_difference_are_spared_the_weariness():
    match = fight("0316: 21ID, 25ID\n0416: 5ID, 6ID\n0216: 1BD, 2BD\n0417: 30ID, 39ID\n0317: VII.HA")
    attack = attack_on(ground(match), CELL["0317"])
    assert 0 < len(attack.places) < 8


def test_a_fortress_the_germans_need_is_worth_more_than_a_second_one():
    without = fight("1408: 21ID\n1509: 3DI entrenched")
    having = fight("1408: 21ID\n1509: 3DI entrenched\n1610: 25ID")
    cell = CELL["1509"]
    assert ground(without).worth(cell) > ground(having).worth(cell)


def test_in_the_trenches_and_in_a_fortress_a_hex_is_held_better():
    match = fight("1408: 21ID, 25ID\n1508: 5ID, 6ID\n1509: 3DI\n1510: 39DI", side="french")
    seen = ground(match, 1)
    cell = CELL["1509"]
    assert seen.hold(cell, 5, 3, 1, True) > seen.hold(cell, 5, 3, 1, False)
    assert seen.hold(cell, 10, 6, 2, True) >= seen.hold(cell, 5, 3, 1, True)


# ---------------------------------------------------------------------------------------------------- the purse


def test_an_administrative_point_is_half_a_victory_point_and_dearer_when_they_run_out():
    w = MIND.weights
    assert ap_price(w, 80) == pytest.approx(w.ap)
    assert ap_price(w, 80) < ap_price(w, 6) < ap_price(w, 2)


@pytest.mark.parametrize("ap", ["1 30", "30 1", "1 1"])
def test_the_last_point_is_never_spent_by_choice(ap):
    text = f"ap: {ap}\n1408: 21ID, 25ID, RS1\n1508: 5ID, 6ID, RS2\n1509: 3DI entrenched, II.HA\n1510: 39DI, 153DI, A.HA1"
    for step in ("german-siege", "german-combat", "german-operations", "french-siege", "french-combat", "french-operations"):
        match = position(f"turn: 5\nstep: {step}\n{text}", [3] * 60)
        texts = follow(match, 60)
        assert texts
        assert match.position.ended is None or "Administrative" not in match.position.ended.reason


def test_the_staff_pays_when_that_is_cheapest():
    """Three points: two are paid, for the third the two divisions go back a hex of no importance."""
    match = fight("ap: 60 60\n0316: 21ID, 25ID\n0317: 72DI, 51DI", dice=[6, 1])
    attack(match, "0317", "21ID", "25ID")
    assert match.decision.kind == "Absorb" and match.position.stack[-1].left == 3
    assert follow(match, 3) == ["pay", "pay", "retreat=1"]


def test_who_recovers_at_once_is_not_paid_for_in_attrition():
    """Outside enemy zones disorder of the Attrition Phase is gone after the next movement; in them it is not."""
    match = position("turn: 5\nstep: french-attrition\nap: 60 60\n1016: 39DI, 153DI", [1])
    assert match.decision.kind == "AttritionLoss"
    assert chosen(match) != "pay"


def test_a_unit_about_to_be_lost_to_attrition_is_paid_for():
    match = position("turn: 5\nstep: french-attrition\nap: 60 60\n1016: 39DI demoralized", [1])
    assert chosen(match) == "pay"


# ---------------------------------------------------------------------------------------------------- movement


def test_a_shaken_division_recovers_and_digs_in():
    match = moving("1509: 3DI disrupted\n1506: 21ID", side="french")
    texts = follow(match, 6, until="Combat")
    assert "recover:3DI" in texts and "entrench:3DI" in texts


def test_an_empty_fortress_is_walked_into():
    match = moving("1508: 21ID, 25ID\n1506: 5ID", side="german")
    follow(match, 20, until="Combat")
    assert match.position.control[CELL["1509"]] == 0


def test_reinforcements_come_in_and_march_on():
    match = moving("1408: 21ID, 25ID\n1509: 3DI entrenched\nedge: 39DI, 153DI", side="french", turn=2)
    follow(match, 20, until="Combat")
    rows = [int(C.places[match.position.place[C.unit[u]]][2:]) for u in ("39DI", "153DI")]
    assert all(row < 20 for row in rows)


def test_set_up_takes_the_ready_deployment():
    for scenario in ("sectors", "free"):
        assert chosen(GAME.start(scenario, seed=1)) == "historical"


def test_every_unit_can_be_placed_by_hand_too():
    match = GAME.start("sectors", seed=1)
    match.apply(match.actions()[0])
    assert match.decision.kind == "PlaceUnit"
    assert advice(match).action in match.actions()


# ---------------------------------------------------------------------------------------------------- plans, evaluation


def test_plans_differ():
    match = moving("1408: 21ID, 25ID\n1305: 5ID, 6ID\n1509: 3DI entrenched\n1510: 39DI")
    plans = MIND.plans(match.position, 0)
    assert 4 <= len(plans) <= 8
    assert len({plan.name for plan in plans}) == len(plans)
    varied = MIND.vary(match.position, 0, plans[0], Random(1), 0.8)
    assert varied.factors and varied.factors != plans[0].factors


def test_only_movement_is_worth_comparing_plans_for():
    match = fight("0316: 21ID\n0317: 3DI")
    assert len(MIND.plans(match.position, 0)) == 1


def test_the_evaluation_is_zero_sum():
    match = GAME.start("historical", seed=1)
    features = [MIND.features(match.position, side) for side in (0, 1)]
    assert features[0].keys() == features[1].keys() <= MIND.weights.as_dict().keys()
    for name in features[0]:
        assert features[0][name] == pytest.approx(-features[1][name])


def test_orders_keep_no_position():
    """With fog of war every decision is asked about another copy."""
    match = GAME.start("historical", seed=2)
    staff = Staff(MIND, 0)
    for _ in range(60):
        match.apply(staff.advise(match.position).action)
        if match.player != "german":
            break
    orders = staff._orders
    assert isinstance(orders, StaffOrders)
    assert not any(isinstance(value, (Position, Ground)) for value in vars(orders).values())


@pytest.mark.parametrize("options", [{"fog_of_war": True, "simultaneous_siege_fire": True}, {"verdun_or_bust": True}])
def test_a_whole_game_with_optional_rules(options, caplog):
    from trenchline.ai import make_player

    match = GAME.start("historical", seed=4, options=options)
    play_out(match, {side: make_player("sergeant", side) for side in GAME.sides})
    assert match.over
    assert not [r for r in caplog.records if r.levelname == "ERROR"]
