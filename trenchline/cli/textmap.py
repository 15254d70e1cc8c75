"""The map as text: hexes in staggered columns (or squares in rows), ground, river, stacks and control.

Each cell is a block of two lines. The one character between two columns is the side between two cells: that is where
a river or a bridge is drawn. Colour, where the terminal has it, only repeats what the characters say.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.text import Text

from .. import UNSEEN, Board, Game, View

SYMBOLS = {"clear": ".", "fort": "*", "city": "#", "town": "o", "trench": "=", "woods": "w", "hill": "h", "slope": "s"}
STYLES = {"fort": "bold red", "city": "bold", "town": "bold", "trench": "magenta", "woods": "green", "hill": "yellow"}
SIDE_STYLES = ("bold white on grey42", "bold white on dodger_blue3")
RIVER, BRIDGE = "~", "+"
WATER = "bright_blue"
OVERVIEW, DETAIL = 4, 9  # characters a column takes, the side included
MARGIN = 4
HEX_COLUMN = 0.8660254037844386  # the distance of two columns of hexes


def symbols(board: Board) -> dict[str, str]:
    """A character for each terrain on the board: the usual one, or the first free letter of its name."""
    kinds = {kind for terrain in board.terrain for kind in terrain}
    found = {kind: mark for kind, mark in SYMBOLS.items() if kind in kinds}
    for kind in sorted(kinds - set(found)):
        found[kind] = next((c for c in kind + "abcdefghijklmnopqrstuvwxyz" if c not in found.values()), "?")
    return found


def legend(game: Game[Any]) -> str:
    """What the characters of the map mean, in one line."""
    ground = ", ".join(f"{mark} {kind}" for kind, mark in symbols(game.board).items())
    stacks = ", ".join(f"{side[0].upper()}2 two {side.capitalize()} counters" for side in game.sides)
    rest = f"' {game.sides[0].capitalize()} ground, ! a marker, {RIVER} river, {BRIDGE} bridge"
    return f"{ground}; {stacks}; {rest}."


class TextMap:
    """Draws what a view shows of a game's board."""

    def __init__(self, game: Game[Any], view: View) -> None:
        self.board, self.sides = game.board, game.sides
        self._marks = symbols(self.board)
        self._first_ground = set(view.control.get(game.sides[0], "").split())
        kinds = set(self._marks)
        # An intact fort is terrain enough, and unseen counters are drawn as counters.
        self._marked = {m.cell for m in view.markers if m.kind not in kinds and m.kind != UNSEEN}
        self._units: dict[str, list[str]] = {}
        self._holder: dict[str, int] = {}
        for marker in view.markers:
            if marker.kind == UNSEEN:
                self._units.setdefault(marker.cell, []).extend(["?"] * marker.value)
                self._holder[marker.cell] = game.side_index(marker.side)
        for counter in view.counters:
            if counter.place in self.board.index:
                self._units.setdefault(counter.place, []).append(counter.id)
                self._holder[counter.place] = game.components.side[game.counters.index[counter.id]]

    def whole(self, width: int) -> list[Text]:
        """The whole map, in as many sheets side by side as the width asks for."""
        columns = sorted({self._at(cell)[0] for cell in range(self.board.size)})
        fit = max(4, (width - MARGIN) // OVERVIEW)
        lines: list[Text] = []
        for start in range(0, len(columns), fit):
            chosen = set(columns[start : start + fit])
            lines += [Text(""), *self._sheet([c for c in range(self.board.size) if self._at(c)[0] in chosen], OVERVIEW)]
        return lines[1:]

    def around(self, focus: int, radius: int) -> list[Text]:
        """The cells near a focus, larger, with their numbers and names."""
        return self._sheet(self.board.within(focus, radius), DETAIL)

    # ---------------------------------------------------------------- one sheet

    def _at(self, cell: int) -> tuple[int, int]:
        """The column of a cell and the first of its two lines."""
        x, y = self.board.grid.centre(cell)
        return round(x / HEX_COLUMN if self.board.grid.kind == "hex" else x), round(2 * y)

    def _sheet(self, cells: Sequence[int], wide: int) -> list[Text]:
        left = min(self._at(c)[0] for c in cells)
        top = min(self._at(c)[1] for c in cells)
        margin = MARGIN if wide == OVERVIEW else 0
        canvas = Canvas(max(self._at(c)[1] for c in cells) - top + 3)  # a header and two lines for the last cell
        for cell in cells:
            column, line = self._at(cell)
            x, y = margin + (column - left) * wide, line - top + 1
            self._cell(canvas, cell, x, y, wide)
            if margin:
                name, row = self._names(self.board.labels[cell])
                canvas.put(0, x, name, "dim")
                if column == left:
                    canvas.put(y, 0, row, "dim")
        return canvas.lines() if margin else canvas.lines()[1:]

    def _names(self, label: str) -> tuple[str, str]:
        """What a label says of the column and of the row."""
        if self.board.grid.kind == "hex":
            return label[:2], label[2:]
        return label.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ"), label.rstrip("0123456789")

    def _cell(self, canvas: Canvas, cell: int, x: int, y: int, wide: int) -> None:
        label, room = self.board.labels[cell], wide - 1
        control = "'" if label in self._first_ground else " "
        ground = [kind for kind in self._marks if kind in self.board.terrain[cell]]
        style = next((STYLES[kind] for kind in ground if kind in STYLES), "")
        marks = "".join(self._marks[kind] for kind in ground)
        if wide == OVERVIEW:
            canvas.put(y, x, f"{marks[:2]:2}{control}", style)
        else:
            canvas.put(y, x, f"{label}{control}", "dim")
            canvas.put(y, x + 5, marks[: room - 5], style)
        self._content(canvas, cell, x, y + 1, room)
        self._water(canvas, cell, x, y, room)

    def _content(self, canvas: Canvas, cell: int, x: int, y: int, room: int) -> None:
        """The lower line: the stack, else the name of the place."""
        label = self.board.labels[cell]
        units = self._units.get(label)
        if units:
            side = self._holder[label]
            text = f"{self.sides[side][0].upper()}{len(units)}"
            canvas.put(y, x, f"{text} {units[0]}"[:room] if room > 3 else text, SIDE_STYLES[side % 2])
        elif room > 3:
            canvas.put(y, x, self.board.names[cell][:room], "italic")
        if label in self._marked:
            canvas.put(y, x + room - 1, "!", "bold red")

    def _water(self, canvas: Canvas, cell: int, x: int, y: int, room: int) -> None:
        """The river on the sides to the east and south; those to the west and north are the neighbours'."""
        column, line = self._at(cell)
        for near in self.board.edges.get("river", [frozenset()] * self.board.size)[cell]:
            near_column, near_line = self._at(near)
            bridge = "bridge" in self.board.edges and self.board.joined("bridge", cell, near)
            mark = BRIDGE if bridge else RIVER
            if near_column == column + 1:
                for row in (y, y + 1) if near_line == line else (y,) if near_line < line else (y + 1,):
                    canvas.put(row, x + room, mark, WATER)
            elif near_column == column and near_line > line:
                canvas.fill(y + 1, x, room, mark, WATER)


class Canvas:
    """Characters with styles, put anywhere and read off line by line."""

    def __init__(self, height: int) -> None:
        self._rows: list[dict[int, tuple[str, str]]] = [{} for _ in range(height)]

    def put(self, y: int, x: int, text: str, style: str = "") -> None:
        for offset, char in enumerate(text):
            if char != " ":
                self._rows[y][x + offset] = char, style

    def fill(self, y: int, x: int, count: int, char: str, style: str) -> None:
        """Fill what is still blank."""
        for at in range(x, x + count):
            self._rows[y].setdefault(at, (char, style))

    def lines(self) -> list[Text]:
        """All rows down to the last that holds anything."""
        last = max((y for y, row in enumerate(self._rows) if row), default=-1)
        return [self._line(row) for row in self._rows[: last + 1]]

    @staticmethod
    def _line(row: dict[int, tuple[str, str]]) -> Text:
        return Text.assemble(*(row.get(x, (" ", "")) for x in range(max(row, default=-1) + 1)))
