"""Words for stories of both games of the series."""

from __future__ import annotations

from typing import Any

from trenchline.core.match import Match
from trenchline.core.position import Event
from trenchline.games.great_war.operations import table_of


def plan(match: Match, *names: str) -> list[Event]:
    """Take these options of the table that is asked about, and leave the others."""
    position: Any = match.position
    events: list[Event] = []
    for name in table_of(position, position.stack[-1].side):
        events += match.apply(match.parse(f"{'plan' if name in names else 'leave'}~{name}"))
    return events
