"""9.8 Combat Support, and the gas of 4.1: bought before any die is thrown, the attacker first."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ...core.actions import Action, Refusal
from ...core.charts import Odds, Outcome
from ...core.decisions import Stake
from ...core.state import Side, Unit
from .artillery import fighters
from .careful import last_point
from .combat import CombatRoll, why_no_attack
from .components import FRENCH, GERMAN
from .meeting import ready_to_meet, take_part, why_not_ready
from .odds import fight_odds, fighting_strength
from .position import ATTACKED, OOS, Automatic, Choice, DiceRoll, Fight, Position
from .refusals import why_not_ours
from .siege_odds import siege_points
from .supply import has_loc
from .zones import RESERVES, mode_of

READY = Action("ready")
KINDS = ("hurricane", "flamethrowers", "elan")


def supplied(p: Position, u: int) -> bool:
    """In supply and with a line at this instant (9.8a, CA-R58)."""
    return not p.status[u] & OOS and has_loc(p, u)


def barrage_guns(p: Position, f: Fight) -> list[int]:
    """Guns next to the target, no river between, that can join a Hurricane Barrage: they do nothing else in this combat
    (9.8.1, CA-R24, CA-R26). In a Meeting Engagement only those of the stack that could have been named (8.1d, docs/rulings)."""
    near = f.origins if f.meeting else p.c.open_sides[f.target]
    free = [g for g in p.c.guns[f.side] if p.place[g] in near and g not in f.attackers and g not in f.barrage]
    if f.meeting:
        free = [g for g in free if ready_to_meet(p, g, mode_of(p) in RESERVES)]
    return [g for g in free if why_no_attack(p, g) is None and supplied(p, g)]


def gas_units(p: Position, f: Fight, side: int) -> list[int]:
    """German gas stacked with a fighting unit, once in a combat (4.1i, CA-R15); what attacks in a Meeting Engagement has been
    named for it, and has paid (8.1c)."""
    if side != GERMAN:
        return []
    cells = f.origins if side == f.side else (f.target,)
    units = (u for cell in cells for u in p.stacks[cell] if p.c.gas[u] and u not in f.gas)
    if side != f.side:
        return list(units)
    return [u for u in units if u in f.attackers or (not f.meeting and why_no_attack(p, u) is None)]


def limit(p: Position, f: Fight, kind: str, side: int) -> int:
    """The most AP that can be spent on a kind of support, 0 if it is not to be had (9.8.1b, 9.8.2, 9.8.3a, S-h, CA-R03);
    Elan asks neither for supply nor for a line (9.8.3c)."""
    if kind == "hurricane":
        if side != f.side or f.hurricane or not f.barrage:
            return 0
        most = (sum(siege_points(p, g) for g in f.barrage) + 1) // 2
    elif kind == "flamethrowers":
        if side != GERMAN or side != f.side or f.flamethrowers or not all(supplied(p, u) for u in fighters(p, f, side)):
            return 0
        most = (fighting_strength(p, f, side) + 1) // 2
    else:
        if side != FRENCH or side == f.side or f.elan:
            return 0
        most = (fighting_strength(p, f, side) + 1) // 2
    return min(most, p.ap[side])


def why_no_support(p: Position, f: Fight, kind: str, side: int) -> Refusal:
    """What keeps a side from buying a kind of support at all."""
    attacks = side == f.side
    if kind == "hurricane":
        if not attacks:
            return Refusal("Only the attacker fires a Hurricane Barrage", ("9.8.1a",))
        if f.hurricane:
            return Refusal("The Hurricane Barrage is paid for", ("9.8.1b",))
        if not f.barrage:
            return Refusal("Choose the guns of the Hurricane Barrage first", ("9.8.1a",))
    elif kind == "flamethrowers":
        if side != GERMAN or not attacks:
            return Refusal("Only German attackers have flamethrowers", ("9.8.2",))
        if f.flamethrowers:
            return Refusal("The flamethrowers are paid for", ("9.8.2",))
        for u in fighters(p, f, side):
            if not supplied(p, u):
                return _why_unsupplied(p, u)
    else:
        if side != FRENCH or attacks:
            return Refusal("Only French defenders have Elan", ("9.8.3a",))
        if f.elan:
            return Refusal("The Elan Defense is paid for", ("9.8.3a",))
    if not p.ap[side]:
        return Refusal("You have no Administrative Points left", ("9.8a",))
    return Refusal("The units that fight have no Strength Points for it", ("9.8.2" if attacks else "9.8.3a",))


def _why_unsupplied(p: Position, u: int) -> Refusal:
    state = "is out of supply" if p.status[u] & OOS else "has no line of communication"
    return Refusal(f"{p.name(u)} {state}", ("9.8a",))


def why_no_barrage(p: Position, f: Fight, u: int) -> Refusal:
    """What keeps a unit out of a Hurricane Barrage (9.8.1a, 9.8.1c)."""
    name, target = p.name(u), p.label(f.target)
    if not p.c.gun[u]:
        return Refusal(f"{name} is no Heavy Artillery", ("9.8.1a",))
    if f.hurricane:
        return Refusal("The Hurricane Barrage is paid for", ("9.8.1b",))
    if u in f.barrage:
        return Refusal(f"{name} is named already", ("9.8.1a",))
    if u in f.attackers:
        return Refusal(f"{name} takes part in the attack itself", ("9.8.1c",))
    if f.meeting and p.place[u] not in f.origins:
        return Refusal(f"{name} is not of the stack that attacks", ("8.1d",))
    if p.place[u] in p.c.shut_sides[f.target]:
        return Refusal(f"The river lies between {name} and {target}, without a bridge", ("9.8.4",))
    if p.place[u] not in p.c.open_sides[f.target]:
        return Refusal(f"{name} is not next to {target}", ("9.8.1a",))
    refusal = why_no_attack(p, u)
    if refusal is not None:
        return refusal
    if f.meeting and not ready_to_meet(p, u, mode_of(p) in RESERVES):
        return why_not_ready(p, u, mode_of(p) in RESERVES)
    return _why_unsupplied(p, u) if not supplied(p, u) else Refusal("You have no Administrative Points left", ("9.8a",))


def why_no_gas(p: Position, f: Fight, u: int) -> Refusal:
    """What keeps a unit from releasing gas (4.1i, CA-R15)."""
    name = p.name(u)
    if not p.c.gas[u]:
        return Refusal(f"{name} is no gas unit", ("4.1i",))
    if u in f.gas:
        return Refusal(f"{name} has been used in this combat", ("4.1i",))
    if p.place[u] not in (f.origins if p.c.side[u] == f.side else (f.target,)):
        return Refusal(f"{name} is not stacked with a unit that fights", ("4.1i",))
    if f.meeting:
        return Refusal(f"{name} was not named for the Meeting Engagement", ("8.1c",))
    return why_no_attack(p, u) or Refusal(f"{name} cannot be used here", ("4.1i",))


class OfferSupport(Automatic, frozen=True):
    """Ask a side for support if it can have any."""

    side: Side

    def run(self, p: Position) -> None:
        f = p.fight
        assert f is not None
        naming = self.side == f.side and f.barrage and not f.hurricane
        support = Barrage(self.side) if naming else Support(self.side)
        if len(support.options(p)) > 1:
            p.stack.append(support)


CASES = {"hurricane": "9.8.1a", "flamethrowers": "9.8.2", "elan": "9.8.3a"}  # by kind of support


class Supporting(Choice, frozen=True):
    """Buy die roll modifiers, declare gas, or let it come to the dice (9.8a, 9.8b)."""

    side: Side

    implied_kind = "barrage"
    cases = ("9.8a", "9.8b")
    labels = {"ready": "Ready: no more support"}
    begins = READY

    def prompt(self, p: Position) -> str:
        assert p.fight is not None
        last = "; spending all of them loses the match" if p.last_ap_loses(self.side) else ""
        where = f"{{{p.label(p.fight.target)}}}"
        return f"Combat in {where}: choose your support, or be ready. You have {p.ap[self.side]} AP{last}."

    def label(self, p: Position, action: Action) -> str:
        names = {"hurricane": "Hurricane Barrage", "flamethrowers": "Flamethrowers", "elan": "Elan"}
        if action.kind not in names:
            return super().label(p, action)
        row = p.c.support["flamethrower" if action.kind == "flamethrowers" else action.kind]
        whose = "the defender's" if action.kind == "hurricane" else "your"
        die = f"{action.value // row.ap * row.drm:+d} on {whose} die"
        return f"{names[action.kind]}: {action.value} AP, {die if action.value >= row.ap else 'too few to change anything'}"

    def idle(self, p: Position, action: Action) -> bool:
        """AP that do not fill the price of another modifier bring nothing (9.8.1b, 9.8.2, 9.8.3a)."""
        price = {"hurricane": "hurricane", "flamethrowers": "flamethrower", "elan": "elan"}.get(action.kind, "")
        return bool(price) and action.value % p.c.support[price].ap != 0

    def stake(self, p: Position, action: Action) -> Stake | None:
        return last_point(p, self.side, action.value) if action.value else None

    def options(self, p: Position) -> Sequence[Action]:
        f, side = p.fight, self.side
        assert f is not None
        found: list[Action] = []
        if side == f.side and not f.hurricane and p.ap[side]:
            found += [Action("barrage", p.name(g)) for g in barrage_guns(p, f)]
        found += [Action("gas", p.name(u)) for u in gas_units(p, f, side)]
        for kind in KINDS:
            found += [Action(kind, value=n) for n in range(1, limit(p, f, kind, side) + 1)]
        return [*found, READY]

    def refuse(self, p: Position, action: Action) -> Refusal | None:
        f, side = p.fight, self.side
        assert f is not None
        if action.kind in KINDS and action == Action(action.kind, value=action.value):
            most = limit(p, f, action.kind, side)
            if not most:
                return why_no_support(p, f, action.kind, side)
            case = "9.8.1b" if action.kind == "hurricane" else CASES[action.kind]
            return None if 1 <= action.value <= most else Refusal(f"From 1 to {most} AP can be spent on that", (case,))
        return super().refuse(p, action)

    def why_not(self, p: Position, action: Action) -> Refusal | None:
        f = p.fight
        assert f is not None
        if action not in (Action("barrage", action.unit), Action("gas", action.unit)):
            return Refusal("Choose a kind of support, or be ready for the dice", self.cases)
        if action.kind == "barrage" and self.side != f.side:
            return Refusal("Only the attacker fires a Hurricane Barrage", ("9.8.1a",))
        refusal = why_not_ours(p, action.unit, self.side, ("9.8.1a" if action.kind == "barrage" else "4.1i",))
        if refusal is not None:
            return refusal
        u = p.c.unit[action.unit]
        return why_no_barrage(p, f, u) if action.kind == "barrage" else why_no_gas(p, f, u)

    def take(self, p: Position, action: Action) -> None:
        f = p.fight
        assert f is not None
        if action == READY:
            return
        if action.kind == "barrage":
            gun = p.c.unit[action.unit]
            p.fight = msgspec.structs.replace(f, barrage=(*f.barrage, gun))
        elif action.kind == "gas":
            unit = p.c.unit[action.unit]
            attackers = f.attackers
            if self.side == f.side and unit not in attackers:
                attackers = (*attackers, unit)
                p.act(unit)
                p.status[unit] |= ATTACKED
            p.fight = msgspec.structs.replace(f, gas=(*f.gas, unit), attackers=attackers)
            p.say("support", f"{{{action.unit}}} releases gas", ("4.1i",))
        else:
            p.fight = msgspec.structs.replace(f, **{action.kind: action.value})
            names = {"hurricane": "a Hurricane Barrage", "flamethrowers": "flamethrowers", "elan": "an Elan Defense"}
            p.say("support", f"{action.value} AP for {names[action.kind]}", (CASES[action.kind],))
            if action.kind == "hurricane":
                for gun in f.barrage:
                    p.act(gun)
                    p.status[gun] |= ATTACKED
                    if f.meeting:
                        take_part(p, gun)
            if p.pay(self.side, action.value):
                return
        p.stack.append(OfferSupport(self.side))

    def odds(self, p: Position, action: Action) -> Odds | None:
        f = p.fight
        assert f is not None
        if action == READY:
            return fight_odds(p, f)
        if action.kind in KINDS:
            return fight_odds(p, msgspec.structs.replace(f, **{action.kind: action.value}))
        return None


class Support(Supporting, frozen=True):
    """No guns are named for a barrage, or it is paid for."""


class Barrage(Supporting, frozen=True):
    """Guns are named for a Hurricane Barrage, and nothing is paid yet: the last can be left out again."""

    labels = {**Supporting.labels, "back": "Leave out the last gun"}
    can_step_back = True

    def step_back(self, p: Position) -> None:
        f = p.fight
        assert f is not None
        p.fight = msgspec.structs.replace(f, barrage=f.barrage[:-1])
        p.stack.append(OfferSupport(self.side))


class BeginRolls(Automatic, frozen=True):
    """All is declared: the gas first, then both dice (4.1i)."""

    def run(self, p: Position) -> None:
        f = p.fight
        assert f is not None
        if f.gas:
            p.stack += [self, GasRoll(f.gas[0])]
        else:
            p.stack.append(CombatRoll())


class GasRoll(DiceRoll, frozen=True):
    """1-3 it blows back, 4-6 it drifts on: the German column moves by one (4.1i)."""

    unit: Unit

    cases = ("4.1i",)

    def prompt(self, p: Position) -> str:
        return f"{{{p.name(self.unit)}}} releases gas: roll one die."

    def resolve(self, p: Position, faces: tuple[int, ...]) -> None:
        f = p.fight
        assert f is not None
        shift = p.c.gas_shift[faces[0]]
        p.fight = msgspec.structs.replace(f, gas=f.gas[1:], blown=f.blown + shift)
        words = "drifts over the enemy" if shift > 0 else "blows back"
        text = f"The gas of {{{p.name(self.unit)}}} {words}"
        p.say("gas", text, self.cases, dice=faces, result=f"{shift:+d}", odds=self.odds(p, Action("roll")))

    def odds(self, p: Position, action: Action) -> Odds:
        left = sum(shift < 0 for shift in p.c.gas_shift.values()) / 6
        back = Outcome("-1", left, "it blows back: the German roll moves 1 column to the left")
        on = Outcome("+1", 1 - left, "it drifts over the enemy: the German roll moves 1 column to the right")
        return Odds(f"The gas of {p.name(self.unit)}", [], "", [back, on])
