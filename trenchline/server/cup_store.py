"""Keeping cups: who plays, and at which tables."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import sqlalchemy as sa

from .appending import now
from .rows import Summary, TableRow
from .schema import cup_matches, cup_players, cups, tables
from .store import Store, summary_in, table_row


class CupRow(msgspec.Struct, frozen=True):
    """A cup as it is kept."""

    id: str
    name: str
    game: str
    scenario: str
    owner: str
    created: str
    begun: str | None = None


class CupPlayer(msgspec.Struct, frozen=True):
    """Somebody who plays in a cup."""

    account: str
    name: str


class CupGame(msgspec.Struct, frozen=True):
    """A match of a cup: `first` has the game's first side."""

    first: str
    second: str
    row: TableRow
    summary: Summary | None


class CupStore:
    """The cups in a database. Every method is one transaction."""

    def __init__(self, store: Store) -> None:
        self.store, self.engine = store, store.engine

    def make(self, cup: CupRow, owner: CupPlayer) -> None:
        with self.engine.begin() as db:
            db.execute(sa.insert(cups).values(**msgspec.structs.asdict(cup)))
            db.execute(sa.insert(cup_players).values(cup=cup.id, account=owner.account, name=owner.name, at=now()))

    def cup(self, cup_id: str) -> CupRow | None:
        with self.engine.connect() as db:
            row = db.execute(sa.select(cups).where(cups.c.id == cup_id)).mappings().first()
        return None if row is None else CupRow(**row)

    def cups_of(self, account: str, most: int) -> list[CupRow]:
        query = sa.select(cups).join(cup_players, cup_players.c.cup == cups.c.id).where(cup_players.c.account == account)
        with self.engine.connect() as db:
            rows = db.execute(query.order_by(cups.c.created.desc()).limit(most)).mappings().all()
        return [CupRow(**row) for row in rows]

    def players(self, cup_id: str) -> list[CupPlayer]:
        query = sa.select(cup_players).where(cup_players.c.cup == cup_id).order_by(cup_players.c.at, cup_players.c.account)
        with self.engine.connect() as db:
            return [CupPlayer(row["account"], row["name"]) for row in db.execute(query).mappings()]

    def join(self, cup_id: str, player: CupPlayer, most: int) -> bool:
        """False where the cup has begun or is full. Who has joined before stays."""
        with self.engine.begin() as db:
            open_cup = sa.select(cups.c.id).where(cups.c.id == cup_id, cups.c.begun.is_(None)).with_for_update()
            if db.execute(open_cup).first() is None:
                return False
            there = set(db.execute(sa.select(cup_players.c.account).where(cup_players.c.cup == cup_id)).scalars())
            if player.account in there:
                return True
            if len(there) >= most:
                return False
            db.execute(sa.insert(cup_players).values(cup=cup_id, account=player.account, name=player.name, at=now()))
        return True

    def begin(self, cup_id: str) -> None:
        """Nobody joins any more."""
        with self.engine.begin() as db:
            db.execute(sa.update(cups).where(cups.c.id == cup_id, cups.c.begun.is_(None)).values(begun=now()))

    def add_match(self, cup_id: str, table_id: str, first: str, second: str) -> None:
        with self.engine.begin() as db:
            db.execute(sa.insert(cup_matches).values(cup=cup_id, table_id=table_id, first=first, second=second))

    def games(self, cup_id: str) -> list[CupGame]:
        query = sa.select(cup_matches.c.first, cup_matches.c.second, tables).join(tables, cup_matches.c.table_id == tables.c.id)
        with self.engine.connect() as db:
            rows: Sequence[sa.RowMapping] = db.execute(query.where(cup_matches.c.cup == cup_id)).mappings().all()
        return [CupGame(r["first"], r["second"], table_row(r), summary_in(r)) for r in rows]
