"""7.0, 7.2, 7.3/1, 7.6: points, roads, interdiction, facing, and marches away from the front."""

import pytest

from .kit import (
    C,
    at,
    barred,
    control,
    facing,
    kind,
    legal,
    march,
    move,
    options,
    play,
    position,
    price,
    reach,
    refused,
    spent,
    states,
    where,
)

CELL = C.board.index


def step_price(a, b):
    """What the step from a square to the next costs."""
    return dict(C.ways[CELL[a]])[CELL[b]] / 2


def points(match, unit):
    """What the question says a unit has left."""
    twin = match.clone()
    play(twin, unit)
    return float(twin.decision.prompt.split(", ")[1].split()[0])


# ------------------------------------------------------------------------------------------------ whose move, how far


@pytest.mark.case("big-push", "7.0", "4.0")
def test_only_the_phasing_side_moves_and_nobody_has_to():
    match = march("J5: 46Br >E\nS5: 8/73 >W")
    assert refused(match, "8/73").reason == "8/73 is not yours to move"
    play(match, "done")
    assert where(match, "46Br", "8/73") == ["J5", "S5"]


@pytest.mark.case("big-push", "7.0/1")
def test_what_is_taken_off_is_taken_off_before_halving():
    """BP-R120: weather, then suppression or the half of disruption, then the double away from the front; never below 0."""
    near = "\nK8: 8/73 >W"
    assert points(march("weather: 2\nK5: 46Br >E disrupted" + near), "46Br") == 2
    assert points(march("weather: 1\nK5: TankA >E disrupted new" + near), "TankA") == 2  # (4 - 1) / 2 rounded up
    assert points(march("weather: 2\nK5: 46Br >E suppressed" + near), "46Br") == 3
    assert points(march("weather: 2\nK5: TankA >E new" + near), "TankA") == 2


@pytest.mark.case("big-push", "7.0", "7.0/2")
def test_arrivals_and_breakdowns_belong_to_the_movement_phase():
    """7.7, 7.8: the roll for the tanks comes first, then everybody moves and arrives as he likes."""
    match = position(
        """
        scenario: devil_machines
        turn: 13
        step: allied-movement
        due: CDN1
        K5: TankA >E
        S5: 8/73 >W
        """
    )
    assert match.decision.prompt == "{TankA}: roll one die for breakdown."
    play(match, "1")
    assert {"CDN1", "TankA", "done"} == options(match)


# ------------------------------------------------------------------------------------------------ costs


@pytest.mark.case("big-push", "7.2", "7.2.1")
def test_diagonals_cost_more_and_of_mixed_ground_only_the_dearest_counts():
    """EX-10: woods diagonally 3, ridge straight 2; the sixth point does not pay for more woods."""
    match = march("O17: F4.1 >E")
    match.position.status[C.unit["F4.1"]] |= 4096  # near the front: no double march
    assert price(match, "F4.1", "P16") == 3
    move(match, "F4.1", "P16", "O16")
    assert spent(match, "F4.1") == 5
    assert barred(match, "F4.1", "P16").cases[0] == "7.2"
    assert barred(match, "F4.1", "P16").reason == "F4.1 has too few movement points to reach P16"


@pytest.mark.case("big-push", "7.2", "7.2.1")
def test_the_terrain_key():
    """Half points to enter straight and diagonally (BP-R34, BP-R125)."""
    found = {name: (row.straight / 2, row.diagonal / 2) for name, row in C.chart_data.terrain.items()}
    assert found["clear"] == found["town"] == found["minor_road"] == (1, 2)
    assert found["woods"] == found["ridge"] == (2, 3)
    assert found["major_road"] == (0.5, 1)
    match = march("J5: 46Br >E")
    assert [price(match, "46Br", cell) for cell in ("K5", "K6")] == [1, 2]
    assert step_price("L13", "K14") == 3  # woods and ridge, diagonally: not 3 and 3
    assert price(march("J14: 46Br >E"), "46Br", "K14") == 2


@pytest.mark.case("big-push", "7.2")
def test_no_points_are_saved_or_handed_on():
    match = march("J5: 46Br >E\nJ6: 48Br >E\nN3: 8/73 >W")
    assert points(match, "48Br") == 6
    move(match, "46Br", "K5")
    assert (points(match, "46Br"), points(match, "48Br")) == (5, 6)
    play(match, "done")
    assert spent(match, "46Br") == 0


@pytest.mark.case("big-push", "7.2.3")
def test_a_minor_road_makes_ridge_and_woods_cost_as_clear():
    """EX-11: 1 instead of 2; a marsh too."""
    assert C.board.joined("minor", CELL["E12"], CELL["F12"]) and not C.board.joined("minor", CELL["F13"], CELL["F12"])
    assert price(march("E12: 46Br >E"), "46Br", "F12") == 1
    assert price(march("F13: 46Br >E"), "46Br", "F12") == 2
    assert C.board.terrain[CELL["C11"]] == {"marsh"} and C.board.joined("minor", CELL["B11"], CELL["C11"])
    assert price(march("B11: 46Br >E"), "46Br", "C11") == 1


@pytest.mark.case("big-push", "7.2.3")
def test_a_major_road_costs_half_a_point_straight_and_one_diagonally():
    """EX-12: 1 diagonally onto the ridge at Q8 instead of 3; N22 to O22 are woods by road, straight."""
    assert C.board.joined("major", CELL["P7"], CELL["Q8"]) and not C.board.joined("major", CELL["R9"], CELL["Q8"])
    assert price(march("P7: 46Br >E"), "46Br", "Q8") == 1
    assert step_price("R9", "Q8") == 3
    assert price(march("N22: 46Br >E"), "46Br", "O22") == 0.5


@pytest.mark.case("big-push", "7.2.3/1")
def test_the_road_must_cross_the_side_by_which_the_unit_enters():
    """EX-13: from woods to woods beside the road 2, by the road 1; both may be mixed on one march."""
    assert price(march("H17: 46Br >E"), "46Br", "G17") == 2
    assert price(march("G16: 46Br >E"), "46Br", "G17") == 1
    match = march("G16: 46Br >E")
    assert price(match, "46Br", "G17", "H17") == 3


@pytest.mark.case("big-push", "7.2.4")
def test_interdiction_costs_a_point_to_enter_and_a_point_to_leave():
    """EX-14: two more for both."""
    match = march("interdicted: K5=2\nJ5: 46Br >E\nK6: 48Br >E")
    assert price(match, "46Br", "K5") == 2
    assert price(match, "46Br", "K5", "L5") == 4
    fired_on = march("interdicted: K5=2\nK5: 46Br >E")
    assert price(fired_on, "46Br", "L5") == 2


@pytest.mark.case("big-push", "7.2.4")
def test_the_marker_stays_when_the_square_is_left():
    match = march("interdicted: K5=2\nK5: 46Br >E\nJ5: 48Br >E")
    move(match, "46Br", "L5")
    assert price(match, "48Br", "K5") == 2


@pytest.mark.case("big-push", "7.3/1")
def test_passing_through_friends_costs_a_point_starting_and_stopping_there_does_not():
    """BP-R156: paid on moving on, also where the unit paused on the way."""
    match = march("J5: B4.1 >E\nK5: F4.1 >E, F3.1 >E\nK4: 8/73 >W disrupted\nK6: 8/93 >W disrupted\nJ6: 8/153 >W disrupted")
    assert price(match, "B4.1", "K5") == 1
    assert price(match, "B4.1", "L5") == 3
    assert price(match, "B4.1", "K5", "L5") == 3
    assert price(match, "F4.1", "L5") == 1


@pytest.mark.case("big-push", "7.2.5", "8.6")
def test_movement_ends_inside_squares_the_line_is_for_assaults():
    match = march("J5: 46Br >E\nI7: VII >E\nL5: 8/73 >W")
    move(match, "46Br", "K5")
    assert match.position.assaults == ()
    assert barred_now(match, "46Br", "L5").cases[0] == "7.5"
    play(match, "done")
    assert kind(match) == "Commitment" and legal(match, "46Br-L5")


def barred_now(match, unit, cell):
    twin = match.clone()
    play(twin, unit)
    return refused(twin, f"{unit}-{cell}")


@pytest.mark.case("big-push", "13.1.1/2", "7.0")
def test_a_unit_claims_the_squares_it_passes():
    match = march("J5: 46Br >E")
    assert control(match, "K5") == control(match, "L5") == "german"
    move(match, "46Br", "L5")
    assert control(match, "K5") == control(match, "L5") == "allied"


# ------------------------------------------------------------------------------------------------ facing


@pytest.mark.case("big-push", "7.2.2")
def test_a_unit_faces_one_side_of_its_square_and_turns_for_nothing():
    match = march("J5: 46Br >E")
    play(match, "46Br")
    assert {t for t in options(match) if t.startswith("face")} == {"face:46Br>N", "face:46Br>S", "face:46Br>W"}
    play(match, "face:46Br>N")
    assert (facing(match, "46Br"), spent(match, "46Br")) == ("N", 0)


@pytest.mark.case("big-push", "7.2.2")
def test_in_an_enemy_zone_only_those_turn_who_came_there_in_this_phase_and_once():
    """BP-R134; digging in is no coming."""
    match = march("J5: 46Br >E\nH5: 48Br >E\nK5: 8/73 >W")
    verdict = barred(match, "46Br", "face:46Br>N")
    assert verdict.cases == ("7.2.2",)
    assert verdict.reason == "46Br cannot turn in an enemy zone of control, or has turned already"
    move(match, "48Br", "J6")
    play(match, "48Br", "face:48Br>N")
    assert facing(match, "48Br") == "N"
    assert not legal(start(match, "48Br"), "face:48Br>S")
    digger = march("J5: 46Br >E\nK5: 8/73 >W", side="german")
    play(digger, "8/73", "flip:8/73~entrenched")
    assert barred(digger, "8/73", "face:8/73>N").cases == ("7.2.2",)


def start(match, unit):
    twin = match.clone()
    play(twin, unit)
    return twin


@pytest.mark.case("big-push", "7.2.2")
def test_units_of_a_stack_face_alike():
    """BP-R156: who joins takes the facing he finds; outside enemy zones the whole stack may be turned."""
    match = march("J5: B4.1 >E\nK5: B3.1 >S")
    move(match, "B4.1", "K5")
    assert facing(match, "B4.1") == "S"
    play(match, "B4.1", "face:B4.1>W")
    assert (facing(match, "B4.1"), facing(match, "B3.1")) == ("W", "W")


@pytest.mark.case("big-push", "7.2.2")
def test_who_joins_a_stack_in_an_enemy_zone_does_not_turn_it():
    match = march("I5: B4.1 >E\nJ5: B3.1 >S\nK5: 8/73 >W")
    move(match, "B4.1", "J5")
    assert facing(match, "B4.1") == "S"
    assert barred(match, "B4.1", "face:B4.1>E").cases == ("7.2.2",)


# ------------------------------------------------------------------------------------------------ away from the front


@pytest.mark.case("big-push", "7.6", "7.0/1")
def test_three_squares_from_every_enemy_the_allowance_is_doubled_after_the_weather():
    """EX-23: a mobile German in rain has 6 less 2, doubled."""
    match = march("weather: 2\nK3: 8/73 >W\nA30: 46Br >E", side="german")
    far = [x for x in reach(match, "8/73") if x[1:] == "3" and x[0] > "K"]
    assert max(price(match, "8/73", x) for x in reach(match, "8/73")) == 8
    assert "S3" in far and "T3" not in reach_straight(match)


def reach_straight(match):
    return {x for x in reach(match, "8/73") if price(match, "8/73", x) <= 8 and x[1:] == "3" and x[0] > "S"}


@pytest.mark.case("big-push", "7.6")
def test_every_square_of_the_march_counts_the_first_too():
    """BP-R36: from a square two away from an enemy there is no double march; passing one ends it."""
    near = march("K3: 8/73 >W\nK5: 46Br >E disrupted", side="german")
    assert max(price(near, "8/73", x) for x in reach(near, "8/73")) <= 6
    free = march("K3: 8/73 >W\nK6: 46Br >E", side="german")
    assert max(price(free, "8/73", x) for x in reach(free, "8/73")) > 6
    assert "J4" in reach(free, "8/73")  # two squares from K6: within the plain six points
    move(free, "8/73", "J4")
    assert "near" in states(free, "8/73")
    assert all(price(free, "8/73", x) <= 4 for x in reach(free, "8/73"))


@pytest.mark.case("big-push", "7.6")
def test_enemies_who_are_surrounded_do_not_count():
    ring = "K5: 46Br >E\nJ3: 8/73 >W\nL3: 8/93 >W\nJ7: 8/153 >W\nL7: 17R/75 >W\nM5: 17R/76 >W\nI5: 17R/162 >W"
    match = march(ring, side="german")
    assert max(price(match, "8/73", x) for x in reach(match, "8/73")) > 6
    gap = march(ring.replace("\nM5: 17R/76 >W", "").replace("L3: 8/93", "N1: 8/93"), side="german")
    assert max(price(gap, "8/73", x) for x in reach(gap, "8/73")) <= 6


@pytest.mark.case("big-push", "7.6")
def test_a_march_of_twice_the_allowance_goes_by_no_square_near_the_front():
    """To some squares on its way it is cheaper by the front; it keeps off it all the same, and may go on."""
    match = march("B14: 48Br >E\nE16: 26R/180 >W\nV30: 18R/89 >W")
    move(match, "48Br", "C21")
    play(match, "48Br")
    assert "0 movement points (4.5 away from the front)" in match.decision.prompt
    play(match, "48Br-C22")
    assert at(match, "48Br") == "C22"


@pytest.mark.case("big-push", "7.6", "7.4.1")
def test_digging_off_the_front_costs_its_two_points_once():
    """BP-R156: twelve points less two, less two for the wood in J3."""
    match = march("K3: 8/73 >W\nA30: 46Br >E", side="german")
    play(match, "8/73", "flip:8/73~entrenched", "8/73", "8/73-J3")
    assert max(price(match, "8/73", x) for x in reach(match, "8/73")) == 8
    assert at(match, "8/73") == "J3"
