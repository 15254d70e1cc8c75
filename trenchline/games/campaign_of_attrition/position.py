"""Where every counter stands and in what state: the position of a match of Campaign of Attrition."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Self

import msgspec

from ...core import position as core
from ...core.actions import Action
from ...core.decisions import Automatic as CoreAutomatic
from ...core.decisions import Decision, Roll
from ...core.occupancy import Exerted
from ...core.state import (
    Called,
    Cell,
    Cells,
    CellSides,
    Each,
    Fixed,
    Fresh,
    Kept,
    PerSide,
    PerUnit,
    Refers,
    Side,
    Unit,
    Units,
)
from .components import ENEMY, FRENCH, GERMAN, NAMES, SIDES, Components

# States of a counter, one bit each.
DISRUPTED, DEMORALIZED, OOS, RESERVE, ENTRENCHED, FIRED = 1, 2, 4, 8, 16, 32
SHOT, MOVED, FLIPPED, HALTED, MET, ATTACKED, STRATEGIC, ACTIVE, ACTED = 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384
STATES = {
    "disrupted": DISRUPTED,
    "demoralized": DEMORALIZED,
    "oos": OOS,
    "reserve": RESERVE,
    "entrenched": ENTRENCHED,
    "fired": FIRED,  # rotated: no movement, no attack (7.2)
    "shot": SHOT,  # has fired in this Siege Fire Phase
    "moved": MOVED,
    "flipped": FLIPPED,  # between Mobile and Entrenched, in this phase (CA-R52)
    "halted": HALTED,  # by an enemy zone (4.5f)
    "met": MET,  # has made a Meeting Engagement in this phase
    "attacked": ATTACKED,  # in this Combat Phase
    "strategic": STRATEGIC,  # has used roads or rails strategically in this phase
    "active": ACTIVE,  # belongs to the activation that is being carried out (4.9)
    "acted": ACTED,  # has been activated in this Operations Phase
}
SHAKEN = DISRUPTED | DEMORALIZED
OF_A_PHASE = SHOT | MOVED | FLIPPED | HALTED | MET | ATTACKED | STRATEGIC

GUNS, SILENT, RUINED = 2, 1, 0  # a fortress with its guns, without them, destroyed

_ANY = bytes((0,)) + b"\x01" * 255


Corps = Annotated[int, Refers("corps")]

# Cost by hex, the hex each is entered from, and those that strategic movement ends in, with the hex before.
Reach = tuple[dict[int, int], dict[int, int], dict[int, int]]
Steps = tuple[tuple[int, int], ...]  # out of a hex: where to, and at what cost


class Options(msgspec.Struct, frozen=True):
    """The optional rules in use (13.0) and the rulings that can be had otherwise."""

    simultaneous_siege_fire: bool = False
    fog_of_war: bool = False
    victory_on_the_rails: bool = False
    improved_entrenchments: bool = False
    verdun_or_bust: bool = False
    summary_costs: bool = False
    no_first_income: bool = False
    attrition_city_includes_villages: bool = False
    retreat_zoc_negated_by_friend: bool = False
    loc_uses_road_rates: bool = False
    historical_sectors: bool = False


class Fight(msgspec.Struct, frozen=True):
    """The combat being resolved (9.0)."""

    side: Side  # the attacker's
    target: Cell
    attackers: Units = ()
    origins: Cells = ()  # the hexes they attack from
    defenders: Units = ()
    meeting: bool = False  # a Meeting Engagement (8.1)
    barrage: Units = ()  # guns of a Hurricane Barrage
    hurricane: int = 0  # AP spent on each kind of support
    flamethrowers: int = 0
    elan: int = 0
    gas: Units = ()  # gas units declared
    blown: int = 0  # columns the gas has moved the German result
    losses: tuple[int, int] = (0, 0)  # loss points of attacker and defender
    priced: bool = False  # the price of Elan has been paid (9.8.3b)
    retreated: bool = False  # the attackers


class Shot(msgspec.Struct, frozen=True):
    """Siege fire that is declared (7.0); the result is -1 until the die has fallen."""

    side: Side
    target: Cell
    guns: Units
    points: int
    result: int = -1


class Ended(msgspec.Struct, frozen=True):
    """An automatic victory (12.0)."""

    winner: Side
    level: str
    reason: str


class Position(core.Position):
    """The state of a match."""

    INFLUENCE = (1,)  # the zone of control of Entrenched Infantry (4.5a)
    ZONE_STATES = ENTRENCHED

    c: Fixed[Components]
    mp: PerUnit[bytearray]  # sixths of a movement point left this phase
    corps: Annotated[bytearray, Each("unit", "corps")]  # as printed, but for units that have joined another (CA-R29)
    control: Annotated[CellSides, Called("ground")]  # who set up there or occupied it last (2.8a)
    rails: CellSides  # whose a rail hex is (8.5)
    forts: Annotated[bytearray, Each("fort")]
    ap: PerSide[list[int]]
    lost: list[int]  # German and French units eliminated, then those of them for good (9.2l)
    budget: int  # AP that may still be spent in this Build Phase (5.1)
    fight: Fight | None
    struck: Cells  # hexes attacked in this Combat Phase (CA-R20)
    volley: tuple[Shot, ...]  # siege fire declared by both sides (13.1)
    activated: tuple[Corps, ...]  # corps that have been activated in this Operations Phase (4.9b)
    operation: str  # the activation being carried out, or empty
    laying: tuple[tuple[Unit, Cells], ...]  # rail hexes divisions hold until the way back is free (8.5c)
    bust: bool  # the German has staked all on Verdun (13.5)
    held: bool  # all Verdun was German at the end of the last turn (13.5b)
    cut: bool  # both southern railways were cut at the end of the last German player turn (13.3)
    ended: Ended | None
    free: bool  # the free set-up is played (11.2)
    options: Options

    cover: Kept[list[int]]  # version of where a side stands in enemy zones
    ground: Kept[int]  # version of rails and forts
    claims: Kept[int]  # version of control
    lines: Kept[dict[int, tuple[tuple[int, ...], bytearray]]]  # where a side has a line of communication; what that hangs on
    reaches: Kept[dict[int, tuple[tuple[object, ...], Reach]]]  # how far a unit gets, and what that hangs on
    banks: Kept[list[int]]  # version of where a side stands beside rivers and in fortresses, and so helps others to move
    walks: Kept[dict[tuple[object, ...], Reach]]  # how far from where, by all it hangs on
    free_ways: Kept[tuple[tuple[int, ...], dict[int, list[tuple[int, int]]]]]  # the free steps of strategic movement, and when
    roads: Kept[tuple[tuple[int, ...], list[Steps]]]  # all its steps
    felt: Kept[list[tuple[tuple[int, ...], bytes]]]  # by side: where it feels enemy zones, and when
    within: Fresh[dict[int, tuple[Units, bool]]]  # by hex: the stack that was there, and whether it was within the limits
    cures: Fresh[dict[int, tuple[int, int]]]  # by hex over the limits: a unit that could move away, and where to
    flights: Fresh[dict[tuple[object, ...], list[int]]]  # the ends of ways of retreat, by all they hang on
    entrants: Fresh[
        dict[tuple[int, ...], dict[tuple[bool, int], bool]]
    ]  # the kinds of units with room to appear, at one moment
    garrisoned: Fresh[dict[int, tuple[tuple[int, int], list[int]]]]  # by side: standing fortresses with its units, and when
    offers: Kept[dict[int, tuple[int, int, list[Action]]]]  # points, state, and what a unit can do with them in this phase
    offers_of: Kept[tuple[object, ...]]  # what all of them hang on

    @classmethod
    def empty(cls, c: Components, options: Options) -> Self:
        """All counters out of play, the map as at the start."""
        p = cls()
        p.all_out(c, c.home)
        p.options = options
        p.mp = bytearray(len(c.counters))
        p.corps = bytearray(c.corps)
        p.rails = c.home[:]
        p.forts = bytearray([GUNS] * len(c.forts))
        p.ap, p.lost = list(c.start_ap), [0, 0, 0, 0]
        p.budget, p.fight, p.struck, p.volley = 0, None, (), ()
        p.activated, p.operation, p.bust, p.held, p.cut, p.ended = (), "", False, False, False, None
        p.laying, p.free = (), False
        p.recount()
        return p

    def recount(self) -> None:
        super().recount()
        self.cover, self.banks, self.ground, self.claims = [0, 0], [0, 0], 0, 0
        self.lines, self.reaches, self.walks = {}, {}, {}
        self.free_ways, self.roads, self.felt = ((), {}), ((), []), [((), b""), ((), b"")]
        self.offers, self.offers_of, self.cures, self.within = {}, (), {}, {}
        self.flights, self.entrants, self.garrisoned = {}, {}, {}

    # ---------------------------------------------------------------- moving counters

    def exerts(self, u: int, cell: int) -> Exerted:
        """The zone of Entrenched Infantry: the six hexes around, not across an unbridged river (4.5a, 4.5c). Others have none
        but in their own hex, where no enemy comes (4.5b)."""
        return ((0, self.c.open_sides[cell]),) if self.status[u] & ENTRENCHED else ()

    def moving(self, u: int, old: int, new: int) -> None:
        if self.options.fog_of_war:
            from .fog import comes_to_light

            self.shown += comes_to_light(self, u, new)
        self.dig(u, False)

    def moved(self, u: int, old: int, new: int) -> None:
        """Entering a hex makes it the last its side has occupied (2.8a)."""
        c, n = self.c, self.c.board.size
        side = c.side[u]
        felt = self.enemy_zone(side)
        if old < n and not self.stacks[old] and felt[old]:
            self.cover[side] += 1
        if new < n:
            if len(self.stacks[new]) == 1 and felt[new]:
                self.cover[side] += 1
            self.occupy(new, side)
        if old in c.fort_at or new in c.fort_at:
            self.presence[side] += 1  # who stands inside keeps enemy zones out, though the hex was held before (4.5c)
        if c.helps[old] or c.helps[new]:
            self.banks[side] += 1
        self.offers.pop(u, None)
        self._forget(old, around=not self.crowd[old] if old < n else False)
        self._forget(new, around=self.crowd[new] == 1 if new < n else False)

    def _forget(self, cell: int, around: bool = True) -> None:
        """What units in a hex can do has to be found anew, and those around it where it has been entered first or left last."""
        if self.offers and cell < self.c.board.size:
            for near in (cell, *self.c.board.neighbours[cell]) if around else (cell,):
                for u in self.stacks[near]:
                    self.offers.pop(u, None)

    def occupy(self, cell: int, side: int) -> None:
        """A unit enters a hex, be it only to pass; Germans silence a fortress so (4.7d)."""
        if self.control[cell] != side:
            self.control[cell] = side
            self.claims += 1
        if side == GERMAN and cell in self.c.fort_at:
            self.silence(self.c.fort_at[cell])

    def silence(self, fort: int, ruin: bool = False) -> None:
        """A fortress loses its guns, or is destroyed (4.7)."""
        after = RUINED if ruin else SILENT
        if self.forts[fort] > after:
            self.forts[fort] = after
            self.ground += 1
            name, cell = self.c.forts[fort].name, self.label(self.c.forts[fort].cell)
            what = "is destroyed" if ruin else "loses its guns"
            self.say("fort", f"{name} {{{cell}}} {what}", ("4.7f" if ruin else "4.7d",))

    def dig(self, u: int, entrenched: bool) -> None:
        """Flip a division to its Entrenched or its Mobile side (8.3)."""
        if bool(self.status[u] & ENTRENCHED) != entrenched:
            self.mark(u, ENTRENCHED, entrenched)
            if self.place[u] < self.c.board.size:
                self.presence[self.c.side[u]] += 1  # a fortress keeps enemy zones out by who is Entrenched in it (4.5c)
                if self.c.helps[self.place[u]]:
                    self.banks[self.c.side[u]] += 1
                self._forget(self.place[u])

    # ---------------------------------------------------------------- administrative points

    def pay(self, side: int, points: int) -> bool:
        """Spend AP. With the last one the other side wins at once, and the match is over: True then (1.1b, CA-R11)."""
        if not points:
            return False
        self.ap[side] -= points
        if self.ap[side] or not self.last_ap_loses(side):
            return False
        self.finish(ENEMY[side], "Major Strategic", f"The {NAMES[side]} have no Administrative Points left (12.0a)", "12.0a")
        return True

    def last_ap_loses(self, side: int) -> bool:
        """Not the French, once the German has staked all on Verdun (13.5b, CA-R69)."""
        return not (self.bust and side == FRENCH)

    def finish(self, winner: int, level: str, reason: str, case: str) -> None:
        """An automatic victory ends the match at once (12.0)."""
        self.ended, self.over = Ended(winner, level, reason), True
        self.stack.clear()
        self.fight, self.volley, self.operation = None, (), ""
        self.say("end", f"{SIDES[winner].capitalize()} {level} Victory", (case,))

    # ---------------------------------------------------------------- asking

    def units_of(self, side: int) -> Iterator[int]:
        """A side's counters on the map."""
        n, place = self.c.board.size, self.place
        return (u for u in self.c.army[side] if place[u] < n)

    def inside(self, u: int) -> bool:
        """Inside a fortress that stands: Entrenched Infantry and all non-Infantry in its hex, but for cavalry (4.7a, 4.7c,
        CA-R74)."""
        fort = self.c.fort_at.get(self.place[u])
        if fort is None or self.forts[fort] == RUINED or self.c.cavalry[u]:
            return False
        return not self.c.division[u] or bool(self.status[u] & ENTRENCHED)

    def sheltered(self, cell: int, side: int) -> bool:
        """A fortress occupied by a side keeps enemy zones out (4.5c, CA-R30)."""
        return self.holds(cell, side) and any(self.inside(u) for u in self.stacks[cell])

    def in_zone(self, cell: int, side: int) -> bool:
        """Whether a hex lies in an enemy zone of control, as a side feels it (4.5)."""
        return bool(self.enemy_zone(side)[cell]) and not (cell in self.c.fort_at and self.sheltered(cell, side))

    def zones_felt(self, side: int) -> bytes:
        """1 for each hex in an enemy zone; kept until one moves, or who holds a hex."""
        key = (*self.presence, self.ground)
        if self.felt[side][0] != key:
            found = self.enemy_zone(side).translate(_ANY)
            for cell in self.c.fort_at:
                if found[cell] and self.sheltered(cell, side):
                    found[cell] = 0
            self.felt[side] = key, bytes(found)
        return self.felt[side][1]

    def barred(self, side: int) -> bytearray:
        """1 for each hex the enemy stands in (8.0e)."""
        return self.enemy_cells(side)

    def shaken(self, u: int) -> bool:
        return bool(self.status[u] & SHAKEN)

    def act(self, u: int) -> None:
        """A guest of an activated corps has had its activation by acting with it (CA-R59)."""
        if self.operation:
            self.status[u] |= ACTED

    def may_act(self, u: int) -> bool:
        """In an Operations Phase only units of the activated corps act (4.9b)."""
        return not self.operation or bool(self.status[u] & ACTIVE)


class Choice(Decision[Position], frozen=True):
    """A decision of one side."""


class DiceRoll(Roll[Position], frozen=True):
    """A decision of the dice."""


class Automatic(CoreAutomatic[Position], frozen=True):
    """What follows by itself."""
