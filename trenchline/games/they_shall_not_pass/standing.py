"""What the game says for standing orders: what a unit is worth, and how strong an assault is."""

from __future__ import annotations

from ...core.charts import total
from ...core.decisions import Decision
from ...core.standing import StandingTerms
from .assault_odds import attack_lines
from .position import Position
from .strength import defence_strength, gun_strength

LAST_STEP = 100  # more than any strength: whom a loss destroys is missed most


def assault_strength(p: Position, decision: Decision[Position]) -> int | None:
    """The strength of the units and guns that assault."""
    return None if p.fight is None else total(attack_lines(p, p.fight))


class GameTerms(StandingTerms[Position]):
    """Units by their strength in defence, guns in bombardment."""

    measures = {"assault": assault_strength}

    def worth(self, p: Position, unit: int) -> float:
        strength = gun_strength(p, unit) if p.c.gun[unit] else defence_strength(p, unit)
        return strength + LAST_STEP * (p.steps[unit] == 1)

    def joined(self, p: Position, decision: Decision[Position]) -> int:
        return 0 if p.fight is None else len(p.fight.support)
