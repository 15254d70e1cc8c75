"""Bapaume and Péronne in the campaign: how often the Allies take them, between staffs without search.

    python -m tests.big_push.campaign_towns 20 707

plays as many campaigns as the first number says (20), with the matches of a seed (the second; 1916), and prints for each
when a town was first in Allied hands and whether it was so at the end. A town is in Allied hands if an Allied unit
was the last to stand in it, to pass through it or to have an uncontested zone of control on it (13.1.1): to have lost it for a
day is to have lost it. In 1916 neither was taken; fewer than 15 campaigns of 100 are wanted.
"""

from __future__ import annotations

import sys
from collections import Counter
from random import Random

from trenchline.ai import ask
from trenchline.games import load
from trenchline.games.big_push.components import ALLIED
from trenchline.games.big_push.position import Position
from trenchline.lab.simulate import game_seed, make_players

STAFF = "examples.doctrines.standing:Standing"
TOWNS = {"Bapaume": "P7", "Péronne": "U26"}


def play(seed: int) -> tuple[str, dict[str, int], list[str], list[int]]:
    """A campaign: who won, in which turn each town was first lost, which are lost at the end, the points of both sides."""
    game = load("big-push")
    match = game.start("campaign", seed=seed)
    players, chance = make_players(game, (STAFF, STAFF), {}, seed), Random(seed)
    p, first = match.position, dict[str, int]()
    assert isinstance(p, Position)
    cells = {town: p.c.board.cell(label) for town, label in TOWNS.items()}
    while not match.over:
        match.apply(ask(players[match.player], match, chance).action)
        for town, x in cells.items():
            if p.control[x] == ALLIED:
                first.setdefault(town, p.turn)
    assert match.result is not None
    return match.result.winner or "drawn", first, [town for town, x in cells.items() if p.control[x] == ALLIED], list(p.points)


def main(games: int, seed: int) -> None:
    ever, at_end, results = Counter[str](), Counter[str](), Counter[str]()
    for i in range(1, games + 1):
        winner, first, lost, points = play(game_seed(seed, i))
        ever.update(first.keys())
        at_end.update(lost)
        results[winner] += 1
        taken = ", ".join(f"{town} in turn {turn}{'' if town in lost else ' (retaken)'}" for town, turn in first.items())
        print(f"{i:3}  {winner:7} {points[0]:3} : {points[1]:3}  {taken or 'neither'}", flush=True)
    for town in TOWNS:
        print(f"{town}: taken in {ever[town]} of {games}, in Allied hands at the end in {at_end[town]}")
    print("won by the Allies, drawn, won by the Germans:", results["allied"], results["drawn"], results["german"])


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20, int(sys.argv[2]) if len(sys.argv) > 2 else 1916)
