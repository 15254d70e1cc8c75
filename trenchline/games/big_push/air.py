"""6.6 British air bombardment: placed before the guns, resolved after them."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.actions import DONE, Action, Refusal
from ...core.charts import Odds, Outcome, in_full
from ...core.decisions import Automatic, Stake
from ...core.state import Cell, Side
from ..great_war.bombardment import nothing_to_hit, shelled
from ..great_war.front_line import behind_line
from ..great_war.position import Choice, DiceRoll
from ..great_war.states import AIR
from .components import ALLIED, BRITISH, GERMAN
from .position import Position

MISSES = (11, 12)


def place_air(p: Position) -> None:
    """One air attack in every Allied phase, in any weather (6.6/4, BP-R23)."""
    p.air = ()
    if air_targets(p):
        p.stack.append(PlaceAir(ALLIED))


def air_targets(p: Position) -> list[int]:
    """Squares behind the German line, at most three from German front infantry, not engaged (BP-R23)."""
    c = p.c
    allied = 0
    for x, here in enumerate(p.present):
        if here & c.bit[ALLIED]:
            allied |= c.cover(x, c.ranges["front_infantry"])
    facing = allied.to_bytes(c.board.size, "little")
    near = 0
    for u in p.units(GERMAN):
        if c.infantry[u] and facing[p.place[u]]:
            near |= c.cover(p.place[u], c.ranges["air"])
    reached = near.to_bytes(c.board.size, "little")
    return [x for x in sorted(behind_line(p, GERMAN)) if reached[x] and p.why_closed(x) is None]


class PlaceAir(Choice[Position], frozen=True):
    """Choose the square, or leave the aircraft on the ground."""

    side: Side

    cases = ("6.6",)
    implied_kind = "target"
    labels = {"done": "No air bombardment", "target": "Air bombardment of {cell}"}

    def player(self, p: Position) -> int:
        return p.seating.of_nation[BRITISH]

    def prompt(self, p: Position) -> str:
        return (
            "Air bombardment: choose a square behind the German line, or none. "
            "2 to 10 on two dice (92 %) interdicts the square and bombs the units in it; 11 and 12 miss."
        )

    def options(self, p: Position) -> Sequence[Action]:
        return [*(p.c.targets[x] for x in air_targets(p)), DONE]

    def why_not(self, p: Position, action: Action) -> Refusal | None:
        cell = p.c.board.index.get(action.cell)
        if cell is None:
            return None
        return p.why_closed(cell) or Refusal(f"{action.cell} is not within three squares behind the German line", self.cases)

    def empty(self, p: Position, action: Action) -> bool:
        return nothing_to_hit(p, action)

    def stake(self, p: Position, action: Action) -> Stake | None:
        return Stake("This turn's air attack is lost (6.6)") if action == DONE else None

    def take(self, p: Position, action: Action) -> None:
        if action != DONE:
            p.air = (p.c.board.index[action.cell],)
            p.say("air", f"The air unit is over {{{action.cell}}}", self.cases)


class AirAttack(Automatic[Position], frozen=True):
    """After all guns (6.1)."""

    def run(self, p: Position) -> None:
        if p.air:
            p.stack.append(AirColumnRoll())


class AirColumnRoll(DiceRoll[Position], frozen=True):
    """Two dice pick the column; 2 to 10 also interdict (6.6/1, 6.6/3, BP-R149)."""

    count = 2
    cases = ("6.6/1", "6.6/3")

    def prompt(self, p: Position) -> str:
        return f"Air bombardment of {{{p.label(p.air[0])}}}: roll two dice."

    def odds(self, p: Position, action: Action) -> Odds | None:
        column = Outcome("column", 33 / 36, "the square is interdicted, and the dice give the column of the bombs")
        return Odds("Air bombardment", [], "", [column, Outcome("miss", 3 / 36, "the bombs miss")], cell=p.label(p.air[0]))

    def resolve(self, p: Position, faces: tuple[int, ...]) -> None:
        (cell,) = p.air
        label, roll, odds = p.label(cell), sum(faces), self.odds(p, Action("roll"))
        if roll in MISSES:
            p.air = ()
            p.say("air", f"The air bombardment of {{{label}}} misses", ("6.6/1",), dice=faces, result="miss", odds=odds)
            return
        already, vacant = p.interdicted[cell], not p.stacks[cell]
        text = f"The air bombardment of {{{label}}} hits on column {p.c.bombardment.columns[roll - 2]} of the Bombardment Table"
        p.say("air", text, ("6.6/1",), dice=faces, result="column", odds=odds)
        if already:
            p.air = ()  # only the damage counts, and the counter comes off
        else:
            p.interdict(cell, AIR)
            p.say("interdict", f"{{{label}}} is interdicted from the air", ("6.6/3",))
        if not vacant:
            p.stack.append(AirDamageRoll(cell, roll - 2))


class AirDamageRoll(DiceRoll[Position], frozen=True):
    """One die in that column, unmodified (6.6/2)."""

    target: Cell
    column: int

    cases = ("6.6/2",)

    def prompt(self, p: Position) -> str:
        return f"Air bombardment of {{{p.label(self.target)}}}: roll one die."

    def odds(self, p: Position, action: Action) -> Odds | None:
        chart = p.c.bombardment
        name, outcomes, where = chart.columns[self.column], chart.outcomes(self.column), p.label(self.target)
        return Odds(f"Bombs on {where}", [], name, outcomes, chart="bombardment", cell=where)

    def resolve(self, p: Position, faces: tuple[int, ...]) -> None:
        chart = p.c.bombardment
        result = chart.result(self.column, chart.row(faces[0]))
        text = f"Bombs on {{{p.label(self.target)}}}: {in_full(result, chart.meanings[result])}"
        p.say("air", text, self.cases, dice=faces, result=result, odds=self.odds(p, Action("roll")))
        shelled(p, ALLIED, self.target, result, "air", AIR)
