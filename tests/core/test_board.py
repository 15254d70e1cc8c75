"""Geometry against brute force, and every fault of a board file told with file, line and column."""

from __future__ import annotations

from collections import deque
from pathlib import Path

import pytest

from trenchline.core.board import Board, load_board
from trenchline.core.errors import DataError
from trenchline.core.files import DataFolder, read_csv, read_toml
from trenchline.core.grids import Grid, HexGrid, SquareGrid


def bare(grid: Grid) -> Board:
    """A board of open ground."""
    n = len(grid.labels)
    return Board(grid, [frozenset({"clear"})] * n, {}, {}, [""] * n, {})


BOARDS = {
    "hex": bare(HexGrid(columns=7, rows=6, short_rows=5)),
    "hex, long even columns": bare(HexGrid(columns=6, rows=5, short_rows=5)),
    "square": bare(SquareGrid(columns=7, rows=5, letters="rows")),
    "line": bare(SquareGrid(columns=9, rows=1, letters="rows")),
}
every_board = pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)


def steps_from(board: Board, start: int) -> list[int]:
    """Distances by walking: breadth first over the neighbours."""
    far = {start: 0}
    queue = deque([start])
    while queue:
        cell = queue.popleft()
        for near in board.neighbours[cell]:
            if near not in far:
                far[near] = far[cell] + 1
                queue.append(near)
    return [far[cell] for cell in range(board.size)]


# ---------------------------------------------------------------------------------------------------- geometry


@every_board
def test_distance_is_the_number_of_steps_on_foot(board: Board) -> None:
    for cell in range(board.size):
        walked = steps_from(board, cell)
        assert list(board.distances(cell)) == walked
        assert [board.distance(cell, other) for other in range(board.size)] == walked


@every_board
def test_rings_and_discs_hold_the_cells_of_their_distance(board: Board) -> None:
    for cell in range(board.size):
        walked = steps_from(board, cell)
        for radius in range(max(walked) + 2):
            assert set(board.ring(cell, radius)) == {c for c, far in enumerate(walked) if far == radius}
            assert set(board.within(cell, radius)) == {c for c, far in enumerate(walked) if far <= radius}


@every_board
def test_neighbours_are_mutual_and_lie_in_opposite_directions(board: Board) -> None:
    turn = len(board.grid.directions) // 2
    for cell in range(board.size):
        for near in board.neighbours[cell]:
            assert cell in board.neighbours[near]
            there, back = board.across[cell].index(near), board.across[near].index(cell)
            assert (there + turn) % len(board.grid.directions) == back
            assert near == board.grid.across(cell, there)


@every_board
def test_neighbours_have_their_middles_close_together(board: Board) -> None:
    for cell in range(board.size):
        x, y = board.grid.centre(cell)
        for other in range(board.size):
            ox, oy = board.grid.centre(other)
            touching = (x - ox) ** 2 + (y - oy) ** 2 < (1.2 if board.grid.kind == "hex" else 2.2)
            assert touching == (board.distance(cell, other) <= 1)


@every_board
def test_the_rim_lacks_neighbours_and_nothing_else_does(board: Board) -> None:
    assert set(board.rim) == {c for c in range(board.size) if -1 in board.across[c]}


def test_an_inner_hex_has_six_neighbours_clockwise_from_the_north() -> None:
    board = BOARDS["hex"]
    cell = board.cell("0403")
    assert [board.labels[n] for n in board.across[cell]] == ["0402", "0503", "0504", "0404", "0304", "0303"]


def test_an_inner_square_has_eight_neighbours_clockwise_from_the_north() -> None:
    board = BOARDS["square"]
    cell = board.cell("C4")
    assert [board.labels[n] for n in board.across[cell]] == ["B4", "B5", "C5", "D5", "D4", "D3", "C3", "B3"]


def test_hex_columns_are_as_long_as_they_are_said_to_be() -> None:
    grid = HexGrid(columns=33, rows=23, short_rows=22)
    assert len(grid.labels) == 17 * 23 + 16 * 22 == 743
    assert "0123" in grid.labels and "0223" not in grid.labels


def test_letters_go_on_after_z() -> None:
    grid = SquareGrid(columns=2, rows=30, letters="rows")
    assert grid.labels[50:56] == ["Z1", "Z2", "AA1", "AA2", "BB1", "BB2"]
    assert len(set(grid.labels)) == 60


def test_a_cell_that_is_not_on_the_map_is_refused_by_name() -> None:
    with pytest.raises(DataError, match="no hex '9999' on the map: 0101 to 0706"):
        BOARDS["hex"].cell("9999")


@every_board
def test_labels_and_numbers_lead_to_each_other(board: Board) -> None:
    assert [board.cell(label) for label in board.labels] == list(range(board.size))


# ---------------------------------------------------------------------------------------------------- files

TOML = """\
title = "Three by two"
metres = 700
source = "made up"
terrain = ["clear", "woods", "town"]

[grid]
kind = "hex"
columns = 3
rows = 2

[edges]
road = ["major_to", "minor_to"]
river = ["river_to"]
"""
CSV = """\
cell,terrain,feature,major_to,minor_to,river_to,bank
0101,clear,,0201,,0102,W
0102,woods;town,Ornes,,0202,0101,W
0201,clear,Ornes,0101,,,E
0202,clear,,,0102 edge,,E
0301,clear,,,,,E
0302,woods,,,,,E
"""


def load(folder: Path, csv: str = CSV, toml: str = TOML) -> Board:
    (folder / "board.toml").write_text(toml)
    (folder / "board.csv").write_text(csv)
    return load_board(DataFolder(folder))


def fault(folder: Path, old: str, new: str) -> DataError:
    """The fault of the board file after one replacement."""
    assert CSV.count(old) == 1, f"{old!r} must stand once in the file"
    with pytest.raises(DataError) as told:
        load(folder, CSV.replace(old, new))
    return told.value


def test_a_sound_file_becomes_a_board(tmp_path: Path) -> None:
    board = load(tmp_path)
    a, b, c, d = (board.cell(label) for label in ("0101", "0102", "0201", "0202"))
    assert (board.title, board.metres, board.size) == ("Three by two", 700, 6)
    assert board.terrain[b] == {"woods", "town"}
    assert board.joined("road", a, c) and board.joined("road", d, b) and not board.joined("road", a, b)
    assert board.joined("river", a, b) and board.exits == {"road": {d}, "river": frozenset()}
    assert board.places == {"Ornes": (b, c)}
    assert board.where("bank", "W") == (a, b)


def test_the_order_of_the_rows_does_not_matter(tmp_path: Path) -> None:
    lines = CSV.splitlines()
    board = load(tmp_path, "\n".join([lines[0], *reversed(lines[1:])]))
    assert board.terrain[board.cell("0102")] == {"woods", "town"} and board.labels[0] == "0101"


FAULTS = {
    "too few fields": ("0301,clear,,,,,E", "0301,clear,,,,E", 6, "", "6 fields, but the header has 7"),
    "too many fields": ("0301,clear,,,,,E", "0301,clear,,,,,E,", 6, "", "8 fields, but the header has 7"),
    "an empty line": ("0301,clear,,,,,E", "", 6, "", "0 fields"),
    "unknown terrain": ("0301,clear", "0301,swamp", 6, "terrain", "unknown terrain 'swamp'; known: clear, town, woods"),
    "no terrain": ("0301,clear", "0301,", 6, "terrain", "unknown terrain ''"),
    "unknown neighbour": (",0101,,,E", ",0901,,,E", 4, "major_to", "no cell '0901'"),
    "a cell that does not touch": (",0201,,0102,W", ",0301,,0102,W", 2, "major_to", "0301 does not touch 0101"),
    "a cell that touches itself": (",0201,,0102,W", ",0101,,0102,W", 2, "major_to", "0101 does not touch 0101"),
    "a one-sided road": (",0101,,,E", ",,,,E", 4, "major_to", "0101 names 0201 but not the reverse"),
    "a one-sided river": ("0202,0101,W", "0202,,W", 3, "river_to", "0101 names 0102 but not the reverse"),
    "a cell twice": ("0302,woods", "0301,woods", 7, "cell", "cell 0301 stands in line 6 already"),
    "a cell of another map": ("0302,woods", "0303,woods", 7, "cell", "no cell '0303' on this grid"),
    "a missing column": ("major_to,minor_to", "major_to,minor", 1, "minor_to", "the column is missing"),
    "no column of cells": ("cell,terrain", "hex,terrain", 1, "cell", "the column is missing"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_told_with_file_line_and_column(name: str, tmp_path: Path) -> None:
    old, new, line, column, what = FAULTS[name]
    told = fault(tmp_path, old, new)
    assert (told.file, told.line, told.column) == (str(tmp_path / "board.csv"), line, column)
    assert what in told.what
    where = f"{tmp_path / 'board.csv'}, line {line}" + (f", column {column}" if column else "")
    assert str(told).startswith(f"{where}: ")


def test_a_one_sided_road_of_the_second_column_is_told_with_that_column(tmp_path: Path) -> None:
    assert fault(tmp_path, ",0102 edge", ",edge").column == "minor_to"


def test_a_road_is_of_one_kind_from_both_sides(tmp_path: Path) -> None:
    assert fault(tmp_path, "0201,clear,Ornes,0101,,", "0201,clear,Ornes,,0101,").line == 4


def test_a_column_that_stands_twice_is_a_fault(tmp_path: Path) -> None:
    assert fault(tmp_path, "river_to,bank", "river_to,river_to").line == 1


def test_a_missing_cell_is_named(tmp_path: Path) -> None:
    told = fault(tmp_path, "0302,woods,,,,,E\n", "")
    assert (told.what, told.file) == ("cell 0302 has no row", str(tmp_path / "board.csv"))


def test_an_empty_file_is_a_fault(tmp_path: Path) -> None:
    for text, what in (("", "the file is empty"), (CSV.splitlines()[0] + "\n", "cell 0101 has no row")):
        with pytest.raises(DataError, match=what):
            load(tmp_path, text)


def test_a_file_that_is_missing_or_no_text_is_a_fault(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"board\.toml: the file is missing"):
        load_board(DataFolder(tmp_path))
    load(tmp_path)
    (tmp_path / "board.csv").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(DataError, match=r"board\.csv: not UTF-8"):
        load_board(DataFolder(tmp_path))
    (tmp_path / "board.csv").unlink()
    with pytest.raises(DataError, match=r"board\.csv: the file is missing"):
        read_csv(tmp_path / "board.csv")


BAD_TOML = {
    "no TOML at all": (TOML.replace('"hex"', "hex"), r"not valid TOML: .*line 7, column 8"),
    "no grid": (TOML.partition("[grid]")[0], "`grid`"),
    "no terrain": (TOML.replace('terrain = ["clear", "woods", "town"]\n', ""), "`terrain`"),
    "no edges": (TOML.partition("[edges]")[0], "`edges`"),
    "no rows": (TOML.replace("rows = 2\n", ""), "`rows`"),
    "an unknown kind of grid": (TOML.replace('"hex"', '"round"'), "'round'"),
    "a word for a number": (TOML.replace("columns = 3", 'columns = "three"'), "`int`"),
    "an unknown entry": (TOML.replace("metres = 700", "metres = 700\nmiles = 1"), "`miles`"),
}


@pytest.mark.parametrize("name", BAD_TOML)
def test_a_fault_of_the_board_description_is_told_with_its_file(name: str, tmp_path: Path) -> None:
    text, what = BAD_TOML[name]
    with pytest.raises(DataError, match=what) as told:
        load(tmp_path, toml=text)
    assert told.value.file == str(tmp_path / "board.toml") and told.value.file in str(told.value)


@pytest.mark.parametrize("rows", [0, -1])
def test_a_grid_needs_cells(tmp_path: Path, rows: int) -> None:
    with pytest.raises(DataError):
        load(tmp_path, CSV.splitlines()[0] + "\n", TOML.replace("rows = 2", f"rows = {rows}"))


def test_a_toml_file_that_is_no_text_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "x.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(DataError, match=r"x\.toml: not valid TOML"):
        read_toml(tmp_path / "x.toml", dict)


# ---------------------------------------------------------------------------------------------------- data packs


def test_a_pack_overlays_single_files(tmp_path: Path) -> None:
    own, pack = tmp_path / "own", tmp_path / "pack"
    own.mkdir()
    pack.mkdir()
    load(own)
    (pack / "board.csv").write_text(CSV.replace("0301,clear", "0301,town"))
    board = load_board(DataFolder(own, pack))
    assert board.terrain[board.cell("0301")] == {"town"}


def test_a_pack_must_be_a_folder_and_hold_only_files_the_game_has(tmp_path: Path) -> None:
    own, pack = tmp_path / "own", tmp_path / "pack"
    own.mkdir()
    load(own)
    with pytest.raises(DataError, match="not a folder"):
        DataFolder(own, pack)
    pack.mkdir()
    (pack / "bord.csv").write_text(CSV)
    with pytest.raises(DataError, match=r"no data file bord\.csv; it has board\.csv, board\.toml"):
        DataFolder(own, pack)


# ---------------------------------------------------------------------------------------------------- squares


SQUARES = """title = "Squares"
metres = 1000
source = "made up"
terrain = ["clear"]
[grid]
kind = "square"
columns = 2
rows = 3
letters = "columns"
corners = ["A1", "B1", "B3", "A3"]
[edges]
"""
SQUARE_CSV = "cell,terrain,feature\n" + "".join(f"{c}{r},clear,\n" for r in (1, 2, 3) for c in "AB")


def test_letters_run_along_columns_or_rows(tmp_path: Path) -> None:
    board = load(tmp_path, SQUARE_CSV, SQUARES)
    assert board.labels[board.across[board.cell("A1")][2]] == "B1", "east of A1"
    rows = SQUARES.replace('letters = "columns"', 'letters = "rows"').replace("columns = 2\nrows = 3", "columns = 3\nrows = 2")
    board = load(tmp_path, SQUARE_CSV, rows.replace('["A1", "B1", "B3", "A3"]', '["A1", "A3", "B3", "B1"]'))
    assert board.labels[board.across[board.cell("A1")][2]] == "A2"


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("columns = 2\nrows = 3", "columns = 3\nrows = 2", "the corners are A1, B1, B3, A3, but with 3 columns and 2 rows"),
        ('letters = "columns"', 'letters = "rows"', "they would be A1, A2, C2, C1"),
        ('letters = "columns"\n', "", "squares need `letters`"),
        ('corners = ["A1", "B1", "B3", "A3"]\n', "", "the labels of the four `corners`"),
        ("rows = 3", "rows = 3\nshort_rows = 2", "no short rows"),
    ],
)
def test_a_map_that_lies_on_its_side_is_refused(tmp_path: Path, old: str, new: str, what: str) -> None:
    with pytest.raises(DataError, match=what):
        load(tmp_path, SQUARE_CSV, SQUARES.replace(old, new))


def test_both_labels_and_size_turned_is_seen_by_the_corners(tmp_path: Path) -> None:
    """22x34 by columns and 34x22 by rows have the same labels; only the corners tell the maps apart."""
    turned = SQUARES.replace("columns = 2\nrows = 3", "columns = 3\nrows = 2").replace('"columns"', '"rows"')
    with pytest.raises(DataError, match="they would be A1, A3, B3, B1"):
        load(tmp_path, SQUARE_CSV, turned)


# ---------------------------------------------------------------------------------------------------- scenery


def test_lines_and_heights_of_the_ground_are_read_where_there_are_any(tmp_path: Path) -> None:
    assert (load(tmp_path).courses, load(tmp_path).relief) == ((), ())
    (tmp_path / "courses.csv").write_text('kind,name,points\nriver,Loison,"0.5,1 1.25,-0.5"\n', encoding="utf-8")
    (tmp_path / "relief.csv").write_text("200,210\n190,-5\n", encoding="utf-8")
    board = load_board(DataFolder(tmp_path))
    assert [(c.kind, c.name, c.points) for c in board.courses] == [("river", "Loison", ((0.5, 1.0), (1.25, -0.5)))]
    assert board.relief == ((200, 210), (190, -5))


@pytest.mark.parametrize("points", ["0.5 1", "0.5,1", "0.5,1 x,2", "1e3,2 1,2"])
def test_a_line_that_is_none_is_told_with_line_and_column(points: str, tmp_path: Path) -> None:
    load(tmp_path)
    (tmp_path / "courses.csv").write_text(f'kind,name,points\nroad,,"{points}"\n', encoding="utf-8")
    with pytest.raises(DataError) as told:
        load_board(DataFolder(tmp_path))
    assert (told.value.line, told.value.column) == (2, "points")


@pytest.mark.parametrize("rows", ["200,210\n190\n", "200,210\n190,high\n"])
def test_a_relief_with_a_ragged_row_is_told_with_its_line(rows: str, tmp_path: Path) -> None:
    load(tmp_path)
    (tmp_path / "relief.csv").write_text(rows, encoding="utf-8")
    with pytest.raises(DataError) as told:
        load_board(DataFolder(tmp_path))
    assert told.value.line == 2
