"""The documents that a client draws any game from: the board, the counters, the charts, overlays. All JSON-ready."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from .board import Board
from .charts import Chart, Thresholds
from .counters import Counter


class Look(msgspec.Struct, frozen=True):
    """How a nation is told from others: a palette and a mark that clients know by name; colour is never the only sign."""

    palette: str  # the colour of its cloth: horizon-blue, field-grey, khaki
    mark: str  # the sign on its counters: cockade, cross, diamond


class CellDocument(msgspec.Struct, frozen=True, omit_defaults=True):
    """A cell: where its middle lies in cell widths, and what is there."""

    label: str
    x: float
    y: float
    terrain: tuple[str, ...]
    name: str = ""
    height: int = 0  # metres


class CourseDocument(msgspec.Struct, frozen=True):
    """A line as it lies on the ground: its kind (river, canal, stream, a trench), its name, and x, y, x, y in cell widths."""

    kind: str
    name: str
    points: list[float]


class BoardDocument(msgspec.Struct, frozen=True):
    """All that is printed on the map. Edges are pairs of cells by their place in `cells`."""

    title: str
    kind: str
    metres: int
    cells: list[CellDocument]
    edges: dict[str, list[tuple[int, int]]]
    exits: dict[str, list[int]]  # where a road or railway leaves the map
    looks: dict[str, Look] = {}  # of each nation
    courses: list[CourseDocument] = []
    relief: list[list[int]] = []  # heights in metres on a net spread evenly over the cells, rows from the north-west


class Face(msgspec.Struct, frozen=True, omit_defaults=True):
    """One side of a counter: its name and the numbers along its bottom, in the order of the printed one."""

    title: str
    numbers: tuple[str, ...]
    mode: str = ""  # the mode in which it shows, where a counter has modes


class CounterDocument(msgspec.Struct, frozen=True, omit_defaults=True):
    """A counter as it is printed."""

    id: str
    name: str
    side: str
    nation: str
    kind: str
    size: str
    corps: str
    division: str
    faces: tuple[Face, ...]
    provenance: dict[str, str]


class ChartDocument(msgspec.Struct, frozen=True):
    """A table for the eye."""

    name: str
    title: str
    source: str
    columns: tuple[str, ...]
    rows: dict[str, tuple[str, ...]]
    notes: tuple[str, ...] = ()
    results: str = ""  # what its entries mean
    meanings: dict[str, str] = {}  # each of them by itself


class StepDocument(msgspec.Struct, frozen=True):
    """A step of the sequence of play."""

    number: str
    title: str
    side: str


class LayerDocument(msgspec.Struct, frozen=True, omit_defaults=True):
    """A layer that can be laid over the map, and what it is drawn for: nothing, a side, a counter, a unit on the map."""

    name: str
    title: str
    of: Literal["", "side", "counter", "unit"] = ""
    about: str = ""  # what it shows, in a sentence
    key: str = ""  # the letter that brings it up
    costs: bool = False  # whether its texts say what each cell costs the unit that is to move


class Tint(msgspec.Struct, frozen=True, omit_defaults=True):
    """A cell of an overlay: a shade from 1 to 3, a side's colour, and a short text in the cell."""

    cell: str
    shade: int = 1
    side: str = ""
    text: str = ""


class Overlay(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something to lay over the map: tinted cells, lines through cells, and what it means."""

    cells: list[Tint] = []
    lines: list[tuple[str, ...]] = []
    notes: tuple[str, ...] = ()
    title: str = ""


def board_document(board: Board, looks: Mapping[str, Look]) -> BoardDocument:
    heights = board.columns.get("elev_m") or ["0"] * board.size
    cells = [
        CellDocument(
            label,
            round(board.grid.centre(c)[0], 4),
            round(board.grid.centre(c)[1], 4),
            tuple(sorted(board.terrain[c])),
            board.names[c],
            int(heights[c] or 0),
        )
        for c, label in enumerate(board.labels)
    ]
    edges = {
        feature: [(a, b) for a in range(board.size) for b in sorted(sides[a]) if a < b]
        for feature, sides in board.edges.items()
    }
    exits = {feature: sorted(cells) for feature, cells in board.exits.items() if cells}
    courses = [CourseDocument(c.kind, c.name, [number for point in c.points for number in point]) for c in board.courses]
    relief = [list(row) for row in board.relief]
    return BoardDocument(board.title, board.grid.kind, board.metres, cells, edges, exits, dict(looks), courses, relief)


def counter_document(counter: Counter, side: str, faces: tuple[Face, ...]) -> CounterDocument:
    c = counter
    return CounterDocument(c.id, c.name, side, c.nation, c.kind, c.size, c.corps, c.division, faces, c.provenance)


def threshold_document(table: Thresholds) -> ChartDocument:
    rows = {row: (*(f"up to {bound}" for bound in bounds), "above") for row, bounds in table.rows.items()}
    return ChartDocument(table.name, table.title, table.source, table.results, rows, meanings=table.meanings)


def chart_document(chart: Chart) -> ChartDocument:
    shifts = [f"{line.text}: {line.value:+d} ({line.case})" for line in chart.shifts.values()]
    sources = [f"row {row}, column {chart.columns[column]}: {source}" for (column, row), source in chart.sources.items()]
    rows = {str(face): tuple(chart.rows[face]) for face in chart.faces}
    notes, words = (*shifts, *sources), (chart.results, chart.meanings)
    return ChartDocument(chart.name, chart.title, chart.source, chart.columns, rows, notes, *words)
