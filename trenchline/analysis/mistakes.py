"""What an order cost: how much more of the match the book would have kept.

A stretch is a run of orders of one seat in one step in which no die fell, or one order that led to dice. From its beginning
the match is played on by the book; from there too with the orders that were given, up to the dice, and then by the book: both
on the same dice, for a turn, and judged by the chance to win. The difference is what the stretch cost: what the dice then did
counts for neither. All stretches are looked at a few times; those that seem to cost most again and again, until the standard
error is small or the looks are used up. In the costliest the one order is found at which the worth falls most.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from math import sqrt
from statistics import fmean, stdev

import msgspec

from .. import STEADY, Action, Match, ScriptedDice
from ..ai import QuickDice, follow
from ..ai.staff import Staff
from .deeds import Answer, Deed, odds_words, told
from .evaluation import with_waiting_dice
from .ledger import Entry, Ledger

FIRST_LOOKS, MOST_LOOKS = 4, 16
SPARE = 2  # stretches looked at to the end for each mistake that is told: some turn out to have cost little
CERTAIN = 0.01  # standard error at which nobody looks again
PARTS = 6  # into which a stretch is divided, again and again, to find the order that cost most
WORTH_TELLING = 0.02  # of a match: what costs less is no mistake

Progress = Callable[[float], None]


class Stretch(msgspec.Struct):
    """Orders of one seat: entries `begin` to `end` of the ledger, before any dice, and what they cost its side at each look."""

    seat: str
    side: str
    turn: int
    step: str
    begin: int
    end: int
    looks: list[float] = []

    @property
    def cost(self) -> float:
        return fmean(self.looks) if self.looks else 0.0

    @property
    def error(self) -> float:
        """The standard error of the cost."""
        return stdev(self.looks) / sqrt(len(self.looks)) if len(self.looks) > 1 else 1.0


class Mistake(msgspec.Struct, frozen=True):
    """An order that cost much: what was done, what the book would have done there, and why."""

    number: int  # how many actions had been taken before it
    seat: str
    side: str
    turn: int
    step: str
    played: tuple[Deed, ...]
    better: tuple[Deed, ...]
    why: str  # of the better order
    facts: tuple[str, ...]  # the odds of both, where dice decide them
    cost: float  # of the chance to win
    error: float  # its standard error


def stretches(entries: Sequence[Entry]) -> list[Stretch]:
    """The stretches of a match. Answers given while the other side orders belong to none."""
    found: list[Stretch] = []
    for order in orders(entries):
        last = found[-1] if found else None
        together = last is not None and (last.seat, last.turn, last.step, last.end) == (*_when(order), order.begin)
        dice = any(entries[n].is_luck for n in (order.end - 1, order.end) if n < len(entries))
        if last is not None and together and not dice:
            last.end = order.end
        else:
            found.append(order)
    return found


def _when(order: Stretch) -> tuple[str, int, str]:
    return order.seat, order.turn, order.step


def orders(entries: Sequence[Entry]) -> Iterator[Stretch]:
    """Each order by itself: from where a seat could order freely to the dice, or to where somebody next can."""
    for entry in entries:
        if entry.free and not entry.is_luck:
            end = entry.number + 1
            while end < len(entries) and not entries[end].free and not entries[end].is_luck:
                end += 1
            yield Stretch(entry.by, entry.side, entry.turn, entry.step, entry.number, end)


class Review:
    """Plays a match through again and looks at what its orders cost."""

    def __init__(self, match: Match, book: Ledger) -> None:
        self.match, self.entries, self.game = match, book.entries, match.game
        self.stretches = stretches(book.entries)
        self._at = dict(self._copies({n for s in self.stretches for n in (s.begin, s.end)}))
        self.stretches = [s for s in self.stretches if not self._went_by_the_book(s)]

    def _copies(self, numbers: set[int], start: Match | None = None) -> Iterator[tuple[int, Match]]:
        """Copies of the match before the actions of these numbers; `start` is a copy from which all of them can be reached."""
        again = start.clone() if start else self.match.beginning(ScriptedDice([]))
        last = max(numbers, default=0)
        for number in range(len(again.history), last + 1):
            if number in numbers:
                yield number, with_waiting_dice(again)
            if number < last:
                again.play_on(self.match.history[number])

    def _went_by_the_book(self, stretch: Stretch) -> bool:
        """Whether the book gives the very orders of a stretch: they cost nothing."""
        twin, staff = self._at[stretch.begin].clone(), self._staff(stretch.side)
        for number in range(stretch.begin, stretch.end):
            p = twin.position
            if self.entries[number].by == stretch.seat and staff.advise(p).action != self.match.history[number]:
                return False
            twin.play_on(self.match.history[number])
        return True

    def _staff(self, side: str) -> Staff:
        return Staff(self.game.knowledge, self.game.side_index(side))

    # ---------------------------------------------------------------- looking

    def _worth(self, begin: Match, stretch: Stretch, orders: range, seed: int) -> float:
        """What a moment is worth to the side of a stretch at one look: some of its orders given, then played on by the book
        for a turn, then judged."""
        p = begin.position
        twin, until = begin.clone(dice=QuickDice(seed)), (p.turn + 1, p.step)
        for number in orders:
            twin.play_on(self.match.history[number])
        follow(twin, self.game.knowledge, self.game.side_index(stretch.side), STEADY, until)
        found = self.game.chances(twin.position, self.match.scenario)
        assert found is not None
        return found.expected(stretch.side)

    def look(self, stretch: Stretch) -> None:
        """Look once more at what a stretch cost."""
        begin, seed = self._at[stretch.begin], stretch.begin * 1000 + len(stretch.looks)
        book = self._worth(begin, stretch, range(0), seed)
        stretch.looks.append(book - self._worth(begin, stretch, range(stretch.begin, stretch.end), seed))

    def run(self, most: int, tell: Progress = lambda done: None) -> list[Mistake]:
        """The costliest orders of each seat, so many of them at most."""
        for number, stretch in enumerate(self.stretches):
            while len(stretch.looks) < FIRST_LOOKS:
                self.look(stretch)
            tell(0.6 * (number + 1) / len(self.stretches))
        found: list[Mistake] = []
        for number, seat in enumerate(self.match.seats):
            worst = self._surest([s for s in self.stretches if s.seat == seat], SPARE * most)
            told = [self._order(s) for s in worst if s.cost - s.error > WORTH_TELLING]
            found += sorted((m for m in told if m is not None), key=lambda m: -m.cost)[:most]
            tell(0.6 + 0.4 * (number + 1) / len(self.match.seats))
        return sorted(found, key=lambda m: -m.cost)

    def _surest(self, own: list[Stretch], most: int) -> list[Stretch]:
        """The stretches that cost most: half of those left aside at each round, the rest looked at again."""
        running = sorted(own, key=lambda s: -s.cost)
        while True:
            running = running[: max(most, len(running) // 2)]
            open_now = [s for s in running if len(s.looks) < MOST_LOOKS and s.error > CERTAIN]
            for stretch in open_now:
                for _ in range(len(stretch.looks)):
                    self.look(stretch)
            running.sort(key=lambda s: -s.cost)
            if not open_now and len(running) <= most:
                return running

    # ---------------------------------------------------------------- the one order

    def _order(self, stretch: Stretch) -> Mistake | None:
        """The order of a stretch at which its worth falls most."""
        begin, looks = self._at[stretch.begin], len(stretch.looks)
        free = [n for n in range(stretch.begin, stretch.end) if self.entries[n].by == stretch.seat and self.entries[n].free]
        moments = [*free, stretch.end]
        known: dict[int, list[float]] = {}

        def worths(n: int) -> list[float]:
            if n not in known:
                seeds = range(stretch.begin * 1000, stretch.begin * 1000 + looks)
                known[n] = [self._worth(begin, stretch, range(stretch.begin, n), seed) for seed in seeds]
            return known[n]

        low, high = 0, len(moments) - 1
        while high - low > 1:
            marks = sorted({low + (high - low) * part // PARTS for part in range(PARTS + 1)})
            falls = {(a, b): fmean(worths(moments[a])) - fmean(worths(moments[b])) for a, b in pairwise(marks)}
            low, high = max(falls, key=falls.__getitem__)
        fall = [a - b for a, b in zip(worths(moments[low]), worths(moments[high]), strict=True)]
        cost, error = fmean(fall), stdev(fall) / sqrt(len(fall)) if len(fall) > 1 else 1.0
        if cost < WORTH_TELLING:
            return None
        first, after = moments[low], moments[high]
        (at,) = (copy for _, copy in self._copies({first}, begin))
        given = ((self.match.history[n], "") for n in range(first, after))
        played = told(at, stretch.side, lambda twin: next(given, None))
        better = told(at, stretch.side, self._by_the_book(stretch.side))
        if played.deeds == better.deeds:
            return None
        facts = tuple(f"{how}: {odds_words(of.odds)}" for how, of in (("Played", played), ("Better", better)) if of.odds)
        number = sum(not action.dice for action in self.match.history[:first])
        return Mistake(
            number, stretch.seat, stretch.side, stretch.turn, stretch.step,
            played.deeds, better.deeds, better.why, facts, cost, error,
        )  # fmt: skip

    def _by_the_book(self, side: str) -> Answer:
        staff = self._staff(side)

        def answer(twin: Match) -> tuple[Action, str]:
            advice = staff.advise(twin.position)
            return advice.action, advice.why

        return answer
