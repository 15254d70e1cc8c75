"""4 Stacking: five combat steps to a hex when a phase ends; until then units pass through one another (4c)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...core.actions import Action, Refusal
from ...core.state import Cell, Side
from .components import FRENCH, GERMAN
from .losses import lose_step
from .position import Automatic, Choice, Position
from .refusals import not_of


def fits(p: Position, units: Iterable[int], cell: int) -> bool:
    """Whether units can join a hex within the limit (4a); markers, works and aircraft count nothing (4e)."""
    return p.steps_in(cell) + sum(p.steps[u] for u in units if p.place[u] != cell) <= p.c.stack_limit


def overstacked(p: Position, side: int) -> list[int]:
    """A side's hexes over the limit."""
    limit = p.c.stack_limit
    return [cell for cell in p.crowded(1) if p.holds(cell, side) and p.steps_in(cell) > limit]


def surplus(p: Position, side: int) -> list[int]:
    """A side's hexes that must give up steps: HQs leave the game by combat alone, so that others give them (4d, VV-R93)."""
    return [cell for cell in overstacked(p, side) if not all(p.c.hq[u] for u in p.stacks[cell])]


class EndOfPhase(Automatic, frozen=True):
    """As a phase ends, steps over the limit are eliminated, the owner choosing (4b, 4d)."""

    def run(self, p: Position) -> None:
        for side in (GERMAN, FRENCH):
            cells = surplus(p, side)
            if cells:
                p.stack.append(self)
                p.stack.append(Overstacked(side, cells[0]))
                return


class Overstacked(Choice, frozen=True):
    """The owner removes steps until the hex is within the limit (4d)."""

    side: Side
    cell: Cell

    implied_kind = "remove"
    cases = ("4a", "4d")

    def prompt(self, p: Position) -> str:
        return f"{{{p.label(self.cell)}}} holds {p.steps_in(self.cell)} steps: choose a unit to lose one."

    def options(self, p: Position) -> Sequence[Action]:
        return [Action("remove", p.name(u)) for u in self._losable(p)]

    def _losable(self, p: Position) -> Sequence[int]:
        """Any unit but an HQ (1.4e, VV-R93)."""
        return [u for u in p.stacks[self.cell] if not p.c.hq[u]]

    def refuse(self, p: Position, action: Action) -> Refusal | None:
        u = p.c.unit.get(action.unit)
        if action != Action("remove", action.unit) or not action.unit:
            return Refusal(f"Choose a unit in {p.label(self.cell)} to lose a step", self.cases)
        if u in self._losable(p):
            return None
        if u in p.stacks[self.cell]:
            return Refusal(f"{action.unit} is an HQ and is removed by combat only: others give the steps", ("1.4e",))
        refusal = not_of(p, action.unit, self.side, "4d")
        return refusal or Refusal(f"{action.unit} is not in {p.label(self.cell)}, which is too full", ("4d",))

    def take(self, p: Position, action: Action) -> None:
        lose_step(p, p.c.unit[action.unit], ("4d",))


def crowding(p: Position, side: int) -> str:
    """A warning for the prompt of a phase that is about to end."""
    cells = surplus(p, side)
    if not cells:
        return ""
    hexes = ", ".join(f"{{{p.label(cell)}}}" for cell in cells)
    return f" Over the limit of {p.c.stack_limit} steps: {hexes}; the surplus is lost when the phase ends."
