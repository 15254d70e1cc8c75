"""An order in words: its actions, and the odds of what it led to."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from .. import Action, Match, Odds, Roll
from .evaluation import LONGEST_ANSWER

Answer = Callable[[Match], tuple[Action, str] | None]  # the next action of an order, with its reason


class Deed(msgspec.Struct, frozen=True):
    """An action of an order: in notation, in the words of its button, and whom and where it concerns."""

    text: str
    words: str
    unit: str = ""
    cell: str = ""


class Order(msgspec.Struct, frozen=True):
    """What a side did, or should have done, at a moment."""

    deeds: tuple[Deed, ...]
    why: str
    odds: Odds | None  # of the dice it led to


def told(at: Match, side: str, answer: Answer) -> Order:
    """The actions of a side from a moment on, until dice fall, the enemy answers, or something else can be ordered."""
    twin, orders = at.clone(), at.game.conduct.orders
    deeds: list[Deed] = []
    why, odds = "", None
    while len(deeds) < LONGEST_ANSWER:
        p = twin.position
        if p.over or isinstance(top := p.stack[-1], Roll) or (deeds and isinstance(top, orders)):
            break
        found = answer(twin)
        if found is None or twin.side_of(found[0].by or twin.player) != side:
            break
        action, reason = found
        deeds.append(Deed(twin.notate(action), twin.label(action), action.unit, action.cell))
        why, odds = why or reason, twin.odds(action) or odds
        twin.play_on(action)
    return Order(tuple(deeds), why, odds)


def odds_words(odds: Odds) -> str:
    """Odds in a line: what is rolled, the ratio, and the three likeliest results.

    >>> from trenchline import Outcome
    >>> odds_words(Odds("Assault on 2505", [], "2:1", [Outcome("D1", 0.5, "the defender loses a step"), Outcome("-", 0.5)]))
    'Assault on 2505 at 2:1: 50 % the defender loses a step, 50 % no effect'
    """
    likely = sorted(odds.outcomes, key=lambda one: -one.probability)[:3]
    results = ", ".join(f"{one.probability:.0%} {one.detail or one.result}".replace("%", " %") for one in likely)
    column = odds.ratio or odds.column
    return f"{odds.title}{f' at {column}' if column else ''}: {results.replace(' % -', ' % no effect')}"
