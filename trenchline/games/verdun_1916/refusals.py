"""Why a counter or a hex cannot be named: the reasons that many decisions share."""

from __future__ import annotations

from ...core.actions import Refusal
from ...core.naming import unit_named
from .position import Position

ELSEWHERE = {
    "eliminated": ("has been eliminated", "1.2e"),
    "returning": ("was destroyed and comes back on a later turn", "1.4i"),
    "stock": ("is not detached from a regiment", "1.6b"),
    "reserve": ("has not come onto the map", "12.1a"),
    "army": ("is kept off the map", "8.0b"),
    "setup": ("is not set up", "14a"),
}


def off_the_map(p: Position, u: int) -> Refusal | None:
    """Where a counter is that is not on the map."""
    if p.on_map(u):
        return None
    told = ELSEWHERE.get(p.label(p.place[u]))
    if told is None:
        return Refusal(f"{p.name(u)} takes no part in this battle", (p.b.case,))
    return Refusal(f"{p.name(u)} {told[0]}", (told[1],))


def not_of(p: Position, name: str, side: int, case: str) -> Refusal | None:
    """A counter that there is not, or one of the enemy's."""
    u = unit_named(p, name, side, (case,))
    return u if isinstance(u, Refusal) else None


def closed_to(p: Position, side: int, cell: int, case: str) -> Refusal | None:
    """A hex that no unit of a side may enter (VV-R88)."""
    label = p.label(cell)
    if not p.b.playable[cell]:
        return Refusal(f"{label} is on the bank that is out of play", ("14.2D-c",))
    if p.enemy_holds(cell, side):
        return Refusal(f"{label} is held by the enemy", (case,))
    if p.barred(side)[cell]:
        return Refusal(f"{label} is a fortress that has not fallen", ("7.5m",))
    return None


def too_full(p: Position, cell: int) -> Refusal:
    return Refusal(f"{p.label(cell)} would hold more than {p.c.stack_limit} steps", ("4a",))
