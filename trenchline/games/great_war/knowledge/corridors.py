"""The ways by which an enemy who presses could reach what he is after, for those who have to bar them."""

from __future__ import annotations

from heapq import heappop, heappush

from .ground import FAR, Ground

STOP = 3  # what entering a zone of control costs, in squares
DETOUR = 2  # how much longer than the shortest a way may be
FADE = 0.5  # and what each square of it takes away
DISTANT = 0.85  # how a goal that is a square farther counts less


def corridors(ground: Ground) -> dict[int, float]:
    """Squares on the enemy's ways to his goals, with what it is worth to bar them."""
    found: dict[int, float] = {}
    if not ground.guarded:
        return found
    p, c = ground.p, ground.c
    starts = {p.place[u] for u in p.units(ground.enemy) if c.infantry[u]}
    there = _distances(ground, starts)
    for cells, value in ground.guarded:
        best = min(there[x] for x in cells)
        if best >= FAR:
            continue
        back = _distances(ground, set(cells))
        worth = value * DISTANT**best
        for x in range(c.board.size):
            slack = there[x] + back[x] - best - (STOP if p.zone[ground.side][x] else 0)
            if slack <= DETOUR and x not in starts:
                found[x] = found.get(x, 0.0) + worth * FADE ** max(0, slack)
    return found


def _distances(ground: Ground, starts: set[int]) -> list[int]:
    """How far it is to each square, the defenders' zones counted as long stops."""
    p, c = ground.p, ground.c
    zone, barred = p.zone[ground.side], c.bit[ground.side]
    far = [FAR] * c.board.size
    heap = [(0, x) for x in starts]
    for x in starts:
        far[x] = 0
    while heap:
        so_far, x = heappop(heap)
        if so_far > far[x]:
            continue
        for y in c.near[x]:
            cost = so_far + 1 + (STOP if zone[y] else 0) + (STOP if p.present[y] & barred else 0)
            if cost < far[y]:
                far[y] = cost
                heappush(heap, (cost, y))
    return far
