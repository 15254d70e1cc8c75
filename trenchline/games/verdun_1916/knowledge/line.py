"""A side's troops as they will stand when everybody has marched."""

from __future__ import annotations

from collections.abc import Iterable

from .ground import Ground

NOWHERE = -1  # of a unit that is not counted


class Line:
    """A side's troops as they will stand: strength, steps and zones of control by hex, kept while the plan grows."""

    def __init__(self, ground: Ground) -> None:
        p, c = ground.p, ground.c
        n = c.board.size
        self.ground = ground
        self.strength, self.steps, self.screen = [0] * n, [0] * n, [0] * n
        self.foot = [0] * n
        self._screens: dict[int, float] = {}
        for u in p.units_of(ground.side):
            self._add(u, p.place[u], 1)

    def _add(self, u: int, cell: int, by: int) -> None:
        p, c = self.ground.p, self.ground.c
        self.steps[cell] += by * p.steps[u]
        self.strength[cell] += by * p.value(u)
        if c.foot[u]:
            self.foot[cell] += by
            for near in c.zone_cells[cell]:
                self.screen[near] += by

    def move(self, u: int, old: int, new: int) -> None:
        """A unit goes elsewhere; what was known of the ground around is stale."""
        if old == new:
            return
        within = self.ground.c.board.within
        for cell, by in ((old, -1), (new, 1)):
            if cell != NOWHERE:
                self._add(u, cell, by)
                for near in within(cell, 2):
                    self._screens.pop(near, None)

    def post(self, battalion: int, cell: int) -> None:
        """A battalion that is still with its regiment will stand in a hex."""
        self.strength[cell] += 2
        self.steps[cell] += 1
        self.foot[cell] += 1
        for near in self.ground.c.zone_cells[cell]:
            self.screen[near] += 1
        for near in self.ground.c.board.within(cell, 2):
            self._screens.pop(near, None)

    def without(self, u: int, here: int, cells: Iterable[int]) -> dict[int, float]:
        """The gain of some hexes near a unit, as if it were not where it is."""
        self._add(u, here, -1)
        kept, self._screens = self._screens, {}
        found = {cell: self.gain(u, cell) for cell in cells}
        self._screens = kept
        self._add(u, here, 1)
        return found

    def room(self, u: int, cell: int) -> bool:
        return self.steps[cell] + self.ground.p.steps[u] <= self.ground.c.stack_limit

    def standing(self, cell: int) -> float:
        """What the enemy's turn will cost in a hex as the line is."""
        if self.foot[cell]:
            return self.ground.hold(cell, self.strength[cell], self.steps[cell])
        return self.ground.empty(cell, self.screen[cell] > 0)

    def screening(self, cell: int) -> float:
        """What a zone of control around a hex adds where there was none."""
        found = self._screens.get(cell)
        if found is None:
            empty = self.ground.empty
            screen, foot, zone_cells = self.screen, self.foot, self.ground.c.zone_cells[cell]
            found = sum(empty(near, True) - empty(near, False) for near in zone_cells if not screen[near] and not foot[near])
            self._screens[cell] = found
        return found

    def gain(self, u: int, cell: int) -> float:
        """What a unit adds to the line by standing in a hex where it is not yet."""
        p, ground = self.ground.p, self.ground
        if ground.threat[cell] <= 0:
            return 0.0
        with_it = ground.hold(cell, self.strength[cell] + p.value(u), self.steps[cell] + p.steps[u])
        return with_it - self.standing(cell) + self.screening(cell)
