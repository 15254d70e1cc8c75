"""Layers over the map that every game of the series has, and what there is to say of a square."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from ...core.documents import Face, Overlay, Tint
from ...core.errors import TrenchlineError
from ...core.overlays import Layer, control
from ...core.wording import counted
from .components import FULL_MOVE, Components
from .front_line import behind_line
from .lines import command_range, distance_to, distances, headquarters, line_to, supply_range
from .position import Position
from .ways import allowance, reach_of

NEAR = 4  # squares to an HQ that are drawn darker


def faces(c: Components[Any, Any], u: int) -> tuple[Face, ...]:
    """Both sides of a counter (BP 3.4.1, GL 2.4.1)."""
    front, back = c.front[u], c.back[u]
    numbers = tuple(map(str, (front.primary, front.secondary, front.movement)))
    reverse = tuple(map(str, (back.primary, back.secondary, back.movement)))
    if c.hq[u]:
        return Face("front", numbers, "command"), Face("supply", (), "supply")
    if c.trenches[u]:
        return Face("front", numbers, "mobile"), Face("entrenched", reverse, "entrenched")
    if c.gun[u]:
        reach = f"({c.range[u]})"
        return Face("front", (*numbers, reach)), Face("reduced", (*reverse, reach))
    return Face("front", numbers), Face("reduced", reverse)


def _case(p: Position, topic: str) -> str:
    return p.cite(topic)[0]


def _zones(p: Position) -> Overlay:
    names = p.c.sides
    cells = [Tint(p.label(x), 1, name) for s, name in enumerate(names) for x in range(p.c.board.size) if p.zone[s][x]]
    note = f"A good order unit controls the squares around it, not across the river ({_case(p, 'zones')})"
    return Overlay(cells, notes=(note,))


def _reach(p: Position, u: int) -> Overlay:
    """How far a unit gets, with the points each square costs; off the front twice its allowance (BP 7.6, GL 12.9)."""
    points = allowance(p, u)
    cost = reach_of(p, u)[0]
    cells = [
        Tint(p.label(x), 1 if spent <= points else 2, p.c.sides[p.c.side[u]], f"{spent / FULL_MOVE:g}")
        for x, spent in cost.items()
        if x != p.place[u]
    ]
    note = f"{points / FULL_MOVE:g} movement points, twice that away from the front ({_case(p, 'movement')})"
    return Overlay(cells, notes=(note,))


def _range(p: Position, u: int) -> Overlay:
    if not p.c.gun[u]:
        raise TrenchlineError(f"{p.name(u)} is no gun on the map")
    cells = [Tint(p.label(x), 1, p.c.sides[p.c.side[u]]) for x in p.c.board.within(p.place[u], p.c.range[u])]
    return Overlay(cells, notes=(f"Counted in squares with diagonals, nothing blocks it ({_case(p, 'gun_range')})",))


def _lines(p: Position, side: int, supply: bool) -> Overlay:
    """The squares that a side's HQs reach, the line of each who needs one to the nearest HQ of his nation, and who has none."""
    cells: dict[int, int] = {}
    lines: list[tuple[str, ...]] = []
    notes: list[str] = []
    for nation, owner in enumerate(p.c.belligerents.of_nation):
        if owner != side:
            continue
        found = headquarters(p, nation, supply)
        for h in found:
            limit = supply_range(p, h) if supply else command_range(p, h, short=False)
            for x, far in distances(p, side, p.place[h], limit).items():
                cells[x] = min(cells.get(x, 99), far)
        units = [u for u in p.units(side) if p.c.nation[u] == nation and (p.c.assaults[u] or (supply and p.c.gun[u]))]
        if units and not found:
            notes.append(f"No {p.c.nations[nation].capitalize()} HQ is in {'supply' if supply else 'command'} mode")
            continue
        ways = {u: _way(p, u, found, supply) for u in units}
        lines += dict.fromkeys(way for way in ways.values() if way is not None and len(way) > 1)
        lacking, topic = ("line of supply", "supply") if supply else ("command support", "command")
        notes += [f"{{{p.name(u)}}} has no {lacking} ({_case(p, topic)})" for u, way in ways.items() if way is None]
    shades = [(x, far, 3 if far == 0 else 2 if far <= NEAR else 1) for x, far in sorted(cells.items())]
    tints = [Tint(p.label(x), shade, p.c.sides[side], str(far) if far else "HQ") for x, far, shade in shades]
    return Overlay(tints, lines, tuple(notes))


def _way(p: Position, u: int, hqs: Sequence[int], supply: bool) -> tuple[str, ...] | None:
    """The squares of a unit's line to the nearest HQ that reaches it; None if none does."""
    limit = partial(supply_range, p) if supply else partial(command_range, p, short=p.c.short_command[u])
    reaching = [(far, h) for h in hqs if (far := distance_to(p, h, p.place[u], limit(h))) is not None]
    if not reaching:
        return None
    far, nearest = min(reaching)
    return line_to(p, nearest, p.place[u], far)


def _supply(p: Position, side: int) -> Overlay:
    return _lines(p, side, supply=True)


def _command(p: Position, side: int) -> Overlay:
    return _lines(p, side, supply=False)


def _behind(p: Position) -> Overlay:
    cells = [Tint(p.label(x), 1, name) for side, name in enumerate(p.c.sides) for x in sorted(behind_line(p, side))]
    return Overlay(cells, notes=("Behind the line: where guns are placed",))


LAYERS = {
    "zones": Layer("Zones of control", _zones, about="Squares in which units of either side halt the other.", key="z"),
    "supply": Layer("Supply of a side", _supply, "side", "What its supply HQs reach, by which lines, and who is cut off.", "s"),
    "command": Layer(
        "Command of a side",
        _command,
        "side",
        "What its command HQs reach, by which lines, and who is beyond them.",
        "e",
    ),
    "control": Layer("Control of squares", control, about="Whose each square is.", key="c"),
    "behind": Layer("Behind the lines", _behind, about="Each side's ground behind its line.", key="b"),
    "reach": Layer("Reach of a unit", _reach, "unit", "Where a unit can go, and what it costs.", "r", costs=True),
    "range": Layer("Range of a gun", _range, "unit", "What a gun can fire at.", "g"),
}


def describe(p: Position, cell: int) -> list[str]:
    """A square in words: ground, what it costs, what it does to shells and assaults, who is near."""
    c, board = p.c, p.c.board
    ground = ", ".join(sorted(board.terrain[cell])).replace("_", " ")
    lines = [f"{board.labels[cell]} {board.names[cell]}".strip() + f": {ground}"]
    costs = f"{c.ground_cost(cell) / FULL_MOVE:g} straight, {c.ground_cost(cell, True) / FULL_MOVE:g} diagonally"
    road = next((kind for kind in ("major", "minor") if board.edges[kind][cell]), "")
    lines.append(f"Costs {costs}{f'; a {road} road runs through' if road else ''} ({_case(p, 'costs')})")
    row = p.shell_row(cell)
    needed = counted(c.least[row], "factor")
    lines.append(f"Shells need {needed}: {c.bombardment_rows[row].title} ({_case(p, 'least_factors')})")
    shifts = [f"{line.text} {-line.value}L" for line in c.ground_shift[cell]] + ["minor river 1L"] * c.minor_river[cell]
    lines.append(f"Assault: {', '.join(shifts) or 'no shift'} ({_case(p, 'shifts')})")
    if c.trench[cell]:
        lines.append(f"{c.trench[cell].capitalize()} start trench ({_case(p, 'start_trench')})")
    over = [p.label(x) for x in board.edges["crossing"][cell]]
    if over:
        lines.append(f"Crossing of the river to {', '.join(over)} ({_case(p, 'river')})")
    if p.interdicted[cell]:
        where = f"{_case(p, 'interdiction')}, {_case(p, 'costs')}"
        lines.append(f"Interdicted: a point more in and out, no zone of control beyond it ({where})")
    if p.engaged(cell):
        lines.append(f"Both sides are engaged here ({_case(p, 'engaged')})")
    found = [name for s, name in enumerate(c.sides) if p.zone[s][cell]]
    return lines + [f"{name.capitalize()} zone of control ({_case(p, 'zones')})" for name in found]
