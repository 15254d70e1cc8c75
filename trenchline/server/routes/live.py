"""The live line: what is new at a table is pushed to whoever watches it."""

from __future__ import annotations

import asyncio
from typing import Annotated

import msgspec
from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from .. import errors
from ..documents import state_document
from ..live import Watcher
from ..tables import Tables
from .access import AllTables

router = APIRouter()
PUSH_EVERY = 0.05  # seconds: news that comes faster is sent together


class Hello(msgspec.Struct):
    """What opens a line: the key, and the `seq` up to which all is known."""

    key: str
    since: Annotated[int, msgspec.Meta(ge=0)] = 0


@router.websocket("/api/tables/{table_id}/live")
async def live(socket: WebSocket, table_id: str, tables: AllTables) -> None:
    await socket.accept()
    try:
        hello = await asyncio.wait_for(_hello(socket), 10)
        key = await tables.key(table_id, hello.key)
        await tables.table(table_id)
    except (errors.Refused, TimeoutError):
        await socket.close(4401, "This table needs a key")
        return
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        await socket.close(4400, 'The first message must be {"key": KEY, "since": SEQ}')
        return
    except WebSocketDisconnect:
        return
    watcher = Watcher(key)
    tables.hub.join(table_id, watcher)
    tables.hub.wake(table_id)
    pushing = asyncio.create_task(_push(tables, socket, table_id, watcher, hello.since))
    try:
        while True:
            await _message(socket)  # nothing is asked this way; it only shows that the line is up
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        pushing.cancel()
        tables.hub.leave(table_id, watcher)
        tables.hub.wake(table_id)


async def _push(tables: Tables, socket: WebSocket, table_id: str, watcher: Watcher, since: int) -> None:
    """Send what is new whenever there is something, not more often than is good for anybody."""
    while True:
        await watcher.news.wait()
        watcher.news.clear()
        table = await tables.table(table_id)
        chat = await asyncio.to_thread(tables.store.talk, table_id)
        document = state_document(table, watcher.key, since, chat)
        document["here"] = sorted(tables.hub.connected(table_id))
        since = table.seq
        await socket.send_bytes(msgspec.json.encode(document))
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
