"""Opponents: legal at every level, repeatable, blind to dice and secrets, and never at a loss."""

from __future__ import annotations

import logging
from itertools import islice

import pytest

import trenchline
from trenchline.ai import ABOUT, LEVELS, PLAYERS, make_player
from trenchline.ai.player import Player
from trenchline.ai.random_player import RandomPlayer
from trenchline.ai.reliable import Reliable
from trenchline.ai.search import Weighed, best_of, roll_out
from trenchline.ai.staff import Recruit, Sergeant
from trenchline.core.errors import TrenchlineError
from trenchline.core.knowledge import Advice, Plan
from trenchline.core.actions import Action
from trenchline.lab.simulate import play
from trenchline.lab.tune import fit_values, write_side, write_weights

PLAYED = ("they-shall-not-pass", "verdun-1916", "campaign-of-attrition")
GAMES = [(info.slug, scenario.id) for info in trenchline.games() for scenario in info.scenarios if info.slug in PLAYED]


def players(match, name, seed=1):
    return {side: make_player(name, f"{seed}:{side}") for side in match.game.sides}


def moves(match, who, count):
    """Some decisions of a match, with the reasons."""
    for _ in range(count):
        if match.over:
            return
        advice = who[match.player].consider(match)
        yield advice
        match.apply(advice.action)


@pytest.mark.parametrize(("slug", "scenario"), GAMES)
@pytest.mark.parametrize("level", ["recruit", "sergeant"])
def test_a_whole_game_without_a_fault(slug, scenario, level, caplog):
    match = trenchline.load(slug).start(scenario, seed=3)
    with caplog.at_level(logging.ERROR):
        play(match, players(match, level))
    assert match.over
    assert not caplog.records


@pytest.mark.parametrize("slug", sorted({slug for slug, _ in GAMES}))
@pytest.mark.parametrize(("level", "count"), [("colonel", 260), ("general:0.1", 120)])
def test_the_higher_levels_play_without_a_fault(slug, level, count, caplog):
    match = trenchline.load(slug).start(seed=3)
    with caplog.at_level(logging.ERROR):
        reasons = [advice.why for advice in moves(match, players(match, level), count)]
    assert not caplog.records
    assert sum(map(bool, reasons)) > count // 2  # and say why


@pytest.mark.parametrize("level", ["recruit", "sergeant", "colonel"])
def test_the_same_seed_makes_the_same_choices(level):
    matches = [trenchline.load("they-shall-not-pass").start(seed=5) for _ in range(2)]
    first, second = (list(moves(m, players(m, level), 80)) for m in matches)
    assert first == second


@pytest.mark.parametrize("level", LEVELS[:3])
def test_a_bot_does_not_know_the_dice_to_come(level):
    """The next choice is the same whatever the dice of the match will be."""
    game = trenchline.load("they-shall-not-pass")
    match = game.start(seed=8)
    text = game.notation(match)
    chosen = {make_player(level, 1).choose(game.position(text, seed=dice)) for dice in range(3)}
    assert len(chosen) == 1


def test_looking_ahead_leaves_the_match_alone():
    match = trenchline.load("they-shall-not-pass").start(seed=8)
    before = match.hash(), len(match.history)
    mind = match.game.knowledge
    roll_out(match, mind, 0, Plan("any"), 1)
    assert (match.hash(), len(match.history)) == before


class Clumsy(Player):
    def consider(self, match):
        raise ZeroDivisionError


class Cheat(Player):
    def consider(self, match):
        return Advice(Action("win"))


@pytest.mark.parametrize(("player", "said"), [(Clumsy(), "Clumsy failed"), (Cheat(), "Cheat chose")])
def test_a_bot_that_fails_is_replaced_for_that_decision_and_the_log_says_so(player, said, caplog):
    match = trenchline.load("they-shall-not-pass").start(seed=8)
    sergeant = Sergeant(1).choose(match)
    assert Reliable(player, Sergeant(1), RandomPlayer(1)).choose(match) == sergeant
    assert said in caplog.text


def test_a_bot_that_goes_round_in_circles_is_replaced(monkeypatch):
    monkeypatch.setattr("trenchline.ai.reliable.PATIENCE", 5)
    game = trenchline.load("they-shall-not-pass")
    match = game.start("free", seed=1)

    class Dithering(Player):
        def consider(self, match):
            lift = next((a for a in match.actions() if a.kind == "lift"), None)
            return Advice(lift or match.actions()[0])

    reliable = Reliable(Dithering(), RandomPlayer(3))
    taken = [reliable.consider(match) for _ in range(12)]
    assert len({advice.action for advice in taken}) > 2


def test_every_level_is_described_and_a_wrong_one_is_named():
    assert set(ABOUT) == set(PLAYERS)
    for wrong in ("joffre", "sergeant:3", "general:fast", "general:0"):
        with pytest.raises(TrenchlineError, match=wrong):
            make_player(wrong, 1)


@pytest.mark.parametrize("slug", sorted({slug for slug, _ in GAMES}))
def test_the_habits_of_the_lower_levels_bend_weights_that_exist(slug):
    mind = trenchline.load(slug).knowledge
    assert {*mind.drilled.bend, *mind.green.bend} <= mind.weights.keys() and mind.green.bend
    assert Sergeant(1)._habits(mind) is mind.drilled and Recruit(1)._habits(mind) is mind.green


def test_a_plan_is_not_trusted_for_one_lucky_day():
    plan = Plan("x")
    lucky, solid, bad = Weighed(plan, [7.0]), Weighed(plan, [6.0, 6.0, 6.0]), Weighed(plan, [-3.0])
    assert best_of([lucky, solid, bad], 3) == [solid, lucky, bad]


# ---------------------------------------------------------------------------------------------------- tuning


def test_the_fitted_weights_foretell_the_margin():
    pytest.importorskip("numpy")
    rows = [
        ((i % 2,), {"v_a": float(i % 7), "v_b": float(i % 3)}, 2.0 * (i % 7) + 0.5 * (i % 3) + 9 * (i % 2)) for i in range(600)
    ]
    found = fit_values(rows, {"v_a": 1.0, "v_b": 1.0})
    assert found["v_a"] == pytest.approx(2.0, abs=0.1)
    assert found["v_b"] == pytest.approx(0.5, abs=0.1)


def test_no_fitted_weight_changes_its_sign():
    pytest.importorskip("numpy")
    rows = [((1,), {"v_a": float(i % 7)}, -2.0 * (i % 7)) for i in range(100)]
    assert fit_values(rows, {"v_a": 1.0}) == {"v_a": 0.0}


def test_a_tuned_file_keeps_its_comments_and_says_what_it_was_tuned_with(tmp_path):
    file = tmp_path / "weights.toml"
    head = '[tuned]\nby = "hand"\ndate = "2026-01-01"\n\n'
    file.write_text(head + "[weights]\nkill = 0.2   # a step\nv_x = 1\n\n[bounds]\nkill = [0.1, 1]\n")
    write_weights(file, {"kill": 0.25}, "a test", 7)
    write_side(file, "german", {"kill": 0.3}, "another test")
    write_side(file, "german", {"kill": 0.4}, "a third")
    text = file.read_text()
    assert "kill = 0.25   # a step" in text
    assert 'by = "a test"' in text and "games = 7" in text
    assert text.count("[side.german]") == 1 and "a third" in text and "kill = 0.4" in text
    assert list(islice(text.splitlines(), 1)) == ["[tuned]"]
