"""The arena: both sides equally, and ratings that mean something."""

from __future__ import annotations

import json

import pytest

from trenchline.cli import main
from trenchline.core.errors import TrenchlineError
from trenchline.lab.arena import Bout, Contest, fight, rate, runs, table
from trenchline.lab.simulate import GameResult

SIDES = ("german", "french")


def bout(first, second, winner):
    return Bout(first, second, SIDES[0], GameResult(1, 1, winner, "", 0, 10, 10, ""))


def test_every_pair_plays_both_sides_on_the_same_seeds():
    pieces = runs(Contest("they-shall-not-pass", "historical", ("random", "recruit", "sergeant"), 4))
    assert [piece.sides for piece in pieces] == [
        ("random", "recruit"), ("recruit", "random"), ("random", "sergeant"),
        ("sergeant", "random"), ("recruit", "sergeant"), ("sergeant", "recruit"),
    ]  # fmt: skip
    assert {(piece.games, piece.seed) for piece in pieces} == {(2, pieces[0].seed)}


def test_in_a_gauntlet_the_first_meets_each_of_the_others():
    pieces = runs(Contest("they-shall-not-pass", "historical", ("recruit", "random", "sergeant"), 4, gauntlet=True))
    assert [piece.sides for piece in pieces] == [
        ("recruit", "random"), ("random", "recruit"), ("recruit", "sergeant"), ("sergeant", "recruit"),
    ]  # fmt: skip


def test_one_player_is_no_contest():
    with pytest.raises(TrenchlineError, match="two different"):
        runs(Contest("they-shall-not-pass", "historical", ("random", "random"), 4))


def test_a_win_counts_for_the_player_not_for_the_side():
    bouts = [bout("a", "b", "german"), bout("b", "a", "french"), bout("a", "b", ""), bout("b", "a", "german")]
    found = table(Contest("g", "s", ("a", "b"), 4), bouts, 1.0)
    assert [(s.bot, s.wins, s.draws, s.losses, s.points) for s in found.standings] == [("a", 2, 1, 1, 2.5), ("b", 1, 1, 2, 1.5)]
    pairing = found.pairings[0]
    assert (pairing.wins, pairing.draws, pairing.losses) == (2, 1, 1)
    assert pairing.share == pytest.approx(2 / 3)
    assert pairing.low < pairing.share < pairing.high


def test_points_are_compared_on_the_same_seed_and_what_the_side_alone_brings_is_taken_out():
    def scored(first, second, game, points):
        return Bout(first, second, SIDES[0], GameResult(game, game, "french", "", points, 10, 10, ""))

    bouts = [scored("a", "b", 1, 9), scored("b", "a", 1, 7), scored("a", "b", 2, 5), scored("b", "a", 2, 1)]
    pairing = table(Contest("g", "s", ("a", "b"), 6), [*bouts, scored("a", "b", 3, 50)], 1.0).pairings[0]
    assert pairing.pairs == 2 and pairing.margin.mean == 3  # two points and four; the third seed is not whole
    assert pairing.margin.low < 0 < pairing.margin.high
    assert table(Contest("g", "s", ("a", "b"), 2), [bouts[0]], 1.0).pairings[0].margin is None


def test_three_to_one_is_about_two_hundred_elo_and_more_games_narrow_the_interval():
    few = rate(["a", "b"], {("a", "b"): (7.5, 10), ("b", "a"): (2.5, 10)})
    many = rate(["a", "b"], {("a", "b"): (750.0, 1000), ("b", "a"): (250.0, 1000)})
    assert many["a"][0] - many["b"][0] == pytest.approx(190.8, abs=1)
    assert many["a"][1] < few["a"][1] / 8
    assert many["a"][0] == pytest.approx(-many["b"][0])


def test_a_clean_sweep_is_finite_and_strength_is_passed_on():
    met = {("a", "b"): (10.0, 10), ("b", "a"): (0.0, 10), ("b", "c"): (10.0, 10), ("c", "b"): (0.0, 10)}
    found = rate(["a", "b", "c"], met)
    assert 300 < found["a"][0] - found["b"][0] < 700
    assert found["a"][0] > found["b"][0] > found["c"][0]


def test_the_same_contest_comes_out_the_same_on_any_number_of_processes():
    contest = Contest("they-shall-not-pass", "historical", ("random", "recruit"), 2, seed=4)
    one, two = (sorted((b.first, b.result.hash) for b in fight(contest, jobs)) for jobs in (1, 2))
    assert one == two


def test_the_command_writes_its_files(tmp_path, capsys):
    words = ["arena", "they-shall-not-pass", "historical", "--bots", "random,sergeant", "--games", "2", "--jobs", "1"]
    assert main([*words, "--out", str(tmp_path)]) == 0
    printed = capsys.readouterr().out
    assert "sergeant" in printed and "Elo" in printed
    found = json.loads((tmp_path / "arena.json").read_text())
    assert found["played"] == 2 and found["standings"][0]["bot"] == "sergeant"
    assert len((tmp_path / "arena.csv").read_text().splitlines()) == 3
