"""What must always be true of a position; each breach is told with its case."""

from __future__ import annotations

from ...core.audit import misplaced, out_of_step
from ..great_war.position import DISRUPTED, ENTRENCHED, SUPPLY, SUPPRESSED
from ..great_war.stacking import overfull
from .components import ALLIED, GERMAN
from .position import Position
from .sequence import SEQUENCE


def audit(p: Position) -> list[str]:
    return [*_units(p), *_squares(p), *_fights(p), *_stacking(p), *out_of_step(p, "7.5")]


def _units(p: Position) -> list[str]:
    c, found = p.c, misplaced(p, "3.4")
    expected = {r.unit for r in p.returning}
    for u, place in enumerate(p.place):
        full = c.steps[u]
        least = full if c.trenches[u] or c.hq[u] else full - 1
        if not max(least, 1) <= p.steps[u] <= full:
            found.append(f"{p.name(u)} has {p.steps[u]} steps (6.5.3)")
        if (place == c.box["returning"]) != (u in expected):
            found.append(f"{p.name(u)} is listed wrongly among those who return (11.2.1)")
        if p.status[u] & SUPPRESSED and p.status[u] & DISRUPTED:
            found.append(f"{p.name(u)} is suppressed and disrupted (BP-R121)")
        if place < c.board.size and (p.facing[u] == c.nowhere) != bool(p.status[u] & SUPPLY):
            found.append(f"{p.name(u)} faces where it cannot (7.4.2)")
        if p.status[u] & ENTRENCHED and not c.trenches[u]:
            found.append(f"{p.name(u)} cannot be entrenched (7.4.1)")
    return found


def _squares(p: Position) -> list[str]:
    c, found = p.c, []
    markers = {e.cell for e in p.engagements}
    for cell in range(c.board.size):
        if p.engaged(cell) and cell not in markers:
            found.append(f"{p.label(cell)} holds both sides without an engagement (11.8/1)")
        facings = {p.facing[u] for u in p.stacks[cell] if p.facing[u] != c.nowhere}
        if len(facings) > 1 and not p.engaged(cell) and _at_rest(p):
            found.append(f"units in {p.label(cell)} face different ways (7.2.2)")
        holders = {c.side[u] for u in p.stacks[cell]}
        if len(holders) == 1 and p.control[cell] not in holders and p.step >= SEQUENCE.first:
            found.append(f"{p.label(cell)} is held but not controlled (13.1.1)")
    if any(n < 0 for n in (*p.resources, *p.tally)):
        found.append("a resource or a total is below nothing (9.3)")
    return found


def _fights(p: Position) -> list[str]:
    found = []
    for a in p.assaults:
        if not a.units or any(not p.on_map(u) for u in a.units):
            found.append(f"the assault on {p.label(a.target)} names units that are not there (8.6)")
    named = [u for a in p.assaults for u in a.units]
    if len(named) != len(set(named)):
        found.append("a unit is committed twice (BP-R53)")
    return found


def _at_rest(p: Position) -> bool:
    """Between phases, before anybody has moved."""
    return (
        p.step >= SEQUENCE.first
        and SEQUENCE.steps[p.step].id in ("weather", "allied-bombardment", "german-bombardment")
        and p.turn > p.started
    )


def _stacking(p: Position) -> list[str]:
    """Limits hold at the end of phases; set-up may break them until the first movement (7.3)."""
    if not _at_rest(p):
        return []
    return [f"{p.label(x)} holds too many units (7.3)" for side in (ALLIED, GERMAN) for x in overfull(p, side)]
