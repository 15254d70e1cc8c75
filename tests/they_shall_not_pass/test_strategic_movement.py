"""8.2 Strategic movement."""

import pytest

from .kit import barred, march, move, options, play, points, position, price, reach, refused, states

PLAIN = "3013 3014 3015 3016 3017 3018 3019 3020"


def phase(text: str):
    """A German Movement Phase in which the plain of the Woevre is in German hands."""
    return position(f"turn: 2\nstep: german-movement\ngerman ground: {PLAIN}\n{text}")


@pytest.mark.case("they-shall-not-pass", "8.2")
def test_strategic_movement_doubles_the_allowance():
    match = phase("3012: IR81")
    assert "3016" in reach(match, "IR81") and "3017" not in reach(match, "IR81")
    assert "3020" not in reach(match, "IR81", strategic=True)  # a slope behind a brook
    assert "3019" in reach(match, "IR81", strategic=True)
    march(match, "IR81", "3014")
    assert points(match, "IR81") == 6


@pytest.mark.case("they-shall-not-pass", "8.2", "6.16b", "12.3b")
@pytest.mark.parametrize("state", ["unsupplied", "demoralized"])
def test_only_supplied_and_steady_units_may_use_it(state):
    match = phase(f"3012: IR81 {state}, IR87")
    assert "strategic:IR87" in options(match) and "strategic:IR81" not in options(match)
    assert refused(match, "strategic:IR81").cases == ("8.2",)
    assert "IR81" in options(match)


@pytest.mark.case("they-shall-not-pass", "8.2")
@pytest.mark.parametrize("enemy", ["208R", "56BCP", "XXX.A", "XXX.HQ"])
def test_who_starts_next_to_an_enemy_unit_may_not_use_it(enemy):
    match = phase(f"3013: IR81\n3012: {enemy}")
    assert refused(match, "strategic:IR81").cases == ("8.2",)
    assert "strategic:IR81" in options(phase(f"3013: IR81\n3011: {enemy}"))


@pytest.mark.case("they-shall-not-pass", "8.2", "14.9")
def test_only_hexes_of_one_s_own_may_be_entered_those_just_taken_included():
    match = phase("3013: IR81, IR87, Pi21")
    assert barred(match, "IR81", "3114", strategic=True).cases == ("8.2",)
    move(match, "IR87", "3114")
    assert "3114" in reach(match, "IR81", strategic=True)
    march(match, "IR81", "3114")
    move(match, "IR87", "3115", "3014")  # gone again, but the hex stays German
    assert "3115" in reach(match, "Pi21", strategic=True)


@pytest.mark.case("they-shall-not-pass", "8.2", "8.4", "8.47")
@pytest.mark.parametrize("enemy", ["208R", "I.44T", "AD14"])
def test_no_enemy_zone_may_be_entered_on_the_way_strong_or_weak(enemy):
    match = phase(f"3013: IR81\n3116: {enemy}")
    assert "3014" in reach(match, "IR81", strategic=True)
    assert barred(match, "IR81", "3015", strategic=True).cases == ("8.2",)
    assert "3017" not in reach(match, "IR81", strategic=True)  # nor is there a way through
    french = position("turn: 2\nstep: french-movement\n3013: 56BCP\n3116: IR81")
    assert barred(french, "56BCP", "3015", strategic=True).cases == ("8.2",)  # hunters no more than others


@pytest.mark.case("they-shall-not-pass", "8.21", "TP-R08", "8.5")
def test_half_a_point_for_a_road_hex_one_for_a_town_or_city_entered_off_the_road():
    match = position("turn: 2\nstep: french-movement\n1510: 35RI\n0503: 351R\n1523: 42RI\n1422: 44RI")
    assert price(match, "35RI", "1609", strategic=True) == 0.5  # Louvemont, along its road
    assert price(match, "351R", "0504", strategic=True) == 1  # Brabant across the fields
    assert price(match, "42RI", "1522", strategic=True) == 1  # Verdun across the fields
    assert price(match, "44RI", "1421", strategic=True) == 0.5  # within Verdun, by the road


@pytest.mark.case("they-shall-not-pass", "8.21")
def test_all_other_ground_costs_what_it_always_costs():
    match = position("turn: 2\nstep: german-movement\ngerman ground: 3112 2004\n3111: IR81\n1801: IR87\n2003: FR80")
    assert price(match, "IR81", "3112", strategic=True) == 2  # woods
    assert price(match, "IR87", "1901", strategic=True) == 2  # clear across a brook
    assert price(match, "FR80", "2004", strategic=True) == 3  # woods and trench


@pytest.mark.case("they-shall-not-pass", "8.21", "8.2")
def test_sixteen_hexes_of_road_are_a_day_s_march():
    match = position("turn: 3\nstep: french-movement\n1323: 2Z")
    assert price(match, "2Z", "1210", strategic=True) == 8
    assert "1209" not in reach(match, "2Z", strategic=True)
    march(match, "2Z", "1422", "1521", "1520", "1419")
    assert points(match, "2Z") == 5.5


@pytest.mark.case("they-shall-not-pass", "8.22")
def test_one_phase_has_either_strategic_or_normal_movement_for_a_unit():
    match = phase("3012: IR81, IR87")
    march(match, "IR81", "3013")
    assert refused(match, "IR81").cases == ("8.22",) and "strategic:IR81" in options(match)
    move(match, "IR87", "3013")
    assert refused(match, "strategic:IR87").cases == ("8.22",) and "IR87" in options(match)


@pytest.mark.case("they-shall-not-pass", "8.22", "13.0")
def test_there_is_none_in_the_breakthrough_phase():
    match = position("turn: 2\nstep: german-breakthrough\n1501: IR81, Pi21")
    assert options(match) == {"1501", "done"}
    play(match, "1501", "Pi21", "go")
    assert not match.legal(match.parse("strategic:Pi21"))


@pytest.mark.case("they-shall-not-pass", "8.1a", "8.2", "4.0.IV")
def test_guns_that_march_strategically_are_flipped():
    match = phase("3013: FAR27, XVIII.A1")
    march(match, "FAR27", "3014")
    march(match, "XVIII.A1", "3014")
    assert "fired" in states(match, "FAR27") and "fired" in states(match, "XVIII.A1")


@pytest.mark.case("they-shall-not-pass", "TP-R72", "14.8", "TP-R41")
def test_a_fort_next_door_does_not_forbid_it_but_its_zone_may_not_be_entered():
    match = position("turn: 2\nstep: german-movement\ngerman ground: 2111 2110 2011 2212\n2112: IR81")
    assert "strategic:IR81" in options(match)  # Douaumont in 2113 is no unit
    cells = reach(match, "IR81", strategic=True)
    assert "2111" in cells and "2212" not in cells
    assert barred(match, "IR81", "2212", strategic=True).cases == ("8.2",)
    held = position("turn: 2\nstep: german-movement\ngerman ground: 2111\n2112: IR81\n2113: XXX.HQ")
    assert refused(held, "strategic:IR81").cases == ("8.2",)


@pytest.mark.case("they-shall-not-pass", "TP-R72", "8.42d")
def test_to_leave_the_zone_of_a_fort_costs_one_more_even_so():
    match = position("turn: 2\nstep: german-movement\ngerman ground: 2111\n2112: IR81")
    assert price(match, "IR81", "2111", strategic=True) == 3  # woods, and one to leave


@pytest.mark.case("they-shall-not-pass", "TP-R72", "8.2")
def test_every_kind_of_unit_may_use_it_and_the_enemy_is_looked_for_when_the_unit_sets_out():
    match = phase("3012: IR81, XVIII.HQ, FAR27, XVIII.A1, Pi21")
    assert {f"strategic:{u}" for u in ("IR81", "XVIII.HQ", "FAR27", "XVIII.A1", "Pi21")} <= options(match)
    match = phase("3014: IR81\n3012: 208R")
    move(match, "IR81", "3013")
    assert "strategic:IR81" not in options(match)
    rail = position("turn: 2\nstep: french-movement\n3016: RR fired")
    assert price(rail, "RR", "2816", strategic=True) == 1


@pytest.mark.case("they-shall-not-pass", "8.43a", "8.2", "15.4")
def test_to_leave_the_weak_outer_zone_of_a_heavy_fort_costs_one_more_in_strategic_movement_too():
    match = position("turn: 2\nstep: german-movement\noptions: heavy_artillery\ngerman ground: 2110\n2111: IR81")
    assert price(match, "IR81", "2110") == 3  # woods, and one to leave
    assert price(match, "IR81", "2110", strategic=True) == 3
