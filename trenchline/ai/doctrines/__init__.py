"""Twelve doctrines, as wargamers hold them: none of them looks ahead, each means to win its own way.

    trenchline arena they-shall-not-pass historical --bots colonel,trenchline.ai.doctrines:AllIn --games 10

Whoever is stronger than one habit should beat each of them; `docs/opponents.md` says how the colonel does.
"""

from __future__ import annotations

from .attacking import AllIn, Bleed, Flank, OneAxis, OnlyShoot, SafeBets
from .defending import CounterAttack, FallBack, HoldEveryHex, NeverCounterAttack
from .fixed import FixedPlans
from .timed import HoardThenStrike

DOCTRINES = (
    OnlyShoot, HoardThenStrike, OneAxis, Flank, AllIn, Bleed, SafeBets,
    NeverCounterAttack, CounterAttack, FallBack, HoldEveryHex, FixedPlans,
)  # fmt: skip

__all__ = [doctrine.__name__ for doctrine in DOCTRINES]
