"""Questions about the position, which change nothing: what is legal, what the odds are, what a cell holds, what to do."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from random import Random
from typing import Annotated

from fastapi import APIRouter, Request, Response

from ... import (
    Action,
    GroupMarch,
    IllegalAction,
    Legality,
    Match,
    NotationError,
    Odds,
    Overlay,
    at_once,
    march_steps,
    orders_of,
)
from ...ai.player import visible_match
from .. import limits
from ..answers import answers, json_answer
from ..bodies import ActionBody, ActionsBody, GroupBody
from ..bots import Hint
from ..documents import action_document, place_of
from ..rows import KeyRow
from ..table import Table
from ..wire import ActionDocument, AtOnceTexts, CellLines
from .access import AllTables, Holder, OpenedTable, while_waited_for

router = APIRouter()

FEW = 4  # counters whose way together is soon found


def _copy_for(table: Table, key: KeyRow) -> Match | None:
    """A copy of the match to try things out in, with nothing in it that the key holder may not know; None where the decision
    is not his."""
    if not table.may_act(key) or table.match.player == "dice":
        return None
    return visible_match(table.match, table.player_of(key), Random(table.seq)).clone()


@router.post("/api/tables/{table_id}/legal")
@answers
async def legal(table: OpenedTable, key: Holder, body: ActionBody) -> Legality:
    try:
        action = table.parse(body.by_fields(), body.text)
    except NotationError as fault:
        return Legality(False, str(fault))
    if not table.may_ask(key):
        return Legality(False, "This is not your decision.")
    return table.match.legal(action)


@router.post("/api/tables/{table_id}/odds")
@answers
async def odds(table: OpenedTable, key: Holder, body: ActionBody) -> Odds | None:
    if not table.may_ask(key):
        return None
    try:
        return table.match.odds(table.parse(body.by_fields(), body.text))
    except (IllegalAction, NotationError):  # the table has moved on
        return None


@router.post("/api/tables/{table_id}/orders")
@answers
async def orders(
    request: Request, tables: AllTables, table: OpenedTable, key: Holder, body: GroupBody
) -> Annotated[Response, dict[str, list[ActionDocument]]]:
    """What each of some counters could be told, where it is only named first."""
    copy = _copy_for(table, key)
    if copy is None:
        return json_answer({})

    def steps() -> Iterator[tuple[str, list[Action]]]:
        for unit in body.units:
            yield unit, orders_of(copy, unit)

    async def answer() -> Response:
        found = await tables.replays.run(steps())
        return json_answer({unit: [action_document(a) for a in actions] for unit, actions in found})

    return await while_waited_for(request, answer())


@router.post("/api/tables/{table_id}/marches")
@answers
async def group_marches(
    request: Request, tables: AllTables, table: OpenedTable, key: Holder, body: GroupBody
) -> Annotated[Response, list[GroupMarch]]:
    """Where some counters can go together: for each cell who goes, and who stays and why."""
    copy = _copy_for(table, key)
    if copy is None:
        return json_answer([])
    length = len(body.units) * limits.SHORT_WORK // FEW  # as much work as so many steps of a replay, and more

    async def answer() -> Response:
        return json_answer(await tables.replays.run(march_steps(copy, body.units, body.cells), length))

    return await while_waited_for(request, answer())


@router.post("/api/tables/{table_id}/at-once")
@answers
async def all_at_once(
    request: Request, tables: AllTables, table: OpenedTable, key: Holder, body: ActionsBody
) -> Annotated[Response, AtOnceTexts]:
    """Which of some actions can all be done, one after the other; who is left out, and why."""
    copy = _copy_for(table, key)
    try:
        actions = [] if copy is None else [table.parse(None, text) for text in body.texts]
    except NotationError:  # the table has moved on
        copy = None
    if copy is None:
        return json_answer(AtOnceTexts([], ()))
    trying = copy

    def steps() -> Generator[None, None, Response]:
        yield
        found = at_once(trying, actions)
        return json_answer(AtOnceTexts([trying.notate(a) for a in found.goes], found.stays))

    return await while_waited_for(request, tables.replays.result(steps()))


@router.get("/api/tables/{table_id}/fights")
@answers
async def fights(table: OpenedTable, key: Holder) -> list[Odds]:
    """The fights that the decision which waits puts together, as they stand."""
    return table.match.fights() if table.may_ask(key) else []


@router.post("/api/tables/{table_id}/hint")
@answers
async def hint(request: Request, tables: AllTables, table: OpenedTable, key: Holder) -> Annotated[Response, Hint]:
    """What a colonel would do now, and why."""

    async def answer() -> Response:
        return json_answer(await tables.bots.hint(table, key))

    return await while_waited_for(request, answer())


@router.get("/api/tables/{table_id}/overlay/{name}")
@answers
async def overlay(
    request: Request, tables: AllTables, table: OpenedTable, key: Holder, name: str, subject: str = "", at: int | None = None
) -> Annotated[Response, Overlay]:
    """Laid over the map as it is, or as it was after `at` actions."""
    player = table.player_of(key)
    if at is None:
        return json_answer(table.game.overlay(table.match, name, subject, player))
    replay = table.replay_to(place_of(table, key, at))

    def steps() -> Generator[None, None, Response]:
        match = yield from replay.steps()
        return json_answer(table.game.overlay(match, name, subject, player))

    return await while_waited_for(request, tables.replays.result(steps()))


@router.get("/api/tables/{table_id}/cells/{label}")
@answers
async def cell(table: OpenedTable, key: Holder, label: str) -> CellLines:
    return CellLines(table.game.describe(table.match, label, table.player_of(key)))
