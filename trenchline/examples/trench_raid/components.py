"""1.0 Everything printed: the board, the companies, the two tables."""

from __future__ import annotations

from pathlib import Path

from trenchline.core import components as core
from trenchline.core.charts import ChartSpec, ThresholdSpec
from trenchline.core.files import DataFolder, ScenarioFile, ScenarioSpec, Strict, TurnSpec
from trenchline.core.sides import Sides

ALLIED, GERMAN = 0, 1
SIDES = Sides(("allied", "german"), {"british": "allied", "french": "allied", "german": "german"})
BOXES = ("setup", "eliminated", "out")


class ChartsFile(Strict):
    assault: ChartSpec
    rally: ThresholdSpec


class Objectives(Strict):
    squares: list[str]


class ScenariosFile(ScenarioFile[ScenarioSpec, TurnSpec]):
    setup: dict[str, list[str]]
    objectives: Objectives


class Components(core.Components[ChartsFile, ScenariosFile]):
    """The contents of the box."""

    def __init__(self, pack: Path | None = None) -> None:
        folder = DataFolder(Path(__file__).parent / "data", pack)
        super().__init__(folder, ChartsFile, ScenariosFile, SIDES, ("infantry",), ("strength", "movement"), BOXES)
        file = self.chart_file
        self.assault = self.chart_data.assault.chart("assault", file)
        self.rally = self.chart_data.rally.table("rally", file)
        self.charts, self.thresholds = {"assault": self.assault}, {"rally": self.rally}
        self.strength, self.movement = self.counters.column("strength"), self.counters.column("movement")
        self.ready = self.deployed(self.scenario_data.setup)
        self.objectives = tuple(map(self.board.cell, self.scenario_data.objectives.squares))
        diagonal = [bool(d % 2) for d in range(len(self.board.grid.directions))]
        price = [2 if "wire" in terrain else 1 for terrain in self.board.terrain]
        self.ways = [
            [(near, price[near] + diagonal[d]) for d, near in enumerate(row) if near >= 0] for row in self.board.across
        ]  # 2.0
        east, west = (self.board.grid.directions.index(name) for name in ("E", "W"))
        self.first_facing = [east if side == ALLIED else west for side in self.side]
