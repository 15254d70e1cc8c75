"""3 Zones of control, and 6 the Stosstruppen who mind them less."""

import pytest

from .kit import at, barred, legal, march, move, play, price, reach, refused, spent, states, step

# 3113, 3213, 3214, 3115, 3014 and 3013 lie around 3114. 3012, 3112, 3212 are free of its zone.


@pytest.mark.case("verdun-1916", "3.1a", "3.2b")
@pytest.mark.parametrize("unit", ["42RI", "42RI flipped", "14.B1", "56BCP", "XXX.T1"])
def test_infantry_of_every_kind_stops_who_enters_beside_it(unit):
    match = march(f"3111: IR81\n3114: {unit}")
    play(match, "IR81", "IR81-3113")
    assert "halted" in states(match, "IR81") and not legal(match, "IR81-3112")


@pytest.mark.case("verdun-1916", "3.1a")
def test_stosstruppen_exert_a_zone_too():
    match = march("3111: 42RI\n3114: ST4", "french")
    play(match, "42RI", "42RI-3113")
    assert "halted" in states(match, "42RI")


@pytest.mark.case("verdun-1916", "3.1b")
@pytest.mark.parametrize("unit", ["14.HQ", "AD14"])
def test_headquarters_and_guns_exert_none(unit):
    match = march(f"3112: IR81\n3114: {unit}")
    assert price(match, "IR81", "3113", "3013", "3014") == 3


@pytest.mark.case("verdun-1916", "3.2a", "VV-R06")
def test_zones_do_not_cross_the_river_not_even_at_a_bridge():
    text = "scenario: hypothetical\n1913: IR81\n1714: 211R"
    match = march(text)
    move(match, "IR81", "1813", "1814")  # 1714 lies across the river from both, by a bridge from 1814
    assert at(match, "IR81") == "1814" and "halted" not in states(match, "IR81")


@pytest.mark.case("verdun-1916", "3.2a")
def test_zones_do_cross_a_stream():
    match = march("2016: IR81\n2216: 351R")  # 2116 lies across a stream from 2216
    play(match, "IR81", "IR81-2116")
    assert "halted" in states(match, "IR81")


@pytest.mark.case("verdun-1916", "3.2c", "VV-R36")
def test_leaving_a_zone_costs_one_more():
    match = march("3113: IR81\n3114: 42RI")
    assert price(match, "IR81", "3112") == 2
    assert price(match, "IR81", "3012") == 2
    assert price(match, "IR81", "3112", "3111") == 4  # once; the trench is two


@pytest.mark.case("verdun-1916", "3.2d", "VV-R36")
def test_from_zone_to_zone_of_the_same_unit_is_forbidden():
    """A gun in 3012 closes the way round."""
    match = march("3113: IR81\n3114: 42RI\n3012: AD14")
    assert barred(match, "IR81", "3013").cases == ("3.2d",)


@pytest.mark.case("verdun-1916", "3.2d", "3.2b", "VV-R36")
def test_from_zone_to_zone_of_another_unit_costs_two_more_and_stops():
    match = march("3113: IR81\n3114: 42RI\n2914: 44RI\n3012: AD14")
    assert price(match, "IR81", "3013") == 3
    play(match, "IR81", "IR81-3013")
    assert spent(match, "IR81") == 3 and "halted" in states(match, "IR81")
    assert refused(match, "IR81").cases == ("5.1b",)


@pytest.mark.case("verdun-1916", "3.2b", "3.2c")
def test_a_free_hex_between_two_zones_needs_no_surcharge_of_two():
    """3113 to 3112 to 3111: the second zone is entered from a free hex."""
    match = march("3113: IR81\n3114: 42RI\n3110: 44RI")
    assert price(match, "IR81", "3112") == 2 and price(match, "IR81", "3112", "3111") == 4


@pytest.mark.case("verdun-1916", "3.2e")
def test_a_friend_in_the_hex_does_not_cancel_the_zone_for_movement():
    match = march("3112: IR81\n3113: IR87 flipped\n3114: 42RI")
    play(match, "IR81", "IR81-3113")
    assert "halted" in states(match, "IR81")


@pytest.mark.case("verdun-1916", "3.3a", "3.3b", "7.0")
def test_nobody_has_to_attack():
    match = march("3112: IR81\n3114: 42RI")
    move(match, "IR81", "3113")
    play(match, "done")
    assert step(match) == "german-combat" and legal(match, "done")
    match = march("3112: IR81\n3114: 42RI", phase="exploitation")
    move(match, "IR81", "3113")
    play(match, "done")
    assert step(match) == "german-second-combat" and legal(match, "done")


# ------------------------------------------------------------------------------------------------ Stosstruppen (6)


@pytest.mark.case("verdun-1916", "6a", "6b", "VV-R37")
def test_stosstruppen_go_on_through_zones_even_of_one_unit_for_one_point_each():
    match = march("3112: ST4\n3114: 42RI")
    assert price(match, "ST4", "3113") == 1
    assert price(match, "ST4", "3113", "3013") == 3  # left one zone
    assert price(match, "ST4", "3113", "3013", "3014") == 5  # and another
    assert price(match, "ST4", "3113", "3013", "3014", "3015") == 7
    play(match, "ST4", "ST4-3113")
    assert "halted" not in states(match, "ST4")


@pytest.mark.case("verdun-1916", "6c", "6b")
def test_stosstruppen_pay_one_point_to_leave_the_zone_they_start_in():
    match = march("3113: ST4\n3114: 42RI")
    assert price(match, "ST4", "3112") == 2 and price(match, "ST4", "3013") == 2


@pytest.mark.case("verdun-1916", "5.2a", "6a")
def test_stosstruppen_have_no_doubled_points_through_zones():
    match = march("3112: ST4\n3114: 42RI")
    touching = {"3113", "3213", "3013", "3214", "3014", "3115"}
    assert all(price(match, "ST4", cell) <= 7 for cell in reach(match, "ST4") & touching)
    assert max(price(match, "ST4", cell) for cell in reach(match, "ST4") - touching) == 14
