"""What a player sees: all that lies on the map. What is committed in secret is not in it (7.4a, VV-R25)."""

from __future__ import annotations

from ...core.views import CounterView, Due, Marker, Score, VisibleState, marked, shown_counters, told
from .artillery import barrage_value, support_value
from .components import FRENCH, GERMAN, SIDES
from .position import HALTED, MOVED, STATES, TOUCHED, UNCOMMANDED, Position
from .sequence import SEQUENCE
from .victory import held, points, standing
from .victory import score as victory_lines


def numbers(p: Position, u: int) -> tuple[int, ...]:
    """The numbers on a counter as they count now: combat and movement; of guns bombardment, defence and movement."""
    c = p.c
    if c.gun[u]:
        return (barrage_value(p, u), support_value(p, u, attack=False), c.movement[u])
    if c.size[u] == "army":
        return (barrage_value(p, u),)
    return (p.value(u), c.movement[u])


def wear(p: Position, u: int) -> tuple[str, ...]:
    """The loss marker or the reverse side (1.2)."""
    if p.steps[u] == 1 < p.c.steps[u]:
        return ("flipped",)
    return ("loss",) if p.steps[u] == 2 < p.c.steps[u] else ()


def moving(p: Position) -> bool:
    """Whether a movement phase is on: what units did in the last one is told no more."""
    return p.step >= 0 and SEQUENCE.steps[p.step].phase in ("movement", "exploitation")


def states(p: Position, u: int) -> tuple[str, ...]:
    """States in words; out of command is what counts now, not the marker (10.1)."""
    untold = UNCOMMANDED if moving(p) else UNCOMMANDED | MOVED | TOUCHED | HALTED
    found = [word for word, bit in STATES.items() if p.status[u] & bit & ~untold]
    if p.on_map(u) and not p.in_command(u):
        found.append("uncommanded")
    return (*wear(p, u), *found)


def counter(p: Position, u: int) -> CounterView:
    c = p.c
    return CounterView(c.ids[u], c.places[p.place[u]], p.steps[u], states(p, u), numbers(p, u))


def _due(p: Position) -> tuple[Due, ...]:
    """Reinforcements and reserves that have not come (12.1, 14.2D-g)."""
    c, box = p.c, p.c.box["reserve"]
    frontage = p.options.historical_corps_frontage
    found = [
        Due(a.turn, c.dates[a.turn - 1], SIDES[FRENCH], a.title, left, (p.label(a.cell),))
        for a in p.b.arrivals
        if (left := tuple(p.name(u) for u in a.units if p.place[u] == box))
    ]
    found += [
        Due(r.from_turn, c.dates[r.from_turn - 1], SIDES[GERMAN], r.title, left, tuple(map(p.label, r.cells[frontage])), True)
        for r in p.b.reserves
        if (left := tuple(p.name(u) for u in r.units if p.place[u] == box))
    ]
    return tuple(found)


def _works(p: Position) -> tuple[Marker, ...]:
    return tuple(
        Marker("fortress" if step else "fortress fallen", p.label(fort.cell), SIDES[p.control[fort.cell]], fort.points * step)
        for fort, step in zip(p.c.fortresses, p.works, strict=True)
    )


def _score(p: Position) -> Score:
    lines = victory_lines(p)
    return Score(points(sum(line.halves for line in lines)), tuple(map(str, lines)), standing(p, lines))


def visible_state(p: Position) -> VisibleState:
    c = p.c
    # All that the looks of counters ask beside their own states: what `in_command` does, and whether anybody moves.
    around = f"{p.b.name} {p.turn == 1} {p.returning} {moving(p)}"
    markers = [Marker("bunker", p.label(x), "french") for x in marked(p.bunkers)]
    markers += told(p, _works, (bytes(p.works), bytes([p.control[fort.cell] for fort in c.fortresses])))
    score = told(p, _score, (held(p), p.battle, p.turn, p.calls, p.charged, p.verdun))
    return VisibleState(
        tracks={"tactical victory": f"{p.b.tactical} points needed", "operational victory": f"{p.b.operational} points needed"},
        counters=shown_counters(p, around, counter),
        markers=markers,
        points=score.points,
        reasons=score.reasons,
        due=list(told(p, _due, (p.battle, p.options.historical_corps_frontage, p.stacks[c.box["reserve"]]))),
        standing=score.standing,
    )
