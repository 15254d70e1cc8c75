"""Boards: cells on a hex or square grid, their terrain, what lies on and across their sides, named places.

A cell is a small integer; `labels` and `index` turn it into the printed number and back. Everything the rules ask
often is a flat list indexed by cell.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Annotated, Literal, Protocol

import msgspec

from .errors import DataError
from .files import DataFolder, read_csv, read_toml

OFF_MAP = "edge"  # in an edge column: the way leaves the map here


class Grid(Protocol):
    """A geometry: how cells are numbered, which of them touch, how far apart they are."""

    kind: str
    labels: list[str]

    @property
    def directions(self) -> tuple[str, ...]:
        """The names of the sides of a cell, clockwise from the north."""

    def across(self, cell: int, direction: int) -> int:
        """The neighbour in a direction, or -1 off the map."""

    def distances(self, cell: int) -> bytes:
        """The number of steps from a cell to every cell over open ground."""

    def centre(self, cell: int) -> tuple[float, float]:
        """Where the cell's middle lies, in cell widths, x to the east and y to the south."""


class HexGrid:
    """Flat-topped hexes in columns numbered CCRR; even columns stand half a hex further south.

    >>> grid = HexGrid(columns=33, rows=23, short_rows=22)
    >>> [grid.labels[grid.across(grid.labels.index("1606"), d)] for d in range(6)]
    ['1605', '1706', '1707', '1607', '1507', '1506']
    """

    kind = "hex"
    directions = ("N", "NE", "SE", "S", "SW", "NW")

    def __init__(self, columns: int, rows: int, short_rows: int) -> None:
        self.columns, self.rows, self.short_rows = columns, rows, short_rows
        self._at = [(c, r) for c in range(1, columns + 1) for r in range(1, (rows if c % 2 else short_rows) + 1)]
        self._index = {at: i for i, at in enumerate(self._at)}
        self.labels = [f"{c:02}{r:02}" for c, r in self._at]
        # On axes along the columns and from north-west to south-east, distance is that of cubes.
        self._cube = [(c, r - (c + 1) // 2) for c, r in self._at]

    def across(self, cell: int, direction: int) -> int:
        c, r = self._at[cell]
        down = 0 if c % 2 else 1
        dc, dr = ((0, -1), (1, down - 1), (1, down), (0, 1), (-1, down), (-1, down - 1))[direction]
        return self._index.get((c + dc, r + dr), -1)

    def distances(self, cell: int) -> bytes:
        c, r = self._cube[cell]
        return bytes([(abs(oc - c) + abs(o - r) + abs(oc - c + o - r)) // 2 for oc, o in self._cube])

    def centre(self, cell: int) -> tuple[float, float]:
        c, r = self._at[cell]
        return c * 0.8660254037844386, r + (0.0 if c % 2 else 0.5)


class SquareGrid:
    """Squares that touch on all eight sides; letter rows from the north, numbered columns from the west.

    >>> grid = SquareGrid(columns=34, rows=22)
    >>> grid.labels[grid.across(grid.labels.index("B2"), 0)], grid.distances(0)[grid.labels.index("C4")]
    ('A2', 3)
    """

    kind = "square"
    directions = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
    _steps = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self.labels = [f"{self._letters(r)}{c + 1}" for r in range(rows) for c in range(columns)]

    @staticmethod
    def _letters(row: int) -> str:
        """A to Z, then AA to ZZ."""
        return chr(65 + row) if row < 26 else chr(65 + row - 26) * 2

    def across(self, cell: int, direction: int) -> int:
        r, c = divmod(cell, self.columns)
        dc, dr = self._steps[direction]
        c, r = c + dc, r + dr
        return r * self.columns + c if 0 <= c < self.columns and 0 <= r < self.rows else -1

    def distances(self, cell: int) -> bytes:
        r, c = divmod(cell, self.columns)
        return bytes([max(abs(row - r), abs(column - c)) for row in range(self.rows) for column in range(self.columns)])

    def centre(self, cell: int) -> tuple[float, float]:
        r, c = divmod(cell, self.columns)
        return c + 1.0, r + 1.0


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
    ) -> None:
        self.grid, self.title, self.metres = grid, title, metres
        self.labels = grid.labels
        self.index = {label: i for i, label in enumerate(self.labels)}
        self.size = len(self.labels)
        self.terrain, self.edges, self.exits, self.names, self.columns = terrain, edges, exits, names, columns
        sides = range(len(grid.directions))
        self.sides = [tuple(grid.across(c, d) for d in sides) for c in range(self.size)]
        self.neighbours = [tuple(n for n in row if n >= 0) for row in self.sides]
        self._from: dict[int, bytes] = {}
        self._within: dict[tuple[int, int], tuple[int, ...]] = {}

    def cell(self, label: str) -> int:
        """The cell with a printed number.

        Raises DataError for a number that is not on the map.
        """
        found = self.index.get(label)
        if found is None:
            raise DataError(f"there is no cell {label!r} on the map: {self.labels[0]} to {self.labels[-1]}")
        return found

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

    def ring(self, cell: int, radius: int) -> tuple[int, ...]:
        """All cells at exactly that distance."""
        row = self.distances(cell)
        return tuple(c for c in range(self.size) if row[c] == radius)

    def direction(self, cell: int, neighbour: int) -> int:
        """The direction in which a neighbour lies."""
        return self.sides[cell].index(neighbour)

    def opposite(self, cell: int, neighbour: int) -> int:
        """The cell on the far side of `cell` from a neighbour, or -1 off the map."""
        row = self.sides[cell]
        return row[(row.index(neighbour) + len(row) // 2) % len(row)]

    def beside(self, cell: int, neighbour: int) -> tuple[int, ...]:
        """The cells that touch both a cell and its neighbour."""
        return tuple(n for n in self.neighbours[cell] if n in self.neighbours[neighbour])

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

    def grid(self) -> Grid:
        if self.kind == "hex":
            return HexGrid(self.columns, self.rows, self.short_rows or self.rows)
        return SquareGrid(self.columns, self.rows)


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
    grid = spec.grid.grid()
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
    return Board(grid, terrain, edges, exits, names, others, spec.title, spec.metres)


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
        touching = [grid.across(cell, d) for d in range(len(grid.directions))]
        for column in columns:
            for label in row[column].split():
                if label == OFF_MAP:
                    exits.add(cell)
                    continue
                if label not in index:
                    raise DataError(f"there is no cell {label!r}", file, line, column)
                if index[label] not in touching:
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
