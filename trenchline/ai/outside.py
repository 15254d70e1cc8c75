"""Bots from outside, by their import path (`package.module:Class`): in the folder one stands in, or installed."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from importlib import import_module
from inspect import getdoc, signature
from traceback import extract_tb

from .. import Action, Advice, Match, TrenchlineError
from .fallback import LoopGuard
from .player import Player, apart


class OutsideBot(Player):
    """A bot from outside, whose mistakes are told by its name: who writes one wants to hear of them, not to be stood in for."""

    def __init__(self, path: str, seed: int | str) -> None:
        self.path, self._loop_guard = path, LoopGuard()
        kind = bot_class(path)
        # The laboratory makes a player's seed from that of the match: as it stands it would tell the dice to come.
        own = sha256(f"guest:{seed}".encode()).hexdigest()
        with self._named("cannot be made"):
            self.player = kind(own)

    def consider(self, match: Match) -> Advice:
        if self._loop_guard.caught(match):
            raise TrenchlineError(f"{self.path} goes round in circles: it has decided {LoopGuard.LIMIT} times in one phase")
        asked = match.decision.kind if match.decision else ""
        with self._named(f"failed at {asked}"):
            advice = self.player.consider(apart(match))
        action, why = advice if isinstance(advice, Advice) else (advice, "")
        if not isinstance(action, Action):
            raise TrenchlineError(f"{self.path} answered {action!r}: `choose` must return one of match.actions()")
        if not isinstance(why, str):
            raise TrenchlineError(f"{self.path} gave {why!r} as its reason: `why` must be a text")
        legal = match.legal(action)
        if not legal:
            raise TrenchlineError(f"{self.path} chose {match.notate(action)!r} at {asked}, which is not legal: {legal.reason}")
        return Advice(action, why)

    @contextmanager
    def _named(self, what: str) -> Iterator[None]:
        """Whatever a bot raises, also to end the program, is told as its own fault, with the line where it happened."""
        try:
            yield
        except (Exception, SystemExit) as fault:
            raise TrenchlineError(f"{self.path} {what}: {type(fault).__name__}: {fault}{self._where(fault)}") from fault

    def _where(self, fault: BaseException) -> str:
        file = getattr(sys.modules.get(self.path.partition(":")[0]), "__file__", None)
        own = [frame for frame in extract_tb(fault.__traceback__) if frame.filename == file]
        return f" (line {own[-1].lineno} of {file})" if own else ""


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
    """The players that a module, or a package of them, has to offer."""
    there = [(name, x) for name, x in vars(sys.modules[module]).items() if isinstance(x, type) and issubclass(x, Player)]
    named = [name for name, x in there if f"{x.__module__}.".startswith(f"{module}.")]
    return ", ".join(named) or "none"


def about(path: str) -> str:
    """What a bot from outside says of itself: the first line of its docstring."""
    return (getdoc(bot_class(path)) or "a bot of this server").splitlines()[0]
