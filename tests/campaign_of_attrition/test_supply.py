"""4.4 Lines of communication, 2.8 what is friendly, 10.0 supply."""

import pytest

from .kit import loc, position, states, supplied, turned

# ------------------------------------------------------------------------------------------------ German lines


@pytest.mark.case("campaign-of-attrition", "4.4a", "4.4b", "4.4.1a", "CA-D59", "CA-R54", "CA-W02")
@pytest.mark.parametrize(("cell", "first"), [("1607", 1), ("1608", 1), ("1509", 1), ("1510", 2), ("1511", 3), ("1313", 0)])
@pytest.mark.parametrize("turn", [1, 2, 3, 10])
def test_a_german_line_reaches_three_four_and_then_five_points_beyond_the_rails(cell, first, turn):
    match = position(f"turn: {turn}\nstep: german-movement\n{cell}: 21ID")
    assert loc(match, "21ID") == bool(first and turn >= first)


@pytest.mark.case("campaign-of-attrition", "4.4.1a", "CA-R54")
def test_with_the_option_lines_run_at_road_rates_and_so_far_further():
    text = "turn: 1\nstep: german-movement\n1511: 21ID"
    assert not loc(position(text), "21ID")
    assert loc(position("options: loc_uses_road_rates\n" + text), "21ID")


@pytest.mark.case("campaign-of-attrition", "4.4.1b", "4.4b")
def test_the_rails_must_lead_to_1101_or_0401():
    text = "turn: 3\nstep: german-movement\n1607: 21ID\n0908: 13RD\n"
    assert loc(position(text), "21ID") and loc(position(text), "13RD")
    without_1101 = position(text + "1101: 72DI")
    # The railways by Spincourt leave the map too, but no supply comes that way.
    assert not loc(without_1101, "21ID") and loc(without_1101, "13RD")
    assert not loc(position(text + "0401: 72DI"), "13RD")


@pytest.mark.case("campaign-of-attrition", "4.4.1c", "4.4b")
def test_an_enemy_on_the_rails_cuts_the_line():
    text = "turn: 3\nstep: german-movement\n1608: 21ID\n"
    assert loc(position(text), "21ID")
    assert not loc(position(text + "1202: 72DI"), "21ID")
    assert loc(position("turn: 3\nstep: german-movement\n1008: 13RD\n1202: 72DI"), "13RD")  # fed from 0401


@pytest.mark.case("campaign-of-attrition", "4.4.1c", "4.5a", "CA-R48")
def test_an_enemy_zone_on_the_way_cuts_the_line_but_not_where_a_friend_stands():
    text = "turn: 3\nstep: german-movement\n1608: 21ID\n1508: 72DI entrenched\n"
    assert not loc(position(text + "1708: 51DI entrenched"), "21ID")  # 1607 and 1709 both lie in zones
    assert loc(position(text + "1708: 51DI entrenched\n1607: 25ID"), "21ID")
    assert loc(position(text.replace("entrenched", "") + "1708: 51DI"), "21ID")  # Mobile units have no zone around them


@pytest.mark.case("campaign-of-attrition", "4.4.1e", "10.0c", "CA-D48", "CA-D61", "CA-R54")
@pytest.mark.parametrize(("cell", "fed", "line"), [("0308", True, True), ("0309", True, False), ("0409", False, False)])
def test_germans_at_home_need_no_line_and_beside_the_trenchline_only_for_points(cell, fed, line):
    match = position(f"turn: 4\nstep: german-movement\n{cell}: 21ID")
    assert (supplied(match, "21ID"), loc(match, "21ID")) == (fed, line)


@pytest.mark.case("campaign-of-attrition", "8.5b", "CA-D60", "CA-R56", "CA-R54")
def test_converted_rails_carry_the_line_to_verdun():
    text = "turn: 3\nstep: german-movement\n1313: 21ID\n"
    assert not loc(position(text + "german rails: 1607 1608 1609"), "21ID")
    assert loc(position(text + "german rails: 1607 1608 1609 1510"), "21ID")


# ------------------------------------------------------------------------------------------------ French lines


@pytest.mark.case("campaign-of-attrition", "4.4c", "4.4.2a", "CA-R55")
def test_a_french_line_runs_any_distance_over_any_ground_to_the_south_edge():
    assert loc(position("turn: 3\nstep: french-movement\n0111: 72DI"), "72DI")
    assert loc(position("turn: 3\nstep: french-movement\n2617: 72DI"), "72DI")


@pytest.mark.case("campaign-of-attrition", "4.4.2a", "4.4.1c")
def test_enemies_and_their_zones_all_around_cut_a_french_line_unless_a_friend_stands_in_the_zone():
    around = "turn: 3\nstep: french-movement\n0317: 72DI\n0316: 21ID entrenched\n0417: 25ID entrenched\n0217: 5ID entrenched\n"
    # Zones cover all six hexes around 0317 but 0318 is where 0417 and 0217 meet.
    assert not loc(position(around), "72DI")
    assert loc(position(around + "0318: 51DI"), "72DI")
    assert loc(position(around.replace(" entrenched", "")), "72DI")


@pytest.mark.case("campaign-of-attrition", "4.4c", "10.0d", "CA-R55", "CA-D48")
def test_beyond_the_trenchline_the_french_have_no_line():
    assert not loc(position("turn: 3\nstep: french-movement\n1605: 72DI"), "72DI")
    assert not supplied(position("turn: 3\nstep: french-movement\n1605: 72DI"), "72DI")


@pytest.mark.case("campaign-of-attrition", "4.4.2b", "13.3a")
def test_with_victory_on_the_rails_the_french_need_a_railway_to_0920_or_1520():
    text = "turn: 3\nstep: french-movement\n0317: 72DI\n"
    cut = text + "0917: 21ID\n1417: 25ID\n"
    assert loc(position(cut), "72DI")  # by the south edge
    assert loc(position("options: victory_on_the_rails\n" + text), "72DI")
    # 0918 to 0920 are still joined to the source: the line goes there, past the Germans.
    assert loc(position("options: victory_on_the_rails\n" + cut), "72DI")
    shut = text + "0920: 21ID\n1520: 25ID\n"
    assert loc(position(shut), "72DI") and not loc(position("options: victory_on_the_rails\n" + shut), "72DI")


# ------------------------------------------------------------------------------------------------ the Supply Phase


@pytest.mark.case("campaign-of-attrition", "10.0a", "3.8", "CA-R42")
def test_the_supply_phase_marks_who_has_no_line_and_unmarks_who_has_one():
    match = position("turn: 3\nstep: german-supply\n1313: 21ID\n1607: 25ID oos\n1314: 72DI\n")
    assert "oos" in states(match, "21ID") and "oos" not in states(match, "25ID")


@pytest.mark.case("campaign-of-attrition", "10.0a", "CA-R42")
def test_only_the_phasing_side_is_checked():
    match = position("turn: 3\nstep: german-supply\n1313: 21ID\n1605: 72DI\n")
    assert "oos" in states(match, "21ID") and "oos" not in states(match, "72DI")


@pytest.mark.case("campaign-of-attrition", "4.4.1d", "10.0e")
def test_on_the_first_turn_all_are_in_supply_but_a_line_is_a_line():
    match = position("turn: 1\nstep: german-supply\n1313: 21ID\n1605: 72DI\n")
    assert supplied(match, "21ID") and not loc(match, "21ID")
    assert "oos" not in states(match, "21ID")


@pytest.mark.case("campaign-of-attrition", "10.0c")
def test_a_german_touching_the_trenchline_is_in_supply_however_cut_off():
    match = position("turn: 5\nstep: german-supply\n0309: 21ID\n0409: 25ID\n0308: 72DI entrenched\n")
    assert "oos" not in states(match, "21ID") and "oos" in states(match, "25ID")


# ------------------------------------------------------------------------------------------------ 2.8 friendly


@pytest.mark.case("campaign-of-attrition", "2.8a")
def test_a_hex_is_friendly_to_who_set_up_there_or_was_there_last():
    match = position("turn: 3\nstep: german-movement\ngerman ground: 1608\n1605: 21ID\n1315: 72DI")
    assert turned(match, "1304") == "german" and turned(match, "1314") == "french"


@pytest.mark.case("campaign-of-attrition", "2.8b", "2.8a")
def test_a_hex_that_both_could_supply_stays_with_its_side_of_the_line_and_one_only_the_enemy_can_supply_does_not():
    match = position("turn: 3\nstep: german-movement\n1605: 21ID\n1315: 72DI")
    assert turned(match, "1607") == "french"  # both can trace there
    taken = position("turn: 3\nstep: german-movement\ngerman ground: 1608\n1605: 21ID\n1315: 72DI")
    assert turned(taken, "1608") == "french"  # though the Germans were there last
    cut = position("turn: 3\nstep: german-movement\n1605: 21ID\n1607: 25ID entrenched\n1609: 5ID entrenched\n1315: 72DI")
    assert turned(cut, "1608") == "german"  # only the Germans can: it lies in their zones
