"""What the guns should do: which hexes to barrage, and with what."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ....core.marching import Shoot
from ..artillery import barrage_value, in_range, may_join
from ..bombardment import LONE_HQ_GUNS, barrage_column, batteries, lone_hq, target_cells
from ..components import GERMAN
from ..movement import points_of
from ..position import NEUTRALISED, Position
from ..zones import reach_of
from .attacks import Attack, draw_up
from .chances import shells
from .ground import Ground, stack_worth


def marching_reaches(p: Position, side: int) -> dict[int, Mapping[int, int]]:
    """Where a side's infantry could go in the Movement Phase to come."""
    return {u: reach_of(p, u, points_of(p, u, False)).cost for u in p.units_of(side) if p.c.foot[u]}


def coming_attacks(ground: Ground) -> list[Attack]:
    """The attacks that the Movement Phase to come would prepare."""
    p, side = ground.p, ground.side
    states, spent = p.status[:], p.spent[:]
    for u in p.units_of(side):
        p.status[u] &= ~112  # moved, touched, halted: what the phase will clear (2.1.3)
        p.spent[u] = 0
    try:
        return draw_up(ground, marching_reaches(p, side))
    finally:
        p.status[:], p.spent[:] = states, spent


class Aim:
    """A hex worth shells: what neutralising it is worth, and a step of it."""

    def __init__(self, ground: Ground, cell: int, attack: Attack | None) -> None:
        p, c, w = ground.p, ground.c, ground.w
        self.cell = cell
        units = p.stacks[cell]
        prey = [u for u in units if not c.hq[u]]  # an HQ loses nothing to shells (1.4f)
        self.kill = stack_worth(p, w, prey)
        self.count = len(prey)
        fresh = [u for u in units if not p.status[u] & NEUTRALISED]
        near = ground.threat[cell] > 0 and any(p.holds(n, ground.side) for n in c.board.neighbours[cell])
        worth = 0.0
        for u in fresh:
            if c.hq[u]:
                worth += w.shake_hq * far_from(p, u)
            elif c.gun[u]:
                worth += w.shake_gun
            else:
                worth += w.harass * p.value(u) * (2.0 if near else 1.0)
        if attack is not None and fresh:
            worth += max(0.0, attack.shaken_worth - max(0.0, attack.worth))
        self.shake = worth
        self.lone_hq = lone_hq(p, cell)
        self.guns: list[int] = []
        self.worth = 0.0

    def with_gun(self, p: Position, gun: int) -> float:
        """What the barrage would be worth with one more gun."""
        found = shells(p.c, barrage_column(p, self.cell, (*self.guns, gun)))
        return found.neutralised * self.shake + (found.one + found.each * self.count) * self.kill

    def admits(self, p: Position, gun: int) -> bool:
        if not in_range(p, gun, self.cell) or (self.lone_hq and len(self.guns) >= LONE_HQ_GUNS):
            return False
        return may_join(p, gun, self.guns, support=False) is None


def far_from(p: Position, hq: int) -> int:
    """How many infantry units a neutralised HQ would not reach: no exploitation for them, and worse odds (9d, 10.2)."""
    c = p.c
    far = c.board.distances(p.place[hq])
    least, most = c.command.neutralised, c.command.range + 2
    return sum(1 for u in p.units_of(c.side[hq]) if c.foot[u] and hq in c.mates[u] and least < far[p.place[u]] <= most)


def fire_plan(ground: Ground) -> list[Shoot]:
    """Guns go where the next one adds most, railway guns first: they can do nothing else (8.4f)."""
    p, c, side, w = ground.p, ground.c, ground.side, ground.w
    guns = batteries(p, side)
    if not guns:
        return []
    attacks = {a.target: a for a in coming_attacks(ground)}
    aims = [Aim(ground, cell, attacks.get(cell)) for cell in target_cells(p, side)]
    wanted = _wanted(p, attacks.values())
    guns.sort(key=lambda g: (not c.railway[g], c.bomber[g], -barrage_value(p, g), g))
    for gun in guns:
        keep = w.fire_from
        if not c.railway[gun]:
            keep += w.support_gun * wanted.get(gun, 0) + (w.army_gun if c.bomber[gun] else 0.0)
        best, choice = keep, None
        for aim in aims:
            if not aim.admits(p, gun):
                continue
            gain = aim.with_gun(p, gun) - aim.worth
            if gain > best:
                best, choice = gain, aim
        if choice is not None:
            choice.worth = choice.with_gun(p, gun)
            choice.guns.append(gun)
    fired = sorted((aim for aim in aims if aim.guns), key=lambda aim: -aim.worth)
    return [Shoot(a.cell, tuple(a.guns), _why(p, a, attacks)) for a in fired]


def _wanted(p: Position, attacks: Iterable[Attack]) -> dict[int, int]:
    """How many attacks count on a gun."""
    found: dict[int, int] = {}
    for attack in attacks:
        for g in attack.guns:
            found[g] = found.get(g, 0) + 1
    return found


def _why(p: Position, aim: Aim, attacks: Mapping[int, Attack]) -> str:
    if aim.cell in attacks:
        return f"to shake {p.label(aim.cell)} before the attack"
    if aim.lone_hq:
        return "to cut their lines of command"
    if all(p.c.gun[u] or p.c.hq[u] for u in p.stacks[aim.cell]):
        return "counter-battery fire"
    return "harassing fire" if p.c.side[p.stacks[aim.cell][0]] == GERMAN else "to wear them down"
