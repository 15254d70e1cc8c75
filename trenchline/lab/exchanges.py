"""Exchanges: how often two players at a distance wait for each other, by the question that makes them.

An exchange begins when somebody is waited for who was not waited for before. It is counted under the kind of decision that
he is asked first.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import msgspec

from .. import load, standing_answer
from ..ai import ask
from .simulate import game_seed, make_players
from .workers import share_out

PLAYER = "sergeant"  # on every side


class Count(msgspec.Struct, frozen=True):
    """What is to be counted: games of sergeants, settled by a seed."""

    game: str
    scenario: str
    games: int
    seed: int = 0
    ordered: bool = False  # with the standing orders of a careful player on every side


class GameExchanges(msgspec.Struct, frozen=True):
    """One game: the turns that were played, the exchanges and the decisions in them by kind."""

    turns: int
    exchanges: dict[str, int]
    decisions: dict[str, int]  # that somebody was asked
    ordered: int = 0  # that standing orders answered


class Exchanges(msgspec.Struct, frozen=True):
    """Several games together, and how many there are of each kind in a turn."""

    count: Count
    turns: int
    exchanges: int
    by_kind: dict[str, int]
    decisions: dict[str, int]
    ordered: int

    @property
    def per_turn(self) -> float:
        return self.exchanges / self.turns


def count_exchanges(what: Count, jobs: int = 1) -> Iterator[GameExchanges]:
    """The games as they end."""
    for _, found in share_out(count_game, [(what, number) for number in range(1, what.games + 1)], jobs):
        yield found


def count_game(piece: tuple[Count, int]) -> GameExchanges:
    """One game of sergeants, counted. The seed settles it as in `simulate`."""
    what, number = piece
    game, seed = load(what.game), game_seed(what.seed, number)
    match = game.start(what.scenario, seed=seed)
    players, chance = make_players(game, (PLAYER,) * len(game.sides), {}, seed), Random(seed)
    turns: set[int] = set()
    exchanges: dict[str, int] = {}
    decisions: dict[str, int] = {}
    waited: tuple[str, ...] = ()
    orders, ordered = game.standing.careful if what.ordered else (), 0
    while not match.over:
        answered = next(filter(None, (standing_answer(match, seat, orders) for seat in match.players)), None)
        if answered is not None:
            match.apply(answered.action)
            ordered += 1
            continue
        pending = match.decision
        assert pending is not None
        turns.add(match.turn)
        if waited and not set(match.players) <= set(waited):
            exchanges[pending.kind] = exchanges.get(pending.kind, 0) + 1
        decisions[pending.kind] = decisions.get(pending.kind, 0) + 1
        waited = match.players
        match.apply(ask(players[match.player], match, chance).action)
    return GameExchanges(len(turns), exchanges, decisions, ordered)


def sum_up(what: Count, games: list[GameExchanges]) -> Exchanges:
    """All games together; the kinds that cause most exchanges first."""

    def total(one: str) -> dict[str, int]:
        found: dict[str, int] = {}
        for game in games:
            for kind, times in getattr(game, one).items():
                found[kind] = found.get(kind, 0) + times
        return dict(sorted(found.items(), key=lambda item: -item[1]))

    by_kind = total("exchanges")
    turns, ordered = sum(g.turns for g in games), sum(g.ordered for g in games)
    return Exchanges(what, turns, sum(by_kind.values()), by_kind, total("decisions"), ordered)
