"""What each side wants, in sentences made from the conditions of the scenario's victories (19.1.6 and on, 20.5)."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.board import Board
from ...core.views import Aim, Condition, Standing
from ...core.wording import counted, listed
from .components import FRENCH, GERMAN, SIDES, Scenario
from .data_files import ConditionRow, VictoryRow
from .position import Position
from .victory import _line, _taken, _worth, met, occupies, of_side, result_of

WORDS = {
    "hold_last": "hold {where} (the last side to enter it holds it)",
    "occupy": "occupy {where}",
    "clear_line": "clear the {line} start line of {line} units",
    "line_squares": "occupy {need} squares of the {line} start line",
    "no_zone": "keep enemy zones of control off {where}",
    "zone_on_any": "have a zone of control on a square of {where}",
    "in_or_beside": "have a unit in or next to {where}",
    "supply_line": "keep a line free of the enemy from {where} to your edge",
    "encircle": "encircle {where}",
    "all_objectives": "meet all drawn objectives",
}
PUBLIC = ("occupy", "clear_line", "line_squares", "lead")  # what is told of the campaign before its end (20.4)


def words(board: Board, row: ConditionRow) -> str:
    """A condition in words."""
    if row.kind == "places":
        return f"occupy {row.need} of these {len(row.places)}: {', '.join(place.name for place in row.places)}"
    if row.kind == "lead":
        return f"lead by {counted(row.margin, 'point' if row.all_points else 'combat point')}"
    if row.kind == "all":
        return listed([words(board, part) for part in row.of])
    if row.kind == "some":
        return f"{row.need} of these {len(row.of)}: {', '.join(words(board, part) for part in row.of)}"
    if row.kind in ("deny", "none_of"):
        victory = f"the {row.level.replace('_', ' ').capitalize()} victory" if row.level else "the enemy every victory"
        return f"deny the enemy each condition of {victory}" if row.kind == "none_of" else f"deny {victory}"
    named = dict.fromkeys(name for cell in row.cells if (name := board.names[board.cell(cell)].split(";")[0]))
    where = row.name or listed(list(named) or row.cells)
    return WORDS[row.kind].format(where=where, line=row.line.capitalize(), need=row.need)


def now(p: Position, side: int, row: ConditionRow) -> str:
    """How far a condition is met: "3 of 4"."""
    if row.kind == "places":
        return f"{sum(_worth(p, place) for place in row.places if _taken(p, side, place))} of {row.need}"
    if row.kind == "lead":
        points = p.points if row.all_points else p.combat_points
        lead = points[side] - points[p.enemy(side)]
        return f"{lead} of {row.margin}" if lead >= 0 else f"{-lead} behind"
    if row.kind == "some":
        return f"{sum(met(p, side, part) for part in row.of)} of {row.need}"
    if row.kind == "occupy" and len(row.cells) > 1:
        return f"{sum(occupies(p, x, side) for x in p.c.board.cells(row.cells))} of {counted(len(row.cells), 'square')}"
    if row.kind == "line_squares":
        return f"{sum(occupies(p, x, side) for x in _line(p, row))} of {row.need}"
    if row.kind == "clear_line":
        return f"{counted(sum(bool(p.present[x] & p.c.bit[p.enemy(side)]) for x in _line(p, row)), 'square')} left"
    return ""


def told(row: VictoryRow) -> list[tuple[str, list[ConditionRow]]]:
    """The conditions of a victory, under the words for how many of them it takes."""
    groups = {"all of these": row.all_of, "one of these": row.any_of, f"{row.need} of these": row.some_of}
    return [(need if len(parts) > 1 else "", parts) for need, parts in groups.items() if parts]


def goal(board: Board, row: VictoryRow) -> str:
    groups = [(need, "; ".join(words(board, part) for part in parts)) for need, parts in told(row)]
    return " ".join(f"{row.title}{need and ', '}{need}: {text} ({row.source})." for need, text in groups)


def goals(board: Board, s: Scenario) -> dict[str, tuple[str, ...]]:
    return {side: tuple(goal(board, row) for row in s.victories.values() if row.side == side) for side in SIDES.names}


def secrets_decide(p: Position) -> bool:
    """In the campaign nobody can tell before the end who would win (20.4)."""
    return bool(p.s.spec.objectives) and not p.over


def aims(p: Position) -> tuple[Aim, ...]:
    """The victories of both sides with how far each condition is met; what hangs on secrets is not told (20.4)."""
    hidden = secrets_decide(p)

    def condition(side: int, part: ConditionRow) -> Condition:
        text = words(p.c.board, part)
        if hidden and part.kind not in PUBLIC:
            return Condition(text)
        fulfilled = met(p, side, part)
        return Condition(text, fulfilled, "" if fulfilled else now(p, side, part))

    return tuple(
        Aim(row.side, row.title, row.source, tuple(condition(side, part) for part in parts), need)
        for side in (GERMAN, FRENCH)
        for row in of_side(p, side)
        for need, parts in told(row)
    )


def standing(p: Position, won: Sequence[Sequence[VictoryRow]]) -> Standing:
    """The score, the victory as things stand, and what the other side lacks; in the campaign secrets decide (20.4)."""
    score = f"German {p.points[GERMAN]}, French {counted(p.points[FRENCH], 'point')}"
    if secrets_decide(p):
        return Standing(f"{score}; objectives decide at the end", aims=aims(p))
    found = result_of(p, won)
    return Standing(f"{score}: {found.level} as things stand", found.winner, lacking(p, found.winner, won), aims(p))


def lacking(p: Position, winner: str, won: Sequence[Sequence[VictoryRow]]) -> str:
    """What the side that would not win needs first."""
    side = FRENCH if winner == "german" else GERMAN
    for row in of_side(p, side):
        parts = () if row in won[side] else (*row.all_of, *row.any_of, *row.some_of)
        for part in parts:
            if not met(p, side, part):
                return f"{row.title}: {first_lacking(p, side, part)}"
    return ""


def first_lacking(p: Position, side: int, row: ConditionRow) -> str:
    """A condition in words with how far it is met; of several together the first that is not."""
    if row.kind == "all":
        return first_lacking(p, side, next(part for part in row.of if not met(p, side, part)))
    far = now(p, side, row)
    return f"{words(p.c.board, row)}{f' (now {far})' if far else ''}"
