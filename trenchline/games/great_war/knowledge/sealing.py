"""Closing what must not be lost again: where the enemy could step back to once all have marched, and who stands in his way."""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heappop, heappush
from typing import TYPE_CHECKING

from ....core.knowledge import March
from ..components import FULL_MOVE
from ..ways import reach_of

if TYPE_CHECKING:
    from .marches import Marshal

STEPS = 6 * FULL_MOVE  # half movement points of infantry
TRIES = 12  # squares that are closed in one phase at most


def enemy_reach(marshal: Marshal) -> set[int]:
    """The squares that an enemy could walk to after our marches: our units bar his way, our zones end it."""
    ground, p, c = marshal.ground, marshal.ground.p, marshal.ground.c
    taken, cover, points = marshal.stack, marshal.cover, STEPS - FULL_MOVE * c.weather_rows[p.weather].movement
    far: dict[int, int] = {}
    heap: list[tuple[int, int]] = []
    for x in ground.foes:
        far[x] = 0
        heappush(heap, (0, x))
    starts = set(ground.foes)
    while heap:
        spent, x = heappop(heap)
        if spent > far[x] or (cover[x] and x not in starts):
            continue
        for y, cost in c.ways[x]:
            if spent + cost > points or taken.get(y) or (cover[x] and cover[y]):
                continue
            if spent + cost < far.get(y, points + 1):
                far[y] = spent + cost
                heappush(heap, (spent + cost, y))
    return far.keys() - starts


def open_squares(marshal: Marshal) -> list[int]:
    """What the enemy could step back into."""
    ground = marshal.ground
    walked = enemy_reach(marshal)
    own = [x for x in ground.to_close if not ground.p.present[x] & ground.c.bit[ground.enemy] and not marshal.stack.get(x)]
    return sorted(x for x in own if x in walked or (not marshal.cover[x] and ground.comes_in_at(x)))


def seal(marshal: Marshal, troops: Iterable[int]) -> list[March]:
    """Send those who can best be spared into squares that are open to the enemy, until none is."""
    ground, w = marshal.ground, marshal.ground.w
    price = w["seal"] * (1.0 + w["seal_late"] / (1 + ground.turns_left))
    free, found = list(troops), list[March]()
    for _ in range(TRIES):
        gaps = open_squares(marshal)
        best: tuple[float, int, int] | None = None
        for u in free:
            within = reach_of(ground.p, u)[0]
            here = marshal.place[u]
            for x in gaps:
                if x in within and marshal.fits(u, x):
                    closed = sum(y in (x, *ground.c.near[x]) for y in gaps)
                    value = price * closed - marshal.regret(u, here, x)
                    if value > 0 and (best is None or value > best[0]):
                        best = (value, u, x)
        if best is None:
            return found
        _, u, x = best
        free.remove(u)
        marshal.send(u, x)
        found.append(March(u, "move", x, "so that nobody steps back there"))
    return found
