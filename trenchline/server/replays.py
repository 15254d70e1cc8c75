"""Long work off the event loop: playing logs again, checking uploads, making long documents. Each address has its share.

One thread does it all, in slices, turn and turn about: beside the loop only one other thread asks for the interpreter.
Addresses take turns, and so do the pieces of work of each: what is short waits for a slice of what is long, not for its
end, and one address that asks for much makes another wait for a slice of it at the most. Work that nobody waits for any
more is dropped.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Generator, Hashable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar
from typing import Any, Generic, TypeVar

from . import errors, limits

T = TypeVar("T")
SLICE = 100  # steps in one go: some milliseconds
SLICE_SECONDS = 0.01  # after which a slice ends, however few its steps were

CALLER: ContextVar[str] = ContextVar("caller", default="")  # the address whose call is answered; none: the server itself


class Work(Generic[T]):
    """Something that takes long, step by step."""

    def __init__(self, steps: Iterator[T], *, long: bool) -> None:
        self.steps, self.long = steps, long
        self.begun = False
        self.found: list[T] = []
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()


class Replays:
    """The thread, and who waits for it."""

    def __init__(self) -> None:
        self._lines: dict[str, list[Work[Any]]] = {}  # by address; who is next stands first
        self._thread: ThreadPoolExecutor | None = None
        self._working: asyncio.Task[None] | None = None
        self._shared: dict[Hashable, Shared[Any]] = {}

    async def run(self, steps: Iterator[T], length: int = 0) -> list[T]:
        """What all the steps give, each taken in the thread. `length` is how many there are, where that is known: of what is
        long only so much is begun at a time. Raises Refused where the caller has too much under way."""
        work = Work(steps, long=length > limits.SHORT_WORK)
        address = CALLER.get()
        line = self._lines.setdefault(address, [])
        if len(line) >= limits.WORK_PER_ADDRESS and address:
            raise errors.too_busy()
        line.append(work)
        if self._working is None or self._working.done():
            self._working = asyncio.create_task(self._take_turns())
        try:
            await work.done
        finally:
            if work in line:  # nobody waits for it any more
                line.remove(work)
        return work.found

    async def result(self, steps: Generator[None, None, T], length: int = 0) -> T:
        """What comes of steps that give something only when the last is taken."""
        return (await self.run(_with_result(steps), length))[-1]  # type: ignore[return-value]

    async def shared(self, key: Hashable, make: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """What `make` gives, made once for all who ask for the same meanwhile, and dropped when none of them waits any more."""
        making = self._shared.get(key)
        if making is None:
            making = self._shared[key] = Shared(asyncio.create_task(make()))
        making.waiting += 1
        try:
            found: T = await asyncio.shield(making.task)
            return found
        finally:
            making.waiting -= 1
            if not making.waiting or making.task.done():
                making.task.cancel()
                if self._shared.get(key) is making:
                    del self._shared[key]

    async def _take_turns(self) -> None:
        loop = asyncio.get_running_loop()
        if self._thread is None:
            self._thread = ThreadPoolExecutor(1, thread_name_prefix="trenchline-replays")
        while (found := self._next()) is not None:
            line, work = found
            try:
                more, finished = await loop.run_in_executor(self._thread, _slice, work.steps)
            except asyncio.CancelledError:
                raise
            except BaseException as fault:
                _settle(line, work, fault)
                continue
            work.found += more
            if finished:
                _settle(line, work)

    def _next(self) -> tuple[list[Work[Any]], Work[Any]] | None:
        """Whose turn it is. He goes to the end of the line then, and so does his address."""
        for address, line in list(self._lines.items()):
            del self._lines[address]
            if not line:
                continue
            self._lines[address] = line
            under_way = sum(work.long and work.begun for work in line)
            free = under_way < limits.LONG_WORK_AT_ONCE
            work = next(work for work in line if work.begun or not work.long or free)
            line.remove(work)
            line.append(work)
            work.begun = True
            return line, work
        return None

    def close(self) -> None:
        if self._working is not None:
            self._working.cancel()
        if self._thread is not None:
            self._thread.shutdown(wait=False)


class Shared(Generic[T]):
    """Something that several wait for."""

    def __init__(self, task: asyncio.Task[T]) -> None:
        self.task, self.waiting = task, 0


def _settle(line: list[Work[Any]], work: Work[Any], fault: BaseException | None = None) -> None:
    if work in line:
        line.remove(work)
    if work.done.done():
        return  # given up
    if fault is None:
        work.done.set_result(None)
    else:
        work.done.set_exception(fault)


def _slice(steps: Iterator[T]) -> tuple[list[T], bool]:
    """Some steps; whether they were the last."""
    found: list[T] = []
    end = time.monotonic() + SLICE_SECONDS
    for step in steps:
        found.append(step)
        if len(found) >= SLICE or time.monotonic() > end:
            return found, False
    return found, True


def _with_result(steps: Generator[None, None, T]) -> Iterator[T | None]:
    """The same steps, and then what comes of them."""
    yield (yield from steps)
