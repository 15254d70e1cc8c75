"""Bots from outside, by their import path (`package.module:Class`): in the folder one stands in, or installed."""

from __future__ import annotations

import sys
from hashlib import sha256
from importlib import import_module
from inspect import getdoc, signature

from ..core.actions import Action
from ..core.errors import TrenchlineError
from ..core.knowledge import Advice
from ..core.match import Match
from .player import Player
from .reliable import Patience


class Guest(Player):
    """A bot from outside, whose mistakes are told by its name: who writes one wants to hear of them, not to be stood in for."""

    def __init__(self, path: str, seed: int | str) -> None:
        self.path, self._patience = path, Patience()
        # The laboratory makes a player's seed from that of the match: as it stands it would tell the dice to come.
        self.player = bot_class(path)(sha256(f"guest:{seed}".encode()).hexdigest())

    def consider(self, match: Match) -> Advice:
        if self._patience.ended(match):
            raise TrenchlineError(f"{self.path} goes round in circles: it has decided {Patience.LIMIT} times in one phase")
        advice = self.player.consider(match)
        action = advice.action if isinstance(advice, Advice) else advice
        if not isinstance(action, Action):
            raise TrenchlineError(f"{self.path} answered {action!r}: `choose` must return one of match.actions()")
        legal = match.legal(action)
        if not legal:
            asked = match.decision.kind if match.decision else ""
            raise TrenchlineError(f"{self.path} chose {match.notate(action)!r} at {asked}, which is not legal: {legal.reason}")
        return advice if isinstance(advice, Advice) else Advice(action)


def is_outside(name: str) -> bool:
    """Whether a player is named by an import path."""
    module, colon, found = name.partition(":")
    return bool(colon) and found.isidentifier() and all(part.isidentifier() for part in module.split("."))


def bot_class(path: str) -> type[Player]:
    """The class that an import path names. Raises TrenchlineError where it cannot be found or is no player."""
    module, _, name = path.partition(":")
    if "" not in sys.path and "." not in sys.path:
        sys.path.insert(0, "")  # an installed command does not look into the folder it is called from
    try:
        found = getattr(import_module(module), name, None)
    except ModuleNotFoundError as fault:
        if fault.name is None or not f"{module}.".startswith(f"{fault.name}."):
            raise TrenchlineError(f"{module} cannot be imported: it needs {fault.name}, which is not installed") from None
        raise TrenchlineError(
            f"there is no module {fault.name!r} for the bot {path!r}: call from the folder that holds it, or install it"
        ) from None
    except Exception as fault:
        raise TrenchlineError(f"{module} cannot be imported: {type(fault).__name__}: {fault}") from fault
    if found is None:
        raise TrenchlineError(f"the module {module} has no class {name!r}; its bots are {_bots_of(module)}")
    return _player(path, found)


def _player(path: str, found: object) -> type[Player]:
    """A class that has what a player needs."""
    if not isinstance(found, type) or not issubclass(found, Player):
        raise TrenchlineError(f"{path} is no player: it must be a class derived from trenchline.ai.Player")
    if found.choose is Player.choose and found.consider is Player.consider:
        raise TrenchlineError(f"{path} does not decide anything: it needs a method choose(self, match) that returns an action")
    try:
        signature(found).bind("seed")
    except TypeError:
        raise TrenchlineError(f"{path} cannot be made with a seed alone, as every player is: __init__(self, seed)") from None
    return found


def _bots_of(module: str) -> str:
    there = vars(sys.modules[module]).values()
    named = [x.__name__ for x in there if isinstance(x, type) and issubclass(x, Player) and x.__module__ == module]
    return ", ".join(named) or "none"


def about(path: str) -> str:
    """What a bot from outside says of itself: the first line of its docstring."""
    return (getdoc(bot_class(path)) or "a bot of this server").splitlines()[0]
