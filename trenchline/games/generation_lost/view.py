"""What a player sees: all that lies open; garrisons when they are assaulted, objectives to the German alone."""

from __future__ import annotations

from ...core.views import Due, Marker, VisibleState
from ..great_war import view as series
from ..great_war.position import HELD, INSIDE, USED
from .components import FRENCH, GERMAN, SIDES
from .position import Position

SHOWN = {**series.SHOWN, "held": HELD, "inside": INSIDE, "used": USED}


def markers(p: Position) -> list[Marker]:
    return series.markers(p)


def tracks(p: Position, player: str) -> dict[str, str]:
    found = {
        "weather": p.c.weathers[p.weather],
        "air observation": "both sides" if p.observation else "nobody",
        "victory points": f"German {p.points[GERMAN]}, French {p.points[FRENCH]}",
        "assaults this turn": f"German {p.assaults_made[GERMAN]}, French {p.assaults_made[FRENCH]}",
        "disrupted this turn": f"German {p.disruptions[GERMAN]}, French {p.disruptions[FRENCH]}",
        "replacement points": f"German {p.lost[GERMAN]}, French {p.lost[FRENCH]}",
    }
    if got := series.resources_told(p):
        found["command resources"] = got
    if p.lull:
        found["lull"] = "this turn is a lull"
    return found


def due(p: Position) -> list[Due]:
    """HQs and others who return."""
    c, rows = p.c, []
    for r in p.returning:
        if r.turn <= p.s.last_turn:
            side = SIDES.names[c.side[r.unit]]
            rows.append(Due(r.turn, c.dates[r.turn - 1], side, "Returns", (p.name(r.unit),), (), True))
    return rows


def visible_state(p: Position, player: str) -> VisibleState:
    return VisibleState(
        tracks=tracks(p, player),
        counters=[series.counter(p, u, SHOWN) for u in range(len(p.c.counters))],
        markers=markers(p),
        points=p.points[GERMAN] - p.points[FRENCH],
        reasons=(),
        due=due(p),
        turns=(p.s.first_turn, p.s.last_turn),
    )
