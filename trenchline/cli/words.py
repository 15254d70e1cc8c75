"""Sentences: what happened, what the odds are, what stands where. For terminals, logs and screen readers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from .. import CounterView, Event, Game, Match, Odds, Outcome, Overlay, Result, Rule, View, counted

BAR = 24  # characters of a certainty
RULES = 24  # cases shown at once


def plain(text: str) -> str:
    """A sentence without the braces that mark counters and cells."""
    return text.replace("{", "").replace("}", "")


def cited(text: str, cases: Iterable[str]) -> str:
    """A sentence with the cases it rests on."""
    found = ", ".join(cases)
    return f"{plain(text)} ({found})" if found else plain(text)


def event_lines(event: Event) -> list[str]:
    """What happened, the dice with it, its arithmetic indented below."""
    if event.kind in ("turn", "step"):
        return ["", f"== {event.plain_text} =="] if event.kind == "turn" else [f"-- {event.plain_text} --"]
    fell = f" [dice {' '.join(map(str, event.dice))}]" if event.dice else ""
    return [cited(event.text, event.cases) + fell, *(_sum_line(line.text, line.value, line.case) for line in event.lines)]


def _sum_line(text: str, value: int, case: str) -> str:
    return f"    {value:+3d}  {cited(text, [case] if case else [])}"


def events_text(events: Iterable[Event]) -> list[str]:
    """Events in order; a step in which nothing happened is passed over."""
    lines: list[str] = []
    kept = list(events)
    for event, after in zip(kept, [*kept[1:], None], strict=False):
        if not (event.kind == "step" and after is not None and after.kind in ("step", "turn")):
            lines += event_lines(event)
    return lines


def odds_lines(odds: Odds, bar: str = "#") -> list[str]:
    """Odds as text: arithmetic, column, and each outcome with a bar."""
    lines = [plain(odds.title) + (f", column {odds.column}" if odds.column else "")]
    lines += [_sum_line(line.text, line.value, line.case) for line in odds.lines]
    lines += _outcome_lines(odds.outcomes, bar)
    for swing in odds.swings:
        lines.append(f"  {plain(swing.text)}" + (f": column {swing.column}" if swing.column else ""))
        lines += _outcome_lines(swing.outcomes, bar)
    return lines


def _outcome_lines(outcomes: Sequence[Outcome], bar: str) -> list[str]:
    wide = max((len(o.result) for o in outcomes), default=0)
    return [
        f"  {o.result:>{wide}}  {o.probability:6.1%}  {bar * round(BAR * o.probability)}".rstrip()
        + (f"  {o.detail}" if o.detail else "")
        for o in outcomes
    ]


def points(count: int | float) -> str:
    return counted(count, "point")


def result_lines(result: Result) -> list[str]:
    """How a match ended and why."""
    winner = f"{result.winner.capitalize()} wins" if result.winner else "Nobody wins"
    return [f"{result.level}, {points(result.points)}. {winner}.", *(f"    {reason}" for reason in result.reasons)]


def headline(view: View) -> str:
    """Where the match stands: `German Movement, turn 3, February 23, good weather`."""
    weather = f", {view.tracks['weather']} weather" if "weather" in view.tracks else ""
    return f"{view.step or 'Before the first step'}, turn {view.turn}, {view.date}{weather}"


# ---------------------------------------------------------------------------------------------------- what is printed


def rule_lines(game: Game[Any], wanted: str) -> list[str]:
    """The case of a number and all below it; else some of those that speak of a word."""
    found = cases_below(game, wanted.lower())
    spoken = [] if found else [r for r in game.rules if wanted.lower() in f"{r.title} {r.summary}".lower()]
    lines = [f"{r.case} {r.title}. {r.summary}" for r in found or spoken[:RULES]]
    if len(spoken) > RULES:
        lines.append(f"... and {len(spoken) - RULES} more.")
    return lines or [f"No case {wanted!r}, and no case speaks of it."]


def cases_below(game: Game[Any], number: str) -> list[Rule]:
    """A case and those whose number goes on from its own: 9.4 has 9.42a where no case has three numbers, and never 9.40 beside
    9.4.1. 9.0 heads all of chapter 9."""
    deep = any(re.match(r"\d+\.\d+\.\d", r.case) for r in game.rules)
    further = r"\d?" if "." in number and not deep else ""
    goes_on = re.compile(rf"{re.escape(number)}{further}(\D.*)?")
    chapter = number[:-1] if number.endswith(".0") else "none"
    found = [r for r in game.rules if goes_on.fullmatch(r.case.lower()) or r.case.startswith(chapter)]
    return sorted(found, key=lambda r: r.case.lower() != number)


def side_words(game: Game[Any], cell: int, near: int) -> str:
    """What lies beyond a side of a cell, and what runs along or across the side."""
    board = game.board
    if near < 0:
        return "edge of the map"
    joined = [feature for feature in board.edges if board.joined(feature, cell, near)]
    words = [f"{board.labels[near]} {board.names[near]}".strip(), *sorted(board.terrain[near])]
    return ", ".join(words) + (f"; {', '.join(joined)}" if joined else "")


def counter_words(game: Game[Any], view: CounterView) -> str:
    """A counter in a line: who it is, the numbers that count now, its states."""
    c = game.counters[game.counters.index[view.id]]
    formation = " of ".join(f for f in (c.division and f"division {c.division}", c.corps and f"corps {c.corps}") if f)
    words = [f"{c.id} ({c.name})", f"{c.nation.capitalize()} {c.kind} {c.size}".rstrip(), formation]
    words += [f"{view.steps} of {c.steps} steps", f"counts {'-'.join(map(str, view.numbers))}", *view.states]
    return ", ".join(w for w in words if w)


def cell_lines(match: Match, view: View, cell: int) -> list[str]:
    """A cell in full: what its game says of it, markers, counters, and what lies around it."""
    game = match.game
    board, label = game.board, game.board.labels[cell]
    first, *others = game.describe(match, label, view.player)
    lines = [first, *(f"  {line}" for line in others)]
    lines += [f"  Marker: {m.side.capitalize()} {m.kind} {m.value or ''}".rstrip() for m in view.markers if m.cell == label]
    lines += [f"  {counter_words(game, c)}" for c in view.counters if c.place == label]
    around = zip(board.grid.directions, board.across[cell], strict=True)
    return lines + [f"  {direction}: {side_words(game, cell, near)}" for direction, near in around]


def overlay_lines(overlay: Overlay) -> list[str]:
    """What can be laid over the map, read out: cells by side and text, lines, notes."""
    groups: dict[str, list[str]] = {}
    for tint in overlay.cells:
        groups.setdefault(f"{tint.side.capitalize()} {tint.text}".strip(), []).append(tint.cell)
    lines = [f"{overlay.title}:", *(f"  {name}: {' '.join(cells)}" for name, cells in groups.items())]
    lines += [f"  {' '.join(way)}" for way in overlay.lines]
    return lines + [f"  {plain(note)}" for note in overlay.notes]


def order_of_battle(game: Game[Any], view: View, wanted: str = "") -> list[str]:
    """Every counter and where it is, a line for each formation; with a side or formation, only that."""
    groups: dict[tuple[str, str, str], list[str]] = {}
    for found in view.counters:
        c = game.counters[game.counters.index[found.id]]
        if not wanted or wanted.lower() in (c.nation.lower(), c.corps.lower(), c.division.lower()):
            states = f" ({', '.join(found.states)})" if found.states else ""
            groups.setdefault((c.nation, c.corps, c.division), []).append(f"{c.id} {found.place}{states}")
    return [
        " ".join(w for w in (side.capitalize(), corps and f"corps {corps}", division and f"division {division}") if w)
        + f": {', '.join(texts)}"
        for (side, corps, division), texts in groups.items()
    ]
