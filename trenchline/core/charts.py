"""Charts: columns and rows, column shifts that are kept with their case, and exact outcome distributions."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path

import msgspec

from .errors import DataError
from .files import Strict, Titled


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of arithmetic: what counts, how much, by which case."""

    text: str
    value: int
    case: str = ""


class Outcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """One result a roll can have, and how likely it is."""

    result: str
    probability: float
    detail: str = ""


class Odds(msgspec.Struct, frozen=True):
    """What a roll will do: the arithmetic that leads to the column, and every result with its probability."""

    title: str
    lines: list[Line]
    column: str
    outcomes: list[Outcome]


class Ratio(msgspec.Struct, frozen=True):
    """How a table of odds is entered: the number of a ratio of attack to defence, and how that number is printed."""

    number: Callable[[int, int], int]
    text: Callable[[int], str]


class Chart:
    """A table read by column and die. Column `at[i]` is the least value (or odds number) that uses it."""

    ratio: Ratio | None = None  # set by the game where the table is entered by odds

    def __init__(
        self,
        name: str,
        title: str,
        source: str,
        columns: Sequence[str],
        at: Sequence[int],
        rows: Mapping[int, Sequence[str]],
        shifts: Mapping[str, Line],
        sources: Mapping[tuple[int, int], str] | None = None,
        die: int = 0,
    ) -> None:
        self.name, self.title, self.source, self.sources = name, title, source, dict(sources or {})
        self.columns, self.at, self.rows, self.shifts = tuple(columns), tuple(at), dict(rows), dict(shifts)
        self.faces = tuple(sorted(self.rows))
        self.die = die or len(self.faces)  # rows beyond its faces are reached by modifiers only

    def column(self, value: int) -> int:
        """The column a value falls into: the last one whose bound it reaches, or the first."""
        return max(0, bisect_right(self.at, value) - 1)

    def clamp(self, column: int) -> int:
        """A shifted column, held at either end of the table."""
        return min(max(column, 0), len(self.columns) - 1)

    def result(self, column: int, die: int) -> str:
        return self.rows[die][column]

    def source_of(self, column: int, die: int) -> str:
        """Where a cell comes from: the chart's source, unless the cell has its own."""
        return self.sources.get((column, die), self.source)

    def row(self, number: int) -> int:
        """The row of a modified die, held at either end of the table."""
        return min(max(number, self.faces[0]), self.faces[-1])

    def outcomes(self, column: int, modifier: int = 0) -> list[Outcome]:
        """Each result of one modified roll in a column, once, with its exact probability; lowest die first."""
        chances: dict[str, Fraction] = {}
        for face in range(1, self.die + 1):
            result = self.rows[self.row(face + modifier)][column]
            chances[result] = chances.get(result, Fraction(0)) + Fraction(1, self.die)
        return [Outcome(result, float(chance)) for result, chance in chances.items()]


def odds_number(attacker: int, defender: int) -> int:
    """The ratio as a whole number, rounded for the defender: n:1 is n, 1:n is 2-n, so that a shift is an addition.

    >>> [odds_number(a, d) for a, d in ((24, 11), (11, 11), (5, 11), (3, 10))]
    [2, 1, -1, -2]
    """
    return attacker // defender if attacker >= defender else 2 + (-defender // attacker)


def odds_text(number: int) -> str:
    """An odds number as it is printed.

    >>> odds_text(3), odds_text(-1)
    ('3:1', '1:3')
    """
    return f"{number}:1" if number >= 1 else f"1:{2 - number}"


class Shift(Strict):
    """A column shift of a chart file."""

    shift: int
    text: str
    source: str


class ChartSpec(Titled):
    """A chart as it stands in a data file."""

    die: int
    columns: list[str]
    at: list[int]
    results: str
    rows: dict[str, list[str | int]]
    shifts: dict[str, Shift] = {}
    sources: dict[str, str] = {}  # of single cells, as "die/column": "reconstructed"
    low: int = 1  # the first row; rows outside the faces of the die are for modified rolls
    high: int = 0  # the last row, if it is not the die's last face

    def chart(self, name: str, file: Path) -> Chart:
        """The chart; a missing, surplus or empty cell is named."""
        if not self.columns or self.die < 1:
            raise DataError(f"chart [{name}] has no columns or no faces of the die", file)
        if len(self.at) != len(self.columns) or self.at != sorted(set(self.at)):
            raise DataError(f"chart [{name}]: `at` must give a rising bound for each of the {len(self.columns)} columns", file)
        faces = {str(face) for face in range(self.low, (self.high or self.die) + 1)}
        for face in sorted(faces ^ set(self.rows)):
            raise DataError(f"chart [{name}]: row {face} is {'missing' if face in faces else 'no row of the table'}", file)
        for face, cells in self.rows.items():
            if len(cells) != len(self.columns):
                raise DataError(f"chart [{name}], row {face}: {len(cells)} cells for {len(self.columns)} columns", file)
            for column, cell in zip(self.columns, cells, strict=True):
                if cell == "":
                    raise DataError(f"chart [{name}], row {face}, column {column}: the cell is empty", file)
        shifts = {key: Line(s.text, s.shift, s.source) for key, s in self.shifts.items()}
        rows = {int(face): [str(cell) for cell in cells] for face, cells in self.rows.items()}
        return Chart(name, self.title, self.source, self.columns, self.at, rows, shifts, self._sources(name, file), self.die)

    def _sources(self, name: str, file: Path) -> dict[tuple[int, int], str]:
        found = {}
        for cell, source in self.sources.items():
            face, _, column = cell.partition("/")
            if face not in self.rows or column not in self.columns:
                raise DataError(f"chart [{name}]: there is no cell {cell!r} to give a source for", file)
            found[self.columns.index(column), int(face)] = source
        return found


def total(lines: Iterable[Line]) -> int:
    """The sum of some lines of arithmetic."""
    return sum(line.value for line in lines)
