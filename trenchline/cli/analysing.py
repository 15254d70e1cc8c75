"""The command that tells what a match was decided by: luck, and the orders that cost most."""

from __future__ import annotations

import argparse

from .. import Match, counted, load
from ..analysis import Analysis, Mistake, analyse
from .saves import broken_file_named, read_saved
from .showing import OK, counting, out, show_json, table


def cmd_analyse(args: argparse.Namespace) -> int:
    saved = read_saved(args.file)
    with broken_file_named(args.file):
        match = load(saved.game, args.pack or None).load(saved)
    with counting("percent", 100) as one_more:
        told = 0

        def tell(done: float) -> None:
            nonlocal told
            while told < int(100 * done):
                told += 1
                one_more()

        found = analyse(match, args.mistakes, tell)
    if args.json:
        show_json(found)
    else:
        show_analysis(match, found)
    return OK


def show_analysis(match: Match, found: Analysis) -> None:
    first, last = found.first_side.capitalize(), found.chances[-1] if found.chances else 0.5
    begun = found.chances[0] if found.chances else 0.5
    print(f"{match.game.title}, {match.scenario}: {match.result.level if match.result else match.step}")
    print(f"{first}: {begun:.0%} of the match at the beginning, {last:.0%} now, {found.without_luck:.0%} with average dice")
    for side, luck in found.luck.items():
        print(f"Luck of the {side.capitalize()} side: {100 * luck:+.0f} points of a hundred")
    if not found.mistakes:
        print("No order cost more than 2 points of a hundred against the book.")
    for number, mistake in enumerate(found.mistakes, 1):
        print()
        for line in mistake_lines(number, mistake):
            print(line)
    if found.steps:
        print()
        rows = table(
            "given away against the book", "step", "where it differed", "points", right=("where it differed", "points")
        )
        for step in sorted(found.steps, key=lambda step: -step.cost):
            rows.add_row(step.seat.capitalize(), step.step, str(step.orders), f"{100 * step.cost:.1f}")
        out().print(rows)


def mistake_lines(number: int, mistake: Mistake) -> list[str]:
    """A mistake in words."""
    where = f"turn {mistake.turn}, {mistake.step}, after {counted(mistake.number, 'action')}"
    cost = f"{100 * mistake.cost:.0f} points of a hundred (± {100 * mistake.error:.0f})"
    played, better = (" ".join(deed.text for deed in deeds) for deeds in (mistake.played, mistake.better))
    return [
        f"{number}. {mistake.seat.capitalize()}, {where}: {cost}",
        f"   played  {played}",
        f"   better  {better}" + (f": {mistake.why}" if mistake.why else ""),
        *(f"           {fact}" for fact in mistake.facts),
    ]
