"""The benchmark card: frozen, the same on any number of processes, honest about luck."""

from __future__ import annotations

import json

import pytest

import trenchline
from trenchline.env import card

SMALL = ["recruit", "--games", "campaign-of-attrition", "--opponents", "random", "--pairs", "2"]


def test_the_card_is_played_by_one_command(tmp_path, capsys):
    told = tmp_path / "card.json"
    assert card.main([*SMALL, "--out", str(told)]) == 0
    (row,) = json.loads(told.read_bytes())["rows"]
    assert (row["game"], row["opponent"], row["pairs"]) == ("campaign-of-attrition", "random", 2)
    assert row["result"]["low"] <= row["result"]["mean"] <= row["result"]["high"]
    assert "campaign-of-attrition" in capsys.readouterr().out


def test_every_scenario_of_the_card_is_there_with_the_rules_it_was_frozen_for():
    assert len(card.pieces(card.read_card(), "random", 1)) == 2 * 5 * 4


def test_other_rules_are_refused(monkeypatch):
    monkeypatch.setattr(trenchline.load("verdun-1916"), "rules_version", 99)
    with pytest.raises(trenchline.TrenchlineError, match="frozen for verdun-1916 rules 2, these are 99"):
        card.pieces(card.read_card(), "random", 1)


def played(side, result, luck):
    place = card.Place("verdun-1916", 2, "historical")
    return card.Played(card.Piece(place, "random", "me", side, 1), result, luck)


def test_luck_is_taken_out_of_the_result():
    row = card.row([played(0, 1.0, 0.3), played(1, 0.0, -0.1), played(0, 1.0, 0.1), played(1, 0.5, 0.0)], 1)
    assert row.result.mean == pytest.approx(0.625)
    assert row.without_luck is not None and row.without_luck.mean == pytest.approx(0.55)


def test_without_fitted_chances_nothing_is_said_of_luck():
    assert card.row([played(0, 1.0, None), played(1, 0.0, None)], 1).without_luck is None


def test_an_interval_of_equal_pairs_is_a_point():
    assert card.share([0.5] * 10, 1) == card.Share(0.5, 0.5, 0.5)
