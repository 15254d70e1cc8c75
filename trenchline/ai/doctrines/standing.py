"""What all doctrines share: a plan for either side, held on to whatever happens.

A factor bends a weight of the staff; what each weight is for stands in `data/weights.toml` of the game. A game that has no
weight of a name takes no notice of it, so one doctrine serves all games. `Standing` is the book itself, `GeneralsBook` that of
a general.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from ... import STEADY, Advice, Match, Plan
from ..player import Player
from ..staff import AnyKnowledge, Staff


class Standing(Player):
    """Carries out one plan from the first turn to the last."""

    attack: ClassVar[Plan] = STEADY  # of the first side, which attacks
    defend: ClassVar[Plan] = STEADY  # of the other
    staff: Staff | None = None

    def consider(self, match: Match) -> Advice:
        side = match.game.side_index(match.side_of(match.player))
        if self.staff is None:
            self.staff = Staff(self.knowledge(match), side, seat=match.position.seating.index[match.player])
        plan = self.carried_out(match, self.plan(match, side))
        if plan != self.staff.plan:
            self.staff.take_up(plan)
        return self.staff.advise(match.position)

    def knowledge(self, match: Match) -> AnyKnowledge:
        """The book: where a colonel starts."""
        return match.game.knowledge

    def plan(self, match: Match, side: int) -> Plan:
        """The plan of the hour."""
        return self.defend if side else self.attack

    def carried_out(self, match: Match, plan: Plan) -> Plan:
        """What comes of a plan: with the eyes of a whole staff just what was meant."""
        return plan


class GeneralsBook(Standing):
    """The book of a general from the first turn to the last, without any search."""

    def knowledge(self, match: Match) -> AnyKnowledge:
        return match.game.knowledge.of_a_general


class Doctrine(Standing):
    """A habit, held by one man: he sees what a sergeant sees, not what a whole staff does."""

    def carried_out(self, match: Match, plan: Plan) -> Plan:
        sees = self.knowledge(match).sergeant_plan.factors
        names = [*sees, *(name for name in plan.factors if name not in sees)]
        factors = {name: sees.get(name, 1.0) * plan.factors.get(name, 1.0) for name in names}
        return Plan(plan.name, plan.why, factors, plan.focus)


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
