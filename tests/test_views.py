"""A view is not worked out from scratch each time: what it remembers of counters is what they show."""

from __future__ import annotations

from random import Random

import pytest

import trenchline
from trenchline.games import CATALOGUE


@pytest.mark.parametrize("slug", CATALOGUE)
def test_a_view_that_remembers_shows_what_one_that_does_not_shows(slug):
    game = trenchline.load(slug)
    match, chance = game.start(seed=11), Random(11)
    for number in range(500):
        if match.over:
            break
        match.apply_legal(chance.choice(match.actions()))
        if number % 10 == 0:
            remembered = match.view(match.player)
            game.components.shown.clear()
            assert match.view(match.player) == remembered
