"""How the data files of the game are laid out: charts.toml and scenarios.toml as structs."""

from __future__ import annotations

from typing import Literal

from ...core import files as core
from ...core.charts import ChartSpec
from ...core.files import ScenarioFile, Strict, Titled

Side = Literal["german", "french"]


class MatrixSpec(Titled):
    """The Artillery Ratio Matrix: rows are terrains, those with the most cover first in `cover`."""

    columns: list[str]
    at: list[int]
    cover: list[str]
    entrenched: int
    rows: dict[str, list[int]]
    sources: dict[str, str] = {}


class ModifierRow(Strict):
    value: int
    text: str
    source: str


class Modifiers(Titled):
    rows: dict[str, ModifierRow]


class TerrainRow(Strict):
    """A line of the Terrain Effect Chart in sixths of a point: what it costs, or what it adds."""

    cost: int = 0
    add: int = 0
    source: str = ""
    note: str = ""


class TerrainChart(Titled):
    rows: dict[str, TerrainRow]


class SupportRow(Strict):
    ap: int
    drm: int
    source: str


class SupportChart(Titled):
    rows: dict[Literal["hurricane", "flamethrower", "elan"], SupportRow]


class PointsRow(Strict):
    ap: int
    source: str


class PointsChart(Titled):
    rows: dict[str, PointsRow]


class OperationRow(Strict):
    rule: int
    summary: int
    text: str
    source: str


class OperationsChart(Titled):
    rows: dict[Literal["movement", "siege", "strategic", "combat", "offensive", "full"], OperationRow]


class StackingChart(Titled):
    divisions: int
    others: int
    others_alone: int


class EliminationChart(Titled):
    permanent: list[int]


class GasChart(Titled):
    rows: dict[str, int]


class VictoryLevel(Strict):
    ratio: int
    result: str


class VictoryChart(Titled):
    permanent: int
    eliminated: int
    levels: list[VictoryLevel]


class ChartsFile(Strict):
    combat: ChartSpec
    attrition: ChartSpec
    siege: ChartSpec
    artillery: MatrixSpec
    modifiers: Modifiers
    attrition_modifiers: Modifiers
    terrain: TerrainChart
    support: SupportChart
    points: PointsChart
    operations: OperationsChart
    stacking: StackingChart
    elimination: EliminationChart
    gas: GasChart
    victory: VictoryChart


class ScenarioSpec(core.ScenarioSpec):
    setup: Literal["ready", "sectors", "free"]


class MapSpec(Strict):
    german_sources: list[str]
    french_rail_sources: list[str]
    german_entry: list[str]
    french_entry: list[str]


class StartSpec(Strict):
    german: int
    french: int
    bust: int


class ForEach(Strict):
    """A number for either side."""

    german: int
    french: int


class TurnSpec(core.TurnSpec):
    income: ForEach
    shift: ForEach
    loc: int


class Within(Strict):
    cell: str
    distance: int


class SetupAreaSpec(Strict):
    """A hex of a zone keeps every condition that is given."""

    setup: Literal["sectors", "free"]
    side: Side
    title: str
    source: str
    units: list[str]
    sectors: Literal["printed", "historical"] = "printed"
    cells: list[str] = []
    within: Within | None = None
    columns: tuple[int, int] | None = None
    bank: Literal["", "W", "E"] = ""
    any: bool = False
    touching: bool = False
    rear: bool = False
    joins: bool = False


class ReinforcementSpec(Strict):
    turn: int
    side: Side
    title: str
    source: str
    way: Literal["edge", "entry", "pool"]
    units: list[str]


class PoolSpec(Strict):
    german: list[str]
    french: list[str]
    strip: list[str]


class DeploymentSpec(Strict):
    entrenched: list[str]
    joins: dict[str, str]
    german: dict[str, list[str]]
    french: dict[str, list[str]]


class ScenariosFile(ScenarioFile[ScenarioSpec, TurnSpec]):
    map: MapSpec
    ap: StartSpec
    markers: dict[str, int]
    zone: list[SetupAreaSpec]
    reinforcement: list[ReinforcementSpec]
    pool: PoolSpec
    deployment: dict[Literal["printed", "historical"], DeploymentSpec]
