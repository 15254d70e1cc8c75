"""The live line: what is new at a table is pushed to whoever watches it."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Annotated

import msgspec
from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from msgspec import UNSET

from .. import errors, limits
from ..accounts import ACCOUNT_KEY, Accounts
from ..documents import state_document, talk_for
from ..doorkeeper import caller_of
from ..live import Watcher
from ..loop_share import LoopShare
from ..rows import KeyRow, Said
from ..store import STORE_FAULTS
from ..tables import Tables
from ..wire import TableState
from .access import AllTables

router = APIRouter()
log = logging.getLogger("trenchline.live")

PUSH_EVERY = 0.05  # seconds: news that comes faster is sent together
HELLO_SECONDS = 10  # in which the first message must come
RETRY = 0.5  # seconds until a database that failed is asked again
NO_HELLO, NO_KEY, REVOKED, SLOW, BROKEN = 4400, 4401, 4403, 4408, 1011  # why a line is closed; come back after the last two
ALIVE = b'{"alive":true}'  # the answer to whatever is said on an open line


class Hello(msgspec.Struct):
    """What opens a line: the key, and up to where all is known."""

    key: str
    since: Annotated[int, msgspec.Meta(ge=0)] = 0
    said: Annotated[int, msgspec.Meta(ge=0)] = 0  # the number of the last message that is known
    line: Annotated[str, msgspec.Meta(max_length=64)] = ""  # a name for it: calls that give the same are not told here again
    looking: bool = True  # the page is in sight


class Looks(msgspec.Struct):
    """What may be said on an open line: whether the page is in sight."""

    looking: bool


@router.websocket("/api/tables/{table_id}/live")
async def live(socket: WebSocket, table_id: str, tables: AllTables) -> None:
    await socket.accept()
    try:
        hello = await asyncio.wait_for(_hello(socket), HELLO_SECONDS)
        key, session = await _who(socket, tables, table_id, hello.key)
        table = await tables.table(table_id)
    except errors.Refused as fault:
        await socket.close(*_why(fault, NO_KEY, "This table needs a key"))
        return
    except TimeoutError:  # of a network that hangs: the key may be a good one
        await socket.close(SLOW, "The first message did not come in time; come back")
        return
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        await socket.close(NO_HELLO, 'The first message must be {"key": KEY, "since": SEQ}')
        return
    except STORE_FAULTS:
        await socket.close(BROKEN, errors.not_stored().reason)
        return
    except WebSocketDisconnect:
        return
    watcher = Watcher(key, hello.line, session)
    watcher.looking = hello.looking
    tables.hub.join(table_id, watcher)
    tables.bots.look(table)
    pushing = asyncio.create_task(_push(tables, socket, table_id, watcher, hello))
    hearing = asyncio.create_task(_hear(socket, tables, table_id, watcher))
    try:
        await asyncio.wait((pushing, hearing), return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (pushing, hearing):
            task.cancel()
        tables.hub.leave(table_id, watcher)
    await asyncio.wait((pushing, hearing))  # unlike gather it is cancelled in nobody's name but its own
    for task in (pushing, hearing):
        if not task.cancelled():
            await _hang_up(socket, task.exception())


async def _who(socket: WebSocket, tables: Tables, table_id: str, key: str) -> tuple[KeyRow, str]:
    """Who listens, by his key; or, if his account has the seat, by his session, whose hash that is. Another site could open a
    line with somebody's cookie: it is answered only to pages of ours."""
    accounts: Accounts = socket.app.state.accounts
    if not key.startswith(ACCOUNT_KEY):
        return await tables.key(table_id, key), ""
    session = await accounts.sessions.of(socket)
    return await accounts.seat(session, table_id, key.removeprefix(ACCOUNT_KEY)), session.hash if session else ""


async def _still(socket: WebSocket, tables: Tables, table_id: str, watcher: Watcher) -> KeyRow:
    """Who listens, as his key or his session is now. Raises Refused once it opens the table no more."""
    if not watcher.session:
        return await tables.key_again(table_id, watcher.key.hash)
    accounts: Accounts = socket.app.state.accounts
    return await accounts.seat_again(watcher.session, table_id, ",".join(watcher.key.sides))


async def _hear(socket: WebSocket, tables: Tables, table_id: str, watcher: Watcher) -> None:
    """Nothing is said this way but whether the page is in sight, and asked but whether the line is up: a browser does not see
    the pings that the protocol has for it. What is said counts as a call of its address. Raises Refused where there are too
    many."""
    calls: limits.Bucket = socket.app.state.calls
    caller = caller_of(socket.scope)
    with suppress(WebSocketDisconnect, RuntimeError):
        while True:
            said = await _message(socket)
            if not calls.allows(caller):
                raise errors.too_fast()
            with suppress(msgspec.DecodeError, UnicodeError, RecursionError):
                tables.hub.looks(table_id, watcher, msgspec.json.decode(said, type=Looks).looking)
            await socket.send_bytes(ALIVE)
            await asyncio.sleep(0)  # what has come already is had without waiting: others are to have their turn in between


async def _push(tables: Tables, socket: WebSocket, table_id: str, watcher: Watcher, hello: Hello) -> None:
    """Send what is new whenever there is something, not more often than is good for anybody. Raises Refused once the key opens
    the table no more."""
    since, told, told_talk = hello.since, b"", list[Said]()
    told_notes: str | None = None
    told_here: list[str] = []
    share: LoopShare = socket.app.state.share
    caller = caller_of(socket.scope)
    while True:
        await watcher.something_new()
        await share.turn(caller)
        watcher.news.clear()  # what came while it waited for its turn is told too
        try:
            watcher.key = await _still(socket, tables, table_id, watcher)
            table = await tables.remembered(table_id)
            talk = talk_for(table, watcher.key, await tables.talk(table))
        except STORE_FAULTS:  # the database will be back
            watcher.news.set()
            await asyncio.sleep(RETRY)
            continue
        here = sorted(tables.hub.connected(table_id))
        answered, watcher.answered = watcher.answered, None
        if answered is not None and told and answered.seq >= since:  # he knows that much by another way
            since, told = answered.seq, _standing(answered, told_here)
        with share.taking(caller):
            document = msgspec.structs.replace(state_document(table, watcher.key, since, tables.time.now()), here=here)
            since = table.seq_for(watcher.key)
            standing = _standing(document, here)
        new_talk = [line for line in talk if (line.n > hello.said or line.apart) and line not in told_talk]
        chat = new_talk if new_talk or not told else UNSET
        notes = watcher.key.notes if watcher.key.notes != told_notes else UNSET
        if document.entries or chat is not UNSET or notes is not UNSET or standing != told:  # else it was done in secret
            await socket.send_bytes(msgspec.json.encode(msgspec.structs.replace(document, chat=chat, notes=notes)))
        told, told_talk, told_notes, told_here = standing, talk, watcher.key.notes, here
        await asyncio.sleep(PUSH_EVERY)


def _standing(document: TableState, here: list[str]) -> bytes:
    """How a table stands, whatever led there."""
    return msgspec.json.encode(msgspec.structs.replace(document, entries=[], prelude=[], here=here, now=UNSET))


async def _hello(socket: WebSocket) -> Hello:
    """The first message. Raises DecodeError, UnicodeError or RecursionError if it is none."""
    return msgspec.json.decode(await _message(socket), type=Hello)


async def _message(socket: WebSocket) -> str | bytes:
    """What comes next, in a text frame or a binary one."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1005))
    return message.get("text") or message.get("bytes") or b""


async def _hang_up(socket: WebSocket, fault: BaseException | None) -> None:
    """Close a line on which nothing can be sent any more, so that the other end knows."""
    if isinstance(fault, errors.Refused) and fault.status == 429:
        code, why = limits.TALKATIVE, fault.reason
    elif isinstance(fault, errors.Refused):
        code, why = _why(fault, REVOKED, "This key no longer opens the table")
    elif isinstance(fault, (WebSocketDisconnect, RuntimeError)) or fault is None:
        return  # gone already
    else:
        log.error("a live line broke", exc_info=fault)
        code, why = BROKEN, "Something went wrong here; come back"
    with suppress(RuntimeError, WebSocketDisconnect):
        await socket.close(code, why)


def _why(fault: errors.Refused, code: int, why: str) -> tuple[int, str]:
    """How a line is closed that was refused: for good, with the given code, unless it is our fault."""
    return (BROKEN, fault.reason) if fault.status >= 500 else (code, why)
