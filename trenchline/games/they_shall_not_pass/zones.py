"""8.4 Zones of control: what an enemy zone does to a mover."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from ...core.fields import swept
from ...core.paths import FORBIDDEN, reach
from ...core.survey import any_of
from .components import ENEMY, FRENCH, GERMAN, STRONG, WEAK, Components
from .position import MOVED, Position
from .terrain import MOVE, RAIL, RAIL_COLUMN, RAIL_STRATEGIC, STRATEGIC, ways

# Surcharges in half points by zone: none, Weak, Strong. +1 to enter a Strong zone, +1 to leave either (8.42d, 8.43a, 8.43b).
FOOT_ENTER, FOOT_LEAVE = (0, 0, 2), (0, 2, 2)
# HQs and guns may not enter either (8.42, 8.43); the surcharge for leaving a Weak zone is the infantry's alone.
TRAIN_ENTER, TRAIN_LEAVE = (0, FORBIDDEN, FORBIDDEN), (0, 0, 2)
# By mover: infantry, hunters, guns and HQs, the railroad gun, and a group of infantry with guns or HQs (TP-R71).
SURCHARGES = {
    "foot": (FOOT_ENTER, FOOT_LEAVE),
    "hunter": (FOOT_ENTER, FOOT_LEAVE),
    "train": (TRAIN_ENTER, TRAIN_LEAVE),
    "rail": (TRAIN_ENTER, TRAIN_LEAVE),
    "mixed": (TRAIN_ENTER, FOOT_LEAVE),
    "rail-column": (TRAIN_ENTER, FOOT_LEAVE),
}
_AS_WEAK = bytes((0, 1, 1)) + bytes(253)  # hunters treat every zone as Weak (8.47)
_HIGHEST = bytes((0, WEAK, STRONG, STRONG)) + bytes(252)  # of the levels joined in a hex, a bit each

Reach = tuple[dict[int, int], dict[int, int]]


class Posture(NamedTuple):
    """What a side would be to the enemy if it stood so: its zones, and 1 for each hex that he could not enter."""

    zone: bytearray
    barred: bytearray


def posture(p: Position, side: int, troops: Iterable[tuple[int, int]]) -> Posture:
    """What a side would be to the enemy with just these units, each in its hex, and its forts."""
    c, around, levels = p.c, _around(p.c), 0
    barred = bytearray(c.board.size)
    for u, cell in troops:
        barred[cell] = 1
        levels |= around[cell][c.zoc[u]]
    if side == FRENCH:
        for fort, steps in zip(c.forts, p.forts, strict=True):
            if steps:
                barred[fort.cell] = 1
                levels |= around[fort.cell][STRONG]
                if p.options.heavy_artillery:
                    levels |= _joined(c.board.ring(fort.cell, 2), WEAK)
    return Posture(bytearray(levels.to_bytes(c.board.size, "little").translate(_HIGHEST)), barred)


@lru_cache(maxsize=8)
def _around(c: Components) -> list[tuple[int, ...]]:
    """By hex and kind of zone: the zone of a unit there, a byte for each hex (8.41)."""
    return [tuple(_joined(near, level) for level in (0, WEAK, STRONG)) for near in c.board.neighbours]


def _joined(cells: Iterable[int], level: int) -> int:
    return sum(level << 8 * cell for cell in cells)


def zone_felt(p: Position, side: int, mover: str, cell: int, movers: int = 1, enemy: Posture | None = None) -> bytearray:
    """The enemy's zone on each hex as `movers` units in a hex feel it: 0 none, 1 Weak, 2 Strong; as he stands, or would.

    With 15.5 friendly units cancel it in their hex, but not a unit by itself for itself: the first one in must stop.
    """
    zone = p.zone[ENEMY[side]] if enemy is None else enemy.zone
    if mover == "hunter":
        zone = zone.translate(_AS_WEAK)
    if p.options.infiltration:
        felt = zone[cell]
        zone = _cancelled(p, side, mover, zone) if enemy is None else _without_friends(p, side, zone)
        if felt and len(p.units_in(cell)) <= movers:
            zone = zone[:]
            zone[cell] = felt
    return zone


def _cancelled(p: Position, side: int, mover: str, zone: bytearray) -> bytearray:
    """The zones without those that friendly units cancel; kept until somebody moves."""
    key = (p.version[0], p.version[1], side, mover)
    if p.cancelled[0] != key:
        p.cancelled = key, _without_friends(p, side, zone)
    return p.cancelled[1]


def _without_friends(p: Position, side: int, zone: bytearray) -> bytearray:
    zone = zone[:]
    for u in p.units_of(side):
        zone[p.place[u]] = 0
    return zone


def reach_from(
    p: Position,
    side: int,
    mover: str,
    cell: int,
    budget: int,
    fresh: bool,
    strategic: bool = False,
    movers: int = 1,
    goal: int = -1,
) -> Reach:
    """Where a mover can get from a hex with some half points left; kept while nothing it depends on has changed.

    With a `goal` only the goal is asked about: enough to check one move that was not chosen from a list.
    """
    own = p.version[side] if p.options.infiltration else p.ground if strategic else -1
    key = (p.version[ENEMY[side]], own, side, mover, cell, budget, fresh, strategic, movers, -1)
    found = p.kept.get(key)
    if found is None and goal >= 0:
        key = (*key[:-1], goal)
        found = p.kept.get(key)
    if found is None:
        if len(p.kept) > 400:
            p.kept.clear()
        found = p.kept[key] = _reach(p, side, mover, cell, budget, fresh, strategic, movers, goal)
    return found


def _reach(
    p: Position,
    side: int,
    mover: str,
    cell: int,
    budget: int,
    fresh: bool,
    strategic: bool,
    movers: int,
    goal: int = -1,
) -> Reach:
    zone = zone_felt(p, side, mover, cell, movers)
    shelled = bytes(p.shelled)
    rails = mover == "rail"
    if strategic:  # friendly hexes out of enemy zones only (8.2)
        kind = RAIL_STRATEGIC if rails else STRATEGIC
        leave = SURCHARGES[mover][1]
        return reach(ways(p.c, kind, shelled), cell, budget, p.not_controlled(side), zone, TRAIN_ENTER, leave, fresh, goal)
    kind = {"rail": RAIL, "rail-column": RAIL_COLUMN}.get(mover, MOVE)
    enter, leave = SURCHARGES[mover]
    return reach(ways(p.c, kind, shelled), cell, budget, p.barred(side), zone, enter, leave, fresh, goal)


def reached_by(p: Position, side: int, mover: str, movers: Sequence[tuple[int, int]], enemy: Posture | None = None) -> bytes:
    """1 for each hex that some infantry of one kind can come to from a fresh start, or stands in: of each where it begins and
    its half points; the enemy as he stands, or would. Where friends cancel zones (15.5) each feels others."""
    roads, (enter, leave) = ways(p.c, MOVE, bytes(p.shelled)), SURCHARGES[mover]
    barred = p.barred(side) if enemy is None else enemy.barred
    if not p.options.infiltration:
        return swept(roads, movers, barred, zone_felt(p, side, mover, 0, 1, enemy), enter, leave, True)
    each = [swept(roads, [one], barred, zone_felt(p, side, mover, one[0], 1, enemy), enter, leave, True) for one in movers]
    return any_of(p.c.board.size, each)


def reach_of(p: Position, u: int, strategic: bool, goal: int = -1) -> Reach:
    """Where a unit can still go in this Movement Phase."""
    fresh = not p.status[u] & MOVED
    budget = p.mp[u] * 2 if strategic and fresh else p.mp[u]
    return reach_from(p, p.c.side[u], p.c.class_of[u], p.place[u], budget, fresh, strategic, goal=goal)


def can_step(p: Position, u: int, strategic: bool) -> bool:
    """Whether a unit that has not moved can go anywhere: one hex is always allowed unless it is barred (8.1)."""
    c = p.c
    side, mover, cell = c.side[u], c.class_of[u], p.place[u]
    rails = mover == "rail"
    zone = zone_felt(p, side, mover, cell) if p.options.infiltration else p.zone[ENEMY[side]]
    held = 1 if mover == "hunter" and zone[cell] else zone[cell]
    foot = mover in ("foot", "hunter") and not strategic
    kind = (RAIL_STRATEGIC if rails else STRATEGIC) if strategic else (RAIL if rails else MOVE)
    for near, _ in ways(c, kind, p.no_shells)[cell]:
        if p.holds(near, ENEMY[side]) or (side == GERMAN and p.fort_stands(near)):
            continue
        if strategic and p.control[near] != side:
            continue
        level = zone[near]
        if not level or (foot and (level == 1 or mover == "hunter" or held != 2)):
            return True
    return False
