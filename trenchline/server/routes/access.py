"""Who calls, and about which table: what nearly every call of the API begins with."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Annotated, NamedTuple, TypeVar

import msgspec
from fastapi import Depends, Header, Request, Response
from starlette.requests import HTTPConnection

from .. import errors, limits
from ..bodies import KeyedBody
from ..doorkeeper import GONE, caller_of
from ..keys import hashed
from ..once import Receipt
from ..rows import KeyRow
from ..table import Table
from ..tables import Tables

T = TypeVar("T", bound=msgspec.Struct)


async def all_tables(connection: HTTPConnection) -> Tables:
    found: Tables = connection.app.state.tables
    return found


AllTables = Annotated[Tables, Depends(all_tables)]


async def key_holder(table_id: str, tables: AllTables, authorization: Annotated[str, Header()] = "") -> KeyRow:
    """The holder of the key in the header, which must be for this table."""
    scheme, _, key = authorization.partition(" ")
    return await tables.key(table_id, key.strip() if scheme.lower() == "bearer" else "")


Holder = Annotated[KeyRow, Depends(key_holder)]


async def opened_table(table_id: str, tables: AllTables, key: Holder) -> Table:
    """The table, for one who holds a key to it."""
    return await tables.table(table_id)


OpenedTable = Annotated[Table, Depends(opened_table)]


async def while_waited_for(request: Request, work: Coroutine[None, None, Response]) -> Response:
    """The answer to a question that takes long. Once nobody waits for it any more the work is dropped."""
    working, leaving = asyncio.create_task(work), asyncio.create_task(_gone(request))
    try:
        await asyncio.wait((working, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            return Response(status_code=GONE)  # read by nobody; counted
        return working.result()
    finally:
        for task in (working, leaving):
            task.cancel()
        await asyncio.wait((working, leaving))


async def _gone(request: Request) -> None:
    """Ends when the client has hung up."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


class OneCall:
    """A call that changes something and is carried out once, however often it is sent with the same idempotency key."""

    def __init__(self, tables: Tables, scope: str, authorization: str) -> None:
        self.tables, self._authorization = tables, authorization
        self._scope = f"{scope} {hashed(authorization)}"

    async def once(self, body: KeyedBody | None, kind: type[T], work: Callable[[Receipt | None], Awaitable[T]]) -> T:
        key = body.key if body else ""
        if key and not self._authorization and len(key) < limits.UNGUESSABLE:
            raise errors.malformed(f"key: make it {limits.UNGUESSABLE} characters or more that nobody can guess")
        return await self.tables.once.run(self._scope, key, kind, work)

    async def holder(self, table_id: str) -> tuple[Table, KeyRow]:
        """Who calls, and the table: for a call that spends his key, so that he can send it again."""
        key = await key_holder(table_id, self.tables, self._authorization)
        return await self.tables.table(table_id), key


async def _one_call(request: Request, tables: AllTables, authorization: Annotated[str, Header()] = "") -> OneCall:
    return OneCall(tables, f"{request.method} {request.url.path}", authorization)


Changes = Annotated[OneCall, Depends(_one_call)]


class Acting(NamedTuple):
    """One who is going to act, and the table as this server knows it: if another has changed it, his action is refused."""

    tables: Tables
    table: Table
    key: KeyRow


async def _acting(connection: HTTPConnection, table_id: str, authorization: Annotated[str, Header()] = "") -> Acting:
    """All in one step: each that FastAPI takes by itself would cost the most frequent call a good deal."""
    tables = await all_tables(connection)
    key = await key_holder(table_id, tables, authorization)
    return Acting(tables, await tables.remembered(table_id), key)


Acts = Annotated[Acting, Depends(_acting)]


async def _may_make_tables(request: Request) -> None:
    makers: limits.Bucket = request.app.state.makers
    if not makers.allows(caller_of(request.scope)):
        raise errors.too_fast()


MakesTable = Depends(_may_make_tables)


async def _may_keep(request: Request) -> None:
    kept: limits.Bucket = request.app.state.kept
    if not kept.allows(caller_of(request.scope)):
        raise errors.too_fast()


Keeps = Depends(_may_keep)


async def _may_make_links(request: Request) -> None:
    links: limits.Bucket = request.app.state.links
    if not links.allows(caller_of(request.scope)):
        raise errors.too_fast()


MakesLink = Depends(_may_make_links)


async def _may_sit_down(request: Request) -> None:
    sitters: limits.Bucket = request.app.state.sitters
    if not sitters.allows(caller_of(request.scope)):
        raise errors.too_fast()


SitsDown = Depends(_may_sit_down)
