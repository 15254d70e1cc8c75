"""12.4.1(b), 12.4.2(b), 10.5.2, 19.1.5(g) Where a march ends: trenches lost in rain and snow, forts entered, the quiet line."""

from __future__ import annotations

from ..great_war.states import BURIED, ENTRENCHED, STOPPED
from .forts import take_station
from .holds import west_bank_quiet, western_line
from .position import Position


def end_march(p: Position, u: int) -> None:
    """Trenches are lost in rain and snow (12.4.1(b), 12.4.2(b)); a small unit that comes to a fort goes in; infantry that comes
    to its own quiet line stays there (19.1.5(g))."""
    cell, side = p.place[u], p.c.side[u]
    if p.status[u] & ENTRENCHED and p.foul_weather():
        p.mark(u, ENTRENCHED, False)
        p.status[u] &= ~BURIED
    if p.c.fort[cell] and p.fort_sized(u):
        take_station(p, u, "")
    if west_bank_quiet(p) and p.c.infantry[u] and cell in western_line(p.c, side):
        p.status[u] |= STOPPED
