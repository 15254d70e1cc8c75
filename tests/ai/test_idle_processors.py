"""Helpers on idle processors: what they find is what the one who asks would find, and nobody waits for them."""

from __future__ import annotations

from multiprocessing import Pipe

import pytest

import trenchline
from trenchline.ai import STEADY, Plan, idle_processors, search
from trenchline.ai.idle_processors import Helper, Helpers, Task, Work, _play_out
from trenchline.ai.roll_outs import roll_out
from trenchline.ai.search import Colonel, TriedPlan

BOLD = Plan("bold", factors={"loss": 0.1})


@pytest.fixture
def match(monkeypatch):
    """Plans are followed for a few steps only."""
    match = trenchline.load("they-shall-not-pass").start(seed=8)
    monkeypatch.setattr(match.game.knowledge, "horizon", lambda p, side: (p.turn, p.step + 5))
    return match


class Beside(Helper):
    """A helper without a process: it works when it is told to."""

    def __init__(self) -> None:
        self.pipe, self.theirs = Pipe()
        self.busy = self.stopped = False

    def work(self) -> None:
        work = self.theirs.recv()
        assert isinstance(work, Work)
        _play_out(self.theirs, work)


def beside(count: int) -> tuple[Helpers, list[Beside]]:
    found = Helpers(count)
    own = [Beside() for _ in range(count)]
    found._helpers = list(own)
    return found, own


def test_a_helper_plays_out_what_the_one_who_asks_would(match):
    helpers, (one, other) = beside(2)
    tasks = [Task(BOLD, 5), Task(STEADY, 6)]
    helpers.ask(match, 0, tasks)
    assert helpers.end(tasks[0]) is None  # nobody waits
    one.work()
    assert helpers.end(tasks[0]) == roll_out(match, match.game.knowledge, 0, *tasks[0])
    assert helpers.end(tasks[1]) is None
    other.work()
    assert helpers.end(tasks[1]) == roll_out(match, match.game.knowledge, 0, *tasks[1])


def test_what_is_not_needed_any_more_is_not_begun_nor_believed(match):
    helpers, (one,) = beside(1)
    helpers.ask(match, 0, [Task(BOLD, 5)])
    helpers.stop()
    helpers.ask(match, 0, [Task(STEADY, 6)])  # it has not answered: it is asked for nothing more
    one.work()
    assert helpers.end(Task(BOLD, 5)) is None
    assert not one.busy and not one.pipe.poll()


def test_one_that_dies_is_left_out(match):
    helpers, (one,) = beside(1)
    helpers.ask(match, 0, [Task(BOLD, 5)])
    one.theirs.close()
    assert helpers.end(Task(BOLD, 5)) is None
    helpers.ask(match, 0, [Task(BOLD, 5)])
    helpers.stop()


def test_a_match_of_a_pack_of_ones_own_is_thought_through_alone(match, monkeypatch):
    helpers, (one,) = beside(1)
    monkeypatch.setattr(idle_processors, "load", lambda slug: None)
    helpers.ask(match, 0, [Task(BOLD, 5)])
    assert not one.theirs.poll()


class AtOnce(Helpers):
    """Helpers that have ended every other task before it is needed."""

    def ask(self, match, side, tasks):
        self._ended = [(task, roll_out(match, match.game.knowledge, side, *task)) for task in tasks[::2]]
        self.asked = getattr(self, "asked", 0) + len(self._ended)


def test_the_choice_is_the_same_with_any_number_of_helpers(match, monkeypatch):
    def found() -> list[TriedPlan]:
        field = [TriedPlan(STEADY), TriedPlan(BOLD), TriedPlan(Plan("shy", factors={"loss": 9.0}))]
        colonel = Colonel("a seed")
        return colonel.decide(match, match.game.knowledge, 0, field)

    alone, helpers = found(), AtOnce(1)
    monkeypatch.setattr(search, "helpers", lambda: helpers)
    assert found() == alone
    assert helpers.asked
