"""A doctrine that waits for its hour."""

from __future__ import annotations

from ... import Match, Plan
from .attacking import AllIn, SafeBets
from .standing import Doctrine


class HoardThenStrike(Doctrine):
    """Saves men and shells for the first third, then throws in everything; as the defender he holds, then strikes back."""

    PATIENCE = 1 / 3  # of the turns

    def plan(self, match: Match, side: int) -> Plan:
        first, last = match.view(match.player).turns
        turns = last - first + 1 if last else len(match.position.c.dates)
        saving = match.position.turn - max(first - 1, 0) <= turns * self.PATIENCE
        return SafeBets.attack if saving else AllIn.attack
