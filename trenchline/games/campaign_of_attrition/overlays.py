"""What can be laid over the map, and what there is to say of a hex: for any client to draw."""

from __future__ import annotations

from functools import partial

from ...core.documents import Face, Overlay, Tint
from ...core.errors import TrenchlineError
from ...core.overlays import Layer, control, route
from ...core.paths import trace
from ...core.wording import counted
from .components import ENEMY, FRENCH, GERMAN, NAMES, POINT, SIDES, Components
from .entrenchment import allowance
from .fog import known_to
from .position import GUNS, OOS, RUINED, Position
from .supply import blocked, loc_cells, rail_net
from .zones import mode_of, reach_of


def faces(c: Components, u: int) -> tuple[Face, ...]:
    """Both sides of a counter (4.1): SP, OP and movement; guns HAP and movement."""
    move = str(c.movement[u] // POINT)
    if c.gun[u]:
        return Face("full", (str(c.hap[u][2]), move)), Face("reduced", (str(c.hap[u][1]), move))
    if not c.sp[u]:
        return (Face("mobile", (move,)),)
    values = (str(c.sp[u]), str(c.op[u]))
    mobile = Face("mobile", (*values, move))
    return (mobile, Face("entrenched", (*values, "-"))) if c.can_entrench[u] else (mobile,)


def _zones(p: Position) -> Overlay:
    """Each side's zones as the other feels them: those that an occupied fortress keeps out are not shown (4.5c)."""
    felt = {side: p.zones_felt(ENEMY[side]) for side in (GERMAN, FRENCH)}
    cells = [Tint(p.label(x), 1, SIDES[side]) for side in felt for x in range(p.c.board.size) if felt[side][x]]
    notes = (
        "Entrenched Infantry alone has a zone beyond its own hex (4.5a)",
        "An occupied fortress keeps enemy zones out (4.5c)",
    )
    return Overlay(cells, notes=notes)


def _rails(p: Position) -> Overlay:
    return Overlay([Tint(p.label(x), 2, SIDES[p.rails[x]]) for x in p.c.rails], notes=("Whose the rail is (8.5)",))


def _victory(p: Position) -> Overlay:
    c = p.c
    words = {GUNS: "guns", RUINED: "ruin"}
    cells = [Tint(p.label(x), 3, SIDES[p.control[x]], "Verdun") for x in c.verdun]
    cells += [
        Tint(p.label(f.cell), 2, SIDES[p.control[f.cell]], words.get(p.forts[i], "silent")) for i, f in enumerate(c.forts)
    ]
    return Overlay(cells, notes=("Without a fortress the German cannot win (12.0c)",))


def _supply(p: Position, side: int, player: str) -> Overlay:
    """Where a line can be traced from, how the known units' lines run, and who has none (4.4)."""
    c = p.c
    fed = loc_cells(p, side)
    cells = [Tint(p.label(x), 1, SIDES[side]) for x in range(c.board.size) if fed[x]]
    units = [u for u in p.units_of(side) if known_to(p, u, player)]
    notes = [f"{{{p.name(u)}}} has no line of communication (4.4)" for u in units if not fed[p.place[u]]]
    notes += [f"{{{p.name(u)}}} is marked out of supply (10.0)" for u in units if p.status[u] & OOS]
    lines: list[tuple[str, ...]] = []
    if side == GERMAN:
        bars = blocked(p, side)
        ways, limit = c.line_ways[p.options.loc_uses_road_rates], POINT * c.turns[p.turn - 1].loc
        _, onward = trace(ways, rail_net(p, side, bars), limit, bars)
        for cell in dict.fromkeys(p.place[u] for u in units if fed[p.place[u]] and c.home[p.place[u]] == FRENCH):
            lines.append(route(p, cell, onward))
        notes.append(f"A line reaches {limit // POINT} movement points from the rails this turn (4.4.1a)")
    return Overlay(cells, lines, tuple(notes))


def _reach(p: Position, u: int) -> Overlay:
    """How far a unit gets, with the points each hex costs; now if it is its phase, else from a fresh start."""
    twin = p.clone()
    if not twin.mp[u]:
        twin.status[u] &= OOS
        twin.mp[u] = allowance(p, u)
    budget, side = twin.mp[u], p.c.side[u]
    cost = reach_of(twin, u, mode_of(p))[0]
    cells = [Tint(p.label(x), 1, SIDES[side], f"{spent / POINT:.2g}") for x, spent in cost.items() if x != p.place[u]]
    return Overlay(cells, notes=(f"{budget / POINT:.2g} movement points (8.0)",))


def _range(p: Position, u: int) -> Overlay:
    if not p.c.gun[u]:
        raise TrenchlineError(f"{p.name(u)} is no gun")
    cells = [Tint(p.label(x), 1, SIDES[p.c.side[u]]) for x in p.c.board.neighbours[p.place[u]]]
    return Overlay(cells, notes=("Heavy Artillery fires at adjacent hexes (7.0a)",))


def layers(player: str) -> dict[str, Layer]:
    """What a player can lay over the map: with fog of war his lines are those of the units he sees (13.2)."""
    return {
        "zones": Layer("Zones of control", _zones, about="Hexes in which units of either side hinder the other.", key="z"),
        "supply": Layer("Lines of communication", partial(_supply, player=player), "side", "How a side is supplied.", "u"),
        "control": Layer("Ground held", control, about="Whose each hex is.", key="c"),
        "rails": Layer("Railways", _rails, about="Whose each railway is.", key="w"),
        "victory": Layer("Verdun and the fortresses", _victory, about="Hexes that count for victory.", key="v"),
        "reach": Layer("Reach of a unit", _reach, "unit", "Where a unit can go, and what it costs.", "r", costs=True),
        "range": Layer("Siege fire of a gun", _range, "unit", "What a gun can fire at.", "g"),
    }


def describe(p: Position, cell: int, player: str) -> list[str]:
    """A hex in words: terrain, what it costs, what it does in combat, whose it is."""
    c, board = p.c, p.c.board
    terrain = ", ".join(sorted(board.terrain[cell]))
    lines = [f"{board.labels[cell]} {board.names[cell]}".strip() + f": {terrain}"]
    ways = [
        f"{rate} along the {way}"
        for way, rate in (("road", "1/3"), ("track", "1/2"), ("rail", "1/2"))
        if board.edges[way][cell]
    ]
    slope = ", 1 more from lower ground" if c.high[cell] else ""
    lines.append(
        f"{c.ground_cost(cell) // POINT} movement points to enter{slope}" + "".join(f", {w}" for w in ways) + " (8.0d)"
    )
    rolls = []
    if c.woods[cell]:
        rolls.append("attacker -1 unless one is in woods (2.2b)")
    if c.high[cell]:
        rolls.append("attacker -1 if all attack upslope (2.3c)")
    if c.city[cell]:
        rolls.append("defender +2 (2.4c)")
    elif c.village[cell]:
        rolls.append("defender +1 (2.4b)")
    lines.append(f"Combat: {', '.join(rolls) or 'no modifier (2.1)'}")
    fort = c.fort_at.get(cell)
    if fort is not None:
        state = {GUNS: "with its guns", RUINED: "destroyed"}.get(p.forts[fort], "without guns")
        inside = "" if p.forts[fort] == RUINED else "; against units inside attackers -2, French inside +1"
        lines.append(f"{c.forts[fort].name}, {state}{inside} (4.7)")
    home = "German" if c.home[cell] == GERMAN else "French"
    lines.append(f"{home} side of the Trenchline, last held by the {NAMES[p.control[cell]]} (2.8)")
    if c.rail[cell]:
        lines.append(f"Rail of the {NAMES[p.rails[cell]]} (8.5)")
    for side in (GERMAN, FRENCH):
        if p.in_zone(cell, ENEMY[side]):
            lines.append(f"{SIDES[side].capitalize()} zone of control (4.5a)")
        elif p.zone[side][cell]:
            lines.append(f"The fortress keeps the {SIDES[side].capitalize()} zone of control out (4.5c)")
        if loc_cells(p, side)[cell]:
            lines.append(f"{SIDES[side].capitalize()} line of communication (4.4)")
    unseen = [u for u in p.stacks[cell] if not known_to(p, u, player)]
    if unseen:
        whose = SIDES[c.side[unseen[0]]].capitalize()
        lines.append(f"{counted(len(unseen), f'unseen {whose} unit')} (13.2)")
    return lines
