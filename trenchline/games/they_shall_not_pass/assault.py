"""9.0 Assault: declaration, defensive support and the roll. Who may take part, the odds, hits, retreats and advances are in
their own modules."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ...core.actions import DONE, Action, Refusal
from ...core.charts import Odds, in_full, odds_text
from ...core.naming import cell_named, unit_named
from ...core.position import Luck
from ...core.state import Cell, Side, Units
from .assault_forces import (
    assaulted_already,
    attackers_of,
    defended,
    foreseen,
    has_target,
    may_support,
    new_fight,
    odds_allowed,
    targets,
    why_no_attack,
    why_no_support,
)
from .assault_odds import LOWEST, attack_lines, column, fight_odds, odds_index
from .components import ENEMY, SIDES
from .position import ASSAULTED, ATTACKED, FIRED, MOVED, STRATEGIC, Automatic, Choice, DiceRoll, Fight, Position

ATTACK, READY = Action("attack"), Action("ready")


def assault_phase(p: Position, side: int) -> None:
    p.struck = ()
    for u in range(len(p.c.counters)):
        p.status[u] &= ~(ATTACKED | ASSAULTED | MOVED | STRATEGIC)
        p.mp[u] = 0
    ask_for_assault(p, side)


def ask_for_assault(p: Position, side: int) -> None:
    """The next assault of the phase, if there is a hex left to attack."""
    p.fight = None
    if has_target(p, side):
        p.stack.append(Assault(side))


class NextAssault(Automatic, frozen=True):
    """One assault is over; is there another?"""

    side: Side

    def run(self, p: Position) -> None:
        ask_for_assault(p, self.side)


# ------------------------------------------------------------------------------------------------ 9.1 declaration


class Assault(Choice, frozen=True):
    """Choose a hex to assault, until done: one hex, one roll (9.0, 9.0a)."""

    side: Side

    implied_kind = "assault"
    cases = ("9.0", "9.1")
    labels = {"done": "End the assaults"}

    def prompt(self, p: Position) -> str:
        return "Assault: choose a hex to attack, or end the phase."

    def options(self, p: Position) -> Sequence[Action]:
        return [*(Action("assault", cell=p.label(cell)) for cell in targets(p, self.side)), DONE]

    def refuse(self, p: Position, action: Action) -> Refusal | None:
        if action == DONE:
            return None
        if action != Action("assault", cell=action.cell):
            return Refusal("Choose a hex to assault, or end the phase", self.cases)
        cell = cell_named(p, action.cell, self.cases)
        if isinstance(cell, Refusal):
            return cell
        if not defended(p, cell, self.side):
            return Refusal(f"There is no enemy to assault in {action.cell}", ("9.0",))
        if assaulted_already(p, cell):
            return Refusal(f"{action.cell} has been assaulted in this phase", ("9.0b",))
        if not attackers_of(p, self.side, cell):
            near = [u for x in p.c.board.neighbours[cell] for u in p.units_in(x) if p.c.side[u] == self.side]
            reasons = [refusal for u in near if (refusal := why_no_attack(p, u, cell))]
            if len(reasons) == 1:
                return reasons[0]
            cases = dict.fromkeys(case for refusal in reasons for case in refusal.cases)
            return Refusal(f"No infantry that can still attack stands next to {action.cell}", tuple(cases) or ("9.0",))
        if not odds_allowed(p, self.side, cell):
            return Refusal(f"Even with everything at hand the odds against {action.cell} are below 1:3", ("9.11",))
        return None

    def take(self, p: Position, action: Action) -> None:
        if action != DONE:
            p.stack.append(Declare(self.side, p.c.board.index[action.cell], (), ()))

    def odds(self, p: Position, action: Action) -> Odds | None:
        """Of an assault with everything at hand."""
        if action == DONE:
            return None
        target = p.c.board.index[action.cell]
        attackers = attackers_of(p, self.side, target)
        guns = [g for g in p.c.guns[self.side] if may_support(p, g, target, attackers, offensive=True)]
        odds = foreseen(p, new_fight(p, self.side, target, attackers, guns))
        return msgspec.structs.replace(odds, title=f"With all at hand: {odds.title}", gathering=True)


class Declare(Choice, frozen=True):
    """Name the attackers and the guns that support them, then attack: from then on it cannot be called off (9.1, 9.11a)."""

    side: Side
    target: Cell
    attackers: Units
    guns: Units

    implied_kind = "add"
    cases = ("9.1", "9.3")
    labels = {"attack": "Attack", "back": "Choose another hex"}
    begins = ATTACK
    can_step_back = True

    def prompt(self, p: Position) -> str:
        if not self.attackers:
            return f"Assault on {{{p.label(self.target)}}}: choose the attackers."
        fight = self._fight(p)
        index = odds_index(p, fight)
        if index < LOWEST:
            return f"Assault on {{{p.label(self.target)}}}, below 1:3: add attackers and guns."
        return f"Assault on {{{p.label(self.target)}}}, {odds_text(index)} after shifts: add attackers and guns, or attack."

    def _fight(self, p: Position) -> Fight:
        return new_fight(p, self.side, self.target, self.attackers, self.guns)

    def options(self, p: Position) -> Sequence[Action]:
        add = p.c.add
        found = [add[u] for u in attackers_of(p, self.side, self.target) if u not in self.attackers]
        if self.attackers:
            found += [
                add[g]
                for g in p.c.guns[self.side]
                if g not in self.guns and may_support(p, g, self.target, self.attackers, offensive=True)
            ]
            if odds_index(p, self._fight(p)) >= LOWEST:
                found.append(ATTACK)
        return found

    def refuse(self, p: Position, action: Action) -> Refusal | None:
        if action == ATTACK:
            if not self.attackers:
                return Refusal("Choose at least one attacker first", ("9.1",))
            index = odds_index(p, self._fight(p))
            return None if index >= LOWEST else Refusal(f"The odds are {odds_text(index)}, below 1:3", ("9.11",))
        if action != Action("add", action.unit):
            return Refusal("Add one of your units to the assault, or attack", self.cases)
        u = unit_named(p, action.unit, self.side, self.cases)
        if isinstance(u, Refusal):
            return u
        if u in self.attackers or u in self.guns:
            return Refusal(f"{action.unit} takes part already", ("9.1",))
        if p.c.gun[u]:
            return why_no_support(p, u, self.target, self.attackers, offensive=True)
        return why_no_attack(p, u, self.target)

    def take(self, p: Position, action: Action) -> None:
        if action == ATTACK:
            fight = self._fight(p)
            join_fight(p, fight)
            who = p.they(fight.attackers, "assaults", "assault")
            p.say("assault", f"{who} {{{p.label(self.target)}}}", ("9.1",), attack_lines(p, fight))
            support = DefensiveSupport(ENEMY[self.side])
            p.stack.append(support if len(support.options(p)) > 1 else BeginRoll())
            return
        u = p.c.unit[action.unit]
        if p.c.gun[u]:
            p.stack.append(msgspec.structs.replace(self, guns=(*self.guns, u)))
        else:
            p.stack.append(msgspec.structs.replace(self, attackers=(*self.attackers, u)))

    def step_back(self, p: Position) -> None:
        p.stack.append(Assault(self.side))

    def odds(self, p: Position, action: Action) -> Odds | None:
        return foreseen(p, self._fight(p)) if action == ATTACK else None


def join_fight(p: Position, fight: Fight) -> None:
    """The attackers have attacked this turn (9.0b), and the guns in support have fired (9.31)."""
    for u in fight.attackers:
        p.status[u] |= ATTACKED
    for g in (*fight.guns, *fight.support):
        p.status[g] |= FIRED
    p.fight = fight


class DefensiveSupport(Choice, frozen=True):
    """The defender names guns that support the attacked hex (9.1, 9.3)."""

    side: Side

    implied_kind = "add"
    cases = ("9.1", "9.3")
    labels = {"ready": "Let the assault come"}
    begins = READY

    def prompt(self, p: Position) -> str:
        assert p.fight is not None
        return f"{{{p.label(p.fight.target)}}} is assaulted: add guns in defensive support, or let the assault come."

    def options(self, p: Position) -> Sequence[Action]:
        fight = p.fight
        assert fight is not None
        found = [
            p.c.add[g]
            for g in p.c.guns[self.side]
            if g not in fight.support and may_support(p, g, fight.target, fight.defenders, offensive=False)
        ]
        return [*found, READY]

    def why_not(self, p: Position, action: Action) -> Refusal | None:
        fight = p.fight
        assert fight is not None
        if action != Action("add", action.unit):
            return None
        u = unit_named(p, action.unit, self.side, self.cases)
        if isinstance(u, Refusal):
            return u
        if not p.c.gun[u]:
            return Refusal(f"{action.unit} is no artillery: only guns give support", ("9.3",))
        if u in fight.support:
            return Refusal(f"{action.unit} supports already", ("9.31",))
        return why_no_support(p, u, fight.target, fight.defenders, offensive=False)

    def take(self, p: Position, action: Action) -> None:
        assert p.fight is not None
        if action == READY:
            p.stack.append(BeginRoll())
            return
        gun = p.c.unit[action.unit]
        p.status[gun] |= FIRED
        p.fight = msgspec.structs.replace(p.fight, support=(*p.fight.support, gun))
        p.say("support", f"{{{p.name(gun)}}} supports the defence of {{{p.label(p.fight.target)}}}", ("9.3",))
        p.stack.append(self if len(self.options(p)) > 1 else BeginRoll())

    def odds(self, p: Position, action: Action) -> Odds | None:
        return fight_odds(p, p.fight) if action == READY and p.fight else None


class BeginRoll(Automatic, frozen=True):
    """All is declared: the defenders count as assaulted, and the die is rolled."""

    def run(self, p: Position) -> None:
        p.stack.append(AssaultRoll(column(p, odds_index(p, fall_into_fight(p)))))


def fall_into_fight(p: Position) -> Fight:
    """The defenders, a fort among them, count as assaulted; guns in or next to the hex can be hit (9.0b, 9.45)."""
    fight = p.fight
    assert fight is not None
    near = p.c.board.distances(fight.target)
    exposed = tuple(g for g in (*fight.guns, *fight.support) if near[p.place[g]] <= 1)
    p.fight = msgspec.structs.replace(fight, exposed=exposed)
    for u in fight.defenders:
        p.status[u] |= ASSAULTED
    if p.fort_stands(fight.target):
        p.struck = (*p.struck, fight.target)
    return p.fight


class AssaultRoll(DiceRoll, frozen=True):
    """One die on the Assault Table: hits for the defender first, then the attacker, then advances (9.1b, 9.4)."""

    column: int

    cases = ("9.1b", "AT.1")

    def prompt(self, p: Position) -> str:
        assert p.fight is not None
        return f"Assault on {{{p.label(p.fight.target)}}} at {p.c.assault.columns[self.column]}: roll one die."

    def resolve(self, p: Position, faces: tuple[int, ...]) -> None:
        fight = p.fight
        assert fight is not None
        result = p.c.assault.result(self.column, faces[0])
        attacker_hits, defender_hits = p.c.hits[result]
        odds = fight_odds(p, fight)
        p.say(
            "result",
            f"Assault on {{{p.label(fight.target)}}}, column {odds.column}: {in_full(result, odds.meaning(result))}",
            ("9.1", "9.4"),
            dice=faces,
            result=result,
            luck=Luck(SIDES[fight.side], float(defender_hits - attacker_hits), p.c.net_hits[self.column]),
            odds=odds,
        )
        take_result(p, attacker_hits, defender_hits)


def take_result(p: Position, attacker_hits: int, defender_hits: int) -> None:
    """The defender takes his hits, then the attacker his; then advances, then the next assault (9.4, 9.1b)."""
    from .advance import BeginAdvance
    from .hits import Hits

    fight = p.fight
    assert fight is not None
    p.stack += [
        NextAssault(fight.side),
        BeginAdvance(),
        Hits(fight.side, attacker_hits),
        Hits(ENEMY[fight.side], defender_hits),
    ]
