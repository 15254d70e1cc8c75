"""Where every company stands, which way it faces, and what the Allies are after."""

from __future__ import annotations

from typing import Annotated, Self

import msgspec

from trenchline.core import position as core
from trenchline.core.occupancy import Exerted
from trenchline.core.state import Called, Cell, Cells, CellSides, Each, Fixed, Refers, Side, Units

from .components import ALLIED, GERMAN, Components

SUPPRESSED, ENTRENCHED, MOVED, ATTACKED = 1, 2, 4, 8
STATES = {"suppressed": SUPPRESSED, "entrenched": ENTRENCHED, "moved": MOVED, "attacked": ATTACKED}
FACINGS = ("N", "E", "S", "W")


class Fight(msgspec.Struct, frozen=True):
    """The assault being resolved (3.0)."""

    side: Side
    target: Cell
    attackers: Units


class Position(core.Position):
    """The state of a match."""

    INFLUENCE = (2,)  # a zone that stops (2.1)
    ZONE_STATES = SUPPRESSED

    c: Fixed[Components]
    facing: Annotated[bytearray, Each("unit", "direction")]
    control: Annotated[CellSides, Called("ground")]
    objective: tuple[Annotated[int, Refers("cell")], ...]  # the Allies' secret (1.2); empty until it is drawn
    struck: Cells  # squares assaulted in this phase
    fight: Fight | None

    @classmethod
    def empty(cls, c: Components) -> Self:
        p = cls()
        p.all_out(c, bytearray([ALLIED if c.board.labels[x] < "D" else GERMAN for x in range(c.board.size)]))
        p.facing = bytearray(c.first_facing)
        p.objective, p.struck, p.fight = (), (), None
        p.recount()
        return p

    def exerts(self, u: int, cell: int) -> Exerted:
        """A company in good order has a zone in the eight squares around it (2.1)."""
        return () if self.status[u] & SUPPRESSED else ((0, self.c.board.neighbours[cell]),)

    def moved(self, u: int, old: int, new: int) -> None:
        if new >= self.c.board.size:
            self.facing[u] = self.c.first_facing[u]  # who is off the map faces nobody
        elif not self.enemy_holds(new, self.c.side[u]):
            self.control[new] = self.c.side[u]

    def engaged(self, cell: int) -> bool:
        """Both sides stand in a square."""
        return self.present[cell] == self.c.bit[ALLIED] | self.c.bit[GERMAN]
