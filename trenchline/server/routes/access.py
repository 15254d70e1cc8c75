"""Who calls, and about which table: what nearly every call of the API begins with."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Annotated, NamedTuple, TypeVar

import msgspec
from fastapi import Depends, Header, Request, Response
from starlette.requests import HTTPConnection

from .. import errors, limits
from ..account_store import SessionRow
from ..accounts import ACCOUNT_KEY, Accounts, signed_out
from ..bodies import KeyedBody
from ..doorkeeper import GONE, caller_of
from ..keys import hashed
from ..lobby import TableKeys
from ..once import Receipt
from ..rows import KeyRow
from ..sessions import HARMLESS
from ..table import Table
from ..tables import Tables
from ..wire import TakenSeat

T = TypeVar("T", bound=msgspec.Struct)


async def all_tables(connection: HTTPConnection) -> Tables:
    found: Tables = connection.app.state.tables
    return found


AllTables = Annotated[Tables, Depends(all_tables)]


async def all_accounts(connection: HTTPConnection) -> Accounts:
    found: Accounts = connection.app.state.accounts
    return found


AllAccounts = Annotated[Accounts, Depends(all_accounts)]


async def key_holder(
    connection: HTTPConnection, table_id: str, tables: AllTables, authorization: Annotated[str, Header()] = ""
) -> KeyRow:
    """The holder of the key in the header, which must be for this table: or of a seat in the account that is signed in."""
    scheme, _, key = authorization.partition(" ")
    key = key.strip() if scheme.lower() == "bearer" else ""
    if key.startswith(ACCOUNT_KEY):
        accounts: Accounts = connection.app.state.accounts
        return await accounts.seat(await accounts.sessions.of(connection), table_id, key.removeprefix(ACCOUNT_KEY))
    return await tables.key(table_id, key)


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

    def __init__(self, connection: HTTPConnection, tables: Tables, authorization: str, account: str) -> None:
        self.tables, self._connection, self._authorization = tables, connection, authorization
        self._account = account  # that is signed in, if one is
        self._known = account or authorization  # not to anybody who guesses an idempotency key
        scope = f"{connection.scope['method']} {connection.url.path} {hashed(authorization)}"
        self._scope = scope if authorization and ACCOUNT_KEY not in authorization else f"{scope} {account}"

    async def once(self, body: KeyedBody | None, kind: type[T], work: Callable[[Receipt | None], Awaitable[T]]) -> T:
        key = body.key if body else ""
        if key and not self._known and len(key) < limits.UNGUESSABLE:
            raise errors.malformed(f"key: make it {limits.UNGUESSABLE} characters or more that nobody can guess")
        answer = await self.tables.once.run(self._scope, key, kind, work)
        if self._account and isinstance(answer, (TableKeys, TakenSeat)):  # who is signed in keeps the seat he takes
            accounts: Accounts = self._connection.app.state.accounts
            await accounts.add_seats(self._account, [hashed(answer.key)])
        return answer

    async def holder(self, table_id: str) -> tuple[Table, KeyRow]:
        """Who calls, and the table: for a call that spends his key, so that he can send it again."""
        key = await key_holder(self._connection, table_id, self.tables, self._authorization)
        return await self.tables.table(table_id), key


async def _one_call(request: Request, tables: AllTables, authorization: Annotated[str, Header()] = "") -> OneCall:
    accounts: Accounts = request.app.state.accounts
    session = await accounts.sessions.of(request)
    return OneCall(request, tables, authorization, session.account if session else "")


Changes = Annotated[OneCall, Depends(_one_call)]


class Acting(NamedTuple):
    """One who is going to act, and the table as this server knows it: if another has changed it, his action is refused."""

    tables: Tables
    table: Table
    key: KeyRow


async def _acting(connection: HTTPConnection, table_id: str, authorization: Annotated[str, Header()] = "") -> Acting:
    """All in one step: each that FastAPI takes by itself would cost the most frequent call a good deal."""
    tables = await all_tables(connection)
    key = await key_holder(connection, table_id, tables, authorization)
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


async def _session(request: Request, accounts: AllAccounts) -> SessionRow:
    """Whoever is signed in. What changes something must come from a page of ours."""
    if request.method not in HARMLESS:
        accounts.sessions.check_origin(request)
    session = await accounts.sessions.of(request)
    if session is None:
        raise signed_out()
    return session


SignedIn = Annotated[SessionRow, Depends(_session)]


async def _may_sign_in(request: Request) -> None:
    sign_ins: limits.Bucket = request.app.state.sign_ins
    if not sign_ins.allows(caller_of(request.scope)):
        raise errors.too_fast()


SignsIn = Depends(_may_sign_in)


async def _may_register(request: Request) -> None:
    browsers: limits.Bucket = request.app.state.browsers
    if not browsers.allows(caller_of(request.scope)):
        raise errors.too_fast()


Registers = Depends(_may_register)
