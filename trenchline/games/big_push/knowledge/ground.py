"""What this battle is fought for: the German start trench, the places of the victory conditions, the objectives drawn."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from ...great_war.components import FULL_MOVE
from ...great_war.formations import splits
from ...great_war.knowledge import ground as series
from ...great_war.states import HOME, NEAR, PAID
from ...great_war.ways import allowance, reach_of
from ..components import ALLIED, BRITISH, FRENCH, GERMAN
from ..data_files import ConditionRow
from ..position import Position
from ..replacements import LAST_COLUMN
from ..victory import claims_place
from .aims import Aim, aims, may_count
from .leaving import LATE, NEVER, NOT_BESIDE, SECURE, contested, secure
from .weights import Weights

WORTH_CLOSING = 0.2  # hope of a victory that asks for a clear trench
LAST_PLACES = 4.0  # how much more a place is worth to the Allies in the last turn
MISSING, ENOUGH = 2.0, 0.4  # how much more or less an outlet is worth to a nation of which too few, or enough, are there
LAST_CALL = 1  # turns before the last from which on somebody goes for each place that is missing
AT_HOME, ABROAD = 4, 8  # added to the realm of a unit that stays in its nation's rows, or outside them
BY_THE_EDGE = 2  # squares from the east edge within which a German bars the way out
TOWNS = ("bapaume", "peronne")  # behind the front of the campaign
TOWN, EDGE = 4.0, 0.5  # what it is worth to bar the ways to one of them, and to the east edge
DEEP = 8  # squares from the east edge within which a place that may be an objective is guarded
# What counts more or less to the Allies of the campaign: they win by twice the German points (15.7.1/3), so a step of their own
# weighs two of the enemy's, to the last turn, and ground that is no objective little.
CAMPAIGN = {"loss": 4.0, "loss_late": 20.0, "kill_late": 3.3, "drive": 0.4, "ground": 0.6}
POINT = 0.25  # share of what a place is worth for each of the points that a drawn one brings
IN_HAND, AMPLE = 0.2, 1.2  # what is left of it once there are points enough, and by how much they are then more than enough


def objectives(p: Position, side: int) -> tuple[int, ...]:
    """The campaign's places as far as a side knows them: the Allies their own, the Germans any that might be drawn."""
    if not p.s.campaign:
        return ()
    return p.objectives if side == ALLIED else tuple(range(len(p.c.markers)))


def prizes(p: Position, side: int, w: Weights, ways: Sequence[Aim] | None = None) -> list[float]:
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
        price = w.place * (_share(p, m) if side == ALLIED else 1.0)
        for x in cells:
            worth[x] += price / (len(cells) / 2 + 0.5) / shown
    return worth


def _share(p: Position, marker: int) -> float:
    """How much a drawn place counts to the Allies: by its points, which are two at most, and little once they have enough."""
    return POINT * p.c.markers[marker].points * (IN_HAND if enough_points(p) else 1.0)


def enough_points(p: Position) -> bool:
    """Whether the Allies have more points by a margin than they need to win the campaign by German losses (15.7.1/3): more than
    the Germans if the marker for these was drawn, else twice as many (BP-R111)."""
    marked = any(p.c.markers[m].kind == "strength" for m in p.objectives)
    return p.points[ALLIED] > AMPLE * (1 if marked else 2) * p.points[GERMAN]


def _asked(p: Position, row: ConditionRow, w: Weights) -> list[tuple[int, float]]:
    """The squares of a condition with what they are worth."""
    cell = p.c.board.cell
    if row.kind == "clear_trench":
        return [(x, w.trench) for x in p.c.german_trench]
    if row.kind == "occupy":
        return [(cell(label), w.bapaume) for label in row.cells]
    if row.kind != "claim":
        return []
    share = row.need / max(1, len(row.places))
    return [(cell(x), w.place * share / (len(place.cells) / 2 + 0.5)) for place in row.places for x in place.cells]


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
    w: Weights
    hqs_follow = True

    def __init__(self, p: Position, side: int, weights: Weights, focus: tuple[int, ...]) -> None:
        if p.s.campaign and side == ALLIED:
            weights = weights.times(CAMPAIGN)
        super().__init__(p, side, weights, focus)

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
        return dict.fromkeys(self.c.edge[GERMAN], self.w.exit * hope) if hope else {}

    def outlet(self, u: int, cell: int) -> float:
        """More to a nation of which units are missing at the edge, less to one that has enough there (14.4.5b)."""
        worth = self.outlets.get(cell, 0.0)
        return worth * self._wanted_at_edge[self.c.nation[u]] if worth else 0.0

    @cached_property
    def _wanted_at_edge(self) -> dict[int, float]:
        p, c = self.p, self.c
        rows = [row for aim in self.aims if (row := aim.condition("exits"))]
        found = dict.fromkeys(range(len(c.nations)), 1.0)
        if not rows or not rows[0].british:
            return found
        for nation, quota in ((BRITISH, rows[0].british), (FRENCH, rows[0].need - rows[0].british)):
            gone = sum(c.nation[u] == nation for u in p.stacks[c.box["exited"]])
            foot = [u for u in c.of_nation[nation] if p.on_map(u) and c.infantry[u]]
            near = sum(1 + c.division[u] for u in foot if c.depth[GERMAN][p.place[u]] <= BY_THE_EDGE)
            found[nation] = MISSING if gone + near < quota else ENOUGH
        return found

    @property
    def guarded(self) -> list[tuple[tuple[int, ...], float]]:
        """The east edge, and towns whose possession wins."""
        if self.presses:
            return []
        towns = [(row, aim.hope) for aim in self.aims if (row := aim.condition("occupy"))]
        c, price = self.c, self.w.bapaume
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

    @cached_property
    def to_bar(self) -> list[tuple[tuple[int, ...], float]]:
        """What nobody must walk to: in the campaign Bapaume, Péronne and the edge, elsewhere the edge where leaving it is
        enough (14.2.4b)."""
        if self.presses:
            return []
        edge = tuple(self.c.edge[GERMAN])
        if self.p.s.campaign:
            return [*(((x,), TOWN) for x in self._towns), (edge, EDGE)]
        return [(edge, EDGE)] if self.outlets and not self.exits_held else []

    @cached_property
    def _towns(self) -> list[int]:
        c = self.p.c
        return [c.marker_cells[m][0] for m, name in enumerate(c.marker_names) if name in TOWNS]

    @cached_property
    def threatened_town(self) -> int:
        """The town of the campaign that the Allies are nearest to, for the Germans; -1 elsewhere."""
        return min(self._towns, key=lambda x: self.near_foe[x]) if self.p.s.campaign and not self.presses else -1

    def leaves(self, u: int) -> str:
        """Who stands at the edge leaves as long as more have to; a division in parts, for each of them counts."""
        p, c = self.p, self.p.c
        if self.side == GERMAN or p.place[u] not in self.outlets or not p.exits(u) or not self._counts(u):
            return ""
        if self.exits_held and self._safety(p.place[u]) < self._safe_enough:
            return ""
        return "split" if c.division[u] and splits(p, u) else "exit"

    def _counts(self, u: int) -> bool:
        rows = [row for aim in self.aims if (row := aim.condition("exits"))]
        return any(may_count(self.p, row, self.c.nation[u]) for row in rows)

    @cached_property
    def _safe_enough(self) -> int:
        """Where the squares must be held, units leave late and by squares that will be; at the very end, when nobody else can
        leave by such a one any more, by what is farthest from the enemy."""
        if self.turns_left > LATE:
            return NEVER
        if self.turns_left:
            return SECURE
        here = [self._safety(x) for x in self.outlets for u in self.p.own(x, self.side) if self.p.exits(u) and self._counts(u)]
        return max([NOT_BESIDE, *here, *(way[0] for way in self._ways_out)])

    @cached_property
    def _ways_out(self) -> list[tuple[int, int, int, int]]:
        """Who can still walk to a square of the edge and leave by it: how safe it is, the cost, the unit, the square."""
        p, c = self.p, self.c
        found: list[tuple[int, int, int, int]] = []
        for u in p.units(ALLIED):
            if not c.infantry[u] or p.place[u] in self.outlets or p.is_engaged(u) or not self._counts(u):
                continue
            costs = reach_of(p, u)[0]
            points = allowance(p, u) * (1 if p.status[u] & NEAR else 2)
            able = [x for x in self.outlets if x in costs and costs[x] + FULL_MOVE <= points]
            found += [(self._safety(x), -costs[x], -u, x) for x in able if p.may_stack([*p.stacks[x], u], x)]
        return found

    def next_leaver(self) -> tuple[int, int]:
        """At the end, somebody who can still walk to a square of the edge and leave by it, and the square."""
        if self.side == GERMAN or not self.outlets or self.turns_left > (LATE if self.exits_held else 0) or not self._ways_out:
            return -1, -1
        safety, _, u, x = max(self._ways_out)
        return (-u, x) if not self.exits_held or safety >= self._safe_enough else (-1, -1)

    def _safety(self, x: int) -> int:
        """How sure it is that no German comes near a square of the edge."""
        return SECURE + (x in self.p.exited) if x in self.secure else min(self.near_foe[x], SECURE - 1)

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
        value = self.prize[cell] + (w.ground if self.turns_left else 0.0)
        value += self.last_ones if c.trench[cell] == "german" else 0.0
        if self.side == GERMAN:
            value += (w.allied_trench if c.trench[cell] == "allied" else 0.0) + self.outlets.get(cell, 0.0)
            value += w.exit if cell in self.contested else 0.0
        elif self.outlets and c.depth[GERMAN][cell] <= BY_THE_EDGE:
            value += w.clear_edge * max(self.outlets.values())
        return value

    @cached_property
    def claimants(self) -> dict[int, int]:
        return claimants(self.p, self.side)

    @cached_property
    def last_ones(self) -> float:
        """The fewer squares of their start trench the Germans hold, the more hangs on each."""
        held = sum(self.p.holds(x, GERMAN) for x in self.p.c.german_trench)
        hope = sum(aim.hope for aim in self.aims if aim.condition("clear_trench"))
        return self.w.last_ones * self.w.trench * hope / max(1, held)

    @cached_property
    def to_close(self) -> frozenset[int]:
        """The trench behind the Allies, where there is hope of a victory that asks for it, and what units have left by."""
        hope = sum(aim.hope for aim in self.aims if aim.condition("clear_trench"))
        return (frozenset(self.p.c.german_trench) if hope >= WORTH_CLOSING else frozenset()) | self.contested

    @cached_property
    def to_watch(self) -> frozenset[int]:
        """The squares by which units have left (BP-R102)."""
        return frozenset(self.p.exited) if self.exits_held else frozenset()

    @cached_property
    def to_claim(self) -> frozenset[int]:
        """In the last turns the places that a victory asks for and that are not claimed yet."""
        p, c = self.p, self.p.c
        if self.turns_left > LAST_CALL or not self.presses:
            return frozenset()
        hopeful = [aim for aim in self.aims if aim.hope >= WORTH_CLOSING]
        rows = [row for aim in hopeful for row in (*aim.row.all_of, *aim.row.any_of) if row.kind == "claim"]
        places = [(c.nations.index(row.nation), [c.board.cell(x) for x in place.cells]) for row in rows for place in row.places]
        return frozenset(x for nation, cells in places if not claims_place(p, cells, nation) for x in cells)

    @cached_property
    def drafts(self) -> float:
        """Each assault adds to the working total of replacements (12.1.1), as long as there is somebody to come back."""
        p, c = self.p, self.c
        waiting = any(c.side[u] == self.side for u in p.stacks[c.box["pool"]])
        return self.w.drafts if waiting and self.turns_left and p.tally[self.side] < LAST_COLUMN else 0.0

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
