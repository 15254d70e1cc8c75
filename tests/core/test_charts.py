"""Charts: columns and their bounds, shifts held at the ends, odds both ways, exact chances, and faults named."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import trenchline
from trenchline.core.charts import Chart, ChartSpec, Term, odds_number, odds_text, total
from trenchline.core.documents import chart_document
from trenchline.core.errors import DataError
from trenchline.core.files import TomlFile

EXACT = settings(deadline=None, derandomize=True)
TOML = """\
[crt]
title = "A small table"
source = "9.1"
die = 3
columns = ["1:2", "1:1", "2:1+"]
at = [0, 1, 2]
results = "attacker/defender"
rows.1 = ["2/0", "1/0", "1/1"]
rows.2 = ["1/0", "1/1", "0/1"]
rows.3 = ["1/0", "0/1", "0/2"]
meanings."2/0" = "the attacker loses 2 steps"
meanings."1/0" = "the attacker loses 1 step"
meanings."1/1" = "each side loses 1 step"
meanings."0/1" = "the defender loses 1 step"
meanings."0/2" = "the defender loses 2 steps"
shifts.hill = { shift = -1, text = "hill", source = "9.2" }
sources."3/2:1+" = "reconstructed"
"""
FILE = Path("charts.toml")


class Charts(msgspec.Struct):
    """A file with one chart."""

    crt: ChartSpec


def load(folder: Path, text: str = TOML) -> Chart:
    (folder / FILE).write_text(text)
    file = TomlFile(folder / FILE)
    return file.read(Charts).crt.chart("crt", file)


@pytest.fixture
def chart(tmp_path: Path) -> Chart:
    return load(tmp_path)


# ---------------------------------------------------------------------------------------------------- columns


def test_a_value_falls_into_the_last_column_whose_bound_it_reaches(chart: Chart) -> None:
    assert [chart.column(value) for value in (-9, -1, 0, 1, 2, 3, 99)] == [0, 0, 0, 1, 2, 2, 2]


@given(st.lists(st.integers(-20, 20), min_size=1, max_size=8, unique=True).map(sorted), st.integers(-30, 30))
@EXACT
def test_columns_agree_with_a_search_by_hand(at: list[int], value: int) -> None:
    chart = Chart("x", "", "", [str(a) for a in at], at, {1: ["-"] * len(at)}, {})
    reached = [number for number, bound in enumerate(at) if bound <= value]
    assert chart.column(value) == (reached[-1] if reached else 0)


@given(st.integers(-50, 50))
@EXACT
def test_a_shifted_column_is_held_at_the_ends_and_no_further_in(shifted: int) -> None:
    chart = Chart("x", "", "", "abcd", (1, 2, 3, 4), {1: "----"}, {})
    assert chart.clamp(shifted) == sorted((0, shifted, 3))[1]


def test_a_cell_is_read_by_column_and_die(chart: Chart) -> None:
    assert chart.faces == (1, 2, 3)
    assert [[chart.result(c, die) for c in range(3)] for die in chart.faces] == [
        ["2/0", "1/0", "1/1"], ["1/0", "1/1", "0/1"], ["1/0", "0/1", "0/2"],
    ]  # fmt: skip


def test_shifts_and_sources_are_kept_with_their_case(chart: Chart) -> None:
    assert chart.shifts == {"hill": Term("hill", -1, "9.2")}
    assert chart.sources == {(2, 3): "reconstructed"} and chart.source == "9.1"
    assert chart_document(chart).notes == ("hill: -1 (9.2)", "row 3, column 2:1+: reconstructed")
    assert total([Term("a", 3), Term("b", -1, "9.2")]) == 2 and total([]) == 0


# ---------------------------------------------------------------------------------------------------- chances


def test_each_result_stands_once_with_its_chance(chart: Chart) -> None:
    assert [(o.result, o.probability) for o in chart.outcomes(0)] == [
        ("2/0", pytest.approx(1 / 3)),
        ("1/0", pytest.approx(2 / 3)),
    ]


@given(st.lists(st.sampled_from(("-", "M", "M1", "X")), min_size=1, max_size=12))
@EXACT
def test_the_chances_of_a_column_add_up_to_one(cells: list[str]) -> None:
    chart = Chart("x", "", "", ["all"], [0], {face: [cell] for face, cell in enumerate(cells, 1)}, {})
    outcomes = chart.outcomes(0)
    assert sum(o.probability for o in outcomes) == pytest.approx(1)
    assert {o.result: o.probability for o in outcomes} == {r: pytest.approx(cells.count(r) / len(cells)) for r in set(cells)}


@pytest.mark.parametrize("slug", [info.slug for info in trenchline.games()])
def test_the_chances_of_every_column_of_every_printed_chart_add_up_to_one(slug: str) -> None:
    charts = [thing for thing in vars(trenchline.load(slug).components).values() if isinstance(thing, Chart)]
    assert charts
    for chart in charts:
        for column in range(len(chart.columns)):
            assert sum(o.probability for o in chart.outcomes(column)) == pytest.approx(1)


# ---------------------------------------------------------------------------------------------------- odds

strengths = st.integers(1, 10_000)


@given(strengths, strengths)
@EXACT
def test_odds_are_rounded_for_the_defender(attacker: int, defender: int) -> None:
    number = odds_number(attacker, defender)
    if number >= 1:
        assert number * defender <= attacker < (number + 1) * defender
    else:
        to_one = 2 - number  # 1:n
        assert (to_one - 1) * attacker < defender <= to_one * attacker


@given(st.integers(1, 500), strengths)
@EXACT
def test_whole_ratios_come_back_both_ways(ratio: int, strength: int) -> None:
    assert odds_number(ratio * strength, strength) == ratio
    assert odds_number(strength, ratio * strength) == 2 - ratio


@given(st.integers(-500, 500))
@EXACT
def test_the_printed_form_says_the_same_ratio(number: int) -> None:
    attacker, defender = map(int, odds_text(number).split(":"))
    assert odds_number(attacker, defender) == number


@given(strengths, strengths, strengths)
@EXACT
def test_more_attackers_never_make_the_odds_worse(attacker: int, more: int, defender: int) -> None:
    assert odds_number(attacker, defender) <= odds_number(attacker + more, defender)
    assert odds_number(attacker, defender) >= odds_number(attacker, defender + more)


def test_there_is_no_column_between_one_to_one_and_one_to_two() -> None:
    assert [odds_text(n) for n in (2, 1, 0, -1)] == ["2:1", "1:1", "1:2", "1:3"]


# ---------------------------------------------------------------------------------------------------- faults

FAULTS = {
    "a missing row": ('rows.2 = ["1/0", "1/1", "0/1"]\n', "", "row 2 is missing"),
    "a surplus row": ("rows.3 =", 'rows.4 = ["-", "-", "-"]\nrows.3 =', "row 4 is no row of the table"),
    "a missing cell": ('["1/0", "1/1", "0/1"]', '["1/0", "1/1"]', "row 2: 2 cells for 3 columns"),
    "a surplus cell": ('["1/0", "1/1", "0/1"]', '["1/0", "1/1", "0/1", "-"]', "row 2: 4 cells for 3 columns"),
    "an empty cell": ('["1/0", "1/1", "0/1"]', '["1/0", "", "0/1"]', "row 2, column 1:1: the cell is empty"),
    "a missing bound": ("at = [0, 1, 2]", "at = [0, 1]", "`at` must give a rising bound for each of the 3 columns"),
    "falling bounds": ("at = [0, 1, 2]", "at = [0, 2, 1]", "`at` must give a rising bound"),
    "a source of no cell": ('sources."3/2:1+"', 'sources."4/2:1+"', "no cell '4/2:1+', which `sources` names"),
    "no die": ("die = 3\n", "", "`die`"),
    "a word for a die": ("die = 3", 'die = "three"', "`int`"),
    "a shift without source": (', source = "9.2"', "", "`source`"),
    "a fraction for a cell": ('"1/1", "0/1"', '1.5, "0/1"', "`int | str`"),
    "an unknown entry": ("die = 3", "dices = 3\ndie = 3", "`dices`"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_of_a_chart_names_file_chart_and_cell(name: str, tmp_path: Path) -> None:
    old, new, what = FAULTS[name]
    assert TOML.count(old) == 1
    with pytest.raises(DataError) as told:
        load(tmp_path, TOML.replace(old, new))
    assert what in str(told.value) and "charts.toml" in str(told.value) and "crt" in str(told.value)


def test_bounds_must_rise_from_column_to_column(tmp_path: Path) -> None:
    with pytest.raises(DataError):
        load(tmp_path, TOML.replace("at = [0, 1, 2]", "at = [0, 1, 1]"))


@pytest.mark.parametrize(
    "empty",
    [
        {"die": 3, "columns": [], "at": [], "rows": {"1": [], "2": [], "3": []}},
        {"die": 0, "columns": ["1:1"], "at": [1], "rows": {}},
    ],
    ids=["no columns", "no faces"],
)
def test_a_chart_needs_columns_and_faces(empty: dict, tmp_path: Path) -> None:
    spec = msgspec.convert({"title": "", "source": "", "results": "", "shifts": {}, **empty}, ChartSpec)
    (tmp_path / FILE).write_text("[crt]")
    with pytest.raises(DataError):
        spec.chart("crt", TomlFile(tmp_path / FILE))
