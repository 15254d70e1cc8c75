"""Play in thought: what opponents, the laboratory and learners do all day, and a whole game of two sergeants."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from trenchline.ai import STEADY, QuickDice, follow
from trenchline.core.game import Game
from trenchline.core.match import Match

from .bots import timed_game
from .measure import now, times
from .report import Figure, duration

LENGTH = 200  # decisions of one random roll-out


class RandomRollOuts:
    """Copies of a match played on by chance: every legal action listed, nothing kept for undo."""

    name, version = "random roll-outs", ""

    def __init__(self, start: Match) -> None:
        self.start = start

    def play(self, decisions: int) -> tuple[int, int]:
        done = options = seed = 0
        while done < decisions:
            seed += 1
            pick, twin = Random(seed).random, self.start.clone(dice=QuickDice(seed))
            for _ in range(min(LENGTH, decisions - done)):
                if twin.over:
                    break
                actions = twin.actions()
                done += 1
                options += len(actions)
                twin.play_on(actions[int(pick() * len(actions))])
        return done, options


class StaffRollOuts:
    """Copies of a match played on by the staffs of both sides, to the horizon of a plan: what a colonel's look is made of."""

    name, version = "staff roll-outs", ""

    def __init__(self, start: Match) -> None:
        self.start = start

    def play(self, decisions: int) -> tuple[int, int]:
        """At a tenth of the decisions: a staff thinks about each of them."""
        match, knowledge = self.start, self.start.game.knowledge
        side = match.game.side_index(match.side_of(match.player))
        until = knowledge.horizon(match.position, side)
        done = seed = 0
        while done < decisions // 10:
            seed += 1
            done += follow(match.clone(dice=QuickDice(seed)), knowledge, side, STEADY, until)
        return done, 0


def fought(game: Game, turn: int) -> Match:
    """A match that the staffs of both sides have played into a turn."""
    match = game.start(seed=1)
    follow(match, game.knowledge, 0, STEADY, (turn, 0))
    return match if not match.over else fought(game, turn - 1)


def sergeants(game: Game, games: int) -> Iterator[Figure]:
    found = [timed_game(game.start(seed=seed), "sergeant", now)[2] for seed in range(1, games + 1)]
    yield duration("sergeant_game", "a game of two sergeants", times(found), "s", note=f"the quickest of {games} games")
