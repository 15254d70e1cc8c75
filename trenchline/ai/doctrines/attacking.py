"""Doctrines about how to attack; as the defender they keep to the same spirit."""

from __future__ import annotations

from collections.abc import Sequence

from ... import Match, Plan
from .standing import Aimed, Doctrine

NOT_A_MAN = {
    "attack_from": 100.0, "second_from": 100.0, "strike_from": 100.0,
    "meet_from": 100.0, "operate_from": 100.0, "strike_again": 0.0,
}  # fmt: skip
GUNS_FIRST = {
    "harass": 4.0, "fire_from": 0.3, "corps_gun": 0.1, "prepare": 1.5, "support_gun": 0.1,
    "shake": 3.0, "shake_gun": 2.0, "interdict": 3.0, "gun_cost": 0.2,
}  # fmt: skip


class OnlyShoot(Doctrine):
    """The guns win it: infantry walks where nobody is and never attacks."""

    attack = Plan("only shoot", "steel, not men", {**NOT_A_MAN, **GUNS_FIRST})
    defend = attack


class OneAxis(Aimed):
    """Everything on one road, until the place at its end has fallen; the defender looks to the same place."""

    attack = Plan("one axis", "all towards one goal", {"focus": 5.0})
    defend = attack


class Flank(Aimed):
    """Round the strong point: towards the goal that is least contested."""

    attack = Plan("flank", "where they are not", {"focus": 4.0, "advance": 1.5})
    defend = Plan("flank", "where they are not", {"focus": 2.0})

    def choose_goal(self, match: Match, goals: Sequence[int]) -> int:
        return goals[-1]


class AllIn(Doctrine):
    """Attack, everywhere, at once: losses do not count."""

    attack = Plan(
        "all in",
        "losses do not count",
        {
            "loss": 0.2, "attack_from": 0.1, "unit_cost": 0.2, "advance": 2.0, "kill": 1.5, "weary": 0.2, "meet_from": 0.2,
            "second_from": 0.1, "press_from": 0.1, "strike_from": 0.1, "fear": 0.2, "exposed": 0.2,
        },
    )  # fmt: skip
    defend = attack


class Bleed(Doctrine):
    """Ground is nothing, men are all: attack where the enemy loses more."""

    attack = Plan(
        "bleed",
        "men, not ground",
        {"kill": 2.5, "unit": 2.0, "ground": 0.2, "advance": 0.3, "take": 0.4, "place": 0.3, "trench": 0.3, "kill_gun": 2.0},
    )
    defend = attack


class SafeBets(Doctrine):
    """Only attacks that can hardly fail, with everything at hand; the rest digs."""

    attack = Plan(
        "safe bets",
        "seven to one or not at all",
        {"loss": 2.5, "attack_from": 4.0, "second_from": 4.0, "press_from": 4.0, "weary": 2.0, "unit_cost": 0.3},
    )
    defend = attack
