"""What can be laid over the map, and what there is to say of a square: for any client to draw."""

from __future__ import annotations

from ...core.documents import Face, Overlay, Tint
from ...core.errors import TrenchlineError
from ...core.overlays import Layer, control
from ..great_war.components import FULL_MOVE
from ..great_war.front_line import behind_line
from ..great_war.lines import commanded, distances, headquarters, supply_range
from ..great_war.movement import allowance, reach_of
from .components import ALLIED, BRITISH, FRENCH, GERMAN, GERMANY, SIDES, Components
from .position import Position
from .victory import claimed


def faces(c: Components, u: int) -> tuple[Face, ...]:
    """Both sides of a counter (3.4.1/2, 3.4.1/3, 3.4.1/5, 3.4.1/6)."""
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


def _zones(p: Position) -> Overlay:
    names = SIDES.names
    cells = [Tint(p.label(x), 1, names[s]) for s in (ALLIED, GERMAN) for x in range(p.c.board.size) if p.zone[s][x]]
    return Overlay(cells, notes=("A good order unit controls the squares around it, not across the Somme (7.5)",))


def _reach(p: Position, u: int) -> Overlay:
    """How far a unit gets, with the points each square costs; off the front twice its allowance (7.6)."""
    points = allowance(p, u)
    cost = reach_of(p, u)[0]
    cells = [
        Tint(p.label(x), 1 if spent <= points else 2, SIDES.names[p.c.side[u]], f"{spent / FULL_MOVE:g}")
        for x, spent in cost.items()
        if x != p.place[u]
    ]
    return Overlay(cells, notes=(f"{points / FULL_MOVE:g} movement points, twice that away from the front (7.2, 7.6)",))


def _range(p: Position, u: int) -> Overlay:
    if not p.c.gun[u]:
        raise TrenchlineError(f"{p.name(u)} is no gun on the map")
    cells = [Tint(p.label(x), 1, SIDES.names[p.c.side[u]]) for x in p.c.board.within(p.place[u], p.c.range[u])]
    return Overlay(cells, notes=("Counted in squares with diagonals, nothing blocks it (6.3.1)",))


def _lines(p: Position, side: int, supply: bool) -> Overlay:
    """The squares that each nation's HQs reach, and who is out of reach."""
    best: dict[int, int] = {}
    notes = []
    for nation in range(len(SIDES.nations)):
        if SIDES.of_nation[nation] != side:
            continue
        for h in headquarters(p, nation, supply):
            limit = supply_range(p, h) if supply else p.c.ranges["command"]
            for x, far in distances(p, side, p.place[h], limit).items():
                best[x] = min(best.get(x, 99), far)
    for u in p.units(side):
        if p.c.assaults[u] and not supply and not commanded(p, u, p.place[u], p.short_command([u])):
            notes.append(f"{{{p.name(u)}}} has no command support (8.2)")
    cells = [Tint(p.label(x), 2 if far <= 4 else 1, SIDES.names[side], str(far)) for x, far in sorted(best.items())]
    return Overlay(cells, notes=tuple(notes))


def _supply(p: Position, side: int) -> Overlay:
    return _lines(p, side, supply=True)


def _command(p: Position, side: int) -> Overlay:
    return _lines(p, side, supply=False)


def _victory(p: Position) -> Overlay:
    """The places that count in the scenario; in the campaign all markers that may have been drawn."""
    cells: dict[int, str] = {}
    for row in p.s.victories.values():
        for condition in (*row.all_of, *row.any_of):
            for place in condition.places:
                cells |= {p.c.board.cell(label): place.name for label in place.cells}
    if p.s.spec.objectives:
        for marker, squares in zip(p.c.markers, p.c.marker_cells, strict=True):
            cells |= dict.fromkeys(squares, marker.title)
    tints = [Tint(p.label(x), 3, SIDES.names[_holder(p, x)], name) for x, name in sorted(cells.items())]
    return Overlay(tints, notes=tuple(f"{row.title} ({row.source})" for row in p.s.victories.values()))


def _holder(p: Position, cell: int) -> int:
    return (
        GERMAN
        if claimed(p, cell, GERMANY)
        else ALLIED
        if claimed(p, cell, BRITISH) or claimed(p, cell, FRENCH)
        else p.control[cell]
    )


def _behind(p: Position) -> Overlay:
    cells = [Tint(p.label(x), 1, SIDES.names[side]) for side in (ALLIED, GERMAN) for x in sorted(behind_line(p, side))]
    return Overlay(cells, notes=("Behind the line: where guns are placed and aircraft strike (BP-R147)",))


LAYERS = {
    "zones": Layer("Zones of control", _zones, about="Squares in which units of either side halt the other.", key="z"),
    "supply": Layer("Supply of a side", _supply, "side", "Which squares its supply HQs reach.", "s"),
    "command": Layer("Command of a side", _command, "side", "Which squares its command HQs reach.", "e"),
    "control": Layer("Control of squares", control, about="Whose each square is.", key="c"),
    "victory": Layer("Victory squares", _victory, about="Places that count for victory.", key="v"),
    "behind": Layer("Behind the lines", _behind, about="Each side's ground behind its line.", key="b"),
    "reach": Layer("Reach of a unit", _reach, "unit", "Where a unit can go, and what it costs.", "r", costs=True),
    "range": Layer("Range of a gun", _range, "unit", "What a gun can fire at.", "g"),
}


def describe(p: Position, cell: int) -> list[str]:
    """A square in words: ground, what it costs, what it does to shells and assaults, whose it is."""
    c, board = p.c, p.c.board
    ground = ", ".join(sorted(board.terrain[cell]))
    lines = [f"{board.labels[cell]} {board.names[cell]}".strip() + f": {ground}"]
    costs = f"{c.ground_cost(cell) / FULL_MOVE:g} straight, {c.ground_cost(cell, True) / FULL_MOVE:g} diagonally"
    road = next((kind for kind in ("major", "minor") if board.edges[kind][cell]), "")
    lines.append(f"Costs {costs}{f'; a {road} road runs through' if road else ''} (7.2)")
    row = p.shell_row(cell)
    lines.append(f"Shells need {c.least[row]} factors: {c.bombardment_rows[row].title} (6.2.1)")
    shifts = [f"{line.text} {-line.value}L" for line in c.ground_shift[cell]] + ["minor river 1L"] * c.minor_river[cell]
    lines.append(f"Assault: {', '.join(shifts) or 'no shift'} (11.5.1)")
    if c.trench[cell]:
        lines.append(f"{c.trench[cell].capitalize()} start trench (3.5)")
    if board.columns["somme_open_bank"][cell]:
        lines.append(f"The Somme: only the {board.columns['somme_open_bank'][cell]} bank can be used (7.1.1)")
    over = [p.label(x) for x in board.edges["crossing"][cell]]
    if over:
        lines.append(f"Crossing of the Somme to {', '.join(over)} (7.1.1)")
    if p.interdicted[cell]:
        lines.append("Interdicted: a point more in and out, no zone of control beyond it (6.5.1/4, 7.2.4)")
    if p.engaged(cell):
        lines.append("Both sides are engaged here (8.8)")
    lines.append(f"Belongs to the {c.nations[p.claims[cell]].capitalize()} (13.1.1)")
    lines += [f"{SIDES.names[s].capitalize()} zone of control (7.5)" for s in (ALLIED, GERMAN) if p.zone[s][cell]]
    return lines
