"""A line without gaps: the Germans stand so that nobody walks past them to what must not be lost, and mend it every turn.

A zone of control stops whoever walks into it (7.5/1), so a unit in every third square bars the way. All who have no enemy
before them are thought away and then posted anew, one after the other, each where he lengthens the ways that are shortest by
then.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from heapq import heappop, heappush

from ....core.knowledge import March
from ...great_war.knowledge.ground import FAR, Ground
from ...great_war.knowledge.marches import Marshal
from ...great_war.movement import may_act
from ...great_war.states import DISORDERED, ENTRENCHED, MOVED, STOPPED
from ...great_war.ways import reach_of
from ..components import ALLIED

STOP = 4  # what a zone of control costs who walks, in squares
FIGHT = 4  # and who stands there
DETOUR, FADE = 3, 0.6  # how much longer than the shortest a way may be, and what each square of it takes away
AT_ONCE = 3  # posts that are given out before the ways are looked at again
LATE = 4  # turns before the last from which on those in contact leave it to bar a way
DIGS = 8  # squares from the enemy within which one digs in
LEAST = 0.05  # the least that a post must bar
SHELTER = 0.1  # how much more a post is worth for a column by which its ground helps
EXPOSED = 0.7  # share of its worth that is left where the enemy stands beside it
FORWARD = 0.99  # and what each square away from him takes from it
TOO_FAR = FAR * 4
DISTANT = 0.9  # how a goal counts less for each zone on the way to it
Goals = Sequence[tuple[Sequence[int], float]]


def closed(ground: Ground, goals: Goals, found: Sequence[March]) -> list[March]:
    """The marches with posts in the line for all infantry that has no enemy before it, as long as a post bars a way."""
    marshal = Marshal(ground)
    free = {u: _cells(marshal, u) for u in _free(ground) if not marshal.keeps_post(u)}
    for u in free:
        marshal.lift(u)
    posts: dict[int, int] = {}
    chosen = _garrisons(marshal, goals, free) or _posts(marshal, goals, free)
    while chosen:
        for u, x in chosen:
            posts[u] = marshal.place[u] = x
            marshal.stack.setdefault(x, [])
            marshal.drop(u)
            del free[u]
        chosen = _posts(marshal, goals, free) if free else []
    kept = [m for m in found if m.unit not in posts or m.kind not in ("move", "entrench")]
    return [*kept, *(m for u, x in posts.items() for m in _marches(ground, u, x))]


def _marches(ground: Ground, u: int, x: int) -> Iterable[March]:
    p = ground.p
    if x != p.place[u]:
        yield March(u, "move", x, "closes the line")
    if ground.c.trenches[u] and not p.status[u] & ENTRENCHED and ground.near_foe[x] <= DIGS:
        yield March(u, "entrench", x, "digs in")


def _free(ground: Ground) -> list[int]:
    """Infantry that can be posted: at the end those too who have an enemy before them."""
    p, c, side = ground.p, ground.c, ground.side
    able = [u for u in p.units(side) if c.trenches[u] and may_act(p, u) and not p.is_engaged(u)]
    able = [u for u in able if not p.status[u] & (MOVED | STOPPED | DISORDERED) and u not in ground.striking]
    return [u for u in able if ground.turns_left <= LATE or not p.in_enemy_zone(p.place[u], side)]


def _cells(marshal: Marshal, u: int) -> set[int]:
    return {marshal.p.place[u], *reach_of(marshal.p, u)[0]}


def _garrisons(marshal: Marshal, goals: Goals, free: Mapping[int, set[int]]) -> list[tuple[int, int]]:
    """As many in each town as may stack there, the best for their room that can be there: regiments, or battalions that make
    up for one two by two (7.3.2)."""
    p, c, found = marshal.p, marshal.c, dict[int, int]()

    def worth(u: int) -> int:
        return c.back[u].secondary * (2 if c.battalion[u] else 1)

    for x in [cells[0] for cells, _ in goals if len(cells) == 1]:
        there = [*marshal.stack.get(x, ())]
        able = [u for u in free if x in free[u] and u not in found]
        for u in sorted(able, key=lambda u: (-worth(u), p.place[u] != x, u)):
            if p.may_stack([*there, u], x):
                there.append(u)
                found[u] = x
    return list(found.items())


def _posts(marshal: Marshal, goals: Goals, free: Mapping[int, set[int]]) -> list[tuple[int, int]]:
    """The next posts: the squares that bar most, apart from each other, each for who is nearest."""
    ways = _ways(marshal, goals)
    worth = {x: _bars(marshal, ways, x) for x in set[int]().union(*free.values())}
    found: list[tuple[int, int]] = []
    near: set[int] = set()
    for x in sorted(worth, key=lambda x: (-worth[x], x)):
        if worth[x] < LEAST or len(found) == AT_ONCE:
            break
        taken = {u for u, _ in found}
        able = [u for u in free if u not in taken and x in free[u] and marshal.fits(u, x)]
        if able and x not in near:
            u = min(able, key=lambda u: (marshal.c.board.distances(marshal.p.place[u])[x], u))
            found.append((u, x))
            near.update(marshal.c.board.within(x, 2))
    return found


def _bars(marshal: Marshal, ways: Mapping[int, float], x: int) -> float:
    """What a unit in a square bars, what others bar already counting less."""
    ground, cover = marshal.ground, marshal.cover
    value = sum(ways[y] / (1 + 2 * cover[y]) for y in (x, *marshal.c.near[x]) if y in ways)
    if not value:
        return 0.0
    value *= 1.0 - SHELTER * sum(term.value for term in marshal.c.ground_shift[x])
    return value * (EXPOSED if marshal.p.zone[ground.enemy][x] else 1.0) * FORWARD ** ground.near_foe[x]


def _ways(marshal: Marshal, goals: Goals) -> dict[int, float]:
    """The squares of the ways by which the Allies could come, with what it is worth to bar them."""
    p, c = marshal.p, marshal.c
    starts = {p.place[u] for u in p.units(ALLIED) if c.infantry[u]}
    there = _labour(marshal, starts)
    found: dict[int, float] = {}
    for cells, value in goals:
        best = min(there[x] for x in cells)
        if best >= TOO_FAR:
            continue
        back = _labour(marshal, cells)
        for x in range(c.board.size):
            own = (STOP if marshal.cover[x] else 0) + (FIGHT if marshal.stack.get(x) else 0)
            slack = there[x] + back[x] - best - own
            if slack <= DETOUR and x not in starts:
                found[x] = found.get(x, 0.0) + value * FADE ** max(0, slack) * DISTANT ** (best / STOP)
    return found


def _labour(marshal: Marshal, starts: Iterable[int]) -> list[int]:
    """What it costs to come to each square, zones and Germans on the way."""
    c, cover, stack = marshal.c, marshal.cover, marshal.stack
    toll = [1 + (STOP if cover[x] else 0) + (FIGHT if stack.get(x) else 0) for x in range(c.board.size)]
    far = [TOO_FAR] * c.board.size
    heap = [(0, x) for x in starts]
    for _, x in heap:
        far[x] = 0
    near = c.near
    while heap:
        so_far, x = heappop(heap)
        if so_far > far[x]:
            continue
        for y in near[x]:
            cost = so_far + toll[y]
            if cost < far[y]:
                far[y] = cost
                heappush(heap, (cost, y))
    return far
