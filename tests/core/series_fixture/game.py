"""Decisions of one game of the series: one like the series' own, one with a field more."""

from trenchline.core.state import Units

from . import shared


class Retreat(shared.Retreat, frozen=True):
    """As the series has it, with this game's priorities."""


class Bombard(shared.Bombard, frozen=True):
    guns: Units
