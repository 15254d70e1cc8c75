"""14.5 German pioneers and 14.6 French hunters."""

import pytest

from .kit import at, declare, fight, move, options, play, points, position, reach, refused, shifts, states


@pytest.mark.case("they-shall-not-pass", "14.5", "9.21", "9.44", "TP-R127")
def test_pioneers_help_an_assault_and_pay_for_it_first():
    match = declare(fight("3013: IR81, IR87, Pi21\n3014: 42RI", dice=[4]), "3014", "IR81", "IR87", "Pi21")
    assert shifts(match) == {"9.21": 1}
    play(match, "attack", "lose=2", "lose=2")
    assert "reduced" in states(match, "Pi21")


@pytest.mark.case("they-shall-not-pass", "14.5", "6.33a", "TP-R44")
def test_one_replacement_a_turn_goes_to_pioneers_in_all():
    units = "XVIII.HQ, Pi21 reduced, Pi25 reduced, IR81 reduced"
    text = f"turn: 2\nstep: german-replacements\n1401: {units}\neliminated: Pi121 lost"
    match = position(text)
    assert options(match) == {"restore:Pi21", "restore:Pi25", "restore:IR81", "return:Pi121=1", "done"}
    assert refused(match, "return:Pi121=2").cases  # never two at once: back reduced or not at all
    play(match, "restore:Pi25")
    assert options(match) == {"restore:IR81", "done"}
    match = position(text)
    play(match, "return:Pi121=1")
    assert at(match, "Pi121") == "1401" and "reduced" in states(match, "Pi121")
    assert options(match) == {"restore:IR81", "done"}


@pytest.mark.case("they-shall-not-pass", "14.5", "13.0", "4.0.VI")
@pytest.mark.parametrize(("weather", "moves"), [("good", True), ("bad", False)])
def test_pioneers_and_their_stack_move_again_in_good_weather(weather, moves):
    match = position(f"turn: 2\nstep: german-breakthrough\nweather: {weather}\n3013: IR81, Pi21\n2808: IR87\n3022: 42RI")
    assert (match.decision.kind == "Breakthrough") is moves
    if moves:
        assert options(match) == {"3013", "done"}  # not the regiment without pioneers
        play(match, "3013", "Pi21", "IR81", "go", "3015")
        assert at(match, "IR81") == at(match, "Pi21") == "3015"


@pytest.mark.case("they-shall-not-pass", "14.5", "9.61")
def test_pioneers_carry_the_advance_one_hex_beyond():
    def beyond(*units):
        match = fight("3013: IR81, IR87, Pi21\n3014: 208R reduced", dice=[6])
        play(match, "3014", *units, "attack", "IR81-3014")
        return "IR87-3015" in options(match)

    assert beyond("IR81", "IR87", "Pi21")
    assert not beyond("IR81", "IR87")


@pytest.mark.case("they-shall-not-pass", "14.6", "8.47", "8.43a")
def test_hunters_enter_the_zone_of_a_regiment_free_and_need_not_stop():
    text = "turn: 2\nstep: french-movement\n3016: {unit}\n3013: IR81"
    match = position(text.format(unit="56BCP"))
    move(match, "56BCP", "3014")
    assert points(match, "56BCP") == 3  # of five: two clear hexes
    move(match, "56BCP", "3114")
    assert points(match, "56BCP") == 1  # from zone to zone: one to leave, one for the ground
    match = position(text.format(unit="42RI"))
    move(match, "42RI", "3014")
    assert points(match, "42RI") == 0  # a regiment stops


@pytest.mark.case("they-shall-not-pass", "14.6", "8.47", "8.42e")
def test_a_hunter_goes_straight_from_zone_to_zone_where_a_regiment_cannot():
    text = "turn: 2\nstep: french-movement\nweather: bad\n3014: {unit}\n3013: IR81"
    assert "3114" in reach(position(text.format(unit="56BCP")), "56BCP")
    assert "3114" not in reach(position(text.format(unit="42RI")), "42RI")  # and three points do not go round


@pytest.mark.case("they-shall-not-pass", "14.6", "6.33", "TP-R45")
def test_reduced_hunters_are_restored_but_lost_ones_never_return():
    match = position(
        "turn: 6\nstep: french-replacements\n1609: XXX.HQ, 56BCP reduced\neliminated: 59BCP lost, 208R lost\n1421: XX.HQ"
    )
    assert options(match) == {"restore:56BCP", "return:208R=1", "return:208R=2", "done"}
    assert refused(match, "return:59BCP=1").cases
    play(match, "restore:56BCP")
    assert "reduced" not in states(match, "56BCP")


@pytest.mark.case("they-shall-not-pass", "14.6", "13.0", "4.0.XI")
@pytest.mark.parametrize(("weather", "moves"), [("good", True), ("bad", False)])
def test_hunters_and_their_stack_break_through_in_good_weather(weather, moves):
    match = position(f"turn: 2\nstep: french-breakthrough\nweather: {weather}\n3014: 56BCP, 42RI\n2710: 44RI")
    assert (match.decision is not None and match.decision.kind == "Breakthrough") is moves
    if moves:
        assert options(match) == {"3014", "done"}
        play(match, "3014", "56BCP", "42RI", "go", "3012")
        assert at(match, "42RI") == at(match, "56BCP") == "3012"
