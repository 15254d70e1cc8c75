"""Playing: the state of a table, and everything that changes it."""

from __future__ import annotations

import asyncio

import msgspec
from fastapi import APIRouter, Request, Response

from .. import errors, play
from ..answers import json_answer
from ..bodies import AnswerBody, PaceBody, PlayBody, SeqBody
from ..compression import packed_json
from ..documents import state_document
from .access import Acts, AllTables, Holder, OpenedTable

router = APIRouter()


@router.get("/api/tables/{table_id}/state")
async def state(request: Request, tables: AllTables, table: OpenedTable, key: Holder, since: int = 0) -> Response:
    document = state_document(table, key, since, await asyncio.to_thread(tables.store.talk, table.row.id))
    if since:
        return json_answer(document)
    body = msgspec.json.encode(document)  # with the whole log: packed beside the event loop, however long it is
    return await asyncio.to_thread(packed_json, request, body)


@router.post("/api/tables/{table_id}/actions")
async def act(acting: Acts, body: PlayBody) -> Response:
    tables, table, key = acting
    await play.act(tables, table, key, body.seq, body.key, body.by_fields(), body.text)
    return json_answer(state_document(await tables.remembered(table.row.id), key, body.seq))


@router.post("/api/tables/{table_id}/undo")
async def undo(tables: AllTables, table: OpenedTable, key: Holder, body: SeqBody) -> Response:
    await play.undo(tables, table, key, body.seq, body.key)
    return json_answer(state_document(await tables.table(table.row.id), key, body.seq))


@router.post("/api/tables/{table_id}/answer")
async def answer(tables: AllTables, table: OpenedTable, key: Holder, body: AnswerBody) -> Response:
    """To an undo or a draw that the other side asks for."""
    await play.answer(tables, table, key, body.seq, body.yes)
    return json_answer(state_document(table, key, body.seq))


@router.post("/api/tables/{table_id}/draw")
async def draw(tables: AllTables, table: OpenedTable, key: Holder, body: SeqBody) -> Response:
    await play.ask_draw(tables, table, key, body.seq)
    return json_answer(state_document(table, key, body.seq))


@router.post("/api/tables/{table_id}/resign")
async def resign(tables: AllTables, table: OpenedTable, key: Holder, body: SeqBody) -> Response:
    await play.resign(tables, table, key, body.seq)
    return json_answer(state_document(table, key, body.seq))


@router.post("/api/tables/{table_id}/pace")
async def pace(table: OpenedTable, key: Holder, body: PaceBody) -> Response:
    """How long a bot waits after each visible action, in milliseconds, while somebody watches."""
    if key.kind != "seat":
        raise errors.not_yours("Only those who play set the pace")
    table.pace = body.pace
    return json_answer(state_document(table, key, table.seq))
