"""What must always be true of a position of the series; each breach is told with its case."""

from __future__ import annotations

from ...core.audit import misplaced, occupied, out_of_step
from .position import Position
from .stacking import overfull
from .states import DISRUPTED, ENTRENCHED, SUPPRESSED


def audit(p: Position, at_rest: bool, begun: bool) -> list[str]:
    """`at_rest`: between phases, before anybody has moved and after the first turn; `begun`: the set-up is complete."""
    found = [*misplaced(p, p.cite("counters")[0]), *_units(p), *_squares(p, at_rest, begun), *_fights(p)]
    if at_rest:
        full = [x for side in range(len(p.c.sides)) for x in overfull(p, side)]
        found += [f"{p.label(x)} holds too many units ({p.cite('stacking')[0]})" for x in full]
        over = [e.cell for e in p.engagements if not p.engaged(e.cell)]
        found += [f"nobody is engaged in {p.label(x)}, but a marker lies there ({p.cite('engaged')[0]})" for x in over]
    return [*found, *out_of_step(p, p.cite("zones")[0])]


def _units(p: Position) -> list[str]:
    c, found = p.c, []
    for u, (steps, full) in enumerate(zip(p.steps, c.steps, strict=True)):
        if not _fewest_steps(p, u) <= steps <= full:
            found.append(f"{p.name(u)} has {steps} steps ({p.cite('losses')[0]})")
    astray = set(p.stacks[c.box["returning"]]) ^ {r.unit for r in p.returning}
    found += [f"{p.name(u)} is listed wrongly among those who return ({p.cite('supply')[0]})" for u in sorted(astray)]
    size, nowhere, facing = c.board.size, c.nowhere, p.facing
    for u, status in enumerate(p.status):
        if p.place[u] < size and (facing[u] == nowhere) == p.has_facing(u):
            found.append(f"{p.name(u)} faces where it cannot ({p.cite('hq_modes')[0]})")
        if status & SUPPRESSED and status & DISRUPTED:
            found.append(f"{p.name(u)} is suppressed and disrupted ({p.cite('disruption')[0]})")
        if status & ENTRENCHED and not c.trenches[u]:
            found.append(f"{p.name(u)} cannot be entrenched ({p.cite('infantry_modes')[0]})")
    return found


def _fewest_steps(p: Position, u: int) -> int:
    """A counter with a reduced side shows it when it has lost a step; one without gives way to a smaller one."""
    full = p.c.steps[u]
    return max(full if p.c.trenches[u] or p.c.hq[u] else full - 1, 1)


def _squares(p: Position, at_rest: bool, begun: bool) -> list[str]:
    c, found = p.c, []
    marked = {e.cell for e in p.engagements}
    for cell in occupied(p):
        if p.engaged(cell) and cell not in marked:
            found.append(f"{p.label(cell)} holds both sides without an engagement ({p.cite('engaged')[0]})")
        facings = {p.facing[u] for u in p.stacks[cell] if p.has_facing(u)}
        if len(facings) > 1 and not p.engaged(cell) and at_rest:
            found.append(f"units in {p.label(cell)} face different ways ({p.cite('facing')[0]})")
        holders = {c.side[u] for u in p.stacks[cell]}
        if len(holders) == 1 and p.control[cell] not in holders and begun:
            found.append(f"{p.label(cell)} is held but not controlled ({p.cite('control')[0]})")
    if any(n < 0 for n in (*p.resources, *p.tally)):
        found.append(f"a resource or a total is below nothing ({p.cite('resources')[0]})")
    return found


def _fights(p: Position) -> list[str]:
    found = []
    for a in p.assaults:
        if not a.units or any(not p.on_map(u) for u in a.units):
            found.append(f"the assault on {p.label(a.target)} names units that are not there ({p.cite('commit')[0]})")
    named = [u for a in p.assaults for u in a.units]
    if len(named) != len(set(named)):
        found.append(f"a unit is committed twice ({p.cite('commit')[0]})")
    return found
