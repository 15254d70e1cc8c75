"""Playing: the state of a table, and everything that changes it."""

from __future__ import annotations

import asyncio
from typing import Annotated

import msgspec
from fastapi import APIRouter, Request, Response

from .. import errors, lessons, play
from ..answers import answers, json_answer
from ..bodies import AnswerBody, PaceBody, PageBody, PlayBody, SeqBody
from ..compression import packed_json
from ..documents import state_document, talk_for
from ..rows import KeyRow
from ..table import Table
from ..tables import Tables
from ..wire import Page, TableState
from .access import Acts, AllTables, Holder, OpenedTable

router = APIRouter()


@router.get("/api/tables/{table_id}/state")
@answers
async def state(
    request: Request, tables: AllTables, table: OpenedTable, key: Holder, since: int = 0, said: int = 0
) -> Annotated[Response, TableState]:
    """How the table stands, with what has happened since `since`, and what was said after the message number `said`."""
    tables.hub.look(table.row.id)
    tables.bots.look(table)
    talk = [line for line in talk_for(table, key, await tables.talk(table)) if line.n > said]
    document = msgspec.structs.replace(state_document(table, key, since, tables.time.now()), chat=talk, notes=key.notes)
    if since:
        return json_answer(document)
    body = msgspec.json.encode(document)  # with the whole log: packed beside the event loop, however long it is
    return await asyncio.to_thread(packed_json, request, body)


@router.post("/api/tables/{table_id}/actions")
@answers
async def act(acting: Acts, body: PlayBody) -> TableState:
    tables, table, key = acting
    with tables.hub.answering(table.row.id, key, body.line) as answer:
        await play.act(tables, table, key, body.seq, body.key, body.by_fields(), body.text)
        return answer.of(await state_after(tables, table, key, body.seq))


@router.post("/api/tables/{table_id}/lesson")
@answers
async def turn_to_page(tables: AllTables, table: OpenedTable, key: Holder, body: PageBody) -> Page:
    """The learner reads a page of a lesson: the enemy may make his moves of it."""
    if key.kind != "seat":
        raise errors.not_yours("Onlookers cannot do that")
    lessons.turn_to(tables, table, body.page)
    return Page(body.page)


@router.post("/api/tables/{table_id}/undo")
@answers
async def undo(tables: AllTables, table: OpenedTable, key: Holder, body: SeqBody) -> TableState:
    with tables.hub.answering(table.row.id, key, body.line) as answer:
        await play.undo(tables, table, key, body.seq, body.key)
        return answer.of(await state_after(tables, table, key, body.seq))


@router.post("/api/tables/{table_id}/answer")
@answers
async def answer(tables: AllTables, table: OpenedTable, key: Holder, body: AnswerBody) -> TableState:
    """To an undo or a draw that the other side asks for."""
    with tables.hub.answering(table.row.id, key, body.line) as told:
        await play.answer(tables, table, key, body.seq, body.yes, body.key)
        return told.of(await state_after(tables, table, key, body.seq))


@router.post("/api/tables/{table_id}/draw")
@answers
async def draw(tables: AllTables, table: OpenedTable, key: Holder, body: SeqBody) -> TableState:
    with tables.hub.answering(table.row.id, key, body.line) as answer:
        await play.ask_draw(tables, table, key, body.seq, body.key)
        return answer.of(await state_after(tables, table, key, body.seq))


@router.post("/api/tables/{table_id}/resign")
@answers
async def resign(tables: AllTables, table: OpenedTable, key: Holder, body: SeqBody) -> TableState:
    with tables.hub.answering(table.row.id, key, body.line) as answer:
        await play.resign(tables, table, key, body.seq, body.key)
        return answer.of(await state_after(tables, table, key, body.seq))


@router.post("/api/tables/{table_id}/pace")
@answers
async def pace(tables: AllTables, table: OpenedTable, key: Holder, body: PaceBody) -> TableState:
    """How long a bot waits after each visible action, in milliseconds, while somebody watches."""
    if key.kind != "seat":
        raise errors.not_yours("Only players can change the speed of the computer")
    table.pace = body.pace
    return state_document(table, key, table.seq, tables.time.now())


async def state_after(tables: Tables, table: Table, key: KeyRow, since: int) -> TableState:
    """How the table stands once a call is carried out."""
    return state_document(await tables.remembered(table.row.id), key, since, tables.time.now())
