"""The clocks of a table: claiming the win on time, granting more, pauses, vacations."""

from __future__ import annotations

from fastapi import APIRouter

from .. import timekeeping
from ..answers import answers
from ..bodies import GrantBody, SeatBody, SeqBody, VacationBody
from ..once import Receipt
from ..wire import Done, TableState
from .access import AllTables, Changes, Holder, OpenedTable
from .play import state_after

router = APIRouter()


@router.post("/api/tables/{table_id}/clock/claim")
@answers
async def claim(tables: AllTables, table: OpenedTable, key: Holder, body: SeatBody) -> TableState:
    """The win, because the player of a seat of the other side is out of time."""
    with tables.hub.answering(table.row.id, key, body.line) as answer:
        await timekeeping.claim(tables, table, key, body.seq, body.seat, body.key)
        return answer.of(await state_after(tables, table, key, body.seq))


@router.post("/api/tables/{table_id}/clock/grant")
@answers
async def grant(tables: AllTables, table: OpenedTable, key: Holder, body: GrantBody) -> TableState:
    """More time for a player of the other side."""
    with tables.hub.answering(table.row.id, key, body.line) as answer:
        await timekeeping.grant(tables, table, key, body.seq, body.seat, body.minutes, body.key)
        return answer.of(await state_after(tables, table, key, body.seq))


@router.post("/api/tables/{table_id}/clock/computer")
@answers
async def let_computer(tables: AllTables, table: OpenedTable, key: Holder, body: SeatBody) -> TableState:
    """A computer plays on for who is out of time, where that was agreed when the table was made."""
    with tables.hub.answering(table.row.id, key, body.line) as answer:
        await timekeeping.let_computer(tables, table, key, body.seq, body.seat, body.key)
        return answer.of(await state_after(tables, table, key, body.seq))


@router.post("/api/tables/{table_id}/clock/pause")
@answers
async def ask_pause(tables: AllTables, table: OpenedTable, key: Holder, body: SeqBody) -> TableState:
    """The clocks stand still once the other side agrees, by `answer`."""
    with tables.hub.answering(table.row.id, key, body.line) as answer:
        await timekeeping.ask_pause(tables, table, key, body.seq, body.key)
        return answer.of(await state_after(tables, table, key, body.seq))


@router.post("/api/tables/{table_id}/clock/resume")
@answers
async def resume(tables: AllTables, table: OpenedTable, key: Holder, body: SeqBody) -> TableState:
    """The end of a pause: time counts again a minute later, by correspondence a day later."""
    with tables.hub.answering(table.row.id, key, body.line) as answer:
        await timekeeping.resume(tables, table, key, body.seq, body.key)
        return answer.of(await state_after(tables, table, key, body.seq))


@router.post("/api/tables/{table_id}/vacation")
@answers
async def vacation(call: Changes, table: OpenedTable, key: Holder, body: VacationBody) -> Done:
    """Some days for which the seat's clock stands still, of a seat in an account those of all its tables; 0: back again."""

    async def work(receipt: Receipt | None) -> Done:
        await timekeeping.vacation(call.tables, table, key, body.days)
        return Done()

    return await call.once(body, Done, work)
