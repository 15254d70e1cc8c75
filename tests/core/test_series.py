"""The data of a series: what two games share stands once, a game says what it has otherwise, a fault names the right file."""

from __future__ import annotations

from pathlib import Path

import pytest

from trenchline.core.charts import Chart, ChartSpec, Thresholds, ThresholdSpec
from trenchline.core.errors import DataError
from trenchline.core.files import DataFolder, Strict

SERIES = """\
[assault]
title = "Assault Table"
source = "series 1"
die = 3
columns = ["-1", "0", "+1"]
at = [-1, 0, 1]
results = "A attacker, D defender"
rows.1 = ["A2", "A1", "-"]
rows.2 = ["A1", "-", "D1"]
rows.3 = ["-", "D1", "D2"]
meanings = { AE = "all lost", A2 = "2 steps", A1 = "1 step", "-" = "no effect", D1 = "1 step", D2 = "2 steps", DE = "all lost" }
shifts.woods = { shift = -1, text = "woods", source = "series 2" }
sources."3/+1" = "reconstructed"

[rally]
title = "Rally"
source = "series 3"
results = ["rallies", "stays"]
meanings = { rallies = "good order again", stays = "no effect" }
rows = { trench = [4], clear = [3] }
"""
GAME = """\
[assault]
source = "16.1"
cells."1/-1" = "AE"
shifts.fort = { shift = -2, text = "fort", source = "16.3" }

[rally]
source = "17.7"
rows = { fort = [5] }
"""


class Charts(Strict):
    assault: ChartSpec
    rally: ThresholdSpec


class Shelf:
    """A series, a game of it, and a pack, each in its folder."""

    def __init__(self, at: Path) -> None:
        self.series, self.game, self.pack = at / "series", at / "game", at / "pack"
        for folder, charts in ((self.series, SERIES), (self.game, GAME)):
            folder.mkdir()
            (folder / "charts.toml").write_text(charts)
        self.pack.mkdir()

    def folder(self, pack: bool = False) -> DataFolder:
        return DataFolder(self.game, self.pack if pack else None, self.series)

    def charts(self, pack: bool = False) -> tuple[Chart, Thresholds]:
        file = self.folder(pack).toml("charts.toml")
        data = file.read(Charts)
        return data.assault.chart("assault", file), data.rally.table("rally", file)

    def change(self, folder: Path, old: str, new: str) -> None:
        text = (folder / "charts.toml").read_text()
        assert text.count(old) == 1
        (folder / "charts.toml").write_text(text.replace(old, new))


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path)


def test_a_file_is_looked_for_in_the_pack_then_with_the_game_then_with_the_series(shelf: Shelf) -> None:
    (shelf.series / "turns.csv").write_text("turn\n")
    assert shelf.folder().file("turns.csv") == shelf.series / "turns.csv"
    (shelf.game / "turns.csv").write_text("turn\n")
    assert shelf.folder().file("turns.csv") == shelf.game / "turns.csv"
    (shelf.pack / "turns.csv").write_text("turn\n")
    assert shelf.folder(pack=True).file("turns.csv") == shelf.pack / "turns.csv"
    assert shelf.folder().file("nowhere.csv") == shelf.game / "nowhere.csv"


def test_a_pack_may_hold_a_file_that_only_the_series_has(shelf: Shelf) -> None:
    (shelf.pack / "turns.csv").write_text("turn\n")
    with pytest.raises(DataError, match=r"no data file turns\.csv"):
        shelf.folder(pack=True)
    (shelf.series / "turns.csv").write_text("turn\n")
    assert shelf.folder(pack=True).file("turns.csv") == shelf.pack / "turns.csv"


def test_a_game_overrides_named_values_of_a_chart_of_the_series(shelf: Shelf) -> None:
    assault, rally = shelf.charts()
    assert assault.rows == {1: ["AE", "A1", "-"], 2: ["A1", "-", "D1"], 3: ["-", "D1", "D2"]}
    shifts = {key: (line.value, line.case) for key, line in assault.shifts.items()}
    assert shifts == {"woods": (-1, "series 2"), "fort": (-2, "16.3")}
    assert (assault.source, assault.sources) == ("16.1", {(2, 3): "reconstructed"})
    assert rally.rows == {"trench": (4,), "clear": (3,), "fort": (5,)} and rally.source == "17.7"


def test_a_game_without_a_file_of_its_own_has_the_series_charts(shelf: Shelf) -> None:
    (shelf.game / "charts.toml").unlink()
    assault, rally = shelf.charts()
    assert assault.source == "series 1" and assault.result(0, 1) == "A2" and set(rally.rows) == {"trench", "clear"}


def test_the_charts_of_a_pack_stand_in_for_the_games_and_lie_over_the_series(shelf: Shelf) -> None:
    (shelf.pack / "charts.toml").write_text('[assault]\nrows.2 = ["X", "X", "X"]\nmeanings.X = "lost"\n')
    assault, _ = shelf.charts(pack=True)
    assert assault.rows[2] == ["X", "X", "X"] and assault.result(0, 1) == "A2" and assault.source == "series 1"


FAULTS = {
    "an ill-typed value of the series": ("series", "die = 3", 'die = "three"', "Expected `int`, got `str`"),
    "one of the game's": ("game", 'source = "16.1"', "source = 16", "Expected `str`, got `int`"),
    "an unknown entry of the game's": ("game", 'source = "16.1"', 'sauce = "16.1"', "unknown field `sauce`"),
    "a missing entry": ("series", 'title = "Rally"\n', "", "missing required field `title`"),
    "a row too short": ("series", '"D1", "D2"]', '"D1"]', "row 3: 2 cells for 3 columns"),
    "a missing row": ("series", 'rows.2 = ["A1", "-", "D1"]\n', "", "row 2 is missing"),
    "a row of the game's that is none": ("game", "cells.", 'rows.4 = ["-", "-", "-"]\ncells.', "row 4 is no row"),
    "a cell of the game's that is none": ("game", 'cells."1/-1"', 'cells."1/-2"', "no cell '1/-2'"),
    "bounds that do not fit": ("game", "rows = { fort = [5] }", "rows = { fort = [5, 6] }", "row fort: 1 rising bounds"),
    "no TOML": ("game", "[assault]", "[assault", "not valid TOML"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_names_the_file_in_which_it_is_to_be_mended(shelf: Shelf, name: str) -> None:
    where, old, new, what = FAULTS[name]
    folder = shelf.series if where == "series" else shelf.game
    shelf.change(folder, old, new)
    with pytest.raises(DataError) as told:
        shelf.charts()
    assert what in str(told.value) and told.value.file == str(folder / "charts.toml")


@pytest.mark.parametrize("differs", ['cells."3/+1" = "DE"', 'rows.3 = ["-", "D1", "DE"]'])
def test_a_cell_that_differs_does_not_keep_the_source_the_series_gives(shelf: Shelf, differs: str) -> None:
    shelf.change(shelf.game, 'cells."1/-1" = "AE"', differs)
    with pytest.raises(DataError, match="'3/\\+1' differs from the series' and needs a source") as told:
        shelf.charts()
    assert told.value.file == str(shelf.game / "charts.toml")
    shelf.change(shelf.game, differs, differs + '\nsources."3/+1" = "16.4"')
    assault, _ = shelf.charts()
    assert assault.result(2, 3) == "DE" and assault.sources == {(2, 3): "16.4"}
