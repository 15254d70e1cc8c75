"""Where a lost headquarters comes back (6.33c): where it feeds most of its corps, then near it, then out of harm's way."""

from __future__ import annotations

from collections.abc import Iterable

from ..position import Position
from ..supply import LIMIT, Lines
from .ground import Ground


def best_home(p: Position, hq: int, cells: Iterable[int], ground: Ground) -> int:
    """Of the hexes where an HQ may come back, the one from which it serves its corps best (6.11, 6.12)."""
    corps, side = p.c.corps[hq], p.c.side[hq]
    places = [p.place[u] for u in p.units_of(side) if p.corps_of(u) == corps]
    lines = Lines(p, side)

    def serves(cell: int) -> tuple[int, int, float]:
        cost = lines.costs([cell])
        far = p.c.board.distances(cell)
        return sum(cost[place] <= LIMIT for place in places), -sum(far[place] for place in places), -ground.threat[cell]

    return max(cells, key=serves)
