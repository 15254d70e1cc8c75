"""What each side wants, in sentences made from the conditions of the scenario's victories (14.1.4, 15.7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...core.views import Aim, Condition, Standing
from ...core.wording import counted, listed
from .components import ALLIED, GERMAN, SIDES, Scenario
from .data_files import ConditionRow, VictoryRow
from .position import Position
from .victory import CONDITIONS, cells_occupied, places_claimed, result_of, trench_squares_held

WORDS = {
    "clear_trench": "clear the German start trench of German units",
    "trace": "keep a line free of Germans from {cells} to the west edge",
    "occupy": "hold {cells} with units in good order",
    "trench_squares": "hold {need} squares of the Allied start trench with combat units",
    "drawn_places": "claim every place among the drawn objectives",
    "drawn_deeds": "meet every other drawn objective",
    "strength": "score twice the German points; if huge German losses were drawn as an objective, meet that instead",
    "deny": "deny the Allies every victory",
}
SECRET = ("drawn_places", "drawn_deeds", "strength", "deny")  # hang on the drawn objectives in the campaign (15.6)


def words(row: ConditionRow) -> str:
    """A condition in words."""
    if row.kind == "claim":
        names = [place.name for place in row.places]
        if len(names) == row.need:
            return f"claim {listed(names)} with {row.nation.capitalize()} units"
        area = names[0].removesuffix(f" {row.places[0].cells[0]}")
        if all(place.name == f"{area} {place.cells[0]}" for place in row.places):  # squares of one area
            squares = ", ".join(place.cells[0] for place in row.places)
            return f"claim {row.need} of the {len(names)} squares of {area} with {row.nation.capitalize()} units: {squares}"
        return f"claim {row.need} of these {len(names)} with {row.nation.capitalize()} units: {', '.join(names)}"
    if row.kind == "lead":
        return f"lead by {counted(row.margin, 'combat point' if row.combat_only else 'point')}"
    if row.kind == "exits":
        british = f", at least {row.british} of them British" if row.british else ""
        held = ", and hold the squares they left by" if row.held else ""
        return f"move {counted(row.need, 'unit')} off the east edge{british}{held}"
    return WORDS[row.kind].format(cells=listed(row.cells), need=row.need)


def now(p: Position, row: ConditionRow) -> str:
    """How far a condition is met: "3 of 4"."""
    if row.kind == "claim":
        return f"{places_claimed(p, row)} of {row.need}"
    if row.kind == "lead":
        points = p.combat_points if row.combat_only else p.points
        lead = points[GERMAN] - points[ALLIED]
        return f"{lead} of {row.margin}" if lead >= 0 else f"{-lead} behind"
    if row.kind == "exits":
        return f"{len(p.stacks[p.c.box['exited']])} of {row.need}"
    if row.kind == "trench_squares":
        return f"{trench_squares_held(p)} of {row.need}"
    if row.kind == "occupy":
        return f"{cells_occupied(p, row)} of {len(row.cells)}"
    if row.kind == "clear_trench":
        return f"{counted(sum(p.holds(x, GERMAN) for x in p.c.german_trench), 'square')} left"
    return ""


def told(row: VictoryRow) -> list[tuple[str, list[ConditionRow]]]:
    """The conditions of a victory that are told, under the words for how many of them it takes."""
    groups = {"all of these": row.all_of, "one of these": row.any_of}
    known = {need: [part for part in parts if part.kind in WORDS or part.kind in CONDITIONS] for need, parts in groups.items()}
    return [(need if len(parts) > 1 else "", parts) for need, parts in known.items() if parts]


def goal(row: VictoryRow) -> str:
    groups = [(need, "; ".join(map(words, parts))) for need, parts in told(row)]
    return " ".join(f"{row.title}{need and ', '}{need}: {text} ({row.source})." for need, text in groups)


def goals(s: Scenario) -> dict[str, tuple[str, ...]]:
    return {side: tuple(goal(row) for row in s.victories.values() if row.side == side) for side in SIDES.names}


def secrets_decide(p: Position) -> bool:
    """In the campaign nobody can tell before the end who would win (15.6)."""
    return not p.over and any(part.kind == "drawn_places" for row in p.s.victories.values() for part in row.all_of)


def aims(p: Position, met: Mapping[str, Sequence[VictoryRow]]) -> tuple[Aim, ...]:
    """The victories of both sides with how far each condition is met; what hangs on secrets is not told (15.6)."""
    hidden = secrets_decide(p)

    def condition(part: ConditionRow) -> Condition:
        if part.kind in SECRET and hidden:
            return Condition(words(part))
        fulfilled = not met["allied"] if part.kind == "deny" else CONDITIONS[part.kind](p, part)
        if part.kind == "trace":  # a line counts from where somebody stands
            fulfilled = fulfilled and cells_occupied(p, part) > 0
        return Condition(words(part), fulfilled, "" if fulfilled else now(p, part))

    return tuple(
        Aim(row.side, row.title, row.source, tuple(map(condition, parts)), need)
        for row in p.s.victories.values()
        if row.side in SIDES.names
        for need, parts in told(row)
    )


def standing(p: Position, met: Mapping[str, Sequence[VictoryRow]]) -> Standing:
    """The score, the victory as things stand, and what the other side lacks; in the campaign secrets decide (15.6)."""
    score = f"Allied {p.points[ALLIED]}, German {counted(p.points[GERMAN], 'point')}"
    if secrets_decide(p):
        return Standing(f"{score}; objectives decide at the end", aims=aims(p, met))
    found = result_of(p, met)
    return Standing(f"{score}: {found.level} as things stand", found.winner, lacking(p, found.winner, met), aims(p, met))


def lacking(p: Position, winner: str, met: Mapping[str, Sequence[VictoryRow]]) -> str:
    """What the side that would not win needs first."""
    side = "german" if winner == "allied" else "allied"
    for row in p.s.victories.values():
        if row.side == side and row not in met[side]:
            for part in (*row.all_of, *row.any_of):
                if part.kind in CONDITIONS and not CONDITIONS[part.kind](p, part):
                    far = now(p, part)
                    return f"{row.title}: {words(part)}{f' (now {far})' if far else ''}"
    return ""
