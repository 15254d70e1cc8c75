"""Roll-outs on processors that nobody else wants. A choice is the same with any number of them, only sooner.

Helpers are processes that the system runs only where a processor would be idle: they take nothing from people at other tables,
from other bots, nor from the one who asked them. He waits for none of them: what has not ended in time he plays out himself.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import NamedTuple

from .. import FairDice, Match, Plan, load
from .processes import end_with_parent
from .roll_outs import End, roll_out

LOWEST = 19  # the lowest priority, where the system knows no idle class


class Task(NamedTuple):
    """A plan to be played out, with the seed of its dice."""

    plan: Plan
    seed: int


class Work(NamedTuple):
    """What a helper is asked for at once: plans of one side, played out from one position."""

    number: int
    slug: str
    position: str
    side: int
    tasks: list[Task]


class Helper:
    """A process that plays plans out; daemonic, so that it never outlives the one it helps."""

    def __init__(self) -> None:
        context = get_context("spawn")
        self.pipe, theirs = context.Pipe()
        context.Process(target=_help, args=(theirs,), daemon=True).start()
        theirs.close()
        self.busy = self.stopped = False

    def give(self, work: Work) -> None:
        self.pipe.send(work)
        self.busy, self.stopped = True, False

    def stop(self) -> None:
        """It need not begin what it has not begun."""
        if self.busy and not self.stopped:
            self.pipe.send(None)
            self.stopped = True

    def heard(self) -> list[tuple[int, Task, End]]:
        """What it has found since it was last asked."""
        found = []
        while self.pipe.poll():
            answer = self.pipe.recv()
            if answer is None:
                self.busy = False
            else:
                found.append(answer)
        return found


class Helpers:
    """So many helpers, started when they are first asked."""

    def __init__(self, count: int) -> None:
        self.count = count
        self._helpers: list[Helper] | None = None
        self._number = 0
        self._ended: list[tuple[Task, End]] = []

    def ask(self, match: Match, side: int, tasks: Sequence[Task]) -> None:
        """Have plans played out by the book's knowledge. A helper that has not answered yet is asked for nothing more."""
        self.stop()
        if not tasks or not self.count or match.game is not load(match.game.slug):
            return
        if self._helpers is None:
            self._helpers = [Helper() for _ in range(self.count)]
        self._listen()
        free = [helper for helper in self._helpers if not helper.busy]
        text = match.game.notation(match) if free else ""
        for i, helper in enumerate(free):
            with suppress(OSError):
                helper.give(Work(self._number, match.game.slug, text, side, list(tasks[i :: len(free)])))

    def end(self, task: Task) -> End | None:
        """How a plan ended, if a helper has played it out by now."""
        if self._helpers is not None:
            self._listen()
        return next((end for one, end in self._ended if one == task), None)

    def stop(self) -> None:
        """What has been asked for is not needed any more."""
        self._number += 1
        self._ended.clear()
        for helper in self._helpers or ():
            with suppress(OSError):
                helper.stop()

    def _listen(self) -> None:
        """Take what helpers have found; one that has died is left out from here on."""
        for helper in list(self._helpers or ()):
            try:
                self._ended += [(task, end) for number, task, end in helper.heard() if number == self._number]
            except (EOFError, OSError):
                assert self._helpers is not None
                self._helpers.remove(helper)

    def close(self) -> None:
        """Helpers end when nobody is at the other end of their pipes."""
        for helper in self._helpers or ():
            helper.pipe.close()
        self._helpers = None


def _help(pipe: Connection) -> None:
    """In a helper's process: play out what is asked for, until something else is asked or nobody is there any more."""
    end_with_parent()
    if hasattr(os, "SCHED_IDLE"):  # Linux
        with suppress(OSError):
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    elif hasattr(os, "nice"):  # Windows has none
        os.nice(LOWEST)
    with suppress(EOFError, OSError):
        while True:
            work = pipe.recv()
            if work is not None:
                _play_out(pipe, work)


def _play_out(pipe: Connection, work: Work) -> None:
    match = load(work.slug).position(work.position, dice=FairDice())
    for task in work.tasks:
        if pipe.poll():
            break
        pipe.send((work.number, task, roll_out(match, match.game.knowledge, work.side, *task)))
    pipe.send(None)


_helpers = Helpers(0)


def helpers() -> Helpers:
    return _helpers


def use_idle_processors(count: int) -> None:
    """Let colonels and generals of this process compare plans with so many helpers; with none they think by themselves."""
    global _helpers
    _helpers.close()
    _helpers = Helpers(count)
