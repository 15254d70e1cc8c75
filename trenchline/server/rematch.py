"""A rematch: one click of each player of a match that is over, and all find their seats at one new table."""

from __future__ import annotations

import asyncio

import msgspec

from . import errors, lobby
from .keys import hashed, new_key, new_table_id
from .lobby import CLAIMS, NewTable, TableKeys, new_dice
from .once import Receipt, receipt_row
from .rows import LESSON, KeyRow, LogRow, PendingEntry, PlayedMatch, SeatRow, Terms
from .store import Conflict, Spent
from .table import MadeRematch, Table
from .tables import Tables


class Rematch(TableKeys):
    """The keys of the new table; `offered` while others have still to accept: then there is none yet."""

    offered: bool = False


WAITING = Rematch("", "", {}, "", offered=True)


async def rematch(tables: Tables, table: Table, key: KeyRow, terms: Terms, receipt: Receipt | None = None) -> Rematch:
    """The same game again. Between people the first click offers it and the last makes the table; where nobody else must
    agree, or the match still goes on, it is made at once."""
    if key.kind != "seat":
        raise errors.not_yours("Only those who play can have a rematch")
    for _ in range(CLAIMS):
        async with table.lock:
            if table.rematch is not None:
                return await _take_seat(tables, table, key, table.rematch, receipt)
            if not table.over or not _others(table, key):
                return await _made(tables, table, key, terms, receipt)
            try:
                return await _offer_or_accept(tables, table, key, terms, receipt)
            except Conflict:  # another server has appended meanwhile
                pass
            except errors.Refused as fault:
                if fault.code != "stale":
                    raise
        table = await tables.catch_up(table)
    raise errors.stale(table.seq_for(key))


def _others(table: Table, key: KeyRow) -> list[str]:
    """The seats of the other people who played; one that nobody took is not waited for."""
    return [seat.side for seat in table.row.seats if seat.kind == "human" and seat.side not in key.sides]


async def _offer_or_accept(tables: Tables, table: Table, key: KeyRow, terms: Terms, receipt: Receipt | None) -> Rematch:
    others = _others(table, key)
    if all(table.rematch_wanted.get(seat) == terms for seat in others):
        made = await _made_together(tables, table, key, terms, receipt)
        tables.notifier.told(table, others, "your rematch is ready", "Your rematch is ready: take your seat from here.")
        return made
    if any(table.rematch_wanted.get(seat) != terms for seat in key.sides):  # else it is offered already
        entry = LogRow(table.seq, "rematch", key.sides[0], " ".join([terms, *key.sides]))
        await tables.commit(table, entry, by=key)
        how = "sides changed" if terms == "changed" else "the same sides"
        text = f"A rematch is offered, with {how}: accept it here."
        tables.notifier.told(table, others, "a rematch is offered", text)
    return WAITING


async def _made_together(tables: Tables, table: Table, key: KeyRow, terms: Terms, receipt: Receipt | None) -> Rematch:
    """The table all have agreed to. A key of each of the others waits there that nobody knows yet."""
    wanted, after = _wanted(table, key, terms, receipt), _seats_after(table, terms)
    wanted.id = new_table_id()
    wanted.series = msgspec.json.encode(series_after(table, after)).decode()
    for one in await asyncio.to_thread(tables.store.seat_keys, table.row.id):
        if one.hash != key.hash:
            sides = _in_order(table, {after[side] for side in one.sides})
            wanted.coming.append(
                msgspec.structs.replace(
                    one, hash=hashed(new_key()), table_id=wanted.id, sides=sides, notes="", orders="", seat=one.hash
                )
            )
    entry = LogRow(table.seq, "rematched", key.sides[0], f"{wanted.id} {terms}")
    wanted.follows = PendingEntry(table.row.id, entry)
    made = await lobby.new(tables, wanted)
    table.follow_entry(entry)
    tables.hub.wake(table.row.id)
    return _answer(made)


async def _made(tables: Tables, table: Table, key: KeyRow, terms: Terms, receipt: Receipt | None) -> Rematch:
    """A new table for one who need not ask anybody."""
    return _answer(await lobby.new(tables, _wanted(table, key, terms, receipt)))


def _answer(made: TableKeys) -> Rematch:
    return Rematch(made.table, made.key, made.invites, made.watch)


def _wanted(table: Table, key: KeyRow, terms: Terms, receipt: Receipt | None) -> NewTable:
    row, after = table.row, _seats_after(table, terms)
    seats = {}
    for seat in row.seats:
        who = "me" if seat.side in key.sides else f"bot:{_opponent(seat)}" if seat.kind == "bot" else "friend"
        seats[after[seat.side]] = who
    dice = new_dice(row.dice.kind)
    made = NewTable(row.game, row.scenario, row.options, seats, key.name, dice, parent=row.id, receipt=receipt)
    if table.clock is not None and lobby.people_oppose(seats, {seat: table.match.side_of(seat) for seat in seats}):
        made.clock = table.clock.terms
    return made


def _opponent(seat: SeatRow) -> str:
    """The bot of another table's seat; whoever answered from a script cannot go on without it."""
    return "recruit" if seat.bot == LESSON else seat.bot


def _seats_after(table: Table, terms: Terms) -> dict[str, str]:
    """The new seat of whoever sat in a seat: the same, or everybody moves on by one."""
    names = [seat.side for seat in table.row.seats]
    return dict(zip(names, names[1:] + names[:1] if terms == "changed" else names, strict=True))


def _in_order(table: Table, seats: set[str]) -> tuple[str, ...]:
    return tuple(seat.side for seat in table.row.seats if seat.side in seats)


async def _take_seat(tables: Tables, table: Table, key: KeyRow, made: MadeRematch, receipt: Receipt | None) -> Rematch:
    """A player finds the seat that waits for him at the rematch: its key is made now, and told once."""
    after = _seats_after(table, made.terms)
    sides = _in_order(table, {after[side] for side in key.sides})
    answer = Rematch(made.table, new_key(), {}, "")
    try:
        spent = await asyncio.to_thread(
            tables.store.take_waiting_seat, made.table, sides, hashed(answer.key), receipt_row(receipt, answer)
        )
    except Spent:
        raise errors.not_yours("You have your seat at the rematch: open it from your tables") from None
    tables.forget_keys(made.table, spent)
    return answer


def series_after(table: Table, after: dict[str, str]) -> list[PlayedMatch]:
    """The matches of a series up to and with this one, by the seats of the next."""
    before = [
        PlayedMatch(played.table, tuple(after[s] for s in played.won), {after[s]: lead for s, lead in played.lead.items()})
        for played in table.series
    ]
    result = table.result
    if result is None:
        return before
    won = tuple(after[s] for s in table.match.seats if table.match.side_of(s) == result.winner)
    first = table.game.sides[0]
    lead = {after[s]: result.points if table.match.side_of(s) == first else -result.points for s in table.match.seats}
    return [*before, PlayedMatch(table.row.id, won, lead)]
