"""What must always be true of a position; each breach is told with its case."""

from __future__ import annotations

from ...core.audit import misplaced, occupied, out_of_step, recounted
from .components import FRENCH, GERMAN
from .position import Position
from .sequence import STEP
from .under_way import crowded


def audit(p: Position) -> list[str]:
    again = recounted(p)
    return [*_places(p), *misfits(p), *_ground(p), *_stacking(p), *_barred(p, again), *out_of_step(p, "3.1", again)]


def misfits(p: Position) -> list[str]:
    """What no position can hold, not even one that is written by hand."""
    c = p.c
    found = []
    for cell in occupied(p):
        units = p.stacks[cell]
        sides = {c.side[u] for u in units}
        if len(sides) > 1:
            found.append(f"{p.label(cell)} holds units of both sides: {', '.join(map(p.name, units))} (VV-R88)")
        if GERMAN in sides and p.fortress_stands(cell):
            found.append(f"Germans stand in {p.label(cell)}, a fortress that has not fallen (7.5m)")
        if not p.b.playable[cell] and not set(units) <= p.b.apart:
            found.append(f"{p.label(cell)} is on the bank that is out of play (14.2D-c)")
        found += [f"{p.name(u)} is lost and stands in {p.label(cell)} (1.2)" for u in units if not p.steps[u]]
        found += [f"{p.name(u)} is kept off the map and stands in {p.label(cell)} (8.0b)" for u in units if c.size[u] == "army"]
    return found


def _places(p: Position) -> list[str]:
    """Every counter in exactly one place, with as many steps as that place allows."""
    c = p.c
    found = misplaced(p, "1.1")
    strong = [u for u, (steps, full) in enumerate(zip(p.steps, c.steps, strict=True)) if steps > full and p.on_map(u)]
    found += [f"{p.name(u)} is on the map with {p.steps[u]} steps (1.2)" for u in strong]
    found += [f"{p.name(u)} is eliminated but has steps (1.2)" for u in p.stacks[c.box["eliminated"]] if p.steps[u]]
    astray = set(p.stacks[c.box["returning"]]) ^ {hq for hq, _ in p.returning}
    return found + [f"{p.name(u)} is listed wrongly among returning HQs (1.4i)" for u in sorted(astray)]


def _ground(p: Position) -> list[str]:
    c = p.c
    found = []
    for cell in occupied(p):
        sides = {c.side[u] for u in p.stacks[cell]}
        if len(sides) == 1 and p.control[cell] not in sides and p.step >= STEP["german-command"]:
            found.append(f"{p.label(cell)} is held but not controlled (13g)")
        if p.bunkers[cell] and GERMAN in sides:
            found.append(f"Germans stand in {p.label(cell)}, which has a bunker (14c)")
    for group in p.b.groups:
        cells = group.cells[p.options.historical_corps_frontage]
        if group.bunkers and sum(p.bunkers[x] for x in cells) > group.bunkers:
            found.append(f"{group.title}: more bunkers than allowed (14c)")
    return found


def _stacking(p: Position) -> list[str]:
    """Only while a side moves, and in combat, can something overfill its hexes (4b)."""
    return [f"{p.label(cell)} is over the stacking limit (4a)" for cell in crowded(p, p.step)]


def _barred(p: Position, again: Position) -> list[str]:
    """What is kept of the hexes closed to a side must be what is found afresh."""
    kept = all(p.barred(side) == again.barred(side) for side in (GERMAN, FRENCH))
    return [] if kept else ["the hexes closed to a side are out of step with the units (VV-R88)"]
