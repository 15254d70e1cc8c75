"""3.0 Everything printed: the Somme in 748 squares, the units, the charts, the scenarios."""

from __future__ import annotations

from pathlib import Path

import msgspec

from ...core.files import DataFolder
from ...core.sides import Sides
from ..great_war import components as series
from ..great_war.components import FACINGS
from ..great_war.states import ENTRENCHED, HELD, SUPPLY
from .data_files import BigPushCharts, BigPushFile, BigPushScenario, ExitRow, FreeGunsRow, MarkerRow, VictoryRow

ALLIED, GERMAN = 0, 1
BRITISH, FRENCH, GERMANY = 0, 1, 2  # nations
SIDES = Sides(("allied", "german"), {"british": "allied", "french": "allied", "german": "german"})
# Boxes beside the map: guns to be placed, reinforcements to come, the pools, HQs and exited units that return, who left
# by the east edge, who is gone for good, the guns off the map (15.5.3a).
BOXES = ("setup", "due", "pool", "returning", "exited", "gone", "off_map", "out")
OFF_MAP_GUNS = "OffMap"
WEIGHT = {"division": 4, "brigade": 2, "company": 2, "regiment": 2, "battalion": 1, "corps": 0}  # 7.3, BP-R29, BP-R30
ROOM = 4


class Placed(msgspec.Struct, frozen=True):
    """A counter at the start."""

    unit: int
    cell: int
    facing: int
    steps: int
    status: int
    either: bool  # its owner chooses the mode
    free_facing: bool


class Arrival(msgspec.Struct, frozen=True):
    """When and where a reinforcement comes."""

    turn: int
    cells: tuple[int, ...]  # the square, or all of an edge
    steps: int
    placed: bool
    free_of_zones: bool
    family: tuple[int, ...] = ()  # any of these from the pool


class Scenario:
    """A scenario of chapter 14 or 15, in numbers."""

    def __init__(self, c: Components, spec: BigPushScenario) -> None:
        self.id, self.title, self.spec = spec.id, spec.title, spec
        self.first_turn, self.last_turn = spec.first_turn, spec.last_turn
        base = c.specs[spec.setup_as] if spec.setup_as else spec
        self.setup = [self._placed(c, row.unit, row.cell, row.facing, row.strength, row.mode, row.states) for row in base.setup]
        self.order = base.setup_order
        self.free_guns: list[FreeGunsRow] = base.free_guns
        self.arrivals: dict[int, Arrival] = {}
        self.families: list[Arrival] = []
        for row in spec.arrivals:
            edge = c.edge_cells["E"] if row.units[0] in c.german_names else c.edge_cells["W"]
            cells = (c.board.cell(row.cell),) if row.cell else edge
            for name in row.units:
                if name.endswith("*"):
                    family = tuple(u for u, other in enumerate(c.ids) if other.startswith(name[:-1]))
                    self.families.append(Arrival(row.turn, cells, c.steps[family[0]], row.placed, row.free_of_zones, family))
                    continue
                u = c.of_unit(name)
                steps = c.steps[u] - (1 if row.strength == "reduced" else 0)
                self.arrivals[u] = Arrival(row.turn, cells, steps, row.placed, row.free_of_zones)
        self.rows = {BRITISH: spec.british_rows, FRENCH: spec.french_rows}
        self.german_exit: ExitRow = spec.german_exit
        self.exit_cells = tuple(map(c.board.cell, spec.german_exit.cells))
        self.victories: dict[str, VictoryRow] = spec.victory
        self.campaign = spec.operations

    @staticmethod
    def _placed(c: Components, unit: str, cell: str, facing: str, strength: str, mode: str, states: list[str]) -> Placed:
        u = c.of_unit(unit)
        free = facing not in FACINGS
        way = c.home_facing[c.side[u]] if free else c.board.grid.directions.index(facing)
        status = (ENTRENCHED if mode == "entrenched" else SUPPLY if mode == "supply" else 0) | (HELD if "held" in states else 0)
        steps = c.steps[u] - (1 if strength == "reduced" else 0)
        return Placed(u, c.board.cell(cell), c.nowhere if status & SUPPLY else way, steps, status, mode == "either", free)


class Components(series.Components[BigPushCharts, BigPushFile]):
    """The contents of the box. Made once; shared by every match."""

    def __init__(self, pack: Path | None = None) -> None:
        here = Path(__file__).parent
        folder = DataFolder(here / "data", pack, here.parent / "great_war" / "data")
        super().__init__(folder, BigPushCharts, BigPushFile, SIDES, BOXES, ("W", "E"))
        self.weight = [WEIGHT[size] for size in self.size]
        # A British brigade or tank company shortens the range for all British units of an assault (8.4, BP-R44).
        short = zip(self.nation, self.brigade, self.tank, strict=True)
        self.short_command = [nation == BRITISH and (brigade or tank) for nation, brigade, tank in short]
        self.german_names = {self.ids[u] for u in self.army[GERMAN]}
        self.off_map_guns = self.unit[OFF_MAP_GUNS]
        self.specs = {spec.id: spec for spec in self.scenario_data.scenario}
        self.scenarios = {name: Scenario(self, spec) for name, spec in self.specs.items()}
        self.german_trench = tuple(x for x in range(self.board.size) if self.trench[x] == "german")
        self.allied_trench = tuple(x for x in range(self.board.size) if self.trench[x] == "allied")
        self.markers: list[MarkerRow] = list(self.scenario_data.marker.values())
        self.marker_names = list(self.scenario_data.marker)
        self.marker_cells = [tuple(map(self.board.cell, marker.cells)) for marker in self.markers]
        self.sizes["objective"] = len(self.markers)
        self.operations = self.scenario_data.operation
        self.mine_faces = tuple(result for result, count in self.chart_data.mines.items() for _ in range(count))
        self.sizes["mine"] = len(self.mine_faces)
        self.mine_cells = tuple(x for x in self.german_trench if self.row[x] <= 21)  # 14.1.3a
        off_map = bytearray(self.column[x] >= 12 or self.row[x] <= 11 for x in range(self.board.size))  # BP-R173
        self.off_map_cover = int.from_bytes(off_map, "little")
