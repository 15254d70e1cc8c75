"""8.5 Roads."""

import pytest

from .kit import move, points, position, price, reach


@pytest.mark.case("they-shall-not-pass", "8.5", "TEC.1", "TEC.3")
def test_along_a_road_every_hex_costs_one_whatever_else_lies_there():
    match = position("turn: 2\nstep: german-movement\n1603: IR81")
    assert price(match, "IR81", "1604") == 1  # woods and trench
    assert price(match, "IR81", "1605") == 2  # a town with a trench on a slope
    assert price(match, "IR81", "1607") == 4
    assert "1608" not in reach(match, "IR81")  # a fifth hex of road


@pytest.mark.case("they-shall-not-pass", "8.5", "8.21")
def test_in_strategic_movement_a_road_hex_costs_half_a_point():
    match = position("turn: 2\nstep: french-movement\n1510: 35RI")
    assert price(match, "35RI", "1609", strategic=True) == 0.5
    assert price(match, "35RI", "1606", strategic=True) == 2


@pytest.mark.case("they-shall-not-pass", "8.5", "TEC.3")
def test_a_road_hex_entered_from_beside_the_road_costs_its_other_terrain():
    match = position("turn: 2\nstep: german-movement\n1505: IR81\n1503: IR87")
    assert price(match, "IR81", "1604") == 2  # by Beaumont: two hexes of road
    assert price(match, "IR87", "1603") == 2  # slope


@pytest.mark.case("they-shall-not-pass", "8.5", "TEC.3")
def test_two_road_hexes_side_by_side_without_a_link_are_unconnected():
    match = position("turn: 2\nstep: german-movement\n0805: IR81\n0804: IR87")  # the road up from Brabant and that to Samogneux
    assert price(match, "IR81", "0804") == 3  # a slope behind a brook
    assert price(match, "IR87", "0805") == 2
    assert price(match, "IR87", "0904") == 1 and price(match, "IR81", "0806") == 1  # along either road


@pytest.mark.case("they-shall-not-pass", "8.5", "7.22", "TP-R29")
def test_shells_cut_the_road_into_the_hex_and_out_of_it_and_nowhere_else():
    match = position("turn: 2\nstep: german-movement\nfrench shells: 1607\n1606: IR81\n1607: IR87\n1608: IR116")
    assert price(match, "IR81", "1607") == 4  # slope, doubled
    assert price(match, "IR87", "1606") == 1 and price(match, "IR87", "1608") == 1  # clear
    assert price(match, "IR116", "1609") == 1  # the next links are whole
    assert price(match, "IR81", "1605") == 1
    out = position("turn: 2\nstep: german-movement\nfrench shells: 1606\n1606: IR81, IR87")
    move(out, "IR81", "1607")
    assert points(out, "IR81") == 2  # the slope, not the road
    move(out, "IR81", "1608", "1609")
    assert points(out, "IR81") == 0  # and on along the road
