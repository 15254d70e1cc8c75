"""What an assault promises to whoever attacks, in steps: whether to press it, to throw its dice again, to make it first."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.charts import Odds
from .assault_odds import doubles_losses, fight_odds, losses_of
from .forecast import forecast
from .position import Position
from .records import Fight
from .states import PRESSED

SQUARE = 2.0  # steps that a square is worth
THEN = {
    "defender retreats": SQUARE,
    "advance": SQUARE,
    "breakthrough": SQUARE + 1,
    "attacker retreats": -1.0,
    "counter-attack": -1.0,
}
ALL_OF_THEM = 3  # steps that are counted where a side is eliminated: how many it has may be hidden


def worth(p: Position, result: str, doubled: bool) -> float:
    """What a result of an assault is worth to the attacker, in steps."""
    row = p.c.results[result]
    lost, taken = losses_of(row, doubled)
    return min(taken, ALL_OF_THEM) - min(lost, ALL_OF_THEM) + THEN.get(row.then, 0.0)


def promise(p: Position, odds: Odds, doubled: bool) -> float:
    """What an assault is worth before its dice."""
    return sum(one.probability * worth(p, one.result, doubled) for one in odds.outcomes)


def promise_now(p: Position, fight: Fight) -> float:
    return promise(p, fight_odds(p, fight), doubles_losses(p, fight))


def promise_of(p: Position, side: int, target: int) -> float | None:
    """What a committed assault promises as it stands; None where nobody defends."""
    assault = next(a for a in p.assaults if a.target == target)
    odds = forecast(p, side, assault)
    return None if odds is None else promise(p, odds, any(p.status[u] & PRESSED for u in assault.units))


def gain_of_pressing(p: Position, side: int, units: Sequence[int]) -> float:
    """What an assault gains if these units of it go in (BP 8.7, GL 13.4)."""
    assault = p.committed(units[0])
    assert assault is not None
    before = promise_of(p, side, assault.target)
    pressed = p.clone()
    for u in units:
        pressed.status[u] |= PRESSED
    after = promise_of(pressed, side, assault.target)
    return 0.0 if before is None or after is None else after - before


def first_assault(p: Position, side: int) -> int:
    """The square whose assault promises most: its success helps the others."""
    known = [(promise_of(p, side, a.target), a.target) for a in p.assaults]
    return max(known, key=lambda one: (9.0 if one[0] is None else one[0], -one[1]))[1]
