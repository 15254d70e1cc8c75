"""When a contest of two players can stop: the sequential probability ratio test, seed by seed.

An observation is a seed on which both have played either side: the mean of the first player's two scores. Luck of the dice and
strength of the side count for little in it. Tested is whether he is stronger by so many Elo or not stronger at all; either
error has a chance of 1 in 20.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from statistics import fmean

import msgspec

from .arena import Bout

ERROR = 0.05
BOUND = log((1 - ERROR) / ERROR)
FEWEST = 8  # seeds: before, their spread says too little


class Verdict(msgspec.Struct, frozen=True):
    """How far a test has come: by how much the seeds speak for `stronger` (positive) or against it."""

    elo: float
    seeds: int
    ratio: float  # log of the likelihoods

    @property
    def words(self) -> str:
        if self.ratio >= BOUND:
            return f"stronger by {self.elo:g} Elo or about that"
        if self.ratio <= -BOUND:
            return f"not stronger by {self.elo:g} Elo"
        return "undecided"

    @property
    def decided(self) -> bool:
        return abs(self.ratio) >= BOUND


def expected_score(elo: float) -> float:
    """The score of who is stronger by so much.

    >>> expected_score(0), round(expected_score(100), 2)
    (0.5, 0.64)
    """
    return float(1 / (1 + 10 ** (-elo / 400)))


def paired_scores(bouts: Sequence[Bout], first: str) -> list[float]:
    """The mean score of a player on each seed that both sides were played on, from the first seed on without a gap: which games
    end sooner must not decide which are counted."""
    scores: dict[int, list[float]] = {}
    for bout in bouts:
        scores.setdefault(bout.result.game, []).append(bout.score if bout.first == first else 1 - bout.score)
    found: list[float] = []
    while len(pair := scores.get(len(found) + 1, [])) == 2:
        found.append(fmean(pair))
    return found


def strength_test(scores: Sequence[float], elo: float) -> Verdict:
    """The verdict on these scores, seed by seed: it stands where it was first reached."""
    for count in range(FEWEST, len(scores) + 1):
        verdict = Verdict(elo, count, _ratio(scores[:count], elo))
        if verdict.decided:
            return verdict
    return Verdict(elo, len(scores), _ratio(scores, elo) if len(scores) >= FEWEST else 0.0)


def _ratio(scores: Sequence[float], elo: float) -> float:
    """The log of the likelihood ratio, the scores being about normal. One imagined even seed with the widest spread keeps the
    variance from nought."""
    mean = fmean(scores)
    variance = (sum((score - mean) ** 2 for score in scores) + 0.25) / (len(scores) + 1)
    null, better = 0.5, expected_score(elo)
    return len(scores) * (better - null) * (2 * mean - null - better) / (2 * variance)
