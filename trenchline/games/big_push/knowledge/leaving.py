"""Leaving the map by the east edge where the squares of it must be held to the end (14.3.7b, 14.4.5b)."""

from __future__ import annotations

from ...great_war.knowledge.ground import Ground
from ...great_war.knowledge.line import Line
from ...great_war.knowledge.sealing import enemy_reach
from ..components import GERMAN

LATE = 1  # turns before the last in which units begin to leave
NOT_BESIDE, SECURE, NEVER = 2, 9, 99  # squares from every German, and what cannot be reached or is not asked for


def secure(ground: Ground) -> frozenset[int]:
    """Squares of the east edge to which no German can come near in his phase, and that two Allied units at least cover: one
    of them may go."""
    line = Line(ground)
    walked = enemy_reach(line) | set(ground.foes)
    near, cover = ground.c.near, line.cover
    return frozenset(x for x in ground.c.edge[GERMAN] if cover[x] > 1 and not any(y in walked for y in (x, *near[x])))


def contested(ground: Ground, exited: tuple[int, ...]) -> frozenset[int]:
    """Squares from which a German spoils an exit: those by which units left, and all beside them."""
    return frozenset(y for x in exited for y in (x, *ground.c.near[x]))
