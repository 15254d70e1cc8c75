"""17.4 Operational reserves: what high command keeps of the replacements, and when it lets them go again."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.actions import Action, Refusal
from ...core.charts import Odds, Outcome, number_of, sums_of_dice, total
from ...core.decisions import Automatic
from ...core.state import Side
from ...core.wording import counted
from ..great_war.position import Choice, DiceRoll
from ..great_war.units import score
from .components import FRENCH
from .periods import period_terms
from .position import Position
from .records import Purchase
from .replacements import conceded, mine, price
from .returns import wait_beside

THIRD = 3  # of the units in the box come back in a lull (7.3.1(c)); of the steps taken go there in 19.2.2(b)
FEWEST = 4  # steps taken of which one is kept there (19.2.2(b))


def in_reserve(p: Position, side: int) -> list[int]:
    return [u for u in p.stacks[p.c.box["reserves"]] if p.c.side[u] == side]


# ------------------------------------------------------------------------------------------------ 17.4.1 into the box


class Divert(Automatic[Position], frozen=True):
    """After the replacements are shown each side learns what goes to the reserves; nothing does in a lull (17.4, 7.3.1(b))."""

    side: Side

    def run(self, p: Position) -> None:
        steps = steps_taken(p, self.side)
        if p.lull or not steps:
            return
        if p.s.spec.reserve_third:
            divert(p, self.side, steps // THIRD if steps >= FEWEST else 0, ("19.2.2(b)",))
        else:
            p.stack.append(ReserveRoll(self.side))


def steps_taken(p: Position, side: int) -> int:
    return sum(price(p, bought.unit, bought.steps) for bought in mine(p, side))


def reserve_steps(p: Position, steps: int, number: int) -> int:
    """What a modified roll keeps of some steps: the chart, and beyond its columns the rate of its row (17.4.1(b))."""
    chart = p.c.reserve_rate
    row = chart.row(number)
    if steps <= chart.at[-1]:
        return int(chart.result(chart.column(steps), row))
    part, of = p.c.chart_data.reserve_shares[str(row)]
    return steps * part // of


KEPT = ("step kept in reserve", "steps kept in reserve")


class ReserveRoll(DiceRoll[Position], frozen=True):
    """Two dice on the Reserve Rate Chart (17.4.1(a))."""

    side: Side

    count = 2
    cases = ("17.4.1(a)", "17.4.1(b)", "17.4.2")

    def prompt(self, p: Position) -> str:
        steps = steps_taken(p, self.side)
        return f"{p.adjective(self.side)} reserves, {counted(steps, 'step')} taken: roll two dice."

    def odds(self, p: Position, action: Action) -> Odds | None:
        steps, terms = steps_taken(p, self.side), period_terms(p, "reserve_rate", self.side)
        chances: dict[str, float] = {}
        for dice, chance in sums_of_dice(2).items():
            kept = str(reserve_steps(p, steps, dice + total(terms)))
            chances[kept] = chances.get(kept, 0) + float(chance)
        outcomes = [Outcome(kept, chance, number_of(kept, KEPT)) for kept, chance in chances.items()]
        return Odds("Steps kept in reserve", terms, "", outcomes)

    def resolve(self, p: Position, faces: tuple[int, ...]) -> None:
        terms = period_terms(p, "reserve_rate", self.side)
        kept = reserve_steps(p, steps_taken(p, self.side), sum(faces) + total(terms))
        text = f"{counted(kept, f'{p.adjective(self.side)} replacement step') if kept else 'No step'} must go to the reserves"
        cases = ("17.4.1(a)", "17.4.1(b)")
        p.say("reserves", text, cases, dice=faces, result=str(kept), odds=self.odds(p, Action("roll")))
        divert(p, self.side, kept, ("17.4.1(c)",))


def divertible(p: Position, side: int) -> list[Purchase]:
    """Lost air units always come back (17.4.3a)."""
    return [bought for bought in mine(p, side) if not p.c.air_unit[bought.unit]]


def sums(prices: Sequence[int]) -> set[int]:
    """All totals that some of the numbers give."""
    found = {0}
    for n in prices:
        found |= {n + other for other in found}
    return found


def divert(p: Position, side: int, steps: int, cases: tuple[str, ...]) -> None:
    """Units of so many steps, or of the largest total below, go to the box (17.4.1(c), GL-R173)."""
    reachable = sums([price(p, b.unit, b.steps) for b in divertible(p, side)])
    goal = max(n for n in reachable if n <= steps)
    if goal < steps:
        p.say("reserves", f"The units taken make up {goal} of these steps; the rest lapses", cases)
    ask(p, ToReserve(side, goal))


def fitting(p: Position, side: int, steps: int) -> list[Purchase]:
    """Purchases with which the rest can be made up exactly."""
    whole = divertible(p, side)
    found = []
    for bought in whole:
        cost = price(p, bought.unit, bought.steps)
        rest = [price(p, b.unit, b.steps) for b in whole if b != bought]
        if cost <= steps and steps - cost in sums(rest):
            found.append(bought)
    return found


class ToReserve(Choice[Position], frozen=True):
    """Choose which of the units taken go to the Operations Reserves Box."""

    side: Side
    steps: int

    cases = ("17.4.1(c)", "17.4.1(d)")
    implied_kind = "reserve"
    labels = {"reserve": "{unit} goes to the reserves"}

    def prompt(self, p: Position) -> str:
        return f"Reserves: choose units of {counted(self.steps, 'step')} to go to the Operations Reserves Box."

    def options(self, p: Position) -> Sequence[Action]:
        return [Action("reserve", p.name(b.unit)) for b in fitting(p, self.side, self.steps)]

    def why_not(self, p: Position, action: Action) -> Refusal | None:
        u = p.c.unit.get(action.unit)
        if u is None:
            return None
        if u not in (b.unit for b in mine(p, self.side)):
            return Refusal(f"{action.unit} is no replacement of this turn", ("17.4.1(c)",))
        if p.c.air_unit[u]:
            return Refusal("Air units never go to the reserves", ("17.4.3a",))
        return Refusal(f"With {action.unit} the steps cannot come to {self.steps}", ("17.4.1(c)",))

    def take(self, p: Position, action: Action) -> None:
        u = p.c.unit[action.unit]
        keep(p, next(b for b in p.written if b.unit == u), self)


def ask(p: Position, choice: ToReserve) -> None:
    """Ask who goes while there is a choice."""
    if not choice.steps:
        return
    found = fitting(p, choice.side, choice.steps)
    if len(found) == 1:
        keep(p, found[0], choice)
    else:
        p.stack.append(choice)


def keep(p: Position, bought: Purchase, choice: ToReserve) -> None:
    """A unit goes to the box with the face it has; its points are taken back (17.4.1(d), GL-R297)."""
    u, side, cost = bought.unit, choice.side, price(p, bought.unit, bought.steps)
    p.written = tuple(b for b in p.written if b != bought)
    p.mark(u, p.status[u], False)
    p.put(u, p.c.box["reserves"])
    p.steps[u] = bought.steps
    score(p, p.enemy(side), -conceded(p, bought), combat=True)
    p.say("reserves", f"{{{p.name(u)}}} goes to the reserves, {counted(cost, 'point')} taken back", ("17.4.1(d)",))
    ask(p, ToReserve(side, choice.steps - cost))


# ------------------------------------------------------------------------------------------------ 17.4.4 out of the box


def begin_release(p: Position, side: int) -> None:
    """At the start of a side's movement (17.4.4, GL-R177)."""
    if in_reserve(p, side):
        p.stack.append(ReleaseRoll(side))


def release_row(p: Position, side: int) -> str:
    """With Open Reserves the French are freer (20.4.3(5))."""
    return "open" if side == FRENCH and "open_reserves" in p.operations else "any"


class ReleaseRoll(DiceRoll[Position], frozen=True):
    """Two dice: 2 to 4 lets some units go (17.4.4, GL-R02)."""

    side: Side

    count = 2
    cases = ("17.4.4",)

    def prompt(self, p: Position) -> str:
        units = counted(len(in_reserve(p, self.side)), "unit")
        return f"{p.adjective(self.side)} reserves, {units}: roll two dice for a release."

    def odds(self, p: Position, action: Action) -> Odds | None:
        table = p.c.tables["reserve_release"]
        return table.odds("Reserves", release_row(p, self.side))

    def resolve(self, p: Position, faces: tuple[int, ...]) -> None:
        table, row = p.c.tables["reserve_release"], release_row(p, self.side)
        result = table.result(row, sum(faces))
        freed = result == table.results[0]
        cases = ("20.4.3(5)",) if row == "open" else self.cases
        text = f"{p.adjective(self.side)} reserves {'are released' if freed else 'stay in their box'}"
        p.say("reserves", text, cases, dice=faces, result=result, odds=table.odds("Reserves", row))
        if freed:
            p.stack.append(ReleaseCountRoll(self.side))


class ReleaseCountRoll(DiceRoll[Position], frozen=True):
    """One die: so many units, not steps (17.4.4)."""

    side: Side

    cases = ("17.4.4",)

    def prompt(self, p: Position) -> str:
        return "How many reserve units are released: roll one die."

    def resolve(self, p: Position, faces: tuple[int, ...]) -> None:
        p.say("reserves", f"Release up to {counted(faces[0], 'unit')}", self.cases, dice=faces)
        release(p, Release(self.side, faces[0], p.turn))


def release_in_lull(p: Position, side: int) -> None:
    """One third of the units in the box, rounding down (7.3.1(c), 17.4.3b, GL-R16)."""
    release(p, Release(side, len(in_reserve(p, side)) // THIRD, p.turn + 1))


class ReleaseThird(Automatic[Position], frozen=True):
    side: Side

    def run(self, p: Position) -> None:
        release_in_lull(p, self.side)


class Release(Choice[Position], frozen=True):
    """Choose who leaves the Operations Reserves Box for the friendly edge."""

    side: Side
    count: int
    turn: int  # from which on they may enter

    cases = ("17.4.4", "17.4.3b")
    implied_kind = "release"
    labels = {"release": "{unit} is released"}

    def prompt(self, p: Position) -> str:
        return f"Reserves: choose who is released, {self.count} to go."

    def options(self, p: Position) -> Sequence[Action]:
        return [Action("release", p.name(u)) for u in in_reserve(p, self.side)]

    def why_not(self, p: Position, action: Action) -> Refusal | None:
        return Refusal(f"{action.unit} is not in your reserves", self.cases) if action.unit in p.c.unit else None

    def take(self, p: Position, action: Action) -> None:
        let_go(p, p.c.unit[action.unit], self.turn)
        release(p, Release(self.side, self.count - 1, self.turn))


def release(p: Position, choice: Release) -> None:
    """If the box holds no more than are released, all go (GL-R176)."""
    there = in_reserve(p, choice.side)
    if choice.count <= 0 or not there:
        return
    if len(there) <= choice.count:
        for u in there:
            let_go(p, u, choice.turn)
    else:
        p.stack.append(choice)


def let_go(p: Position, u: int, turn: int) -> None:
    """A unit waits beside its edge with the face it has; German infantry mobile (17.4.4, 17.4.3b)."""
    wait_beside(p, u, turn, p.steps[u])
    p.say("reserves", f"{{{p.name(u)}}} is released", ("7.3.1(c)", "17.4.3b") if p.lull else ("17.4.4",))
