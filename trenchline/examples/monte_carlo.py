"""Flat Monte Carlo: tries some actions, plays each on by chance a few times in thought, takes the one that ends best.

trenchline simulate they-shall-not-pass historical --sides trenchline.examples.monte_carlo:MonteCarlo,random --games 2
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from trenchline import Action, Match
from trenchline.ai import Player

CANDIDATES = 6  # actions tried at a decision
GAMES = 2  # each, in thought
DEPTH = 40  # decisions of either player, then the position is valued


class MonteCarlo(Player):
    """Compares actions by how the match goes on after each, by chance."""

    def choose(self, match: Match) -> Action:
        actions = match.actions()
        tried = self.chance.sample(actions, CANDIDATES) if len(actions) > CANDIDATES else actions
        return tried[0] if len(tried) == 1 else max(tried, key=lambda action: self.tried(match, action))

    def tried(self, match: Match, action: Action) -> float:
        return fmean(self.played_on(match, action) for _ in range(GAMES))

    def played_on(self, match: Match, action: Action) -> float:
        """What the position is worth to us some decisions later. Every clone has dice of its own, none those of the match."""
        twin, side = match.clone(), match.game.side_index(match.side_of(match.player))
        twin.apply_legal(action)
        for _ in range(DEPTH):
            if twin.over:
                break
            twin.apply_legal(self.any_of(twin.actions()))
        return match.game.knowledge.value(twin.position, side)

    def any_of(self, actions: Sequence[Action]) -> Action:
        return actions[self.chance.randrange(len(actions))]
