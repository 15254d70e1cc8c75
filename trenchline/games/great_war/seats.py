"""Decisions of a side that may have several seats (BP-R09): each acts for its own units, and fights are put together by all.

With one seat a phase is one decision that goes on until done; with several each seat has its part of it, in any order.
"""

from __future__ import annotations

from typing import Any, ClassVar, Self, TypeVar

import msgspec

from ...core.decisions import Decision, Joint
from ...core.muster import Muster
from ...core.state import Cell, SeatNumber, Side, Units
from .position import Choice, Position

P = TypeVar("P", bound=Position)


class SeatChoice(Choice[P], frozen=True):
    """What a side decides in a phase; or one of its seats, where it has several."""

    side: Side
    seat: int = -1  # -1 for all of a side that has one seat

    def player(self, p: P) -> int:
        return p.seating.of_side[self.side] if self.seat < 0 else self.seat

    def mine(self, p: P, u: int) -> bool:
        """Whether a unit is commanded by whoever decides."""
        return p.c.side[u] == self.side and self.seat in (-1, p.seating.of_nation[p.c.nation[u]])

    def ask_again(self, p: P) -> None:
        """Ask again, once what follows now is settled; a seat's part is asked again by the decision it is part of."""
        if self.seat < 0:
            p.stack.append(self)


class JointChoice(Joint[P], frozen=True):
    """The same decision of several seats, who act in any order."""

    of: ClassVar[type[SeatChoice[Any]]]

    def part(self, p: P, seat: SeatNumber) -> Decision[P]:
        return self.of(p.seating.side[seat], seat)

    def cases_of(self, p: P) -> tuple[str, ...]:
        return self.of(p.seating.side[self.seats[0]]).cases_of(p)


class Gathering(Muster[P], frozen=True):
    """Guns or units join against a square, then it begins. Where a side has several seats each is asked for its own in turn."""

    side: Side
    target: Cell
    units: Units
    asked: tuple[SeatNumber, ...]  # the last of them is the one that adds now

    topic: ClassVar[str] = ""

    def cases_of(self, p: P) -> tuple[str, ...]:
        return p.c.cite[self.topic] if self.topic else self.cases

    def player(self, p: P) -> int:
        return self.asked[-1]

    def nothing_settled(self, p: P) -> bool:
        return len(self.asked) == 1

    def mine(self, p: P, u: int) -> bool:
        return p.seating.of_nation[p.c.nation[u]] == self.asked[-1]

    def joined_by(self, p: P, u: int) -> Self:
        return msgspec.structs.replace(self, units=(*self.units, u))

    def begin(self, p: P) -> None:
        for seat in p.seating.sharing(self.side):
            more = msgspec.structs.replace(self, asked=(*self.asked, seat))
            if seat not in self.asked and more.candidates(p):
                p.stack.append(more)
                return
        self.gathered(p)

    def gathered(self, p: P) -> None:
        """All have joined who will."""
        raise NotImplementedError
