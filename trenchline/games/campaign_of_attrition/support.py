"""9.8 Combat Support, and the gas of 4.1: bought before any die is thrown, the attacker first."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ...core.charts import Odds, Outcome
from ...core.actions import Action, Refusal
from ...core.state import Side, Unit
from .artillery import fighters
from .combat import CombatRoll, why_no_attack
from .components import FRENCH, GERMAN
from .meeting import ready_to_meet, take_part
from .odds import fight_odds, fighting_strength
from .position import ATTACKED, OOS, Automatic, Choice, DiceRoll, Fight, Position
from .siege import siege_points
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
    """The most AP that can be spent on a kind of support, 0 if it is not to be had (9.8.1b, 9.8.2, 9.8.3a, CA-R03)."""
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


class OfferSupport(Automatic, frozen=True):
    """Ask a side for support if it can have any."""

    side: Side

    def run(self, p: Position) -> None:
        support = Support(self.side)
        if len(support.options(p)) > 1:
            p.stack.append(support)


class Support(Choice, frozen=True):
    """Buy die roll modifiers, declare gas, or let it come to the dice (9.8a, 9.8b)."""

    side: Side

    implied_kind = "barrage"
    cases = ("9.8a", "9.8b")
    labels = {"ready": "No more support"}

    def player(self, p: Position) -> int:
        return self.side

    def prompt(self, p: Position) -> str:
        assert p.fight is not None
        last = "; spending all of them loses the match" if p.last_ap_loses(self.side) else ""
        where = f"{{{p.label(p.fight.target)}}}"
        return f"Combat in {where}: choose your support, or be ready. You have {p.ap[self.side]} AP{last}."

    def label(self, p: Position, action: Action) -> str:
        names = {"hurricane": "Hurricane Barrage", "flamethrowers": "Flamethrowers", "elan": "Elan"}
        return f"{names[action.kind]}: {action.value} AP" if action.kind in names else super().label(p, action)

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
                return Refusal(f"There is no {action.kind} support to be had here now", ("9.8a",))
            case = {"hurricane": "9.8.1b", "flamethrowers": "9.8.2", "elan": "9.8.3a"}[action.kind]
            return None if 1 <= action.value <= most else Refusal(f"From 1 to {most} AP can be spent on that", (case,))
        return super().refuse(p, action)

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
            p.say("support", f"{action.value} AP for {names[action.kind]}", self.cases)
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
        p.say("gas", f"The gas of {{{p.name(self.unit)}}} {words}", self.cases, dice=faces, result=f"{shift:+d}")

    def odds(self, p: Position, action: Action) -> Odds:
        left = sum(shift < 0 for shift in p.c.gas_shift.values()) / 6
        return Odds(self.prompt(p), [], "", [Outcome("-1", left, "blows back"), Outcome("+1", 1 - left, "drifts on")])
