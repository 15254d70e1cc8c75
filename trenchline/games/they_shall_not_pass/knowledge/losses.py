"""After the roll: steps or ground, who pays, where to retreat, whether to advance."""

from __future__ import annotations

from ....core.actions import DONE, Action
from ....core.knowledge import Advice
from ....core.marching import next_named
from ..advance import Advance
from ..assault import ATTACK, Declare, DefensiveSupport
from ..assault_odds import fight_odds, odds_index, support_strength
from ..bombardment import BarrageLoss
from ..components import ENEMY, GERMAN
from ..hits import LoseStep, SplitHits, hit_splits
from ..position import DEMORALIZED, Position
from ..retreat import Retreat, RetreatStep, covered
from ..stacking import bulk
from ..strength import combat_strength
from .breakthrough import Exposure
from .ground import Ground


def split_hits(p: Position, d: SplitHits, ground: Ground) -> Advice:
    """Ground for steps: hold what is worth more than the men it costs."""
    fight = p.fight
    assert fight is not None
    w = ground.w
    attacking = d.side == fight.side
    won = attacking and not p.present[fight.target] and not p.fort_stands(fight.target)
    best, lost, kept = -1e9, 0, False
    for losses, hexes in hit_splits(p, d.side, d.hits):
        cost = losses * w.loss
        if hexes:
            cost += w.fall_back * hexes
            if won or not attacking:
                cost += ground.worth(fight.target)
        if -cost > best:
            best, lost, kept = -cost, losses, not hexes
    return Advice(
        Action("lose", value=lost), "the ground is worth the men" if kept else "the men are worth more than the ground"
    )


def step_price(ground: Ground, u: int) -> float:
    """What the next step of a unit is worth to its side."""
    p, c, w = ground.p, ground.c, ground.w
    if c.hq[u]:
        return w.step_hq
    if c.gun[u]:
        return w.step_gun + c.attack[u] / w.step_barrels
    last = p.steps[u] == 1
    strength = combat_strength(p, u)
    price = (strength if last else c.combat[u] - c.reduced[u]) / w.step_strength + (w.step_last if last else 0.0)
    if c.kind[u] == "pioneer":
        price += w.step_pioneer
    elif c.kind[u] == "hunter":
        price += w.step_hunter
    elif c.kind[u] == "remnant":
        price -= w.step_remnant
    return price + (c.morale[u] - w.step_steady) * w.step_morale


def lose_step(p: Position, d: LoseStep, ground: Ground) -> Advice:
    def price(action: Action) -> float:
        return step_price(ground, p.c.unit[action.unit]) if action.unit else ground.w.step_fort

    return Advice(min(d.options(p), key=price), "the cheapest step")


def barrage_loss(p: Position, d: BarrageLoss, ground: Ground) -> Advice:
    return Advice(min(d.options(p), key=lambda a: step_price(ground, p.c.unit[a.unit])), "the cheapest step")


def retreat(p: Position, d: Retreat | RetreatStep, ground: Ground) -> Advice:
    """Out of zones and shells, to good ground beside friends, and not in a heap."""

    def score(action: Action) -> float:
        u, cell, w = p.c.unit[action.unit], p.c.board.index[action.cell], ground.w
        side = p.c.side[u]
        value = -w.back_cover * ground.cover[cell] + (w.back_fort if p.fort_stands(cell) else 0.0)
        if p.zone[ENEMY[side]][cell] and not covered(p, cell, side):
            value -= w.back_zone
        if p.shelled[cell]:
            value -= w.back_shelled
        crowd = bulk(p, (*p.units_in(cell), u)) - p.c.stack_limit
        value -= w.back_crowded if crowd > 0 else 0.0
        return value + w.back_worth * ground.worth(cell) - w.back_threat * ground.threat[cell]

    return Advice(max(d.options(p), key=score), "to better ground")


def advance(p: Position, d: Advance, ground: Ground) -> Advice:
    """The won hex is taken, by whoever holds it best; never more than one can need, never past it into the unknown."""
    fight = p.fight
    assert fight is not None
    w, exposure = ground.w, Exposure(ground)
    inside = sum([combat_strength(p, u) for u in p.units_in(fight.target) if p.c.foot[u]])
    best, choice = 0.0, DONE
    for action in d.options(p):
        if action == DONE:
            continue
        u, cell = p.c.unit[action.unit], p.c.board.index[action.cell]
        if p.c.gun[u]:
            continue
        strength = combat_strength(p, u)
        if cell == fight.target:
            gain = ground.hold(cell, inside + strength, True) - ground.hold(cell, inside, inside > 0)
            gain += ground.worth(cell) if not inside else 0.0
            gain += w.advance * (ground.pull[cell] - ground.pull[p.place[u]]) if ground.side == GERMAN else 0.0
        else:
            gain = ground.worth(cell) * w.beyond + ground.hold(cell, strength, True)
            if p.control[cell] == ground.side:
                gain -= w.advance_own
        if p.status[u] & DEMORALIZED:
            gain -= w.advance_shaken
        if p.c.kind[u] == "pioneer":
            gain += _pioneer_follows(ground, u, cell)
        if gain > best and gain - exposure.laid_bare((u,), cell) > best:
            best, choice = gain, action
    return Advice(choice, "to take the ground" if choice != DONE else "enough have gone forward")


def _pioneer_follows(ground: Ground, u: int, cell: int) -> float:
    """A pioneer goes where regiments stand, and stays with none of them rather than alone."""
    p, company, lone = ground.p, ground.w.advance_company, ground.w.advance_lone

    def regiments(x: int) -> bool:
        return any(p.c.foot[v] and p.c.kind[v] != "pioneer" for v in p.units_in(x))

    return company * regiments(cell) - company * regiments(p.place[u]) - (0.0 if regiments(cell) else lone)


def support_defence(p: Position, d: DefensiveSupport, ground: Ground) -> Advice:
    """As many guns as change the odds, the weakest that do."""
    fight = p.fight
    assert fight is not None
    options = [a for a in d.options(p) if a.unit]
    index = odds_index(p, fight)
    worth = ground.bet(index, fight.works, sum(p.steps[u] for u in fight.defenders), ground.worth(fight.target))
    guns = sorted((p.c.unit[a.unit] for a in options), key=lambda g: (p.c.size[g] == "corps", support_strength(p, g, False)))
    if not guns or worth <= ground.w.let_come:
        return Advice(Action("ready"), "the line holds without guns")
    whole = sum(support_strength(p, g, offensive=False) for g in guns)
    attack = sum(line.value for line in fight_odds(p, fight).lines if line.value > 0 and line.case in ("9.1", "9.31"))
    against = sum(
        -line.value for line in fight_odds(p, fight).lines if line.value < 0 and line.case in ("9.1", "9.31", "14.12", "14.81")
    )
    if attack // max(1, against) == attack // max(1, against + whole) and attack >= against + whole:
        return Advice(Action("ready"), "guns would not change the odds")
    return Advice(Action("add", p.name(guns[0])), "to break up the assault")


def declare(p: Position, d: Declare, units: tuple[int, ...], guns: tuple[int, ...]) -> Advice:
    """Name those the plan names, then attack."""
    for wanted, named, why in ((units, d.attackers, "joins the assault"), (guns, d.guns, "supports the assault")):
        action = next_named(p, wanted, named, lambda a: d.refuse(p, a))
        if action is not None:
            return Advice(action, why)
    if d.refuse(p, ATTACK) is None:
        return Advice(ATTACK, "all who count are named")
    return Advice(d.options(p)[0], "more are needed")
