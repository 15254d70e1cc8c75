"""Who is connected to which table, and waking them when something is new. Other servers' news comes by PostgreSQL's LISTEN."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

import msgspec

from . import limits
from .appending import CHANNEL
from .rows import KeyRow, News, read_note
from .store import Store

if TYPE_CHECKING:
    from .wire import TableState

log = logging.getLogger("trenchline.live")

LISTEN_AGAIN = 0.5  # seconds after the database went away


class Watcher:
    """One open connection. News is only ever "something is new": what exactly is worked out when it is sent."""

    def __init__(self, key: KeyRow, line: str = "", session: str = "") -> None:
        self.key, self.line = key, line  # the second is how its holder calls it
        self.session = session  # of a seat in an account: the hash of the session by which its player is known
        self.looking = True  # the page is in sight, as far as it has said
        self.news = asyncio.Event()
        self.answered: TableState | None = None  # the last answer to a call of its holder, if nothing was pushed since
        self._calls, self._no_calls = 0, asyncio.Event()
        self._no_calls.set()

    async def something_new(self) -> None:
        """Until there is news. What comes of a call of its holder's is none before he is answered."""
        await self.news.wait()
        while self._calls:
            await self._no_calls.wait()
        self.news.clear()

    def call_begins(self) -> None:
        self._calls += 1
        self._no_calls.clear()

    def call_ends(self, answer: TableState | None) -> None:
        self._calls -= 1
        self.answered = answer or self.answered
        if not self._calls:
            self._no_calls.set()


class Answer:
    """The state with which a call is answered, once there is one."""

    state: TableState | None = None

    def of(self, state: TableState) -> TableState:
        self.state = state
        return state


class Hub:
    """The watchers of every table."""

    def __init__(self) -> None:
        self._watchers: dict[str, set[Watcher]] = {}
        self._looked_at: dict[str, float] = {}  # when somebody without a line last asked; the latest last
        self.on_arrival: Callable[[str, Sequence[str]], None] = lambda table_id, seats: None  # a player looks at a table

    def join(self, table_id: str, watcher: Watcher) -> None:
        """Somebody comes: he is told how the table stands; others only if a player has come who was not here."""
        here = self.connected(table_id)
        self._watchers.setdefault(table_id, set()).add(watcher)
        watcher.news.set()
        self.looks(table_id, watcher, watcher.looking)
        self._tell_who_is_here(table_id, here)

    def looks(self, table_id: str, watcher: Watcher, looking: bool) -> None:
        """Somebody has the table in sight, or no more."""
        watcher.looking = looking
        if looking and watcher.key.kind == "seat":
            self.on_arrival(table_id, watcher.key.sides)

    def leave(self, table_id: str, watcher: Watcher) -> None:
        here = self.connected(table_id)
        watchers = self._watchers.get(table_id, set())
        watchers.discard(watcher)
        if not watchers:
            self._watchers.pop(table_id, None)
        self._tell_who_is_here(table_id, here)

    def _tell_who_is_here(self, table_id: str, before: set[str]) -> None:
        if self.connected(table_id) != before:
            self.wake(table_id)

    def wake(self, table_id: str) -> None:
        """Something has happened at a table: committed, so it may be shown."""
        for watcher in self._watchers.get(table_id, ()):
            watcher.news.set()

    @contextmanager
    def answering(self, table_id: str, key: KeyRow, line: str) -> Iterator[Answer]:
        """A call is carried out that is answered with a state: its caller's own line is not told the same. He has others, too,
        if he has opened the table twice."""
        own = [w for w in self._watchers.get(table_id, ()) if line and w.line == line and w.key.hash == key.hash]
        answer = Answer()
        for watcher in own:
            watcher.call_begins()
        try:
            yield answer
        finally:
            for watcher in own:
                watcher.call_ends(answer.state)

    def wake_all(self) -> None:
        """Something may have happened at any table."""
        for table_id in self._watchers:
            self.wake(table_id)

    def watchers(self, table_id: str) -> int:
        """How many are connected, players and onlookers."""
        return len(self._watchers.get(table_id, ()))

    def connected(self, table_id: str) -> set[str]:
        """The sides whose players are connected."""
        return {side for w in self._watchers.get(table_id, ()) if w.key.kind == "seat" for side in w.key.sides}

    def looking(self, table_id: str) -> set[str]:
        """Those of them who have the table in sight."""
        watchers = self._watchers.get(table_id, ())
        return {side for w in watchers if w.key.kind == "seat" and w.looking for side in w.key.sides}

    @property
    def lines(self) -> int:
        """How many lines are open."""
        return sum(map(len, self._watchers.values()))

    def look(self, table_id: str) -> None:
        """Somebody has asked how a table stands."""
        now = time.monotonic()
        self._looked_at.pop(table_id, None)
        self._looked_at[table_id] = now
        while self._looked_at and now - next(iter(self._looked_at.values())) > limits.LOOKED_AT:
            del self._looked_at[next(iter(self._looked_at))]

    def watched(self, table_id: str) -> bool:
        return table_id in self._watchers

    def seen(self, table_id: str) -> bool:
        """Whether somebody sees what happens at a table: by a line, or by asking again and again."""
        lately = time.monotonic() - limits.LOOKED_AT
        return self.watched(table_id) or self._looked_at.get(table_id, lately) > lately


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
