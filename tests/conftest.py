"""In which order the suite is run."""

from __future__ import annotations

from pathlib import Path

import pytest

FIRST = ("web", "server")  # they wait for browsers, servers and databases, which each worker has to start for itself


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Those that wait come first, so that others have the processors meanwhile. A worker that runs out of tests takes them from
    another's end: there lie the short ones, which need nothing to be started."""
    items.sort(key=lambda item: turn(item.path))


def turn(file: Path) -> int:
    room = file.parent.name
    return FIRST.index(room) if room in FIRST else len(FIRST)
