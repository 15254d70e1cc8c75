"""1.2 Materials: everything printed. The board and its ground, the counters and their values, as flat tables.

Movement is counted in sixths of a point, so that a road (1/3) and a track or rail line (1/2) are whole numbers (CA-R50).
"""

from __future__ import annotations

import msgspec

from ...core import components as core
from ...core.actions import Action
from ...core.charts import Chart, Term
from ...core.errors import DataError
from ...core.files import DataFolder, TomlFile
from ...core.paths import Roads
from ...core.sides import Sides
from .data_files import (
    ChartsFile,
    DeploymentSpec,
    MatrixSpec,
    Modifiers,
    OperationRow,
    ReinforcementSpec,
    ScenariosFile,
    SetupAreaSpec,
    SupportRow,
)

GERMAN, FRENCH = 0, 1
SIDES = ("german", "french")
ENEMY = (FRENCH, GERMAN)
NAMES = ("Germans", "French")
KINDS = ("infantry", "alpine", "shock", "cavalry", "heavy_artillery", "engineer", "gas")
DIVISIONS = ("infantry", "alpine", "shock")  # Infantry in the sense of the rules (CA-R29)
NUMBERS = ("sp", "op", "hap", "reduced", "movement")
BOXES = ("setup", "pool", "edge", "entry", "track", "strip", "eliminated", "out")
LOOSE = ("Army", "RS", "LS")  # in no corps: they stack with any (CA-R29)
POINT = 6  # sixths in a movement point

NEEDED = {
    "modifiers": {
        *("woods", "upslope", "village", "verdun", "fortress", "fortress_french", "bridge", "engineers", "disrupted"),
        *("demoralized", "meeting_attacker", "meeting_defender", "fortress_guns"),
    },
    "attrition_modifiers": {"city", "disrupted", "no_loc", "demoralized", "oos"},
    "terrain": {"clear", "woods", "upslope", "river", "road", "track", "rail", "leave_zone", "entrench", "meeting"},
    "points": {"strip", "siege", "attrition", "loss", "loss_limit", "special_unit", "build_percent"},
}


class Fort(msgspec.Struct, frozen=True):
    """A French fortress (4.6, 4.7)."""

    name: str
    cell: int


class Entry(msgspec.Struct, frozen=True):
    """A line of the reinforcement schedule (11.3)."""

    turn: int
    side: int
    title: str
    case: str
    way: str  # edge, entry or pool
    units: tuple[int, ...]


class SetupArea(msgspec.Struct, frozen=True):
    """A line of the set-up instructions (11.1, 11.2): which counters go where."""

    side: int
    title: str
    case: str
    cells: frozenset[int]
    joins: bool


class Turn(msgspec.Struct, frozen=True):
    """A box of the turn track."""

    date: str
    income: tuple[int, int]
    shift: tuple[int, int]
    loc: int


class ReadySetup(msgspec.Struct, frozen=True):
    """A ready set-up: the hexes, who is entrenched, and the corps that units of Army Detachment Strantz join."""

    cells: tuple[dict[int, int], dict[int, int]]
    entrenched: frozenset[int]
    joins: dict[int, int]


class Matrix(msgspec.Struct, frozen=True):
    """The Artillery Ratio Matrix (9.1b)."""

    columns: tuple[str, ...]
    low: int
    rows: dict[str, tuple[int, ...]]
    entrenched: int

    def column(self, number: int) -> int:
        return min(max(number - self.low, 0), len(self.columns) - 1)


class Components(core.Components[ChartsFile, ScenariosFile]):
    """The contents of the box. Made once; shared by every match."""

    def __init__(self, folder: DataFolder) -> None:
        super().__init__(folder, ChartsFile, ScenariosFile, Sides(SIDES), KINDS, NUMBERS, BOXES)
        self._counters()
        self._charts()
        self._ground()
        self._scenario()

    # ---------------------------------------------------------------- 4.1 the units

    def _counters(self) -> None:
        counters = self.counters.counters
        count = range(len(counters))
        self.division = [k in DIVISIONS for k in self.kind]
        self.gun = [k == "heavy_artillery" for k in self.kind]
        self.gas = [k == "gas" for k in self.kind]
        self.engineer = [k == "engineer" for k in self.kind]
        self.alpine = [k == "alpine" for k in self.kind]
        self.cavalry = [k == "cavalry" for k in self.kind]
        self.sp, self.op = self.counters.column("sp"), self.counters.column("op")
        full, reduced = self.counters.column("hap"), self.counters.column("reduced")
        self.hap = [(0, reduced[u], full[u]) for u in count]  # by steps left (4.6d)
        self.movement = [POINT * m for m in self.counters.column("movement")]
        self.can_entrench = [c.values.get("sides", "") == "mobile/entrenched" for c in counters]
        self.loose = [c.corps in LOOSE for c in counters]
        # A corps is a number; the same name on the other side is another corps.
        self.corps_names = list(dict.fromkeys((self.side[u], counters[u].corps) for u in count))
        self.corps = [self.corps_names.index((self.side[u], counters[u].corps)) for u in count]
        self.sizes["corps"] = len(self.corps_names)
        self.guns = tuple([u for u in self.army[side] if self.gun[u]] for side in (GERMAN, FRENCH))
        self.entrench = [Action("entrench", unit) for unit in self.ids]
        self.mobilize = [Action("mobilize", unit) for unit in self.ids]
        self.recover = [Action("recover", unit) for unit in self.ids]
        self.activate = [Action("corps", unit) for unit in self.ids]
        self.reserve = [Action("reserve", unit) for unit in self.ids]

    # ---------------------------------------------------------------- charts

    def _charts(self) -> None:
        data, file = self.chart_data, self.chart_file
        self.combat: Chart = data.combat.chart("combat", file)
        self.attrition: Chart = data.attrition.chart("attrition", file)
        self.siege: Chart = data.siege.chart("siege", file)
        self.charts = {"combat": self.combat, "attrition": self.attrition, "siege": self.siege}
        for chart, keys in NEEDED.items():
            for key in sorted(keys - set(getattr(data, chart).rows)):
                raise file.fault(f"chart [{chart}] lacks the row {key!r}", chart, "rows", key)
        self.losses = {row: tuple(map(int, cells)) for row, cells in self.combat.rows.items()}
        self.attrition_losses = {row: tuple(map(int, cells)) for row, cells in self.attrition.rows.items()}
        self.matrix = _matrix(data.artillery, file)
        self.cover = data.artillery.cover
        self.drm = _lines(data.modifiers)
        self.attrition_drm = _lines(data.attrition_modifiers)
        self.terrain_rows = data.terrain.rows
        self.support: dict[str, SupportRow] = {str(name): row for name, row in data.support.rows.items()}
        self.price = {name: row.ap for name, row in data.points.rows.items()}
        self.operations: dict[str, OperationRow] = {str(name): row for name, row in data.operations.rows.items()}
        self.stacking = data.stacking
        self.permanent = frozenset(data.elimination.permanent)
        self.gas_shift = {int(face): shift for face, shift in data.gas.rows.items()}
        if set(self.gas_shift) != set(range(1, 7)):
            raise file.fault("chart [gas] must have a row for each face of the die", "gas")
        self.victory = data.victory
        special = self.price["special_unit"]
        self.build_cost = [(sp + 1) // 2 if sp else special for sp in self.sp]  # 5.0c
        rows = self.terrain_rows
        self.leave_zone, self.ford = rows["leave_zone"].add, rows["river"].add
        self.entrench_cost, self.meeting_cost = rows["entrench"].cost, rows["meeting"].cost

    # ---------------------------------------------------------------- 2.0 the ground

    def _ground(self) -> None:
        board = self.board
        cells = range(board.size)
        terrain = board.terrain
        self.woods = [("woods" in t) for t in terrain]
        self.high = [("high" in t) for t in terrain]
        self.city = [("city" in t) for t in terrain]
        # A village in the hex of a fort is only a name (CA-R76).
        self.village = [("village" in t and "fort" not in t) for t in terrain]
        self.verdun = tuple(c for c in cells if self.city[c])
        self.forts = tuple(Fort(board.names[c].rpartition("; ")[2], c) for c in cells if "fort" in terrain[c])
        self.fort_at = {fort.cell: i for i, fort in enumerate(self.forts)}
        self.sizes["fort"] = len(self.forts)
        self.demolish = {fort.cell: Action("demolish", cell=board.labels[fort.cell]) for fort in self.forts}
        self.rail = [bool(board.edges["rail"][c]) for c in cells]
        self.rails = tuple(c for c in cells if self.rail[c])
        self.bank = [column == "E" for column in board.columns["bank"]]
        self.touching = [bool(board.edges["trench"][c]) for c in cells]
        self._sides()
        last = f"{max(int(label[2:]) for label in board.labels):02}"
        self.south = tuple(c for c in cells if board.labels[c][2:] == last and self.home[c] == FRENCH)
        self._ways()

    def _sides(self) -> None:
        """Which side of the Trenchline each hex lies on (CA-R76)."""
        board = self.board
        first, last = board.cell("0101"), board.cell("0120")
        self.home = bytearray([FRENCH]) * board.size
        found, todo = {first}, [first]
        while todo:
            cell = todo.pop()
            self.home[cell] = GERMAN
            for near in board.neighbours[cell]:
                if near not in found and near not in board.edges["trench"][cell]:
                    found.add(near)
                    todo.append(near)
        if last in found:
            raise DataError(
                "the Trenchline does not part the map: 0101 and 0120 lie on one side", self.folder.file("board.csv")
            )

    def crossable(self, a: int, b: int) -> bool:
        """No river between two neighbours, or a bridge over it (2.9)."""
        return not self.board.joined("river", a, b) or self.board.joined("bridge", a, b)

    def ground_cost(self, cell: int) -> int:
        return self.terrain_rows["woods" if self.woods[cell] else "clear"].cost

    def step_cost(self, a: int, b: int, alpine: bool = False, ways: bool = True) -> int:
        """What it costs to go from a hex to a neighbour, zones and rivers apart: the way's rate or the ground's, and the
        slope on top (2.10b, 8.0d); the Alpine division climbs for nothing (2.3e)."""
        rows = self.terrain_rows
        cost = self.ground_cost(b)
        if ways:
            cost = min([cost, *(rows[way].cost for way in ("road", "track", "rail") if self.board.joined(way, a, b))])
        return cost + (rows["upslope"].add if self.high[b] and not self.high[a] and not alpine else 0)

    def entry_cost(self, cell: int) -> int:
        """Into a hex from off the map: by road, track or rail where one comes in."""
        ways = [self.terrain_rows[way].cost for way in ("road", "track", "rail") if cell in self.board.exits[way]]
        return min([self.ground_cost(cell), *ways])

    def _dear(self, ways: Roads) -> Roads:
        return Roads(
            [
                [(near, cost + POINT if near in across else cost) for near, cost in row]
                for row, across in zip(ways, self.crosses, strict=True)
            ]
        )

    def _ways(self) -> None:
        """For each hex the neighbours and what it costs to go there, over land and bridges, and by fords (8.4)."""
        board, cells = self.board, range(self.board.size)
        near = board.neighbours
        self.ways: list[Roads] = []
        fords: list[list[list[tuple[int, int]]]] = []
        for alpine in (False, True):
            by_land = [[(b, self.step_cost(a, b, alpine)) for b in near[a] if self.crossable(a, b)] for a in cells]
            self.ways.append(Roads(by_land))
            fords.append(
                [
                    [(b, self.step_cost(a, b, alpine, False) + self.ford) for b in near[a] if not self.crossable(a, b)]
                    for a in cells
                ]
            )
        # Past the Trenchline a French unit that is out of supply by it pays a point more (CA-R78).
        self.crosses = [frozenset(b for b in near[a] if self.home[a] == FRENCH and self.home[b] == GERMAN) for a in cells]
        self.fords = [Roads(table) for table in fords]
        self.beside_rivers = [cell for cell, steps in enumerate(fords[0]) if steps]
        self.dear_ways = [self._dear(table) for table in self.ways]
        self.dear_fords = [self._dear(table) for table in self.fords]
        self.open_sides = [tuple(b for b in near[a] if self.crossable(a, b)) for a in cells]
        self.shut_sides = [frozenset(b for b in near[a] if not self.crossable(a, b)) for a in cells]
        # Where a unit changes how others of its side move: on a river bank (8.4a), in a fortress (4.5c); in no box.
        self.helps = [bool(self.shut_sides[x]) or x in self.fort_at for x in cells] + [False] * (len(self.places) - len(cells))
        # Lines are traced backwards: for each hex where it is entered from, and what entering it costs (CA-R54).
        self.line_ways = [
            Roads([[(a, self.step_cost(a, b, False, rates)) for a in near[b] if self.crossable(a, b)] for b in cells])
            for rates in (False, True)
        ]
        self.german_home = bytearray(home == GERMAN for home in self.home)
        self.french_ways = Roads([[(b, 0) for b in near[a] if self.home[b] == FRENCH] for a in cells])
        self.metalled = [tuple(b for b in near[a] if board.joined("road", a, b) and self.crossable(a, b)) for a in cells]
        self.tracks_of_rail = [tuple(b for b in near[a] if board.joined("rail", a, b)) for a in cells]
        self.rail_ways = Roads([[(b, 0) for b in tracks] for tracks in self.tracks_of_rail])
        self.served = tuple(x for x in cells if self.metalled[x] or self.tracks_of_rail[x])  # by a road or a railway

    # ---------------------------------------------------------------- 11.0 set-up, schedules

    def _scenario(self) -> None:
        data, board = self.scenario_data, self.board
        try:
            self.sources = tuple(map(board.cell, data.map.german_sources))
            self.rail_sources = tuple(map(board.cell, data.map.french_rail_sources))
            self.entries = (tuple(map(board.cell, data.map.german_entry)), tuple(map(board.cell, data.map.french_entry)))
            self.start_ap = (data.ap.german, data.ap.french)
            self.bust_ap = data.ap.bust
            self.turns = tuple(
                Turn(t.date, (t.income.german, t.income.french), (t.shift.german, t.shift.french), t.loc) for t in data.turn
            )
            self.schedule = tuple(self._entry(e) for e in data.reinforcement)
            self.pools = (tuple(map(self.of_unit, data.pool.german)), tuple(map(self.of_unit, data.pool.french)))
            self.strip = tuple(map(self.of_unit, data.pool.strip))
            self.zones = {
                (setup, sectors): self._zones(setup, sectors)
                for setup in ("sectors", "free")
                for sectors in ("printed", "historical")
            }
            self.deployments = {name: self._deployment(d) for name, d in data.deployment.items()}
        except DataError as fault:
            raise DataError(fault.what, self.folder.file("scenarios.toml")) from None

    def _entry(self, e: ReinforcementSpec) -> Entry:
        return Entry(e.turn, SIDES.index(e.side), e.title, e.source, e.way, tuple(map(self.of_unit, e.units)))

    def _deployment(self, d: DeploymentSpec) -> ReadySetup:
        cells = self.deployed(d.german), self.deployed(d.french)
        joins = {self.of_unit(name): self._corps(self.side[self.of_unit(name)], corps) for name, corps in d.joins.items()}
        return ReadySetup(cells, frozenset(map(self.of_unit, d.entrenched)), joins)

    def _corps(self, side: int, name: str) -> int:
        if (side, name) not in self.corps_names:
            raise DataError(f"there is no corps {name!r}")
        return self.corps_names.index((side, name))

    def _zones(self, setup: str, sectors: str) -> dict[int, SetupArea]:
        """The zone of each unit that is set up; those of the historical sectors stand in for the printed ones (CA-R64)."""
        found: dict[int, SetupArea] = {}
        for wanted in ("printed", sectors):
            for z in self.scenario_data.zone:
                if z.setup == setup and z.sectors == wanted:
                    side = SIDES.index(z.side)
                    zone = SetupArea(side, z.title, z.source, frozenset(self._zone_cells(z, side)), z.joins)
                    found |= {self.of_unit(name): zone for name in z.units}
        return found

    def _zone_cells(self, z: SetupAreaSpec, side: int) -> list[int]:
        board = self.board
        own = [c for c in range(board.size) if self.home[c] == side]
        if z.cells:
            return list(map(board.cell, z.cells))
        found = [c for c in own if not z.touching or self.touching[c]]
        if z.within is not None:
            near = board.distances(board.cell(z.within.cell))
            found = [c for c in found if near[c] <= z.within.distance]
        if z.columns is not None:
            found = [c for c in found if z.columns[0] <= int(board.labels[c][:2]) <= z.columns[1]]
        if z.bank:
            found = [c for c in found if self.bank[c] == (z.bank == "E")]
        if z.rear:  # further back: any hex of the own side that is no part of the front (CA-R65)
            found += [c for c in own if not self.touching[c]]
        return found


def _lines(chart: Modifiers) -> dict[str, Term]:
    return {key: Term(row.text, row.value, row.source) for key, row in chart.rows.items()}


def _matrix(spec: MatrixSpec, file: TomlFile) -> Matrix:
    for row in spec.cover:
        if row not in spec.rows:
            raise file.fault(f"chart [artillery] lacks the row {row!r}", "artillery")
    for row, cells in spec.rows.items():
        if len(cells) != len(spec.columns) or row not in spec.cover:
            wrong = f"{len(cells)} cells for {len(spec.columns)} columns"
            raise file.fault(f"chart [artillery], row {row}: {wrong}", "artillery")
    if spec.at != list(range(spec.at[0], spec.at[0] + len(spec.columns))):
        raise file.fault("chart [artillery]: `at` must give consecutive odds, one for each column", "artillery")
    return Matrix(tuple(spec.columns), spec.at[0], {row: tuple(cells) for row, cells in spec.rows.items()}, spec.entrenched)
