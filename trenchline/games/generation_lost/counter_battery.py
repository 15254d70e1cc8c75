"""8.5 Counter-battery fire: the defender answers one square of the firing guns before they are resolved."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from ...core.actions import DONE, Action, Refusal
from ...core.charts import Odds, Outcome, Term, of_kind, total
from ...core.decisions import Automatic
from ...core.state import Side, Unit, Units
from ...core.wording import counted
from ..great_war.bombardment import FIRE, ready_guns, why_no_fire
from ..great_war.position import Choice, DiceRoll
from ..great_war.seats import Gathering
from ..great_war.states import ANSWERED
from ..great_war.units import disrupt
from .components import GERMAN
from .position import Position

RIDGE = ("ridge", "hill")  # a hill counts as a ridge (GL-R25)
HIT, MISS = "hit", "miss"


class Answer(Automatic[Position], frozen=True):
    """Ask the defender whether he answers, if he can (8.5, GL-R28)."""

    side: Side

    def run(self, p: Position) -> None:
        decision = CounterBattery(self.side)
        if len(decision.options(p)) > 1:
            p.stack.append(decision)


def firing_squares(p: Position) -> list[int]:
    """Squares of the announced bombardment; guns off the map have none (20.4.3(1))."""
    assert p.barrage is not None
    return sorted({p.place[g] for g in p.barrage.guns if p.on_map(g)})


class CounterBattery(Choice[Position], frozen=True):
    """Name the one firing square that is answered, or pass (8.5, 8.3.2(c))."""

    side: Side

    cases = ("8.5", "8.3.2(c)")
    implied_kind = "target"
    labels = {"done": "Let them fire", "target": "Answer the guns in {cell}"}

    def prompt(self, p: Position) -> str:
        assert p.barrage is not None
        return f"{{{p.label(p.barrage.target)}}} is to be bombarded: answer one firing square with your guns, or let them fire."

    def options(self, p: Position) -> Sequence[Action]:
        guns = ready_guns(p, self.side, ANSWERED)
        found = [x for x in firing_squares(p) if any(p.gun_reaches(g, x) for g in guns)]
        return [*(p.c.targets[x] for x in found), DONE]

    def why_not(self, p: Position, action: Action) -> Refusal | None:
        cell = p.c.board.index.get(action.cell)
        if cell is None:
            return None
        if cell not in firing_squares(p):
            return Refusal(f"No gun of this bombardment fires from {action.cell}", ("8.5",))
        return Refusal(f"No gun of yours that can fire has {action.cell} in range", ("8.3.1",))

    def take(self, p: Position, action: Action) -> None:
        if action != DONE:
            p.stack.append(Battery(self.side, p.c.board.index[action.cell], (), (self.player(p),)))


class Battery(Gathering[Position], frozen=True):
    """The guns that answer: each once in a segment (8.3, GL-R28); supply is not asked for (8.5.4)."""

    begins = FIRE
    cases = ("8.5", "8.5.2")
    labels = {"fire": "Fire", "back": "Choose another square"}

    def prompt(self, p: Position) -> str:
        return (
            f"Counter-battery fire on {{{p.label(self.target)}}}, {counted(total(factors(p, self.units)), 'factor')}: "
            "add guns, then fire."
        )

    def pool(self, p: Position) -> Iterable[int]:
        return p.c.guns[self.side]

    def refuse_unit(self, p: Position, u: int) -> Refusal | None:
        if u in self.units:
            return Refusal(f"{p.name(u)} fires already", self.cases)
        if not p.c.gun[u] or p.c.side[u] != self.side:
            return Refusal(f"{p.name(u)} is no gun of yours", self.cases)
        return why_no_fire(p, u, self.target, ANSWERED)

    def refuse_go(self, p: Position) -> Refusal | None:
        return None if self.units else Refusal("No gun fires yet", self.cases)

    def step_back(self, p: Position) -> None:
        p.stack.append(CounterBattery(self.side))

    def gathered(self, p: Position) -> None:
        assert p.barrage is not None
        for u in self.units:
            p.status[u] |= ANSWERED
        p.say("counter-battery", f"{p.they(self.units, 'answers', 'answer')} {{{p.label(self.target)}}}", self.cases)
        if not column(p, self.target, self.units):
            text = "Counter-battery fire needs 3 factors: no effect"
            p.say("counter-battery", text, ("8.5.1",), result=MISS, meaning="no effect")
            return
        hit = [g for g in p.barrage.guns if p.place[g] == self.target]
        p.stack += [CounterBatteryRoll(g, self.side, self.units) for g in reversed(hit)]

    def odds(self, p: Position, action: Action) -> Odds | None:
        return hit_odds(p, self.side, self.target, self.units) if action == FIRE and self.units else None


# ------------------------------------------------------------------------------------------------ 8.5.1 the table


def factors(p: Position, guns: Sequence[int]) -> list[Term]:
    """The middle numbers (8.5)."""
    return of_kind("attack", [Term(f"{{{p.name(u)}}}", p.numbers(u).secondary, "8.5") for u in guns])


def on_ridge(p: Position, cell: int) -> bool:
    return any(name in RIDGE for name in p.c.kinds_of_ground[cell])


def column(p: Position, cell: int, guns: Sequence[int]) -> str:
    """The column that the factors reach; against guns on a ridge two to the left, never below the first (8.5.1, 8.5.3,
    GL-R29). Empty if they are too few."""
    columns = list(p.c.tables["counter_battery"].rows)
    strength = total(factors(p, guns))
    reached = sum(strength >= int(name) for name in columns) - 1
    if reached < 0:
        return ""
    shift = p.c.modifiers["counter_battery"]["ridge"].value if on_ridge(p, cell) else 0
    return columns[max(reached + shift, 0)]


def counter_terms(p: Position, side: int) -> list[Term]:
    """Air observation, worn-out German guns (8.5.3, 19.5.5(c), 19.6.5(e), 20.3.10)."""
    table = p.c.modifiers["counter_battery"]
    found = [table["observation"]] if side in p.observation else []
    return of_kind("die", [*found, *([table["worn"]] if worn_out(p, side) else [])])


def worn_out(p: Position, side: int) -> bool:
    """German guns from August 7 on (19.5.5(c), 19.6.5(e), 20.3.10)."""
    return side == GERMAN and 0 < p.s.spec.worn_from <= p.turn


def hit_odds(p: Position, side: int, cell: int, guns: Sequence[int]) -> Odds:
    """Two dice at or below the success value of the column (8.5.2)."""
    strength, terms, name = factors(p, guns), counter_terms(p, side), column(p, cell, guns)
    ridge = of_kind("shift", [p.c.modifiers["counter_battery"]["ridge"]]) if on_ridge(p, cell) else []
    table = p.c.tables["counter_battery"]
    lines = [*strength, *ridge, *terms]
    if not name:
        missed = [Outcome(MISS, 1.0, "too few factors: no effect")]
        return Odds(f"Counter-battery fire: {counted(total(strength), 'factor')}", lines, "none", missed)
    title = f"Counter-battery fire: {counted(total(strength), 'factor')}, {table.rows[name][0]} or less"
    return Odds(title, lines, name, table.outcomes(name, total(terms)), chart=table.name)


class CounterBatteryRoll(DiceRoll[Position], frozen=True):
    """Two dice for each gun of the square that takes part; who is hit is disrupted, which counts (17.2(b)), and does not fire
    (8.5.2, GL-R27)."""

    unit: Unit
    side: Side
    guns: Units

    count = 2
    cases = ("8.5.2", "8.5.1")

    def prompt(self, p: Position) -> str:
        return f"Counter-battery fire on {{{p.name(self.unit)}}}: roll two dice."

    def odds(self, p: Position, action: Action) -> Odds | None:
        return hit_odds(p, self.side, p.place[self.unit], self.guns)

    def resolve(self, p: Position, faces: tuple[int, ...]) -> None:
        assert p.barrage is not None
        odds = hit_odds(p, self.side, p.place[self.unit], self.guns)
        modifier = total(line for line in odds.lines if line.kind == "die")
        hit = p.c.tables["counter_battery"].result(odds.column, sum(faces) + modifier) == HIT
        if hit:
            p.barrage = msgspec.structs.replace(p.barrage, silenced=(*p.barrage.silenced, self.unit))
            disrupt(p, self.unit)
        text = f"{{{p.name(self.unit)}}} is {'disrupted and does not fire' if hit else 'not hit'}"
        p.say("counter-battery", text, self.cases, dice=faces, result=HIT if hit else MISS, odds=odds)
