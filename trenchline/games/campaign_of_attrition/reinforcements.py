"""11.3 Reinforcements that enter by the south edge."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.actions import Action, Refusal
from ...core.naming import no_such_cell
from ...core.state import Unit
from .components import SIDES
from .fog import tell
from .position import MOVED, Choice, Position
from .refusals import why_no_room
from .stacking import fits


def entry_cells(p: Position, u: int) -> list[int]:
    """South-edge hexes by which a reinforcement can enter (11.3.1a, CA-R67)."""
    side = p.c.side[u]
    return [x for x in p.c.south if _can_enter(p, u, x, side)]


def _can_enter(p: Position, u: int, cell: int, side: int) -> bool:
    return not p.enemy_holds(cell, side) and not p.in_zone(cell, side) and fits(p, u, cell)


def may_enter(p: Position, u: int) -> bool:
    side = p.c.side[u]
    return any(_can_enter(p, u, cell, side) for cell in p.c.south)


class EnterAt(Choice, frozen=True):
    """Choose the south-edge hex by which a reinforcement enters, at the cost of that hex (11.3.1a, CA-R67)."""

    unit: Unit

    implied_kind = "enter"
    cases = ("11.3.1a",)
    labels = {"back": "Choose another unit"}
    can_step_back = True

    def prompt(self, p: Position) -> str:
        return f"Choose where {{{p.name(self.unit)}}} enters the map."

    def options(self, p: Position) -> Sequence[Action]:
        return [Action("enter", p.name(self.unit), p.label(x)) for x in entry_cells(p, self.unit)]

    def why_not(self, p: Position, action: Action) -> Refusal | None:
        u, name = self.unit, p.name(self.unit)
        side, cell = p.c.side[u], p.c.board.index.get(action.cell)
        if action != Action("enter", name, action.cell):
            return Refusal(f"Choose the hex where {name} enters", self.cases)
        if cell is None:
            return no_such_cell(p, action.cell, self.cases)
        if cell not in p.c.south:
            return Refusal(f"{action.cell} is no hex of the south edge on the French side of the Trenchline", self.cases)
        if p.enemy_holds(cell, side):
            return Refusal(f"{action.cell} is held by the enemy", (*self.cases, "8.0e"))
        if p.in_zone(cell, side):
            return Refusal(f"{action.cell} lies in an enemy zone of control", self.cases)
        return why_no_room(p, (*p.stacks[cell], u), action.cell) or super().why_not(p, action)

    def take(self, p: Position, action: Action) -> None:
        u, cell = self.unit, p.c.board.index[action.cell]
        p.status[u] |= MOVED
        p.mp[u] = max(0, p.mp[u] - p.c.entry_cost(cell))
        p.put(u, cell)
        arrived = f"A {SIDES[p.c.side[u]].capitalize()} unit has arrived"  # where, only who may look there knows (CA-R86)
        tell(p, "enter", [u], f"{{{p.name(u)}}} enters the map in {{{action.cell}}}", arrived, ("11.3.1a",))
