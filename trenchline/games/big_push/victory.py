"""13.0 Victory points, claims on squares, and the victories of each scenario and of the campaign (14.1.4, 15.7)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from ...core.charts import Term
from ...core.match import Result
from ...core.wording import counted
from ..great_war.states import DISORDERED, SUPPLY
from ..great_war.units import eliminate, score
from .components import ALLIED, BRITISH, GERMAN, SIDES
from .data_files import ConditionRow, VictoryRow
from .position import Position

STRENGTH = 150  # German mobile factors (15.6.5)
BREAKTHROUGHS = 3  # 15.6.4
RESERVES, RESERVES_COMMITTED = 10, 5  # regiments (15.6.6)


# ------------------------------------------------------------------------------------------------ 13.1.1 claims


def zone_of_nation(p: Position, cell: int, nation: int) -> bool:
    """Whether a unit of a nation has a zone of control in a square."""
    c = p.c
    for x in (cell, *c.near[cell]):
        for u in p.stacks[x]:
            reach = x == cell or not (p.status[u] & (DISORDERED | SUPPLY) or p.interdicted[x])
            if c.nation[u] == nation and reach:
                return True
    return False


def claimed(p: Position, cell: int, nation: int) -> bool:
    """Occupant first; else an uncontested zone; else who stood or passed there last (BP-R98, BP-R170)."""
    side = SIDES.of_nation[nation]
    here = p.present[cell]
    if here and not p.engaged(cell):
        return any(p.c.nation[u] == nation for u in p.stacks[cell])
    zones = [s for s in (ALLIED, GERMAN) if p.zone[s][cell]]
    if not here and len(zones) == 1:
        return zones[0] == side and zone_of_nation(p, cell, nation)
    return p.claims[cell] == nation


def claims_place(p: Position, cells: Sequence[int], nation: int) -> bool:
    """More than half of the squares that a condition lists, by the nation it names (13.1.1/1, 13.1.1/2, BP-R123)."""
    return 2 * sum([claimed(p, x, nation) for x in cells]) > len(cells)


# ------------------------------------------------------------------------------------------------ conditions


def _clear_trench(p: Position, row: ConditionRow) -> bool:
    """No German unit stands on the German start trench (BP-R104)."""
    return not any(p.holds(x, GERMAN) for x in p.c.german_trench)


def _claim(p: Position, row: ConditionRow) -> bool:
    return places_claimed(p, row) >= row.need


def places_claimed(p: Position, row: ConditionRow) -> int:
    """How many of the places that a condition lists the nation it names claims."""
    nation, board = SIDES.nations.index(row.nation), p.c.board
    return sum([claims_place(p, board.cells(place.cells), nation) for place in row.places])


def _exits(p: Position, row: ConditionRow) -> bool:
    """Units that left by the east edge; where it says so, squares that the Allies still hold alone (BP-R102)."""
    gone = p.stacks[p.c.box["exited"]]
    british = sum(p.c.nation[u] == BRITISH for u in gone)
    return len(gone) >= row.need and british >= row.british and (not row.held or exit_squares_held(p))


def exit_squares_held(p: Position) -> bool:
    return all(_exclusive(p, x) for x in p.exited)


def _exclusive(p: Position, x: int) -> bool:
    return bool(p.holds(x, ALLIED) or p.zone[ALLIED][x]) and not p.holds(x, GERMAN) and not p.zone[GERMAN][x]


def _occupy(p: Position, row: ConditionRow) -> bool:
    """Good order Allied units stand in all these squares (14.3.7c, 14.4.5c)."""
    return cells_occupied(p, row) == len(row.cells)


def cells_occupied(p: Position, row: ConditionRow) -> int:
    """In how many of the squares that a condition lists good order Allied units stand."""
    cells = p.c.board.cells(row.cells)
    return sum(not p.engaged(x) and any(p.good_order(u) for u in p.own(x, ALLIED)) for x in cells)


def _trace(p: Position, row: ConditionRow) -> bool:
    """A line free of German units and zones back to the west edge from each of these squares (BP-R174)."""
    barred = [bool(p.zone[GERMAN][x] or p.holds(x, GERMAN)) for x in range(p.c.board.size)]
    return all(_line_west(p, p.c.board.cell(label), barred) for label in row.cells)


def _line_west(p: Position, start: int, barred: list[bool]) -> bool:
    seen, ring = {start}, [start]
    while ring:
        if any(p.c.depth[ALLIED][x] == 0 for x in ring):
            return True
        ring = [n for x in ring for n in p.c.board.neighbours[x] if not barred[n] and n not in seen]
        ring = list(dict.fromkeys(ring))
        seen |= set(ring)
    return False


def _lead(p: Position, row: ConditionRow) -> bool:
    points = p.combat_points if row.combat_only else p.points
    return points[GERMAN] - points[ALLIED] >= row.margin


def _trench_squares(p: Position, row: ConditionRow) -> bool:
    """German combat units, not HQs, alone in so many squares of the Allied start trench (BP-R104)."""
    return trench_squares_held(p) >= row.need


def trench_squares_held(p: Position) -> int:
    """How many squares of the Allied start trench German combat units hold alone."""
    held = [x for x in p.c.allied_trench if p.holds(x, GERMAN) and not p.engaged(x)]
    return sum(any(not p.c.hq[u] for u in p.own(x, GERMAN)) for x in held)


def _drawn_places(p: Position, row: ConditionRow) -> bool:
    """Both nations hold all their drawn places (15.7.1/2)."""
    return all(achieved(p, m) for m in p.objectives if p.c.markers[m].kind == "place")


def _drawn_deeds(p: Position, row: ConditionRow) -> bool:
    return all(achieved(p, m) for m in p.objectives if p.c.markers[m].kind != "place")


def _strength(p: Position, row: ConditionRow) -> bool:
    """Huge German losses: the marker if it was drawn, else twice the German points, which 0 to 0 is not (15.7.1/3, BP-R111)."""
    drawn = [m for m in p.objectives if p.c.markers[m].kind == "strength"]
    return achieved(p, drawn[0]) if drawn else 0 < p.points[ALLIED] >= 2 * p.points[GERMAN]


CONDITIONS: dict[str, Callable[[Position, ConditionRow], bool]] = {
    "clear_trench": _clear_trench,
    "claim": _claim,
    "exits": _exits,
    "occupy": _occupy,
    "trace": _trace,
    "lead": _lead,
    "trench_squares": _trench_squares,
    "drawn_places": _drawn_places,
    "drawn_deeds": _drawn_deeds,
    "strength": _strength,
}


def won(p: Position, row: VictoryRow, allied: bool) -> bool:
    """Whether a victory's conditions are met; `allied` says whether the Allies have won theirs."""

    def met(condition: ConditionRow) -> bool:
        return not allied if condition.kind == "deny" else CONDITIONS[condition.kind](p, condition)

    return all(map(met, row.all_of)) and (not row.any_of or any(map(met, row.any_of)))


def victories(p: Position) -> dict[str, list[VictoryRow]]:
    """The victories each side has met as things stand."""
    rows = p.s.victories.values()
    allied = [row for row in rows if row.side == "allied" and won(p, row, False)]
    german = [row for row in rows if row.side == "german" and won(p, row, bool(allied))]
    return {"allied": allied, "german": german}


class Watched(NamedTuple):
    """The squares on which victories and drawn objectives hang: claims on some; from others a line must lead home, which may be
    cut anywhere."""

    claims: tuple[int, ...]
    ends: tuple[int, ...]


def watched(p: Position, objectives: Iterable[int]) -> Watched:
    board = p.c.board
    rows = [part for row in p.s.victories.values() for part in (*row.all_of, *row.any_of)]
    claims = {x for row in rows for place in row.places for x in board.cells(place.cells)}
    claims.update(x for m in objectives for x in p.c.marker_cells[m])
    return Watched(tuple(sorted(claims)), tuple(sorted({x for row in rows for x in board.cells(row.cells)})))


# ------------------------------------------------------------------------------------------------ 15.6 objectives


def achieved(p: Position, marker: int) -> bool:
    """Whether a drawn objective is met (15.6.2, 15.6.3, 15.6.4, 15.6.5, 15.6.6)."""
    row = p.c.markers[marker]
    nation = SIDES.nations.index(row.nation)
    if row.kind == "place":
        return claims_place(p, p.c.marker_cells[marker], nation)
    if row.kind == "exit":
        gone = [u for u in p.stacks[p.c.box["exited"]] if p.c.nation[u] == nation]
        return len(gone) >= row.need and exit_squares_held(p)
    if row.kind == "breakthrough":
        return p.breakthroughs >= BREAKTHROUGHS
    if row.kind == "reserves":
        return p.regiments_back >= (RESERVES_COMMITTED if "commit_reserves" in p.operations else RESERVES)
    return p.strength_lost >= STRENGTH and p.points[ALLIED] > p.points[GERMAN]


def objective_points(p: Position, marker: int) -> tuple[int, int]:
    """Who scores for a drawn objective, and how much: (side, points); nobody is (-1, 0). A place that the Allies are denied
    scores for the German (13.1)."""
    row = p.c.markers[marker]
    if row.kind == "place":
        if achieved(p, marker):
            return ALLIED, row.points
        germans = claims_place(p, p.c.marker_cells[marker], SIDES.nations.index("german"))
        return (GERMAN, row.points) if germans else (-1, 0)
    if not achieved(p, marker):
        return -1, 0
    if row.kind == "exit":
        nation = SIDES.nations.index(row.nation)
        return ALLIED, row.points * sum(p.c.nation[u] == nation for u in p.stacks[p.c.box["exited"]])
    return ALLIED, row.points


def final_scoring(p: Position) -> None:
    """Germans who are not back, places, exits, breakthrough, reserves, then strength (BP-R171)."""
    away = [r.unit for r in p.returning if r.way.startswith("exit") and p.c.side[r.unit] == GERMAN]
    if away and p.s.german_exit.off_enemy:
        forfeit_exits(p, away)
    order = ("place", "exit", "breakthrough", "reserves", "strength")
    for m in sorted(p.objectives, key=lambda m: order.index(p.c.markers[m].kind)):
        side, points = objective_points(p, m)
        title = f"{p.c.markers[m].title} ({p.c.markers[m].nation})"
        who = f"{counted(points, 'point')} to the {p.adjective(side)} side" if side >= 0 else "nobody scores"
        if side >= 0:
            score(p, side, points)
        p.say("objective", f"{title}: {who}", (p.c.markers[m].source,))


def forfeit_exits(p: Position, away: Sequence[int]) -> None:
    """Who is not back is lost, and the German gives back the points he gained by exits; what these took from the Allies stays
    taken (15.7.1, 15.7.1/1)."""
    points = counted(p.exit_points, "point")
    lost = p.they(away, "is not back and is lost", "are not back and are lost")
    p.say("exit", f"{lost}: the German side forfeits the {points} it gained by exits", ("15.7.1/1",))
    p.points[GERMAN] -= p.exit_points
    p.exit_points = 0
    p.returning = tuple(r for r in p.returning if r.unit not in away)
    for u in away:
        eliminate(p, u, "exit")


def end_of_game(p: Position) -> None:
    """Victory is judged once, after the last reorganization (BP-R171)."""
    p.reveal("objectives")
    p.reveal("discovery")
    final_scoring(p)
    p.over = True
    p.say("end", result(p).level, ("13.0",))


def points_lines(p: Position) -> list[Term]:
    return [Term(f"{p.adjective(side)} victory points", p.points[side], "13.0") for side in (ALLIED, GERMAN)]


def result(p: Position) -> Result:
    return result_of(p, victories(p))


def result_of(p: Position, met: Mapping[str, Sequence[VictoryRow]]) -> Result:
    """Who won by the victories that are met; both or nobody is a draw (BP-R99). Points are the Allied lead."""
    allied, german = bool(met["allied"]), bool(met["german"])
    winner = "" if allied == german else "allied" if allied else "german"
    level = {"allied": "Allied Victory", "german": "German Victory", "": "Draw"}[winner]
    reasons = [f"{row.title} ({row.source})" for rows in met.values() for row in rows]
    reasons += [f"{line.text}: {line.value} ({line.case})" for line in points_lines(p)]
    return Result(winner, level, p.points[ALLIED] - p.points[GERMAN], tuple(reasons))
