"""All tables, and the one door through which everything that happens at them must pass."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from typing import TypeVar

import msgspec

from .. import ai
from ..core.dice import DiceRecord
from ..core.errors import IllegalAction, TrenchlineError
from ..core.actions import Action
from ..core.notation import Saved, action_text, begin, restore
from ..games import load
from . import errors
from .bots import Bots
from .keys import hashed, new_key, new_table_id
from .live import Hub
from .notify import Notifier
from .store import KeyRow, LogRow, Seat, Store, TableRow, Taken, now
from .table import Table, fresh_dice
from .writer import Writer

log = logging.getLogger("trenchline.tables")

IN_MEMORY = 1000  # tables; the least lately used go first and are replayed when asked for
HINTS_BY = "colonel"
T = TypeVar("T")


class NewTable(msgspec.Struct):
    """What a table is made from."""

    game: str
    scenario: str
    options: dict[str, bool]
    seats: dict[str, str]  # side -> me, friend or bot:NAME
    dice: str = "server"
    name: str = ""
    nonce: str = ""
    opening: str = ""
    parent: str = ""
    record: DiceRecord | None = None
    log: tuple[tuple[str, str], ...] = ()  # side and text of the actions it begins with


class Made(msgspec.Struct):
    """The keys of a new table: one's own, one invitation for each friend, one for onlookers."""

    table: str
    key: str
    invites: dict[str, str]
    watch: str


class Hint(msgspec.Struct):
    """What somebody wise would do now: the action in notation and in words, where it happens, and why."""

    by: str
    text: str
    label: str
    unit: str
    cell: str
    why: str


class Tables:
    """The service. All its methods may be called by many at once."""

    def __init__(self, store: Store, hub: Hub) -> None:
        self.store, self.hub, self.writer = store, hub, Writer(store)
        self.notifier, self.bots = Notifier(store, hub), Bots()
        self._keys: dict[str, KeyRow] = {}
        self._tables: dict[str, Table] = {}
        self._loading: dict[str, asyncio.Lock] = {}
        self._bots: dict[str, asyncio.Task[None]] = {}

    async def _db(self, work: Callable[..., T], *args: object) -> T:
        """The database waits for the disk; the loop must not."""
        return await asyncio.to_thread(work, *args)

    # ---------------------------------------------------------------- making and finding tables

    async def new(self, ask: NewTable) -> Made:
        game = load(ask.game)
        if ask.scenario not in [s.id for s in game.scenarios] and not ask.opening:
            raise errors.malformed(f"{game.title} has no scenario {ask.scenario!r}")
        if set(ask.seats) != set(game.sides):
            raise errors.malformed(f"say who plays each side: {' and '.join(game.sides)}")
        seats = [_seat(side, ask.seats[side], ask.name) for side in game.sides]
        dice = fresh_dice(ask.dice, {"host": ask.nonce} if ask.nonce else {})
        record = ask.record or (dice.record() if dice else DiceRecord("hand"))
        made = now()
        row = TableRow(
            new_table_id(), game.slug, game.rules_version, ask.scenario, game.chosen(ask.options), record, ask.opening,
            seats, ask.parent, made, made,
        )  # fmt: skip
        mine = tuple(s.side for s in seats if s.kind == "human")
        key, watch = new_key(), new_key()
        invites = {s.side: new_key() for s in seats if s.kind == "open"}
        rows = [KeyRow(hashed(key), row.id, "seat", mine, ask.name), KeyRow(hashed(watch), row.id, "watch", (), "")]
        rows += [KeyRow(hashed(k), row.id, "invite", (side,), "") for side, k in invites.items()]
        first = [LogRow(n, "action", side, text) for n, (side, text) in enumerate(ask.log)]
        table = Table(row)
        table.take(first)
        await self._db(self.store.new_table, row, rows, first)
        self._keep(table)
        self.wake(table)
        return Made(row.id, key, invites, watch)

    async def table(self, table_id: str) -> Table:
        """A table, from memory or replayed from its log, up to date with the database."""
        found = self._tables.get(table_id)
        if found is None:
            async with self._loading.setdefault(table_id, asyncio.Lock()):
                found = self._tables.get(table_id) or await self._load(table_id)
            self._loading.pop(table_id, None)
        elif self.store.postgres:  # another server may have written
            async with found.lock:
                await self._catch_up(found)
        return found

    async def _load(self, table_id: str) -> Table:
        row = await self._db(self.store.table, table_id)
        if row is None:
            raise errors.no_table()
        entries = await self._db(self.store.entries, table_id)
        table = Table(row)
        try:
            table.take(entries)
        except TrenchlineError as fault:
            log.error("table %s cannot be replayed: %s", table_id, fault)
            raise errors.Refused(500, "broken", "This table was played by other rules and cannot be replayed") from None
        self._keep(table)
        self.wake(table)
        return table

    def _keep(self, table: Table) -> None:
        self._tables.pop(table.row.id, None)
        self._tables[table.row.id] = table
        while len(self._tables) > IN_MEMORY:
            idle = next((t for t in self._tables.values() if not t.lock.locked() and not self.hub.watched(t.row.id)), None)
            if idle is None:
                return
            del self._tables[idle.row.id]

    async def _catch_up(self, table: Table) -> None:
        table.take(await self._db(self.store.entries, table.row.id, table.seq))

    async def heard(self, table_id: str) -> None:
        """Another server has written to a table."""
        table = self._tables.get(table_id)
        if table is not None:
            async with table.lock:
                await self._catch_up(table)
        self.hub.tell(table_id)

    async def key(self, table_id: str, key: str) -> KeyRow:
        """The holder of a key for this table."""
        name = hashed(key)
        found = self._keys.get(name)
        if found is None:
            found = await self._db(self.store.key, name) if key else None
            if found is None or found.kind == "spent":
                raise errors.no_key()
            if found.kind != "invite":  # an invitation may be used up at another server
                if len(self._keys) > 20_000:
                    self._keys.clear()
                self._keys[name] = found
        if found.table_id != table_id:
            raise errors.no_table()
        return found

    # ---------------------------------------------------------------- the door

    async def act(self, table: Table, key: KeyRow, seq: int, idem: str, action: Action | None, text: str) -> None:
        """An action: by the right seat, on the position it was shown, once, and legal. Committed before it is told."""
        async with table.lock:
            if idem in table.seen:
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
            verdict = table.match.legal(wanted)
            if not verdict:
                raise errors.illegal(verdict.reason, verdict.cases)
            side = table.to_move if table.to_move != "dice" else "dice"
            await self._commit(table, LogRow(table.seq, "action", side, action_text(wanted), idem or None))
        self.wake(table)

    async def undo(self, table: Table, key: KeyRow, seq: int, idem: str) -> None:
        """Taken back at once where no die has fallen and nobody else has acted since, else asked of the opponent."""
        async with table.lock:
            if idem in table.seen:
                return
            self._check(table, key, seq)
            if table.may_take_back(key):
                await self._commit(table, LogRow(table.seq, "undo", key.sides[0], "", idem or None))
                return
            if not table.standing:
                raise errors.not_yours("Nothing has happened yet")
            if not any(s.kind == "human" and s.side not in key.sides for s in table.row.seats):
                if any(s.kind == "bot" for s in table.row.seats):
                    raise errors.not_yours("The dice have fallen; a bot does not take moves back")
                await self._commit(table, LogRow(table.seq, "undo", key.sides[0], "", idem or None))
                return
            await self._commit(table, LogRow(table.seq, "ask", key.sides[0], "undo", idem or None))

    async def ask_draw(self, table: Table, key: KeyRow, seq: int) -> None:
        async with table.lock:
            self._check(table, key, seq)
            if any(s.kind == "bot" and s.side not in key.sides for s in table.row.seats):
                raise errors.not_yours("A bot plays on to the end")
            await self._commit(table, LogRow(table.seq, "ask", key.sides[0], "draw"))

    async def answer(self, table: Table, key: KeyRow, seq: int, yes: bool) -> None:
        async with table.lock:
            self._check(table, key, seq)
            if table.asked is None:
                raise errors.not_yours("Nothing was asked")
            if table.asked.by in key.sides and len(key.sides) == 1:
                raise errors.not_yours("The other side must answer")
            await self._commit(table, LogRow(table.seq, "answer", key.sides[0], "yes" if yes else "no"))

    async def resign(self, table: Table, key: KeyRow, seq: int) -> None:
        async with table.lock:
            self._check(table, key, seq)
            side = table.to_move if table.to_move in key.sides else key.sides[0]
            await self._commit(table, LogRow(table.seq, "resign", side, ""))

    def _check(self, table: Table, key: KeyRow, seq: int) -> None:
        if not key.sides or key.kind != "seat":
            raise errors.not_yours("Onlookers cannot do that")
        if seq != table.seq:
            raise errors.stale(table.seq)
        if table.over:
            raise errors.not_yours("The match is over")

    async def _commit(self, table: Table, entry: LogRow) -> None:
        """The table changes in memory and on disk, or in neither; then it is told."""
        table_id = table.row.id
        try:
            table.take([entry])
        except Exception:
            self._tables.pop(table_id, None)  # half done: replayed afresh from the log
            raise
        try:
            await self.writer.append(table_id, entry)
        except Taken:
            self._tables.pop(table_id, None)
            fresh = await self._load(table_id)
            if entry.idem and entry.idem in fresh.seen:
                return
            raise errors.stale(fresh.seq) from None
        except BaseException:
            self._tables.pop(table_id, None)
            raise
        self.told(table)

    def told(self, table: Table) -> None:
        """What has been committed is shown to those who look, and told to those who do not."""
        self.hub.tell(table.row.id)
        self.notifier.changed(table)

    # ---------------------------------------------------------------- seats, talk

    async def claim(self, table: Table, invite: KeyRow, name: str) -> tuple[str, tuple[str, ...]]:
        """An invitation becomes a seat."""
        if invite.kind != "invite":
            raise errors.not_yours("This link has been used; ask for a new one")
        async with table.lock:
            key = new_key()
            seats = [Seat(s.side, "human", name) if s.side in invite.sides else s for s in table.row.seats]
            seat = KeyRow(hashed(key), table.row.id, "seat", invite.sides, name)
            entry = LogRow(table.seq, "seat", invite.sides[0], msgspec.json.encode(seats).decode())
            try:
                await self._db(self.store.claim, invite.hash, seat, seats, entry)
            except Taken:
                raise errors.not_yours("This link has been used; ask for a new one") from None
            table.take([entry])
        self.hub.tell(table.row.id)
        self.wake(table)
        return key, invite.sides

    async def another_key(self, key: KeyRow) -> str:
        """A second key to the same seat, for another device."""
        if key.kind != "seat":
            raise errors.not_yours("Only a seat can be moved")
        fresh = new_key()
        await self._db(self.store.add_key, msgspec.structs.replace(key, hash=hashed(fresh)))
        return fresh

    async def set_notes(self, key: KeyRow, text: str) -> None:
        """A player's private notes."""
        await self._db(self.store.set_notes, key.hash, text)
        self._keys.pop(key.hash, None)

    async def set_email(self, key: KeyRow, address: str) -> None:
        """Where a player wants to be told that it is his turn."""
        await self._db(self.store.set_email, key.hash, address)
        self._keys.pop(key.hash, None)

    async def say(self, table: Table, key: KeyRow, text: str) -> None:
        name = key.name or ("onlooker" if not key.sides else " and ".join(key.sides))
        await self._db(self.store.say, table.row.id, name, text)
        self.hub.tell(table.row.id)

    async def mine(self, keys: list[str]) -> list[dict[str, object]]:
        """The tables that some keys open, the latest first, with whose turn it is."""
        index = {hashed(key): i for i, key in enumerate(keys)}
        rows = await self._db(self.store.tables_of, list(index))
        found = []
        for key, row, _ in rows:
            if key.kind == "spent":
                continue
            try:
                table = await self.table(row.id)
            except (errors.Refused, TrenchlineError):
                continue
            p = table.match.position
            found.append(
                {
                    "table": row.id,
                    "key_index": index[key.hash],
                    "game": row.game,
                    "title": table.game.title,
                    "scenario": row.scenario,
                    "sides": list(key.sides),
                    "seats": row.seats,
                    "turn": p.turn,
                    "where": table.game.step_title(p),
                    "to_move": table.to_move,
                    "your_turn": table.may_act(key),
                    "over": table.over,
                    "result": table.result,
                    "updated": row.updated,
                }
            )
        return sorted(found, key=lambda t: str(t["updated"]), reverse=True)

    # ---------------------------------------------------------------- other tables from this one

    async def branch(self, table: Table, at: int, seats: Mapping[str, str], name: str) -> Made:
        """A new table that begins with the first actions of this one, and has dice of its own from there."""
        if not 0 <= at <= len(table.standing):
            raise errors.malformed(f"the match has {len(table.standing)} actions, not {at}")
        match = table.at(at)
        if match.sealed:  # a position as text has no seals
            raise errors.secret()
        opening = table.game.notation(match)
        row = table.row
        dice = "hand" if row.dice.kind == "hand" else "server"
        return await self.new(
            NewTable(row.game, row.scenario, row.options, dict(seats), dice, name, opening=opening, parent=row.id)
        )

    async def upload(self, saved: Saved, seats: Mapping[str, str], name: str) -> Made:
        """A table from a save: replayed and checked first."""
        game = load(saved.game)
        match = restore(game, saved)
        if saved.dice.kind == "fair" and not saved.dice.seed:
            raise errors.malformed("this save keeps its dice secret: it can be looked at when the match is over")
        actions = []
        again = begin(game, saved)
        while len(again.history) < len(match.history):
            action = match.history[len(again.history)]
            actions.append((again.player, action_text(action)))
            again.apply(action)
        return await self.new(
            NewTable(
                saved.game, saved.scenario, saved.options, dict(seats), "server", name, opening=saved.opening,
                record=saved.dice, log=tuple(actions),
            )
        )  # fmt: skip

    async def rematch(self, table: Table, key: KeyRow) -> Made:
        """The same game with sides swapped."""
        sides = list(table.game.sides)
        others = dict(zip(sides, sides[1:] + sides[:1], strict=True))
        seats = {}
        for seat in table.row.seats:
            who = "me" if seat.side in key.sides else f"bot:{seat.bot}" if seat.kind == "bot" else "friend"
            seats[others[seat.side]] = who
        row = table.row
        dice = "hand" if row.dice.kind == "hand" else "server"
        return await self.new(NewTable(row.game, row.scenario, row.options, seats, dice, key.name, parent=row.id))

    # ---------------------------------------------------------------- bots

    def wake(self, table: Table) -> None:
        """Let a bot think if the decision is its, off the path of any request."""
        seat = table.seat(table.to_move)
        task = self._bots.get(table.row.id)
        if seat is None or seat.kind != "bot" or (task is not None and not task.done()):
            return
        table.thinking = seat.side  # at once: whoever asks for this seq is told the same
        self._bots[table.row.id] = asyncio.create_task(self._let_bots_play(table))

    async def _let_bots_play(self, table: Table) -> None:
        try:
            while (seat := table.seat(table.to_move)) is not None and seat.kind == "bot":
                if table.thinking != seat.side:
                    table.thinking = seat.side
                    self.hub.tell(table.row.id)
                seq = table.seq
                advice = await self.bots.ask(table.row.id, table.match, seat.bot)
                async with table.lock:
                    if table.seq != seq:
                        await self._catch_up(table)
                        continue
                    await self._commit(table, LogRow(seq, "action", seat.side, action_text(advice.action), why=advice.why))
                if table.pace and table.entries[-1].events and self.hub.watched(table.row.id):
                    await asyncio.sleep(table.pace / 1000)
        except errors.Refused:
            pass  # another server's bot was quicker
        except IllegalAction as fault:
            log.error("a bot at table %s chose what is not legal: %s", table.row.id, fault)
        finally:
            table.thinking = ""
            self.hub.tell(table.row.id)
            self._bots.pop(table.row.id, None)

    async def hint(self, table: Table, key: KeyRow) -> Hint:
        """What a colonel would do now in the place of whoever asks, and why."""
        if not table.may_act(key) or table.to_move == "dice":
            raise errors.not_yours("There is nothing for you to decide now")
        if not table.alone(key):  # against a person a hint would be a second player on one side
            raise errors.not_yours("Hints are for playing against bots or alone; against a person the decision is yours")
        advice = await self.bots.ask(f"{table.row.id}/hint", table.match, HINTS_BY)
        if not table.match.legal(advice.action):
            raise errors.stale(table.seq)
        action = advice.action
        label = table.match.position.stack[-1].label(action)
        return Hint(HINTS_BY, table.match.notate(action), label, action.unit, action.cell, advice.why)

    async def close(self) -> None:
        for task in list(self._bots.values()):
            task.cancel()
        await asyncio.gather(*self._bots.values(), return_exceptions=True)
        self.bots.close()
        await self.notifier.close()
        await asyncio.to_thread(self.writer.stop)


def _seat(side: str, who: str, name: str) -> Seat:
    if who == "me":
        return Seat(side, "human", name)
    if who == "friend":
        return Seat(side, "open")
    if who.startswith("bot:"):
        bot = who[4:]
        if bot not in ai.PLAYERS:
            raise errors.malformed(f"there is no bot {bot!r}; there are {', '.join(ai.PLAYERS)}")
        return Seat(side, "bot", bot.capitalize(), bot)
    raise errors.malformed(f"{who!r} cannot play a side: me, friend or bot:NAME")
