"""Mass simulation: whole matches between players of `trenchline.ai`, on local processes or a Dask cluster.

A run is settled by its seed: game n has a match seed of its own, made from the run's seed and n, so that the same
games come out whatever the number of processes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Generator, Mapping, Sequence
from concurrent.futures import CancelledError
from contextlib import closing
from functools import lru_cache
from hashlib import sha256
from random import Random
from typing import Any

import msgspec

from .. import Game, Match, TrenchlineError, load
from ..ai import Player, ask, make_player
from .conduct import Counts, Watch
from .measures import Measuring, TurnMeasures
from .workers import LOSSES, share_out


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
    conduct: tuple[Counts, ...] = ()  # by side
    turns: tuple[TurnMeasures, ...] = ()


Piece = tuple[Run, int]  # a run, and the number of one of its games


# ---------------------------------------------------------------------------------------------------- playing


def game_seed(seed: int, number: int) -> int:
    """The match seed of game `number` in a run."""
    return int.from_bytes(sha256(f"{seed}:{number}".encode()).digest()[:6], "big")


@lru_cache(maxsize=4)
def _game(slug: str, pack: str) -> Game[Any]:
    return load(slug, pack or None)


def make_players(game: Game[Any], names: Sequence[str], options: Mapping[str, bool], seed: int) -> dict[str, Player]:
    """A player for each seat of a game, named in the order of its sides, or of its seats where a side has several."""
    seats = game.seats(game.chosen(options))
    if len(names) == len(game.sides):
        by_side = dict(zip(game.sides, names, strict=True))
        return {seat.name: make_player(by_side[seat.side], f"{seed}:{seat.name}") for seat in seats}
    if len(names) != len(seats):
        wanted = ", ".join(seat.name for seat in seats)
        raise TrenchlineError(f"{game.title} needs a player for each of {wanted}; {len(names)} were named")
    return {seat.name: make_player(name, f"{seed}:{seat.name}") for seat, name in zip(seats, names, strict=True)}


def play(
    match: Match, players: Mapping[str, Player], seed: int = 0, watch: Watch | None = None, measuring: Measuring | None = None
) -> int:
    """Play a match to its end; the number of decisions the players took. The seed settles what they make of the hidden."""
    decisions, chance = 0, Random(seed)
    while not match.over:
        action = ask(players[match.player], match, chance).action
        if watch is not None:
            watch.sees(match, action)
        if measuring is not None:
            measuring.sees(match, action)
        events = match.apply(action)
        if watch is not None:
            watch.hears(events)
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
    watch, measuring = Watch(match), Measuring(match)
    decisions = play(match, make_players(game, sides, options, seed), seed, watch, measuring)
    result = match.result
    assert result is not None
    saved = msgspec.json.encode(match.save()).decode() if keep else ""
    return GameResult(
        number, seed, result.winner, result.level, result.points, decisions,
        sum(len(action.dice) for action in match.history), match.hash(), result.reasons, saved, watch.ends(match),
        measuring.ends(match),
    )  # fmt: skip


def play_piece(piece: Piece) -> GameResult:
    """One game of a run: the piece of work that is handed to processes and clusters."""
    run, number = piece
    seed = game_seed(run.seed, number)
    try:
        return play_game(run.game, run.scenario, run.options, run.sides, seed, number=number, pack=run.pack, keep=run.keep)
    except Exception as fault:
        fault.add_note(f"in game {number} of the run, match seed {seed}")
        raise


# ---------------------------------------------------------------------------------------------------- running


Games = Generator[GameResult, None, None]


def run(what: Run, jobs: int = 1, cluster: str = "", done: Collection[int] = ()) -> Games:
    """The games of a run as they end, in no particular order, without those done. Closing the iterator stops the rest."""
    check(what)
    left = [number for number in what.numbers() if number not in done]
    return _on_cluster(what, cluster, left) if cluster else _on_processes(what, left, jobs)


def check(what: Run) -> None:
    """Refuse what cannot be played before any process is started."""
    if what.games < 1:
        raise TrenchlineError(f"the number of games must be at least 1, not {what.games}")
    game = _game(what.game, what.pack)
    game.start(what.scenario, seed=0, options=what.options)
    make_players(game, what.sides, what.options, 0)


def run_pieces(work: Sequence[Piece], jobs: int) -> Generator[tuple[Run, GameResult], None, None]:
    """Games of several runs as they end, with their runs. Closing the iterator stops the rest."""
    for what in {id(piece): piece for piece, _ in work}.values():
        check(what)
    with closing(share_out(play_piece, work, min(jobs, len(work)), lambda piece: f"game {piece[1]}")) as ended:
        for (what, _), result in ended:
            yield what, result


def _on_processes(what: Run, numbers: Sequence[int], jobs: int) -> Games:
    with closing(run_pieces([(what, number) for number in numbers], jobs)) as ended:
        for _, result in ended:
            yield result


def _on_cluster(what: Run, address: str, numbers: Sequence[int]) -> Games:
    """Games on a Dask cluster. The scheduler hands on what a lost worker had; where it gives a game up, it is asked again."""
    try:
        from dask.distributed import Client, KilledWorker, as_completed
    except ImportError:
        raise TrenchlineError("a cluster needs Dask, which is not installed: pip install 'trenchline[cluster]'") from None
    try:
        client = Client(address, timeout=10)
    except (OSError, ValueError) as fault:
        raise TrenchlineError(f"no Dask scheduler answers at {address!r}: {fault}") from None
    asked = {client.submit(play_piece, (what, number), pure=False): number for number in numbers}
    lost: Counter[int] = Counter()
    ended = as_completed(list(asked), loop=client.loop)  # the default is another client's, where there is one
    try:
        for future in ended:
            number = asked.pop(future)
            try:
                result = future.result()
            except (KilledWorker, CancelledError) as fault:
                lost[number] += 1
                if lost[number] >= LOSSES:
                    raise TrenchlineError(f"the cluster lost its workers {LOSSES} times over game {number}: {fault}") from None
                again = client.submit(play_piece, (what, number), pure=False)
                asked[again] = number
                ended.add(again)
                continue
            yield result
    finally:
        client.cancel(list(asked))
        client.close()
