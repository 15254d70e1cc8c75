"""A run in numbers: shares and means with their intervals, and the files they are written to."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean, stdev

import msgspec

from .conduct import per_game
from .journal import keep_match
from .measures import write_turns
from .simulate import GameResult, Run

# Student's t for 95 % by degrees of freedom; from 31 on the normal value does.
T95 = (
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
    2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
)  # fmt: skip
Z95 = 1.960
CSV_COLUMNS = ("game", "seed", "winner", "level", "points", "decisions", "dice", "hash")


class Spread(msgspec.Struct, frozen=True):
    """A mean with its 95 % interval, and the extremes. One game alone has no interval."""

    mean: float
    low: float | None
    high: float | None
    least: int | float
    most: int | float


class Level(msgspec.Struct, frozen=True):
    """How often a match ended at a victory level, with the 95 % interval of the share."""

    level: str
    winner: str
    games: int
    share: float
    low: float
    high: float


class Wins(msgspec.Struct, frozen=True):
    """How often a side won, or nobody, with the 95 % interval of the share."""

    winner: str
    games: int
    share: float
    low: float
    high: float


class Timing(msgspec.Struct, frozen=True):
    """How fast it went: the one part of a summary that differs from run to run."""

    seconds: float
    games_per_second: float


class Summary(msgspec.Struct, frozen=True):
    """A run in numbers."""

    run: Run
    played: int
    complete: bool
    wins: list[Wins]
    levels: list[Level]
    points: Spread
    decisions: Spread
    timing: Timing
    conduct: list[dict[str, float]] = []  # by side, how often each happened in a game


def spread(values: Sequence[int | float]) -> Spread:
    """Mean, 95 % interval (Student's t) and extremes.

    >>> found = spread([2, 4, 6])
    >>> found.mean, round(found.low, 2), round(found.high, 2), found.least, found.most
    (4.0, -0.97, 8.97, 2, 6)
    """
    mean = fmean(values)
    if len(values) < 2:
        return Spread(mean, None, None, min(values), max(values))
    freedom = len(values) - 1
    half = (T95[freedom - 1] if freedom <= len(T95) else Z95) * stdev(values) / len(values) ** 0.5
    return Spread(mean, mean - half, mean + half, min(values), max(values))


def share(count: int, total: int) -> tuple[float, float, float]:
    """A share and its 95 % interval (Wilson's, which stays between 0 and 1 however few the games).

    >>> [round(x, 3) for x in share(0, 10)]
    [0.0, 0.0, 0.278]
    """
    part, square = count / total, Z95 * Z95
    centre = (part + square / (2 * total)) / (1 + square / total)
    half = Z95 / (1 + square / total) * (part * (1 - part) / total + square / (4 * total * total)) ** 0.5
    return part, max(0.0, centre - half), min(1.0, centre + half)


def summarise(what: Run, results: Sequence[GameResult], seconds: float) -> Summary:
    """The numbers of a run, of one cut short too. Levels stand in the order of the points that earn them."""
    results = sorted(results, key=lambda r: r.game)
    by_level: dict[tuple[str, str], list[int | float]] = {}
    for r in results:
        by_level.setdefault((r.level, r.winner), []).append(r.points)
    levels = [
        Level(level, winner, len(points), *share(len(points), len(results)))
        for (level, winner), points in sorted(by_level.items(), key=lambda item: (fmean(item[1]), item[0]))
    ]
    won = Counter(r.winner for r in results)
    wins = [Wins(winner, won[winner], *share(won[winner], len(results))) for winner in sorted(won, key=lambda w: (-won[w], w))]
    return Summary(
        what, len(results), len(results) == what.games, wins, levels,
        spread([r.points for r in results]), spread([r.decisions for r in results]),
        Timing(round(seconds, 3), round(len(results) / seconds, 3) if seconds else 0.0),
        [per_game(found) for found in zip(*(r.conduct for r in results if r.conduct), strict=True)],
    )  # fmt: skip


def write_results(folder: Path, results: Sequence[GameResult], summary: Summary) -> None:
    """`results.csv`, `turns.csv`, `summary.json` and, where they were kept, the saves under `matches/`."""
    folder.mkdir(parents=True, exist_ok=True)
    results = sorted(results, key=lambda r: r.game)
    with (folder / "results.csv").open("w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file)
        rows.writerow(CSV_COLUMNS)
        rows.writerows([getattr(r, column) for column in CSV_COLUMNS] for r in results)
    write_turns(folder, [(r.game, r.turns) for r in results])
    (folder / "summary.json").write_bytes(msgspec.json.format(msgspec.json.encode(summary)) + b"\n")
    for r in results:
        if r.saved:
            keep_match(folder, r)
