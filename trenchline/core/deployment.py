"""Setting up by hand: a side places its counters one by one, takes some up again, or takes the ready deployment.

Where a side has several seats each sets up what it commands: a `JointDeployment` has a `Deployment` for each as its part.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, TypeVar

import msgspec

from .actions import DONE, Action, Refusal
from .decisions import Decision, Joint
from .position import Position
from .state import SeatNumber, Side, Unit

P = TypeVar("P", bound=Position)
READY_MADE = Action("historical")
LIFTS = 150  # what is placed may be taken up again so often; after that the ready deployment is all that is left


def waiting(p: Position, side: int) -> list[int]:
    """The counters that a side has still to place."""
    return [u for u in p.stacks[p.c.box["setup"]] if p.c.side[u] == side]


class Deployment(Decision[P], frozen=True, omit_defaults=True):
    """Choose a unit to place, take one up again, or finish. A game says what else there is to do."""

    side: Side
    lifted: int
    seat: SeatNumber | None = None  # whose units are set up, where a side has several seats

    implied_kind = "select"
    ready: ClassVar[str] = "the ready deployment"  # how the prompt calls it

    def faults(self, p: P) -> list[tuple[str, str]]:
        """What is not in order about the deployment as it stands: sentence and case."""
        raise NotImplementedError

    def placed(self, p: P) -> list[int]:
        """The units that can be taken up again."""
        raise NotImplementedError

    def player(self, p: P) -> int:
        return p.seating.of_side[self.side] if self.seat is None else self.seat

    def commands(self, p: P, u: int) -> bool:
        """Whether a counter is this seat's to set up."""
        return p.c.side[u] == self.side and self.seat in (None, p.seating.of_nation[p.c.nation[u]])

    def waiting(self, p: P) -> list[int]:
        """The counters that are still to be placed."""
        return [u for u in p.stacks[p.c.box["setup"]] if self.commands(p, u)]

    def prompt(self, p: P) -> str:
        left = len(self.waiting(p))
        if left:
            return f"Set-up: choose a unit to place, {left} to go, or take {self.ready}."
        wrong = self.faults(p)
        return f"Set-up: {wrong[0][0]}." if wrong else "Set-up: all is placed. Finish, or take a unit up again."

    def refuse(self, p: P, action: Action) -> Refusal | None:
        if action == DONE:
            left = len(self.waiting(p))
            if left:
                return Refusal(f"{left} units are still to be placed", self.cases)
            wrong = self.faults(p)
            return Refusal(f"Not yet: {wrong[0][0]}", (wrong[0][1],)) if wrong else None
        u = p.c.unit.get(action.unit)
        if u is not None and not self.commands(p, u):
            return Refusal(f"{action.unit} is not yours to set up", self.cases)
        if action.kind == "select" and u in self.placed(p):
            return Refusal(f"{action.unit} is placed already: take it up again to place it elsewhere", self.cases)
        return super().refuse(p, action)

    def lifts(self, p: P) -> list[Action]:
        return [Action("lift", p.name(u)) for u in self.placed(p)] if self.lifted < LIFTS else []

    def ends(self, p: P) -> list[Action]:
        """To finish, if all is in order, or to take the ready deployment."""
        return [READY_MADE] if self.waiting(p) or self.faults(p) else [DONE, READY_MADE]

    def stay(self, p: P, lifts: int = 0) -> None:
        """Go on with the set-up, some more units taken up. A part of a `JointDeployment` need not: that stays by itself."""
        if self.seat is None:
            p.stack.append(msgspec.structs.replace(self, lifted=self.lifted + lifts))

    def deployed(self, p: P) -> None:
        army = p.c.sides[self.side] if self.seat is None else p.seating.names[self.seat]
        p.say("setup", f"The {army.capitalize()} army is deployed", self.cases)


class JointDeployment(Joint[P], frozen=True):
    """The seats of a side set up their units, in any order. A game says what the part of each is."""

    lifted: int

    implied_kind = "select"
    finishes = (DONE, READY_MADE)

    def part(self, p: P, seat: int) -> Deployment[P]:
        raise NotImplementedError

    def take(self, p: P, action: Action) -> None:
        if action.kind != "lift":
            super().take(p, action)
        else:
            super(JointDeployment, msgspec.structs.replace(self, lifted=self.lifted + 1)).take(p, action)


class Placing(Decision[P], frozen=True):
    """Choose where a unit sets up."""

    unit: Unit

    implied_kind = "place"

    def cells(self, p: P) -> Sequence[int]:
        """The cells that are open to it."""
        raise NotImplementedError

    def refuse_cell(self, p: P, cell: int) -> Refusal | None:
        """Why a cell is not."""
        raise NotImplementedError

    def area(self, p: P) -> str:
        """Where it may go, in words."""
        raise NotImplementedError

    def prompt(self, p: P) -> str:
        return f"Choose a {p.c.board.cell_word} for {{{p.name(self.unit)}}}. {self.area(p)}."

    def options(self, p: P) -> Sequence[Action]:
        name = p.name(self.unit)
        return [Action("place", name, p.label(cell)) for cell in self.cells(p)]

    def refuse(self, p: P, action: Action) -> Refusal | None:
        cell = p.c.board.index.get(action.cell)
        if cell is None or action != Action("place", p.name(self.unit), action.cell):
            return super().refuse(p, action)
        return self.refuse_cell(p, cell)

    def take(self, p: P, action: Action) -> None:
        p.put(self.unit, p.c.board.index[action.cell])
