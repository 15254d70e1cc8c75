"""How overstacked squares can be thinned out (BP-R157, GL-R302): who leaves them, and by which ways.

No way crosses the end of another, so all of them can be walked in any order. What thins out a square if nobody else needs any
room is remembered as long as nothing has changed that it was worked out from.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from copy import copy
from itertools import combinations
from typing import NamedTuple, Self

from .components import FULL_MOVE
from .position import Position
from .records import Leaving, Outlook, Reached, Relief
from .states import MOVED, NEAR, STOPPED, SUPPLY
from .ways import allowance, front, guns_hauled, has_gone, reached

PINNED = 8  # what it weighs to displace a unit that may not move, beside 1 for any other
TRIES = 200  # squares that are tried for a stack before it counts as lost
FEW = 4  # units, of which all groups are remembered that could leave
ORDERS = 5  # in which several stacks are looked at, if the first leaves one as it is

Way = tuple[int, ...]  # the squares that a unit goes through, the last of them where it stays; none if it leaves the map
NOBODY: dict[int, Sequence[int]] = {}
NO_GUEST = (-1, -1, -1)
NOTHING_KNOWN: dict[int, Relief] = {}


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

    def keep_clear(self, way: Way) -> bool:
        return not way or (way[-1] not in self.crossed and self.ends.isdisjoint(way))

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
        reliefs: Mapping[int, Relief] = NOTHING_KNOWN,
    ) -> None:
        self.p, self.seat, self.stacks, self.guest, self.unable = p, seat, stacks, guest, unable
        self.reliefs = reliefs  # by square, known to hold
        self.tries, self.hauling = 0, guns_hauled(p)
        self.own: dict[int, Leaving] = {}  # ways that nobody else may use: something is different in thought
        self.used: dict[int, Leaving] = {}
        self.reaches: dict[int, Reached] = {}
        self.lines = Lines(frozenset(), frozenset())  # what was taken when the search of a square began
        self.shut_in: dict[int, int] = {}  # units with no way clear of these, and how many ways they have
        self.independent = True  # each square was thinned out as if there were no other

    def stack(self, cell: int) -> Sequence[int]:
        return self.stacks[cell] if cell in self.stacks else self.p.stacks[cell]

    def room(self, u: int, cell: int) -> bool:
        if cell not in self.stacks:
            return has_room(self.p, u, cell)
        return self.p.may_stack([*(v for v in self.stacks[cell] if v != u), u], cell)

    def ways(self, u: int) -> Iterator[Way]:
        """The ways by which a unit can leave its square for certain, to another that holds it or off the map."""
        leaving, number = self._leaving(u), 0
        while number < len(leaving.ways) or not leaving.over:
            if number == len(leaving.ways):
                leaving = self._look_on(u, leaving)
            else:
                yield leaving.ways[number]
                number += 1

    def _leaving(self, u: int) -> Leaving:
        """The ways of a unit that are known; a guest has but the steps out of the square to which it has come."""
        p, found = self.p, self.own.get(u)
        if found is not None:
            return found
        guest, cell, spent = self.guest
        if u == guest:
            found = self.own[u] = Leaving(None, b"", cell, set(), list(self._steps(u, cell, spent)), over=True)
            return found
        start = p.place[u]
        joined = start in self.stacks and len(self.stacks[start]) > 1 == len(p.stacks[start]) and has_gone(p, u)
        if not self.hauling:
            found = leaving_of(p, u, joined)
            if found.seen.isdisjoint(self.stacks):
                self.used[u] = found
                return found
        steps = list(self._steps(u, start, p.spent[u]))
        found = self.own[u] = Leaving(None, b"", start, set(), steps, joined=joined)
        return found

    def _look_on(self, u: int, leaving: Leaving) -> Leaving:
        """Look for one more way of a unit, nearest first, and off the map at last."""
        p, start, joined = self.p, self.p.place[u], leaving.joined
        if u not in self.reaches:
            self.reaches[u] = reached(p, u)
        leaving.reach = reach = self.reaches[u]
        order = reach.nearest_first()
        for at in range(leaving.looked, len(order)):
            x = order[at]
            if x in self.stacks and x != start and u not in self.own:  # from here on it is different in thought
                leaving = self.own[u] = copy(leaving)
            leaving.looked = at + 1
            if x == start:
                continue
            leaving.seen.add(x)
            if self.room(u, x) and not p.may_fail(u, x):
                way = reach.path_to(start, x)
                if not joined or self._pays_to_pass(u, reach.found[0][x], way):
                    leaving.ways.append(way)
                    return leaving
        leaving.over = True
        if p.exits(u) and (not joined or self._pays_to_pass(u, FULL_MOVE * (1 + bool(p.interdicted[start])), ())):
            leaving.ways.append(())
        return leaving

    def _pays_to_pass(self, u: int, cost: int, way: Way) -> bool:
        """Whether a unit that stands alone could still go a way if somebody joined it: to go on from a friend costs a point
        more (BP 7.3/1, GL 10.1.3)."""
        p, close = self.p, front(self.p, self.p.c.side[u])
        near = p.status[u] & NEAR or any(close[x] for x in (p.place[u], *way))
        return p.spent[u] + cost + FULL_MOVE <= allowance(p, u) * (1 if near else 2)

    def _steps(self, u: int, cell: int, spent: int) -> Iterator[Way]:
        """Squares next to one to which a unit can step from it, once it has spent so many half points; vacant ones, for a guest
        all that have room."""
        present, own, elsewhere = self.p.present, self.p.c.bit[self.p.c.side[u]], cell != self.p.place[u]
        for n in steps_from(self.p, u, cell, spent):
            if not present[n] or (present[n] == own and (elsewhere or n in self.stacks) and self.room(u, n)):
                yield (n,)

    def thin(self, cells: Sequence[int], taken: dict[int, Way], barred: int = -1) -> Outlook:
        """The best that can be done for some squares, with ways that keep clear of those already `taken` and of one square."""
        self.independent = True
        best = found = self._thin_each(cells, taken, barred)
        if self.independent:
            return best  # in any other order too
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
        found, levels, lines = dict(taken), dict[int, int](), Lines.of(taken.values(), barred)
        for cell in cells:
            relief = self._relief(cell)
            if relief is not None and relief.ends.isdisjoint(lines.crossed) and relief.crossed.isdisjoint(lines.ends):
                found.update(relief.ways)
                levels[cell] = relief.level
                lines = Lines(lines.ends | relief.ends, lines.crossed | relief.crossed)
            else:
                self.independent = False
                levels[cell] = self.thin_afresh(cell, found, lines, relief)
                lines = Lines.of(found.values(), barred)
        return Outlook(sum(levels.values()), levels, found)

    def _relief(self, cell: int) -> Relief | None:
        """What thins out a square alone, unless something has happened in thought to those it was worked out from."""
        if self.hauling or cell in self.stacks:
            return None
        stack = self.p.stacks[cell]
        if self.guest[0] in stack or (self.unable and not set(stack).isdisjoint(self.unable)):
            return None
        relief = self.reliefs.get(cell) or relief_of(self.p, cell, self.seat)
        for known in relief.used.values():
            if not known.seen.isdisjoint(self.stacks):
                return None
        return relief

    def thin_afresh(self, cell: int, taken: dict[int, Way], lines: Lines, relief: Relief | None = None) -> int:
        """Add ways out of one square until it holds no more than it may, or as little more as can be."""
        if self._mends(cell, taken, lines, relief):
            return 0
        p, there, self.tries = self.p, self.stack(cell), TRIES
        level, gone = surplus(p, there, cell), tuple[int, ...]()
        for u in self._able(there):  # not all can be mended: whoever leaves makes it less
            less = surplus(p, self._rest(there, (*gone, u)), cell)
            if less < level and self._walk((u,), taken, lines):
                level, gone = less, (*gone, u)
                lines = lines.beside(taken[u])
        return level

    def mends(self, cell: int, taken: dict[int, Way]) -> bool:
        """Whether a square comes to hold no more than it may; the ways out of it are added to those taken."""
        return self._mends(cell, taken, Lines.of(taken.values(), -1), None)

    def _mends(self, cell: int, taken: dict[int, Way], lines: Lines, relief: Relief | None) -> bool:
        there, self.tries = self.stack(cell), TRIES
        if self.p.may_stack(there, cell):
            return True
        self.lines, self.shut_in = lines, {}
        if relief is not None and not relief.groups:
            relief.groups = list(self._groups(cell, there)) if len(there) <= FEW else []
        groups = relief.groups if relief is not None and relief.groups else self._groups(cell, there)
        return any(self._walk(group, taken, lines) for group in groups)

    def _groups(self, cell: int, there: Sequence[int]) -> Iterator[tuple[int, ...]]:
        """Who could leave a square together so that the others may stay, the fewest first."""
        p, able = self.p, self._able(there)
        if not able or not p.may_stack(self._rest(there, able), cell):
            return
        # Units that are alike in what they leave behind have one code; the sum of its codes is what a group leaves behind.
        kinds = [(u if self.hauling else p.stacks_as(u)) for u in able]
        codes = {u: 1 << 8 * kinds.index(kind) for u, kind in zip(able, kinds, strict=True)}
        known: dict[int, bool] = {}
        for count in range(1, len(able) + 1):
            for group in combinations(able, count):
                left = sum([codes[u] for u in group])
                if left not in known:
                    known[left] = p.may_stack(self._rest(there, group), cell)
                if known[left]:
                    yield group

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
        if u in self.shut_in:
            self.tries -= min(self.shut_in[u], self.tries)
            return False
        tried, fitting = 0, False
        for way in self.ways(u):
            if not self.tries:
                return False
            self.tries -= 1
            tried += 1
            if not lines.keep_clear(way):
                continue  # it crosses the end of another, or another its end
            taken[u], fitting = way, True
            if len(units) == 1 or self._walk(units[1:], taken, lines.beside(way)):
                return True
            del taken[u]
        if not fitting and (lines is self.lines or not any(map(self.lines.keep_clear, self.ways(u)))):
            self.shut_in[u] = tried  # whoever goes before it
        return False

    def _tied(self, u: int, units: Sequence[int], taken: Mapping[int, Way]) -> bool:
        """Whether another has gone or goes with a unit: who hauls a gun cannot go before it."""
        mate = self.p.mover(u)
        return mate in units or mate in taken or any(self.p.mover(v) == u for v in taken)


# ------------------------------------------------------------------------------------------------ what is remembered of it


def steps_from(p: Position, u: int, cell: int, spent: int) -> Iterator[int]:
    """The squares next to one that a unit has the points to enter from it, whoever stands there, once it has spent so many."""
    side = p.c.side[u]
    points, near = allowance(p, u) - spent, b""
    if points < 0 and cell != p.place[u] and not p.status[u] & NEAR:  # it came off the front, with twice its allowance
        points, near = points + allowance(p, u), front(p, side)
    if points <= 0 or (near and near[cell]):
        return
    zone, fort = p.zone[p.enemy(side)], p.c.fort
    held, gone = zone[cell], cell != p.place[u] or has_gone(p, u)
    for n, cost in p.plain_steps(u, cell, gone):
        if cost <= points and not (held and zone[n]) and not fort[n] and not (near and near[n]):
            yield n


def leaving_of(p: Position, u: int, joined: bool = False) -> Leaving:
    """The ways out of its square that are known of a unit as it stands; `joined` by another in thought. `crowds` has been asked
    since the last move, and has forgotten those that friends have opened or shut: what is nearer than a square was looked at
    before it, and nothing farther off changes the way there."""
    side, cell = p.c.side[u], p.place[u]
    kept, close, state = p.crowds[side].leaving, front(p, side), (p.status[u], p.spent[u])
    found = kept.get((u, joined))
    if found is not None and p.c.gun[u] and found.reach is not None and found.reach is not reached(p, u):
        found = None  # other things than friends on their way shut the ways of guns
    if found is None or found.state != state or found.close != close:
        vacant: list[Way] = [(n,) for n in steps_from(p, u, cell, p.spent[u]) if not p.present[n]]
        found = kept[u, joined] = Leaving(state, close, cell, set(p.c.near[cell]), vacant, joined=joined)
    return found


def relief_of(p: Position, cell: int, seat: int) -> Relief:
    """How moves of a seat thin out an overstacked square if nobody else needs any room. `crowds` has been asked since the last
    move. With other ways taken it is the same, as long as none of them crosses: what is tried before it fails all the more."""
    stack, status, spent = p.stacks[cell], p.status, p.spent
    kept, state = p.crowds[p.c.side[stack[0]]].reliefs, [(u, status[u], spent[u]) for u in stack]
    found = kept.get((seat, cell))
    if found is not None and found.state == state and all(leaving_of(p, u) is known for u, known in found.used.items()):
        return found
    search, ways = Thinning(p, seat), dict[int, Way]()
    level = search.thin_afresh(cell, ways, Lines.of((), -1))
    found = kept[seat, cell] = Relief(state, search.used, level, ways, *Lines.of(ways.values(), -1))
    return found
