"""Random games without end, over every game of the catalogue, every scenario and every set of options: `make soak`.

    python -m tests.soak --decisions 10_000_000 --jobs 2 --folder soak

A game is settled by its name and its number, so that a run is stopped at will and goes on with the next numbers; what it
has done stands in `progress.json`. The game of which the fewest have been played is next: a new one catches up first. A
game that breaks a rule goes with its plan to `found.jsonl`; `tests/soak_found.jsonl` holds those that the suite plays again.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from functools import cache
from itertools import combinations
from pathlib import Path
from random import Random

import msgspec

import trenchline
from trenchline.games import CATALOGUE
from trenchline.lab.workers import share_out

from .fuzz import attempt
from .random_games import FULL, STRICT, Every, Plan, Tally, option_sets

STRICT_EACH = 200  # every so many games each check runs at each action
PATIENT_EACH = 4  # and nobody gives in while there is something else to do
FOUND = Path(__file__).with_name("soak_found.jsonl")


class Found(msgspec.Struct, frozen=True):
    """A game that broke a rule, and what was said of it."""

    plan: Plan
    said: str


class Soaked(msgspec.Struct):
    """What has been played of one game of the catalogue."""

    next: int = 0  # every number below is done
    done: list[int] = []  # and these above
    games: int = 0
    decisions: int = 0
    rolls: int = 0
    refused: int = 0
    strict: int = 0
    seconds: float = 0.0
    faults: int = 0
    longest: int = 0
    scenarios: dict[str, int] = {}
    options: set[str] = set()  # the sets of options that were played, each as words
    checks: dict[str, int] = {}
    met: dict[str, int] = {}  # the kinds of decisions
    levels: dict[str, int] = {}

    def finish(self, number: int) -> None:
        self.done.append(number)
        while self.next in self.done:
            self.done.remove(self.next)
            self.next += 1

    def add(self, tally: Tally) -> None:
        self.games += 1
        self.decisions += tally.actions
        self.rolls += tally.rolls
        self.refused += tally.refused
        self.strict += tally.plan.every == STRICT
        self.seconds = round(self.seconds + tally.seconds, 2)
        self.faults += bool(tally.fault)
        self.longest = max(self.longest, tally.actions)
        self.options.add(" ".join(tally.plan.options))
        self.scenarios = Counter(self.scenarios) + Counter([tally.plan.scenario])
        self.checks = Counter(self.checks) + tally.checks
        self.met = Counter(self.met) + tally.decisions
        self.levels = Counter(self.levels) + Counter([tally.level or "broken"])


class Progress(msgspec.Struct):
    """How far a soak has come, in `progress.json`."""

    games: dict[str, Soaked] = {}
    commits: dict[str, int] = {}  # the decisions that were played on each state of the code

    @property
    def decisions(self) -> int:
        return sum(game.decisions for game in self.games.values())

    @property
    def faults(self) -> int:
        return sum(game.faults for game in self.games.values())


# ---------------------------------------------------------------------------------------------------- which games


@cache
def rotation(slug: str) -> list[tuple[str, ...]]:
    """Every set of options of a game: first each alone and all but each, then the others in an order that is mixed once."""
    game = trenchline.load(slug)
    names = [o.id for o in game.options]
    others = [chosen for count in range(len(names) + 1) for chosen in combinations(names, count)]
    Random(slug).shuffle(others)
    return list(dict.fromkeys([*option_sets(game), *others]))


def plan(slug: str, number: int, every: Every = FULL) -> Plan:
    """Game `number` of a game: scenario by scenario through all sets of options."""
    scenarios, sets = trenchline.load(slug).scenarios, rotation(slug)
    lap = number // len(scenarios)
    every = STRICT if number % STRICT_EACH == STRICT_EACH - 1 else every
    return Plan(slug, scenarios[number % len(scenarios)].id, sets[lap % len(sets)], number, every, lap % PATIENT_EACH == 1)


def to_come(progress: Progress, every: Every = FULL) -> Iterator[Plan]:
    """The games to play, for ever."""
    ahead = {slug: progress.games.setdefault(slug, Soaked()).next for slug in CATALOGUE}
    while True:
        slug = min(ahead, key=ahead.__getitem__)
        number, ahead[slug] = ahead[slug], ahead[slug] + 1
        if number not in progress.games[slug].done:
            yield plan(slug, number, every)


# ---------------------------------------------------------------------------------------------------- playing them


def soak(folder: Path, decisions: int, jobs: int, seconds: float = 0, every: Every = FULL, tell: bool = True) -> Progress:
    """Play until so many decisions have been taken in all, or for so many seconds; each finished game is on disk."""
    folder.mkdir(parents=True, exist_ok=True)
    progress, code = read(folder), commit()
    begun, before = time.monotonic(), progress.decisions
    if progress.decisions >= decisions:
        return progress
    with closing(share_out(attempt, to_come(progress, every), jobs)) as played:
        for game, tally in played:
            soaked = progress.games[game.game]
            soaked.finish(game.seed)
            soaked.add(tally)
            progress.commits[code] = progress.commits.get(code, 0) + tally.actions
            if tally.fault:
                keep(folder / "found.jsonl", Found(game, tally.fault))
            write(folder, progress)
            spent = time.monotonic() - begun
            if tell:
                rate = (progress.decisions - before) / spent
                print(f"\r{progress.decisions:,} decisions, {progress.faults} faults, {rate:.0f}/s", end="", file=sys.stderr)
            if progress.decisions >= decisions or (seconds and spent > seconds):
                break
    return progress


def commit() -> str:
    """The state of the code, as git names it."""
    asked = subprocess.run(["git", "describe", "--always", "--dirty"], capture_output=True, text=True, cwd=FOUND.parent)
    return asked.stdout.strip() or "unknown"


def read(folder: Path) -> Progress:
    file = folder / "progress.json"
    return msgspec.json.decode(file.read_bytes(), type=Progress) if file.exists() else Progress()


def write(folder: Path, progress: Progress) -> None:
    """Whole or not at all."""
    half = folder / "progress.part"
    half.write_bytes(msgspec.json.format(msgspec.json.encode(progress, order="deterministic")) + b"\n")
    half.replace(folder / "progress.json")


def keep(file: Path, found: Found) -> None:
    with file.open("ab") as lines:
        lines.write(msgspec.json.encode(found) + b"\n")
        os.fsync(lines.fileno())


def found_in(file: Path) -> list[Found]:
    """The games that broke a rule once."""
    return [msgspec.json.decode(line, type=Found) for line in file.read_bytes().splitlines() if line] if file.exists() else []


# ---------------------------------------------------------------------------------------------------- the figures


def report(progress: Progress) -> str:
    """The figures of a soak, game by game."""
    played = sum(game.games for game in progress.games.values())
    lines = [f"{progress.decisions:,} decisions in {played:,} games, of which {progress.faults} broke a rule"]
    for slug, g in progress.games.items():
        wanted, total = len(trenchline.load(slug).scenarios), len(rotation(slug))
        rate = g.decisions / g.seconds if g.seconds else 0
        lines += [
            f"{slug}: {g.games:,} games ({g.strict} with every check at every action), {g.decisions:,} decisions, the longest "
            f"{g.longest:,}; {g.rolls:,} rolls, {g.refused:,} wrong actions refused",
            f"  {len(g.scenarios)} of {wanted} scenarios, {len(g.options)} of {total} sets of options, "
            f"{len(g.met)} kinds of decisions, {rate:.0f} decisions/s of one core",
            f"  sampled: {', '.join(f'{name} {count:,}' for name, count in sorted(g.checks.items()))}",
            f"  results: {', '.join(f'{level} {count}' for level, count in sorted(g.levels.items()))}",
        ]
    return "\n".join([*lines, f"code: {json.dumps(progress.commits)}"])


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--decisions", type=int, default=10_000_000, help="stop when so many have been taken in all")
    parser.add_argument("--seconds", type=float, default=0, help="or after so long")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--folder", type=Path, default=Path("soak"), help="where progress.json and found.jsonl are")
    parser.add_argument("--every", type=Every.read, default=FULL, help="how often dearer checks run, as in undo=1,text=5")
    parser.add_argument("--report", action="store_true", help="print the figures so far and play nothing")
    args = parser.parse_args(argv)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        progress = read(args.folder) if args.report else soak(args.folder, args.decisions, args.jobs, args.seconds, args.every)
    except KeyboardInterrupt:
        progress = read(args.folder)
    print(report(progress))
    if progress.faults:
        print(f"What was found is in {args.folder / 'found.jsonl'}; its lines belong into {FOUND}, where the suite plays them.")
    return 1 if progress.faults else 0


if __name__ == "__main__":
    sys.exit(main())
