"""Where counters are and what they exert: stacks, the sides in a cell, zones of control. Two doors lead in.

`put` moves a counter to a cell or a box, `mark` changes a state on which zones depend (suppressed, entrenched, the mode
of an HQ); where the state of a cell changes what units in it exert, it is changed inside `rezoning`. A game says only
what a counter exerts (`exerts`), and what else follows from a move (`moved`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, ClassVar

from .components import Components
from .state import Fixed, Kept, PerUnit, Place

ABOVE = [bytes(number > least for number in range(256)) for least in range(8)]  # 1 for each number above the least
Exerted = Iterable[tuple[int, Sequence[int]]]  # kinds of influence, and the cells that feel it


class Occupancy:
    """The part of a position that knows who stands where.

    Influence is counted by kind and side for each cell. A kind with a level above 0 is a zone of control: `zone` has for
    each side the highest level that it exerts on a cell. Several sides may stand in a cell (engaged).
    """

    INFLUENCE: ClassVar[tuple[int, ...]] = ()  # the level of each kind of influence; 0 is no zone
    ZONE_STATES: ClassVar[int] = 0  # the bits of `status` on which influence depends: changed by `mark` alone

    c: Fixed[Components[Any, Any]]
    place: PerUnit[list[Place]]
    stacks: list[tuple[int, ...]]  # each place's counters in order of arrival
    status: PerUnit[list[int]]  # states of each counter, a bit each
    present: Kept[bytearray]  # the sides that stand in each cell, a bit each
    crowd: Kept[bytearray]  # how many counters are in each cell, 255 where there are more
    influence: Kept[list[bytearray]]  # by kind and side: how many counters exert it on each cell
    zone: Kept[list[bytearray]]  # by side: the level of its zone on each cell
    version: Kept[list[int]]  # by side: of where its counters are and in which state
    presence: Kept[list[int]]  # by side: of the cells it stands in and its zones there

    # ---------------------------------------------------------------- what each game says

    def exerts(self, u: int, cell: int) -> Exerted:
        """What a counter exerts from a cell in its present state."""
        return ()

    def stands(self, u: int) -> bool:
        """Whether a counter occupies the cell it is in; a marker does not."""
        return True

    def moving(self, u: int, old: int, new: int) -> None:
        """A counter is about to move."""

    def moved(self, u: int, old: int, new: int) -> None:
        """A counter has moved."""

    def exert_works(self) -> None:
        """What is exerted by other things than counters: forts, say."""

    # ---------------------------------------------------------------- the doors

    def put(self, u: int, place: int) -> None:
        """Move a counter to a cell or a box."""
        old = self.place[u]
        if old == place:
            return
        self.moving(u, old, place)
        n, stacks, side = self.c.board.size, self.stacks, self.c.side[u]
        stands = self.stands(u)
        if old < n and stands:
            self._exert(u, old, -1)
        left = stacks[old] = tuple([x for x in stacks[old] if x != u])
        stacks[place] += (u,)
        self.place[u] = place
        if old < n:
            self.crowd[old] = min(len(left), 255)
        if place < n:
            self.crowd[place] = min(len(stacks[place]), 255)
        if stands:
            if old < n:
                self._leave(old, side)
            if place < n:
                self._exert(u, place, 1)
                self._enter(place, side)
        self.version[side] += 1
        self.moved(u, old, place)

    def mark(self, u: int, states: int, on: bool = True) -> None:
        """Put states on a counter, or take them off."""
        before = self.status[u]
        after = before | states if on else before & ~states
        if after == before:
            return
        cell = self.place[u]
        if (before ^ after) & self.ZONE_STATES and cell < self.c.board.size and self.stands(u):
            self._exert(u, cell, -1)
            self.status[u] = after
            self._exert(u, cell, 1)
        else:
            self.status[u] = after
        self.version[self.c.side[u]] += 1

    @contextmanager
    def rezoning(self, units: Iterable[int]) -> Iterator[None]:
        """While something changes on which the influence of some units on the map depends."""
        units = [u for u in units if self.place[u] < self.c.board.size and self.stands(u)]
        for u in units:
            self._exert(u, self.place[u], -1)
        yield
        for u in units:
            self._exert(u, self.place[u], 1)
            self.version[self.c.side[u]] += 1

    def radiate(self, side: int, kind: int, cells: Iterable[int], by: int) -> None:
        """Add to what a side exerts on some cells, or take it away."""
        count, zone, level = self.influence[kind * len(self.zone) + side], self.zone[side], self.INFLUENCE[kind]
        changed = False
        for cell in cells:
            count[cell] += by
            if not level:
                continue
            if by > 0:
                if zone[cell] < level:
                    zone[cell] = level
                    changed = True
            elif zone[cell] == level and not count[cell]:
                zone[cell] = self._level(cell, side)
                changed = True
        if changed:
            self.presence[side] += 1

    # ---------------------------------------------------------------- afresh

    def recount(self) -> None:
        """Work out who stands where and all zones afresh from the places of all counters."""
        c, n, sides = self.c, self.c.board.size, len(self.c.sides)
        self.present, self.crowd = bytearray(n), bytearray([min(len(stack), 255) for stack in self.stacks[:n]])
        self.influence = [bytearray(n) for _ in range(len(self.INFLUENCE) * sides)]
        self.zone = [bytearray(n) for _ in range(sides)]
        self.version, self.presence = [0] * sides, [0] * sides
        for u, place in enumerate(self.place):
            if place < n and self.stands(u):
                self._count(u, place, c.side[u])
                self.present[place] |= c.bit[c.side[u]]
        self.exert_works()

    def _count(self, u: int, place: int, side: int) -> None:
        """What `radiate` adds for a counter, by another way: an audit compares what the two have come to."""
        zone, sides = self.zone[side], len(self.zone)
        for kind, cells in self.exerts(u, place):
            count, level = self.influence[kind * sides + side], self.INFLUENCE[kind]
            for cell in cells:
                count[cell] += 1
                if zone[cell] < level:
                    zone[cell] = level

    def _exert(self, u: int, cell: int, by: int) -> None:
        side = self.c.side[u]
        for kind, cells in self.exerts(u, cell):
            self.radiate(side, kind, cells, by)

    def _level(self, cell: int, side: int) -> int:
        """The highest level that a side exerts on a cell."""
        highest, at = 0, side
        for level in self.INFLUENCE:
            if level > highest and self.influence[at][cell]:
                highest = level
            at += len(self.zone)
        return highest

    def _enter(self, cell: int, side: int) -> None:
        bit = self.c.bit[side]
        if not self.present[cell] & bit:
            self.present[cell] |= bit
            self.presence[side] += 1

    def _leave(self, cell: int, side: int) -> None:
        c = self.c
        for u in self.stacks[cell]:
            if c.side[u] == side and self.stands(u):
                return
        self.present[cell] &= ~c.bit[side]
        self.presence[side] += 1

    # ---------------------------------------------------------------- asking

    def on_map(self, u: int) -> bool:
        return self.place[u] < self.c.board.size

    def holds(self, cell: int, side: int) -> bool:
        """Whether a side stands in a cell."""
        return bool(self.present[cell] & self.c.bit[side])

    def enemy_holds(self, cell: int, side: int) -> bool:
        """Whether an enemy of a side stands in a cell."""
        return bool(self.present[cell] & self.c.enemy_bits[side])

    def crowded(self, more_than: int) -> list[int]:
        """The cells in which more than so many counters are, in order."""
        marked, found = self.crowd.translate(ABOVE[more_than]), []
        cell = marked.find(1)
        while cell >= 0:
            found.append(cell)
            cell = marked.find(1, cell + 1)
        return found

    def enemy_cells(self, side: int) -> bytearray:
        """1 for each cell in which an enemy of a side stands."""
        return self.present.translate(self.c.belligerents.enemy_present[side])

    def enemy_zone(self, side: int) -> bytearray:
        """The level of enemy zones on each cell, as a side feels them; where it has several enemies, the highest."""
        enemies = self.c.enemies[side]
        if len(enemies) == 1:
            return self.zone[enemies[0]]
        return bytearray(map(max, *(self.zone[enemy] for enemy in enemies)))
