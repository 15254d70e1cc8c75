"""What players do about time: claim the win, grant more, let a computer take over, pause, go on vacation."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

from . import errors
from .clocks import ACCOUNT_VACATION, Clocks
from .play import ask_the_enemy, check_player
from .rows import KeyRow, LogRow, PendingEntry
from .store import Conflict
from .table import Table
from .tables import Tables


async def claim(tables: Tables, table: Table, key: KeyRow, seq: int, seat: str, idem: str) -> None:
    """Win because an enemy is out of time."""
    async with table.lock:
        if idem in table.idempotency_keys:
            return
        clock = _clock_of(table, key, seq)
        _check_out(tables, table, key, clock, seat)
        await tables.commit(table, LogRow(table.seq, "timeout", seat, key.sides[0], idem or None), by=key)


async def grant(tables: Tables, table: Table, key: KeyRow, seq: int, seat: str, minutes: int, idem: str) -> None:
    """Give an enemy more time."""
    async with table.lock:
        if idem in table.idempotency_keys:
            return
        clock = _clock_of(table, key, seq)
        if seat not in clock.seats or not _is_enemy(table, key, seat):
            raise errors.not_yours("You can give time only to a player of the other side")
        await tables.commit(table, LogRow(table.seq, "granted", seat, str(minutes), idem or None), by=key)


async def let_computer(tables: Tables, table: Table, key: KeyRow, seq: int, seat: str, idem: str) -> None:
    """A computer takes over for an enemy who is out of time, as all who sat down have agreed."""
    async with table.lock:
        if idem in table.idempotency_keys:
            return
        clock = _clock_of(table, key, seq)
        if not clock.terms.computer:
            raise errors.not_yours("Claim the win or give more time: at this table no computer takes over")
        _check_out(tables, table, key, clock, seat)
        holders = await asyncio.to_thread(tables.store.seat_keys, table.row.id)
        holder = next((one for one in holders if seat in one.sides), None)
        if holder is None:
            raise errors.not_yours("Nobody holds this seat any more")
        text = f"{clock.terms.computer} {','.join(holder.sides)}"
        entry = LogRow(table.seq, "computer", seat, text, idem or None, clock=tables.time.now())
        change = table.foresee(entry)
        try:
            await asyncio.to_thread(
                tables.store.take_over, holder, table.seats_after(entry), PendingEntry(table.row.id, entry, change.summary)
            )
        except Conflict:
            fresh = await tables.catch_up_locked(table)
            raise errors.stale(fresh.seq_for(key)) from None
        table.adopt(change)
        tables.forget_key(holder)
        tables.notifier.changed(table, entry, (), key)
    tables.bots.wake(table)


async def ask_pause(tables: Tables, table: Table, key: KeyRow, seq: int, idem: str) -> None:
    """The clocks stand still once the other side agrees."""

    def check() -> None:
        if _clock_of(table, key, seq).paused:
            raise errors.not_yours("The clocks are stopped already")

    await ask_the_enemy(tables, table, key, seq, "pause", idem, check)


async def resume(tables: Tables, table: Table, key: KeyRow, seq: int, idem: str) -> None:
    """End a pause: time counts again after a while, so that nobody is taken by surprise."""
    async with table.lock:
        if idem in table.idempotency_keys:
            return
        if not _clock_of(table, key, seq).paused:
            raise errors.not_yours("The clocks are not stopped")
        await tables.commit(table, LogRow(table.seq, "resume", key.sides[0], "", idem or None), by=key)


async def vacation(tables: Tables, table: Table, key: KeyRow, days: int) -> None:
    """The seat's clock stands still for some days; with 0 its player is back. They are days of his account, and count at all
    its tables; of a player without one they are the seat's own."""
    if key.account:
        await _account_vacation(tables, table, key, days)
        return
    async with table.lock:
        clock = _with_vacation(table, key)
        for seat in key.sides:
            if seat in clock.seats and days > clock.vacation_left(seat, tables.time.now()):
                left = clock.vacation_left(seat, tables.time.now())
                raise errors.not_yours(f"You have {left} of {clock.terms.vacation} days of vacation left in this match")
        await _go(tables, table, key.sides, f"seat {days}")


async def _account_vacation(tables: Tables, table: Table, key: KeyRow, days: int) -> None:
    _with_vacation(table, key)
    year = datetime.now(UTC).year
    left = await asyncio.to_thread(tables.store.take_vacation, key.account, year, days, tables.time.now())
    if left < 0:
        raise errors.not_yours(
            f"You have {left + days} of {ACCOUNT_VACATION} days of vacation left this year, at all your tables together"
        )
    for one, row, summary in await asyncio.to_thread(tables.store.tables_of_account, key.account):
        if row.clock and not (summary and summary.over):
            found = await tables.table(row.id)
            async with found.lock:
                if found.clock is not None and found.clock.terms.vacation and not found.over:
                    await _go(tables, found, one.sides, f"account {days}")


async def _go(tables: Tables, table: Table, sides: tuple[str, ...], text: str) -> None:
    for seat in sides:
        if table.clock is not None and seat in table.clock.seats:
            await tables.commit(table, LogRow(table.seq, "vacation", seat, text))


def _with_vacation(table: Table, key: KeyRow) -> Clocks:
    if key.kind != "seat":
        raise errors.not_yours("Onlookers have no clock")
    if table.over or table.clock is None or not table.clock.terms.vacation:
        raise errors.not_yours("Vacations are for matches by correspondence that are not over")
    return table.clock


def _clock_of(table: Table, key: KeyRow, seq: int) -> Clocks:
    check_player(table, key, seq)
    if table.clock is None:
        raise errors.not_yours("There is no clock at this table")
    return table.clock


def _is_enemy(table: Table, key: KeyRow, seat: str) -> bool:
    mine = {table.match.side_of(own) for own in key.sides}
    return table.match.side_of(seat) not in mine


def _check_out(tables: Tables, table: Table, key: KeyRow, clock: Clocks, seat: str) -> None:
    """Only an enemy may claim, once the time is really out, and only while his own side has some left."""
    now = tables.time.now()
    if seat not in clock.seats or not _is_enemy(table, key, seat):
        raise errors.not_yours("Only the other side can be out of time")
    if not clock.is_out(seat, now):
        raise errors.not_yours(f"{seat.capitalize()} has time left, or is not asked just now: look again")
    if any(clock.is_out(own, now) for own in clock.seats if not _is_enemy(table, key, own)):
        raise errors.not_yours("Your side is out of time, too: play on, give more time, or offer a draw")
