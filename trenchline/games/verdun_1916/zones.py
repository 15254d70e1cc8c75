"""3 Zones of control, and how far a unit gets past them."""

from __future__ import annotations

import msgspec

from ...core.cells import either
from ...core.paths import HINDERED, STOPPED, path, reach
from .components import ENEMY
from .position import HALTED, NEUTRALISED, TOUCHED, Position

_STOP = bytes((0,)) + bytes([STOPPED]) * 255
_HINDER = bytes((0,)) + bytes([HINDERED]) * 255
NOTHING = (0, 0, 0)


class Reach(msgspec.Struct, frozen=True):
    """Every hex a unit can still get to: the least cost of each, and the searches it comes from, the safest first."""

    start: int
    cost: dict[int, int]
    searches: tuple[tuple[dict[int, int], dict[int, int]], ...]

    def way(self, goal: int) -> list[int]:
        """The cheapest way there; of equal ones that which keeps out of enemy zones."""
        for cost, came in self.searches:
            if cost.get(goal) == self.cost[goal]:
                return path(came, self.start, goal)
        raise KeyError(goal)


def in_zone(p: Position, u: int) -> bool:
    """Whether a unit stands in an enemy zone of control."""
    return p.zone[ENEMY[p.c.side[u]]][p.place[u]] > 0


def from_zone_to_zone(p: Position, side: int, old: int, new: int) -> bool:
    """A step between two controlled hexes needs a unit that controls the new one and not the old (3.2d, VV-R36)."""
    foot, near = p.foot[ENEMY[side]], p.c.zone_cells[old]
    return any(foot[cell] and cell not in near for cell in p.c.zone_cells[new])


def touched(p: Position, u: int) -> bool:
    """Whether the move so far has been in an enemy zone; the starting hex counts, unless the option says no (VV-R38)."""
    if p.status[u] & TOUCHED:
        return True
    return in_zone(p, u) and (p.spent[u] > 0 or not p.options.strategic_from_zoc)


def reach_of(p: Position, u: int, points: int) -> Reach:
    """Where a unit with an allowance of `points` can still go: the plain move, and the doubled one that stays out of zones.

    A unit that a zone stopped goes nowhere (3.2b).
    """
    start = p.place[u]
    if p.status[u] & HALTED:
        return Reach(start, {start: 0}, ())
    left = points - p.spent[u]
    far = 0 if touched(p, u) or p.status[u] & NEUTRALISED else left + points  # 5.2a, 9a
    side = p.c.side[u]
    key = (side, p.version[ENEMY[side]], p.c.class_of[u], p.c.stoss[u], start, left, far)
    found = p.kept.get(key)
    if found is None:
        if len(p.kept) > 400:
            p.kept.clear()
        search = _storm if p.c.stoss[u] else _march
        found = p.kept[key] = search(p, side, p.c.class_of[u], start, left, far)
    assert isinstance(found, Reach)
    return found


def _march(p: Position, side: int, mover: str, start: int, left: int, far: int) -> Reach:
    """Ordinary units: a zone stops them, leaving one costs a point, going from one into another two (3.2b, 3.2c, 3.2d)."""
    costs = p.c.zone_costs
    barred, ways = p.barred(side), p.c.ways[mover]
    felt = p.zone[ENEMY[side]]
    zone = felt.translate(_STOP)
    cost, came = reach(ways, start, max(left, far, 0), barred, zone, NOTHING, (0, 0, costs.leave))
    if far > left:
        late = [cell for cell, spent in cost.items() if felt[cell] and spent > left]  # doubled points end before a zone
        for cell in late:
            del cost[cell]
    if felt[start]:
        for near, step in ways[start]:
            price = step + costs.across
            cheaper = price <= left and price < cost.get(near, price + 1)
            if felt[near] and cheaper and not barred[near] and from_zone_to_zone(p, side, start, near):
                cost[near], came[near] = price, start
        cost[start] = 0
    return Reach(start, cost, ((cost, came),))


def _storm(p: Position, side: int, mover: str, start: int, left: int, far: int) -> Reach:
    """Stosstruppen do not stop and pay a point for each zone they leave (6a, 6b, 6c, VV-R37)."""
    barred, ways = p.barred(side), p.c.ways[mover]
    felt = p.zone[ENEMY[side]]
    leave = (0, p.c.zone_costs.stosstruppen, 0)
    plain = reach(ways, start, max(left, 0), barred, felt.translate(_HINDER), NOTHING, leave)
    if far <= left:
        return Reach(start, plain[0], (plain,))
    hindered = felt.translate(_HINDER)
    free = reach(ways, start, far, either(barred, hindered), hindered, NOTHING, leave)
    merged = dict(free[0])
    for cell, spent in plain[0].items():
        if spent < merged.get(cell, spent + 1):
            merged[cell] = spent
    return Reach(start, merged, (free, plain))
