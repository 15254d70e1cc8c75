"""1.6 French battalions, detached from regiments."""

from __future__ import annotations

from ...core.actions import Refusal
from .components import FRENCH
from .position import HALTED, TOUCHED, Position
from .zones import in_zone, touched


def next_battalion(p: Position, regiment: int) -> int:
    """The first counter left in the stock of the regiment's division, or -1 (1.6e, VV-R45)."""
    if p.c.side[regiment] != FRENCH:
        return -1  # 1.6a
    stock = p.c.box["stock"]
    return next((b for b in p.b.stock.get(p.c.division[regiment], ()) if p.place[b] == stock), -1)


def may_detach(p: Position, u: int) -> bool:
    """A regiment with more than one step, whose division has a counter left (1.6c, 1.6e)."""
    return p.steps[u] > 1 and p.c.steps[u] == 3 and next_battalion(p, u) >= 0


def why_not_detach(p: Position, u: int) -> Refusal | None:
    name = p.name(u)
    if p.c.steps[u] != 3 or p.c.division[u] not in p.b.stock:
        return Refusal(f"{name} is no regiment that can detach battalions", ("1.6a",))
    if p.steps[u] < 2:
        return Refusal(f"{name} has one step left and keeps it", ("1.6c",))
    if next_battalion(p, u) < 0:
        return Refusal(f"No battalion counter of {name}'s division is left", ("1.6e",))
    return None


def split(p: Position, regiment: int, place: int) -> int:
    """One step of the regiment becomes a battalion (1.6b, 1.6d)."""
    battalion = next_battalion(p, regiment)
    p.steps[regiment] -= 1
    p.status[battalion], p.spent[battalion] = 0, 0
    p.put(battalion, place)
    p.say("detach", f"{{{p.name(regiment)}}} detaches {{{p.name(battalion)}}}", ("1.6b",))
    return battalion


def detach(p: Position, regiment: int) -> None:
    """A battalion is left where the regiment stands, with its share of the points not yet used (5.1d, 5.1e, VV-R42).

    It shares the regiment's state; one dropped in an enemy zone that was entered stays there.
    """
    moved = p.spent[regiment] > 0
    shared = p.status[regiment]
    battalion = split(p, regiment, p.place[regiment])
    p.offers.clear()  # other regiments may have lost the last counter
    p.status[battalion] = shared & ~(TOUCHED | HALTED)
    p.spent[battalion] = -(-p.c.movement[battalion] * p.spent[regiment] // p.c.movement[regiment])
    if moved:
        if touched(p, regiment):
            p.status[battalion] |= TOUCHED
        if in_zone(p, battalion):
            p.status[battalion] |= HALTED
