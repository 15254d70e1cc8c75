"""Looking back: the whole log, the match as it stood, branches, saves, dice. Replays and long documents are made in threads."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Request, Response

from ... import Saved
from .. import errors, lobby
from ..analyses import AnalysisDocument
from ..answers import InPieces, answers, json_answer
from ..bodies import BranchBody
from ..dice_page import dice_steps
from ..documents import place_of, replay_document, saved_match, visibility
from ..once import Receipt
from ..rows import KeyRow
from ..table import Table
from ..tables import Tables
from ..wire import DiceDocument, PastView, ReplayDocument
from .access import AllTables, Changes, Holder, MakesTable, OpenedTable, while_waited_for

router = APIRouter()


@router.get("/api/tables/{table_id}/replay")
@answers
async def replay(
    request: Request, tables: AllTables, table: OpenedTable, key: Holder, public: bool = False
) -> Annotated[Response, ReplayDocument]:
    """Everything that happened, action by action: as the caller may know it, or an onlooker."""
    key = key.as_onlooker() if public else key
    visible, prelude, whole = visibility(table, key), table.match.prelude, table.whole_replay()
    steps = partial(replay_document, whole, visible, prelude)
    return await while_waited_for(request, _for_all_who_ask("replay", tables, table, key, steps))


@router.get("/api/tables/{table_id}/at/{n}")
@answers
async def at(
    request: Request, tables: AllTables, table: OpenedTable, key: Holder, n: int, public: bool = False
) -> Annotated[Response, PastView]:
    """The view after n actions: the caller's own, or what an onlooker sees and counts, which can be shown to anybody."""
    key = key.as_onlooker() if public else key
    player, passed = table.player_of(key), table.replay_to(place_of(table, key, n))

    def steps() -> Generator[None, None, Response]:
        match = yield from passed.steps()
        return json_answer(PastView(n, match.view(player)))

    return await while_waited_for(request, tables.replays.result(steps()))


@router.get("/api/tables/{table_id}/dice")
@answers
async def dice(request: Request, tables: AllTables, table: OpenedTable, key: Holder) -> Annotated[Response, DiceDocument]:
    """Every roll, how they are spread, and who was lucky."""
    visible, prelude, proof, whole = visibility(table, key), table.match.prelude, table.match.proof, table.whole_replay()
    steps = partial(dice_steps, whole, visible, prelude, proof)
    return await while_waited_for(request, _for_all_who_ask("dice", tables, table, key, steps))


async def _for_all_who_ask(
    what: str, tables: Tables, table: Table, key: KeyRow, steps: Callable[[], Iterator[bytes]]
) -> Response:
    """A document about the whole match, made once for all who see the same of it."""
    same = what, table.row.id, table.seq, table.seats_of(key), table.player_of(key)

    async def make() -> list[bytes]:
        return await tables.replays.run(steps(), len(table.actions))

    return InPieces(b"".join(await tables.replays.shared(same, make)), media_type="application/json")


@router.get("/api/tables/{table_id}/analysis")
@answers
async def analysis(tables: AllTables, table: OpenedTable, key: Holder) -> AnalysisDocument:
    """What was luck in a match and which orders cost most, once somebody has asked for it."""
    return await tables.analyses.look(table, key)


@router.post("/api/tables/{table_id}/analysis")
@answers
async def make_analysis(tables: AllTables, table: OpenedTable, key: Holder) -> AnalysisDocument:
    """Have a match analysed: in the background, once for all who look."""
    return await tables.analyses.ask(table, key)


@router.post("/api/tables/{table_id}/branch", dependencies=[MakesTable])
@answers
async def branch(call: Changes, table: OpenedTable, key: Holder, body: BranchBody) -> lobby.TableKeys:
    """A new table that begins where this one stood."""
    _refuse_fog(table, key)

    async def work(receipt: Receipt | None) -> lobby.TableKeys:
        return await lobby.branch(call.tables, table, key, body.at, body.seats, body.name.strip(), receipt)

    return await call.once(body, lobby.TableKeys, work)


@router.get("/api/tables/{table_id}/save")
@answers
async def save(request: Request, tables: AllTables, table: OpenedTable, key: Holder) -> Annotated[Response, Saved]:
    _refuse_fog(table, key)
    match, player, whole = table.match.clone(), table.player_of(key), table.over or table.plays_all(key)
    whole = whole or (table.plays_alone(key) and not table.sealed_from(key))

    def steps() -> Generator[None, None, Response]:
        yield
        return json_answer(saved_match(match, player, whole))

    response = await while_waited_for(request, tables.replays.result(steps()))
    response.headers["Content-Disposition"] = f'attachment; filename="{table.row.game}-{table.row.id}.json"'
    return response


def _refuse_fog(table: Table, key: KeyRow) -> None:
    """Where counters are hidden the log is only for those who play all seats themselves: it would tell where they are."""
    if table.fogged and not table.plays_all(key):
        raise errors.not_yours("This match has secrets: it can be saved and branched when it is over")
