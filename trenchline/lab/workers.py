"""Work shared out to processes of this machine: they end with their parent, and what a lost one had in hand is done again."""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import chain, islice
from typing import TypeVar

from .. import TrenchlineError
from ..ai.processes import end_with_parent

Piece = TypeVar("Piece")
Found = TypeVar("Found")

LOSSES = 3  # how often a process may be lost over the same piece of work


def processes(jobs: int) -> ProcessPoolExecutor:
    """Some processes that leave Ctrl-C to this one, and end when it does, however it ends."""
    return ProcessPoolExecutor(jobs, initializer=_begin)


def _begin() -> None:
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    end_with_parent()


def share_out(
    work: Callable[[Piece], Found], pieces: Iterable[Piece], jobs: int, name: Callable[[Piece], str] = str
) -> Generator[tuple[Piece, Found], None, None]:
    """Each piece with what came of it, as they end. Closing the iterator stops the rest. `name` is a piece in a message."""
    left = enumerate(pieces)
    if jobs <= 1:
        yield from ((piece, work(piece)) for _, piece in left)
        return
    unfinished: dict[int, Piece] = {}
    lost: Counter[int] = Counter()
    while True:
        try:
            yield from _until_a_loss(work, unfinished, left, jobs)
            return
        except BrokenProcessPool:
            lost.update(unfinished.keys())
            blamed = ", ".join(name(piece) for number, piece in unfinished.items() if lost[number] >= LOSSES)
            if blamed:
                raise TrenchlineError(f"a process was lost {LOSSES} times over {blamed}: is there enough memory?") from None


def _until_a_loss(
    work: Callable[[Piece], Found], unfinished: dict[int, Piece], left: Iterator[tuple[int, Piece]], jobs: int
) -> Iterator[tuple[Piece, Found]]:
    """Work until all is done, or a process is lost: then `unfinished` says what was in hand."""
    pool = processes(jobs)
    todo = chain(list(unfinished.items()), left)
    running: dict[Future[Found], int] = {}
    try:
        while True:
            # A few pieces ahead keep every process busy; a queue of all of them would have to be unwound on Ctrl-C.
            with _uninterrupted():
                for number, piece in islice(todo, 3 * jobs - len(running)):
                    unfinished[number] = piece
                    running[pool.submit(work, piece)] = number
            if not running:
                return
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in sorted(done, key=lambda future: future.exception() is not None):  # what was finished is kept
                found = future.result()
                yield unfinished.pop(running.pop(future)), found
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Ctrl-C and kill wait: in the middle of starting a process it would leave the pool's locks held."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT, signal.SIGTERM})
