"""Firestorm on the Meuse held against history: what becomes of the two divisions in the front line.

    python -m experiments.front_divisions 10 colonel

plays games between two players of a level and prints, turn by turn, how many of the steps of the 72nd and 51st Divisions are
lost when the French phase ends, and how many squares of their start line the French hold; then in how many games Verdun fell.
History (shared/history.md, V3 and V6): 61 % of the two divisions in the first four days, a band of 45 to 75 %; Verdun in fewer
than 15 % of games. A turn is a week, so that the first counts.
"""

from __future__ import annotations

import sys
from random import Random
from statistics import fmean

from trenchline.ai import ask
from trenchline.core.match import Match
from trenchline.games import load
from trenchline.games.generation_lost.components import FRENCH, GERMAN
from trenchline.games.generation_lost.sequence import INDEX
from trenchline.games.generation_lost.victory import was_last
from trenchline.lab.simulate import game_seed, make_players

# The 72nd from the Meuse to the Bois des Caures, the 51st from there to Ornes: the counters set up there are theirs (19.1.3).
FRONT = ("E14", "C16", "C18", "D20", "D21", "D23", "E25", "G26")


def play(level: str, seed: int) -> tuple[list[float], list[int], bool]:
    """For each turn the share of steps lost and the squares of the line that are held; whether Verdun fell."""
    game = load("generation-lost")
    match: Match = game.start("firestorm", seed=seed)
    p, players, chance = match.position, make_players(game, (level, level), {}, seed), Random(seed)
    c = p.c
    units = [u for label in FRONT for u in p.stacks[c.board.cell(label)] if c.infantry[u]]
    whole = sum(p.steps[u] for u in units)
    lost, held = list[float](), list[int]()
    while not match.over:
        turn, before = p.turn, p.step
        match.apply(ask(players[match.player], match, chance).action)
        if before < INDEX["french-end"] and (p.step >= INDEX["french-end"] or p.turn > turn or match.over):
            lost.append(1.0 - sum(p.steps[u] for u in units if p.on_map(u)) / whole)
            held.append(sum(p.holds(x, FRENCH) for x in c.french_line))
    return lost, held, all(was_last(p, x, GERMAN) for x in c.areas["verdun"])


def main(games: int, level: str) -> None:
    found = [play(level, game_seed(1916, i)) for i in range(1, games + 1)]
    for turn in range(min(len(lost) for lost, _, _ in found)):
        share, held = fmean(lost[turn] for lost, _, _ in found), fmean(held[turn] for _, held, _ in found)
        each = " ".join(f"{lost[turn]:.0%}" for lost, _, _ in found)
        print(f"turn {turn + 1}: {share:4.0%} of the 72nd and 51st lost ({each}), {held:4.1f} squares of the line held")
    print(f"Verdun fell in {sum(fell for _, _, fell in found)} of {games} games")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10, sys.argv[2] if len(sys.argv) > 2 else "sergeant")
