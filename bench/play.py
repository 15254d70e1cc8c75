"""Random play: the loop that every engine here is timed on. List all, pick one, apply it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple, Protocol

from trenchline import Match
from trenchline.core.game import Game

from .measure import now, seconds, seconds_a_call


class Played(NamedTuple):
    """What a stretch of play came to. `listing` is the part of the time that went into listing, 0 if not told apart."""

    decisions: int
    options: int
    seconds: float
    listing: float = 0.0


class Playing(Protocol):
    """A way of playing that is timed."""

    name: str
    version: str

    def play(self, decisions: int) -> tuple[int, int]:
        """Games for about so many decisions, always the same ones: decisions and options listed."""


class Player(Playing, Protocol):
    """An engine under test."""

    def clone_us(self, number: int, repeat: int) -> float:
        """Microseconds to copy a game in progress."""


def timed(player: Playing, decisions: int) -> Played:
    found = (0, 0)

    def run() -> None:
        nonlocal found
        found = player.play(decisions)

    spent = seconds(run)
    return Played(*found, spent)


class Trenchline:
    """Ourselves, through the public API. Dice are rolled by the match and not counted as decisions."""

    name, version = "trenchline", ""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.middle: Match | None = None

    def play(self, decisions: int) -> tuple[int, int]:
        done = options = 0
        seed = 0
        while done < decisions:
            seed += 1
            pick = Random(seed).random
            match = self.game.start(seed=seed)
            while not match.over and done < decisions:
                actions = list(match.actions())
                done += 1
                options += len(actions)
                match.apply(actions[int(pick() * len(actions))])
        return done, options

    def clone_us(self, number: int, repeat: int) -> float:
        if self.middle is None:
            self.middle = in_mid_game(self.game)
        return seconds_a_call(self.middle.clone, number=number, repeat=repeat).best * 1e6


def listing_rate(game: Game, decisions: int) -> float:
    """Options listed a second, the clock running only while they are listed: the same games as `Trenchline.play`."""
    pick = Random(1).random
    match = game.start(seed=1)
    options, spent = 0, 0.0
    for _ in range(decisions):
        if match.over:
            match = game.start(seed=1)
        actions = match.actions()
        start = now()
        listed = list(actions)
        spent += now() - start
        options += len(listed)
        match.apply(listed[int(pick() * len(listed))])
    return options / spent


def play_until(match: Match, stop: Callable[[Match], bool], seed: int = 1) -> Match:
    """Random play up to the first decision at which `stop` is true, or to the end."""
    pick = Random(seed).random
    while not match.over and not stop(match):
        actions = match.actions()
        match.apply(actions[int(pick() * len(actions))])
    return match


def in_mid_game(game: Game, turn: int = 5) -> Match:
    """A match in its fifth turn, some moves into it, with the log of all that went before. Where random players never come so
    far, it is an earlier turn."""
    turn = min(turn, game.info().turns // 2 + 1)
    for seed in range(1, 51):
        match = _some_moves_into(game, turn, seed)
        if not match.over:
            return match
    return in_mid_game(game, turn - 1)


def _some_moves_into(game: Game, turn: int, seed: int) -> Match:
    match = play_until(game.start(seed=seed), lambda m: m.position.turn >= turn, seed)
    length = len(match.history) + 60
    return play_until(match, lambda m: len(m.history) >= length)
