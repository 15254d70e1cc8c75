"""The lines the French should hold: chains of hexes from the Meuse to the eastern edge, and posts on them that leave no gap."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from heapq import heappop, heappush
from typing import NamedTuple

from ..components import FRENCH, GERMAN, Components
from .ground import FAR, Ground

TIGHT = 2  # from post to post: no hex between them lies in the zone of one alone (3.2d)
NO_WAY = 1e6


@lru_cache(maxsize=8)
def rims(c: Components, battle: str) -> tuple[tuple[int, ...], frozenset[int]]:
    """Where a line can begin in the west, and end in the east."""
    playable = c.battles[battle].playable
    last = max(c.column)
    cells = [x for x in range(c.board.size) if playable[x]]
    west = tuple(x for x in cells if c.column[x] == 1 or any(not playable[n] for n in c.board.neighbours[x]))
    return west, frozenset(x for x in cells if c.column[x] == last)


def given_up(ground: Ground) -> tuple[list[list[float]], list[list[float]]]:
    """By column and row: the points before a line that runs there, and the Germans behind it."""
    p, c = ground.p, ground.c
    rows, columns = max(c.row) + 1, max(c.column) + 2
    before = [[0.0] * rows for _ in range(columns)]
    behind = [[0.0] * rows for _ in range(columns)]
    for cell, points in ground.prize.items():
        if p.control[cell] == FRENCH:
            for column in range(max(1, c.column[cell] - 1), min(columns, c.column[cell] + 2)):
                before[column][c.row[cell]] += points / 3
    for u in p.units_of(GERMAN):
        if c.foot[u]:
            cell = p.place[u]
            for column in range(max(1, c.column[cell] - 1), min(columns, c.column[cell] + 2)):
                behind[column][c.row[cell]] += p.value(u) ** 2 / 7  # a few who slipped through matter little
    for column in range(columns):
        lost = passed = 0.0
        for row in range(rows):
            lost, before[column][row] = lost + before[column][row], lost
        for row in range(rows - 1, -1, -1):
            passed, behind[column][row] = passed + behind[column][row], passed
    return before, behind


def price_of_line(ground: Ground, within: Collection[int], kept: Collection[int] = ()) -> list[float]:
    """What it costs to have the line run through each hex: what lies before it is given up, Germans behind it are trouble.

    `kept` are hexes in which somebody stands already who should not be sent about.
    """
    p, c, w = ground.p, ground.c, ground.w
    before, behind = given_up(ground)
    near = [max(0.0, 1.0 - x / w.span) * w.danger for x in range(FAR + 1)]
    abandon, north, pocket, shield = w.abandon, w.north, w.pocket, w.shield
    zone, present = p.zone[GERMAN], p.present
    found = []
    for cell in range(c.board.size):
        if not p.b.playable[cell] or present[cell] == p.c.bit[GERMAN]:
            found.append(NO_WAY)
            continue
        column, row = c.column[cell], c.row[cell]
        cost = 1.0 + abandon * before[column][row] + north * row + pocket * behind[column][row]
        cost += (w.touch if zone[cell] else 0.0) + near[ground.come[cell]] + shield * ground.cover[cell]
        cost -= w.keep * ground.prize.get(cell, 0.0) + (w.fort if p.fortress_stands(cell) else 0.0)
        if cell not in within:
            cost += w.beyond_reach
        if cell in kept:
            cost -= w.manned
        found.append(max(0.05, cost))
    return found


def chain(ground: Ground, cost: list[float]) -> list[int]:
    """The cheapest chain from the western to the eastern rim."""
    west, east = rims(ground.c, ground.p.battle)
    best: dict[int, float] = {}
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
            return found if spent < NO_WAY else []
        for n in near[cell]:
            total = spent + cost[n]
            if total < best.get(n, 1e9):
                best[n], came[n] = total, cell
                heappush(heap, (total, n))
    return []


class Lines(NamedTuple):
    """Posts to be manned: by strong units, and before them by a thin screen of battalions that takes the first blow."""

    main: tuple[int, ...] = ()
    screen: tuple[int, ...] = ()


def posts(ground: Ground, cells: list[int], gap: int = TIGHT, kept: Collection[int] = ()) -> tuple[int, ...]:
    """The best hexes of a chain to stand in, so near to each other that nobody slips through their zones."""
    if not cells:
        return ()
    p, w = ground.p, ground.w
    price = [
        1.0
        + w.shield * ground.cover[x]
        - (w.fort if p.fortress_stands(x) else 0.0)
        - w.keep * ground.prize.get(x, 0.0)
        - (w.manned if x in kept else 0.0)
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


def lines(ground: Ground, within: Collection[int], kept: Collection[int] = ()) -> Lines:
    """The posts of the main line, and those of the screen before it where there is room for one."""
    c, w = ground.c, ground.w
    cost = price_of_line(ground, within, kept)
    main = chain(ground, cost)
    if not main:
        return Lines()
    depth = round(w.depth)
    least = [99] * (max(c.column) + 1)
    for cell in main:
        least[c.column[cell]] = min(c.row[cell], least[c.column[cell]])
    ahead = [least[c.column[cell]] - c.row[cell] for cell in range(c.board.size)]
    for cell, rows in enumerate(ahead):
        if rows < depth:
            cost[cell] += w.too_near * (depth - rows)
        elif rows > depth + 1:
            cost[cell] += rows - depth
    screen = [cell for cell in chain(ground, cost) if ahead[cell] >= min(2, depth)]
    return Lines(posts(ground, main, round(w.gap), kept), posts(ground, screen, TIGHT, kept))
