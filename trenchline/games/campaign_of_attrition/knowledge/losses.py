"""How a side takes its losses, where it falls back to, who goes forward, and what support it buys."""

from __future__ import annotations

import msgspec

from ....core.actions import DONE, Action
from ....core.knowledge import Advice
from ..advance import Advance
from ..artillery import fighters
from ..components import ENEMY
from ..losses import FLIP, PAY, Absorb
from ..odds import strike
from ..position import Fight
from ..retreat import Retreat
from ..support import READY, Supporting, barrage_guns, gas_units, limit
from .attacks import tied
from .clash import Means, mean, prices, ways
from .ground import Ground, order_of
from .marches import Line


def absorb(ground: Ground, d: Absorb) -> Advice:
    """The cheapest way to meet what is left, and its first step."""
    p, c = ground.p, ground.c
    f = p.fight
    assert f is not None
    menu = d.options(p)
    kinds = {a.kind for a in menu}
    units = fighters(p, f, d.side)
    attacking = d.side == f.side
    prize = 0.0 if attacking else ground.worth(f.target)
    full = ground.means(units, d.side, attacking, True, prize)
    # Where there are trenches to leave, flight comes after that: whether there is a way is asked then.
    longest = max((a.value for a in menu if a.kind == "retreat"), default=len(full.flee) if FLIP in menu and not d.fled else 0)
    means = Means(
        d.lone,
        min(d.payable, max(0, p.ap[d.side] - 1)) if PAY in menu else 0,
        full.ap,
        full.flip if FLIP in menu else -1.0,
        full.steps if "step" in kinds else 0,
        full.step,
        full.kills,
        full.flee[:longest],
        full.ground,
    )
    way = ways(means, d.left, d.deadly, d.killed)
    order: list[tuple[int, list[Action]]] = [
        (way.flip, [a for a in menu if a == FLIP]),
        (way.pay, [a for a in menu if a == PAY]),
        (way.steps, [a for a in menu if a.kind == "step" and p.steps[c.unit[a.unit]] == 2]),
        (way.kills, [a for a in menu if a.kind == "eliminate" or (a.kind == "step" and p.steps[c.unit[a.unit]] == 1)]),
        (way.retreat, [a for a in menu if a.kind == "retreat" and a.value == way.retreat]),
    ]
    for wanted, actions in order:
        if wanted and actions:
            return Advice(min(actions, key=lambda a: ground.unit_price(c.unit[a.unit]) if a.unit else 0.0), "the least loss")
    safe = [a for a in menu if a != PAY or p.ap[d.side] > 1] or menu
    return Advice(safe[0], "what is left")


def retreat(ground: Ground, d: Retreat) -> Advice:
    """To where it does most for the line."""
    p, c = ground.p, ground.c
    line = Line(ground, {})
    line.room = {}
    for u in p.units_of(ground.side):
        if u not in d.units:
            line.room[p.place[u]] = (*line.room.get(p.place[u], ()), u)
    order = 2 if d.hexes > 1 or d.attacking else 1

    def score(a: Action) -> float:
        u, cell = c.unit[a.unit], c.board.index[a.cell]
        found = line.gain(u, cell, False, order) - (0.0 if ground.line[cell] else ground.w.cut_off)
        return found - 0.01 * ground.threat[cell]

    return Advice(max(d.options(p), key=score), "the best ground behind")


def advance(ground: Ground, d: Advance) -> Advice:
    """Into what was won, as far as it can be kept; fortresses are kept whole, for those inside."""
    p, c, w = ground.p, ground.c, ground.w
    line = Line(ground, {})
    for u in p.units_of(ground.side):
        line.room[p.place[u]] = (*line.room.get(p.place[u], ()), u)
    best, choice = w.stay, DONE
    staying: dict[int, float] = {}
    for a in d.options(p):
        if a.kind != "advance":
            continue
        u, cell = c.unit[a.unit], c.board.index[a.cell]
        here = p.place[u]
        rest = tuple(x for x in line.room[here] if x != u)
        order = max(1, order_of(p, (u,)))
        stack = line.room[here]
        line.room[here] = rest
        if u not in staying:
            staying[u] = line.gain(u, here, False, order)
        gain = line.gain(u, cell, False, order) - staying[u]
        line.room[here] = stack
        if p.control[cell] != ground.side:
            gain += ground.worth(cell) * w.take
        gain += w.advance * (ground.pull[cell] - ground.pull[here])
        if not ground.line[cell]:
            gain -= w.cut_off
        if tied(ground, u):
            gain -= ground.worth(here)
        gain += 0.001 * c.sp[u]
        if gain > best:
            best, choice = gain, a
    return Advice(choice, "to take the ground" if choice != DONE else "no further")


# ---------------------------------------------------------------------------------------------- support


def _expectation(ground: Ground, f: Fight, prize: float) -> float:
    """The exact expectation of the fight that has been declared, for the attacker; gas that waits included."""
    p = ground.p
    enemy = ENEMY[f.side]
    defenders, attackers = fighters(p, f, enemy), fighters(p, f, f.side)
    lost = prices(ground.means(defenders, enemy, False, True, prize))
    paid = prices(ground.means(attackers, f.side, True, True, 0.0))
    shifts = {0: ((0, 1.0),), 1: ((-1, 0.5), (1, 0.5)), 2: ((-2, 0.25), (0, 0.5), (2, 0.25))}[min(2, len(f.gas))]
    total = 0.0
    for blown, chance in shifts:
        ours, theirs = strike(p, f, f.side, blown).losses, strike(p, f, enemy, blown).losses
        total += chance * (mean(ours, lost) - mean(theirs, paid))
        if f.elan:  # who loses more loses his strongest unit (9.8.3b)
            worse = sum(a > b for a in ours for b in theirs) / 36
            total += chance * worse * 0.7 * max(ground.unit_price(u) for u in defenders)
    return total


def support(ground: Ground, d: Supporting) -> Advice:
    """What moves the expectation by more than it costs."""
    p, w = ground.p, ground.w
    f = p.fight
    assert f is not None
    attacking = d.side == f.side
    prize = ground.worth(f.target) * (w.take if attacking else 1.0)
    sign = 1.0 if attacking else -1.0
    base = _expectation(ground, f, prize)
    price = ground.ap[d.side]
    best, choice = w.support_from, READY
    rows = p.c.support
    for kind, row in (("flamethrowers", rows["flamethrower"]), ("elan", rows["elan"]), ("hurricane", rows["hurricane"])):
        most = min(limit(p, f, kind, d.side), p.ap[d.side] - int(w.keep))
        for spent in range(row.ap, most + 1, row.ap):
            gain = sign * (_expectation(ground, _with_support(f, kind, spent), prize) - base) - spent * price
            if gain > best:
                best, choice = gain, Action(kind, value=spent)
    if choice == READY and attacking and not f.hurricane and p.ap[d.side] > w.keep + 2:
        choice = _barrage(ground, f, d, base, prize, best)
    if choice == READY:
        for u in gas_units(p, f, d.side):
            gain = sign * (_expectation(ground, _with_gas(f, u), prize) - base)
            if gain > best:
                best, choice = gain, Action("gas", p.name(u))
    return Advice(choice, "worth its price" if choice != READY else "no more support")


def _barrage(ground: Ground, f: Fight, d: Supporting, base: float, prize: float, best: float) -> Action:
    """A gun for a Hurricane Barrage, if one is worth it."""
    p = ground.p
    row = p.c.support["hurricane"]
    for gun in sorted(barrage_guns(p, f), key=lambda g: -p.c.hap[g][p.steps[g]]):
        if (p.c.hap[gun][p.steps[gun]] + 1) // 2 < row.ap:
            continue
        if _expectation(ground, _with_support(f, "hurricane", row.ap), prize) - base - row.ap * ground.ap[d.side] > best:
            return Action("barrage", p.name(gun))
    return READY


def _with_support(f: Fight, kind: str, spent: int) -> Fight:
    return msgspec.structs.replace(f, **{kind: spent})


def _with_gas(f: Fight, u: int) -> Fight:
    return msgspec.structs.replace(f, gas=(*f.gas, u))
