"""Who pays, who holds out, who goes where after a combat, and what guns do for a defence."""

from __future__ import annotations

from ....core.actions import DONE, Action
from ....core.knowledge import Advice
from ....core.marching import best_of
from ..advance import Advance
from ..artillery import support_value
from ..bombardment import ShellLoss
from ..combat import attackers_of
from ..components import ENEMY, FRENCH, GERMAN, odds_column
from ..losses import Losses
from ..position import Position
from ..resolution import READY, Support
from ..retreat import HOLD, RETREAT, HoldFortress, Retreat, RetreatOrder
from ..stacking import Overstacked
from .attacks import Spot, Target
from .chances import Sides, bet, fort_bet
from .ground import Ground


def step_price(ground: Ground, u: int) -> float:
    """What a unit's next step is worth to its owner: the strength it takes along."""
    c, w, steps = ground.c, ground.w, ground.p.steps[u]
    if c.gun[u]:
        return w.step_gun
    if c.hq[u]:
        return w.step_hq
    lost = c.values[u][steps] - c.values[u][steps - 1]
    return lost + (w.step_stoss if c.stoss[u] else 0.0) + (w.step_last if steps == 1 else 0.0)


def cheapest(p: Position, d: ShellLoss | Overstacked, ground: Ground) -> Advice:
    return Advice(min(d.options(p), key=lambda a: step_price(ground, p.c.unit[a.unit])), "the least loss")


def lose(p: Position, d: Losses, ground: Ground) -> Advice:
    """The cheapest step, or the works of a fortress (7.5o)."""

    def price(a: Action) -> float:
        return ground.w.step_works if a.cell else step_price(ground, p.c.unit[a.unit])

    return Advice(min(d.options(p), key=price), "the least loss")


def leave_first(p: Position, d: RetreatOrder, ground: Ground) -> Advice:
    """Who is nearest to home makes room for the others (VV-R92)."""
    row, index = p.c.row, p.c.board.index
    home = -1 if d.side == GERMAN else 1
    return Advice(max(d.options(p), key=lambda a: home * row[index[a.cell]]), "to make room for the others")


def hold_fortress(p: Position, d: HoldFortress, ground: Ground) -> Advice:
    """Stay while somebody is left to hold the hex and it is worth the steps (7.5n)."""
    w = ground.w
    standing = p.fortress_stands(d.cell)
    steps = sum(p.steps[u] for u in d.units)
    price = d.hexes - standing
    if price >= steps:
        return Advice(RETREAT, "nobody would survive")
    cost = price * w.loss + (0.1 if standing else 0.0)
    if ground.worth(d.cell) * w.cling > cost:
        return Advice(HOLD, "the fortress is worth its garrison")
    return Advice(RETREAT, "the troops are worth more than the hex")


def retreat(p: Position, d: Retreat, ground: Ground) -> Advice:
    """To ground worth holding, best to where friends are few and the enemy far."""
    index = p.c.board.index

    def score(a: Action) -> float:
        cell = index[a.cell]
        strength = sum(p.value(u) for u in d.units)
        steps = sum(p.steps[u] for u in d.units)
        value = ground.hold(cell, strength, steps) - ground.empty(cell, True)
        value -= ground.w.spare * 2.0 * max(0, p.steps_in(cell) + steps - p.c.stack_limit)  # what finds no room is lost (4d)
        return value + (0.05 if not p.holds(cell, ground.side) else 0.0) - 0.002 * ground.threat[cell]

    return Advice(max(d.options(p), key=score), "back to better ground")


def advance(p: Position, d: Advance, ground: Ground) -> Advice:
    """Into what the enemy has left, the strongest first, if the hex is worth more than where they stand."""
    side = ground.side
    best, choice = 0.0, DONE
    for a in d.options(p):
        if a == DONE:
            continue
        u, cell = p.c.unit[a.unit], p.c.board.index[a.cell]
        if p.c.gun[u] or p.steps_in(cell) + p.steps[u] > p.c.stack_limit:
            continue
        first = not p.stacks[cell]
        gain = _entering(p, ground, u, cell, first)
        if gain > best:
            best, choice = gain, a
    if choice != DONE:
        return Advice(choice, "into what they have left")
    return Advice(DONE, "they stand better where they are" if side == FRENCH else "no further")


def _entering(p: Position, ground: Ground, u: int, cell: int, first: bool) -> float:
    """What a unit gains by advancing: the hex, the way on, less the hex it leaves."""
    w, side, here = ground.w, ground.side, p.place[u]
    value, steps = p.value(u), p.steps[u]
    strength = sum(p.value(x) for x in p.stacks[cell])
    others = [x for x in p.stacks[here] if x != u and p.c.foot[x]]
    left = sum(p.value(x) for x in others)
    gain = ground.hold(cell, strength + value, p.steps_in(cell) + steps)
    gain -= ground.hold(cell, strength, p.steps_in(cell)) if strength else 0.0
    gain -= ground.hold(here, left + value, p.steps_in(here))
    gain += ground.hold(here, left, p.steps_in(here) - steps) if others else ground.empty(here, True)
    if first:
        gain += ground.worth(cell) if p.control[cell] != side else ground.grip * ground.pull[cell]
    if side == GERMAN:
        gain += w.advance * (ground.pull[cell] - ground.pull[here]) * (ground.left + w.late) + w.press
    return gain + 0.001 * value


# ---------------------------------------------------------------------------------------------- 7.4a support in defence


def support(p: Position, d: Support, ground: Ground) -> Advice:
    """Guns that spoil more of the attack than they could elsewhere. What comes is not known: all at hand may."""
    fight = p.fight
    assert fight is not None
    gun = _useful_gun(p, d, ground)
    if gun is None:
        return Advice(READY, "the other guns may be needed elsewhere")
    return Advice(p.c.add[gun], "to break the attack up")


def _useful_gun(p: Position, d: Support, ground: Ground) -> int | None:
    w, fight = ground.w, p.fight
    assert fight is not None
    enemy = ENEMY[d.side]
    cell = fight.targets[0]
    guns = [p.c.unit[a.unit] for a in d.options(p) if a != READY]
    if not guns:
        return None
    theirs = Ground(p, enemy, w, ())
    target = Target(theirs, cell)
    second = getattr(p.stack[-2], "second", False)
    units = attackers_of(p, enemy, second, fight.targets)
    come = sum(p.value(u) for u in units) * w.expect_attack + w.expect_guns
    spots = [target.spots[x] for x in {p.place[u] for u in units} if x in target.spots] or [Spot(0, 0, 0, 0)]
    slope, river, stream = (min(spot[i] for spot in spots) for i in (1, 2, 3))  # the best for the defender counts (7.3d)
    die = target.die + (2 if any(p.c.stoss[u] for u in units) else 0) + stream
    count = max(1, len(units))
    sides = Sides(count, sum(p.steps[u] for u in units), len(target.units), target.steps, target.trap)
    sofar = sum(support_value(p, g, attack=False) for g in d.guns)

    def danger(more: int) -> float:
        column = odds_column(int(come), target.defence + more) + target.shift + slope + river
        if target.fort:
            return fort_bet(p.c, w, column, die, sides, target.kill, target.prize, target.works)
        return bet(p.c, w, column, die, sides, target.kill, target.prize)

    now = danger(sofar)

    def spared(g: int) -> float:
        gain = now - danger(sofar + support_value(p, g, attack=False))
        return gain * w.corps_gun if p.c.size[g] == "corps" else gain  # it can help more hexes

    return best_of(guns, spared, w.let_come)
