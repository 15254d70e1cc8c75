"""`python -m bench.load`: a club's evening: 300 tables with an action every two seconds and 300 watchers.

The clients are a process of their own with its own clock; the servers run with SQLite, and with
PostgreSQL as two processes. Then generals beside players, and a thousand open tables.

Each load is preceded and followed by the same number of calls to an empty Starlette application. The ratio of the two says more
than the bare figure, which is as good as the machine is quiet. `--quick` shows that it runs and measures nothing.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from typing import Any

from tests.server.private_postgres import free_port, installed, private_postgres

from .load_chart import chart
from .server import measure_long, memory, wait_until_it_listens

PLENTY = {
    "TRENCHLINE_TABLES_PER_MINUTE": "1000000",
    "TRENCHLINE_CALLS_PER_SECOND": "1000000",
    "TRENCHLINE_LOOP_SHARE": "1000",
    "TRENCHLINE_CONNECTIONS_PER_ADDRESS": "100000",
}
RATIOS = {"p99": "p99_ms", "processor": "processor_ms_per_call"}
EMPTY = """
import sys, uvicorn
from starlette.applications import Starlette
from starlette.responses import JSONResponse
from starlette.routing import Route
async def nothing(request):
    await request.json()
    return JSONResponse({"seq": 1})
app = Starlette(routes=[Route("/", nothing, methods=["POST"])])
uvicorn.run(app, port=int(sys.argv[1]), log_level="warning", timeout_keep_alive=75)
"""


@contextmanager
def process(*words: str) -> Iterator[tuple[int, int]]:
    """A server of ours or another: its port and its process."""
    port = free_port()
    words = tuple(word.replace("PORT", str(port)) for word in words)
    running = subprocess.Popen([sys.executable, *words], env={**os.environ, **PLENTY}, stdout=subprocess.DEVNULL)
    try:
        wait_until_it_listens(port)
        yield port, running.pid
    finally:
        running.terminate()
        try:
            running.wait(20)
        except subprocess.TimeoutExpired:
            running.kill()


def trenchline(db: str) -> Any:
    return process("-m", "trenchline.server", "--db", db, "--port", "PORT")


def clients(servers: Sequence[tuple[int, int]], **plan: Any) -> dict[str, float]:
    """What a client process measures at some servers: how long calls take, and what the servers use of the processors."""
    ports, pids = [port for port, _ in servers], [pid for _, pid in servers]
    words = [sys.executable, "-m", "bench.load_client", json.dumps({"ports": ports, "pids": pids, **plan})]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(done.stderr[-2000:])
    measured = json.loads(done.stdout)
    found: list[float] = sorted(measured["latencies"])
    work = round(1000 * measured["processor"] / len(found), 2)
    return spread(found, plan["seconds"]) | {"processor_ms_per_call": work}


def spread(found: Sequence[float], seconds: float) -> dict[str, float]:
    at = lambda share: found[min(len(found) - 1, int(len(found) * share))]  # noqa: E731
    return {"calls_per_second": round(len(found) / seconds, 1), "p50_ms": at(0.5), "p95_ms": at(0.95), "p99_ms": at(0.99)}


def beside_nothing(servers: Sequence[tuple[int, int]], empty: tuple[int, int], **plan: Any) -> dict[str, Any]:
    """A load, the same number of calls to the empty application before and after it, and the ratios."""
    idle = {**plan, "empty": True, "generals": 0}
    before, loaded, after = clients([empty], **idle), clients(servers, **plan), clients([empty], **idle)
    beside = {name: round(median((before[name], after[name])), 2) for name in before}
    ratios = {f"ratio_{name}": round(loaded[of] / beside[of], 1) for name, of in RATIOS.items()}
    return {"load": loaded, "empty": beside, **ratios}


def main(argv: Sequence[str] | None = None) -> int:
    ask = argparse.ArgumentParser(prog="python -m bench.load", description=(__doc__ or "").splitlines()[0])
    ask.add_argument("--tables", type=int, default=300)
    ask.add_argument("--pause", type=float, default=2.0, help="seconds between a player's actions, on average")
    ask.add_argument("--seconds", type=float, default=30.0, help="of each load")
    ask.add_argument("--open", type=int, default=1000, help="open tables whose memory is measured")
    ask.add_argument("--quick", action="store_true", help="few and short: shows that it runs")
    ask.add_argument("--out", type=Path, default=Path(__file__).parent / "results", help="where load.json and load.svg go")
    args = ask.parse_args(argv)
    if args.quick:
        args.tables, args.seconds, args.open = min(args.tables, 20), min(args.seconds, 5.0), min(args.open, 30)
    found = measure(args)
    args.out.mkdir(parents=True, exist_ok=True)
    (args.out / "load.json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    (args.out / "load.svg").write_text(chart(found["loads"]), encoding="utf-8")
    show(found)
    return 0


def measure(args: argparse.Namespace) -> dict[str, Any]:
    plan = {"tables": args.tables, "watchers": args.tables, "pause": args.pause, "seconds": args.seconds}
    few = {**plan, "tables": min(60, args.tables), "watchers": 0}
    loads: dict[str, Any] = {}
    found: dict[str, Any] = {"quick": args.quick, "cpus": os.cpu_count(), "load_before": os.getloadavg()[0], "loads": loads}
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        empty = stack.enter_context(process("-c", EMPTY, "PORT"))
        with trenchline(f"sqlite:///{folder}/load.db") as one:
            loads["SQLite"] = beside_nothing([one], empty, **plan)
            found["server_mb"] = round(memory(one[1]), 1)
        if installed():
            with private_postgres() as db, trenchline(db) as one, trenchline(db) as two:
                loads["PostgreSQL, 2 processes"] = beside_nothing([one, two], empty, **plan)
        with trenchline(f"sqlite:///{folder}/few.db") as one:
            loads[f"{few['tables']} players alone"] = alone = beside_nothing([one], empty, **few)
            generals = beside_nothing([one], empty, **few, generals=8)
            loads[f"{few['tables']} players, 8 tables of generals"] = generals
            found["generals_ratio_p99"] = round(generals["load"]["p99_ms"] / alone["load"]["p99_ms"], 2)
        with trenchline(f"sqlite:///{folder}/open.db") as one:
            before = memory(one[1])
            clients([one], tables=args.open, watchers=args.open, pause=1.0, seconds=3.0)
            found["open_tables"] = args.open
            found["open_tables_mb"] = round(memory(one[1]) - before, 1)
        if not args.quick:
            found |= asyncio.run(measure_long(f"sqlite:///{folder}/long.db"))
    return found


def show(found: dict[str, Any]) -> None:
    print(f"{'':38} {'p50':>8} {'p95':>8} {'p99':>8} ms   calls/s   empty app's p99   ratio   processor ms/call   ratio")
    for name, one in found["loads"].items():
        load = one["load"]
        times = "".join(f"{load[p]:>9.1f}" for p in ("p50_ms", "p95_ms", "p99_ms"))
        beside = f"{load['calls_per_second']:>13}{one['empty']['p99_ms']:>18.1f}{one['ratio_p99']:>8.1f}"
        print(f"{name:38}{times}{beside}{load['processor_ms_per_call']:>20.2f}{one['ratio_processor']:>8.1f}")
    for name, value in found.items():
        if name != "loads":
            print(f"  {name:22} {value}")
    quiet = found["load_before"] < 0.5
    for name, one in list(found["loads"].items())[:2]:
        kept = "yes" if one["load"]["p99_ms"] < 100 else "NO"
        print(f"  p99 under 100 ms, {name}: {kept}{'' if quiet else ' (busy machine)'}")
    print(f"  generals do not triple the others' p99: {'yes' if found['generals_ratio_p99'] < 3 else 'NO'}")


if __name__ == "__main__":
    sys.exit(main())
