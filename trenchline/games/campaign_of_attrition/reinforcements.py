"""11.3 Reinforcements that enter by the south edge."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.actions import Action
from ...core.state import Unit
from .position import MOVED, Choice, Position
from .stacking import fits


def entry_cells(p: Position, u: int) -> list[int]:
    """South-edge hexes by which a reinforcement can enter (11.3.1a, CA-R67)."""
    side = p.c.side[u]
    return [x for x in p.c.south if _enters(p, u, x, side)]


def _enters(p: Position, u: int, cell: int, side: int) -> bool:
    return not p.enemy_holds(cell, side) and not p.in_zone(cell, side) and fits(p, u, cell)


def may_enter(p: Position, u: int) -> bool:
    side = p.c.side[u]
    return any(_enters(p, u, cell, side) for cell in p.c.south)


class EnterAt(Choice, frozen=True):
    """Choose the south-edge hex by which a reinforcement enters, at the cost of that hex (11.3.1a, CA-R67)."""

    unit: Unit

    implied_kind = "enter"
    cases = ("11.3.1a",)

    def player(self, p: Position) -> int:
        return p.c.side[self.unit]

    def prompt(self, p: Position) -> str:
        return f"Choose where {{{p.name(self.unit)}}} enters the map."

    def options(self, p: Position) -> Sequence[Action]:
        return [Action("enter", p.name(self.unit), p.label(x)) for x in entry_cells(p, self.unit)]

    def take(self, p: Position, action: Action) -> None:
        u, cell = self.unit, p.c.board.index[action.cell]
        p.status[u] |= MOVED
        p.mp[u] = max(0, p.mp[u] - p.c.entry_cost(cell))
        p.put(u, cell)
        p.say("enter", f"{{{p.name(u)}}} enters the map in {{{action.cell}}}", ("11.3.1a",))
