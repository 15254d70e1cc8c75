"""How the data files of the series are laid out. A game's charts.toml lies over that of the series, which has the charts
they share."""

from __future__ import annotations

from ...core.charts import ChartSpec, ThresholdSpec
from ...core.files import ScenarioSpec, Strict, Titled, TurnSpec


class ResultRow(Strict):
    """A result of the Assault Table: the steps each side loses, alone and doubled, and what happens then. 99 is all."""

    attacker: int
    defender: int
    attacker_doubled: int
    defender_doubled: int
    then: str  # "attacker retreats", "counter-attack", "engaged", "defender retreats", "advance", "breakthrough"


class ResultsChart(Titled):
    rows: dict[str, ResultRow]


class BombardmentRow(Strict):
    """A terrain of the Bombardment Table: the factors that open each of the nine columns; 0 is an empty one."""

    title: str
    least: list[int]
    source: str


class Modifier(Strict):
    """A column shift or a modifier of the dice: how much, in words, by which case."""

    value: int
    text: str
    source: str


class WeatherRow(Strict):
    """What a kind of weather does: movement points lost, supply range, modifiers; observation is a bound of one die by side."""

    movement: int
    supply: int
    assault: int
    fire: int
    machines: int  # modifier of tanks that break down or recover
    hq_return: int
    observation: dict[str, int]
    source: str
    guns_hauled: bool = False  # whether guns move only with engineers (GL 12.4.2(a))
    digging: bool = True  # whether infantry may dig in (GL 12.4.1(a), GL 12.4.2(b), GL 12.8.1(b))


class TerrainRow(Strict):
    """A kind of ground: half movement points straight and diagonal, its row for shells, its shift in an assault."""

    straight: int
    diagonal: int
    row: str  # of the Bombardment Table
    shift: int
    source: str


class RangeRow(Strict):
    """A distance in squares that a rule names."""

    value: int
    text: str
    source: str


class ChartsFile(Strict):
    """The charts.toml of a game of the series."""

    cases: dict[str, str]  # the cases of this game by topic, the word by which the series cites them
    weather_die: ThresholdSpec
    bombardment: ChartSpec
    command_center: ChartSpec
    defensive_fire: ChartSpec
    assault: ChartSpec
    assault_results: ResultsChart
    hq_return: ThresholdSpec
    resource_names: dict[str, str]  # what a column of the Command Center Table is called in this game
    resource_sides: dict[str, str]  # resources that one side alone gets
    bombardment_rows: dict[str, BombardmentRow]
    modifiers: dict[str, dict[str, Modifier]]
    weather: dict[str, WeatherRow]
    seasons: list[tuple[int, int]]  # from which turn on a modifier is added to the weather die
    terrain: dict[str, TerrainRow]
    ranges: dict[str, RangeRow]
    replacements: ChartSpec
    tables: dict[str, ThresholdSpec]


class SetupRow(Strict):
    """A counter in its place at the start."""

    unit: str
    cell: str
    facing: str = ""  # N, E, S or W; "owner" where its owner chooses
    strength: str = "full"
    mode: str = ""  # mobile, entrenched, command, supply; "either" where its owner chooses
    states: list[str] = []
    provenance: str = ""
    ruling: str = ""


class ArrivalRow(Strict):
    """Reinforcements: when, who, by which square or edge."""

    turn: int
    units: list[str]
    cell: str = ""  # a square; empty for anywhere on the edge
    strength: str = "full"
    placed: bool = False  # put down in the square, not moved in over an edge
    free_of_zones: bool = False
    source: str = ""


class OperationRow(Strict):
    """An option of the campaign and the points it concedes (BP 15.5, GL 20.4)."""

    side: str
    title: str
    points: int
    source: str
    summary: str
    excludes: list[str] = []  # options that cannot be taken beside it
    excludes_because: str = ""


class GreatWarScenario(ScenarioSpec):
    """What every scenario of the series says."""

    first_turn: int
    last_turn: int


class GreatWarTurn(TurnSpec):
    label: str
