"""Replacements and reserves: which units are worth their points, who is held back, who comes first."""

from __future__ import annotations

from collections.abc import Sequence

from ....core.actions import DONE, Action
from ..position import Position
from ..replacements import forms, price
from .ground import Ground

IN_TIME = 3  # turns that a replacement needs to be worth what it can be


def power(ground: Ground, u: int) -> float:
    """What a unit is worth for each of its steps."""
    c = ground.c
    if c.hq[u]:
        return 9.0
    numbers = c.front[u]
    return (numbers.primary + numbers.secondary) * (1.5 if c.gun[u] else 1.0) / c.steps[u]


def best_purchase(p: Position, ground: Ground, options: Sequence[Action]) -> Action:
    """The most for each step; the enemy has a point for it, so that nobody comes back who would hardly fight."""
    best, most = DONE, ground.w.replace_from / min(1.0, max(ground.turns_left - 1, 0.01) / IN_TIME)
    for a in options:
        if a == DONE:
            continue
        u = p.c.unit[a.unit]
        steps = dict(forms(p, u))[a.mode]
        value = power(ground, u) * p.c.steps[u] * (0.75 if a.mode == "reduced" else 1.0) / price(p, u, steps)
        if p.c.air_unit[u]:
            value = ground.w.airman
        if value > most:
            best, most = a, value
    return best


def strongest(ground: Ground, options: Sequence[Action]) -> Action:
    return max(options, key=lambda a: (ground.c.front[ground.c.unit[a.unit]].primary, -ground.c.unit[a.unit]))


def feeblest(ground: Ground, options: Sequence[Action]) -> Action:
    return min(options, key=lambda a: (ground.c.front[ground.c.unit[a.unit]].primary, ground.c.unit[a.unit]))
