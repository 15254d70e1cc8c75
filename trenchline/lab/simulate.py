"""Mass simulation: whole matches between players of `trenchline.ai`, on local processes or a Dask cluster.

A run is settled by its seed: game n has a match seed of its own, made from the run's seed and n, so that the same
games come out whatever the number of processes.
"""

from __future__ import annotations

import csv
import signal
from collections import Counter
from collections.abc import Generator, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from functools import lru_cache
from hashlib import sha256
from itertools import islice
from pathlib import Path
from statistics import fmean, stdev

import msgspec

from ..ai import Player, make_player
from ..core.errors import TrenchlineError
from ..core.game import Game
from ..core.match import Match
from ..games import load

# Student's t for 95 % by degrees of freedom; from 31 on the normal value does.
T95 = (
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
    2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
)  # fmt: skip
Z95 = 1.960
CSV_COLUMNS = ("game", "seed", "winner", "level", "points", "decisions", "dice", "hash")


class Run(msgspec.Struct, frozen=True):
    """What is to be simulated. `first` is the number of the first game: a run can be shared out in pieces."""

    game: str
    scenario: str
    sides: tuple[str, ...]
    games: int
    seed: int = 0
    options: dict[str, bool] = {}
    first: int = 1
    pack: str = ""
    keep: bool = False  # each match's save with its result

    def numbers(self) -> range:
        return range(self.first, self.first + self.games)


class GameResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """One match: how it ended, and the seed that plays it again."""

    game: int
    seed: int
    winner: str
    level: str
    points: int | float
    decisions: int
    dice: int
    hash: str
    reasons: tuple[str, ...] = ()
    saved: str = ""


class Spread(msgspec.Struct, frozen=True):
    """A mean with its 95 % interval, and the extremes. One game alone has no interval."""

    mean: float
    low: float | None
    high: float | None
    least: int
    most: int


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


# ---------------------------------------------------------------------------------------------------- playing


def game_seed(seed: int, number: int) -> int:
    """The match seed of game `number` in a run."""
    return int.from_bytes(sha256(f"{seed}:{number}".encode()).digest()[:6], "big")


@lru_cache(maxsize=4)
def _game(slug: str, pack: str) -> Game:
    return load(slug, pack or None)


def make_players(game: Game, sides: Sequence[str], seed: int) -> dict[str, Player]:
    """A player for each side of a game, named in the order of its sides."""
    if len(sides) != len(game.sides):
        raise TrenchlineError(f"{game.title} needs a player for each of {', '.join(game.sides)}; {len(sides)} were named")
    return {side: make_player(name, f"{seed}:{side}") for side, name in zip(game.sides, sides, strict=True)}


def play(match: Match, players: Mapping[str, Player]) -> int:
    """Play a match to its end; the number of decisions the players took."""
    decisions, hides = 0, match.game.hides_counters(match.scenario, match.options)
    while not match.over:
        seen = match.game.redeal(match, match.player, decisions) if hides else match
        match.apply(players[match.player].choose(seen))
        decisions += 1
    return decisions


def play_game(
    slug: str,
    scenario: str,
    options: Mapping[str, bool],
    sides: Sequence[str],
    seed: int,
    *,
    number: int = 1,
    pack: str = "",
    keep: bool = False,
) -> GameResult:
    """One whole match between two players, settled by its seed.

    >>> play_game("they-shall-not-pass", "historical", {}, ("random", "random"), seed=5).winner
    'french'
    """
    game = _game(slug, pack)
    match = game.start(scenario, seed=seed, options=options)
    decisions = play(match, make_players(game, sides, seed))
    result = match.result
    assert result is not None
    saved = msgspec.json.encode(match.save()).decode() if keep else ""
    return GameResult(
        number, seed, result.winner, result.level, result.points, decisions,
        sum(len(action.dice) for action in match.history), match.hash(), result.reasons, saved,
    )  # fmt: skip


def play_number(run: Run, number: int) -> GameResult:
    """Game `number` of a run: the piece of work that is handed to processes and clusters."""
    seed = game_seed(run.seed, number)
    try:
        return play_game(run.game, run.scenario, run.options, run.sides, seed, number=number, pack=run.pack, keep=run.keep)
    except Exception as fault:
        fault.add_note(f"in game {number} of the run, match seed {seed}")
        raise


# ---------------------------------------------------------------------------------------------------- running


Games = Generator[GameResult, None, None]


def run(what: Run, jobs: int = 1, cluster: str = "") -> Games:
    """The games of a run as they end, in no particular order. Closing the iterator stops the rest."""
    _check(what)
    if cluster:
        return _on_cluster(what, cluster)
    return _on_processes(what, jobs) if jobs > 1 else (play_number(what, number) for number in what.numbers())


def _check(what: Run) -> None:
    """Refuse what cannot be played before any process is started."""
    if what.games < 1:
        raise TrenchlineError(f"the number of games must be at least 1, not {what.games}")
    game = _game(what.game, what.pack)
    game.start(what.scenario, seed=0, options=what.options)
    make_players(game, what.sides, 0)


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Ctrl-C and kill wait: in the middle of starting a process it would leave the pool's locks held."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT, signal.SIGTERM})


Numbered = tuple[Run, int]


def play_games(work: Sequence[Numbered], jobs: int) -> Generator[tuple[Run, GameResult], None, None]:
    """Numbered games of runs as they end, with their runs. Closing the iterator stops the rest."""
    for what in {id(piece): piece for piece, _ in work}.values():
        _check(what)
    if jobs <= 1:
        yield from ((what, play_number(what, number)) for what, number in work)
        return
    pool = ProcessPoolExecutor(min(jobs, len(work)), initializer=_leave_interrupts_to_the_parent)
    left = iter(work)
    waiting: dict[Future[GameResult], Run] = {}
    try:
        while True:
            # A few games ahead keep every process busy; a queue of all of them would have to be unwound on Ctrl-C.
            with _uninterrupted():
                for what, number in islice(left, 3 * jobs - len(waiting)):
                    waiting[pool.submit(play_number, what, number)] = what
            if not waiting:
                return
            done, _ = wait(waiting, return_when=FIRST_COMPLETED)
            yield from ((waiting.pop(future), future.result()) for future in done)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _on_processes(what: Run, jobs: int) -> Games:
    games = play_games([(what, number) for number in what.numbers()], jobs)
    try:
        for _, result in games:
            yield result
    finally:
        games.close()


def _on_cluster(what: Run, address: str) -> Games:
    try:
        from dask.distributed import Client, as_completed  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        raise TrenchlineError("a cluster needs Dask, which is not installed: pip install 'trenchline[cluster]'") from None
    try:
        client = Client(address, timeout=10)
    except (OSError, ValueError) as fault:
        raise TrenchlineError(f"no Dask scheduler answers at {address!r}: {fault}") from None
    futures = [client.submit(play_number, what, number, pure=False) for number in what.numbers()]
    try:
        for future in as_completed(futures):
            yield future.result()
    finally:
        client.cancel(futures)
        client.close()


# ---------------------------------------------------------------------------------------------------- counting


def spread(values: Sequence[int]) -> Spread:
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
    by_level: dict[tuple[str, str], list[int]] = {}
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
    )  # fmt: skip


def write_results(folder: Path, results: Sequence[GameResult], summary: Summary) -> None:
    """`results.csv`, `summary.json` and, where they were kept, the saves under `matches/`."""
    folder.mkdir(parents=True, exist_ok=True)
    results = sorted(results, key=lambda r: r.game)
    with (folder / "results.csv").open("w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file)
        rows.writerow(CSV_COLUMNS)
        rows.writerows([getattr(r, column) for column in CSV_COLUMNS] for r in results)
    (folder / "summary.json").write_bytes(msgspec.json.format(msgspec.json.encode(summary)) + b"\n")
    for r in results:
        if r.saved:
            (folder / "matches").mkdir(exist_ok=True)
            (folder / "matches" / f"{r.game:06}.json").write_text(r.saved, encoding="utf-8")
