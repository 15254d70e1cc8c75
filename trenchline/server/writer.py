"""The writer: one thread that appends to the logs. What comes in while the disk is busy is committed together."""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
from collections.abc import Sequence

from .rows import PendingEntry
from .store import Conflict, Store

log = logging.getLogger("trenchline.writer")

BATCH = 256  # entries in one transaction

PendingWrite = tuple[PendingEntry, "asyncio.Future[None]", asyncio.AbstractEventLoop]


class Writer:
    """Group commit: `append` returns once its entry is on disk."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._failing = False
        self._queue: queue.SimpleQueue[PendingWrite | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write, daemon=True, name="trenchline-writer")
        self._thread.start()

    async def append(self, entry: PendingEntry) -> None:
        """Commit an entry. Raises Conflict if somebody else was first."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        self._queue.put((entry, done, loop))
        await done

    def _write(self) -> None:
        while (first := self._queue.get()) is not None:
            batch = [first]
            while len(batch) < BATCH and not self._queue.empty():
                more = self._queue.get()
                if more is None:
                    self._commit(batch)
                    return
                batch.append(more)
            self._commit(batch)

    def _commit(self, batch: list[PendingWrite]) -> None:
        fault: BaseException | None = None
        written: list[bool] = []
        try:
            written = self.store.append([entry for entry, _, _ in batch])
        except Exception as trouble:  # raised for everyone who waits
            fault = trouble
        self._say_once(fault)
        outcomes = [fault or (None if written[i] else Conflict()) for i in range(len(batch))]
        _, _, loop = batch[0]
        loop.call_soon_threadsafe(_settle, [done for _, done, _ in batch], outcomes)

    def _say_once(self, fault: BaseException | None) -> None:
        """A database that does not take anything is reported once, however often it is tried, and once when it is over."""
        if (fault is not None) == self._failing:
            return
        self._failing = fault is not None
        if fault is not None:
            log.error("nothing can be written, trying again until it can: %s", getattr(fault, "orig", fault))
        else:
            log.warning("the database takes what is written again")

    def stop(self) -> None:
        self._queue.put(None)
        self._thread.join(timeout=5)


def _settle(waiting: Sequence[asyncio.Future[None]], outcomes: Sequence[BaseException | None]) -> None:
    for done, fault in zip(waiting, outcomes, strict=True):
        if done.cancelled():
            continue
        if fault is None:
            done.set_result(None)
        else:
            done.set_exception(fault)
