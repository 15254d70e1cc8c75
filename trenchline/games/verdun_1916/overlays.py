"""What can be laid over the map, and what there is to say of a hex: for any client to draw."""

from __future__ import annotations

from ...core.documents import Face, Overlay, Tint
from ...core.errors import TrenchlineError
from ...core.overlays import Layer, control, route
from ...core.wording import counted
from .command import Lines, command_range
from .components import FRENCH, GERMAN, SIDES, Components
from .movement import points_of
from .position import Position
from .sequence import SEQUENCE
from .victory import holds, linked
from .zones import reach_of


def faces(c: Components, u: int) -> tuple[Face, ...]:
    """The sides of a counter: combat and movement; guns bombardment, defence, range, movement (1.1, 1.3, 1.4)."""
    move = str(c.movement[u])
    if c.gun[u]:
        numbers = (str(c.bombard[u]), str(c.defence[u]), move, str(c.range[u]))
        return Face("front", numbers), Face("fired", ("-", "-", move, ""))
    if c.size[u] == "army":
        return Face("front", (str(c.bombard[u]),)), Face("fired", ("-",))
    if c.hq[u]:
        front = Face("front", (str(c.values[u][1]), move, str(c.command.range)))
        return front, Face("neutralised", (str(c.values[u][1]), move, str(c.command.neutralised)))
    front = Face("front", (str(c.values[u][-1]), move))
    return (front, Face("flipped", (str(c.values[u][1]), move))) if c.steps[u] > 1 else (front,)


def _zones(p: Position) -> Overlay:
    cells = [Tint(p.label(x), 1, SIDES[side]) for side in (GERMAN, FRENCH) for x in range(p.c.board.size) if p.zone[side][x]]
    return Overlay(cells, notes=("Infantry only, not across the river (3.1, 3.2a)",))


def _victory(p: Position) -> Overlay:
    """Objectives with their points; those that would not count for want of a chain are said (13h)."""
    chain = linked(p, GERMAN)
    cells, notes = [], []
    for o in p.c.objectives[p.battle]:
        german = holds(p, o, chain)
        cells.append(Tint(p.label(o.cell), 3 if german else 2, "german" if german else "french", str(o.points)))
        if not german and p.control[o.cell] == GERMAN and not p.fortress_stands(o.cell):
            notes.append(f"{o.name} {{{p.label(o.cell)}}} has no chain to the northern edge (13h)")
    cells += [Tint(p.label(x), 3, SIDES[p.control[x]], "Verdun") for x in p.c.verdun[p.battle]]
    levels = f"Tactical {p.b.tactical}, operational {p.b.operational} (13j, 13k)"
    return Overlay(cells, notes=(levels, *notes))


def _command(p: Position, side: int) -> Overlay:
    """The line each unit would trace now, and who cannot (10.1)."""
    lines = Lines(p, side)
    commanded = lines.commanded()
    routes: list[tuple[str, ...]] = []
    for u in p.units_of(side):
        hq = lines.direct(u)
        if hq is None or p.c.hq[u] or u in p.b.independent or p.place[u] == p.place[hq]:
            continue
        routes.append(route(p, p.place[u], lines.onward(hq)))
    lost = [u for u in p.units_of(side) if u not in commanded]
    notes = [f"{{{p.name(hq)}}} commands {counted(command_range(p, hq), 'hex', 'hexes')} (10.1a)" for hq in lines.cells]
    notes += [f"{{{p.name(u)}}} has no line of command (10.1b)" for u in lost]
    marked = [Tint(p.label(p.place[u]), 3, SIDES[side], "out") for u in p.units_of(side) if not p.in_command(u)]
    return Overlay(marked, routes, tuple(notes))


def _reach(p: Position, u: int) -> Overlay:
    """How far a unit gets, with the points each hex costs."""
    side = p.c.side[u]
    exploiting = p.step >= 0 and SEQUENCE.steps[p.step].id.endswith("exploitation")
    points = points_of(p, u, exploiting)
    cost = reach_of(p, u, points).cost
    cells = [
        Tint(p.label(x), 1 if spent + p.spent[u] <= points else 2, SIDES[side], str(spent))
        for x, spent in cost.items()
        if x != p.place[u]
    ]
    return Overlay(cells, notes=(f"{counted(points, 'movement point')}, twice that out of enemy zones (5.1, 5.2)",))


def _range(p: Position, u: int) -> Overlay:
    if not p.c.gun[u]:
        raise TrenchlineError(f"{p.name(u)} is no gun on the map")
    cells = [Tint(p.label(x), 1, SIDES[p.c.side[u]]) for x in p.c.board.within(p.place[u], p.c.range[u])]
    return Overlay(cells, notes=("Counted in hexes, nothing blocks it (8.0a)",))


def _setup(p: Position, u: int) -> Overlay:
    group = p.b.group_of.get(u)
    if group is None:
        raise TrenchlineError(f"{p.name(u)} does not set up")
    zone = sorted(group.cells[p.options.historical_corps_frontage])
    return Overlay([Tint(p.label(x), 1, SIDES[group.side]) for x in zone], notes=(group.title,))


LAYERS = {
    "zones": Layer("Zones of control", _zones, about="Hexes in which units of either side hinder the other.", key="z"),
    "command": Layer("Lines of command", _command, "side", "Which units of a side its headquarters command.", "e"),
    "control": Layer("Control of hexes", control, about="Whose each hex is.", key="c"),
    "victory": Layer("Victory hexes", _victory, about="Hexes that count for victory.", key="v"),
    "reach": Layer("Reach of a unit", _reach, "unit", "Where a unit can go, and what it costs.", "r", costs=True),
    "range": Layer("Range of a gun", _range, "unit", "What a gun can fire at.", "g"),
    "setup": Layer("Set-up zone of a unit", _setup, "counter", "Where a unit may begin the match.", "b"),
}


def describe(p: Position, cell: int) -> list[str]:
    """A hex in words: terrain, what it costs, what it does to barrage and attack, whose it is."""
    c, board = p.c, p.c.board
    terrain = ", ".join(sorted(board.terrain[cell]))
    bank = "left" if c.bank[cell] == "W" else "right"
    lines = [f"{board.labels[cell]} {board.names[cell]}".strip() + f": {terrain}, {bank} bank"]
    if not p.b.playable[cell]:
        lines.append("Out of play in this scenario (14.2D-c)")
    road = ", 1 along the road" if board.edges["road"][cell] else ""
    foot, guns = (c.cell_cost(mover, cell, False) for mover in ("infantry", "artillery"))
    lines.append(f"Infantry pays {foot}, artillery {guns}{road}; hexsides may add (MT)")
    shifts = [f"{line.text} {line.value:+d}" for line in c.combat_lines[cell]] + ["bunker -1"] * p.bunkers[cell]
    lines.append(f"Attack: {', '.join(shifts) or 'no shift'} (7.3e)")
    cover = [f"{line.text} {line.value:+d}" for line in c.cover_lines[cell]]
    if p.options.translator_bombard_mods:
        cover += [f"{line.text} {line.value:+d}" for line in c.work_lines[cell]] + ["bunker -1"] * p.bunkers[cell]
    lines.append(f"Barrage: {', '.join(cover) or 'no shift'} (BT)")
    for feature, words in (("slope", "Slope"), ("stream", "Stream"), ("river", "River")):
        if board.edges[feature][cell]:
            lines.append(f"{words} toward {', '.join(sorted(board.labels[x] for x in board.edges[feature][cell]))}")
    fort = c.fortress_at.get(cell)
    if fort is not None:
        place = c.fortresses[fort]
        state = f"adds {counted(place.points, 'point')} to the defence" if p.works[fort] else "has lost its step"
        lines.append(f"{place.colour.capitalize()} fortress: {state} (7.3k, 7.5o)")
    lines += [f"Worth {counted(o.points, 'victory point')} (13)" for o in c.objectives[p.battle] if o.cell == cell]
    lines.append(f"Controlled by the {'Germans' if p.control[cell] == GERMAN else 'French'} (13g)")
    lines += [f"{SIDES[side].capitalize()} zone of control (3.1)" for side in (GERMAN, FRENCH) if p.zone[side][cell]]
    if p.stacks[cell]:
        lines.append(f"{p.steps_in(cell)} of {c.stack_limit} steps (4a)")
    return lines
