"""What the game says for standing orders: what a unit is worth, and how many loss points there are."""

from __future__ import annotations

from ...core.decisions import Decision
from ...core.standing import StandingTerms
from .losses import Absorb
from .position import Position


def loss_points(p: Position, decision: Decision[Position]) -> int | None:
    """The loss points that are still to be absorbed."""
    return decision.left if isinstance(decision, Absorb) else None


class GameTerms(StandingTerms[Position]):
    """Units by their Strength Points."""

    measures = {"losses": loss_points}

    def worth(self, p: Position, unit: int) -> float:
        return p.c.sp[unit]
