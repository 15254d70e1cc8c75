"""Headquarters: which of them supply, which command, and where they stand."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import product

from ..lines import commanded
from ..states import SPENT, SUPPLY
from .ground import FAR, NEAREST, Ground
from .line import Line
from .sealing import enemy_reach

DRAWN = 0.85  # how the pull of those who are not led fades with each square
DRAWN_FROM = [DRAWN**far for far in range(256)]  # by distance
BEHIND_ONE = 0.5  # share of the danger that is left to an HQ with a single square between it and the enemy
LEG = 3  # squares that an HQ in Command Mode goes to where it is needed


def front_units(ground: Ground, nation: int) -> list[int]:
    """Squares of a nation's units that may fight soon."""
    found = ground.fronts.get(nation)
    if found is None:
        p, c = ground.p, ground.c
        near = ground.near_foe
        units = [u for u in c.of_nation[nation] if p.on_map(u) and c.assaults[u] and near[p.place[u]] <= 2]
        found = ground.fronts[nation] = [p.place[u] for u in units if not ground.quiet(p.place[u])]
    return found


def entrance(ground: Ground, u: int, cell: int) -> float:
    """How well an HQ or a gun comes in at a square of the edge: where the front is near; HQs where no other leads."""
    p, c = ground.p, ground.c
    row, front = c.board.distances(cell), front_units(ground, c.nation[u])
    if c.hq[u] and p.zone[ground.enemy][cell]:
        return -FAR  # it would be lost there
    if not ground.hqs_follow or not c.hq[u]:
        return -sum(max(0, row[x] - 6) for x in front) / max(1, len(front))
    others = [c.board.distances(p.place[h]) for h in c.hqs[ground.side] if h != u and p.on_map(h) and not p.status[h] & SUPPLY]
    near = LEG + ground.near_command
    return sum(ground.stake(x) * DRAWN_FROM[row[x]] / (1 + 3 * sum(other[x] <= near for other in others)) for x in front)


def out_of_command(ground: Ground, nation: int) -> list[int]:
    """Squares of a nation's divisions in contact to which no line of command leads now: an HQ near by may find one."""
    p, c, side = ground.p, ground.c, ground.side
    there = [(u, p.place[u]) for u in c.of_nation[nation] if c.division[u] and p.on_map(u) and not p.is_engaged(u)]
    return [x for u, x in there if p.in_enemy_zone(x, side) and not commanded(p, u, x, False)]


def gun_squares(ground: Ground, nation: int) -> list[int]:
    p, c = ground.p, ground.c
    return [p.place[u] for u in c.of_nation[nation] if c.gun[u] and p.on_map(u)]


def service(
    ground: Ground, front: Sequence[int], guns: Sequence[int], places: Mapping[int, int], supply: Mapping[int, bool]
) -> float:
    """How well HQs in some squares and modes serve the squares of a front and of guns."""
    p, c, w = ground.p, ground.c, ground.w
    reach = c.weather_rows[p.weather].supply
    suppliers = [c.board.distances(x) for h, x in places.items() if supply[h]]
    commands = [c.board.distances(x) for h, x in places.items() if not supply[h]]
    value = 0.0
    for x in front:
        if any(row[x] <= reach for row in suppliers):
            value += w.hq_supply
        far = min((row[x] for row in commands), default=99) - LEG
        value += w.hq_command * (far <= 8) + w.hq_near * (far <= ground.near_command)
    for x in guns:
        if any(row[x] <= reach for row in suppliers):
            value += w.hq_guns
    return value


def modes(ground: Ground, nation: int, hqs: Sequence[int]) -> dict[int, bool]:
    """Which HQs should be in Supply Mode where they stand."""
    p = ground.p
    places = {h: p.place[h] for h in hqs}
    front, guns = front_units(ground, nation), gun_squares(ground, nation)
    best: dict[int, bool] = {}
    most = -99.0
    for choice in product(*((False, True) if _may_supply(ground, h) else (False,) for h in hqs)):
        supply = dict(zip(hqs, choice, strict=True))
        value = service(ground, front, guns, places, supply) - ground.w.hq_spent * sum(choice)
        if value > most:
            best, most = supply, value
    return best


def _may_supply(ground: Ground, h: int) -> bool:
    """In Supply Mode an HQ stands alone, and out of the enemy's reach."""
    p, x = ground.p, ground.p.place[h]
    return bool(p.status[h] & SUPPLY) or (len(p.stacks[x]) == 1 and not p.in_enemy_zone(x, ground.side))


def within_reach(line: Line) -> frozenset[int]:
    """Squares over which the enemy could lay a zone by walking there in his next phase (BP 7.4.2/1)."""
    walked, near = enemy_reach(line), line.c.near
    return frozenset(walked).union(*(near[x] for x in walked))


def station(
    ground: Ground,
    h: int,
    cells: Sequence[int],
    others: Mapping[int, int],
    supply: Mapping[int, bool],
    unsafe: Collection[int] = (),
) -> tuple[int, float]:
    """The square from which a command HQ serves best: near the front, out of the enemy's zones and of where he can walk to."""
    p, c = ground.p, ground.c
    nation, zone, near = c.nation[h], p.zone[ground.enemy], ground.near_foe
    front, lost = front_units(ground, nation), out_of_command(ground, nation) if ground.w.hq_lost else []
    w, covered = ground.w, [c.board.distances(x) for k, x in others.items() if not supply[k]]
    close = [(1 + 3 * sum(other[y] <= ground.near_command for other in covered)) / ground.stake(y) for y in front]
    reached = [(1 + 3 * sum(other[y] <= 8 for other in covered)) / ground.stake(y) for y in front]
    best, most = p.place[h], -999.0
    at_near, at_all, at_lost = w.hq_near, w.hq_command, w.hq_lost
    drawn, within = [w.hq_draw * faded for faded in DRAWN_FROM], ground.near_command
    served = list(zip(front, close, reached, strict=True))
    for x in cells:
        if zone[x] or near[x] < 2:
            continue
        row = c.board.distances(x)
        value = 0.0
        for y, led_near, led in served:
            far = row[y]
            value += ((at_near if far <= within else 0.0) + drawn[far]) / led_near
            if far <= 8:
                value += at_all / led
        value += at_lost * sum([row[y] <= within for y in lost])
        value -= w.hq_risk * (1.0 if x in unsafe else BEHIND_ONE if near[x] == 2 else 0.0)
        value += w.hq_back * min(near[x], 4) - NEAREST * row[p.place[h]] - w.hq_alone * any(v != h for v in p.stacks[x])
        if value > most:
            best, most = x, value
    return best, most


def price_of_supply(ground: Ground, h: int) -> float:
    """What it costs to spend an HQ: itself, and the guns that no other supplies."""
    p, c, w = ground.p, ground.c, ground.w
    if ground.turns_left < 1:
        return w.spend_hq * w.spend_late
    reach, nation = c.weather_rows[p.weather].supply, c.nation[h]
    others = [k for k in c.hqs[ground.side] if k != h and c.nation[k] == nation and p.on_map(k) and p.status[k] & SUPPLY]
    rows = [c.board.distances(p.place[k]) for k in others if not p.status[k] & SPENT]
    row = c.board.distances(p.place[h])
    guns = [x for x in gun_squares(ground, nation) if row[x] <= reach and not any(other[x] <= reach for other in rows)]
    return w.spend_hq + w.spend_guns * len(guns)


def is_supply(ground: Ground, h: int) -> bool:
    return bool(ground.p.status[h] & SUPPLY)
