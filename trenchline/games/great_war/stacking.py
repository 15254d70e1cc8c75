"""Stacking: how much a square holds at the end of a phase (BP 7.3, GL 10.0)."""

from __future__ import annotations

from .position import Position


def fits(p: Position, u: int, cell: int) -> bool:
    """Whether a unit may stand in a square beside its friends there."""
    return p.may_stack([*(v for v in p.own(cell, p.c.side[u]) if v != u), u], cell)


def overfull(p: Position, side: int) -> list[int]:
    """The squares that hold more of a side than they may. Engaged ones have no limit."""
    size, stacks, fort = p.c.board.size, p.stacks, p.c.fort
    held = {x for x in map(p.place.__getitem__, p.c.army[side]) if x < size and (len(stacks[x]) > 1 or fort[x])}
    return sorted([x for x in held if not p.may_stack(stacks[x], x) and not p.engaged(x)])
