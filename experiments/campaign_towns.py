"""Bapaume and Péronne in the campaign: how often the Allies take them, between staffs without search.

    python -m experiments.campaign_towns 20 707

plays as many campaigns as the first number says (20), with the matches of a seed (the second; 1916), and prints for each
which of the two the Allies drew as an objective (15.6.1), when a town was first in Allied hands and whether it was so at the
end. A town is in Allied hands if an Allied unit was the last to stand in it, to pass through it or to have an uncontested zone
of control on it (13.1.1): to have lost it for a day is to have lost it. How often Allied troops stood in it at all, and stand
in it at the end, is counted too. In 1916 neither was taken; fewer than 15 campaigns of 100 are wanted.
"""

from __future__ import annotations

import sys
from collections import Counter
from random import Random
from typing import NamedTuple

from trenchline.ai import ask
from trenchline.games import load
from trenchline.games.big_push.components import ALLIED
from trenchline.games.big_push.position import Position
from trenchline.lab.simulate import game_seed, make_players

STAFF = "trenchline.ai.doctrines.standing:Standing"
TOWNS = {"Bapaume": "P7", "Péronne": "U26"}


class Fate(NamedTuple):
    """What became of a town: whether it was an objective, the first turn in which it was in Allied hands or Allies stood in it
    (0: never), and both at the end."""

    drawn: bool
    lost: int
    entered: int
    lost_at_end: bool
    held_at_end: bool

    def __str__(self) -> str:
        if not self.lost:
            return "-"
        where = "" if self.entered else ", never entered"
        return f"turn {self.lost}{where}{'' if self.lost_at_end else ', retaken'}"


def play(seed: int) -> tuple[str, dict[str, Fate], list[int]]:
    """A campaign: who won, what became of the towns, the points of both sides."""
    game = load("big-push")
    match = game.start("campaign", seed=seed)
    players, chance = make_players(game, (STAFF, STAFF), {}, seed), Random(seed)
    p = match.position
    assert isinstance(p, Position)
    cells = {town: p.c.board.cell(label) for town, label in TOWNS.items()}
    lost, entered = dict[str, int](), dict[str, int]()
    while not match.over:
        match.apply(ask(players[match.player], match, chance).action)
        for town, x in cells.items():
            if p.control[x] == ALLIED:
                lost.setdefault(town, p.turn)
            if p.holds(x, ALLIED):
                entered.setdefault(town, p.turn)
    assert match.result is not None
    drawn = {x for m in p.objectives for x in p.c.marker_cells[m]}
    fates = {
        town: Fate(x in drawn, lost.get(town, 0), entered.get(town, 0), p.control[x] == ALLIED, bool(p.holds(x, ALLIED)))
        for town, x in cells.items()
    }
    return match.result.winner or "drawn", fates, list(p.points)


def main(games: int, seed: int) -> None:
    found, results = dict[str, list[Fate]](), Counter[str]()
    for i in range(1, games + 1):
        winner, fates, points = play(game_seed(seed, i))
        results[winner] += 1
        for town, fate in fates.items():
            found.setdefault(town, []).append(fate)
        towns = "; ".join(f"{town}{' (drawn)' if fate.drawn else ''} {fate}" for town, fate in fates.items())
        print(f"{i:3}  {winner:7} {points[0]:3} : {points[1]:3}  {towns}", flush=True)
    for town, fates_of in found.items():
        taken, left = sum(f.lost > 0 for f in fates_of), sum(f.lost_at_end for f in fates_of)
        entered, held = sum(f.entered > 0 for f in fates_of), sum(f.held_at_end for f in fates_of)
        drawn = [fate.lost > 0 for fate in fates_of if fate.drawn]
        print(f"{town}: taken in {taken} of {games}, in Allied hands at the end in {left};", end=" ")
        print(f"entered in {entered}, Allies in it at the end in {held};", end=" ")
        print(f"drawn in {len(drawn)}, of these taken in {sum(drawn)}")
    print("won by the Allies, drawn, won by the Germans:", results["allied"], results["drawn"], results["german"])


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20, int(sys.argv[2]) if len(sys.argv) > 2 else 1916)
