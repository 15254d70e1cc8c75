"""February 1916 held against history: how deep the Germans come, when Fort Douaumont falls, what the front divisions lose.

    python -m experiments.first_week 40 trenchline.ai.doctrines.standing:Standing 1916

plays games between two players of a kind and prints the points, the day on which the fort was destroyed in each, the
southernmost row of the right bank that is German after five days, and the share of the infantry of the 72nd and 51st Divisions
that is lost by then. History (shared/history.md, V1 to V3): 8 km and a band of 5 to 9 (a row is 700 m, the line runs along rows
3 to 5); day 5, by day 8 in more than half of the games; 61 % and a band of 45 to 75.
"""

from __future__ import annotations

import sys
from random import Random
from statistics import fmean

from trenchline.ai import ask
from trenchline.core.match import Match
from trenchline.games import load
from trenchline.games.they_shall_not_pass.components import GERMAN
from trenchline.lab.simulate import game_seed, make_players

FORT, FRONT = "2113", ("72R", "51R")
WOEVRE = 25  # the first column of the plain, where nobody stood in the way
FIRST_DAYS = 5


def play(level: str, seed: int) -> tuple[float, int, int, float]:
    """The points, the day of the fort's fall (0 if it stands), the depth and the losses after five days."""
    game = load("they-shall-not-pass")
    match: Match = game.start("historical", seed=seed)
    p, players, chance = match.position, make_players(game, (level, level), {}, seed), Random(seed)
    c = p.c
    fort = c.board.cell(FORT)
    front = [u for u in range(len(c.ids)) if c.division[u] in FRONT and c.kind[u] == "infantry"]
    whole = sum(p.steps[u] for u in front)
    fell, depth, lost = 0, 0, 0.0
    while not match.over:
        day = p.turn
        match.apply(ask(players[match.player], match, chance).action)
        if not fell and not p.fort_stands(fort):
            fell = day
        if day == FIRST_DAYS < p.turn:
            won = (label for cell, label in enumerate(c.board.labels) if p.control[cell] == GERMAN)
            depth = max(int(label[2:]) for label in won if int(label[:2]) < WOEVRE)
            lost = 1.0 - sum(p.steps[u] for u in front if p.on_map(u)) / whole
    assert match.result is not None
    return match.result.points, fell, depth, lost


def main(games: int, level: str, seed: int) -> None:
    points, fell, depth, lost = zip(*(play(level, game_seed(seed, i)) for i in range(1, games + 1)), strict=True)
    ends = [sum(score > 8 for score in points), sum(6 <= score <= 8 for score in points), sum(score < 6 for score in points)]
    print(f"{fmean(points):.2f} points; German, drawn, French: {ends}")
    print(f"Douaumont fell by day 8 in {sum(0 < day <= 8 for day in fell)} of {games}: {sorted(day for day in fell if day)}")
    print(f"after five days: row {fmean(depth):.1f}, {fmean(lost):.0%} of the 72nd and 51st lost")


if __name__ == "__main__":
    _, count, kind, start = [*sys.argv, *("", "10", "sergeant", "1916")[len(sys.argv) :]]
    main(int(count), kind, int(start))
