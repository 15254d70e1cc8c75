"""The sequence of play: one table of steps in each game's `sequence.py`, read from top to bottom, turn after turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

import msgspec

from .position import Position

P = TypeVar("P", bound=Position)


class Step(msgspec.Struct, Generic[P], frozen=True):
    """A step of the sequence: its number in the rulebook, its name, whose it is, and how it begins."""

    number: str
    id: str
    title: str
    side: int
    begin: Callable[[P, int], None]
    announced: bool = True

    @property
    def phase(self) -> str:
        """What the step is, whosesoever: the `combat` of `german-combat`."""
        return self.id.partition("-")[2]


class SequenceOfPlay(Generic[P]):
    """The steps of a turn. Those before `first` are played once, before the first turn."""

    def __init__(
        self,
        case: str,
        steps: Sequence[Step[P]],
        first: str,
        finished: Callable[[P], bool],
        finish: Callable[[P], None],
        leaving: Callable[[P], None] = lambda p: None,
        entering: Callable[[P], None] = lambda p: None,
        after: Callable[[P, int], int] = lambda p, step: step + 1,
    ) -> None:
        """`finished` asks after the last step whether that was the last turn, and `finish` ends the game then. `leaving` runs
        at the end of each step, where the match may end too, `entering` before one begins. `after` is the row that follows
        one, where that is not the next."""
        self.case, self.steps = case, tuple(steps)
        self.index = {step.id: number for number, step in enumerate(self.steps)}
        self.first = self.index[first]
        self.finished, self.finish, self.leaving, self.entering = finished, finish, leaving, entering
        self.after = after

    def before(self, p: P, step: int) -> int:
        """A step after which one begins, as things stand."""
        usual = step - 1
        return next((n for n in (usual, *range(len(self.steps))) if self.after(p, n) == step), usual)

    def next_step(self, p: P) -> None:
        """Begin the next step; after the last one the next turn."""
        self.leaving(p)
        if p.over:
            return
        p.step = self.after(p, p.step)
        if p.step == len(self.steps):
            if self.finished(p):
                p.step = len(self.steps) - 1
                self.finish(p)
                return
            p.turn += 1
            p.step = self.first
        self.entering(p)
        step = self.steps[p.step]
        if p.step == self.first:
            p.say("turn", f"Turn {p.turn}: {p.date}", (self.case,))
        if step.announced:
            p.say("step", step.title, (self.case,))
        step.begin(p, step.side)
