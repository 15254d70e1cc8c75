"""All tables: finding them, in memory or by replaying their logs, and the one door through which every change goes."""

from __future__ import annotations

import asyncio
import logging

from ..core.actions import Action
from ..core.errors import TrenchlineError
from . import errors
from .bots import Bots
from .keys import hashed
from .live import Hub
from .notify import Notifier
from .replays import Replays
from .store import Conflict, KeyRow, LogRow, PendingEntry, Store
from .table import Table
from .writer import Writer

log = logging.getLogger("trenchline.tables")

IN_MEMORY = 1000  # tables; the least lately used go first and are replayed when asked for
ACTIONS_IN_MEMORY = 2_000_000  # of all tables together, at some 200 bytes each
KEYS_IN_MEMORY = 20_000
FEW = 20  # entries of a log that are replayed sooner than a thread is woken


class Tables:
    """The service. All its methods may be called by many at once."""

    def __init__(self, store: Store, hub: Hub) -> None:
        self.store, self.hub, self.writer = store, hub, Writer(store)
        self.notifier, self.replays = Notifier(store, hub), Replays()
        self.bots = Bots(self)
        self._keys: dict[str, KeyRow] = {}
        self._key_changes = 0
        self._tables: dict[str, Table] = {}
        self._loading: dict[str, asyncio.Lock] = {}
        self._in_doubt: set[str] = set()  # tables of which the database may know more than memory: a write went astray

    async def close(self) -> None:
        await self.bots.close()
        await self.notifier.close()
        await asyncio.to_thread(self.writer.stop)

    @property
    def in_memory(self) -> int:
        return len(self._tables)

    # ---------------------------------------------------------------- finding tables

    async def table(self, table_id: str) -> Table:
        """A table, from memory or replayed from its log, up to date with the database."""
        found = self._tables.pop(table_id, None)
        if found is not None:
            self._tables[table_id] = found  # the latest used
            return await self.catch_up(found) if self.store.postgres or table_id in self._in_doubt else found
        async with self._loading.setdefault(table_id, asyncio.Lock()):
            try:
                return self._tables.get(table_id) or await self._load(table_id)
            finally:
                self._loading.pop(table_id, None)

    async def _load(self, table_id: str) -> Table:
        row = await asyncio.to_thread(self.store.table, table_id)
        if row is None:
            raise errors.no_table()
        entries = await asyncio.to_thread(self.store.entries, table_id)
        try:
            table = await asyncio.to_thread(Table, row)
            await self.replays.run(table.follow(entries))
        except TrenchlineError as fault:
            log.error("table %s cannot be replayed: %s", table_id, fault)
            raise errors.Refused(500, "broken", "This table was played by other rules and cannot be replayed") from None
        self.add(table)
        return table

    def add(self, table: Table) -> None:
        """Keep a table in memory, and let its bots play."""
        self._tables.pop(table.row.id, None)
        self._tables[table.row.id] = table
        self.bots.wake(table)
        self._make_room(table)

    def _make_room(self, newest: Table) -> None:
        """Forget tables that nobody uses while there are too many."""
        actions = sum(len(table.actions) for table in self._tables.values())
        for table in list(self._tables.values()):
            if len(self._tables) <= IN_MEMORY and actions <= ACTIONS_IN_MEMORY:
                return
            used = table is newest or table.lock.locked() or self.hub.watched(table.row.id) or self.bots.playing(table)
            if not used:
                del self._tables[table.row.id]
                actions -= len(table.actions)

    async def catch_up(self, table: Table) -> Table:
        """A table with what another server may have written."""
        if not await self._unread(table):
            return table
        async with table.lock:
            return await self._synced(table)

    async def _synced(self, table: Table) -> Table:
        """The same, for one who holds the table's lock; one that is far behind is replayed afresh, beside it."""
        newer = self._tables.get(table.row.id)
        if newer is not None and newer is not table:
            return newer
        entries = await self._unread(table)
        if len(entries) > FEW:
            table = await self._load(table.row.id)
        else:
            for _ in table.follow(entries):
                pass
        if entries:
            self.hub.wake(table.row.id)  # whoever wrote them may have been told that he could not
        return table

    async def _unread(self, table: Table) -> list[LogRow]:
        """What the database knows of a table beyond what memory does. What is written from the moment of asking on may be
        missing: doubt that comes up meanwhile stays."""
        table_id = table.row.id
        doubted = table_id in self._in_doubt
        self._in_doubt.discard(table_id)
        try:
            return await asyncio.to_thread(self.store.entries, table_id, table.seq)
        except BaseException:
            if doubted:
                self._in_doubt.add(table_id)
            raise

    async def changed_elsewhere(self, table_id: str, key_hash: str = "") -> None:
        """Another server has written to a table, or changed one of its keys. Who looks is shown it, and reads it then."""
        if key_hash:
            self._drop_key(key_hash)
        self.hub.wake(table_id)

    async def heard_nothing(self) -> None:
        """Other servers could not be heard for a while: anything may have changed."""
        self._keys.clear()
        self._key_changes += 1
        self.hub.wake_all()

    # ---------------------------------------------------------------- keys

    async def key(self, table_id: str, key: str) -> KeyRow:
        """The holder of a key for this table."""
        if not key:
            raise errors.no_key()
        return await self.key_again(table_id, hashed(key))

    async def key_again(self, table_id: str, key_hash: str) -> KeyRow:
        """The holder of a key by its hash, as the key is now. Raises Refused for one that opens the table no more."""
        found, changes = self._keys.get(key_hash), self._key_changes
        if found is None:
            found = await asyncio.to_thread(self.store.key, key_hash)
            if found is None or found.kind == "spent":
                raise errors.no_key()
            if found.kind != "invite" and changes == self._key_changes:  # else it may be spent by now
                if len(self._keys) > KEYS_IN_MEMORY:
                    self._keys.clear()
                self._keys[key_hash] = found
        if found.table_id != table_id:
            raise errors.no_table()
        return found

    def forget_key(self, key: KeyRow) -> None:
        """What is kept with a key has changed, or it is spent: it is read again when it is used, by open lines at once."""
        self._drop_key(key.hash)
        self.hub.wake(key.table_id)

    def _drop_key(self, key_hash: str) -> None:
        self._keys.pop(key_hash, None)
        self._key_changes += 1  # what is being read just now may be what it was before

    # ---------------------------------------------------------------- the door

    async def commit(self, table: Table, entry: LogRow, action: Action | None = None, by: KeyRow | None = None) -> None:
        """The table changes on disk and then in memory, or in neither; then those who look are shown, and others sent word.

        `action` is what the entry's text says, if that has been read already, `by` whose call it is. The caller holds the
        table's lock. Raises IllegalAction if the rules forbid it.
        """
        table_id = table.row.id
        change = table.foresee(entry, action)
        try:
            await self.writer.append(PendingEntry(table_id, entry, change.summary))
        except Conflict:
            fresh = await self._synced(table)
            if entry.idem and entry.idem in fresh.idempotency_keys:
                return
            raise errors.stale(fresh.seq_for(by) if by else fresh.seq) from None
        except BaseException:
            self._in_doubt.add(table_id)  # it may be written all the same
            raise
        table.adopt(change)
        if self._tables.get(table_id) is not table:
            self._in_doubt.add(table_id)
        self.hub.wake(table_id)
        self.notifier.changed(table)
