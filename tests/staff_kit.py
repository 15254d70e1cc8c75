"""Asking a staff: shared by the tests of every game's knowledge."""

from __future__ import annotations

from collections.abc import Iterator

from trenchline.ai.staff import Staff
from trenchline.core.knowledge import STEADY, Advice, Plan
from trenchline.core.decisions import Automatic, Decision, Roll
from trenchline.core.match import Match
from trenchline.core.position import Position


def advice(match: Match, plan: Plan = STEADY) -> Advice:
    """What the staff of whoever decides would do."""
    return Staff(match.game.knowledge, match.game.side_index(match.player), plan).advise(match.position)


def chosen(match: Match) -> str:
    return match.notate(advice(match).action)


def all_choices(position: type[Position]) -> set[type]:
    """Every kind of choice that a player of a game can be asked for, by the game's kind of position."""
    package = position.__module__.rpartition(".")[0]
    asked = [k for k in _below(Decision) if k.__module__.startswith(package) and k.__module__ != position.__module__]
    return {k for k in asked if not issubclass(k, Roll | Automatic)}


def _below(kind: type) -> Iterator[type]:
    for sub in kind.__subclasses__():
        yield sub
        yield from _below(sub)
