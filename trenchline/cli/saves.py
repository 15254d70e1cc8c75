"""Saved matches on disk: reading either form, writing whole files only, and the log of a match."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from .. import Match, NotationError, Saved, TrenchlineError, read_save


def read_text(path: str | Path) -> str:
    """A text file; a missing or unreadable one is told in a sentence."""
    try:
        return Path(path).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise NotationError(f"there is no file {str(path)!r}") from None
    except UnicodeDecodeError:
        raise NotationError(f"{str(path)!r} is not a text file") from None
    except (OSError, ValueError) as fault:
        raise NotationError(f"{str(path)!r} cannot be read: {getattr(fault, 'strerror', fault)}") from None


def read_saved(path: str | Path) -> Saved:
    """The save in a file: JSON, or the text of a match."""
    text = read_text(path)
    try:
        return read_save(text)
    except NotationError as fault:
        raise NotationError(f"{path}: {fault}") from None


@contextmanager
def broken_file_named(path: str | Path) -> Iterator[None]:
    """Tell in a sentence what a file does to the engine that names counters, cells or sides that do not exist."""
    try:
        yield
    except (IndexError, KeyError, ValueError, AssertionError, TypeError, RecursionError) as fault:
        raise NotationError(f"{path}: the decision that waits does not fit the position") from fault


def write_match(match: Match, path: str | Path) -> None:
    """Save a match: as readable text if the name ends in .txt, else as JSON."""
    text = match.text() if str(path).endswith(".txt") else msgspec.json.encode(match.save()).decode() + "\n"
    write_text(text, Path(path))


def write_text(text: str, path: Path) -> None:
    """Write a file whole or not at all."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        half = path.with_name(path.name + ".part")
        half.write_text(text, encoding="utf-8")
        half.replace(path)
    except (OSError, ValueError) as fault:
        raise TrenchlineError(f"{str(path)!r} cannot be written: {getattr(fault, 'strerror', fault)}") from None


def autosave_file(slug: str) -> Path:
    """Where a match of a game is kept between sessions."""
    base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(base) / "trenchline" / f"autosave-{slug}.json"
