"""A player with simpler ones behind it: when it fails, hangs or answers illegally, the next answers, and the log says so."""

from __future__ import annotations

import logging

from .. import Advice, Match, TrenchlineError
from .player import Player

log = logging.getLogger(__name__)


class LoopGuard:
    """Counts how often a player is asked in one phase: at some point it is taken to be going round in circles."""

    LIMIT = 4000

    def __init__(self) -> None:
        self._phase, self._asked = (-1, -1), 0

    def caught(self, match: Match) -> bool:
        phase = match.phase
        if phase != self._phase:
            self._phase, self._asked = phase, 0
        self._asked += 1
        return self._asked >= self.LIMIT


class WithFallback(Player):
    """Asks its players in turn until one gives a legal answer."""

    def __init__(self, *players: Player) -> None:
        self.players, self._loop_guard = players, LoopGuard()

    def consider(self, match: Match) -> Advice:
        last = self.players[-1]
        for player in (last,) if self._loop_guard.caught(match) else self.players:
            try:
                advice = player.consider(match)
            except Exception as fault:
                if player is last:
                    raise
                told = isinstance(fault, TrenchlineError)  # a bot from outside, whose name it says
                what = str(fault) if told else f"{type(player).__name__} failed at {match.decision}"
                log.error("%s; a simpler player answers", what, exc_info=fault.__cause__ or fault)
                continue
            if player is last or match.legal(advice.action):
                return advice
            log.error("%s chose %s, which is not legal at %s", type(player).__name__, advice.action, match.decision)
        raise AssertionError("the last player always answers")
