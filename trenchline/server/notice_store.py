"""Keeping what players are to be told: notices by seat, messages by their way, browsers, and what each player has chosen."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime, timedelta

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from . import limits
from .appending import now
from .keys import hashed
from .push import Subscription
from .rows import NoticeRow
from .schema import accounts, browsers, keys, notices, outbox, server_keys
from .store import Store
from .telling import Telling, read_telling


class MessageRow(msgspec.Struct, frozen=True):
    """A message that is still to be sent, by one way to one target."""

    id: str
    table_id: str
    seat: str
    kind: str
    text: str
    way: str
    target: str
    due: str
    tries: int


class Recipient(msgspec.Struct, frozen=True):
    """A player who is told, and by which ways."""

    telling: Telling
    addresses: tuple[str, ...]
    browsers: tuple[str, ...]  # subscriptions


class BrowserRow(msgspec.Struct, frozen=True):
    """A browser that is told by web push."""

    id: str
    owner: str  # an account, or the hash of a guest's key
    table_id: str | None
    session: str | None
    endpoint_hash: str
    subscription: str
    created: str


class NoticeStore:
    """The notices in a database. Every method is one transaction."""

    def __init__(self, store: Store) -> None:
        self.store, self.engine = store, store.engine

    def server_key(self, name: str, make: Callable[[], str]) -> str:
        """A key of the server's own, made once: of two servers that make it the first one's stays."""
        wanted = sa.select(server_keys.c.value).where(server_keys.c.name == name)
        with self.engine.connect() as db:
            found = db.execute(wanted).scalar()
        if found is None:
            try:
                with self.engine.begin() as db:
                    db.execute(sa.insert(server_keys).values(name=name, value=make()))
            except IntegrityError:
                pass
            with self.engine.connect() as db:
                found = db.execute(wanted).scalar_one()
        return str(found)

    # ---------------------------------------------------------------- notices

    def add(self, table_id: str, seats: Iterable[str], kind: str, text: str = "") -> None:
        """Something is to be told to the players of some seats, unless it waits already or was told since they last came."""
        for seat in seats:
            try:
                with self.engine.begin() as db:
                    row = NoticeRow(table_id, seat, kind, text, now())
                    db.execute(sa.insert(notices).values(**msgspec.structs.asdict(row), shared_out=0))
            except IntegrityError:
                continue

    def came(self, table_id: str, seats: Iterable[str]) -> None:
        """The players of some seats have come: they see for themselves, and may be told of what comes after."""
        mine = list(seats)
        with self.engine.connect() as db:
            here = (notices.c.table_id == table_id, notices.c.seat.in_(mine))
            if db.execute(sa.select(notices.c.seat).where(*here).limit(1)).first() is None:
                return  # mostly: to read is cheaper than to write
        with self.engine.begin() as db:
            for part in (notices, outbox):
                db.execute(sa.delete(part).where(part.c.table_id == table_id, part.c.seat.in_(mine)))

    def not_shared_out(self) -> list[NoticeRow]:
        query = sa.select(notices).where(notices.c.shared_out == 0).order_by(notices.c.begun).limit(limits.NOTICES_AT_ONCE)
        with self.engine.connect() as db:
            rows = db.execute(query).mappings().all()
        return [NoticeRow(r["table_id"], r["seat"], r["kind"], r["text"], r["begun"]) for r in rows]

    def share_out(self, notice: NoticeRow, messages: Sequence[MessageRow]) -> None:
        """A message for each way. Of two servers that do this one does nothing. Who has chosen no way is not told."""
        this = (notices.c.table_id == notice.table_id, notices.c.seat == notice.seat, notices.c.kind == notice.kind)
        fresh = notices.c.shared_out == 0
        with self.engine.begin() as db:
            if not messages:
                db.execute(sa.delete(notices).where(*this, fresh))
            elif db.execute(sa.update(notices).where(*this, fresh).values(shared_out=1)).rowcount == 1:
                db.execute(sa.insert(outbox), [msgspec.structs.asdict(m) | {"taken": ""} for m in messages])

    def recipients(self, table_id: str, seat: str) -> list[Recipient]:
        """Who plays a seat, and how he is told."""
        columns = (keys, accounts.c.email.label("its_email"), accounts.c.telling.label("its_telling"))
        query = sa.select(*columns).outerjoin(accounts, keys.c.account == accounts.c.id)
        found = []
        with self.engine.connect() as db:
            for row in db.execute(query.where(keys.c.table_id == table_id, keys.c.kind == "seat")).mappings():
                if seat not in str(row["sides"]).split(","):
                    continue
                telling = read_telling(row["its_telling" if row["account"] else "telling"] or "")
                addresses = {row["email"] or "", (row["its_email"] or "") if telling.mail else ""} - {""}
                owner = row["account"] or row["hash"]
                told = db.execute(sa.select(browsers.c.subscription).where(browsers.c.owner == owner)).scalars()
                found.append(Recipient(telling, tuple(sorted(addresses)), tuple(told)))
        return found

    def ways_of(self, account: str, hashes: Sequence[str]) -> list[tuple[str, str]]:
        """By which ways, and where, an account's player and those who hold some seats as guests are told of their turns."""
        found = dict[tuple[str, str], None]()
        mine = sa.and_(keys.c.hash.in_(hashes), keys.c.kind == "seat", keys.c.account.is_(None))
        with self.engine.connect() as db:
            for row in db.execute(sa.select(keys.c.hash, keys.c.email, keys.c.telling).where(mine)).all():
                found |= _ways(db, row.hash, read_telling(row.telling or ""), row.email or "")
            this = accounts.c.id == account
            for row in db.execute(sa.select(accounts.c.id, accounts.c.email, accounts.c.telling).where(this)).all():
                telling = read_telling(row.telling or "")
                found |= _ways(db, row.id, telling, (row.email or "") if telling.mail else "")
        return list(found)

    # ---------------------------------------------------------------- messages

    def due(self, at: str) -> list[MessageRow]:
        """Messages that should be on their way, and that no server has in hand."""
        ready = (outbox.c.due <= at, outbox.c.taken < now())
        query = sa.select(outbox).where(*ready).order_by(outbox.c.due).limit(limits.MESSAGES_AT_ONCE)
        with self.engine.connect() as db:
            rows = db.execute(query).mappings().all()
        return [MessageRow(**{f: row[f] for f in MessageRow.__struct_fields__}) for row in rows]

    def next_due(self) -> str:
        """When the next message is due; empty if there is none."""
        with self.engine.connect() as db:
            return str(db.execute(sa.select(sa.func.min(outbox.c.due)).where(outbox.c.taken == "")).scalar() or "")

    def take(self, messages: Sequence[MessageRow], seconds: float) -> list[MessageRow]:
        """Take messages in hand for a while; those that another server has not taken before."""
        until = (datetime.now(UTC) + timedelta(seconds=seconds)).isoformat(timespec="milliseconds")
        mine = []
        with self.engine.begin() as db:
            for message in messages:
                free = (outbox.c.id == message.id, outbox.c.taken < now())
                if db.execute(sa.update(outbox).where(*free).values(taken=until)).rowcount == 1:
                    mine.append(message)
        return mine

    def done(self, messages: Sequence[MessageRow]) -> None:
        """They are sent, or need not be."""
        with self.engine.begin() as db:
            db.execute(sa.delete(outbox).where(outbox.c.id.in_([m.id for m in messages])))

    def void(self, messages: Sequence[MessageRow]) -> None:
        """What they say is true no more: nobody is told, and may be told of the next."""
        with self.engine.begin() as db:
            for m in messages:
                this = (notices.c.table_id == m.table_id, notices.c.seat == m.seat, notices.c.kind == m.kind)
                db.execute(sa.delete(notices).where(*this))
                db.execute(sa.delete(outbox).where(outbox.c.id == m.id))

    def later(self, messages: Sequence[MessageRow], due: str) -> None:
        """They could not be sent."""
        with self.engine.begin() as db:
            for message in messages:
                again = sa.update(outbox).where(outbox.c.id == message.id)
                db.execute(again.values(due=due, tries=message.tries + 1, taken=""))

    # ---------------------------------------------------------------- what players have chosen

    def telling_of(self, owner: str) -> Telling:
        with self.engine.connect() as db:
            of_account = db.execute(sa.select(accounts.c.telling).where(accounts.c.id == owner)).scalar()
            return read_telling(of_account or db.execute(sa.select(keys.c.telling).where(keys.c.hash == owner)).scalar() or "")

    def keep_telling(self, account: str, hashes: Sequence[str], telling: Telling) -> int:
        """How an account's player, or those who hold some seats as guests, want to be told; how many of these there are. What
        waits to be told is planned anew."""
        with self.engine.begin() as db:
            mine = sa.and_(keys.c.hash.in_(hashes), keys.c.kind == "seat", keys.c.account.is_(None))
            for key in db.execute(sa.select(keys).where(mine)).mappings().all():
                self._keep(db, keys, keys.c.hash == key["hash"], key["telling"], telling)
            if account:
                kept = db.execute(sa.select(accounts.c.telling).where(accounts.c.id == account)).scalar()
                self._keep(db, accounts, accounts.c.id == account, kept, telling)
                mine = sa.or_(mine, sa.and_(keys.c.account == account, keys.c.kind == "seat"))
            rows = db.execute(sa.select(keys.c.table_id, keys.c.sides).where(mine)).all()
            for table_id, sides in rows:
                self._plan_anew(db, table_id, sides.split(","))
        return len(rows)

    def _keep(self, db: sa.Connection, part: sa.Table, which: sa.ColumnElement[bool], before: str | None, new: Telling) -> None:
        old = read_telling(before or "")
        same = old.webhook == new.webhook and old.mail == new.mail
        kept = msgspec.structs.replace(new, since=old.since if same else now())
        db.execute(sa.update(part).where(which).values(telling=msgspec.json.encode(kept).decode()))

    def _plan_anew(self, db: sa.Connection, table_id: str, seats: Sequence[str]) -> None:
        """Messages that wait are made anew; those that were sent stay so."""
        waiting = (outbox.c.table_id == table_id, outbox.c.seat.in_(seats), outbox.c.taken == "", outbox.c.tries == 0)
        for seat, kind in set(db.execute(sa.select(outbox.c.seat, outbox.c.kind).where(*waiting)).all()):
            this = (notices.c.table_id == table_id, notices.c.seat == seat, notices.c.kind == kind)
            db.execute(sa.delete(outbox).where(*waiting, outbox.c.seat == seat, outbox.c.kind == kind))
            db.execute(sa.update(notices).where(*this).values(shared_out=0))

    def stop(self, way: str, target: str, asked: str) -> bool:
        """Nobody is told by mail or webhook at an address any more who has chosen so before a moment; whether anybody was."""
        found = 0
        with self.engine.begin() as db:
            if way == "mail":
                before = sa.or_(keys.c.email_since.is_(None), keys.c.email_since <= asked)
                found += db.execute(sa.update(keys).where(keys.c.email == target, before).values(email="")).rowcount
            else:
                found += self._stop(db, keys, keys.c.hash, way, target, asked)
            found += self._stop(db, accounts, accounts.c.id, way, target, asked)
            db.execute(sa.delete(outbox).where(outbox.c.way == way, outbox.c.target == target))
        return bool(found)

    def _stop(self, db: sa.Connection, part: sa.Table, column: sa.Column[str], way: str, target: str, asked: str) -> int:
        told = part.c.email == target if way == "mail" else part.c.telling.contains(target, autoescape=True)
        found = 0
        for owner, text in db.execute(sa.select(column, part.c.telling).where(told, part.c.telling.is_not(None))).all():
            old = read_telling(text)
            if old.since > asked or not (old.mail if way == "mail" else old.webhook == target):
                continue
            new = msgspec.structs.replace(old, **({"mail": False} if way == "mail" else {"webhook": ""}))
            db.execute(sa.update(part).where(column == owner).values(telling=msgspec.json.encode(new).decode()))
            found += 1
        return found

    # ---------------------------------------------------------------- browsers

    def add_browser(self, subscription: Subscription, account: str, session: str, hashes: Sequence[str]) -> int:
        """A browser is told of the turns of an account, and of the seats that some keys hold as guests; how many owners it
        has by that. Of one owner's browsers the oldest goes where there are too many."""
        seats = sa.select(keys.c.hash, keys.c.table_id).where(
            keys.c.hash.in_(hashes), keys.c.kind == "seat", keys.c.account.is_(None)
        )
        with self.engine.begin() as db:
            owners: list[tuple[str, str | None, str | None]] = [(r.hash, r.table_id, None) for r in db.execute(seats)]
            owners += [(account, None, session)] if account else []
            for owner, table_id, of in owners:
                row = _browser(subscription, owner, table_id, of)
                db.execute(sa.delete(browsers).where(browsers.c.id == row.id))
                mine = sa.select(browsers.c.id).where(browsers.c.owner == owner).order_by(browsers.c.created.desc())
                old = list(db.execute(mine.offset(limits.BROWSERS - 1)).scalars())
                db.execute(sa.delete(browsers).where(browsers.c.id.in_(old)))
                db.execute(sa.insert(browsers).values(**msgspec.structs.asdict(row)))
        return len(owners)

    def renew_browser(self, old: Subscription, new: Subscription) -> None:
        """A browser has another subscription: known by the one it had before, keys and all."""
        with self.engine.begin() as db:
            had = browsers.c.endpoint_hash == hashed(old.endpoint)
            for row in db.execute(sa.select(browsers).where(had)).mappings().all():
                if msgspec.json.decode(row["subscription"], type=Subscription) != old:
                    continue
                db.execute(sa.delete(browsers).where(browsers.c.id == row["id"]))
                fresh = _browser(new, row["owner"], row["table_id"], row["session"])
                db.execute(sa.delete(browsers).where(browsers.c.id == fresh.id))
                db.execute(sa.insert(browsers).values(**msgspec.structs.asdict(fresh)))

    def remove_browser(self, endpoint: str) -> None:
        """A browser is told nothing any more: it said so, or its push service does not know it any more."""
        with self.engine.begin() as db:
            found = db.execute(
                sa.delete(browsers).where(browsers.c.endpoint_hash == hashed(endpoint)).returning(browsers.c.subscription)
            )
            targets = list(found.scalars())
            db.execute(sa.delete(outbox).where(outbox.c.way == "push", outbox.c.target.in_(targets)))

    def browsers_of(self, account: str) -> int:
        with self.engine.connect() as db:
            return int(
                db.execute(sa.select(sa.func.count()).select_from(browsers).where(browsers.c.owner == account)).scalar_one()
            )


def new_message(notice: NoticeRow, way: str, target: str, due: datetime) -> MessageRow:
    at = due.isoformat(timespec="milliseconds")
    return MessageRow(secrets.token_urlsafe(12), notice.table_id, notice.seat, notice.kind, notice.text, way, target, at, 0)


def _ways(db: sa.Connection, owner: str, telling: Telling, address: str) -> dict[tuple[str, str], None]:
    told = db.execute(sa.select(browsers.c.subscription).where(browsers.c.owner == owner)).scalars()
    found = (
        [("push", one) for one in told]
        + [("mail", address)] * bool(address)
        + [("hook", telling.webhook)] * bool(telling.webhook)
    )
    return dict.fromkeys(found)


def _browser(subscription: Subscription, owner: str, table_id: str | None, session: str | None) -> BrowserRow:
    text = msgspec.json.encode(subscription).decode()
    key = hashed(f"{owner} {subscription.endpoint}")
    return BrowserRow(key, owner, table_id, session, hashed(subscription.endpoint), text, now())
