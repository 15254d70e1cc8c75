"""Questions about the position, which change nothing: what is legal, what the odds are, what a cell holds, what to do."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Response

from ...core.errors import IllegalAction, NotationError
from ..answers import json_answer
from ..bodies import ActionBody
from ..documents import place_of
from .access import AllTables, Holder, OpenedTable

router = APIRouter()


@router.post("/api/tables/{table_id}/legal")
async def legal(table: OpenedTable, key: Holder, body: ActionBody) -> Response:
    try:
        action = table.parse(body.by_fields(), body.text)
    except NotationError as fault:
        return json_answer({"legal": False, "reason": str(fault), "cases": []})
    if not table.may_ask(key):
        return json_answer({"legal": False, "reason": "This is not your decision.", "cases": []})
    return json_answer(table.match.legal(action))


@router.post("/api/tables/{table_id}/odds")
async def odds(table: OpenedTable, key: Holder, body: ActionBody) -> Response:
    if not table.may_ask(key):
        return json_answer(None)
    try:
        return json_answer(table.match.odds(table.parse(body.by_fields(), body.text)))
    except (IllegalAction, NotationError):  # the table has moved on
        return json_answer(None)


@router.get("/api/tables/{table_id}/fights")
async def fights(table: OpenedTable, key: Holder) -> Response:
    """The fights that the decision which waits puts together, as they stand."""
    return json_answer(table.match.fights() if table.may_ask(key) else [])


@router.post("/api/tables/{table_id}/hint")
async def hint(tables: AllTables, table: OpenedTable, key: Holder) -> Response:
    """What a colonel would do now, and why."""
    return json_answer(await tables.bots.hint(table, key))


@router.get("/api/tables/{table_id}/overlay/{name}")
async def overlay(table: OpenedTable, key: Holder, name: str, subject: str = "", at: int | None = None) -> Response:
    """Laid over the map as it is, or as it was after `at` actions."""
    match = table.match if at is None else await asyncio.to_thread(table.replay_to(place_of(table, key, at)).end)
    return json_answer(table.game.overlay(match, name, subject, table.player_of(key)))


@router.get("/api/tables/{table_id}/cells/{label}")
async def cell(table: OpenedTable, key: Holder, label: str) -> Response:
    return json_answer({"lines": table.game.describe(table.match, label, table.player_of(key))})
