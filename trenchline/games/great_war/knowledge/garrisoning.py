"""Forts and towns behind the line that must not stand empty when the enemy breaks through: one small unit in each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ....core.knowledge import March
from . import prospects

if TYPE_CHECKING:
    from .marches import Marshal


def garrisons(marshal: Marshal, troops: Sequence[int]) -> list[March]:
    """Who goes into, or stays in, each square that should have a garrison and has none beside him: the weakest of those who
    have no enemy before them and whose going leaves no trench empty."""
    ground, p, c = marshal.ground, marshal.p, marshal.c
    spare = [u for u in troops if c.assaults[u] and not p.in_enemy_zone(p.place[u], marshal.side)]
    found: list[March] = []
    for x in sorted(ground.to_garrison, key=lambda x: not marshal.stack.get(x)):  # who is there stays
        if any(not (c.hq[v] or c.gun[v]) and v not in spare for v in marshal.stack.get(x, ())):
            continue
        able = [u for u in spare if (marshal.place[u] == x or x in marshal.cells(u)) and marshal.fits(u, x)]
        able = [u for u in able if marshal.place[u] == x or not marshal.opens(u, x)]
        if able:
            u = min(able, key=lambda u: (marshal.place[u] != x, prospects.strength(ground, u), u))
            spare.remove(u)
            if marshal.place[u] != x:
                marshal.send(u, x)
            found.append(March(u, "move", x, "as a garrison"))
    return found
