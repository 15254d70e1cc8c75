"""What an action names, and why it cannot be that: the part of every refusal that all chapters share."""

from __future__ import annotations

from ...core.actions import Action, Refusal
from ...core.naming import unit_named
from .components import GERMAN
from .position import Position
from .terrain import open_side

ELSEWHERE = {
    "setup": "is still to be set up",
    "reserve": "has not arrived yet",
    "pool": "waits in the pool",
    "naval": "fires from off the map",
    "track": "fires from off the map",
    "eliminated": "has been eliminated",
    "surrendered": "has surrendered",
    "out": "is out of play",
}


def where_it_is(p: Position, u: int) -> str:
    """Where a counter is, as the end of a sentence about it."""
    return f"is in {p.label(p.place[u])}" if p.on_map(u) else ELSEWHERE[p.label(p.place[u])]


def unit_on_map(p: Position, action: Action, side: int, cases: tuple[str, ...]) -> int | Refusal:
    """The unit of a side that an action names, which must stand on the map, or why it does not."""
    u = unit_named(p, action.unit, side, cases)
    if isinstance(u, Refusal) or (p.on_map(u) and p.c.solid[u]):
        return u
    return Refusal(f"{action.unit} is a fire position, no unit" if p.on_map(u) else f"{action.unit} {where_it_is(p, u)}", cases)


def closed_to(p: Position, side: int, cell: int) -> Refusal | None:
    """Why no unit of a side may enter a hex at all: the enemy, an intact fort, Forges (8.11, 14.8, 7.13b)."""
    label = p.label(cell)
    if p.enemy_holds(cell, side):
        return Refusal(f"{label} is held by the enemy", ("8.11",))
    if side == GERMAN and p.fort_stands(cell):
        return Refusal(f"{label} is an intact fort", ("8.11", "14.8"))
    return Refusal(f"No unit may enter {label}", ("7.13b",)) if cell in p.c.closed else None


def river_between(p: Position, here: int, cell: int) -> Refusal | None:
    """The river is crossed at bridges only (8.11)."""
    if cell in p.c.board.neighbours[here] and not open_side(p.c, here, cell):
        return Refusal(f"The river lies between {p.label(here)} and {p.label(cell)}, and no bridge", ("8.11",))
    return None
