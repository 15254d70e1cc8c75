"""Everything printed, as flat tables: the square board and its river, the counters and both their sides, the charts of the
series."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from operator import itemgetter
from typing import Any, ClassVar, TypeVar

import msgspec

from ...core import components as core
from ...core.actions import Action
from ...core.charts import DIFFERENCE, Term
from ...core.files import DataFolder, ScenarioFile
from ...core.grids import SquareGrid
from ...core.paths import Roads, Ways
from ...core.sides import Sides
from .data_files import ChartsFile, OperationRow

KINDS = ("infantry", "artillery", "cavalry", "tank", "hq", "garrison", "air")
NUMBERS = ("primary", "secondary", "movement", "reverse_primary", "reverse_secondary", "reverse_movement", "range")
FACINGS = ("N", "E", "S", "W")  # a unit faces one side of its square
HEAVY_RANGE = 6  # a gun that reaches farther is heavy
FULL_MOVE = 2  # half movement points in one
AT_LEAST = [bytes(number >= least for number in range(256)) for least in range(256)]  # 1 for each number that is enough
NONE = bytes(number == 0 for number in range(256))

C = TypeVar("C", bound=ChartsFile)
S = TypeVar("S", bound=ScenarioFile[Any, Any])


class Numbers(msgspec.Struct, frozen=True):
    """The three numbers of a counter's side: attack, defence and fire, movement."""

    primary: int
    secondary: int
    movement: int


class Orders(dict[int, Action]):
    """All moves of a unit, by square, and its turns; made when they are first listed."""

    def __init__(self, unit: str, labels: Sequence[str], directions: Sequence[str]) -> None:
        self.unit, self.labels = unit, labels
        self.faces = [Action("face", unit, facing=direction) for direction in directions]

    def __missing__(self, cell: int) -> Action:
        found = self[cell] = Action("move", self.unit, self.labels[cell])
        return found


class Components(core.Components[C, S]):
    """The contents of a box of the series. Made once; shared by every match."""

    operations: Mapping[str, OperationRow]
    off_map_guns: int
    weight: list[int]  # how much of the room in a square each counter takes
    off_map_cover: int  # the squares in their range, a byte each in a large number

    SHELTERS: ClassVar[frozenset[str]] = frozenset()  # ground that helps only who is in it, not whoever is in its square

    def __init__(
        self, folder: DataFolder, charts: type[C], scenarios: type[S], sides: Sides, boxes: Sequence[str], edges: Sequence[str]
    ) -> None:
        """`edges` is the direction in which each side's own map edge lies."""
        super().__init__(folder, charts, scenarios, sides, KINDS, NUMBERS, boxes)
        self.cite = {topic: tuple(cases.split()) for topic, cases in self.chart_data.cases.items()}
        self._counters()
        self._charts()
        self._ground(edges)

    # ---------------------------------------------------------------- the counters

    def _counters(self) -> None:
        counters = self.counters.counters
        self.size = [c.size for c in counters]
        self.infantry = [k == "infantry" for k in self.kind]
        self.gun = [k == "artillery" for k in self.kind]
        self.cavalry = [k == "cavalry" for k in self.kind]
        self.tank = [k == "tank" for k in self.kind]
        self.hq = [k == "hq" for k in self.kind]
        self.assaults = [k in ("infantry", "cavalry", "tank") for k in self.kind]
        self.division = [s == "division" for s in self.size]
        self.brigade = [i and s == "brigade" for i, s in zip(self.infantry, self.size, strict=True)]
        self.regiment = [s == "regiment" for s in self.size]
        self.battalion = [s == "battalion" for s in self.size]
        self.garrison = [k == "garrison" for k in self.kind]
        self.short_command = [False] * len(counters)  # whose assaults are commanded from less far (BP 8.4)
        # German infantry has a mobile and an entrenched side, not a reduced one.
        self.trenches = [r or b for r, b in zip(self.regiment, self.battalion, strict=True)]
        self.range = self.counters.column("range")
        self.heavy = [r > HEAVY_RANGE for r in self.range]
        self.front = [Numbers(c.number("primary"), c.number("secondary"), c.number("movement")) for c in counters]
        self.back = [
            Numbers(c.number("reverse_primary"), c.number("reverse_secondary"), c.number("reverse_movement")) for c in counters
        ]
        self.guns = tuple([u for u in army if self.gun[u]] for army in self.army)
        self.hqs = tuple([u for u in army if self.hq[u]] for army in self.army)
        self.of_nation = tuple([u for u in range(len(counters)) if self.nation[u] == n] for n in range(len(self.nations)))
        self.loss = [Action("loss", unit) for unit in self.ids]
        self.movers = self.army  # who moves: not garrisons, not airmen

    # ---------------------------------------------------------------- the charts

    def _charts(self) -> None:
        data, file = self.chart_data, self.chart_file
        self.assault = data.assault.chart("assault", file)
        self.fire = data.defensive_fire.chart("defensive_fire", file)
        self.bombardment = data.bombardment.chart("bombardment", file)
        self.command_center = data.command_center.chart("command_center", file)
        self.replacements = data.replacements.chart("replacements", file)
        self.charts = {
            "assault": self.assault,
            "defensive_fire": self.fire,
            "bombardment": self.bombardment,
            "command_center": self.command_center,
            "replacements": self.replacements,
        }
        self.resources = tuple(data.resource_names.get(name, name) for name in self.command_center.columns)
        for name, side in data.resource_sides.items():
            if name not in self.resources or side not in self.sides:
                raise file.fault(f"resource_sides has no resource {name!r} for a side {side!r}", "resource_sides")
        self.tables = {name: spec.table(name, file) for name, spec in data.tables.items()}
        self.tables |= {
            "weather": data.weather_die.table("weather_die", file),
            "hq_return": data.hq_return.table("hq_return", file),
        }
        self.thresholds = self.tables
        self.bombardment_rows = data.bombardment_rows
        self.results = data.assault_results.rows
        for cell in {cell for cells in self.assault.rows.values() for cell in cells} - set(self.results):
            raise file.fault(
                f"the Assault Table has a result {cell!r} that [assault_results] does not explain", "assault_results"
            )
        self.least = {row: self.least_factors(row) for row in self.bombardment_rows}
        self.modifiers = {
            group: {name: Term(row.text, row.value, row.source) for name, row in rows.items()}
            for group, rows in data.modifiers.items()
        }
        self.assault.ratio = DIFFERENCE
        self.assault.name_terms("shift", self.modifiers["shift"])
        for chart, group in ((self.assault, "assault"), (self.fire, "fire"), (self.bombardment, "bombardment")):
            chart.name_terms("die", self.modifiers[group])
        self.ranges = {name: row.value for name, row in data.ranges.items()}
        self.weathers = tuple(data.weather)
        self.weather_rows = [data.weather[name] for name in self.weathers]

    # ---------------------------------------------------------------- the ground

    def _ground(self, edges: Sequence[str]) -> None:
        board = self.board
        cells = range(board.size)
        self.bank = board.columns["bank"]
        crossing = board.edges["crossing"]
        # Squares on different banks touch only at a crossing: for movement, assault, zones, retreats and advances.
        self.near = [tuple(n for n in board.neighbours[x] if self.bank[x] == self.bank[n] or n in crossing[x]) for x in cells]
        self.diagonal = [{n for d, n in enumerate(board.across[x]) if d % 2} for x in cells]
        self.several = bytes(value & (value - 1) != 0 for value in range(256))  # whether two sides stand in a square
        self.facings = tuple(board.grid.directions.index(name) for name in FACINGS)
        self.nowhere = len(board.grid.directions)  # the facing of an HQ in Supply Mode
        self.trench = [("" if t == "none" else t) for t in board.columns["trench"]]
        self.minor_river = [bool(name) for name in board.columns["minor_river"]]
        self.fort = ["fort" in terrain for terrain in board.terrain]  # squares that hold little (GL 10.5)
        grid = board.grid
        assert isinstance(grid, SquareGrid)
        columns, lines = grid.columns, grid.rows
        self.column, self.row = [x % columns + 1 for x in cells], [x // columns + 1 for x in cells]
        depth = {
            "W": [c - 1 for c in self.column],
            "E": [columns - c for c in self.column],
            "N": [r - 1 for r in self.row],
            "S": [lines - r for r in self.row],
        }
        self.depth = tuple(depth[edge] for edge in edges)  # how far each square lies from a side's own edge
        self.edge = tuple(tuple(x for x in cells if deep[x] == 0) for deep in self.depth)
        near = board.neighbours
        self.rearmost = tuple([min(near[x], key=deep.__getitem__) for x in cells] for deep in self.depth)
        self.edge_cells = {name: tuple(x for x in cells if deep[x] == 0) for name, deep in depth.items()}
        self.home_facing = tuple(board.grid.directions.index({"W": "E", "E": "W", "N": "S", "S": "N"}[edge]) for edge in edges)
        grounds = set(self.chart_data.terrain) - self.SHELTERS
        self.kinds_of_ground = [sorted(t & grounds) or ["clear"] for t in board.terrain]
        self.ways = Roads([[(n, self.step_cost(x, n)) for n in self.near[x]] for x in cells])
        self.free_ways = Roads([[(n, 0) for n in row] for row in self.near])  # who comes where, whatever it costs
        # Leaving an interdicted square, or passing on from one with friends in it, costs a point each.
        self.ways_leaving = [[tuple((n, cost + FULL_MOVE * k) for n, cost in row) for row in self.ways] for k in range(3)]
        self.friends = [bytes(bool(sides & bit) for sides in range(256)) for bit in self.bit]  # 1 where it stands
        sides = list(zip(self.bit, self.enemy_bits, strict=True))
        self.alone = [bytes(bool(here & own and not here & enemy) for here in range(256)) for own, enemy in sides]
        self.passing = [bytes(FULL_MOVE * bool(sides & bit) for sides in range(256)) for bit in self.bit]
        self.king_ways: Ways = [tuple((n, 1) for n in board.neighbours[x]) for x in cells]  # lines of supply and command
        self.calm = bytes(board.size)  # nothing is interdicted
        self._covers: dict[tuple[int, int], int] = {}
        self._columns: dict[tuple[str, int], int] = {}
        self.targets = [Action("target", cell=label) for label in board.labels]
        self.orders = [Orders(unit, board.labels, [board.grid.directions[d] for d in self.facings]) for unit in self.ids]
        self.ground_row = [self._ground_row(x) for x in cells]
        # What an empty square asks of guns: its start trench, or its ground.
        rows = ["start_trench" if self.trench[x] else self.ground_row[x] for x in cells]
        self.vacant_least = bytes(self.least[row] for row in rows)
        self.ground_shift = [self._ground_shift(x) for x in cells]

    def step_cost(self, a: int, b: int) -> int:
        """Half movement points for entering a square, diagonally more (GL 12.1.6): its dearest terrain, or the road's rate
        through a side it crosses (GL 12.3.5-Entry); none into a start trench that has a cost of its own (GL 12.3.5-Trench)."""
        rows, diagonal = self.chart_data.terrain, b in self.diagonal[a]
        for road in ("major", "minor"):
            if self.board.joined(road, a, b) and not (self.trench[b] and rows["start_trench"].straight):
                row = rows[f"{road}_road"]
                return row.diagonal if diagonal else row.straight
        return self.ground_cost(b, diagonal)

    def ground_cost(self, cell: int, diagonal: bool = False) -> int:
        names = ["clear", *self.kinds_of_ground[cell], *(["start_trench"] if self.trench[cell] else [])]
        rows = [self.chart_data.terrain[name] for name in names]
        return max(row.diagonal if diagonal else row.straight for row in rows)

    def _ground_row(self, cell: int) -> str:
        """The row of the Bombardment Table that the ground alone gives a square."""
        return self.hardest_row(self.chart_data.terrain[name].row for name in self.kinds_of_ground[cell])

    def hardest_row(self, rows: Iterable[str]) -> str:
        """Of some rows of the Bombardment Table the one that asks most; between equals the one further down (GL-R24)."""
        order = list(self.bombardment_rows)
        return max(rows, key=lambda row: (self.least_factors(row), order.index(row)))

    def least_factors(self, row: str) -> int:
        """The fewest factors with which a row can be bombarded."""
        return next(least for least in self.bombardment_rows[row].least if least)

    def bombardment_column(self, row: str, factors: int) -> int:
        """The column of the Bombardment Table that some factors reach; -1 is a miss."""
        found = self._columns.get((row, factors))
        if found is None:
            least = self.bombardment_rows[row].least
            found = max((column for column, bound in enumerate(least) if bound and factors >= bound), default=-1)
            self._columns[row, factors] = found
        return found

    @cached_property
    def rows_of_movers(self) -> list[itemgetter[Sequence[int]]]:
        """By side: the part of a row of numbers by counter that is about those who move."""
        return [itemgetter(*movers) for movers in self.movers]

    def enough_for_vacant(self, factors: bytes, reached: bytes, present: bytearray) -> bytes:
        """A byte of one for each square that is reached, in which nobody stands, and that so many factors are enough for."""
        found = 0
        for least, squares in self.vacant_squares.items():
            found |= int.from_bytes(factors.translate(AT_LEAST[least]), "little") & squares
        open_to_fire = int.from_bytes(reached.translate(AT_LEAST[1]), "little") & int.from_bytes(
            present.translate(NONE), "little"
        )
        return (found & open_to_fire).to_bytes(self.board.size, "little")

    @cached_property
    def vacant_squares(self) -> dict[int, int]:
        """By the factors that a vacant square asks of guns: the squares, a byte of one each in a large number."""
        rows = {least: bytes(least == needed for needed in self.vacant_least) for least in set(self.vacant_least)}
        return {least: int.from_bytes(row, "little") for least, row in rows.items()}

    def cover(self, cell: int, reach: int) -> int:
        """The squares within a distance as one large integer, a byte of 1 each, so that the factors of guns can be added up for
        all squares at once."""
        found = self._covers.get((cell, reach))
        if found is None:
            within = bytes(far <= reach for far in range(256))
            found = int.from_bytes(self.board.distances(cell).translate(within), "little")
            self._covers[cell, reach] = found
        return found

    def _ground_shift(self, cell: int) -> tuple[Term, ...]:
        """The strongest terrain of a square alone shifts an assault on it."""
        names = [*self.kinds_of_ground[cell], *(["start_trench"] if self.trench[cell] else [])]
        name = min(names, key=lambda n: self.chart_data.terrain[n].shift)
        row = self.chart_data.terrain[name]
        return (Term(name.replace("_", " "), row.shift, row.source, "shift"),) if row.shift else ()
