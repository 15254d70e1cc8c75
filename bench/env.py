"""`python -m bench.env`: steps of the research environment beside PettingZoo's chess, in the same run.

A step is `last()` with the whole observation and the mask, a random legal number, and `step`. All play in turn, round by round,
so that whatever else the machine does strikes them alike; the clock is processor time.
"""

from __future__ import annotations

import argparse
import resource
import sys
import time
from collections.abc import Callable, Sequence
from importlib.metadata import version
from multiprocessing import get_context
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import msgspec
import numpy as np

from trenchline.env import env

WANTED = {"they-shall-not-pass staged": 5_000, "generation-lost staged": 3_000}
MAKERS: dict[str, Callable[[], Any]] = {
    "they-shall-not-pass staged": lambda: env("they-shall-not-pass"),
    "they-shall-not-pass flat": lambda: env("they-shall-not-pass", actions="flat"),
    "verdun-1916 staged": lambda: env("verdun-1916"),
    "campaign-of-attrition staged": lambda: env("campaign-of-attrition"),
    "big-push staged": lambda: env("big-push"),
    "generation-lost staged": lambda: env("generation-lost"),
}
CHESS = "PettingZoo chess"


class Rate(msgspec.Struct, frozen=True):
    """Steps a second on one core: each round, and their median."""

    name: str
    rounds: list[float]
    median: float
    against_chess: float
    wanted: int = 0


class Report(msgspec.Struct, frozen=True):
    rates: list[Rate]
    one_process: float  # steps a second by the clock on the wall
    two_processes: float
    megabytes: float  # of the process that has played all of them
    chess: str  # the version of PettingZoo


def chess() -> Any:
    from pettingzoo.classic import chess_v6

    return chess_v6.env()


class Agent:
    """Plays an environment on, episode after episode, by any legal number."""

    def __init__(self, make: Callable[[], Any]) -> None:
        self.env, self.chance = make(), Random(1)
        self.env.reset(seed=1)

    def play(self, steps: int) -> None:
        for _ in range(steps):
            seen, _, terminated, truncated, _ = self.env.last()
            if terminated or truncated:
                self.env.reset()
                continue
            legal = np.flatnonzero(seen["action_mask"])
            self.env.step(legal[int(self.chance.random() * len(legal))])

    def rate(self, steps: int) -> float:
        start = time.process_time()
        self.play(steps)
        return steps / (time.process_time() - start)


def measure(steps: int, rounds: int, names: Sequence[str]) -> Report:
    agents = {name: Agent(MAKERS[name]) for name in names}
    try:
        agents[CHESS] = Agent(chess)
    except ImportError as missing:
        print(f"{CHESS} is not measured: {missing}")
    found: dict[str, list[float]] = {name: [] for name in agents}
    for number in range(rounds + 1):
        for name, agent in agents.items():
            rate = agent.rate(steps)
            if number:  # the first round warms up
                found[name].append(rate)
    rates = [
        Rate(name, rates, median(rates), against(rates, found.get(CHESS, [])), WANTED.get(name, 0))
        for name, rates in found.items()
    ]
    one, two = (side_by_side(names[0], count, steps) for count in (1, 2))
    return Report(rates, one, two, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, version("pettingzoo"))


def against(ours: Sequence[float], theirs: Sequence[float]) -> float:
    """The median over the rounds of our rate against theirs; 0 where they did not play."""
    return median(a / b for a, b in zip(ours, theirs, strict=True)) if theirs else 0.0


def side_by_side(name: str, processes: int, steps: int) -> float:
    """Steps a second of some processes together, each by its own processor time: only what they do to each other counts,
    not what else the machine does."""
    with get_context("spawn").Pool(processes) as pool:
        pool.map(_play, [(name, steps)] * processes)  # each has loaded its game
        return sum(pool.map(_play, [(name, steps)] * processes, chunksize=1))


_playing: dict[str, Agent] = {}


def _play(work: tuple[str, int]) -> float:
    name, steps = work
    if name not in _playing:
        _playing[name] = Agent(MAKERS[name])
    return _playing[name].rate(steps)


def main(arguments: Sequence[str] | None = None) -> int:
    ask = argparse.ArgumentParser(prog="python -m bench.env", description=__doc__)
    ask.add_argument("names", metavar="NAME", nargs="*", help=", ".join(MAKERS))
    ask.add_argument("--steps", type=int, default=5_000)
    ask.add_argument("--rounds", type=int, default=5)
    ask.add_argument("--out", type=Path, help="write the figures as JSON")
    args = ask.parse_args(arguments)
    report = measure(args.steps, args.rounds, args.names or list(MAKERS))
    for rate in report.rates:
        wanted = f"  (wanted {rate.wanted:,})" if rate.wanted else ""
        print(f"{rate.name:32} {rate.median:9,.0f} steps/s  {rate.against_chess:6.1f} x chess{wanted}")
    ratio = report.two_processes / report.one_process
    print(f"two processes beside one: {ratio:.2f} times ({report.two_processes:,.0f} and {report.one_process:,.0f} steps/s)")
    print(f"memory: {report.megabytes:.0f} MB with all of them loaded; PettingZoo {report.chess}")
    if args.out:
        args.out.write_bytes(msgspec.json.format(msgspec.json.encode(report), indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
