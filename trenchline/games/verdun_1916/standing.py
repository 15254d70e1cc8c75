"""What the game says for standing orders: what a unit is worth."""

from __future__ import annotations

from ...core.decisions import Decision
from ...core.standing import StandingTerms
from .position import Position

LAST_STEP = 100  # more than any value: whom a loss destroys is missed most


class GameTerms(StandingTerms[Position]):
    """Units by their combat value."""

    def worth(self, p: Position, unit: int) -> float:
        return p.value(unit) + LAST_STEP * (p.steps[unit] == 1)

    def joined(self, p: Position, decision: Decision[Position]) -> int:
        return len(getattr(decision, "guns", ()) or getattr(decision, "units", ()))
