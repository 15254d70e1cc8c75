"""Playing logs again, off the event loop: a long match that is loaded or looked back at keeps nobody waiting."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from itertools import islice
from typing import TypeVar

T = TypeVar("T")
SLICE = 100  # steps in one go: some milliseconds


class Replays:
    """One thread's worth of replaying at a time, in slices, turn and turn about: beside the loop only one other thread asks
    for the interpreter, and a short match waits for a slice of a long one, not for its end."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self.checking = asyncio.Lock()  # held by the one upload that is being checked

    async def run(self, steps: Iterator[T]) -> list[T]:
        """What all the steps give; each is taken in a thread."""
        found: list[T] = []
        while True:
            async with self._turn:
                more = await asyncio.to_thread(_take, steps)
            found += more
            if len(more) < SLICE:
                return found


def _take(steps: Iterator[T]) -> list[T]:
    return list(islice(steps, SLICE))
