"""The line the French should hold: the cheapest chain of hexes from the Meuse to the eastern edge, and a screen before it."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from heapq import heappop, heappush
from typing import NamedTuple

from ..components import FRENCH, GERMAN, Components
from .ground import Ground


@lru_cache(maxsize=8)
def rims(c: Components, battle: str) -> tuple[tuple[int, ...], frozenset[int]]:
    """Where a line can begin in the west, and end in the east."""
    playable = c.battles[battle].playable
    last = max(c.column)
    cells = [x for x in range(c.board.size) if playable[x]]
    west = tuple(x for x in cells if c.column[x] == 1 or any(not playable[n] for n in c.board.neighbours[x]))
    return west, frozenset(x for x in cells if c.column[x] == last)


def price_of_line(ground: Ground, within: Collection[int]) -> list[float]:
    """What it costs to have the line run through each hex: what lies before it is given up, Germans behind it are trouble."""
    p, c, w = ground.p, ground.c, ground.w
    rows, columns = max(c.row) + 1, max(c.column) + 2
    before = [[0.0] * rows for _ in range(columns)]
    for cell, points in ground.prize.items():
        if p.control[cell] == FRENCH:
            for column in (c.column[cell] - 1, c.column[cell], c.column[cell] + 1):
                if 0 < column < columns:
                    before[column][c.row[cell]] += points / 3
    behind = [[0.0] * rows for _ in range(columns)]
    for u in p.units_of(GERMAN):
        if c.foot[u]:
            cell = p.place[u]
            for column in (c.column[cell] - 1, c.column[cell], c.column[cell] + 1):
                if 0 < column < columns:
                    behind[column][c.row[cell]] += p.value(u)
    for column in range(columns):
        given_up = passed = 0.0
        for row in range(rows):
            here = before[column][row]
            before[column][row] = given_up
            given_up += here
        for row in range(rows - 1, -1, -1):
            here = behind[column][row]
            behind[column][row] = passed
            passed += here
    zone, holder, threat = p.zone[GERMAN], p.holder, ground.threat
    found = []
    for cell in range(c.board.size):
        if not p.b.playable[cell] or holder[cell] == GERMAN + 1:
            found.append(1e6)
            continue
        column, row = c.column[cell], c.row[cell]
        cost = 1.0 + w["abandon"] * before[column][row] + w["north"] * row + w["pocket"] * behind[column][row]
        cost += (w["touch"] if zone[cell] else 0.0) + w["danger"] * threat[cell] / 20 + w["shield"] * ground.cover[cell]
        cost -= w["keep"] * ground.prize.get(cell, 0.0) + (w["fort"] if p.fortress_stands(cell) else 0.0)
        if cell not in within:
            cost += 3.0
        found.append(max(0.05, cost))
    return found


def chain(ground: Ground, cost: list[float]) -> list[int]:
    """The cheapest chain from the western to the eastern rim."""
    west, east = rims(ground.c, ground.p.battle)
    best = dict.fromkeys(west, 0.0)
    came: dict[int, int] = {}
    heap: list[tuple[float, int]] = []
    for cell in west:
        best[cell] = cost[cell]
        heappush(heap, (cost[cell], cell))
    near = ground.c.board.neighbours
    while heap:
        spent, cell = heappop(heap)
        if spent > best[cell]:
            continue
        if cell in east:
            found = [cell]
            while cell in came:
                cell = came[cell]
                found.append(cell)
            return found if spent < 1e6 else []
        for n in near[cell]:
            total = spent + cost[n]
            if total < best.get(n, 1e9):
                best[n], came[n] = total, cell
                heappush(heap, (total, n))
    return []


class Lines(NamedTuple):
    """Posts to be manned: by strong units, and far before them by a thin screen of battalions that takes the first blow."""

    main: tuple[int, ...] = ()
    screen: tuple[int, ...] = ()


def posts(ground: Ground, cells: list[int]) -> tuple[int, ...]:
    """The best hexes of a chain to stand in, so near to each other that nobody slips through their zones."""
    if not cells:
        return ()
    p, w = ground.p, ground.w
    gap = max(1, round(w["gap"]))
    price = [
        1.0
        + w["shield"] * ground.cover[x]
        - (w["fort"] if p.fortress_stands(x) else 0.0)
        - w["keep"] * ground.prize.get(x, 0.0)
        for x in cells
    ]
    best: list[tuple[float, int]] = []  # the cheapest way to have a post here, and the post before it
    for i in range(len(cells)):
        if i < 2:  # the ends of the chain must be covered too
            best.append((price[i], -1))
        else:
            before = min(range(max(0, i - gap), i), key=lambda j: best[j][0])
            best.append((best[before][0] + price[i], before))
    i = min(range(max(0, len(cells) - 2), len(cells)), key=lambda j: best[j][0])
    found = []
    while i >= 0:
        found.append(cells[i])
        i = best[i][1]
    return tuple(found)


def lines(ground: Ground, within: Collection[int]) -> Lines:
    """The posts of the main line, and those of the screen before it where there is room for one."""
    c, w = ground.c, ground.w
    cost = price_of_line(ground, within)
    main = chain(ground, cost)
    if not main:
        return Lines()
    depth = round(w["depth"])
    least = [99] * (max(c.column) + 1)
    for cell in main:
        least[c.column[cell]] = min(c.row[cell], least[c.column[cell]])
    for cell in range(c.board.size):
        ahead = least[c.column[cell]] - c.row[cell]
        if ahead < depth:
            cost[cell] += 6.0 * (depth - ahead)
        elif ahead > depth + 1:
            cost[cell] += ahead - depth
    screen = [cell for cell in chain(ground, cost) if least[c.column[cell]] - c.row[cell] >= min(2, depth)]
    return Lines(posts(ground, main), posts(ground, screen))
