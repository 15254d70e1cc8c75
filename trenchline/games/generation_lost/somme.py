"""6.0, 19.4.5(b) Somme withdrawal: in July units leave for the Somme, by a die on the table."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ...core.actions import Action, Refusal
from ...core.charts import Odds, Outcome
from ...core.state import Side
from ...core.wording import counted
from ..great_war.engagement import Aftermath
from ..great_war.position import Choice, DiceRoll
from ..great_war.units import leave
from .components import GERMAN
from .data_files import SommeRow
from .position import Position


def somme_step(p: Position, side: int) -> None:
    """Each July turn of Hell's Doorway and the campaign, lull or not (6.0, 20.3.7, GL-R265)."""
    if p.turn in p.s.spec.somme:
        p.stack.append(SommeRoll())


def told(row: SommeRow) -> str:
    """What leaves, in words."""
    parts = [(row.regiments, "regiment"), (row.battalions, "battalion"), (row.heavy, "heavy gun")]
    return ", ".join(counted(n, word) for n, word in parts if n)


class SommeRoll(DiceRoll[Position], frozen=True):
    """One die; a number that came up before is rolled again (19.4.5(b-i), 19.4.5(b-ii))."""

    cases = ("6.0", "19.4.5(b-i)", "19.4.5(b-ii)")

    def prompt(self, p: Position) -> str:
        return "Somme withdrawal: roll one die."

    def odds(self, p: Position, action: Action) -> Odds | None:
        left = [(number, row) for number, row in p.c.chart_data.somme.rows.items() if int(number) not in p.somme_used]
        return Odds("Somme withdrawal", [], "", [Outcome(number, 1 / len(left), told(row)) for number, row in left])

    def resolve(self, p: Position, faces: tuple[int, ...]) -> None:
        (number,) = faces
        if number in p.somme_used:
            p.say("somme", f"Somme withdrawal: {number} came up before and is rolled again", ("19.4.5(b-ii)",), dice=faces)
            p.stack.append(SommeRoll())
            return
        row = p.c.chart_data.somme.rows[str(number)]
        p.somme_used += (number,)
        p.say("somme", f"To the Somme go {told(row)}", ("19.4.5(b-i)",), dice=faces, result=str(number), meaning=told(row))
        ask(p, Withdrawal(GERMAN, row.regiments, row.battalions, row.heavy))


class Withdrawal(Choice[Position], frozen=True):
    """Choose the units, from the map and the pool, never from the reserves; nothing stands for something else (19.4.5(b-iii),
    19.4.5(b-iv), 19.4.5(b-v), 19.4.5(b-vi))."""

    side: Side
    regiments: int
    battalions: int
    heavy: int

    cases = ("19.4.5(b-i)", "19.4.5(b-iii)")
    implied_kind = "withdraw"
    labels = {"withdraw": "{unit} goes to the Somme"}

    def prompt(self, p: Position) -> str:
        left = told(SommeRow(self.regiments, self.battalions, self.heavy))
        return f"Somme withdrawal: choose units from the map or the pool, {left} still to go."

    def units(self, p: Position) -> dict[str, list[int]]:
        """Who may go, by what is still asked for."""
        return {name: candidates(p, name) for name in KINDS if getattr(self, name)}

    def options(self, p: Position) -> Sequence[Action]:
        return [Action("withdraw", p.name(u)) for units in self.units(p).values() for u in units]

    def why_not(self, p: Position, action: Action) -> Refusal | None:
        u = p.c.unit.get(action.unit)
        if u is None:
            return None
        if p.place[u] == p.c.box["reserves"]:
            return Refusal(f"{action.unit} is in the Operations Reserves Box and stays there", ("19.4.5(b-iii)",))
        if p.c.gun[u] and not withdrawable_gun(p, u):
            return Refusal("Only heavy artillery leaves; field guns and the 380 stay", ("19.4.5(b-v)",))
        kind = "regiments" if p.c.regiment[u] else "battalions" if p.c.battalion[u] else ""
        if kind and not getattr(self, kind):
            return Refusal("Battalions and regiments do not stand for each other", ("19.4.5(b-iv)",))
        return None

    def take(self, p: Position, action: Action) -> None:
        u = p.c.unit[action.unit]
        kind = next(name for name, units in self.units(p).items() if u in units)
        where = "the pool" if p.place[u] == p.c.box["pool"] else f"{{{p.label(p.place[u])}}}"
        leave(p, u, "gone")
        p.say("somme", f"{{{action.unit}}} leaves {where} for the Somme", ("19.4.5(b-iii)", "19.4.5(b-vii)"))
        ask(p, msgspec.structs.replace(self, **{kind: getattr(self, kind) - 1}))
        p.stack.append(Aftermath())  # an engagement that one side has left is over before anything else (GL-R307)


KINDS = ("regiments", "battalions", "heavy")


def withdrawable_gun(p: Position, u: int) -> bool:
    return p.c.heavy[u] and not p.c.rail_bound[u]


def candidates(p: Position, kind: str) -> list[int]:
    """German units of a kind on the map or in the pool; engineers are battalions (GL-R307)."""
    c, pool = p.c, p.c.box["pool"]
    there = [u for u in c.army[GERMAN] if p.on_map(u) or p.place[u] == pool]
    if kind == "heavy":
        return [u for u in there if c.gun[u] and withdrawable_gun(p, u)]
    size = c.regiment if kind == "regiments" else c.battalion
    return [u for u in there if c.infantry[u] and size[u]]


def ask(p: Position, withdrawal: Withdrawal) -> None:
    """What there is not need not go (GL-R218)."""
    if any(withdrawal.units(p).values()):
        p.stack.append(withdrawal)
