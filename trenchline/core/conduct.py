"""What a game tells those who judge the conduct of its players: who is who, and what is nobody's fault but one's own."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Generic, TypeVar

import msgspec

from .actions import DONE, Action
from .charts import Odds
from .position import Position

P = TypeVar("P", bound=Position)


class Attack(msgspec.Struct, frozen=True):
    """An attack that is begun: its odds, and who goes in."""

    odds: Odds
    units: tuple[int, ...] = ()


class Conduct(Generic[P]):
    """A game's own words for what every sergeant knows. A notion that a game does not have stays at its default."""

    battle = 6  # cells: whoever is farther than that from every enemy is out of the battle
    removals: tuple[type, ...] = ()  # the decisions by which what is over the stacking limit is lost
    targets: tuple[type, ...] = ()  # the decisions that name the next attack, or end the attacks
    orders: tuple[type, ...] = ()  # the decisions at which a player orders freely: nothing is under way

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

    def posts(self, p: P, side: int) -> Collection[int]:
        """What is not left without need: strongholds, and the trenches of a side's own first line."""
        return self.strongholds(p, side)

    def attacks(self, p: P, action: Action) -> list[Attack]:
        """The attacks that an action begins, before it is taken: by default what is put together by a decision with
        `attackers`."""
        top = p.stack[-1]
        attackers = getattr(top, "attackers", ())
        if not attackers or action != top.begins:
            return []
        odds = top.odds(p, action)
        return [] if odds is None else [Attack(odds, attackers)]

    def supplied(self, p: P, side: int, action: Action) -> list[bool]:
        """For each attack that an action begins and that could be supplied and commanded, whether it is."""
        found = [attack.units for attack in self.attacks(p, action)]
        starved = set(self.starved(p, side)) if found else set()
        return [starved.isdisjoint(units) for units in found]

    def passed_up(self, p: P, action: Action) -> list[Odds]:
        """The attacks still open to a player who ends his, each with everything at hand."""
        top = p.stack[-1]
        if action != DONE or not isinstance(top, self.targets):
            return []
        found = (top.odds(p, other) for other in top.options(p) if other != DONE)
        return [odds for odds in found if odds is not None]

    def loaded(self, p: P, side: int) -> Collection[int]:
        """Guns that can fire as a bombardment begins, with a target in range on which at least half of the rolls tell."""
        return ()

    def concedes(self, p: P, action: Action) -> bool:
        """Whether an action gives points to the enemy although nothing can come of it any more."""
        return False


def tells(odds: Odds, nothing: Collection[str]) -> bool:
    """Whether at least half of the rolls of a bombardment do something to whoever is hit."""
    return sum(o.probability for o in odds.outcomes if o.result not in nothing) >= 0.5
