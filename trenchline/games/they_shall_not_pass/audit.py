"""What must always be true of a position; each breach is told with its case."""

from __future__ import annotations

from ...core.audit import misplaced, occupied, out_of_step
from .components import FRENCH, GERMAN
from .position import NEWBORN, Position
from .sequence import STEP
from .stacking import bulk


def audit(p: Position) -> list[str]:
    return [*_places(p), *misfits(p), *_ground(p), *_stacking(p), *out_of_step(p, "8.4")]


def misfits(p: Position) -> list[str]:
    """What no position can hold, not even one that is written by hand."""
    c = p.c
    found = []
    for cell in occupied(p):
        units = [u for u in p.stacks[cell] if c.solid[u]]
        sides = {c.side[u] for u in units}
        if len(sides) > 1:
            found.append(f"{p.label(cell)} holds units of both sides: {', '.join(map(p.name, units))} (8.11)")
        if units and cell in c.closed:
            found.append(f"no unit may stand in {p.label(cell)} (7.13)")
        if GERMAN in sides and p.fort_stands(cell):
            found.append(f"Germans stand in the intact fort {p.label(cell)} (14.8)")
        found += [f"{p.name(u)} is lost and stands in {p.label(cell)} (9.41)" for u in units if not p.steps[u]]
    return found


def _places(p: Position) -> list[str]:
    """Every counter in exactly one place, with as many steps as that place allows."""
    c = p.c
    found = misplaced(p, "2.0")
    lost = (*p.stacks[c.box["eliminated"]], *p.stacks[c.box["surrendered"]])
    strong = [u for u, (steps, full) in enumerate(zip(p.steps, c.steps, strict=True)) if steps > full and p.on_map(u)]
    found += [f"{p.name(u)} is on the map with {p.steps[u]} steps (9.41)" for u in strong]
    found += [f"{p.name(u)} is lost but has steps (9.41)" for u in lost if p.steps[u]]
    newborn = [u for u, state in enumerate(p.status) if state & NEWBORN and c.kind[u] != "remnant"]
    return found + [f"{p.name(u)} is marked as a new remnant (14.41)" for u in newborn]


def _ground(p: Position) -> list[str]:
    c = p.c
    found = []
    for cell in occupied(p):
        sides = {c.side[u] for u in p.stacks[cell] if c.solid[u]}
        if len(sides) == 1 and p.control[cell] not in sides and p.step >= STEP["weather"]:
            found.append(f"{p.label(cell)} is held but not controlled (14.9)")
    for cell in (*c.closed, *c.sources[GERMAN], *c.sources[FRENCH]):
        if p.shelled[cell]:
            found.append(f"{p.label(cell)} is interdicted (7.23)")
    rails = set(c.rail_cells)
    if p.on_map(c.railroad) and p.place[c.railroad] not in rails:
        found.append("the railroad gun is off the rails (14.34)")
    return found


def _stacking(p: Position) -> list[str]:
    return [f"{p.label(cell)} is over the stacking limit (8.31)" for cell in overfilled(p, p.step)]


def overfilled(p: Position, step: int) -> list[int]:
    """Hexes over the limit where no rule can have left them so in a step of the sequence.

    From the end of a side's last movement of the day until the other side's assault nothing can overfill its hexes (8.31);
    bad weather cancels that movement, and what retreats have filled stays so (5.1, TP-R137).
    """
    quiet: dict[int, range] = {}
    if p.good_weather:
        quiet[GERMAN] = range(STEP["french-supply"], STEP["french-movement"] + 1)
        quiet[FRENCH] = range(STEP["recovery"], STEP["recovery"] + 1)
    if p.turn == 1:
        quiet[FRENCH] = range(STEP["weather"], STEP["german-movement"] + 1)
    cells = {p.place[u] for side, steps in quiet.items() if step in steps for u in p.units_of(side)}
    return sorted(cell for cell in cells if bulk(p, p.units_in(cell)) > p.c.stack_limit)
