"""Where every counter stands and in what state: the position of a match of Verdun 1916."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Self

import msgspec

from ...core import position as core
from ...core.actions import Action
from ...core.cells import either, without
from ...core.decisions import Automatic as CoreAutomatic
from ...core.decisions import Decision, Roll
from ...core.occupancy import Exerted
from ...core.state import Called, Cells, CellSides, Each, Fixed, Fresh, Kept, PerCell, PerUnit, Side, Unit, Units
from .battle import Battle
from .components import ENEMY, FRENCH, GERMAN, Components, Objective

# States of a counter, one bit each, with the words of the text notation.
NEUTRALISED, UNCOMMANDED, ENTERED, FIRED = 1, 2, 4, 8
MOVED, TOUCHED, HALTED = 16, 32, 64  # has ended its move; its move touched an enemy zone; a zone stopped it
ATTACKED, ASSAULTED, SHELTERED, EXPLOITED = 128, 256, 512, 1024
STATES = {
    "neutralised": NEUTRALISED,
    "uncommanded": UNCOMMANDED,
    "entered": ENTERED,
    "fired": FIRED,
    "moved": MOVED,
    "touched": TOUCHED,
    "halted": HALTED,
    "attacked": ATTACKED,
    "attacked-at": ASSAULTED,
    "sheltered": SHELTERED,
    "exploited": EXPLOITED,
}

FOOT, ZONE = 0, 1  # kinds of influence


class Options(msgspec.Struct, frozen=True):
    """The optional rules in use (rulings VV-R05, R11, R38, R66, R67)."""

    slope_uphill_only: bool = False
    translator_bombard_mods: bool = True
    strategic_from_zoc: bool = False
    bunkers_on_lines: bool = False
    historical_corps_frontage: bool = False


class Fight(msgspec.Struct, frozen=True):
    """The combat being resolved (7.0). What the attacker commits is his secret until both sides have chosen (7.4a)."""

    side: Side
    targets: Cells
    attackers: Units = ()
    origins: Cells = ()  # where each attacker stands
    guns: Units = ()  # guns and bombers in support of the attack
    exposed: Units = ()  # of these, guns in contact with a target (8.2a, VV-R18)
    exposed_cells: Cells = ()
    defenders: Units = ()  # units that fight
    sheltered: Units = ()  # units that only share the hex (7.1g)
    support: Units = ()  # guns in support of the defence
    bled: tuple[Side, ...] = ()  # sides that have lost their first step (7.5p)


class Chain(msgspec.Struct, frozen=True):
    """The hexes with a chain of their own back to a side's edge of the map, the next hex on the way of each, and when."""

    cells: frozenset[int] = frozenset()
    onward: dict[int, int] = {}
    when: tuple[object, ...] = ()


class Position(core.Position):
    """The state of a match."""

    INFLUENCE = (0, 1)  # infantry in a hex, and the zone of control around it (3.1)

    c: Fixed[Components]
    b: Fixed[Battle]
    spent: PerUnit[bytearray]  # movement points used in this phase
    control: Annotated[CellSides, Called("ground")]  # the side that was last in a hex (13g)
    bunkers: PerCell[bytearray]  # 1 where one stands (14c)
    works: Annotated[bytearray, Each("fortress")]  # the step of each fortress (7.5o)
    battle: str
    charged: Annotated[int, msgspec.Meta(ge=0, le=1000)]  # half victory points charged to the German for reserves (13i)
    paid: tuple[int, ...]  # reserves whose single price is paid (14.3D-f)
    calls: tuple[Side, ...]  # sides that have called the extra turn (14.2D-j)
    returning: tuple[tuple[Unit, int], ...]  # destroyed HQs and the turn they were lost (1.4i)
    shelled: Cells  # hexes barraged in this phase (8.1b)
    struck: Cells  # hexes attacked in this phase: fortresses too are attacked but once (7.1e)
    verdun: bool  # taken: the game is won (13f)
    fight: Fight | None
    options: Options

    kept: Fresh[dict[tuple[object, ...], object]]
    offers: Fresh[dict[int, tuple[Action, ...]]]
    offers_of: Kept[tuple[int, int, int]]
    due: Kept[tuple[tuple[int, ...] | None, list[Action]]]  # who waits off the map, and whom of them to bring in now
    marks: Fresh[dict[int, tuple[int, list[int]]]]  # by side: the enemy's version, and the hexes it can barrage
    closed_to: Kept[list[tuple[int, bytearray]]]  # by side: the enemy's version, and the hexes barred to it
    chains: Kept[list[Chain]]  # by side: as they were looked for last
    prizes: Kept[tuple[tuple[object, ...], tuple[Objective, ...]]]  # what was asked of objectives last, and those held

    @classmethod
    def empty(cls, c: Components, battle: str, options: Options) -> Self:
        """All counters out of play, the map as at the start."""
        p = cls()
        p.all_out(c, c.first_control)
        p.b, p.battle, p.options = c.battles[battle], battle, options
        p.spent = bytearray(len(c.counters))
        p.bunkers = bytearray(c.board.size)
        p.works = bytearray([1] * len(c.fortresses))
        p.charged, p.paid, p.calls, p.returning = 0, (), (), ()
        p.shelled, p.struck, p.verdun, p.fight = (), (), False, None
        p.recount()
        return p

    def recount(self) -> None:
        super().recount()
        self.kept, self.closed_to = {}, [(-1, bytearray()), (-1, bytearray())]
        self.chains, self.prizes = [Chain(), Chain()], ((), ())
        self.offers, self.offers_of, self.due, self.marks = {}, (-1, -1, -1), (None, []), {}

    @property
    def foot(self) -> list[bytearray]:
        """By side: how many infantry units stand in each hex."""
        return self.influence

    # ---------------------------------------------------------------- 3.1 what a counter exerts

    def exerts(self, u: int, cell: int) -> Exerted:
        """Infantry controls the six hexes around it, but not across the river (3.1a, 3.2a); nothing else does (3.1b)."""
        return ((FOOT, (cell,)), (ZONE, self.c.zone_cells[cell])) if self.c.foot[u] else ()

    def moved(self, u: int, old: int, new: int) -> None:
        """Entering a hex takes control of it (13g)."""
        self.offers.pop(u, None)
        if new < self.c.board.size:
            self.occupy(new, self.c.side[u])

    def occupy(self, cell: int, side: int) -> None:
        """A unit enters a hex, be it only to pass: its side controls it; Germans wreck bunkers (13g, VV-R66)."""
        self.control[cell] = side
        if side == GERMAN and self.bunkers[cell]:
            self.bunkers[cell] = 0
            self.say("bunker", f"The bunker in {{{self.label(cell)}}} is destroyed", ("VV-R66",))

    def lose_works(self, fort: int) -> None:
        """A fortress loses its step, and with it its own points (7.5o, VV-R08)."""
        self.works[fort] = 0
        self.version[FRENCH] += 1
        place = self.c.fortresses[fort]
        self.say("fortress", f"{place.name} {{{self.label(place.cell)}}} loses its step", ("7.5o",))

    # ---------------------------------------------------------------- asking

    def units_of(self, side: int) -> Iterator[int]:
        """A side's counters on the map."""
        n, place = self.c.board.size, self.place
        return (u for u in self.c.ground[side] if place[u] < n)

    def value(self, u: int) -> int:
        """The combat value that the steps left give (1.2, 8.3)."""
        return self.c.values[u][self.steps[u]]

    def occupied(self, cell: int, side: int) -> bool:
        """Whether a side is in a hex: its units, or French works that defend themselves (VV-R09)."""
        return self.holds(cell, side) or (side == FRENCH and self.fortress_stands(cell))

    def fortress_stands(self, cell: int) -> bool:
        """A fortress whose step is intact: French, and closed to Germans (VV-R09)."""
        fort = self.c.fortress_at.get(cell)
        return fort is not None and self.works[fort] > 0

    def steps_in(self, cell: int) -> int:
        """Combat steps in a hex (4a)."""
        steps = self.steps
        return sum([steps[u] for u in self.stacks[cell]])

    def in_command(self, u: int) -> bool:
        """Whether a unit is in command now (10.1).

        All are on the first turn (14.2D-b), independent ones always; reinforcements on their turn of entry (12.1c). While the
        HQ of its formation is destroyed a unit is not (1.4h, VV-R31); else its last check holds (VV-R30).
        """
        if self.turn == 1 or u in self.b.independent or self.c.hq[u] or self.status[u] & ENTERED:
            return True
        if self.returning and self.formation_lost(u):
            return False
        return not self.status[u] & UNCOMMANDED

    def formation_lost(self, u: int) -> bool:
        """The HQ of the unit's own formation is destroyed; French corps artillery has none of its own (VV-R33)."""
        if self.c.side[u] == FRENCH and not self.c.division[u]:
            return False
        return any(hq in self.c.mates[u] for hq, _ in self.returning)

    def barred(self, side: int) -> bytearray:
        """1 for each hex a side may not enter: enemy units, intact fortresses for Germans, a bank out of play (VV-R88)."""
        version, found = self.closed_to[side]
        if version != self.version[ENEMY[side]]:
            held = self.defended(FRENCH) if side == GERMAN else self.enemy_cells(side)
            found = either(held, self.b.closed)
            self.closed_to[side] = self.version[ENEMY[side]], found
        return found

    def defended(self, side: int) -> bytearray:
        """1 for each hex that a side is in: its units, or French works that defend themselves (VV-R09)."""
        found = self.enemy_cells(ENEMY[side])
        if side == FRENCH:
            for fort, steps in zip(self.c.fortresses, self.works, strict=True):
                if steps:
                    found[fort.cell] = 1
        return found

    def cut(self, side: int) -> bytearray:
        """1 for each hex that no line of a side runs through: barred, or an enemy zone without a friend (10.1c, 13h)."""
        return either(self.barred(side), without(self.zone[ENEMY[side]], self.defended(side)))


class Choice(Decision[Position], frozen=True):
    """A decision of one side."""


class DiceRoll(Roll[Position], frozen=True):
    """A decision of the dice."""


class Automatic(CoreAutomatic[Position], frozen=True):
    """What follows by itself."""
