"""Overstacked squares: what moves can still mend, and orders after which none could (BP-R157, GL-R302).

Units pass through full squares, so a stack may be too large for a while. It must stay possible to thin it out in the same phase
by moves of the units in it. What rules or the enemy have made too large for that is displaced when movement ends.

While a stack is too large there is a plan for it: who leaves it, and by which way. No way crosses the end of another, so all
of them can be walked in any order. An order that leaves the plan as it is, or for which there is another, is legal. The plan
follows from the position alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple, Self

from .components import FULL_MOVE
from .position import Position
from .records import Outlook
from .stacking import crowds, fits
from .states import FLIPPED, MOVED, NEAR, STOPPED, SUPPLY
from .ways import DIGGING, allowance, front, guns_hauled, has_gone, reach_of, reached

PINNED = 8  # what it weighs to displace a unit that may not move, beside 1 for any other
TRIES = 200  # squares that are tried for a stack before it counts as lost
ORDERS = 5  # in which several stacks are looked at, if the first leaves one as it is

Way = tuple[int, ...]  # the squares that a unit goes through, the last of them where it stays; none if it leaves the map
NOBODY: dict[int, Sequence[int]] = {}
NO_GUEST = (-1, -1, -1)
NOTHING_TO_MEND = Outlook(0)


def seat_of(p: Position, u: int) -> int:
    return p.seating.of_nation[p.c.nation[u]]


def has_room(p: Position, u: int, cell: int) -> bool:
    """Whether a unit, and whoever it moves with, may stand in a square beside its friends there."""
    there = p.stacks[cell]
    if not there and not p.c.fort[cell]:
        return True
    mate = p.mover(u) if guns_hauled(p) else -1
    if mate < 0:
        return p.may_stack((*there, u), cell)
    return p.may_stack([*(v for v in there if v != mate), u, mate], cell)


def surplus(p: Position, units: Sequence[int], cell: int) -> int:
    """How much must be displaced of some units for the others to share a square; who may not move weighs most and stays if it
    can, then small units before large ones."""
    if p.may_stack(units, cell):
        return 0
    kept: list[int] = []
    total, weight = 0, p.c.weight
    for free, _, u in sorted((not p.pinned(u), weight[u], u) for u in units):
        if p.may_stack([*kept, u], cell):
            kept.append(u)
        else:
            total += 1 if free else PINNED
    return total


# ------------------------------------------------------------------------------------------------ ways out


def free_to_go(p: Position, u: int, seat: int) -> bool:
    """Whether a unit is a seat's to move and nothing has stopped it yet."""
    return not p.status[u] & (MOVED | STOPPED | SUPPLY | p.differences.immobile) and p.may_move(u) and seat_of(p, u) == seat


class Lines(NamedTuple):
    """The ways that are taken: where they end, or what is barred, and all squares that they go through."""

    ends: frozenset[int]
    crossed: frozenset[int]

    @classmethod
    def of(cls, ways: Iterable[Way], barred: int) -> Self:
        ways = [way for way in ways if way]
        return cls(frozenset([barred, *[way[-1] for way in ways]]), frozenset([x for way in ways for x in way]))

    def beside(self, way: Way) -> Self:
        return type(self)(self.ends.union(way[-1:]), self.crossed.union(way)) if way else self


class Thinning:
    """Looks for units of a seat that can leave overstacked squares, and for their ways. What is asked for may not have happened
    yet: `stacks` says who would stand in some squares, `guest` who would have come to a square with so much spent, `unable` who
    would not move any more."""

    def __init__(
        self,
        p: Position,
        seat: int,
        stacks: Mapping[int, Sequence[int]] = NOBODY,
        guest: tuple[int, int, int] = NO_GUEST,
        unable: Collection[int] = (),
    ) -> None:
        self.p, self.seat, self.stacks, self.guest, self.unable = p, seat, stacks, guest, unable
        self.tries, self.hauling = 0, guns_hauled(p)
        self.kept: dict[int, list[Way]] = {}
        self.more: dict[int, Iterator[Way]] = {}

    def stack(self, cell: int) -> Sequence[int]:
        return self.stacks[cell] if cell in self.stacks else self.p.stacks[cell]

    def room(self, u: int, cell: int) -> bool:
        if cell not in self.stacks:
            return has_room(self.p, u, cell)
        return self.p.may_stack([*(v for v in self.stacks[cell] if v != u), u], cell)

    def ways(self, u: int) -> Iterator[Way]:
        """The ways by which a unit can leave its square for certain, to another that holds it or off the map."""
        if u not in self.kept:
            self.kept[u], self.more[u] = [], self._search(u)
        yield from self.kept[u]
        for way in self.more[u]:
            self.kept[u].append(way)
            yield way

    def _search(self, u: int) -> Iterator[Way]:
        p = self.p
        guest, cell, spent = self.guest
        if u == guest:
            yield from self._steps(u, cell, spent)
            return
        start = p.place[u]
        yield from self._steps(u, start, p.spent[u])
        reach = reached(p, u)
        joined = len(self.stack(start)) > 1 == len(p.stacks[start]) and has_gone(p, u)
        for x in reach.nearest_first():
            if x != start and self.room(u, x) and not p.may_fail(u, x):
                way = reach.path_to(start, x)
                if not joined or self._pays_to_pass(u, reach.found[0][x], way):
                    yield way
        if p.exits(u) and (not joined or self._pays_to_pass(u, FULL_MOVE * (1 + bool(p.interdicted[start])), ())):
            yield ()

    def _pays_to_pass(self, u: int, cost: int, way: Way) -> bool:
        """Whether a unit that stands alone could still go a way if somebody joined it: to go on from a friend costs a point
        more (BP 7.3/1, GL 10.1.3)."""
        p, close = self.p, front(self.p, self.p.c.side[u])
        near = p.status[u] & NEAR or any(close[x] for x in (p.place[u], *way))
        return p.spent[u] + cost + FULL_MOVE <= allowance(p, u) * (1 if near else 2)

    def _steps(self, u: int, cell: int, spent: int) -> Iterator[Way]:
        """Squares next to one to which a unit can step from it, once it has spent so many half points; vacant ones, for a guest
        all that have room."""
        p, side = self.p, self.p.c.side[u]
        points, near = allowance(p, u) - spent, b""
        if points < 0 and cell != p.place[u] and not p.status[u] & NEAR:  # it came off the front, with twice its allowance
            points, near = points + allowance(p, u), front(p, side)
        if points <= 0 or (near and near[cell]):
            return
        zone, present, fort, own = p.zone[p.enemy(side)], p.present, p.c.fort, p.c.bit[side]
        held, gone = zone[cell], cell != p.place[u] or has_gone(p, u)
        for n, cost in p.plain_steps(u, cell, gone):
            if cost > points or (held and zone[n]) or fort[n] or (near and near[n]):
                continue
            if not present[n] or (present[n] == own and (cell != p.place[u] or n in self.stacks) and self.room(u, n)):
                yield (n,)

    def thin(self, cells: Sequence[int], taken: dict[int, Way], barred: int = -1) -> Outlook:
        """The best that can be done for some squares, with ways that keep clear of those already `taken` and of one square."""
        best = found = self._thin_each(cells, taken, barred)
        tried = [list(cells)]
        while best.weight and len(tried) <= ORDERS:
            first = [cell for cell in cells if found.levels[cell]]  # for which nothing was left
            cells = [*first, *(cell for cell in cells if cell not in first)]
            if cells in tried:
                break
            tried.append(cells)
            found = self._thin_each(cells, taken, barred)
            if found.weight < best.weight:
                best = found
        return best

    def _thin_each(self, cells: Sequence[int], taken: dict[int, Way], barred: int) -> Outlook:
        found, levels = dict(taken), {}
        for cell in cells:
            levels[cell] = self._thin(cell, found, barred)
        return Outlook(sum(levels.values()), levels, found)

    def _thin(self, cell: int, taken: dict[int, Way], barred: int) -> int:
        """Add ways out of one square until it holds no more than it may, or as little more as can be."""
        if self.mends(cell, taken, barred):
            return 0
        p, there, self.tries = self.p, self.stack(cell), TRIES
        level, gone, lines = surplus(p, there, cell), tuple[int, ...](), Lines.of(taken.values(), barred)
        for u in self._able(there):  # not all can be mended: whoever leaves makes it less
            less = surplus(p, self._rest(there, (*gone, u)), cell)
            if less < level and self._walk((u,), taken, lines):
                level, gone = less, (*gone, u)
                lines = lines.beside(taken[u])
        return level

    def mends(self, cell: int, taken: dict[int, Way], barred: int = -1) -> bool:
        """Whether a square comes to hold no more than it may; the ways out of it are added to those taken."""
        p, there, self.tries = self.p, self.stack(cell), TRIES
        if p.may_stack(there, cell):
            return True
        able = self._able(there)
        if not able or not p.may_stack(self._rest(there, able), cell):
            return False
        lines = Lines.of(taken.values(), barred)
        for count in range(1, len(able) + 1):
            for group in combinations(able, count):
                if p.may_stack(self._rest(there, group), cell) and self._walk(group, taken, lines):
                    return True
        return False

    def _able(self, there: Sequence[int]) -> list[int]:
        return [u for u in there if u not in self.unable and free_to_go(self.p, u, self.seat)]

    def _rest(self, there: Sequence[int], gone: Sequence[int]) -> list[int]:
        """Who is left in a square; who hauls a gun goes with it (GL 12.4.2(a))."""
        if not self.hauling:
            return [u for u in there if u not in gone]
        hauling = [self.p.mover(v) for v in gone]
        return [u for u in there if u not in gone and u not in hauling]

    def _walk(self, units: Sequence[int], taken: dict[int, Way], lines: Lines) -> bool:
        """Find ways for some units, one by one, and add them to those taken."""
        if not units:
            return True
        u = units[0]
        if self.hauling and self._tied(u, units, taken):
            return False
        ends, crossed = lines
        for way in self.ways(u):
            if not self.tries:
                return False
            self.tries -= 1
            if way and (way[-1] in crossed or not ends.isdisjoint(way)):
                continue  # it crosses the end of another, or another its end
            taken[u] = way
            if len(units) == 1 or self._walk(units[1:], taken, lines.beside(way)):
                return True
            del taken[u]
        return False

    def _tied(self, u: int, units: Sequence[int], taken: Mapping[int, Way]) -> bool:
        """Whether another has gone or goes with a unit: who hauls a gun cannot go before it."""
        mate = self.p.mover(u)
        return mate in units or mate in taken or any(self.p.mover(v) == u for v in taken)


# ------------------------------------------------------------------------------------------------ what can be mended


def outlook(p: Position, side: int, seat: int) -> Outlook:
    """How the moves of a seat can mend the overstacked squares of its side."""
    cells = crowds(p, side)
    if not cells:
        return NOTHING_TO_MEND
    kept, stamp = p.crowds[side].outlooks, _stamp(p, cells)
    found = kept.get(seat)
    if found is None or found.stamp != stamp:
        found = kept[seat] = Thinning(p, seat).thin(cells, {})
        found.stamp = stamp
    return found


def _stamp(p: Position, cells: Sequence[int]) -> object:
    """What a plan hangs on: who stands where, and what those in overstacked squares have done in this phase. It hangs on
    nothing else, least of all on an earlier plan: the same orders are legal in a copy, or in a match that is loaded."""
    status, spent = p.status, p.spent
    return p.version[:], [(status[u], spent[u]) for x in cells for u in p.stacks[x]]


def must_go_on(p: Position, side: int, seat: int) -> bool:
    """Whether moves of a seat can still mend an overstacked square, or leave less of it to be displaced."""
    return bool(crowds(p, side)) and bool(outlook(p, side, seat).ways)


# ------------------------------------------------------------------------------------------------ orders that spoil a stack


def closed_squares(p: Position, u: int, cells: Collection[int]) -> set[int]:
    """Those of the squares in a unit's reach that it may not go to, for want of room there or for others."""
    side, start = p.c.side[u], p.place[u]
    own, present = p.c.bit[side], p.present
    doubtful = [x for x in cells if present[x] & own and x != start and not has_room(p, u, x)]
    if p.c.gun[u]:
        doubtful += [x for x in cells if x not in doubtful and x != start and p.may_fail(u, x)]
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
        mended = _mended_by_a_step(p, u, x, p.spent[u] + cost[x], full, needed) if plain else None
        if not mended and (mended is False or _spoils(p, u, x, now)):
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
    return _spoils(p, u, cell, outlook(p, p.c.side[u], seat_of(p, u)))


def _spoils(p: Position, u: int, cell: int, now: Outlook) -> bool:
    room = has_room(p, u, cell)
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
    search = Thinning(p, seat, stacks, (u, cell, p.spent[u] + reach_of(p, u)[0][cell]), hauled)
    if not room and not hauled and not any(way and way[-1] == cell for way in taken.values()):
        others = {v: way for v, way in taken.items() if p.place[v] != cell}
        level = now.levels.get(cell, 0)
        return search.thin((cell,), others).weight > level if level else not search.mends(cell, others)
    cells = [x for x in {*crowds(p, side), cell} if not p.may_stack(search.stack(x), x)]
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
    if Thinning(p, seat, unable=still).thin((cell,), others).weight <= now.levels[cell]:
        return False
    return Thinning(p, seat, unable=still).thin(crowds(p, side), {}).weight > now.weight


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
