"""The arithmetic of clocks, without a server."""

from __future__ import annotations

import pytest

from trenchline.server.clocks import DAY, HOUR, MINUTE, PACES, Clocks, begun, correspondence, live
from trenchline.server.service_time import LONGEST, ServiceTime

PEOPLE = ("german", "french")


def moved(clock: Clocks, now: int, asked: str, actions: int = 1, turn: int = 1) -> Clocks:
    return clock.go_on(now, (asked,) if asked else (), turn, actions, acted=True)


def started(pace: str = "blitz") -> Clocks:
    """A match by correspondence in which the German is asked from 0 on."""
    return begun(correspondence(pace), PEOPLE, 1).go_on(0, ("german",), 1, 0, acted=False)  # type: ignore[arg-type]


@pytest.mark.parametrize(("pace", "hours"), [("blitz", (24, 4, 72)), ("fast", (72, 12, 120)), ("slow", (72, 36, 240))])
def test_each_pace_begins_adds_and_is_bounded_as_it_says(pace, hours):
    terms = correspondence(pace)
    assert (terms.start, terms.increment, terms.most) == tuple(h * HOUR for h in hours) and PACES[pace] == hours
    clock = started(pace)
    for n in range(1, 60):  # answering at once for ever brings the most, and no more
        clock = moved(clock, 0, PEOPLE[n % 2], n)
    assert clock.left("german", 0) == clock.left("french", 0) == terms.most


def test_only_who_is_asked_runs_and_a_move_is_one_stretch_of_being_asked():
    clock = started()
    for n, hour in enumerate((1, 2, 3), 1):  # three actions of one move
        clock = moved(clock, hour * HOUR, "german", n)
    assert clock.left("german", 5 * HOUR) == 19 * HOUR and clock.left("french", 5 * HOUR) == 24 * HOUR
    clock = moved(clock, 5 * HOUR, "french", 4)
    assert clock.left("german", 9 * HOUR) == 23 * HOUR and clock.left("french", 9 * HOUR) == 20 * HOUR


def test_in_a_joint_decision_every_seat_that_may_act_runs():
    clock = begun(correspondence("blitz"), PEOPLE, 1).go_on(0, PEOPLE, 1, 0, acted=False)
    clock = clock.go_on(HOUR, ("french",), 1, 1, acted=True)
    assert clock.left("german", 3 * HOUR) == 27 * HOUR and clock.left("french", 3 * HOUR) == 21 * HOUR


def test_nothing_of_the_clock_changes_while_somebody_answers_one_thing_after_another():
    clock = started()
    assert moved(clock, 3 * HOUR, "german").seats == clock.seats  # others could see it: perhaps it is done in secret


def test_out_of_time_is_who_is_asked_and_has_none_left_and_he_may_go_on():
    clock = started()
    assert not clock.is_out("german", 24 * HOUR - 1) and clock.is_out("german", 24 * HOUR)
    assert not clock.is_out("french", 99 * HOUR) and not clock.is_out("nobody", 99 * HOUR)
    clock = moved(clock, 30 * HOUR, "french")
    assert clock.left("german", 40 * HOUR) == 4 * HOUR and not clock.is_out("german", 40 * HOUR)


def test_a_live_clock_gets_its_increment_with_each_turn_of_the_game():
    clock = begun(live(30, 5), PEOPLE, 1).go_on(0, ("german",), 1, 0, acted=False)
    clock = moved(clock, 10 * MINUTE, "french", 1)
    assert clock.left("german", 11 * MINUTE) == 20 * MINUTE
    clock = moved(clock, 12 * MINUTE, "german", 2, turn=2)
    assert clock.left("german", 12 * MINUTE) == 25 * MINUTE and clock.left("french", 12 * MINUTE) == 33 * MINUTE


def test_what_is_taken_back_takes_its_increment_with_it():
    clock = started()
    for n in range(1, 41, 2):  # act, take back, act again: no time is to be had so
        clock = moved(clock, n * MINUTE, "french", 1)
        clock = clock.taken_back(0, 1).go_on((n + 1) * MINUTE, ("german",), 1, 0, acted=False)
    assert 23 * HOUR < clock.left("german", 40 * MINUTE) < 24 * HOUR and clock.left("french", 40 * MINUTE) > 23 * HOUR


def test_a_turn_that_is_taken_back_gives_its_minutes_back():
    clock = begun(live(30, 5), PEOPLE, 1).go_on(0, ("german",), 1, 0, acted=False)
    for _ in range(3):
        clock = moved(clock, 0, "french", 1, turn=2).taken_back(0, 1).go_on(0, ("german",), 1, 0, acted=False)
    assert clock.left("german", 0) == 30 * MINUTE and clock.turn == 1


def test_a_pause_stops_all_and_its_end_gives_notice():
    clock = started().pause().go_on(HOUR, ("german",), 1, 0, acted=False)
    assert clock.left("german", 500 * HOUR) == 23 * HOUR and not clock.is_out("german", 500 * HOUR)
    clock = clock.resume(500 * HOUR).go_on(500 * HOUR, ("german",), 1, 0, acted=False)
    assert clock.left("german", 524 * HOUR) == 23 * HOUR and clock.left("german", 525 * HOUR) == 22 * HOUR


def test_a_vacation_stops_one_clock_and_days_not_used_come_back():
    clock = started().on_vacation("german", 3, HOUR, of_account=False)
    assert clock.left("german", 73 * HOUR) == 23 * HOUR and clock.left("german", 75 * HOUR) == 21 * HOUR
    assert clock.is_away("german", 2 * HOUR) and not clock.is_away("french", 2 * HOUR)
    assert clock.vacation_left("german", 73 * HOUR) == 11
    back = clock.on_vacation("german", 0, 26 * HOUR, of_account=False)  # a day and an hour: of three days one comes back
    assert back.vacation_left("german", 26 * HOUR) == 12 and back.left("german", 27 * HOUR) == 22 * HOUR


def test_who_is_out_of_time_is_not_saved_by_a_vacation():
    clock = started().on_vacation("german", 3, 25 * HOUR, of_account=False)
    assert clock.is_out("german", 26 * HOUR)


def test_time_that_is_granted_helps_who_is_out_and_has_a_bound():
    clock = started().granted("german", 2 * HOUR, 30 * HOUR)
    assert clock.left("german", 30 * HOUR) == 2 * HOUR and clock.left("german", 31 * HOUR) == HOUR
    for _ in range(40):
        clock = clock.granted("german", DAY, 31 * HOUR)
    assert clock.left("german", 31 * HOUR) == 10 * DAY


def test_a_time_before_the_last_entry_costs_nobody_anything():
    clock = moved(started(), HOUR, "french")
    clock = moved(clock, HOUR // 2, "german", 2)  # of a server that is behind
    assert clock.left("french", HOUR) == 28 * HOUR and clock.at == HOUR


class Kept:
    """A database that keeps the service time."""

    def __init__(self) -> None:
        self.ms = 0

    def beat(self, ms: int) -> int:
        self.ms = max(self.ms, ms)
        return self.ms

    def has_clocks(self) -> bool:
        return True


def test_service_time_goes_on_with_the_process_and_stands_still_without_a_beat():
    at = [100.0]
    time = ServiceTime(Kept(), lambda: at[0])  # type: ignore[arg-type]
    at[0] += 2.5
    assert time.now() == 2500
    at[0] += 3600  # the machine slept, or the database is away: nobody could act
    assert time.now() == LONGEST


def test_service_time_follows_a_server_that_is_ahead_and_never_goes_back():
    time = ServiceTime(Kept(), lambda: 5.0)  # type: ignore[arg-type]
    time.heard(70_000)
    time.heard(60_000)
    assert time.now() == 70_000
