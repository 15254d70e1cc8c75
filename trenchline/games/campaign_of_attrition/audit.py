"""What must always be true of a position; each breach is told with its case."""

from __future__ import annotations

from ...core.audit import misplaced, occupied, out_of_step, recounted
from .components import FRENCH, GERMAN
from .overstacked import crowding
from .position import (
    DEMORALIZED,
    DISRUPTED,
    ENTRENCHED,
    GUNS,
    OOS,
    RESERVE,
    SHAKEN,
    Position,
)
from .sequence import STEP
from .stacking import within_limits


def audit(p: Position) -> list[str]:
    again = recounted(p)
    return [*_places(p), *misfits(p), *_ground(p), *_states(p), *_points(p), *_lines(p, again), *out_of_step(p, "4.5", again)]


def misfits(p: Position) -> list[str]:
    """What no position can hold, not even one that is written by hand: both sides in a hex, or more than the limits allow but
    for a side that is moving."""
    moving = crowding(p)
    found = []
    for cell in occupied(p):
        units = p.stacks[cell]
        if len({p.c.side[u] for u in units}) > 1:
            found.append(f"{p.label(cell)} holds units of both sides: {p.names(units)} (8.0e)")
        if not within_limits(p, units) and p.c.side[units[0]] not in moving:
            found.append(f"{p.label(cell)} is over the stacking limit or mixes corps: {p.names(units)} (4.2a)")
    return found


def _places(p: Position) -> list[str]:
    """Every counter in exactly one place, with as many steps as that place allows."""
    c = p.c
    found = misplaced(p, "1.2")
    for u, (steps, full) in enumerate(zip(p.steps, c.steps, strict=True)):
        if steps != full and (not 1 <= steps <= full or not p.on_map(u)):
            found.append(f"{p.name(u)} has {steps} steps in {p.label(p.place[u])} (4.6d)")
    size, edge = c.board.size, c.box["edge"]
    marked = [u for u, place in enumerate(p.place) if place >= size and place != edge and (p.status[u] or p.mp[u])]
    return found + [f"{p.name(u)} is off the map but has a status (9.5b)" for u in marked]


def _ground(p: Position) -> list[str]:
    """Hexes are held by who is in them; a fortress that Germans have entered has no guns (4.7d)."""
    c = p.c
    found = []
    for cell in occupied(p):
        units = p.stacks[cell]
        sides = {c.side[u] for u in units}
        if p.control[cell] not in sides:
            found.append(f"{p.label(cell)} is held but was not occupied (2.8a)")
        if GERMAN in sides and cell in c.fort_at and p.forts[c.fort_at[cell]] == GUNS:
            found.append(f"Germans stand in {p.label(cell)} but its guns are whole (4.7d)")
        if p.step < STEP["german-build"] and any(c.home[cell] != c.side[u] for u in units):
            found.append(f"{p.label(cell)} is on the wrong side of the Trenchline at the start (11.1a)")
    return found


def _states(p: Position) -> list[str]:
    c = p.c
    found = []
    for u, state in enumerate(p.status):
        if state & ENTRENCHED and not (c.can_entrench[u] and p.on_map(u)):
            found.append(f"{p.name(u)} is Entrenched but has no such side (4.1b)")
        if state & DISRUPTED and state & DEMORALIZED:
            found.append(f"{p.name(u)} is Disrupted and Demoralized (9.6d)")
        if state & RESERVE and state & (SHAKEN | ENTRENCHED):
            found.append(f"{p.name(u)} is in Reserve but shaken or entrenched (8.2j)")
        if p.on_map(u) and c.side[u] == FRENCH and c.home[p.place[u]] == GERMAN and not state & OOS and p.turn > 2:
            found.append(f"{p.name(u)} is past the Trenchline but in supply (10.0d)")
    return found


def _points(p: Position) -> list[str]:
    found = []
    for side in (GERMAN, FRENCH):
        if p.ap[side] < 0 or (p.ap[side] == 0 and not p.over and not (side == FRENCH and p.bust)):
            found.append(f"a side has {p.ap[side]} AP and the match goes on (1.1b)")
        if p.lost[2 + side] > p.lost[side]:
            found.append("more units are lost for good than are lost (9.5b)")
    gone = [p.c.side[u] for u in p.stacks[p.c.box["eliminated"]]]
    if [gone.count(GERMAN), gone.count(FRENCH)] != p.lost[2:]:
        found.append("the tally of units lost for good is wrong (9.2l)")
    return found


def _lines(p: Position, again: Position) -> list[str]:
    """Kept lines must be those traced anew."""
    from .supply import loc_cells

    if any(loc_cells(p, side) != loc_cells(again, side) for side in (GERMAN, FRENCH)):
        return ["a kept line of communication is not the one that can be traced (4.4)"]
    return []
