"""Talk at a table, private notes, and where to be sent word that it is one's turn."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Response

from ..answers import json_answer
from ..bodies import ChatBody, EmailBody, NotesBody
from .access import AllTables, Holder, OpenedTable

router = APIRouter()


@router.post("/api/tables/{table_id}/chat")
async def say(tables: AllTables, table: OpenedTable, key: Holder, body: ChatBody) -> Response:
    name = key.name or " and ".join(table.seats_of(key)) or "onlooker"
    await asyncio.to_thread(tables.store.say, table.row.id, name, body.text)
    tables.talked(table.row.id)
    return json_answer({})


@router.put("/api/tables/{table_id}/notes")
async def notes(tables: AllTables, table: OpenedTable, key: Holder, body: NotesBody) -> Response:
    await asyncio.to_thread(tables.store.set_notes, key, body.text)
    tables.forget_key(key)
    return json_answer({})


@router.put("/api/tables/{table_id}/email")
async def email(tables: AllTables, table: OpenedTable, key: Holder, body: EmailBody) -> Response:
    """Where to be told that it is one's turn; empty for not at all."""
    await asyncio.to_thread(tables.store.set_email, key, body.email)
    tables.forget_key(key)
    return json_answer({"sent": bool(tables.notifier.smtp)})
