"""Tuning the weights of a game's knowledge by self-play. The same seed gives the same file.

Two stages. `values`: from positions of sergeants' games varied plans are followed, to where search would value them and on to
the end; the weights of the evaluation are those that foretell best which ends better (ridge regression towards the old ones).
`habits`: the weights with bounds in `weights.toml` evolve by CMA-ES; a candidate is worth the mean margin of a side's staff
with it against the other side's as it is, or against others by name, on the same seeds for all candidates of a generation.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from statistics import fmean

from .. import STEADY, Match, load, read_weights
from ..ai import Player, make_player
from ..ai.player import QuickDice, visible_match
from ..ai.roll_outs import follow
from ..ai.staff import AnyKnowledge, Sergeant
from .simulate import game_seed, play
from .workers import processes

Row = tuple[tuple[int, ...], dict[str, float], float]  # which position it branched from, the features, how it ended
Progress = Callable[[str], None]
BRANCHES, TWIGS = 3, 9  # positions of a game from which plans are followed, and how many beside the steady one
WIDE = 0.8  # how far such a plan strays from the steady one
TO_THE_END = (10**6,)
BOOK = "book"  # the staff as it is, without search


def margin(match: Match) -> float:
    """The final score from the first side's view, in the game's points."""
    knowledge = match.game.knowledge
    return knowledge.value(match.position, 0)


# ---------------------------------------------------------------------------------------------------- values


def _bent(knowledge: AnyKnowledge, chance: Random) -> AnyKnowledge:
    names = {n: value for n, value in knowledge.weights.as_dict().items() if not n.startswith("v_")}
    return knowledge.with_weights({n: value * math.exp(chance.gauss(0, 0.25)) for n, value in names.items()})


def branched_game(slug: str, scenario: str, seed: int) -> list[Row]:
    """A game of sergeants; from some of its phases worth a plan, several plans are followed to where they are judged, and on
    to the end. Each is noted with the features there and with how it ended."""
    game = load(slug)
    knowledge, chance = game.knowledge, Random(seed)
    players = {side: Sergeant(f"{seed}:{side}", STEADY, _bent(knowledge, chance)) for side in game.sides}
    match = game.start(scenario, seed=seed)
    phases: list[tuple[Match, int]] = []
    planned: tuple[int, ...] = ()
    while not match.over:
        known, side = visible_match(match, match.player, chance), game.side_index(match.side_of(match.player))
        p = known.position
        if knowledge.phase(p) != planned and len(knowledge.plans(p, side)) > 1:
            planned = knowledge.phase(p)
            phases.append((known.clone(), side))
        match.apply(players[match.player].choose(known))
    rows: list[Row] = []
    for number, (here, side) in enumerate(chance.sample(phases, min(BRANCHES, len(phases)))):
        luck = chance.getrandbits(32)
        until = knowledge.horizon(here.position, side)
        for plan in (STEADY, *(knowledge.vary(here.position, side, STEADY, chance, WIDE) for _ in range(TWIGS))):
            twin = here.clone(dice=QuickDice(luck))
            follow(twin, knowledge, side, plan, until)
            note = knowledge.features(twin.position, 0)
            follow(twin, knowledge, side, STEADY, TO_THE_END)
            rows.append(((seed, number), note, margin(twin)))
    return rows


def fit_values(rows: Sequence[Row], old: Mapping[str, float], pull: float = 30.0) -> dict[str, float]:
    """The weights that foretell the margin best, drawn a little towards the old ones; none changes its sign.

    Plans are compared from one position: so only what differs between those that branched from the same one is fitted."""
    import numpy as np

    names = sorted({name for _, note, _ in rows for name in note})
    x = np.array([[note.get(name, 0.0) for name in names] for _, note, _ in rows])
    y = np.array([end for _, _, end in rows])
    origins: dict[tuple[int, ...], list[int]] = {}
    for i, (origin, _, _) in enumerate(rows):
        origins.setdefault(origin, []).append(i)
    for same in origins.values():
        x[same] -= x[same].mean(axis=0)
        y[same] -= y[same].mean()
    spread = x.std(axis=0) + 1e-9
    xs = x / spread
    prior = np.array([old[name] for name in names]) * spread
    active = np.ones(len(names), dtype=bool)
    while True:
        xa = xs[:, active]
        left = y - xa @ prior[active]
        beta = prior[active] + np.linalg.solve(xa.T @ xa + pull * np.eye(active.sum()), xa.T @ left)
        wrong = np.sign(beta) * np.sign(prior[active]) < 0
        if not wrong.any():
            break
        active[np.flatnonzero(active)[wrong]] = False
    fitted = dict.fromkeys(names, 0.0)
    for name, value, size in zip(np.array(names)[active], beta, spread[active], strict=True):
        fitted[str(name)] = round(float(value / size), 4)
    return fitted


def tune_values(slug: str, scenario: str, games: int, seed: int, jobs: int, tell: Progress) -> dict[str, float]:
    rows: list[Row] = []
    seeds = [game_seed(seed, n) for n in range(games)]
    with processes(jobs) as pool:
        for number, found in enumerate(pool.map(branched_game, [slug] * games, [scenario] * games, seeds), 1):
            rows += found
            if number % 10 == 0:
                tell(f"values: {number} of {games} games, {len(rows)} positions")
    return fit_values(rows, load(slug).knowledge.weights.as_dict())


# ---------------------------------------------------------------------------------------------------- habits


def duel(slug: str, scenario: str, weights: Mapping[str, float], seed: int, side: int, enemy: str = BOOK) -> float:
    """The margin of a side's staff with some weights, its other ones being the file's, against an enemy."""
    game = load(slug)
    knowledge = game.knowledge.with_weights({})
    knowledge.of_side[side] = knowledge.of_side[side].but(weights)
    players: dict[str, Player] = {name: _enemy(enemy, f"{seed}:{name}") for name in game.sides}
    players[game.sides[side]] = Sergeant(f"{seed}:x", STEADY, knowledge)
    match = game.start(scenario, seed=seed)
    play(match, players, seed)
    return match.game.knowledge.value(match.position, side)


def _enemy(name: str, seed: str) -> Player:
    return Sergeant(seed, STEADY) if name == BOOK else make_player(name, seed)


def tune_habits(
    slug: str,
    scenario: str,
    side: int,
    *,
    against: Sequence[str] = (BOOK,),
    generations: int,
    games: int,
    seed: int,
    jobs: int,
    tell: Progress,
) -> dict[str, float]:
    """The best weights of one side that evolution finds against some enemies, each met in turn; none if nothing beats the old
    ones."""
    import cma

    knowledge = load(slug).knowledge
    bounds = read_weights(knowledge.file).bounds
    names = sorted(bounds)
    low = [math.log(bounds[n][0]) for n in names]
    high = [math.log(bounds[n][1]) for n in names]
    start = [min(max(math.log(getattr(knowledge.of_side[side], n)), a), b) for n, a, b in zip(names, low, high, strict=True)]
    widths = [(b - a) / 5 for a, b in zip(low, high, strict=True)]
    options = {"bounds": [low, high], "seed": seed + 1, "verbose": -9, "CMA_stds": widths}
    evolution = cma.CMAEvolutionStrategy(start, 0.6, options)
    army = knowledge.sides[side]
    with processes(jobs) as pool:

        def margins(trials: Sequence[Mapping[str, float]], seeds: Sequence[int]) -> list[float]:
            """What each set of weights scores in the mean, against each enemy in turn."""
            met = [(s, against[n % len(against)]) for n, s in enumerate(seeds)]
            work = [(slug, scenario, trial, s, side, enemy) for trial in trials for s, enemy in met]
            ends = list(pool.map(_duel, work))
            return [fmean(ends[i : i + len(met)]) for i in range(0, len(ends), len(met))]

        for generation in range(generations):
            asked = evolution.ask()
            seeds = [game_seed(seed, generation * games + n) for n in range(games)]
            scores = margins([{n: math.exp(v) for n, v in zip(names, x, strict=True)} for x in asked], seeds)
            evolution.tell(asked, [-s for s in scores])
            so_far = f"generation {generation + 1} of {generations}"
            tell(f"{army} habits: {so_far}, mean {fmean(scores):+.2f}, best {max(scores):+.2f}")
        found = {n: float(f"{math.exp(v):.4g}") for n, v in zip(names, evolution.result.xfavorite, strict=True)}
        seeds = [game_seed(seed + 7, n) for n in range(8 * games)]
        new, old = margins([found, {}], seeds)
    tell(f"{army} habits: {new:+.2f} points a game instead of {old:+.2f}, over {len(seeds)} new games")
    return found if new > old else {}


def _duel(work: tuple[str, str, Mapping[str, float], int, int, str]) -> float:
    return duel(*work)


# ---------------------------------------------------------------------------------------------------- the file


def write_side(file: Path, side: str, weights: Mapping[str, float], by: str) -> None:
    """Put one side's own weights into the file, with what they were tuned with; those that were not tuned stay."""
    text = file.read_text(encoding="utf-8")
    own = {**read_weights(file).side.get(side, {}), **weights}
    lines = "".join(f"{name} = {value:g}\n" for name, value in sorted(own.items()))
    text = re.sub(rf"(?ms)^\[side\.{side}\]\n.*?(?=^\[|\Z)", "", text)
    file.write_text(f"{text.rstrip()}\n\n[side.{side}]\n# {by}\n{lines}", encoding="utf-8")


def write_weights(file: Path, weights: Mapping[str, float], by: str, games: int) -> None:
    """Put new numbers into a file of weights; comments and order stay, and it says what it was tuned with."""
    text = file.read_text(encoding="utf-8")
    head, mark, rest = text.partition("[weights]")
    body, tail_mark, tail = rest.partition("\n[")
    for name, value in weights.items():
        body = re.sub(rf"(?m)^{name} = [-+.\deE]+", f"{name} = {value:g}", body)
    head = re.sub(r"(?ms)^\[tuned\].*?(?=^\[|\Z)", f'[tuned]\nby = "{by}"\ngames = {games}\n\n', head)
    file.write_text(head + mark + body + tail_mark + tail, encoding="utf-8")
