"""How the data files of the game are laid out: charts.toml and scenarios.toml as structs."""

from __future__ import annotations

from typing import Literal

import msgspec

from ...core.charts import ChartSpec


class Strict(msgspec.Struct, forbid_unknown_fields=True):
    """A table in which every entry must be known."""


class TerrainRow(Strict):
    """A line of the Terrain Effects Chart: cost to enter, or an addition to it; `strategic` is the bracketed cost."""

    cost: float = 0
    add: float = 0
    strategic: float | None = None
    group: str = ""  # terrains of one group count once
    source: str = ""


class TerrainChart(Strict):
    title: str
    source: str
    rows: dict[str, TerrainRow]


class Capability(Strict):
    title: str
    source: str
    rows: dict[Literal["army", "corps", "division"], list[str]]


class MoraleRow(Strict):
    value: int
    text: str


class MoraleChart(Strict):
    title: str
    source: str
    rows: dict[str, MoraleRow]


class StackingRow(Strict):
    value: int
    source: str = ""


class StackingChart(Strict):
    title: str
    source: str
    limit: int
    rows: dict[str, StackingRow]


class VictoryLevel(Strict):
    result: str
    winner: Literal["german", "french", ""]
    below: int = 10**6


class VictoryChart(Strict):
    title: str
    source: str
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


class ScenarioSpec(Strict):
    id: str
    title: str
    summary: str
    source: str
    setup: Literal["ready", "free"]


class OptionSpec(Strict):
    default: bool
    title: str
    favours: str
    summary: str
    source: str


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


class ZoneSpec(Strict):
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


class TurnSpec(Strict):
    date: str
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


class ScenariosFile(Strict):
    scenario: list[ScenarioSpec]
    options: dict[str, OptionSpec]
    map: MapSpec
    fort: list[FortSpec]
    zone: list[ZoneSpec]
    turn: list[TurnSpec]
    petain: PetainSpec
    reinforcement: list[EntrySpec]
    historical: dict[Side, dict[str, list[str]]]
