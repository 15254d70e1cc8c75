"""Keeping results: which finished matches count, who shows his, who takes part in ratings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from . import limits
from .appending import now
from .glicko import Rating
from .keys import hashed
from .rows import KeyRow, Summary, TableRow
from .schema import accounts, keys, log, rated_matches, ratings, tables
from .store import Store

Terms = list[tuple[str, str]]  # from when until when somebody took part; the end of the last is empty while he does
WEEK = timedelta(weeks=1)
RateTwo = Callable[[Rating, Rating], tuple[Rating, Rating]]


class Choice(msgspec.Struct):
    """What a player shows of himself, and in which games he is rated."""

    name: str
    page: str = ""
    rated: dict[str, Terms] = {}
    networks: list[str] = []

    def takes_part(self, game: str, at: str = "") -> bool:
        """Whether he is rated in a game now, or was at some time."""
        terms = self.rated.get(game, [])
        if not at:
            return bool(terms) and not terms[-1][1]
        return any(since <= at and (not until or at < until) for since, until in terms)


class Acted(msgspec.Struct, frozen=True):
    """How often a seat has acted at a table, and when first."""

    times: int = 0
    first: str = ""


class Holder(msgspec.Struct, frozen=True):
    """Who has some seats of a table, and since when they are in his account."""

    account: str
    sides: tuple[str, ...]
    since: str


class RatedLine(msgspec.Struct, frozen=True):
    """A rating as it is kept."""

    game: str
    rating: Rating
    matches: int
    updated: str


class ResultStore:
    """The results in a database. Every method is one transaction."""

    def __init__(self, store: Store) -> None:
        self.store, self.engine = store, store.engine

    # ---------------------------------------------------------------- who wants what

    def choice(self, account: str) -> Choice | None:
        return self._choice(accounts.c.id == account)

    def account_of_page(self, page: str) -> str:
        """Whose page it is; empty if it is nobody's."""
        with self.engine.connect() as db:
            return str(db.execute(sa.select(accounts.c.id).where(accounts.c.page == page)).scalar() or "")

    def _choice(self, wanted: sa.ColumnElement[bool]) -> Choice | None:
        with self.engine.connect() as db:
            row = db.execute(sa.select(accounts).where(wanted)).mappings().first()
        if row is None:
            return None
        rated = msgspec.json.decode(row["rated"] or "{}", type=dict[str, Terms])
        networks = msgspec.json.decode(row["networks"] or "[]", type=list[str])
        return Choice(row["name"], row["page"] or "", rated, networks)

    def choose(self, account: str, page: str, rated: Mapping[str, Terms]) -> None:
        values = {"page": page or None, "rated": msgspec.json.encode(rated).decode()}
        with self.engine.begin() as db:
            db.execute(sa.update(accounts).where(accounts.c.id == account).values(**values))

    def note_network(self, account: str, network: str) -> None:
        """Where somebody signs in: the last few, as hashes that say nothing by themselves."""
        with self.engine.begin() as db:
            mine = accounts.c.id == account
            kept = db.execute(sa.select(accounts.c.networks).where(mine).with_for_update()).scalar()
            before = [n for n in msgspec.json.decode(kept or "[]", type=list[str]) if n != network]
            latest = msgspec.json.encode([*before, network][-limits.NETWORKS :]).decode()
            db.execute(sa.update(accounts).where(mine).values(networks=latest))

    # ---------------------------------------------------------------- matches

    def acted(self, table_id: str) -> dict[str, Acted]:
        """What each seat has done at a table, not counting what standing orders answered."""
        here = sa.select(log.c.side, sa.func.count(), sa.func.min(log.c.at))
        mine = (log.c.table_id == table_id, log.c.kind == "action", log.c.ordered.is_(None))
        query = here.where(*mine).group_by(log.c.side)
        with self.engine.connect() as db:
            return {str(side): Acted(times, first) for side, times, first in db.execute(query).all()}

    def known(self, table_ids: list[str]) -> dict[str, bool | None]:
        """Of some tables whether they count, as far as that was settled."""
        query = sa.select(tables.c.id, tables.c.counts).where(tables.c.id.in_(table_ids))
        with self.engine.connect() as db:
            return {str(t): None if counts is None else bool(counts) for t, counts in db.execute(query).all()}

    def settle(self, table_id: str, counts: bool) -> None:
        with self.engine.begin() as db:
            db.execute(sa.update(tables).where(tables.c.id == table_id).values(counts=int(counts)))

    def unsettled(self, since: str) -> list[str]:
        """Tables that ended lately, of which it was not worked out whether they count: a server died meanwhile."""
        query = sa.select(tables.c.id, tables.c.summary).where(tables.c.counts.is_(None), tables.c.updated >= since)
        with self.engine.connect() as db:
            rows = db.execute(query.order_by(tables.c.updated)).all()
        return [str(t) for t, kept in rows if kept and msgspec.json.decode(kept, type=Summary).over]

    def holders(self, table_id: str) -> list[Holder]:
        """Whose accounts have the seats of a table."""
        query = sa.select(keys.c.account, keys.c.sides, keys.c.account_since)
        with self.engine.connect() as db:
            rows = db.execute(query.where(keys.c.table_id == table_id, keys.c.kind == "seat")).all()
        return [Holder(account or "", tuple(sides.split(",")), since or "") for account, sides, since in rows]

    def finished(self, account: str) -> list[tuple[KeyRow, TableRow, Summary]]:
        """The finished matches of an account, the latest first."""
        found = self.store.tables_of_account(account)
        over = [(key, row, summary) for key, row, summary in found if summary and summary.over and summary.result]
        return sorted(over, key=lambda one: one[1].updated, reverse=True)[: limits.RESULTS]

    # ---------------------------------------------------------------- ratings

    def ratings(self, account: str) -> list[RatedLine]:
        with self.engine.connect() as db:
            rows = db.execute(sa.select(ratings).where(ratings.c.account == account)).mappings().all()
        return [_line(row) for row in rows]

    def pair_rated(self, one: str, other: str, days: int) -> int:
        """How many matches of two accounts with each other were rated lately."""
        since = (datetime.now(UTC) - timedelta(days=days)).isoformat(timespec="milliseconds")
        query = sa.select(sa.func.count()).where(rated_matches.c.pair == _pair(one, other), rated_matches.c.at >= since)
        with self.engine.connect() as db:
            return int(db.execute(query).scalar_one())

    def rate(self, table_id: str, game: str, one: str, other: str, after: RateTwo) -> bool:
        """Both ratings after a match; False where it has been rated before."""
        at = now()
        try:
            with self.engine.begin() as db:
                db.execute(sa.insert(rated_matches).values(table_id=table_id, pair=_pair(one, other), at=at))
                before = {who: self._rating(db, who, game, at) for who in sorted((one, other))}
                mine, theirs = after(before[one].rating, before[other].rating)
                for who, rating in ((one, mine), (other, theirs)):
                    self._write(db, who, RatedLine(game, rating, before[who].matches + 1, at))
        except IntegrityError:
            return False
        return True

    def _rating(self, db: sa.Connection, account: str, game: str, at: str) -> RatedLine:
        mine = (ratings.c.account == account, ratings.c.game == game)
        row = db.execute(sa.select(ratings).where(*mine).with_for_update()).mappings().first()
        if row is None:
            return RatedLine(game, Rating(), 0, at)
        line = _line(row)
        weeks = (datetime.fromisoformat(at) - datetime.fromisoformat(line.updated)) / WEEK
        return msgspec.structs.replace(line, rating=line.rating.after_weeks(weeks))

    def _write(self, db: sa.Connection, account: str, line: RatedLine) -> None:
        values = msgspec.structs.asdict(line.rating) | {"matches": line.matches, "updated": line.updated}
        mine = (ratings.c.account == account, ratings.c.game == line.game)
        if not db.execute(sa.update(ratings).where(*mine).values(**values)).rowcount:
            db.execute(sa.insert(ratings).values(account=account, game=line.game, **values))


def _line(row: sa.RowMapping) -> RatedLine:
    return RatedLine(row["game"], Rating(row["rating"], row["deviation"], row["volatility"]), row["matches"], row["updated"])


def _pair(one: str, other: str) -> str:
    return hashed(" ".join(sorted((one, other))))
