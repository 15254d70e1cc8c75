"""What the holder of a seat can do at a table: act, take back, offer a draw, answer, resign. Checked, then committed."""

from __future__ import annotations

from collections.abc import Callable

from .. import Action, IllegalAction, TrenchlineError
from . import errors
from .rows import KeyRow, LogRow
from .table import Asked, PendingRequest, Table
from .tables import Tables


async def act(tables: Tables, table: Table, key: KeyRow, seq: int, idem: str, action: Action | None, text: str) -> None:
    """An action: by the right seat, on the position it was shown, once, and legal. Committed before it is shown."""
    if seq != table.seq_for(key):  # another server may have gone on
        table = await tables.table(table.row.id)
    async with table.lock:
        if idem in table.idempotency_keys:
            return
        _check_seq(table, key, seq)
        if not table.may_act(key):
            names = " or ".join(seat.capitalize() for seat in table.may_move)
            raise errors.not_yours(f"It is not your decision: {names} must decide")
        try:
            wanted = table.parse(action, text)
        except TrenchlineError as fault:
            raise errors.malformed(str(fault)) from None
        _check_lesson(table, wanted)
        seat = table.acting_seat(key, wanted)
        if not seat:
            raise errors.not_yours(f"You cannot act for {wanted.by}")
        try:
            await tables.commit(table, LogRow(table.seq, "action", seat, wanted.text, idem or None), wanted, key)
        except IllegalAction as fault:
            raise errors.illegal(fault.reason, fault.cases) from None
    tables.bots.wake(table)


async def undo(tables: Tables, table: Table, key: KeyRow, seq: int, idem: str) -> None:
    """Taken back at once where no die has fallen and nobody else has acted since, else asked of the opponent."""
    async with table.lock:
        if idem in table.idempotency_keys:
            return
        check_player(table, key, seq)
        if not table.may_take_back(key):
            if not table.actions:
                raise errors.not_yours("Nothing has happened yet")
            if table.others_than(key):
                _check_asked(table, key, "undo")
                await tables.commit(table, LogRow(table.seq, "ask", key.sides[0], "undo", idem or None), by=key)
                return
            if any(s.kind == "bot" for s in table.row.seats):
                raise errors.not_yours("Dice have been rolled; a bot does not agree to take moves back")
        await tables.commit(table, LogRow(table.seq, "undo", key.sides[0], str(table.match.next_draw), idem or None), by=key)


async def ask_draw(tables: Tables, table: Table, key: KeyRow, seq: int, idem: str) -> None:
    def check() -> None:
        if any(s.kind == "bot" and s.side not in key.sides for s in table.row.seats):
            raise errors.not_yours("A bot does not accept a draw")

    await ask_the_enemy(tables, table, key, seq, "draw", idem, check)


async def ask_the_enemy(
    tables: Tables, table: Table, key: KeyRow, seq: int, what: Asked, idem: str, check: Callable[[], None]
) -> None:
    """Ask for something that the other side must agree to; `check` refuses what cannot be asked here."""
    async with table.lock:
        if idem in table.idempotency_keys:
            return
        check_player(table, key, seq)
        check()
        _check_asked(table, key, what)
        await tables.commit(table, LogRow(table.seq, "ask", key.sides[0], what, idem or None), by=key)


async def answer(tables: Tables, table: Table, key: KeyRow, seq: int, yes: bool, idem: str) -> None:
    """The answer to what somebody asks: an undo or a draw is the enemy's to grant, a resignation the partner's."""
    async with table.lock:
        if idem in table.idempotency_keys:
            return
        check_player(table, key, seq)
        if table.pending_request is None:
            raise errors.not_yours("There is no request to answer")
        if not set(_who_answers(table, table.pending_request)) & set(key.sides) or (
            table.pending_request.by in key.sides and not table.plays_alone(key)
        ):
            raise errors.not_yours("Another player must answer this request")
        text = f"yes {table.match.next_draw}" if yes else "no"  # a take-back that is granted: the dice go on from there
        entry = LogRow(table.seq, "answer", key.sides[0], text, idem or None)
        await tables.commit(table, entry, by=key)


async def resign(tables: Tables, table: Table, key: KeyRow, seq: int, idem: str) -> None:
    async with table.lock:
        if idem in table.idempotency_keys:
            return
        check_player(table, key, seq)
        seat = next((seat for seat in table.may_move if seat in key.sides), key.sides[0])
        partners = [s.side for s in table.row.seats if s.kind == "human" and s.side in _partners(table, seat)]
        if any(partner not in key.sides for partner in partners):
            _check_asked(table, key, "resign")
            await tables.commit(table, LogRow(table.seq, "ask", seat, "resign", idem or None), by=key)
        else:
            await tables.commit(table, LogRow(table.seq, "resign", seat, "", idem or None), by=key)


def _partners(table: Table, seat: str) -> list[str]:
    """The other seats of the same side."""
    side = table.match.side_of(seat)
    return [other for other in table.match.seats if other != seat and table.match.side_of(other) == side]


def _who_answers(table: Table, request: PendingRequest) -> list[str]:
    """The people who may grant a request; where no enemy is a person, anybody else, and whoever plays all seats himself.
    Whoever will sit in a seat that is still open is one of them."""
    people = [s.side for s in table.row.seats if s.kind != "bot"]
    others = [seat for seat in people if seat != request.by]
    partners = _partners(table, request.by)
    wanted = [seat for seat in others if (seat in partners) == (request.what == "resign")]
    return wanted or others or people


def _check_lesson(table: Table, action: Action) -> None:
    """At a lesson's table only the next move of its script can be made."""
    if table.lesson is None:
        return
    if table.scripted_move is None:
        raise errors.not_yours("The lesson is over. Begin it again, or play on from here at a table of your own")
    if action.text != table.scripted_move.text:
        raise errors.not_yours("The lesson asks for something else first. Do what it says, or leave it and start a game")


REPEATED = {
    "undo": "Play on: you have asked for a take-back in this turn. You may ask again in the next one, or when it is granted",
    "draw": "Play on: you have offered a draw in this turn. You may offer one again in the next",
    "pause": "Play on: you have asked for a pause in this turn. You may ask again in the next",
    "resign": "Play on: your partner has been asked in this turn. You may ask again in the next",
}


def _check_asked(table: Table, key: KeyRow, what: str) -> None:
    """Each request is made once a turn: every one interrupts whoever is about to act."""
    if table.has_asked(key.sides, what):
        raise errors.not_yours(REPEATED[what])


def check_player(table: Table, key: KeyRow, seq: int) -> None:
    if not key.sides or key.kind != "seat":
        raise errors.not_yours("Onlookers can watch but not play")
    _check_seq(table, key, seq)


def _check_seq(table: Table, key: KeyRow, seq: int) -> None:
    shown = table.seq_for(key)
    if seq != shown:
        raise errors.stale(shown)
    if table.over:
        raise errors.not_yours("The match is over")
