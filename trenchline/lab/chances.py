"""Fitting the chances to win: positions from games of sergeants, how those games ended, and a model that foretells the ends.

The model is an ordered logistic regression whose weights change in the course of a match (`core/chances.py` evaluates it).
Fitting needs numpy; what it finds is plain data. The same seed finds the same model.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import Random
from statistics import fmean
from typing import Any, TypeAlias

import msgspec

from .. import FARTHEST, ChanceModel, Chances, Ending, FittedFeature, Match, TrenchlineError, hat_weights, load
from ..ai import ask
from ..ai.staff import AnyKnowledge, Sergeant
from .simulate import game_seed
from .workers import share_out

Array: TypeAlias = Any  # numpy's: it need not be installed, neither for the checks of types

LOOKS = 40  # positions that are kept of each game
BEND = 0.2  # how far the weights of those who play stray from the book's: positions beside the beaten track
KNOTS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
RIDGES = (3.0, 30.0, 300.0, 3000.0)  # pulls towards no weight, of which the one that foretells best is taken
FOLDS = 5
STEPS = 60  # of Newton's method, at most
CLOSE = 1e-4  # a step of it after which nothing changes that could be read off a chance
BANDS = 10

Progress = Callable[[str], None]


class Position(msgspec.Struct, frozen=True):
    """A position of a game: how much of the match had passed, and its features for the first side."""

    passed: float
    features: dict[str, float]


class Sampled(msgspec.Struct, frozen=True):
    """Positions of one game, and how it ended."""

    seed: int
    ending: Ending
    points: float
    positions: tuple[Position, ...]


# ---------------------------------------------------------------------------------------------------- sampling


def bent(knowledge: AnyKnowledge, chance: Random) -> AnyKnowledge:
    """A staff that weighs things a little otherwise than the book."""
    names = [name for name in knowledge.weights.as_dict() if not name.startswith("v_")]
    factors = {name: math.exp(chance.gauss(0.0, BEND)) for name in names}
    return knowledge.with_weights({name: getattr(knowledge.weights, name) * by for name, by in factors.items()})


def sample_game(piece: tuple[str, str, int]) -> Sampled:
    """Play one game and keep some of its positions, each as likely as any other."""
    slug, scenario, seed = piece
    game, chance = load(slug), Random(seed)
    match = game.start(scenario, seed=seed)
    staffs = {side: bent(game.knowledge, chance) for side in game.sides}
    players = {seat: Sergeant(f"{seed}:{seat}", knowledge=staffs[match.side_of(seat)]) for seat in match.seats}
    kept: list[Position] = []
    seen = 0
    while not match.over:
        seen += 1
        place = len(kept) if len(kept) < LOOKS else chance.randrange(seen)
        if place < LOOKS:
            kept[place : place + 1] = [look_at(match)]
        match.apply_legal(ask(players[match.player], match, chance).action)
    result = match.result
    assert result is not None
    return Sampled(seed, Ending(result.level, result.winner), float(result.points), tuple(kept))


def look_at(match: Match) -> Position:
    game = match.game
    features = game.knowledge.features(match.position, 0)
    return Position(game.passed(match.position), {name: float(value) for name, value in features.items()})


def sample(slug: str, scenario: str, games: int, seed: int, jobs: int, tell: Progress) -> list[Sampled]:
    """Games of a seed, in their order whatever the number of processes."""
    pieces = [(slug, scenario, game_seed(seed, n)) for n in range(1, games + 1)]
    found = []
    for _, one in share_out(sample_game, pieces, jobs, lambda piece: f"the game of seed {piece[2]}"):
        found.append(one)
        if len(found) % 50 == 0:
            tell(f"{scenario}: {len(found)} of {games} games")
    order = {piece[2]: n for n, piece in enumerate(pieces)}
    return sorted(found, key=lambda one: order[one.seed])


# ---------------------------------------------------------------------------------------------------- fitting


def endings_in_order(games: Sequence[Sampled], sides: Sequence[str]) -> list[Ending]:
    """The ways games ended, the best for the first side last."""
    points: dict[Ending, list[float]] = {}
    for one in games:
        points.setdefault(one.ending, []).append(one.points)

    def worth(ending: Ending) -> tuple[int, float]:
        winner = 0 if not ending.winner else 1 if ending.winner == sides[0] else -1
        return winner, fmean(points[ending])

    return sorted(points, key=worth)


def fit(slug: str, games: Sequence[Sampled], fitted_by: str) -> ChanceModel:
    """The model that foretells best how these games ended."""
    endings = endings_in_order(games, load(slug).sides)
    if len(endings) < 2:
        raise TrenchlineError(f"all {len(games)} games ended alike ({endings[0].level}): there is nothing to fit")
    data = _Data(games, endings)
    ridge = min(RIDGES, key=data.loss_of_others)
    weights, cuts = data.solve(ridge)
    features = {
        name: FittedFeature(
            _short(float(data.means[i])), _short(float(data.deviations[i])), tuple(_short(float(w)) for w in weights[i])
        )
        for i, name in enumerate(data.names)
    }
    rows = tuple(tuple(_short(float(at)) for at in cut) for cut in cuts)
    return ChanceModel(fitted_by, len(games), len(data.passed), KNOTS, tuple(endings), rows, features)


def _short(value: float) -> float:
    return float(f"{value:.5g}")


class _Data:
    """Positions as arrays: features in standard deviations, the hats of their moments, how many cuts their games passed."""

    def __init__(self, games: Sequence[Sampled], endings: Sequence[Ending]) -> None:
        import numpy as np

        rows = [(n, position, endings.index(one.ending)) for n, one in enumerate(games) for position in one.positions]
        self.names = sorted({name for _, position, _ in rows for name in position.features})
        raw = np.array([[position.features.get(name, 0.0) for name in self.names] for _, position, _ in rows])
        self.means, deviations = raw.mean(axis=0), raw.std(axis=0)
        self.deviations = np.where(deviations > 1e-9, deviations, 1.0)
        scaled = np.clip((raw - self.means) / self.deviations, -FARTHEST, FARTHEST)
        self.passed = [position.passed for _, position, _ in rows]
        self.hats = np.zeros((len(rows), len(KNOTS)))
        for row, passed in enumerate(self.passed):
            for knot, part in hat_weights(KNOTS, passed):
                self.hats[row, knot] = part
        self.inputs = (scaled[:, :, None] * self.hats[:, None, :]).reshape(len(rows), -1)
        self.ended = np.array([ended for _, _, ended in rows])
        self.fold = np.array([n % FOLDS for n, _, _ in rows])  # a game's positions stay together
        self.cuts = len(endings) - 1
        self._last: Array | None = None  # what was found last: other rows or another pull change little of it

    def solve(self, ridge: float, rows: Array | None = None) -> tuple[Array, Array]:
        """Weights by feature and knot, and cuts by knot, that make the endings likeliest: Newton's method, all cuts at once."""
        import numpy as np

        x, hats, ended = self.inputs, self.hats, self.ended
        if rows is not None:
            x, hats, ended = x[rows], hats[rows], ended[rows]
        knots, wide = hats.shape[1], x.shape[1]
        theta = np.zeros(wide + self.cuts * knots)
        pull = np.concatenate([np.full(wide, ridge), np.full(self.cuts * knots, 1.0)])
        prior = np.concatenate([np.zeros(wide), *(np.full(knots, self._usual(cut, ended)) for cut in range(self.cuts))])
        theta[wide:] = prior[wide:]
        if self._last is not None:
            theta = self._last.copy()
        for _ in range(STEPS):
            gradient, curve = pull * (theta - prior), np.diag(pull)
            for cut in range(self.cuts):
                own = slice(wide + cut * knots, wide + (cut + 1) * knots)
                likely = _logistic(x @ theta[:wide] - hats @ theta[own])
                miss, steep = likely - (ended > cut), likely * (1.0 - likely)
                gradient[:wide] += x.T @ miss
                gradient[own] -= hats.T @ miss
                weighted = x * steep[:, None]
                curve[:wide, :wide] += weighted.T @ x
                curve[own, own] += (hats * steep[:, None]).T @ hats
                cross = weighted.T @ hats
                curve[:wide, own] -= cross
                curve[own, :wide] -= cross.T
            step = np.linalg.solve(curve, gradient)
            theta -= step * min(1.0, 3.0 / float(np.abs(step).max()))
            if float(np.abs(step).max()) < CLOSE:
                break
        self._last = theta
        return theta[:wide].reshape(-1, knots), theta[wide:].reshape(self.cuts, knots)

    def _usual(self, cut: int, ended: Array) -> float:
        """The cut that says how often games end beyond it, whatever the position."""
        share = (float((ended > cut).sum()) + 0.5) / (len(ended) + 1.0)
        return math.log((1.0 - share) / share)

    def loss_of_others(self, ridge: float) -> float:
        """How badly games are foretold that a fit has not seen, over all cuts."""
        import numpy as np

        total = 0.0
        for fold in range(FOLDS):
            seen = self.fold != fold
            weights, cuts = self.solve(ridge, seen)
            lead = self.inputs[~seen] @ weights.reshape(-1)
            for cut in range(self.cuts):
                likely = np.clip(_logistic(lead - self.hats[~seen] @ cuts[cut]), 1e-6, 1 - 1e-6)
                beyond = self.ended[~seen] > cut
                total -= float(np.log(np.where(beyond, likely, 1.0 - likely)).sum())
        return total


def _logistic(x: Array) -> Array:
    import numpy as np

    found: Array = 1.0 / (1.0 + np.exp(-np.clip(x, -40.0, 40.0)))
    return found


# ---------------------------------------------------------------------------------------------------- the file

HEAD = """# The chances to win, by scenario: ordered logistic regressions on the features that `knowledge` names, fitted to
# positions of games between sergeants whose weights stray a little from the book. Made by `trenchline fit-chances`;
# docs/chances.md says how well they hold on other games.
"""


def models_text(models: Mapping[str, ChanceModel]) -> str:
    """`chances.toml`, as `core.chances.read_models` reads it."""
    return HEAD + "".join(f"\n{_model_text(scenario, model)}" for scenario, model in models.items())


def _model_text(scenario: str, model: ChanceModel) -> str:
    table = f"scenario.{scenario}"
    endings = "".join(f"  {{ level = {json.dumps(e.level)}, winner = {json.dumps(e.winner)} }},\n" for e in model.endings)
    cuts = "".join(f"  {list(cut)},\n" for cut in model.cuts)
    features = "".join(
        f"{name} = {{ mean = {f.mean}, deviation = {f.deviation}, weights = {list(f.weights)} }}\n"
        for name, f in model.features.items()
    )
    return (
        f"[{table}]\nfitted_by = {json.dumps(model.fitted_by)}\ngames = {model.games}\npositions = {model.positions}\n"
        f"knots = {list(model.knots)}\nendings = [\n{endings}]\ncuts = [\n{cuts}]\n\n[{table}.features]\n{features}"
    )


# ---------------------------------------------------------------------------------------------------- calibration


class Band(msgspec.Struct, frozen=True):
    """Positions to which about the same chance was given: what was said, and how often it came true."""

    low: float
    high: float
    positions: int
    games: int
    said: float
    came: float


class Calibration(msgspec.Struct, frozen=True):
    """How well chances hold on games that were not used for the fit."""

    scenario: str
    games: int
    positions: int
    brier: float  # mean squared error of the chances that each side wins and that nobody does
    brier_of_base_rate: float
    bands: dict[str, tuple[Band, ...]]  # by who wins; a draw under the empty name

    @property
    def worst(self) -> float:
        """The farthest that what came is from what was said, over bands of 200 positions or more."""
        return max((abs(b.said - b.came) for of in self.bands.values() for b in of if b.positions >= 200), default=0.0)


def calibrate(model: ChanceModel, scenario: str, games: Sequence[Sampled], sides: Sequence[str]) -> Calibration:
    """Hold a model against games that it was not fitted to."""
    seen = [
        (n, one.ending.winner, model.chances(position.features, position.passed, sides))
        for n, one in enumerate(games)
        for position in one.positions
    ]
    outcomes = (*sides, "")
    rate = Counter(one.ending.winner for one in games)
    base = {who: rate[who] / len(games) for who in outcomes}
    brier = fmean(sum((_said(found, who) - (winner == who)) ** 2 for who in outcomes) for _, winner, found in seen)
    of_base = fmean(sum((base[who] - (winner == who)) ** 2 for who in outcomes) for _, winner, _ in seen)
    bands = {who: _bands([(n, _said(found, who), winner == who) for n, winner, found in seen]) for who in outcomes}
    return Calibration(scenario, len(games), len(seen), brier, of_base, bands)


def _said(found: Chances, who: str) -> float:
    return found.wins[who] if who else found.draw


def _bands(seen: Sequence[tuple[int, float, bool]]) -> tuple[Band, ...]:
    found = []
    for band in range(BANDS):
        inside = [row for row in seen if min(BANDS - 1, int(row[1] * BANDS)) == band]
        if inside:
            said, came = fmean(row[1] for row in inside), fmean(row[2] for row in inside)
            found.append(Band(band / BANDS, (band + 1) / BANDS, len(inside), len({row[0] for row in inside}), said, came))
    return tuple(found)
