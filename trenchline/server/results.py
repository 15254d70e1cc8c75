"""Results of players who show them, and ratings of those who take part. Without an account nobody has either.

**A match counts** if it was played here from the beginning of its scenario with the server's dice, if somebody played against
somebody else or the computer, and if each person who sat at it took at least five actions himself. What was left, or resigned
before it had begun, is no result.

**A match is rated** if besides that two accounts played it, each a whole side, both of which took part in the ratings of the
game, signed in, before they took their first action. Two accounts that sign in from one network are not rated against each
other, others a few times a day and a month. That keeps the careless from rating themselves; somebody who means to cheat can.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Literal

from .. import Result, TrenchlineError, load
from . import errors, limits
from .appending import now
from .glicko import Played, Rating, rated
from .keys import hashed
from .notice_store import NoticeStore
from .previews import game_of
from .result_store import Choice, Holder, ResultStore
from .rows import LESSON, KeyRow, SeatRow, Summary, TableRow
from .store import STORE_FAULTS
from .table import Table
from .tables import Tables
from .wire import PlayerDocument, RatingLine, ResultCount, ResultLine, ResultsChoice

log = logging.getLogger("trenchline.results")
Outcome = Literal["won", "drawn", "lost"]
SCORES: dict[str, float] = {"won": 1, "drawn": 0.5, "lost": 0}


class Results:
    """The service."""

    def __init__(self, tables: Tables) -> None:
        self.tables, self.store = tables, ResultStore(tables.store)
        self._working: set[asyncio.Task[None]] = set()
        self._secret = ""
        tables.on_over = self.over

    # ---------------------------------------------------------------- what a player chooses

    async def choice(self, account: str) -> ResultsChoice:
        kept = await self._choice(account)
        return ResultsChoice(kept.page, [game for game in kept.rated if kept.takes_part(game)])

    async def choose(self, account: str, shows: bool, games: Sequence[str], caller: str) -> None:
        """A page or none, and the games in which matches that begin from now on are rated. A page that is taken down and put
        up again has another address."""
        kept, at = await self._choice(account), now()
        known = [game for game in games if game_of(game)]
        page = (kept.page or secrets.token_urlsafe(9)) if shows else ""
        terms = dict(kept.rated)
        for game in {*known, *terms}:
            if kept.takes_part(game) == (game in known):
                continue
            before = terms.get(game, [])
            terms[game] = [*before, (at, "")] if game in known else [*before[:-1], (before[-1][0], at)]
            terms[game] = terms[game][-limits.RATED_TERMS :]
        await asyncio.to_thread(self.store.choose, account, page, terms)
        await self.note_network(account, caller)

    async def note_network(self, account: str, caller: str) -> None:
        """Where somebody signs in, as a hash that only this server can make."""
        if not self._secret:
            make = secrets.token_urlsafe
            self._secret = await asyncio.to_thread(NoticeStore(self.tables.store).server_key, "networks", make)
        await asyncio.to_thread(self.store.note_network, account, hashed(f"{self._secret} {caller}")[:24])

    async def _choice(self, account: str) -> Choice:
        kept = await asyncio.to_thread(self.store.choice, account)
        if kept is None:
            raise errors.Refused(401, "signed-out", "Sign in first")
        return kept

    # ---------------------------------------------------------------- the page

    async def page(self, page: str) -> PlayerDocument:
        """The page of a player who wants one. Of others he played against only those are named who have one too."""
        account = await asyncio.to_thread(self.store.account_of_page, page)
        if not account:
            raise errors.Refused(404, "no-page", "There is no such page: it was taken down, or its address is not whole")
        kept = await self._choice(account)
        counting = await self._counting(await asyncio.to_thread(self.store.finished, account))
        lines = [await self._line(account, *one) for one in counting]
        ratings = await asyncio.to_thread(self.store.ratings, account)
        return PlayerDocument(
            kept.name,
            _counts(lines),
            lines,
            [
                RatingLine(r.game, _title(r.game), round(r.rating.rating), round(2 * r.rating.deviation), r.matches)
                for r in ratings
                if kept.takes_part(r.game)
            ],
        )

    async def name_of(self, page: str) -> str:
        """Whose page it is; empty if it is nobody's."""
        account = await asyncio.to_thread(self.store.account_of_page, page)
        return (await self._choice(account)).name if account else ""

    async def _counting(self, found: Sequence[tuple[KeyRow, TableRow, Summary]]) -> list[tuple[KeyRow, TableRow, Result]]:
        """Those of some matches that count. Matches of the time before that was noted are looked at, a few at each call."""
        known = await asyncio.to_thread(self.store.known, [row.id for _, row, _ in found])
        unknown = [row for _, row, _ in found if known.get(row.id) is None][: limits.SETTLED_AT_ONCE]
        for row in unknown:
            known[row.id] = await self._settle(row)
        return [(key, row, s.result) for key, row, s in found if known.get(row.id) and s.result and game_of(row.game)]

    async def _line(self, account: str, key: KeyRow, row: TableRow, result: Result) -> ResultLine:
        game = load(row.game)
        side = _side_of(row, key.sides[0])
        others = [seat for seat in row.seats if seat.side not in key.sides and _side_of(row, seat.side) != side]
        name, page = await self._opponent(account, row, others)
        scenario = next((s.title for s in game.scenarios if s.id == row.scenario), row.scenario)
        shown = row.id if row.shown else ""
        return ResultLine(
            shown, row.game, game.title, scenario, side, outcome(result, side), result.level, name, page, row.updated
        )

    async def _opponent(self, account: str, row: TableRow, others: Sequence[SeatRow]) -> tuple[str, str]:
        if all(seat.kind == "bot" for seat in others):
            return " and ".join(dict.fromkeys(f"{seat.name} (computer)" for seat in others)), ""
        for holder in await asyncio.to_thread(self.store.holders, row.id):
            if holder.account not in ("", account) and {s.side for s in others} & set(holder.sides):
                kept = await asyncio.to_thread(self.store.choice, holder.account)
                if kept is not None and kept.page:
                    return kept.name, kept.page
        return "another player", ""

    # ---------------------------------------------------------------- the end of a match

    def over(self, table: Table) -> None:
        """A match has ended: whether it counts and is rated is worked out beside the call that ended it."""
        task = asyncio.create_task(self._safely(table.row.id))
        self._working.add(task)
        task.add_done_callback(self._working.discard)

    async def _safely(self, table_id: str) -> None:
        try:
            await self.settle(table_id)
        except (*STORE_FAULTS, errors.Refused, TrenchlineError) as fault:  # it is made up for at the next start
            log.error("the result of table %s is not settled: %r", table_id, fault)

    async def make_up(self) -> None:
        """What servers that died have left unsettled."""
        since = (datetime.now(UTC) - timedelta(days=limits.UNSETTLED_DAYS)).isoformat(timespec="milliseconds")
        for table_id in await asyncio.to_thread(self.store.unsettled, since):
            await self._safely(table_id)

    async def close(self) -> None:
        """What is under way is done with."""
        await asyncio.gather(*self._working, return_exceptions=True)

    async def settle(self, table_id: str) -> None:
        row, summary = await asyncio.to_thread(self.tables.store.table_and_summary, table_id)
        if row is None or summary is None or summary.result is None:
            return
        if await self._rates(row, summary.result):
            log.info("table %s is rated", table_id)
        await self._settle(row)

    async def _settle(self, row: TableRow) -> bool:
        acted = await asyncio.to_thread(self.store.acted, row.id)
        counts = begun(row, {seat: did.times for seat, did in acted.items()})
        await asyncio.to_thread(self.store.settle, row.id, counts)
        return counts

    async def _rates(self, row: TableRow, result: Result) -> bool:
        """Rate a match, if it is to be."""
        acted = await asyncio.to_thread(self.store.acted, row.id)
        if not begun(row, {seat: did.times for seat, did in acted.items()}):
            return False
        two = _two_players(row, await asyncio.to_thread(self.store.holders, row.id))
        if two is None:
            return False
        for holder in two:
            first = min(acted[seat].first for seat in holder.sides)
            kept = await asyncio.to_thread(self.store.choice, holder.account)
            if kept is None or not holder.since or holder.since > first or not kept.takes_part(row.game, first):
                return False
        if not await self._may_rate(two[0].account, two[1].account):
            return False
        side = _side_of(row, two[0].sides[0])
        share, score = load(row.game).share_of(row.scenario, side), SCORES[outcome(result, side)]

        def after(mine: Rating, theirs: Rating) -> tuple[Rating, Rating]:
            return rated(mine, [Played(theirs, score, share)]), rated(theirs, [Played(mine, 1 - score, 1 - share)])

        return await asyncio.to_thread(self.store.rate, row.id, row.game, two[0].account, two[1].account, after)

    async def _may_rate(self, one: str, other: str) -> bool:
        """Whether two accounts may be rated against each other once more."""
        networks = [set((await self._choice(account)).networks) for account in (one, other)]
        if networks[0] & networks[1]:
            return False
        bounds = ((1, limits.RATED_A_DAY), (30, limits.RATED_A_MONTH))
        return all([await asyncio.to_thread(self.store.pair_rated, one, other, days) < most for days, most in bounds])


def begun(row: TableRow, times: dict[str, int]) -> bool:
    """Whether a match has really begun, so that its end is a result; `times` is how often each seat has acted."""
    if row.dice.kind != "fair" or row.dice_known or row.dice_since or row.opening:
        return False
    if any(seat.kind == "open" or seat.bot == LESSON for seat in row.seats):
        return False
    people = [seat.side for seat in row.seats if seat.kind == "human"]
    return bool(people) and all(times.get(seat, 0) >= limits.BEGUN for seat in people)


def outcome(result: Result, side: str) -> Outcome:
    if not result.winner:
        return "drawn"
    return "won" if result.winner == side else "lost"


def _side_of(row: TableRow, seat: str) -> str:
    """The side that a seat plays for."""
    return next((s.side for s in load(row.game).seats(row.options) if s.name == seat), seat)


def _two_players(row: TableRow, holders: Sequence[Holder]) -> tuple[Holder, Holder] | None:
    """Those who played a match, if they are two accounts, each with all seats of one side."""
    sides: dict[str, set[str]] = {}
    for seat in row.seats:
        sides.setdefault(_side_of(row, seat.side), set()).add(seat.side)
    held = [h for h in holders if h.account]
    if len(held) != 2 or held[0].account == held[1].account or len(sides) != 2:
        return None
    if any(set(h.sides) not in sides.values() for h in held) or set(held[0].sides) == set(held[1].sides):
        return None
    return held[0], held[1]


def _title(slug: str) -> str:
    game = game_of(slug)
    return game.title if game else slug


def _counts(lines: Sequence[ResultLine]) -> list[ResultCount]:
    """How many were won, drawn and lost, by game, scenario and side."""
    found: dict[tuple[str, str, str, str], list[int]] = {}
    for line in lines:
        row = found.setdefault((line.game, line.title, line.scenario, line.side), [0, 0, 0])
        row[("won", "drawn", "lost").index(line.outcome)] += 1
    return [ResultCount(*key, *row) for key, row in sorted(found.items())]
