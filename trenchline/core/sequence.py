"""A step of a sequence of play. Each game's `sequence.py` is one table of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

import msgspec

from .position import Position

P = TypeVar("P", bound=Position)


class Step(msgspec.Struct, Generic[P], frozen=True):
    """A step of the sequence: its number in the rulebook, its name, whose it is, and how it begins."""

    number: str
    id: str
    title: str
    side: int
    begin: Callable[[P, int], None]
