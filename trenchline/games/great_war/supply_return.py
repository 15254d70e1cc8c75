"""HQs that supplied an assault leave the map after the phase and roll for their return (BP 11.2.1, GL 13.2.5)."""

from __future__ import annotations

from ...core.state import Unit
from .position import DiceRoll, Position
from .records import Return
from .units import leave


class HqReturnRoll(DiceRoll[Position], frozen=True):
    """When an HQ that furnished supply may come back."""

    unit: Unit

    topic = "hq_return"

    def prompt(self, p: Position) -> str:
        return f"{{{p.name(self.unit)}}} furnished supply: roll one die for its return."

    def resolve(self, p: Position, faces: tuple[int, ...]) -> None:
        table = p.c.tables["hq_return"]
        result = table.result("any", faces[0] + p.c.weather_rows[p.weather].hq_return)
        later = int(result)
        leave(p, self.unit, "returning")
        p.returning += (Return(self.unit, p.turn + later, "bought"),)
        text = f"{{{p.name(self.unit)}}} is spent and may return from turn {p.turn + later} on"
        p.say("hq", text, p.cite(self.topic), dice=faces, result=result, meaning=table.meanings[result])
