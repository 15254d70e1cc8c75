"""The benchmark card: one command plays a bot against the ladder in frozen scenarios, from frozen seeds.

    python -m trenchline.env.card my_bots:Captain --jobs 2 --out card.json
    python -m trenchline.env.card recruit --games campaign-of-attrition --opponents random --pairs 4

A result is the share of the match: 1 won, half drawn, 0 lost. The luck-adjusted one is less by what the rolls of the match
brought beyond their means (`trenchline.analysis.ledger`), where chances have been fitted for the scenario. Intervals are of
95 %, by drawing pairs of matches again.
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path
from random import Random
from statistics import fmean

import msgspec

from .. import TrenchlineError, load
from ..analysis import ledger
from ..lab import play_game

FILE = Path(__file__).with_name("card.toml")
DRAWS = 2_000  # of pairs, for an interval


class Place(msgspec.Struct, frozen=True):
    """A scenario of the card, by the rules it was frozen with."""

    game: str
    rules: int
    scenario: str


class Card(msgspec.Struct, frozen=True):
    version: int
    seed: int
    pairs: int
    opponents: list[str]
    scenario: list[Place]


class Piece(msgspec.Struct, frozen=True):
    """A match to be played: who sits where, and from which seed."""

    place: Place
    opponent: str
    player: str
    side: int  # the player's
    seed: int


class Played(msgspec.Struct, frozen=True):
    """A match as it ended for the player."""

    piece: Piece
    result: float
    luck: float | None  # what the dice brought the player; None where no chances have been fitted


class Share(msgspec.Struct, frozen=True):
    """A mean with its interval of 95 %."""

    mean: float
    low: float
    high: float


class Row(msgspec.Struct, frozen=True):
    """How a player did against an opponent in a scenario."""

    game: str
    scenario: str
    opponent: str
    pairs: int
    result: Share
    without_luck: Share | None


class Figures(msgspec.Struct, frozen=True):
    """A filled card."""

    version: int
    player: str
    pairs: int
    rows: list[Row]


def read_card() -> Card:
    return msgspec.convert(tomllib.loads(FILE.read_text(encoding="utf-8")), Card)


def pieces(card: Card, player: str, pairs: int) -> list[Piece]:
    """All matches of the card: each pair has a seed of its own, the same against every opponent."""
    for place in card.scenario:
        if load(place.game).rules_version != place.rules:
            raise TrenchlineError(
                f"the card is frozen for {place.game} rules {place.rules}, these are {load(place.game).rules_version}"
            )
    return [
        Piece(place, opponent, player, side, card.seed + number)
        for place in card.scenario
        for opponent in card.opponents
        for number in range(pairs)
        for side in (0, 1)
    ]


def play_piece(piece: Piece) -> Played:
    """Play a match, and ask the ledger what was luck in it."""
    sides = [piece.opponent, piece.opponent]
    sides[piece.side] = piece.player
    game = load(piece.place.game)
    done = play_game(piece.place.game, piece.place.scenario, {}, sides, piece.seed, keep=True)
    mine = game.sides[piece.side]
    result = 0.5 if not done.winner else float(done.winner == mine)
    luck = None
    if piece.place.scenario in game.chance_models:
        found = ledger(game.load(done.saved)).luck
        luck = found if piece.side == 0 else -found
    return Played(piece, result, luck)


def share(values: Sequence[float], seed: int) -> Share:
    """The mean of the pairs, and where it lies in 95 of 100 draws of as many pairs."""
    chance, count = Random(seed), len(values)
    means = sorted(fmean(chance.choices(values, k=count)) for _ in range(DRAWS))
    return Share(fmean(values), means[DRAWS // 40], means[-1 - DRAWS // 40])


def row(played: Sequence[Played], seed: int) -> Row:
    """What became of the matches of a player against one opponent in one scenario: pairs stand next to each other."""
    first = played[0].piece
    twos = list(zip(played[::2], played[1::2], strict=True))
    results = [(a.result + b.result) / 2 for a, b in twos]
    without = [(a.result - a.luck + b.result - b.luck) / 2 for a, b in twos if a.luck is not None and b.luck is not None]
    return Row(
        first.place.game, first.place.scenario, first.opponent, len(twos), share(results, seed),
        share(without, seed) if without else None,
    )  # fmt: skip


def fill(card: Card, player: str, pairs: int, jobs: int) -> Figures:
    """Play the whole card."""
    from ..lab.workers import share_out

    todo = pieces(card, player, pairs)
    done = dict(share_out(play_piece, todo, jobs))
    each = 2 * pairs
    rows = [row([done[piece] for piece in todo[n : n + each]], card.seed) for n in range(0, len(todo), each)]
    return Figures(card.version, player, pairs, rows)


def percent(found: Share | None) -> str:
    return "no chances fitted" if found is None else f"{found.mean:4.0%} ({found.low:.0%} to {found.high:.0%})"


def main(arguments: Sequence[str] | None = None) -> int:
    ask = argparse.ArgumentParser(prog="python -m trenchline.env.card", description=__doc__.splitlines()[0] if __doc__ else "")
    ask.add_argument("player", help="a player of `trenchline arena`: recruit, my_bots:Captain")
    ask.add_argument("--games", nargs="*", help="only these games; the figures are then of a part of the card")
    ask.add_argument("--opponents", nargs="*", help="only these opponents")
    ask.add_argument("--pairs", type=int, help="fewer pairs than the card's, for a trial")
    ask.add_argument("--jobs", type=int, default=1, help="processes; they change no figure")
    ask.add_argument("--out", type=Path, help="write the figures as JSON")
    args = ask.parse_args(arguments)
    card = read_card()
    card = msgspec.structs.replace(
        card,
        scenario=[place for place in card.scenario if not args.games or place.game in args.games],
        opponents=[name for name in card.opponents if not args.opponents or name in args.opponents],
    )
    figures = fill(card, args.player, args.pairs or card.pairs, args.jobs)
    print(f"Card {figures.version}, {figures.player}, {figures.pairs} pairs of matches a row: result, and without luck")
    for one in figures.rows:
        print(f"{one.game:22} {one.scenario:15} {one.opponent:10} {percent(one.result):24} {percent(one.without_luck)}")
    if args.out:
        args.out.write_bytes(msgspec.json.format(msgspec.json.encode(figures), indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
