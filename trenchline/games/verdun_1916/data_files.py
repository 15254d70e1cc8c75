"""How the data files of the game are laid out: charts.toml and scenarios.toml as structs."""

from __future__ import annotations

from typing import Literal

import msgspec

from ...core import files as core
from ...core.charts import ChartSpec
from ...core.files import ScenarioFile, Strict, Titled, TurnSpec

Side = Literal["german", "french"]
Bank = Literal["W", "E", ""]


class ModifierRow(Strict):
    """A modifier of the combat die (7.3)."""

    value: int
    text: str
    source: str


class ModifierChart(Titled):
    rows: dict[str, ModifierRow]


class MovementRow(Strict):
    """What a terrain costs, or adds, by class of mover (MT)."""

    infantry: int
    artillery: int


class MovementChart(Titled):
    rows: dict[str, MovementRow]


class ZoneChart(Titled):
    """Extra movement points for enemy zones of control (3.2, 6)."""

    leave: int
    across: int
    stosstruppen: int


class StackingChart(Titled):
    limit: int


class CommandChart(Titled):
    range: int
    neutralised: int


class ExploitationChart(Titled):
    points: int


class FortressChart(Titled):
    """Intrinsic points of a fortress by its colour (7.3k)."""

    red: int
    blue: int


class NeutralisationChart(Titled):
    least: int = msgspec.field(name="from")


class ChartsFile(Strict):
    combat: ChartSpec
    combat_die: ModifierChart
    bombardment: ChartSpec
    movement: MovementChart
    zones: ZoneChart
    stacking: StackingChart
    command: CommandChart
    exploitation: ExploitationChart
    fortress: FortressChart
    neutralisation: NeutralisationChart


class ScenarioSpec(core.ScenarioSpec):
    battle: str
    setup: Literal["ready", "free"]


class SetupSpec(Strict):
    """How far from French trenches the Germans set up (14.1c, 14.1d)."""

    source: str
    german_infantry: int
    german_artillery: int


class GroupSpec(Strict):
    """A line of the order of battle: which counters, where they set up, what goes with them."""

    id: str
    side: Side
    title: str
    source: str
    units: list[str]
    bank: Bank = ""
    columns: tuple[int, int] | None = None
    frontage: tuple[int, int] | None = None  # the columns with `historical_corps_frontage` (VV-R67)
    battalions: list[str] = []
    bunkers: int = 0
    always_in_command: bool = False
    apart: bool = False  # the left-bank guns of 14.2D-d, 14.2D-e and 14.2D-f
    off_map: bool = False


class ReserveSpec(Titled):
    """A German corps reserve (14.2D-g); prices in half victory points."""

    corps: str
    from_turn: int
    columns: tuple[int, int]
    units: list[str]
    bank: Bank = ""
    frontage: tuple[int, int] | None = None
    price_each: int = 0
    price_once: int = 0


class ReinforcementSpec(Titled):
    turn: int
    cell: str
    units: list[str]


class ReadySpec(Strict):
    """The deployment of February 21: bunkers, which regiment gave up a step for which battalion, who stands where."""

    bunkers: list[str] = []
    detached: dict[str, str] = {}
    hexes: dict[str, str] = {}
    frontage: dict[str, str] = {}


class BattleSpec(Titled):
    turns: int
    banks: list[Literal["W", "E"]]
    tactical: int
    operational: int
    extra_turn: int  # its price in half points
    ready: ReadySpec
    inherits: str = ""
    drops: list[str] = []  # inherited groups that fall away
    group: list[GroupSpec] = []
    reserve: list[ReserveSpec] = []
    reinforcement: list[ReinforcementSpec] = []


class ScenariosFile(ScenarioFile[ScenarioSpec, TurnSpec]):
    setup: SetupSpec
    battle: dict[str, BattleSpec]
