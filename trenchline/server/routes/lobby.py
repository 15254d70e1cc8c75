"""Tables: making, finding and joining them."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request, Response

from ... import load
from .. import lessons, lobby
from ..addresses import asked_from_this_machine, local_address
from ..answers import answers, json_answer
from ..bodies import KeyedBody, KeysBody, LessonBody, NameBody, NewTableBody, RematchBody, ShownBody, SitBody, UploadBody
from ..documents import table_document
from ..once import Receipt
from ..rematch import Rematch
from ..rematch import rematch as play_again
from ..wire import Address, Done, MyTable, OfferedSeat, OfferedTable, ShownTable, TableDocument, TakenSeat, WatchKey
from .access import AllTables, Changes, Holder, MakesLink, MakesTable, OpenedTable, SitsDown, while_waited_for

router = APIRouter()


@router.post("/api/tables", dependencies=[MakesTable])
@answers
async def new_table(call: Changes, body: NewTableBody) -> lobby.TableKeys:
    scenario = body.scenario or load(body.game).scenarios[0].id
    dice = lobby.new_dice(body.dice, body.nonce)
    wanted = lobby.NewTable(body.game, scenario, body.options, body.seats, body.name.strip(), dice)
    wanted.listed, wanted.shown, wanted.level = body.listed, body.shown, body.level
    wanted.clock = call.tables.bots.checked(body.clock.terms()) if body.clock else None

    async def work(receipt: Receipt | None) -> lobby.TableKeys:
        wanted.receipt = receipt
        return await lobby.new(call.tables, wanted)

    return await call.once(body, lobby.TableKeys, work)


@router.post("/api/tables/mine")
@answers
async def my_tables(tables: AllTables, body: KeysBody) -> list[MyTable]:
    return await lobby.tables_of(tables, body.keys)


@router.get("/api/tables/open")
@answers
async def open_tables(tables: AllTables) -> list[OfferedTable]:
    """The tables whose hosts let anybody take a seat. No keys: a seat is taken by `sit`."""
    return await lobby.open_tables(tables)


@router.get("/api/tables/shown")
@answers
async def shown_tables(tables: AllTables) -> list[ShownTable]:
    """Matches that anybody may watch, each with the key for onlookers."""
    return await lobby.shown_tables(tables)


@router.post("/api/tables/{table_id}/sit", dependencies=[SitsDown])
@answers
async def sit(call: Changes, table_id: str, body: SitBody) -> TakenSeat:
    """Take an open seat of a listed table."""

    async def work(receipt: Receipt | None) -> TakenSeat:
        return await lobby.sit(call.tables, table_id, body.side, body.name.strip(), receipt)

    return await call.once(body, TakenSeat, work)


@router.post("/api/tables/{table_id}/unlist")
@answers
async def unlist(call: Changes, table: OpenedTable, key: Holder, body: KeyedBody | None = None) -> Done:
    """The table is taken off the list of open tables: from now on its seats are for those who are invited."""

    async def work(receipt: Receipt | None) -> Done:
        await lobby.take_off_the_list(call.tables, table, key)
        return Done()

    return await call.once(body, Done, work)


@router.get("/api/address")
@answers
async def address(request: Request) -> Address:
    """Where others find this server: told only to who sits at this very machine."""
    host, port = request.app.state.bound
    if not asked_from_this_machine(request):
        return Address("", False)
    only_here = host in ("127.0.0.1", "localhost", "::1")
    return Address("" if only_here or not port else local_address(port), only_here)


@router.post("/api/tables/upload", dependencies=[MakesTable])
@answers
async def upload(request: Request, call: Changes, body: UploadBody) -> Annotated[Response, lobby.TableKeys]:
    async def work(receipt: Receipt | None) -> lobby.TableKeys:
        return await lobby.upload(call.tables, body.save, body.seats, body.name.strip(), receipt)

    async def answer() -> Response:
        return json_answer(await call.once(body, lobby.TableKeys, work))

    return await while_waited_for(request, answer())


@router.post("/api/games/{slug}/lessons/{number}", dependencies=[MakesTable])
@answers
async def begin_lesson(call: Changes, slug: str, number: int, body: LessonBody) -> lobby.TableKeys:
    """A table for a guided battle of a game."""

    async def work(receipt: Receipt | None) -> lobby.TableKeys:
        return await lessons.begin(call.tables, slug, number, body.name.strip(), body.page, receipt)

    return await call.once(body, lobby.TableKeys, work)


@router.get("/api/tables/{table_id}")
@answers
async def table_itself(tables: AllTables, table: OpenedTable, key: Holder) -> TableDocument:
    return table_document(table, key, tables.hub.connected(table.row.id))


@router.post("/api/tables/{table_id}/claim")
@answers
async def claim(call: Changes, table_id: str, body: NameBody) -> TakenSeat:
    """An invitation becomes a seat."""

    async def work(receipt: Receipt | None) -> TakenSeat:
        table, invite = await call.holder(table_id)
        return await lobby.claim(call.tables, table, invite, body.name.strip(), receipt)

    return await call.once(body, TakenSeat, work)


@router.post("/api/tables/{table_id}/move", dependencies=[MakesLink])
@answers
async def offer_seat(call: Changes, key: Holder, body: KeyedBody | None = None) -> OfferedSeat:
    """A key by which another device may take this seat over; one that was made before is good no more. Nothing else changes."""

    async def work(receipt: Receipt | None) -> OfferedSeat:
        return await lobby.offer_seat(call.tables, key, receipt)

    return await call.once(body, OfferedSeat, work)


@router.post("/api/tables/{table_id}/move/confirm", dependencies=[MakesLink])
@answers
async def move_seat(call: Changes, table_id: str, body: KeyedBody | None = None) -> TakenSeat:
    """With such a key: the seat is here from now on. Its earlier key opens nothing any more."""

    async def work(receipt: Receipt | None) -> TakenSeat:
        _, offer = await call.holder(table_id)
        return await lobby.move_seat(call.tables, offer, receipt)

    return await call.once(body, TakenSeat, work)


@router.post("/api/tables/{table_id}/watch", dependencies=[MakesLink])
@answers
async def new_watch_link(call: Changes, table: OpenedTable, key: Holder, body: KeyedBody | None = None) -> WatchKey:
    """Another key for onlookers; the old one opens nothing any more."""

    async def work(receipt: Receipt | None) -> WatchKey:
        return await lobby.new_watch_key(call.tables, table, key, receipt)

    return await call.once(body, WatchKey, work)


@router.delete("/api/tables/{table_id}/watch", dependencies=[MakesLink])
@answers
async def no_watch_link(call: Changes, table: OpenedTable, key: Holder, body: KeyedBody | None = None) -> Done:
    """No onlookers: the key for them opens nothing any more."""

    async def work(receipt: Receipt | None) -> Done:
        await lobby.show_onlookers_out(call.tables, table, key)
        return Done()

    return await call.once(body, Done, work)


@router.put("/api/tables/{table_id}/shown", dependencies=[MakesLink])
@answers
async def shown(call: Changes, table: OpenedTable, key: Holder, body: ShownBody) -> Done:
    """Whether anybody may watch: by the table's address, and from the list of matches to watch."""

    async def work(receipt: Receipt | None) -> Done:
        change = lobby.show if body.shown else lobby.hide
        await change(call.tables, table, key, receipt)
        return Done()

    return await call.once(body, Done, work)


@router.post("/api/tables/{table_id}/rematch", dependencies=[MakesTable])
@answers
async def rematch(call: Changes, table: OpenedTable, key: Holder, body: RematchBody | None = None) -> Rematch:
    """The same game again. After a match between people it is offered, or what another has offered is accepted; once there
    is a table it gives each player his key there."""

    async def work(receipt: Receipt | None) -> Rematch:
        return await play_again(call.tables, table, key, body.sides if body else "changed", receipt)

    return await call.once(body, Rematch, work)
