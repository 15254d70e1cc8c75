"""Bots think in processes of their own: a colonel at one table must not keep the others waiting.

They have half of the machine's processors at most, and those only while nobody else wants them; helpers that compare plans
run only where a processor would be idle (`ai/idle_processors.py`). A table's bots always think
in the same process, so that they remember their plans from one decision to the next. Those that answer at once have
processes of their own: a recruit does not wait for a general.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import zlib
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from random import SystemRandom

import trenchline

from .. import Advice, FairDice, Match, ai, load
from ..ai.outside import is_outside
from ..ai.processes import thinker
from . import limits
from .bot_turns import Turns, Waiting
from .replays import CALLER

QUICK = ("recruit", "sergeant", "random")  # those that answer at once
REMEMBERED = 64  # players a process keeps
NICE = 10  # how far a bot stands back where the server, its database or anybody else wants the processor

Which = tuple[str, int]  # a kind of bots, and the number of their process

_players: OrderedDict[tuple[str, str, str], ai.Player] = OrderedDict()


def _consider(table: str, slug: str, position: str, bot: str, seat: str) -> Advice:
    """In the bots' process: the chosen action, and the reason."""
    dealt = load(slug).position(position, dice=FairDice())  # as the table's server has dealt it for this bot
    match = ai.ShownMatch(dealt, seat, secrets.randbits(32))
    key = (table, seat, bot)
    player = _players.pop(key, None) or ai.stand_in(bot, secrets.token_hex(8))
    _players[key] = player
    while len(_players) > REMEMBERED:
        _players.popitem(last=False)
    return player.consider(match)


def _stand_back(helpers: int = 0) -> None:
    trenchline.games()  # the first bot is waited for: it reads them before it stands back
    ai.use_idle_processors(helpers)
    if hasattr(os, "nice"):  # Windows has none
        os.nice(NICE)


def _kind(bot: str) -> str:
    """Which of the processes a bot thinks in."""
    return "outside" if is_outside(bot) else "quick" if bot in QUICK else "deep"


class BotProcesses:
    """The processes in which bots think; started when the first bot is asked. Those from outside have their own, so that one
    that hangs keeps no others waiting."""

    def __init__(self, processes: int = 0) -> None:
        self._count = processes or limits.BOT_PROCESSES
        self._pools: dict[Which, ProcessPoolExecutor] = {}
        self._turns: dict[Which, Turns] = {}

    async def ask(self, table: str, match: Match, bot: str, seat: str, watched: Callable[[], bool] = lambda: True) -> Advice:
        """What a bot in a seat would do now, and why; `watched` says whether somebody waits for it. A process that has died is
        started anew. Raises TimeoutError where a bot from outside takes too long."""
        known = ai.visible_match(match, seat, SystemRandom())  # the rest does not even reach the bot's process
        work = (table, match.game.slug, known.game.notation(known), bot, seat)
        which = _kind(bot), zlib.crc32(table.encode()) % self._count
        async with self._turns.setdefault(which, Turns()).turn(CALLER.get(), watched) as mine:
            try:
                return await self._considered(which, work, mine)
            except BrokenProcessPool:
                return await self._considered(which, work, mine)

    async def _considered(self, which: Which, work: tuple[str, ...], mine: Waiting) -> Advice:
        pool, patience = self._pool(which), limits.OUTSIDE_BOT_SECONDS if which[0] == "outside" else None
        try:
            thinking = mine.thinking = asyncio.ensure_future(asyncio.wrap_future(pool.submit(_consider, *work)))
            return await asyncio.wait_for(asyncio.shield(thinking), patience)
        except (BrokenProcessPool, TimeoutError):
            if self._pools.get(which) is pool:
                del self._pools[which]
            _kill(pool)  # whoever waits for it beside us asks another
            raise

    def _pool(self, which: Which) -> ProcessPoolExecutor:
        pool = self._pools.get(which)
        if pool is None:
            pool = self._pools[which] = thinker()
            pool.submit(_stand_back, limits.BOT_HELPERS if which[0] == "deep" else 0)
        return pool

    def close(self) -> None:
        for pool in self._pools.values():
            _kill(pool)


def _kill(pool: ProcessPoolExecutor) -> None:
    """Nobody waits for its answer any more."""
    thinking = list((pool._processes or {}).values())  # none once it is broken
    for process in thinking:
        process.kill()
    pool.shutdown(wait=False)
