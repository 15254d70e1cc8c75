"""`python -m bench.bots [GAME ...]`: how fast the opponents think, level by level, in the games that are there."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from statistics import fmean, quantiles

import trenchline
from trenchline.ai import make_player, visible_match
from trenchline.core.match import Match

# A general has so long for a plan, which is made at one decision.
TARGETS = {"sergeant_p50_ms": 2.0, "sergeant_game_s": 3.0, "colonel_turn_s": 3.0, "general_worst_ms": 5000.0}


def timed_game(match: Match, level: str, clock: Callable[[], float]) -> tuple[list[float], dict[tuple[str, int], float], float]:
    """Seconds of every decision, of every turn of a seat, and of the whole game."""
    players = {seat: make_player(level, f"bench:{seat}") for seat in match.seats}
    chance = Random(0)
    decisions: list[float] = []
    turns: dict[tuple[str, int], float] = {}
    begun = clock()
    while not match.over:
        seat, turn = match.player, match.position.turn
        start = clock()
        action = players[seat].choose(visible_match(match, seat, chance))
        spent = clock() - start
        decisions.append(spent)
        turns[seat, turn] = turns.get((seat, turn), 0.0) + spent
        match.apply(action)
    return decisions, turns, clock() - begun


def measure(slug: str, games: int, clock: Callable[[], float]) -> dict[str, float]:
    game = trenchline.load(slug)
    found: dict[str, float] = {}
    for level in ("recruit", "sergeant", "colonel", "general"):
        played = [timed_game(game.start(seed=seed), level, clock) for seed in range(games)]
        decisions = sorted(d for one, _, _ in played for d in one)
        turns = [t for _, each, _ in played for t in each.values()]
        found[f"{level}_p50_ms"] = decisions[len(decisions) // 2] * 1000
        found[f"{level}_p95_ms"] = quantiles(decisions, n=20)[-1] * 1000
        found[f"{level}_worst_ms"] = decisions[-1] * 1000
        found[f"{level}_game_s"] = min(whole for _, _, whole in played)
        found[f"{level}_turn_s"] = max(turns)
        found[f"{level}_decisions"] = fmean(len(one) for one, _, _ in played)
    return {name: round(value, 3) for name, value in found.items()}


def main(arguments: Sequence[str] | None = None) -> int:
    ask = argparse.ArgumentParser(prog="python -m bench.bots", description=__doc__)
    ask.add_argument("games", metavar="GAME", nargs="*", help="short names; all games if none is given")
    ask.add_argument("--rounds", type=int, default=3, metavar="N", help="whole games of each level (3)")
    ask.add_argument("--wall", action="store_true", help="time by the clock on the wall, not by processor time")
    ask.add_argument("--json", type=Path, metavar="FILE", help="write the figures to a file as well")
    args = ask.parse_args(arguments)
    clock = time.perf_counter if args.wall else time.process_time
    report = {}
    for slug in args.games or [info.slug for info in trenchline.games()]:
        figures = report[slug] = measure(slug, args.rounds, clock)
        print(slug)
        for name, value in figures.items():
            target = TARGETS.get(name)
            mark = "" if target is None else f"   target {target:g}: {'pass' if value <= target else 'FAIL'}"
            print(f"  {name:22} {value:10.2f}{mark}")
    if args.json:
        args.json.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
