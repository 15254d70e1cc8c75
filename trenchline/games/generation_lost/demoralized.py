"""16.8.3 Demoralized defenders: after a lost secondary assault HQs, guns and small units may surrender."""

from __future__ import annotations

import msgspec

from ...core.actions import Action
from ...core.charts import ALL, Odds, Term, of_kind, total
from ...core.state import Unit
from ..great_war import results
from ..great_war.assault_odds import losses_of
from ..great_war.position import DiceRoll
from ..great_war.records import Fight
from ..great_war.results import counter_attackers, surrender
from ..great_war.states import INSIDE, SUPPLY
from ..great_war.units import leave, score
from .position import Position

CASE = "16.8.3"


class Outcome(results.Outcome, frozen=True):
    """What follows an assault's losses: before anybody retreats demoralized defenders may surrender."""

    def run(self, p: Position) -> None:  # type: ignore[override]
        if not try_surrender(p, self.result):
            super().run(p)


def try_surrender(p: Position, result: str) -> bool:
    """Between losses and retreat, once in a secondary assault that the defenders lose (GL-R165, GL-R296)."""
    fight = p.fight
    assert fight is not None
    if not fight.secondary or fight.counter or p.means.checked or not lost(p, fight, result):
        return False
    p.means = msgspec.structs.replace(p.means, checked=True)
    p.stack.append(Outcome(result))
    surrender(p, fight.defenders)
    p.stack += [SurrenderRoll(u) for u in reversed(fight.defenders) if p.on_map(u) and row(p, u) and not exempt(p, u)]
    return True


def lost(p: Position, fight: Fight, result: str) -> bool:
    """Whether the defenders lost a step or retreat; if all are eliminated nobody is left to surrender (GL-R165)."""
    found = p.c.results[result]
    steps = losses_of(found, fight.doubled)[1]
    if found.then == "counter-attack" and not counter_attackers(p, fight):
        return True
    return found.then == "defender retreats" or 0 < steps < ALL


def row(p: Position, u: int) -> str:
    """The line of the Demoralized Table for a unit; empty for one that does not surrender."""
    c = p.c
    if c.hq[u]:
        return "" if p.status[u] & SUPPLY else "hq"
    if c.gun[u]:
        return "artillery"
    small = c.battalion[u] or c.chasseur[u] or (c.brigade[u] and p.steps[u] < c.steps[u])
    return "infantry" if small else ""


def modifiers(p: Position, u: int) -> list[Term]:
    """In a fort, and for chasseurs and engineers (16.8.3-DRM)."""
    table, case = p.c.chart_data.demoralized_modifiers, "16.8.3-DRM"
    found = [Term("in a fort", table["fort"], case)] if p.status[u] & INSIDE else []
    special = "chasseurs" if p.c.chasseur[u] else "engineers" if p.c.engineer[u] else ""
    return of_kind("die", [*found, Term(special, table["special"], case)] if special else found)


def exempt(p: Position, u: int) -> bool:
    """Both together exempt (16.8.3-DRM)."""
    return len(modifiers(p, u)) > 1


def give_up(p: Position, u: int) -> None:
    """Gone for good: two points a step, no replacement points (16.8.3-VP, GL-R166)."""
    score(p, p.enemy(p.c.side[u]), 2 * p.steps[u], combat=True)
    p.count_french_loss(u, p.steps[u])
    leave(p, u, "gone")


class SurrenderRoll(DiceRoll[Position], frozen=True):
    """One die on the Demoralized Table."""

    unit: Unit

    cases = (CASE, "16.8.3-DRM", "16.8.3-VP")

    def prompt(self, p: Position) -> str:
        return f"{{{p.name(self.unit)}}} is demoralized: roll one die."

    def odds(self, p: Position, action: Action) -> Odds | None:
        terms = modifiers(p, self.unit)
        return p.c.tables["demoralized"].odds(f"{p.name(self.unit)} may surrender", row(p, self.unit), terms)

    def resolve(self, p: Position, faces: tuple[int, ...]) -> None:
        terms, table = modifiers(p, self.unit), p.c.tables["demoralized"]
        result = table.result(row(p, self.unit), faces[0] + total(terms))
        gives_up = result == table.results[0]
        text = "surrenders" if gives_up else "holds out"
        cases = (CASE, "16.8.3-VP") if gives_up else (CASE,)
        odds = self.odds(p, Action("roll"))
        p.say("surrender", f"{{{p.name(self.unit)}}} {text}", cases, dice=faces, result=result, odds=odds)
        if gives_up:
            give_up(p, self.unit)
