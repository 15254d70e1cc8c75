"""The three tables, cell by cell, and the numbers that go with them."""

import tomllib

import pytest

from .kit import GAME, C

DATA = tomllib.loads(C.folder.file("charts.toml").read_text(encoding="utf-8"))
COMBAT, BOMBARDMENT = GAME.charts["combat"], GAME.charts["bombardment"]
ODDS = ["1/3", "1/2", "1/1", "3/2", "2/1", "3/1", "4/1", "5/1", "6/1", "7/1"]
RESULTS = {
    0: "AE   AE   Ae   Ae   Eng  A1   D/AR A/DR DR   DR2",
    1: "AE   Ae   Ae   Eng  A1   AR   A/DR DR   DR2  A/D1",
    2: "Ae   Ae   Eng  A1   AR   A/DR DR   DR2  A/D1 D1",
    3: "Ae   Eng  A1   AR   D/AR DR   DR2  A/D1 D1   A/De",
    4: "Ae   A1   AR   D/AR A/DR DR2  A/D1 D1   A/De De",
    5: "A1   A1   D/A1 A/DR DR   A/D1 D1   A/De De   A/DE",
    6: "A1   D/A1 D/AR DR   DR2  D1   A/De De   A/DE DE",
    7: "D/A1 D/AR A/DR DR2  A/D1 A/De De   A/DE DE   DE",
    8: "D/AR A/DR DR   A/D1 D1   De   A/DE DE   DE   DE",
    9: "D/AR A/DR DR   D1   D1   De   DE   DE   DE   DE",
}
SHELLS = {
    1: "- - - - - N N N",
    2: "- - - - N N N 1",
    3: "- - - N N N 1 1",
    4: "- - N N N 1 1 E",
    5: "- N N N 1 1 E E",
    6: "N N N 1 1 E E E",
}


@pytest.mark.case("verdun-1916", "CT-a", "CT-b")
def test_the_combat_results_table_is_the_printed_one():
    assert list(COMBAT.columns) == ODDS
    assert {die: list(cells) for die, cells in COMBAT.rows.items()} == {die: row.split() for die, row in RESULTS.items()}


@pytest.mark.case("verdun-1916", "BT-a", "BT-b")
def test_the_bombardment_table_is_the_printed_one():
    assert list(BOMBARDMENT.columns) == ["0", "1-2", "3-4", "5-6", "7-9", "10-12", "13-15", "16+"]
    assert {die: " ".join(cells) for die, cells in BOMBARDMENT.rows.items()} == SHELLS


@pytest.mark.case("verdun-1916", "BT-a")
def test_each_total_falls_into_its_column():
    totals = [0, 1, 2, 3, 4, 5, 6, 7, 9, 10, 12, 13, 15, 16, 99]
    assert [BOMBARDMENT.column(n) for n in totals] == [0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7]


@pytest.mark.case("verdun-1916", "7.3e", "7.3i", "CT-g", "CT-h", "CT-k", "14.2D-a")
def test_the_column_shifts_are_those_of_the_table():
    assert {key: line.value for key, line in COMBAT.shifts.items()} == {
        "trench": -1, "bunker": -1, "woods": -1, "urban": -1, "slope": -1, "river": -1, "fortress": -1, "concentric": 1,
        "first_turn": 1,
    }  # fmt: skip


@pytest.mark.case(
    "verdun-1916", "7.3a", "7.3b", "7.3c", "7.3f", "7.3g", "7.3h", "7.3j", "CT-c", "CT-d", "CT-f", "CT-i", "CT-j", "CT-l"
)
def test_the_die_modifiers_are_those_of_the_notes():
    assert {key: row["value"] for key, row in DATA["combat_die"]["rows"].items()} == {
        "out_of_command_attacker": -2, "out_of_command_defender": 1, "neutralised_attacker": -2, "neutralised_defender": 2,
        "stream": -2, "stosstruppen_attack": 2, "stosstruppen_defence": -2, "divisions": -2, "beyond": 1,
    }  # fmt: skip


@pytest.mark.case("verdun-1916", "BT-f", "BT-g", "BT-h", "BT-i", "BT-j")
def test_the_bombardment_shifts_are_those_of_the_notes_and_the_translator():
    assert {key: line.value for key, line in BOMBARDMENT.shifts.items()} == {
        "cover": -1, "command": -1, "hq": -1, "bunker": -1, "blue": -1, "red": -2,
    }  # fmt: skip


@pytest.mark.case("verdun-1916", "5.3", "MT-a", "MT-b", "MT-c", "MT-d", "MT-e", "MT-f", "MT-g", "MT-h", "MT-i")
def test_the_movement_table_is_the_printed_one():
    assert {key: (row["infantry"], row["artillery"]) for key, row in DATA["movement"]["rows"].items()} == {
        "bridge": (0, 0), "river": (2, 2), "stream": (1, 1), "slope": (1, 2), "forest": (2, 2), "trench": (1, 2),
        "urban": (1, 1), "road": (1, 1), "open": (1, 1),
    }  # fmt: skip


@pytest.mark.case("verdun-1916", "3.2c", "3.2d", "6b", "4a", "10.1a", "9d", "5.4a", "7.3k", "BT-d", "BT-e")
def test_the_numbers_beside_the_tables_are_those_of_the_text():
    assert [DATA["zones"][key] for key in ("leave", "across", "stosstruppen")] == [1, 2, 1]
    assert DATA["stacking"]["limit"] == 5 and DATA["exploitation"]["points"] == 4 and DATA["neutralisation"]["from"] == 4
    assert (DATA["command"]["range"], DATA["command"]["neutralised"]) == (6, 3)
    assert (DATA["fortress"]["red"], DATA["fortress"]["blue"]) == (2, 1)


@pytest.mark.case("verdun-1916", "CT-b")
def test_a_higher_die_or_column_never_serves_the_attacker_worse():
    """The table runs along its diagonals: one column to the right is one on the die."""
    rank = ["AE", "Ae", "Eng", "A1", "AR", "D/AR", "A/DR", "DR", "DR2", "A/D1", "D1", "A/De", "De", "A/DE", "DE"]
    for die in range(2, 8):  # the first and last rows are the ends of the scale
        for column in range(4, 9):
            assert rank.index(COMBAT.result(column + 1, die)) >= rank.index(COMBAT.result(column, die))
