"""Random games that are checked, after every action, for what is always true of a match (docs/architecture.md, a to h).

The suite plays a dozen games (`test_fuzz.py`); this plays as many as you like, through all option sets in turn:

    python -m tests.fuzz they-shall-not-pass free --games 200 --seed 0 --jobs 2

A game that breaks a rule is told with its seed: `--seed N --games 1` plays it again, action for action.
"""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from multiprocessing import Pool

import trenchline
from trenchline.core.decisions import Automatic, Decision, Roll
from trenchline.core.notation import action_text

from .invariants import Broken, Fuzzer
from .random_games import LIGHT, Every, Plan, Tally, plans


@contextmanager
def told_where(fuzzer: Fuzzer) -> Iterator[None]:
    """Whatever goes wrong is told with the game, the action and the last of the log."""
    try:
        yield
    except Exception as fault:
        match = fuzzer.match
        last = " ".join(action_text(a) for a in match.history[-8:])
        asked = match.position.stack[-1].__class__.__name__ if match.position.stack else "nothing"
        where = f"{fuzzer.plan}, action {fuzzer.tally.actions}, {asked} asked, after ... {last}"
        raise Broken(f"{fault if isinstance(fault, Broken) else repr(fault)}\n  in {where}") from fault


def fuzz(plan: Plan) -> Tally:
    """Play one game and check it all the way. Raises Broken where something does not hold."""
    fuzzer = Fuzzer(plan)
    with told_where(fuzzer):
        return fuzzer.play()


# ---------------------------------------------------------------------------------------------------- many games


def attempt(plan: Plan) -> Tally:
    """A game of a long run: a fault is kept, and the run goes on."""
    try:
        return fuzz(plan)
    except Broken as broken:
        cause = broken.__cause__
        if cause is None or isinstance(cause, Broken):
            return Tally(plan, fault=str(broken))
        frames = "".join(traceback.format_tb(cause.__traceback__)[-3:])
        return Tally(plan, fault=f"{broken}\n{frames}")


def run(todo: Sequence[Plan], jobs: int) -> list[Tally]:
    """All games, on several processes, with a line of progress."""
    tallies: list[Tally] = []
    begun = time.perf_counter()
    with Pool(jobs) as pool:
        for tally in pool.imap_unordered(attempt, todo):
            tallies.append(tally)
            actions, faults = sum(t.actions for t in tallies), sum(1 for t in tallies if t.fault)
            line = (
                f"{len(tallies)}/{len(todo)} games, {actions:,} actions, {faults} faults, {time.perf_counter() - begun:.0f} s"
            )
            print(f"\r{line}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return sorted(tallies, key=lambda t: t.plan.seed)


def choices(slug: str) -> set[str]:
    """Every kind of decision that a player of a game can meet."""
    package = type(trenchline.load(slug)).__module__
    kinds: list[type] = [Decision]
    for kind in kinds:  # grows as it goes
        kinds += kind.__subclasses__()
    leaves = (k for k in kinds if not k.__subclasses__() and k.__module__.startswith(package))
    return {k.__name__ for k in leaves if not issubclass(k, Automatic | Roll)}


def summary(tallies: Sequence[Tally]) -> str:
    """The figures of a run."""
    sound = [t for t in tallies if not t.fault]
    lengths = [t.actions for t in sound] or [0]
    decisions, checks, levels = Counter[str](), Counter[str](), Counter[str]()
    for t in sound:
        decisions += t.decisions
        checks += t.checks
        levels[t.level] += 1
    rolls = sum(t.rolls for t in sound)
    lines = [
        f"games      {len(tallies)}, of which {len(tallies) - len(sound)} broke a rule",
        f"actions    {sum(lengths):,}; in a game {min(lengths):,} to {max(lengths):,}; {rolls:,} rolls",
        f"refused    {sum(t.refused for t in sound):,} wrong actions",
        f"sampled    {', '.join(f'{name} {count:,}' for name, count in sorted(checks.items()))}",
        f"options    {len({t.plan.options for t in tallies})} sets",
        f"results    {', '.join(f'{level} {count}' for level, count in levels.most_common())}",
        f"decisions  {', '.join(f'{kind} {count:,}' for kind, count in decisions.most_common())}",
        f"never met  {', '.join(sorted(choices(tallies[0].plan.game) - set(decisions))) or 'none'}",
        f"time       {sum(t.seconds for t in sound):.0f} s of one core",
    ]
    return "\n".join(lines + [f"FAULT  {t.fault}" for t in tallies if t.fault])


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("game")
    parser.add_argument("scenario")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0, help="of the first game; the others follow")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--patient", action="store_true", help="nobody ends the match while there is something else to do")
    parser.add_argument("--light", action="store_true", help="the dearer checks a tenth as often: for many games")
    parser.add_argument("--every", type=Every.read, default=Every(), help="how often dearer checks run, as in undo=1,text=5")
    args = parser.parse_args()
    every = LIGHT if args.light else args.every
    tallies = run(plans(args.game, args.scenario, args.games, args.seed, args.patient, every), args.jobs)
    print(summary(tallies))
    return 1 if any(t.fault for t in tallies) else 0


if __name__ == "__main__":
    sys.exit(main())
