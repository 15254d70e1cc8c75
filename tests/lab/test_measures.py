"""What simulated games leave behind, turn by turn."""

import csv

import pytest

import trenchline
from trenchline.cli import main
from trenchline.games import CATALOGUE
from trenchline.lab import measures
from trenchline.lab.measures import Measuring, steps_on_map
from trenchline.lab.simulate import make_players, play

GAME = "they-shall-not-pass"


@pytest.fixture(scope="module")
def played():
    """A game of sergeants, what was measured of it, and how it stood when each turn ended."""
    match = trenchline.load(GAME).start("historical", seed=4)
    measuring = Measuring(match)
    play(match, make_players(match.game, ("sergeant", "sergeant"), {}, 4), 4, measuring=measuring)
    return match, measuring.ends(match)


def test_each_turn_is_measured_once_in_order(played):
    match, turns = played
    assert [turn.turn for turn in turns] == list(range(1, match.turn + 1))
    assert turns[-1].values["points"] == match.points


def test_attacks_and_orders_are_counted_for_those_who_gave_them(played):
    match, turns = played
    orders = sum(turn.values[f"orders_{side}"] for turn in turns for side in match.game.sides)
    assert orders == sum(not action.dice for action in match.history)
    begun = {"german": 0, "french": 0}
    again = match.beginning(trenchline.ScriptedDice([]))
    for action in match.history:
        if not action.dice and action.kind == "attack":
            begun[again.side_of(again.player)] += 1
        again.play_on(action)
    assert begun == {side: sum(turn.values[f"attacks_{side}"] for turn in turns) for side in begun}
    assert min(begun.values()) > 0


def test_steps_change_by_what_is_said(played):
    match, turns = played
    for side in match.game.sides:
        first = steps_on_map(match.beginning(trenchline.ScriptedDice([])))[side]
        assert first + sum(turn.values[f"change_{side}"] for turn in turns) == turns[-1].values[f"steps_{side}"]
        assert turns[-1].values[f"steps_{side}"] == steps_on_map(match)[side]


@pytest.mark.parametrize("slug", list(CATALOGUE))
def test_every_game_can_be_measured(slug):
    game = trenchline.load(slug)
    match = game.start(game.scenarios[0].id, seed=1)
    (turn,) = Measuring(match).ends(match)
    features = game.knowledge.features(match.position, 0)
    assert set(features) <= set(turn.values) and all(turn.values[f"steps_{side}"] > 0 for side in game.sides)


def test_a_run_writes_a_row_for_each_turn_and_a_stopped_one_all_of_them_once_resumed(tmp_path, capsys):
    words = ["simulate", GAME, "historical", "--games", "3", "--sides", "random,random", "--jobs", "1", "--seed", "2"]
    assert main([*words, "--out", str(tmp_path / "whole")]) == 0
    assert main([*words, "--out", str(tmp_path / "stopped")]) == 0
    log = tmp_path / "stopped" / "games.jsonl"
    log.write_bytes(b"".join(log.read_bytes().splitlines(keepends=True)[:2]))  # as if it had been stopped after one game
    (tmp_path / "stopped" / "turns.csv").unlink()
    assert main([*words, "--out", str(tmp_path / "stopped"), "--resume"]) == 0
    whole, again = ((tmp_path / run / "turns.csv").read_text() for run in ("whole", "stopped"))
    assert whole == again
    rows = list(csv.DictReader(whole.splitlines()))
    assert {row["game"] for row in rows} == {"1", "2", "3"}
    assert measures.read_turns(tmp_path / "whole")[0]["turn"] == 1.0


def test_parquet_holds_the_same(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    turns = [measures.TurnMeasures(1, {"points": 3.0}), measures.TurnMeasures(2, {"points": 4.0, "chance": 0.5})]
    measures.write_turns(tmp_path, [(1, turns)])
    found = parquet.read_table(tmp_path / measures.TABLE).to_pylist()
    assert found == [
        {"game": 1, "turn": 1, "points": 3.0, "chance": None},
        {"game": 1, "turn": 2, "points": 4.0, "chance": 0.5},
    ]
