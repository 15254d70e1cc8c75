"""Standing orders: a player's answers to small questions, given in advance."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter

from .. import errors
from ..answers import answers
from ..bodies import StandingBody
from ..once import Receipt
from ..rows import KeyRow
from ..standing import orders_of, with_orders
from ..table import Table
from ..wire import StandingDocument
from .access import Changes, Holder, Keeps, OpenedTable

router = APIRouter()


@router.get("/api/tables/{table_id}/standing")
@answers
async def standing_orders(table: OpenedTable, key: Holder) -> StandingDocument:
    """The caller's standing orders, and what could be ordered. Nobody else is told them."""
    return _document(table, key)


@router.put("/api/tables/{table_id}/standing", dependencies=[Keeps])
@answers
async def give_orders(call: Changes, table: OpenedTable, key: Holder, body: StandingBody) -> StandingDocument:
    """All standing orders of one of the caller's seats, in place of those before. A question that waits is answered at once."""

    async def work(receipt: Receipt | None) -> StandingDocument:
        text = with_orders(key, table, body.seat, body.given())
        await asyncio.to_thread(call.tables.store.set_orders, key, text)
        call.tables.forget_key(key)
        await call.tables.standing.answer_now(table)
        return _document(table, await call.tables.key_again(table.row.id, key.hash))

    return await call.once(body, StandingDocument, work)


def _document(table: Table, key: KeyRow) -> StandingDocument:
    if key.kind != "seat":
        raise errors.not_yours("Only players give standing orders")
    standing = table.game.standing
    return StandingDocument(standing.questions, standing.careful, orders_of(key))
