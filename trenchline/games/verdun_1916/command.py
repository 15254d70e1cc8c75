"""10 Command and control: the Command Phase (2.1.1), and the return of destroyed HQs (1.4i)."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.actions import Action, Refusal
from ...core.naming import no_such_cell
from ...core.paths import linked, trace
from ...core.state import Side, Unit
from .components import ENEMY
from .position import ENTERED, NEUTRALISED, UNCOMMANDED, Automatic, Choice, Position
from .refusals import closed_to, too_full
from .stacking import fits


def command_phase(p: Position, side: int) -> None:
    """HQs come back, then every unit's line of command is checked (1.4i, 2.1.1a)."""
    for u in p.c.ground[side]:
        p.status[u] &= ~ENTERED
    p.stack.append(CommandCheck(side))
    back = [hq for hq, turn in p.returning if p.c.side[hq] == side and turn < p.turn]
    p.stack += [HqReturns(hq) for hq in reversed(back)]


# ------------------------------------------------------------------------------------------------ 1.4i HQs come back


def return_cells(p: Position, hq: int) -> list[int]:
    """Hexes in play without enemies, enemy zones or a full stack (VV-R32)."""
    side = p.c.side[hq]
    zone, barred = p.zone[ENEMY[side]], p.barred(side)
    return [x for x in range(p.c.board.size) if not barred[x] and not zone[x] and fits(p, (hq,), x)]


class HqReturns(Automatic, frozen=True):
    """An HQ lost in an earlier turn is due; with no hex for it, it waits (VV-R32)."""

    unit: Unit

    def run(self, p: Position) -> None:
        if return_cells(p, self.unit):
            p.stack.append(PlaceHq(self.unit))


class PlaceHq(Choice, frozen=True):
    """The owner places a returning HQ where he likes (1.4i)."""

    unit: Unit

    implied_kind = "place"
    cases = ("1.4i",)

    def prompt(self, p: Position) -> str:
        return f"{{{p.name(self.unit)}}} returns: choose a hex for it."

    def options(self, p: Position) -> Sequence[Action]:
        name = p.name(self.unit)
        return [Action("place", name, p.label(cell)) for cell in return_cells(p, self.unit)]

    def refuse(self, p: Position, action: Action) -> Refusal | None:
        cell = p.c.board.index.get(action.cell)
        if action != Action("place", p.name(self.unit), action.cell) or not action.cell:
            return Refusal(f"Choose a hex for {p.name(self.unit)}", self.cases)
        if cell is None:
            return no_such_cell(p, action.cell, ("1.4i",))
        side = p.c.side[self.unit]
        refusal = closed_to(p, side, cell, "1.4i")
        if refusal is not None:
            return refusal
        if p.zone[ENEMY[side]][cell]:
            return Refusal(f"{action.cell} is in an enemy zone of control", ("1.4i", "VV-R32"))
        return None if fits(p, (self.unit,), cell) else too_full(p, cell)

    def take(self, p: Position, action: Action) -> None:
        u = self.unit
        p.returning = tuple(entry for entry in p.returning if entry[0] != u)
        p.steps[u], p.status[u] = 1, 0
        p.put(u, p.c.board.index[action.cell])
        p.say("hq", f"{{{p.name(u)}}} returns in {{{action.cell}}}", self.cases)


# ------------------------------------------------------------------------------------------------ 10.1 lines of command


def command_range(p: Position, hq: int) -> int:
    """Six hexes; three for a neutralised HQ (10.1a, 10.1f, 9d)."""
    return p.c.command.neutralised if p.status[hq] & NEUTRALISED else p.c.command.range


class Lines:
    """All lines of command of one side at one moment: the hexes that each HQ on the map reaches."""

    def __init__(self, p: Position, side: int) -> None:
        self.p, self.side, self.cut = p, side, p.cut(side)
        hqs = [hq for hq in p.c.hqs[side] if p.on_map(hq)]
        self.cells = {hq: linked(p.c.open_ways, (p.place[hq],), command_range(p, hq), self.cut) for hq in hqs}

    def onward(self, hq: int) -> dict[int, int]:
        """The way from each hex to an HQ."""
        return trace(self.p.c.open_ways, (self.p.place[hq],), command_range(self.p, hq), self.cut)[1]

    def direct(self, u: int) -> int | None:
        """The HQ that a unit has a line to (10.1b)."""
        place = self.p.place[u]
        return next((hq for hq in self.p.c.mates[u] if hq in self.cells and self.cells[hq][place]), None)

    def commanded(self) -> set[int]:
        """Units in command: by a line, or next to one of their division that is (10.1b).

        Corps troops go by any unit of their corps (VV-R33). HQs and independent units are always in command.
        """
        p, c = self.p, self.p.c
        units = list(p.units_of(self.side))
        found = {u for u in units if c.hq[u] or u in p.b.independent or self.direct(u) is not None}
        frontier = list(found)
        waiting = [u for u in units if u not in found]
        beside: dict[tuple[str, str], set[int]] = {}  # by division and by corps: hexes with a unit in command, or next to one
        while frontier and waiting:
            for u in frontier:
                here = p.place[u]
                for formation in (("division", c.division[u]), ("corps", c.corps[u])):
                    beside.setdefault(formation, set()).update((here, *c.board.neighbours[here]))
            frontier = [u for u in waiting if p.place[u] in beside.get(self._formation(u), ())]
            found.update(frontier)
            waiting = [u for u in waiting if u not in found]
        return found

    def _formation(self, u: int) -> tuple[str, str]:
        """Whose units pass command on to a unit."""
        division = self.p.c.division[u]
        return ("division", division) if division else ("corps", self.p.c.corps[u])


class CommandCheck(Automatic, frozen=True):
    """Who is out of command stays so until his side's next check, which may free him (10.1d, 10.1e, VV-R30).

    On the first turn nobody is (14.2D-b, 14.3D-b).
    """

    side: Side

    def run(self, p: Position) -> None:
        units = list(p.units_of(self.side))
        fed = set(units) if p.turn == 1 else Lines(p, self.side).commanded()
        lost = [u for u in units if u not in fed]
        for u in units:
            p.status[u] &= ~UNCOMMANDED
        for u in lost:
            p.status[u] |= UNCOMMANDED
        if lost:
            p.say("command", f"Out of command: {p.names(lost)}", ("10.1b", "2.1.1b"))
