"""The clocks of a table: how much time each player has, in plain arithmetic on a log.

All times are milliseconds of *service time* (`service_time`), which stands still while no server runs and knows nothing of the
clock on the wall. An entry of the log says when it was made; from that the clocks follow, on every server alike.

A seat's clock runs while it is asked: from the moment it may act until it no longer may. That stretch is a *move*. In a joint
decision every seat that may act runs. When time runs out nothing happens by itself: an enemy may claim the win, grant more
time, or let a computer take over if that was agreed when the table was made.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Literal

import msgspec

MINUTE, HOUR, DAY = 60_000, 3_600_000, 86_400_000
LIVE_MINUTES, LIVE_INCREMENT = 600, 60  # the most that can be chosen
GRANTED = 10 * DAY  # the most that a seat has after others have granted it time
RESUMES_AFTER = {"live": MINUTE, "correspondence": DAY}  # so that nobody loses time before he knows that the pause is over
SEAT_VACATION = 14  # days in a match, of a seat whose player has no account
ACCOUNT_VACATION = 28  # days in a year, of an account at all its tables
UNDOABLE = 50  # increments that are remembered, for take-backs

Pace = Literal["", "blitz", "fast", "slow"]
PACES: Mapping[Pace, tuple[int, int, int]] = {  # hours at the start, for each move, at the most
    "blitz": (24, 4, 72),
    "fast": (72, 12, 120),
    "slow": (72, 36, 240),
}


class ClockTerms(msgspec.Struct, frozen=True):
    """What was chosen when the table was made. Live: so much for the match, and some more with every turn of the game.
    Correspondence: so much at the start, some more for each move, never more than `most`."""

    kind: Literal["live", "correspondence"]
    start: int
    increment: int
    most: int = 0  # 0: no bound
    pace: Pace = ""
    vacation: int = 0  # days that each seat may take off in the match
    computer: str = ""  # the bot that may take over for who is out of time


def live(minutes: int, increment: int, computer: str = "") -> ClockTerms:
    """So many minutes for the match, and so many more with every turn of the game."""
    return ClockTerms("live", minutes * MINUTE, increment * MINUTE, computer=computer)


def correspondence(pace: Pace, computer: str = "") -> ClockTerms:
    start, increment, most = (hours * HOUR for hours in PACES[pace])
    return ClockTerms("correspondence", start, increment, most, pace, SEAT_VACATION, computer)


class SeatClock(msgspec.Struct, frozen=True):
    """One seat's time: `left` when it was last counted; it runs since `since`, or stands still."""

    left: int
    since: int | None = None
    away_until: int = 0  # the end of a vacation: until then it stands still
    vacation: int = 0  # days of the seat's own that are used
    of_account: bool = False  # the vacation is one of the player's account


class Increment(msgspec.Struct, frozen=True):
    """Time that was added for an action: taken back with it."""

    action: int  # how many actions stood then
    seat: str
    time: int


class Clocks(msgspec.Struct, frozen=True):
    """The clocks of all people at a table, after some entry of its log. Bots have none."""

    terms: ClockTerms
    seats: dict[str, SeatClock]
    at: int = 0  # the service time of the last entry
    turn: int = 0
    paused: bool = False
    resumes: int = 0  # a pause has ended: from then on time counts again
    increments: tuple[Increment, ...] = ()

    # ---------------------------------------------------------------- asking

    def left(self, seat: str, now: int) -> int:
        """What a seat has left; 0 when it is out of time."""
        clock = self.seats[seat]
        return max(0, clock.left - self._spent(clock, now))

    def _spent(self, clock: SeatClock, now: int) -> int:
        return 0 if clock.since is None else max(0, now - max(clock.since, clock.away_until, self.resumes))

    def is_out(self, seat: str, now: int) -> bool:
        """Whether a seat is asked and has no time left."""
        clock = self.seats.get(seat)
        return clock is not None and clock.since is not None and not self.left(seat, now)

    def is_away(self, seat: str, now: int) -> bool:
        return seat in self.seats and self.seats[seat].away_until > now

    # ---------------------------------------------------------------- what happens

    def seated(self, people: Collection[str]) -> Clocks:
        """Only people have clocks: a computer that has taken over has none."""
        return msgspec.structs.replace(self, seats={seat: clock for seat, clock in self.seats.items() if seat in people})

    def go_on(self, now: int, asked: Collection[str], turn: int, actions: int, acted: bool) -> Clocks:
        """An entry was made: from now on those who are asked run. Who has acted and is asked no more has made a move."""
        now = max(now, self.at)
        seats, added = dict(self.seats), list(self.increments)
        for seat, clock in self.seats.items():
            runs = seat in asked and not self.paused
            if runs == (clock.since is not None):
                continue
            left = clock.left if runs else self.left(seat, now)
            if acted and not runs and self.terms.kind == "correspondence":
                more = max(0, min(self.terms.increment, self.terms.most - left))
                added.append(Increment(actions, seat, more))
                left += more
            seats[seat] = msgspec.structs.replace(clock, left=left, since=now if runs else None)
        found = msgspec.structs.replace(self, seats=seats, at=now, turn=turn, increments=tuple(added[-UNDOABLE:]))
        turns = turn - self.turn
        return found._new_turns(turns, actions) if turns > 0 and self.terms.kind == "live" else found

    def _new_turns(self, turns: int, actions: int) -> Clocks:
        """Every player of a live match has more time with every turn of the game."""
        more = self.terms.increment * turns
        seats = {seat: msgspec.structs.replace(clock, left=clock.left + more) for seat, clock in self.seats.items()}
        added = (*self.increments, *(Increment(actions, seat, more) for seat in seats))
        return msgspec.structs.replace(self, seats=seats, increments=added[-UNDOABLE:])

    def taken_back(self, actions: int, turn: int) -> Clocks:
        """Only so many actions stand: what was added for the others is gone. The time they took stays used."""
        seats = dict(self.seats)
        for one in self.increments:
            if one.action > actions and one.seat in seats:
                clock = seats[one.seat]
                seats[one.seat] = msgspec.structs.replace(clock, left=max(0, clock.left - one.time))
        kept = tuple(one for one in self.increments if one.action <= actions)
        return msgspec.structs.replace(self, seats=seats, increments=kept, turn=min(turn, self.turn))

    def pause(self) -> Clocks:
        return msgspec.structs.replace(self, paused=True, resumes=0)

    def resume(self, now: int) -> Clocks:
        """Time counts again in a while."""
        return msgspec.structs.replace(self, paused=False, resumes=now + RESUMES_AFTER[self.terms.kind])

    def granted(self, seat: str, time: int, now: int) -> Clocks:
        """Others give a seat more time."""
        counted = self._counted(seat, now)
        return self._with(seat, left=max(counted.left, min(counted.left + time, GRANTED)), since=counted.since)

    def on_vacation(self, seat: str, days: int, now: int, of_account: bool) -> Clocks:
        """A player is away for some days; with 0 he is back. What he has not used of it is his again, by whole days."""
        clock = self._counted(seat, now)
        unused = 0 if clock.of_account else max(0, clock.away_until - now) // DAY
        used = clock.vacation - unused + (0 if of_account else days)
        return self._with(
            seat, left=clock.left, since=clock.since, away_until=now + days * DAY, vacation=used, of_account=of_account
        )

    def vacation_left(self, seat: str, now: int) -> int:
        """The days that a seat of its own may still take off, were it to come back now."""
        clock = self.seats[seat]
        unused = 0 if clock.of_account else max(0, clock.away_until - now) // DAY
        return self.terms.vacation - clock.vacation + unused

    def _counted(self, seat: str, now: int) -> SeatClock:
        """A clock whose time is counted up to now."""
        clock = self.seats[seat]
        return msgspec.structs.replace(clock, left=self.left(seat, now), since=None if clock.since is None else now)

    def _with(self, seat: str, **changes: int | bool | None) -> Clocks:
        changed = msgspec.structs.replace(self.seats[seat], **changes)
        return msgspec.structs.replace(self, seats={**self.seats, seat: changed})


def begun(terms: ClockTerms, people: Collection[str], turn: int) -> Clocks:
    """All have their first time, and nobody's runs."""
    return Clocks(terms, {seat: SeatClock(terms.start) for seat in people}, turn=turn)
