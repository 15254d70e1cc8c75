"""5.0 Weather."""

import pytest

from .kit import barred, march, options, play, points, position, reach, run_to, step


@pytest.mark.case("they-shall-not-pass", "5.0", "4.0.I")
@pytest.mark.parametrize(("die", "good"), [(1, False), (2, False), (3, True), (4, True), (5, True), (6, True)])
def test_one_or_two_is_bad_weather(die, good):
    match = position("turn: 2\nstep: weather\n1501: IR81\n1601: XVIII.HQ\n1504: 208R", dice=[die])
    assert match.position.good_weather is good


@pytest.mark.case("they-shall-not-pass", "5.0", "4.0.I")
def test_the_first_turn_is_fine_without_a_roll_and_every_other_turn_rolls():
    first = position("turn: 1\nstep: weather\nweather: bad\n1601: XVIII.HQ")
    assert first.position.good_weather and first.player == "german"
    second = position("turn: 2\nstep: weather\n1601: XVIII.HQ")
    assert second.player == "dice" and second.decision.cases == ("5.0",)


@pytest.mark.case("they-shall-not-pass", "5.0")
def test_the_weather_of_the_morning_holds_for_both_sides_until_the_next_roll():
    match = position("turn: 2\nstep: weather\n1601: XVIII.HQ\n1609: XXX.HQ", dice=[2, 3])
    assert points(match, "XVIII.HQ") == 3
    run_to(match, "french-movement")
    assert not match.position.good_weather and points(match, "XXX.HQ") == 3
    play(match, "done")
    assert match.position.turn == 3 and match.position.good_weather and points(match, "XVIII.HQ") == 4


@pytest.mark.case("they-shall-not-pass", "5.1", "8.14")
@pytest.mark.parametrize(
    ("side", "cell", "unit", "good"),
    [
        ("german", "3013", "IR81", 4), ("german", "3013", "XVIII.HQ", 4), ("german", "3013", "XVIII.A1", 3),
        ("german", "3013", "FAR27", 4), ("french", "3013", "56BCP", 5), ("french", "3013", "I.44T", 3),
        ("french", "3016", "RR", 6),
    ],
)  # fmt: skip
def test_bad_weather_takes_one_point_from_every_allowance(side, cell, unit, good):
    text = f"turn: 2\nstep: {side}-movement\n{cell}: {unit}\n"
    assert points(position(text + "weather: good"), unit) == good
    assert points(position(text + "weather: bad"), unit) == good - 1


@pytest.mark.case("they-shall-not-pass", "5.1", "8.14", "8.0")
def test_in_bad_weather_a_regiment_goes_three_hexes_of_open_ground_and_not_four():
    match = position("turn: 2\nstep: german-movement\nweather: bad\n3012: IR81")
    assert "3015" in reach(match, "IR81")
    assert "8.0" in barred(match, "IR81", "3016").cases
    assert "3016" in reach(position("turn: 2\nstep: german-movement\n3012: IR81"), "IR81")


@pytest.mark.case("they-shall-not-pass", "5.1", "8.14", "13.0", "4.0.VI", "4.0.XI")
@pytest.mark.parametrize(("side", "unit"), [("german", "Pi21"), ("french", "56BCP")])
def test_bad_weather_cancels_the_breakthrough(side, unit):
    text = f"turn: 2\nstep: {side}-breakthrough\n3013: {unit}\n"
    fine = position(text + "weather: good")
    assert fine.decision.kind == "Breakthrough" and "3013" in options(fine)
    foul = position(text + "weather: bad")
    assert step(foul) != f"{side}-breakthrough"


@pytest.mark.case("they-shall-not-pass", "5.2", "7.12")
@pytest.mark.parametrize(
    ("side", "gun", "weather", "column"),
    [("german", "III.A1", "bad", "4-6"), ("german", "III.A1", "good", "7-10"),
     ("french", "XXX.A", "bad", "4-6"), ("french", "XXX.A", "good", "4-6")],
)  # fmt: skip
def test_good_weather_moves_every_german_barrage_one_column_up_and_no_french_one(side, gun, weather, column):
    enemy = "208R" if side == "german" else "IR81"
    match = position(f"turn: 2\nstep: {side}-bombardment\nweather: {weather}\n1611: {gun}\n1606: {enemy}")
    play(match, "barrage:1606", gun)
    assert match.odds(match.parse("fire")).column == column


@pytest.mark.case("they-shall-not-pass", "TP-R26", "6.16", "8.2", "5.1")
def test_weather_comes_first_then_supply_then_doubling():
    text = "turn: 2\nstep: german-movement\nweather: bad\ngerman ground: 3014 3015 3113\n3013: "
    assert points(position(text + "IR81 unsupplied"), "IR81") == 2  # 4 - 1 = 3, half of it 2
    assert points(position(text.replace("bad", "good") + "IR81 unsupplied"), "IR81") == 2
    match = position(text + "IR81")
    march(match, "IR81", "3014")
    assert points(match, "IR81") == 5  # 2 x 3, less one
    hunter = position("turn: 2\nstep: french-movement\nweather: bad\n3013: 56BCP unsupplied")
    assert points(hunter, "56BCP") == 2  # 5 - 1 = 4, half of it 2; in good weather 3
    assert points(position("turn: 2\nstep: french-movement\n3013: 56BCP unsupplied"), "56BCP") == 3


@pytest.mark.case("they-shall-not-pass", "TP-R26", "13.0", "6.16")
def test_a_breakthrough_is_half_of_what_lack_of_supply_has_left():
    match = position("turn: 2\nstep: german-breakthrough\n3013: Pi21 unsupplied\n2913: Pi25")
    play(match, "3013", "Pi21", "go")
    play(match, "3014")
    assert match.decision.kind == "Breakthrough"  # half of 2 is 1 point, and it is spent
    play(match, "2913", "Pi25", "go", "2914")
    assert match.decision.kind == "BreakthroughMove"  # half of 4 is 2: one point is left
