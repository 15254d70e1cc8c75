"""What keeps one process quick: garbage that is looked for seldom, and a pulse that tells how late the event loop is.

The collector looks through everything that might be garbage, and everybody waits meanwhile. So what has once outlived a
whole collection is taken out of its way for good; tables need no collector, they go when the last reference does. What is
left behind in this way is swept up when nobody has called for a while.
"""

from __future__ import annotations

import asyncio
import gc
import sys
import time
from collections.abc import Callable

import trenchline

THRESHOLDS = 20_000, 20, 20  # Python's own are 700, 10, 10: many requests would each stop to look for garbage
SWITCH = 0.001  # seconds after which a thread that replays a match lets the event loop go on
PULSE = 0.5  # seconds
SWEEP_EVERY = 3600.0  # seconds
QUIET = 60.0  # seconds without a call

collecting = [0.0, 0.0]  # when the last collection began; seconds spent in all of them


def settle() -> None:
    """Read the games before anybody waits for them, and take all that is there for good out of the collector's way."""
    trenchline.games()
    gc.set_threshold(*THRESHOLDS)
    sys.setswitchinterval(SWITCH)
    if _keep_survivors not in gc.callbacks:
        gc.callbacks.append(_keep_survivors)
    gc.collect()
    gc.freeze()


def _keep_survivors(phase: str, found: dict[str, int]) -> None:
    if phase == "start":
        collecting[0] = time.perf_counter()
        return
    collecting[1] += time.perf_counter() - collecting[0]
    if found["generation"] == 2:
        gc.freeze()


class Pulse:
    """Measures how late the event loop is, and sweeps when it is quiet."""

    def __init__(self, calls: Callable[[], int]) -> None:
        self.calls = calls  # how many there have been
        self.worst = 0.0  # seconds, since somebody last asked

    async def beat(self) -> None:
        swept = called = time.monotonic()
        known = self.calls()
        while True:
            before = time.monotonic()
            await asyncio.sleep(PULSE)
            now = time.monotonic()
            self.worst = max(self.worst, now - before - PULSE)
            if self.calls() != known:
                known, called = self.calls(), now
            elif now - called > QUIET and now - swept > SWEEP_EVERY:
                sweep()
                swept = now

    def worst_since_last_asked(self) -> float:
        found, self.worst = self.worst, 0.0
        return found


def sweep() -> None:
    """Look through everything, also what was taken out of the way."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()
