"""The live line: what is new at a table is pushed to whoever watches it."""

from __future__ import annotations

import asyncio

import msgspec
from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from .. import errors
from ..documents import state_document
from ..live import Watcher
from ..tables import Tables
from .access import AllTables

router = APIRouter()
PUSH_EVERY = 0.05  # seconds: news that comes faster is sent together


@router.websocket("/api/tables/{table_id}/live")
async def live(socket: WebSocket, table_id: str, tables: AllTables) -> None:
    await socket.accept()
    try:
        hello = await asyncio.wait_for(socket.receive_json(), 10)
        key = await tables.key(table_id, str(hello.get("key", "")))
        await tables.table(table_id)
    except (errors.Refused, TimeoutError, ValueError, AttributeError):
        await socket.close(4401, "This table needs a key")
        return
    except WebSocketDisconnect:
        return
    watcher = Watcher(key)
    tables.hub.join(table_id, watcher)
    tables.hub.wake(table_id)
    pushing = asyncio.create_task(_push(tables, socket, table_id, watcher, _whole(hello.get("since"))))
    try:
        while True:
            await socket.receive_text()  # nothing is asked this way; it only shows that the line is up
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


def _whole(value: object) -> int:
    return value if isinstance(value, int) and value >= 0 else 0
