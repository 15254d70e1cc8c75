"""What a player sees: all that lies open; garrisons when they are assaulted, objectives to the German alone."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import msgspec

from ...core.views import CounterView, Due, Marker, Score, VisibleState, told
from ...core.wording import case_name, counted
from ..great_war import view as series
from ..great_war.lines import remembered
from ..great_war.operations import operations_told
from ..great_war.states import HELD, INSIDE, PRESSED, REVEALED, USED
from .components import FRENCH, GERMAN, SIDES
from .data_files import VictoryRow
from .goals import secrets_decide, standing
from .objectives import knows_objectives
from .position import Position
from .victory import achieved, met, points_lines, victories, watched

SHOWN = {**series.SHOWN, "closed in": PRESSED, "held": HELD, "inside": INSIDE, "used": USED}


def markers(p: Position) -> list[Marker]:
    mines = [Marker("mine", p.label(cell), "german") for cell in p.mines]
    return [*series.markers(p), *mines, *(Marker("air", p.label(s.cell), SIDES.names[p.c.side[s.unit]]) for s in p.sorties)]


def tracks(p: Position, player: str) -> dict[str, str]:
    found = {
        "weather": p.c.weathers[p.weather],
        "air observation": "both sides" if p.observation else "nobody",
        "victory points": f"German {p.points[GERMAN]}, French {p.points[FRENCH]}",
        "assaults this turn": f"German {p.assaults_made[GERMAN]}, French {p.assaults_made[FRENCH]}",
        "units disrupted this turn": f"German {p.tally[GERMAN]}, French {p.tally[FRENCH]}",
        "steps lost this turn": f"German {p.lost[GERMAN]}, French {p.lost[FRENCH]}",
    }
    if got := series.resources_told(p):
        found["command resources"] = got
    if p.fire_supply:
        found["artillery supply"] = ", ".join(map(p.name, p.fire_supply))
    if p.lull:
        found["lull"] = "this turn is a lull"
    if told_of_operations := operations_told(p, player):
        found["operations"] = told_of_operations
    if p.objectives:
        titles = sorted(p.c.markers[m].title for m in p.objectives)
        found["objectives"] = ", ".join(titles) if knows_objectives(p, player) else "secret"
    if p.exited:
        found["exited"] = str(len(p.exited))
    return found


def due(p: Position) -> tuple[Due, ...]:
    """HQs and others who return."""
    c, rows = p.c, []
    for r in p.returning:
        if r.turn <= p.s.last_turn:
            side = SIDES.names[c.side[r.unit]]
            rows.append(Due(r.turn, c.dates[r.turn - 1], side, "Returns", (p.name(r.unit),), (), True))
    return tuple(rows)


def reasons(p: Position, knows: bool, won: Sequence[Sequence[VictoryRow]]) -> tuple[str, ...]:
    """The score, and which victories are met as things stand; those that hang on secrets are told to nobody before the end."""
    lines = [f"{line.text}: {line.value} ({line.case})" for line in points_lines(p)]
    if not secrets_decide(p):
        return (*lines, *(f"{row.title} as things stand ({row.source})" for rows in won for row in rows))
    if knows:
        for m in p.objectives:
            side = GERMAN if achieved(p, m) else FRENCH
            row = p.c.markers[m]
            points = counted(row.points, "point")
            lines.append(f"{row.title}: {points} to the {p.adjective(side)} side as things stand ({case_name(row.source)})")
    return tuple(lines)


def _score(p: Position, knows: bool) -> Score:
    won = [] if secrets_decide(p) else [victories(p, side) for side in (GERMAN, FRENCH)]
    return Score(p.points[GERMAN] - p.points[FRENCH], reasons(p, knows, won), standing(p, won))


def score(p: Position, player: str) -> Score:
    """The score as a player may know it: what is remembered for those who know the objectives is told to them alone."""
    knows = bool(p.objectives) and knows_objectives(p, player)
    objectives = p.objectives if knows else ()
    lost = p.divisions_back, p.french_steps_lost, p.french_guns_lost
    deeds = objectives, tuple(p.forts), p.dummies, p.exited, p.exit_squares, lost, p.operations
    return told(p, _score, (p.s.id, p.over, *p.points, *p.combat_points, ground(p, objectives), deeds), knows)


def ground(p: Position, objectives: tuple[int, ...]) -> Hashable:
    """What victories hang on beside deeds: who stands in some squares, has zones there and was there last; lines and rings.
    Where secrets decide only objectives are told of, and who stands in the squares."""
    if p.over:
        return series.ground(p)
    squares, lines = told(p, watched, p.s.id)
    if secrets_decide(p):
        return objectives_met(p, objectives), squares(p.present), p.engagements
    free = tuple([met(p, side, row) for side, row in lines])
    return squares(p.present), squares(p.control), squares(p.zone[GERMAN]), squares(p.zone[FRENCH]), p.engagements, free


def objectives_met(p: Position, objectives: tuple[int, ...]) -> tuple[bool, ...]:
    """Which of some objectives are met; looked at again when anybody has moved, or what else they hang on has changed."""
    lost = p.divisions_back, p.french_steps_lost, p.french_guns_lost, *p.combat_points
    deeds = tuple(p.forts), p.engagements, p.exited, p.exit_squares, lost, p.operations
    memory, question = remembered(p), ("objectives", objectives, bytes(p.control), deeds)
    if question not in memory:
        memory[question] = tuple([achieved(p, m) for m in objectives])
    found: tuple[bool, ...] = memory[question]
    return found


def counter(p: Position, u: int) -> CounterView:
    """A garrison that lies face down shows no numbers (9.2.4)."""
    seen = series.counter(p, u, SHOWN)
    return msgspec.structs.replace(seen, numbers=()) if p.c.garrison[u] and not p.status[u] & REVEALED else seen


def visible_state(p: Position, player: str) -> VisibleState:
    found = score(p, player)
    return VisibleState(
        tracks=tracks(p, player),
        counters=series.counters(p, str(p.garrison_faces), counter),
        markers=markers(p),
        points=found.points,
        reasons=found.reasons,
        due=list(told(p, due, (p.s.id, p.returning))),
        turns=(p.s.first_turn, p.s.last_turn),
        standing=found.standing,
    )
