"""Keeping player accounts: their passkeys, sessions and seats, and tickets that can be used once."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from . import limits
from .appending import now, statements
from .keys import hashed, new_key
from .rows import LogRow, News, PendingEntry, SeatRow
from .schema import accounts, browsers, chat, cup_players, keys, log, passkeys, ratings, sessions, tables, tickets
from .store import Store

FORMER = "a former player"


class AccountRow(msgspec.Struct):
    """A player who wants to find his tables again on any device."""

    id: str
    name: str
    email: str  # confirmed; empty for none
    settings: str
    created: str


class PasskeyRow(msgspec.Struct):
    """A passkey as it is kept: what verifies it, and on which device it was made."""

    id: str
    account: str
    credential: str
    public_key: str
    sign_count: int
    name: str
    created: str
    used: str


class SessionRow(msgspec.Struct):
    """A browser in which somebody is signed in."""

    hash: str
    account: str
    device: str
    created: str
    used: str


class TicketRow(msgspec.Struct):
    """Something that can be used once, soon: only the hash of it is kept."""

    hash: str
    kind: str
    account: str
    text: str


class AddressTaken(Exception):
    """Another account has this mail address."""


class AccountStore:
    """The accounts in a database. Every method is one transaction."""

    def __init__(self, store: Store) -> None:
        self.store, self.engine = store, store.engine

    # ---------------------------------------------------------------- accounts

    def account(self, account: str) -> AccountRow | None:
        return self._account(accounts.c.id == account)

    def account_at(self, email: str) -> AccountRow | None:
        return self._account(accounts.c.email == email)

    def _account(self, wanted: sa.ColumnElement[bool]) -> AccountRow | None:
        with self.engine.connect() as db:
            row = db.execute(sa.select(accounts).where(wanted)).mappings().first()
        if row is None:
            return None
        return AccountRow(row["id"], row["name"], row["email"] or "", row["settings"], row["created"])

    def new_account(self, account: str, name: str, email: str = "", passkey: PasskeyRow | None = None) -> None:
        """Raises AddressTaken if the address belongs to another account."""
        row = {"id": account, "name": name, "email": email or None, "settings": "{}", "created": now()}
        try:
            with self.engine.begin() as db:
                db.execute(sa.insert(accounts).values(**row))
                if passkey is not None:
                    db.execute(sa.insert(passkeys).values(**msgspec.structs.asdict(passkey)))
        except IntegrityError:
            raise AddressTaken from None

    def set_account(self, account: str, **values: str) -> None:
        """Raises AddressTaken if the address belongs to another account."""
        kept = {name: value or None if name == "email" else value for name, value in values.items()}
        try:
            with self.engine.begin() as db:
                db.execute(sa.update(accounts).where(accounts.c.id == account).values(**kept))
        except IntegrityError:
            raise AddressTaken from None

    def delete_account(self, account: str) -> list[tuple[str, LogRow]]:
        """Remove a player and everything that says who he was. His matches stay; the entries that say so in their logs."""
        with self.engine.begin() as db:
            mine = sa.select(keys).where(keys.c.account == account)
            seats = [(r["table_id"], r["name"], str(r["sides"]).split(","), r["hash"]) for r in db.execute(mine).mappings()]
            told = []
            for table_id, name, sides, key_hash in seats:
                db.execute(sa.update(chat).where(chat.c.table_id == table_id, chat.c.name == name).values(name=FORMER))
                told.append((table_id, self._leave_table(db, table_id, sides)))
                self.store.tell_others(db, News(table_id, key_hash=key_hash))
                self.store.tell_others(db, News(table_id, talk=True))
            blank: dict[str, str | None] = dict.fromkeys(("name", "notes", "email", "email_wanted", "email_code"), "")
            blank |= {"orders": None, "telling": None, "account": None, "account_since": None}
            db.execute(sa.update(keys).where(keys.c.account == account).values(kind="spent", **blank))
            db.execute(sa.delete(browsers).where(browsers.c.owner.in_([account, *(key_hash for *_, key_hash in seats)])))
            db.execute(sa.update(cup_players).where(cup_players.c.account == account).values(name=FORMER))
            for part in (passkeys, sessions, tickets, ratings):
                db.execute(sa.delete(part).where(part.c.account == account))
            db.execute(sa.delete(accounts).where(accounts.c.id == account))
        return told

    def _leave_table(self, db: sa.Connection, table_id: str, sides: Sequence[str]) -> LogRow:
        """Nobody's name stands at some seats any more, also in what was written before; and an entry that others follow."""
        kept = db.execute(sa.select(tables.c.seats).where(tables.c.id == table_id)).scalar_one()
        seats = _nameless(str(kept), sides)
        db.execute(sa.update(tables).where(tables.c.id == table_id).values(seats=seats))
        here = (log.c.table_id == table_id, log.c.kind == "seat")
        for n, text in db.execute(sa.select(log.c.n, log.c.text).where(*here)).all():
            db.execute(sa.update(log).where(log.c.table_id == table_id, log.c.n == n).values(text=_nameless(text, sides)))
        last = db.execute(sa.select(sa.func.max(log.c.n)).where(log.c.table_id == table_id)).scalar()
        entry = LogRow(0 if last is None else last + 1, "seat", sides[0], seats)
        for statement, values in statements([PendingEntry(table_id, entry, unnoticed=True)], self.store.postgres):
            db.exec_driver_sql(statement, values)
        return entry

    # ---------------------------------------------------------------- passkeys

    def passkeys(self, account: str) -> list[PasskeyRow]:
        return self._passkeys(passkeys.c.account == account)

    def passkey(self, passkey: str) -> PasskeyRow | None:
        return next(iter(self._passkeys(passkeys.c.id == passkey)), None)

    def _passkeys(self, wanted: sa.ColumnElement[bool]) -> list[PasskeyRow]:
        with self.engine.connect() as db:
            rows = db.execute(sa.select(passkeys).where(wanted).order_by(passkeys.c.created)).mappings().all()
        return [PasskeyRow(**row) for row in rows]

    def add_passkey(self, passkey: PasskeyRow) -> None:
        with self.engine.begin() as db:
            db.execute(sa.insert(passkeys).values(**msgspec.structs.asdict(passkey)))

    def used_passkey(self, passkey: str, sign_count: int) -> None:
        with self.engine.begin() as db:
            db.execute(sa.update(passkeys).where(passkeys.c.id == passkey).values(sign_count=sign_count, used=now()))

    def remove_passkey(self, account: str, passkey: str) -> None:
        with self.engine.begin() as db:
            db.execute(sa.delete(passkeys).where(passkeys.c.id == passkey, passkeys.c.account == account))

    # ---------------------------------------------------------------- sessions

    def new_session(self, session: SessionRow) -> None:
        mine = sessions.c.account == session.account
        oldest = sa.select(sessions.c.hash).where(mine).order_by(sessions.c.used.desc()).offset(limits.SESSIONS - 1)
        with self.engine.begin() as db:
            for (key_hash,) in db.execute(oldest).all():
                self._end(db, str(key_hash))
            db.execute(sa.insert(sessions).values(**msgspec.structs.asdict(session)))

    def session(self, key_hash: str) -> SessionRow | None:
        """One that has been used lately; that it is used is noted, once a day."""
        with self.engine.connect() as db:
            row = db.execute(sa.select(sessions).where(sessions.c.hash == key_hash)).mappings().first()
        if row is None or row["used"] < ago(days=limits.SESSION_DAYS):
            return None
        if row["used"] < ago(days=1):
            with self.engine.begin() as db:
                db.execute(sa.update(sessions).where(sessions.c.hash == key_hash).values(used=now()))
        return SessionRow(**row)

    def sessions(self, account: str) -> list[SessionRow]:
        query = sa.select(sessions).where(sessions.c.account == account).order_by(sessions.c.created)
        with self.engine.connect() as db:
            return [SessionRow(**row) for row in db.execute(query).mappings()]

    def end_sessions(self, hashes: Sequence[str]) -> None:
        with self.engine.begin() as db:
            for key_hash in hashes:
                self._end(db, key_hash)

    def _end(self, db: sa.Connection, key_hash: str) -> None:
        db.execute(sa.delete(sessions).where(sessions.c.hash == key_hash))
        db.execute(sa.delete(browsers).where(browsers.c.session == key_hash))
        self.store.tell_others(db, News("", key_hash=key_hash))

    # ---------------------------------------------------------------- seats

    def add_seats(self, account: str, hashes: Sequence[str]) -> list[tuple[str, str]]:
        """Whoever shows the key of a seat has it in his account from now on, if no other has; the tables and keys of those."""
        free = sa.or_(keys.c.account.is_(None), keys.c.account == account)
        wanted = (keys.c.hash.in_(hashes), keys.c.kind == "seat", free)
        with self.engine.begin() as db:
            found = [(str(r.table_id), str(r.hash)) for r in db.execute(sa.select(keys.c.table_id, keys.c.hash).where(*wanted))]
            db.execute(sa.update(keys).where(*wanted, keys.c.account.is_(None)).values(account=account, account_since=now()))
            for table_id, key_hash in found:
                self.store.tell_others(db, News(table_id, key_hash=key_hash))
        return found

    def let_go(self, account: str, table_id: str) -> list[str]:
        """A table's seats are in no account any more; their keys' hashes."""
        mine = (keys.c.account == account, keys.c.table_id == table_id)
        with self.engine.begin() as db:
            found = [str(row.hash) for row in db.execute(sa.select(keys.c.hash).where(*mine))]
            db.execute(sa.update(keys).where(*mine).values(account=None, account_since=None))
            for key_hash in found:
                self.store.tell_others(db, News(table_id, key_hash=key_hash))
        return found

    def lock_out(self, account: str) -> list[tuple[str, str]]:
        """Keys that some device may have kept open none of an account's seats any more: only the account does."""
        mine = (keys.c.account == account, keys.c.kind == "seat")
        with self.engine.begin() as db:
            found = [(str(r.table_id), str(r.hash)) for r in db.execute(sa.select(keys.c.table_id, keys.c.hash).where(*mine))]
            for table_id, key_hash in found:
                db.execute(sa.update(keys).where(keys.c.hash == key_hash).values(hash=hashed(new_key())))
                db.execute(sa.delete(browsers).where(browsers.c.owner == key_hash))
                self.store.tell_others(db, News(table_id, key_hash=key_hash))
        return found

    def seat_of(self, account: str, table_id: str, sides: str) -> str:
        """The hash of the key to a seat in somebody's account; empty if there is none."""
        mine = (keys.c.account == account, keys.c.table_id == table_id, keys.c.kind == "seat", keys.c.sides == sides)
        with self.engine.connect() as db:
            return str(db.execute(sa.select(keys.c.hash).where(*mine)).scalar() or "")

    # ---------------------------------------------------------------- tickets

    def new_ticket(self, ticket: TicketRow) -> None:
        at = datetime.now(UTC)
        until = (at + timedelta(minutes=limits.TICKET_MINUTES)).isoformat(timespec="milliseconds")
        with self.engine.begin() as db:
            db.execute(sa.delete(tickets).where(tickets.c.until < now()))
            db.execute(sa.insert(tickets).values(**msgspec.structs.asdict(ticket), until=until))

    def ticket(self, ticket_hash: str, kind: str) -> TicketRow | None:
        """A ticket that can still be used."""
        good = (tickets.c.hash == ticket_hash, tickets.c.kind == kind, tickets.c.until >= now())
        with self.engine.connect() as db:
            row = db.execute(sa.select(tickets).where(*good)).mappings().first()
        return None if row is None else TicketRow(row["hash"], row["kind"], row["account"], row["text"])

    def use_ticket(self, ticket_hash: str) -> bool:
        """Whether nobody has used it before."""
        with self.engine.begin() as db:
            return db.execute(sa.delete(tickets).where(tickets.c.hash == ticket_hash)).rowcount == 1


def ago(days: int) -> str:
    return (datetime.now(UTC) - timedelta(days=days)).isoformat(timespec="milliseconds")


def _nameless(text: str, sides: Sequence[str]) -> str:
    seats = msgspec.json.decode(text, type=list[SeatRow])
    left = [msgspec.structs.replace(s, name=FORMER) if s.side in sides and s.kind == "human" else s for s in seats]
    return msgspec.json.encode(left).decode()
