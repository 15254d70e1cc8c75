"""The contents of a box as flat tables: what the components of all games have in common. A game's own add the rest."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from .actions import Action
from .board import Board, load_board
from .charts import Chart, Thresholds
from .counters import CounterSet, load_counters
from .errors import DataError
from .files import DataFolder, ScenarioFile, Strict
from .sides import Seating, Sides

if TYPE_CHECKING:
    from .views import CounterView

C = TypeVar("C", bound=Strict)
S = TypeVar("S", bound=ScenarioFile[Any, Any])


class Components(Generic[C, S]):
    """Board, counters, charts and scenarios. Made once; shared by every match."""

    charts: dict[str, Chart]
    thresholds: Mapping[str, Thresholds] = {}  # tables with a row for each kind of ground

    def __init__(
        self,
        folder: DataFolder,
        charts: type[C],
        scenarios: type[S],
        belligerents: Sides,
        kinds: Sequence[str],
        numbers: Sequence[str],
        boxes: Sequence[str],
    ) -> None:
        self.folder, self.belligerents, self.seating = folder, belligerents, Seating(belligerents)
        self.sides, self.side_index, self.nations = belligerents.names, belligerents.index, belligerents.nations
        self.bit, self.enemy_bits, self.enemies = belligerents.bit, belligerents.enemy_bits, belligerents.enemies
        self.board: Board = load_board(folder)
        self.counters: CounterSet = load_counters(folder.file("counters.csv"), belligerents.nations, kinds, numbers)
        self.chart_file = folder.toml("charts.toml")
        self.chart_data = self.chart_file.read(charts)
        self.scenario_data = folder.toml("scenarios.toml").read(scenarios)
        self.dates: list[str] = [turn.date for turn in self.scenario_data.turn]

        counters = self.counters.counters
        self.ids = self.counters.ids
        self.unit = self.counters.index
        self.nation = [belligerents.nations.index(c.nation) for c in counters]
        self.side = [belligerents.of_nation[nation] for nation in self.nation]
        self.kind = [c.kind for c in counters]
        self.steps = [c.steps for c in counters]
        self.army = tuple([u for u in range(len(counters)) if self.side[u] == side] for side in range(len(self.sides)))
        self.select = [Action("select", unit) for unit in self.ids]
        self.add = [Action("add", unit) for unit in self.ids]

        self.box = {name: self.board.size + i for i, name in enumerate(boxes)}
        self.places = [*self.board.labels, *boxes]
        self.place_index = {name: i for i, name in enumerate(self.places)}
        self.shown: dict[Hashable, CounterView] = {}  # counters as they looked in views before (`views.shown_counters`)
        self.told: dict[Hashable, Any] = {}  # what else views told before (`views.told`)
        # How many there are of what fields of a position refer to. A game adds what else it counts.
        self.sizes = {
            "unit": len(counters),
            "cell": self.board.size,
            "place": len(self.places),
            "side": len(self.sides),
            "nation": len(self.nations),
            "seat": 8,
            "direction": len(self.board.grid.directions) + 1,  # the last stands for none
        }

    def of_unit(self, name: str) -> int:
        """The counter that a data file names."""
        if name not in self.unit:
            raise DataError(f"there is no counter {name!r}")
        return self.unit[name]

    def deployed(self, cells: dict[str, list[str]]) -> dict[int, int]:
        """Which counter stands where, from cells with the names of their counters."""
        return {self.of_unit(name): self.board.cell(cell) for cell, names in cells.items() for name in names}
