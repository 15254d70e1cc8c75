"""The two questions that movement, supply and command put to the map: how far can I get, and can a line be linked.

Both walk over `ways`: for each cell the pairs (neighbour, cost). Costs are whole numbers in the game's smallest unit
(half movement points, say). Impassable sides are simply not listed.

Where a compiler was at hand when the package was installed, both are compiled (`_paths.c`); the Python here does the same,
answer for answer. `TRENCHLINE_PURE=1` in the environment keeps to the Python.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import accumulate, chain
from warnings import warn

Ways = Sequence[Sequence[tuple[int, int]]]
Found = tuple[dict[int, int], dict[int, int]]

FREE, HINDERED, STOPPED = 0, 1, 2  # what an enemy zone does to a mover: nothing, costs, or costs and halts
FORBIDDEN = 1 << 20  # as a surcharge: the cell may not be entered at all
_FAR = 1 << 30


class Roads(tuple[tuple[tuple[int, int], ...], ...]):
    """Ways that never change: the compiled search reads them from one row of numbers.

    >>> Roads([[(1, 2)], [(0, 2)]])[1]
    ((0, 2),)
    """

    packed: bytes  # how many cells, where the steps of each begin and the last end, then cell and cost by turns

    def __new__(cls, ways: Ways) -> Roads:
        found = super().__new__(cls, map(tuple, ways))
        begins = accumulate(map(len, found), initial=0)
        steps = chain.from_iterable(chain.from_iterable(found))
        found.packed = array("i", [len(found), *begins, *steps]).tobytes()
        return found

    def but(self, rows: Mapping[int, Sequence[tuple[int, int]]]) -> Roads:
        """The same ways, but out of some cells.

        >>> list(Roads([[(1, 2)], [(0, 2)]]).but({1: [(0, 5)]}))
        [((1, 2),), ((0, 5),)]
        """
        made = list(self)
        numbers, first = array("i", self.packed), len(self) + 2
        for cell, row in rows.items():
            if len(row) != len(made[cell]):
                return Roads([rows.get(cell, row) for cell, row in enumerate(self)])
            made[cell] = tuple(row)
            at = first + 2 * numbers[1 + cell]
            numbers[at : at + 2 * len(row)] = array("i", chain.from_iterable(row))
        found = super().__new__(Roads, made)
        found.packed = numbers.tobytes()
        return found

    def __reduce__(self) -> tuple[type[Roads], tuple[list[tuple[tuple[int, int], ...]]]]:
        return Roads, (list(self),)


def reach(
    ways: Ways,
    start: int,
    budget: int,
    barred: Sequence[int],
    zone: Sequence[int],
    enter: Sequence[int] = (0, 0, 0),
    leave: Sequence[int] = (0, 0, 0),
    at_least_one: bool = False,
    goal: int = -1,
    zone_to_zone: bool = False,
    toll_out: Sequence[int] | None = None,
    toll_in: Sequence[int] | None = None,
    fords: Roads | None = None,
    fordable: Sequence[int] = (),
) -> Found:
    """Every cell that can be entered within a budget: cost by cell, and the cell each was entered from.

    `barred` cells cannot be entered. `zone` gives FREE, HINDERED or STOPPED by cell; `enter` and `leave` are the
    surcharges by that value. A mover halts on entering a STOPPED cell and may not go straight from one to another, unless
    `zone_to_zone` says so.
    Tolls by cell are paid beside each step out of it or into it. `fords` are further ways, open only into cells that are
    `fordable`.
    With `at_least_one` any neighbour that is not forbidden can be reached, at the price of the whole budget. With a `goal`
    the search ends once the goal is reached: only what is said of the goal and the way to it is then complete.

    >>> line = [[(1, 2)], [(0, 2), (2, 2)], [(1, 2)]]
    >>> reach(line, 0, 4, [0, 0, 0], [0, 0, 0])[0]
    {0: 0, 1: 2, 2: 4}
    >>> reach(line, 0, 9, [0, 0, 0], [0, 2, 0])[0]
    {0: 0, 1: 2}
    """
    best = [_FAR] * len(ways)
    best[start] = 0
    came: dict[int, int] = {}
    rings: list[list[int]] = [[] for _ in range(budget + 1)]
    rings[0].append(start)
    for spent, ring in enumerate(rings):
        for cell in ring:
            if best[cell] != spent:
                continue
            if cell == goal:
                return {start: 0, goal: spent}, came
            held = zone[cell]
            if held == 2 and cell != start:
                continue
            base = spent + leave[held] + (toll_out[cell] if toll_out else 0)
            steps = [*ways[cell], *(step for step in fords[cell] if fordable[step[0]])] if fords else ways[cell]
            for near, step in [(n, cost + toll_in[n]) for n, cost in steps] if toll_in else steps:
                total = base + step
                if total >= best[near] or total > budget or barred[near]:
                    continue
                level = zone[near]
                if level:
                    total += enter[level]
                    if total >= best[near] or total > budget or (level == 2 and held == 2 and not zone_to_zone):
                        continue
                best[near] = total
                came[near] = cell
                rings[total].append(near)
    cost = {start: 0}
    for cell in came:
        cost[cell] = best[cell]
    if at_least_one:
        for near, _ in ways[start]:
            level = zone[near]
            if near in cost or barred[near] or enter[level] >= FORBIDDEN:
                continue
            if level < 2 or zone[start] < 2 or zone_to_zone:
                cost[near] = budget
                came[near] = start
    return cost, came


def path(came: dict[int, int], start: int, goal: int) -> list[int]:
    """The cells entered from start to goal, the goal last."""
    cells = [goal]
    while came[cells[-1]] != start:
        cells.append(came[cells[-1]])
    return cells[::-1]


def trace(ways_in: Ways, goals: Iterable[int], budget: int, barred: Sequence[int], wanted: Collection[int] = ()) -> Found:
    """Every cell from which a line can be linked to one of the goals: its cost, and the next cell on the way.

    `ways_in` lists for each cell the pairs (cell it is entered from, cost of entering it from there); a cost may be
    nothing. Lines do not run through `barred` cells. The search ends early once every `wanted` cell is reached.
    """
    best = [_FAR] * len(ways_in)
    onward: dict[int, int] = {}
    rings: list[list[int]] = [[] for _ in range(budget + 1)]
    ends = [goal for goal in goals if not barred[goal]]
    for goal in dict.fromkeys(ends):
        best[goal] = 0
        rings[0].append(goal)
    left = len(set(wanted)) if wanted else _FAR
    settled: dict[int, int] = {}
    for spent, ring in enumerate(rings):
        for cell in ring:
            if best[cell] != spent:
                continue
            settled[cell] = spent
            if cell in wanted:
                left -= 1
                if not left:
                    return settled, onward
            for near, step in ways_in[cell]:
                total = spent + step
                if total < best[near] and total <= budget and not barred[near]:
                    best[near] = total
                    onward[near] = cell
                    rings[total].append(near)
    return settled, onward


def linked(ways_in: Ways, goals: Iterable[int], budget: int, barred: Sequence[int]) -> bytearray:
    """1 for each cell from which `trace` finds a line.

    >>> linked([[(1, 2)], [(0, 2), (2, 2)], [(1, 2)]], [0], 3, [0, 0, 0])
    bytearray(b'\\x01\\x01\\x00')
    """
    found = bytearray(len(ways_in))
    for cell in plain_trace(ways_in, goals, budget, barred)[0]:
        found[cell] = 1
    return found


plain_reach: Callable[..., Found] = reach
plain_trace: Callable[..., Found] = trace
plain_linked: Callable[..., bytearray] = linked
if not os.environ.get("TRENCHLINE_PURE"):
    try:
        from ._paths import linked, reach, trace
    except ModuleNotFoundError:
        pass  # no compiler was at hand
    except ImportError:
        warn(
            "trenchline.core._paths was compiled from an older source, so paths are searched in Python: run `make setup`",
            stacklevel=2,
        )
