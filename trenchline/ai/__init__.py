"""Opponents. A player answers the decision that waits; `ask` gives it no more than its side may see.

recruit    a sergeant who makes a beginner's mistakes
sergeant   the game's knowledge applied decision by decision, by exact odds
colonel    compares plans by playing each out for some turns, on the same dice as the book
general    like a colonel, with more search
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable

from .. import STEADY, Advice, Knowledge, Plan, TrenchlineError
from .doctrines import DOCTRINES
from .doctrines.standing import Standing
from .fallback import WithFallback
from .idle_processors import use_idle_processors
from .outside import OutsideBot, about, is_outside
from .player import Player, QuickDice, ShownMatch, ask, visible_match
from .random_player import RandomPlayer
from .roll_outs import follow
from .search import Colonel, General
from .staff import Recruit, Sergeant, Staff

log = logging.getLogger(__name__)


def kebab(name: str) -> str:
    """A class name as a player is named on the command line.

    >>> kebab("HoldEveryHex")
    'hold-every-hex'
    """
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


PLAYERS: dict[str, Callable[[int | str], Player]] = {
    "random": RandomPlayer,
    "recruit": lambda seed: WithFallback(Recruit(seed), RandomPlayer(seed)),
    "sergeant": lambda seed: WithFallback(Sergeant(seed), RandomPlayer(seed)),
    "colonel": lambda seed: WithFallback(Colonel(seed), Sergeant(seed), RandomPlayer(seed)),
    "general": lambda seed: WithFallback(General(seed), Sergeant(seed), RandomPlayer(seed)),
    "book": Standing,
    **{kebab(doctrine.__name__): doctrine for doctrine in DOCTRINES},
}
ABOUT = {
    "recruit": "makes a beginner's mistakes; a gentle first opponent",
    "sergeant": "plays each phase by exact odds; answers at once",
    "colonel": "compares plans some turns ahead before it acts; some seconds a phase",
    "general": "like a colonel, with more search; up to half a minute a phase",
    "random": "any legal move; for trying things out",
}
LEVELS = ("recruit", "sergeant", "colonel", "general")


def make_player(name: str, seed: int | str) -> Player:
    """A player by name. The seed settles whatever it leaves to chance; `general:2` is a general who thinks twice as
    long, `package.module:Class` a bot from outside."""
    kind, _, thought = name.partition(":")
    if kind not in PLAYERS and is_outside(name):
        return OutsideBot(name, seed)
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
    return WithFallback(General(seed, times), Sergeant(seed), RandomPlayer(seed))


def stand_in(name: str, seed: int | str) -> Player:
    """A named player that falls back to the staff if it fails."""
    try:
        player = make_player(name, seed)
    except TrenchlineError as fault:
        log.error("%s; a sergeant plays in its place", fault)
        return PLAYERS["sergeant"](seed)
    return WithFallback(player, Sergeant(seed), RandomPlayer(seed)) if isinstance(player, OutsideBot) else player


__all__ = [
    "ABOUT", "DOCTRINES", "LEVELS", "PLAYERS", "STEADY", "Advice", "Knowledge", "Plan", "Player", "QuickDice", "ShownMatch",
    "Staff", "about", "ask", "follow", "make_player", "stand_in",
    "use_idle_processors", "visible_match",
]  # fmt: skip
