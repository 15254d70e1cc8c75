"""When a contest can stop."""

from random import Random

from trenchline.cli import main
from trenchline.lab.arena import Bout
from trenchline.lab.sequential import BOUND, expected_score, paired_scores, strength_test
from trenchline.lab.simulate import GameResult


def bout(first, second, number, winner):
    return Bout(first, second, "german", GameResult(number, number, winner, "", 0, 1, 1, ""))


def contests(elo, count, most):
    """Contests of which the first player is stronger by so much: the verdict on each."""
    chance = Random(5)
    win = expected_score(elo)
    for _ in range(count):
        yield strength_test([((chance.random() < win) + (chance.random() < win)) / 2 for _ in range(most)], 100)


def test_equals_are_mostly_told_from_the_stronger_and_either_error_is_rare():
    equal, better = list(contests(0, 200, 400)), list(contests(100, 200, 400))
    assert all(verdict.decided for verdict in [*equal, *better])
    assert sum(verdict.ratio > 0 for verdict in equal) <= 20
    assert sum(verdict.ratio < 0 for verdict in better) <= 20


def test_it_stops_long_before_the_games_are_used_up():
    seeds = [verdict.seeds for verdict in contests(100, 100, 1000)]
    assert sum(seeds) / len(seeds) < 100


def test_a_seed_counts_once_both_sides_were_played_and_not_before_those_that_came_first():
    played = [
        bout("a", "b", 1, "german"),
        bout("b", "a", 1, "german"),
        bout("a", "b", 3, "german"),
        bout("b", "a", 3, "french"),
    ]
    assert paired_scores(played, "a") == [0.5]
    played += [bout("a", "b", 2, "german"), bout("b", "a", 2, "")]
    assert paired_scores(played, "a") == [0.5, 0.75, 1.0]


def test_a_clean_sweep_is_decided_and_few_seeds_are_not():
    assert strength_test([1.0] * 7, 50).ratio == 0.0
    verdict = strength_test([1.0] * 100, 50)
    assert verdict.ratio >= BOUND and verdict.words.startswith("stronger") and verdict.seeds < 40


def test_the_command_stops_when_it_knows(capsys):
    words = ["arena", "they-shall-not-pass", "historical", "--bots", "sergeant,random", "--jobs", "1"]
    assert main([*words, "--games", "60", "--sprt", "200"]) == 0
    told = capsys.readouterr().out
    assert "sergeant is stronger by 200 Elo" in told and "60 games" not in told


def test_three_players_cannot_be_tested(capsys):
    words = ["arena", "they-shall-not-pass", "historical", "--bots", "sergeant,random,recruit"]
    assert main([*words, "--sprt", "50"]) == 2
    assert "two players" in capsys.readouterr().err
