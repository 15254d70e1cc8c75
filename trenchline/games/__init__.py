"""The games. Each is a package that makes one `Game`; this table is the catalogue."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from threading import Lock
from typing import Any

from ..core.catalogue import GameInfo
from ..core.check import told
from ..core.errors import DataError, TrenchlineError
from ..core.game import Game


def _game(package: str, name: str) -> Callable[[Path | None], Game[Any]]:
    """A game by its package and class; imported when it is first asked for."""

    def made(pack: Path | None) -> Game[Any]:
        game: Game[Any] = getattr(import_module(f".{package}", __name__), name)(pack)
        return game

    return made


CATALOGUE: dict[str, Callable[[Path | None], Game[Any]]] = {
    "they-shall-not-pass": _game("they_shall_not_pass", "TheyShallNotPass"),
    "verdun-1916": _game("verdun_1916", "Verdun1916"),
    "campaign-of-attrition": _game("campaign_of_attrition", "CampaignOfAttrition"),
    "big-push": _game("big_push", "BigPush"),
    "generation-lost": _game("generation_lost", "GenerationLost"),
}


@cache
def _printed(slug: str) -> Game[Any]:
    return CATALOGUE[slug](None)


_loading = Lock()  # threads that ask for a game at the same time get the same one


def load(slug: str, pack: str | Path | None = None) -> Game[Any]:
    """A game by its slug; with `pack`, a folder whose files stand in for the game's own and keep its rulebook's constraints."""
    _check_known(slug)
    if not pack:
        with _loading:
            return _printed(slug)
    game = with_pack(slug, Path(pack))
    for finding in game.check():
        if finding.breach:
            raise DataError(f"the data pack breaks a rule of the game: {finding.text} ({finding.case})", pack)
    return game


def with_pack(slug: str, pack: Path) -> Game[Any]:
    """A game with the data of a pack, whatever the rulebook says of them. Raises DataError where they do not fit together."""
    _check_known(slug)
    try:
        game = CATALOGUE[slug](pack)
        for scenario in game.scenarios:
            game.start(scenario.id, seed=0)
    except (LookupError, ValueError, TypeError, ArithmeticError, AssertionError, StopIteration) as fault:
        files = ", ".join(sorted(file.name for file in pack.iterdir()))
        raise DataError(f"the files of the pack ({files}) do not fit the game's others: {told(fault)}", pack) from fault
    return game


def _check_known(slug: str) -> None:
    if slug not in CATALOGUE:
        raise TrenchlineError(f"there is no game {slug!r}; there are {', '.join(CATALOGUE)}")


def games() -> list[GameInfo]:
    """The catalogue: slug, title, scenarios, sides, options, board."""
    return [_printed(slug).info() for slug in CATALOGUE]
