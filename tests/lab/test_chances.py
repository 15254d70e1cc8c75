"""Fitting the chances to win: made-up games whose law is known, and a few real ones."""

import math
from random import Random

import pytest

pytest.importorskip("numpy")

from trenchline import Ending, TrenchlineError, load, read_models
from trenchline.cli import main
from trenchline.lab.chances import Position, Sampled, calibrate, fit, sample

GAME = "they-shall-not-pass"
WON, DRAWN, LOST = Ending("German victory", "german"), Ending("draw", ""), Ending("French victory", "french")
SIDES = ("german", "french")


def made_up(games, seed):
    """Games of which one position is known. They are won if its lead, which counts for more the later it is, and luck come to
    more than 1, lost below -1."""
    chance, found = Random(seed), []
    for number in range(games):
        passed, lead = chance.random(), chance.gauss(0, 1)
        end = 3 * passed * lead + math.log(1 / chance.random() - 1)
        ending = WON if end > 1 else LOST if end < -1 else DRAWN
        found.append(Sampled(number, ending, end, (Position(passed, {"lead": lead, "noise": chance.gauss(0, 3)}),)))
    return found


@pytest.fixture(scope="module")
def model():
    return fit(GAME, made_up(4000, 1), "made up")


def test_endings_stand_with_the_best_for_the_first_side_last(model):
    assert model.endings == (LOST, DRAWN, WON)


def test_the_fit_finds_what_counts_when_it_counts_and_what_does_not(model):
    lead, noise = model.features["lead"].weights, model.features["noise"].weights
    assert lead[-1] > 1.0 and lead[-1] > 3 * abs(lead[0])
    assert max(map(abs, noise)) < 0.3


def test_the_chances_come_true_on_games_that_were_not_used(model):
    found = calibrate(model, "made up", made_up(8000, 2), SIDES)
    assert found.worst < 0.05 and found.brier < 0.9 * found.brier_of_base_rate
    assert sum(band.positions for band in found.bands["german"]) == found.positions == 8000


def test_a_model_of_something_else_is_found_out(model):
    others = [Sampled(g.seed, {WON: LOST, LOST: WON}.get(g.ending, DRAWN), g.points, g.positions) for g in made_up(2000, 3)]
    found = calibrate(model, "made up", others, SIDES)
    assert found.worst > 0.3 and found.brier > found.brier_of_base_rate


def test_the_same_games_give_the_same_model_and_games_that_end_alike_none(model):
    assert fit(GAME, made_up(4000, 1), "made up") == model
    with pytest.raises(TrenchlineError, match="ended alike"):
        fit(GAME, [g for g in made_up(100, 1) if g.ending == WON], "made up")


def test_games_are_the_same_on_any_number_of_processes():
    alone, together = (sample(GAME, "historical", 2, 5, jobs, lambda line: None) for jobs in (1, 2))
    assert alone == together
    assert all(0 <= p.passed <= 1 and p.features for game in alone for p in game.positions)


def test_the_command_writes_a_model_and_tests_it(tmp_path, monkeypatch, capsys):
    game = load("campaign-of-attrition")
    assert game.knowledge.weights and game.chance_models is not None  # read before the folder is another
    monkeypatch.setattr(game.components.folder, "folder", tmp_path)
    monkeypatch.setattr("trenchline.cli.laboratory.load", lambda slug: game)
    words = ["fit-chances", game.slug, "historical", "--jobs", "2"]
    code = main([*words, "--games", "4", "--seed", "3", "--test-games", "2", "--test-seed", "4"])
    told = capsys.readouterr()
    assert code == 0, told.err
    assert "2 fresh games" in told.out
    fitted = read_models(tmp_path / "chances.toml")["historical"]
    assert fitted.games == 4 and fitted.fitted_by == f"trenchline fit-chances {game.slug} historical --games 4 --seed 3"


def test_a_scenario_that_is_not_there_is_named(capsys):
    assert main(["fit-chances", GAME, "nonsense", "--games", "1"]) == 2
    assert "has no scenario 'nonsense'" in capsys.readouterr().err
