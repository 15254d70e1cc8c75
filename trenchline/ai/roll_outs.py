"""A plan played out once: held on to until its horizon, with dice of its own, then valued."""

from __future__ import annotations

from .. import Action, Match, Plan
from .player import QuickDice
from .staff import AnyKnowledge, Staff

End = tuple[float, int]  # what a plan has come to, and in how many decisions


def follow(match: Match, knowledge: AnyKnowledge, side: int, plan: Plan, until: tuple[int, ...]) -> int:
    """Play on in thought, the side by its plan and the enemy by the book, until a phase is reached: in how many decisions.
    What a staff advises is legal, and nothing is taken back: neither is asked about nor kept."""
    staffs = [Staff(knowledge, army) for army in range(len(match.game.sides))]
    staffs[side].plan = plan
    p = match.position
    decisions = 0
    while not p.over and (p.turn, p.step) < until:
        stack = p.stack
        match.play_on(staffs[p.seating.side[stack[-1].player(p)]].advise(p).action)
        decisions += 1
    return decisions


def roll_out(match: Match, knowledge: AnyKnowledge, side: int, plan: Plan, seed: int, opening: Action | None = None) -> End:
    """How a plan ends once: held on to until the horizon, with dice, then valued; and how many decisions that took. It may
    begin with an action that the plan would not take."""
    twin = match.clone(dice=QuickDice(seed))
    if opening is not None:
        twin.play_on(opening)
    decisions = follow(twin, knowledge, side, plan, knowledge.horizon(match.position, side))
    return knowledge.value(twin.position, side), decisions
