"""A match that was played by the computer, once for all tests of its analysis."""

from random import Random

import pytest

import trenchline
from trenchline import Ending, FittedFeature
from trenchline.ai import ask, make_player
from trenchline.core.chances import ChanceModel


def with_chances(game, scenario):
    """A game with chances for a scenario: those that are shipped, or else rough ones from its book's weights."""
    if scenario not in game.chance_models:
        first, second = game.sides
        features = {
            name: FittedFeature(0.0, 20.0, (getattr(game.knowledge.weights, name, 0.0),) * 2)
            for name in game.knowledge.features(game.start(scenario, seed=1).position, 0)
        }
        endings = (Ending("lost", second), Ending("drawn", ""), Ending("won", first))
        game.chance_models[scenario] = ChanceModel("", 1, 1, (0.0, 1.0), endings, ((-0.5, -0.5), (0.5, 0.5)), features)
    return game


def played(slug, scenario, seed, *players, turns=99):
    """A match between players by name, to its end or for some turns."""
    match = with_chances(trenchline.load(slug), scenario).start(scenario, seed=seed)
    seated, chance = (
        {seat: make_player(players[n % len(players)], f"{seed}:{n}") for n, seat in enumerate(match.seats)},
        Random(seed),
    )
    while not match.over and match.turn <= turns:
        match.apply_legal(ask(seated[match.player], match, chance).action)
    return match


@pytest.fixture(scope="session")
def first_day():
    """The first day of They Shall Not Pass between a sergeant and a recruit."""
    return played("they-shall-not-pass", "historical", 5, "sergeant", "recruit", turns=1)
