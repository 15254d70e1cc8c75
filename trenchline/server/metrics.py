"""Figures for Prometheus, in its text form: how many calls, how long they took, and what the process holds."""

from __future__ import annotations

import os
import time
from bisect import bisect_left
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from .connections import ROOM
from .housekeeping import Pulse, collecting

if TYPE_CHECKING:
    from .tables import Tables

BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)  # seconds


class Metrics:
    """What is counted while the server runs."""

    def __init__(self) -> None:
        self.began = time.time()
        self.calls: Counter[tuple[str, int]] = Counter()  # by method and status
        self.under_way = 0
        self.took = [0] * (len(BOUNDS) + 1)  # calls of the API by time
        self.seconds = 0.0
        self.pulse = Pulse(lambda: self.calls.total())

    def called(self, method: str, status: int, seconds: float) -> None:
        self.calls[method, status] += 1
        self.took[bisect_left(BOUNDS, seconds)] += 1
        self.seconds += seconds

    def text(self, tables: Tables) -> str:
        """The whole page."""
        half_open = sum(map(len, ROOM.half_open.values()))
        lines = [
            *_family("requests_total", "counter", "Calls answered.", self._by_status()),
            *_family("request_seconds", "histogram", "How long answers took.", self._histogram()),
            *_family("requests_under_way", "gauge", "Calls not yet answered.", {"": self.under_way}),
            *_family("connections", "gauge", "Open connections.", {"": ROOM.open.total()}),
            *_family("connections_half_open", "gauge", "Those that wait for a whole request.", {"": half_open}),
            *_family("connections_cut_total", "counter", "Those cut off.", {f'{{why="{w}"}}': n for w, n in ROOM.cut.items()}),
            *_family("live_lines", "gauge", "Lines that watch a table.", {"": tables.hub.lines}),
            *_family("tables_in_memory", "gauge", "Tables held in memory.", {"": tables.in_memory}),
            *_family("bots_playing", "gauge", "Tables at which a bot thinks.", {"": tables.bots.busy}),
            *_family("loop_lag_seconds", "gauge", "The worst since last asked.", {"": self.pulse.worst_since_last_asked()}),
            *_family("garbage_seconds_total", "counter", "Spent looking for garbage.", {"": collecting[1]}),
            *_family("started_seconds", "gauge", "When the process began.", {"": self.began}),
            *_family("memory_bytes", "gauge", "Resident memory.", {"": _memory()}),
        ]
        return "\n".join(lines) + "\n"

    def _by_status(self) -> dict[str, float]:
        return {f'{{method="{m}",status="{s}"}}': n for (m, s), n in sorted(self.calls.items())}

    def _histogram(self) -> dict[str, float]:
        found: dict[str, float] = {}
        seen = 0
        for bound, calls in zip((*map(str, BOUNDS), "+Inf"), self.took, strict=True):
            seen += calls
            found[f'_bucket{{le="{bound}"}}'] = seen
        return found | {"_sum": self.seconds, "_count": seen}


def _family(name: str, kind: str, help_text: str, values: dict[str, float]) -> list[str]:
    name = f"trenchline_{name}"
    head = [f"# HELP {name} {help_text}", f"# TYPE {name} {kind}"]
    return head + [f"{name}{labels} {value:.10g}" for labels, value in values.items()]


def _memory() -> int:
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:  # not Linux
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")
