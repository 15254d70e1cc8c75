"""Named limits: how much and how often. A busy site can raise those that are read from the environment."""

from __future__ import annotations

import os
import time

BODY = 512 * 1024  # bytes of a request
LONGEST_MATCH = 50_000  # actions and dice; the longest campaigns have some thirty thousand
UPLOAD = 256 * 1024 + 32 * LONGEST_MATCH  # bytes of a request with a save: the opening, and so much for each action
CHAT = 500  # characters
NAME = 40
NOTES = 20_000
MY_TABLES = 200  # keys in one look at "my tables"
TABLES_PER_MINUTE = int(os.environ.get("TRENCHLINE_TABLES_PER_MINUTE", "30"))  # new tables from one address
CALLS_PER_SECOND = int(os.environ.get("TRENCHLINE_CALLS_PER_SECOND", "100"))  # on the average, by one key or address
BURST = 4 * CALLS_PER_SECOND


class Bucket:
    """A leaky bucket for each caller: so many calls a second, with some in hand."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self._level: dict[str, tuple[float, float]] = {}

    def allows(self, caller: str) -> bool:
        at = time.monotonic()
        level, then = self._level.get(caller, (0.0, at))
        level = max(0.0, level - (at - then) * self.rate)
        if level + 1 > self.burst:
            self._level[caller] = level, at
            return False
        self._level[caller] = level + 1, at
        if len(self._level) > 20_000:
            self._forget(at)
        return True

    def _forget(self, at: float) -> None:
        """Callers whose bucket has run empty need not be remembered."""
        self._level = {c: (v, t) for c, (v, t) in self._level.items() if v - (at - t) * self.rate > 0}
