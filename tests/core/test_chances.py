"""The chances to win: what a fitted model says of a position."""

import math

import pytest

import trenchline
from trenchline import ChanceModel, Ending, FittedFeature
from trenchline.core.chances import ChancesFile, hat_weights

SIDES = ("german", "french")


def model(*, lead=(1.0, 1.0), cuts=((-1.0, -1.0), (1.0, 1.0))):
    endings = (Ending("French victory", "french"), Ending("draw", ""), Ending("German victory", "german"))
    return ChanceModel("", 1, 1, (0.0, 1.0), endings, cuts, {"points": FittedFeature(10.0, 2.0, lead)})


def test_the_chances_of_all_endings_add_up_to_one():
    found = model().chances({"points": 13.0}, 0.3, SIDES)
    assert sum(e.probability for e in found.endings) == pytest.approx(1.0)
    assert sum(found.wins.values()) + found.draw == pytest.approx(1.0)


def test_an_average_position_has_the_chances_of_the_cuts_alone():
    found = model().chances({"points": 10.0}, 0.5, SIDES)
    assert found.wins["french"] == pytest.approx(1 - 1 / (1 + math.exp(-1)))
    assert found.wins["german"] == pytest.approx(found.wins["french"])
    assert found.expected("german") == pytest.approx(0.5)


def test_the_same_lead_says_more_late_where_its_weight_grows():
    growing = model(lead=(0.2, 3.0))
    early, late = (growing.chances({"points": 12.0}, passed, SIDES).wins["german"] for passed in (0.1, 0.9))
    assert 0.25 < early < late < 0.95


def test_cuts_that_cross_leave_an_ending_without_chance_and_never_below():
    found = model(cuts=((1.0, 1.0), (-1.0, -1.0))).chances({"points": 10.0}, 0.5, SIDES)
    assert [e.probability >= 0 for e in found.endings] == [True] * 3
    assert found.draw == 0.0


def test_a_feature_far_beyond_those_of_the_fit_says_no_more_than_six_deviations():
    far, farther = (model().chances({"points": x}, 0.5, SIDES).wins["german"] for x in (22.0, 2200.0))
    assert far == farther


def test_moments_between_two_knots_count_for_both():
    assert hat_weights((0.0, 0.25, 1.0), 0.25) == [(1, 1.0), (2, 0.0)]
    assert hat_weights((0.0, 0.25, 1.0), 0.1) == [(0, 0.6), (1, 0.4)]
    assert hat_weights((0.0, 0.25, 1.0), -0.1) == [(0, 1.0)]


@pytest.mark.parametrize("slug", [info.slug for info in trenchline.games()])
def test_shipped_models_fit_their_game(slug):
    game = trenchline.load(slug)
    for scenario, fitted in game.chance_models.items():
        match = game.start(scenario, seed=1)
        assert {e.winner for e in fitted.endings} <= {*game.sides, ""}
        assert set(fitted.features) == set(game.knowledge.features(match.position, 0))
        assert all(len(cut) == len(fitted.knots) for cut in fitted.cuts) and len(fitted.cuts) == len(fitted.endings) - 1
        found = match.chances()
        assert found is not None and sum(found.wins.values()) + found.draw == pytest.approx(1.0)


def test_a_match_that_is_over_has_ended_as_it_has():
    game = trenchline.load("they-shall-not-pass")
    match = game.start("historical", seed=5)
    while not match.over:
        match.apply_legal(match.actions()[0])
    found = match.chances()
    assert found.endings[0].level == match.result.level and found.endings[0].probability == 1.0


def test_a_match_begins_when_nothing_has_passed_and_ends_when_all_has():
    for info in trenchline.games():
        game = trenchline.load(info.slug)
        for scenario in game.scenarios:
            match = game.start(scenario.id, seed=1)
            assert 0.0 <= game.passed(match.position) < 0.1, (info.slug, scenario.id)
            match.position.turn, match.position.step = (
                game.knowledge.turns(match.position)[1],
                len(game.sequence_of_play.steps) - 1,
            )
            assert game.passed(match.position) == pytest.approx(1.0)


def test_chances_of_a_player_do_not_change_when_what_he_cannot_see_is_dealt_again(monkeypatch):
    game = trenchline.load("campaign-of-attrition")
    fog = {"fog_of_war": True}
    match = game.start("historical", seed=2, options=fog)
    monkeypatch.setattr(game, "chance_models", {"historical": _rough_model(game, match)}, raising=False)
    player = match.player
    known = match.chances(player)
    assert [game.redeal(match, player, seed).chances(player) for seed in (3, 4)] == [known, known]


def _rough_model(game, match):
    endings = tuple(Ending(side, side) for side in reversed(game.sides))
    features = {
        name: FittedFeature(value, 1.0, (1.0, 1.0)) for name, value in game.knowledge.features(match.position, 0).items()
    }
    return ChanceModel("", 1, 1, (0.0, 1.0), endings, ((0.0, 0.0),), features)


def test_a_model_reads_as_it_was_written(tmp_path):
    from trenchline.lab.chances import models_text

    file = tmp_path / "chances.toml"
    file.write_text(models_text({"first_day": model()}), encoding="utf-8")
    assert trenchline.read_models(file) == {"first_day": model()} == ChancesFile({"first_day": model()}).scenario
