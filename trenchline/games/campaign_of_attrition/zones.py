"""4.5 Zones of control and how far a unit gets past them (8.0)."""

from __future__ import annotations

from ...core.cells import Row
from ...core.paths import STOPPED, reach
from .components import ENEMY, FRENCH, POINT
from .position import ENTRENCHED, FIRED, HALTED, MET, MOVED, OOS, RESERVE, SHAKEN, STRATEGIC, Position, Reach, Steps
from .supply import friendly_cells, has_loc

MOVEMENT, STRATEGY, OWN_RESERVE, ENEMY_TURN_RESERVE = "movement", "strategic", "reserve", "reserve-enemy"
RESERVES = (OWN_RESERVE, ENEMY_TURN_RESERVE)
_FAR = 1 << 30
_STOPPED = bytes((0,)) + bytes([STOPPED]) * 255
_NOWHERE: list[Steps] = [()]
WALKS = 400  # kept at the most


def mode_of(p: Position) -> str:
    """The kind of movement that is going on."""
    modes: list[str] = [getattr(d, "mode", "") for d in reversed(p.stack)]
    return next(filter(None, modes), MOVEMENT)


def may_move(p: Position, u: int, mode: str) -> bool:
    """Mobile, not fired, not halted; in a Reserve Movement Phase those in Reserve, else the others (7.2a, 8.0g, 8.2b, 8.2g,
    8.3b)."""
    state = p.status[u]
    if state & (ENTRENCHED | FIRED | HALTED | MET):
        return False
    if state & MOVED:
        return p.mp[u] > 0 or goes_strategically(p, u, mode)
    return bool(state & RESERVE) == (mode in RESERVES)


def goes_strategically(p: Position, u: int, mode: str) -> bool:
    """Steady, supplied and with a line, not from an enemy zone, and once (4.9.1b, 4.9.1e)."""
    state = p.status[u]
    if mode != STRATEGY or state & (SHAKEN | OOS | STRATEGIC | HALTED | ENTRENCHED | FIRED | RESERVE):
        return False
    return not p.in_zone(p.place[u], p.c.side[u]) and has_loc(p, u)


def stops(p: Position, u: int, mode: str) -> Row:
    """1 for each hex in which an enemy zone halts a unit; Reserve movers ignore it beside a friend (4.5e, 4.5f,
    8.2h); for all others a friend changes nothing (4.5g)."""
    side = p.c.side[u]
    found: Row = p.zones_felt(side)
    if mode in RESERVES:
        here, found = p.place[u], bytearray(found)
        cell = found.find(1)
        while cell >= 0:
            if p.holds(cell, side) and (cell != here or len(p.stacks[cell]) > 1):
                found[cell] = 0
            cell = found.find(1, cell + 1)
    return found


def reach_of(p: Position, u: int, mode: str) -> Reach:
    """Every hex a unit can get to now: what it costs in sixths, and from where it is entered."""
    state = (p.place[u], p.mp[u], p.status[u], mode, *p.presence, *p.cover, p.ground, p.claims, p.turn)
    kept = p.reaches.get(u)
    if kept is not None and kept[0] == state:
        return kept[1]
    found = _strategic_reach(p, u) if goes_strategically(p, u, mode) else _reach(p, u, mode)
    p.reaches[u] = (state, found)
    return found


def _reach(p: Position, u: int, mode: str) -> Reach:
    """Alike for all units of a side that start in the same hex with the same points, outside Reserve Movement."""
    side, pays = p.c.side[u], toll(p, u)
    if mode in RESERVES:
        return _walk(p, u, mode, pays)
    hangs_on = (side, p.presence[ENEMY[side]], p.banks[side], p.ground)
    key = (*hangs_on, p.place[u], p.mp[u], p.c.alpine[u], pays, unspent(p, u))
    found = p.walks.get(key)
    if found is None:
        if len(p.walks) > WALKS:
            p.walks.clear()
        found = p.walks[key] = _walk(p, u, mode, pays)
    return found


def _walk(p: Position, u: int, mode: str, pays: bool) -> Reach:
    """Zones halt, but do not keep a unit from going from one into another; leaving one costs points (4.5d, 4.5f)."""
    c, start, budget, side = p.c, p.place[u], p.mp[u], p.c.side[u]
    zone = stops(p, u, mode).translate(_STOPPED)
    ways, fords = (c.dear_ways, c.dear_fords) if pays else (c.ways, c.fords)
    cost, came = reach(
        ways[c.alpine[u]], start, budget, p.barred(side), zone, leave=(0, 0, c.leave_zone), zone_to_zone=True,
        fords=fords[c.alpine[u]], fordable=p.enemy_cells(ENEMY[side]),
    )  # fmt: skip
    if pays:
        _last_points(p, u, zone, cost, came)
    if unspent(p, u):
        _first_hex(p, u, cost, came)
    return cost, came, {}


def without_zones(p: Position, u: int, goal: int) -> bool:
    """Whether a way leads to a hex past enemy units and rivers, zones of control and points apart."""
    ways, barred = _ways(p, u, False), p.barred(p.c.side[u])
    found = [p.place[u]]
    seen = set(found)
    for cell in found:  # grows as it goes; `reach` would keep a ring for every point that could be spent
        fresh = [near for near, _ in ways[cell] if not barred[near] and near not in seen]
        seen.update(fresh)
        found += fresh
    return goal in seen


def _ways(p: Position, u: int, pays: bool) -> list[Steps]:
    """The ways of a unit: rivers without a bridge can be crossed to where a friend stands (8.4a); past the Trenchline a French
    unit pays a point more (CA-R78)."""
    c, own, present = p.c, p.c.bit[p.c.side[u]], p.present
    ways, fords = (c.dear_ways, c.dear_fords) if pays else (c.ways, c.fords)
    found: list[Steps] = [*ways[c.alpine[u]]]
    for cell in c.beside_rivers:
        open_fords = [step for step in fords[c.alpine[u]][cell] if present[step[0]] == own]
        if open_fords:
            found[cell] = (*found[cell], *open_fords)
    return found


def _last_points(p: Position, u: int, zone: Row, cost: dict[int, int], came: dict[int, int]) -> None:
    """Who crosses the Trenchline with less than the point it costs gives what he has left (CA-R78)."""
    c, start, budget, side = p.c, p.place[u], p.mp[u], p.c.side[u]
    own, barred = c.bit[side], p.barred(side)
    crossings = [(spent, cell) for cell, spent in cost.items() if c.crosses[cell] and (cell == start or not zone[cell])]
    for spent, cell in crossings:
        base = spent + (c.leave_zone if cell == start and zone[start] else 0)
        fords = [step for step in c.fords[c.alpine[u]][cell] if p.present[step[0]] == own]
        for near, step in (*c.ways[c.alpine[u]][cell], *fords):
            short = base + step <= budget < base + step + POINT
            if short and near in c.crosses[cell] and not barred[near] and near not in cost:
                cost[near], came[near] = budget, cell


def unspent(p: Position, u: int) -> bool:
    """Whether a unit has its whole allowance: what has gone into recovery or a flip is gone, and with it the one hex that is
    always allowed (8.0f, CA-R82)."""
    state = p.status[u]
    return not state & MOVED and p.mp[u] >= p.c.movement[u] - (POINT if state & OOS else 0)


def _first_hex(p: Position, u: int, cost: dict[int, int], came: dict[int, int]) -> None:
    """One hex is always allowed, at the price of all points, if it is legal (8.0f, CA-R51)."""
    start, own = p.place[u], p.c.bit[p.c.side[u]]
    for near in (*p.c.open_sides[start], *p.c.shut_sides[start]):
        friend = p.present[near] == own
        if near not in cost and (friend or (not p.present[near] and near not in p.c.shut_sides[start])):
            cost[near], came[near] = p.mp[u], start


def toll(p: Position, u: int) -> bool:
    """A French unit that crosses the Trenchline is out of supply at once and loses a point (10.0d, CA-R78)."""
    return p.c.side[u] == FRENCH and not p.status[u] & OOS and p.turn > 1


def _strategic_reach(p: Position, u: int) -> Reach:
    """Any number of hexes along friendly roads and rails clear of the enemy (4.9.1a), with normal movement before, between and
    after them (4.9.1d).

    A road or rail hex next to the enemy, or in his zone, can be entered so only beside a friend, and ends the move (4.9.1c).
    """
    start, side, n = p.place[u], p.c.side[u], p.c.board.size
    pays, barred, zone = toll(p, u), p.barred(side), p.zones_felt(side).translate(_STOPPED)
    found, before = reach(_strategic_ways(p, u, pays), start, p.mp[u], barred + barred, zone + bytes(n))
    cost = {cell: spent for cell, spent in found.items() if cell < n}
    came = {cell: origin for cell, origin in before.items() if cell < n}
    if pays:
        _last_points(p, u, zone, cost, came)
    # Beside a friend the free way is taken, though it halts; who would rather walk goes to the hex before it first.
    ends = {cell - n: spent for cell, spent in found.items() if cell >= n}
    last = {cell: before[cell + n] for cell, spent in ends.items() if spent < cost.get(cell, _FAR)}
    for cell in last:
        cost[cell] = ends[cell]
    if unspent(p, u):
        _first_hex(p, u, cost, came)
    return cost, came, last


def _strategic_ways(p: Position, u: int, pays: bool) -> list[Steps]:
    """The steps of strategic movement: the free ones, then those that cost points. Kept while nobody moves and no line changes.
    Every hex stands twice in the search: as one to walk on from, and as one in which strategic movement ends."""
    side = p.c.side[u]
    key = (side, p.c.alpine[u], pays, *p.presence, *p.cover, p.banks[side], p.ground, p.claims, p.turn)
    if p.roads[0] != key:
        steps = _ways(p, u, pays)
        for cell, free in _free_ways(p, side).items():
            steps[cell] = (*free, *steps[cell])
        p.roads = key, steps + _NOWHERE * len(steps)
    return p.roads[1]


def _free_ways(p: Position, side: int) -> dict[int, list[tuple[int, int]]]:
    """By hex the free steps: into hexes clear of the enemy, and into the end of the move beside a friend."""
    key = (side, *p.presence, *p.cover, p.ground, p.claims, p.turn)
    if p.free_ways[0] != key:
        p.free_ways = key, _find_free_ways(p, side)
    return p.free_ways[1]


def _find_free_ways(p: Position, side: int) -> dict[int, list[tuple[int, int]]]:
    """Along a friendly road, or a rail line that is the side's own (CA-R61)."""
    c, n, own, present, rails = p.c, p.c.board.size, p.c.bit[side], p.present, p.rails
    ours, watched = friendly_cells(p, side), _watched(p, side)
    into = [(x, 0) if not watched[x] else (x + n, 0) if present[x] == own else None for x in range(n)]
    by_road = [step if friendly else None for step, friendly in zip(into, ours, strict=True)]
    by_rail = [step if whose == side else None for step, whose in zip(into, rails, strict=True)]
    found = {}
    for cell in c.served:
        steps = [step for near in c.metalled[cell] if (step := by_road[near])] if ours[cell] else []
        if rails[cell] == side:
            steps += [step for near in c.tracks_of_rail[cell] if (step := by_rail[near]) and step not in steps]
        if steps:
            found[cell] = steps
    return found


def _watched(p: Position, side: int) -> bytearray:
    """1 for each hex in an enemy zone, or next to the enemy."""
    found, barred, neighbours = bytearray(p.zones_felt(side)), p.barred(side), p.c.board.neighbours
    cell = barred.find(1)
    while cell >= 0:
        for near in neighbours[cell]:
            found[near] = 1
        cell = barred.find(1, cell + 1)
    return found
