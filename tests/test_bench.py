"""The benchmarks run and say what they found. Nothing here looks at a time."""

from __future__ import annotations

import gc
import json
import sys
from xml.etree import ElementTree

import msgspec
import pytest

from bench import env as env_bench
from bench.__main__ import main
from bench.load_chart import chart
from bench.report import Figure

FIGURES = {
    "decisions", "options", "listing", "replay", "clone", "slowest_listing", "longest_listing", "save", "load", "saved_size",
    "memory", "memory_listed", "reach", "supply", "seen", "first_seen", "score", "at", "costs", "view", "position_write",
    "position_read", "hash", "random_roll_outs", "staff_roll_outs", "sergeant_game", "import", "load_game",
}  # fmt: skip
TARGETS = {
    "decisions": 10_000, "options": 300_000, "listing": 300_000, "replay": 20_000, "clone": 50, "slowest_listing": 5,
    "longest_listing": 5, "saved_size": 100, "seen": 100, "first_seen": 100, "import": 150, "load_game": 150,
}  # fmt: skip


@pytest.fixture
def out_of_the_collectors_way():
    """Every sample begins with a full collection, and what the suite holds by now would be looked through each time."""
    gc.freeze()
    yield
    gc.unfreeze()


def test_a_quick_run_measures_everything_without_peers(tmp_path, monkeypatch, capsys, out_of_the_collectors_way):
    monkeypatch.setitem(sys.modules, "chess", None)  # as if they were not installed
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    assert main(["they-shall-not-pass", "--quick", "--results", str(tmp_path)]) == 0
    found = json.loads((tmp_path / "they-shall-not-pass.json").read_text(encoding="utf-8"))
    assert (found["format"], found["game"], found["quick"]) == (2, "they-shall-not-pass", True)
    assert found["machine"]["clock"] == "processor"
    assert found["peers"] == {"python-chess": None, "open_spiel": None}
    assert set(found["missing"]) == {"python-chess", "open_spiel"}
    figures = {figure["id"]: figure for figure in found["figures"]}
    assert set(figures) == FIGURES
    assert all(figure["value"] > 0 and figure["median"] > 0 and figure["samples"] > 0 for figure in figures.values())
    assert {id: figure["target"] for id, figure in figures.items() if figure["target"]} == TARGETS
    assert {figure["mark"] for figure in figures.values()} <= {"", "pass", "fail", "noisy"}
    assert "not measured" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("more_is_better", "value", "median", "mark"),
    [(True, 12, 11, "pass"), (True, 12, 9, "noisy"), (True, 9, 8, "fail"), (False, 9, 11, "noisy"), (False, 11, 12, "fail")],
)
def test_a_figure_passes_by_its_best_and_is_noisy_if_its_median_does_not(more_is_better, value, median, mark):
    assert Figure("id", "title", value, median, 3, "ms", more_is_better, target=10).mark == mark


def test_a_figure_without_a_target_has_no_mark():
    assert Figure("id", "title", 1, 1, 1, "ms", False).mark == ""


def test_the_chart_of_the_load_shows_ours_beside_the_empty_application():
    one = {"p50_ms": 1.0, "p95_ms": 10.0, "p99_ms": 100.0}
    drawn = chart({"SQLite": {"load": one, "empty": {**one, "p99_ms": 12.5}}, "<two>": {"load": one, "empty": one}})
    root = ElementTree.fromstring(drawn)
    titles = [title.text for title in root.iter("{http://www.w3.org/2000/svg}title")]
    assert titles[:4] == ["p99: 100.0 ms", "p95: 10.0 ms", "p50: 1.0 ms", "p99: 12.5 ms"] and "&lt;two&gt;" in drawn


def test_the_steps_of_the_environment_are_measured(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(env_bench, "side_by_side", lambda name, processes, steps: 1.0)
    told = tmp_path / "env.json"
    assert env_bench.main(["they-shall-not-pass staged", "--steps", "20", "--rounds", "1", "--out", str(told)]) == 0
    found = msgspec.json.decode(told.read_bytes(), type=env_bench.Report)
    assert found.rates[0].name == "they-shall-not-pass staged" and found.rates[0].median > 0
    assert "steps/s" in capsys.readouterr().out
