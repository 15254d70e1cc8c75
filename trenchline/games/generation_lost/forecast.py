"""What may still become of an assault: 75s that answer, garrisons that lie face down (14.2.4(b), 9.2.4)."""

from __future__ import annotations

import msgspec

from ...core.charts import Swing, swing_to
from ..great_war.assault_odds import fight_odds
from ..great_war.records import Fight
from ..great_war.resources import available
from .components import GERMAN
from .garrisons import faces_left, hidden_garrison, show_face
from .position import Position
from .resources import FIELD_GUNS, field_guns


def swings_of(p: Position, fight: Fight) -> list[Swing]:
    return [*_garrison(p, fight), *_field_guns(p, fight)]


def _garrison(p: Position, fight: Fight) -> list[Swing]:
    """Nobody knows what lies face down: the strongest face that is left."""
    unit = hidden_garrison(p, fight.target)
    faces = faces_left(p)
    if unit not in fight.defenders or not any(faces):
        return []
    shown = p.clone()
    show_face(shown, unit, max(faces))
    return [swing_to(fight_odds(shown, fight), f"if the garrison is real and defends with {max(faces)}")]


def _field_guns(p: Position, fight: Fight) -> list[Swing]:
    """A 75 answers a German assault (14.2.4(b))."""
    if fight.side != GERMAN or fight.renewed or not available(p, FIELD_GUNS):
        return []
    guns = field_guns(p, fight)
    if not guns:
        return []
    answered = p.clone()
    answered.means = msgspec.structs.replace(p.means, field_gun=(guns[0],))
    return [swing_to(fight_odds(answered, fight), "if a 75 supports the defenders")]
