"""2.0 Everything printed: the hills of Verdun in 748 squares, the units, the charts, the scenarios."""

from __future__ import annotations

from pathlib import Path

import msgspec

from ...core.errors import DataError
from ...core.files import DataFolder
from ...core.sides import Sides
from ..great_war import components as series
from ..great_war.components import FACINGS
from ..great_war.states import ENTRENCHED, HELD
from .data_files import (
    ChoiceRow,
    FortSetupRow,
    FreeGunsRow,
    GenerationLostCharts,
    GenerationLostFile,
    GenerationLostScenario,
    MarkerRow,
    VictoryRow,
)

GERMAN, FRENCH = 0, 1
SIDES = Sides(("german", "french"))
# Boxes beside the map: guns to be placed, reinforcements to come, the pool, the Operations Reserves Box, HQs and others that
# return, airmen at hand, who is gone for good, the guns off the map (20.4.3(1)).
BOXES = ("setup", "due", "pool", "reserves", "returning", "air", "gone", "off_map", "out")
OFF_MAP_GUNS = "OffMap"
WEIGHT = {"division": 4, "brigade": 2, "chasseurs": 2, "regiment": 2, "battalion": 1, "corps": 0, "fort": 0, "squadron": 0}
ROOM = 4
FACES = ("dummy", "010", "020")  # what a garrison counter can show: its number is what it defends with
BANK = {"west": "W", "east": "E"}


class Placed(msgspec.Struct, frozen=True):
    """A counter at the start."""

    unit: int
    cell: int
    facing: int
    steps: int
    status: int
    inside: bool  # in the fort
    face: int  # of a garrison; -1 for none


class Arrival(msgspec.Struct, frozen=True):
    """When and where a reinforcement comes, by any of some squares."""

    turn: int
    cells: tuple[int, ...]
    steps: int
    rail: bool
    source: str


class Choice(msgspec.Struct, frozen=True):
    """Reinforcements of a kind that their owner picks when they are due."""

    side: int
    turn: int
    cells: tuple[int, ...]
    row: ChoiceRow
    source: str


class Scenario:
    """A scenario of chapter 19, or the campaign, in numbers."""

    def __init__(self, c: Components, spec: GenerationLostScenario) -> None:
        self.id, self.title, self.spec = spec.id, spec.title, spec
        self.first_turn, self.last_turn = spec.first_turn, spec.last_turn
        base = c.specs[spec.setup_as] if spec.setup_as else spec
        self.base = base  # whose set-up it is
        self.setup = [self._placed(c, row) for row in base.setup]
        self.order = base.setup_order
        self.free_guns: list[FreeGunsRow] = base.free_guns
        self.pool = [c.of_unit(name) for name in base.pool]
        self.reserves = [(u, c.steps[u] - (row.strength == "reduced")) for row in base.reserves for u in [c.of_unit(row.unit)]]
        self.held = [tuple(map(c.of_unit, row.units)) for row in base.held]
        self.arrivals: dict[int, Arrival] = {}
        self.choices: list[Choice] = []
        for row in (c.specs[spec.arrivals_as] if spec.arrivals_as else spec).arrivals:
            side, cells = SIDES.index[row.side], tuple(map(c.board.cell, row.cells)) or c.bank_edge(row.edge, row.bank)
            for name in row.units:
                u = c.of_unit(name)
                self.arrivals[u] = Arrival(row.turn, cells, c.steps[u], row.rail, row.source)
            self.choices += [Choice(side, row.turn, cells, choice, row.source) for choice in row.choice]
        self.removals = [(row.turn, tuple(map(c.of_unit, row.units)), row.source) for row in spec.removals]
        self.victories: dict[str, VictoryRow] = spec.victory

    @staticmethod
    def _placed(c: Components, row: FortSetupRow) -> Placed:
        u = c.of_unit(row.unit)
        way = c.board.grid.directions.index(row.facing) if row.facing in FACINGS else c.home_facing[c.side[u]]
        status = (ENTRENCHED if row.mode == "entrenched" else 0) | (HELD if "held" in row.states else 0)
        steps = c.steps[u] - (1 if row.strength == "reduced" else 0)
        face = FACES.index(row.face) if row.face else -1
        return Placed(u, c.board.cell(row.cell), way, steps, status, "inside" in row.states, face)


class Components(series.Components[GenerationLostCharts, GenerationLostFile]):
    """The contents of the box. Made once; shared by every match."""

    SHELTERS = frozenset({"fort", "works"})

    def __init__(self, pack: Path | None = None) -> None:
        here = Path(__file__).parent
        folder = DataFolder(here / "data", pack, here.parent / "great_war" / "data")
        super().__init__(folder, GenerationLostCharts, GenerationLostFile, SIDES, BOXES, ("N", "S"))
        self._traits()
        self._places()
        charts = self.chart_data
        self.reserve_rate = charts.reserve_rate.chart("reserve_rate", self.chart_file)
        self.charts["reserve_rate"] = self.reserve_rate
        self.mine_faces = tuple(result for result, count in charts.mines.items() for _ in range(count))
        self.sizes["mine"] = len(self.mine_faces)
        self.markers: list[MarkerRow] = list(self.scenario_data.marker.values())
        self.marker_names = list(self.scenario_data.marker)
        self.marker_cells = [tuple(map(self.board.cell, marker.cells)) for marker in self.markers]
        self.sizes["objective"] = len(self.markers)
        self.operations = self.scenario_data.operation
        self.specs = {spec.id: spec for spec in self.scenario_data.scenario}
        self.scenarios = {name: Scenario(self, spec) for name, spec in self.specs.items()}

    def _traits(self) -> None:
        """What counters are besides their numbers."""
        counters = self.counters.counters
        traits = [set(c.values.get("traits", "").split()) for c in counters]
        self.type = [c.values.get("type", "") for c in counters]
        self.of_division = [c.division for c in counters]
        self.engineer = ["engineer" in t for t in traits]
        self.chasseur = ["chasseur" in t for t in traits]
        self.mangin = ["mangin" in t for t in traits]  # the 5th Division (16.7.1(b))
        self.field = ["field" in t for t in traits]  # the 75s and 77s
        self.heavy = ["heavy" in t or "rail" in t for t in traits]  # a range of 7 or more, or the 105H (3.0-HeavyArtillery)
        # How guns are drawn and withdrawn: rail guns are neither heavy nor field guns there (19.4.5(b-v), 20.2.1-Oct2).
        self.gun_class = [
            "field" if "field" in t else "rail" if "rail" in t else "heavy" if "heavy" in t else "" for t in traits
        ]
        self.siege = ["siege" in t for t in traits]  # can hurt whoever is in a fort (8.2.2)
        self.road_bound = ["road" in t for t in traits]  # movement 1: major roads only (12.5.1)
        self.rail_bound = ["rail" in t for t in traits]  # movement R (12.5.2, 12.5.3)
        self.air_unit = [k == "air" for k in self.kind]
        self.garrisons = tuple(u for u, yes in enumerate(self.garrison) if yes)
        self.air_units = tuple(tuple(u for u in army if self.air_unit[u]) for army in self.army)
        self.weight = [WEIGHT[size] for size in self.size]
        still = ("garrison", "air")
        self.movers = tuple([u for u in army if self.kind[u] not in still] for army in self.army)
        self.off_map_guns = self.unit[OFF_MAP_GUNS]

    def _places(self) -> None:
        """Squares that rules name."""
        board, cells = self.board, range(self.board.size)
        self.works = ["works" in board.terrain[x] for x in cells]
        self.forts = tuple(x for x in cells if self.fort[x])
        self.standing_row = [self._standing_row(x) for x in cells]
        self.vacant_least = bytes(self.least[row] for row in self.standing_row)
        works = bytes(255 if self.trench[x] or self.works[x] else 0 for x in cells)
        self.earthworks = int.from_bytes(works, "little")  # where field guns harm nobody (8.3.2(e))
        inland = self.ranges["off_map"]  # the edge counts as the first square (20.4.3(1))
        self.off_map_cover = int.from_bytes(bytes(deep < inland for deep in self.depth[FRENCH]), "little")
        self.areas = {name: tuple(map(board.cell, labels)) for name, labels in self.scenario_data.areas.items()}
        north, sacred = set(self.areas["north"]), set(self.areas["voie_sacree"])
        self.north = [x in north for x in cells]  # of the German start line: no bog (12.3.4(d))
        self.voie_sacree = [x in sacred for x in cells]
        self.german_line = tuple(x for x in cells if self.trench[x] == "german")
        self.french_line = tuple(x for x in cells if self.trench[x] == "french")

    def _standing_row(self, cell: int) -> str:
        """The row of the Bombardment Table that a square gives whoever is in it, but not in its fort (8.2.1, 8.2.2)."""
        trench = ["start_trench"] if self.trench[cell] else []
        return self.hardest_row([self.ground_row[cell], *trench, *(["works"] if self.works[cell] else [])])

    def bank_edge(self, edge: str, bank: str) -> tuple[int, ...]:
        """A bank's squares of the north or the south edge (GL-R98)."""
        if edge not in ("north", "south") or bank not in BANK:
            raise DataError(
                f"reinforcements come over the north or south edge, west or east of the Meuse, not {edge!r} {bank!r}"
            )
        return tuple(x for x in self.edge_cells[edge[0].upper()] if self.bank[x] == BANK[bank])
