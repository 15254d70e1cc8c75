"""Two plans that once beat the colonel of They Shall Not Pass without any search."""

from __future__ import annotations

from trenchline import Match
from trenchline.core.knowledge import Plan

from .standing import Standing


class FixedPlans(Standing):
    """Germans on to Verdun with every hex before it held against twice what may come; Frenchmen who hardly move."""

    attack = Plan("on to Verdun", "everything looks to Verdun", {"expect": 2.0, "screened": 2.0, "open": 1.5, "focus": 5.0})
    defend = Plan("stay", "whoever stands, stands", {"stay": 3.0})

    def plan(self, match: Match, side: int) -> Plan:
        plan = super().plan(match, side)
        return plan if side else Plan(plan.name, plan.why, plan.factors, verdun(match))


def verdun(match: Match) -> tuple[int, ...]:
    """The cells of the city, by the name on the map."""
    return tuple(cell for cell, name in enumerate(match.game.board.names) if name.startswith("Verdun"))[:1]
