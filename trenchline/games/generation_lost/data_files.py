"""How the data files of the game are laid out: charts.toml and scenarios.toml as structs."""

from __future__ import annotations

from ...core.charts import ChartSpec
from ...core.files import ScenarioFile, Strict, Titled
from ..great_war.data_files import ChartsFile, GreatWarScenario, GreatWarTurn, OperationRow, SetupRow


class SommeRow(Strict):
    """What one number of the Somme Withdrawal Table takes away (19.4.5(b-i))."""

    regiments: int
    battalions: int
    heavy: int


class SommeTable(Titled):
    rows: dict[str, SommeRow]


class PeriodRow(Strict):
    """A modifier that a side has in some turns, in every scenario."""

    side: str
    first: int
    last: int
    value: int
    text: str
    source: str


class GenerationLostCharts(ChartsFile):
    reserve_rate: ChartSpec
    reserve_shares: dict[str, tuple[int, int]]  # by row: the share that is sent to reserve of more than 12 steps
    somme: SommeTable
    periods: dict[str, list[PeriodRow]]  # by what they modify: command_center, replacements, reserve_rate
    mines: dict[str, int]  # how many markers show each result (19.1.5(k))
    demoralized_modifiers: dict[str, int]


class PlaceRow(Strict):
    """A place to take: all of its squares (18.2.2)."""

    name: str
    cells: list[str]
    double_if_dummy: bool = False  # counts two if the first assault on its fort found only a dummy (GL-R61)


class ConditionRow(Strict):
    """One condition of victory. Which of the further entries count depends on its kind."""

    kind: str  # a name in `victory.CONDITIONS`
    name: str = ""
    need: int = 0
    cells: list[str] = []
    places: list[PlaceRow] = []
    margin: int = 0
    all_points: bool = False  # operations and objectives count too, not only losses, replacements and surrenders
    line: str = ""  # whose start line
    level: str = ""  # a victory of the enemy
    contested: bool = False  # enemy zones that friends share do not count
    of: list[ConditionRow] = []


class VictoryRow(Strict):
    """A victory: its side, its title, its case, and its conditions: all of them, any, or some."""

    side: str  # german, french or both
    title: str
    source: str
    need: int = 0  # of some_of
    all_of: list[ConditionRow] = []
    any_of: list[ConditionRow] = []
    some_of: list[ConditionRow] = []


class FortSetupRow(SetupRow):
    """A counter in its place at the start; a garrison with the face it shows."""

    face: str = ""


class FreeGunsRow(Strict, kw_only=True):
    """Guns that their owner places."""

    side: str
    group: str
    units: list[str]
    source: str
    ruling: str = ""
    bank: str = ""  # W or E
    columns: tuple[int, int] = (1, 34)
    terrain: list[str] = []  # one of these; any where none is named
    north: bool = False  # of the German start line
    distance: int = 0  # from every friend who touches an enemy, at least
    least_west: int = 0  # so many west of the Meuse, at least
    drawn_out: dict[str, int] = {}  # so many heavy or field guns are drawn out first
    left_out: int = 0  # so many are not placed, of the owner's choice
    ready: dict[str, list[str]]  # gun, or kind of gun -> squares: the ready placement


class GarrisonsRow(Strict):
    """Counters with secret faces in forts of the owner's choice (9.2.4, GL-R58)."""

    forts: int
    least_west: int
    faces: dict[str, int]
    ready: list[str]
    source: str
    ruling: str


class ChoiceRow(Strict):
    """Reinforcements of a kind, not by name: from the pool, or counters that are out of play (GL-R226)."""

    kind: str  # battalion, regiment, division
    count: int
    type: str = ""  # its printed numbers: that, or smaller (20.2.1, 20.2.2-Sub)
    unused: bool = False


class ArrivalRow(Strict):
    """Reinforcements: when, who, by which squares, or over which part of an edge."""

    side: str
    turn: int
    source: str
    units: list[str] = []
    choice: list[ChoiceRow] = []
    cells: list[str] = []
    edge: str = ""  # north or south
    bank: str = ""  # west or east
    rail: bool = False
    ruling: str = ""


class RemovalRow(Strict):
    """Units that leave the game in a turn (19.3.5(a))."""

    turn: int
    units: list[str]
    source: str


class HeldRow(Strict):
    """A formation that is not released yet (19.3.5(c), 19.6.5(f))."""

    units: list[str]
    source: str


class ReserveRow(Strict):
    """A counter in the Operations Reserves Box."""

    unit: str
    strength: str = "full"


class PhosgeneRow(Strict):
    """In which turns phosgene is there, and how many gas resources one use asks for."""

    turns: list[int]
    gas: int


class WithdrawalRow(Strict):
    """Guns that are drawn out in the campaign, and where the others go (20.2.1-Aug7, 20.2.1-Oct2)."""

    turn: int
    keep: dict[str, int]
    moved: list[str]
    distance: int
    least_west: int
    source: str
    ruling: str


class GenerationLostScenario(GreatWarScenario, kw_only=True):
    fair_first: bool = False  # 5.1.1
    french_first: bool = False  # 19.6.5(b)
    no_lull: list[int]  # turns without one (7.1)
    air: dict[str, int]  # units of each side (8.7)
    french_air_from: int = 1  # 19.1.5(i)
    free_supply: list[int] = []  # turns in which guns need no HQ
    west_bank_hold: list[int] = []
    mines_turn: int = 0
    reserve_third: bool = False  # 19.2.2(b)
    somme: list[int] = []  # turns of withdrawals (6.0)
    worn_from: int = 0  # from which turn on German assaults and guns are worse
    phosgene: list[PhosgeneRow] = []
    make_change: bool = False  # 19.3.5(d)
    substitutes_from: dict[str, int] = {}  # from which turn on reinforcements are types, not names (20.2.1, 20.2.2)
    withdrawals: list[WithdrawalRow] = []
    operations: bool = False
    objectives: int = 0  # how many are rolled (18.2.1)
    setup_as: str = ""
    setup_sources: dict[str, str] = {}
    setup_order: list[str] = []  # a side and what it sets up: draws, guns, garrisons, brigades
    setup: list[FortSetupRow] = []
    pool: list[str] = []
    reserves: list[ReserveRow] = []
    brigades_shared: str = ""  # how the brigades that are not set up are halved: owner or random (GL-R225)
    held: list[HeldRow] = []
    free_guns: list[FreeGunsRow] = []
    garrisons: GarrisonsRow | None = None
    arrivals_as: str = ""
    arrivals: list[ArrivalRow] = []
    removals: list[RemovalRow] = []
    victory: dict[str, VictoryRow]


class MarkerRow(Strict):
    """A campaign objective (20.5) and the two dice that give it (ROT)."""

    title: str
    kind: str  # place, entries, reserves, encircle, strength, exit, guns, road, forts
    points: int
    source: str
    first: list[int]
    second: list[int]
    cells: list[str] = []
    need: int = 0
    need_open: int = 0  # instead, against Open Reserves
    regiments: int = 0  # among those that exit


class GenerationLostFile(ScenarioFile[GenerationLostScenario, GreatWarTurn]):
    snow_turns: list[int]
    areas: dict[str, list[str]]
    operation: dict[str, OperationRow]
    marker: dict[str, MarkerRow]
