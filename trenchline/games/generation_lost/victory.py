"""18.0 Victory: who holds what, the conditions of each scenario (19.1.6 and on), the campaign's scores and victories (20.5,
20.6, 20.7, 20.8)."""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable, Iterable, Sequence
from operator import itemgetter
from typing import NamedTuple

from ...core.charts import Term
from ...core.match import Result
from ...core.wording import counted
from ..great_war.lines import blocked
from ..great_war.states import DISRUPTED
from ..great_war.units import score
from .components import FRENCH, GERMAN, SIDES
from .data_files import ConditionRow, PlaceRow, VictoryRow
from .position import Position

GUNS_IN_DISORDER = 4  # French guns that stand disrupted at the end count as one destroyed (GL-R245)


# ------------------------------------------------------------------------------------------------ 18.1.1 who holds a square


def occupies(p: Position, cell: int, side: int) -> bool:
    """A unit of any status stands there; where both sides are engaged the side that did not come into it, whosever the marker
    is (GL-R183, GL-R300)."""
    if not p.engaged(cell):
        return bool(p.present[cell] & p.c.bit[side])
    engagement = p.engagement(cell)
    return engagement is not None and not any(p.c.side[u] == side for u in engagement.units)


def was_last(p: Position, cell: int, side: int) -> bool:
    """A side stands there, or was the last to do so or to pass; a fort goes to who last ended a segment there (GL-R283)."""
    if p.present[cell]:
        return occupies(p, cell, side)
    if cell in p.c.forts:
        return p.forts[p.c.forts.index(cell)] == side
    return p.control[cell] == side


def controls(p: Position, cell: int, side: int) -> bool:
    """Was last there, or alone has a zone of control on a vacant square that is no fort (18.1.1, 20.5.2, GL-R183)."""
    if was_last(p, cell, side):
        return True
    return not p.present[cell] and cell not in p.c.forts and exclusive(p, cell, side)


def exclusive(p: Position, cell: int, side: int) -> bool:
    """A zone of control of one side alone."""
    return bool(p.zone[side][cell]) and not p.zone[p.enemy(side)][cell]


def settle_forts(p: Position) -> None:
    """At the end of each segment a fort goes to who stands in its square alone (GL-R283)."""
    for number, cell in enumerate(p.c.forts):
        if p.present[cell] and not p.engaged(cell):
            p.forts[number] = p.c.side[p.stacks[cell][0]]


# ------------------------------------------------------------------------------------------------ 20.5.3(a) the ring


def encircled(p: Position, cells: Iterable[int]) -> bool:
    """No way leads from these squares to the edge of the map past good order Germans and their zones; who stands in all of them
    has encircled them too, but not who has merely passed (20.5.3(a), 20.6.1, GL-R246)."""
    inner = tuple(cells)
    if all(occupies(p, x, GERMAN) for x in inner):
        return True
    way = p.ways.get(inner, ())
    if not way or any(p.zone[GERMAN][x] for x in way):
        covered = good_order_zone(p, GERMAN)
        edge = {x for row in p.c.edge_cells.values() for x in row}
        way = p.ways[inner] = shortest_way([x for x in inner if not covered[x]], p.c.near, covered, edge)
    return not way


def good_order_zone(p: Position, side: int) -> bytearray:
    """1 for each square that units in good order stand in or control."""
    found = bytearray(p.c.board.size)
    for u in p.units(side):
        if p.good_order(u):
            for _, cells in p.exerts(u, p.place[u]):
                for x in cells:
                    found[x] = 1
    return found


def shortest_way(
    starts: Iterable[int], near: Sequence[Sequence[int]], shut: bytearray, ends: Container[int]
) -> tuple[int, ...]:
    """The squares of a way from one of some squares past those that are shut, the end first; nothing if there is none."""
    came = dict.fromkeys(starts, -1)
    queue = list(came)
    for x in queue:  # it grows as squares are found
        if x in ends:
            way = [x]
            while came[way[-1]] >= 0:
                way.append(came[way[-1]])
            return tuple(way)
        for n in near[x]:
            if not shut[n] and n not in came:
                came[n] = x
                queue.append(n)
    return ()


# ------------------------------------------------------------------------------------------------ conditions


def _cells(p: Position, row: ConditionRow | PlaceRow) -> list[int]:
    return p.c.board.cells(row.cells)


def _hold_last(p: Position, side: int, row: ConditionRow) -> bool:
    return all(was_last(p, x, side) for x in _cells(p, row))


def _occupy(p: Position, side: int, row: ConditionRow) -> bool:
    return all(occupies(p, x, side) for x in _cells(p, row))


def _places(p: Position, side: int, row: ConditionRow) -> bool:
    """So many of the places; Douaumont counts two if only a dummy was found there (GL-R61)."""
    return sum(_worth(p, place) for place in row.places if _taken(p, side, place)) >= row.need


def _taken(p: Position, side: int, place: PlaceRow) -> bool:
    return all(occupies(p, x, side) for x in _cells(p, place))


def _worth(p: Position, place: PlaceRow) -> int:
    return 2 if place.double_if_dummy and not set(_cells(p, place)).isdisjoint(p.dummies) else 1


def _clear_line(p: Position, side: int, row: ConditionRow) -> bool:
    """No enemy unit stands on his own start line; zones do not matter (GL-R189)."""
    return not any(p.present[x] & p.c.bit[p.enemy(side)] for x in _line(p, row))


def _line(p: Position, row: ConditionRow) -> tuple[int, ...]:
    return p.c.german_line if row.line == "german" else p.c.french_line


def _line_squares(p: Position, side: int, row: ConditionRow) -> bool:
    return sum(occupies(p, x, side) for x in _line(p, row)) >= row.need


def _lead(p: Position, side: int, row: ConditionRow) -> bool:
    """Combat points, or those of all sources (GL-R184, GL-R236, GL-R258)."""
    points = p.points if row.all_points else p.combat_points
    return points[side] - points[p.enemy(side)] >= row.margin


def _no_zone(p: Position, side: int, row: ConditionRow) -> bool:
    """No enemy zone on any of the squares; where it says so only one that neither a unit nor a zone contests (GL-R185)."""
    enemy, own = p.enemy(side), p.c.bit[side]
    zoned = [x for x in _cells(p, row) if p.zone[enemy][x]]
    return not any(exclusive(p, x, enemy) and not p.present[x] & own for x in zoned) if row.contested else not zoned


def _zone_on_any(p: Position, side: int, row: ConditionRow) -> bool:
    return any(p.zone[side][x] for x in _cells(p, row))


def _in_or_beside(p: Position, side: int, row: ConditionRow) -> bool:
    cells = _cells(p, row)
    return any(occupies(p, x, side) for cell in cells for x in (cell, *p.c.near[cell]))


def _supply_line(p: Position, side: int, row: ConditionRow) -> bool:
    """A line free of enemy units and zones to the own edge; friends cancel zones (19.3.4b-F, 19.4.6-F)."""
    return all(_line_home(p, x, side) for x in _cells(p, row))


def _line_home(p: Position, start: int, side: int) -> bool:
    """The first square is never tested."""
    shut, way = blocked(p, side), p.ways.get((side, start), ())
    if not way or any(shut[x] for x in way[:-1]):
        way = p.ways[side, start] = shortest_way([start], p.c.board.neighbours, shut, set(p.c.edge[side]))
    return bool(way)


def _encircle(p: Position, side: int, row: ConditionRow) -> bool:
    return encircled(p, _cells(p, row))


def _all_objectives(p: Position, side: int, row: ConditionRow) -> bool:
    return len(p.objectives) == p.s.spec.objectives and all(achieved(p, m) for m in p.objectives)


def _all(p: Position, side: int, row: ConditionRow) -> bool:
    return all(met(p, side, part) for part in row.of)


def _some(p: Position, side: int, row: ConditionRow) -> bool:
    return sum(met(p, side, part) for part in row.of) >= row.need


def _deny(p: Position, side: int, row: ConditionRow) -> bool:
    """No victory of the enemy's; or not the one that is named."""
    rows = [p.s.victories[row.level]] if row.level else of_side(p, p.enemy(side))
    return not any(won(p, other) for other in rows)


def _none_of(p: Position, side: int, row: ConditionRow) -> bool:
    """Not one of the conditions of an enemy victory (GL-R187)."""
    return not any(met(p, p.enemy(side), part) for part in p.s.victories[row.level].all_of)


CONDITIONS: dict[str, Callable[[Position, int, ConditionRow], bool]] = {
    "hold_last": _hold_last,
    "occupy": _occupy,
    "places": _places,
    "clear_line": _clear_line,
    "line_squares": _line_squares,
    "lead": _lead,
    "no_zone": _no_zone,
    "zone_on_any": _zone_on_any,
    "in_or_beside": _in_or_beside,
    "supply_line": _supply_line,
    "encircle": _encircle,
    "all_objectives": _all_objectives,
    "all": _all,
    "some": _some,
    "deny": _deny,
    "none_of": _none_of,
}


def met(p: Position, side: int, row: ConditionRow) -> bool:
    return CONDITIONS[row.kind](p, side, row)


def won(p: Position, row: VictoryRow) -> bool:
    """Whether a victory's conditions are met as things stand."""
    side = SIDES.names.index(row.side)
    found = all(met(p, side, part) for part in row.all_of)
    found = found and (not row.any_of or any(met(p, side, part) for part in row.any_of))
    return found and sum(met(p, side, part) for part in row.some_of) >= row.need


def of_side(p: Position, side: int) -> list[VictoryRow]:
    return [row for row in p.s.victories.values() if row.side == SIDES.names[side]]


def victories(p: Position, side: int) -> list[VictoryRow]:
    """The victories a side has won as things stand."""
    return [row for row in of_side(p, side) if won(p, row)]


class Watched(NamedTuple):
    """What the victories of a scenario hang on beside deeds: some squares, by what picks them out of a row, and lines and
    rings, which anything on the map may cut, each with the side that wants it."""

    squares: Callable[[bytearray], Hashable]
    lines: tuple[tuple[int, ConditionRow], ...]


def watched(p: Position) -> Watched:
    parts = [
        (SIDES.names.index(row.side), part)
        for row in p.s.victories.values()
        if row.side in SIDES.names
        for part in (*row.all_of, *row.any_of, *row.some_of)
    ]
    for side, row in parts:
        parts += [(side, part) for part in row.of]
    rows = [row for _, row in parts]
    cells = {x for row in rows for x in _cells(p, row)}
    cells.update(x for row in rows for place in row.places for x in _cells(p, place))
    cells.update(x for row in rows if row.kind == "in_or_beside" for cell in _cells(p, row) for x in p.c.near[cell])
    cells.update(x for row in rows if row.line for x in _line(p, row))
    lines = [(side, row) for side, row in parts if row.kind in ("supply_line", "encircle")]
    return Watched(itemgetter(*sorted(cells)) if cells else lambda row: (), tuple(lines))


# ------------------------------------------------------------------------------------------------ 20.5 objectives


def achieved(p: Position, marker: int) -> bool:
    """Whether the Germans have met an objective as things stand (20.5.2, 20.5.3)."""
    return OBJECTIVES[p.c.markers[marker].kind](p, marker)


def _place(p: Position, marker: int) -> bool:
    """All squares of a place (18.2.2)."""
    return all(controls(p, x, GERMAN) for x in p.c.marker_cells[marker])


def _entries(p: Position, marker: int) -> bool:
    return all(_infantry(p, x) for x in p.c.marker_cells[marker])


def _infantry(p: Position, cell: int) -> bool:
    """Good order German infantry occupies a square."""
    return occupies(p, cell, GERMAN) and any(p.c.infantry[u] and p.good_order(u) for u in p.own(cell, GERMAN))


def _road(p: Position, marker: int) -> bool:
    return sum(_infantry(p, x) for x in p.c.marker_cells[marker]) >= p.c.markers[marker].need


def _ring(p: Position, marker: int) -> bool:
    return encircled(p, p.c.marker_cells[marker])


def _reserves(p: Position, marker: int) -> bool:
    row = p.c.markers[marker]
    return p.divisions_back >= (row.need_open if "open_reserves" in p.operations else row.need)


def _strength(p: Position, marker: int) -> bool:
    """Compares combat points, so that it does not hang on its own outcome (GL-R248, GL-R308)."""
    return p.french_steps_lost >= p.c.markers[marker].need and p.combat_points[GERMAN] > p.combat_points[FRENCH]


def _exit(p: Position, marker: int) -> bool:
    """Enough infantry left, and every square by which it did is in a German zone alone (20.5.3(d), GL-R247)."""
    row = p.c.markers[marker]
    regiments = sum(p.c.regiment[u] for u in p.exited)
    return len(p.exited) >= row.need and regiments >= row.regiments and all(exclusive(p, x, GERMAN) for x in p.exit_squares)


def _guns(p: Position, marker: int) -> bool:
    """Destroyed or captured ones, and one more for each four that stand disrupted (GL-R245, GL-R308)."""
    shaken = sum(bool(p.status[u] & DISRUPTED) for u in p.c.guns[FRENCH] if p.on_map(u))
    return p.french_guns_lost + shaken // GUNS_IN_DISORDER >= p.c.markers[marker].need


def _forts(p: Position, marker: int) -> bool:
    """The last to hold so many forts; a vacant one must be free of French zones (20.5.3(g))."""
    held = [x for x in p.c.marker_cells[marker] if was_last(p, x, GERMAN) and (p.present[x] or not p.zone[FRENCH][x])]
    return len(held) >= p.c.markers[marker].need


OBJECTIVES: dict[str, Callable[[Position, int], bool]] = {
    "place": _place,
    "entries": _entries,
    "road": _road,
    "encircle": _ring,
    "reserves": _reserves,
    "strength": _strength,
    "exit": _exit,
    "guns": _guns,
    "forts": _forts,
}


# ------------------------------------------------------------------------------------------------ the end


def final_scoring(p: Position) -> None:
    """Each objective gives its points to one side, once; then the operations' points are entered (18.1, 20.4, 20.6.2, 20.7,
    GL-R186, GL-R308)."""
    earned = [(m, GERMAN if achieved(p, m) else FRENCH) for m in p.objectives]
    for m, side in earned:
        row = p.c.markers[m]
        score(p, side, row.points)
        p.say("objective", f"{row.title}: {counted(row.points, 'point')} to the {p.adjective(side)} side", (row.source, "20.7"))
    for name in p.operations:
        option = p.c.operations[name]
        side = p.enemy(SIDES.names.index(option.side))
        score(p, side, option.points)
        p.say("operations", f"{option.title}: {counted(option.points, 'point')} to the {p.adjective(side)} side", ("20.4",))


def end_of_game(p: Position) -> None:
    """Victory is judged once, after the last reorganization (GL-R297)."""
    p.reveal("objectives")
    final_scoring(p)
    p.over = True
    p.say("end", result(p).level, ("18.0",))


def points_lines(p: Position) -> list[Term]:
    """The score; where points do not all come of combat, those that do besides."""
    lines = [Term(f"{p.adjective(side)} victory points", p.points[side], "18.0") for side in (GERMAN, FRENCH)]
    if p.points != p.combat_points:
        lines += [Term(f"{p.adjective(side)} combat points", p.combat_points[side], "20.8") for side in (GERMAN, FRENCH)]
    return lines


def result(p: Position) -> Result:
    return result_of(p, [victories(p, side) for side in (GERMAN, FRENCH)])


def result_of(p: Position, found: Sequence[Sequence[VictoryRow]]) -> Result:
    """Who won by the victories of each side: a German strategic victory before all; else both or neither is a draw (GL-R188).
    Points are the German lead."""
    strategic = [row for row in found[GERMAN] if row.source.endswith("-GS")]
    german, french = bool(found[GERMAN]), bool(found[FRENCH]) and not strategic
    winner = "" if german == french else "german" if german else "french"
    level = "Draw" if not winner else (strategic or found[GERMAN if german else FRENCH])[0].title
    reasons = [f"{row.title} ({row.source})" for rows in found for row in rows]
    reasons += [f"{line.text}: {line.value} ({line.case})" for line in points_lines(p)]
    return Result(winner, level, p.points[GERMAN] - p.points[FRENCH], tuple(reasons))
