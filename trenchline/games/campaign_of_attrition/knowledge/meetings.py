"""Meeting Engagements: where half the strength of a stack is enough (8.1)."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from ..meeting import can_be_met
from ..odds import strike
from ..position import DEMORALIZED, MET, Fight
from ..stacking import within_limits
from .attacks import Mover, Room, attack_prices, target_at, tied, weariness
from .clash import mean
from .ground import Ground


class Encounter(msgspec.Struct):
    """A Meeting Engagement worth its weariness: who goes where to meet which hex."""

    target: int
    spot: int
    units: tuple[int, ...]
    worth: float


def encounters(ground: Ground, pool: Mapping[int, Mover], room: Room) -> list[Encounter]:
    """The best Meeting Engagement of each stack that can make one, the most promising first; no unit is in two."""
    c = ground.c
    found: list[Encounter] = []
    within = {x for u, one in pool.items() if c.division[u] for x in one.reach}
    for cell in meetable(ground):
        for spot in c.open_sides[cell]:
            if spot not in within:
                continue
            units = _divisions_that_can_meet(ground, pool, room, spot)
            if units:
                worth = meeting_worth(ground, cell, spot, units)
                if worth > ground.w.meet_from:
                    found.append(Encounter(cell, spot, units, worth))
    found.sort(key=lambda one: -one.worth)
    chosen: list[Encounter] = []
    busy: set[int] = set()
    for one in found:
        if not busy & {one.target, *one.units}:
            chosen.append(one)
            busy.update((one.target, *one.units))
    return chosen


def meetable(ground: Ground) -> list[int]:
    """The hexes of Mobile enemies (8.1a)."""
    p = ground.p
    return [x for x in sorted({p.place[u] for u in p.units_of(ground.enemy)}) if can_be_met(p, x, ground.side)]


def _divisions_that_can_meet(ground: Ground, pool: Mapping[int, Mover], room: Room, spot: int) -> tuple[int, ...]:
    """The divisions that can be in a hex with the points for it left, as many as may stack."""
    p, c = ground.p, ground.c
    here = room.get(spot, ())
    party: tuple[int, ...] = ()
    for u in sorted(pool, key=lambda x: (p.place[x] != spot, -c.sp[x], x)):
        one = pool[u]
        if not c.division[u] or one.first or one.states & (DEMORALIZED | MET) or spot not in one.reach:
            continue
        if one.points - one.reach[spot] < c.meeting_cost or (p.place[u] != spot and tied(ground, u)):
            continue
        if within_limits(p, (*here, *party, u)):
            party = (*party, u)
    return party


def meeting_worth(ground: Ground, cell: int, spot: int, units: tuple[int, ...]) -> float:
    """The exact expectation of a Meeting Engagement without support."""
    p, side = ground.p, ground.side
    fight = Fight(side, cell, units, (spot,), p.stacks[cell], meeting=True)
    ours, theirs = strike(p, fight, side), strike(p, fight, ground.enemy)
    gain = mean(ours.losses, target_at(ground, cell).prices) - mean(theirs.losses, attack_prices(ground, units))
    return gain - weariness(ground, units)
