"""Boards: cells on a hex or square grid, their terrain, what lies on and across their sides, named places.

A cell is a small integer; `labels` and `index` turn it into the printed number and back. Everything the rules ask
often is a flat list indexed by cell.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from .errors import DataError
from .files import DataFolder, read_csv, read_toml
from .grids import Grid, HexGrid, SquareGrid

POINT = re.compile(r"(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)")
HEIGHT = re.compile(r"-?\d+")
OFF_MAP = "edge"  # in an edge column: the way leaves the map here


class Course(msgspec.Struct, frozen=True):
    """A line as it lies on the ground, in the grid's own measure: a river in its bed, a trench. Scenery; no rule asks it."""

    kind: str
    name: str
    points: tuple[tuple[float, float], ...]


class Board:
    """A grid with its ground: terrain sets, features of sides, names, and any other column of the file."""

    def __init__(
        self,
        grid: Grid,
        terrain: Sequence[frozenset[str]],
        edges: Mapping[str, Sequence[frozenset[int]]],
        exits: Mapping[str, frozenset[int]],
        names: Sequence[str],
        columns: Mapping[str, Sequence[str]],
        title: str = "",
        metres: int = 0,
        courses: Sequence[Course] = (),
        relief: Sequence[Sequence[int]] = (),
    ) -> None:
        self.grid, self.title, self.metres, self.courses, self.relief = grid, title, metres, courses, relief
        self.cell_word = grid.kind  # what messages call a cell: hex or square
        self.labels = grid.labels
        self.index = {label: i for i, label in enumerate(self.labels)}
        self.size = len(self.labels)
        self.terrain, self.edges, self.exits, self.names, self.columns = terrain, edges, exits, names, columns
        directions = range(len(grid.directions))
        self.across = [tuple(grid.across(c, d) for d in directions) for c in range(self.size)]  # by direction; -1 off the map
        self.neighbours = [tuple(n for n in row if n >= 0) for row in self.across]
        self._from: dict[int, bytes] = {}
        self._within: dict[tuple[int, int], tuple[int, ...]] = {}
        self._field: dict[tuple[int, int], int] = {}

    def cell(self, label: str) -> int:
        """The cell with a printed number.

        Raises DataError for a number that is not on the map.
        """
        found = self.index.get(label)
        if found is None:
            raise DataError(f"there is no {self.cell_word} {label!r} on the map: {self.labels[0]} to {self.labels[-1]}")
        return found

    def cells(self, labels: Iterable[str]) -> list[int]:
        """The cells with these printed numbers."""
        return [found if (found := self.index.get(label)) is not None else self.cell(label) for label in labels]

    def distance(self, a: int, b: int) -> int:
        return self.distances(a)[b]

    def distances(self, cell: int) -> bytes:
        """Distances from one cell to every cell, by cell; counted once and kept."""
        row = self._from.get(cell)
        if row is None:
            row = self._from[cell] = self.grid.distances(cell)
        return row

    def within(self, cell: int, reach: int) -> tuple[int, ...]:
        """All cells at most so far away, the cell itself included."""
        found = self._within.get((cell, reach))
        if found is None:
            row = self.distances(cell)
            found = self._within[cell, reach] = tuple(c for c in range(self.size) if row[c] <= reach)
        return found

    def field(self, cell: int, reach: int) -> int:
        """All cells at most so far away, as a number with a bit for each: fields of fire are joined by `|`."""
        found = self._field.get((cell, reach))
        if found is None:
            found = self._field[cell, reach] = sum(1 << c for c in self.within(cell, reach))
        return found

    @cached_property
    def everywhere(self) -> int:
        """All cells, as `field` has them."""
        return (1 << self.size) - 1

    def ring(self, cell: int, radius: int) -> tuple[int, ...]:
        """All cells at exactly that distance."""
        row = self.distances(cell)
        return tuple(c for c in range(self.size) if row[c] == radius)

    def joined(self, feature: str, a: int, b: int) -> bool:
        """Whether the side between two neighbours has a feature: a road across it, a river along it."""
        return b in self.edges[feature][a]

    @cached_property
    def rim(self) -> tuple[int, ...]:
        """The cells at the edge of the map."""
        return tuple(c for c in range(self.size) if len(self.neighbours[c]) < len(self.grid.directions))

    @cached_property
    def places(self) -> dict[str, tuple[int, ...]]:
        """Named places and the cells that bear the name."""
        found: dict[str, list[int]] = {}
        for cell, name in enumerate(self.names):
            if name:
                found.setdefault(name, []).append(cell)
        return {name: tuple(cells) for name, cells in found.items()}

    def where(self, column: str, value: str) -> tuple[int, ...]:
        """The cells whose entry in another column of the file is `value`."""
        return tuple(c for c, v in enumerate(self.columns[column]) if v == value)


class GridSpec(msgspec.Struct, forbid_unknown_fields=True):
    """The [grid] of a board file."""

    kind: Literal["hex", "square"]
    columns: Annotated[int, msgspec.Meta(ge=1, le=99)]
    rows: Annotated[int, msgspec.Meta(ge=1, le=99)]
    short_rows: Annotated[int, msgspec.Meta(ge=0, le=99)] = 0  # hexes: the rows of even columns
    letters: Literal["rows", "columns", ""] = ""  # squares: which of them have letters
    corners: list[str] = []  # clockwise from the north-west; squares need them, for a map on its side has the same labels

    def grid(self, file: Path) -> Grid:
        """The grid. One whose size, letters and corners contradict each other is refused."""
        if self.kind == "hex":
            if self.letters:
                raise DataError("[grid] hexes have no letters", file)
            grid: Grid = HexGrid(self.columns, self.rows, self.short_rows or self.rows)
        else:
            if not self.letters or not self.corners:
                raise DataError("[grid] squares need `letters` (rows or columns) and the labels of the four `corners`", file)
            if self.short_rows:
                raise DataError("[grid] squares have no short rows", file)
            grid = SquareGrid(self.columns, self.rows, self.letters)
        if self.corners and tuple(self.corners) != grid.corners:
            said, found = ", ".join(self.corners), ", ".join(grid.corners)
            size = f"{self.columns} columns and {self.rows} rows"
            raise DataError(f"[grid] the corners are {said}, but with {size} they would be {found}", file)
        return grid


class BoardSpec(msgspec.Struct, forbid_unknown_fields=True):
    """A board file: the grid, the terrains a cell may have, and which columns describe its sides."""

    title: str
    metres: int
    source: str
    grid: GridSpec
    terrain: list[str]
    edges: dict[str, list[str]]


def load_board(folder: DataFolder) -> Board:
    """The board in `board.toml` and `board.csv`; every fault is named with file, line and column."""
    spec = read_toml(folder.file("board.toml"), BoardSpec)
    file = folder.file("board.csv")
    grid = spec.grid.grid(folder.file("board.toml"))
    edge_columns = [c for columns in spec.edges.values() for c in columns]
    rows = _rows_by_cell(file, grid, ["cell", "terrain", "feature", *edge_columns])
    index = {label: i for i, label in enumerate(grid.labels)}
    terrain = [_terrain(row["terrain"], spec.terrain, file, line) for line, row in rows]
    edges: dict[str, list[frozenset[int]]] = {}
    exits: dict[str, frozenset[int]] = {}
    for feature, columns in spec.edges.items():
        edges[feature], exits[feature] = _edges(rows, columns, grid, index, file)
    known = {"cell", "terrain", "feature", *edge_columns}
    others = {c: [row[c] for _, row in rows] for c in rows[0][1] if c not in known}
    names = [row["feature"] for _, row in rows]
    courses, relief = _courses(folder.file("courses.csv")), _relief(folder.file("relief.csv"))
    return Board(grid, terrain, edges, exits, names, others, spec.title, spec.metres, courses, relief)


def _relief(file: Path) -> tuple[tuple[int, ...], ...]:
    """The heights of `relief.csv`, where a board has one: metres on a net over all of it, from the north-west. Scenery."""
    if not file.exists():
        return ()
    rows = [row.split(",") for row in file.read_text(encoding="utf-8").split()]
    for line, row in enumerate(rows, 1):
        if len(row) != len(rows[0]) or not all(HEIGHT.fullmatch(text) for text in row):
            raise DataError(f"a row of the relief is {len(rows[0])} heights in whole metres", file, line)
    return tuple(tuple(map(int, row)) for row in rows)


def _courses(file: Path) -> tuple[Course, ...]:
    """The lines of `courses.csv`, where a board has one: kind, name, and points as `x,y x,y ...`."""
    if not file.exists():
        return ()
    found = []
    for line, row in read_csv(file):
        for column in ("kind", "name", "points"):
            if column not in row:
                raise DataError("the column is missing", file, 1, column)
        points = []
        for text in row["points"].split():
            match = POINT.fullmatch(text)
            if match is None:
                raise DataError(f"{text!r} is no point: two numbers with a comma between them", file, line, "points")
            points.append((float(match[1]), float(match[2])))
        if len(points) < 2:
            raise DataError("a line needs two points or more", file, line, "points")
        found.append(Course(row["kind"], row["name"], tuple(points)))
    return tuple(found)


def _rows_by_cell(file: Path, grid: Grid, needed: Sequence[str]) -> list[tuple[int, dict[str, str]]]:
    """One row for each cell of the grid, in the grid's order."""
    rows = read_csv(file)
    for column in needed:
        if rows and column not in rows[0][1]:
            raise DataError("the column is missing", file, 1, column)
    found: dict[str, tuple[int, dict[str, str]]] = {}
    labels = set(grid.labels)
    for line, row in rows:
        label = row["cell"]
        if label not in labels:
            raise DataError(f"there is no cell {label!r} on this grid", file, line, "cell")
        if label in found:
            raise DataError(f"cell {label} stands in line {found[label][0]} already", file, line, "cell")
        found[label] = line, row
    for label in grid.labels:
        if label not in found:
            raise DataError(f"cell {label} has no row", file)
    return [found[label] for label in grid.labels]


def _terrain(text: str, allowed: Iterable[str], file: Path, line: int) -> frozenset[str]:
    kinds = frozenset(text.split(";"))
    for kind in sorted(kinds):
        if kind not in allowed:
            raise DataError(f"unknown terrain {kind!r}; known: {', '.join(sorted(allowed))}", file, line, "terrain")
    return kinds


def _edges(
    rows: Sequence[tuple[int, dict[str, str]]], columns: Sequence[str], grid: Grid, index: Mapping[str, int], file: Path
) -> tuple[list[frozenset[int]], frozenset[int]]:
    """For each cell the neighbours that a feature joins it to, and the cells from which it leaves the map."""
    found: list[frozenset[int]] = []
    exits = set()
    named: dict[str, set[tuple[int, int]]] = {column: set() for column in columns}
    for cell, (line, row) in enumerate(rows):
        joined = set()
        for column in columns:
            for label in row[column].split():
                if label == OFF_MAP:
                    exits.add(cell)
                    continue
                if label not in index:
                    raise DataError(f"there is no cell {label!r}", file, line, column)
                if index[label] not in (grid.across(cell, d) for d in range(len(grid.directions))):
                    raise DataError(f"{label} does not touch {row['cell']}", file, line, column)
                joined.add(index[label])
                named[column].add((cell, index[label]))
        found.append(frozenset(joined))
    for column, pairs in named.items():
        for cell, other in sorted(pairs):
            if (other, cell) not in pairs:
                line, row = rows[other]
                raise DataError(f"{grid.labels[cell]} names {row['cell']} but not the reverse", file, line, column)
    return found, frozenset(exits)
