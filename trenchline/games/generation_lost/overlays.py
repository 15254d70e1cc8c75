"""What can be laid over the map, and what there is to say of a square: for any client to draw."""

from __future__ import annotations

from ..great_war import overlays as series
from .position import Position

LAYERS = {**series.LAYERS}


def describe(p: Position, cell: int) -> list[str]:
    return series.describe(p, cell)
