"""4.5 Zones of control and how far a unit gets past them (8.0)."""

from __future__ import annotations

from .components import ENEMY, FRENCH, GERMAN, POINT
from .position import ENTRENCHED, FIRED, HALTED, MET, MOVED, OOS, RESERVE, SHAKEN, STRATEGIC, Position, Reach
from .supply import friendly, has_loc

MOVEMENT, STRATEGY, OWN_RESERVE, ENEMY_TURN_RESERVE = "movement", "strategic", "reserve", "reserve-enemy"
RESERVES = (OWN_RESERVE, ENEMY_TURN_RESERVE)
_FAR = 1 << 30
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


def stops(p: Position, u: int, mode: str) -> bytearray:
    """1 for each hex in which an enemy zone halts a unit; Reserve movers ignore it beside a friend (4.5e, 4.5f,
    8.2h); for all others a friend changes nothing (4.5g)."""
    side = p.c.side[u]
    found = p.zones_felt(side)
    if mode in RESERVES:
        here = p.place[u]
        for cell, felt in enumerate(found):
            if felt and p.holds(cell, side) and (cell != here or len(p.stacks[cell]) > 1):
                found[cell] = 0
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
    c, start, budget = p.c, p.place[u], p.mp[u]
    side = c.side[u]
    ways, fords = c.ways[c.alpine[u]], c.fords[c.alpine[u]]
    halts, present, own = stops(p, u, mode), p.present, c.bit[side]
    home = c.home if pays else None
    best = [_FAR] * len(ways)
    for enemy in p.units_of(ENEMY[side]):
        best[p.place[enemy]] = -1  # no way in (8.0e)
    best[start] = 0
    came: dict[int, int] = {}
    rings: list[list[int]] = [[] for _ in range(budget + 1)]
    rings[0].append(start)
    for spent, ring in enumerate(rings):
        for cell in ring:
            if best[cell] != spent or (halts[cell] and cell != start):
                continue
            base = spent
            if cell == start and halts[start]:
                base += c.leave_zone  # 4.5d
            exits = ways[cell]
            if fords[cell]:
                exits = [*exits, *(step for step in fords[cell] if present[step[0]] == own)]  # 8.4a
            for near, step in exits:
                total = base + step
                if total < best[near] and total <= budget:
                    if home is not None and home[near] == GERMAN and home[cell] == FRENCH:
                        total = min(total + POINT, budget)  # CA-R78
                        if total >= best[near]:
                            continue
                    best[near] = total
                    came[near] = cell
                    rings[total].append(near)
    cost = {start: 0}
    for cell in came:
        cost[cell] = best[cell]
    if unspent(p, u):
        _first_hex(p, u, cost, came)
    return cost, came, {}


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
    c, start, budget = p.c, p.place[u], p.mp[u]
    side = c.side[u]
    ways, fords = c.ways[c.alpine[u]], c.fords[c.alpine[u]]
    held, halts = p.barred(side), p.zones_felt(side)
    present, own, near_of = p.present, c.bit[side], c.board.neighbours
    enemy = c.enemy_bits[side]
    home = c.home if toll(p, u) else None
    best, ends = [_FAR] * len(ways), [_FAR] * len(ways)
    best[start] = 0
    came: dict[int, int] = {}
    came_end: dict[int, int] = {}
    rings: list[list[int]] = [[] for _ in range(budget + 1)]
    rings[0].append(start)
    for spent, ring in enumerate(rings):
        for cell in ring:
            if best[cell] != spent or halts[cell]:
                continue
            for near in _strategic_sides(p, cell, side):
                if held[near]:
                    continue
                if halts[near] or any(present[x] == enemy for x in near_of[near]):
                    if present[near] == own and spent < ends[near]:
                        ends[near] = spent
                        came_end[near] = cell
                elif spent < best[near]:
                    best[near] = spent
                    came[near] = cell
                    ring.append(near)
            exits = ways[cell]
            if fords[cell]:
                exits = [*exits, *(step for step in fords[cell] if present[step[0]] == own)]
            for near, step in exits:
                total = spent + step
                if total > budget or held[near]:
                    continue
                if home is not None and home[near] == GERMAN and home[cell] == FRENCH:
                    total = min(total + POINT, budget)
                if total < best[near]:
                    best[near] = total
                    came[near] = cell
                    rings[total].append(near)
    cost = {cell: best[cell] for cell in (start, *came)}
    # Beside a friend the free way is taken, though it halts; who would rather walk goes to the hex before it first.
    last = {cell: before for cell, before in came_end.items() if ends[cell] < best[cell]}
    for cell in last:
        cost[cell] = ends[cell]
    if unspent(p, u):
        _first_hex(p, u, cost, came)
    return cost, came, last


def _strategic_sides(p: Position, cell: int, side: int) -> list[int]:
    """The neighbours along a friendly road, or a rail line that is the side's own (CA-R61)."""
    c = p.c
    found = [n for n in c.metalled[cell] if friendly(p, cell, side) and friendly(p, n, side)]
    if p.rails[cell] == side:
        found += [n for n in c.tracks_of_rail[cell] if p.rails[n] == side and n not in found]
    return found
