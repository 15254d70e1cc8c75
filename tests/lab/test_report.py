"""The report of a run: its numbers, and its page where matplotlib is."""

import pytest

from trenchline.cli import main
from trenchline.lab.measures import TurnMeasures
from trenchline.lab.report import FinishedRun, course, differences, endings, lead_changes, read_run
from trenchline.lab.simulate import GameResult, Run

GAME = "they-shall-not-pass"
RUN = Run(GAME, "historical", ("random", "random"), 3, 1)


def game(number, points, winner, *chances):
    turns = tuple(TurnMeasures(n, {"points": points * n / len(chances), "chance": c}) for n, c in enumerate(chances, 1))
    return GameResult(number, number, winner, winner or "Draw", points, 10, 5, "", turns=turns)


def run(name, *results):
    return FinishedRun(name, RUN, results)


def test_endings_are_counted_from_the_worst_for_the_first_side_with_their_shares():
    found = endings(run("one", game(1, 9, "german"), game(2, -3, "french"), game(3, 7, "german")))
    assert [(level, games) for level, games, *_ in found] == [("french", 1), ("german", 2)]
    assert all(low < part < high for _, _, part, low, high in found)


def test_a_course_has_the_mean_of_the_games_that_have_come_so_far():
    found = course(run("one", game(1, 4, "german", 0.5, 0.6), game(2, 8, "german", 0.5, 0.8)), "chance")
    assert found.turns == (1, 2) and found.mean == (0.5, pytest.approx(0.7))
    assert found.low[1] < 0.7 < found.high[1]


def test_a_turn_that_few_games_have_reached_is_left_out():
    many = [game(n, 1, "german", 0.5) for n in range(30)]
    assert course(run("one", *many, game(31, 1, "german", 0.5, 0.9)), "chance").turns == (1,)


def test_the_favourite_changes_when_the_chances_cross():
    assert lead_changes(game(1, 0, "", 0.6, 0.4, 0.5, 0.3, 0.7)) == 2


def test_two_runs_differ_where_chance_does_not_explain_it_and_a_run_not_from_itself():
    weak = run("weak", *(game(n, n % 5, "german" if n % 5 == 0 else "french") for n in range(100)))
    strong = run("strong", *(game(n, n % 5 + 3, "german" if n % 5 else "french") for n in range(100)))
    apart, same = differences(weak, strong), differences(weak, weak)
    assert {d.what for d in apart} == {"points, mean", "German wins", "French wins"}
    assert all(d.verdict == "differs" for d in apart)
    assert all(d.p == pytest.approx(1.0) and d.verdict == "no difference shown" for d in same)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("run")
    words = ["simulate", GAME, "historical", "--games", "3", "--sides", "random,random", "--jobs", "1", "--seed", "2"]
    assert main([*words, "--out", str(folder)]) == 0
    return folder


def test_a_run_is_read_from_its_folder(folder):
    found = read_run(folder)
    assert found.run.seed == 2 and [result.game for result in found.results] == [1, 2, 3]
    assert all(result.turns for result in found.results)


def test_a_folder_without_a_run_is_named(tmp_path, capsys):
    assert main(["report", str(tmp_path)]) == 2
    assert "holds no run" in capsys.readouterr().err


def test_three_runs_are_too_many(folder, capsys):
    assert main(["report", *[str(folder)] * 3]) == 2
    assert "two side by side" in capsys.readouterr().err


def test_the_page_has_everything_in_it(folder, tmp_path, capsys):
    pytest.importorskip("matplotlib")
    file = tmp_path / "report.html"
    assert main(["report", str(folder), str(folder), "--out", str(file)]) == 0
    text = file.read_text()
    assert "Side by side" in text and "no difference shown" in text and "French" in text
    assert text.count("<svg") > 5 and "src=" not in text and 'href="http' not in text.replace("xlink:href", "")


def test_without_matplotlib_the_extra_is_named(folder, monkeypatch, capsys):
    import sys

    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    assert main(["report", str(folder)]) == 2
    assert "trenchline[report]" in capsys.readouterr().err
