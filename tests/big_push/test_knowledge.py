"""What the staff of either side knows: an answer to everything, exact expectations, and what follows from them."""

from __future__ import annotations

import logging

import pytest

from trenchline.ai.staff import Sergeant
from trenchline.core.decisions import Automatic, Decision, Roll
from trenchline.games import load
from trenchline.games.big_push.knowledge import ANSWERS
from trenchline.lab.simulate import make_players
from trenchline.lab.simulate import play as play_out

GAME = load("big-push")


def below(kind):
    for sub in kind.__subclasses__():
        yield sub
        yield from below(sub)


def test_every_decision_of_the_game_and_of_the_series_has_an_answer():
    packages = ("trenchline.games.big_push.", "trenchline.games.great_war.")
    asked = {k for k in below(Decision) if k.__module__.startswith(packages) and not k.__module__.endswith(".position")}
    assert set(ANSWERS) == {k for k in asked if not issubclass(k, Roll | Automatic)}


@pytest.mark.parametrize("scenario", ["over_the_top", "devil_machines"])
def test_sergeants_finish_a_scenario_without_help(scenario, caplog):
    """Nobody fails, nobody answers in their place."""
    caplog.set_level(logging.ERROR)
    match = GAME.start(scenario, seed=11)
    play_out(match, {name: Sergeant(name) for name in ("allied", "german")})
    assert match.over and not caplog.records


def test_three_sergeants_finish_a_scenario(caplog):
    caplog.set_level(logging.ERROR)
    options = {"three_players": True}
    match = GAME.start("away_to_siegfried", seed=3, options=options)
    play_out(match, make_players(GAME, ("sergeant", "sergeant", "sergeant"), options, 3))
    assert match.over and not caplog.records
