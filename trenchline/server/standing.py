"""Standing orders at tables: kept with the key of a seat and known to its holder alone. A question that one of them answers is
answered as it comes up: in the same call that asks it, in no time, without a message."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec

from .. import Action, IllegalAction, Match, StandingOrder, TrenchlineError, standing_answer
from . import errors, limits
from .rows import KeyRow, LogRow
from .store import STORE_FAULTS
from .table import Table

if TYPE_CHECKING:
    from .tables import Tables

log = logging.getLogger("trenchline.standing")

SeatOrders = Mapping[str, tuple[StandingOrder, ...]]  # by seat

_decoder = msgspec.json.Decoder(dict[str, tuple[StandingOrder, ...]])


class OrderedAnswer(msgspec.Struct, frozen=True):
    """What a seat's order answers."""

    seat: str
    action: Action

    def entry(self, seq: int, clock: int | None) -> LogRow:
        """The entry of the log: at the moment of the question, so that it costs no time."""
        return LogRow(seq, "action", self.seat, self.action.text, clock=clock, ordered=1)


def orders_of(key: KeyRow) -> dict[str, tuple[StandingOrder, ...]]:
    """The orders of the seats that a key holds."""
    if key.kind != "seat" or not key.orders:
        return {}
    return {seat: orders for seat, orders in _decoder.decode(key.orders).items() if seat in key.sides}


def with_orders(key: KeyRow, table: Table, seat: str, orders: Sequence[StandingOrder]) -> str:
    """What is kept with a key once a seat's orders are these. Raises Refused for what the game does not know, or too much."""
    if key.kind != "seat" or seat not in key.sides:
        raise errors.not_yours("You can give standing orders for your own seat only")
    try:
        table.game.standing.check(orders)
    except TrenchlineError as fault:
        raise errors.malformed(str(fault)) from None
    kept = {**orders_of(key), seat: tuple(orders)}
    text = msgspec.json.encode({name: given for name, given in kept.items() if given}).decode()
    if len(text) > limits.ORDERS:
        raise errors.malformed(f"Standing orders: {len(text)} characters are too many; {limits.ORDERS} are kept")
    return text


class StandingOrders:
    """The orders of all tables."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._tasks: set[asyncio.Task[None]] = set()

    async def of(self, table: Table) -> SeatOrders:
        """The orders of the people at a table, read once until a key changes."""
        while table.orders is None:
            changes = table.order_changes
            holders = await asyncio.to_thread(self._tables.store.seat_keys, table.row.id)
            found = {seat: orders for key in holders for seat, orders in orders_of(key).items()}
            if changes == table.order_changes:  # else they may be what they were before
                table.orders = found
        return table.orders

    def answer(self, table: Table, match: Match, orders: SeatOrders, resting: bool) -> OrderedAnswer | None:
        """What somebody's order answers to the decision that waits in a match of the table, unless orders rest."""
        if not orders or resting or match.over or table.agreed_result is not None or table.lesson is not None:
            return None
        people = {seat.side for seat in table.row.seats if seat.kind == "human"}
        for seat in match.players:
            given = standing_answer(match, seat, orders[seat]) if seat in orders and seat in people else None
            if given is not None:
                return OrderedAnswer(seat, given.action)
        return None

    def wake(self, table: Table) -> None:
        """Answer what waits, soon: the server may have been stopped between a question and its answer."""
        people = {seat.side for seat in table.row.seats if seat.kind == "human"}
        if people.intersection(table.may_move):
            task = asyncio.create_task(self._answer_soon(table))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _answer_soon(self, table: Table) -> None:
        try:
            await self.answer_now(table, table.orders_rest)
        except (errors.Refused, IllegalAction, *STORE_FAULTS) as fault:
            log.warning("standing orders at table %s: %s", table.row.id, fault)

    async def answer_now(self, table: Table, resting: bool = False) -> None:
        """Answer what waits at a table. Who has just given an order does not want it to rest."""
        orders = await self.of(table)
        async with table.lock:
            given = self.answer(table, table.match, orders, resting)
            if given is None:
                return
            await self._tables.commit(table, given.entry(table.seq, None), given.action)
        self._tables.bots.wake(table)

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
