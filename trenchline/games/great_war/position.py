"""The position of the series: its state, and the hooks, which are the questions that each rulebook answers in its own way.

The hooks are listed by chapter in `gun_hooks`, `movement_hooks`, `assault_hooks` and `outcome_hooks`; each game answers them in
its `series_hooks`. What one game alone has is called by that game.
"""

from __future__ import annotations

from typing import ClassVar, TypeVar

from ...core.decisions import Decision, Roll
from .differences import Differences
from .gun_hooks import GunHooks
from .movement_hooks import MovementHooks
from .outcome_hooks import OutcomeHooks


class Position(GunHooks, MovementHooks, OutcomeHooks):
    """A position of the series, as its chapters know it."""

    differences: ClassVar[Differences]

    def playable_turns(self) -> tuple[int, int]:
        """The first and the last turn."""
        raise NotImplementedError

    def enact_operations(self) -> None:
        """The options of both sides come into force."""
        raise NotImplementedError


P = TypeVar("P", bound=Position)


class Choice(Decision[P], frozen=True):
    """A decision of the series: its cases are each game's own, by topic."""

    topic: ClassVar[str] = ""

    def cases_of(self, p: P) -> tuple[str, ...]:
        return p.c.cite[self.topic] if self.topic else self.cases


class DiceRoll(Roll[P], frozen=True):
    """A roll of the series."""

    topic: ClassVar[str] = ""

    def cases_of(self, p: P) -> tuple[str, ...]:
        return p.c.cite[self.topic] if self.topic else self.cases
