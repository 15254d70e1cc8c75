"""Words in which the games of the series say what their rulebooks state of the components."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from ...core.charts import Chart
from .components import Components


def units(c: Components[Any, Any], **printed: str) -> list[int]:
    """Counters of the box: not the guns off the map, which have none."""
    return [u for u in c.counters.where(**printed) if c.counters[u].values.get("manifest")]


def front(c: Components[Any, Any], u: int) -> tuple[int, int, int]:
    n = c.front[u]
    return n.primary, n.secondary, n.movement


def back(c: Components[Any, Any], u: int) -> tuple[int, int, int]:
    n = c.back[u]
    return n.primary, n.secondary, n.movement


def squares(c: Components[Any, Any], labels: str) -> list[int]:
    return [c.board.cell(label) for label in labels.split()]


def monotone(chart: Chart, rank: Sequence[str], low_is_good: bool) -> bool:
    """Whether results never get worse for whom the table serves: to the right, and towards the good end of the dice."""
    rows = [[rank.index(cell) for cell in chart.rows[face]] for face in chart.faces]
    if low_is_good:
        rows.reverse()
    right = all(a <= b for row in rows for a, b in pairwise(row))
    return right and all(a <= b for worse, better in pairwise(rows) for a, b in zip(worse, better, strict=True))
