"""What each side wants, in sentences made from the conditions of the scenario's victories (14.1.4, 15.7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...core.views import Standing
from .components import ALLIED, GERMAN, SIDES, Scenario
from .data_files import ConditionRow, VictoryRow
from .position import Position
from .victory import CONDITIONS, places_claimed, result_of

WORDS = {
    "clear_trench": "no German unit on the German start trench",
    "trace": "a line free of the enemy from {cells} back to the west edge",
    "occupy": "good order Allied units in {cells}",
    "trench_squares": "German combat units alone in {need} squares of the Allied start trench",
    "drawn_places": "all places drawn as objectives",
    "drawn_deeds": "all other objectives drawn",
    "strength": "the enemy's strength broken: the objective if it was drawn, else twice the German points",
    "deny": "no Allied victory",
}


def words(row: ConditionRow) -> str:
    """A condition in words."""
    if row.kind == "claim":
        places = ", ".join(place.name for place in row.places)
        return f"{row.nation.capitalize()} claims on {row.need} of {places}" if len(row.places) > 1 else f"a claim on {places}"
    if row.kind == "lead":
        return f"a German lead of {row.margin} {'combat ' * row.combat_only}points"
    if row.kind == "exits":
        british = f", {row.british} of them British" if row.british else ""
        return f"{row.need} units off by the east edge{british}"
    return WORDS[row.kind].format(cells=", ".join(row.cells), need=row.need)


def progress(p: Position, row: ConditionRow) -> str:
    """A condition in words, with how far it is met."""
    if row.kind == "claim":
        return f"{words(row)} (now {places_claimed(p, row)})"
    if row.kind == "lead":
        points = p.combat_points if row.combat_only else p.points
        return f"{words(row)} (now {points[GERMAN] - points[ALLIED]})"
    if row.kind == "exits":
        return f"{words(row)} (now {len(p.stacks[p.c.box['exited']])})"
    return words(row)


def goal(row: VictoryRow) -> str:
    parts = [words(part) for part in row.all_of if part.kind in CONDITIONS or part.kind == "deny"]
    ways = [words(part) for part in row.any_of if part.kind in CONDITIONS or part.kind == "deny"]
    return f"{row.title}: {' and '.join([*parts, *([' or '.join(ways)] if ways else [])])} ({row.source})."


def goals(s: Scenario) -> dict[str, tuple[str, ...]]:
    return {side: tuple(goal(row) for row in s.victories.values() if row.side == side) for side in SIDES.names}


def secrets_decide(p: Position) -> bool:
    """In the campaign nobody can tell before the end who would win (15.6)."""
    return not p.over and any(part.kind == "drawn_places" for row in p.s.victories.values() for part in row.all_of)


def standing(p: Position, met: Mapping[str, Sequence[VictoryRow]]) -> Standing:
    """The score, the victory as things stand, and what the other side lacks; in the campaign secrets decide (15.6)."""
    score = f"Allied {p.points[ALLIED]}, German {p.points[GERMAN]} points"
    if secrets_decide(p):
        return Standing(f"{score}; objectives decide at the end")
    found = result_of(p, met)
    return Standing(f"{score}: {found.level} as things stand", found.winner, lacking(p, found.winner, met))


def lacking(p: Position, winner: str, met: Mapping[str, Sequence[VictoryRow]]) -> str:
    """What the side that would not win needs first."""
    side = "german" if winner == "allied" else "allied"
    for row in p.s.victories.values():
        if row.side == side and row not in met[side]:
            for part in (*row.all_of, *row.any_of):
                if part.kind in CONDITIONS and not CONDITIONS[part.kind](p, part):
                    return f"{row.title} needs {progress(p, part)}"
    return ""
