"""Mass simulation: the seed settles everything, an interruption keeps what was played."""

from __future__ import annotations

import csv
import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

import trenchline
from trenchline.ai import PLAYERS, make_player
from trenchline.cli import main
from trenchline.core.errors import TrenchlineError
from trenchline.lab.simulate import GameResult, Run, game_seed, play_game, run
from trenchline.lab.summary import share, spread, summarise

SLUG = "they-shall-not-pass"
THREE = Run(SLUG, "historical", ("random", "random"), games=3, seed=5, keep=True)


@pytest.fixture(scope="module")
def alone() -> list[GameResult]:
    """Three games in this process."""
    return list(run(THREE, jobs=1))


def test_the_number_of_processes_changes_nothing(alone):
    assert sorted(run(THREE, jobs=2), key=lambda r: r.game) == alone


def test_a_game_of_a_run_can_be_played_again_alone(alone):
    assert list(run(Run(SLUG, "historical", ("random", "random"), games=1, first=3, seed=5, keep=True))) == [alone[2]]
    again = play_game(SLUG, "historical", {}, ("random", "random"), game_seed(5, 3), number=3, keep=True)
    assert again == alone[2]


def test_a_kept_match_loads_to_the_hash_of_its_result(alone):
    match = trenchline.load(SLUG).load(alone[0].saved)
    assert match.over and match.hash() == alone[0].hash
    assert match.result.level == alone[0].level
    assert sum(not action.dice for action in match.history) == alone[0].decisions


def test_other_seeds_are_other_games(alone):
    assert len({r.hash for r in alone}) == 3
    assert game_seed(5, 1) != game_seed(1, 5)


def test_options_reach_the_match():
    result = play_game(SLUG, "free", {"infiltration": True}, ("random", "random"), 1, keep=True)
    assert trenchline.load(SLUG).load(result.saved).options["infiltration"]


def test_a_summary_counts_levels_in_the_order_of_points():
    def ended(number: int, level: str, points: int) -> GameResult:
        return GameResult(number, 0, "", level, points, 10 * number, 1, "")

    found = summarise(THREE, [ended(3, "win", 9), ended(1, "loss", 1), ended(2, "loss", 2)], 2.0)
    assert [(x.level, x.games) for x in found.levels] == [("loss", 2), ("win", 1)]
    assert found.complete and found.timing.games_per_second == 1.5
    assert found.points.mean == 4 and found.points.low < 1 and found.decisions.most == 30


def test_intervals_are_those_of_the_books():
    sample = spread([4, 5, 6, 7, 8])
    assert (sample.mean, round(sample.high - sample.mean, 3)) == (6, 1.963)  # 2.776 * 1.5811 / sqrt(5)
    assert spread([4]).low is None
    assert share(10, 10)[1] == pytest.approx(0.722, abs=0.001)  # Wilson


def test_players_are_made_by_name():
    match = trenchline.load(SLUG).start("historical", seed=1)
    one, other = make_player("random", 4), PLAYERS["random"](4)
    assert [one.choose(match) for _ in range(20)] == [other.choose(match) for _ in range(20)]
    with pytest.raises(TrenchlineError, match="there are random"):
        make_player("joffre", 1)


# ---------------------------------------------------------------------------------------------------- the command


def test_the_command_writes_the_same_results_whatever_the_jobs(capsys, tmp_path):
    for jobs in ("1", "2"):
        argv = ["simulate", SLUG, "historical", "--games", "3", "--seed", "5", "--jobs", jobs, "--out", str(tmp_path / jobs)]
        assert main([*argv, "--json", "--save-matches"]) == 0
        heard = capsys.readouterr()
        summary = json.loads(heard.out)
        assert heard.err == "" and summary["played"] == 3 and summary["complete"]
    assert (tmp_path / "1" / "results.csv").read_bytes() == (tmp_path / "2" / "results.csv").read_bytes()
    rows = list(csv.DictReader((tmp_path / "1" / "results.csv").open()))
    assert [row["game"] for row in rows] == ["1", "2", "3"]
    assert json.loads((tmp_path / "1" / "summary.json").read_text())["points"] == summary["points"]
    assert main(["replay", str(tmp_path / "2" / "matches" / "000002.json"), "--verify"]) == 0
    assert rows[1]["hash"] in capsys.readouterr().out


def test_a_whole_random_game_in_one_line(capsys):
    assert main(["simulate", SLUG, "free", "--games", "1", "--sides", "random,random"]) == 0
    out = capsys.readouterr().out
    assert "Victory" in out or "Draw" in out
    assert "decisions per game" in out and "games/s" in out


def test_a_table_for_several_games(capsys):
    assert main(["simulate", SLUG, "historical", "--games", "3", "--seed", "5", "--jobs", "1"]) == 0
    out = capsys.readouterr().out
    assert "95 % interval" in out and "points: mean" in out and "3 games in" in out


def test_progress_is_told_in_lines_where_there_is_no_terminal(monkeypatch, capsys):
    monkeypatch.setattr("trenchline.cli.showing.QUIET", 0.0)
    assert main(["simulate", SLUG, "historical", "--games", "2", "--seed", "5", "--jobs", "1"]) == 0
    assert "games: 1 of 2 in" in capsys.readouterr().err


def test_ctrl_c_keeps_what_has_been_played(monkeypatch, capsys, tmp_path, alone):
    def interrupted(*_: object) -> Iterator[GameResult]:
        yield from alone[:2]
        raise KeyboardInterrupt

    monkeypatch.setattr("trenchline.cli.laboratory.run", interrupted)
    assert main(["simulate", SLUG, "historical", "--games", "3", "--out", str(tmp_path)]) == 130
    heard = capsys.readouterr()
    assert "stopped after 2 of 3 games" in heard.err and "2 games in" in heard.out
    summary = json.loads((tmp_path / "summary.json").read_text())
    assert not summary["complete"] and summary["played"] == 2


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks for the processes in /proc")
@pytest.mark.parametrize("how", [[signal.SIGINT], [signal.SIGTERM, signal.SIGTERM]], ids=["ctrl-c", "killed twice"])
def test_who_stops_it_ends_every_process(how):
    argv = [sys.executable, "-m", "trenchline.cli", "simulate", SLUG, "historical", "--games", "5000", "--jobs", "2"]
    child = subprocess.Popen(argv, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    workers = Path(f"/proc/{child.pid}/task/{child.pid}/children")
    until = time.monotonic() + 20
    while len(started := workers.read_text().split()) < 2 and time.monotonic() < until:
        time.sleep(0.02)
    for number in how:
        child.send_signal(number)
    _, err = child.communicate(timeout=20)
    assert child.returncode == 130
    assert err.startswith("trenchline: stopped") and "Traceback" not in err
    assert len(started) == 2 and not any(Path(f"/proc/{pid}").exists() for pid in started)


# ---------------------------------------------------------------------------------------------------- a cluster


def test_without_dask_the_extra_is_named(capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "dask", None)
    monkeypatch.setitem(sys.modules, "dask.distributed", None)
    assert main(["simulate", SLUG, "free", "--games", "1", "--cluster", "tcp://nowhere:8786"]) == 2
    assert "trenchline[cluster]" in capsys.readouterr().err


class Future:
    """What a stand-in for Dask hands out: the work already done."""

    def __init__(self, value: GameResult) -> None:
        self.value = value

    def result(self) -> GameResult:
        return self.value


class Client:
    """A stand-in for a Dask client that works on the spot."""

    def __init__(self, address: str, timeout: float) -> None:
        self.address = address

    def submit(self, work, *words: object, pure: bool) -> Future:
        return Future(work(*words))

    def cancel(self, futures: list[Future]) -> None: ...

    def close(self) -> None: ...


def test_a_cluster_does_the_same_work(monkeypatch, alone):
    stand_in = ModuleType("dask.distributed")
    stand_in.Client, stand_in.as_completed = Client, reversed  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "dask", ModuleType("dask"))
    monkeypatch.setitem(sys.modules, "dask.distributed", stand_in)
    found = list(run(THREE, cluster="tcp://somewhere:8786"))
    assert sorted(found, key=lambda r: r.game) == alone
