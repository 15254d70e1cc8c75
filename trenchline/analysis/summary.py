"""The analysis of a match in one document: the course of the chances, luck by side, and the orders that cost most."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

import msgspec

from .. import Match
from .ledger import Entry, Ledger, entries
from .mistakes import Mistake, Review

LEDGER_SHARE = 0.1  # of the work, roughly
A_TURN = 0.05  # of a match: a change of the chances that is worth a mark
TURNING_POINTS = 5


class TurnOfFortune(msgspec.Struct, frozen=True):
    """A roll and what it did to the chances of the first side, beyond the mean of its outcomes."""

    number: int  # how many actions had been taken by then
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
    chances: tuple[float, ...]  # before the first action of a player, and after each with the dice that fell by it
    rolls: tuple[TurnOfFortune, ...]
    turning_points: tuple[int, ...]  # after how many actions the chances had changed most, in the order of the match
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
    chances, rolls = by_action(found)
    luck = {side: book.luck if side == book.first_side else -book.luck for side in match.game.sides}
    return Analysis(
        book.game,
        book.scenario,
        book.first_side,
        match.over,
        tuple(round(x, 4) for x in chances),
        tuple(rolls),
        turning_points(chances),
        luck,
        book.without_luck,
        tuple(mistakes),
        tuple(StepCost(seat, step, len(of), sum(of)) for (seat, step), of in costs.items()),
    )


def by_action(found: Sequence[Entry]) -> tuple[list[float], list[TurnOfFortune]]:
    """The chances after each action of a player, and the rolls by how many had been taken: a roll belongs to the action that
    led to it, as where somebody looks back."""
    chances: list[float] = [found[0].before] if found else []
    rolls = []
    for entry in found:
        if not entry.is_luck:
            chances.append(entry.after)
            continue
        rolls.append(TurnOfFortune(len(chances) - 1, round(entry.change, 4)))
        chances[-1] = entry.after
    return chances, rolls


def turning_points(chances: Sequence[float]) -> tuple[int, ...]:
    """The moments at which the chances changed most by one action and its dice."""
    changes = [(abs(after - before), n) for n, (before, after) in enumerate(pairwise(chances), 1)]
    great = sorted((change, n) for change, n in changes if change >= A_TURN)
    return tuple(sorted(n for _, n in great[-TURNING_POINTS:]))
