"""What the holder of a seat can do at a table: act, take back, offer a draw, answer, resign. Checked, then committed."""

from __future__ import annotations

from ..core.errors import IllegalAction, TrenchlineError
from ..core.actions import Action
from ..core.notation import action_text
from . import errors
from .store import KeyRow, LogRow
from .table import Table
from .tables import Tables


async def act(tables: Tables, table: Table, key: KeyRow, seq: int, idem: str, action: Action | None, text: str) -> None:
    """An action: by the right seat, on the position it was shown, once, and legal. Committed before it is shown."""
    async with table.lock:
        if idem in table.idempotency_keys:
            return
        if seq != table.seq:
            raise errors.stale(table.seq)
        if table.over:
            raise errors.not_yours("The match is over")
        if not table.may_act(key):
            raise errors.not_yours(f"It is not your decision: {table.to_move.capitalize()} must decide")
        try:
            wanted = table.parse(action, text)
        except TrenchlineError as fault:
            raise errors.malformed(str(fault)) from None
        try:
            await tables.commit(table, LogRow(seq, "action", table.to_move, action_text(wanted), idem or None), wanted)
        except IllegalAction as fault:
            raise errors.illegal(fault.reason, fault.cases) from None
    tables.bots.wake(table)


async def undo(tables: Tables, table: Table, key: KeyRow, seq: int, idem: str) -> None:
    """Taken back at once where no die has fallen and nobody else has acted since, else asked of the opponent."""
    async with table.lock:
        if idem in table.idempotency_keys:
            return
        _check(table, key, seq)
        if not table.may_take_back(key):
            if not table.actions:
                raise errors.not_yours("Nothing has happened yet")
            if any(s.kind == "human" and s.side not in key.sides for s in table.row.seats):
                await tables.commit(table, LogRow(seq, "ask", key.sides[0], "undo", idem or None))
                return
            if any(s.kind == "bot" for s in table.row.seats):
                raise errors.not_yours("The dice have fallen; a bot does not take moves back")
        await tables.commit(table, LogRow(seq, "undo", key.sides[0], "", idem or None))


async def ask_draw(tables: Tables, table: Table, key: KeyRow, seq: int) -> None:
    async with table.lock:
        _check(table, key, seq)
        if any(s.kind == "bot" and s.side not in key.sides for s in table.row.seats):
            raise errors.not_yours("A bot plays on to the end")
        await tables.commit(table, LogRow(seq, "ask", key.sides[0], "draw"))


async def answer(tables: Tables, table: Table, key: KeyRow, seq: int, yes: bool) -> None:
    """The answer to what the other side asks."""
    async with table.lock:
        _check(table, key, seq)
        if table.pending_request is None:
            raise errors.not_yours("Nothing was asked")
        if table.pending_request.by in key.sides and len(key.sides) == 1:
            raise errors.not_yours("The other side must answer")
        await tables.commit(table, LogRow(seq, "answer", key.sides[0], "yes" if yes else "no"))


async def resign(tables: Tables, table: Table, key: KeyRow, seq: int) -> None:
    async with table.lock:
        _check(table, key, seq)
        side = table.to_move if table.to_move in key.sides else key.sides[0]
        await tables.commit(table, LogRow(seq, "resign", side, ""))


def _check(table: Table, key: KeyRow, seq: int) -> None:
    if not key.sides or key.kind != "seat":
        raise errors.not_yours("Onlookers cannot do that")
    if seq != table.seq:
        raise errors.stale(table.seq)
    if table.over:
        raise errors.not_yours("The match is over")
