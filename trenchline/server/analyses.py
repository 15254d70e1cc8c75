"""Analyses of matches: made one at a time in a process of low priority, kept in the database, the same for all who look.

Nobody is told anything about a match that is still played against somebody else, nor of one in which something is hidden from
him. Addresses take turns; each has a few analyses waiting at the most.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any, Literal

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from .. import Action, Match, ScriptedDice, load
from ..ai.processes import end_with_parent
from ..analysis import Analysis, analyse
from . import errors, limits
from .replays import CALLER
from .rows import KeyRow
from .schema import analyses
from .store import Store
from .table import Table

log = logging.getLogger("trenchline.analyses")

NICE = 15  # how far it stands back: bots go first, and they stand back from everything else
State = Literal["none", "waiting", "running", "done", "failed"]


class AnalysisDocument(msgspec.Struct, frozen=True):
    """How far the analysis of a match is, and what it found. It is of the match after so many actions."""

    state: State
    progress: float  # the share of the work that is done
    length: int
    analysis: Analysis | None


class Job(msgspec.Struct):
    """A match to be analysed, as far as it has been played: the log names the moment by the last entry that stands."""

    table: str
    upto: int
    length: int
    game: str
    scenario: str
    options: dict[str, bool]
    opening: str
    history: Sequence[Action]
    address: str
    state: State = "waiting"


def _upto(table: Table) -> int:
    """The moment of a match, by its log: what is said after the end changes nothing."""
    return table.actions[-1].seq + 1 if table.actions else 0


class Analyses:
    """Who waits for an analysis, the one that is being made, and those that are kept."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting: dict[str, list[Job]] = {}  # by address; who is next stands first
        self._jobs: dict[str, Job] = {}  # by table: those that wait, the one that runs, and those that failed
        self._progress: Any = None  # shared with the process
        self._pool: ProcessPoolExecutor | None = None
        self._working: asyncio.Task[None] | None = None

    async def look(self, table: Table, key: KeyRow) -> AnalysisDocument:
        """What there is of a match's analysis."""
        _check(table, key)
        job, upto, length = self._jobs.get(table.row.id), _upto(table), len(table.actions)
        if job is not None and (job.upto == upto or job.state in ("waiting", "running")):
            done = self._progress.value if job.state == "running" and self._progress is not None else 0.0
            return AnalysisDocument(job.state, round(done, 3), job.length, None)
        found = await asyncio.to_thread(self._kept, table.row.id)
        if found is None or found[0] != upto:
            return AnalysisDocument("none", 0.0, length, None)
        return AnalysisDocument("done", 1.0, length, found[1])

    async def ask(self, table: Table, key: KeyRow) -> AnalysisDocument:
        """Have a match analysed, if it has not been. Raises Refused where an address waits for too many already."""
        there = await self.look(table, key)
        if there.state not in ("none", "failed"):
            return there
        if key.kind not in ("seat", "watch"):
            raise errors.not_yours("Sit down or look on first")
        job = self._jobs.get(table.row.id)
        if job is not None and job.state != "failed":  # somebody else has asked meanwhile
            return AnalysisDocument(job.state, 0.0, job.length, None)
        address = CALLER.get()
        line = self._waiting.get(address, [])
        if len(line) >= limits.ANALYSES_PER_ADDRESS or len(self._jobs) >= limits.ANALYSES_WAITING:
            raise errors.too_busy()
        match = table.match
        job = Job(
            table.row.id, _upto(table), len(table.actions), match.game.slug, match.scenario, dict(match.options), match.opening,
            list(match.history), address,
        )  # fmt: skip
        self._waiting[address] = [*line, job]
        self._jobs[job.table] = job
        if self._working is None or self._working.done():
            self._working = asyncio.create_task(self._take_turns())
        return AnalysisDocument("waiting", 0.0, job.length, None)

    async def _take_turns(self) -> None:
        while (job := self._next()) is not None:
            job.state = "running"
            try:
                text = await asyncio.wait_for(self._made(job), limits.ANALYSIS_SECONDS)
                await asyncio.to_thread(self._keep, job, text)
                del self._jobs[job.table]
            except asyncio.CancelledError:
                raise
            except Exception as fault:
                log.error("the analysis of table %s failed: %s: %s", job.table, type(fault).__name__, fault)
                self._kill()
                job.state, job.history = "failed", ()
                self._forget_failures()

    def _next(self) -> Job | None:
        """Whose turn it is; his address goes to the end of the line."""
        for address, line in list(self._waiting.items()):
            del self._waiting[address]
            if line:
                job = line.pop(0)
                if line:
                    self._waiting[address] = line
                return job
        return None

    def _forget_failures(self) -> None:
        failed = [table for table, job in self._jobs.items() if job.state == "failed"]
        for table in failed[: -limits.ANALYSES_PER_ADDRESS]:
            del self._jobs[table]

    async def _made(self, job: Job) -> str:
        """The analysis as JSON, from the process; once more where the process has died."""
        try:
            return await self._asked(job)
        except BrokenProcessPool:
            self._kill()
            return await self._asked(job)

    async def _asked(self, job: Job) -> str:
        if self._pool is None:
            context = get_context("spawn")
            self._progress = context.Value("d", 0.0)
            self._pool = ProcessPoolExecutor(1, mp_context=context, initializer=_begin, initargs=(self._progress, NICE))
        self._progress.value = 0.0
        return await asyncio.wrap_future(self._pool.submit(_analysed, job))

    # ---------------------------------------------------------------- kept

    def _kept(self, table_id: str) -> tuple[int, Analysis] | None:
        query = sa.select(analyses.c.upto, analyses.c.text).where(analyses.c.table_id == table_id)
        with self._store.engine.connect() as db:
            row = db.execute(query).one_or_none()
        if row is None:
            return None
        try:
            return row.upto, msgspec.json.decode(row.text, type=Analysis)
        except msgspec.MsgspecError:  # of another version of the server: it is made anew
            return None

    def _keep(self, job: Job, text: str) -> None:
        try:
            with self._store.engine.begin() as db:
                db.execute(sa.delete(analyses).where(analyses.c.table_id == job.table))
                db.execute(sa.insert(analyses).values(table_id=job.table, upto=job.upto, text=text))
        except IntegrityError:  # another server was quicker: it found the same
            log.info("table %s has been analysed by another server", job.table)

    # ---------------------------------------------------------------- the end

    def _kill(self) -> None:
        if self._pool is None:
            return
        for process in list((self._pool._processes or {}).values()):  # none once it is broken
            process.kill()
        self._pool.shutdown(wait=False)
        self._pool = None

    async def close(self) -> None:
        if self._working is not None:
            self._working.cancel()
            await asyncio.gather(self._working, return_exceptions=True)
        self._kill()


def _check(table: Table, key: KeyRow) -> None:
    """Raises Refused for who must not be told, or where there is nothing to tell."""
    if not table.over:
        if not table.plays_alone(key):
            raise errors.not_yours("A match between people is analysed when it is over")
        if table.has_secrets and not table.plays_all(key):
            raise errors.not_yours("This match has secrets: it is analysed when it is over")
    if table.match.scenario not in table.game.chance_models:
        raise errors.no_chances()


# ---------------------------------------------------------------------------------------------------- in the process

_shared: Any = None


def _begin(progress: Any, nice: int) -> None:
    global _shared
    _shared = progress
    end_with_parent()
    if hasattr(os, "nice"):  # Windows has none
        os.nice(nice)


def _analysed(job: Job) -> str:
    found = analyse(_played_again(job), tell=_tell)
    return msgspec.json.encode(found).decode()


def _tell(done: float) -> None:
    if _shared is not None:
        _shared.value = done


def _played_again(job: Job) -> Match:
    game, waiting = load(job.game), ScriptedDice([])
    if job.opening:
        match = game.position(job.opening, dice=waiting)
    else:
        match = game.start(job.scenario, options=job.options, dice=waiting)
    for action in job.history:
        match.play_on(action)
    return match
