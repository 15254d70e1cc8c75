"""Decisions of the series."""

from trenchline.core.decisions import Decision
from trenchline.core.position import Position
from trenchline.core.state import Side


class Advance(Decision[Position], frozen=True):
    side: Side

    def take(self, p, action):
        """Nothing."""


class Retreat(Decision[Position], frozen=True):
    side: Side

    def take(self, p, action):
        """Nothing."""


class Bombard(Decision[Position], frozen=True):
    side: Side

    def take(self, p, action):
        """Nothing."""
