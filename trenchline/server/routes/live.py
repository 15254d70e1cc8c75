"""The live line: what is new at a table is pushed to whoever watches it."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Annotated

import msgspec
from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from .. import errors
from ..documents import state_document
from ..live import Watcher
from ..store import STORE_FAULTS
from ..tables import Tables
from .access import AllTables

router = APIRouter()
log = logging.getLogger("trenchline.live")

PUSH_EVERY = 0.05  # seconds: news that comes faster is sent together
HELLO_SECONDS = 10  # in which the first message must come
RETRY = 0.5  # seconds until a database that failed is asked again
NO_HELLO, NO_KEY, REVOKED, SLOW, BROKEN = 4400, 4401, 4403, 4408, 1011  # why a line is closed; come back after the last two
ALIVE = b'{"alive":true}'  # the answer to whatever is said on an open line


class Hello(msgspec.Struct):
    """What opens a line: the key, and the `seq` up to which all is known."""

    key: str
    since: Annotated[int, msgspec.Meta(ge=0)] = 0


@router.websocket("/api/tables/{table_id}/live")
async def live(socket: WebSocket, table_id: str, tables: AllTables) -> None:
    await socket.accept()
    try:
        hello = await asyncio.wait_for(_hello(socket), HELLO_SECONDS)
        key = await tables.key(table_id, hello.key)
        await tables.table(table_id)
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
    watcher = Watcher(key)
    tables.hub.join(table_id, watcher)
    tables.hub.wake(table_id)
    pushing = asyncio.create_task(_push(tables, socket, table_id, watcher, hello.since))
    hearing = asyncio.create_task(_hear(socket))
    try:
        await asyncio.wait((pushing, hearing), return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (pushing, hearing):
            task.cancel()
        tables.hub.leave(table_id, watcher)
        tables.hub.wake(table_id)
    await asyncio.wait((pushing, hearing))  # unlike gather it is cancelled in nobody's name but its own
    if not pushing.cancelled():
        await _hang_up(socket, pushing.exception())


async def _hear(socket: WebSocket) -> None:
    """Nothing is asked this way but whether the line is up: a browser does not see the pings that the protocol has for it."""
    with suppress(WebSocketDisconnect, RuntimeError):
        while True:
            await _message(socket)
            await socket.send_bytes(ALIVE)


async def _push(tables: Tables, socket: WebSocket, table_id: str, watcher: Watcher, since: int) -> None:
    """Send what is new whenever there is something, not more often than is good for anybody. Raises Refused once the key opens
    the table no more."""
    told = b""
    while True:
        await watcher.news.wait()
        watcher.news.clear()
        try:
            watcher.key = await tables.key_again(table_id, watcher.key.hash)
            table = await tables.remembered(table_id)
            chat = await tables.talk(table)
        except STORE_FAULTS:  # the database will be back
            watcher.news.set()
            await asyncio.sleep(RETRY)
            continue
        document = state_document(table, watcher.key, since, chat)
        document["here"] = sorted(tables.hub.connected(table_id))
        since = table.seq_for(watcher.key)
        standing = msgspec.json.encode({**document, "entries": [], "prelude": []})
        if document["entries"] or standing != told:  # else something was done in secret that does not even show
            await socket.send_bytes(msgspec.json.encode(document))
        told = standing
        await asyncio.sleep(PUSH_EVERY)


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
    if isinstance(fault, errors.Refused):
        code, why = _why(fault, REVOKED, "This key opens the table no more")
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
