"""Setting up by hand: a side places its counters one by one, takes some up again, or takes the ready deployment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, TypeVar

from .actions import DONE, Action, Refusal
from .decisions import Decision
from .position import Position

P = TypeVar("P", bound=Position)
READY_MADE = Action("historical")
LIFTS = 150  # what is placed may be taken up again so often; after that the ready deployment is all that is left


def waiting(p: Position, side: int) -> list[int]:
    """The counters that a side has still to place."""
    return [u for u in p.stacks[p.c.box["setup"]] if p.c.side[u] == side]


class Deployment(Decision[P], frozen=True):
    """Choose a unit to place, take one up again, or finish. A game says what else there is to do."""

    side: int
    lifted: int

    implied_kind = "select"
    ready: ClassVar[str] = "the ready deployment"  # how the prompt calls it

    def faults(self, p: P) -> list[tuple[str, str]]:
        """What is not in order about the deployment as it stands: sentence and case."""
        raise NotImplementedError

    def placed(self, p: P) -> list[int]:
        """The units that can be taken up again."""
        raise NotImplementedError

    def prompt(self, p: P) -> str:
        left = len(waiting(p, self.side))
        if left:
            return f"Set-up: choose a unit to place, {left} to go, or take {self.ready}."
        wrong = self.faults(p)
        return f"Set-up: {wrong[0][0]}." if wrong else "Set-up: all is placed. Finish, or take a unit up again."

    def refuse(self, p: P, action: Action) -> Refusal | None:
        if action == DONE:
            left = len(waiting(p, self.side))
            if left:
                return Refusal(f"{left} units are still to be placed", self.cases)
            wrong = self.faults(p)
            return Refusal(f"Not yet: {wrong[0][0]}", (wrong[0][1],)) if wrong else None
        if action.kind == "select" and p.c.unit.get(action.unit) in self.placed(p):
            return Refusal(f"{action.unit} is placed already; lift:{action.unit} takes it up again", self.cases)
        return super().refuse(p, action)

    def lifts(self, p: P) -> list[Action]:
        return [Action("lift", p.name(u)) for u in self.placed(p)] if self.lifted < LIFTS else []

    def ends(self, p: P) -> list[Action]:
        """To finish, if all is in order, or to take the ready deployment."""
        return [READY_MADE] if waiting(p, self.side) or self.faults(p) else [DONE, READY_MADE]

    def deployed(self, p: P) -> None:
        p.say("setup", f"The {p.c.sides[self.side].capitalize()} army is deployed", self.cases)


class Placing(Decision[P], frozen=True):
    """Choose where a unit sets up."""

    unit: int

    implied_kind = "place"

    def cells(self, p: P) -> Sequence[int]:
        """The hexes that are open to it."""
        raise NotImplementedError

    def refuse_cell(self, p: P, cell: int) -> Refusal | None:
        """Why a hex is not."""
        raise NotImplementedError

    def area(self, p: P) -> str:
        """Where it may go, in words."""
        raise NotImplementedError

    def prompt(self, p: P) -> str:
        return f"Choose a hex for {{{p.name(self.unit)}}}. {self.area(p)}."

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
