"""What a server must bear: killed, its database restarted, its disk full, all under load.

    python -m tests.server.ordeal kill 200        kill -9, on SQLite
    python -m tests.server.ordeal restart 20      PostgreSQL restarted under a running server
    python -m tests.server.ordeal disk 10         no room to write, then room again

Players act as fast as they are answered, each call sent again with the same key until it is; watchers come back by themselves.
After every second blow the players fall silent until all that was acknowledged has been heard: while they go on, the next
action would bring along what a push had left out.
At the end the log of every table must be what was acknowledged, entry by entry: nothing lost, nothing doubled.
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import os
import random
import resource
import signal
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path

import httpx
import msgspec
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from .private_postgres import PrivatePostgres, free_port

GAME = "they-shall-not-pass"
NOBODY_IS_DEAF_FOR = 5.0  # seconds
PATIENCE = 120.0  # seconds after which a server is dead that acknowledges nothing


class Report(msgspec.Struct):
    """What came of an ordeal."""

    blows: int
    tables: int
    acknowledged: int = 0
    sent_again: int = 0
    lost: int = 0
    doubled: int = 0
    lines_cut: int = 0
    silences: int = 0  # after which nothing that was acknowledged had not been heard
    deaf_for: float = 0.0  # seconds at most between an acknowledgement and the push of it, while the server is up

    @property
    def passed(self) -> bool:
        played = self.acknowledged >= self.blows * self.tables
        return played and not self.lost and not self.doubled and self.deaf_for <= NOBODY_IS_DEAF_FOR


# ---------------------------------------------------------------------------------------------------- the server


def _nursery(pipe: Connection, database: str, port: int) -> None:
    """A process that has read everything, and forks a server whenever it is asked to: a start takes a moment."""
    os.environ.update(TRENCHLINE_TABLES_PER_MINUTE="10000", TRENCHLINE_CALLS_PER_SECOND="100000")
    from trenchline.games import games
    from trenchline.server.run import serve

    games()
    while pipe.recv():
        child = os.fork()
        if child == 0:
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            serve(database, port=port)
            os._exit(0)
        pipe.send(child)
        os.waitpid(child, 0)


class Victim:
    """A server that is struck."""

    def __init__(self, database: str) -> None:
        self.port, self.pid = free_port(), 0
        self.url = f"http://127.0.0.1:{self.port}"
        self._pipe, inner = multiprocessing.Pipe()
        spawn = multiprocessing.get_context("spawn")
        self._nursery = spawn.Process(target=_nursery, args=(inner, database, self.port), daemon=True)
        self._nursery.start()

    async def start(self) -> None:
        self._pipe.send("start")
        self.pid = await asyncio.to_thread(self._pipe.recv)
        async with httpx.AsyncClient() as client:
            for _ in range(2000):
                try:
                    if (await client.get(f"{self.url}/api/tables/none")).status_code:
                        return
                except httpx.TransportError:
                    await asyncio.sleep(0.02)
        raise RuntimeError("the server did not start")

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)

    def end(self) -> None:
        with suppress(ProcessLookupError):
            self.kill()
        self._pipe.send("")
        self._nursery.terminate()
        self._nursery.join(10)


# ---------------------------------------------------------------------------------------------------- players and watchers


class Ordeal:
    """Some tables, each with one who plays both sides and one who watches."""

    def __init__(self, url: str, report: Report) -> None:
        self.url, self.report = url, report
        self.stopped = asyncio.Event()
        self.going_on = asyncio.Event()  # cleared while the players are to be silent
        self.going_on.set()
        self.acting = 0  # players who wait for an answer
        self.known: dict[str, list[str]] = {}  # table -> what was acknowledged
        self.keys: dict[str, str] = {}
        self.heard: dict[str, int] = {}
        self.up_since = 0.0  # when the last blow was over
        self.waiting: dict[str, tuple[int, float]] = {}  # table -> the first `seq` not heard of, since when

    async def run(self, strike: Callable[[], Awaitable[None]]) -> None:
        """Play while blow after blow falls; then compare."""
        limits = httpx.Limits(max_connections=4 * self.report.tables)
        async with httpx.AsyncClient(timeout=30, limits=limits) as client:
            made = [await self._call(client, "POST", "/api/tables", "", self._table()) for _ in range(self.report.tables)]
            for table in made:
                self.known[table["table"]], self.keys[table["table"]] = [], table["key"]
            players = [asyncio.create_task(self._play(client, t, n)) for n, t in enumerate(self.keys)]
            watchers = [asyncio.create_task(self._watch(t["table"], t["watch"])) for t in made]
            for blow in range(self.report.blows):
                await self._under_load()
                await strike()
                self.up_since = time.monotonic()
                if blow % 2:
                    await self._silence()
            self.stopped.set()
            await asyncio.gather(*players)
            await self._until_all_is_heard()
            for watcher in watchers:
                watcher.cancel()
            for fault in await asyncio.gather(*watchers, return_exceptions=True):
                if not isinstance(fault, asyncio.CancelledError):
                    raise RuntimeError("a watcher broke") from fault
            for table in self.keys:
                await self._compare(client, table)

    async def _under_load(self) -> None:
        """Every blow falls among acknowledged actions, at no particular moment."""
        enough = self.report.acknowledged + self.report.tables
        given_up = time.monotonic() + PATIENCE
        while self.report.acknowledged < enough:
            assert time.monotonic() < given_up, f"no action has been acknowledged for {PATIENCE} s: {self.report}"
            await asyncio.sleep(0.01)
        await asyncio.sleep(random.uniform(0, 0.2))

    async def _silence(self) -> None:
        """Nobody acts until everything has been heard."""
        self.going_on.clear()
        while self.acting:
            await asyncio.sleep(0.01)
        await self._until_all_is_heard()
        self.report.silences += 1
        self.going_on.set()

    def _table(self) -> dict[str, object]:
        return {"game": GAME, "seats": {"german": "me", "french": "me"}, "name": "Ann"}

    async def _call(self, client: httpx.AsyncClient, method: str, path: str, key: str, body: object = None) -> dict:
        """A call that is sent again until it is answered."""
        while True:
            try:
                headers = {"Authorization": f"Bearer {key}"} if key else {}
                answer = await client.request(method, self.url + path, json=body, headers=headers)
                if answer.status_code == 200:
                    return answer.json()
                if answer.status_code not in (500, 502, 503):
                    raise AssertionError(f"{method} {path}: {answer.text}")
            except httpx.TransportError:
                pass
            self.report.sent_again += 1
            await asyncio.sleep(0.05)

    async def _play(self, client: httpx.AsyncClient, table: str, seed: int) -> None:
        chance, path, key = random.Random(seed), f"/api/tables/{table}", self.keys[table]
        seen = await self._call(client, "GET", f"{path}/state", key)
        while not seen["over"]:
            await self.going_on.wait()
            if self.stopped.is_set():
                return
            self.acting += 1
            text = chance.choice(seen["decision"]["actions"])["text"]
            body = {"seq": seen["seq"], "key": f"{seed}-{seen['seq']}", "text": text}
            seen = await self._call(client, "POST", f"{path}/actions", key, body)
            self.known[table].append(text)
            self.report.acknowledged += 1
            if table not in self.waiting and self.heard.get(table, 0) < seen["seq"]:
                self.waiting[table] = seen["seq"], time.monotonic()
            self.acting -= 1

    async def _watch(self, table: str, key: str) -> None:
        while True:
            try:
                async with connect(f"ws{self.url[4:]}/api/tables/{table}/live") as line:
                    await line.send(json.dumps({"key": key, "since": self.heard.get(table, 0)}))
                    while True:
                        self._hears(table, json.loads(await line.recv())["seq"])
            except (OSError, WebSocketException):
                self.report.lines_cut += 1
                await asyncio.sleep(0.1)

    def _hears(self, table: str, seq: int) -> None:
        assert seq >= self.heard.get(table, 0), f"what was shown is gone: {self.heard[table]} came before {seq}"
        self.heard[table] = seq
        first, since = self.waiting.get(table, (0, 0.0))
        if first and seq >= first:
            self.report.deaf_for = max(self.report.deaf_for, time.monotonic() - max(since, self.up_since))
            del self.waiting[table]

    async def _until_all_is_heard(self) -> None:
        began = time.monotonic()
        while self.waiting and time.monotonic() - began < 60:
            await asyncio.sleep(0.02)
        deaf = [time.monotonic() - max(since, self.up_since) for _, since in self.waiting.values()]
        self.report.deaf_for = max([self.report.deaf_for, *deaf])
        self.waiting.clear()

    async def _compare(self, client: httpx.AsyncClient, table: str) -> None:
        """The log is exactly what was acknowledged; the verb may be left out where it goes without saying."""
        steps = (await self._call(client, "GET", f"/api/tables/{table}/replay", self.keys[table]))["steps"]
        said, kept = self.known[table], [step["text"] for step in steps]
        self.report.lost += max(0, len(said) - len(kept))
        self.report.doubled += max(0, len(kept) - len(said))
        self.report.lost += sum(not k.endswith(s) for s, k in zip(said, kept, strict=False))


# ---------------------------------------------------------------------------------------------------- the blows


async def kill(database: str, blows: int, tables: int) -> Report:
    """The server is killed as with kill -9 and started again."""
    report, victim = Report(blows, tables), Victim(database)
    await victim.start()

    async def strike() -> None:
        victim.kill()
        await victim.start()

    try:
        await Ordeal(victim.url, report).run(strike)
    finally:
        victim.end()
    return report


async def restart(postgres: PrivatePostgres, blows: int, tables: int) -> Report:
    """PostgreSQL is stopped, at once or in order, and started again."""
    report, victim = Report(blows, tables), Victim(postgres.url)
    await victim.start()

    async def strike() -> None:
        await asyncio.to_thread(postgres.stop, random.choice(("immediate", "fast")))
        await asyncio.to_thread(postgres.start)

    try:
        await Ordeal(victim.url, report).run(strike)
    finally:
        victim.end()
    return report


async def fill(database: str, blows: int, tables: int) -> Report:
    """No file of the server may grow for a while: what a full disk is to it."""
    report, victim = Report(blows, tables), Victim(database)
    await victim.start()

    async def strike() -> None:
        hard = resource.prlimit(victim.pid, resource.RLIMIT_FSIZE)[1]
        resource.prlimit(victim.pid, resource.RLIMIT_FSIZE, (4096, hard))
        await asyncio.sleep(0.5)
        resource.prlimit(victim.pid, resource.RLIMIT_FSIZE, (hard, hard))

    try:
        await Ordeal(victim.url, report).run(strike)
    finally:
        victim.end()
    return report


def main(what: str, blows: int, tables: int = 8) -> int:
    with tempfile.TemporaryDirectory() as home:
        began, file = time.monotonic(), f"sqlite:///{Path(home)}/tables.db"
        if what == "restart":
            with PrivatePostgres() as postgres:
                report = asyncio.run(restart(postgres, blows, tables))
        else:
            report = asyncio.run({"kill": kill, "disk": fill}[what](file, blows, tables))
    print(f"{what}: {'passed' if report.passed else 'FAILED'} in {time.monotonic() - began:.0f} s: {report}")
    return 0 if report.passed else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2])))
