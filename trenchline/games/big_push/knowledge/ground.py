"""What this battle is fought for: the German start trench, the places of the victory conditions, the objectives drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from ...great_war.components import FULL_MOVE
from ...great_war.formations import splits
from ...great_war.knowledge import ground as series
from ...great_war.states import HOME, NEAR, PAID
from ...great_war.ways import allowance, reach_of
from ..components import ALLIED, GERMAN
from ..data_files import ConditionRow
from ..position import Position
from ..replacements import LAST_COLUMN
from .aims import Aim, aims, may_count
from .leaving import FAR_OFF, LATE, NOT_BESIDE, contested, secure

WORTH_CLOSING = 0.2  # hope of a victory that asks for a clear trench
LAST_PLACES = 4.0  # how much more a place is worth to the Allies in the last turn
AT_HOME, ABROAD = 4, 8  # added to the realm of a unit that stays in its nation's rows, or outside them
BY_THE_EDGE = 2  # squares from the east edge within which a German bars the way out
DEEP = 8  # squares from the east edge within which a place that may be an objective is guarded


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
            late = 1.0 + LAST_PLACES / (1 + p.s.last_turn - p.turn) if row.kind == "claim" and side == ALLIED else 1.0
            for x, value in _asked(p, row, w):
                worth[x] += value * aim.hope * late
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
        c, price = self.c, self.w["bapaume"]
        found = [*super().guarded, *(((c.board.cell(label),), price * hope) for row, hope in towns for label in row.cells)]
        return [*found, *self._may_be_wanted(price)]

    def _may_be_wanted(self, price: float) -> list[tuple[tuple[int, ...], float]]:
        """In the campaign the places far behind the line that may be objectives, and the edge by which units may leave."""
        c = self.p.c
        if not self.p.s.campaign:
            return []
        places = [c.marker_cells[m] for m in objectives(self.p, self.side)]
        deep = [tuple(cells) for cells in places if cells and c.depth[GERMAN][cells[0]] <= DEEP]
        return [(cells, price) for cells in (*deep, tuple(c.edge[GERMAN]))]

    def leaves(self, u: int) -> str:
        """Who stands at the edge leaves as long as more have to; a division in parts, for each of them counts."""
        p, c = self.p, self.p.c
        if self.side == GERMAN or p.place[u] not in self.outlets or not p.exits(u):
            return ""
        rows = [row for aim in self.aims if (row := aim.condition("exits"))]
        if not any(may_count(p, row, c.nation[u]) for row in rows):
            return ""
        if self.exits_held and not self._may_go_by(p.place[u]):
            return ""
        return "split" if c.division[u] and splits(p, u) else "exit"

    def _may_go_by(self, x: int) -> bool:
        """Where the squares must be held, units leave late and by squares that will be; at the very end some risk is taken."""
        if self.turns_left > LATE:
            return False
        if x in self.secure:
            return True
        beside = any(y in self.p.exited for y in (x, *self.c.near[x]))
        return not self.turns_left and self.near_foe[x] >= (NOT_BESIDE if beside or not self.p.exited else FAR_OFF)

    def next_leaver(self) -> tuple[int, int]:
        """In the last turn, somebody who can still walk to a square of the edge and leave by it, and the square."""
        p, c = self.p, self.c
        rows = [row for aim in self.aims if (row := aim.condition("exits"))]
        if self.side == GERMAN or self.turns_left or not rows:
            return -1, -1
        gates = [x for x in self.outlets if not self.exits_held or self._may_go_by(x)]
        for u in p.units(ALLIED) if gates else ():
            if not c.infantry[u] or p.place[u] in self.outlets or p.is_engaged(u):
                continue
            if not any(may_count(p, row, c.nation[u]) for row in rows):
                continue
            costs = reach_of(p, u)[0]
            points = allowance(p, u) * (1 if p.status[u] & NEAR else 2)
            able = [x for x in gates if x in costs and costs[x] + FULL_MOVE <= points and p.may_stack([*p.stacks[x], u], x)]
            if able:
                return u, min(able, key=lambda x: (costs[x], x))
        return -1, -1

    @cached_property
    def exits_held(self) -> bool:
        """Whether the squares by which units leave must be held to the end."""
        return any(row.held for aim in self.aims if (row := aim.condition("exits")))

    @cached_property
    def secure(self) -> frozenset[int]:
        return secure(self)

    @cached_property
    def contested(self) -> frozenset[int]:
        return contested(self, self.p.exited) if self.exits_held else frozenset()

    def keep(self, cell: int) -> float:
        w, c = self.w, self.c
        value = self.prize[cell] + (w["ground"] if self.turns_left else 0.0)
        value += self.last_ones if c.trench[cell] == "german" else 0.0
        if self.side == GERMAN:
            value += (w["allied_trench"] if c.trench[cell] == "allied" else 0.0) + self.outlets.get(cell, 0.0)
            value += w["exit"] if cell in self.contested else 0.0
        elif self.outlets and c.depth[GERMAN][cell] <= BY_THE_EDGE:
            value += w["clear_edge"] * max(self.outlets.values())
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
        """The trench behind the Allies, where there is hope of a victory that asks for it, and what units have left by."""
        hope = sum(aim.hope for aim in self.aims if aim.condition("clear_trench"))
        return (frozenset(self.p.c.german_trench) if hope >= WORTH_CLOSING else frozenset()) | self.contested

    @cached_property
    def drafts(self) -> float:
        """Each assault adds to the working total of replacements (12.1.1), as long as there is somebody to come back."""
        p, c = self.p, self.c
        waiting = any(c.side[u] == self.side for u in p.stacks[c.box["pool"]])
        return self.w["drafts"] if waiting and self.turns_left and p.tally[self.side] < LAST_COLUMN else 0.0

    def comes_in_at(self, cell: int) -> bool:
        """The start trench begins at the north edge, by which Germans come in (12.1.3/1)."""
        return self.presses and self.c.row[cell] == 1

    def must_hold(self, cell: int) -> bool:
        """A German in a square of the start trench decides at the end, or beside a square by which units left."""
        return not self.turns_left and (self.c.trench[cell] == "german" or cell in self.contested)

    def may_be_in(self, u: int, cell: int) -> bool:
        """Whether a square lies where a unit may be without a fine (14.1.3c); who begins abroad stays there, for he would pay
        once he had been at home."""
        if self._abroad(u):
            return not self._at_home(u, cell)
        if self.c.hq[u] or not self._pays(u) or not self.p.status[u] & HOME:
            return True
        return self._at_home(u, cell)

    def _pays(self, u: int) -> bool:
        p = self.p
        return bool(p.s.spec.area_penalty) and self.c.nation[u] in p.s.rows and not p.status[u] & PAID

    def _at_home(self, u: int, cell: int) -> bool:
        rows = self.p.s.rows[self.c.nation[u]]
        return rows[0] <= self.c.row[cell] <= rows[1]

    def _abroad(self, u: int) -> bool:
        """A unit that was set up outside its nation's rows and has not entered them."""
        p = self.p
        return self._pays(u) and not p.status[u] & HOME and p.on_map(u) and not self._at_home(u, p.place[u])

    def realm(self, u: int) -> int:
        return self.c.nation[u] + 1 + (ABROAD if self._abroad(u) else AT_HOME if self._pays(u) else 0)

    def in_realm(self, realm: int, cell: int) -> bool:
        """A place that one nation has to claim draws no other; whoever pays for leaving his rows is drawn by what lies in them,
        whoever is abroad by what lies outside."""
        nation = realm % ABROAD % AT_HOME - 1
        if self.claimants.get(cell, nation) != nation:
            return False
        if realm < AT_HOME:
            return True
        first, last = self.p.s.rows[nation]
        return (first <= self.c.row[cell] <= last) == (realm < ABROAD)
