"""What starting costs: a new process imports the package and loads one game."""

from __future__ import annotations

import subprocess
import sys
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
    """Processor time, whatever clock the run has: a process that starts waits for the disk."""
    script = SCRIPT.format(slug=game.info().slug)
    runs = [
        subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True) for _ in range(processes)
    ]
    imports, loads = zip(*(map(float, run.stdout.split()) for run in runs), strict=True)
    note = f"in {processes} new processes"
    yield duration("import", "`import trenchline`", times(imports), "ms", 150, note)
    yield duration("load_game", "loading the game", times(loads), "ms", 150, note)
