"""The clients of `bench.load`, in a process of their own with a clock of their own: players who act, watchers who listen.

`python -m bench.load_client '{"ports": [1916], "pids": [], "tables": 300, "watchers": 300, "pause": 2, "seconds": 20}'` prints
JSON: every latency in milliseconds, from the first byte of a call sent to the last byte of its answer read, and the processor
time that the processes `pids` used while all played. With `"empty": true` the same number of calls of the same size is made at
the same times to an application that does nothing.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import struct
import sys
import time
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import Any

from .server import GAME, Line

HELLO = "GET {path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n" \
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"  # fmt: skip


def processor_seconds(pids: Sequence[int]) -> float:
    """What some processes have used of the processors so far."""
    ticks = [Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()[11:13] for pid in pids]
    return sum(map(int, chain.from_iterable(ticks))) / os.sysconf("SC_CLK_TCK")


class Clients:
    """All players and watchers."""

    def __init__(self, plan: dict[str, Any]) -> None:
        self.plan = plan
        self.ports: list[int] = plan["ports"]
        self.pause, self.seconds = float(plan["pause"]), float(plan["seconds"])
        self.latencies: list[float] = []
        self.heard = 0
        self.ready = 0
        self.go = asyncio.Event()

    async def run(self) -> dict[str, Any]:
        one = self.nothing if self.plan.get("empty") else self.table
        players = [asyncio.create_task(one(n)) for n in range(self.plan["tables"])]
        watching = [asyncio.create_task(self.generals(n)) for n in range(self.plan.get("generals", 0))]
        while self.ready < len(players):
            await asyncio.sleep(0.1)
            for player in players:
                if player.done():
                    player.result()
        used = processor_seconds(self.plan["pids"])
        self.go.set()
        await asyncio.gather(*players)
        used = processor_seconds(self.plan["pids"]) - used
        for task in watching:
            task.cancel()
        return {"latencies": [round(s * 1000, 2) for s in self.latencies], "heard": self.heard, "processor": used}

    async def table(self, number: int) -> None:
        """A player of both sides who answers after a pause, and perhaps somebody who watches him."""
        port = self.ports[number % len(self.ports)]
        line, chance = Line(port), random.Random(number)
        body = {"game": GAME, "seats": {"german": "me", "french": "me"}, "name": "bench"}
        made = json.loads(await line.ask("POST", "/api/tables", body=body))
        path, key = f"/api/tables/{made['table']}", made["key"]
        watching = None
        if number < self.plan["watchers"]:
            other = self.ports[(number + 1) % len(self.ports)]
            watching = asyncio.create_task(self.watch(other, f"{path}/live", made["watch"]))
        seen = json.loads(await line.ask("GET", f"{path}/state", key))
        async for _ in self.beats(chance):
            if seen["over"]:
                break
            text = chance.choice(seen["decision"]["actions"])["text"]
            call = {"seq": seen["seq"], "key": f"{number}-{seen['seq']}", "text": text}
            seen = json.loads(await self.timed(line, f"{path}/actions", key, call))
        if watching is not None:
            watching.cancel()

    async def nothing(self, number: int) -> None:
        """The same calls at the same times to an application that does nothing."""
        line, chance = Line(self.ports[number % len(self.ports)]), random.Random(number)
        await line.ask("POST", "/", body={})
        async for n in self.beats(chance):
            await self.timed(line, "/", "x" * 32, {"seq": n, "key": f"{number}-{n}", "text": "barrage:1905"})

    async def beats(self, chance: random.Random) -> Any:
        """When to act: all together begin at one time, each at his own pace."""
        self.ready += 1
        await self.go.wait()
        end, n = time.perf_counter() + self.seconds, 0
        await asyncio.sleep(chance.random() * self.pause)
        while time.perf_counter() < end:
            yield n
            n += 1
            await asyncio.sleep(chance.expovariate(1 / self.pause))

    async def timed(self, line: Line, path: str, key: str, call: object) -> bytes:
        began = time.perf_counter()
        answer = await line.ask("POST", path, key, call)
        self.latencies.append(time.perf_counter() - began)
        return answer

    async def generals(self, number: int) -> None:
        """A table where two generals play each other as long as somebody looks."""
        port = self.ports[number % len(self.ports)]
        body = {"game": GAME, "seats": {"german": "bot:general", "french": "bot:general"}, "name": "bench"}
        made = json.loads(await Line(port).ask("POST", "/api/tables", body=body))
        await self.watch(port, f"/api/tables/{made['table']}/live", made["watch"])

    async def watch(self, port: int, path: str, key: str) -> None:
        """Read a live line, with as little work as can be: what counts is what the server has to do."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(HELLO.format(path=path).encode())
        await reader.readuntil(b"\r\n\r\n")
        writer.write(_frame(1, json.dumps({"key": key, "since": 0}).encode()))
        while True:
            kind, size = await reader.readexactly(2)
            if size == 126:
                (size,) = struct.unpack("!H", await reader.readexactly(2))
            elif size == 127:
                (size,) = struct.unpack("!Q", await reader.readexactly(8))
            content = await reader.readexactly(size)
            if kind & 15 == 9:
                writer.write(_frame(10, content))
            elif kind & 15 == 8:
                raise RuntimeError(f"a watcher was sent away: {content[2:]!r}")
            self.heard += 1


def _frame(kind: int, content: bytes) -> bytes:
    """A short frame, masked with nothing."""
    return bytes((128 | kind, 128 | len(content), 0, 0, 0, 0)) + content


if __name__ == "__main__":
    print(json.dumps(asyncio.run(Clients(json.loads(sys.argv[1])).run())))
