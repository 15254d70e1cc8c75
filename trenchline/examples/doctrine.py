"""A doctrine on top of the staff: the staff knows how to fight, the doctrine what for.

trenchline arena they-shall-not-pass historical --bots trenchline.examples.doctrine:Doctrine,sergeant --games 10
"""

from __future__ import annotations

from trenchline import Match
from trenchline.ai import Advice, Plan, Player, Staff

HOLD = Plan("hold", "not a step back", {"stay": 3.0})
AXIS = Plan("one axis", "all towards one goal", {"focus": 5.0})


class Doctrine(Player):
    """Keeps to one axis while it attacks and to its ground while it defends, from the first turn to the last."""

    staff: Staff | None = None

    def consider(self, match: Match) -> Advice:
        if self.staff is None:
            side, seat = match.game.side_index(match.side_of(match.player)), match.position.seating.index[match.player]
            self.staff = Staff(match.game.knowledge, side, self.plan(match, side), seat)
        return self.staff.advise(match.position)

    def plan(self, match: Match, side: int) -> Plan:
        """The first side on the list attacks, mostly: it gets the axis, the other one the ground."""
        goals = match.game.knowledge.goals(match.position, side)
        return HOLD if side else Plan(AXIS.name, AXIS.why, AXIS.factors, tuple(goals[:1]))
