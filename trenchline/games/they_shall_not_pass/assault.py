"""9.0 Assault: declaration, odds and the roll. Hits, retreats and advances are in their own modules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from ...core.actions import DONE, Action, Refusal
from ...core.charts import Odds, Outcome, Term, odds_number, odds_text, of_kind, total
from ...core.naming import cell_named, unit_named
from ...core.position import Luck
from ...core.state import Cell, Side, Units
from .components import ENEMY, GERMAN, SIDES
from .naming import river_between, where_it_is
from .position import (
    ASSAULTED,
    ATTACKED,
    DEMORALIZED,
    FIRED,
    MOVED,
    STRATEGIC,
    UNSUPPLIED,
    Automatic,
    Choice,
    DiceRoll,
    Fight,
    Position,
)
from .strength import combat_strength, defence_lines
from .terrain import open_side

ATTACK, READY = Action("attack"), Action("ready")
LOWEST = -1  # 1:3, below which no attack is allowed (9.11)
FIRST_DAY_SUPPORT = 4  # of German divisional artillery on turn 1 (9.32e)


def assault_phase(p: Position, side: int) -> None:
    p.struck = ()
    for u in range(len(p.c.counters)):
        p.status[u] &= ~(ATTACKED | ASSAULTED | MOVED | STRATEGIC)
        p.mp[u] = 0
    ask_for_assault(p, side)


def ask_for_assault(p: Position, side: int) -> None:
    """The next assault of the phase, if there is a hex left to attack."""
    p.fight = None
    if targets(p, side):
        p.stack.append(Assault(side))


class NextAssault(Automatic, frozen=True):
    """One assault is over; is there another?"""

    side: Side

    def run(self, p: Position) -> None:
        ask_for_assault(p, self.side)


# ------------------------------------------------------------------------------------------------ who against whom


def may_attack(p: Position, u: int) -> bool:
    """Steady infantry that has not attacked this turn (9.0, 9.0b, 12.3)."""
    return p.c.foot[u] and not p.status[u] & (DEMORALIZED | ATTACKED)


def attackers_of(p: Position, side: int, target: int) -> list[int]:
    """The units that could attack a hex."""
    found = []
    for near in p.c.board.neighbours[target]:
        if p.holds(near, side) and open_side(p.c, near, target):
            found += [u for u in p.stacks[near] if may_attack(p, u)]
    return found


def why_no_attack(p: Position, u: int, target: int) -> Refusal | None:
    """Why a unit cannot attack a hex; None if it can."""
    name, label = p.name(u), p.label(target)
    if not p.c.foot[u]:
        return Refusal(f"{name} is no infantry: it does not attack", ("9.0",))
    if not p.on_map(u) or p.place[u] not in p.c.board.neighbours[target]:
        return Refusal(f"{name} {where_it_is(p, u)}, not next to {label}", ("9.0",))
    if p.status[u] & DEMORALIZED:
        return Refusal(f"{name} is demoralized and cannot attack", ("12.3",))
    if p.status[u] & ATTACKED:
        return Refusal(f"{name} has attacked this turn", ("9.0b",))
    return river_between(p, p.place[u], target)


def defended(p: Position, cell: int, side: int) -> bool:
    """Whether a hex holds something to attack: enemy units, or a French fort."""
    return p.enemy_holds(cell, side) or (side == GERMAN and p.fort_stands(cell))


def assaulted_already(p: Position, cell: int) -> bool:
    """A hex with a unit, or a fort, that was assaulted in this phase is spared (9.0b, TP-R88)."""
    return cell in p.struck or any(p.status[u] & ASSAULTED for u in p.units_in(cell))


def targets(p: Position, side: int) -> list[int]:
    """Hexes that can be assaulted at no less than 1:3 with everything at hand (9.0, 9.11)."""
    near = dict.fromkeys(cell for u in p.units_of(side) if may_attack(p, u) for cell in p.c.board.neighbours[p.place[u]])
    open_to_attack = (cell for cell in near if defended(p, cell, side) and not assaulted_already(p, cell))
    return [cell for cell in open_to_attack if _odds_allowed(p, side, cell)]


def _odds_allowed(p: Position, side: int, target: int) -> bool:
    """No attack below 1:3: whether all who can take part bring it there, with guns or without (9.11)."""
    attackers = attackers_of(p, side, target)
    if not attackers:
        return False
    fight = new_fight(p, side, target, attackers)
    if odds_index(p, fight) >= LOWEST:
        return True
    guns = [g for g in p.c.guns[side] if may_support(p, g, target, attackers, offensive=True)]
    return odds_index(p, msgspec.structs.replace(fight, guns=tuple(guns))) >= LOWEST


def new_fight(p: Position, side: int, target: int, attackers: Iterable[int] = (), guns: Iterable[int] = ()) -> Fight:
    attackers, guns = tuple(attackers), tuple(guns)
    works = side == GERMAN and (p.c.trench[target] or p.fort_stands(target))
    return Fight(
        side,
        target,
        attackers,
        tuple(p.place[u] for u in attackers),
        guns,
        tuple(p.place[g] for g in guns),
        p.units_in(target),
        works=works,
    )


def may_support(p: Position, gun: int, target: int, helped: Sequence[int], offensive: bool) -> bool:
    return why_no_support(p, gun, target, helped, offensive) is None


def why_no_support(p: Position, gun: int, target: int, helped: Sequence[int], offensive: bool) -> Refusal | None:
    """Corps and divisional guns in range, unfired and steady, with one unit of their own in the fight (9.32).

    Guns out of supply may still support a defence (6.16a); a gun that is or was assaulted this phase may not (9.32d).
    """
    c = p.c
    state, name = p.status[gun], c.ids[gun]
    if "offensive support" not in c.missions[c.size[gun]]:
        return Refusal(f"{name} is army artillery and gives no support", ("9.32",))
    if not p.on_map(gun):
        return Refusal(f"{name} is not on the map", ("9.3",))
    if state & FIRED:
        return Refusal(f"{name} has fired or moved this turn", ("9.31",))
    if state & DEMORALIZED:
        return Refusal(f"{name} is demoralized", ("12.3a",))
    if offensive and state & UNSUPPLIED:
        return Refusal(f"{name} is out of supply", ("6.16a",))
    if not offensive and (state & ASSAULTED or p.place[gun] == target):
        return Refusal(f"{name} is itself assaulted in this phase", ("9.32d",))
    if c.board.distances(p.place[gun])[target] > c.range[gun]:
        return Refusal(f"{p.label(target)} is out of range of {name}", ("9.3",))
    if _belongs(p, gun, helped):
        return None
    own, case = ("division", "9.32a") if c.size[gun] == "division" else ("corps", "9.32b")
    return Refusal(f"No unit of {name}'s {own} is in the fight", (case,))


def _belongs(p: Position, gun: int, helped: Sequence[int]) -> bool:
    """Whether one of the units is a gun's to support: of its division or corps, or any remnant (9.32a, 9.32b, 9.32c)."""
    c = p.c
    for u in helped:
        if c.kind[u] == "remnant":
            return True
        if c.division[u] == c.division[gun] if c.size[gun] == "division" else p.corps_of(u) == c.corps[gun]:
            return True
    return False


# ------------------------------------------------------------------------------------------------ 9.1a, 9.2 odds


def attack_lines(p: Position, fight: Fight) -> list[Term]:
    lines = [Term(f"{{{p.name(u)}}}", combat_strength(p, u), "9.1") for u in fight.attackers]
    return lines + [Term(f"{{{p.name(g)}}} supports", support_strength(p, g, offensive=True), "9.31") for g in fight.guns]


def support_strength(p: Position, gun: int, offensive: bool) -> int:
    """Attack strength (9.31); German divisional guns count 4 in attack on turn 1 (9.32e)."""
    if offensive and p.turn == 1 and p.c.side[gun] == GERMAN and p.c.size[gun] == "division":
        return FIRST_DAY_SUPPORT
    return p.c.attack[gun]


def defend_lines(p: Position, fight: Fight) -> list[Term]:
    """Units in the hex, an intact fort, guns in support (9.1, 14.81, TP-R84)."""
    lines = [line for u in p.units_in(fight.target) for line in defence_lines(p, u)]
    fort = p.c.fort_at.get(fight.target)
    if fort is not None and p.forts[fort]:
        strength = p.forts[fort] if p.rules.heavy_artillery else 2
        lines.append(Term(f"Fort {p.c.forts[fort].name}", strength, "14.81"))
    return lines + [Term(f"{{{p.name(g)}}} supports", support_strength(p, g, offensive=False), "9.31") for g in fight.support]


def shift_lines(p: Position, fight: Fight) -> list[Term]:
    """Every column modifier that applies (9.2, AT.3, TEC.2); pioneers count once (9.21, 14.5)."""
    shifts = p.c.assault.shifts
    lines = []
    if any(p.c.kind[u] == "pioneer" for u in fight.attackers):
        lines.append(shifts["pioneer"])
    lines += p.c.assault_lines[fight.target]
    if p.fort_stands(fight.target):
        lines.append(shifts["fort"])
    if fight.attackers and all(across_water(p, cell, fight.target) for cell in fight.origins):
        lines.append(shifts["water"])
    return lines


def across_water(p: Position, a: int, b: int) -> bool:
    """A bridge or stream hexside (9.26, TP-R86)."""
    return p.c.board.joined("stream", a, b) or p.c.board.joined("bridge", a, b)


def odds_index(p: Position, fight: Fight) -> int:
    """The odds number after all shifts: whole odds beyond the printed columns (9.1a, 9.2)."""
    attack, defence = total(attack_lines(p, fight)), max(1, total(defend_lines(p, fight)))
    if not attack:
        return -99
    return odds_number(attack, defence) + total(shift_lines(p, fight))


def column(p: Position, index: int) -> int:
    """Above 7:1 the last column; below 1:3, if support brought it there, the first (9.11, TP-R83)."""
    return p.c.assault.clamp(p.c.assault.column(index) if index >= LOWEST else 0)


def fight_odds(p: Position, fight: Fight) -> Odds:
    index = odds_index(p, fight)
    at = column(p, index)
    against = [Term(x.text, -x.value, x.case) for x in defend_lines(p, fight)]
    lines = [
        *of_kind("attack", attack_lines(p, fight)),
        *of_kind("defence", against),
        *of_kind("shift", shift_lines(p, fight)),
    ]
    attack, defence = total(attack_lines(p, fight)), max(1, total(defend_lines(p, fight)))
    title = f"{attack} against {defence} at {p.label(fight.target)}"
    outcomes = [Outcome(o.result, o.probability, _in_words(p, o.result)) for o in p.c.assault.outcomes(at)]
    ratio = odds_text(odds_number(attack, defence)) if attack else ""
    return Odds(title, lines, p.c.assault.columns[at], outcomes, ratio)


def _in_words(p: Position, result: str) -> str:
    """`3/1` for those who do not know the table."""
    attacker, defender = p.c.hits[result]
    return f"attacker {attacker} hit{'s' * (attacker != 1)}, defender {defender}"


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
            return Refusal("Name a hex to assault, or end the phase", self.cases)
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
        if not _odds_allowed(p, self.side, cell):
            return Refusal(f"Even with everything at hand the odds against {action.cell} are below 1:3", ("9.11",))
        return None

    def take(self, p: Position, action: Action) -> None:
        if action != DONE:
            p.stack.append(Declare(self.side, p.c.board.index[action.cell], (), ()))


class Declare(Choice, frozen=True):
    """Name the attackers and the guns that support them, then attack: from then on it cannot be called off (9.1, 9.11a)."""

    side: Side
    target: Cell
    attackers: Units
    guns: Units

    implied_kind = "add"
    cases = ("9.1", "9.3")
    labels = {"attack": "Attack", "back": "Choose another hex"}
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
            p.say("assault", f"{p.names(fight.attackers)} assault {{{p.label(self.target)}}}", ("9.1",), attack_lines(p, fight))
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
        return fight_odds(p, self._fight(p)) if action == ATTACK else None


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
            f"{odds.title}, column {p.c.assault.columns[self.column]}: {result}",
            ("9.1", "9.4"),
            odds.lines,
            faces,
            result,
            Luck(SIDES[fight.side], float(defender_hits - attacker_hits), p.c.net_hits[self.column]),
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
