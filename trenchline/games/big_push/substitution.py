"""9.4 German substitution: a tank/cavalry number may become another resource."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.actions import DONE, Action
from ...core.state import Side
from ...core.wording import counted
from ..great_war.position import Choice, DiceRoll
from ..great_war.resource_words import forms
from ..great_war.resources import available
from .components import GERMAN
from .position import Position


def begin_substitution(p: Position) -> None:
    """Right after the Command Center roll (BP-R57)."""
    if available(p, "tank_cavalry"):
        p.stack.append(Substitution(GERMAN))


class Substitution(Choice[Position], frozen=True):
    """Name one other resource, or let it be."""

    side: Side

    cases = ("9.4",)
    implied_kind = "use"
    labels = {
        "done": "No substitution",
        "use secondary": "Secondary attacks",
        "use lift": "Lift barrages",
        "use creeping": "Creeping barrages",
        "use smoke": "Smoke screens",
        "use gas": "Gas",
        "use night": "Night attacks",
        "use consolidate": "Consolidation",
    }

    def prompt(self, p: Position) -> str:
        lost = counted(available(p, "tank_cavalry"), "tank/cavalry resource")
        return f"Substitution: choose a resource to gain instead of {lost}, or none. 1 or 2 on a die succeeds."

    def options(self, p: Position) -> Sequence[Action]:
        return [*(Action("use", mode=name) for name in p.c.resources if name != "tank_cavalry"), DONE]

    def take(self, p: Position, action: Action) -> None:
        if action != DONE:
            p.stack.append(SubstitutionRoll(p.c.resources.index(action.mode)))


class SubstitutionRoll(DiceRoll[Position], frozen=True):
    """1 or 2 adds the number to the resource named (9.4)."""

    resource: int

    cases = ("9.4",)

    def prompt(self, p: Position) -> str:
        return "Substitution: roll one die."

    def resolve(self, p: Position, faces: tuple[int, ...]) -> None:
        table, name = p.c.tables["substitution"], p.c.resources[self.resource]
        result = table.result("any", faces[0])
        ok = result == table.results[0]
        gain = available(p, "tank_cavalry") if ok else 0
        p.resources[self.resource] += gain
        p.resources[p.c.resources.index("tank_cavalry")] = 0
        text = f"Substitution: {counted(gain, *forms(p, name))} more" if ok else "Substitution fails"
        p.say("resources", text, self.cases, dice=faces, result=result, odds=table.odds("Substitution"))
