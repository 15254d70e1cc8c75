"""Service time: the milliseconds in which a server has been there for the players. Clocks are read by it, not by the wall.

It is kept in the database by a beat of every server, and between two beats it goes on with the process's monotonic clock. So it
never goes back, stands still while no server runs or the database cannot be reached, and a change of the machine's clock does
not touch it. Servers on one database agree by taking the highest.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from .store import STORE_FAULTS, Store

BEAT = 3.0  # seconds
LONGEST = 10_000  # milliseconds without a beat, after which it stands still


class ServiceTime:
    """The service time as one process knows it. Without clocks at any table nothing beats."""

    def __init__(self, store: Store, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._store, self._monotonic = store, monotonic
        self._base, self._since = store.beat(0), monotonic()
        self.needed = store.has_clocks()
        self._wanted = asyncio.Event()

    def now(self) -> int:
        return self._base + min(LONGEST, int((self._monotonic() - self._since) * 1000))

    async def need(self) -> None:
        """There is a table with a clock. What passed before is not counted, unless another server has counted it."""
        if not self.needed:
            self._base, self._since = await asyncio.to_thread(self._store.beat, 0), self._monotonic()
            self.needed = True
            self._wanted.set()

    def heard(self, at: int) -> None:
        """Another server has told the time."""
        if at > self.now():
            self._base, self._since = at, self._monotonic()

    async def beat(self) -> None:
        while True:
            if not self.needed:
                await self._wanted.wait()
            try:
                now, before = self.now(), self._monotonic()
                base = await asyncio.to_thread(self._store.beat, now)
                self._base, self._since = max(base, now), before
            except STORE_FAULTS:  # it stands still until the database is back
                pass
            await asyncio.sleep(BEAT)
