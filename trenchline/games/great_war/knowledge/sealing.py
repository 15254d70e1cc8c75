"""Closing what must not be lost again: where the enemy could step back to once all have marched, and who stands in his way."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ....core.knowledge import March
from ..components import FULL_MOVE
from ..formations import splits
from ..ways import reach_of
from .line import Line

if TYPE_CHECKING:
    from .ground import Ground
    from .marches import Marshal

STEPS = 6 * FULL_MOVE  # half movement points of infantry
LATE = 1  # turns before the last from which on divisions are parted for it
PARTS = 3  # brigades of a division that can be counted on
TRIES = 12  # squares that are closed in one phase at most


def enemy_reach(line: Line) -> set[int]:
    """The squares that an enemy could walk to after our marches: our units bar his way, our zones end it."""
    ground, p, c = line.ground, line.p, line.c
    taken, cover, points = line.stack, line.cover, STEPS - FULL_MOVE * c.weather_rows[p.weather].movement
    far = dict.fromkeys(ground.foes, 0)
    starts = set(ground.foes)
    rings: list[list[int]] = [list(ground.foes), *([] for _ in range(points))]  # squares by what it costs to come there
    for spent, ring in enumerate(rings):
        for x in ring:
            covered = cover[x]
            if spent > far[x] or (covered and x not in starts):
                continue
            for y, cost in c.ways[x]:
                total = spent + cost
                if total < far.get(y, points + 1) and not (covered and cover[y]) and not taken.get(y):
                    far[y] = total
                    rings[total].append(y)
    return far.keys() - starts


def open_squares(line: Line) -> list[int]:
    """What the enemy could step back into, what nobody watches over, and what only who stands there has."""
    ground = line.ground
    walked = enemy_reach(line)
    own = [x for x in ground.to_close if not ground.p.present[x] & ground.c.bit[ground.enemy] and not line.stack.get(x)]
    alone = [x for x in own if not line.cover[x] and (ground.comes_in_at(x) or x in ground.to_watch)]
    return sorted({x for x in own if x in walked or x in ground.to_occupy} | set(alone))


def keepers(ground: Ground) -> frozenset[int]:
    """Those in contact without whom the enemy could step back where he cannot now: in the last turn they stay."""
    if ground.turns_left or not ground.presses or not ground.to_close:
        return frozenset()
    line = Line(ground)
    before = len(open_squares(line))
    tempted = {u for x, units in ground.attackers.items() if x not in ground.to_close for u in units}
    found: set[int] = set()
    for u in sorted(tempted):
        line.lift(u)
        if len(open_squares(line)) > before:
            found.add(u)
        line.drop(u)
    return frozenset(found)


def seal(marshal: Marshal, troops: Iterable[int]) -> list[March]:
    """Send those who can best be spared into squares that are open to the enemy, until none is."""
    ground, w = marshal.ground, marshal.ground.w
    price = w.seal * (1.0 + w.seal_late / (1 + ground.turns_left))
    troops = list(troops)
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
            return [*found, *_parted(marshal, troops, gaps, price)]
        _, u, x = best
        free.remove(u)
        marshal.send(u, x)
        found.append(March(u, "move", x, "so that nobody steps back there"))
    return found


def _parted(marshal: Marshal, troops: Sequence[int], gaps: Sequence[int], price: float) -> list[March]:
    """At the end a division breaks down where its parts can close what it cannot close as a whole; they go their ways then."""
    ground, p = marshal.ground, marshal.p
    best, most = -1, 0.0
    for u in troops if ground.turns_left <= LATE else ():
        if not marshal.c.division[u] or not splits(p, u):
            continue
        within = reach_of(p, u)[0]
        open_to = [x for x in gaps if x in within]
        if open_to:
            value = price * min(len(open_to), PARTS - 1) - marshal.regret(u, marshal.place[u], open_to[0])
            if value > most:
                best, most = u, value
    return [March(best, "split", p.place[best], "to close the line in parts")] if best >= 0 else []
