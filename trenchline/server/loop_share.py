"""Each address's share of the event loop: who has had more than his goes behind everybody else.

Most answers are made on the loop, in some milliseconds, and nobody else is answered meanwhile. So the processor time of an
address's calls and pushes is counted. Beyond its share nothing is refused, but its calls go one at a time, a few under way,
with a pause after each in which others are answered.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable, Coroutine, Generator, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from typing import Any, Generic, TypeVar

from . import limits

T = TypeVar("T")
LATELY = 1.0  # seconds in which somebody who has called may call again
PAUSE = 0.005  # seconds of work after which others have as many


class LoopShare:
    """What addresses have had of the loop, and who waits because of that."""

    def __init__(self) -> None:
        self._had: dict[str, tuple[float, float]] = {}  # seconds, and when they were counted
        self._lines: dict[str, deque[asyncio.Future[None]]] = {}  # of those beyond their share; who is next stands first
        self._under_way: Counter[str] = Counter()  # calls beyond the share
        self._serving: asyncio.Task[None] | None = None
        self._latest = ""  # the address that was let in last
        self._others_called = 0.0  # when another did

    # ---------------------------------------------------------------- counting

    def charge(self, address: str, seconds: float) -> None:
        at = time.monotonic()
        self._had[address] = self._level(address, at) + seconds, at
        if len(self._had) > limits.ADDRESSES_REMEMBERED:
            self._had = {a: (s, t) for a, (s, t) in self._had.items() if s > (at - t) * limits.LOOP_SHARE}

    def _level(self, address: str, at: float) -> float:
        seconds, then = self._had.get(address, (0.0, at))
        return max(0.0, seconds - (at - then) * limits.LOOP_SHARE)

    def beyond(self, address: str) -> bool:
        """Whether an address has had more than its share."""
        return bool(address) and self._level(address, time.monotonic()) > limits.LOOP_BURST

    @contextmanager
    def taking(self, address: str) -> Iterator[None]:
        """Count a stretch of work in which nothing is waited for."""
        began = time.thread_time()
        try:
            yield
        finally:
            self.charge(address, time.thread_time() - began)

    async def counted(self, address: str, work: Coroutine[Any, Any, T]) -> T:
        """Do some work, and count what it takes of the loop; what it waits for is not counted."""
        return await _Counted(work, partial(self.charge, address))

    # ---------------------------------------------------------------- waiting

    @asynccontextmanager
    async def call(self, address: str) -> AsyncIterator[None]:
        """A call of an address: it begins at once, or when it is its turn."""
        if not await self.turn(address):
            yield
            return
        self._under_way[address] += 1
        try:
            yield
        finally:
            self._under_way[address] -= 1
            if not self._under_way[address]:
                del self._under_way[address]
            self._serve()

    async def turn(self, address: str) -> bool:
        """Wait for one's turn, if one must; whether one had to."""
        if address != self._latest:
            self._others_called = time.monotonic()
        self.charge(address, limits.CALL_COSTS)
        if not self.beyond(address):
            return False
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._lines.setdefault(address, deque()).append(mine)
        self._serve()
        await mine
        return True

    def _serve(self) -> None:
        if self._lines and (self._serving is None or self._serving.done()):
            self._serving = asyncio.create_task(self._take_turns())

    async def _take_turns(self) -> None:
        owed = 0.0
        while (mine := self._next()) is not None:
            began = time.thread_time()
            mine.set_result(None)
            await asyncio.sleep(0)  # it goes as far as it can without waiting
            owed += time.thread_time() - began
            if owed > PAUSE and time.monotonic() - self._others_called < LATELY:
                await asyncio.sleep(owed)
                owed = 0.0

    def _next(self) -> asyncio.Future[None] | None:
        """Who is let in. His address goes to the end of the line."""
        for address, line in list(self._lines.items()):
            while line and line[0].done():  # given up
                line.popleft()
            if not line:
                del self._lines[address]
            elif self._under_way[address] < limits.CALLS_BEYOND_SHARE:
                mine = line.popleft()
                del self._lines[address]
                if line:
                    self._lines[address] = line
                self._latest = address
                return mine
        return None


class _Counted(Generic[T]):
    """A coroutine that is timed whenever it runs."""

    def __init__(self, work: Coroutine[Any, Any, T], charge: Callable[[float], None]) -> None:
        self._work, self._charge = work, charge

    def __await__(self) -> Generator[Any, Any, T]:
        step = partial(self._work.send, None)
        while True:
            began = time.thread_time()
            try:
                awaited = step()
            except StopIteration as end:
                found: T = end.value
                return found
            finally:
                self._charge(time.thread_time() - began)
            try:
                step = partial(self._work.send, (yield awaited))
            except BaseException as fault:  # cancelled: that is the work's to hear
                step = partial(self._work.throw, fault)
