"""The games. Each is a package that makes one `Game`; this table is the catalogue."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

from ..core.errors import TrenchlineError
from ..core.game import Game, GameInfo


def _they_shall_not_pass(pack: Path | None) -> Game:
    from .they_shall_not_pass import TheyShallNotPass

    return TheyShallNotPass(pack)


CATALOGUE: dict[str, Callable[[Path | None], Game]] = {"they-shall-not-pass": _they_shall_not_pass}


@cache
def _printed(slug: str) -> Game:
    return CATALOGUE[slug](None)


def load(slug: str, pack: str | Path | None = None) -> Game:
    """A game by its slug; with `pack`, a folder whose files stand in for the game's own data."""
    if slug not in CATALOGUE:
        raise TrenchlineError(f"there is no game {slug!r}; there are {', '.join(CATALOGUE)}")
    return CATALOGUE[slug](Path(pack)) if pack else _printed(slug)


def games() -> list[GameInfo]:
    """The catalogue: slug, title, scenarios, sides, options, board."""
    return [_printed(slug).info() for slug in CATALOGUE]
