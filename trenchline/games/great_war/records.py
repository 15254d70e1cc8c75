"""What a position remembers of what is under way: assaults, engagements, the fight and the bombardment at hand, returns."""

from __future__ import annotations

from collections.abc import Hashable

import msgspec

from ...core.paths import Found, path
from ...core.state import Cell, Cells, Side, Unit, Units

UNSEEN, NO_ROOM = 1, 2  # of squares: friends stand there, and nobody has asked whether one more has room


class Assault(msgspec.Struct, frozen=True):
    """Units committed against a square. They stand in their start squares; engaged ones in the square itself."""

    target: Cell
    units: Units
    renewed: bool = False  # an engagement goes on
    secondary: bool = False
    extra: bool = False  # tanks or cavalry fight beside infantry, at the price of a resource (BP-R54)
    parts: tuple[Units, ...] = ()  # the counters that one unit which went in has become (GL-R271)


class Engagement(msgspec.Struct, frozen=True, omit_defaults=True):
    """A square in which both sides stand after an assault without decision: whose marker lies there, and where the attackers
    came from."""

    cell: Cell
    side: Side
    units: Units  # the attackers
    starts: Cells
    facings: tuple[int, ...]
    again: int = 0  # not renewed before this turn


class Fight(msgspec.Struct, frozen=True):
    """The assault being resolved."""

    side: Side
    target: Cell
    units: Units  # attackers
    defenders: Units
    used: tuple[str, ...] = ()  # command resources
    hqs: Units = ()  # named for supply
    renewed: bool = False
    secondary: bool = False
    extra: bool = False
    smoke: bool = False
    counter: bool = False  # a counter-attack
    came: Cells = ()  # the square each attacker came from
    doubled: bool = False
    parts: tuple[Units, ...] = ()  # as in the assault


class Barrage(msgspec.Struct, frozen=True, omit_defaults=True):
    """A bombardment that is announced and not yet resolved."""

    side: Side
    target: Cell
    guns: Units
    silenced: Units  # by counter-battery fire
    inside: bool = False  # aimed at who is in the fort of the square (GL 8.2.2)


class Return(msgspec.Struct, frozen=True):
    """A unit that comes back: from which turn on, and how."""

    unit: Unit
    turn: int
    way: str  # "bought" (a step and a point), "free", "exit"


class Outlook(msgspec.Struct):
    """How overstacked squares can still be mended: who leaves, and by which squares; any of them may go first."""

    weight: int  # what must be displaced all the same
    levels: dict[int, int] = {}  # the part of each square in it
    ways: dict[int, tuple[int, ...]] = {}  # by unit: the squares of its way, the last where it stays; none if it exits
    stamp: object = None  # what it was worked out from
    reliefs: dict[int, Relief] = {}  # of each square alone


class Leaving(msgspec.Struct):
    """The ways by which a unit can leave its square, as far as they have been looked for; remembered as long as nobody comes to
    the squares that were looked at, or leaves them."""

    state: object  # of the unit
    close: bytes  # the front
    cell: int  # its square
    seen: set[int]
    ways: list[tuple[int, ...]]  # the squares of each, the last where it stays; none if it exits
    reach: Reached | None = None  # where it can go, once it was asked
    looked: int = 0  # how many of these squares were looked at, nearest first
    over: bool = False  # there are no more
    joined: bool = False  # it stands alone, and another has come in thought

    def __copy__(self) -> Leaving:
        return msgspec.structs.replace(self, seen=set(self.seen), ways=self.ways[:])


class Relief(msgspec.Struct):
    """How one overstacked square can be thinned out if nobody else needs any room."""

    state: object  # of those who stand there, when it was worked out
    used: dict[int, Leaving]  # what it hangs on
    level: int  # what must be displaced all the same
    ways: dict[int, tuple[int, ...]]
    ends: frozenset[int]  # of these ways, and all squares that they go through
    crossed: frozenset[int]
    groups: list[tuple[int, ...]] = []  # who could leave together so that the others may stay, once it was asked


class Crowds(msgspec.Struct):
    """The overstacked squares of a side, remembered as long as nothing but moves happens to it."""

    version: int  # of the side, when they were looked for
    enemies: int  # and of its enemy
    phase: tuple[object, ...]  # the turn, and what else moves do not change
    cells: list[int]
    touched: list[int]  # where its units have come from and gone to since, or changed their state: two squares each time
    outlooks: dict[int, Outlook]  # by seat: how its moves can mend them
    full: dict[Hashable, bytearray] = {}  # for units that are alike, by square: NO_ROOM, UNSEEN, or 0 where there is room
    leaving: dict[tuple[int, bool], Leaving] = {}  # by unit, alone or joined: how it can leave its square
    last_mended: int = -1  # the square for which a way out was found
    reliefs: dict[tuple[int, int], Relief] = {}  # by seat and square: how moves can mend it alone


class Reached(msgspec.Struct):
    """Where a unit can go, with what that hangs on."""

    stamp: object  # of the enemy and of the unit itself
    version: int  # of its side
    present: bytes  # who stands where
    close: bytes  # the front
    found: Found
    order: list[int] | None = None  # the squares, nearest first
    paths: dict[int, tuple[int, ...]] = {}  # to some of them

    def nearest_first(self) -> list[int]:
        if self.order is None:
            cost = self.found[0]
            self.order = sorted(cost, key=cost.__getitem__)
        return self.order

    def path_to(self, start: int, cell: int) -> tuple[int, ...]:
        """The squares that are entered on the way to one, which is the last."""
        way = self.paths.get(cell)
        if way is None:
            way = self.paths[cell] = tuple([x if x >= 0 else ~x for x in path(self.found[1], start, cell)])
        return way


class Front(msgspec.Struct):
    """The squares near a side's enemies, remembered as long as both sides stand as they do."""

    stamp: tuple[int, int]
    close: bytes
    rears: list[tuple[int, int]]  # where enemies stand, and the square behind each
    without: dict[tuple[int, ...], bytes]  # what is close if some enemies do not count
