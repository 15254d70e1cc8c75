"""Asking a staff: shared by the tests of every game's knowledge."""

from __future__ import annotations

from collections.abc import Iterator

from trenchline.ai.staff import STEADY, Staff
from trenchline.core.knowledge import Advice, Plan
from trenchline.core.match import Match


def advice(match: Match, plan: Plan = STEADY) -> Advice:
    """What the staff of whoever decides would do."""
    return Staff(match.game.knowledge, match.game.side_index(match.player), plan).advise(match.position)


def chosen(match: Match) -> str:
    return match.notate(advice(match).action)


def all_choices(kind: type) -> Iterator[type]:
    """Every kind of decision that descends from one."""
    for sub in kind.__subclasses__():
        yield sub
        yield from all_choices(sub)
