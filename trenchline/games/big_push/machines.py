"""7.8, 12.3 Tanks break down and recover; 14.1.3b cavalry is released."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.actions import DONE, Action
from ...core.charts import Term, of_kind, total
from ...core.state import Side, Unit, Units
from ..great_war.position import Choice, DiceRoll
from ..great_war.states import BROKEN, DISRUPTED, HELD, NEW
from .components import ALLIED, BRITISH
from .position import Position


def weather_term(p: Position) -> list[Term]:
    value = p.c.weather_rows[p.weather].machines
    return of_kind("die", [Term("rain or snow", value, "7.8")]) if value else []


def breakdowns(p: Position) -> None:
    """Each working tank unit, from its second turn on (7.8, BP-R143)."""
    tanks = [u for u in p.c.of_nation[BRITISH] if p.c.tank[u] and p.on_map(u)]
    rolling = [u for u in tanks if not p.status[u] & (BROKEN | NEW)]
    p.stack += [BreakdownRoll(u) for u in reversed(rolling)]


class BreakdownRoll(DiceRoll[Position], frozen=True):
    """One die on the Tank Breakdown Table (7.8)."""

    unit: Unit

    cases = ("7.8",)

    def prompt(self, p: Position) -> str:
        return f"{{{p.name(self.unit)}}}: roll one die for breakdown."

    def resolve(self, p: Position, faces: tuple[int, ...]) -> None:
        terms, table = weather_term(p), p.c.tables["breakdown"]
        result = table.result("any", faces[0] + total(terms))
        if result != table.results[0]:
            p.status[self.unit] |= BROKEN
        told = "keeps running" if result == table.results[0] else result
        odds = table.odds(f"{p.name(self.unit)}: breakdown", terms=terms)
        p.say("tanks", f"{{{p.name(self.unit)}}} {told}", self.cases, dice=faces, result=result, odds=odds)


def recoveries(p: Position) -> None:
    """Each broken-down tank unit that is not disrupted (12.3, BP-R169)."""
    tanks = [u for u in p.c.of_nation[BRITISH] if p.c.tank[u] and p.on_map(u) and p.status[u] & BROKEN]
    p.stack += [RecoveryRoll(u) for u in reversed(tanks) if not p.status[u] & DISRUPTED]


class RecoveryRoll(DiceRoll[Position], frozen=True):
    """One die on the Tank Recovery Table (12.3)."""

    unit: Unit

    cases = ("12.3",)

    def prompt(self, p: Position) -> str:
        return f"{{{p.name(self.unit)}}}: roll one die for recovery."

    def resolve(self, p: Position, faces: tuple[int, ...]) -> None:
        again = of_kind("die", [p.c.modifiers["machines"]["again"]]) if self.unit in p.tries else []
        terms, table = [*weather_term(p), *again], p.c.tables["recovery"]
        result = table.result("any", faces[0] + total(terms))
        if result == table.results[0]:
            p.status[self.unit] &= ~BROKEN
            p.tries = tuple(u for u in p.tries if u != self.unit)
        elif self.unit not in p.tries:
            p.tries = (*p.tries, self.unit)
        text = "recovers" if result == table.results[0] else "does not recover"
        odds = table.odds(f"{p.name(self.unit)}: recovery", terms=terms)
        p.say("tanks", f"{{{p.name(self.unit)}}} {text}", self.cases, dice=faces, result=result, odds=odds)


# ------------------------------------------------------------------------------------------------ 14.1.3b cavalry


def releases(p: Position) -> None:
    """From a turn on, in the first scenario on two turns only (14.1.3b, 15.1/4)."""
    first, tries = p.s.spec.cavalry_release, p.s.spec.cavalry_tries
    first = max(first, p.started) if first else 0
    held = tuple(u for u in p.c.of_nation[BRITISH] if p.status[u] & HELD and p.on_map(u))
    if first and p.turn >= first and (not tries or p.turn < first + tries) and held:
        p.stack.append(Release(ALLIED, held))


class Release(Choice[Position], frozen=True):
    """Try to release cavalry, unit by unit (BP-R155)."""

    side: Side
    units: Units

    cases = ("14.1.3b",)
    implied_kind = "release"
    labels = {"done": "Keep the others in reserve", "release": "Try to release {unit}"}

    def player(self, p: Position) -> int:
        return p.seating.of_nation[BRITISH]

    def prompt(self, p: Position) -> str:
        return "Cavalry: choose a unit to release, or go on. 1 to 3 on a die releases it."

    def options(self, p: Position) -> Sequence[Action]:
        return [*(Action("release", p.name(u)) for u in self.units), DONE]

    def take(self, p: Position, action: Action) -> None:
        if action == DONE:
            return
        u = p.c.unit[action.unit]
        rest = tuple(v for v in self.units if v != u)
        if rest:
            p.stack.append(Release(self.side, rest))
        p.stack.append(ReleaseRoll(u))


class ReleaseRoll(DiceRoll[Position], frozen=True):
    """1 to 3 releases (14.1.3b)."""

    unit: Unit

    cases = ("14.1.3b",)

    def prompt(self, p: Position) -> str:
        return f"{{{p.name(self.unit)}}}: roll one die for its release."

    def resolve(self, p: Position, faces: tuple[int, ...]) -> None:
        table = p.c.tables["release"]
        result = table.result("any", faces[0])
        if result == table.results[0]:
            p.status[self.unit] &= ~HELD
        told = "is released" if result == table.results[0] else "stays in reserve"
        odds = table.odds(f"{p.name(self.unit)}: release")
        p.say("cavalry", f"{{{p.name(self.unit)}}} {told}", self.cases, dice=faces, result=result, odds=odds)
