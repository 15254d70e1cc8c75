"""Fields over a map: one number for each cell, summed up from sources that fade with distance. The staffs of all games are
built on them: the pull of what is to be won, the strength that can be brought against a cell, the way to the nearest enemy.

Where a compiler was at hand when the package was installed, they are compiled (`_fields.c`); the Python here gives the same
numbers to the last bit. `TRENCHLINE_PURE=1` in the environment keeps to the Python.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress

from .paths import Ways, plain_reach


def summed(cells: int, rows: Sequence[bytes], amounts: Sequence[float], shares: Sequence[float]) -> list[float]:
    """What all sources together come to in each of so many cells.

    A source has its row of distances by cell, and an amount, of which `shares[distance]` is felt; farther off nothing is.

    >>> summed(3, [bytes([0, 1, 2]), bytes([2, 1, 0])], [4.0, 8.0], [1.0, 0.5])
    [4.0, 6.0, 8.0]
    """
    found = [0.0] * cells
    for row, amount in zip(rows, amounts, strict=True):
        felt = _felt(amount, shares)
        found = [sofar + felt[far] for sofar, far in zip(found, row, strict=True)]
    return found


def strongest(cells: int, rows: Sequence[bytes], amounts: Sequence[float], shares: Sequence[float]) -> list[float]:
    """What the source that is felt most comes to in each cell, as `summed` has them; never less than nothing.

    >>> strongest(3, [bytes([0, 1, 2]), bytes([2, 1, 0])], [4.0, 8.0], [1.0, 0.5])
    [4.0, 4.0, 8.0]
    """
    found = [0.0] * cells
    for row, amount in zip(rows, amounts, strict=True):
        felt = _felt(amount, shares)
        found = [here if (here := felt[far]) > best else best for best, far in zip(found, row, strict=True)]
    return found


def _felt(amount: float, shares: Sequence[float]) -> list[float]:
    """What is felt of an amount at each distance that a row can have."""
    near = [amount * share for share in shares[:256]]
    return near + [0.0] * (256 - len(near))


def added(one: Sequence[float], other: Sequence[float], times: float = 1.0) -> list[float]:
    """A field, and so many times another on top of it.

    >>> added([1.0, 2.0], [0.5, 0.0], 2.0)
    [2.0, 2.0]
    """
    return [a + times * b for a, b in zip(one, other, strict=True)]


def how_far(ways: Ways, starts: Iterable[int], limit: int, barred: Sequence[int]) -> bytes:
    """What it costs to come to each cell from the nearest of some others: `limit`, at most 255, where it costs as much or
    more. No way leads through `barred` cells, nor does one begin there. `ways` lists for each cell the pairs (neighbour,
    cost); a cost may be nothing.

    >>> how_far([[(1, 2)], [(0, 2), (2, 2)], [(1, 2)]], [0], 9, bytes(3))
    b'\\x00\\x02\\x04'
    """
    best = [limit] * len(ways)
    rings: list[list[int]] = [[] for _ in range(limit)]
    for start in starts:
        if limit and best[start] and not barred[start]:
            best[start] = 0
            rings[0].append(start)
    for spent, ring in enumerate(rings):
        for cell in ring:
            if best[cell] != spent:
                continue
            for near, step in ways[cell]:
                total = spent + step
                if total < best[near] and not barred[near]:
                    best[near] = total
                    rings[total].append(near)
    return bytes(best)


def swept(
    ways: Ways,
    movers: Sequence[tuple[int, int]],
    barred: Sequence[int],
    zone: Sequence[int],
    enter: Sequence[int],
    leave: Sequence[int],
    at_least_one: bool = False,
) -> bytes:
    """1 for each cell in which one of several movers stands or to which it can come, as `reach` has it: a mover is where it
    begins and what it may spend.

    >>> swept([[(1, 2)], [(0, 2), (2, 2)], [(1, 2)]], [(0, 3)], bytes(3), bytes(3), (0, 0, 0), (0, 0, 0))
    b'\\x01\\x01\\x00'
    """
    marked = bytearray(len(ways))
    for start, budget in movers:
        for cell in plain_reach(ways, start, budget, barred, zone, enter, leave, at_least_one)[0]:
            marked[cell] = 1
    return bytes(marked)


plain_summed: Callable[..., list[float]] = summed
plain_strongest: Callable[..., list[float]] = strongest
plain_added: Callable[..., list[float]] = added
plain_how_far: Callable[..., bytes] = how_far
plain_swept: Callable[..., bytes] = swept
if not os.environ.get("TRENCHLINE_PURE"):
    with suppress(ImportError):  # no compiler was at hand
        from ._fields import added, how_far, strongest, summed, swept
