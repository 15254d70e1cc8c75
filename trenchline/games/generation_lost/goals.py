"""What each side wants, in sentences made from the conditions of the scenario's victories (19.1.6 and on, 20.5)."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.board import Board
from ...core.views import Standing
from .components import FRENCH, GERMAN, SIDES, Scenario
from .data_files import ConditionRow, VictoryRow
from .position import Position
from .victory import _taken, _worth, met, of_side, result_of

WORDS = {
    "hold_last": "to be the last to stand in {where}",
    "occupy": "units in {where}",
    "clear_line": "no enemy on the {line} start line",
    "line_squares": "units in {need} squares of the {line} start line",
    "no_zone": "no enemy zone of control on {where}",
    "zone_on_any": "a zone of control on one of {where}",
    "in_or_beside": "a unit in or next to {where}",
    "supply_line": "a free line from {where} to your edge",
    "encircle": "{where} encircled",
    "all_objectives": "all objectives that were drawn",
    "deny": "no victory of the enemy",
    "none_of": "none of the enemy's conditions met",
}


def words(board: Board, row: ConditionRow) -> str:
    """A condition in words."""
    if row.kind == "places":
        return f"{row.need} of {', '.join(place.name for place in row.places)}"
    if row.kind == "lead":
        return f"a lead of {row.margin} {'' if row.all_points else 'combat '}points"
    if row.kind in ("all", "some"):
        together = " and ".join(words(board, part) for part in row.of)
        return f"{row.need} of these: {together}" if row.kind == "some" else together
    named = dict.fromkeys(name for cell in row.cells if (name := board.names[board.cell(cell)].split(";")[0]))
    where = row.name or ", ".join(named or row.cells)
    return WORDS[row.kind].format(where=where, line=row.line.capitalize(), need=row.need)


def progress(p: Position, side: int, row: ConditionRow) -> str:
    """A condition in words, with how far it is met."""
    if row.kind == "places":
        held = sum(_worth(p, place) for place in row.places if _taken(p, side, place))
        return f"{words(p.c.board, row)} (now {held})"
    if row.kind == "lead":
        points = p.points if row.all_points else p.combat_points
        return f"{words(p.c.board, row)} (now {points[side] - points[p.enemy(side)]})"
    if row.kind == "all":
        return progress(p, side, next(part for part in row.of if not met(p, side, part)))
    return words(p.c.board, row)


def goal(board: Board, row: VictoryRow) -> str:
    parts = [words(board, part) for part in row.all_of]
    ways = [words(board, part) for part in row.any_of]
    some = [f"{row.need} of these: {'; '.join(words(board, part) for part in row.some_of)}"] if row.some_of else []
    return f"{row.title}: {' and '.join([*parts, *([', or '.join(ways)] if ways else []), *some])} ({row.source})."


def goals(board: Board, s: Scenario) -> dict[str, tuple[str, ...]]:
    return {side: tuple(goal(board, row) for row in s.victories.values() if row.side == side) for side in SIDES.names}


def secrets_decide(p: Position) -> bool:
    """In the campaign nobody can tell before the end who would win (20.4)."""
    return bool(p.s.spec.objectives) and not p.over


def standing(p: Position, won: Sequence[Sequence[VictoryRow]]) -> Standing:
    """The score, the victory as things stand, and what the other side lacks; in the campaign secrets decide (20.4)."""
    score = f"German {p.points[GERMAN]}, French {p.points[FRENCH]} points"
    if secrets_decide(p):
        return Standing(f"{score}; objectives decide at the end")
    found = result_of(p, won)
    return Standing(f"{score}: {found.level} as things stand", found.winner, lacking(p, found.winner, won))


def lacking(p: Position, winner: str, won: Sequence[Sequence[VictoryRow]]) -> str:
    """What the side that would not win needs first."""
    side = FRENCH if winner == "german" else GERMAN
    for row in of_side(p, side):
        parts = () if row in won[side] else (*row.all_of, *row.any_of, *row.some_of)
        for part in parts:
            if not met(p, side, part):
                return f"{row.title} needs {progress(p, side, part)}"
    return ""
