"""The arena: every player against every other, both sides equally, and what that says of their strength."""

from __future__ import annotations

import csv
from collections.abc import Collection, Generator, Sequence
from itertools import combinations
from math import log, sqrt
from pathlib import Path

import msgspec

from .. import TrenchlineError, load
from .conduct import per_game
from .simulate import GameResult, Run, game_seed, run_pieces
from .summary import Z95, Spread, share, spread

ELO = 400 / log(10)


class Contest(msgspec.Struct, frozen=True):
    """What is to be played: `games` for each pair, half of them with the sides changed on the same seeds."""

    game: str
    scenario: str
    bots: tuple[str, ...]
    games: int
    seed: int = 0
    options: dict[str, bool] = {}
    pack: str = ""
    gauntlet: bool = False  # the first player meets each of the others, and they do not meet each other


class Bout(msgspec.Struct, frozen=True):
    """One game of a contest: who met whom, the side that the first one played, and how it ended."""

    first: str
    second: str
    side: str
    result: GameResult

    @property
    def score(self) -> float:
        """1 if the first player's side won, 0 if another did, a half for a draw."""
        return 0.5 if not self.result.winner else float(self.result.winner == self.side)


class Standing(msgspec.Struct, frozen=True):
    """A player's record, with its Elo rating (the mean of all is 0) and the half width of its 95 % interval."""

    bot: str
    games: int
    wins: int
    draws: int
    losses: int
    points: float
    elo: float
    interval: float
    conduct: dict[str, float] = {}  # how often each happened in a game


class Pairing(msgspec.Struct, frozen=True):
    """Two players against each other: the share of decided games the first one won, with its 95 % interval."""

    first: str
    second: str
    games: int
    wins: int
    draws: int
    losses: int
    share: float
    low: float
    high: float
    elo: float  # the difference in strength that the score alone would mean
    interval: float
    pairs: int = 0  # seeds on which both have played either side
    margin: Spread | None = None  # on such a seed: how many points more the first side scored under the first player


class Table(msgspec.Struct, frozen=True):
    """A contest in numbers."""

    contest: Contest
    played: int
    standings: list[Standing]
    pairings: list[Pairing]
    seconds: float


def runs(contest: Contest) -> list[Run]:
    """The pieces of a contest: each pair with either side."""
    if len(contest.bots) < 2 or len(set(contest.bots)) < len(contest.bots):
        raise TrenchlineError("an arena needs at least two different players")
    half = (contest.games + 1) // 2
    met = [pair for pair in combinations(contest.bots, 2) if not contest.gauntlet or pair[0] == contest.bots[0]]
    pairs = [(a, b) for one, other in met for a, b in ((one, other), (other, one))]
    seed = game_seed(contest.seed, 0)
    return [Run(contest.game, contest.scenario, pair, half, seed, contest.options, pack=contest.pack) for pair in pairs]


def fight(contest: Contest, jobs: int = 1, done: Collection[tuple[tuple[str, ...], int]] = ()) -> Generator[Bout, None, None]:
    """The games of a contest as they end, but for those that are done, each named by its players and its number."""
    pieces = runs(contest)
    numbered = [(piece, number) for number in range(1, pieces[0].games + 1) for piece in pieces]
    left = [(piece, number) for piece, number in numbered if (piece.sides, number) not in done]
    for piece, result in run_pieces(left, jobs):
        yield bout(contest, piece.sides, result)


def bout(contest: Contest, sides: Sequence[str], result: GameResult) -> Bout:
    """A game of a contest by who played it."""
    return Bout(sides[0], sides[1], load(contest.game).sides[0], result)


def table(contest: Contest, bouts: Sequence[Bout], seconds: float) -> Table:
    """The standings, of a contest cut short too."""
    scores: dict[tuple[str, str], list[float]] = {}
    for bout in bouts:
        scores.setdefault((bout.first, bout.second), []).append(bout.score)
        scores.setdefault((bout.second, bout.first), []).append(1 - bout.score)
    bots = [bot for bot in contest.bots if any(bot in pair for pair in scores)]
    ratings = rate(bots, {pair: (sum(s), len(s)) for pair, s in scores.items()})
    standings = []
    for bot in bots:
        mine = [s for (a, _), found in scores.items() if a == bot for s in found]
        wins, losses = mine.count(1.0), mine.count(0.0)
        elo, interval = ratings[bot]
        seen = conduct_of(bouts, bot)
        standings.append(Standing(bot, len(mine), wins, len(mine) - wins - losses, losses, sum(mine), elo, interval, seen))
    standings.sort(key=lambda s: -s.elo)
    met = [(a, b) for a, b in combinations(contest.bots, 2) if (a, b) in scores]
    pairings = [_pairing(a, b, scores[a, b], margins(bouts, a, b)) for a, b in met]
    return Table(contest, len(bouts), standings, pairings, round(seconds, 1))


def conduct_of(bouts: Sequence[Bout], bot: str) -> dict[str, float]:
    """A player's conduct in a game, whichever side he played."""
    seats = [(bout.result.conduct, (bout.first, bout.second).index(bot)) for bout in bouts if bot in (bout.first, bout.second)]
    mine = [found[side] for found, side in seats if found]
    return per_game(mine) if mine else {}


def margins(bouts: Sequence[Bout], a: str, b: str) -> list[int | float]:
    """Seed by seed, how many points more the first side scored under one player than under the other: what both got by the dice
    and by the side alone is taken out of it."""
    points = {(bout.first, bout.second, bout.result.game): bout.result.points for bout in bouts}
    seeds = sorted(game for first, second, game in points if (first, second) == (a, b) and (b, a, game) in points)
    return [points[a, b, game] - points[b, a, game] for game in seeds]


def _pairing(a: str, b: str, scores: Sequence[float], paired: Sequence[int | float]) -> Pairing:
    wins, losses = scores.count(1.0), scores.count(0.0)
    decided = share(wins, wins + losses) if wins + losses else (0.5, 0.0, 1.0)
    ratings = rate([a, b], {(a, b): (sum(scores), len(scores)), (b, a): (len(scores) - sum(scores), len(scores))})
    gap = ratings[a][0] - ratings[b][0]
    margin = spread(paired) if paired else None
    drawn = len(scores) - wins - losses
    return Pairing(a, b, len(scores), wins, drawn, losses, *decided, gap, 2 * ratings[a][1], len(paired), margin)


def rate(bots: Sequence[str], scores: dict[tuple[str, str], tuple[float, int]]) -> dict[str, tuple[float, float]]:
    """Elo by greatest likelihood (Bradley and Terry, a draw being half a win), and 95 % half widths.

    One imagined draw between each pair that met keeps a clean sweep finite.

    >>> found = rate(["a", "b"], {("a", "b"): (75.0, 100), ("b", "a"): (25.0, 100)})
    >>> round(found["a"][0] - found["b"][0]), round(found["a"][1])
    (189, 39)
    """
    count = len(bots)
    place = {bot: i for i, bot in enumerate(bots)}
    strength = [0.0] * count
    met = [(place[a], place[b], won + 0.5, played + 1) for (a, b), (won, played) in scores.items() if place[a] < place[b]]
    for _ in range(60):
        slope, curve = [0.0] * count, [[0.0] * count for _ in range(count)]
        for a, b, won, played in met:
            chance = 1 / (1 + 10 ** ((strength[b] - strength[a]) / 400))
            weight = played * chance * (1 - chance)
            slope[a] += won - played * chance
            slope[b] -= won - played * chance
            for i, j, sign in ((a, a, 1), (b, b, 1), (a, b, -1), (b, a, -1)):
                curve[i][j] += sign * weight
        inverse = _inverse(
            [[x + 1e-4 / count + (1e-9 if i == j else 0) for j, x in enumerate(row)] for i, row in enumerate(curve)]
        )
        step = [sum(inverse[i][j] * slope[j] for j in range(count)) * ELO for i in range(count)]
        strength = [s + max(-200.0, min(200.0, d)) for s, d in zip(strength, step, strict=True)]
        if max(map(abs, step)) < 1e-6:
            break
    mean = sum(strength) / count
    means = [sum(row) / count for row in inverse]  # the mean of all ratings is nobody's error: it is taken off
    centred = [max(0.0, inverse[i][i] - 2 * means[i] + sum(means) / count) for i in range(count)]
    return {bot: (strength[i] - mean, Z95 * ELO * sqrt(centred[i])) for i, bot in enumerate(bots)}


def _inverse(matrix: list[list[float]]) -> list[list[float]]:
    """The inverse of a small matrix, by elimination."""
    count = len(matrix)
    rows = [row[:] + [float(i == j) for j in range(count)] for i, row in enumerate(matrix)]
    for i in range(count):
        pivot = max(range(i, count), key=lambda r: abs(rows[r][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        scale = rows[i][i]
        rows[i] = [x / scale for x in rows[i]]
        for r in range(count):
            if r != i and rows[r][i]:
                by = rows[r][i]
                rows[r] = [x - by * y for x, y in zip(rows[r], rows[i], strict=True)]
    return [row[count:] for row in rows]


def write_table(folder: Path, found: Table, bouts: Sequence[Bout]) -> None:
    """`arena.csv` with every game and `arena.json` with the table."""
    folder.mkdir(parents=True, exist_ok=True)
    columns = ("game", "seed", "winner", "level", "points", "decisions")
    with (folder / "arena.csv").open("w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file)
        rows.writerow(("first", "second", *columns))
        ordered = sorted(bouts, key=lambda b: (b.first, b.second, b.result.game))
        rows.writerows((b.first, b.second, *(getattr(b.result, column) for column in columns)) for b in ordered)
    (folder / "arena.json").write_bytes(msgspec.json.format(msgspec.json.encode(found)) + b"\n")
