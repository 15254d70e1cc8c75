"""What must always be true of a position; each breach is told with its case."""

from __future__ import annotations

from ..great_war import audit as series
from ..great_war.states import SUPPLY
from .position import Position
from .sequence import SEQUENCE

AT_REST = (
    "weather",
    "german-bombardment",
    "french-bombardment",
)  # limits of stacking hold there; a set-up may break them


def audit(p: Position) -> list[str]:
    begun = p.step >= SEQUENCE.first
    at_rest = begun and SEQUENCE.steps[p.step].id in AT_REST and p.turn > p.started
    return [*series.audit(p, at_rest, begun), *_fire(p)]


def _fire(p: Position) -> list[str]:
    """Airmen fly once a turn, from their box; an HQ that supplies guns is in Supply Mode and in good order."""
    hand, up = p.c.box["air"], [s.unit for s in p.sorties]
    found = [f"{p.name(u)} is on the map (8.7)" for units in p.c.air_units for u in units if p.on_map(u)]
    found += [f"{p.name(u)} flies without being in hand (8.7.3(a))" for u in up if p.place[u] != hand or u not in p.flown]
    if len(set(up)) < len(up) or len(set(p.flown)) < len(p.flown):
        found.append("an air unit flies twice in a turn (8.7.3(b))")
    for h in p.fire_supply:
        if not p.on_map(h) or not p.status[h] & SUPPLY or not p.good_order(h):
            found.append(f"{p.name(h)} cannot supply the guns (8.4.2)")
    return found
