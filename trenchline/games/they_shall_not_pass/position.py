"""Where every counter stands and in what state: the position of a match of They Shall Not Pass."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Self

import msgspec

from ...core import position as core
from ...core.actions import Action
from ...core.decisions import Automatic as CoreAutomatic
from ...core.decisions import Decision, Roll
from ...core.occupancy import Exerted
from ...core.state import Called, Cell, Cells, CellSides, Each, Fixed, Fresh, Kept, PerCell, PerUnit, Side, Unit, Units
from .components import ENEMY, FRENCH, GERMAN, STRONG, WEAK, Components

# States of a counter, one bit each. The letters are those of the text notation.
DEMORALIZED, DISRUPTED, UNSUPPLIED, DUG_IN, FIRED = 1, 2, 4, 8, 16
MOVED, STRATEGIC, ATTACKED, ASSAULTED, NEWBORN = 32, 64, 128, 256, 512
STATES = {
    "demoralized": DEMORALIZED,
    "disrupted": DISRUPTED,
    "unsupplied": UNSUPPLIED,
    "dug-in": DUG_IN,
    "fired": FIRED,
    "moved": MOVED,
    "strategic": STRATEGIC,
    "attacked": ATTACKED,
    "assaulted": ASSAULTED,
    "newborn": NEWBORN,
}

TOUCH, WEAK_ZONE, STRONG_ZONE = 0, 1, 2  # kinds of influence: being adjacent, HQs too, and the two kinds of zones (8.4)


class Options(msgspec.Struct, frozen=True):
    """The optional rules in use (15.0)."""

    spoiling_attack: bool = False
    full_effort: bool = False
    improved_organization: bool = False
    heavy_artillery: bool = False
    infiltration: bool = False
    round_up_attacker_only: bool = False


class Fight(msgspec.Struct, frozen=True):
    """The assault being resolved (9.0)."""

    side: Side
    target: Cell
    attackers: Units = ()
    origins: Cells = ()  # where each attacker stood
    guns: Units = ()  # offensive support
    gun_cells: Cells = ()  # where each of them stood
    defenders: Units = ()
    support: Units = ()  # defensive support
    exposed: Units = ()  # guns of either side in or next to the attacked hex (9.45)
    works: bool = False  # Germans attack a fort or trench (9.43)
    remnants: tuple[tuple[Unit, Unit], ...] = ()  # unit lost, remnant it left
    retreated: bool = False  # the attackers
    first_hexes: Cells = ()  # entered first by retreating defenders (9.61)
    retreat: int = 0  # hexes the defenders retreated


class Position(core.Position):
    """The state of a match."""

    INFLUENCE = (0, WEAK, STRONG)

    c: Fixed[Components]
    mp: PerUnit[bytearray]  # half movement points left this phase
    control: Annotated[CellSides, Called("ground")]
    shelled: PerCell[bytearray]  # interdiction: bit 1 a German marker, bit 2 a French one
    forts: Annotated[bytearray, Each("fort")]  # steps of each fort's garrison, 0 destroyed
    good_weather: bool
    shots: Annotated[int, msgspec.Meta(ge=0, le=3)]  # of the Heavy Artillery this turn (14.32)
    committed: bool  # the 121st Division (6.42)
    sixteenth: str  # the corps of the 16th Division (15.3)
    fight: Fight | None
    struck: Cells  # forts assaulted in this phase
    options: Options

    ground: Kept[int]  # version of control
    kept: Fresh[dict[tuple[object, ...], tuple[dict[int, int], dict[int, int]]]]
    offers: Fresh[dict[int, tuple[Action, ...]]]  # what each unit could do in this Movement Phase
    cures: Fresh[dict[int, tuple[int, int]]]  # by hex over the limit: a unit that can move away, and where to
    offers_of: Kept[tuple[int, int, int]]  # the enemy's version, turn and step they are true for
    marks: Fresh[dict[int, tuple[tuple[int, int, bool], list[int]]]]  # by side: what it could barrage, and when
    cancelled: Kept[tuple[tuple[int, int, int, str], bytearray]]  # zones less those cancelled by friends (15.5)
    goals: Fresh[dict[tuple[int, bool], int]]  # where either side's retreats may lead (9.5)
    goals_of: Kept[tuple[int, int, int]]  # the versions they are true for
    no_shells: Fixed[bytes]

    @classmethod
    def empty(cls, c: Components, options: Options) -> Self:
        """All counters out of play, the map as at the start."""
        p = cls()
        p.all_out(c, c.first_control)
        p.options = options
        p.mp = bytearray(len(c.counters))
        p.shelled = bytearray(c.board.size)
        p.forts = bytearray([2 if options.heavy_artillery else 1] * len(c.forts))
        p.good_weather, p.shots, p.committed, p.sixteenth = True, 3, False, ""
        p.fight, p.struck, p.no_shells = None, (), bytes(c.board.size)
        p.recount()
        return p

    def recount(self) -> None:
        super().recount()
        self.ground, self.kept = 0, {}
        self.offers, self.cures, self.offers_of, self.marks = {}, {}, (-1, -1, -1), {}
        self.cancelled = (-1, -1, -1, ""), bytearray()
        self.goals, self.goals_of = {}, (-1, -1, -1)

    # ---------------------------------------------------------------- 8.4 what a counter exerts

    def stands(self, u: int) -> bool:
        return self.c.solid[u]

    def exerts(self, u: int, cell: int) -> Exerted:
        """Every unit touches the six hexes around it; infantry and guns have their zones there (8.41)."""
        return self.c.exerted[cell][self.c.zoc[u]]

    def exert_works(self) -> None:
        for fort, steps in enumerate(self.forts):
            if steps:
                self._fort_zone(fort, 1)

    def _fort_zone(self, fort: int, by: int) -> None:
        """Strong in the six hexes around an intact fort (14.8); with 15.4 Weak in the ring beyond."""
        cell = self.c.forts[fort].cell
        self.radiate(FRENCH, STRONG_ZONE, self.c.board.neighbours[cell], by)
        if self.options.heavy_artillery:
            self.radiate(FRENCH, WEAK_ZONE, self.c.board.ring(cell, 2), by)

    def moved(self, u: int, old: int, new: int) -> None:
        """Entering a hex takes control of it (14.9)."""
        self.offers.pop(u, None)
        self.cures.pop(old, None)
        if new < self.c.board.size and self.c.solid[u]:
            self.occupy(new, self.c.side[u])
            self.status[u] &= ~DUG_IN

    def occupy(self, cell: int, side: int) -> None:
        """A unit enters a hex, be it only to pass: control goes to its side (14.9)."""
        if self.control[cell] != side:
            self.control[cell] = side
            self.ground += 1

    def hit_fort(self, fort: int) -> None:
        """A garrison loses a step; with the last the fort is destroyed (14.81, 14.82)."""
        self.forts[fort] -= 1
        name, cell = self.c.forts[fort].name, self.label(self.c.forts[fort].cell)
        if self.forts[fort]:
            self.say("fort", f"The garrison of Fort {name} {{{cell}}} loses a step", ("15.4",))
            return
        self._fort_zone(fort, -1)
        self.version[FRENCH] += 1
        self.say("fort", f"Fort {name} {{{cell}}} is destroyed", ("14.82",))

    def shell(self, cell: int, side: int) -> None:
        """Place an interdiction marker (7.21)."""
        self.shelled[cell] |= self.c.bit[side]
        self.version[GERMAN] += 1
        self.version[FRENCH] += 1

    # ---------------------------------------------------------------- asking

    def units_of(self, side: int) -> Iterator[int]:
        """A side's counters on the map, the fire position in Forges left out."""
        n, place, solid = self.c.board.size, self.place, self.c.solid
        return (u for u in self.c.army[side] if place[u] < n and solid[u])

    def units_in(self, cell: int) -> tuple[int, ...]:
        """The units in a hex."""
        return self.stacks[cell] if self.present[cell] else ()

    def fort_stands(self, cell: int) -> bool:
        fort = self.c.fort_at.get(cell)
        return fort is not None and self.forts[fort] > 0

    def is_reduced(self, u: int) -> bool:
        return self.steps[u] == 1 and self.c.steps[u] == 2

    def corps_of(self, u: int) -> str:
        """A unit's corps; the 16th Division has one only by 15.3."""
        return self.sixteenth if self.c.division[u] == "16" else self.c.corps[u]

    def adjacent_to_enemy(self, u: int) -> bool:
        """Whether an enemy unit stands next to it; a fort alone is no unit (TP-R41)."""
        return self.influence[TOUCH * len(self.c.sides) + ENEMY[self.c.side[u]]][self.place[u]] > 0

    def in_works(self, cell: int) -> bool:
        """Trench, intact fort or city (12.2)."""
        return self.c.works[cell] or self.fort_stands(cell)

    def barred(self, side: int) -> bytearray:
        """1 for each hex a side may not enter: enemy units, and for Germans intact forts (8.11)."""
        found = self.enemy_cells(side)
        if side == GERMAN:
            for fort, steps in zip(self.c.forts, self.forts, strict=True):
                if steps:
                    found[fort.cell] = 1
        return found

    def not_controlled(self, side: int) -> bytearray:
        """1 for each hex the other side controls (14.9)."""
        return self.control.translate(self.c.belligerents.not_own[side])

    @property
    def petain(self) -> bool:
        """Petain commands from February 26 (14.7)."""
        return self.turn >= self.c.petain_turn


class Choice(Decision[Position], frozen=True):
    """A decision of one side."""


class DiceRoll(Roll[Position], frozen=True):
    """A decision of the dice."""


class Automatic(CoreAutomatic[Position], frozen=True):
    """What follows by itself."""
