"""7.4 Combat resolution: the defender's support, both totals announced, the roll. What it does is in `results`."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ...core.actions import Action, Refusal
from ...core.charts import Odds, answering, in_full, swing_to, total
from ...core.position import Luck
from ...core.state import Side, Units
from ...core.wording import listed
from .artillery import support_value, why_no_support
from .components import ENEMY, SIDES, WORTH
from .odds import all_lines, column, die_lines, fight_odds, lone_works, mean_worth, totals_text
from .position import ASSAULTED, ATTACKED, FIRED, Automatic, Choice, DiceRoll, Fight, Position
from .refusals import not_of
from .results import apply_result, case_of

READY, RESOLVE = Action("ready"), Action("resolve")


def hexes(p: Position, cells: Sequence[int]) -> str:
    return listed([f"{{{p.label(cell)}}}" for cell in cells])


def foreseen(p: Position, fight: Fight) -> Odds:
    """The odds as they stand before the totals come out, and what the defender's guns could make of them (7.4a, 8.2d)."""
    if not fight.attackers:
        cells = listed([p.label(cell) for cell in fight.targets])
        return Odds(f"Attack on {cells}", all_lines(p, fight), "", [], cell=p.label(fight.targets[0]))
    odds, guns = fight_odds(p, fight), answering_guns(p, fight)
    if not guns:
        return odds
    answered = fight_odds(p, msgspec.structs.replace(fight, support=guns))
    return msgspec.structs.replace(odds, swings=[swing_to(answered, answering([p.name(g) for g in guns]))])


def answering_guns(p: Position, fight: Fight) -> Units:
    """The guns that could support the defence together; the stronger of two that may not act together (8.2d, 8.4e)."""
    guns: list[int] = []
    for gun in sorted(p.c.guns[ENEMY[fight.side]], key=lambda g: -support_value(p, g, attack=False)):
        if why_no_support(p, gun, fight.defenders, lone_works(p, fight), fight.targets, guns, attack=False) is None:
            guns.append(gun)
    return tuple(guns)


class Support(Choice, frozen=True):
    """The defender names guns in support, not knowing what the attacker brings (7.4a, 8.2d)."""

    side: Side
    guns: Units

    implied_kind = "add"
    secret = "commitment"
    cases = ("7.4a", "8.2d")
    labels = {"ready": "Let the attack come"}
    begins = READY

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

    def odds(self, p: Position, action: Action) -> Odds | None:
        """The defence as it is gathered, against the least and the most that may come: what does come is a secret (7.4a)."""
        from .combat import NextCombat, least_against, most_against

        fight = p.fight
        if action != READY or fight is None:
            return None
        second = any(isinstance(waiting, NextCombat) and waiting.second for waiting in p.stack)
        ends = [find(p, fight.side, second, fight.targets) for find in (least_against, most_against)]
        least, most = (fight_odds(p, msgspec.structs.replace(end, support=self.guns)) for end in ends)
        cells = listed([p.label(cell) for cell in fight.targets])
        units, guns = len(ends[1].attackers), len(ends[1].guns)
        everything = f"if all that can come do: {units} in contact, {guns} in support"
        alone = "if the least that can come does: one unit alone"
        defence = [line for line in least.lines if line.kind == "defence"]
        swings = [swing_to(least, alone, worse=False), swing_to(most, everything)]
        columns = least.column if least.column == most.column else f"{least.column} to {most.column}"
        where = p.label(fight.targets[0])
        return Odds(f"Attack on {cells}", defence, columns, [], cell=where, swings=swings)


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
            f"{p.they(fight.attackers, 'attacks', 'attack')} {hexes(p, fight.targets)}{support_text(p, fight)}: "
            f"{totals_text(p, fight)}",
            ("7.4b",),
            all_lines(p, fight),
        )
        p.stack.append(Announced(fight.side))


def support_text(p: Position, fight: Fight) -> str:
    """The guns that either side has added, which come out with the totals (7.4b)."""
    told = [(fight.guns, "in support"), (fight.support, "for the defence")]
    return "".join(f", {p.names(guns)} {what}" for guns, what in told if guns)


class Announced(Choice, frozen=True):
    """The odds are known; the attacker rolls (7.4h)."""

    side: Side

    cases = ("7.4b", "7.4h")
    labels = {"resolve": "Roll the die"}

    def prompt(self, p: Position) -> str:
        assert p.fight is not None
        return f"Attack on {hexes(p, p.fight.targets)}, {totals_text(p, p.fight)}: roll the die."

    def options(self, p: Position) -> Sequence[Action]:
        return (RESOLVE,)

    def refuse(self, p: Position, action: Action) -> Refusal | None:
        if action == RESOLVE:
            return None
        return Refusal("Roll the die: both totals are announced, and nothing can be added or taken back", ("7.4b",))

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
        return f"Attack on {hexes(p, p.fight.targets)}, {totals_text(p, p.fight)}: roll one die."

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
            f"Attack on {hexes(p, fight.targets)}, {totals_text(p, fight)}: {in_full(result, chart.meanings[result])}",
            ("7.4h", *map(case_of, result.split("/"))),
            dice=faces,
            result=result,
            luck=Luck(SIDES[fight.side], float(WORTH[result]), mean_worth(p, at, die, WORTH)),
            odds=fight_odds(p, fight),
        )
        apply_result(p, result)
