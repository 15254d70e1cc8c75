"""Timing that can be trusted on a busy machine: the best of several samples, and their median beside it.

Clock: the processor time of this process, which is one thread that waits for nothing. On an idle machine it runs with the
clock on the wall; on a busy one it does not count the time in which others had the processor. `Share` tells how much
that was, and `use_wall_clock` counts it.

Garbage: every sample begins with a full collection. Whole games and replays then run with the collector on, as they do
for a user; single calls are timed with it off, as `timeit` does, so that nobody pays for another's rubbish.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable
from statistics import median
from time import perf_counter, process_time
from typing import NamedTuple, TypeVar

T = TypeVar("T")
CLOCKS = {"processor": process_time, "wall": perf_counter}
_clock = "processor"


def now() -> float:
    return CLOCKS[_clock]()


def clock() -> str:
    """Which clock is in use."""
    return _clock


def use_wall_clock() -> None:
    global _clock
    _clock = "wall"


class Samples(NamedTuple):
    """What was measured, over and over: the best value, the middle one, and how many there were."""

    best: float
    median: float
    taken: int


class Share:
    """How much of one processor this process has had since it was made: 1.0 on an idle machine."""

    def __init__(self) -> None:
        self._wall, self._own = perf_counter(), process_time()

    def so_far(self) -> float:
        return (process_time() - self._own) / (perf_counter() - self._wall)


def rates(values: Iterable[float]) -> Samples:
    """Samples of which more is better."""
    found = list(values)
    return Samples(max(found), median(found), len(found))


def times(values: Iterable[float]) -> Samples:
    """Samples of which less is better."""
    found = list(values)
    return Samples(min(found), median(found), len(found))


def seconds(run: Callable[[], object]) -> float:
    """One run of something long, the collector on."""
    gc.collect()
    start = now()
    run()
    return now() - start


def seconds_a_call(call: Callable[[], object], *, number: int, repeat: int) -> Samples:
    """Seconds for one call of something short: `repeat` samples of `number` calls, the collector off."""

    def sample() -> float:
        start = now()
        for _ in range(number):
            call()
        return (now() - start) / number

    return times(_without_collector(sample) for _ in range(repeat))


def seconds_when_fresh(make: Callable[[], T], call: Callable[[T], object], *, repeat: int) -> Samples:
    """Seconds for the first call on something newly made, before it has kept anything: the worst case."""

    def sample() -> float:
        fresh = make()
        start = now()
        call(fresh)
        return now() - start

    return times(_without_collector(sample) for _ in range(repeat))


def seconds_of_each(calls: Iterable[Callable[[], object]]) -> list[float]:
    """Seconds for each of many calls, the collector off; what happens between one and the next is not counted."""

    def sample() -> list[float]:
        found = []
        for call in calls:
            start = now()
            call()
            found.append(now() - start)
        return found

    return _without_collector(sample)


def _without_collector(sample: Callable[[], T]) -> T:
    gc.collect()
    gc.disable()
    try:
        return sample()
    finally:
        gc.enable()
