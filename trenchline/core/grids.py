"""Grids: hexes and squares behind one interface. How cells are numbered, which of them touch, how far apart they are."""

from __future__ import annotations

from typing import Literal, Protocol


class Grid(Protocol):
    """A geometry: how cells are numbered, which of them touch, how far apart they are."""

    kind: str  # what a cell is called: hex or square
    labels: list[str]

    @property
    def directions(self) -> tuple[str, ...]:
        """The names of the sides of a cell, clockwise from the north."""

    @property
    def corners(self) -> tuple[str, ...]:
        """The labels of the corners, clockwise from the north-west."""

    def across(self, cell: int, direction: int) -> int:
        """The neighbour in a direction, or -1 off the map."""

    def distances(self, cell: int) -> bytes:
        """The number of steps from a cell to every cell over open ground."""

    def offset(self, cell: int) -> tuple[int, int]:
        """Its row from the north and its column from the west, from 0. Even columns of hexes stand half a hex further south."""

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

    @property
    def corners(self) -> tuple[str, ...]:
        last = self.rows if self.columns % 2 else self.short_rows
        return ("0101", f"{self.columns:02}01", f"{self.columns:02}{last:02}", f"01{self.rows:02}")

    def across(self, cell: int, direction: int) -> int:
        c, r = self._at[cell]
        down = 0 if c % 2 else 1
        dc, dr = ((0, -1), (1, down - 1), (1, down), (0, 1), (-1, down), (-1, down - 1))[direction]
        return self._index.get((c + dc, r + dr), -1)

    def distances(self, cell: int) -> bytes:
        c, r = self._cube[cell]
        return bytes([(abs(oc - c) + abs(o - r) + abs(oc - c + o - r)) // 2 for oc, o in self._cube])

    def offset(self, cell: int) -> tuple[int, int]:
        c, r = self._at[cell]
        return r - 1, c - 1

    def axial(self, cell: int) -> tuple[int, int]:
        """Its place on axes along the columns (r) and from north-west to south-east (q), from 0."""
        q, r = self._cube[cell]
        return r + self.columns // 2, q - 1

    def centre(self, cell: int) -> tuple[float, float]:
        c, r = self._at[cell]
        return c * 0.8660254037844386, r + (0.0 if c % 2 else 0.5)


class SquareGrid:
    """Squares that touch on all eight sides. Letters run along the rows (from the north) or the columns (from the west),
    numbers along the others.

    >>> by_row, by_column = SquareGrid(34, 22, letters="rows"), SquareGrid(22, 34, letters="columns")
    >>> [grid.labels[grid.across(grid.labels.index("B2"), 0)] for grid in (by_row, by_column)]
    ['A2', 'B1']
    >>> by_row.corners, by_column.corners
    (('A1', 'A34', 'V34', 'V1'), ('A1', 'V1', 'V34', 'A34'))
    """

    kind = "square"
    directions = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
    _steps = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))

    def __init__(self, columns: int, rows: int, letters: Literal["rows", "columns"]) -> None:
        self.columns, self.rows = columns, rows
        squares = [(r, c) if letters == "rows" else (c, r) for r in range(rows) for c in range(columns)]
        self.labels = [f"{self._letters(lettered)}{numbered + 1}" for lettered, numbered in squares]

    @property
    def corners(self) -> tuple[str, ...]:
        east, south = self.columns - 1, (self.rows - 1) * self.columns
        return tuple(self.labels[cell] for cell in (0, east, south + east, south))

    @staticmethod
    def _letters(number: int) -> str:
        """A to Z, then AA to ZZ."""
        return chr(65 + number) if number < 26 else chr(65 + number - 26) * 2

    def across(self, cell: int, direction: int) -> int:
        r, c = divmod(cell, self.columns)
        dc, dr = self._steps[direction]
        c, r = c + dc, r + dr
        return r * self.columns + c if 0 <= c < self.columns and 0 <= r < self.rows else -1

    def distances(self, cell: int) -> bytes:
        r, c = divmod(cell, self.columns)
        across = [abs(column - c) for column in range(self.columns)]
        rows = [bytes([far if far > down else down for far in across]) for down in range(max(r, self.rows - 1 - r) + 1)]
        return b"".join([rows[abs(row - r)] for row in range(self.rows)])

    def offset(self, cell: int) -> tuple[int, int]:
        return divmod(cell, self.columns)

    def centre(self, cell: int) -> tuple[float, float]:
        r, c = divmod(cell, self.columns)
        return c + 1.0, r + 1.0
