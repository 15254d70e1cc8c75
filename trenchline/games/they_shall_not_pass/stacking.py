"""8.3 Stacking."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...core.actions import Action
from ...core.state import Cell, Side
from .morale import eliminate
from .position import NEWBORN, Automatic, Choice, Position


def bulk(p: Position, units: Iterable[int]) -> int:
    """What a stack counts, in halves of a regiment; one pioneer is free beside a unit of its division (8.31, 8.32)."""
    c = p.c
    units = tuple(units)
    size = sum(c.bulk[u] for u in units)
    for u in units:
        if c.kind[u] == "pioneer" and any(c.division[x] == c.division[u] for x in units if x != u):
            return size - c.bulk[u]
    return size


def over_limit(p: Position, cell: int) -> bool:
    units = p.units_in(cell)
    return len(units) > 2 and bulk(p, units) > p.c.stack_limit


def fits(p: Position, u: int, cell: int) -> bool:
    """Whether a unit can join a hex within the limit."""
    return bulk(p, (*p.units_in(cell), u)) <= p.c.stack_limit


def overstacked(p: Position, side: int) -> list[int]:
    """A side's hexes over the limit."""
    stacks, place, cells = p.stacks, p.place, p.c.board.size
    crowded = {place[u] for u in p.c.army[side] if place[u] < cells and len(stacks[place[u]]) > 2}
    return sorted(cell for cell in crowded if over_limit(p, cell))


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

    def player(self, p: Position) -> int:
        return self.side

    def prompt(self, p: Position) -> str:
        return f"{{{p.label(self.cell)}}} is over the stacking limit and nothing can leave: choose a unit to remove."

    def options(self, p: Position) -> Sequence[Action]:
        units = p.units_in(self.cell)
        mortal = [u for u in units if not p.status[u] & NEWBORN]  # 14.41
        return [Action("remove", p.name(u)) for u in mortal or units]

    def take(self, p: Position, action: Action) -> None:
        eliminate(p, p.c.unit[action.unit])
