"""Where every counter stands and in what state: the position of a match of They Shall Not Pass."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Self

import msgspec

from ...core import position as core
from ...core.actions import Action
from ...core.decisions import Decision, Roll
from ...core.decisions import Automatic as CoreAutomatic
from ...core.state import Cell, Cells, Side, Units
from .components import ENEMY, FRENCH, GERMAN, STRONG, Components

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

_NOT_MINE = (bytes((0, 1)) + bytes(254), bytes((1, 0)) + bytes(254))  # control -> 1 where the other side has it


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
    remnants: tuple[tuple[int, int], ...] = ()  # unit lost, remnant it left
    retreated: bool = False  # the attackers
    first_hexes: Cells = ()  # entered first by retreating defenders (9.61)
    retreat: int = 0  # hexes the defenders retreated


class Position(core.Position):
    """The state of a match. `put` is the only door through which counters move."""

    FLAT: ClassVar[tuple[str, ...]] = (*core.Position.FLAT, "steps", "status", "mp", "control", "shelled", "forts")
    PLAIN: ClassVar[tuple[str, ...]] = (
        *core.Position.PLAIN,
        "good_weather",
        "shots",
        "committed",
        "sixteenth",
        "fight",
        "struck",
        "rules",
    )

    c: Components
    mp: bytearray  # half movement points left this phase
    shelled: bytearray  # interdiction: bit 1 a German marker, bit 2 a French one
    forts: bytearray  # steps of each fort's garrison, 0 destroyed
    good_weather: bool
    shots: int  # of the Heavy Artillery this turn (14.32)
    committed: bool  # the 121st Division (6.42)
    sixteenth: str  # the corps of the 16th Division (15.3)
    fight: Fight | None
    struck: tuple[int, ...]  # forts assaulted in this phase
    rules: Options

    # Kept up by `put`, never saved: who holds a hex, and what either side exerts on it.
    strong: tuple[bytearray, bytearray]
    weak: tuple[bytearray, bytearray]
    zone: tuple[bytearray, bytearray]
    touch: tuple[bytearray, bytearray]  # adjacent units, HQs too
    version: list[int]  # of either side's placing; makes kept reaches stale
    ground: int  # version of control
    kept: dict[tuple[object, ...], tuple[dict[int, int], dict[int, int]]]
    offers: dict[int, tuple[Action, ...]]  # what each unit could do in this Movement Phase
    offers_of: tuple[int, int, int]  # the enemy's version, turn and step they are true for
    cancelled: tuple[tuple[int, int, int, str], bytearray]  # zones less those cancelled by friends (15.5)
    goals: dict[tuple[int, bool], int]  # where either side's retreats may lead (9.5)
    goals_of: tuple[int, int, int]  # the versions they are true for
    no_shells: bytes

    @classmethod
    def empty(cls, c: Components, rules: Options) -> Self:
        """All counters out of play, the map as at the start."""
        p = cls()
        p.all_out(c, c.first_control)
        p.rules = rules
        p.mp = bytearray(len(c.counters))
        p.shelled = bytearray(c.board.size)
        p.forts = bytearray([2 if rules.heavy_artillery else 1] * len(c.forts))
        p.good_weather, p.shots, p.committed, p.sixteenth = True, 3, False, ""
        p.fight, p.struck = None, ()
        p.recount()
        return p

    def survey(self) -> None:
        """Work out holders and zones afresh from the places of all counters and forts."""
        n = self.c.board.size
        self.present = bytearray(n)
        self.strong, self.weak = (bytearray(n), bytearray(n)), (bytearray(n), bytearray(n))
        self.zone, self.touch = (bytearray(n), bytearray(n)), (bytearray(n), bytearray(n))
        self.version, self.ground, self.kept = [0, 0], 0, {}
        self.offers, self.offers_of = {}, (-1, -1, -1)
        self.cancelled = (-1, -1, -1, ""), bytearray()
        self.goals, self.goals_of = {}, (-1, -1, -1)
        self.no_shells = bytes(n)
        for u, place in enumerate(self.place):
            if place < n and self.c.solid[u]:
                self._exert(u, place, 1)
                self.present[place] = self.c.side[u] + 1
        for fort, steps in enumerate(self.forts):
            if steps:
                self._fort_zone(fort, 1)

    def clone(self) -> Self:
        twin = super().clone()
        twin.strong = (self.strong[0][:], self.strong[1][:])
        twin.weak = (self.weak[0][:], self.weak[1][:])
        twin.zone = (self.zone[0][:], self.zone[1][:])
        twin.touch = (self.touch[0][:], self.touch[1][:])
        twin.version, twin.ground, twin.kept = self.version[:], self.ground, {}
        twin.offers, twin.offers_of, twin.no_shells = {}, (-1, -1, -1), self.no_shells
        twin.cancelled, twin.goals, twin.goals_of = self.cancelled, {}, (-1, -1, -1)
        return twin

    # ---------------------------------------------------------------- moving counters

    def put(self, u: int, place: int) -> None:
        """Move a counter to a hex or a box. Entering a hex takes control of it (14.9)."""
        c = self.c
        n = c.board.size
        old = self.place[u]
        side = c.side[u]
        if old != place:
            left = tuple(x for x in self.stacks[old] if x != u)
            self.stacks[old] = left
            self.stacks[place] += (u,)
            self.place[u] = place
            if c.solid[u]:
                if old < n:
                    self._exert(u, old, -1)
                    if not left:
                        self.present[old] = 0
                if place < n:
                    self._exert(u, place, 1)
                    self.present[place] = side + 1
            self.version[side] += 1
            self.offers.pop(u, None)
        if place < n and c.solid[u]:
            self.occupy(place, side)
            self.status[u] &= ~DUG_IN

    def occupy(self, cell: int, side: int) -> None:
        """A unit enters a hex, be it only to pass: control goes to its side (14.9)."""
        if self.control[cell] != side:
            self.control[cell] = side
            self.ground += 1

    def _exert(self, u: int, cell: int, by: int) -> None:
        side, level = self.c.side[u], self.c.zoc[u]
        touch, zone = self.touch[side], self.zone[side]
        strong, weak = self.strong[side], self.weak[side]
        kind = strong if level == STRONG else weak
        for near in self.c.board.neighbours[cell]:
            touch[near] += by
            if level:
                kind[near] += by
                zone[near] = 2 if strong[near] else 1 if weak[near] else 0

    def _fort_zone(self, fort: int, by: int) -> None:
        """Strong in the six hexes around an intact fort (14.8); with 15.4 Weak in the ring beyond."""
        strong, weak, zone = self.strong[FRENCH], self.weak[FRENCH], self.zone[FRENCH]
        cell = self.c.forts[fort].cell
        for near in self.c.board.neighbours[cell]:
            strong[near] += by
            zone[near] = 2 if strong[near] else 1 if weak[near] else 0
        if self.rules.heavy_artillery:
            for near in self.c.board.ring(cell, 2):
                weak[near] += by
                zone[near] = 2 if strong[near] else 1 if weak[near] else 0

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
        self.shelled[cell] |= side + 1
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
        return self.touch[ENEMY[self.c.side[u]]][self.place[u]] > 0

    def in_works(self, cell: int) -> bool:
        """Trench, intact fort or city (12.2)."""
        return self.c.works[cell] or self.fort_stands(cell)

    def barred(self, side: int) -> bytearray:
        """1 for each hex a side may not enter: enemy units, and for Germans intact forts (8.11)."""
        found = self.present.translate(core.ENEMY_OF[side])
        if side == GERMAN:
            for fort, steps in zip(self.c.forts, self.forts, strict=True):
                if steps:
                    found[fort.cell] = 1
        return found

    def not_controlled(self, side: int) -> bytearray:
        """1 for each hex the other side controls (14.9)."""
        return self.control.translate(_NOT_MINE[side])

    def next_step(self) -> None:
        from .sequence import next_step

        next_step(self)

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
