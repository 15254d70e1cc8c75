"""Putting a fight together: a target has been named, units and guns join one by one, then it begins."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, Self, TypeVar

from .actions import Action, Refusal
from .decisions import Decision
from .position import Position

P = TypeVar("P", bound=Position)


class Muster(Decision[P], frozen=True):
    """Add a unit, or go. A game says who may join, and why another may not; until it begins the player may step back."""

    begins: ClassVar[Action]  # the action that begins it

    implied_kind = "add"
    can_step_back = True

    def pool(self, p: P) -> Iterable[int]:
        """The counters that might join."""
        raise NotImplementedError

    def refuse_unit(self, p: P, u: int) -> Refusal | None:
        """Why a counter may not join now; None if it may."""
        raise NotImplementedError

    def refuse_go(self, p: P) -> Refusal | None:
        """Why it cannot begin yet; None if it can."""
        return None

    def joined_by(self, p: P, u: int) -> Self:
        """The same with one more."""
        raise NotImplementedError

    def begin(self, p: P) -> None:
        """It begins."""
        raise NotImplementedError

    def candidates(self, p: P) -> list[int]:
        """Those that may join now."""
        return [u for u in self.pool(p) if self.refuse_unit(p, u) is None]

    def options(self, p: P) -> Sequence[Action]:
        found = [p.c.add[u] for u in self.candidates(p)]
        if self.refuse_go(p) is None:
            found.append(self.begins)
        return found

    def refuse(self, p: P, action: Action) -> Refusal | None:
        if action == self.begins:
            return self.refuse_go(p)
        u = p.c.unit.get(action.unit)
        if u is None or action != p.c.add[u]:
            begin = self.labels.get(self.begins.kind, self.begins.kind)
            return Refusal(f"Add one of your units that can take part, or choose: {begin}", self.cases_of(p))
        return self.refuse_unit(p, u)

    def take(self, p: P, action: Action) -> None:
        if action == self.begins:
            self.begin(p)
        else:
            p.stack.append(self.joined_by(p, p.c.unit[action.unit]))
