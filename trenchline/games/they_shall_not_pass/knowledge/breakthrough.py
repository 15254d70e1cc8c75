"""Breakthrough: a leader goes on with a regiment, never by itself, where the ground beyond is better (13.0)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from ....core.actions import DONE, Action
from ....core.knowledge import Advice
from ..breakthrough import Breakthrough, BreakthroughGroup, BreakthroughMove, eligible, group_reach, leads
from ..components import ENEMY, GERMAN, Components
from ..position import Position
from ..stacking import bulk
from ..strength import combat_strength
from ..zones import posture
from .attacks import entered
from .ground import Ground

if TYPE_CHECKING:
    from . import StaffOrders

OVERFULL = 50.0


@lru_cache(maxsize=8)
def _regiments(c: Components) -> list[bool]:
    """Which counters are infantry that can stand by itself."""
    return [foot and kind != "pioneer" for foot, kind in zip(c.foot, c.kind, strict=True)]


def lone(p: Position, *stacks: Sequence[int]) -> bool:
    """Whether there is no regiment in any of some stacks."""
    stands = _regiments(p.c)
    return True not in [stands[u] for stack in stacks for u in stack]


def regiments(p: Position, units: Sequence[int]) -> list[int]:
    """Infantry that can stand by itself, the strongest first."""
    stands = _regiments(p.c)
    return sorted([u for u in units if stands[u]], key=lambda u: (-combat_strength(p, u), u))


def party(p: Position, cell: int) -> tuple[int, ...]:
    """Who would go from a hex: the leader and the strongest regiment that can; the others hold the hex."""
    leader = next(u for u in p.units_in(cell) if leads(p, u))
    mates = [u for u in regiments(p, p.units_in(cell)) if u != leader and eligible(p, u)]
    return (leader, *mates[:1])


def worth(p: Position, ground: Ground, group: Sequence[int], cell: int) -> float:
    """What a group does in a hex; a pioneer that would be alone there does harm."""
    w = ground.w
    strength = sum([combat_strength(p, u) for u in group if p.c.foot[u]])
    taken = ground.worth(cell) if p.control[cell] != ground.side else 0.0
    forward = w.advance * ground.pull[cell] if ground.side == GERMAN else 0.0
    alone = w.lone if lone(p, group, p.units_in(cell)) else 0.0
    return taken * w.beyond + forward + ground.hold(cell, strength, True) - alone


class Exposure:
    """What it costs in HQs and guns that stand alone, where the enemy can come once some have gone on to a hex."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground

    @cached_property
    def places(self) -> dict[int, int]:
        """Where a side's units stand."""
        p = self.ground.p
        return {u: p.place[u] for u in p.units_of(self.ground.side)}

    @cached_property
    def now(self) -> float:
        return self._exposed(self.places)

    def laid_bare(self, leaving: Sequence[int], goal: int) -> float:
        return self._exposed(self.places | dict.fromkeys(leaving, goal)) - self.now

    def _exposed(self, places: Mapping[int, int]) -> float:
        """The HQs and guns that stand alone where the enemy's infantry can come next to them."""
        ground = self.ground
        p, c, w, side = ground.p, ground.c, ground.w, ground.side
        stands = _regiments(c)
        guarded = {cell for u, cell in places.items() if stands[u]}
        alone = [(u, cell) for u, cell in places.items() if not c.foot[u] and cell not in guarded]
        if not alone:
            return 0.0
        come = entered(p, ENEMY[side], posture(p, side, places.items()))
        raided = [u for u, cell in alone if 1 in [come[near] for near in c.board.neighbours[cell]]]
        return sum(w.guard_hq if c.hq[u] else w.guard_gun for u in raided)


def go_on(p: Position, d: Breakthrough, o: StaffOrders) -> Advice:
    """A stack goes on where its party finds something better than where it stands."""
    ground = o.look(p)
    exposure = Exposure(ground)
    best, choice = o.weights.stay, DONE
    for a in d.options(p):
        if a == DONE:
            continue
        cell = p.c.board.index[a.cell]
        group = party(p, cell)
        free = [x for x in group_reach(p, group)[0] if x != cell and bulk(p, (*p.units_in(x), *group)) <= p.c.stack_limit]
        if not free:
            continue
        gain, goal = max([(worth(p, ground, group, x), -i, x) for i, x in enumerate(free)])[::2]
        gain -= worth(p, ground, group, cell)
        if gain > best and gain - exposure.laid_bare(group, goal) > best:
            best, choice = gain, a
    if choice == DONE and d.refuse(p, DONE) is not None:
        choice = next(a for a in d.options(p) if a != DONE)
    return Advice(choice, "the way is open" if choice != DONE else "nothing is to be won further on")


def gather(p: Position, d: BreakthroughGroup, o: StaffOrders) -> Advice:
    """The party, one by one."""
    for u in party(p, d.cell):
        if u not in d.group and (action := Action("add", p.name(u))) in d.options(p):
            why = "goes through with its leader" if d.group else f"leads the breakthrough from {p.label(d.cell)}"
            return Advice(action, why)
    options = d.options(p)
    return Advice(Action("go") if d.group else options[0], f"the rest holds {p.label(d.cell)}")


def onward(p: Position, d: BreakthroughMove, o: StaffOrders) -> Advice:
    """To the best ground in reach."""
    here = p.place[d.group[0]]
    best, choice = -1e9, None
    for a in d.options(p):
        cell = p.c.board.index[a.cell] if a.cell else here
        value = worth(p, o.ground, d.group, cell)
        if a.cell and bulk(p, (*p.units_in(cell), *d.group)) > p.c.stack_limit:
            value -= OVERFULL
        if value > best:
            best, choice = value, a
    assert choice is not None
    return Advice(choice, "to better ground beyond" if choice.cell else "here is good ground")
