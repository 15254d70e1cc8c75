"""6.4 Counter-battery fire: the defender answers firing squares before the bombardment is resolved."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from ...core.actions import DONE, Action, Refusal
from ...core.charts import Odds, Outcome, Term, explained, in_full, of_kind, total
from ...core.decisions import Automatic
from ...core.state import Cell, SeatNumber, Side, Unit, Units
from ...core.wording import counted
from ..great_war.bombardment import EFFECTS, FIRE, ready_guns, shelled, why_no_fire
from ..great_war.position import Choice, DiceRoll
from ..great_war.seats import Gathering
from ..great_war.states import ANSWERED, GUNS
from ..great_war.units import disrupt
from .position import Position


def begin_counter_battery(p: Position) -> None:
    """The defender may answer, seat by seat (6.4, BP-R17)."""
    assert p.barrage is not None
    side = p.enemy(p.barrage.side)
    for seat in reversed(p.seating.sharing(side)):
        p.stack.append(Answer(side, seat))


class Answer(Automatic[Position], frozen=True):
    """Ask a seat whether it answers, if it can."""

    side: Side
    seat: SeatNumber

    def run(self, p: Position) -> None:
        decision = CounterBattery(self.side, self.seat)
        if len(decision.options(p)) > 1:
            p.stack.append(decision)


def firing_squares(p: Position) -> list[int]:
    """Squares of the announced bombardment that have not been answered in this phase (6.3.2/3); guns off the map have none."""
    assert p.barrage is not None
    return sorted({p.place[g] for g in p.barrage.guns if p.on_map(g)} - set(p.answered))


class CounterBattery(Choice[Position], frozen=True):
    """Name a firing square to answer, or pass (6.4/3)."""

    side: Side
    seat: SeatNumber

    cases = ("6.4", "6.4/3")
    implied_kind = "target"
    labels = {"done": "Let them fire", "target": "Answer the guns in {cell}"}

    def player(self, p: Position) -> int:
        return self.seat

    def prompt(self, p: Position) -> str:
        assert p.barrage is not None
        return f"{{{p.label(p.barrage.target)}}} is to be bombarded: answer a firing square with your guns, or let them fire."

    def guns(self, p: Position) -> list[int]:
        return [u for u in ready_guns(p, self.side, ANSWERED) if p.seating.of_nation[p.c.nation[u]] == self.seat]

    def options(self, p: Position) -> Sequence[Action]:
        guns = self.guns(p)
        found = [x for x in firing_squares(p) if self._can_answer(p, x, guns)] if guns else []
        return [*(p.c.targets[x] for x in found), DONE]

    def _can_answer(self, p: Position, cell: int, guns: Sequence[int]) -> bool:
        """Whether guns reach a firing square; by the table with enough factors (6.4.1)."""
        able = [g for g in guns if p.gun_reaches(g, cell)]
        return bool(able) and (not p.options.counter_battery_table or column(p, cell, able) >= 0)

    def why_not(self, p: Position, action: Action) -> Refusal | None:
        cell = p.c.board.index.get(action.cell)
        if cell is None:
            return None
        if cell in p.answered:
            return Refusal(f"{action.cell} has been answered in this phase", ("6.3.2/3",))
        if cell not in firing_squares(p):
            return Refusal(f"No gun of this bombardment fires from {action.cell}", ("6.4",))
        return Refusal(f"No gun of yours that can fire has {action.cell} in range", ("6.3.1",))

    def take(self, p: Position, action: Action) -> None:
        if action != DONE:
            p.stack += [Answer(self.side, self.seat), Battery(self.side, p.c.board.index[action.cell], (), (self.seat,))]


class Battery(Gathering[Position], frozen=True):
    """The guns that answer a firing square. Where a side has several seats each adds its own."""

    begins = FIRE
    cases = ("6.4",)
    labels = {"fire": "Fire", "back": "Choose another square"}

    def prompt(self, p: Position) -> str:
        return f"Counter-battery fire on {{{p.label(self.target)}}}: add guns, then fire."

    def pool(self, p: Position) -> Iterable[int]:
        return [u for u in p.c.guns[self.side] if self.mine(p, u)]

    def refuse_unit(self, p: Position, u: int) -> Refusal | None:
        if u in self.units:
            return Refusal(f"{p.name(u)} fires already", self.cases)
        if not p.c.gun[u] or u not in self.pool(p):
            return Refusal(f"{p.name(u)} is no gun of yours", self.cases)
        return why_no_fire(p, u, self.target, ANSWERED)

    def refuse_go(self, p: Position) -> Refusal | None:
        if not self.units:
            return Refusal("No gun fires yet", self.cases)
        if p.options.counter_battery_table and column(p, self.target, self.units) < 0:
            return Refusal("Too few factors to reach the table", ("6.4.1", "6.2.1/3"))
        return None

    def gathered(self, p: Position) -> None:
        assert p.barrage is not None
        for u in self.units:
            p.status[u] |= ANSWERED
        p.answered = (*p.answered, self.target)
        p.say("counter-battery", f"{p.they(self.units, 'answers', 'answer')} {{{p.label(self.target)}}}", self.cases)
        if p.options.counter_battery_table:
            p.stack.append(CounterBatteryTable(self.side, self.target, self.units))
        else:
            hit = [g for g in p.barrage.guns if p.place[g] == self.target]
            p.stack += [CounterBatteryRoll(g, self.side, self.units) for g in reversed(hit)]

    def odds(self, p: Position, action: Action) -> Odds | None:
        if action != FIRE or not self.units:
            return None
        return (
            table_odds(p, self.side, self.target, self.units)
            if p.options.counter_battery_table
            else hit_odds(p, self.side, self.units)
        )


def counter_terms(p: Position, side: int, guns: Sequence[int]) -> list[Term]:
    """Observation, guns out of supply, heavy guns (BP-R18)."""
    table, replace = p.c.modifiers["counter_battery"], msgspec.structs.replace
    terms = [
        replace(table["observation"], value=table["observation"].value * (side in p.observation)),
        replace(table["unsupplied"], value=table["unsupplied"].value * sum(not p.gun_supplied(u) for u in guns)),
        replace(table["heavy"], value=table["heavy"].value * sum(p.c.heavy[u] for u in guns)),
    ]
    return of_kind("die", [term for term in terms if term.value])


def factors(p: Position, guns: Sequence[int]) -> list[Term]:
    return of_kind("attack", [Term(f"{{{p.name(u)}}}", p.numbers(u).secondary, "6.4") for u in guns])


def hit_odds(p: Position, side: int, guns: Sequence[int]) -> Odds:
    """One die against the total of defensive factors, for each bombarding gun (6.4)."""
    strength, terms = factors(p, guns), counter_terms(p, side, guns)
    chance = sum(die + total(terms) <= total(strength) for die in range(1, 7)) / 6
    title = f"Counter-battery fire: {total(strength)} or less"
    hit, miss = Outcome("hit", chance, "the gun is disrupted and does not fire"), Outcome("miss", 1 - chance, "no effect")
    return Odds(title, [*strength, *terms], "", [hit, miss])


class CounterBatteryRoll(DiceRoll[Position], frozen=True):
    """One die for each bombarding gun of the square (6.4, 6.4/1, 6.4/2)."""

    unit: Unit
    side: Side
    guns: Units

    cases = ("6.4", "6.4/1", "6.4/2")

    def prompt(self, p: Position) -> str:
        return f"Counter-battery fire on {{{p.name(self.unit)}}}: roll one die."

    def odds(self, p: Position, action: Action) -> Odds | None:
        return hit_odds(p, self.side, self.guns)

    def resolve(self, p: Position, faces: tuple[int, ...]) -> None:
        strength, terms = factors(p, self.guns), counter_terms(p, self.side, self.guns)
        hit = faces[0] + total(terms) <= total(strength)
        if hit:
            silence(p, [self.unit])
            disrupt(p, self.unit)
        text = f"{{{p.name(self.unit)}}} is {'disrupted and does not fire' if hit else 'not hit'}"
        odds = hit_odds(p, self.side, self.guns)
        p.say("counter-battery", text, ("6.4", "6.4/1"), dice=faces, result="hit" if hit else "miss", odds=odds)


def silence(p: Position, guns: Iterable[int]) -> None:
    """Guns that will not fire in the bombardment they were announced for."""
    assert p.barrage is not None
    p.barrage = msgspec.structs.replace(p.barrage, silenced=(*p.barrage.silenced, *guns))


# ------------------------------------------------------------------------------------------------ 6.4.1 by the table


def column(p: Position, target: int, guns: Sequence[int]) -> int:
    return p.c.bombardment_column(p.shell_row(target), total(factors(p, guns)))


def table_odds(p: Position, side: int, target: int, guns: Sequence[int]) -> Odds:
    strength, terms, c = factors(p, guns), counter_terms(p, side, guns), p.c.bombardment
    place = column(p, target, guns)
    title = f"Counter-battery fire on {p.label(target)}: {counted(total(strength), 'factor')}"
    outcomes = explained(c.outcomes(place, total(terms)), {}, EFFECTS)
    return Odds(title, [*strength, *terms], c.columns[place], outcomes, chart="bombardment")


class CounterBatteryTable(DiceRoll[Position], frozen=True):
    """One roll on the Bombardment Table for the square (6.4.1, BP-R133)."""

    side: Side
    target: Cell
    guns: Units

    cases = ("6.4.1",)

    def prompt(self, p: Position) -> str:
        return f"Counter-battery fire on {{{p.label(self.target)}}}: roll one die."

    def odds(self, p: Position, action: Action) -> Odds | None:
        return table_odds(p, self.side, self.target, self.guns)

    def resolve(self, p: Position, faces: tuple[int, ...]) -> None:
        odds, c = table_odds(p, self.side, self.target, self.guns), p.c.bombardment
        row = c.row(faces[0] + total(line for line in odds.lines if line.kind == "die"))
        result = c.result(c.columns.index(odds.column), row)
        text = f"Counter-battery fire on {{{p.label(self.target)}}}: {in_full(result, odds.meaning(result))}"
        p.say("counter-battery", text, self.cases, dice=faces, result=result, odds=odds)
        before = {g: (p.steps[g], p.status[g]) for g in p.stacks[self.target] if p.c.gun[g]}
        p.stack.append(Silence(self.target, tuple(before), tuple(steps for steps, _ in before.values()), result))
        there = p.others(self.target, self.side)  # concealed guns too (BP-R109)
        shelled(p, self.side, self.target, result, "bombardment", GUNS + self.side, there)


class Silence(Automatic[Position], frozen=True):
    """A gun that was reduced, disordered or interdicted by it does not fire (6.4.1)."""

    target: Cell
    guns: Units
    steps: tuple[int, ...]
    result: str

    def run(self, p: Position) -> None:
        if self.result == "-":
            return
        hurt = [
            g
            for g, steps in zip(self.guns, self.steps, strict=True)
            if p.place[g] != self.target or p.steps[g] < steps or not p.good_order(g) or p.interdicted[self.target]
        ]
        silence(p, hurt)
