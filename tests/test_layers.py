"""Layers say what they are drawn for, and are drawn for just that: a client needs to know nothing else of them."""

from __future__ import annotations

import pytest

from trenchline.core.documents import LayerDocument
from trenchline.core.errors import TrenchlineError
from trenchline.core.game import Game
from trenchline.core.match import Match
from trenchline.games import CATALOGUE, load


def subjects(game: Game, match: Match, layer: LayerDocument) -> list[str]:
    """Everything that a layer says it can be drawn for."""
    if not layer.of:
        return [""]
    if layer.of == "side":
        return list(game.sides)
    seen = match.view(match.player).counters
    return [c.id for c in seen if layer.of == "counter" or c.place in game.board.labels]


@pytest.mark.parametrize("slug", CATALOGUE)
def test_every_layer_can_be_drawn_for_what_it_says(slug: str):
    game = load(slug)
    match = game.start(seed=1)
    for layer in game.overlays():
        drawn = 0
        for subject in subjects(game, match, layer):
            try:
                drawn += bool(game.overlay(match, layer.name, subject, match.player).title)
            except TrenchlineError as refusal:  # a gun's layer for what is no gun
                assert layer.of in ("counter", "unit") and subject in str(refusal)
        assert drawn, f"{layer.name} of {slug} is drawn for nothing"


@pytest.mark.parametrize("slug", CATALOGUE)
def test_every_layer_has_a_key_of_its_own_and_one_at_most_tells_costs(slug: str):
    layers = load(slug).overlays()
    assert len({layer.key for layer in layers}) == len(layers) and all(layer.about for layer in layers)
    assert sum(layer.costs for layer in layers) <= 1
