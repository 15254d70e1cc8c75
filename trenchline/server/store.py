"""Keeping tables, keys, the log of each table, chat and notes. SQLite or PostgreSQL, by SQLAlchemy Core.

A table's log is the truth. A row is appended and committed before anything is acknowledged; its number is unique within
the table, so that of two writers one must lose.
"""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from importlib.util import find_spec
from pathlib import Path

import msgspec
import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DatabaseError, IntegrityError, SQLAlchemyError
from sqlalchemy.schema import CreateIndex

from .. import TrenchlineError
from . import limits
from .appending import CHANNEL, Appender, now, statements
from .clocks import ACCOUNT_VACATION, DAY
from .keys import hashed
from .rows import KeyRow, LogRow, News, PendingEntry, ReceiptRow, Said, SeatRow, Summary, TableRow, Vacation, note
from .schema import accounts, browsers, chat, keys, log, metadata, receipts, service_time, tables

STORE_FAULTS = (SQLAlchemyError, sqlite3.Error)  # the second where a connection is set up
STARTING_AT_ONCE = 8  # servers on one database
MIGRATION_LOCK = 1916  # of PostgreSQL's advisory locks


class Repeated(Exception):
    """A call that was carried out before, by another server."""


class Conflict(Exception):
    """Somebody else has appended meanwhile, or this very call was carried out before."""


class Spent(Exception):
    """An invitation that has been used."""


class Store:
    """The database. Every method is one transaction."""

    def __init__(self, url: str) -> None:
        try:
            parsed = make_url(url)
        except sa.exc.ArgumentError:
            raise TrenchlineError(f"{url!r} is not a database URL: sqlite:///FILE or postgresql://USER@HOST/NAME") from None
        self.postgres = parsed.get_backend_name() == "postgresql"
        if self.postgres:
            if find_spec("psycopg") is None:
                raise TrenchlineError("PostgreSQL needs its driver: pip install 'trenchline[postgres]'")
            parsed = parsed.set(drivername="postgresql+psycopg")
            tested = {"pool_pre_ping": True, "hide_parameters": True}
            self.engine = sa.create_engine(parsed, pool_size=8, max_overflow=8, **tested)
            appending = sa.create_engine(parsed, pool_size=1, isolation_level="AUTOCOMMIT", **tested)
        elif parsed.get_backend_name() == "sqlite":
            if parsed.database and parsed.database != ":memory:":
                keep_private(Path(parsed.database))
            waits = {"timeout": 30, "check_same_thread": False}
            self.engine = sa.create_engine(parsed, connect_args=waits, hide_parameters=True)
            event.listen(self.engine, "connect", _tune_sqlite)
            appending = self.engine
        else:
            raise TrenchlineError(f"Trenchline keeps its tables in SQLite or PostgreSQL, not in {parsed.get_backend_name()}")
        self._appender = Appender(appending, self.postgres)
        try:
            with self._migrating():
                self._make_tables()
                self._check_columns()
        except (DatabaseError, sqlite3.DatabaseError) as fault:  # SQLite's own while it connects
            why = getattr(fault, "orig", fault)
            raise TrenchlineError(f"the database {parsed.render_as_string()} cannot be opened: {why}") from None

    @contextmanager
    def _migrating(self) -> Iterator[None]:
        """Let one server at a time make or migrate the tables. PostgreSQL has no safe `IF NOT EXISTS`: two servers that create
        the same index collide in its catalogue. On SQLite the losers retry."""
        if not self.postgres:
            yield
            return
        with self.engine.connect() as db:  # the lock ends with the transaction, also if this server dies
            db.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATION_LOCK)))
            yield
            db.rollback()

    def _make_tables(self) -> None:
        for tries_left in reversed(range(STARTING_AT_ONCE)):
            try:
                metadata.create_all(self.engine)
                return
            except DatabaseError:  # another server that starts just now was quicker with a table or its index
                if not tries_left:
                    raise

    def _check_columns(self) -> None:
        """An older database gets the columns it can do without; one of another version is told at once."""
        found = sa.inspect(self.engine)
        for table in metadata.tables.values():
            there = {str(c["name"]) for c in found.get_columns(table.name)}
            missing = {c.name for c in table.columns} - there
            for column in [c for c in table.columns if c.name in missing and c.nullable]:
                self._add_column(table, column)
                missing.discard(column.name)
            self._add_indexes(table, {str(index["name"]) for index in found.get_indexes(table.name)})
            if missing:
                what = f"its table {table.name!r} lacks {', '.join(sorted(missing))}"
                raise TrenchlineError(
                    f"this database was made by another version of Trenchline: {what}; choose another with --db"
                )

    def _add_column(self, table: sa.Table, column: sa.Column[object]) -> None:
        kind = column.type.compile(self.engine.dialect)
        try:
            with self.engine.begin() as db:
                db.execute(sa.text(f"ALTER TABLE {table.name} ADD COLUMN {column.name} {kind}"))
        except DatabaseError:
            if column.name not in {c["name"] for c in sa.inspect(self.engine).get_columns(table.name)}:
                raise  # else another server that starts just now has added it

    def _add_indexes(self, table: sa.Table, there: set[str]) -> None:
        for index in table.indexes:
            if index.name not in there:
                with self.engine.begin() as db:
                    db.execute(CreateIndex(index, if_not_exists=True))

    def close(self) -> None:
        self._appender.close()
        self.engine.dispose()

    def ping(self) -> None:
        """Raises if the database does not answer, or takes no writes."""
        with self.engine.connect() as db:
            if self.postgres:
                if db.execute(sa.text("select pg_is_in_recovery() or current_setting('transaction_read_only')::bool")).scalar():
                    raise sa.exc.OperationalError("select", None, Exception("the database takes no writes"))
                return
            db.execute(sa.update(tables).where(tables.c.id == "").values(id=""))  # asks for the right to write, changes nothing
            db.rollback()

    # ---------------------------------------------------------------- time

    def beat(self, ms: int) -> int:
        """The service time, at least so much. It never goes back."""
        with self.engine.begin() as db:
            later = sa.update(service_time).where(service_time.c.id == 1, service_time.c.ms < ms)
            db.execute(later.values(ms=ms))
            found = db.execute(sa.select(service_time.c.ms).where(service_time.c.id == 1)).scalar()
        return self._first_beat(ms) if found is None else int(found)

    def _first_beat(self, ms: int) -> int:
        with suppress(IntegrityError), self.engine.begin() as db:  # another server that starts just now
            db.execute(sa.insert(service_time).values(id=1, ms=ms))
        return ms

    def take_vacation(self, account: str, year: int, days: int, now: int) -> int:
        """Days of vacation that a player takes of those of this year, from now on, instead of what is left of an earlier one.
        How many he has left then; where they are not enough it is less than nothing, and nothing changes."""
        with self.engine.begin() as db:
            mine = accounts.c.id == account
            kept = db.execute(sa.select(accounts.c.vacation).where(mine).with_for_update()).scalar()
            after = Vacation(year, _vacation_used(kept, year, now) + days, now + days * DAY)
            left = ACCOUNT_VACATION - after.used
            if left >= 0:
                db.execute(sa.update(accounts).where(mine).values(vacation=_json(after)))
        return left

    def vacation_left(self, account: str, year: int, now: int) -> int:
        """The days that a player may still take this year, were he to come back now."""
        with self.engine.connect() as db:
            kept = db.execute(sa.select(accounts.c.vacation).where(accounts.c.id == account)).scalar()
        return ACCOUNT_VACATION - _vacation_used(kept, year, now)

    def has_clocks(self) -> bool:
        with self.engine.connect() as db:
            return db.execute(sa.select(tables.c.id).where(tables.c.clock.is_not(None)).limit(1)).first() is not None

    # ---------------------------------------------------------------- tables and keys

    def new_table(
        self,
        row: TableRow,
        new_keys: Sequence[KeyRow],
        first: Sequence[LogRow],
        summary: Summary,
        receipt: ReceiptRow | None = None,
        follows: PendingEntry | None = None,
    ) -> None:
        """A new table. One that is a rematch is entered in the log of the match before it: raises Conflict if that has gone
        on."""
        with self.engine.begin() as db:
            self.keep(db, receipt)
            self._enter(db, follows)
            db.execute(sa.insert(tables).values(**_table_values(row), summary=_json(summary)))
            db.execute(sa.insert(keys), [_key_values(k) for k in new_keys])
            if first:
                db.execute(sa.insert(log), [_log_values(row.id, entry) for entry in first])

    def _enter(self, db: sa.Connection, entry: PendingEntry | None) -> None:
        """An entry that goes with something else. Raises Conflict if its number is taken."""
        if entry is None:
            return
        try:
            for statement, values in statements([entry], self.postgres):
                db.exec_driver_sql(statement, values)
        except IntegrityError:
            raise Conflict from None

    def table(self, table_id: str) -> TableRow | None:
        return self.table_and_summary(table_id)[0]

    def table_and_summary(self, table_id: str) -> tuple[TableRow | None, Summary | None]:
        with self.engine.connect() as db:
            row = db.execute(sa.select(tables).where(tables.c.id == table_id)).mappings().first()
        return (None, None) if row is None else (table_row(row), summary_in(row))

    def set_rules(self, table_id: str, version: int) -> None:
        """A table's log has been shown to lead to the same position by other rules: it goes on by those."""
        with self.engine.begin() as db:
            db.execute(sa.update(tables).where(tables.c.id == table_id).values(rules=version))

    def tables_of(self, hashes: Sequence[str]) -> list[tuple[KeyRow, TableRow, Summary | None]]:
        """The tables some keys open, each with where it stands; that is not known of tables an older version has kept."""
        return self._tables_where(keys.c.hash.in_(hashes))

    def tables_of_account(self, account: str) -> list[tuple[KeyRow, TableRow, Summary | None]]:
        """The tables at which somebody has a seat in his account."""
        return self._tables_where(sa.and_(keys.c.account == account, keys.c.kind == "seat"))

    def _tables_where(self, wanted: sa.ColumnElement[bool]) -> list[tuple[KeyRow, TableRow, Summary | None]]:
        columns = [c.label(f"k_{c.name}") for c in keys.c]
        query = sa.select(*columns, tables).join(tables, keys.c.table_id == tables.c.id)
        with self.engine.connect() as db:
            rows = db.execute(query.where(wanted)).mappings().all()
        return [(_key_row({c.name: r[f"k_{c.name}"] for c in keys.c}), table_row(r), summary_in(r)) for r in rows]

    def open_tables(self, since: str, most: int) -> list[tuple[TableRow, Summary | None]]:
        """The tables whose open seats are for everybody, the latest first."""
        query = sa.select(tables).where(tables.c.listed == 1, tables.c.updated >= since)
        with self.engine.connect() as db:
            rows = db.execute(query.order_by(tables.c.updated.desc()).limit(most)).mappings().all()
        return [(table_row(r), summary_in(r)) for r in rows]

    def shown_tables(self, since: str, most: int) -> list[tuple[TableRow, Summary | None]]:
        """The tables at which anybody may look on, the latest first."""
        query = sa.select(tables).where(tables.c.shown.is_not(None), tables.c.updated >= since)
        with self.engine.connect() as db:
            rows = db.execute(query.order_by(tables.c.updated.desc()).limit(most)).mappings().all()
        return [(table_row(r), summary_in(r)) for r in rows]

    def open_invitation(self, table_id: str, side: str) -> KeyRow | None:
        """The invitation to a seat that is for everybody; None if there is none: not listed, or taken."""
        query = sa.select(keys).join(tables, keys.c.table_id == tables.c.id)
        wanted = (tables.c.id == table_id, tables.c.listed == 1, keys.c.kind == "invite", keys.c.sides == side)
        with self.engine.connect() as db:
            row = db.execute(query.where(*wanted)).mappings().first()
        return None if row is None else _key_row(row)

    def take_off_the_list(self, table_id: str) -> None:
        with self.engine.begin() as db:
            db.execute(sa.update(tables).where(tables.c.id == table_id).values(listed=None))

    def set_summary(self, table_id: str, summary: Summary) -> None:
        """Where a table stands that an older version has kept."""
        missing = sa.update(tables).where(tables.c.id == table_id, tables.c.summary.is_(None))
        with self.engine.begin() as db:
            db.execute(missing.values(summary=_json(summary)))

    def key(self, key_hash: str) -> KeyRow | None:
        with self.engine.connect() as db:
            row = db.execute(sa.select(keys).where(keys.c.hash == key_hash)).mappings().first()
        return None if row is None else _key_row(row)

    def offer_seat(self, offer: KeyRow, receipt: ReceiptRow | None = None) -> list[str]:
        """A seat may be moved by this key; the hashes of those that were offered before, and are good no more."""
        with self.engine.begin() as db:
            self.keep(db, receipt)
            before = self._spend(db, offer.table_id, keys.c.seat == offer.seat, keys.c.kind == "move")
            db.execute(sa.insert(keys).values(**_key_values(offer)))
        return before

    def move_seat(self, offer: KeyRow, key_hash: str, receipt: ReceiptRow | None = None) -> None:
        """Another key to the seat that was offered: that one and the offer open nothing any more. Raises Conflict if either was
        spent before."""
        with self.engine.begin() as db:
            self.keep(db, receipt)
            row = db.execute(sa.select(keys).where(keys.c.hash == offer.seat, keys.c.kind == "seat")).mappings().first()
            if row is None or not self._spend(db, offer.table_id, keys.c.hash == offer.hash, keys.c.kind == "move"):
                raise Conflict
            if not self._spend(db, offer.table_id, keys.c.hash == offer.seat, keys.c.kind == "seat"):
                raise Conflict
            db.execute(sa.delete(browsers).where(browsers.c.owner == offer.seat))  # the device that had it
            db.execute(sa.insert(keys).values(**{**row, "hash": key_hash}))

    def seat_keys(self, table_id: str) -> list[KeyRow]:
        """The keys by which the seats of a table are held."""
        with self.engine.connect() as db:
            query = sa.select(keys).where(keys.c.table_id == table_id, keys.c.kind == "seat")
            return [_key_row(row) for row in db.execute(query).mappings()]

    def take_waiting_seat(
        self, table_id: str, sides: Sequence[str], key_hash: str, receipt: ReceiptRow | None = None
    ) -> list[str]:
        """A player takes the seat that waits for him at a rematch; the hashes of the keys that kept it. Raises Spent if he
        has taken it before."""
        waits = (keys.c.table_id == table_id, keys.c.kind == "seat", keys.c.sides == ",".join(sides), keys.c.seat.is_not(None))
        with self.engine.begin() as db:
            self.keep(db, receipt)
            row = db.execute(sa.select(keys).where(*waits)).mappings().first()
            spent = self._spend(db, table_id, *waits)
            if row is None or not spent:
                raise Spent
            db.execute(sa.insert(keys).values(**{**row, "hash": key_hash, "seat": None}))
        return spent

    def _spend(self, db: sa.Connection, table_id: str, *which: sa.ColumnElement[bool]) -> list[str]:
        """Some keys open nothing any more; their hashes."""
        found = [str(row.hash) for row in db.execute(sa.select(keys.c.hash).where(*which))]
        if db.execute(sa.update(keys).where(*which).values(kind="spent")).rowcount != len(found):
            raise Conflict
        for key_hash in found:
            self.tell_others(db, News(table_id, key_hash=key_hash))
        return found

    def claim(
        self, invite_hash: str, seat: KeyRow, seats: Sequence[SeatRow], entry: PendingEntry, receipt: ReceiptRow | None = None
    ) -> None:
        """An invite becomes a seat, once; whoever else has it may look on.

        Raises Spent if it was used before, Conflict if the entry's number is taken."""
        with self.engine.begin() as db:
            self.keep(db, receipt)
            used = sa.update(keys).where(keys.c.hash == invite_hash, keys.c.kind == "invite").values(kind="claimed")
            if db.execute(used).rowcount != 1:
                raise Spent
            db.execute(sa.insert(keys).values(**_key_values(seat)))
            found = sa.update(tables).where(tables.c.id == seat.table_id).values(seats=_json(list(seats)))
            db.execute(found if any(s.kind == "open" for s in seats) else found.values(listed=None))
            self._enter(db, entry)
            self.tell_others(db, News(seat.table_id, key_hash=invite_hash))

    def take_over(self, holder: KeyRow, seats: Sequence[SeatRow], entry: PendingEntry) -> None:
        """A computer plays in the place of somebody, whose key lets him look on from now on. Raises Conflict if the entry's
        number is taken."""
        with self.engine.begin() as db:
            db.execute(sa.update(keys).where(keys.c.hash == holder.hash).values(kind="claimed", orders=None))
            db.execute(sa.update(tables).where(tables.c.id == holder.table_id).values(seats=_json(list(seats))))
            self._enter(db, entry)
            self.tell_others(db, News(holder.table_id, key_hash=holder.hash))

    def ask_to_confirm(self, key: KeyRow, address: str, code_hash: str) -> None:
        """Mail goes to the address once somebody who reads it has told the code."""
        self._set_key(key, email_wanted=address, email_code=code_hash)

    def replace_watch(self, table_id: str, fresh: KeyRow | None, receipt: ReceiptRow | None = None) -> list[str]:
        """Another key for onlookers, or none; the hashes of those that open nothing any more. Invitations that were used are
        among them. The match is shown to strangers no more."""
        watching = (keys.c.table_id == table_id, keys.c.kind.in_(("watch", "claimed")))
        with self.engine.begin() as db:
            self.keep(db, receipt)
            old = [str(row.hash) for row in db.execute(sa.select(keys.c.hash).where(*watching))]
            db.execute(sa.update(keys).where(*watching).values(kind="spent"))
            db.execute(sa.update(tables).where(tables.c.id == table_id).values(shown=None))
            if fresh is not None:
                db.execute(sa.insert(keys).values(**_key_values(fresh)))
            for key_hash in old:
                self.tell_others(db, News(table_id, key_hash=key_hash))
        return old

    def show(self, table_id: str, fresh: KeyRow, watch: str, receipt: ReceiptRow | None = None) -> None:
        """Anybody may look on, by a key of its own: the link that friends have stays as it is. Where anybody may already,
        nothing changes."""
        with self.engine.begin() as db:
            self.keep(db, receipt)
            hidden = sa.update(tables).where(tables.c.id == table_id, tables.c.shown.is_(None))
            if db.execute(hidden.values(shown=watch)).rowcount:
                db.execute(sa.insert(keys).values(**_key_values(fresh)))

    def hide(self, table_id: str, receipt: ReceiptRow | None = None) -> list[str]:
        """Strangers may look on no more; the hashes of the keys that they had."""
        with self.engine.begin() as db:
            self.keep(db, receipt)
            shown = db.execute(sa.select(tables.c.shown).where(tables.c.id == table_id)).scalar()
            db.execute(sa.update(tables).where(tables.c.id == table_id).values(shown=None))
            return self._spend(db, table_id, keys.c.hash == hashed(shown), keys.c.kind == "watch") if shown else []

    def set_email(self, key: KeyRow, address: str) -> None:
        """A confirmed address, or none."""
        self._set_key(key, email=address, email_since=now(), email_wanted="", email_code="")

    def set_notes(self, key: KeyRow, text: str) -> None:
        self._set_key(key, notes=text)

    def set_orders(self, key: KeyRow, text: str) -> None:
        self._set_key(key, orders=text)

    def _set_key(self, key: KeyRow, **values: str) -> None:
        with self.engine.begin() as db:
            db.execute(sa.update(keys).where(keys.c.hash == key.hash).values(**values))
            self.tell_others(db, News(key.table_id, key_hash=key.hash))

    # ---------------------------------------------------------------- the log

    def append(self, entries: Sequence[PendingEntry]) -> list[bool]:
        """Add entries to their tables' logs and commit; False for each whose number or idempotency key is taken.

        All go in one transaction, so that many tables share one wait for the disk; if one of them is refused, each is
        tried by itself.
        """
        if self._appender.append(entries):
            return [True] * len(entries)
        return [False] if len(entries) == 1 else [self.append([one])[0] for one in entries]

    def tell_others(self, db: sa.Connection, news: News) -> None:
        """Every server on this database hears, once this is committed, that a table has changed."""
        if self.postgres:
            db.execute(sa.text("select pg_notify(:channel, :note)"), {"channel": CHANNEL, "note": note(news)})

    def entries(self, table_id: str, since: int = 0) -> list[LogRow]:
        query = sa.select(log).where(log.c.table_id == table_id, log.c.n >= since).order_by(log.c.n)
        with self.engine.connect() as db:
            rows = db.execute(query).mappings().all()
        return [
            LogRow(r["n"], r["kind"], r["side"], r["text"], r["idem"], r["why"] or "", r["clock"], r["ordered"]) for r in rows
        ]

    # ---------------------------------------------------------------- receipts

    def receipt(self, receipt_id: str) -> str | None:
        """The sealed answer of a call that was carried out."""
        with self.engine.connect() as db:
            return db.execute(sa.select(receipts.c.answer).where(receipts.c.id == receipt_id)).scalar()

    def keep_receipt(self, receipt: ReceiptRow) -> None:
        """Of a call that could not keep it itself. Raises Repeated if there is one."""
        with self.engine.begin() as db:
            self.keep(db, receipt)

    def keep(self, db: sa.Connection, receipt: ReceiptRow | None) -> None:
        """Keep a receipt with what a call changes. First of all: of two servers that do the same one must lose here."""
        if receipt is None:
            return
        try:
            db.execute(sa.insert(receipts).values(id=receipt.id, answer=receipt.answer, at=now()))
        except IntegrityError:
            raise Repeated from None

    def forget_receipts(self) -> None:
        """Throw away those for which nobody will ask any more."""
        before = (datetime.now(UTC) - timedelta(hours=limits.RECEIPT_HOURS)).isoformat(timespec="milliseconds")
        with self.engine.begin() as db:
            db.execute(sa.delete(receipts).where(receipts.c.at < before))

    # ---------------------------------------------------------------- talk

    def say(self, table_id: str, name: str, text: str, receipt: ReceiptRow | None = None, *, apart: bool = False) -> None:
        with self.engine.begin() as db:
            self.keep(db, receipt)
            said = {"table_id": table_id, "name": name, "text": text, "at": now(), "apart": int(apart) or None}
            db.execute(sa.insert(chat).values(**said))
            self.tell_others(db, News(table_id, talk=True))

    def talk(self, table_id: str) -> list[Said]:
        """What was said last at a table, within bounds, by players and by onlookers among themselves: neither crowds out the
        other. Numbered as if all of it were there."""
        number = sa.func.row_number().over(order_by=chat.c.id).label("n")
        every = sa.select(chat, number).where(chat.c.table_id == table_id).subquery()
        found: list[Said] = []
        with self.engine.connect() as db:
            for which in (every.c.apart.is_(None), every.c.apart.is_not(None)):
                latest = sa.select(every).where(which).order_by(every.c.id.desc()).limit(limits.TALK_SHOWN)
                found += _within_bounds(db.execute(latest).mappings().all())
        return sorted(found, key=lambda said: said.n)


def _within_bounds(rows: Sequence[sa.RowMapping]) -> Iterator[Said]:
    """Messages, the latest first, as long as there is room."""
    room = limits.TALK_BYTES
    for r in rows:
        said = Said(r["n"], r["name"], r["text"], r["at"], bool(r["apart"]))
        room -= len(msgspec.json.encode(said))
        if room < 0:
            return
        yield said


def keep_private(file: Path) -> None:
    """A file of ours that strangers on this machine cannot read: made so, or made so again. SQLite gives the files beside a
    database the same rights. A group that was let in on purpose stays. What root makes in somebody's folder is that user's:
    else the server could not write to a database that root has restored."""
    with suppress(OSError):  # what cannot be opened is told by whoever opens it
        made = not file.exists()
        os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))
        if made and hasattr(os, "geteuid") and os.geteuid() == 0:
            home = file.absolute().parent.stat()
            os.chown(file, home.st_uid, home.st_gid)
        mode = stat.S_IMODE(file.stat().st_mode)
        if mode & 0o007:
            file.chmod(mode & ~0o007)


def _tune_sqlite(connection: object, record: object) -> None:
    cursor = connection.cursor()  # type: ignore[attr-defined]
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=30000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _vacation_used(kept: str | None, year: int, now: int) -> int:
    """The days of a year that a player has used, were he to come back now."""
    before = msgspec.json.decode(kept, type=Vacation) if kept else Vacation(year)
    if before.year != year:
        return 0
    return before.used - min(before.used, max(0, before.until - now) // DAY)


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _table_values(row: TableRow) -> dict[str, object]:
    values = {f: getattr(row, f) for f in row.__struct_fields__}
    return values | {"options": _json(row.options), "dice": _json(row.dice), "seats": _json(row.seats)}


def table_row(r: sa.RowMapping) -> TableRow:
    plain = {f: r[f] for f in TableRow.__struct_fields__}
    plain |= {
        "options": msgspec.json.decode(str(r["options"])),
        "dice": msgspec.json.decode(str(r["dice"])),
        "seats": msgspec.json.decode(str(r["seats"])),
    }
    return msgspec.convert(plain, TableRow)


def summary_in(r: sa.RowMapping) -> Summary | None:
    return msgspec.json.decode(str(r["summary"]), type=Summary) if r["summary"] else None


def _key_values(key: KeyRow) -> dict[str, object]:
    values = {f: getattr(key, f) for f in key.__struct_fields__}
    return values | {
        "sides": ",".join(key.sides),
        "seat": key.seat or None,
        "account": key.account or None,
        "orders": key.orders or None,
    }


def _key_row(r: sa.RowMapping | Mapping[str, object]) -> KeyRow:
    sides = tuple(filter(None, str(r["sides"]).split(",")))
    plain = {f: str(r[f] or "") for f in KeyRow.__struct_fields__ if f != "sides"}
    return KeyRow(sides=sides, **plain)


def _log_values(table_id: str, entry: LogRow) -> dict[str, object]:
    return {f: getattr(entry, f) for f in entry.__struct_fields__} | {"table_id": table_id, "at": now()}
