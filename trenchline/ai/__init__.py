"""Opponents. A player answers the decision that waits and sees only what its side may see."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from ..core.errors import TrenchlineError
from ..core.match import Action, Match
from .random_player import RandomPlayer


class Player(Protocol):
    """Somebody who answers decisions."""

    def choose(self, match: Match) -> Action:
        """A legal action for the decision that waits."""


PLAYERS: dict[str, Callable[[int | str], Player]] = {"random": RandomPlayer}


def make_player(name: str, seed: int | str) -> Player:
    """A player by name. The seed settles whatever it leaves to chance."""
    if name not in PLAYERS:
        raise TrenchlineError(f"there is no player {name!r}; there are {', '.join(PLAYERS)}")
    return PLAYERS[name](seed)
