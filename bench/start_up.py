"""What starting costs: a new process imports the package and loads one game."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator

from trenchline.core.game import Game

from .measure import times
from .report import Figure, duration

SCRIPT = """
from time import process_time
begun = process_time()
import trenchline
imported = process_time()
trenchline.load({slug!r})
print(imported - begun, process_time() - imported)
"""


def start_up(game: Game, processes: int) -> Iterator[Figure]:
    """Processor time, whatever clock the run has: a process that starts waits for the disk. The modules are compiled, as they
    are after an installation: one process before the others does it."""
    words = [sys.executable, "-c", SCRIPT.format(slug=game.info().slug)]
    with tempfile.TemporaryDirectory() as compiled:
        kept = os.environ | {"PYTHONPYCACHEPREFIX": compiled, "PYTHONDONTWRITEBYTECODE": ""}
        runs = [
            subprocess.run(words, env=kept, capture_output=True, text=True, check=True).stdout for _ in range(processes + 1)
        ]
    imports, loads = zip(*(map(float, run.split()) for run in runs[1:]), strict=True)
    note = f"in {processes} new processes, modules compiled"
    yield duration("import", "`import trenchline`", times(imports), "ms", 150, note)
    yield duration("load_game", "loading the game", times(loads), "ms", 150, note)
