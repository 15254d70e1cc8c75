"""Where a side's units stand, or will stand once they have marched, and over which squares their zones lie."""

from __future__ import annotations

from collections.abc import Collection

from ..states import DISORDERED, SUPPLY
from ..ways import reach_of
from .ground import Ground


class Line:
    """Who stands where in thought. Cheap to make: who asks no more than that needs no `Marshal`."""

    def __init__(self, ground: Ground) -> None:
        self.ground, self.p, self.c, self.side = ground, ground.p, ground.c, ground.side
        self.place = {u: self.p.place[u] for u in self.p.units(self.side)}
        self.stack: dict[int, list[int]] = {}
        self.cover = bytearray(self.c.board.size)  # how many own units have a zone of control there
        for u, x in self.place.items():
            self.stack.setdefault(x, []).append(u)
            self._spread(u, x, 1)

    def _spread(self, u: int, cell: int, by: int) -> None:
        if self.p.status[u] & (DISORDERED | SUPPLY) or self.p.interdicted[cell]:
            return
        cover = self.cover
        cover[cell] += by
        for x in self.c.near[cell]:
            cover[x] += by

    def cells(self, u: int) -> Collection[int]:
        return reach_of(self.p, u)[0]

    def fits(self, u: int, cell: int) -> bool:
        """Whether there is room for a unit. Nobody is to stay beside an HQ in Supply Mode, not even beside one that may still
        turn back (BP 7.3, GL 10.4)."""
        others = [v for v in self.stack.get(cell, ()) if v != u]
        status = self.p.status
        if others and any(status[v] & SUPPLY for v in (*others, u) if self.c.hq[v]):
            return False
        return self.p.may_stack([*others, u], cell)

    def lift(self, u: int) -> None:
        """Think a unit away from where it is to stand."""
        self._spread(u, self.place[u], -1)
        self.stack[self.place[u]].remove(u)

    def drop(self, u: int) -> None:
        """And back."""
        self._spread(u, self.place[u], 1)
        self.stack[self.place[u]].append(u)
