"""What a careful player's standing orders cost whoever gives them: sergeants with and without, on the same seeds.

    python -m experiments.standing_orders verdun-1916 historical 12

plays each seed without orders, then with those of `game.standing.careful` for one side and for the other, and prints for each
side how many points more it made with them, and the games it won.
"""

from __future__ import annotations

import sys
from random import Random
from statistics import fmean, stdev

from trenchline import load, standing_answer
from trenchline.ai import ask
from trenchline.core.match import Result
from trenchline.lab.simulate import game_seed, make_players

SEED = 7


def play(slug: str, scenario: str, seed: int, ordered: str) -> Result:
    """One game of sergeants, in which a side, or nobody, has given orders."""
    game = load(slug)
    match = game.start(scenario, seed=seed)
    players, chance = make_players(game, ("sergeant",) * len(game.sides), {}, seed), Random(seed)
    while not match.over:
        mine = bool(ordered) and match.side_of(match.player) == ordered
        given = standing_answer(match, match.player, game.standing.careful) if mine else None
        match.apply(given.action if given else ask(players[match.player], match, chance).action)
    assert match.result is not None
    return match.result


def main(slug: str, scenario: str, games: int) -> None:
    sides = load(slug).sides
    seeds = [game_seed(SEED, number) for number in range(1, games + 1)]
    plain = [play(slug, scenario, seed, "") for seed in seeds]
    for sign, side in zip((1, -1), sides, strict=True):
        ordered = [play(slug, scenario, seed, side) for seed in seeds]
        more = [sign * (b.points - a.points) for a, b in zip(plain, ordered, strict=True)]
        won = [sum(result.winner == side for result in results) for results in (plain, ordered)]
        print(
            f"{slug}, {scenario}, {side}: {fmean(more):+.1f} points, 95 % {1.96 * stdev(more) / games**0.5:.1f} either way; "
            f"won {won[1]} of {games}, {won[0]} without orders"
        )


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
