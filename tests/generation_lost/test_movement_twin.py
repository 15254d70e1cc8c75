"""10.5 to 12.9 once more, worked out from the rules square by square: where every unit of a real position can go."""

import random
from heapq import heappop, heappush

import pytest

from trenchline.games.great_war.states import (
    DISRUPTED,
    ENTRENCHED,
    FLIPPED,
    HELD,
    INSIDE,
    MOVED,
    NEAR,
    STOPPED,
    SUPPLY,
    SUPPRESSED,
)
from trenchline.games.great_war.ways import reach_of

from .kit import GAME, C, kind

LABELS, CELL = C.board.labels, C.board.index
CROSSINGS = ({"A10", "A11"}, {"D12", "C13"}, {"K18", "K19"}, {"P19", "P20"}, {"Q19", "Q20"})
GROUND = {"clear": (2, 4), "town": (2, 4), "city": (2, 4), "woods": (4, 6), "ridge": (4, 6), "hill": (4, 6)}  # half points
WEATHER = {"fair": 0, "drizzle": 1, "rain": 2, "snow": 2}
SACRED = ["V13", "V14", "U15", "T16", "S17", "R18", "Q19"]
WIDE = 34


def around(cell, far=1):
    x, y = cell % WIDE, cell // WIDE
    return [
        (y + down) * WIDE + x + right
        for right in range(-far, far + 1)
        for down in range(-far, far + 1)
        if (right or down) and 0 <= x + right < WIDE and 0 <= y + down < 22
    ]


def near(cell):
    """Neighbours on the same bank of the Meuse, or over a crossing (12.3.2)."""
    return [n for n in around(cell) if C.bank[n] == C.bank[cell] or {LABELS[n], LABELS[cell]} in CROSSINGS]


def step(p, a, b):
    """Half points from one square to the next (12.2, 12.3.5, 12.6.1)."""
    slant = a % WIDE != b % WIDE and a // WIDE != b // WIDE
    if C.trench[b]:
        cost = 6 if slant else 4
    elif C.board.joined("major", a, b):
        cost = 1
    elif C.board.joined("minor", a, b):
        cost = 2
    else:
        cost = max(GROUND[t][slant] for t in (C.board.terrain[b] & GROUND.keys() or {"clear"}))
    return cost + 2 * bool(p.interdicted[a]) + 2 * bool(p.interdicted[b])


def zone(p, side):
    """Where a side's zones of control lie (11.1, 11.3)."""
    found = set()
    for v in p.units(side):
        status, cell = p.status[v], p.place[v]
        if status & INSIDE and status & DISRUPTED:
            continue
        found.add(cell)
        if not status & (SUPPRESSED | DISRUPTED | SUPPLY) and (status & INSIDE or not p.interdicted[cell]):
            found.update(near(cell))
    return found


def foul(p):
    return C.weathers[p.weather] in ("rain", "snow")


def points(p, u):
    """Half points: weather, suppression, disruption; modes (GL-R08, GL-R09, GL-R276)."""
    status = p.status[u]
    if status & (SUPPLY | HELD) or C.garrison[u]:
        return 0
    mobile = C.trenches[u] and (not status & ENTRENCHED or status & FLIPPED or foul(p))
    printed = C.front[u].movement if mobile or not C.trenches[u] else C.back[u].movement
    left = printed - (WEATHER[C.weathers[p.weather]] if printed > 1 else 0) - bool(status & SUPPRESSED)
    return 2 * max(0, (left + 1) // 2 if status & DISRUPTED else left)


def small(p, u):
    """Who may stay on a fort (10.5.1)."""
    return C.battalion[u] or C.chasseur[u] or (C.brigade[u] and "".join(map(str, numbers(p, u))) == "216")


def numbers(p, u):
    side = C.back[u] if p.steps[u] < C.steps[u] else C.front[u]
    return side.primary, side.secondary, side.movement


def own_line(u):
    name = ("german", "french")[C.side[u]]
    return {x for x in range(C.board.size) if C.trench[x] == name and C.bank[x] == "W"}


def beyond(u):
    """What lies beyond the western line in the first two turns; the open ground between the lines is E6 and E13 (GL-R301)."""
    west = {x for x in range(C.board.size) if C.bank[x] == "W"}
    north, line = {x for x in west if C.north[x]}, own_line(u)
    gap = {CELL["E6"], CELL["E13"]}
    german = {x for x in west if C.trench[x] == "german"}
    return west - north - line if C.side[u] == 0 else north | german | gap


def may_step(p, u, x, n):
    """What binds guns to their ways (12.3.4(c), 12.5.1)."""
    if not C.gun[u]:
        return True
    if C.road_bound[u] and (not C.board.joined("major", x, n) or C.trench[n]):
        return False
    if on_the_sacred_way(p, u):
        a, b = LABELS[x], LABELS[n]
        return a in SACRED and b in SACRED and abs(SACRED.index(a) - SACRED.index(b)) == 1
    return True


def on_the_sacred_way(p, u):
    return C.gun[u] and C.side[u] == 1 and p.turn > 1 and LABELS[p.place[u]] in SACRED


def ends(p, u, x):
    """Where the move of a gun is over: in the bog, and for a heavy one in a start trench (12.3.4(b), 12.5.4)."""
    if not C.gun[u] or on_the_sacred_way(p, u):
        return False
    return (p.turn > 1 and not C.north[x]) or (C.heavy[u] and bool(C.trench[x]))


def reach(p, u):
    """Every square a unit can go to, and what is spent by then; by the rules as they are written."""
    side, start, status, most = C.side[u], p.place[u], p.status[u], points(p, u)
    hold = p.turn in p.s.spec.west_bank_hold
    if status & (MOVED | STOPPED | HELD) or p.is_engaged(u) or C.garrison[u] or C.rail_bound[u]:
        return {}
    if (C.gun[u] and foul(p)) or (hold and C.infantry[u] and start in own_line(u)):
        return {}
    theirs, ours = zone(p, 1 - side), zone(p, side)
    enemies = {p.place[v] for v in p.units(1 - side)}
    shut = INSIDE | DISRUPTED
    passable = {x for x in enemies if C.fort[x] and all(p.status[v] & shut == shut for v in p.stacks[x])}
    friends = {p.place[v] for v in p.units(side) if v != u}
    free = [x for x in enemies if not all(n in friends | {start} or n in ours for n in around(x))]
    front = {y for x in free for y in (x, *around(x, 2))}  # less than three squares from an enemy (12.9.1)
    barred = (enemies - passable) | (beyond(u) if hold else set())
    no_stop = passable | (set() if small(p, u) else set(C.forts))
    gone = p.spent[u] > (4 if status & FLIPPED and status & ENTRENCHED else 0)
    bog = C.gun[u] and p.turn > 1 and not C.north[start]
    found = {}
    if bog and not gone:
        found = {n: 1 for n in near(start) if n not in barred | no_stop and not (start in theirs and n in theirs)}
        if C.road_bound[u]:
            found = {n: 1 for n in found if C.board.joined("major", start, n) and not C.trench[n]}
    if bog and not on_the_sacred_way(p, u):
        return found
    best, seen = {}, set()
    heap = [(p.spent[u], start, not status & NEAR and start not in front)]
    while heap:
        spent, x, far = heappop(heap)
        if (x, far) in seen:
            continue
        seen.add((x, far))
        best.setdefault(x, spent - p.spent[u])
        halted = x in theirs or (hold and x in own_line(u) and start not in theirs) or ends(p, u, x)
        if x != start and halted:
            continue
        passage = 2 if x in friends and (x != start or gone) else 0
        for n in near(x):
            if n in barred or (x in theirs and n in theirs) or not may_step(p, u, x, n):
                continue
            if n in no_stop and n in theirs:
                continue  # it would have to stop on a fort (10.5.4)
            still = far and n not in front
            cost = spent + step(p, x, n) + passage
            if cost <= (2 * most if still else most):
                heappush(heap, (cost, n, still))
    found |= {x: spent for x, spent in best.items() if x not in no_stop}
    return {x: spent for x, spent in found.items() if x != start}


@pytest.mark.case(
    "generation-lost", "10.5.3", "10.5.4", "11.2.2", "11.2.3", "12.2.1", "12.3.4(b)", "12.3.5-Trench", "12.6.1", "12.9"
)
@pytest.mark.parametrize("scenario", ["firestorm", "may_cup", "hells_doorway", "shall_not_pass", "ramparts_revenge"])
def test_where_units_of_a_random_game_can_go(scenario):
    chance = random.Random(scenario)
    match = GAME.start(scenario, seed=7)
    looked = 0
    for _ in range(1000):
        if match.over:
            break
        if kind(match) == "Movement" and chance.random() < 0.08:
            p = match.position
            side = GAME.sides.index(match.side_of(match.player))
            for u in chance.sample(p.units(side), 5):
                mine = {LABELS[x]: cost for x, cost in reach_of(p, u)[0].items() if x != p.place[u]}
                if C.rail_bound[u] or (C.gun[u] and p.mover(u) >= 0):
                    continue
                if p.is_engaged(u):
                    continue
                assert mine == {LABELS[x]: cost for x, cost in reach(p, u).items()}, p.name(u)
                looked += 1
        actions = match.actions()
        match.apply(actions[chance.randrange(len(actions))])
    assert looked >= 15
