"""6.5.1 to 6.5.4: what shells do to those who are hit."""

import pytest

from .kit import (
    ALLIED_GUNS,
    GERMAN_GUNS,
    at,
    commitment,
    facing,
    guns,
    here,
    kind,
    legal,
    march,
    options,
    order,
    phase,
    play,
    points,
    reach,
    refused,
    shell,
    states,
    steps,
    texts,
    values,
)

POOL = "pool: Bn01, Bn02, Bn03, B4.1, B4.2, B3.1, B2.1, F4.1, F3.1"


def hit_germans(outcome, units, pool=POOL):
    """Germans in K5 are shelled with a result."""
    match = guns(f"K5: {units}\n{pool}\n{ALLIED_GUNS}")
    shell(match, "K5", outcome)
    return match


def hit_allies(outcome, units, pool=POOL):
    match = guns(f"K5: {units}\n{pool}\n{GERMAN_GUNS}", side="german")
    shell(match, "K5", outcome)
    return match


# ------------------------------------------------------------------------------------------------ disorder


@pytest.mark.case("big-push", "6.5.1/2")
def test_disruption_takes_all_units_of_the_square():
    match = hit_germans("D", "8/73 >W entrenched, GA02 >W, IX >W")
    assert order(match, "8/73") == {"disrupted", "entrenched"}
    assert order(match, "GA02") == order(match, "IX") == {"disrupted"}
    assert points(match) == [0, 0]


@pytest.mark.case("big-push", "6.5.1/2", "7.0/1")
def test_disrupted_units_have_half_their_points_rounded_up_and_do_not_assault():
    match = march("K5: 46Br >E disrupted\nK8: 8/73 >W\nR9: 8/93 >W disrupted")
    assert at_hand(match, "46Br") == 3
    wet = march("weather: 1\nK5: 46Br >E disrupted\nK8: 8/73 >W")
    assert at_hand(wet, "46Br") == 3  # 6 less 1, halved, rounded up
    rain = march("weather: 2\nK5: 46Br >E disrupted\nK8: 8/73 >W")
    assert at_hand(rain, "46Br") == 2
    assault = commitment("K5: 46Br >E disrupted\nK6: 8/73 >W\nJ5: VII >E")
    assert refused(assault, "46Br-K6").cases[0] == "8.1"


def at_hand(match, unit):
    twin = match.clone()
    play(twin, unit)
    return float(twin.decision.prompt.split(", ")[1].split()[0])


@pytest.mark.case("big-push", "6.5.1/2", "6.5.1/3")
@pytest.mark.parametrize("state", ["disrupted", "suppressed"])
def test_disordered_units_do_not_fire_in_defence(state):
    match = commitment(f"J5: 46Br >E\nI5: VII >E\nK5: 8/73 >W {state}", dice=[3, 4, 6, 6])
    play(match, "46Br-K5", "done", "done")
    assert kind(match) != "DefensiveFire"
    assert all(not text.startswith("fire") for text in options(match))


@pytest.mark.case("big-push", "6.5.1/3")
def test_suppression_takes_all_and_turns_entrenched_germans_to_their_mobile_side():
    match = hit_germans("S", "8/73 >W entrenched, GA02 >W")
    assert (order(match, "8/73"), values(match, "8/73")) == ({"suppressed"}, (4, 2, 6))
    assert order(match, "GA02") == {"suppressed"}


@pytest.mark.case("big-push", "6.5.1/3", "7.0/1")
def test_suppressed_units_lose_a_point():
    match = march("K5: 46Br >E suppressed\nK8: 8/73 >W")
    assert at_hand(match, "46Br") == 5
    assert at_hand(march("weather: 2\nK5: 46Br >E suppressed\nK8: 8/73 >W"), "46Br") == 3


@pytest.mark.case("big-push", "6.5.1/3", "6.5.1/2")
def test_the_worse_state_stays():
    """BP-R121."""
    match = hit_germans("S", "8/73 >W disrupted entrenched")
    assert order(match, "8/73") == {"disrupted", "entrenched"}
    match = hit_germans("D", "8/73 >W suppressed")
    assert order(match, "8/73") == {"disrupted"}


@pytest.mark.case("big-push", "6.5.1/3")
def test_a_unit_that_suppression_drove_from_its_trench_returns_when_it_rallies_unless_it_has_moved():
    """BP-R24."""
    stayed = phase("reorganization", "K5: 8/73 >W suppressed buried\nB5: 46Br >E", dice=[1])
    play(stayed, "done")
    assert order(stayed, "8/73") == {"entrenched"}
    gone = march("K5: 8/73 >W suppressed buried\nB5: 46Br >E", side="german")
    play(gone, "8/73", "8/73-L5")
    assert "buried" not in states(gone, "8/73")


# ------------------------------------------------------------------------------------------------ German steps


@pytest.mark.case("big-push", "6.5.2", "6.5.1/1")
@pytest.mark.parametrize("mode", ["mobile", "entrenched"])
def test_a_regiment_that_loses_a_step_becomes_a_battalion_in_its_mode(mode):
    """EX-70; BP-R151: in its square, with its facing; the regiment goes to the pool."""
    match = hit_germans("ST", f"8/73 >S {mode}")
    (battalion,) = here(match, "K5")
    assert battalion.startswith("Bn")
    assert order(match, battalion) == ({"entrenched"} if mode == "entrenched" else set())
    assert facing(match, battalion) == "S"
    assert (at(match, "8/73"), points(match)) == ("pool", [1, 0])


@pytest.mark.case("big-push", "6.5.2/1")
def test_two_steps_leave_a_disrupted_battalion_or_nothing_as_the_german_likes():
    """EX-70, BP-R128: one point or two."""
    match = hit_germans("2ST", "8/73 >W entrenched")
    assert (match.player, options(match)) == ("german", {"Bn01", "disrupt:Bn01"})
    kept, lost = match.clone(), match.clone()
    play(kept, "disrupt:Bn01")
    assert (order(kept, "Bn01"), points(kept)) == ({"entrenched", "disrupted"}, [1, 0])
    play(lost, "Bn01")
    assert (here(lost, "K5"), at(lost, "Bn01"), points(lost)) == (set(), "pool", [2, 0])


@pytest.mark.case("big-push", "6.5.2/2")
def test_three_steps_on_a_lone_regiment_eliminate_it():
    """EX-70, BP-R130: two points, whatever is tried on the way."""
    match = hit_germans("3ST", "8/73 >W entrenched")
    while kind(match) == "Losses":
        play(match, next(text for text in sorted(options(match)) if "disrupt" in text or len(options(match)) == 1))
    assert (here(match, "K5"), points(match)) == (set(), [2, 0])


@pytest.mark.case("big-push", "6.5.2/2")
def test_three_steps_must_hit_two_units_if_they_are_there():
    match = hit_germans("3ST", "8/73 >W entrenched, Bn05 >W, Bn06 >W")
    play(match, "8/73", "disrupt:Bn01")  # the regiment has become Bn01
    assert refused(match, "Bn01").reason == "Another unit must be hit too"
    assert "6.5.2/2" in refused(match, "Bn01").cases
    (told,) = [e for e in play(match, "Bn05") if e.kind == "loss"]
    assert told.cases == ("6.5.2/3", "6.5.2/2")  # what it does to a battalion, and why this one
    assert here(match, "K5") == {"Bn01", "Bn06"}
    assert (order(match, "Bn01"), points(match)) == ({"entrenched", "disrupted"}, [2, 0])


@pytest.mark.case("big-push", "6.5.2/3")
def test_a_disrupted_battalion_that_loses_a_step_is_eliminated():
    match = hit_germans("ST", "Bn05 >W disrupted")
    assert (at(match, "Bn05"), points(match)) == ("pool", [1, 0])


@pytest.mark.case("big-push", "6.5.2", "6.5.3")
def test_without_a_smaller_counter_in_the_mix_the_whole_unit_is_lost():
    """BP-R119: the counter mix is a limit."""
    regiment = hit_germans("ST", "8/73 >W", pool="pool: B4.1")
    assert (at(regiment, "8/73"), points(regiment)) == ("pool", [2, 0])
    division = hit_allies("ST", "46Br >E reduced", pool="pool: F4.1, Bn01")
    assert (at(division, "46Br"), points(division)) == ("pool", [0, 3])


@pytest.mark.case("big-push", "6.5.2", "6.5.2/3", "6.5.3", "6.5.3/1", "6.5.3/2", "6.5.4")
@pytest.mark.parametrize(
    ("side", "unit", "case"),
    [
        ("german", "8/73 >W", "6.5.2"),
        ("german", "Bn05 >W disrupted", "6.5.2/3"),
        ("german", "GA02 >W", "6.5.4"),
        ("german", "IX >W disrupted", "6.5.4"),
        ("allied", "46Br >E", "6.5.3"),
        ("allied", "46Br >E reduced", "6.5.3"),
        ("allied", "B4.3 >E", "6.5.3/1"),
        ("allied", "1Cav >E", "6.5.3/2"),
        ("allied", "TankA >E", "6.5.3/2"),
    ],
)
def test_a_lost_step_cites_what_it_does_to_such_a_unit_and_nothing_else(side, unit, case):
    guns_of, at_hand = (ALLIED_GUNS, "allied") if side == "german" else (GERMAN_GUNS, "german")
    match = guns(f"K5: {unit}\n{POOL}\n{guns_of}", side=at_hand, turn=14)
    (told,) = [e for e in shell(match, "K5", "ST") if e.kind == "loss"]
    assert told.cases == (case,)


# ------------------------------------------------------------------------------------------------ Allied steps


@pytest.mark.case("big-push", "6.5.3", "6.5.1/1")
def test_a_division_is_reduced_and_then_becomes_the_largest_brigade_it_can():
    """EX-06: 7-5-6, 5-3-6, then a 4-3-6 brigade."""
    match = hit_allies("2ST", "46Br >N")
    (brigade,) = here(match, "K5")
    assert (brigade, values(match, brigade), facing(match, brigade)) == ("B4.1", (4, 3, 6), "N")
    assert (at(match, "46Br"), points(match)) == ("pool", [0, 2])
    one = hit_allies("ST", "46Br >N")
    assert values(one, "46Br") == (5, 3, 6)
    smaller = hit_allies("ST", "46Br >E reduced", pool="pool: F4.1, B2.1, B3.1")
    assert here(smaller, "K5") == {"B3.1"}


@pytest.mark.case("big-push", "6.5.3/1")
def test_a_brigade_is_reduced_then_disrupted_then_eliminated():
    match = hit_allies("ST", "B4.1 >E", pool="")
    assert (values(match, "B4.1"), points(match)) == ((3, 2, 6), [0, 1])
    match = hit_allies("ST", "B4.1 >E reduced", pool="")
    assert options(match) == {"B4.1", "disrupt:B4.1"}
    play(match, "disrupt:B4.1")
    assert (order(match, "B4.1"), steps(match, "B4.1"), points(match)) == ({"disrupted"}, 1, [0, 0])
    match = hit_allies("ST", "B4.1 >E reduced disrupted", pool="")
    assert (at(match, "B4.1"), points(match)) == ("pool", [0, 1])


@pytest.mark.case("big-push", "6.5.3/2")
@pytest.mark.parametrize("unit", ["1Cav", "TankA"])
def test_cavalry_and_tanks_turn_over_then_are_disrupted_then_eliminated(unit):
    match = hit_allies("2ST", f"{unit} >E")
    assert steps(match, unit) == 1
    play(match, f"disrupt:{unit}")
    assert "disrupted" in order(match, unit)
    match = hit_allies("3ST", f"{unit} >E")
    play(match, f"disrupt:{unit}")
    assert (at(match, unit), points(match)) == ("pool", [0, 2])


@pytest.mark.case("big-push", "6.5.1/1", "7.8")
def test_a_tank_that_shells_cost_a_step_breaks_down():
    """BP-R21; also where it is disrupted instead of losing its last one."""
    assert order(hit_allies("ST", "TankA >E"), "TankA") == {"broken"}
    match = hit_allies("ST", "TankA >E reduced")
    play(match, "disrupt:TankA")
    assert order(match, "TankA") == {"broken", "disrupted"}
    assert order(hit_allies("D", "TankA >E"), "TankA") == {"disrupted"}


@pytest.mark.case("big-push", "6.5.4")
def test_guns_are_reduced_then_disrupted_then_eliminated():
    match = hit_germans("2ST", "GA02 >W")
    assert (values(match, "GA02"), points(match)) == ((2, 1, 5), [1, 0])
    play(match, "disrupt:GA02")
    assert order(match, "GA02") == {"disrupted"}
    match = hit_germans("ST", "GA02 >W reduced disrupted")
    assert (at(match, "GA02"), points(match)) == ("pool", [1, 0])


@pytest.mark.case("big-push", "6.5.4")
def test_an_hq_is_disrupted_then_eliminated():
    match = hit_germans("2ST", "IX >W")
    play(match, "disrupt:IX")
    assert (at(match, "IX"), points(match)) == ("pool", [1, 0])
    match = hit_germans("ST", "IX >W")
    play(match, "disrupt:IX")
    assert (at(match, "IX"), order(match, "IX"), points(match)) == ("K5", {"disrupted"}, [0, 0])


@pytest.mark.case("big-push", "6.5.1/1")
def test_the_defender_chooses_who_loses_each_step():
    match = hit_allies("2ST", "B4.1 >E, B3.1 >E", pool="")
    assert (match.player, options(match)) == ("allied", {"B4.1", "B3.1"})
    play(match, "B4.1")
    assert options(match) == {"B4.1", "disrupt:B4.1", "B3.1"}
    play(match, "B3.1")
    assert (steps(match, "B4.1"), steps(match, "B3.1"), points(match)) == (1, 1, [0, 2])


@pytest.mark.case("big-push", "6.5.1/1")
def test_a_unit_with_more_than_one_step_cannot_be_disrupted_instead():
    match = hit_allies("ST", "B4.1 >E, B3.1 >E", pool="")
    verdict = refused(match, "disrupt:B4.1")
    assert verdict.reason == "B4.1 cannot be disrupted instead of losing a step"
    assert verdict.cases == ("6.5.1/1",)
    assert not legal(match, "disrupt:B3.1")


@pytest.mark.case("big-push", "6.5.1/2")
def test_events_say_who_suffers_in_good_english():
    one = guns(f"K5: 8/73 >W\n{ALLIED_GUNS}")
    assert texts(shell(one, "K5", "D"), "disrupt") == ["8/73 is disrupted"]
    two = guns(f"K5: 8/73 >W, 8/93 >W\n{ALLIED_GUNS}")
    assert texts(shell(two, "K5", "S"), "suppress") == ["8/73, 8/93 are suppressed"]


@pytest.mark.case("big-push", "6.5.1/4", "7.2.4")
def test_an_interdicted_square_hinders_all_who_enter_or_leave_it():
    match = march("interdicted: K6=1\nK5: 46Br >E\nK6: 48Br >E\nN6: 8/73 >W")
    assert {"K4", "J5"} <= reach(match, "48Br")
    play(match, "46Br", "46Br-L5")
    assert at(match, "46Br") == "L5"
