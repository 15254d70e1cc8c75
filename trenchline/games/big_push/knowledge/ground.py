"""What this battle is fought for: the German start trench, the places of the victory conditions, the objectives drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from ...great_war.formations import splits
from ...great_war.knowledge import ground as series
from ...great_war.states import HOME, PAID
from ..components import ALLIED, GERMAN
from ..data_files import ConditionRow
from ..position import Position
from .aims import Aim, aims, may_count


def objectives(p: Position, side: int) -> tuple[int, ...]:
    """The campaign's places as far as a side knows them: the Allies their own, the Germans any that might be drawn."""
    if not p.s.campaign:
        return ()
    return p.objectives if side == ALLIED else tuple(range(len(p.c.markers)))


def prizes(p: Position, side: int, w: Mapping[str, float], ways: Sequence[Aim] | None = None) -> list[float]:
    """What each square is worth to whoever holds it: the German start trench, and the places of the victory conditions, each
    as far as there is hope of the victory that asks for it."""
    c = p.c
    worth = [0.0] * c.board.size
    for aim in aims(p) if ways is None else ways:
        for row in (*aim.row.all_of, *aim.row.any_of):
            for x, value in _asked(p, row, w):
                worth[x] += value * aim.hope
    known = objectives(p, side)
    shown = len(known) / 7 if known else 1.0  # the Germans do not know which seven were drawn
    for m in known:
        cells = c.marker_cells[m]
        for x in cells:
            worth[x] += w["place"] / (len(cells) / 2 + 0.5) / shown
    return worth


def _asked(p: Position, row: ConditionRow, w: Mapping[str, float]) -> list[tuple[int, float]]:
    """The squares of a condition with what they are worth."""
    cell = p.c.board.cell
    if row.kind == "clear_trench":
        return [(x, w["trench"]) for x in p.c.german_trench]
    if row.kind == "occupy":
        return [(cell(label), w["bapaume"]) for label in row.cells]
    if row.kind != "claim":
        return []
    share = row.need / max(1, len(row.places))
    return [(cell(x), w["place"] * share / (len(place.cells) / 2 + 0.5)) for place in row.places for x in place.cells]


def claimants(p: Position, side: int) -> dict[int, int]:
    """The nation that has to claim each place (13.1.1): a Frenchman in a British one spoils it."""
    c = p.c
    rows = [r for v in p.s.victories.values() for r in (*v.all_of, *v.any_of) if r.kind == "claim" and r.nation != "german"]
    found = {c.board.cell(label): c.nations.index(r.nation) for r in rows for place in r.places for label in place.cells}
    for m in objectives(p, side):
        found |= dict.fromkeys(c.marker_cells[m], c.nations.index(c.markers[m].nation))
    return found


class Ground(series.Ground):
    """How things stand for one side."""

    p: Position

    @cached_property
    def presses(self) -> bool:
        return self.side == ALLIED

    def go_on_from(self, older: series.Ground) -> None:
        super().go_on_from(older)
        assert isinstance(older, Ground)
        self.aims = older.aims

    @cached_property
    def aims(self) -> list[Aim]:
        return aims(self.p)

    def prizes(self) -> list[float]:
        return prizes(self.p, self.side, self.w, self.aims)

    @cached_property
    def outlets(self) -> dict[int, float]:
        """The east edge, where leaving it wins."""
        hope = sum(aim.hope for aim in self.aims if aim.condition("exits"))
        return dict.fromkeys(self.c.edge[GERMAN], self.w["exit"] * hope) if hope else {}

    @property
    def guarded(self) -> list[tuple[tuple[int, ...], float]]:
        """The east edge, and towns whose possession wins."""
        if self.presses:
            return []
        towns = [(row, aim.hope) for aim in self.aims if (row := aim.condition("occupy"))]
        cell, price = self.c.board.cell, self.w["bapaume"]
        return [*super().guarded, *(((cell(label),), price * hope) for row, hope in towns for label in row.cells)]

    def leaves(self, u: int) -> str:
        """Who stands at the edge leaves as long as more have to; a division in parts, for each of them counts."""
        p, c = self.p, self.p.c
        if self.side == GERMAN or p.place[u] not in self.outlets or not p.exits(u):
            return ""
        rows = [row for aim in self.aims if (row := aim.condition("exits"))]
        if not any(may_count(p, row, c.nation[u]) for row in rows):
            return ""
        return "split" if c.division[u] and splits(p, u) else "exit"

    def keep(self, cell: int) -> float:
        w, c = self.w, self.c
        value = self.prize[cell] + w["ground"] + (self.last_ones if c.trench[cell] == "german" else 0.0)
        if self.side == GERMAN:
            value += (w["allied_trench"] if c.trench[cell] == "allied" else 0.0) + self.outlets.get(cell, 0.0)
        return value

    @cached_property
    def claimants(self) -> dict[int, int]:
        return claimants(self.p, self.side)

    @cached_property
    def last_ones(self) -> float:
        """The fewer squares of their start trench the Germans hold, the more hangs on each."""
        held = sum(self.p.holds(x, GERMAN) for x in self.p.c.german_trench)
        hope = sum(aim.hope for aim in self.aims if aim.condition("clear_trench"))
        return self.w["last_ones"] * self.w["trench"] * hope / max(1, held)

    @cached_property
    def to_close(self) -> frozenset[int]:
        """The trench behind the Allies."""
        return frozenset(self.p.c.german_trench)

    def comes_in_at(self, cell: int) -> bool:
        """The start trench begins at the north edge, by which Germans come in (12.1.3/1)."""
        return self.presses and self.c.row[cell] == 1

    def must_hold(self, cell: int) -> bool:
        """A square of the start trench with a German in it decides at the end."""
        return not self.turns_left and self.c.trench[cell] == "german"

    def may_be_in(self, u: int, cell: int) -> bool:
        """Whether a square lies where a unit may be without a fine (14.1.3c)."""
        rows = self.p.s.rows.get(self.c.nation[u])
        if rows is None or self.c.hq[u] or not self.p.s.spec.area_penalty or self.p.status[u] & (HOME | PAID) != HOME:
            return True
        return rows[0] <= self.c.row[cell] <= rows[1]
