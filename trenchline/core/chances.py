"""The chance to win: what games between the built-in opponents say about a position.

`data/chances.toml` has a model for each scenario, fitted by `trenchline fit-chances`: an ordered logistic regression
on the features that the game's `knowledge` names. Its weights change in the course of a match: the same lead says more on the
last day than on the first.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from math import exp
from pathlib import Path
from statistics import fmean

import msgspec

from .files import read_toml

FARTHEST = 6.0  # standard deviations: a feature beyond says no more than one at this distance


class Ending(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A way a match can end, and who wins by it: nobody in a draw."""

    level: str
    winner: str


class FittedFeature(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a feature says at each knot, in standard deviations from its mean in the games of the fit."""

    mean: float
    deviation: float
    weights: tuple[float, ...]

    def scaled(self, value: float) -> float:
        """A value in standard deviations from the mean, bounded."""
        return max(-FARTHEST, min(FARTHEST, (value - self.mean) / self.deviation))


class ChanceModel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The model of a scenario. Endings stand in order, the best for the first side last; `cuts` lie between neighbours."""

    fitted_by: str  # the command that repeats the fit
    games: int
    positions: int
    knots: tuple[float, ...]  # shares of the match that have passed
    endings: tuple[Ending, ...]
    cuts: tuple[tuple[float, ...], ...]  # for each pair of neighbours, at each knot
    features: dict[str, FittedFeature]

    def chances(self, features: Mapping[str, float], passed: float, sides: Sequence[str]) -> Chances:
        """Those of a position whose features are given for the first side."""
        hats = hat_weights(self.knots, passed)
        lead = sum(
            fitted.scaled(features.get(name, 0.0)) * sum(fitted.weights[knot] * part for knot, part in hats)
            for name, fitted in self.features.items()
        )
        beyond, least = [1.0], 1.0  # the chance to end at least so well for the first side: cuts may not cross
        for cut in self.cuts:
            least = min(least, logistic(lead - sum(cut[knot] * part for knot, part in hats)))
            beyond.append(least)
        shares = [here - after for here, after in zip(beyond, [*beyond[1:], 0.0], strict=True)]
        return chances_of(self.endings, shares, sides)


class ChancesFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    scenario: dict[str, ChanceModel]


class EndingChance(msgspec.Struct, frozen=True):
    """How likely a match ends in one way."""

    level: str
    winner: str
    probability: float


class Chances(msgspec.Struct, frozen=True):
    """How a match is likely to end: who wins, and at which level."""

    wins: dict[str, float]  # by side
    draw: float
    endings: tuple[EndingChance, ...]  # the best for the first side last

    def expected(self, side: str) -> float:
        """The share of a match that a side can expect: a draw counts half."""
        return self.wins[side] + self.draw / 2


def read_models(file: Path) -> dict[str, ChanceModel]:
    """The models by scenario; none where nothing has been fitted."""
    return read_toml(file, ChancesFile).scenario if file.exists() else {}


def hat_weights(knots: Sequence[float], passed: float) -> list[tuple[int, float]]:
    """The knots on both sides of a moment, and how much each counts there.

    >>> hat_weights((0.0, 0.5, 1.0), 0.6)
    [(1, 0.8), (2, 0.2)]
    >>> hat_weights((0.0, 0.5, 1.0), 2.0)
    [(2, 1.0)]
    """
    if passed <= knots[0]:
        return [(0, 1.0)]
    if passed >= knots[-1]:
        return [(len(knots) - 1, 1.0)]
    right = bisect_right(knots, passed)
    share = (passed - knots[right - 1]) / (knots[right] - knots[right - 1])
    return [(right - 1, round(1.0 - share, 12)), (right, round(share, 12))]


def chances_of(endings: Sequence[Ending], shares: Sequence[float], sides: Sequence[str]) -> Chances:
    """Chances from the probability of each ending."""
    wins, draw = dict.fromkeys(sides, 0.0), 0.0
    for ending, share in zip(endings, shares, strict=True):
        if ending.winner:
            wins[ending.winner] += share
        else:
            draw += share
    found = tuple(EndingChance(e.level, e.winner, share) for e, share in zip(endings, shares, strict=True))
    return Chances(wins, draw, found)


def mean_of(found: Sequence[Chances]) -> Chances:
    """The mean of chances of the same match."""
    first = found[0]
    return Chances(
        {side: fmean(one.wins[side] for one in found) for side in first.wins},
        fmean(one.draw for one in found),
        tuple(
            EndingChance(e.level, e.winner, fmean(one.endings[n].probability for one in found))
            for n, e in enumerate(first.endings)
        ),
    )


def logistic(x: float) -> float:
    return 1.0 / (1.0 + exp(-x)) if x >= 0 else exp(x) / (1.0 + exp(x))
