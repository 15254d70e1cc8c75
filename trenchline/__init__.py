"""Trenchline: five board wargames about 1916, rules-exact.

>>> import trenchline
>>> game = trenchline.load("they-shall-not-pass")
>>> match = game.start("historical", seed=7)
>>> match.decision.player
'german'
>>> events = match.apply(match.actions()[0])
"""

from .core.errors import DataError, IllegalAction, NotationError, TrenchlineError
from .core.actions import Action
from .core.match import Match
from .games import games, load

__all__ = ["Action", "DataError", "IllegalAction", "Match", "NotationError", "TrenchlineError", "games", "load"]
__version__ = "0.1.0"
