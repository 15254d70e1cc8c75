"""What must always be true of a position; each breach is told with its case."""

from __future__ import annotations

from ..great_war import audit as series
from .position import Position
from .sequence import SEQUENCE

AT_REST = (
    "weather",
    "german-bombardment",
    "french-bombardment",
)  # limits of stacking hold there; a set-up may break them


def audit(p: Position) -> list[str]:
    begun = p.step >= SEQUENCE.first
    at_rest = begun and SEQUENCE.steps[p.step].id in AT_REST and p.turn > p.started
    return series.audit(p, at_rest, begun)
