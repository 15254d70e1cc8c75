"""6.0 Attrition Phase: every hex with Strength Points rolls, and pays in AP or in order."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.actions import Action, Refusal
from ...core.charts import Odds, Outcome, Term, total
from ...core.decisions import Stake
from ...core.position import Luck
from ...core.state import Cell, Cells, Side
from ...core.wording import counted
from .careful import last_point
from .components import ENEMY, SIDES
from .elimination import disrupt
from .fog import known
from .position import DEMORALIZED, DISRUPTED, OOS, Automatic, Choice, DiceRoll, Position
from .refusals import why_not_ours
from .supply import loc_cells

PAY = Action("pay")


def attrition_phase(p: Position, side: int) -> None:
    """3.2: not on turn 1 (6.0b); else each hex of the phasing side in turn."""
    if p.turn == 1:
        return
    cells = tuple(sorted({p.place[u] for u in p.units_of(side) if p.c.sp[u]}))
    p.stack.append(Attrition(side, cells))


def strength(p: Position, cell: int) -> int:
    return sum(p.c.sp[u] for u in p.stacks[cell])


def modifiers(p: Position, cell: int) -> list[Term]:
    """The worst status in the hex, the worst supply, and a city with a line (6.1.2, CA-R38)."""
    c, lines = p.c, p.c.attrition_drm
    units = p.stacks[cell]
    states = 0
    for u in units:
        states |= p.status[u]
    found = []
    if states & DEMORALIZED:
        found.append(lines["demoralized"])
    elif states & DISRUPTED:
        found.append(lines["disrupted"])
    line = loc_cells(p, c.side[units[0]])[cell]
    if states & OOS:
        found.append(lines["oos"])
    elif not line:
        found.append(lines["no_loc"])
    if line and (c.city[cell] or (p.options.attrition_city_includes_villages and c.village[cell])):
        found.append(lines["city"])
    return found


def row_of(p: Position, roll: int) -> int:
    return min(max(roll, p.c.attrition.faces[0]), p.c.attrition.faces[-1])


class Attrition(Automatic, frozen=True):
    """The hexes that still have to check."""

    side: Side
    cells: Cells

    def run(self, p: Position) -> None:
        cells = [cell for cell in self.cells if p.holds(cell, self.side) and strength(p, cell)]
        if cells:
            p.stack += [Attrition(self.side, tuple(cells[1:])), AttritionRoll(self.side, cells[0])]


class AttritionRoll(DiceRoll, frozen=True):
    """One die, low is bad, in the column of the hex's Strength Points (6.0a)."""

    side: Side
    cell: Cell

    cases = ("6.0a", "6.1.2")

    def prompt(self, p: Position) -> str:
        return f"Attrition in {{{p.label(self.cell)}}}: roll one die."

    def _lines(self, p: Position) -> list[Term]:
        return [Term("Strength Points", strength(p, self.cell), "6.0a"), *modifiers(p, self.cell)]

    def _losses(self, p: Position, lines: list[Term]) -> list[int]:
        """The loss points of each face."""
        column, drm = p.c.attrition.column(lines[0].value), total(lines[1:])
        return [p.c.attrition_losses[row_of(p, face + drm)][column] for face in range(1, 7)]

    def resolve(self, p: Position, faces: tuple[int, ...]) -> None:
        lines = self._lines(p)
        table = self._losses(p, lines)
        losses, odds = table[faces[0] - 1], self._odds(p, lines, table)
        enemy, side = ENEMY[self.side], SIDES[self.side]
        where = f"Attrition in {{{p.label(self.cell)}}}"
        words = f"{where}: {counted(losses, 'loss point')}"
        open_to_all = known(p, p.stacks[self.cell][0], enemy)
        luck = Luck(side, 0.0 - losses, 0.0 - sum(table) / 6)
        to = () if open_to_all else (side,)
        p.say("attrition", words, self.cases, (), faces, str(losses), luck, to, odds=odds)
        if not open_to_all:
            p.say("attrition", where, self.cases, (), faces, but=(side,))
        if losses:
            p.stack.append(AttritionLosses(self.side, self.cell, losses))

    def odds(self, p: Position, action: Action) -> Odds:
        lines = self._lines(p)
        return self._odds(p, lines, self._losses(p, lines))

    def _odds(self, p: Position, lines: list[Term], table: list[int]) -> Odds:
        chart = p.c.attrition
        column = chart.columns[chart.column(lines[0].value)]
        outcomes = [Outcome(str(n), table.count(n) / 6, chart.meanings[str(n)]) for n in sorted(set(table))]
        where = p.label(self.cell)
        return Odds(f"Attrition in {where}", lines, column, outcomes, chart="attrition", cell=where)


def may_pay(p: Position, side: int, cell: int) -> bool:
    """With a line and in supply (6.1a, S-c)."""
    return p.ap[side] > 0 and bool(loc_cells(p, side)[cell]) and not any(p.status[u] & OOS for u in p.stacks[cell])


class AttritionLosses(Automatic, frozen=True):
    """Loss points still to be met; asks where there is a choice (6.1)."""

    side: Side
    cell: Cell
    left: int

    def run(self, p: Position) -> None:
        units = p.stacks[self.cell]
        if not self.left or not p.holds(self.cell, self.side):
            return
        if len(units) > 1 or may_pay(p, self.side, self.cell):
            p.stack.append(AttritionLoss(self.side, self.cell, self.left))
        else:
            suffer(p, self.side, self.cell, self.left, units[0])


def suffer(p: Position, side: int, cell: int, left: int, u: int) -> None:
    p.stack.append(AttritionLosses(side, cell, left - 1))
    disrupt(p, u, "6.1b")


class AttritionLoss(Choice, frozen=True):
    """Each point costs 1 AP, or one unit of the hex a level of its order (6.1a, 6.1b, 6.1d)."""

    side: Side
    cell: Cell
    left: int

    implied_kind = "suffer"
    cases = ("6.1a", "6.1b")
    labels = {"pay": "Pay 1 AP"}

    def prompt(self, p: Position) -> str:
        last = "; your last AP would lose the match" if p.ap[self.side] == 1 else ""
        return (
            f"Attrition in {{{p.label(self.cell)}}}, {counted(self.left, 'loss point')} to meet: pay 1 AP{last}, "
            "or choose the unit that suffers."
        )

    def options(self, p: Position) -> Sequence[Action]:
        found = [Action("suffer", p.name(u)) for u in p.stacks[self.cell]]
        return [PAY, *found] if may_pay(p, self.side, self.cell) else found

    def why_not(self, p: Position, action: Action) -> Refusal | None:
        where = p.label(self.cell)
        if action == PAY:
            if not p.ap[self.side]:
                return Refusal("You have no Administrative Points left", ("6.1a",))
            if any(p.status[u] & OOS for u in p.stacks[self.cell]):
                return Refusal(f"A unit in {where} is out of supply", ("6.1a",))
            return Refusal(f"The units in {where} have no line of communication", ("6.1a",))
        if action != Action("suffer", action.unit):
            return Refusal("Pay, or name the unit that suffers", self.cases)
        return why_not_ours(p, action.unit, self.side, ("6.1b",)) or Refusal(f"{action.unit} is not in {where}", ("6.1b",))

    def default(self, p: Position) -> Action:
        """Points are for that; the last of them is not."""
        options = self.options(p)
        return next(a for a in options if a != PAY or not last_point(p, self.side, p.c.price["attrition"]))

    def stake(self, p: Position, action: Action) -> Stake | None:
        return last_point(p, self.side, p.c.price["attrition"]) if action == PAY else None

    def take(self, p: Position, action: Action) -> None:
        if action == PAY:
            p.say("pay", f"The {SIDES[self.side].capitalize()} side pays 1 AP against attrition", ("6.1a",))
            if not p.pay(self.side, p.c.price["attrition"]):
                p.stack.append(AttritionLosses(self.side, self.cell, self.left - 1))
        else:
            suffer(p, self.side, self.cell, self.left, p.c.unit[action.unit])
