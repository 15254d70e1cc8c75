"""2.2, 12.3: the ground of Verdun: banks, crossings, start lines, forts, roads and rails."""

from __future__ import annotations

from itertools import pairwise

import pytest

from .kit import GAME, C, position

CELL = C.board.index
PLAIN = "R5 R6 R7 R8 R9 S7 S8 S9 R31 R32 R33 R34 S32 S33 S34"


def joined(a: str, b: str) -> bool:
    return CELL[b] in C.near[CELL[a]]


def cost(a: str, b: str) -> float:
    """Movement points from a square to the next."""
    return C.step_cost(CELL[a], CELL[b]) / 2


def test_the_ground_of_the_stories_is_open():
    for label in PLAIN.split():
        x = CELL[label]
        assert C.board.terrain[x] == {"clear"} and not C.trench[x] and not C.minor_river[x]
        assert not any(C.board.edges[way][x] for way in ("major", "minor", "rail"))


@pytest.mark.case("generation-lost", "2.2")
def test_748_squares_rows_with_letters_columns_with_numbers():
    assert C.board.size == 748
    assert C.row[CELL["A1"]] == 1 and C.row[CELL["V34"]] == 22 and C.column[CELL["A34"]] == 34
    assert {C.board.labels[x] for x in C.board.neighbours[CELL["B2"]]} == {"A1", "A2", "A3", "B1", "B3", "C1", "C2", "C3"}
    assert {C.board.labels[x][0] for x in C.edge[0]} == {"A"} and {C.board.labels[x][0] for x in C.edge[1]} == {"V"}


@pytest.mark.case("generation-lost", "12.3.2")
def test_the_meuse_is_crossed_at_five_places_one_of_them_slantwise():
    for a, b in (("A10", "A11"), ("D12", "C13"), ("K18", "K19"), ("P19", "P20"), ("Q19", "Q20")):
        assert joined(a, b) and joined(b, a) and cost(a, b) == 0.5
    assert CELL["C13"] in C.diagonal[CELL["D12"]]
    for a, b in (("G15", "G16"), ("D12", "D13"), ("C12", "C13"), ("P19", "O20"), ("K18", "J19"), ("V21", "V22")):
        assert CELL[b] in C.board.neighbours[CELL[a]] and not joined(a, b)


@pytest.mark.case("generation-lost", "12.3.2")
def test_samogneux_stands_on_the_east_bank():
    """GL-E23."""
    assert C.bank[CELL["G16"]] == "E" and not joined("G16", "G15") and joined("G16", "H16")


@pytest.mark.case("generation-lost", "3.0-StartLine", "12.3.5-Trench")
def test_a_start_trench_cancels_the_roads_into_it():
    assert C.board.joined("major", CELL["D14"], CELL["C13"]) and C.trench[CELL["D14"]] == "german"
    assert cost("C13", "D14") == 3  # slantwise into the trench, whatever the road (GL-R87)
    assert cost("D14", "C13") == 0.5  # and out of it along the road
    assert cost("B22", "C22") == 2


@pytest.mark.case("generation-lost", "12.3.5-Minor", "12.3.5-Major", "12.3.5-Entry")
def test_roads_make_woods_and_ridges_cheap_in_any_direction():
    assert cost("H24", "I24") == 1 and "woods" in C.board.terrain[CELL["I24"]]  # a minor road, straight
    assert cost("I24", "J23") == 1 and "ridge" in C.board.terrain[CELL["J23"]]  # and slantwise (GL-E24)
    assert cost("I23", "I24") == 2  # over a side that the road does not cross
    assert cost("V12", "V13") == 0.5 and cost("V13", "V12") == 0.5 and "ridge" in C.board.terrain[CELL["V12"]]
    assert cost("U15", "T16") == 0.5  # slantwise (GL-E25)


@pytest.mark.case("generation-lost", "12.3.1", "12.1.6", "12.2.1")
def test_the_dearest_ground_of_a_square_counts_and_a_slanting_step_one_point_more():
    assert cost("R6", "R7") == 1 and cost("R6", "S7") == 2
    wooded = next(x for x in range(C.board.size) if {"woods", "ridge"} <= C.board.terrain[x])
    assert C.ground_cost(wooded) == 4 and C.ground_cost(wooded, diagonal=True) == 6
    assert C.ground_cost(CELL["L25"]) == 4  # a fort on a ridge costs as the ridge
    assert C.ground_cost(CELL["K6"]) == 4  # a hill


@pytest.mark.case("generation-lost", "12.3.3")
def test_minor_rivers_cost_nothing_and_the_esnes_brook_is_no_minor_river():
    assert C.minor_river[CELL["S15"]] and C.minor_river[CELL["E28"]]
    assert not any(C.minor_river[CELL[label]] for label in ("I8", "K8", "M8"))
    assert C.board.columns["minor_river"][CELL["Q18"]] == "Scance"


@pytest.mark.case("generation-lost", "3.0-Citadel", "3.0-Forts", "3.0-DefenseWorks")
def test_nineteen_forts_the_citadel_among_them_and_eight_works():
    assert len(C.forts) == 19 and CELL["Q18"] in C.forts and C.board.names[CELL["Q18"]].endswith("Citadelle de Verdun")
    assert sum(C.works) == 8 and C.works[CELL["K20"]] and C.works[CELL["M21"]]  # GL-R215


def test_shelters_help_only_who_is_in_them():
    """A fort's square is ridge to whoever is outside; so are works to guns alone (GL-R140)."""
    assert C.ground_row[CELL["L25"]] == "ridge" and [term.value for term in C.ground_shift[CELL["L25"]]] == [-2]
    assert C.ground_row[CELL["M25"]] == C.ground_row[CELL["M24"]] or C.works[CELL["M25"]]
    assert [term.value for term in C.ground_shift[CELL["K6"]]] == [-3]  # a hill helps all


@pytest.mark.case("generation-lost", "8.2.1")
def test_between_equal_minima_the_lower_row_counts():
    """GL-E83: the row of start trench, fort and hill needs 8 factors like a ridge, and more for every further column."""
    assert C.least["ridge"] == C.least["start_trench"] == 8
    assert C.hardest_row(["ridge", "start_trench"]) == C.hardest_row(["start_trench", "ridge"]) == "start_trench"
    assert C.ground_row[CELL["K6"]] == "start_trench"
    assert [C.bombardment_column("start_trench", factors) + 1 for factors in (7, 8, 11, 12)] == [0, 2, 2, 3]


@pytest.mark.case("generation-lost", "12.3.4(c)", "3.0-ArtilleryBog")
def test_the_voie_sacree_runs_from_the_south_edge_into_verdun():
    cells = [CELL[label] for label in ["V13", "V14", "U15", "T16", "S17", "R18", "Q19"]]
    assert all(C.board.joined("major", a, b) for a, b in pairwise(cells)) and set(C.areas["voie_sacree"]) == set(cells)
    assert CELL["V13"] in C.board.exits["major"]


@pytest.mark.case("generation-lost", "12.3.4(d)")
def test_what_lies_north_of_the_german_line():
    assert C.north[CELL["A1"]] and C.north[CELL["C14"]] and C.north[CELL["H34"]]
    assert not any(C.north[CELL[label]] for label in ("D13", "D14", "E20", "I33"))  # GL-R89: the line and D13 are bog


@pytest.mark.case("generation-lost", "3.0-MapEntry")
def test_banks_of_the_edges():
    """GL-R98."""
    labels = [[C.board.labels[x] for x in C.bank_edge(edge, bank)] for edge in ("north", "south") for bank in ("west", "east")]
    assert [(row[0], row[-1]) for row in labels] == [("A1", "A10"), ("A11", "A34"), ("V1", "V21"), ("V22", "V34")]


def test_what_a_square_says_of_itself():
    match = position("scenario: may_cup\nturn: 8\nstep: german-movement\nJ23: Eng1 >S inside")
    lines = GAME.describe(match, "J23", "german")
    assert any("fort" in line and "8.2.2" in line for line in lines)
    assert any("East bank" in line for line in lines)
    assert any("Defense works" in line for line in GAME.describe(match, "K20", "german"))
    assert any("Voie Sacrée" in line for line in GAME.describe(match, "S17", "german"))
