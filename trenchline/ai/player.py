"""What every opponent is."""

from __future__ import annotations

from random import Random

from ..core.dice import DiceRecord
from ..core.knowledge import Advice
from ..core.actions import Action
from ..core.match import Match


class Player:
    """Somebody who answers decisions: `choose` or `consider` is all it must have. It may look only at what its side may see."""

    def consider(self, match: Match) -> Advice:
        """A legal action for the decision that waits, and the reason for it."""
        return Advice(self.choose(match))

    def choose(self, match: Match) -> Action:
        """A legal action for the decision that waits."""
        return self.consider(match).action


def seen(match: Match, player: str, chance: Random) -> Match:
    """The match as its player may know it: where something is hidden from him, one of the matches it could be."""
    if match.game.hides_counters(match.scenario, match.options) or any(owner != player for _, owner in match.sealed):
        return match.game.redeal(match, player, chance.getrandbits(32))
    return match


class QuickDice:
    """Dice for look-ahead: never those of the match, settled by a seed so that plans can meet the same luck."""

    def __init__(self, seed: int | str) -> None:
        self._chance = Random(seed)

    def roll(self, first: int, count: int, sides: int = 6) -> tuple[int, ...]:
        face = self._chance.random
        return tuple(1 + int(face() * sides) for _ in range(count))

    def record(self) -> DiceRecord:
        return DiceRecord("scripted")
