"""The tables: reconstructed, but within everything the rulebook states of them."""

import tomllib
from itertools import pairwise
from pathlib import Path

import pytest

import trenchline

CHARTS = tomllib.loads((Path(trenchline.__file__).parent / "games/campaign_of_attrition/data/charts.toml").read_text())
COMBAT, MATRIX, SIEGE, ATTRITION = (CHARTS[name] for name in ("combat", "artillery", "siege", "attrition"))


def rows(chart):
    """The rows of a chart from the lowest die to the highest, as numbers."""
    return [[int(cell) for cell in chart["rows"][key]] for key in sorted(chart["rows"], key=int)]


def rising(values):
    return all(a <= b for a, b in pairwise(values))


# ------------------------------------------------------------------------------------------------ Combat Result Table


@pytest.mark.case("campaign-of-attrition", "9.0d", "CA-W09")
def test_the_combat_table_runs_from_minus_nine_to_nine():
    assert sorted(COMBAT["rows"], key=int) == [str(n) for n in range(-9, 10)] and (COMBAT["low"], COMBAT["high"]) == (-9, 9)


@pytest.mark.case("campaign-of-attrition", "9.0b", "9.0f")
def test_more_strength_or_a_higher_roll_never_costs_the_enemy_less():
    table = rows(COMBAT)
    assert all(rising(row) for row in table) and all(rising(column) for column in zip(*table, strict=True))
    assert all(len(row) == len(COMBAT["columns"]) == len(COMBAT["at"]) for row in table)


def test_six_loss_points_can_happen_so_can_none_and_there_is_room_for_three_columns():
    cells = [cell for row in rows(COMBAT) for cell in row]
    assert min(cells) == 0 and 6 in cells and len(COMBAT["columns"]) >= 7


@pytest.mark.case("campaign-of-attrition", "9.0b", "CA-D15")
@pytest.mark.parametrize(
    ("column", "row", "losses"),
    [("10-12", 4, 2), ("4-6", 9, 3), ("33+", 9, 7), ("1-3", -9, 0), ("17-20", 0, 2), ("21-25", 5, 4)],
)
def test_a_look_into_the_combat_table(column, row, losses):
    assert COMBAT["rows"][str(row)][COMBAT["columns"].index(column)] == losses


@pytest.mark.case("campaign-of-attrition", "9.0b")
def test_the_combat_table_follows_one_formula():
    offsets = [-2, 0, 2, 3, 5, 6, 8, 9, 12]
    assert rows(COMBAT) == [[max(0, (row + offset) // 3) for offset in offsets] for row in range(-9, 10)]


# ------------------------------------------------------------------------------------------------ Artillery Ratio Matrix


@pytest.mark.case("campaign-of-attrition", "9.1a", "9.1b")
def test_the_matrix_has_the_named_columns_and_a_row_for_each_ground():
    assert {"2:1", "1:3", "1:1"} <= set(MATRIX["columns"])
    assert [2 - int(c[2:]) if c.startswith("1:") else int(c[0]) for c in MATRIX["columns"]] == MATRIX["at"]
    assert set(MATRIX["rows"]) == set(MATRIX["cover"]) == {"clear", "high_ground", "woods", "village", "verdun", "fortress"}


@pytest.mark.case("campaign-of-attrition", "9.1b", "CA-R16")
def test_even_guns_favour_nobody_and_cover_weakens_every_superiority():
    even = MATRIX["columns"].index("1:1")
    for row in MATRIX["rows"].values():
        assert rising(row) and row[even] == 0
    for more, less in pairwise(MATRIX["cover"]):
        assert all(abs(a) <= abs(b) for a, b in zip(MATRIX["rows"][more], MATRIX["rows"][less], strict=True)), (more, less)


def test_entrenched_infantry_reads_the_matrix_one_column_to_the_right():
    assert MATRIX["entrenched"] == 1


def test_all_modifiers_together_stay_on_the_combat_table():
    values = {name: row["value"] for name, row in CHARTS["modifiers"]["rows"].items()}
    best = max(max(row) for row in MATRIX["rows"].values()) + values["engineers"] + 3
    worst = min(min(row) for row in MATRIX["rows"].values()) + values["woods"] + values["upslope"] + values["fortress"] - 1
    assert best <= 9 and worst >= -9


# ------------------------------------------------------------------------------------------------ Siege Fire Table


@pytest.mark.case("campaign-of-attrition", "7.0b", "CA-W05")
def test_ten_heavy_artillery_points_fire_in_column_eight():
    assert 8 in SIEGE["at"] and 9 not in SIEGE["at"] and 10 not in SIEGE["at"]
    assert SIEGE["columns"] == [str(n) for n in SIEGE["at"]]


@pytest.mark.case("campaign-of-attrition", "7.0d")
def test_siege_fire_gives_nought_one_or_two_and_more_guns_never_do_less():
    table = rows(SIEGE)
    assert {cell for row in table for cell in row} == {0, 1, 2} and len(table) == 6
    assert all(rising(row) for row in table) and all(rising(column) for column in zip(*table, strict=True))


@pytest.mark.case("campaign-of-attrition", "7.0c")
def test_cover_shifts_siege_fire_to_the_left_and_a_fortress_most():
    shifts = {name: row["shift"] for name, row in SIEGE["shifts"].items()}
    assert shifts == {"woods": -1, "village": -1, "verdun": -1, "fortress": -2}


def test_a_fortress_can_be_destroyed_but_seldom():
    table, shift = rows(SIEGE), SIEGE["shifts"]["fortress"]["shift"]
    column = SIEGE["at"].index(16) + shift
    assert [row[column] for row in table].count(2) == 1  # one in six with 16 points
    assert not any(row[SIEGE["at"].index(8) + shift] == 2 for row in table)


# ------------------------------------------------------------------------------------------------ Attrition Table


@pytest.mark.case("campaign-of-attrition", "6.0a", "CA-R38")
def test_attrition_grows_with_the_stack_and_falls_with_the_die():
    table = rows(ATTRITION)
    assert all(rising(row) for row in table) and all(rising(column[::-1]) for column in zip(*table, strict=True))
    assert (ATTRITION["low"], ATTRITION["high"]) == (1 - 4, 6 + 1)  # the worst and the best modified die


@pytest.mark.case("campaign-of-attrition", "CA-R38")
def test_the_attrition_modifiers_are_the_printed_ones():
    found = {name: (row["value"], row["source"]) for name, row in CHARTS["attrition_modifiers"]["rows"].items()}
    assert found == {
        "city": (1, "6.1.2a"), "disrupted": (-1, "6.1.2b"), "no_loc": (-1, "6.1.2c"), "demoralized": (-2, "6.1.2d"),
        "oos": (-2, "6.1.2d"),
    }  # fmt: skip


@pytest.mark.case("campaign-of-attrition", "6.0a")
def test_an_army_in_good_order_loses_far_less_to_attrition_than_it_is_sent():
    table = rows(ATTRITION)
    mean = [sum(table[die - ATTRITION["low"]][column] for die in range(1, 7)) / 6 for column in range(5)]
    assert 12 * mean[3] + 2 * mean[1] < 7  # twelve stacks of two divisions and two single ones, against 15 to 25 AP


# ------------------------------------------------------------------------------------------------ what is printed


def test_the_combat_modifiers_are_the_printed_ones():
    assert {name: row["value"] for name, row in CHARTS["modifiers"]["rows"].items()} == {
        "woods": -1, "upslope": -1, "fortress": -2, "village": 1, "verdun": 2, "fortress_french": 1, "bridge": 2,
        "engineers": 1, "disrupted": -1, "demoralized": -2, "meeting_attacker": 1, "meeting_defender": 1, "fortress_guns": 2,
    }  # fmt: skip


def test_the_movement_costs_are_the_printed_ones_in_sixths():
    costs = {name: row.get("cost", row.get("add")) for name, row in CHARTS["terrain"]["rows"].items()}
    assert costs == {
        "clear": 6, "woods": 12, "upslope": 6, "downslope": 0, "village": 0, "city": 0, "fort": 0, "lake": 0, "road": 2,
        "track": 3, "rail": 3, "river": 6, "bridge": 0, "leave_zone": 6, "entrench": 12, "meeting": 18,
    }  # fmt: skip


def test_what_points_buy_is_as_printed():
    assert {name: row["ap"] for name, row in CHARTS["points"]["rows"].items()} == {
        "special_unit": 2, "build_percent": 50, "strip": 2, "siege": 1, "attrition": 1, "loss": 1, "loss_limit": 2,
    }  # fmt: skip


def test_combat_support_has_its_printed_prices():
    found = {name: (row["ap"], row["drm"]) for name, row in CHARTS["support"]["rows"].items()}
    assert found == {"hurricane": (2, -1), "flamethrower": (3, 1), "elan": (2, 1)}


@pytest.mark.case("campaign-of-attrition", "CA-R01", "CA-D51")
def test_operations_have_both_printed_prices():
    found = {name: (row["rule"], row["summary"]) for name, row in CHARTS["operations"]["rows"].items()}
    assert found == {
        "movement": (2, 5), "siege": (3, 3), "strategic": (5, 2), "combat": (7, 7), "offensive": (10, 10), "full": (15, 15),
    }  # fmt: skip


def test_gas_permanent_losses_and_stacking_are_as_printed():
    assert CHARTS["gas"]["rows"] == {"1": -1, "2": -1, "3": -1, "4": 1, "5": 1, "6": 1}
    assert CHARTS["elimination"]["permanent"] == [1, 2]
    assert [CHARTS["stacking"][key] for key in ("divisions", "others", "others_alone")] == [2, 1, 2]


def test_the_victory_levels_are_the_printed_ones():
    assert [level["result"] for level in CHARTS["victory"]["levels"]] == [
        "Minor Tactical", "Minor Operational", "Major Tactical", "Major Operational", "Major Strategic",
    ]  # fmt: skip
    assert [level["ratio"] for level in CHARTS["victory"]["levels"]] == [1, 2, 3, 4, 5]
    assert (CHARTS["victory"]["permanent"], CHARTS["victory"]["eliminated"]) == (2, 1)


def test_every_chart_and_every_row_says_where_it_comes_from():
    for name, chart in CHARTS.items():
        assert chart["title"] and chart["source"], name
        for key, row in chart.get("rows", {}).items():
            if isinstance(row, dict):
                assert row["source"], (name, key)
    assert COMBAT["sources"] == {"-9/1-3": "inferred", "9/33+": "inferred"}
    assert set(MATRIX["sources"]) == {f"{row}/1:1" for row in MATRIX["rows"]}
