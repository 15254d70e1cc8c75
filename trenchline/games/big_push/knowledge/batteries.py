"""Counter-battery fire (6.4): which firing square is answered, and with what."""

from __future__ import annotations

from collections.abc import Sequence

from ...great_war.position import Position
from .ground import Ground


def answer_guns(ground: Ground, target: int, able: Sequence[int]) -> list[int]:
    """Guns that answer a firing square: as few as make a hit likely."""
    p, side = ground.p, ground.side
    pool = sorted((g for g in able if p.gun_reaches(g, target)), key=lambda g: (-p.c.heavy[g], -p.numbers(g).secondary, g))
    chosen: list[int] = []
    for g in pool:
        if hit_chance(p, side, chosen) >= ground.w.answer:
            break
        if hit_chance(p, side, [*chosen, g]) > hit_chance(p, side, chosen):
            chosen.append(g)
    return chosen


def hit_chance(p: Position, side: int, guns: Sequence[int]) -> float:
    if not guns:
        return 0.0
    die = -(side in p.observation) + sum(not p.gun_supplied(u) for u in guns) - sum(p.c.heavy[u] for u in guns)
    strength = sum(p.numbers(u).secondary for u in guns)
    return sum(face + die <= strength for face in range(1, 7)) / 6


def firing_power(p: Position, cell: int) -> int:
    """Factors of the announced bombardment that come from a square."""
    assert p.barrage is not None
    return sum(p.numbers(g).primary for g in p.barrage.guns if p.place[g] == cell)
