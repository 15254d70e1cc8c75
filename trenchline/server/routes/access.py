"""Who calls, and about which table: what nearly every call of the API begins with."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from fastapi import Depends, Header, Request
from starlette.requests import HTTPConnection

from .. import errors, limits
from ..doorkeeper import caller_of
from ..rows import KeyRow
from ..table import Table
from ..tables import Tables


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


async def _may_sit_down(request: Request) -> None:
    sitters: limits.Bucket = request.app.state.sitters
    if not sitters.allows(caller_of(request.scope)):
        raise errors.too_fast()


SitsDown = Depends(_may_sit_down)
