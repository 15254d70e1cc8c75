"""Opponents. A player answers the decision that waits; `ask` gives it no more than its side may see.

recruit    legal and sensible, no look-ahead
sergeant   the game's knowledge applied decision by decision, by exact odds
colonel    compares plans by following each for some turns, against the book on the same dice; sees more than a sergeant
general    the same, for longer where it pays; sees all that a staff can see, and has a better book
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from ..core.errors import TrenchlineError
from ..core.knowledge import Advice
from .outside import Guest, about, is_outside
from .player import Player, ShownMatch, ask, hides_anything, visible_match
from .random_player import RandomPlayer
from .reliable import Reliable
from .search import Colonel, General
from .staff import Recruit, Sergeant

log = logging.getLogger(__name__)

PLAYERS: dict[str, Callable[[int | str], Player]] = {
    "random": RandomPlayer,
    "recruit": lambda seed: Reliable(Recruit(seed), RandomPlayer(seed)),
    "sergeant": lambda seed: Reliable(Sergeant(seed), RandomPlayer(seed)),
    "colonel": lambda seed: Reliable(Colonel(seed), Sergeant(seed), RandomPlayer(seed)),
    "general": lambda seed: Reliable(General(seed), Sergeant(seed), RandomPlayer(seed)),
}
ABOUT = {
    "recruit": "knows the drill, not the odds; a gentle first opponent",
    "sergeant": "plays every phase by the book and by exact odds, at once",
    "colonel": "follows each plan for some turns in thought and keeps to what proves good; a few seconds a turn",
    "general": "the strongest: sees all that a whole staff sees and has a book of his own; a few seconds a turn",
    "random": "any legal move; for trying things out",
}
LEVELS = ("recruit", "sergeant", "colonel", "general")


def make_player(name: str, seed: int | str) -> Player:
    """A player by name. The seed settles whatever it leaves to chance; `general:2` is a general who thinks twice as
    long, `package.module:Class` a bot from outside."""
    kind, _, thought = name.partition(":")
    if kind not in PLAYERS and is_outside(name):
        return Guest(name, seed)
    if kind not in PLAYERS or (thought and kind != "general"):
        raise TrenchlineError(
            f"there is no player {name!r}; there are {', '.join(PLAYERS)}, and bots of your own as package.module:Class"
        )
    if not thought:
        return PLAYERS[kind](seed)
    try:
        times = float(thought)
    except ValueError:
        times = 0.0
    if not 0.05 <= times <= 100:
        raise TrenchlineError(f"{name!r}: how many times as long a general thinks must be a number from 0.05 to 100")
    return Reliable(General(seed, times), Sergeant(seed), RandomPlayer(seed))


def stand_in(name: str, seed: int | str) -> Player:
    """A player by name whom nothing stops: where somebody waits for a bot from outside, the staff answers in its place."""
    try:
        player = make_player(name, seed)
    except TrenchlineError as fault:
        log.error("%s; a sergeant plays in its place", fault)
        return PLAYERS["sergeant"](seed)
    return Reliable(player, Sergeant(seed), RandomPlayer(seed)) if isinstance(player, Guest) else player


__all__ = [
    "ABOUT", "LEVELS", "PLAYERS", "Advice", "Player", "ShownMatch", "about", "ask", "hides_anything", "make_player", "stand_in",
    "visible_match",
]  # fmt: skip
