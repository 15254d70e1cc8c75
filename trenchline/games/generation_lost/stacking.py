"""10.0 Stacking: what a square holds at the end of a phase."""

from __future__ import annotations

from collections.abc import Sequence

from ..great_war.states import FLIPPED, SUPPLY
from .components import GERMAN, ROOM
from .position import Position

ROOM_ON_FORT = 2  # units: one in the fort, one in the square (10.5.2)


def may_stack(p: Position, units: Sequence[int], cell: int) -> bool:
    """One division alone, two brigades or guns, two regiments, four battalions; command HQs beside all but divisions,
    supply HQs alone, but for those that turned in this phase and may turn back (10.2, 10.3, 10.4-Command, 10.4-Supply,
    GL-R69, GL-R70). On a fort two small units (10.5.1, 10.5.2)."""
    c, status = p.c, p.status
    if c.fort[cell]:
        return len(units) <= ROOM_ON_FORT and all(map(p.fort_sized, units))
    if len(units) < 2:
        return True
    load, weight, division = 0, c.weight, c.division
    for u in units:
        if division[u] or status[u] & (SUPPLY | FLIPPED) == SUPPLY:
            return False
        load += weight[u]
    return load <= ROOM


def stacks_as(p: Position, u: int) -> tuple[bool, int]:
    """Whether it is small enough for a fort, and its size; whoever stays alone is too large for any company."""
    alone = p.c.division[u] or p.status[u] & (SUPPLY | FLIPPED) == SUPPLY
    return p.fort_sized(u), ROOM + 1 if alone else p.c.weight[u]


def stacking_limit(p: Position, units: Sequence[int], cell: int) -> str:
    """The case by which some units may not share a square: a fort's, an HQ's, or that of their nation."""
    c = p.c
    if c.fort[cell]:
        return "10.5.2" if all(map(p.fort_sized, units)) else "10.5.1"
    hqs = [u for u in units if c.hq[u]]
    if any(p.status[u] & SUPPLY for u in hqs):
        return "10.4-Supply"
    if hqs and any(c.division[u] for u in units):
        return "10.4-Command"
    return "10.3" if c.side[units[0]] == GERMAN else "10.2"
