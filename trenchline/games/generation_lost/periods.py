"""What the time of the year adds to the rolls of a side: charts.toml, [periods]."""

from __future__ import annotations

from ...core.charts import Term
from .position import Position


def period_terms(p: Position, table: str, side: int) -> list[Term]:
    """The modifiers of a side in this turn."""
    name = p.c.sides[side]
    rows = [row for row in p.c.chart_data.periods[table] if row.side == name and row.first <= p.turn <= row.last]
    return [Term(row.text, row.value, row.source, "die") for row in rows]
