"""The analysis of a match in one document: the course of the chances, luck by side, and the orders that cost most."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from .. import Match
from .ledger import Ledger, entries
from .mistakes import Mistake, Review

LEDGER_SHARE = 0.1  # of the work, roughly


class TurnOfFortune(msgspec.Struct, frozen=True):
    """A roll and what it did to the chances of the first side, beyond the mean of its outcomes."""

    number: int
    luck: float


class StepCost(msgspec.Struct, frozen=True):
    """What one seat gave away in one kind of step, all turns together, against the book."""

    seat: str
    step: str
    orders: int  # runs of orders that differed from the book's
    cost: float  # of the chance to win


class Analysis(msgspec.Struct, frozen=True):
    """How a match went. Chances are those of the first side, a draw counting half."""

    game: str
    scenario: str
    first_side: str
    ended: bool
    chances: tuple[float, ...]  # before the first action, and after each of the history
    rolls: tuple[TurnOfFortune, ...]
    luck: dict[str, float]  # by side
    without_luck: float  # how it would stand with average dice
    mistakes: tuple[Mistake, ...]  # the costliest first
    steps: tuple[StepCost, ...]


def analyse(match: Match, most: int = 3, tell: Callable[[float], None] = lambda done: None) -> Analysis:
    """Look through a match: up to so many mistakes of each seat. `tell` hears the share of the work that is done."""
    found = []
    for entry in entries(match):
        found.append(entry)
        if entry.number % 50 == 0:
            tell(LEDGER_SHARE * entry.number / len(match.history))
    book = Ledger(match.game.slug, match.scenario, match.game.sides[0], tuple(found))
    review = Review(match, book)
    mistakes = review.run(most, lambda done: tell(LEDGER_SHARE + (1 - LEDGER_SHARE) * done))
    costs: dict[tuple[str, str], list[float]] = {}
    for stretch in review.stretches:
        costs.setdefault((stretch.seat, stretch.step), []).append(max(0.0, stretch.cost))
    luck = {side: book.luck if side == book.first_side else -book.luck for side in match.game.sides}
    return Analysis(
        book.game,
        book.scenario,
        book.first_side,
        match.over,
        tuple(round(x, 4) for x in ([found[0].before] if found else []) + [entry.after for entry in found]),
        tuple(TurnOfFortune(entry.number, round(entry.change, 4)) for entry in found if entry.is_luck),
        luck,
        book.without_luck,
        tuple(mistakes),
        tuple(StepCost(seat, step, len(of), sum(of)) for (seat, step), of in costs.items()),
    )
