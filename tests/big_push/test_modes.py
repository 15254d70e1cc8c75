"""7.4.1, 7.4.2: mobile and entrenched infantry, HQs in Command and Supply Mode."""

import pytest

from .battle import engaged
from .kit import (
    C,
    at,
    barred,
    commit,
    commitment,
    facing,
    here,
    legal,
    march,
    move,
    options,
    order,
    phase,
    play,
    points,
    position,
    reach,
    refused,
    run_to,
    spent,
    states,
    texts,
    values,
)


def left(match, unit):
    twin = match.clone()
    play(twin, unit)
    return float(twin.decision.prompt.split(", ")[1].split()[0])


@pytest.mark.case("big-push", "7.4.1")
def test_digging_in_costs_two_points_and_coming_out_nothing():
    """EX-15: six points, four are left; the reverse is free."""
    near = "\nK8: 46Br >E disrupted"
    match = march("K5: 8/73 >W" + near, side="german")
    assert left(match, "8/73") == 6
    play(match, "8/73", "flip:8/73~entrenched")
    assert (order(match, "8/73"), left(match, "8/73")) == ({"entrenched"}, 4)
    match = march("K5: 8/73 >W entrenched" + near, side="german")
    assert left(match, "8/73") == 4  # it may move as it is
    play(match, "8/73", "flip:8/73~mobile")
    assert (order(match, "8/73"), spent(match, "8/73"), left(match, "8/73")) == (set(), 0, 6)


@pytest.mark.case("big-push", "7.4.1")
def test_a_unit_changes_its_mode_once_at_any_time_of_its_move():
    """BP-R35: two points of four spent entrenched, then four of six are left."""
    match = march("K3: 8/73 >W entrenched\nK8: 46Br >E disrupted", side="german")
    match.position.status[C.unit["8/73"]] |= 4096  # near the front
    move(match, "8/73", "L3")
    assert left(match, "8/73") == 3
    play(match, "8/73", "flip:8/73~mobile")
    assert left(match, "8/73") == 5
    verdict = barred(match, "8/73", "flip:8/73~entrenched")
    assert (verdict.reason, verdict.cases[0]) == ("8/73 has changed its mode in this phase", "7.4.1")


@pytest.mark.case("big-push", "7.4.1")
def test_entrenched_units_march_and_stay_entrenched():
    match = march("K3: 8/73 >W entrenched", side="german")
    move(match, "8/73", "L3")
    assert (order(match, "8/73"), values(match, "8/73")) == ({"entrenched"}, (2, 4, 4))


@pytest.mark.case("big-push", "7.4.1")
def test_there_must_be_two_points_left_for_digging():
    match = march("weather: 2\nK3: 8/73 >W\nK8: 46Br >E disrupted", side="german")
    match.position.status[C.unit["8/73"]] |= 4096
    move(match, "8/73", "L3", "M3", "N3")  # three of four
    verdict = barred(match, "8/73", "flip:8/73~entrenched")
    assert (verdict.reason, verdict.cases[0]) == ("8/73 has too few movement points to dig in", "7.4.1")


@pytest.mark.case("big-push", "7.4.1")
def test_infantry_may_dig_in_under_an_enemy_zone():
    match = march("J5: 46Br >E\nK5: 8/73 >W\nM5: 8/93 >W", side="german")
    play(match, "8/73", "flip:8/73~entrenched")
    move(match, "8/93", "L5")
    assert (at(match, "8/93"), "stopped" in states(match, "8/93")) == ("L5", False)
    move(match, "8/93", "K6")
    play(match, "8/93", "flip:8/93~entrenched")
    assert order(match, "8/73") == order(match, "8/93") == {"entrenched"}


@pytest.mark.case("big-push", "7.4.1/1")
@pytest.mark.parametrize("state", ["disrupted", "suppressed", "interdicted"])
def test_interdicted_and_disordered_infantry_stays_as_it_is(state):
    square = "interdicted: K5=1\n" if state == "interdicted" else ""
    word = "" if state == "interdicted" else state
    match = march(f"{square}J9: 46Br >E\nK5: 8/73 >W {word}", side="german")
    verdict = barred(match, "8/73", "flip:8/73~entrenched")
    assert verdict.cases == ("7.4.1/1",)
    assert verdict.reason == "8/73 is disordered or interdicted and cannot change its mode"


# ------------------------------------------------------------------------------------------------ HQs


@pytest.mark.case("big-push", "7.4.2")
def test_an_hq_changes_its_mode_when_its_move_begins_for_nothing():
    match = march("K5: VII supply\nS5: 8/73 >W")
    assert reach(match, "VII") == set()
    play(match, "VII", "flip:VII~command")
    assert (order(match, "VII"), spent(match, "VII"), facing(match, "VII")) == (set(), 0, "E")
    move(match, "VII", "L5")
    assert at(match, "VII") == "L5"
    verdict = barred(match, "VII", "flip:VII~supply")
    assert (verdict.reason, verdict.cases) == ("VII changes its mode only when its move begins", ("7.4.2",))


@pytest.mark.case("big-push", "7.4.2")
def test_going_to_supply_mode_ends_its_movement_and_it_faces_nowhere():
    match = march("K5: VII >E\nS5: 8/73 >W")
    assert texts(play(match, "VII", "flip:VII~supply")) == ["VII is now in Supply Mode"]
    assert (order(match, "VII"), facing(match, "VII")) == ({"supply"}, "")
    assert "VII" not in options(match)


@pytest.mark.case("big-push", "7.4.2")
def test_a_disordered_hq_may_change_its_mode_too():
    """BP-R155: 7.4.1 bars only infantry."""
    match = march("interdicted: K5=2\nK5: VII >E disrupted\nS5: 8/73 >W")
    play(match, "VII", "flip:VII~supply")
    assert order(match, "VII") == {"disrupted", "supply"}


@pytest.mark.case("big-push", "7.4.2/1")
def test_a_command_hq_in_an_enemy_zone_is_removed_after_all_combat_and_back_after_a_full_turn():
    """EX-16: gone on September 16th, back on the 30th (BP-R32), free of steps and points; stacked or not (BP-R31)."""
    match = phase("allied-end", "J5: VII >E, B4.1 >E\nK5: 8/73 >W\nA30: VIII >E", turn=12)
    assert (at(match, "VII"), at(match, "VIII"), points(match)) == ("returning", "A30", [0, 0])
    assert (C.dates[11], C.dates[13]) == ("September 16, 1916", "September 30, 1916")
    run_to(match, "allied-movement", 13)
    assert not legal(match, "VII")
    run_to(match, "allied-movement", 14)
    play(match, "VII")
    assert {text.split("-")[1] for text in options(match)} == {C.board.labels[x] for x in C.edge[0]}
    play(match, "VII-A3")
    assert (at(match, "VII"), order(match, "VII")) == ("A3", set())
    assert points(match) == [0, 0]


@pytest.mark.case("big-push", "7.4.2/1")
def test_it_happens_to_both_sides_after_each_player_phase_and_not_to_supply_hqs():
    text = "J5: VII supply\nJ7: 46Br >E\nK5: 8/73 >W\nK8: IX >W"
    match = phase("allied-end", text)
    assert (at(match, "VII"), at(match, "IX")) == ("J5", "returning")
    match = phase("german-end", text)
    assert (at(match, "VII"), at(match, "IX")) == ("J5", "returning")


@pytest.mark.case("big-push", "7.4.2/1", "7.5/4")
def test_only_enemies_in_good_order_drive_it_away():
    match = phase("allied-end", "J5: VII >E\nK5: 8/73 >W disrupted")
    assert at(match, "VII") == "J5"


@pytest.mark.case("big-push", "7.4.2/1", "7.5/4")
@pytest.mark.parametrize(("state", "place"), [("disrupted", "J5"), ("", "returning")])
def test_an_engaged_hq_is_removed_by_enemies_in_good_order_alone(state, place):
    """BP-R31: the zone that a disrupted unit has in its own square does not do it."""
    line = engaged("J5", "german", ["8/73"], ["K5"], facing="W")
    match = phase("allied-end", f"{line}\nJ5: VII >E, 8/73 >W {state}")
    assert at(match, "VII") == place


@pytest.mark.case("big-push", "7.4.2/1", "7.5/3")
def test_by_the_option_troops_in_its_square_shelter_it():
    """BP-R31 lets a table choose the reading of 7.5."""
    match = phase("allied-end", "options: hq_shelter\nJ5: VII >E, B4.1 >E\nI7: VIII >E\nJ8: 8/93 >W\nK5: 8/73 >W")
    assert (at(match, "VII"), at(match, "VIII")) == ("J5", "returning")


@pytest.mark.case("big-push", "7.4.2/2")
def test_a_lone_supply_hq_that_is_assaulted_surrenders_for_good():
    """BP-R160: when commitment ends; a point, and somebody walks in."""
    match = commitment("J5: 46Br >E\nJ8: VII >E\nK5: IX supply\nS5: 8/73 >W")
    commit(match, "K5", "46Br")
    events = play(match, "done")
    assert (at(match, "IX"), points(match)) == ("gone", [1, 0])
    assert "surrender" in " ".join(texts(events))
    play(match, next(text for text in sorted(options(match)) if text.startswith("46Br-K5")))
    assert at(match, "46Br") == "K5"
    run_to(match, "weather", 3)
    assert at(match, "IX") == "gone"


@pytest.mark.case("big-push", "7.4.2/2")
def test_a_supply_hq_among_others_does_not_surrender_at_once():
    match = position("turn: 2\nstep: allied-commitment\nJ5: 46Br >E\nJ8: VII >E\nK5: IX >W, 8/73 >W\nS5: 8/93 >W")
    commit(match, "K5", "46Br")
    play(match, "done")
    assert here(match, "K5") == {"IX", "8/73"}


@pytest.mark.case("big-push", "7.4.2/2")
def test_one_of_the_units_that_take_a_supply_hq_walks_in_and_the_others_are_free_again():
    """BP-R160: no dice, no Command Center, not a conducted assault."""
    match = commitment("J5: B4.1 >E\nJ6: 46Br >E\nJ8: VII >E\nK5: IX supply\nS5: 8/73 >W")
    commit(match, "K5", "B4.1", "46Br")
    play(match, "done", "46Br-K5>E")
    assert (at(match, "46Br"), at(match, "B4.1"), match.position.assaults) == ("K5", "J5", ())
    assert match.position.tally == [0, 0]
    assert match.player == "german"  # nothing was left to fight for


@pytest.mark.case("big-push", "7.4.2")
def test_an_hq_that_changed_to_supply_mode_is_refused_by_the_rule_that_stops_it():
    match = march("K5: VII >E\nA9: X supply\nS5: 8/73 >W")
    play(match, "VII", "flip:VII~supply")
    verdict = refused(match, "VII")
    assert (verdict.reason, verdict.cases) == ("VII is in Supply Mode and does not move", ("7.4.2",))
    assert barred(match, "X", "A10").cases == ("7.4.2",)
