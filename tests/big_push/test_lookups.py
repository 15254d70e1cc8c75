"""Worked examples that only look something up: on the charts or on the board (EX-01 and others of the contract)."""

from __future__ import annotations

import pytest

from trenchline.games.big_push.components import ALLIED, GERMAN, Components

C = Components()


def row_of(*words: str) -> str:
    """The row that decides among the terrains of a square: the one with the highest minimum."""
    return max(words, key=C.least_factors)


def column(row: str, factors: int) -> int:
    """The column that some factors reach, counted from 1; 0 is a miss."""
    return C.bombardment_column(row, factors) + 1


@pytest.mark.case("big-push", "6.2.1")
def test_ex_01_ridge_outranks_woods():
    assert row_of("woods", "ridge") == "ridge"


@pytest.mark.case("big-push", "6.2.1/3")
def test_ex_02_five_factors_miss_a_ridge_and_six_do_not():
    assert [column("ridge", n) > 0 for n in (5, 6)] == [False, True]


@pytest.mark.case("big-push", "6.2.1/4")
def test_ex_03_seven_factors_use_the_six_column_on_clear_ground():
    assert C.bombardment_rows["clear"].least[column("clear", 7) - 1] == 6


@pytest.mark.case("big-push", "6.6")
def test_ex_07_an_air_roll_of_six_finds_the_eight_clear_column_and_a_three_suppresses():
    place = 6 - 2  # an air roll of 2 is the leftmost column
    assert C.bombardment_rows["clear"].least[place] == 8 and C.bombardment.result(place, 3) == "S"


@pytest.mark.case("big-push", "6.6/1")
def test_ex_08_air_rolls_of_2_to_10_are_the_nine_columns():
    assert len(C.bombardment.columns) == 10 - 2 + 1


@pytest.mark.case("big-push", "7.1.1")
def test_ex_09_only_the_north_bank_of_curlu_can_be_used():
    assert C.bank[C.board.cell("M22")] == "N"
    assert C.board.columns["somme_open_bank"][C.board.cell("M22")] == "north"


@pytest.mark.case("big-push", "9.1")
def test_ex_28_and_29_command_center_rolls_of_five_and_seven():
    rolls = {n: dict(zip(C.resources, C.command_center.rows[n], strict=True)) for n in (5, 7)}
    assert rolls[5]["night"] == "0" and rolls[7]["secondary"] == "2"


@pytest.mark.case("big-push", "6.2.1/4")
def test_ex_62_factors_between_two_columns_use_the_lower_one():
    assert [column("start_trench", n) for n in (7, 8, 9, 10, 40)] == [0, 2, 2, 3, 9]  # which columns is ours to say


@pytest.mark.case("big-push", "7.1")
def test_ex_64_squares_crossed_at_a_corner_are_no_start_trench():
    squares = ["C2", "C3", "D9", "E10", "F15", "L18", "M19", "M28", "K34", "L33"]
    assert [bool(C.trench[C.board.cell(s)]) for s in squares] == [False] * 9 + [True]


@pytest.mark.case("big-push", "7.1.1")
def test_ex_65_neighbours_across_the_somme_touch_at_crossings_only():
    pairs = [("T32", "U32"), ("U26", "U27"), ("H26", "I26"), ("F25", "F26"), ("M22", "L22"), ("T26", "T27")]
    joined = [C.board.cell(b) in C.near[C.board.cell(a)] for a, b in pairs]
    assert joined == [True, True, True, False, False, False]


@pytest.mark.case("big-push", "6.2.1")
def test_ex_67_a_second_trench_on_a_ridge_uses_the_ridge_row():
    row = row_of("ridge", "second_trench")
    assert [column(row, n) for n in (5, 6, 9)] == [0, 2, 3]


@pytest.mark.case("big-push", "6.2.1/2")
def test_ex_68_a_second_trench_in_woods_uses_the_trench_row():
    row = row_of("second_trench", "woods")
    assert [column(row, n) for n in (3, 4, 7)] == [0, 1, 2]


@pytest.mark.case("big-push", "13.1.1")
def test_ex_76_a_vacant_square_belongs_to_the_side_whose_nearest_unit_is_nearer():
    def owner(scenario: str, square: str) -> int:
        cell = C.board.cell(square)
        placed = C.scenarios[scenario].setup
        near = [min(C.board.distance(cell, p.cell) for p in placed if C.side[p.unit] == side) for side in (ALLIED, GERMAN)]
        return ALLIED if near[ALLIED] < near[GERMAN] else GERMAN  # ties to the German (BP-R170)

    found = [
        owner(s, x)
        for s, x in (("over_the_top", "E11"), ("over_the_top", "K17"), ("punishing_land", "G12"), ("punishing_land", "G14"))
    ]
    assert found == [GERMAN, GERMAN, GERMAN, ALLIED]
