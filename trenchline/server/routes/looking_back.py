"""Looking back: the whole log, the match as it stood, branches, saves, dice. Replays and long documents are made in threads."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Response

from .. import errors, lobby
from ..answers import json_answer
from ..bodies import BranchBody
from ..dice_page import dice_document
from ..documents import place_of, saved_match, visibility
from ..rows import KeyRow
from ..table import Table
from .access import AllTables, Holder, MakesTable, OpenedTable

router = APIRouter()


@router.get("/api/tables/{table_id}/replay")
async def replay(tables: AllTables, table: OpenedTable, key: Holder) -> Response:
    """Everything that happened, action by action."""
    visible, prelude = visibility(table, key), table.match.prelude
    entries = await tables.replays.run(table.whole_replay().entries())
    return await asyncio.to_thread(lambda: json_answer({"steps": visible.entries(entries), "prelude": visible.events(prelude)}))


@router.get("/api/tables/{table_id}/at/{n}")
async def at(table: OpenedTable, key: Holder, n: int) -> Response:
    """The view after n actions."""
    player, place = table.player_of(key), place_of(table, key, n)
    match = await asyncio.to_thread(table.replay_to(place).end)
    return json_answer({"n": n, "view": match.view(player)})


@router.get("/api/tables/{table_id}/dice")
async def dice(tables: AllTables, table: OpenedTable, key: Holder) -> Response:
    """Every roll, how they are spread, and who was lucky."""
    visible, prelude, proof = visibility(table, key), table.match.prelude, table.match.proof
    entries = await tables.replays.run(table.whole_replay().entries())
    return await asyncio.to_thread(lambda: json_answer(dice_document(prelude, visible.entries(entries), proof, visible.player)))


@router.post("/api/tables/{table_id}/branch", dependencies=[MakesTable])
async def branch(tables: AllTables, table: OpenedTable, key: Holder, body: BranchBody) -> Response:
    """A new table that begins where this one stood."""
    _refuse_fog(table, key)
    return json_answer(await lobby.branch(tables, table, key, body.at, body.seats, body.name.strip()))


@router.get("/api/tables/{table_id}/save")
async def save(table: OpenedTable, key: Holder) -> Response:
    _refuse_fog(table, key)
    match, player, whole = table.match.clone(), table.player_of(key), table.over or table.plays_all(key)
    whole = whole or (table.plays_alone(key) and not table.sealed_from(key))
    response = await asyncio.to_thread(lambda: json_answer(saved_match(match, player, whole)))
    response.headers["Content-Disposition"] = f'attachment; filename="{table.row.game}-{table.row.id}.json"'
    return response


def _refuse_fog(table: Table, key: KeyRow) -> None:
    """Where counters are hidden the log is only for those who play all seats themselves: it would tell where they are."""
    if table.fogged and not table.plays_all(key):
        raise errors.not_yours("This match has secrets: it can be saved and branched when it is over")
