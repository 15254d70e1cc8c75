"""4.2 Stacking."""

from __future__ import annotations

from collections.abc import Iterable

from .position import Position


def within_limits(p: Position, units: Iterable[int]) -> bool:
    """Two divisions of one corps and one other unit; without divisions two others (4.2a, 4.2d). Units of two corps do not
    mix; those of the army, RS and LS belong to none (4.2b, CA-R29)."""
    c, limit = p.c, p.c.stacking
    divisions = others = 0
    corps = -1
    for u in units:
        if c.division[u]:
            divisions += 1
        else:
            others += 1
        if not c.loose[u]:
            if corps >= 0 and p.corps[u] != corps:
                return False
            corps = p.corps[u]
    return divisions <= limit.divisions and others <= (limit.others if divisions else limit.others_alone)


def fits(p: Position, u: int, cell: int) -> bool:
    """Whether a unit can join a hex within the limits."""
    stack = p.stacks[cell]
    return not stack or (u in stack or within_limits(p, (*stack, u)))
