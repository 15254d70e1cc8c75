"""Small cups: everybody plays everybody twice, once with each side. Made by an account, joined by link.

Whoever has the link sees the names of those who play, the table and the matches; the matches themselves only where anybody may
watch them. A win is a point, a draw half of one. Of those who have as many, first is who has more points from the matches
between them, then who has won more often; else they share the place.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from itertools import permutations

import msgspec

from .. import load
from . import errors, limits, lobby
from .appending import now
from .cup_store import CupGame, CupPlayer, CupRow, CupStore
from .keys import hashed, new_key, new_table_id
from .result_store import ResultStore
from .results import SCORES, outcome
from .rows import KeyRow
from .tables import Tables
from .wire import CupDocument, CupLine, CupMatch, MyCup

TIE_BREAK = "Equal points: the matches between those players, then more wins; else the place is shared."


class Cups:
    """The service."""

    def __init__(self, tables: Tables) -> None:
        self.tables, self.store, self.people = tables, CupStore(tables.store), ResultStore(tables.store)
        self._starting: dict[str, asyncio.Lock] = {}

    async def make(self, account: str, name: str, game: str, scenario: str) -> str:
        """A cup, which its maker plays in; its name in links."""
        found = load(game)
        if scenario not in [s.id for s in found.scenarios]:
            raise errors.malformed(f"{found.title} has no scenario {scenario!r}")
        if len({seat.side for seat in found.seats(found.chosen({}))}) != 2:
            raise errors.malformed(f"{found.title} is not for two sides")
        if len(await self.of(account)) >= limits.CUPS:
            raise errors.not_yours(f"You are in {limits.CUPS} cups: that is enough")
        cup = CupRow(secrets.token_urlsafe(9), name, found.slug, scenario, account, now())
        await asyncio.to_thread(self.store.make, cup, await self._player(account))
        return cup.id

    async def of(self, account: str) -> list[MyCup]:
        found = await asyncio.to_thread(self.store.cups_of, account, limits.CUPS)
        return [MyCup(cup.id, cup.name, load(cup.game).title, cup.begun is not None) for cup in found]

    async def join(self, cup_id: str, account: str) -> None:
        await self._cup(cup_id)
        if not await asyncio.to_thread(self.store.join, cup_id, await self._player(account), limits.CUP_PLAYERS):
            raise errors.not_yours("This cup has begun, or it is full")

    async def start(self, cup_id: str, account: str) -> None:
        """Make the tables of all matches. Where a server died meanwhile it makes those that are missing."""
        cup = await self._cup(cup_id)
        if cup.owner != account:
            raise errors.not_yours("Only who made the cup can begin it")
        lock = self._starting.setdefault(cup_id, asyncio.Lock())
        try:
            async with lock:
                await self._make_tables(cup)
        finally:
            if not lock.locked():
                self._starting.pop(cup_id, None)

    async def _make_tables(self, cup: CupRow) -> None:
        players = await asyncio.to_thread(self.store.players, cup.id)
        if len(players) < 2:
            raise errors.not_yours("Somebody else must have joined first")
        await asyncio.to_thread(self.store.begin, cup.id)
        there = {(game.first, game.second) for game in await asyncio.to_thread(self.store.games, cup.id)}
        for first, second in permutations(players, 2):
            if (first.account, second.account) not in there:
                await self._match(cup, first, second)

    async def _match(self, cup: CupRow, first: CupPlayer, second: CupPlayer) -> None:
        """A table at which both have their seats, found among their own."""
        game = load(cup.game)
        seats = game.seats(game.chosen({}))
        table_id = new_table_id()
        coming = []
        for player, side in ((first, game.sides[0]), (second, game.sides[1])):
            sides = tuple(seat.name for seat in seats if seat.side == side)
            seat = KeyRow(hashed(new_key()), table_id, "seat", sides, player.name, account=player.account)
            coming.append(msgspec.structs.replace(seat, account_since=now()))
        wanted = lobby.NewTable(cup.game, cup.scenario, {}, {seat.name: "friend" for seat in seats}, id=table_id, coming=coming)
        await lobby.new(self.tables, wanted)
        await asyncio.to_thread(self.store.add_match, cup.id, table_id, first.account, second.account)

    async def document(self, cup_id: str, account: str) -> CupDocument:
        """The cup, as whoever has its link sees it."""
        cup = await self._cup(cup_id)
        players = await asyncio.to_thread(self.store.players, cup_id)
        games = await asyncio.to_thread(self.store.games, cup_id)
        game, names = load(cup.game), {player.account: player.name for player in players}
        scenario = next((s.title for s in game.scenarios if s.id == cup.scenario), cup.scenario)
        matches = [
            CupMatch(
                one.row.id if account in (one.first, one.second) or one.row.shown else "",
                {game.sides[0]: names[one.first], game.sides[1]: names[one.second]},
                one.summary.result.level if one.summary and one.summary.result else "",
                one.summary.result.winner if one.summary and one.summary.result else "",
                bool(one.summary and one.summary.over),
            )
            for one in games
        ]
        return CupDocument(
            cup.name, cup.game, game.title, scenario, cup.begun is not None, cup.owner == account, account in names,
            limits.CUP_PLAYERS, standings(players, games, game.sides), matches, TIE_BREAK,
        )  # fmt: skip

    async def _cup(self, cup_id: str) -> CupRow:
        cup = await asyncio.to_thread(self.store.cup, cup_id)
        if cup is None:
            raise errors.Refused(404, "no-cup", "There is no such cup: its address may not be whole")
        return cup

    async def _player(self, account: str) -> CupPlayer:
        kept = await asyncio.to_thread(self.people.choice, account)
        if kept is None:
            raise errors.Refused(401, "signed-out", "Sign in first")
        return CupPlayer(account, kept.name)


def standings(players: Sequence[CupPlayer], games: Sequence[CupGame], sides: Sequence[str]) -> list[CupLine]:
    """The table of a cup, the first one first."""
    scores: list[tuple[str, str, float]] = []  # who, against whom, the points
    for game in games:
        result = game.summary.result if game.summary and game.summary.over else None
        if result is not None:
            points = SCORES[outcome(result, sides[0])]
            scores += [(game.first, game.second, points), (game.second, game.first, 1 - points)]
    total = {p.account: sum(points for who, _, points in scores if who == p.account) for p in players}

    def rank(who: str) -> tuple[float, float, int]:
        tied = {other for other, points in total.items() if points == total[who]}
        between = sum(points for one, other, points in scores if one == who and other in tied)
        return total[who], between, sum(points == 1 for one, _, points in scores if one == who)

    lines = []
    for player in sorted(players, key=lambda p: rank(p.account), reverse=True):
        mine = [points for who, _, points in scores if who == player.account]
        place = 1 + sum(rank(other.account) > rank(player.account) for other in players)
        lines.append(CupLine(place, player.name, len(mine), mine.count(1), mine.count(0.5), mine.count(0), sum(mine)))
    return lines
