"""8.3 Stacking."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from ...core.actions import Action, Refusal
from ...core.state import Cell, Side
from ...core.wording import counted
from .naming import unit_on_map, where_it_is
from .position import NEWBORN, Automatic, Choice, Position
from .step_losses import eliminate


def bulk(p: Position, units: Iterable[int]) -> int:
    """What a stack counts, in halves of a regiment; one pioneer is free beside a unit of its division (8.31, 8.32)."""
    kind, each, division = p.c.kind, p.c.bulk, p.c.division
    size, pioneers = 0, []
    units = tuple(units)
    for u in units:
        size += each[u]
        if kind[u] == "pioneer":
            pioneers.append(u)
    for u in pioneers:
        if division[u] in [division[x] for x in units if x != u]:
            return size - each[u]
    return size


def over_limit(p: Position, cell: int) -> bool:
    units = p.units_in(cell)
    return len(units) > 2 and bulk(p, units) > p.c.stack_limit


def fits(p: Position, u: int, cell: int) -> bool:
    """Whether a unit can join a hex within the limit."""
    return bulk(p, (*p.units_in(cell), u)) <= p.c.stack_limit


def overstacked(p: Position, side: int) -> list[int]:
    """A side's hexes over the limit; it is looked at when a phase of movement ends, not while units pass (8.12, 8.34)."""
    return [cell for cell in p.crowded(2) if p.holds(cell, side) and over_limit(p, cell)]


def cost_of_ending(p: Position, side: int) -> list[tuple[int, int]]:
    """The hexes over the limit, and how many units at least must go if the phase ends so (8.31, TP-R19)."""
    return [(cell, fewest_to_remove(p, cell)) for cell in overstacked(p, side)]


def fewest_to_remove(p: Position, cell: int) -> int:
    units = p.units_in(cell)
    for kept in range(len(units) - 1, 0, -1):
        if any(bulk(p, some) <= p.c.stack_limit for some in combinations(units, kept)):
            return len(units) - kept
    return len(units)


def warning(p: Position, side: int) -> str:
    """What ending the phase now costs, said before the player confirms it (TP-R137); empty if nothing."""
    cost = cost_of_ending(p, side)
    if not cost:
        return ""
    parts = [f"{counted(lost, 'unit')} in {{{p.label(cell)}}}" for cell, lost in cost]
    crowded = "it is" if len(cost) == 1 else "they are"
    return f" Ending now removes {' and '.join(parts)}: {crowded} over the stacking limit (8.31)."


def ending(p: Position, side: int, words: str) -> str:
    """What the button that ends a phase says: its words, and the units that go with them."""
    lost = sum(count for _, count in cost_of_ending(p, side))
    return f"{words} and remove {counted(lost, 'unit')}" if lost else words


class CureStacks(Automatic, frozen=True):
    """At the end of the phase what nobody can move away is lost (8.31, TP-R19)."""

    side: Side

    def run(self, p: Position) -> None:
        cells = overstacked(p, self.side)
        if cells:
            p.stack.append(self)
            p.stack.append(Overstacked(self.side, cells[0]))


class Overstacked(Choice, frozen=True):
    """The owner removes units until the hex is within the limit."""

    side: Side
    cell: Cell

    implied_kind = "remove"
    cases = ("8.31",)

    def prompt(self, p: Position) -> str:
        return f"{{{p.label(self.cell)}}} is over the stacking limit and nothing can leave: choose a unit to remove."

    def options(self, p: Position) -> Sequence[Action]:
        units = p.units_in(self.cell)
        mortal = [u for u in units if not p.status[u] & NEWBORN]  # 14.41
        return [Action("remove", p.name(u)) for u in mortal or units]

    def why_not(self, p: Position, action: Action) -> Refusal | None:
        if action != Action("remove", action.unit):
            return None
        u = unit_on_map(p, action, self.side, self.cases)
        if isinstance(u, Refusal):
            return u
        if p.place[u] != self.cell:
            return Refusal(f"{action.unit} {where_it_is(p, u)}, not in {p.label(self.cell)}", self.cases)
        return Refusal(f"{action.unit} cannot be eliminated on its turn of entry", ("14.41",))

    def take(self, p: Position, action: Action) -> None:
        eliminate(p, p.c.unit[action.unit], "8.31")
