"""5.0: weather and air observation, which both sides have in common."""

import pytest

from .kit import C, kind, odds, play, position, run_to, step, weather

QUIET = "V1: VIIFr >N\nA1: VIR >S"


def day(turn, *dice, scenario="campaign"):
    """The weather step of a turn with these dice: the weather, then observation where a die decides it."""
    return position(f"scenario: {scenario}\nturn: {turn}\nstep: weather\n{QUIET}", dice)


def seen(match):
    return {C.sides[side] for side in match.position.observation}


@pytest.mark.case("generation-lost", "5.1", "4.0(1)")
def test_one_die_decides_and_the_season_only_raises_it():
    assert [weather(day(12, die, 6)) for die in range(1, 7)] == ["fair", "fair", "fair", "drizzle", "drizzle", "rain"]
    assert [weather(day(6, die, 6)) for die in range(1, 7)] == ["fair", "fair", "drizzle", "drizzle", "rain", "rain"]
    assert [weather(day(38, die, 6)) for die in range(1, 7)] == ["fair", "drizzle", "drizzle", "rain", "rain", "rain"]
    assert all(value >= 0 for _, value in C.chart_data.seasons)


@pytest.mark.case("generation-lost", "5.1", "5.1.3", "5.1.1")
def test_the_log_says_which_die_and_which_season_made_the_weather():
    told = {e.kind: e for e in day(38, 5, 1).prelude}
    weather_line, air = told["weather"], told["observation"]
    assert weather_line.text == "The weather is rain (die 5, November adds 2): movement -2, supply within 5 squares"
    assert (weather_line.cases, weather_line.dice) == (("5.1", "5.1.3"), (5,))
    assert (air.text, air.cases, air.dice) == ("Both sides have air observation this turn", ("5.1.3",), (1,))
    first = next(e for e in day(1).prelude if e.kind == "weather")
    assert (first.cases, first.dice) == (("5.1.1",), ())


@pytest.mark.case("generation-lost", "5.0")
def test_the_weather_of_a_turn_holds_until_the_next():
    match = day(12, 4, 6)
    assert weather(match) == "drizzle"
    run_to(match, "french-commitment")
    assert (match.position.turn, weather(match)) == (12, "drizzle")


@pytest.mark.case("generation-lost", "5.1", "3.0-AirObservation")
def test_a_second_die_in_drizzle_and_rain_serves_both_sides():
    assert seen(day(12, 4, 3)) == {"german", "french"}
    assert seen(day(12, 4, 4)) == set()
    waiting = day(12, 6)
    assert (waiting.player, waiting.decision.prompt) == ("dice", "Air observation of both sides: roll one die.")
    assert {o.result: round(6 * o.probability) for o in odds(waiting).outcomes} == {"observation": 1, "none": 5}


@pytest.mark.case("generation-lost", "5.1.1", "5.1.2", "5.1.3")
def test_the_worse_the_weather_the_less_the_airmen_see():
    """Fair weather asks for no second die."""
    fair = day(12, 1)
    assert (weather(fair), seen(fair), kind(fair)) == ("fair", {"german", "french"}, "CallLull")
    rows = C.chart_data.weather
    bounds = [rows[name].observation["german"] for name in ("fair", "drizzle", "rain", "snow")]
    assert bounds == [6, 3, 1, 0]
    assert all(row.observation["german"] == row.observation["french"] for row in rows.values())


@pytest.mark.case("generation-lost", "5.1.1", "19.1.5(a)", "20.3.1")
def test_february_21_is_fair_without_a_roll_and_no_other_first_turn_is():
    """GL-R11."""
    for scenario in ("firestorm", "crown_prince", "campaign"):
        first = day(1, scenario=scenario)
        assert (weather(first), seen(first), first.player) == ("fair", {"german", "french"}, "german")
    for scenario, turn in (("may_cup", 7), ("hells_doorway", 20), ("shall_not_pass", 25), ("ramparts_revenge", 33)):
        assert day(turn, scenario=scenario).player == "dice"


@pytest.mark.case("generation-lost", "5.1.4", "19.1.5(a)", "19.6.5(a)", "20.3.1")
def test_rain_is_snow_on_eight_dates():
    snow = [turn for turn in range(2, 45) if weather(day(turn, 6, 6)) == "snow"]
    assert snow == [2, 3, 4, 40, 41, 42, 43, 44]
    ends = [C.dates[turn - 1] for turn in (2, 4, 40, 44)]
    assert ends == ["February 28, 1916", "March 13, 1916", "November 20, 1916", "December 18, 1916"]
    assert weather(day(3, 6, scenario="firestorm")) == "snow"
    assert weather(day(40, 6, scenario="ramparts_revenge")) == "snow"
    assert weather(day(39, 6, 6, scenario="ramparts_revenge")) == "rain"


@pytest.mark.case("generation-lost", "5.1.4", "5.1")
def test_nobody_sees_in_snow_and_no_die_is_rolled_for_it():
    """GL-R07."""
    match = day(4, 6)
    assert (weather(match), seen(match)) == ("snow", set())
    assert step(match) == "lull" and match.player != "dice"


@pytest.mark.case("generation-lost", "5.1.4-note", "8.7.2")
def test_airmen_bombard_in_snow_all_the_same():
    match = position("scenario: campaign\nturn: 4\nstep: german-bombardment\nweather: 3\nair: GAir1\nM30: 1Fr >N", [1, 1, 6])
    assert weather(match) == "snow" and kind(match) == "PlaceAir"
    play(match, "M30", "done")
    assert match.position.interdicted[C.board.index["M30"]]


@pytest.mark.case("generation-lost", "5.1.2", "5.1.3", "5.1.4")
def test_what_weather_costs():
    """GL-R08: movement; supply range (13.2.4); assaults."""
    rows = C.chart_data.weather
    assert [rows[name].movement for name in ("fair", "drizzle", "rain", "snow")] == [0, 1, 2, 2]
    assert [rows[name].supply for name in ("fair", "drizzle", "rain", "snow")] == [8, 6, 5, 4]
    assert [rows[name].assault for name in ("fair", "drizzle", "rain", "snow")] == [0, 0, -2, -2]
