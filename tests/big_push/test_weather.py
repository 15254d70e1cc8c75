"""5.0 to 5.6: weather, and whether the airmen see."""

import pytest

from .kit import C, at, lines, march, move, order, play, position, reach, run_to, step, weather

QUIET = "B22: 46Br >E\nS5: 8/73 >W"


def day(turn, *dice, scenario="campaign", text=QUIET):
    """The weather step of a turn with these dice: the weather, then Allied and German observation."""
    return position(f"scenario: {scenario}\nturn: {turn}\nstep: weather\n{text}", dice)


def seen(match):
    return {C.sides[side] for side in match.position.observation}


@pytest.mark.case("big-push", "5.0", "5.1")
def test_one_die_decides_and_the_season_only_raises_it():
    assert [weather(day(2, die, 6, 6)) for die in range(1, 7)] == ["fair", "fair", "fair", "drizzle", "drizzle", "rain"]
    assert [weather(day(10, die, 6, 6)) for die in range(1, 7)] == ["fair", "fair", "drizzle", "drizzle", "rain", "rain"]
    assert [weather(day(15, die, 6, 6)) for die in range(1, 7)] == ["fair", "drizzle", "drizzle", "rain", "rain", "rain"]
    assert all(value >= 0 for _, value in C.chart_data.seasons)


@pytest.mark.case("big-push", "5.1", "5.2", "5.3")
def test_the_log_says_which_die_and_which_season_made_the_weather():
    (fair,) = [e for e in day(2, 3, 6, 6).prelude if e.kind == "weather"]
    assert fair.text == "The weather is fair (die 3, July adds nothing): supply within 8 squares"
    assert (fair.cases, fair.dice) == (("5.1", "5.2"), (3,))
    (wet,) = [e for e in day(15, 2, 6, 6).prelude if e.kind == "weather"]
    assert wet.text == "The weather is drizzle (die 2, October adds 2): movement -1, supply within 6 squares"
    assert (wet.cases, wet.dice) == (("5.1", "5.3"), (2,))
    (first,) = [e for e in day(1, 5, 3, scenario="over_the_top").prelude if e.kind == "weather"]
    assert (first.text, first.cases, first.dice) == ("The weather is fair: supply within 8 squares", ("5.2",), ())


@pytest.mark.case("big-push", "5.0")
def test_the_weather_of_a_turn_holds_until_the_next():
    match = day(2, 4, 6, 6)
    assert weather(match) == "drizzle"
    run_to(match, "german-commitment")
    assert (match.position.turn, weather(match)) == (2, "drizzle")


@pytest.mark.case("big-push", "5.2", "5.1")
def test_the_first_of_july_is_fair_without_a_roll_but_both_sides_look_up():
    """BP-R14: three dice on other turns, two on this one; other scenarios roll on their first turn too."""
    first = day(1, 5, 3, scenario="over_the_top")
    assert (weather(first), seen(first), first.player) == ("fair", {"allied", "german"}, "allied")
    assert weather(day(5, 6, 6, 6, scenario="punishing_land")) == "rain"
    waiting = day(5, 6, 6, scenario="punishing_land")
    assert waiting.player == "dice"


@pytest.mark.case("big-push", "5.6", "5.1")
def test_each_side_rolls_for_itself_and_the_germans_see_less():
    bounds = {name: C.chart_data.weather[name].observation for name in ("fair", "drizzle", "rain")}
    assert all(row["german"] < row["allied"] for row in bounds.values())
    fair = bounds["fair"]
    assert seen(day(2, 1, fair["allied"], fair["german"])) == {"allied", "german"}
    assert seen(day(2, 1, fair["allied"] + 1, fair["german"])) == {"german"}
    assert seen(day(2, 1, fair["allied"], fair["german"] + 1)) == {"allied"}


@pytest.mark.case("big-push", "5.3", "5.4", "5.6")
def test_the_worse_the_weather_the_less_the_airmen_see():
    rows = C.chart_data.weather
    for side in ("allied", "german"):
        assert rows["fair"].observation[side] > rows["drizzle"].observation[side] > rows["rain"].observation[side] > 0
    die = rows["rain"].observation["allied"] + 1
    assert seen(day(2, 4, die, 6)) == {"allied"}  # drizzle
    assert seen(day(2, 6, die, 6)) == set()  # rain


@pytest.mark.case("big-push", "5.3")
def test_drizzle_costs_every_unit_a_point_and_shortens_supply():
    """BP-R132: whoever sees or not. Six points straight along open squares, five in drizzle."""
    assert far("weather: 1") == 5
    assert supplied("weather: 1") == 6


@pytest.mark.case("big-push", "5.4")
def test_rain_costs_two_points_and_more_supply():
    assert far("weather: 2") == 4
    assert supplied("weather: 2") == 5
    assert C.chart_data.weather["rain"].assault == -2


@pytest.mark.case("big-push", "5.5")
def test_rain_is_snow_in_november_and_nobody_sees():
    """On the last three turns; movement as in rain (BP-R15), supply within four squares."""
    assert [weather(day(turn, 6, 1, 1, scenario="away_to_siegfried")) for turn in (18, 19, 20, 21)] == ["rain", *["snow"] * 3]
    snow = day(19, 6, scenario="away_to_siegfried")  # one die: no observation is rolled
    assert (weather(snow), seen(snow), step(snow)) == ("snow", set(), "allied-bombardment")
    assert weather(day(19, 2, 1, 1, scenario="away_to_siegfried")) == "drizzle"
    assert far("weather: 3") == 4
    assert supplied("weather: 3") == 4


def far(weather_line):
    """How many points a division has near the enemy: what the question says."""
    match = march(f"{weather_line}\nB5: 46Br >E\nB8: 8/73 >W")
    play(match, "46Br")
    return int(match.decision.prompt.split(", ")[1].split()[0])


def supplied(weather_line):
    """The farthest square from an HQ in Supply Mode at which a gun is in supply."""
    found = 0
    for distance in range(1, 10):
        cell = f"{'ABCDEFGHIJKLM'[distance]}22"
        match = position(f"turn: 2\nstep: allied-bombardment\n{weather_line}\nA22: VII supply\n{cell}: BA3 >E\nS5: 8/73 >W")
        if kind_is_air(match):
            play(match, "done")
        play(match, "D20", "BA3")
        if "gun out of supply" not in lines(match, "fire"):
            found = distance
    return found


def kind_is_air(match):
    return match.decision.kind == "PlaceAir"


@pytest.mark.case("big-push", "5.2")
def test_in_fair_weather_nobody_loses_points_and_supply_reaches_eight_squares():
    assert far("weather: 0") == 6
    assert supplied("weather: 0") == 8


@pytest.mark.case("big-push", "5.0", "7.0")
def test_weather_bears_on_the_move_that_is_made():
    fair, rain = (march(f"weather: {w}\nR1: 8/73 >W\nT8: 46Br >E", side="german") for w in (0, 2))
    assert "R1" not in reach(fair, "8/73")
    assert len(reach(rain, "8/73")) < len(reach(fair, "8/73"))
    move(rain, "8/73", "S2")
    assert (at(rain, "8/73"), order(rain, "8/73")) == ("S2", set())
