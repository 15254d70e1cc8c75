"""9.0 Combat: who attacks what, and both rolls. Odds, support, losses, retreats and advances have modules of their own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from ...core.actions import BACK, DONE, Action, Refusal
from ...core.charts import Odds, swing_to
from ...core.position import Luck
from ...core.state import Cell, Side, Units
from .components import ENEMY, SIDES
from .odds import fight_odds, fighting_strength, in_words, strike
from .position import ATTACKED, DEMORALIZED, ENTRENCHED, FIRED, RESERVE, Automatic, Choice, DiceRoll, Fight, Position
from .refusals import why_elsewhere, why_inactive

ATTACK = Action("attack")


def combat_phase(p: Position, side: int) -> None:
    """3.6: nobody has attacked yet, and no hex has been attacked."""
    p.struck = ()
    for u in (*p.c.army[0], *p.c.army[1]):
        p.status[u] &= ~ATTACKED
    p.stack.append(NextCombat(side))


class NextCombat(Automatic, frozen=True):
    """One combat is over; is there another?"""

    side: Side

    def run(self, p: Position) -> None:
        p.fight = None
        if targets(p, self.side):
            p.stack.append(Combat(self.side))


# ------------------------------------------------------------------------------------------------ who against whom


def why_no_attack(p: Position, u: int) -> Refusal | None:
    """Mobile, not Demoralized, not in Reserve, and once in a phase (8.3b, 9.0a, 9.0c); a gun that has fired adds nothing to an
    attack (4.6f, 7.2b)."""
    name, state = p.name(u), p.status[u]
    if not p.on_map(u):
        return why_elsewhere(p, u)
    if state & ENTRENCHED:
        return Refusal(f"{name} is Entrenched and cannot attack", ("8.0g",))
    if state & DEMORALIZED:
        return Refusal(f"{name} is Demoralized and cannot attack", ("9.7a",))
    if state & FIRED:
        return Refusal(f"{name} has fired and cannot attack", ("7.2b",))
    if state & RESERVE:
        return Refusal(f"{name} is in Reserve", ("8.2b",))
    if state & ATTACKED:
        return Refusal(f"{name} has attacked in this phase", ("9.0c",))
    return None if p.may_act(u) else why_inactive(p, u)


def may_attack(p: Position, u: int) -> bool:
    """Whether `why_no_attack` has nothing against a unit on the map, without its words."""
    return not p.status[u] & (ENTRENCHED | DEMORALIZED | FIRED | RESERVE | ATTACKED) and p.may_act(u)


def attackers_of(p: Position, side: int, target: int) -> list[int]:
    """The units that could attack a hex; not across a river without a bridge (9.8.4)."""
    found = []
    for near in p.c.open_sides[target]:
        if p.holds(near, side):
            found += [u for u in p.stacks[near] if may_attack(p, u)]
    return found


def targets(p: Position, side: int) -> list[int]:
    """Enemy hexes that can be attacked, each once in a phase (CA-R20)."""
    held, sides = p.barred(side), p.c.open_sides
    places = dict.fromkeys([p.place[u] for u in p.units_of(side) if may_attack(p, u)])
    near = dict.fromkeys([cell for place in places for cell in sides[place] if held[cell]])
    return sorted([cell for cell in near if cell not in p.struck])


def new_fight(p: Position, side: int, target: int, attackers: Iterable[int], meeting: bool = False) -> Fight:
    attackers = tuple(attackers)
    origins = tuple(dict.fromkeys(p.place[u] for u in attackers))
    return Fight(side, target, attackers, origins, p.stacks[target], meeting)


# ------------------------------------------------------------------------------------------------ declaration and roll


class Combat(Choice, frozen=True):
    """Choose a hex to attack, until done (9.0a)."""

    side: Side

    implied_kind = "attack"
    cases = ("9.0a",)
    labels = {"done": "End the combats"}

    def prompt(self, p: Position) -> str:
        return "Combat: choose a hex to attack, or end the phase."

    def options(self, p: Position) -> Sequence[Action]:
        return [*(Action("attack", cell=p.label(cell)) for cell in targets(p, self.side)), DONE]

    def refuse(self, p: Position, action: Action) -> Refusal | None:
        if action == DONE:
            return None
        cell = p.c.board.index.get(action.cell)
        if cell is None or action != Action("attack", cell=action.cell):
            return Refusal("Choose a hex to attack, or end the phase", self.cases)
        if not p.enemy_holds(cell, self.side):
            return Refusal(f"There is no enemy in {action.cell}", ("9.0a",))
        if cell in p.struck:
            return Refusal(f"{action.cell} has been attacked in this phase", ("9.0c",))
        if attackers_of(p, self.side, cell):
            return None
        own = p.c.bit[self.side]
        for near in p.c.open_sides[cell]:
            if p.present[near] == own:
                return why_no_attack(p, p.stacks[near][0])
        if any(p.present[near] == own for near in p.c.shut_sides[cell]):
            return Refusal(f"The river lies between your units and {action.cell}, without a bridge", ("9.8.4",))
        return Refusal(f"No unit of yours is next to {action.cell}", ("9.0a",))

    def take(self, p: Position, action: Action) -> None:
        if action != DONE:
            p.stack.append(Declare(self.side, p.c.board.index[action.cell], ()))

    def odds(self, p: Position, action: Action) -> Odds | None:
        """Of an attack with everything at hand."""
        if action == DONE:
            return None
        target = p.c.board.index[action.cell]
        odds = foreseen(p, new_fight(p, self.side, target, attackers_of(p, self.side, target)))
        return msgspec.structs.replace(odds, title=f"With all at hand: {odds.title}", gathering=True)


class Declare(Choice, frozen=True):
    """Name the attackers, then attack."""

    side: Side
    target: Cell
    attackers: Units

    implied_kind = "add"
    cases = ("9.0a", "9.0b")
    labels = {"attack": "Attack"}
    begins = ATTACK
    can_step_back = True

    def prompt(self, p: Position) -> str:
        where = f"Attack on {{{p.label(self.target)}}}"
        if not self.attackers:
            return f"{where}: choose the attackers."
        return f"{where} with {fighting_strength(p, self._fight(p), self.side)} Strength Points: add attackers, or attack."

    def _fight(self, p: Position) -> Fight:
        return new_fight(p, self.side, self.target, self.attackers)

    def options(self, p: Position) -> Sequence[Action]:
        found = [p.c.add[u] for u in attackers_of(p, self.side, self.target) if u not in self.attackers]
        return [*found, ATTACK] if self.attackers else found

    def refuse(self, p: Position, action: Action) -> Refusal | None:
        if action == ATTACK:
            return None if self.attackers else Refusal("Choose an attacker first", ("9.0a",))
        u = p.c.unit.get(action.unit)
        if u is None or action != Action("add", action.unit):
            return Refusal("Add one of your units to the attack, or attack", self.cases)
        if p.c.side[u] != self.side:
            return Refusal(f"{action.unit} is not yours", ("9.0a",))
        if u in self.attackers:
            return Refusal(f"{action.unit} takes part already", ("9.0c",))
        refusal = why_no_attack(p, u)
        if refusal is not None:
            return refusal
        if p.place[u] in p.c.shut_sides[self.target]:
            return Refusal(f"The river lies between {action.unit} and {p.label(self.target)}, without a bridge", ("9.8.4",))
        if p.place[u] not in p.c.open_sides[self.target]:
            return Refusal(f"{action.unit} is not next to {p.label(self.target)}", ("9.0a",))
        return None

    def label(self, p: Position, action: Action) -> str:
        if action == BACK:
            return "Leave out the last unit" if self.attackers else "Choose another hex"
        return super().label(p, action)

    def step_back(self, p: Position) -> None:
        before = msgspec.structs.replace(self, attackers=self.attackers[:-1]) if self.attackers else Combat(self.side)
        p.stack.append(before)

    def take(self, p: Position, action: Action) -> None:
        if action != ATTACK:
            p.stack.append(msgspec.structs.replace(self, attackers=(*self.attackers, p.c.unit[action.unit])))
            return
        for u in self.attackers:
            p.act(u)
            p.status[u] |= ATTACKED
        p.struck = (*p.struck, self.target)
        p.stack.append(NextCombat(self.side))
        open_fight(p, self._fight(p))

    def odds(self, p: Position, action: Action) -> Odds | None:
        return foreseen(p, self._fight(p)) if action == ATTACK else None


def foreseen(p: Position, f: Fight) -> Odds:
    """The odds as they stand before any support, and what the defender's support could make of them (9.8b, 4.1i)."""
    from .support import gas_units, limit

    if not f.attackers:
        return msgspec.structs.replace(fight_odds(p, f), column="", outcomes=[])
    odds, enemy, swings = fight_odds(p, f), ENEMY[f.side], []
    points = limit(p, f, "elan", enemy)
    if points:
        defended = fight_odds(p, msgspec.structs.replace(f, elan=points))
        swings.append(swing_to(defended, f"if the defender spends {points} AP on Elan"))
    gas = tuple(gas_units(p, f, enemy))
    if gas:
        swings.append(swing_to(fight_odds(p, msgspec.structs.replace(f, gas=gas)), f"if {p.names(gas)} release gas"))
    return msgspec.structs.replace(odds, swings=swings)


def open_fight(p: Position, f: Fight) -> None:
    """An attack or a Meeting Engagement begins: support, the attacker's first, then the dice (9.8b)."""
    from .support import BeginRolls, OfferSupport

    p.fight = f
    how = " in a Meeting Engagement" if f.meeting else ""
    told = f"{p.they(f.attackers, 'attacks', 'attack')} {{{p.label(f.target)}}}{how}"
    p.say("attack", told, ("8.1a" if f.meeting else "9.0a",))
    p.stack += [BeginRolls(), OfferSupport(ENEMY[f.side]), OfferSupport(f.side)]


class CombatRoll(DiceRoll, frozen=True):
    """Both sides roll at once: the first die is the attacker's, the second the defender's (9.0b)."""

    count, summed = 2, False
    cases = ("9.0b", "9.0f")

    def prompt(self, p: Position) -> str:
        assert p.fight is not None
        return f"Combat in {{{p.label(p.fight.target)}}}: roll the attacker's die, then the defender's."

    def resolve(self, p: Position, faces: tuple[int, ...]) -> None:
        f = p.fight
        assert f is not None
        enemy = ENEMY[f.side]
        ours, theirs = strike(p, f, f.side, f.blown), strike(p, f, enemy, f.blown)
        on_defender, on_attacker = ours.losses[faces[0] - 1], theirs.losses[faces[1] - 1]
        odds = fight_odds(p, f)
        expected = (sum(ours.losses) - sum(theirs.losses)) / 6
        luck = Luck(SIDES[f.side], float(on_defender - on_attacker), expected)
        result = f"{on_defender}/{on_attacker}"
        words = f"{odds.title}: {in_words(on_defender, on_attacker)}"
        p.say("result", words, self.cases, dice=faces, result=result, luck=luck, odds=odds)
        take_losses(p, on_attacker, on_defender)

    def odds(self, p: Position, action: Action) -> Odds:
        assert p.fight is not None
        return fight_odds(p, p.fight)


def take_losses(p: Position, on_attacker: int, on_defender: int) -> None:
    """The dice have fallen: both sides absorb their loss points, the attacker first (CA-R11), and then come the attackers'
    weariness and their advance."""
    from .advance import BeginAdvance
    from .losses import ElanPrice, Losses, Weary

    f = p.fight
    assert f is not None
    p.fight = msgspec.structs.replace(f, losses=(on_attacker, on_defender))
    p.stack += [BeginAdvance(), Weary()]
    if on_defender:
        p.stack.append(Losses(ENEMY[f.side], on_defender))
    if f.elan and on_defender > on_attacker:
        p.stack.append(ElanPrice())
    if on_attacker:
        p.stack.append(Losses(f.side, on_attacker))
