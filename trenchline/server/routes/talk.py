"""Talk at a table, private notes, and where to be sent word that it is one's turn."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request

from .. import errors, limits, mailing
from ..answers import answers
from ..bodies import ChatBody, CodeBody, EmailBody, NotesBody
from ..doorkeeper import caller_of
from ..once import Receipt, receipt_row
from ..rows import KeyRow
from ..table import Table
from ..wire import CodeSent, Done
from .access import Changes, Holder, Keeps, OpenedTable

router = APIRouter()


@router.post("/api/tables/{table_id}/chat")
@answers
async def say(request: Request, call: Changes, table: OpenedTable, key: Holder, body: ChatBody) -> Done:
    name = key.name or " and ".join(table.seats_of(key)) or "onlooker"

    async def work(receipt: Receipt | None) -> Done:
        _check_may_say(request, table, key, body.text)
        apart = not table.seats_of(key) and not table.over
        await asyncio.to_thread(call.tables.store.say, table.row.id, name, body.text, receipt_row(receipt, Done()), apart=apart)
        call.tables.talked(table.row.id)
        return Done()

    return await call.once(body, Done, work)


@router.put("/api/tables/{table_id}/notes", dependencies=[Keeps])
@answers
async def notes(call: Changes, table: OpenedTable, key: Holder, body: NotesBody) -> Done:
    async def work(receipt: Receipt | None) -> Done:
        await asyncio.to_thread(call.tables.store.set_notes, key, body.text)
        call.tables.forget_key(key)
        return Done()

    return await call.once(body, Done, work)


@router.put("/api/tables/{table_id}/email", dependencies=[Keeps])
@answers
async def email(request: Request, call: Changes, table: OpenedTable, key: Holder, body: EmailBody) -> CodeSent:
    """Where to be told that it is one's turn; empty for not at all. A new address is sent a code, and nothing else until that
    code is told: nobody can have mail sent to somebody else."""

    async def work(receipt: Receipt | None) -> CodeSent:
        return CodeSent(await mailing.ask(call.tables, key, body.email, caller_of(request.scope)))

    return await call.once(body, CodeSent, work)


@router.post("/api/tables/{table_id}/email/confirm")
@answers
async def confirm_email(call: Changes, table: OpenedTable, key: Holder, body: CodeBody) -> Done:
    """The code that was sent to the address: from now on turns are told there."""

    async def work(receipt: Receipt | None) -> Done:
        await mailing.confirm(call.tables, key, body.code)
        return Done()

    return await call.once(body, Done, work)


def _check_may_say(request: Request, table: Table, key: KeyRow, text: str) -> None:
    """Players speak as they like, onlookers a little: what they say comes to every screen at the table."""
    bounds: dict[str, limits.Bucket] = request.app.state.talk
    if table.seats_of(key):
        if not bounds["player"].allows(key.hash):
            raise errors.too_fast()
        return
    if len(text) > limits.ONLOOKER_CHAT:
        raise errors.malformed(f"Say it in {limits.ONLOOKER_CHAT} characters: onlookers have no more at a time")
    if not bounds["onlooker"].allows(caller_of(request.scope)) or not bounds["table"].allows(table.row.id):
        raise errors.too_fast()
