"""What the refusals of many decisions have in common: units that are not to be had, hexes that are none, stacks that are full.

A refusal is read by the player who asked. It speaks of his own units, of what every player sees (who holds a hex, zones of
control, fortresses), and of enemy stacks only where he stands next to them (13.2).
"""

from __future__ import annotations

from collections.abc import Iterable

from ...core.actions import Refusal
from ...core.naming import unit_named
from .position import ACTED, Position

# Where a counter is that is not on the map, and the case that speaks of it.
ELSEWHERE = {
    "pool": ("is in the Force Pool", "5.0a"),
    "eliminated": ("is lost for good", "5.0b"),
    "edge": ("waits at the map edge", "11.3.1a"),
    "entry": ("waits for room at an entry hex", "11.3.1c"),
    "strip": ("is still part of a fortress", "4.8a"),
    "setup": ("is not placed yet", "11.1a"),
}


def why_elsewhere(p: Position, u: int) -> Refusal:
    """Where a unit is that is not on the map."""
    name, box = p.name(u), p.label(p.place[u])
    for entry in p.c.schedule:
        if box == "track" and u in entry.units:
            return Refusal(f"{name} arrives on turn {entry.turn}", (entry.case,))
    words, case = ELSEWHERE.get(box, ("takes no part in this match", "11.0"))
    return Refusal(f"{name} {words}", (case,))


def why_not_ours(p: Position, name: str, side: int, cases: tuple[str, ...]) -> Refusal | None:
    """A unit that is named must be one, be the player's own, and stand on the map."""
    u = unit_named(p, name, side, cases)
    if isinstance(u, Refusal):
        return u
    return None if p.on_map(u) else why_elsewhere(p, u)


def why_inactive(p: Position, u: int) -> Refusal | None:
    """In an Operations Phase the units of the corps being activated act, if they had a line when it was named (4.9b, 4.9c)."""
    if p.may_act(u):
        return None
    name = p.name(u)
    if p.status[u] & ACTED:
        return Refusal(f"{name} has had its activation in this phase", ("4.9b",))
    if p.corps[u] in p.activated:
        return Refusal(f"{name} had no line of communication when its corps was activated", ("4.9c",))
    return Refusal(f"{name} is not of the activated corps", ("4.9b",))


def why_no_room(p: Position, units: Iterable[int], label: str) -> Refusal | None:
    """Which of the stacking limits some units would break together (4.2a, 4.2b, 4.2d)."""
    c, limit, units = p.c, p.c.stacking, tuple(units)
    if len({p.corps[u] for u in units if not c.loose[u]}) > 1:
        return Refusal(f"{label} would hold units of two corps", ("4.2b",))
    divisions = sum(c.division[u] for u in units)
    others = len(units) - divisions
    if divisions > limit.divisions:
        return Refusal(f"{label} would hold more than {limit.divisions} divisions", ("4.2a",))
    if divisions and others > limit.others:
        return Refusal(f"{label} would hold more than {limit.others} other unit beside its divisions", ("4.2a",))
    if others > limit.others_alone:
        return Refusal(f"{label} would hold more than {limit.others_alone} units that are no divisions", ("4.2d",))
    return None
