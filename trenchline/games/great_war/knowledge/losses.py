"""Losses, retreats, advances: who pays, who goes where, which way they face."""

from __future__ import annotations

from collections.abc import Sequence

from ....core.actions import DONE, Action
from ....core.knowledge import Advice
from ..modes import default_facing
from ..states import SUPPLY
from .ground import Ground


def cheapest(ground: Ground, options: Sequence[Action]) -> Advice:
    """The step that costs least; who is disrupted instead of dying stays."""
    c = ground.c

    def price(a: Action) -> float:
        u = c.unit[a.unit]
        return ground.w.disorder if a.kind == "disrupt" else ground.price_of_step(u)

    return Advice(min(options, key=price), "the least loss")


def standing(ground: Ground, u: int, cell: int) -> float:
    """How good it is for a unit to be driven to, or to go on to, a square."""
    p, c, w = ground.p, ground.c, ground.w
    value = ground.prize[cell] - sum(term.value for term in c.ground_shift[cell]) * w.back_shelter
    value -= w.fear * ground.menace[cell] / 10
    friends = sum(p.numbers(v).secondary for v in p.own(cell, ground.side) if v != u)
    value += w.back_beside * min(friends, 6)
    if not ground.may_be_in(u, cell):
        value -= ground.w.fine
    if c.gun[u] or c.hq[u]:
        value += w.back_far * min(4, ground.near_foe[cell])
    return value


def faced(ground: Ground, u: int, cell: int, options: Sequence[Action]) -> Action:
    """Of the ways to enter a square the one that faces the enemy."""
    way = ground.c.board.grid.directions[default_facing(ground.p, u, cell)]
    return next((a for a in options if a.facing == way), options[0])


def fall_back(ground: Ground, options: Sequence[Action]) -> Advice:
    c = ground.c
    best = max(options, key=lambda a: standing(ground, c.unit[a.unit], c.board.index[a.cell]))
    u, cell = c.unit[best.unit], c.board.index[best.cell]
    same = [a for a in options if a.unit == best.unit and a.cell == best.cell]
    return Advice(faced(ground, u, cell, same), "where it stands best")


def advance(ground: Ground, target: int, options: Sequence[Action]) -> Advice:
    """The strongest take the square; some go on where there is more to be had."""
    p, c, w = ground.p, ground.c, ground.w

    def value(a: Action) -> float:
        if a == DONE:
            return 0.0
        u, cell = c.unit[a.unit], c.board.index[a.cell]
        held = sum(p.numbers(v).secondary for v in p.own(cell, ground.side))
        strength = p.numbers(u).secondary / 10
        if cell == target:
            return 1.0 + strength - (0.0 if ground.may_be_in(u, cell) else 0.5) if not held else w.pile * strength
        if ground.prize[cell] and p.control[cell] != ground.side:
            return ground.prize[cell] + 0.1 - w.fear * ground.menace[cell] / 20 - (0.0 if ground.may_be_in(u, cell) else w.fine)
        return -0.1

    best = max(options, key=value)
    if best == DONE or (value(best) <= 0 and DONE in options):
        return Advice(DONE, "enough have gone in")
    u, cell = c.unit[best.unit], c.board.index[best.cell]
    same = [a for a in options if a.unit == best.unit and a.cell == best.cell]
    return Advice(faced(ground, u, cell, same), "the square is won")


def weakest(ground: Ground, options: Sequence[Action], why: str) -> Advice:
    p, c = ground.p, ground.c
    units = [a for a in options if a.unit]
    if not units:
        return Advice(options[0], why)

    def rank(a: Action) -> tuple[bool, int, int]:
        u = c.unit[a.unit]
        return bool(p.status[u] & SUPPLY), p.numbers(u).primary if ground.presses else p.numbers(u).secondary, u

    return Advice(min(units, key=rank), why)
