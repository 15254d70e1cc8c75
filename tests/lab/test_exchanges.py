"""Exchanges: what is counted, and that a seed settles it."""

from __future__ import annotations

import json
from itertools import pairwise

import trenchline
from trenchline.cli import main
from trenchline.lab.exchanges import Count, count_game
from trenchline.lab.simulate import Run, run

SLUG = "they-shall-not-pass"


def test_every_change_of_who_is_waited_for_counts_once():
    """Of a game with two seats that never act together, the changes of player are the exchanges."""
    found = count_game((Count(SLUG, "historical", 1, seed=3), 1))
    (result,) = run(Run(SLUG, "historical", ("sergeant", "sergeant"), 1, seed=3, keep=True))
    game = trenchline.load(SLUG)
    saved = game.load(result.saved)
    match = game.start("historical", seed=result.seed)
    players = []
    for action in saved.history:
        if not action.dice:
            players.append(match.player)
            match.apply(action)
    changes = sum(a != b for a, b in pairwise(players))
    assert sum(found.exchanges.values()) == changes > 0
    assert sum(found.decisions.values()) == result.decisions
    assert found.turns == 9


def test_the_command_prints_them_by_kind(capsys):
    assert main(["exchanges", SLUG, "historical", "--games", "1", "--seed", "3", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["by_kind"]["SplitHits"] > told["by_kind"]["BarrageLoss"] > 0
    assert told["exchanges"] == sum(told["by_kind"].values())
    assert main(["exchanges", SLUG, "historical", "--games", "1", "--seed", "3"]) == 0
    assert "exchanges in a turn" in capsys.readouterr().out
    assert main(["exchanges", SLUG, "winter", "--games", "1"]) == 2
    assert "historical" in capsys.readouterr().err
