"""Who thinks next in one of the bots' processes, while others wait for it.

Bots whom somebody watches come first, and among them addresses take turns: thirty tables of one make another's bot wait for
one thought, not for thirty. Who has waited for long is no longer passed over.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import count
from typing import Any

from . import limits


class Waiting:
    """A bot that has something to think about."""

    def __init__(self, address: str, watched: Callable[[], bool]) -> None:
        self.address, self.watched = address, watched
        self.since = time.monotonic()
        self.has_it = False
        self.thinking: asyncio.Future[Any] | None = None  # goes on, though nobody may wait for it any more
        self.turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    @property
    def urgent(self) -> bool:
        return self.watched() or time.monotonic() - self.since > limits.BOT_PASSED_OVER


class Turns:
    """The line before one process. One bot thinks at a time."""

    def __init__(self) -> None:
        self._waiting: list[Waiting] = []
        self._busy = False
        self._served: dict[str, int] = {}  # when an address last had its turn
        self._count = count(1)

    @asynccontextmanager
    async def turn(self, address: str, watched: Callable[[], bool]) -> AsyncIterator[Waiting]:
        """Wait for the process, and have it until what it thinks about is done: a thought cannot be stopped."""
        mine = Waiting(address, watched)
        self._waiting.append(mine)
        self._next()
        try:
            await mine.turn
            yield mine
        finally:
            if mine.has_it and mine.thinking is not None and not mine.thinking.done():
                mine.thinking.add_done_callback(self._free)
            elif mine.has_it:
                self._busy = False
            self._next()

    def _free(self, thought: asyncio.Future[Any]) -> None:
        """Nobody has waited for this thought to end but others."""
        if not thought.cancelled():
            thought.exception()  # looked at: nobody else will
        self._busy = False
        self._next()

    def _next(self) -> None:
        self._waiting = [one for one in self._waiting if not one.turn.done()]  # others have given up
        if self._busy or not self._waiting:
            return
        chosen = min(self._waiting, key=lambda one: (not one.urgent, self._served.get(one.address, 0)))
        self._waiting.remove(chosen)
        if len(self._served) > limits.ADDRESSES_REMEMBERED:
            self._served.clear()
        self._served[chosen.address] = next(self._count)
        self._busy = chosen.has_it = True
        chosen.turn.set_result(None)
