"""The ways in which the Allies can win, and how far each of them still is: the nearest draws both sides."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import NamedTuple

from ....core.paths import trace
from ..components import ALLIED, BRITISH, GERMAN
from ..data_files import ConditionRow, VictoryRow
from ..position import Position
from ..victory import STRENGTH, claims_place

FAR = 40
SQUARES_A_TURN = 1.5  # how fast ground is won
OPEN = 0.3  # a square of the trench into which the Germans could step back
LOST_A_TURN = 6  # German factors
UNKNOWN = 6.0  # what secret objectives may ask for
EXIT_LABOUR = 0.4  # what a unit that has to leave by the east edge costs, beside the way there
HELD_LABOUR = 0.15  # and more where the squares by which they leave must be held
LINE_LABOUR = 1.0  # a line back to the west edge
HALVED_BY = 1.5  # so much more labour makes a way half as likely


class Aim(NamedTuple):
    """A victory of the Allies: what it still asks for, and its share of the effort."""

    row: VictoryRow
    labour: float
    hope: float

    def condition(self, kind: str) -> ConditionRow | None:
        return next((r for r in (*self.row.all_of, *self.row.any_of) if r.kind == kind), None)


def aims(p: Position) -> list[Aim]:
    """The Allied victories with their hope: the one that asks for least has most."""
    found = labours(p)
    least = min(labour for _, labour in found)
    shares = [2.0 ** (-(labour - least) / HALVED_BY) for _, labour in found]
    return [Aim(row, labour, share / sum(shares)) for (row, labour), share in zip(found, shares, strict=True)]


def labours(p: Position) -> list[tuple[VictoryRow, float]]:
    """How much each Allied victory still asks for: squares to be won, places to be reached, units to be led out."""
    near = _nearest(p)
    rows = [row for row in p.s.victories.values() if row.side == "allied"]
    return [(row, sum(_labour(p, r, near) for r in (*row.all_of, *row.any_of))) for row in rows]


def _way_out(p: Position, near: Mapping[int, int], left: int) -> float:
    """How far it is to as many squares of the east edge as some units need."""
    far = sorted(near[x] for x in p.c.edge[GERMAN])[: max(1, left // 3)]
    return sum(far) / len(far)


def _nearest(p: Position, nation: int = -1) -> Mapping[int, int]:
    """How far the nearest Allied infantry, or that of one nation, is from each square."""
    c = p.c
    starts = sorted({p.place[u] for u in p.units(ALLIED) if c.assaults[u] and nation in (-1, c.nation[u])})
    far: Mapping[int, int] = trace(c.king_ways, starts, FAR, bytes(c.board.size))[0]
    return defaultdict(lambda: FAR, far)


def _labour(p: Position, row: ConditionRow, near: Mapping[int, int]) -> float:
    c = p.c
    if row.kind == "clear_trench":
        held = sum(p.holds(x, GERMAN) for x in c.german_trench)
        return held + OPEN * sum(not p.zone[ALLIED][x] and not p.holds(x, GERMAN) for x in c.german_trench)
    if row.kind == "claim":
        nation = c.nations.index(row.nation)
        places = [[c.board.cell(label) for label in place.cells] for place in row.places]
        missing = sorted(min(near[x] for x in cells) for cells in places if not claims_place(p, cells, nation))
        return sum(1.0 + far / SQUARES_A_TURN for far in missing[: max(0, row.need - (len(places) - len(missing)))])
    if row.kind == "occupy":
        return sum(2.0 + near[c.board.cell(label)] / SQUARES_A_TURN for label in row.cells)
    if row.kind == "exits":
        left = exits_left(p, row)
        if not left:
            return 0.0
        way = _way_out(p, near, left)
        if row.british:
            way = (way + _way_out(p, _nearest(p, BRITISH), left)) / 2
        return (EXIT_LABOUR + HELD_LABOUR * row.held) * left + way / SQUARES_A_TURN
    if row.kind == "trace":
        return LINE_LABOUR
    return max(0.0, STRENGTH - p.strength_lost) / LOST_A_TURN if row.kind == "strength" else UNKNOWN


def exits_left(p: Position, row: ConditionRow) -> int:
    """How many units still have to leave by the east edge."""
    gone = p.stacks[p.c.box["exited"]]
    british = sum(p.c.nation[u] == BRITISH for u in gone)
    return max(row.need - len(gone), row.british - british, 0)


def may_count(p: Position, row: ConditionRow, nation: int) -> bool:
    """Whether another unit of a nation that leaves brings victory nearer."""
    gone = p.stacks[p.c.box["exited"]]
    british = sum(p.c.nation[u] == BRITISH for u in gone)
    if nation == BRITISH:
        return exits_left(p, row) > 0
    return len(gone) - british < row.need - row.british
