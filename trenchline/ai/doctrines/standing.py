"""What all doctrines share: a plan for either side, held on to whatever happens.

A factor bends a weight of the staff; what each weight is for stands in `data/weights.toml` of the game. A game that has no
weight of a name takes no notice of it, so one doctrine serves all games. `Standing` is the book itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from ... import STEADY, Advice, Match, Plan
from ..player import Player
from ..staff import Staff


class Standing(Player):
    """Carries out one plan from the first turn to the last."""

    attack: ClassVar[Plan] = STEADY  # of the first side, which attacks
    defend: ClassVar[Plan] = STEADY  # of the other
    staff: Staff | None = None

    def consider(self, match: Match) -> Advice:
        side = match.game.side_index(match.side_of(match.player))
        if self.staff is None:
            self.staff = Staff(match.game.knowledge, side, seat=match.position.seating.index[match.player])
        plan = self.plan(match, side)
        if plan != self.staff.plan:
            self.staff.take_up(plan)
        return self.staff.advise(match.position)

    def plan(self, match: Match, side: int) -> Plan:
        """The plan of the hour."""
        return self.defend if side else self.attack


class Doctrine(Standing):
    """A habit, held on to."""


class Aimed(Doctrine):
    """A habit that looks to a goal until it has been taken."""

    goal: tuple[int, ...] = ()

    def plan(self, match: Match, side: int) -> Plan:
        plan = super().plan(match, side)
        goals = match.game.knowledge.goals(match.position, side)
        if goals and (not self.goal or self.goal[0] not in goals):
            self.goal = (self.choose_goal(match, goals),)
        return Plan(plan.name, plan.why, plan.factors, self.goal)

    def choose_goal(self, match: Match, goals: Sequence[int]) -> int:
        """The most contested one."""
        return goals[0]
