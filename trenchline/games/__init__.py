"""The games. Each is a package that makes one `Game`; this table is the catalogue."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any

from ..core.catalogue import GameInfo
from ..core.check import told
from ..core.errors import DataError, TrenchlineError
from ..core.game import Game


def _they_shall_not_pass(pack: Path | None) -> Game[Any]:
    from .they_shall_not_pass import TheyShallNotPass

    return TheyShallNotPass(pack)


def _verdun_1916(pack: Path | None) -> Game[Any]:
    from .verdun_1916 import Verdun1916

    return Verdun1916(pack)


def _campaign_of_attrition(pack: Path | None) -> Game[Any]:
    from .campaign_of_attrition import CampaignOfAttrition

    return CampaignOfAttrition(pack)


def _big_push(pack: Path | None) -> Game[Any]:
    from .big_push import BigPush

    return BigPush(pack)


def _generation_lost(pack: Path | None) -> Game[Any]:
    from .generation_lost import GenerationLost

    return GenerationLost(pack)


CATALOGUE: dict[str, Callable[[Path | None], Game[Any]]] = {
    "they-shall-not-pass": _they_shall_not_pass,
    "verdun-1916": _verdun_1916,
    "campaign-of-attrition": _campaign_of_attrition,
    "big-push": _big_push,
    "generation-lost": _generation_lost,
}


@cache
def _printed(slug: str) -> Game[Any]:
    return CATALOGUE[slug](None)


_loading = Lock()  # threads that ask for a game at the same time get the same one


def load(slug: str, pack: str | Path | None = None) -> Game[Any]:
    """A game by its slug; with `pack`, a folder whose files stand in for the game's own and keep its rulebook's constraints."""
    if slug not in CATALOGUE:
        raise TrenchlineError(f"there is no game {slug!r}; there are {', '.join(CATALOGUE)}")
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
    try:
        game = CATALOGUE[slug](pack)
        for scenario in game.scenarios:
            game.start(scenario.id, seed=0)
    except (LookupError, ValueError, TypeError, ArithmeticError, AssertionError, StopIteration) as fault:
        files = ", ".join(sorted(file.name for file in pack.iterdir()))
        raise DataError(f"the files of the pack ({files}) do not fit the game's others: {told(fault)}", pack) from fault
    return game


def games() -> list[GameInfo]:
    """The catalogue: slug, title, scenarios, sides, options, board."""
    return [_printed(slug).info() for slug in CATALOGUE]
