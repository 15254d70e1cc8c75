"""`python -m bench.server`: many live tables at once on one server process: actions a second, latency, memory.

Each table has a player who answers after a pause and a watcher on a live line. The client is bare asyncio, so that it takes
as little as possible of the two processors it shares with the server. Then one match as long as the longest campaigns.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Awaitable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

import msgspec
import sqlalchemy as sa

from tests.server.long_match import long_match, without_bound_of_lifts
from trenchline.games import load
from trenchline.server import lobby
from trenchline.server.housekeeping import settle
from trenchline.server.live import Hub
from trenchline.server.schema import tables as table_rows
from trenchline.server.store import Store
from trenchline.server.tables import Tables

GAME = "they-shall-not-pass"
T = TypeVar("T")


class Line:
    """One kept-alive HTTP connection."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def ask(self, method: str, path: str, key: str = "", body: object = None) -> bytes:
        if self.writer is None or self.reader is None:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        content = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {key}\r\n"
        kind = f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n"
        self.writer.write((head + kind).encode() + content)
        header = await self.reader.readuntil(b"\r\n\r\n")
        length = int(next(w for w in header.lower().split(b"\r\n") if w.startswith(b"content-length")).split(b":")[1])
        answer = await self.reader.readexactly(length)
        if b" 200 " not in header[:16]:
            raise RuntimeError(f"{path}: {header[:40]!r} {answer[:200]!r}")
        return answer


class Load:
    """What the players of all tables measure together."""

    def __init__(self, port: int, pause: float, seconds: float) -> None:
        self.port, self.pause, self.seconds = port, pause, seconds
        self.latencies: list[float] = []
        self.go = asyncio.Event()
        self.ready = 0

    async def table(self, number: int) -> None:
        line, rnd = Line(self.port), random.Random(number)
        seats = {"german": "me", "french": "me"}
        made = json.loads(await line.ask("POST", "/api/tables", body={"game": GAME, "seats": seats, "name": "bench"}))
        path, key = f"/api/tables/{made['table']}", made["key"]
        watcher = asyncio.create_task(self.watch(made))
        seen = json.loads(await line.ask("GET", f"{path}/state", key))
        self.ready += 1
        await self.go.wait()
        end = time.perf_counter() + self.seconds
        await asyncio.sleep(rnd.random() * self.pause)
        while time.perf_counter() < end and not seen["over"]:
            text = rnd.choice(seen["decision"]["actions"])["text"]
            body = {"seq": seen["seq"], "key": f"{number}-{seen['seq']}", "text": text}
            began = time.perf_counter()
            answer = await line.ask("POST", f"{path}/actions", key, body)
            self.latencies.append(time.perf_counter() - began)
            seen = json.loads(answer)
            await asyncio.sleep(rnd.expovariate(1 / self.pause))
        watcher.cancel()

    async def watch(self, made: dict[str, str]) -> None:
        from websockets.asyncio.client import connect

        async with connect(f"ws://127.0.0.1:{self.port}/api/tables/{made['table']}/live", max_size=None) as line:
            await line.send(json.dumps({"key": made["watch"], "since": 0}))
            async for _ in line:
                pass


async def measure(port: int, tables: int, pause: float, seconds: float) -> dict[str, float]:
    load = Load(port, pause, seconds)
    players = [asyncio.create_task(load.table(n)) for n in range(tables)]
    while load.ready < tables:
        await asyncio.sleep(0.2)
        for player in players:
            if player.done():
                player.result()
    load.go.set()
    await asyncio.gather(*players)
    found = sorted(load.latencies)
    return {
        "tables": tables,
        "actions_per_second": round(len(found) / seconds, 1),
        "p50_ms": round(found[len(found) // 2] * 1000, 1),
        "p95_ms": round(found[int(len(found) * 0.95)] * 1000, 1),
        "p99_ms": round(found[int(len(found) * 0.99)] * 1000, 1),
    }


async def measure_long(db: str) -> dict[str, float]:
    """A match of 31,000 actions and dice uploaded, loaded cold and looked back at: how long each takes, and for how long at
    most the event loop stands still meanwhile."""
    match = long_match()
    save = msgspec.json.encode(match.save()).decode()
    seats = dict.fromkeys(match.game.sides, "me")
    store = Store(db)
    settle()
    found: dict[str, float] = {"long_actions": len(match.history), "long_save_kb": round(len(save) / 1000)}

    async def timed(name: str, work: Awaitable[T]) -> T:
        stalls: list[float] = []
        beating = asyncio.create_task(_heartbeat(stalls))
        await asyncio.sleep(0.05)
        stalls.clear()
        began = time.perf_counter()
        done = await work
        found[f"long_{name}_s"] = round(time.perf_counter() - began, 2)
        await asyncio.sleep(0.01)
        beating.cancel()
        found[f"long_{name}_stall_ms"] = round(max(stalls) * 1000, 1)
        return done

    with without_bound_of_lifts():
        warm, cold = Tables(store, Hub()), Tables(store, Hub())
        made = await timed("upload", lobby.upload(warm, save, seats, ""))
        tracemalloc.start()
        table = await cold.table(made.table)
        found["long_table_mb"] = round(tracemalloc.get_traced_memory()[0] / 1e6, 1)
        tracemalloc.stop()
        del table
        table = await timed("load", Tables(store, Hub()).table(made.table))
        await timed("at", asyncio.to_thread(table.replay_to(20_249).end))
        await timed("replay", cold.replays.run(table.whole_replay().entries()))
    return found


async def measure_cold(db: str, tables: int = 200) -> dict[str, float]:
    """Seconds to list "my tables" for a full ring of keys with nothing in memory: as stored now, and as an older version
    stored them, without positions, so that every log is replayed."""
    store = Store(db)
    settle()
    first = Tables(store, Hub())
    keys = []
    for number in range(tables):
        match = load(GAME).start(seed=number)
        chance = random.Random(number)
        for _ in range(100):
            match.apply_legal(chance.choice(match.actions()))
        seats = dict.fromkeys(match.seats, "me")
        wanted = lobby.NewTable(GAME, match.scenario, match.options, seats, "bench", match.dice.record())
        keys.append((await lobby.new(first, wanted, match.history)).key)
    found: dict[str, float] = {"cold_tables": tables}
    for name in ("kept", "older"):
        if name == "older":
            with store.engine.begin() as database:
                database.execute(sa.update(table_rows).values(summary=None))
        stalls: list[float] = []
        beating = asyncio.create_task(_heartbeat(stalls))
        await asyncio.sleep(0.05)
        stalls.clear()
        began = time.perf_counter()
        listed = await lobby.tables_of(Tables(store, Hub()), keys)
        assert len(listed) == tables
        found[f"mine_{name}_s"] = round(time.perf_counter() - began, 2)
        await asyncio.sleep(0.01)
        beating.cancel()
        found[f"mine_{name}_stall_ms"] = round(max(stalls) * 1000, 1)
    return found


async def _heartbeat(stalls: list[float]) -> None:
    """Note the time between two turns of the loop, again and again."""
    last = time.perf_counter()
    while True:
        await asyncio.sleep(0.001)
        now = time.perf_counter()
        stalls.append(now - last)
        last = now


def wait_until_it_listens(port: int) -> None:
    for _ in range(600):
        with suppress(OSError), socket.create_connection(("127.0.0.1", port)):
            return
        time.sleep(0.1)
    raise TimeoutError("the server did not start")


def memory(pid: int) -> float:
    """Resident megabytes of a process."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def main() -> int:
    ask = argparse.ArgumentParser(prog="python -m bench.server", description=(__doc__ or "").splitlines()[0])
    ask.add_argument("--tables", type=int, default=300)
    ask.add_argument("--pause", type=float, default=4.0, help="seconds between a player's actions, on average")
    ask.add_argument("--seconds", type=float, default=20.0)
    ask.add_argument("--port", type=int, default=19190)
    ask.add_argument("--db", default="", help="a database URL; a temporary SQLite file by default")
    ask.add_argument("--json", type=Path)
    args = ask.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        db = args.db or f"sqlite:///{folder}/tables.db"
        plenty = {**os.environ, "TRENCHLINE_TABLES_PER_MINUTE": "100000", "TRENCHLINE_CALLS_PER_SECOND": "100000"}
        words = [sys.executable, "-m", "trenchline.server", "--db", db, "--port", str(args.port)]
        server = subprocess.Popen(words, env=plenty, stdout=subprocess.DEVNULL)
        try:
            wait_until_it_listens(args.port)
            before = memory(server.pid)
            found = asyncio.run(measure(args.port, args.tables, args.pause, args.seconds))
            found["server_mb"] = round(memory(server.pid), 1)
            found["mb_per_table"] = round((memory(server.pid) - before) / args.tables, 2)
        finally:
            server.kill()
            server.wait()
        found |= asyncio.run(measure_long(f"sqlite:///{folder}/long.db"))
        found |= asyncio.run(measure_cold(f"sqlite:///{folder}/cold.db"))
    print(f"{args.tables} live tables, one server process and the load on {os.cpu_count()} processors")
    for name, value in found.items():
        print(f"  {name:20} {value}")
    print(f"  p99 under 100 ms: {'yes' if found['p99_ms'] < 100 else 'NO'}")
    worst = max(value for name, value in found.items() if name.endswith("_stall_ms"))
    print(f"  no stall of 100 ms by a long match or cold tables: {'yes' if worst < 100 else 'NO'}")
    if args.json:
        args.json.write_text(json.dumps(found, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
