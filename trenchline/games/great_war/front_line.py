"""Behind the line: where guns may be put, replacements appear, aircraft strike (BP-R147)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import compress, count

from ...core.fields import how_far
from .components import NONE
from .lines import blocked, remembered
from .position import Position


def territory(p: Position, side: int) -> set[int]:
    """Squares that a side holds, and squares free of enemies and their zones from which a way over such squares leads to the
    side's edge."""
    return {*linked(p, p.c.edge[side], blocked(p, side)), *held(p, side)}


def held(p: Position, side: int) -> Iterable[int]:
    """The squares in which a side stands alone."""
    return compress(count(), p.present.translate(p.c.alone[side]))


def linked(p: Position, starts: Iterable[int], barred: Sequence[int]) -> Iterable[int]:
    """The squares that are not barred, and to which a way over such squares leads from some of those."""
    return compress(count(), how_far(p.c.free_ways, starts, 1, barred).translate(NONE))


def behind_line(p: Position, side: int) -> frozenset[int]:
    """The squares behind a side's line; one that lies behind both lines counts for neither."""
    memory = remembered(p)
    found: frozenset[int] | None = memory.get(("behind", side))
    if found is None:
        found = memory["behind", side] = frozenset(territory(p, side) - territory(p, p.enemy(side)))
    return found
