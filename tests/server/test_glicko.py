"""Glicko-2, against the worked example of its author; and sides that are not equal."""

from __future__ import annotations

import pytest

from trenchline import games, load
from trenchline.server.glicko import Played, Rating, expected, rated

ANN = Rating(1500, 200, 0.06)
THREE = [Played(Rating(1400, 30), 1), Played(Rating(1550, 100), 0), Played(Rating(1700, 300), 0)]


def test_the_worked_example_of_glickman():
    after = rated(ANN, THREE)
    assert (round(after.rating, 2), round(after.deviation, 2), round(after.volatility, 5)) == (1464.05, 151.52, 0.06)
    assert after.volatility == pytest.approx(0.05999, abs=1e-5)
    assert [round(expected(ANN, one), 3) for one in THREE] == [0.639, 0.432, 0.303]


def test_without_matches_one_is_less_sure_and_never_less_than_of_somebody_new():
    assert ANN.after_weeks(1).deviation == pytest.approx(200.2714, abs=1e-3)
    assert ANN.after_weeks(1).rating == 1500
    assert Rating(deviation=349).after_weeks(10_000).deviation == 350
    assert ANN.after_weeks(-5).deviation == 200


def test_the_weaker_side_gains_more_and_loses_less():
    even, weak = (rated(Rating(), [Played(Rating(), 1, share)]) for share in (0.5, 0.25))
    assert weak.rating > even.rating > 1500
    lost_even, lost_weak = (rated(Rating(), [Played(Rating(), 0, share)]) for share in (0.5, 0.25))
    assert lost_even.rating < lost_weak.rating < 1500
    sure = Rating(deviation=1e-9)
    assert expected(sure, Played(sure, 0, 0.25)) == pytest.approx(0.25)


def test_what_one_gains_the_other_loses():
    won, lost = rated(Rating(), [Played(Rating(), 1, 0.3)]), rated(Rating(), [Played(Rating(), 0, 0.7)])
    assert won.rating - 1500 == pytest.approx(1500 - lost.rating)


def test_every_measured_scenario_is_one_of_the_game_and_says_where_it_was_counted():
    for info in games():
        game = load(info.slug)
        assert set(game.balance) <= {scenario.id for scenario in game.scenarios} and game.balance
        for scenario, measured in game.balance.items():
            assert 0.1 < measured.share < 0.9 and measured.source.startswith("experiments/"), scenario
            shares = [game.share_of(scenario, side) for side in game.sides[:2]]
            assert sum(shares) == pytest.approx(1) and shares[0] == measured.share
        assert game.share_of("nobody-has-counted", game.sides[0]) == 0.5
