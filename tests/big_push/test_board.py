"""7.1 to 7.1.2: the ground of the Somme, its start trenches and its river."""

import pytest

from .kit import C, barred, commitment, march, move, price, reach, refused

CELL = C.board.index
CORNERS = ("C2", "C3", "D9", "E10", "F15", "L18", "M19", "M28", "K34")


def joined(a, b):
    return CELL[b] in C.near[CELL[a]]


@pytest.mark.case("big-push", "7.1", "6.2.1/1")
def test_squares_that_the_trench_only_clips_at_a_corner_are_no_trench():
    """EX-64: L33 is one."""
    assert [C.trench[CELL[x]] for x in CORNERS] == [""] * 9
    assert C.trench[CELL["L33"]] == "german"
    assert (len(C.german_trench), len(C.allied_trench)) == (40, 39)  # BP-R03, BP-R04


@pytest.mark.case("big-push", "7.1")
def test_the_german_trench_is_one_chain_from_the_north_edge_to_the_south():
    left = set(C.german_trench)
    ring = [CELL["C1"]]
    while ring:
        left.difference_update(ring)
        ring = [n for x in ring for n in C.board.neighbours[x] if n in left]
    assert left == set()
    assert CELL["J34"] in C.german_trench


@pytest.mark.case("big-push", "7.1", "7.2")
def test_only_ridge_squares_cost_as_ridge():
    match = march("F13: B4.1 >E")
    assert price(match, "B4.1", "F12") == 2  # ridge
    assert price(match, "B4.1", "E13") == 1  # none


@pytest.mark.case("big-push", "7.1/1", "7.1.2")
def test_minor_rivers_and_canals_do_not_hinder_movement():
    """D10 lies on the Ancre, a town costs as clear; the Canal de la Somme alone bars nobody."""
    assert C.minor_river[CELL["G8"]] and C.minor_river[CELL["H8"]]
    match = march("G9: B4.1 >E")
    assert price(match, "B4.1", "G8") == 1
    canal = march("J27: B4.1 >E")
    assert C.board.columns["canal"][CELL["I26"]] == "Canal de la Somme"
    assert "I26" in reach(canal, "B4.1")


@pytest.mark.case("big-push", "7.1.1", "8.1/2", "7.5")
def test_the_somme_is_crossed_at_three_places_only():
    """EX-65."""
    assert [joined(*pair) for pair in (("T32", "U32"), ("U26", "U27"), ("H26", "I26"))] == [True] * 3
    assert [joined(*pair) for pair in (("F25", "F26"), ("M22", "L22"), ("T26", "T27"))] == [False] * 3


@pytest.mark.case("big-push", "7.1.1")
def test_nobody_crosses_by_a_minor_road():
    """F25 and F26 are joined by one."""
    assert C.board.joined("minor", CELL["F25"], CELL["F26"])
    match = march("weather: 3\nF25: B4.1 >E disrupted")
    verdict = barred(match, "B4.1", "F26")
    assert verdict.cases[0] == "7.1.1"
    assert verdict.reason == "The river lies between F25 and F26"


@pytest.mark.case("big-push", "7.1.1", "7.2.3")
def test_a_major_road_carries_troops_over_the_river():
    match = march("H26: F4.1 >E")
    assert price(match, "F4.1", "I26") == 0.5
    move(match, "F4.1", "I26")
    assert "H25" in reach(match, "F4.1")


@pytest.mark.case("big-push", "7.1.1/1", "7.1.1")
def test_at_curlu_only_the_north_bank_is_used():
    """EX-09."""
    assert C.bank[CELL["M22"]] == "N"
    assert C.board.columns["somme_open_bank"][CELL["M22"]] == "north"
    match = march("M22: F4.1 >E")
    assert {"N22", "M21"} <= reach(match, "F4.1")
    assert not {"L22", "M23", "N23"} & {x for x in reach(match, "F4.1") if C.bank[CELL[x]] == "S"}


@pytest.mark.case("big-push", "7.1.1/1", "7.1.2")
def test_a_square_of_the_somme_has_one_bank_and_its_limits_prevail_over_other_waters():
    river = [x for x in range(C.board.size) if "river" in C.board.terrain[x]]
    assert river and all(C.bank[x] in "NS" for x in river)
    for x in river:
        for n in C.board.neighbours[x]:
            if C.bank[n] != C.bank[x]:
                pair = {C.board.labels[x], C.board.labels[n]}
                assert (n in C.near[x]) == (pair in ({"T32", "U32"}, {"U26", "U27"}, {"H26", "I26"}))
    shared = CELL["U27"]  # Somme, Cologne and canal in one square
    assert C.minor_river[shared] and C.board.columns["canal"][shared]
    assert not joined("U27", "V26") and joined("U27", "U26")


@pytest.mark.case("big-push", "8.1/2")
def test_an_assault_over_the_somme_goes_by_a_crossing():
    match = commitment("T32: F4.1 >E\nT33: F3.1 >E\nU32: 8/73 >W\nS33: XX >E")
    assert match.legal(match.parse("F4.1-U32"))
    verdict = refused(match, "F3.1-U32")
    assert (verdict.reason, verdict.cases[:1]) == ("The river lies between T33 and U32", ("8.1/2",))


@pytest.mark.case("big-push", "7.1.1")
def test_paths_of_range_ignore_the_river():
    """BP-R33: distances are king steps."""
    assert C.board.distance(CELL["F25"], CELL["F26"]) == 1
