"""Who is connected to which table, and waking them when something is new. Other servers' news comes by PostgreSQL's LISTEN."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable
from contextlib import suppress

import msgspec

from .appending import CHANNEL
from .rows import KeyRow, News, read_note
from .store import Store

log = logging.getLogger("trenchline.live")

LISTEN_AGAIN = 0.5  # seconds after the database went away


class Watcher:
    """One open connection. News is only ever "something is new": what exactly is worked out when it is sent."""

    def __init__(self, key: KeyRow) -> None:
        self.key = key
        self.news = asyncio.Event()


class Hub:
    """The watchers of every table."""

    def __init__(self) -> None:
        self._watchers: dict[str, set[Watcher]] = {}

    def join(self, table_id: str, watcher: Watcher) -> None:
        self._watchers.setdefault(table_id, set()).add(watcher)

    def leave(self, table_id: str, watcher: Watcher) -> None:
        watchers = self._watchers.get(table_id, set())
        watchers.discard(watcher)
        if not watchers:
            self._watchers.pop(table_id, None)

    def wake(self, table_id: str) -> None:
        """Something has happened at a table: committed, so it may be shown."""
        for watcher in self._watchers.get(table_id, ()):
            watcher.news.set()

    def wake_all(self) -> None:
        """Something may have happened at any table."""
        for table_id in self._watchers:
            self.wake(table_id)

    def connected(self, table_id: str) -> set[str]:
        """The sides whose players are connected."""
        return {side for w in self._watchers.get(table_id, ()) if w.key.kind == "seat" for side in w.key.sides}

    @property
    def lines(self) -> int:
        """How many lines are open."""
        return sum(map(len, self._watchers.values()))

    def watched(self, table_id: str) -> bool:
        return table_id in self._watchers


class Listener:
    """Listens for what other servers on the same PostgreSQL have committed."""

    def __init__(
        self,
        store: Store,
        on_news: Callable[[News], None],
        on_silence: Callable[[], None],
    ) -> None:
        self.url = store.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        self.on_news, self.on_silence, self.loop = on_news, on_silence, asyncio.get_running_loop()
        self.stopping = threading.Event()
        self.thread = threading.Thread(target=self._listen, daemon=True, name="trenchline-listen")
        self.thread.start()

    def _listen(self) -> None:
        import psycopg  # only a server on PostgreSQL needs it

        lost = False
        while not self.stopping.is_set():
            try:
                with psycopg.connect(self.url, autocommit=True) as db:
                    db.execute(f"LISTEN {CHANNEL}")
                    self._call(self.on_silence)  # what was said before this line was open has been missed
                    lost = False
                    while not self.stopping.is_set():
                        for heard in db.notifies(timeout=0.2):
                            self._hear(heard.payload)
            except psycopg.Error as fault:
                if not lost:
                    log.warning("lost the database's notifications, trying again: %s", fault)
                lost = True
                self.stopping.wait(LISTEN_AGAIN)

    def _hear(self, text: str) -> None:
        try:
            self._call(self.on_news, read_note(text))
        except msgspec.DecodeError:  # a server of another version
            self._call(self.on_silence)

    def _call(self, what: Callable[..., None], *words: object) -> None:
        with suppress(RuntimeError):  # the loop is closing
            self.loop.call_soon_threadsafe(what, *words)

    def stop(self) -> None:
        self.stopping.set()
        self.thread.join(timeout=3)
