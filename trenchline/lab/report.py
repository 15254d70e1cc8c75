"""What runs of `trenchline simulate` say: how games ended, how they went turn by turn, and whether two runs differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from math import erfc, sqrt
from pathlib import Path
from statistics import fmean, quantiles, variance

import msgspec

from .. import TrenchlineError
from .journal import FILE, Ended, Head
from .simulate import GameResult, Run
from .summary import Spread, share, spread

BAND = 10  # the band of a line leaves out so many games of a hundred on either side
FEW = 20  # games: a turn that fewer have reached is not drawn


class FinishedRun(msgspec.Struct, frozen=True):
    """A run as its folder holds it."""

    name: str
    run: Run
    results: tuple[GameResult, ...]


class Course(msgspec.Struct, frozen=True):
    """A measure by turn, over all games that have reached it: the mean, and the band in which four of five games lie."""

    turns: tuple[int, ...]
    mean: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]


class Difference(msgspec.Struct, frozen=True):
    """How far a second run is from a first, and how likely chance alone brings as much."""

    what: str
    first: float
    second: float
    p: float

    @property
    def verdict(self) -> str:
        if self.p < 0.01:
            return "differs"
        return "perhaps" if self.p < 0.05 else "no difference shown"


def read_run(folder: Path) -> FinishedRun:
    """A run from its folder; the games that have ended, where it was stopped."""
    file = folder / FILE
    if not file.exists():
        raise TrenchlineError(f"{folder} holds no run: `trenchline simulate ... --out {folder}` makes one")
    first, *lines = file.read_bytes().split(b"\n")
    try:
        run = msgspec.convert(msgspec.json.decode(first, type=Head).what, Run)
        results = [msgspec.json.decode(line, type=Ended).result for line in lines if line]
    except (msgspec.MsgspecError, TypeError) as fault:
        raise TrenchlineError(f"{file} is not the record of a run of `trenchline simulate` ({fault})") from None
    if not results:
        raise TrenchlineError(f"{folder} holds no finished game")
    return FinishedRun(folder.name, run, tuple(sorted(results, key=lambda result: result.game)))


def endings(found: FinishedRun) -> list[tuple[str, int, float, float, float]]:
    """Each way in which games ended: how many, their share and its 95 % interval; by the points that earn it."""
    points: dict[str, list[float]] = {}
    for result in found.results:
        points.setdefault(result.level, []).append(float(result.points))
    levels = sorted(points, key=lambda level: fmean(points[level]))
    return [(level, len(points[level]), *share(len(points[level]), len(found.results))) for level in levels]


def points(found: FinishedRun) -> Spread:
    return spread([result.points for result in found.results])


def measured(found: FinishedRun) -> list[str]:
    """The names of what was measured, in their order."""
    return list(dict.fromkeys(name for result in found.results for turn in result.turns for name in turn.values))


def course(found: FinishedRun, name: str) -> Course:
    """A measure by turn."""
    by_turn: dict[int, list[float]] = {}
    for result in found.results:
        for turn in result.turns:
            if name in turn.values:
                by_turn.setdefault(turn.turn, []).append(turn.values[name])
    enough = min(FEW, len(found.results))
    turns = sorted(turn for turn, values in by_turn.items() if len(values) >= enough)
    ends = {turn: _band(by_turn[turn]) for turn in turns}
    return Course(
        tuple(turns),
        tuple(fmean(by_turn[turn]) for turn in turns),
        tuple(ends[turn][0] for turn in turns),
        tuple(ends[turn][1] for turn in turns),
    )


def _band(values: Sequence[float]) -> tuple[float, float]:
    if len(values) < 2:
        return values[0], values[0]
    cuts = quantiles(values, n=100, method="inclusive")
    return cuts[BAND - 1], cuts[-BAND]


def lead_changes(result: GameResult) -> int:
    """How often the favourite has changed from the end of one turn to that of the next."""
    chances = [turn.values["chance"] for turn in result.turns if "chance" in turn.values]
    leads = [chance > 0.5 for chance in chances if chance != 0.5]
    return sum(before != after for before, after in pairwise(leads))


def differences(first: FinishedRun, second: FinishedRun) -> list[Difference]:
    """The points and who won, of two runs side by side."""
    one, other = ([float(result.points) for result in run.results] for run in (first, second))
    found = [Difference("points, mean", fmean(one), fmean(other), _p_of_means(one, other))]
    won = [Counter(result.winner for result in run.results) for run in (first, second)]
    for winner in sorted({*won[0], *won[1]}, key=lambda who: (not who, who)):
        part, then = won[0][winner] / len(one), won[1][winner] / len(other)
        p = _p_of_shares(won[0][winner], len(one), won[1][winner], len(other))
        found.append(Difference(f"{winner.capitalize()} wins" if winner else "draws", part, then, p))
    return found


def _p_of_means(one: Sequence[float], other: Sequence[float]) -> float:
    """Welch's test, by the normal distribution: runs are long.

    >>> round(_p_of_means([1, 2, 3, 4], [1, 2, 3, 4]), 2), _p_of_means([0, 1] * 50, [5, 6] * 50) < 1e-9
    (1.0, True)
    """
    if min(len(one), len(other)) < 2:
        return 1.0
    error = sqrt(variance(one) / len(one) + variance(other) / len(other))
    apart = abs(fmean(one) - fmean(other))
    return erfc(apart / error / sqrt(2)) if error else float(apart == 0)


def _p_of_shares(count: int, of: int, other: int, of_other: int) -> float:
    """Two shares: the test of the pooled share.

    >>> round(_p_of_shares(50, 100, 50, 100), 2), round(_p_of_shares(40, 100, 60, 100), 3)
    (1.0, 0.005)
    """
    pooled = (count + other) / (of + of_other)
    error = sqrt(pooled * (1 - pooled) * (1 / of + 1 / of_other))
    apart = abs(count / of - other / of_other)
    return erfc(apart / error / sqrt(2)) if error else 1.0
