"""7.7 Reinforcements, 7.8 tanks that break down, 14.1.3b cavalry that waits for its release."""

import pytest

from .kit import (
    C,
    at,
    commitment,
    facing,
    kind,
    legal,
    march,
    move,
    options,
    order,
    play,
    position,
    price,
    reach,
    refused,
    run_to,
    spent,
    states,
    steps,
    texts,
)

EAST = {C.board.labels[x] for x in C.edge[1]}


def arriving(scenario, turn, text, side="german", dice=()):
    match = position(f"scenario: {scenario}\nturn: {turn}\nstep: {side}-movement\n{text}", dice)
    while kind(match) == "Combining":
        play(match, "done")
    return match


def entries(match, unit):
    """Where a unit may come onto the map, with the modes it may come in."""
    twin = match.clone()
    play(twin, unit)
    return {(action.cell, action.mode) for action in twin.actions() if action.kind == "enter"}


@pytest.mark.case("big-push", "7.7")
def test_germans_come_by_the_east_edge_at_their_square_or_anywhere():
    match = arriving("over_the_top", 3, "due: 8/153, GA06, 7/1, IV\nA30: 51Fr >E")
    assert entries(match, "8/153") == {("V12", ""), ("V12", "entrenched")}
    assert entries(match, "GA06") == {(cell, "") for cell in EAST}
    assert entries(match, "7/1") == {("V5", ""), ("V5", "entrenched")}


@pytest.mark.case("big-push", "7.7")
def test_british_come_by_the_west_edge_and_no_french_come():
    match = arriving("over_the_top", 4, "due: ANZ1, ANZ2\nS5: 8/73 >W", side="allied")
    assert entries(match, "ANZ1") == {("A18", "")}
    due = {u for s in C.scenarios.values() for u in s.arrivals}
    assert all(C.nations[C.nation[u]] != "french" for u in due)


@pytest.mark.case("big-push", "7.7")
def test_nobody_comes_before_his_turn_and_anybody_may_wait():
    text = "due: Liebert/1, 8/153\nA30: 51Fr >E"
    early = arriving("over_the_top", 2, text)
    assert legal(early, "Liebert/1")
    verdict = refused(early, "8/153")
    assert (verdict.reason, verdict.cases[0]) == ("8/153 cannot come onto the map now", "7.7")
    play(early, "done")
    assert at(early, "Liebert/1") == "due"
    run_to(early, "german-movement", 3)
    assert {"Liebert/1", "8/153"} <= options(early)


@pytest.mark.case("big-push", "7.7")
def test_entry_costs_the_square_or_the_road_the_same_for_all_who_follow():
    """BP-R39, BP-R156: V12 lies open, 1 point; the second pays what the first paid."""
    match = arriving("over_the_top", 4, "due: 8/73, 8/93\nA30: 51Fr >E")
    play(match, "8/73", "8/73-V12", "8/93", "8/93-V12")
    assert (spent(match, "8/73"), spent(match, "8/93")) == (1, 1)
    road = C.board.labels[next(x for x in C.edge[1] if x in C.board.exits["major"])]
    match = arriving("over_the_top", 3, "due: GA06\nA30: 51Fr >E")
    play(match, "GA06", f"GA06-{road}")
    assert spent(match, "GA06") == 0.5
    ridge = arriving("over_the_top", 3, "due: GA06\nA30: 51Fr >E")
    play(ridge, "GA06", "GA06-V24")
    assert spent(ridge, "GA06") == (1 if C.board.index["V24"] in C.board.exits["minor"] else 2)


@pytest.mark.case("big-push", "7.7", "7.2.4")
def test_an_interdicted_edge_square_costs_a_point_more():
    match = arriving("over_the_top", 4, "interdicted: V12=1\ndue: 8/73\nA30: 51Fr >E")
    play(match, "8/73", "8/73-V12")
    assert spent(match, "8/73") == 2


@pytest.mark.case("big-push", "7.7")
def test_german_infantry_comes_in_either_mode():
    match = arriving("over_the_top", 4, "due: 8/73, 8/93\nA30: 51Fr >E")
    play(match, "8/73", "8/73-V12~entrenched", "8/93", "8/93-V12")
    assert (order(match, "8/73"), order(match, "8/93")) == ({"entrenched"}, set())
    assert facing(match, "8/73") == "W"


@pytest.mark.case("big-push", "7.7", "7.6")
def test_arrivals_march_off_the_front_too():
    """Twelve points, one of them spent at the edge."""
    match = arriving("over_the_top", 4, "due: 8/73\nA30: 51Fr >E")
    play(match, "8/73", "8/73-V12")
    assert max(price(match, "8/73", x) for x in reach(match, "8/73")) == 11


@pytest.mark.case("big-push", "7.7")
def test_if_the_enemy_holds_the_square_the_nearest_free_one_of_the_edge_serves():
    """BP-R37; an enemy zone does not bar the square but stops the unit."""
    match = arriving("over_the_top", 4, "due: 8/73\nV12: B4.1 >E disrupted\nA30: 51Fr >E")
    assert {cell for cell, _ in entries(match, "8/73")} == {"V11", "V13"}
    match = arriving("over_the_top", 4, "due: 8/73\nV14: 46Br >E\nV13: B3.1 >E disrupted\nV12: B4.1 >E disrupted\nA30: 51Fr >E")
    assert {cell for cell, _ in entries(match, "8/73")} == {"V11"}
    watched = arriving("over_the_top", 4, "due: 8/73\nU11: 46Br >E\nA30: 51Fr >E")
    play(watched, "8/73", "8/73-V12")
    assert "stopped" in states(watched, "8/73")


@pytest.mark.case("big-push", "7.7", "14.3.1/1")
def test_a_reinforcement_has_the_strength_of_its_schedule():
    match = arriving("devil_machines", 13, "due: CDN1\nS5: 8/73 >W", side="allied")
    play(match, "CDN1", "CDN1-A18")
    assert steps(match, "CDN1") == 3


@pytest.mark.case("big-push", "7.7.1")
def test_an_hq_comes_in_command_mode_and_may_turn_to_supply_after_its_move():
    match = arriving("over_the_top", 3, "due: IV\nA30: 51Fr >E")
    assert entries(match, "IV") == {("V12", "")}
    play(match, "IV", "IV-V12")
    assert order(match, "IV") == set()
    move(match, "IV", "U12")
    play(match, "IV", "flip:IV~supply")
    assert (order(match, "IV"), facing(match, "IV")) == ({"supply"}, "")
    assert "IV" not in options(match)


# ------------------------------------------------------------------------------------------------ 7.8 tanks


def tanks(text, *dice, turn=13, weather=0):
    return position(
        f"scenario: devil_machines\nweather: {weather}\nturn: {turn}\nstep: allied-movement\n{text}\nS5: 8/73 >W", dice
    )


@pytest.mark.case("big-push", "7.8")
def test_from_its_second_turn_on_each_working_tank_rolls_when_movement_begins():
    bound = C.chart_data.tables["breakdown"].rows["any"][0]
    match = tanks("K5: TankA >E\nM5: TankB >E", bound, bound + 1)
    assert (order(match, "TankA"), order(match, "TankB")) == (set(), {"broken"})
    assert kind(match) == "Movement"


@pytest.mark.case("big-push", "7.8")
def test_no_breakdown_on_its_first_turn():
    """BP-R143: the turn of the set-up, of the entry, of the return."""
    match = tanks("K5: TankA >E new")
    assert (kind(match), order(match, "TankA")) == ("Movement", set())


@pytest.mark.case("big-push", "7.8")
def test_rain_and_snow_add_one():
    bound = C.chart_data.tables["breakdown"].rows["any"][0]
    assert order(tanks("K5: TankA >E", bound, weather=2), "TankA") == {"broken"}
    assert order(tanks("K5: TankA >E", bound, weather=3), "TankA") == {"broken"}
    assert order(tanks("K5: TankA >E", bound, weather=1), "TankA") == set()


@pytest.mark.case("big-push", "7.8", "7.8/1")
def test_the_event_says_what_became_of_the_tanks():
    match = tanks("K5: TankA >E")
    assert texts(play(match, "6")) == ["TankA breaks down"]


@pytest.mark.case("big-push", "7.8/1")
def test_a_broken_down_tank_neither_moves_nor_assaults_but_defends():
    match = tanks("K5: TankA >E broken")
    verdict = refused(match, "TankA")
    assert (verdict.reason, verdict.cases) == ("TankA has broken down and neither moves nor assaults", ("7.8/1",))
    assault = commitment("scenario: devil_machines\nK5: TankA >E broken\nJ5: VII >E\nL5: 8/93 >W", turn=13)
    assert refused(assault, "TankA-L5").cases == ("7.8/1",)
    assert assault.position.defence_number(C.unit["TankA"]) == 2


@pytest.mark.case("big-push", "7.8/1")
def test_a_tank_may_break_down_and_recover_in_one_turn():
    match = tanks("K5: TankA >E", 6)
    assert order(match, "TankA") == {"broken"}
    run_to(match, "reorganization")
    assert match.decision.prompt == "{TankA}: roll one die for recovery."
    play(match, "1")
    assert order(match, "TankA") == set()


@pytest.mark.case("big-push", "7.8/1")
def test_a_tank_that_stays_broken_does_not_roll_again_for_breakdown():
    match = tanks("K5: TankA >E broken")
    assert kind(match) == "Movement"


# ------------------------------------------------------------------------------------------------ 14.1.3b cavalry


def cavalry(turn, *dice, text="A22: 1Cav >E held\nA23: 3Cav >E held"):
    return position(f"turn: {turn}\nstep: allied-movement\n{text}\nS5: 8/73 >W", dice)


@pytest.mark.case("big-push", "14.1.3b")
def test_from_july_15_cavalry_is_released_by_a_roll_unit_by_unit():
    """BP-R155: optional; 1 to 3 frees it."""
    assert kind(cavalry(2)) == "Movement"
    match = cavalry(3, 3, 4)
    assert (kind(match), options(match)) == ("Release", {"1Cav", "3Cav", "done"})
    play(match, "1Cav", "3Cav")
    assert (order(match, "1Cav"), order(match, "3Cav")) == (set(), {"held"})
    assert reach(match, "1Cav")
    assert refused(match, "3Cav").reason == "3Cav is held in reserve and neither moves nor assaults"


@pytest.mark.case("big-push", "14.1.3b")
def test_who_is_held_on_july_15_tries_again_on_the_22nd_and_no_more():
    match = cavalry(4, 6, 6)
    assert kind(match) == "Release"
    play(match, "1Cav", "3Cav")
    assert order(match, "1Cav") == {"held"}
    assert C.scenarios["over_the_top"].last_turn == 4
    later = march("scenario: over_the_top\nA22: 1Cav >E held\nS5: 8/73 >W", turn=2)
    assert refused(later, "1Cav").cases == ("14.1.3b",)


@pytest.mark.case("big-push", "14.1.3b")
def test_held_cavalry_does_not_attack_but_defends():
    match = commitment("A22: 1Cav >E held\nB22: 8/93 >W\nA20: VII >E")
    assert refused(match, "1Cav-B22").cases == ("14.1.3b",)
    assert match.position.defence_number(C.unit["1Cav"]) == 3
