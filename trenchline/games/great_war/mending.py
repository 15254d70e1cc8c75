"""Overstacked squares: what moves can still mend, and orders after which none could (BP-R157, GL-R302).

Units pass through full squares, so a stack may be too large for a while. It must stay possible to thin it out in the same phase
by moves of the units in it. What rules or the enemy have made too large for that is displaced when movement ends.

While a stack is too large there is a plan for it: who leaves it, and by which way. No way crosses the end of another, so all
of them can be walked in any order. An order that leaves the plan as it is, or for which there is another, is legal. The plan
follows from the position alone.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from .position import Position
from .records import Outlook
from .stacking import crowds, fits, without_room
from .states import FLIPPED, NEAR, SUPPLY
from .thinning import Thinning, free_to_go, has_room, relief_of, seat_of
from .ways import DIGGING, allowance, front, guns_hauled, has_gone, reach_of

NOTHING_TO_MEND = Outlook(0)


def outlook(p: Position, side: int, seat: int) -> Outlook:
    """How the moves of a seat can mend the overstacked squares of its side."""
    cells = crowds(p, side)
    if not cells:
        return NOTHING_TO_MEND
    kept, stamp = p.crowds[side].outlooks, _stamp(p, cells)
    found = kept.get(seat)
    if found is None or found.stamp != stamp:
        reliefs = {} if guns_hauled(p) else {cell: relief_of(p, cell, seat) for cell in cells}
        found = kept[seat] = Thinning(p, seat, reliefs=reliefs).thin(cells, {})
        found.stamp, found.reliefs = stamp, reliefs
    return found


def _stamp(p: Position, cells: Sequence[int]) -> object:
    """What a plan hangs on: who stands where, and what those in overstacked squares have done in this phase. It hangs on
    nothing else, least of all on an earlier plan: the same orders are legal in a copy, or in a match that is loaded."""
    status, spent = p.status, p.spent
    return p.version[:], [(status[u], spent[u]) for x in cells for u in p.stacks[x]]


def must_go_on(p: Position, side: int, seat: int) -> bool:
    """Whether moves of a seat can still mend an overstacked square, or leave less of it to be displaced. Where no square can be
    thinned out alone, no plan for all has a way either."""
    cells = crowds(p, side)
    if not cells or guns_hauled(p):
        return bool(cells) and bool(outlook(p, side, seat).ways)
    kept = p.crowds[side]
    if kept.last_mended in cells:  # mostly it still is
        cells = [kept.last_mended, *cells]
    for cell in cells:
        if relief_of(p, cell, seat).ways:
            kept.last_mended = cell
            return True
    return False


# ------------------------------------------------------------------------------------------------ orders that spoil a stack


def closed_squares(p: Position, u: int, cells: Collection[int]) -> set[int]:
    """Those of the squares in a unit's reach that it may not go to, for want of room there or for others."""
    side, start = p.c.side[u], p.place[u]
    own, present = p.c.bit[side], p.present
    if guns_hauled(p):
        doubtful = [x for x in cells if present[x] & own and x != start and not has_room(p, u, x)]
    else:
        doubtful = without_room(p, u, cells)
    tight = set(doubtful)
    if p.c.gun[u]:
        doubtful += [x for x in cells if x not in tight and x != start and p.may_fail(u, x)]
    full = crowds(p, side)
    now = outlook(p, side, seat_of(p, u)) if full else NOTHING_TO_MEND
    needed: set[int] = set()
    if now.ways:
        needed = {x for way in now.ways.values() for x in way}
        doubtful += [x for x in cells if x in needed and x not in doubtful and x != start]
    if not doubtful:
        return set()
    plain, cost = not (needed and guns_hauled(p)), reach_of(p, u)[0]
    closed: set[int] = set()
    for x in doubtful:
        spent = p.spent[u] + cost[x]
        mended = _mended_by_a_step(p, u, x, spent, full, needed) if plain else None
        if not mended and (mended is False or _spoils(p, u, x, now, spent, x not in tight)):
            closed.add(x)
    return closed


def _mended_by_a_step(
    p: Position, u: int, cell: int, spent: int, full: Collection[int], needed: Collection[int]
) -> bool | None:
    """Whether a unit that came to a square with so much spent, or one of those who stand there, could go on at once to a vacant
    square that no plan needs. Mostly it is so, or nobody there can move any more; else None: it takes a search."""
    if cell in full or cell in needed or p.may_fail(u, cell) or p.halts(u, cell):
        return None
    there, seat, able = p.stacks[cell], seat_of(p, u), False
    for v in there:
        if not free_to_go(p, v, seat):
            continue
        able = True
        if p.may_stack([u if w == v else w for w in there], cell):
            points, near = _points(p, v, cell, p.spent[v])
            if points > 0 and _can_step(p, v, cell, points, near, has_gone(p, v), needed):
                return True
    points, near = _points(p, u, cell, spent)
    if points <= 0:
        return None if able else False
    return _can_step(p, u, cell, points, near, True, needed) or None


def _points(p: Position, u: int, cell: int, spent: int) -> tuple[int, bytes]:
    """The half points that a unit has left in a square once it has spent so many; if it has them only off the front, where that
    is."""
    most = allowance(p, u)
    points = most - spent
    if points > 0 or p.status[u] & NEAR or (not points and cell != p.place[u]):
        return points, b""
    near = front(p, p.c.side[u])
    return 0 if near[cell] else points + most, near


def _can_step(p: Position, u: int, cell: int, points: int, near: bytes, gone: bool, needed: Collection[int]) -> bool:
    """Whether a unit can go from a square that no enemy zone covers to a vacant one next to it, off the front if it must."""
    present, fort = p.present, p.c.fort
    for n, cost in p.plain_steps(u, cell, gone):
        if cost <= points and not present[n] and not fort[n] and n not in needed and not (near and near[n]):
            return True
    return False


def spoils_by_moving(p: Position, u: int, cell: int) -> bool:
    """Whether a unit may not go to a square: it would have to stop where it may not stack (BP-R157), or leave a stack that no
    move could mend."""
    spent = p.spent[u] + reach_of(p, u)[0][cell]
    return _spoils(p, u, cell, outlook(p, p.c.side[u], seat_of(p, u)), spent, has_room(p, u, cell))


def _spoils(p: Position, u: int, cell: int, now: Outlook, spent: int, room: bool) -> bool:
    """The same, where it would have spent so much and there is room for it in the square, or not."""
    if p.may_fail(u, cell):
        return not room or _spoils_by_failing(p, u, cell)
    if not room and p.halts(u, cell):
        return True
    side, start, seat = p.c.side[u], p.place[u], seat_of(p, u)
    taken = {v: way for v, way in now.ways.items() if v != u}
    hauled = _hauled(p, u) if taken else []
    if room and not hauled and not any(cell in way for way in taken.values()):
        return False
    stacks = {cell: (*p.stacks[cell], u), start: [v for v in p.stacks[start] if v != u]}
    search = Thinning(p, seat, stacks, (u, cell, spent), hauled, now.reliefs)
    if not room and not hauled and not any(way and way[-1] == cell for way in taken.values()):
        others = {v: way for v, way in taken.items() if p.place[v] != cell}
        level = now.levels.get(cell, 0)
        return search.thin((cell,), others).weight > level if level else not search.mends(cell, others)
    cells = [x for x in {*crowds(p, side), cell} if x not in stacks or not p.may_stack(stacks[x], x)]
    return search.thin(cells, {}, cell).weight > now.weight


def _hauled(p: Position, u: int) -> list[int]:
    """The guns that can leave a unit's square only with it (GL 12.4.2(a))."""
    if not guns_hauled(p):
        return []
    return [v for v in p.stacks[p.place[u]] if p.mover(v) == u]


def _spoils_by_failing(p: Position, u: int, cell: int) -> bool:
    """A gun that a die keeps from a square stops in the one before it (GL 12.5.4)."""
    before = reach_of(p, u)[1][cell]
    if before == p.place[u]:
        return spoils_by_staying(p, u)
    return not has_room(p, u, before)


def spoils_by_staying(p: Position, u: int) -> bool:
    """Whether the stack of a unit could not be mended any more without a move of it."""
    side, seat = p.c.side[u], seat_of(p, u)
    if not crowds(p, side):
        return False
    now = outlook(p, side, seat)
    still, cell = (u, *_hauled(p, u)), p.place[u]
    if not any(v in now.ways for v in still):
        return False
    others = {v: way for v, way in now.ways.items() if p.place[v] != cell}
    search = Thinning(p, seat, unable=still, reliefs=now.reliefs)
    if search.thin((cell,), others).weight <= now.levels[cell]:
        return False
    return search.thin(crowds(p, side), {}).weight > now.weight


def spoils_by_turning(p: Position, u: int, mode: str) -> bool:
    """Whether the stack of a unit could not be mended any more once it has changed its mode."""
    side, cell, seat = p.c.side[u], p.place[u], seat_of(p, u)
    if mode in ("mobile", "command") or (cell not in crowds(p, side) and (mode != "supply" or len(p.stacks[cell]) == 1)):
        return False
    now, before = outlook(p, side, seat), p.status[u]
    others = {v: way for v, way in now.ways.items() if p.place[v] != cell}
    if mode == "supply":
        p.status[u] |= SUPPLY | FLIPPED  # in thought
        found = Thinning(p, seat, unable=(u,)).thin((cell,), others)
        p.status[u] = before
    else:
        found = Thinning(p, seat, guest=(u, cell, p.spent[u] + DIGGING)).thin((cell,), others)
    return found.weight > now.levels.get(cell, 0)


def spoils_by_coming(p: Position, u: int, cell: int, spent: int) -> bool:
    """Whether a unit that comes onto the map in a square makes a stack there that no move can mend."""
    if fits(p, u, cell):
        return False
    seat = seat_of(p, u)
    now = outlook(p, p.c.side[u], seat)
    stays = (u,) if p.in_enemy_zone(cell, p.c.side[u]) and spent else ()
    search = Thinning(p, seat, {cell: (*p.stacks[cell], u)}, (u, cell, spent), stays)
    taken = {v: way for v, way in now.ways.items() if p.place[v] != cell}
    return search.thin((cell,), taken).weight > now.levels.get(cell, 0)


def spoils_by_forming(p: Position, result: int, parts: Sequence[int], cell: int) -> bool:
    """Whether a unit that is formed of others in a square makes a stack there that no move can mend."""
    rest = (*(v for v in p.stacks[cell] if v not in parts), result)
    if p.may_stack(rest, cell):
        return False
    seat = seat_of(p, parts[0])
    now = outlook(p, p.c.side[result], seat)
    search = Thinning(p, seat, {cell: rest}, (result, cell, 0))
    taken = {v: way for v, way in now.ways.items() if p.place[v] != cell}
    return search.thin((cell,), taken).weight > now.levels.get(cell, 0)
