"""What a player sees. They Shall Not Pass has no secrets but the dice to come."""

from __future__ import annotations

from ...core.charts import total
from ...core.views import CounterView, Due, Marker, Score, StateWords, VisibleState, marked, shown_counters, told
from .components import FRENCH, GERMAN, SIDES
from .morale import morale
from .position import STATES, Position
from .strength import combat_strength, gun_strength
from .victory import standing, victory_lines
from .weather import allowance

STATE_WORDS = StateWords(STATES)


def numbers(p: Position, u: int) -> tuple[int, ...]:
    """The numbers on a counter as they count now: strength (attack and defence of guns), movement, morale."""
    c = p.c
    if c.hq[u]:
        return (c.defence[u], allowance(p, u) // 2, morale(p, u))
    if c.gun[u]:
        return (gun_strength(p, u), c.defence[u], allowance(p, u) // 2, morale(p, u))
    return (combat_strength(p, u), allowance(p, u) // 2, morale(p, u))


def counter(p: Position, u: int) -> CounterView:
    """A counter, with numbers that depend on its states, on the weather (5.1), Petain (14.7) and the works around it (12.2)."""
    c = p.c
    states = STATE_WORDS[p.status[u]] + (("reduced",) if p.is_reduced(u) else ())
    return CounterView(c.ids[u], c.places[p.place[u]], p.steps[u], states, numbers(p, u))


def _due(p: Position) -> tuple[Due, ...]:
    """The rest of the reinforcement schedule (6.4)."""
    c, reserve = p.c, p.c.box["reserve"]
    return tuple(
        Due(
            e.turn,
            c.dates[e.turn - 1],
            SIDES[e.side],
            e.title,
            tuple(p.name(u) for u in e.units if p.place[u] == reserve),
            tuple(map(p.label, e.cells)),
            e.optional,
        )
        for e in c.schedule
        if any(p.place[u] == reserve for u in e.units) and not (e.optional and p.turn > e.turn)
    )


def _score(p: Position) -> Score:
    lines = victory_lines(p)
    reasons = tuple(f"{line.text}: {line.value} ({line.case})" for line in lines)
    return Score(total(lines), reasons, standing(p, total(lines)))


def score(p: Position) -> Score:
    """The score hangs on the towns and Verdun, on steps, and on who is off the map: not on where units stand."""
    c = p.c
    ground = bytes([p.control[cell] for cell in c.shelters])
    away = tuple(p.stacks[c.board.size :])
    return told(p, _score, (away, bytes(p.steps), ground, bytes(p.forts), p.committed, p.options))


def visible_state(p: Position) -> VisibleState:
    c, held = p.c, score(p)
    markers = [
        Marker("interdiction", p.label(cell), SIDES[side])
        for cell in marked(p.shelled)
        for side in (GERMAN, FRENCH)
        if p.shelled[cell] & c.bit[side]
    ]
    markers += [
        Marker("fort" if steps else "fort destroyed", p.label(fort.cell), "french", steps)
        for fort, steps in zip(c.forts, p.forts, strict=True)
    ]
    return VisibleState(
        tracks={
            "weather": "good" if p.good_weather else "bad",
            "heavy artillery shots": str(p.shots),
            "121st Division": "committed" if p.committed else "not committed",
        },
        counters=shown_counters(p, bytes((p.good_weather, p.petain, *p.forts)), counter),
        markers=markers,
        points=held.points,
        reasons=held.reasons,
        due=list(told(p, _due, (p.turn, p.stacks[c.box["reserve"]]))),
        standing=held.standing,
    )
