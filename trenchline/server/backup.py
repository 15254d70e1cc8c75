"""Copies of a whole database, made and brought back while servers run on it. A copy of either kind is a SQLite file."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.exc import DatabaseError

from .. import TrenchlineError
from .schema import (
    accounts,
    browsers,
    chat,
    cup_matches,
    cup_players,
    cups,
    keys,
    log,
    passkeys,
    rated_matches,
    ratings,
    server_keys,
    tables,
)
from .store import Store, keep_private

PARTS = (tables, keys, log, chat)  # in the order in which they refer to each other
PEOPLE = (accounts, passkeys, ratings, cups, cup_players)  # likewise; copies made before there were accounts have none
# Which older copies lack, too; without the keys nobody who had asked could be told.
BESIDES = (server_keys, browsers, rated_matches, cup_matches)
MANY = 2000  # rows at a time


def back_up(database: str, file: Path) -> int:
    """Write a copy as of this moment; how many tables it holds. The file appears whole or not at all."""
    if file.exists():
        raise TrenchlineError(f"{file} is there already: name a file that is not")
    if not file.absolute().parent.is_dir():
        raise TrenchlineError(f"there is no folder {file.absolute().parent}: make it first")
    store = Store(database)
    unfinished = file.with_name(f"{file.name}.unfinished-{os.getpid()}")
    keep_private(unfinished)
    try:
        if store.postgres:
            _copy_rows(store, unfinished)
        else:
            _copy_pages(store, unfinished)
        with closing(sqlite3.connect(unfinished)) as copy:
            found: int = copy.execute("select count(*) from tables").fetchone()[0]
        unfinished.rename(file)
        return found
    except (DatabaseError, sqlite3.DatabaseError) as fault:
        raise TrenchlineError(f"the database cannot be copied to {file}: {getattr(fault, 'orig', fault)}") from None
    finally:
        unfinished.unlink(missing_ok=True)
        store.close()


def _copy_pages(store: Store, to: Path) -> None:
    """SQLite's own way: readers and writers go on meanwhile."""
    source = store.engine.raw_connection()
    try:
        with closing(sqlite3.connect(to)) as copy:
            source.driver_connection.backup(copy, pages=4096)  # type: ignore[union-attr]
            copy.execute("PRAGMA journal_mode=DELETE")  # one file, nothing beside it
    finally:
        source.close()


def _copy_rows(store: Store, to: Path) -> None:
    """Row by row, all as of one moment."""
    copy = Store(f"sqlite:///{to}")
    try:
        with store.engine.connect().execution_options(isolation_level="REPEATABLE READ") as source, copy.engine.begin() as db:
            for part in (*PARTS, *PEOPLE, *BESIDES):
                for rows in source.execute(sa.select(part)).mappings().partitions(MANY):
                    db.execute(sa.insert(part), [dict(row) for row in rows])
    finally:
        copy.close()
    with closing(sqlite3.connect(to)) as plain:
        plain.execute("PRAGMA journal_mode=DELETE")


def bring_back(file: Path, database: str) -> tuple[int, int]:
    """Add the tables of a copy which the database lacks, each whole; how many were added, and how many were there. Those are
    left as they are, so that servers can run meanwhile. Accounts are brought back likewise; nobody is signed in by that."""
    with _opened(file) as copy:
        store = Store(database)
        try:
            with copy.engine.connect() as source:
                ids = list(source.execute(sa.select(tables.c.id).order_by(tables.c.created)).scalars())
                _add_server_keys(source, store)
                _add_accounts(source, store)
                _add_cups(source, store)
                added = sum(_add_table(source, store, table_id) for table_id in ids)
            return added, len(ids) - added
        finally:
            store.close()


@contextmanager
def _opened(file: Path) -> Iterator[Store]:
    """A copy of the copy, brought up to date with this version."""
    if not file.is_file():
        raise TrenchlineError(f"there is no file {file}")
    with tempfile.TemporaryDirectory() as folder:
        shutil.copyfile(file, f"{folder}/copy.db")
        _check_that_it_is_a_copy(Path(folder) / "copy.db", file)
        store = Store(f"sqlite:///{folder}/copy.db")
        try:
            yield store
        finally:
            store.close()


def _check_that_it_is_a_copy(found: Path, file: Path) -> None:
    try:
        with closing(sqlite3.connect(found)) as plain:
            there = {name for (name,) in plain.execute("select name from sqlite_master where type = 'table'")}
            broken = plain.execute("PRAGMA quick_check").fetchone()[0] != "ok"
    except sqlite3.DatabaseError as fault:
        raise TrenchlineError(f"{file} is no copy made by `trenchline backup`: {fault}") from None
    if broken or not there >= {part.name for part in PARTS}:
        raise TrenchlineError(f"{file} is no whole copy made by `trenchline backup`")


def _add_server_keys(source: sa.Connection, store: Store) -> None:
    """Those that the database lacks: a server that has run on it has made its own."""
    for row in source.execute(sa.select(server_keys)).mappings().all():
        with store.engine.begin() as db:
            if not db.execute(sa.select(server_keys.c.name).where(server_keys.c.name == row["name"])).first():
                db.execute(sa.insert(server_keys).values(**row))


def _add_accounts(source: sa.Connection, store: Store) -> None:
    """Those that the database lacks, with their passkeys; not where another account has the mail address by now."""
    for row in source.execute(sa.select(accounts)).mappings().all():
        with store.engine.begin() as db:
            same = accounts.c.id == row["id"]
            if row["email"]:
                same = sa.or_(same, accounts.c.email == row["email"])
            if db.execute(sa.select(accounts.c.id).where(same)).first():
                continue
            db.execute(sa.insert(accounts).values(**row))
            for part in (passkeys, ratings):
                mine = source.execute(sa.select(part).where(part.c.account == row["id"])).mappings().all()
                if mine:
                    db.execute(sa.insert(part), [dict(one) for one in mine])


def _add_cups(source: sa.Connection, store: Store) -> None:
    """Those that the database lacks, with who plays in them; their matches come with the tables."""
    for row in source.execute(sa.select(cups)).mappings().all():
        with store.engine.begin() as db:
            if not db.execute(sa.select(cups.c.id).where(cups.c.id == row["id"])).first():
                db.execute(sa.insert(cups).values(**row))
                for player in source.execute(sa.select(cup_players).where(cup_players.c.cup == row["id"])).mappings().all():
                    db.execute(sa.insert(cup_players).values(**player))


def _add_table(source: sa.Connection, store: Store, table_id: str) -> bool:
    with store.engine.begin() as db:
        if db.execute(sa.select(tables.c.id).where(tables.c.id == table_id)).first():
            return False
        for part in (*PARTS, browsers, rated_matches, cup_matches):
            mine = part.c.id if part is tables else part.c.table_id
            for rows in source.execute(sa.select(part).where(mine == table_id)).mappings().partitions(MANY):
                db.execute(sa.insert(part), [_without_number(part, dict(row)) for row in rows])
    return True


def _without_number(part: sa.Table, row: dict[str, object]) -> dict[str, object]:
    """Chat is numbered anew: the numbers may be taken."""
    return {name: value for name, value in row.items() if part is not chat or name != "id"}
