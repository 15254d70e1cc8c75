"""What both sides can still do."""

from __future__ import annotations

from ..position import Position
from ..states import DISORDERED


def strengths(p: Position) -> tuple[list[float], list[float], list[float]]:
    """Fighting power, guns and disorder of each side."""
    c, n = p.c, p.c.board.size
    power, guns, shaken = [0.0, 0.0], [0.0, 0.0], [0.0, 0.0]
    for u, place in enumerate(p.place):
        if place >= n:
            continue
        side = c.side[u]
        if c.gun[u]:
            guns[side] += p.numbers(u).primary
        elif not c.hq[u]:
            power[side] += p.numbers(u).primary
            if p.status[u] & DISORDERED:
                shaken[side] += p.numbers(u).primary
    return power, guns, shaken
