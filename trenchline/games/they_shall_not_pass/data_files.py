"""How the data files of the game are laid out: charts.toml and scenarios.toml as structs."""

from __future__ import annotations

from typing import Literal

from ...core import files as core
from ...core.charts import ChartSpec
from ...core.files import ScenarioFile, Strict, Titled


class TerrainRow(Strict):
    """A line of the Terrain Effects Chart: cost to enter, or an addition to it; `strategic` is the bracketed cost."""

    cost: float = 0
    add: float = 0
    strategic: float | None = None
    group: str = ""  # terrains of one group count once
    source: str = ""


class TerrainChart(Titled):
    rows: dict[str, TerrainRow]


class Capability(Titled):
    rows: dict[Literal["army", "corps", "division"], list[str]]


class MoraleRow(Strict):
    value: int
    text: str


class MoraleChart(Titled):
    rows: dict[str, MoraleRow]


class StackingRow(Strict):
    value: int
    source: str = ""


class StackingChart(Titled):
    limit: int
    rows: dict[str, StackingRow]


class VictoryLevel(Strict):
    result: str
    winner: Literal["german", "french", ""]
    below: int = 10**6


class VictoryChart(Titled):
    levels: list[VictoryLevel]


class ChartsFile(Strict):
    assault: ChartSpec
    barrage: ChartSpec
    terrain: TerrainChart
    capability: Capability
    morale: MoraleChart
    stacking: StackingChart
    victory: VictoryChart


Side = Literal["german", "french"]


class ScenarioSpec(core.ScenarioSpec):
    setup: Literal["ready", "free"]


class West(Strict):
    columns: list[int]
    rows: list[int]


class MapSpec(Strict):
    german_sources: list[str]
    french_sources: list[str]
    closed: list[str]
    front_line: list[str]
    german_rows_west: West


class FortSpec(Strict):
    cell: str
    name: str


class SetupAreaSpec(Strict):
    """Exactly one of `cells`, `front_line`, `columns` and `any` says where the units may go."""

    side: Side
    title: str
    source: str
    units: list[str]
    cells: list[str] = []
    front_line: tuple[str, str] | None = None
    columns: tuple[int, int] | None = None
    any: Literal["", "trench", "rail", "south"] = ""
    own_infantry_within: int = 0


class Replacements(Strict):
    german: int
    french: int


class TurnSpec(core.TurnSpec):
    replacements: Replacements


class PetainSpec(Strict):
    turn: int
    source: str


class EntrySpec(Strict):
    turn: int
    side: Side
    title: str
    source: str
    entry: list[str]
    units: list[str]
    optional: bool = False


class ScenariosFile(ScenarioFile[ScenarioSpec, TurnSpec]):
    map: MapSpec
    fort: list[FortSpec]
    zone: list[SetupAreaSpec]
    petain: PetainSpec
    reinforcement: list[EntrySpec]
    historical: dict[Side, dict[str, list[str]]]
