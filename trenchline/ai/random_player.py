"""The player who knows nothing: every legal action is as good as any other."""

from __future__ import annotations

from random import Random

from .. import Advice, Match
from .player import Player


class RandomPlayer(Player):
    """Chooses evenly among the legal actions; the same seed makes the same choices."""

    def __init__(self, seed: int | str) -> None:
        self._chance = Random(str(seed))  # texts seed alike in every process

    def consider(self, match: Match) -> Advice:
        actions = match.actions()
        return Advice(actions[self._chance.randrange(len(actions))])
