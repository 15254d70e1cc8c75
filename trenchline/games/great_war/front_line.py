"""Behind the line: where guns may be put, replacements appear, aircraft strike (BP-R147)."""

from __future__ import annotations

from .lines import remembered
from .position import Position


def territory(p: Position, side: int) -> set[int]:
    """Squares that a side holds, and squares free of enemies and their zones from which a way over such squares leads to the
    side's edge."""
    bits, own, zone, near = p.c.enemy_bits[side], p.c.bit[side], p.zone[p.enemy(side)], p.c.near
    held = {x for x, here in enumerate(p.present) if here & own and not here & bits}
    free = [not here & bits and (not zone[x] or x in held) for x, here in enumerate(p.present)]
    found = {x for x in p.c.edge[side] if free[x]}
    ring = list(found)
    while ring:
        ring = list(dict.fromkeys(n for x in ring for n in near[x] if free[n] and n not in found))
        found.update(ring)
    return found | held


def behind_line(p: Position, side: int) -> frozenset[int]:
    """The squares behind a side's line; one that lies behind both lines counts for neither."""
    memory = remembered(p)
    found: frozenset[int] | None = memory.get(("behind", side))
    if found is None:
        found = memory["behind", side] = frozenset(territory(p, side) - territory(p, p.enemy(side)))
    return found
