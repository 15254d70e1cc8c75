"""7.0 to 7.6 once more, worked out from the rules square by square: where every unit of a real position can go."""

import random
from heapq import heappop, heappush

import pytest

from trenchline.games.great_war.states import (
    BROKEN,
    DISRUPTED,
    ENTRENCHED,
    FLIPPED,
    HELD,
    MOVED,
    NEAR,
    STOPPED,
    SUPPLY,
    SUPPRESSED,
)
from trenchline.games.great_war.ways import reach_of

from .kit import GAME, C, kind

LABELS = C.board.labels
CROSSINGS = ({"T32", "U32"}, {"U26", "U27"}, {"H26", "I26"})
GROUND = {
    "clear": (2, 4),
    "town": (2, 4),
    "woods": (4, 6),
    "marsh": (4, 6),
    "ridge": (4, 6),
}  # half points, straight and diagonal
WEATHER = {"fair": 0, "drizzle": 1, "rain": 2, "snow": 2}


def around(cell, far=1):
    x, y = cell % 22, cell // 22
    return [
        (y + down) * 22 + x + right
        for right in range(-far, far + 1)
        for down in range(-far, far + 1)
        if (right or down) and 0 <= x + right < 22 and 0 <= y + down < 34
    ]


def near(cell):
    """Neighbours on the same bank of the Somme, or over a crossing (7.1.1)."""
    return [n for n in around(cell) if C.bank[n] == C.bank[cell] or {LABELS[n], LABELS[cell]} in CROSSINGS]


def step(p, a, b):
    """Half points from one square to the next (7.2 to 7.2.4)."""
    slant = a % 22 != b % 22 and a // 22 != b // 22
    if C.board.joined("major", a, b):
        cost = 2 if slant else 1
    elif C.board.joined("minor", a, b):
        cost = 4 if slant else 2
    else:
        cost = max(GROUND[t][slant] for t in (C.board.terrain[b] & GROUND.keys() or {"clear"}))
    return cost + 2 * bool(p.interdicted[a]) + 2 * bool(p.interdicted[b])


def zone(p, side):
    """Where a side's zones of control lie (7.5)."""
    found = set()
    for v in p.units(side):
        found.add(p.place[v])
        if not p.status[v] & (SUPPRESSED | DISRUPTED | SUPPLY) and not p.interdicted[p.place[v]]:
            found.update(near(p.place[v]))
    return found


def points(p, u):
    """Half points: weather, suppression, disruption (7.0/1); modes (7.4.1)."""
    status = p.status[u]
    if status & (SUPPLY | BROKEN | HELD):
        return 0
    turned = status & ENTRENCHED if C.trenches[u] else p.steps[u] < C.steps[u]
    printed = (C.back[u] if turned and not status & FLIPPED else C.front[u]).movement
    left = printed - WEATHER[C.weathers[p.weather]] - bool(status & SUPPRESSED)
    return 2 * max(0, (left + 1) // 2 if status & DISRUPTED else left)


def reach(p, u):
    """Every square a unit can go to, and what is spent by then; by the rules as they are written."""
    side, start, status, most = C.side[u], p.place[u], p.status[u], points(p, u)
    if status & (MOVED | STOPPED) or p.is_engaged(u):
        return {}
    enemies, theirs, ours = {p.place[v] for v in p.units(1 - side)}, zone(p, 1 - side), zone(p, side)
    friends = {p.place[v] for v in p.units(side) if v != u}
    free = [x for x in enemies if not all(n in friends | {start} or n in ours for n in around(x))]
    front = {y for x in free for y in (x, *around(x, 2))}  # less than three squares from an enemy (7.6)
    gone = p.spent[u] > (4 if status & FLIPPED and status & ENTRENCHED else 0)
    found, seen = {}, set()
    heap = [(p.spent[u], start, not status & NEAR and start not in front)]
    while heap:
        spent, x, far = heappop(heap)
        if (x, far) in seen:
            continue
        seen.add((x, far))
        found.setdefault(x, spent - p.spent[u])
        if x != start and x in theirs:
            continue  # it must stop (7.5/1)
        passage = 2 if x in friends and (x != start or gone) else 0
        for n in near(x):
            still = far and n not in front
            cost = spent + step(p, x, n) + passage
            if n not in enemies and not (x in theirs and n in theirs) and cost <= (2 * most if still else most):
                heappush(heap, (cost, n, still))
    return {x: spent for x, spent in found.items() if x != start}


@pytest.mark.case("big-push", "7.2", "7.2.1", "7.2.3", "7.2.4", "7.3/1", "7.5/1", "7.5/2", "7.6")
@pytest.mark.parametrize("scenario", ["over_the_top", "punishing_land", "devil_machines", "away_to_siegfried"])
def test_where_units_of_a_random_game_can_go(scenario):
    chance = random.Random(scenario)
    match = GAME.start(scenario, seed=7)
    looked = 0
    for _ in range(600):
        if kind(match) == "Movement" and chance.random() < 0.05:
            p = match.position
            side = GAME.sides.index(match.side_of(match.player))
            for u in chance.sample(p.units(side), 4):
                mine = {LABELS[x]: cost for x, cost in reach_of(p, u)[0].items() if x != p.place[u]}
                assert mine == {LABELS[x]: cost for x, cost in reach(p, u).items()}, p.name(u)
                looked += 1
        actions = match.actions()
        match.apply(actions[chance.randrange(len(actions))])
    assert looked >= 8
