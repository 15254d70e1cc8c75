"""Replacements: how many steps are worth their points, and what is bought with them."""

from __future__ import annotations

from collections.abc import Sequence

from ....core.actions import DONE, Action
from ..components import GERMAN
from ..position import Position
from ..replacements import due_hqs, edge_squares, price
from .ground import Ground

ON_THE_WAY = 1  # turns that a replacement marches from the edge to the front
SPARE = 6  # battalions that stay in the pool for regiments that lose a step: without one such a regiment is lost (BP-R119)


def steps_wanted(p: Position, ground: Ground) -> int:
    """None at the end; before that as many as there are good things to buy."""
    c = ground.c
    if ground.turns_left < 1:
        return 1 if last_foothold(p, ground) else 0
    hqs = sum(c.side[h] == ground.side for h in due_hqs(p))
    if not in_time(ground):
        return hqs
    return hqs + sum(c.steps[u] for u in p.stacks[c.box["pool"]] if c.side[u] == ground.side and _power(ground, u) > 0)


def in_time(ground: Ground) -> bool:
    """Whether who comes in at the edge now can still fight long enough to be worth his points."""
    return (ground.turns_left - ON_THE_WAY) * ground.w.replace >= 1.0


def last_foothold(p: Position, ground: Ground) -> list[int]:
    """Squares of the start trench in which a German may appear after the last battle: one is enough to deny it."""
    if ground.presses or any(p.holds(x, GERMAN) for x in p.c.german_trench):
        return []
    return [x for x in edge_squares(p, GERMAN) if p.c.trench[x] == "german"]


def _power(ground: Ground, u: int) -> float:
    """What a unit of the pool is worth for each step of its price."""
    c = ground.c
    if c.hq[u]:
        return 9.0
    numbers = c.front[u]
    number = numbers.primary + numbers.secondary if ground.side != GERMAN else c.back[u].secondary + numbers.secondary
    return number * (2.0 if c.gun[u] else 1.0) / c.steps[u]


def _to_spare(p: Position) -> bool:
    """Whether the pool of the campaign has battalions to spare. They are bought as long as it has, though each is a point for
    the Allies: a line that is let wear out loses more of them (15.7.1/3)."""
    c = p.c
    return not p.s.campaign or sum(c.battalion[u] for u in p.stacks[c.box["pool"]]) > SPARE


def best_purchase(p: Position, ground: Ground, options: Sequence[Action]) -> Action:
    """The most for the steps there are."""
    c = ground.c
    best, most = DONE, 0.0
    for a in options:
        if a == DONE:
            continue
        u = c.unit[a.unit]
        value = _power(ground, u)
        if a.kind == "raise":
            value = 4.0
        elif a.mode == "reduced":
            value *= 0.8
        value -= 0.01 * price(p, u, a.mode or "full")
        if c.battalion[u] and ground.turns_left and not _to_spare(p):
            continue
        wanted = c.hq[u] or in_time(ground) if ground.turns_left else c.battalion[u] and bool(last_foothold(p, ground))
        if wanted and value > most:
            best, most = a, value
    return best
