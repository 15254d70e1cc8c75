"""What a game tells those who look for blunders in its matches: who is who, and what is nobody's fault but one's own."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Generic, TypeVar

import msgspec

from .actions import Action
from .charts import Odds
from .position import Position

P = TypeVar("P", bound=Position)


class Storm(msgspec.Struct, frozen=True):
    """An attack that is begun: its odds, and who goes in."""

    odds: Odds
    units: tuple[int, ...] = ()


class Drill(Generic[P]):
    """A game's own words for what every sergeant knows."""

    battle = 6  # cells: whoever is farther than that from every enemy is out of the battle
    removals: tuple[type, ...] = ()  # the decisions by which what is over the stacking limit is lost

    def fighters(self, p: P) -> Sequence[bool]:
        """By counter: those who hold ground and attack. A game that names nobody is not looked at."""
        return [False] * len(p.place)

    def wards(self, p: P) -> Mapping[str, Sequence[bool]]:
        """By counter, the kinds that must not stand alone: `hqs`, `guns`, `specialists`."""
        return {}

    def starved(self, p: P, side: int) -> Collection[int]:
        """Units out of supply or command although no enemy is in the way."""
        return ()

    def strongholds(self, p: P, side: int) -> Collection[int]:
        """Works whose garrison belongs inside."""
        return ()

    def storms(self, p: P, action: Action) -> list[Storm]:
        """The attacks that an action begins, before it is taken: by default what is put together by a decision with
        `attackers`."""
        top = p.stack[-1]
        attackers = getattr(top, "attackers", ())
        if not attackers or action != top.begins:
            return []
        odds = top.odds(p, action)
        return [] if odds is None else [Storm(odds, attackers)]
