"""Tables: making, finding and joining them."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from ...games import load
from .. import lessons, lobby
from ..addresses import asked_from_this_machine, local_address
from ..answers import json_answer
from ..bodies import KeysBody, NameBody, NewTableBody, SitBody, UploadBody
from ..documents import table_document
from .access import AllTables, Holder, MakesTable, OpenedTable, SitsDown

router = APIRouter()


@router.post("/api/tables", dependencies=[MakesTable])
async def new_table(tables: AllTables, body: NewTableBody) -> Response:
    scenario = body.scenario or load(body.game).scenarios[0].id
    dice = lobby.new_dice(body.dice, body.nonce)
    wanted = lobby.NewTable(body.game, scenario, body.options, body.seats, body.name.strip(), dice)
    wanted.listed = body.listed
    return json_answer(await lobby.new(tables, wanted))


@router.post("/api/tables/mine")
async def my_tables(tables: AllTables, body: KeysBody) -> Response:
    return json_answer(await lobby.tables_of(tables, body.keys))


@router.get("/api/tables/open")
async def open_tables(tables: AllTables) -> Response:
    """The tables whose hosts let anybody take a seat. No keys: a seat is taken by `sit`."""
    return json_answer(await lobby.open_tables(tables))


@router.post("/api/tables/{table_id}/sit", dependencies=[SitsDown])
async def sit(tables: AllTables, table_id: str, body: SitBody) -> Response:
    """Take an open seat of a listed table."""
    seat, sides = await lobby.sit(tables, table_id, body.side, body.name.strip())
    return json_answer({"key": seat, "sides": sides})


@router.post("/api/tables/{table_id}/unlist")
async def unlist(tables: AllTables, table: OpenedTable, key: Holder) -> Response:
    """The table is taken off the list of open tables: from now on its seats are for those who are invited."""
    await lobby.take_off_the_list(tables, table, key)
    return json_answer({})


@router.get("/api/address")
async def address(request: Request) -> Response:
    """Where others find this server: told only to who sits at this very machine."""
    host, port = request.app.state.bound
    if not asked_from_this_machine(request):
        return json_answer({"local": "", "only_here": False})
    only_here = host in ("127.0.0.1", "localhost", "::1")
    return json_answer({"local": "" if only_here or not port else local_address(port), "only_here": only_here})


@router.post("/api/tables/upload", dependencies=[MakesTable])
async def upload(tables: AllTables, body: UploadBody) -> Response:
    async with tables.replays.checking:
        return json_answer(await lobby.upload(tables, body.save, body.seats, body.name.strip()))


@router.post("/api/games/{slug}/lesson", dependencies=[MakesTable])
async def begin_lesson(tables: AllTables, slug: str, body: NameBody) -> Response:
    """A table for the guided first battle of a game."""
    return json_answer(await lessons.begin(tables, slug, body.name.strip()))


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
