"""Looking back: the whole log, the match as it stood, branches, saves, dice. Replays and long documents are made in threads."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Response

from .. import errors, lobby
from ..answers import json_answer
from ..bodies import BranchBody
from ..dice_page import dice_document
from ..documents import saved_match, visibility
from ..store import KeyRow
from ..table import Table
from .access import AllTables, Holder, MakesTable, OpenedTable

router = APIRouter()


@router.get("/api/tables/{table_id}/replay")
async def replay(tables: AllTables, table: OpenedTable, key: Holder) -> Response:
    """Everything that happened, action by action."""
    visible, prelude = visibility(table, key), table.match.prelude
    entries = await tables.replays.run(table.whole_replay().entries())
    return await asyncio.to_thread(
        lambda: json_answer({"steps": visible.entries(entries), "prelude": visible.events(prelude)})
    )


@router.get("/api/tables/{table_id}/at/{n}")
async def at(table: OpenedTable, key: Holder, n: int) -> Response:
    """The view after n actions."""
    if not 0 <= n <= len(table.actions):
        raise errors.malformed(f"the match has {len(table.actions)} actions")
    player = table.player_of(key)
    match = await asyncio.to_thread(table.replay_to(n).end)
    return json_answer({"n": n, "view": match.view(player)})


@router.get("/api/tables/{table_id}/dice")
async def dice(tables: AllTables, table: OpenedTable, key: Holder) -> Response:
    """Every roll, how they are spread, and who was lucky."""
    player, prelude, proof = table.player_of(key), table.match.prelude, table.match.proof
    entries = await tables.replays.run(table.whole_replay().entries())
    return json_answer(await asyncio.to_thread(dice_document, prelude, entries, proof, player))


@router.post("/api/tables/{table_id}/branch", dependencies=[MakesTable])
async def branch(tables: AllTables, table: OpenedTable, key: Holder, body: BranchBody) -> Response:
    """A new table that begins where this one stood."""
    _refuse_secrets(table, key, body.at)
    return json_answer(await lobby.branch(tables, table, body.at, body.seats, body.name.strip()))


@router.get("/api/tables/{table_id}/save")
async def save(table: OpenedTable, key: Holder) -> Response:
    _refuse_secrets(table, key, len(table.actions))
    match, with_seed = table.match.clone(), table.plays_alone(key) or table.over
    response = await asyncio.to_thread(lambda: json_answer(saved_match(match, with_seed)))
    response.headers["Content-Disposition"] = f'attachment; filename="{table.row.game}-{table.row.id}.json"'
    return response


def _refuse_secrets(table: Table, key: KeyRow, before: int) -> None:
    """The log is only for those from whom it hides nothing, as far as it is asked for: who plays all sides himself."""
    if table.secretive and not table.plays_all(key):
        raise errors.not_yours("This match has secrets: it can be saved and branched when it is over")
    if any(n < before for n in table.sealed_from(key)):
        raise errors.secret()
