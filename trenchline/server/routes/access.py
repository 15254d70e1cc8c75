"""Who calls, and about which table: what nearly every call of the API begins with."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Header, Request
from starlette.requests import HTTPConnection

from .. import errors, limits
from ..doorkeeper import caller_of
from ..store import KeyRow
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


async def _may_make_tables(request: Request) -> None:
    makers: limits.Bucket = request.app.state.makers
    if not makers.allows(caller_of(request.scope)):
        raise errors.too_fast()


MakesTable = Depends(_may_make_tables)
