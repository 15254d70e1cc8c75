"""What a staff sees on any map: how goals draw to them, what strength is felt where, which cells are shut in.

What is found is kept by what it was worked out from, and shared: it is not to be changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from .board import Board
from .charts import Term, total
from .fields import strongest, summed
from .position import Position

FARTHEST = 256  # cells, beyond which nothing draws

Goals = tuple[tuple[int, float], ...]  # cells, and what each is worth


@lru_cache(maxsize=64)
def fading(fade: float) -> tuple[float, ...]:
    """The share that is left at each distance of what fades by a factor with each cell."""
    return tuple(fade**far for far in range(FARTHEST))


@lru_cache(maxsize=1024)
def pull(board: Board, goals: Goals, fade: float) -> list[float]:
    """How strongly all goals together draw to each cell, fading with distance."""
    return summed(board.size, [board.distances(goal) for goal, _ in goals], [worth for _, worth in goals], fading(fade))


@lru_cache(maxsize=512)
def strongest_pull(board: Board, goals: Goals, fade: float) -> list[float]:
    """How strongly the one goal that draws most does so in each cell."""
    return strongest(board.size, [board.distances(goal) for goal, _ in goals], [worth for _, worth in goals], fading(fade))


def pressure(board: Board, strengths: Iterable[tuple[int, float]], felt: tuple[float, ...]) -> list[float]:
    """The strength felt in each cell of units in some cells; `felt` is the share of it at each distance."""
    by_cell: dict[int, float] = {}
    for cell, strength in strengths:
        by_cell[cell] = by_cell.get(cell, 0.0) + strength
    return _spread(board, tuple(sorted(by_cell.items())), felt)


@lru_cache(maxsize=1024)
def _spread(board: Board, strengths: tuple[tuple[int, float], ...], felt: tuple[float, ...]) -> list[float]:
    return summed(board.size, [board.distances(cell) for cell, _ in strengths], [strength for _, strength in strengths], felt)


def cover(lines: Iterable[Sequence[Term]]) -> list[int]:
    """The shift of each cell's ground for its attacker."""
    return [total(terms) for terms in lines]


def any_of(cells: int, rows: Iterable[bytes]) -> bytes:
    """1 for each of so many cells that is marked by a 1 in any row."""
    bits = 0
    for row in rows:
        bits |= int.from_bytes(row, "big")
    return bits.to_bytes(cells, "big")


def shut_in(p: Position, enemy: int, cell: int, held: Sequence[int]) -> bool:
    """Whether no way leads out of a cell but through the enemy or through his zones, where no friend is: `held` is not 0
    where one will be."""
    zone, present, bit = p.zone[enemy], p.present, p.c.bit[enemy]
    return all(present[near] == bit or (zone[near] and not held[near]) for near in p.c.board.neighbours[cell])
