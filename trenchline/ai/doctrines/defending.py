"""Doctrines about how to defend; as the attacker they keep to the same spirit."""

from __future__ import annotations

from ... import Plan
from .attacking import NOT_A_MAN
from .standing import Doctrine


class NeverCounterAttack(Doctrine):
    """Dig, hold, and never leave the trench; as the attacker a methodical advance."""

    attack = Plan("methodical", "step by step", {"loss": 1.5, "attack_from": 2.0})
    defend = Plan("never counter-attack", "nobody leaves the trench", NOT_A_MAN)


class CounterAttack(Doctrine):
    """Whoever has taken something is thrown out at once, before he has dug in."""

    attack = Plan("hit back", "strike whoever strikes", {"kill": 1.5, "attack_from": 0.5})
    defend = Plan(
        "counter-attack",
        "back before they have dug in",
        {
            "attack_from": 0.2, "unit_cost": 0.3, "loss": 0.6, "ground": 1.5, "meet_from": 0.4, "weary": 0.5,
            "strike_again": 1.5, "strike_from": 0.3, "second_from": 0.3,
        },
    )  # fmt: skip


class FallBack(Doctrine):
    """Ground for time: out of reach of their guns, to fight farther back; as the attacker he lets them come."""

    attack = Plan("reserved", "let them come", {"advance": 0.5, "ground": 0.5, "attack_from": 2.0})
    defend = Plan(
        "fall back",
        "ground for time",
        {
            "ground": 0.2, "stay": 0.1, "expect": 2.0, "fall_back": 0.2, "cling": 0.2, "north": 0.3, "danger": 2.5, "span": 1.5,
            "hold": 0.3, "stand": 0.3, "exposed": 3.0, "fear": 2.0, "reserves": 3.0,
        },
    )  # fmt: skip


class HoldEveryHex(Doctrine):
    """Not a step back: a man in every hex, and every hex to the last man."""

    attack = Plan("keep what you have", "not a step back", {"stay": 3.0, "fall_back": 3.0, "screened": 2.0, "open": 1.5})
    defend = Plan(
        "hold every hex",
        "not a step back",
        {
            "ground": 3.0, "screened": 2.5, "open": 1.4, "fall_back": 4.0, "stay": 2.0, "cling": 2.5,
            "north": 2.5, "danger": 0.4, "abandon": 2.0, "calm": 0.2, "hold": 3.0, "closed": 3.0, "exposed": 0.2, "crowd": 2.0,
        },
    )  # fmt: skip
