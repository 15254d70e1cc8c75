"""All tables: finding them, in memory or by replaying their logs, and the one door through which every change goes."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence

from .. import Action, IllegalAction, TrenchlineError
from . import errors, limits
from .analyses import Analyses
from .bots import Bots
from .keys import hashed
from .live import Hub
from .notify import Notifier
from .once import Once
from .replays import Replays
from .rows import KeyRow, LogRow, News, PendingEntry, Said, Summary
from .service_time import ServiceTime
from .standing import OrderedAnswer, StandingOrders
from .store import STORE_FAULTS, Conflict, Store
from .table import Table
from .writer import Writer

log = logging.getLogger("trenchline.tables")

IN_MEMORY = 1000  # tables; the least lately used go first and are replayed when asked for
ACTIONS_IN_MEMORY = 2_000_000  # of all tables together, at some 200 bytes each
KEYS_IN_MEMORY = 20_000
ENDING = ("action", "answer", "resign", "timeout")  # entries by which a match can end
FEW = 20  # entries of a log that are replayed sooner than a thread is woken


class Tables:
    """The service. All its methods may be called by many at once."""

    def __init__(self, store: Store, hub: Hub, outside_bots: Sequence[str] = ()) -> None:
        self.store, self.hub, self.writer = store, hub, Writer(store)
        self.notifier, self.replays = Notifier(store, hub), Replays()
        self.bots, self.once = Bots(self, outside_bots), Once(store)
        self.standing = StandingOrders(self)
        self.analyses = Analyses(store)
        self.time = ServiceTime(store)
        self._keys: dict[str, KeyRow] = {}
        self._key_changes = 0
        self._tables: dict[str, Table] = {}
        self._loading: dict[str, asyncio.Lock] = {}
        self._waiting: set[asyncio.Task[None]] = set()  # news of tables that are being changed
        self.on_session_news: Callable[[str], None] = lambda session_hash: None  # of players who are signed in
        self.on_over: Callable[[Table], None] = lambda table: None  # a match has ended here
        self._in_doubt: set[str] = set()  # tables of which the database may know more than memory: a write went astray

    async def close(self) -> None:
        await self.bots.close()
        await self.standing.close()
        await self.analyses.close()
        await self.notifier.close()
        self.replays.close()
        await asyncio.to_thread(self.writer.stop)

    @property
    def in_memory(self) -> int:
        return len(self._tables)

    # ---------------------------------------------------------------- finding tables

    async def table(self, table_id: str) -> Table:
        """A table, from memory or replayed from its log, up to date with the database."""
        found = await self.remembered(table_id)
        return await self.catch_up(found) if self.store.postgres else found

    async def remembered(self, table_id: str) -> Table:
        """A table as this process knows it: what other servers have written may be on its way. Nobody is deceived by that who
        only shows what has come, or who is going to write: of two who write the same entry one is refused."""
        found = self._tables.pop(table_id, None)
        if found is not None:
            self._tables[table_id] = found  # the latest used
            return await self.catch_up(found) if table_id in self._in_doubt else found
        async with self._loading.setdefault(table_id, asyncio.Lock()):
            try:
                return self._tables.get(table_id) or await self._load(table_id)
            finally:
                self._loading.pop(table_id, None)

    async def _load(self, table_id: str) -> Table:
        row, summary = await asyncio.to_thread(self.store.table_and_summary, table_id)
        if row is None:
            raise errors.no_table()
        entries = await asyncio.to_thread(self.store.entries, table_id)
        try:
            table = await asyncio.to_thread(Table, row)
            seen = summary.seq if summary else 0
            await self.replays.run(table.follow(entries[:seen]), len(entries))
            await self._check_rules(table, summary)
            await self.replays.run(table.follow(entries[seen:]), len(entries) - seen)
        except TrenchlineError as fault:
            log.error("table %s cannot be replayed: %s", table_id, fault)
            raise errors.other_rules(row.rules) from None
        if table.clock is not None:
            await self.time.need()
        self.add(table)
        return table

    async def _check_rules(self, table: Table, summary: Summary | None) -> None:
        """A log must lead where it led when it was played. One that other rules have written goes on only if these rules lead
        to the same position."""
        row, version = table.row, table.game.rules_version
        kept = summary.hash if summary and summary.seq == table.seq else ""
        if kept and kept != table.match.hash():
            log.error("table %s replays to another position than it was left at", row.id)
            raise errors.other_rules(row.rules)
        if row.rules != version:
            if not kept:  # an older version of the server has kept no hash: nothing shows that the match would stay the same
                log.error("table %s was played by rules version %d, these are %d", row.id, row.rules, version)
                raise errors.other_rules(row.rules)
            await asyncio.to_thread(self.store.set_rules, row.id, version)
            row.rules = version

    def add(self, table: Table) -> None:
        """Keep a table in memory, and let its bots play."""
        self._tables.pop(table.row.id, None)
        self._tables[table.row.id] = table
        self.bots.wake(table)
        self.standing.wake(table)
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
            return await self.catch_up_locked(table)

    async def catch_up_locked(self, table: Table) -> Table:
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

    def heard(self, news: News) -> None:
        """A server on this database, perhaps this one itself, has committed something. Who looks is shown it."""
        if not news.table_id:
            self.on_session_news(news.key_hash)
            return
        if news.key_hash:
            self._drop_key(news.key_hash)
            self._forget_orders(news.table_id)
        elif news.talk:
            self._forget_talk(news.table_id)
        elif not self._heard_entry(news):
            return
        self.hub.wake(news.table_id)

    def _heard_entry(self, news: News) -> bool:
        """An entry was appended to a table's log; whether there is something new in it for those who look here. What cannot be
        followed is read from the log when it is shown."""
        table, entry = self._tables.get(news.table_id), news.entry
        if table is None or (entry is not None and entry.n < table.seq):
            return False  # nobody looks, or it is known: mostly it was written here
        if table.lock.locked():  # perhaps it is this very entry that is being written
            waiting = asyncio.create_task(self._hear_again(table, news))
            self._waiting.add(waiting)
            waiting.add_done_callback(self._waiting.discard)
            return False
        try:
            if entry is not None and entry.clock is not None:
                self.time.heard(entry.clock)
            if entry is None or entry.n > table.seq:
                self._in_doubt.add(news.table_id)
            else:
                table.follow_entry(entry)
        except TrenchlineError as fault:
            log.error("table %s cannot follow another server: %s", news.table_id, fault)
            self._in_doubt.add(news.table_id)
        return True

    async def _hear_again(self, table: Table, news: News) -> None:
        async with table.lock:
            pass
        self.heard(news)

    def heard_nothing(self) -> None:
        """Other servers could not be heard for a while: anything may have changed."""
        self._keys.clear()
        self._key_changes += 1
        self.on_session_news("")
        self._in_doubt.update(self._tables)
        for table in self._tables.values():
            table.forget_talk()
            table.forget_orders()
        self.hub.wake_all()

    # ---------------------------------------------------------------- talk

    async def talk(self, table: Table) -> list[Said]:
        """What was said last at a table, read once for all who look."""
        if table.talk is not None:
            return table.talk
        said = table.said
        found = await asyncio.to_thread(self.store.talk, table.row.id)
        if said == table.said:  # else there is more by now
            table.talk = found
        return found

    def talked(self, table_id: str) -> None:
        """Somebody has said something, and it is committed."""
        self._forget_talk(table_id)
        self.hub.wake(table_id)

    def _forget_talk(self, table_id: str) -> None:
        table = self._tables.get(table_id)
        if table is not None:
            table.forget_talk()

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
            if found.kind not in ("invite", "move") and changes == self._key_changes:  # else it may be spent by now
                if len(self._keys) > KEYS_IN_MEMORY:
                    self._keys.clear()
                self._keys[key_hash] = found
        if found.table_id != table_id:
            raise errors.no_table()
        return found

    def forget_key(self, key: KeyRow) -> None:
        """What is kept with a key has changed, or it is spent: it is read again when it is used, by open lines at once."""
        self._drop_key(key.hash)
        self._forget_orders(key.table_id)
        self.hub.wake(key.table_id)

    def forget_keys(self, table_id: str, hashes: Sequence[str]) -> None:
        """Some keys to a table are spent: open lines hear of it at once."""
        for key_hash in hashes:
            self._drop_key(key_hash)
        self._forget_orders(table_id)
        self.hub.wake(table_id)

    def _drop_key(self, key_hash: str) -> None:
        self._keys.pop(key_hash, None)
        self._key_changes += 1  # what is being read just now may be what it was before

    def _forget_orders(self, table_id: str) -> None:
        table = self._tables.get(table_id)
        if table is not None:
            table.forget_orders()

    # ---------------------------------------------------------------- the door

    async def commit(self, table: Table, entry: LogRow, action: Action | None = None, by: KeyRow | None = None) -> None:
        """The table changes on disk and then in memory, or in neither; then those who look are shown, and others sent word.
        What standing orders answer to the questions that come of it follows at once.

        `action` is what the entry's text says, if that has been read already, `by` whose call it is. The caller holds the
        table's lock. Raises IllegalAction if the rules forbid it.
        """
        before, moment = table.may_move, entry
        given = await self._commit_one(table, entry, action, by, before)
        for _ in range(limits.ORDERED_AT_ONCE):
            if given is None:
                return
            moment = given.entry(table.seq, moment.clock)
            try:
                given = await self._commit_one(table, moment, given.action, by, before)
            except (errors.Refused, IllegalAction, *STORE_FAULTS) as fault:  # what was called for is done
                log.warning("standing orders at table %s: %s", table.row.id, fault)
                break
        self.hub.wake(table.row.id)
        self.standing.wake(table)

    async def _commit_one(
        self, table: Table, entry: LogRow, action: Action | None, by: KeyRow | None, before: Sequence[str]
    ) -> OrderedAnswer | None:
        """One entry. `before` are those who were waited for when the call came. What a standing order answers next."""
        table_id = table.row.id
        if table.seq >= limits.LONGEST_LOG and entry.kind not in ("answer", "resign", "timeout", "computer"):
            raise errors.not_yours("This match has become too long: too much was taken back. Branch from it, or resign")
        if table.clock is not None and entry.clock is None:
            entry.clock = self.time.now()
        orders = await self.standing.of(table)
        back = table.replay_before(entry)
        earlier = await self.replays.result(back.steps()) if back is not None else None
        change = table.foresee(entry, action, earlier)
        over = change.agreed is not None or change.match.over
        given = None if over else self.standing.answer(table, change.match, orders, table.rests_after(change))
        asked = () if over else tuple(seat for seat in change.match.players if given is None or seat != given.seat)
        begins = self.notifier.turn_of(table, before, asked, by)
        came, unnoticed = self.notifier.came(table, by), table.unnoticed(change)
        try:
            await self.writer.append(PendingEntry(table_id, entry, change.summary, unnoticed, begins, came))
        except Conflict:
            fresh = await self.catch_up_locked(table)
            if entry.idem and entry.idem in fresh.idempotency_keys:
                return None
            raise errors.stale(fresh.seq_for(by) if by else fresh.seq) from None
        except BaseException:
            self._in_doubt.add(table_id)  # it may be written all the same
            raise
        table.adopt(change)
        if self._tables.get(table_id) is not table:
            self._in_doubt.add(table_id)
        if given is None:
            self.hub.wake(table_id)  # else the answer comes at once: nobody is to be called for a question that is not asked
        self.notifier.changed(table, entry, begins, by)
        if over and entry.kind in ENDING:
            self.on_over(table)
        return given
