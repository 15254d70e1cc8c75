"""How the data files of the game are laid out: charts.toml and scenarios.toml as structs."""

from __future__ import annotations

from ...core.files import ScenarioFile, Strict
from ..great_war.data_files import ArrivalRow, ChartsFile, GreatWarScenario, GreatWarTurn, OperationRow, SetupRow


class BigPushCharts(ChartsFile):
    mines: dict[str, int]  # how many markers show each result (14.1.3a)


class ObjectiveRow(Strict):
    """A place to claim: more than half of its squares (13.1.1)."""

    name: str
    cells: list[str]


class ConditionRow(Strict):
    """One condition of victory. Which of the further entries count depends on its kind."""

    kind: str  # a name in `victory.CONDITIONS`, or deny, both, neither
    nation: str = ""
    need: int = 0
    places: list[ObjectiveRow] = []
    cells: list[str] = []
    margin: int = 0
    british: int = 0  # of the exits, at least so many
    held: bool = False  # the exit squares must lie in exclusive Allied zones at the end
    combat_only: bool = False  # only points for losses and replacements count


class VictoryRow(Strict):
    """A victory: its side, its title, its case, and all (or any) of its conditions."""

    side: str  # allied or german
    title: str
    source: str
    all_of: list[ConditionRow] = []
    any_of: list[ConditionRow] = []


class ExitRow(Strict):
    """How units leave the map in a scenario (13.4)."""

    source: str
    cells: list[str] = []  # edge squares of a voluntary exit
    to_enemy: int = 0  # points for each that leaves of its own will
    off_enemy: int = 0  # or taken from the enemy's (15.7.1)
    forced: int = 0  # points to the enemy for each that is driven off
    delay: int = 0  # turns until it may return; 0 is never
    forced_delay: int = 0
    behind_line: bool = False  # it returns on or behind its own line (14.2.3a); else outside enemy zones of control


class FreeGunsRow(Strict, kw_only=True):
    """Guns that their owner places behind his line (BP-R147)."""

    nation: str
    units: list[str]
    source: str
    first_row: int = 1
    last_row: int = 34
    least_north: int = 0  # of the Somme
    least_south: int = 0
    ready: dict[str, str]  # gun -> square: the ready placement


class BigPushScenario(GreatWarScenario, kw_only=True):
    british_rows: tuple[int, int]
    french_rows: tuple[int, int]
    fair_first: bool = False  # 5.2
    setup_order: list[str]  # nations, each as often as it sets something up; "guns" after a nation for its free guns
    setup_as: str = ""
    setup: list[SetupRow] = []
    pool: list[str] = []  # in the Replacement Pool from the start, beside the brigades and battalions that are not set up
    free_guns: list[FreeGunsRow] = []
    arrivals: list[ArrivalRow] = []
    mines: bool = False
    cavalry_release: int = 0  # from which turn on (14.1.3b); 0 for never
    cavalry_tries: int = 0  # 0 for as many turns as there are
    area_penalty: int = 0  # points for a unit outside its nation's rows
    german_exit: ExitRow
    allied_exit: bool = False
    operations: bool = False
    objectives: bool = False
    victory: dict[str, VictoryRow]


class MarkerRow(Strict):
    """A campaign objective (15.6)."""

    title: str
    nation: str
    kind: str  # place, exit, breakthrough, strength, reserves
    points: int
    source: str
    cells: list[str] = []
    need: int = 0


class BigPushFile(ScenarioFile[BigPushScenario, GreatWarTurn]):
    operation: dict[str, OperationRow]
    marker: dict[str, MarkerRow]
    snow_turns: list[int]
