"""7.4 Combat resolution: the defender's support, both totals announced, the roll. What it does is in `results`."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ...core.actions import Action, Refusal
from ...core.charts import Odds, total
from ...core.position import Luck
from ...core.state import Side, Units
from .artillery import why_no_support
from .components import SIDES, WORTH
from .odds import all_lines, column, die_lines, fight_odds, in_words, lone_works, mean_worth, totals_text
from .position import ASSAULTED, ATTACKED, FIRED, Automatic, Choice, DiceRoll, Position
from .refusals import not_of
from .results import apply_result

READY, RESOLVE = Action("ready"), Action("resolve")


def hexes(p: Position, cells: Sequence[int]) -> str:
    return " and ".join(f"{{{p.label(cell)}}}" for cell in cells)


class Support(Choice, frozen=True):
    """The defender names guns in support, not knowing what the attacker brings (7.4a, 8.2d)."""

    side: Side
    guns: Units

    implied_kind = "add"
    secret = "commitment"
    cases = ("7.4a", "8.2d")
    labels = {"ready": "Let the attack come"}

    def prompt(self, p: Position) -> str:
        assert p.fight is not None
        return f"{hexes(p, p.fight.targets)}: an attack comes. Add guns in support, or let it come."

    def public_prompt(self, p: Position) -> str:
        assert p.fight is not None
        return f"{hexes(p, p.fight.targets)}: the defender prepares."

    def _refuse_gun(self, p: Position, gun: int) -> Refusal | None:
        fight = p.fight
        assert fight is not None
        if gun in self.guns:
            return Refusal(f"{p.name(gun)} supports already", ("8.0e",))
        return why_no_support(p, gun, fight.defenders, lone_works(p, fight), fight.targets, self.guns, attack=False)

    def options(self, p: Position) -> Sequence[Action]:
        return [*(p.c.add[g] for g in p.c.guns[self.side] if self._refuse_gun(p, g) is None), READY]

    def refuse(self, p: Position, action: Action) -> Refusal | None:
        if action == READY:
            return None
        if action != Action("add", action.unit) or not action.unit:
            return Refusal("Add one of your guns in support, or let the attack come", self.cases)
        refusal = not_of(p, action.unit, self.side, "8.2d")
        return self._refuse_gun(p, p.c.unit[action.unit]) if refusal is None else refusal

    def take(self, p: Position, action: Action) -> None:
        if action == READY:
            assert p.fight is not None
            p.fight = msgspec.structs.replace(p.fight, support=self.guns)
            p.stack.append(Announce())
        else:
            p.stack.append(Support(self.side, (*self.guns, p.c.unit[action.unit])))


class Announce(Automatic, frozen=True):
    """Both totals come out together, and nothing can be added or taken back (7.4b)."""

    def run(self, p: Position) -> None:
        fight = p.fight
        assert fight is not None
        for u in fight.attackers:
            p.status[u] |= ATTACKED
        for u in (*fight.defenders, *fight.sheltered):
            p.status[u] |= ASSAULTED
        for g in (*fight.guns, *fight.support):
            p.status[g] |= FIRED  # 2.1.4d, 2.1.4e
        p.struck = (*p.struck, *fight.targets)
        p.reveal("commitment")
        p.say(
            "attack",
            f"{p.names(fight.attackers)} attack {hexes(p, fight.targets)}: {totals_text(p, fight)}",
            ("7.4b",),
            all_lines(p, fight),
        )
        p.stack.append(Announced(fight.side))


class Announced(Choice, frozen=True):
    """The odds are known; the attacker rolls (7.4h)."""

    side: Side

    cases = ("7.4b", "7.4h")
    labels = {"resolve": "Roll the die"}

    def prompt(self, p: Position) -> str:
        assert p.fight is not None
        return f"{totals_text(p, p.fight)}: roll."

    def options(self, p: Position) -> Sequence[Action]:
        return (RESOLVE,)

    def refuse(self, p: Position, action: Action) -> Refusal | None:
        if action == RESOLVE:
            return None
        return Refusal("Both totals are announced: nothing can be added or taken back; roll the die", ("7.4b",))

    def take(self, p: Position, action: Action) -> None:
        p.stack.append(CombatRoll(self.side))

    def odds(self, p: Position, action: Action) -> Odds | None:
        assert p.fight is not None
        return fight_odds(p, p.fight)


class CombatRoll(DiceRoll, frozen=True):
    """One die on the Combat Results Table (7.4h)."""

    side: Side

    cases = ("7.4h", "CT-b")

    def prompt(self, p: Position) -> str:
        assert p.fight is not None
        return f"{totals_text(p, p.fight)}: roll one die."

    def odds(self, p: Position, action: Action) -> Odds | None:
        assert p.fight is not None
        return fight_odds(p, p.fight)

    def resolve(self, p: Position, faces: tuple[int, ...]) -> None:
        fight = p.fight
        assert fight is not None
        chart = p.c.combat
        at, die = column(p, fight), total(die_lines(p, fight))
        result = chart.result(at, chart.row(faces[0] + die))
        p.say(
            "combat",
            f"Attack on {hexes(p, fight.targets)}, {totals_text(p, fight)}: {in_words(result)}",
            ("7.4h", "7.5"),
            all_lines(p, fight),
            faces,
            result,
            Luck(SIDES[fight.side], float(WORTH[result]), mean_worth(p, at, die, WORTH)),
        )
        apply_result(p, result)
