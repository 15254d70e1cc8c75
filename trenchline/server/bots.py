"""Bots in their seats: each acts when the decision is its own, off the path of any request. And hints, a bot's too."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from .. import Advice, IllegalAction, ai
from . import errors, limits
from .bot_processes import BotProcesses
from .clocks import ClockTerms
from .replays import CALLER
from .rows import LESSON, KeyRow, LogRow, SeatRow
from .store import STORE_FAULTS
from .table import Table

if TYPE_CHECKING:
    from .tables import Tables

log = logging.getLogger("trenchline.bots")

HINTS_BY = "colonel"
STANDS_IN = "sergeant"  # for a bot that this server does not let in
RETRY = 0.5  # seconds until a bot whose action could not be written tries again; then twice as long each time
RETRY_AT_LAST = 30.0


class Hint(msgspec.Struct):
    """What somebody wise would do now: the action in notation and in words, where it happens, and why."""

    by: str
    text: str
    label: str
    unit: str
    cell: str
    why: str


class Offered(msgspec.Struct, frozen=True):
    """A bot that may be chosen for a seat."""

    id: str
    title: str
    about: str


class Bots:
    """The bots of all tables; at each at most one thinks at a time."""

    def __init__(self, tables: Tables, outside: Sequence[str] = ()) -> None:
        """`outside` are the import paths of those bots that whoever runs the server lets in; nobody else can name one."""
        self._tables, self._processes = tables, BotProcesses()
        self.offered = tuple(Offered(name, name.capitalize(), about) for name, about in ai.ABOUT.items())
        self.offered += tuple(Offered(path, path.partition(":")[2], ai.about(path)) for path in outside)
        self._playing: dict[str, asyncio.Task[None]] = {}
        self._hints: Counter[str] = Counter()  # that are waited for, by address

    def named(self, name: str) -> Offered | None:
        return next((bot for bot in self.offered if bot.id == name), None)

    def checked(self, terms: ClockTerms) -> ClockTerms:
        """The terms of a clock. Raises Refused where they name a bot that is not here to take over."""
        if terms.computer and self.named(terms.computer) is None:
            raise errors.malformed(
                f"clock: there is no bot {terms.computer!r}; there are {', '.join(b.id for b in self.offered)}"
            )
        return terms

    def wake(self, table: Table) -> None:
        """Let a bot think if the decision is its own, and somebody waits for it."""
        seat = self._bot_to_move(table)
        if seat is not None and not self.playing(table) and self._waited_for(table):
            table.thinking = seat.side  # at once: whoever asks for this seq is told the same
            self._playing[table.row.id] = asyncio.create_task(self._play(table))

    def _bot_to_move(self, table: Table) -> SeatRow | None:
        """A bot that may act now; of several the first."""
        seats = filter(None, map(table.seat, table.may_move))
        bot = next((seat for seat in seats if seat.kind == "bot"), None)
        if bot is None or bot.bot != LESSON:
            return bot
        return bot if table.scripted_move is not None and len(table.actions) < table.told_until else None

    def _waited_for(self, table: Table) -> bool:
        """Whether anybody will see what a bot does. Where only bots sit they play while somebody watches; a person who has gone
        comes back to a match in which it is his turn."""
        return not _only_bots(table) or self._tables.hub.seen(table.row.id)

    def look(self, table: Table) -> None:
        """Somebody looks at a table: bots who have paused because nobody did play on."""
        if _only_bots(table):
            self.wake(table)

    @property
    def busy(self) -> int:
        """At how many tables a bot plays."""
        return len(self._playing)

    def playing(self, table: Table) -> bool:
        task = self._playing.get(table.row.id)
        return task is not None and not task.done()

    async def _play(self, table: Table) -> None:
        tables, table_id, wait = self._tables, table.row.id, RETRY
        try:
            while self._bot_to_move(table) is not None and self._waited_for(table):
                try:
                    table = await self._move(table)
                    wait = RETRY
                except STORE_FAULTS:  # the writer has said so
                    await asyncio.sleep(wait)
                    wait = min(2 * wait, RETRY_AT_LAST)
        except errors.Refused:
            pass  # another server's bot was quicker
        except IllegalAction as fault:
            log.error("a bot at table %s chose what is not legal: %s", table_id, fault)
        finally:
            table.thinking = ""
            tables.hub.wake(table_id)
            self._playing.pop(table_id, None)

    async def _move(self, table: Table) -> Table:
        """The bot whose decision it is acts once; the table as it is then."""
        tables, table_id = self._tables, table.row.id
        table = await tables.table(table_id)
        seat = self._bot_to_move(table)
        if seat is None:
            return table
        if table.thinking != seat.side:
            table.thinking = seat.side
            tables.hub.wake(table_id)
        seq = table.seq
        scripted = table.scripted_move if seat.bot == LESSON else None
        if scripted:
            advice = Advice(scripted)
        else:
            advice = await self._advice(table, seat)
        async with table.lock:
            if table.seq != seq:
                return table
            entry = LogRow(seq, "action", seat.side, advice.action.text, why=advice.why)
            await tables.commit(table, entry, advice.action)
        if table.pace and table.shows_last and tables.hub.watched(table_id):
            await asyncio.sleep(table.pace / 1000)
        return table

    async def _advice(self, table: Table, seat: SeatRow) -> Advice:
        """What the bot of a seat does. Where it gives no answer somebody else does: nobody waits for ever."""
        bot, watched = self._let_in(seat), partial(self._tables.hub.seen, table.row.id)
        try:
            return await self._processes.ask(table.row.id, table.match, bot, seat.side, watched)
        except Exception as fault:
            if bot == STANDS_IN:
                raise
            took = isinstance(fault, TimeoutError)
            why = f"took more than {limits.OUTSIDE_BOT_SECONDS:g} s" if took else f"failed: {type(fault).__name__}: {fault}"
            log.error("the bot %s %s: a %s answers in its place", bot, why, STANDS_IN)
            return await self._processes.ask(table.row.id, table.match, STANDS_IN, seat.side, watched)

    def _let_in(self, seat: SeatRow) -> str:
        """The bot of a seat, or who answers in its place where a server that was started otherwise once let it in."""
        if self.named(seat.bot) is not None:
            return seat.bot
        log.warning("the bot %s is not let in by --bots: a %s answers in its place", seat.bot, STANDS_IN)
        return STANDS_IN

    async def hint(self, table: Table, key: KeyRow) -> Hint:
        """What a colonel would do now in the place of whoever asks, and why."""
        if not table.may_act(key) or table.to_move == "dice":
            raise errors.not_yours("There is nothing for you to decide now")
        if not table.plays_alone(key):  # against a person a hint would be a second player on one side
            raise errors.not_yours("Hints are for playing against bots or alone; against a person the decision is yours")
        caller = CALLER.get()
        if self._hints[caller] >= limits.HINTS_AT_ONCE and caller:
            raise errors.too_busy()
        self._hints[caller] += 1
        try:
            action, why = await self._processes.ask(f"{table.row.id}/hint", table.match, HINTS_BY, table.player_of(key))
        finally:
            self._hints[caller] -= 1
            if not self._hints[caller]:
                del self._hints[caller]
        if not table.match.legal(action):
            raise errors.stale(table.seq_for(key))
        label = table.match.label(action)
        return Hint(HINTS_BY, table.match.notate(action), label, action.unit, action.cell, why)

    async def close(self) -> None:
        for task in list(self._playing.values()):
            task.cancel()
        await asyncio.gather(*self._playing.values(), return_exceptions=True)
        self._processes.close()


def _only_bots(table: Table) -> bool:
    return all(seat.kind == "bot" for seat in table.row.seats)
