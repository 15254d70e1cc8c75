"""Two plans that once beat the colonel of They Shall Not Pass without any search, and what is like them in the other games."""

from __future__ import annotations

from ... import Match, Plan
from .standing import Standing

# What keeps a defender where he is: another weight in each game.
STAND_FAST = {
    "verdun-1916": {"stay": 30.0},
    "big-push": {"shift_from": 20.0},
    "generation-lost": {"shift_from": 20.0, "march": 0.0},
}


class FixedPlans(Standing):
    """Everything on to the city, on hexes with each one held against twice what may come; defenders who hardly move."""

    attack = Plan("on to the city", "everything looks to it", {"expect": 2.0, "screened": 2.0, "open": 1.5, "focus": 5.0})
    defend = Plan("stay", "whoever stands, stands", {"stay": 3.0})

    def plan(self, match: Match, side: int) -> Plan:
        plan = super().plan(match, side)
        if side:
            return Plan(plan.name, plan.why, STAND_FAST.get(match.game.slug, plan.factors))
        return Plan(plan.name, plan.why, plan.factors, the_city(match))


def the_city(match: Match) -> tuple[int, ...]:
    """What the battle is for, by the name on the map."""
    name = "Bapaume" if match.game.slug == "big-push" else "Verdun"
    return tuple(cell for cell, found in enumerate(match.game.board.names) if found.startswith(name))[:1]
