"""4.2 Hexes over the stacking limit at the end of a phase (CA-R29)."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.actions import Action, Refusal
from ...core.state import Cell, Side
from .elimination import to_pool
from .position import Automatic, Choice, Position
from .refusals import why_not_ours
from .stacking import within_limits


def overstacked(p: Position, side: int) -> list[int]:
    """A side's hexes over the limit, or with two corps."""
    own, present = p.c.bit[side], p.present
    return [cell for cell in p.crowded(1) if present[cell] == own and not _within(p, cell)]


def _within(p: Position, cell: int) -> bool:
    """Whether a hex is within the limits; kept as long as the same counters stand there."""
    stack, kept = p.stacks[cell], p.within.get(cell)
    if kept is None or kept[0] is not stack:
        kept = p.within[cell] = stack, within_limits(p, stack)
    return kept[1]


def crowding(p: Position) -> set[int]:
    """The sides that are moving, and may stand over the limits for a while; the match may end in the midst of it (12.0a)."""
    from .movement import Movement

    if p.over:
        return {0, 1}
    return {frame.side for frame in p.stack if isinstance(frame, Movement | CureStacks | Overstacked)}


class CureStacks(Automatic, frozen=True):
    """At the end of a phase what nobody could move away is lost (docs/rulings R1)."""

    side: Side

    def run(self, p: Position) -> None:
        cells = overstacked(p, self.side)
        if cells:
            p.stack += [self, Overstacked(self.side, cells[0])]


class Overstacked(Choice, frozen=True):
    """The owner removes units until the hex is within the limits."""

    side: Side
    cell: Cell

    implied_kind = "remove"
    cases = ("4.2a", "4.2b")

    def prompt(self, p: Position) -> str:
        return f"{{{p.label(self.cell)}}} is over the stacking limit and nothing can leave: choose a unit to remove."

    def options(self, p: Position) -> Sequence[Action]:
        return [Action("remove", p.name(u)) for u in p.stacks[self.cell]]

    def why_not(self, p: Position, action: Action) -> Refusal | None:
        where = p.label(self.cell)
        if action != Action("remove", action.unit):
            return Refusal(f"{where} is over the stacking limit: name a unit to remove", self.cases)
        return why_not_ours(p, action.unit, self.side, self.cases) or Refusal(f"{action.unit} is not in {where}", self.cases)

    def take(self, p: Position, action: Action) -> None:
        to_pool(p, p.c.unit[action.unit], "4.2a")
