"""Mass simulation: the seed settles everything, an interruption keeps what was played."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

import trenchline
from trenchline.ai import PLAYERS, make_player
from trenchline.cli import main
from trenchline.core.errors import TrenchlineError
from trenchline.lab.simulate import GameResult, Run, game_seed, play_game, run
from trenchline.lab.summary import share, spread, summarise
from trenchline.lab.workers import share_out

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


# ---------------------------------------------------------------------------------------------------- killed, and going on


def begun(*words: str) -> subprocess.Popen[str]:
    argv = [sys.executable, "-m", "trenchline.cli", *words]
    return subprocess.Popen(argv, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def wait_for(what: Callable[[], bool]) -> None:
    until = time.monotonic() + 60
    while not what() and time.monotonic() < until:
        time.sleep(0.02)
    assert what()


def lines_of(file: Path) -> int:
    return file.read_bytes().count(b"\n") if file.exists() else 0


def test_killed_with_9_every_finished_game_is_on_disk_and_resume_goes_on_to_the_same_bytes(tmp_path, capsys):
    words = ["simulate", SLUG, "historical", "--games", "6", "--seed", "5", "--save-matches"]
    assert main([*words, "--jobs", "1", "--out", str(tmp_path / "whole")]) == 0
    killed, kept = tmp_path / "killed", tmp_path / "killed" / "games.jsonl"
    child = begun(*words, "--jobs", "2", "--out", str(killed))
    wait_for(lambda: lines_of(kept) >= 3)
    child.kill()
    child.communicate()
    finished = kept.read_bytes()
    with kept.open("ab") as file:
        file.write(b'{"sides":["ran')  # the disk may have got half a line more
    assert main([*words, "--jobs", "1", "--out", str(killed)]) == 2
    assert "--resume goes on" in capsys.readouterr().err and kept.read_bytes().startswith(finished)
    assert main([*words, "--jobs", "1", "--out", str(killed), "--resume"]) == 0
    assert kept.read_bytes().startswith(finished) and lines_of(kept) == 7
    files = ["results.csv", *(f"matches/{number:06}.json" for number in range(1, 7))]
    assert [(killed / name).read_bytes() for name in files] == [(tmp_path / "whole" / name).read_bytes() for name in files]
    summaries = [json.loads((tmp_path / run / "summary.json").read_text()) for run in ("killed", "whole")]
    assert all(summary.pop("timing") for summary in summaries) and summaries[0] == summaries[1]


def test_resume_plays_nothing_that_is_on_disk_and_refuses_another_run(tmp_path, capsys, monkeypatch):
    words = ["simulate", SLUG, "historical", "--games", "2", "--jobs", "1", "--out", str(tmp_path), "--resume"]
    assert main([*words, "--seed", "5"]) == 0
    before = (tmp_path / "results.csv").read_bytes()
    monkeypatch.setattr("trenchline.lab.simulate.play_game", lambda *_, **__: pytest.fail("played again"))
    assert main([*words, "--seed", "5"]) == 0
    assert (tmp_path / "results.csv").read_bytes() == before
    assert main([*words, "--seed", "6"]) == 2
    assert "another run" in capsys.readouterr().err and (tmp_path / "results.csv").read_bytes() == before


def test_resume_without_a_folder_and_a_file_that_is_no_record_are_told(tmp_path, capsys):
    assert main(["simulate", SLUG, "historical", "--resume"]) == 2
    assert "--out" in capsys.readouterr().err
    (tmp_path / "games.jsonl").write_text("what is this?\n")
    assert main(["simulate", SLUG, "historical", "--out", str(tmp_path), "--resume"]) == 2
    assert "not the record of a run" in capsys.readouterr().err


def test_an_arena_too_goes_on_to_the_same_bytes(tmp_path):
    words = ["arena", SLUG, "historical", "--bots", "random,recruit", "--games", "4"]
    assert main([*words, "--jobs", "1", "--out", str(tmp_path / "whole")]) == 0
    child = begun(*words, "--jobs", "2", "--out", str(tmp_path / "killed"))
    wait_for(lambda: lines_of(tmp_path / "killed" / "games.jsonl") >= 2)
    child.kill()
    child.communicate()
    assert main([*words, "--jobs", "1", "--out", str(tmp_path / "killed"), "--resume"]) == 0
    whole, killed = ((tmp_path / run / "arena.csv").read_bytes() for run in ("whole", "killed"))
    assert whole == killed


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks for the processes in /proc")
@pytest.mark.parametrize("command", ["simulate", "arena"])
def test_processes_end_with_a_parent_that_was_killed(command):
    players = ["--bots", "random,recruit"] if command == "arena" else []
    child = begun(command, SLUG, "historical", "--games", "5000", "--jobs", "2", *players)
    workers = Path(f"/proc/{child.pid}/task/{child.pid}/children")
    wait_for(lambda: len(workers.read_text().split()) >= 2)
    started = workers.read_text().split()
    child.kill()
    child.communicate()
    wait_for(lambda: not any(alive(pid) for pid in started))


def alive(pid: str) -> bool:
    """Whether a process runs: one that waits to be buried does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def lose_the_first(piece: tuple[Path, int]) -> int:
    """Work whose process is lost the first time that number 2 is tried."""
    mark, number = piece
    if number == 2 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number * 10


def lose_always(number: int) -> int:
    if number == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def test_a_lost_process_costs_time_and_nothing_else(tmp_path):
    found = list(share_out(lose_the_first, [(tmp_path / "mark", number) for number in range(6)], 2))
    assert sorted(result for _, result in found) == [0, 10, 20, 30, 40, 50]


def test_work_that_loses_every_process_is_named():
    with pytest.raises(TrenchlineError, match=r"game 2\b.*memory"):
        list(share_out(lose_always, range(6), 2, lambda number: f"game {number}"))


# ---------------------------------------------------------------------------------------------------- a cluster


def test_without_dask_the_extra_is_named(capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "dask", None)
    monkeypatch.setitem(sys.modules, "dask.distributed", None)
    assert main(["simulate", SLUG, "free", "--games", "1", "--cluster", "tcp://nowhere:8786"]) == 2
    assert "trenchline[cluster]" in capsys.readouterr().err


class Lost(Exception):
    """What Dask raises where a game has lost too many workers."""


class Future:
    """What a stand-in for Dask hands out: the work already done, or lost with its worker."""

    def __init__(self, value: GameResult | None) -> None:
        self.value = value

    def result(self) -> GameResult:
        if self.value is None:
            raise Lost
        return self.value


class Client:
    """A stand-in for a Dask client that works on the spot; the first submissions are lost."""

    losses = 0
    loop = object()

    def __init__(self, address: str, timeout: float) -> None:
        self.lost = 0

    def submit(self, work, *words: object, pure: bool) -> Future:
        self.lost += 1
        return Future(None if self.lost <= self.losses else work(*words))

    def cancel(self, futures: list[Future]) -> None: ...

    def close(self) -> None: ...


class AsCompleted(list[Future]):
    """Futures as they end: the last first. Waited for in the loop of their own client: another's breaks when one is lost."""

    add = list.append

    def __init__(self, futures: list[Future], loop: object) -> None:
        assert loop is Client.loop
        super().__init__(futures)

    def __iter__(self) -> Iterator[Future]:
        while self:
            yield self.pop()


@pytest.fixture
def dask(monkeypatch) -> type[Client]:
    """A stand-in for Dask."""
    stand_in = ModuleType("dask.distributed")
    stand_in.__dict__.update(Client=Client, as_completed=AsCompleted, KilledWorker=Lost)
    monkeypatch.setitem(sys.modules, "dask", ModuleType("dask"))
    monkeypatch.setitem(sys.modules, "dask.distributed", stand_in)
    monkeypatch.setattr(Client, "losses", 0)
    return Client


def test_a_cluster_does_the_same_work(dask, alone):
    found = list(run(THREE, cluster="tcp://somewhere:8786"))
    assert sorted(found, key=lambda r: r.game) == alone


def test_a_game_that_the_cluster_gives_up_is_asked_again(dask, alone, monkeypatch):
    monkeypatch.setattr(dask, "losses", 2)
    found = list(run(THREE, cluster="tcp://somewhere:8786"))
    assert sorted(found, key=lambda r: r.game) == alone


def test_a_cluster_that_loses_everything_is_told(dask, monkeypatch):
    monkeypatch.setattr(dask, "losses", 10**6)
    with pytest.raises(TrenchlineError, match="lost its workers 3 times over game 3"):
        list(run(THREE, cluster="tcp://somewhere:8786"))


def test_a_worker_of_a_real_cluster_that_is_killed_costs_the_time_of_its_game_and_nothing_else():
    distributed = pytest.importorskip("dask.distributed")
    many = Run(SLUG, "historical", ("random", "random"), games=6, seed=5)
    words = {"n_workers": 2, "threads_per_worker": 1, "processes": True, "dashboard_address": None}
    with distributed.LocalCluster(**words) as cluster, distributed.Client(cluster) as client:
        found = []
        for result in run(many, cluster=cluster.scheduler_address):
            found.append(result)
            if len(found) == 1:
                os.kill(next(iter(client.run(os.getpid).values())), signal.SIGKILL)
        assert sorted(found, key=lambda r: r.game) == list(run(many))
