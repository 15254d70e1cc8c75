"""Stacking: how much a square holds at the end of a phase (BP 7.3, GL 10.0)."""

from __future__ import annotations

from collections.abc import Sequence

from .position import Position


def fits(p: Position, u: int, cell: int) -> bool:
    """Whether a unit may stand in a square beside its friends there."""
    return p.may_stack([*(v for v in p.own(cell, p.c.side[u]) if v != u), u], cell)


def overfull(p: Position, side: int) -> list[int]:
    """The squares that hold more of a side than they may. Engaged ones have no limit."""
    found = []
    for cell in {p.place[u] for u in p.units(side)}:
        stack = p.stacks[cell]
        if (len(stack) > 1 or p.c.fort[cell]) and not p.engaged(cell) and not p.may_stack(stack, cell):
            found.append(cell)
    return sorted(found)


def may_share(p: Position, units: Sequence[int], cell: int) -> bool:
    """Whether some units together may join those of their side in a square."""
    side = p.c.side[units[0]]
    return p.may_stack([*(v for v in p.own(cell, side) if v not in units), *units], cell)
