"""What can be laid over the map, and what there is to say of a hex: for any client to draw."""

from __future__ import annotations

from ...core.documents import Face, Overlay, Tint
from ...core.errors import TrenchlineError
from ...core.overlays import Layer, control, route
from ...core.paths import trace
from ...core.wording import counted
from .components import FRENCH, GERMAN, SIDES, STRONG, Components
from .guns import cells_in_range
from .position import DISRUPTED, MOVED, UNSUPPLIED, Position
from .supply import LIMIT, Lines, sources, verdun_sources
from .terrain import cell_cost
from .weather import allowance
from .zones import reach_from


def faces(c: Components, u: int) -> tuple[Face, ...]:
    """Both sides of a counter (2.1): strength, movement and morale; guns also defence and range."""
    morale, movement = str(c.morale[u]), str(c.movement[u] // 2)
    if c.hq[u]:
        numbers = (f"({c.defence[u]})", movement, morale)
        return Face("front", numbers), Face("disrupted", numbers)
    if c.gun[u]:
        reach = c.counters[u].values.get("range", "")
        front = Face("front", (str(c.attack[u]), str(c.defence[u]), movement, morale, reach))
        return front, Face("fired", ("-", str(c.defence[u]), movement if u == c.railroad else "-", morale, ""))
    front = Face("front", (str(c.combat[u]), movement, morale))
    return (front, Face("reduced", (str(c.reduced[u]), movement, morale))) if c.steps[u] == 2 else (front,)


def _zones(p: Position) -> Overlay:
    cells = [
        Tint(p.label(x), 2 if p.zone[side][x] == STRONG else 1, SIDES[side], "S" if p.zone[side][x] == STRONG else "W")
        for side in (GERMAN, FRENCH)
        for x in range(p.c.board.size)
        if p.zone[side][x]
    ]
    return Overlay(cells, notes=("S Strong, W Weak (8.41)",))


def _victory(p: Position) -> Overlay:
    c = p.c
    cells = [Tint(p.label(x), 2, SIDES[p.control[x]], "town") for x in c.towns]
    cells += [Tint(p.label(x), 3, SIDES[p.control[x]], "Verdun") for x in c.verdun]
    forts = zip(c.forts, p.forts, strict=True)
    cells += [Tint(p.label(f.cell), 3, "french" if steps else "german", "fort" if steps else "destroyed") for f, steps in forts]
    return Overlay(cells, notes=("Two towns 1 point, a destroyed fort 1, a hex of Verdun 1 (16.0)",))


def _supply(p: Position, side: int) -> Overlay:
    """The line each unit would trace now, and why some cannot (6.1)."""
    lines = Lines(p, side)
    routes: list[tuple[str, ...]] = []
    notes: list[str] = []
    hqs = [u for u in p.units_of(side) if p.c.hq[u]]
    to_edge, onward = trace(lines.ways, sources(p, side), LIMIT, lines.barred)
    for hq in hqs:
        if to_edge.get(p.place[hq], LIMIT + 1) <= lines.limit(hq):
            routes.append(route(p, p.place[hq], onward))
        else:
            within = counted(lines.limit(hq), "movement point")
            notes.append(f"{{{p.name(hq)}}} cannot trace to a supply source within {within} (6.12)")
    fed = lines.supplied()
    onward_to: dict[tuple[int, ...], dict[int, int]] = {}  # the units of an HQ trace to the same hex
    for u in p.units_of(side):
        if p.c.hq[u] or p.c.size[u] == "army":
            continue
        if u not in fed:
            notes.append(_why_cut_off(p, u, fed))
            continue
        corps = p.corps_of(u)
        hq = p.c.hq_of.get(corps, -1)
        goals = tuple(
            [p.place[h] for h in hqs if h in fed] if p.c.kind[u] == "remnant" else [p.place[hq]] if corps else verdun_sources(p)
        )
        if goals not in onward_to:
            onward_to[goals] = trace(lines.ways, goals, LIMIT, lines.barred)[1]
        routes.append(route(p, p.place[u], onward_to[goals]))
    marked = [Tint(p.label(p.place[u]), 3, SIDES[side], "out") for u in p.units_of(side) if p.status[u] & UNSUPPLIED]
    return Overlay(marked, routes, tuple(notes))


def _why_cut_off(p: Position, u: int, fed: set[int]) -> str:
    hq = p.c.hq_of.get(p.corps_of(u))
    name = f"{{{p.name(u)}}}"
    if p.c.kind[u] == "remnant":
        return f"{name} finds no HQ in supply (6.12)"
    if hq is None:
        return f"{name} cannot trace to Verdun (14.2)"
    if not p.on_map(hq):
        return f"{name} has lost its HQ (6.11)"
    if hq not in fed:
        return f"{name} is cut off with its HQ {{{p.name(hq)}}} (6.15)"
    limit = 5 if p.status[hq] & DISRUPTED else LIMIT
    return f"{name} cannot trace to {{{p.name(hq)}}} within {counted(limit, 'point')} past enemy zones and shells (6.12)"


def _reach(p: Position, u: int) -> Overlay:
    """How far a unit gets, with the points each hex costs; now if it is its phase, else from a fresh start."""
    side = p.c.side[u]
    moving = bool(p.status[u] & MOVED)
    budget = p.mp[u] if moving else allowance(p, u)
    cost, _ = reach_from(p, side, p.c.class_of[u], p.place[u], budget, not moving)
    cells = [Tint(p.label(x), 1, SIDES[side], f"{spent / 2:g}") for x, spent in cost.items() if x != p.place[u]]
    return Overlay(cells, notes=(f"{budget / 2:g} movement points (8.0)",))


def _range(p: Position, u: int) -> Overlay:
    if not p.c.gun[u]:
        raise TrenchlineError(f"{p.name(u)} is no gun")
    cells = [Tint(p.label(x), 1, SIDES[p.c.side[u]]) for x in cells_in_range(p, u)]
    return Overlay(cells, notes=("Counted in hexes, nothing blocks it (7.0)",))


LAYERS = {
    "zones": Layer("Zones of control", _zones, about="Hexes in which units of either side hinder the other.", key="z"),
    "supply": Layer("Supply lines", _supply, "side", "The ways by which the units of a side are supplied.", "u"),
    "control": Layer("Control of hexes", control, about="Whose each hex is.", key="c"),
    "victory": Layer("Victory hexes", _victory, about="Hexes that count for victory.", key="v"),
    "reach": Layer("Reach of a unit", _reach, "unit", "Where a unit can go, and what it costs.", "r", costs=True),
    "range": Layer("Range of a gun", _range, "unit", "What a gun can fire at.", "g"),
}


def describe(p: Position, cell: int) -> list[str]:
    """A hex in words: terrain, what it costs, what it does to barrage and assault, whose it is."""
    c, board = p.c, p.c.board
    terrain = ", ".join(sorted(board.terrain[cell]))
    lines = [f"{board.labels[cell]} {board.names[cell]}".strip() + f": {terrain}"]
    ways = [feature for feature in ("road", "rail") if board.edges[feature][cell]]
    lines.append(
        f"{cell_cost(c, cell) / 2:g} movement points to enter"
        + (f", 1 along the {' or '.join(ways)}" if ways else "")
        + " (8.0)"
    )
    shifts = [f"{line.text} {line.value:+d}" for line in c.assault_lines[cell]]
    if p.fort_stands(cell):
        shifts.append("fort -2")
    lines.append(f"Assault: {', '.join(shifts) or 'no shift'} (9.2)")
    barrage = [f"{line.text} {line.value:+d}" for line in c.barrage_lines[cell]]
    immune = "immune, an intact fort (7.13)" if p.fort_stands(cell) else f"{', '.join(barrage) or 'no shift'} (7.12)"
    lines.append(f"Barrage: {immune}")
    lines.append(f"Controlled by the {'Germans' if p.control[cell] == GERMAN else 'French'} (14.9)")
    for side in (GERMAN, FRENCH):
        if p.zone[side][cell]:
            lines.append(
                f"{'Strong' if p.zone[side][cell] == STRONG else 'Weak'} {SIDES[side].capitalize()} zone of control (8.41)"
            )
        if p.shelled[cell] & p.c.bit[side]:
            lines.append(f"Interdicted by the {'Germans' if side == GERMAN else 'French'} (7.22)")
    return lines
