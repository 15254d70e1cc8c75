"""Ratings by Glicko-2 (Mark Glickman, "Example of the Glicko-2 system", 2013), with an allowance for unequal sides.

The letters are those of the paper: mu the rating, phi its deviation, sigma the volatility, a scale of 173.7178 points to one.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, pi, sqrt

import msgspec

SCALE = 173.7178
TAU = 0.5  # how much volatility may change
TOLERANCE = 1e-6
START, UNKNOWN, STEADY = 1500.0, 350.0, 0.06  # of somebody new


class Rating(msgspec.Struct, frozen=True):
    """What is known of a player: how strong he is, how sure that is, how much it changes."""

    rating: float = START
    deviation: float = UNKNOWN
    volatility: float = STEADY

    def after_weeks(self, weeks: float) -> Rating:
        """The same after some weeks without a match: less sure, and never less than of somebody new."""
        phi = self.deviation / SCALE
        wider = sqrt(phi * phi + max(0.0, weeks) * self.volatility**2) * SCALE
        return msgspec.structs.replace(self, deviation=min(UNKNOWN, wider))


class Played(msgspec.Struct, frozen=True):
    """A match: against whom, the score (1 won, 0.5 drawn, 0 lost), and what equals score with this side."""

    opponent: Rating
    score: float
    share: float = 0.5


def expected(mine: Rating, played: Played) -> float:
    """The score to be expected: a side that wins more often between equals counts as so much strength."""
    edge = log(played.share / (1 - played.share))
    apart = (mine.rating - played.opponent.rating) / SCALE + edge
    return 1 / (1 + exp(-_weight(played.opponent) * apart))


def _weight(opponent: Rating) -> float:
    """How much a match against somebody says (g in the paper)."""
    return 1 / sqrt(1 + 3 * (opponent.deviation / SCALE / pi) ** 2)


def rated(mine: Rating, matches: Sequence[Played]) -> Rating:
    """The rating after some matches."""
    mu, phi = (mine.rating - START) / SCALE, mine.deviation / SCALE
    hopes = [expected(mine, one) for one in matches]
    weights = [_weight(one.opponent) for one in matches]
    v = 1 / sum(g * g * e * (1 - e) for g, e in zip(weights, hopes, strict=True))
    gain = sum(g * (one.score - e) for g, e, one in zip(weights, hopes, matches, strict=True))
    sigma = _volatility(mine.volatility, phi, v, v * gain)
    before = sqrt(phi * phi + sigma * sigma)
    after = 1 / sqrt(1 / before**2 + 1 / v)
    return Rating(START + (mu + after * after * gain) * SCALE, after * SCALE, sigma)


def _volatility(sigma: float, phi: float, v: float, delta: float) -> float:
    """Step 5 of the paper: the zero of f by the Illinois method."""
    a = log(sigma * sigma)

    def f(x: float) -> float:
        grown = phi * phi + v + exp(x)
        return exp(x) * (delta * delta - grown) / (2 * grown * grown) - (x - a) / (TAU * TAU)

    low = a
    if delta * delta > phi * phi + v:
        high = log(delta * delta - phi * phi - v)
    else:
        k = 1
        while f(a - k * TAU) < 0:
            k += 1
        high = a - k * TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > TOLERANCE:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return exp(low / 2)
