"""What a combat is worth: both dice in full, each side absorbing its loss points as suits it best (9.0, 9.2)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from ..artillery import ratio_number
from ..components import Components
from .weights import Weights

WORST = 8  # loss points that prices are listed for
DRM = 14  # no sum of modifiers is larger
DEADLY = 6  # loss points that always cost a unit (9.2d)
Prices = tuple[float, ...]


class Tables:
    """The charts of the game, flattened for speed."""

    def __init__(self, c: Components) -> None:
        chart = c.combat
        low, high = chart.faces[0], chart.faces[-1]
        self.column = [chart.column(max(1, sp)) for sp in range(160)]
        self.last = len(chart.columns) - 1
        self.faces = [
            [tuple(c.losses[min(max(face + drm, low), high)][column] for face in range(1, 7)) for drm in range(-DRM, DRM + 1)]
            for column in range(len(chart.columns))
        ]
        self.matrix = c.matrix
        self._guns: dict[tuple[str, int, int, bool], int] = {}

    def losses(self, sp: int, shift: int, drm: int) -> tuple[int, ...]:
        """The loss points that a strength inflicts with each face of the die."""
        if sp <= 0:
            return (0,) * 6
        column = min(max(self.column[sp] + shift, 0), self.last)
        return self.faces[column][min(max(drm, -DRM), DRM) + DRM]

    def guns(self, row: str, own: int, enemy: int, dug: bool) -> int:
        """The modifier of the Artillery Ratio Matrix (9.1b)."""
        found = self._guns.get((row, own, enemy, dug))
        if found is None:
            matrix = self.matrix
            column = matrix.column(ratio_number(own, enemy))
            if dug:
                column = min(column + matrix.entrenched, len(matrix.columns) - 1)
            found = self._guns[row, own, enemy, dug] = matrix.rows[row][column]
        return found


_tables: dict[int, Tables] = {}


def tables(c: Components) -> Tables:
    found = _tables.get(id(c))
    if found is None:
        found = _tables[id(c)] = Tables(c)
    return found


class Way(NamedTuple):
    """One way to absorb loss points: how much of each means, and what it costs in victory points."""

    cost: float
    flip: int
    pay: int
    steps: int
    kills: int
    retreat: int


class Means(NamedTuple):
    """What a side can absorb loss points with."""

    lone: bool
    pay: int  # points that may be paid
    ap: float  # the price of one
    flip: float  # the price of leaving the trenches, below 0 if there are none
    steps: int
    step: float
    kills: Prices  # the price of each unit, in the order they would go
    flee: Prices  # the price of a retreat of 1, 2, 3 hexes, as far as there is a way
    ground: float  # what is lost with the hex


def ways(m: Means, points: int, must_kill: bool, killed: int = 0) -> Way:
    """The cheapest way to absorb some loss points."""
    count = len(m.kills)
    lost = [0.0]
    for price in m.kills:
        lost.append(lost[-1] + price)
    most_kills = 0 if m.lone else count
    least_kills = 1 if must_kill and not killed else 0
    trenches = m.flip >= 0
    best: Way | None = None
    limit = math.inf
    for flip in (0, 1) if trenches else (0,):
        left = flip * m.flip if flip else 0.0
        for retreat in range(len(m.flee) + 1 if flip or not trenches else 1):
            for steps in range(m.steps + 1):
                rest = points - flip - steps - retreat
                for pay in range(max(0, rest - most_kills), min(m.pay, rest - least_kills) + 1):
                    kills = rest - pay
                    gone = kills == count
                    if gone and retreat:
                        continue
                    cost = left + steps * m.step + pay * m.ap + lost[kills]
                    if retreat:
                        cost += m.flee[retreat - 1] * (count - kills) / count
                    if gone or retreat:
                        cost += m.ground
                    if cost <= limit:
                        way = Way(cost, flip, pay, steps, kills, retreat)
                        if best is None or way < best:
                            best, limit = way, cost
    if best is not None:
        return best
    return _everything(m)


def _everything(m: Means) -> Way:
    """No way is enough: all units are lost, and the ground."""
    lost = 0.0
    for price in m.kills:
        lost += price
    return Way(lost + m.ground + m.pay * m.ap * m.lone, 0, m.pay if m.lone else 0, 0, len(m.kills), 0)


@lru_cache(100_000)
def prices(m: Means) -> Prices:
    """What 0, 1, 2... loss points cost a side."""
    least = _least_costs(m)
    return (0.0, *(cost if cost < math.inf else _everything(m).cost for cost in least[1:]))


def _least_costs(m: Means) -> list[float]:
    """What the cheapest of all `ways` to absorb 0, 1, 2... loss points costs; infinite where there is none."""
    count = len(m.kills)
    lost = [0.0]
    for price in m.kills:
        lost.append(lost[-1] + price)
    least = [math.inf] * WORST
    for flip in (0, 1) if m.flip >= 0 else (0,):
        left = m.flip if flip else 0.0
        for retreat in range(len(m.flee) + 1 if flip or m.flip < 0 else 1):
            for steps in range(min(m.steps, WORST) + 1):
                before = left + steps * m.step
                for pay in range(m.pay + 1):
                    paid, absorbed = before + pay * m.ap, flip + retreat + steps + pay
                    for kills in range(1 if m.lone else count + 1):
                        points = absorbed + kills
                        if points >= WORST:
                            break
                        gone = kills == count
                        if (gone and retreat) or (points >= DEADLY and not kills):
                            continue
                        cost = paid + lost[kills]
                        if retreat:
                            cost += m.flee[retreat - 1] * (count - kills) / count
                        if gone or retreat:
                            cost += m.ground
                        if cost < least[points]:
                            least[points] = cost
    return least


def mean(losses: Sequence[int], cost: Prices) -> float:
    return (cost[losses[0]] + cost[losses[1]] + cost[losses[2]] + cost[losses[3]] + cost[losses[4]] + cost[losses[5]]) / 6


def ap_price(w: Weights, stock: int) -> float:
    """What an Administrative Point is worth: half a victory point (12.0f), and more when few are left."""
    if stock <= 1:
        return 1000.0
    scarce = max(0.0, 1.0 - stock / w.scarce)
    return w.ap * (1.0 + 4.0 * scarce * scarce)
