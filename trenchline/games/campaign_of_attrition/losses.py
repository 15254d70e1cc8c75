"""9.2 Taking losses: the menu by which a side absorbs its loss points, and 9.0h the weariness of attackers."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ...core.actions import Action
from ...core.state import Side, Units
from .artillery import fighters
from .components import ENEMY, SIDES
from .elimination import disrupt, eliminate, for_good, lose_step, to_pool
from .position import DEMORALIZED, ENTRENCHED, Automatic, Choice, Fight, Position
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
    """Two points (9.2e); with 13.4 half the Strength Points of Entrenched defenders, rounded up."""
    limit = p.c.price["loss_limit"]
    if p.rules.improved_entrenchments and side != f.side:
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
        steps = [Action("step", p.name(u)) for u in units if p.c.gun[u] and p.steps[u] == 2]
        flip = self.side != f.side and any(p.status[u] & ENTRENCHED for u in units)
        flights = self._flights(p, f, units, flip)
        kills = [Action("eliminate", p.name(u)) for u in self._victims(p, units)]
        means = [*([PAY] if pay else []), *steps, *([FLIP] if flip else [])]
        if not self.lone:
            if self.deadly and not self.killed:
                return kills
            return [*means, *(Action("retreat", value=k) for k in flights), *kills]
        last = p.last_ap_loses(self.side)  # a forced payment never takes it (docs/rulings)
        funds = min(self.payable, p.ap[self.side] - last)

        def saved(k: int) -> bool:
            """Whether all points are absorbed with a retreat of so many hexes; it may lead to where there is a line (9.2e)."""
            cash = funds if pay or (k and self._line_after(p, f, units, k)) else 0
            return cash + len(steps) + flip + k >= self.left

        ways = self._flights(p, f, units, False) if flip else flights
        if self.deadly or not any(map(saved, (0, *ways))):  # doomed: it pays and flips, and is lost without retreating
            if pay and ((p.ap[self.side] == 1 and last) or (self.deadly and self.left == 1)):
                means.remove(PAY)
            return means[:1] or kills
        return [*means, *(Action("retreat", value=k) for k in flights if saved(k))]

    def _line_after(self, p: Position, f: Fight, units: Sequence[int], hexes: int) -> bool:
        """Whether a retreat can end where there is a line of communication."""
        line, away = loc_cells(p, self.side), enemy_hexes(f, self.side)
        return any(line[cell] for u in units for cell in retreat_ends(p, u, hexes, away, tuple(units)))

    def _flights(self, p: Position, f: Fight, units: Sequence[int], flip: bool) -> list[int]:
        """Hexes of retreat that can be chosen now: after flipping, nobody Demoralized, a place for each (9.2f-k, 9.7d)."""
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
            lose_step(p, u, "9.2a")
        else:
            p.stack.append(msgspec.structs.replace(after, killed=self.killed + 1))
            kill(p, u, "9.2a")


def strongest(p: Position, units: Sequence[int]) -> list[int]:
    most = max(p.c.sp[u] for u in units)
    return [u for u in units if p.c.sp[u] == most]


def kill(p: Position, u: int, case: str) -> None:
    """Eliminated in combat: Demoralized for good; with a path of retreat to the Force Pool; else by a die (CA-R36)."""
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

    def player(self, p: Position) -> int:
        return self.side

    def prompt(self, p: Position) -> str:
        last = " Your last AP would lose the match." if p.ap[self.side] == 1 else ""
        return f"{self.left} loss point{'s' * (self.left != 1)} to absorb: choose how.{last}"

    def label(self, p: Position, action: Action) -> str:
        if action.kind == "retreat":
            return f"Retreat {action.value} hex{'es' * (action.value != 1)}: {action.value} point{'s' * (action.value != 1)}"
        return super().label(p, action)

    def options(self, p: Position) -> Sequence[Action]:
        return self._absorbing().menu(p)

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

    def player(self, p: Position) -> int:
        return self.side

    def prompt(self, p: Position) -> str:
        return "The price of Elan: choose the unit that is eliminated."

    def options(self, p: Position) -> Sequence[Action]:
        return [Action("eliminate", p.name(u)) for u in self.units]

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
