"""What the series says for standing orders: what a unit is worth, and what a bombardment amounts to."""

from __future__ import annotations

from ...core.decisions import Decision
from ...core.standing import StandingTerms
from .position import Position

LAST_STEP = 100  # more than any strength: whom a loss destroys is missed most


def barrage_factors(p: Position, decision: Decision[Position]) -> int | None:
    """The attack factors of the guns that are about to bombard."""
    return None if p.barrage is None else sum(p.numbers(g).primary for g in p.barrage.guns)


class SeriesTerms(StandingTerms[Position]):
    """The same in both games."""

    measures = {"barrage": barrage_factors}

    def worth(self, p: Position, unit: int) -> float:
        own = p.numbers(unit)
        return own.primary + own.secondary + LAST_STEP * (p.steps[unit] == 1)

    def worth_of_place(self, p: Position, decision: Decision[Position], cell: int) -> float:
        """The factors that fire from a square."""
        if p.barrage is None:
            return 0.0
        return sum(p.numbers(g).primary for g in p.barrage.guns if p.place[g] == cell)
