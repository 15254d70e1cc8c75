"""What must always be true of a position; each breach is told with its case."""

from __future__ import annotations

from ...core.audit import misplaced
from .components import FRENCH, GERMAN
from .position import Position
from .sequence import STEP


def audit(p: Position) -> list[str]:
    return [*_places(p), *_ground(p), *_stacking(p), *_surveyed(p)]


def _places(p: Position) -> list[str]:
    """Every counter in exactly one place, with as many steps as that place allows."""
    c = p.c
    found = misplaced(p, "1.1")
    size, gone, returning = c.board.size, c.box["eliminated"], c.box["returning"]
    expected = {hq for hq, _ in p.returning}
    for u, place in enumerate(p.place):
        if place < size:
            if not 1 <= p.steps[u] <= c.steps[u]:
                found.append(f"{p.name(u)} is on the map with {p.steps[u]} steps (1.2)")
            if c.size[u] == "army":
                found.append(f"{p.name(u)} stands on the map (8.0b)")
        elif place == gone and p.steps[u]:
            found.append(f"{p.name(u)} is eliminated but has steps (1.2)")
        if (place == returning) != (u in expected):
            found.append(f"{p.name(u)} is listed wrongly among returning HQs (1.4i)")
    return found


def _ground(p: Position) -> list[str]:
    c = p.c
    found = []
    for cell in range(c.board.size):
        if not p.stacks[cell]:
            continue
        sides = {c.side[u] for u in p.stacks[cell]}
        if len(sides) > 1:
            found.append(f"{p.label(cell)} holds both sides (VV-R88)")
        if GERMAN in sides and p.fortress_stands(cell):
            found.append(f"Germans stand in {p.label(cell)}, a fortress that has not fallen (7.5m)")
        if not p.b.playable[cell] and not set(p.stacks[cell]) <= p.b.apart:
            found.append(f"a unit stands in {p.label(cell)}, on the bank out of play (14.2D-c)")
        if len(sides) == 1 and p.control[cell] not in sides and p.step >= STEP["german-command"]:
            found.append(f"{p.label(cell)} is held but not controlled (13g)")
        if p.bunkers[cell] and GERMAN in sides:
            found.append(f"Germans stand in {p.label(cell)}, which has a bunker (14c)")
    for group in p.b.groups:
        cells = group.cells[p.rules.historical_corps_frontage]
        if group.bunkers and sum(p.bunkers[x] for x in cells) > group.bunkers:
            found.append(f"{group.title}: more bunkers than allowed (14c)")
    return found


def _stacking(p: Position) -> list[str]:
    """From the end of a side's last phase until the other side's combat nothing can overfill its hexes (4b)."""
    calm = [STEP[f"{side}-{phase}"] for side in ("german", "french") for phase in ("command", "bombardment")]
    quiet = {
        GERMAN: {*calm, *range(STEP["german-reorganisation"], STEP["french-combat"])},
        FRENCH: {*calm, *range(STEP["german-command"], STEP["german-combat"])},
    }
    found = []
    for side, steps in quiet.items():
        if p.step in steps:
            crowded = {p.place[u] for u in p.units_of(side)}
            limit = p.c.stack_limit
            found += [f"{p.label(x)} is over the stacking limit (4a)" for x in sorted(crowded) if p.steps_in(x) > limit]
    return found


def _surveyed(p: Position) -> list[str]:
    """What `put` keeps up must be what a fresh survey finds."""
    again = p.clone()
    again.recount()
    same = p.present == again.present and p.zone == again.zone and p.foot == again.foot
    found = [] if same else ["the zones of control are out of step with the units (3.1)"]
    if any(p.barred(side) != again.barred(side) for side in (GERMAN, FRENCH)):
        found.append("the hexes closed to a side are out of step with the units (VV-R88)")
    return found
