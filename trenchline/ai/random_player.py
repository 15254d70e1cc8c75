"""The player who knows nothing: every legal action is as good as any other."""

from __future__ import annotations

from random import Random

from ..core.match import Action, Match


class RandomPlayer:
    """Chooses evenly among the legal actions; the same seed makes the same choices."""

    def __init__(self, seed: int | str) -> None:
        self._chance = Random(str(seed))  # texts seed alike in every process

    def choose(self, match: Match) -> Action:
        actions = match.actions()
        return actions[self._chance.randrange(len(actions))]
