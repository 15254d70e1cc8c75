"""What a player sees: all that lies open; the objectives are Allied eyes' alone (13.1.1/3)."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

from ...core.views import CounterView, Due, Marker, Score, VisibleState, told
from ...core.wording import counted
from ..great_war import view as series
from ..great_war.lines import remembered
from ..great_war.operations import operations_told
from ..great_war.states import BROKEN, HELD, PRESSED
from .components import ALLIED, BRITISH, FRENCH, GERMAN, SIDES
from .data_files import VictoryRow
from .goals import secrets_decide, standing
from .objectives import germans, knows_objectives
from .position import Position
from .victory import exit_squares_held, objective_points, points_lines, victories, watched, zone_of_nation

SHOWN = {**series.SHOWN, "over the top": PRESSED, "held": HELD, "broken": BROKEN}


def markers(p: Position) -> list[Marker]:
    found = series.markers(p)
    found += [Marker("mine", p.label(cell), "allied") for cell in p.mines]
    return found + [Marker("air", p.label(cell), "allied") for cell in p.air]


def tracks(p: Position, player: str) -> dict[str, str]:
    found = {
        "weather": p.c.weathers[p.weather],
        "air observation": ", ".join(SIDES.names[side] for side in p.observation) or "nobody",
        "victory points": f"Allied {p.points[ALLIED]}, German {p.points[GERMAN]}",
        "working total": f"Allied {p.tally[ALLIED]}, German {p.tally[GERMAN]}",
    }
    if got := series.resources_told(p):
        found["command resources"] = got
    if told_of_operations := operations_told(p, player):
        found["operations"] = told_of_operations
    if p.objectives:
        found["objectives"] = objectives_told(p, player)
    if p.s.spec.allied_exit:
        found["exited"] = str(len(p.stacks[p.c.box["exited"]]))
    return found


def objectives_told(p: Position, player: str) -> str:
    if knows_objectives(p, player):
        return ", ".join(sorted(f"{p.c.markers[m].title} ({p.c.markers[m].nation})" for m in p.objectives))
    if player in germans(p) and p.discovered:
        return f"secret; discovered: {p.c.markers[p.discovered[0]].title}"
    return "secret"


def due(p: Position) -> tuple[Due, ...]:
    """Reinforcements to come, and HQs and others who return."""
    c = p.c
    found: dict[tuple[int, str, tuple[int, ...]], list[str]] = {}
    waiting = set(p.stacks[c.box["due"]])
    for u, arrival in p.s.arrivals.items() if waiting else ():
        if u in waiting:
            key = (max(arrival.turn, p.started), SIDES.names[c.side[u]], arrival.cells)
            found.setdefault(key, []).append(p.name(u))
    rows = [
        Due(turn, c.dates[turn - 1], side, "Reinforcements", tuple(names), tuple(map(p.label, cells)))
        for (turn, side, cells), names in sorted(found.items())
    ]
    for r in p.returning:
        if r.turn <= p.s.last_turn:
            title = "Returns as a replacement" if r.way == "bought" else "Returns"
            side = SIDES.names[c.side[r.unit]]
            rows.append(Due(r.turn, c.dates[r.turn - 1], side, title, (p.name(r.unit),), (), True))
    return tuple(rows)


def reasons(p: Position, knows: bool, met: Mapping[str, Sequence[VictoryRow]]) -> tuple[str, ...]:
    """The score, and which victories are met as things stand; those that hang on secrets are told to nobody before the end."""
    lines = [f"{line.text}: {line.value} ({line.case})" for line in points_lines(p)]
    if not p.objectives or p.over:
        lines += [f"{row.title} as things stand ({row.source})" for rows in met.values() for row in rows]
    elif knows:
        for m in p.objectives:
            side, points = objective_points(p, m)
            who = f"{counted(points, 'point')} to the {p.adjective(side)} side" if side >= 0 else "no points"
            lines.append(f"{p.c.markers[m].title}: {who} as things stand ({p.c.markers[m].source})")
    return tuple(lines)


def _score(p: Position, knows: bool) -> Score:
    met = {} if p.objectives and secrets_decide(p) else victories(p)
    return Score(p.points[ALLIED] - p.points[GERMAN], reasons(p, knows, met), standing(p, met))


def score(p: Position, player: str) -> Score:
    """The score as a player may know it: what is remembered for those who know the objectives is told to them alone."""
    knows = bool(p.objectives) and knows_objectives(p, player)
    objectives = p.objectives if knows else ()
    exits = p.stacks[p.c.box["exited"]], p.exited, exit_squares_held(p)
    deeds = bool(p.objectives), objectives, exits, p.breakthroughs, p.regiments_back, p.strength_lost, p.operations
    return told(p, _score, (p.s.id, p.over, ground(p, objectives), *p.points, *p.combat_points, deeds), knows)


def ground(p: Position, objectives: tuple[int, ...]) -> Hashable:
    """What victories and objectives hang on beside deeds: who stands in some squares, has zones there and was there last, and
    which Germans stand on the start trenches. Once there are Allies where a line must lead home it may be anything."""
    claims, ends = told(p, watched, p.s.id, objectives)
    if p.over or any(p.holds(x, ALLIED) for x in ends):
        return series.ground(p)
    memory, question = remembered(p), ("squares", claims)
    if question not in memory:
        memory[question] = squares(p, claims), trenches(p)
    return memory[question], bytes([p.claims[x] for x in claims])


def squares(p: Position, cells: tuple[int, ...]) -> Hashable:
    """Who stands in some squares, and who has zones there: where that decides a claim, which of the Allies."""
    allied, german = p.zone[ALLIED], p.zone[GERMAN]
    standing = [(p.stacks[x], allied[x], german[x]) for x in cells]
    won = [x for x in cells if allied[x] and not german[x] and not p.stacks[x]]
    return tuple(standing), tuple([(zone_of_nation(p, x, BRITISH), zone_of_nation(p, x, FRENCH)) for x in won])


def trenches(p: Position) -> Hashable:
    """How many squares of their own start trench Germans hold, and who of them stand on the Allied one."""
    german = p.enemy_cells(ALLIED)
    return sum(bool(german[x]) for x in p.c.german_trench), tuple([p.stacks[x] for x in p.c.allied_trench if german[x]])


def counter(p: Position, u: int) -> CounterView:
    return series.counter(p, u, SHOWN)


def visible_state(p: Position, player: str) -> VisibleState:
    found = score(p, player)
    return VisibleState(
        tracks=tracks(p, player),
        counters=series.counters(p, None, counter),
        markers=markers(p),
        points=found.points,
        reasons=found.reasons,
        due=list(told(p, due, (p.s.id, p.started, p.stacks[p.c.box["due"]], p.returning))),
        turns=(p.s.first_turn, p.s.last_turn),
        standing=found.standing,
    )
