"""Processes that think for another one, and end when it does, however it ends."""

from __future__ import annotations

import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context, parent_process


def thinker() -> ProcessPoolExecutor:
    """One process to think in. Spawned, since whoever asks may have threads."""
    return ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=end_with_parent)


def end_with_parent() -> None:
    """Leave Ctrl-C to the parent, and end when it does, however it ends: its end of a pipe closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_wait_for_the_end, daemon=True).start()


def _wait_for_the_end() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)
