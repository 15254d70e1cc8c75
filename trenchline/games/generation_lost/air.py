"""8.7 Air bombardment: airmen placed before the guns, intercepted and fought over, bombing after them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ...core.actions import DONE, Action, Refusal
from ...core.charts import Odds, Outcome, explained, in_full, sums_of_dice
from ...core.decisions import Automatic
from ...core.state import Cell, Side, Unit
from ...core.wording import counted
from ..great_war.bombardment import EFFECTS, nothing_to_hit, shelled
from ..great_war.position import Choice, DiceRoll
from ..great_war.states import AIR
from ..great_war.units import eliminate
from .components import FRENCH, GERMAN
from .position import Position
from .records import Sortie

UNROLLED = -1


def ready_airmen(p: Position, side: int) -> list[int]:
    """Air units in hand that have not flown in this turn (8.7.1, 19.1.5(i), GL-R42, GL-R259)."""
    if side == FRENCH and p.turn < p.s.spec.french_air_from and "lafayette_escadrille" not in p.operations:
        return []
    return [u for u in p.stacks[p.c.box["air"]] if p.c.side[u] == side and u not in p.flown]


def over(p: Position, cell: int, side: int) -> list[int]:
    """A side's air units over a square."""
    return [s.unit for s in p.sorties if s.cell == cell and p.c.side[s.unit] == side]


def airmen_of(p: Position, side: int) -> list[Sortie]:
    return [s for s in p.sorties if p.c.side[s.unit] == side]


def fly(p: Position, u: int, cell: int) -> None:
    p.sorties += (Sortie(u, cell),)
    p.flown += (u,)


def begin_air(p: Position, side: int) -> None:
    """Placed at the start of the segment, then intercepted, then fought over; in all weather (8.7.2, 8.7.3(a), 5.1.4-note)."""
    p.sorties = ()
    if ready_airmen(p, side):
        p.stack += [AirCombats(side), Interception(side), PlaceAir(side)]


# ------------------------------------------------------------------------------------------------ 8.7.3(a), 8.7.3(b) placing


def refuse_target(p: Position, cell: int, side: int) -> Refusal | None:
    """Any square without own units and without an engagement (GL-R44, GL-R269)."""
    label = p.label(cell)
    if p.engaged(cell):
        return Refusal(f"Units in {label} are engaged and cannot be bombed", ("8.3.2(d)", "8.7.3(a)"))
    if p.present[cell] & p.c.bit[side]:
        return Refusal(f"Your own units stand in {label}", ("8.7.3(a)",))
    return None


class PlaceAir(Choice[Position], frozen=True):
    """One air unit after the other, or none."""

    side: Side

    cases = ("8.7.3(a)", "8.7")
    implied_kind = "target"
    labels = {"done": "No further air bombardment", "target": "Air bombardment of {cell}"}

    def prompt(self, p: Position) -> str:
        left = len(ready_airmen(p, self.side))
        bombs = " and bombs the units in it" if self.side == GERMAN else ""
        return (
            f"Air bombardment, {counted(left, 'air unit')} left: choose a square, or go on. "
            f"2 to 10 on two dice (92 %) interdicts the square{bombs}; 11 and 12 miss."
        )

    def options(self, p: Position) -> Sequence[Action]:
        cells = range(p.c.board.size)
        return [*(p.c.targets[x] for x in cells if refuse_target(p, x, self.side) is None), DONE]

    def refuse(self, p: Position, action: Action) -> Refusal | None:
        cell = p.c.board.index.get(action.cell)
        if cell is None or action != p.c.targets[cell]:
            return None if action == DONE else Refusal("Choose a square to bombard from the air, or go on", self.cases)
        return refuse_target(p, cell, self.side)

    def empty(self, p: Position, action: Action) -> bool:
        return nothing_to_hit(p, action)

    def take(self, p: Position, action: Action) -> None:
        if action == DONE:
            return
        u = ready_airmen(p, self.side)[0]
        fly(p, u, p.c.board.index[action.cell])
        p.say("air", f"{{{p.name(u)}}} is over {{{action.cell}}}", self.cases)
        if ready_airmen(p, self.side):
            p.stack.append(self)


class Interception(Automatic[Position], frozen=True):
    """The other player may send his airmen there (8.7.3(b))."""

    side: Side  # of the bombers

    def run(self, p: Position) -> None:
        enemy = p.enemy(self.side)
        if p.sorties and ready_airmen(p, enemy):
            p.stack.append(Intercept(enemy))


class Intercept(Choice[Position], frozen=True):
    """Send an air unit against those over a square, or hold it back for one's own bombardment (8.7.3(b))."""

    side: Side

    cases = ("8.7.3(b)",)
    implied_kind = "target"
    labels = {"done": "Hold the air units back", "target": "Intercept over {cell}"}

    def prompt(self, p: Position) -> str:
        return "Enemy air units are up: intercept one, or hold your air units back for your own bombardment."

    def options(self, p: Position) -> Sequence[Action]:
        cells = sorted({s.cell for s in airmen_of(p, p.enemy(self.side))})
        return [*(p.c.targets[x] for x in cells), DONE]

    def why_not(self, p: Position, action: Action) -> Refusal | None:
        return Refusal(f"No enemy air unit is over {action.cell}", self.cases) if action.cell else None

    def take(self, p: Position, action: Action) -> None:
        if action == DONE:
            return
        u = ready_airmen(p, self.side)[0]
        fly(p, u, p.c.board.index[action.cell])
        p.say("air", f"{{{p.name(u)}}} intercepts over {{{action.cell}}}", self.cases)
        if ready_airmen(p, self.side):
            p.stack.append(self)


# ------------------------------------------------------------------------------------------------ 8.7.3(c) air combat


def contested(p: Position) -> list[int]:
    cells = sorted({s.cell for s in p.sorties})
    return [x for x in cells if over(p, x, GERMAN) and over(p, x, FRENCH)]


class AirCombats(Automatic[Position], frozen=True):
    """Square by square, in the order of the player whose phase it is (GL-R266)."""

    side: Side

    def run(self, p: Position) -> None:
        cells = contested(p)
        if not cells:
            return
        p.stack.append(self)
        p.stack.append(AirCombat(cells[0]) if len(cells) == 1 else ChooseAirCombat(self.side))


class ChooseAirCombat(Choice[Position], frozen=True):
    """Which square is fought over first."""

    side: Side

    cases = ("8.7.3(c)",)
    implied_kind = "target"
    labels = {"target": "Air combat over {cell}"}

    def prompt(self, p: Position) -> str:
        return "Air combat: choose the square that is fought over first."

    def options(self, p: Position) -> Sequence[Action]:
        return [p.c.targets[x] for x in contested(p)]

    def take(self, p: Position, action: Action) -> None:
        p.stack.append(AirCombat(p.c.board.index[action.cell]))


class AirCombat(Automatic[Position], frozen=True):
    """One against one, until only one side is left over the square (8.7.3(c), 8.7.3(c-ii))."""

    cell: Cell

    def run(self, p: Position) -> None:
        german, french = over(p, self.cell, GERMAN), over(p, self.cell, FRENCH)
        if german and french:
            p.stack += [self, AirCombatRoll(german[0], french[0])]


class AirCombatRoll(DiceRoll[Position], frozen=True):
    """Both roll two dice, the German first; the higher wins, ties are rolled again (8.7.3(c))."""

    german: Unit
    french: Unit
    rolled: int = UNROLLED  # by the German

    count = 2
    cases = ("8.7.3(c)",)

    def roller(self) -> int:
        return self.german if self.rolled == UNROLLED else self.french

    def prompt(self, p: Position) -> str:
        both = f"{{{p.name(self.german)}}} and {{{p.name(self.french)}}}"
        return f"Air combat of {both}: roll two dice for {{{p.name(self.roller())}}}."

    def odds(self, p: Position, action: Action) -> Odds | None:
        every = sums_of_dice(2)
        mine = every if self.rolled == UNROLLED else {self.rolled: Fraction(1)}
        won = sum(a * b for one, a in mine.items() for other, b in every.items() if one > other)
        lost = sum(a * b for one, a in mine.items() for other, b in every.items() if one < other)
        tied = 1 - won - lost
        german = won + tied / 2  # after a tie both are as likely to win
        chances = ((self.german, german), (self.french, 1 - german))
        after = "the other rolls for survival"
        return Odds("Air combat", [], "", [Outcome(f"{p.name(u)} wins", float(chance), after) for u, chance in chances])

    def resolve(self, p: Position, faces: tuple[int, ...]) -> None:
        rolled, name = sum(faces), p.name(self.roller())
        p.say("air", f"{{{name}}} rolls {rolled}", self.cases, dice=faces)
        if self.rolled == UNROLLED:
            p.stack.append(AirCombatRoll(self.german, self.french, rolled))
        elif rolled == self.rolled:
            p.say("air", "A tie: both roll again", self.cases)
            p.stack.append(AirCombatRoll(self.german, self.french))
        else:
            won, lost = (self.german, self.french) if self.rolled > rolled else (self.french, self.german)
            p.say("air", f"{{{p.name(won)}}} beats {{{p.name(lost)}}}", self.cases, result=p.name(won), meaning="wins")
            p.stack.append(AirSurvivalRoll(lost))


class AirSurvivalRoll(DiceRoll[Position], frozen=True):
    """The loser is shot down or gets home, to fly again for nothing (8.7.3(c-i), 17.5.1)."""

    unit: Unit

    count = 2
    cases = ("8.7.3(c-i)",)

    def prompt(self, p: Position) -> str:
        return f"{{{p.name(self.unit)}}} was beaten: roll two dice for its survival."

    def odds(self, p: Position, action: Action) -> Odds | None:
        return p.c.tables["air_combat"].odds("Survival of the air unit")

    def resolve(self, p: Position, faces: tuple[int, ...]) -> None:
        result = p.c.tables["air_combat"].result("any", sum(faces))
        p.sorties = tuple(s for s in p.sorties if s.unit != self.unit)
        name = p.name(self.unit)
        text = "is shot down" if result == "lost" else "gets home and flies again in the next turn"
        if result == "lost":
            eliminate(p, self.unit, "air combat")
        p.say("air", f"{{{name}}} {text}", self.cases, dice=faces, result=result, odds=self.odds(p, Action("roll")))


# ------------------------------------------------------------------------------------------------ 8.7.3(d) bombs


class AirAttacks(Automatic[Position], frozen=True):
    """After all guns the airmen of the player whose phase it is bombard, one by one; interceptors only deny a square
    (GL-R41)."""

    side: Side

    def run(self, p: Position) -> None:
        p.stack += [AirColumnRoll(s.unit, s.cell) for s in reversed(airmen_of(p, self.side))]
        p.sorties = ()


class AirColumnRoll(DiceRoll[Position], frozen=True):
    """Two dice pick the column; 2 to 10 interdict, 11 and 12 miss (8.7.3(d), GL-R40)."""

    unit: Unit
    target: Cell

    count = 2
    cases = ("8.7.3(d)",)

    def prompt(self, p: Position) -> str:
        return f"{{{p.name(self.unit)}}} bombards {{{p.label(self.target)}}}: roll two dice."

    def odds(self, p: Position, action: Action) -> Odds | None:
        return p.c.tables["air_bombardment"].odds("Air bombardment", cell=p.label(self.target))

    def resolve(self, p: Position, faces: tuple[int, ...]) -> None:
        side, label, rolled = p.c.side[self.unit], p.label(self.target), sum(faces)
        result = p.c.tables["air_bombardment"].result("any", rolled)
        told = "misses"
        if result != "miss":
            told = f"hits on column {p.c.bombardment.columns[rolled - 2]} of the Bombardment Table"
        odds = self.odds(p, Action("roll"))
        p.say("air", f"The air bombardment of {{{label}}} {told}", self.cases, dice=faces, result=result, odds=odds)
        if result == "miss":
            return
        harmed = side == GERMAN and bool(p.exposed(self.target, side))
        if not p.interdicted[self.target]:
            p.interdict(self.target, AIR + side)
            p.say("interdict", f"{{{label}}} is interdicted from the air", ("8.7.3(d)", "8.6.4-I"))
        if harmed:
            p.stack.append(AirDamageRoll(self.unit, self.target, rolled - 2))


class AirDamageRoll(DiceRoll[Position], frozen=True):
    """German bombs: one die in that column, unmodified, against all who are not in a fort (8.7.3(d), GL-R40, GL-R274)."""

    unit: Unit
    target: Cell
    column: int

    cases = ("8.7.3(d)",)

    def prompt(self, p: Position) -> str:
        return f"Bombs on {{{p.label(self.target)}}}: roll one die."

    def odds(self, p: Position, action: Action) -> Odds | None:
        chart = p.c.bombardment
        outcomes, where = explained(chart.outcomes(self.column), {}, EFFECTS), p.label(self.target)
        return Odds(f"Bombs on {where}", [], chart.columns[self.column], outcomes, chart="bombardment", cell=where)

    def resolve(self, p: Position, faces: tuple[int, ...]) -> None:
        chart = p.c.bombardment
        result = chart.result(self.column, chart.row(faces[0]))
        text = f"Bombs on {{{p.label(self.target)}}}: {in_full(result, chart.meanings[result])}"
        p.say("air", text, self.cases, dice=faces, result=result, odds=self.odds(p, Action("roll")))
        side = p.c.side[self.unit]
        shelled(p, side, self.target, result, "air", AIR + side)
