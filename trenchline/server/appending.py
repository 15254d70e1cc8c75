"""How entries get into the logs: those of a batch in one transaction, over one connection that is kept.

Every action of every table goes this way: what SQLAlchemy does for each statement would cost more than the statement.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import PoolProxiedConnection

from .rows import News, PendingEntry, note

CHANNEL = "trenchline"
KEPT = 1.0  # seconds without use: then the pool looks first whether the connection is still good

COLUMNS = ("table_id", "n", "kind", "side", "text", "idem", "at", "why", "clock", "ordered")
LOG = f"INSERT INTO log ({', '.join(COLUMNS)}) VALUES ({{}})"
TABLE = "UPDATE tables SET updated = coalesce({0}, updated), summary = coalesce({0}, summary) WHERE id = {0}"
SQLITE_LOG, SQLITE_TABLE = LOG.format(", ".join("?" for _ in COLUMNS)), TABLE.format("?")
POSTGRES_LOG, POSTGRES_TABLE = LOG.format(", ".join("%s" for _ in COLUMNS)), TABLE.format("%s")
POSTGRES = f"WITH logged AS ({POSTGRES_LOG}), moved AS ({POSTGRES_TABLE}) SELECT pg_notify(%s, %s)"

TURN = (
    "INSERT INTO notices (table_id, seat, kind, text, begun, shared_out) VALUES ({0}, {0}, 'turn', '', {0}, 0)"
    " ON CONFLICT DO NOTHING"
)
CAME = [f"DELETE FROM {part} WHERE table_id = {{0}} AND seat = {{0}}" for part in ("notices", "outbox")]


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


Statement = tuple[str, tuple[object, ...]]


def statements(entries: Sequence[PendingEntry], postgres: bool) -> Iterator[Statement]:
    """What puts entries into the logs of their tables, and on PostgreSQL tells all servers."""
    at = now()
    for new in entries:
        e = new.entry
        stands = None if new.summary is None else msgspec.json.encode(new.summary).decode()
        logged = (new.table_id, e.n, e.kind, e.side, e.text, e.idem, at, e.why, e.clock, e.ordered)
        moved = (None if new.unnoticed else at, stands, new.table_id)
        if postgres:
            yield POSTGRES, (*logged, *moved, CHANNEL, note(News(new.table_id, e)))
        else:
            yield SQLITE_LOG, logged
            yield SQLITE_TABLE, moved
        sign = "%s" if postgres else "?"
        for seat in new.came:
            yield from ((statement.format(sign), (new.table_id, seat)) for statement in CAME)
        for seat in new.turn_of:
            yield TURN.format(sign), (new.table_id, seat, at)


class Appender:
    """The connection through which entries are appended. For one thread at a time."""

    def __init__(self, engine: sa.Engine, postgres: bool) -> None:
        self._engine, self._postgres = engine, postgres
        self._kept: PoolProxiedConnection | None = None
        self._used = 0.0

    def append(self, entries: Sequence[PendingEntry]) -> bool:
        """Commit all entries; False, and none of them is written, if the number or the idempotency key of one is taken."""
        rows = list(statements(entries, self._postgres))
        driver = self._engine.dialect.loaded_dbapi
        try:
            written = self._write(self._connection(), rows, driver.IntegrityError)
        except driver.Error as fault:
            self._give_up()
            raise DBAPIError("append", None, fault, hide_parameters=True) from fault
        self._used = time.monotonic()
        return written

    def _write(self, connection: DBAPIConnection, rows: Sequence[Statement], taken: type[Exception]) -> bool:
        cursor = connection.cursor()
        try:
            if self._postgres and len(rows) > 1:
                cursor.execute("BEGIN")  # else the statement is a transaction by itself
            for statement, values in rows:
                cursor.execute(statement, values)
            connection.commit()
        except taken:
            connection.rollback()
            return False
        finally:
            cursor.close()
        return True

    def _connection(self) -> PoolProxiedConnection:
        if self._kept is not None and time.monotonic() - self._used > KEPT:
            self._let_go()
        if self._kept is None:
            self._kept = self._engine.raw_connection()
        return self._kept

    def _let_go(self) -> None:
        if self._kept is not None:
            self._kept.close()
            self._kept = None

    def _give_up(self) -> None:
        """The connection may be broken, or have something half done."""
        if self._kept is not None:
            self._kept.invalidate()
            self._kept = None

    def close(self) -> None:
        self._let_go()
        self._engine.dispose()
