"""9.2 Taking losses: the menu by which a side absorbs its loss points, and 9.0h the weariness of attackers."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ...core.actions import Action, Refusal
from ...core.decisions import About, Stake, about
from ...core.state import Side, Units
from ...core.wording import counted
from .artillery import fighters
from .careful import last_point
from .components import ENEMY, SIDES
from .elimination import disrupt, eliminate, for_good, lose_step, to_pool
from .position import DEMORALIZED, ENTRENCHED, Automatic, Choice, Fight, Position
from .refusals import why_not_ours
from .retreat import Retreating, can_retreat, enemy_hexes, retreat_ends
from .supply import has_loc, loc_cells

PAY, FLIP = Action("pay"), Action("flip")
SIX = 6  # loss points that always cost a unit (9.2d)


class Losses(Automatic, frozen=True):
    """A side begins to absorb the losses of a combat."""

    side: Side
    left: int

    def run(self, p: Position) -> None:
        f = p.fight
        assert f is not None
        lone = len(f.attackers if self.side == f.side else f.defenders) == 1
        priced = f.priced and self.side != f.side
        limit = pay_limit(p, f, self.side)
        left, killed = self.left - priced, int(priced)
        p.stack.append(Absorbing(self.side, left, self.left >= SIX, lone, limit, killed))


def pay_limit(p: Position, f: Fight, side: int) -> int:
    """Two points (9.2e, S-f), for the Entrenched no more than for others (S-e, CA-R02); with 13.4 half the Strength Points of
    the Entrenched defenders, rounded up (CA-R85)."""
    limit = p.c.price["loss_limit"]
    if p.options.improved_entrenchments and side != f.side:
        strength = sum(p.c.sp[u] for u in fighters(p, f, side) if p.status[u] & ENTRENCHED)
        return max(limit, (strength + 1) // 2)
    return limit


class Absorbing(Automatic, frozen=True):
    """Loss points still to be absorbed. Means are listed in `menu`; with only one left it is taken."""

    side: Side
    left: int
    deadly: bool  # six points or more: a unit must go (CA-R19)
    lone: bool  # a single unit uses all other means before it is eliminated (9.2c)
    payable: int  # loss points that may still be paid in AP
    killed: int = 0
    fled: bool = False

    def run(self, p: Position) -> None:
        f = p.fight
        assert f is not None
        if self.left <= 0 or not fighters(p, f, self.side):
            return
        actions = self.menu(p)
        if len(actions) > 1:
            p.stack.append(Absorb(*(getattr(self, name) for name in self.__struct_fields__)))
        elif actions:
            self.absorb(p, actions[0])

    # ---------------------------------------------------------------- the means

    def menu(self, p: Position) -> list[Action]:
        """Every way to absorb the next point (CA-R18)."""
        f = p.fight
        assert f is not None
        units = fighters(p, f, self.side)
        pay = self.payable > 0 and p.ap[self.side] > 0 and any(has_loc(p, u) for u in units)
        steps = [Action("step", p.name(u)) for u in units if p.c.gun[u]]  # the last as well as the first (CA-R80)
        flip = self.side != f.side and any(p.status[u] & ENTRENCHED for u in units)
        retreats = self._retreats_open(p, f, units, flip)
        kills = [Action("eliminate", p.name(u)) for u in self._victims(p, units)]
        means = [*([PAY] if pay else []), *steps, *([FLIP] if flip else [])]
        if not self.lone:
            if self.deadly and not self.killed:
                return kills
            rest = [a for a in kills if Action("step", a.unit) not in steps or p.steps[p.c.unit[a.unit]] == 2]
            return [*means, *(Action("retreat", value=k) for k in retreats), *rest]
        last = p.last_ap_loses(self.side)  # a forced payment never takes it (docs/rulings)
        funds = min(self.payable, p.ap[self.side] - last)

        def saved(k: int) -> bool:
            """Whether all points are absorbed with a retreat of so many hexes; it may lead to where there is a line (9.2e)."""
            cash = funds if pay or (k and self._line_after_retreat(p, f, units, k)) else 0
            return cash + sum(p.steps[u] for u in units if p.c.gun[u]) + flip + k >= self.left

        ways = self._retreats_open(p, f, units, False) if flip else retreats
        if self.deadly or not any(map(saved, (0, *ways))):  # doomed: it pays and flips, and is lost without retreating
            if pay and ((p.ap[self.side] == 1 and last) or (self.deadly and self.left == 1)):
                means.remove(PAY)
            return means[:1] or kills
        return [*means, *(Action("retreat", value=k) for k in retreats if saved(k))]

    def _line_after_retreat(self, p: Position, f: Fight, units: Sequence[int], hexes: int) -> bool:
        """Whether a retreat can end where there is a line of communication."""
        line, away = loc_cells(p, self.side), enemy_hexes(f, self.side)
        return any(line[cell] for u in units for cell in retreat_ends(p, u, hexes, away, tuple(units)))

    def _retreats_open(self, p: Position, f: Fight, units: Sequence[int], flip: bool) -> list[int]:
        """Hexes of retreat that can be chosen now: after flipping, nobody Demoralized, a place for each; attackers
        one hex, defenders up to three (9.2f, 9.2h, 9.2i, 9.2j, 9.2k, 9.7d)."""
        if self.fled or flip or any(p.status[u] & DEMORALIZED for u in units):
            return []
        most = 1 if self.side == f.side else 3
        away = enemy_hexes(f, self.side)
        return [k for k in range(1, min(most, self.left) + 1) if can_retreat(p, units, k, away)]

    def _victims(self, p: Position, units: Sequence[int]) -> list[int]:
        """The first to be eliminated is one with the most Strength Points (9.2b)."""
        if self.killed:
            return list(units)
        return strongest(p, units)

    # ---------------------------------------------------------------- what they do

    def absorb(self, p: Position, action: Action) -> None:
        f = p.fight
        assert f is not None
        u = p.c.unit.get(action.unit, -1)
        after = msgspec.structs.replace(self, left=self.left - (action.value or 1))
        if action == PAY:
            p.say("pay", f"The {SIDES[self.side].capitalize()} side pays 1 AP for a loss point", ("9.2e",))
            if not p.pay(self.side, p.c.price["loss"]):
                p.stack.append(msgspec.structs.replace(after, payable=self.payable - 1))
            return
        if action.kind == "retreat":
            p.stack.append(msgspec.structs.replace(after, fled=True))
            units, away = tuple(fighters(p, f, self.side)), enemy_hexes(f, self.side)
            if self.side == f.side:
                p.fight = msgspec.structs.replace(f, retreated=True)
            p.stack.append(Retreating(self.side, action.value, units, away, self.side == f.side))
        elif action == FLIP:
            p.stack.append(after)
            for x in fighters(p, f, self.side):
                p.dig(x, False)
            p.say("flip", f"The defenders of {{{p.label(f.target)}}} leave their trenches", ("9.2g",))
        elif action.kind == "step":
            p.stack.append(after)
            if p.steps[u] == 2:
                lose_step(p, u, "9.2a")
            else:
                kill(p, u, "4.6d")
        else:
            p.stack.append(msgspec.structs.replace(after, killed=self.killed + 1))
            there = fighters(p, f, self.side)
            kill(p, u, "9.2b" if len(self._victims(p, there)) < len(there) else "9.2a")


def strongest(p: Position, units: Sequence[int]) -> list[int]:
    most = max(p.c.sp[u] for u in units)
    return [u for u in units if p.c.sp[u] == most]


def kill(p: Position, u: int, case: str) -> None:
    """Eliminated in combat: the Demoralized for good (9.7e); with a path of retreat to the Force Pool, else by a die (9.5a,
    CA-R36)."""
    f = p.fight
    assert f is not None
    side = p.c.side[u]
    if p.status[u] & DEMORALIZED:
        to_pool(p, u, case)
        for_good(p, u, "9.7e")
    elif can_retreat(p, [u], 1, enemy_hexes(f, side)):
        to_pool(p, u, case)
    else:
        eliminate(p, u, case)


class Absorb(Choice, frozen=True):
    """Choose how the next loss point is absorbed (9.2)."""

    side: Side
    left: int
    deadly: bool
    lone: bool
    payable: int
    killed: int
    fled: bool

    implied_kind = "eliminate"
    cases = ("9.2a", "9.2c")
    labels = {"pay": "Pay 1 AP", "flip": "Leave the trenches: 1 point"}

    def _absorbing(self) -> Absorbing:
        return Absorbing(self.side, self.left, self.deadly, self.lone, self.payable, self.killed, self.fled)

    def prompt(self, p: Position) -> str:
        last = " Your last AP would lose the match." if p.ap[self.side] == 1 else ""
        assert p.fight is not None
        points = counted(self.left, "loss point")
        who = p.names(fighters(p, p.fight, self.side))
        return f"{points} for {who} to absorb: pay AP, leave the trenches, retreat, or lose steps and units.{last}"

    def about(self, p: Position) -> About | None:
        return about(p, fighters(p, p.fight, self.side), hits=self.left) if p.fight is not None else None

    def label(self, p: Position, action: Action) -> str:
        if action.kind == "step":
            return f"{action.unit} loses a step: 1 point"
        if action.kind == "eliminate":
            return f"{action.unit} is eliminated"
        if action.kind == "retreat":
            return f"Retreat {counted(action.value, 'hex', 'hexes')}: {counted(action.value, 'point')}"
        return super().label(p, action)

    def options(self, p: Position) -> Sequence[Action]:
        return self._absorbing().menu(p)

    def default(self, p: Position) -> Action:
        """What is missed least: AP but the last, then the trenches, ground, a step, the weakest unit."""
        order = ("pay", "flip", "retreat", "step", "eliminate")
        menu = [a for a in self.options(p) if self.stake(p, a) is None] or list(self.options(p))
        return min(menu, key=lambda a: (order.index(a.kind), -a.value, p.c.sp[p.c.unit[a.unit]] if a.unit else 0))

    def stake(self, p: Position, action: Action) -> Stake | None:
        return last_point(p, self.side, p.c.price["loss"]) if action == PAY else None

    def why_not(self, p: Position, action: Action) -> Refusal | None:
        f = p.fight
        assert f is not None
        units = fighters(p, f, self.side)
        if self.deadly and not self.killed and not self.lone and action.kind != "eliminate":
            return Refusal("Six loss points or more cost a unit, the strongest, before anything else", ("9.2d", "9.2b"))
        if action == PAY:
            refusal = self._why_no_payment(p, units)
        elif action == FLIP:
            refusal = self._why_no_flip(p, f, units)
        elif action == Action("retreat", value=action.value):
            refusal = self._why_no_retreat(p, f, units, action.value)
        elif action in (Action("step", action.unit), Action("eliminate", action.unit)):
            refusal = self._why_no_victim(p, units, action)
        else:
            return Refusal("Choose how the next loss point is absorbed", self.cases)
        if refusal is not None:
            return refusal
        if self.deadly:
            return Refusal("Six loss points or more cost the unit: it pays and leaves its trenches, no more", ("9.2d", "9.2c"))
        return Refusal("That does not cover the loss points: a lone unit uses what does, else it is lost", ("9.2c",))

    def _why_no_payment(self, p: Position, units: Sequence[int]) -> Refusal | None:
        if not p.ap[self.side]:
            return Refusal("You have no Administrative Points left", ("9.2e",))
        if self.payable <= 0:
            return Refusal("No more loss points of this combat can be paid in AP", ("9.2e",))
        if not any(has_loc(p, u) for u in units):
            return Refusal("None of the units has a line of communication now", ("9.2e",))
        return None

    def _why_no_flip(self, p: Position, f: Fight, units: Sequence[int]) -> Refusal | None:
        if self.side == f.side:
            return Refusal("Only defenders leave their trenches for a loss point", ("9.2g",))
        if not any(p.status[u] & ENTRENCHED for u in units):
            return Refusal("None of the defenders is Entrenched", ("9.2g",))
        return None

    def _why_no_retreat(self, p: Position, f: Fight, units: Sequence[int], hexes: int) -> Refusal | None:
        if self.side == f.side and hexes != 1:
            return Refusal("Attackers retreat one hex, for one loss point", ("9.2f",))
        if not 1 <= hexes <= 3:
            return Refusal("Defenders retreat one, two or three hexes", ("9.2h", "9.2i", "9.2j"))
        if hexes > self.left:
            return Refusal(f"Only {self.left} loss point{'s are' if self.left != 1 else ' is'} left to absorb", ("9.4a",))
        if self.fled:
            return Refusal("The units have retreated in this combat", ("9.4a",))
        if self.side != f.side and any(p.status[u] & ENTRENCHED for u in units):
            return Refusal("Entrenched units leave their trenches first, for a loss point", ("9.2k",))
        if any(p.status[u] & DEMORALIZED for u in units):
            return Refusal("Demoralized units may not retreat", ("9.7d",))
        if not can_retreat(p, units, hexes, enemy_hexes(f, self.side)):
            return Refusal("Not every unit finds a way of retreat so long", ("9.4b", "9.4d"))
        return None

    def _why_no_victim(self, p: Position, units: Sequence[int], action: Action) -> Refusal | None:
        refusal = why_not_ours(p, action.unit, self.side, ("9.2a",))
        if refusal is not None:
            return refusal
        u = p.c.unit[action.unit]
        if u not in units:
            return Refusal(f"{action.unit} takes no part in this combat", ("9.2a",))
        if action.kind == "step":
            return None if p.c.gun[u] else Refusal(f"{action.unit} is no Heavy Artillery and has no steps", ("4.6d",))
        if self.lone:
            return Refusal("A single unit uses all other means before it is eliminated", ("9.2c",))
        if not self.killed and u not in strongest(p, units):
            return Refusal(f"{p.name(strongest(p, units)[0])} has more Strength Points and goes first", ("9.2b",))
        return Refusal(f"{action.unit} has one step left: step:{action.unit} gives it up", ("4.6d", "9.2a"))

    def take(self, p: Position, action: Action) -> None:
        self._absorbing().absorb(p, action)


class ElanPrice(Automatic, frozen=True):
    """Elan defenders who lose more than the attackers lose their strongest unit (9.8.3b)."""

    def run(self, p: Position) -> None:
        f = p.fight
        assert f is not None
        side = ENEMY[f.side]
        units = fighters(p, f, side)
        if not units:
            return
        p.fight = msgspec.structs.replace(f, priced=True)
        victims = strongest(p, units)
        if len(victims) > 1:
            p.stack.append(PayElan(side, tuple(victims)))
        else:
            kill(p, victims[0], "9.8.3b")


class PayElan(Choice, frozen=True):
    """The owner chooses among the strongest which is the price of Elan."""

    side: Side
    units: Units

    implied_kind = "eliminate"
    cases = ("9.8.3b",)

    def prompt(self, p: Position) -> str:
        return "The price of Elan: choose the unit that is eliminated."

    def options(self, p: Position) -> Sequence[Action]:
        return [Action("eliminate", p.name(u)) for u in self.units]

    def why_not(self, p: Position, action: Action) -> Refusal | None:
        if action != Action("eliminate", action.unit):
            return Refusal("Choose the unit that is the price of Elan", self.cases)
        refusal = why_not_ours(p, action.unit, self.side, self.cases)
        if refusal is not None:
            return refusal
        f, u = p.fight, p.c.unit[action.unit]
        if f is None or u not in fighters(p, f, self.side):
            return Refusal(f"{action.unit} takes no part in this combat", self.cases)
        return Refusal(f"{p.name(self.units[0])} has more Strength Points: the strongest is the price", self.cases)

    def take(self, p: Position, action: Action) -> None:
        kill(p, p.c.unit[action.unit], "9.8.3b")


class Weary(Automatic, frozen=True):
    """After an attack all attackers are Disrupted, those already Disrupted Demoralized; who retreated is so already
    (9.0h, CA-R17)."""

    def run(self, p: Position) -> None:
        f = p.fight
        assert f is not None
        if f.retreated:
            return
        for u in fighters(p, f, f.side):
            if not p.status[u] & DEMORALIZED:
                disrupt(p, u, "9.0h")
