"""Tables: making, finding and joining them."""

from __future__ import annotations

from fastapi import APIRouter, Response

from ...games import load
from .. import lobby
from ..answers import json_answer
from ..bodies import KeysBody, NameBody, NewTableBody, UploadBody
from ..documents import table_document
from .access import AllTables, Holder, MakesTable, OpenedTable

router = APIRouter()


@router.post("/api/tables", dependencies=[MakesTable])
async def new_table(tables: AllTables, body: NewTableBody) -> Response:
    scenario = body.scenario or load(body.game).scenarios[0].id
    dice = lobby.new_dice(body.dice, body.nonce)
    wanted = lobby.NewTable(body.game, scenario, body.options, body.seats, body.name.strip(), dice)
    return json_answer(await lobby.new(tables, wanted))


@router.post("/api/tables/mine")
async def my_tables(tables: AllTables, body: KeysBody) -> Response:
    return json_answer(await lobby.tables_of(tables, body.keys))


@router.post("/api/tables/upload", dependencies=[MakesTable])
async def upload(tables: AllTables, body: UploadBody) -> Response:
    async with tables.replays.checking:
        return json_answer(await lobby.upload(tables, body.save, body.seats, body.name.strip()))


@router.get("/api/tables/{table_id}")
async def table_itself(tables: AllTables, table: OpenedTable, key: Holder) -> Response:
    return json_answer(table_document(table, key, tables.hub.connected(table.row.id)))


@router.post("/api/tables/{table_id}/claim")
async def claim(tables: AllTables, table: OpenedTable, key: Holder, body: NameBody) -> Response:
    """An invitation becomes a seat."""
    seat, sides = await lobby.claim(tables, table, key, body.name.strip())
    return json_answer({"key": seat, "sides": sides})


@router.post("/api/tables/{table_id}/move")
async def move_seat(tables: AllTables, table: OpenedTable, key: Holder) -> Response:
    """Another key to the same seat, to be taken to another device; the old one opens nothing any more."""
    return json_answer({"key": await lobby.move_seat(tables, key)})


@router.post("/api/tables/{table_id}/rematch", dependencies=[MakesTable])
async def rematch(tables: AllTables, table: OpenedTable, key: Holder) -> Response:
    return json_answer(await lobby.rematch(tables, table, key))
