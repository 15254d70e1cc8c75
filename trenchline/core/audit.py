"""What must be true of every position of every game; each game's `audit.py` adds what its own rules demand."""

from __future__ import annotations

from itertools import chain
from typing import TypeVar

from .position import Position
from .state import faults, fields

P = TypeVar("P", bound=Position)


def misplaced(p: Position, case: str) -> list[str]:
    """Every counter is in exactly one place, and its place knows of it."""
    found, place_of = [], p.place
    if sorted(chain.from_iterable(p.stacks)) != list(range(len(p.c.counters))):
        found.append(f"a counter is missing or stands twice ({case})")
    astray = [(u, place) for place, stack in enumerate(p.stacks) if stack for u in stack if place_of[u] != place]
    return found + [f"{p.name(u)} is listed in {p.label(place)} but stands elsewhere ({case})" for u, place in astray]


def occupied(p: Position) -> list[int]:
    """The cells in which anything is; that places and stacks agree is for `misplaced` to say."""
    size = p.c.board.size
    return sorted({place for place in p.place if place < size})


def recounted(p: P) -> P:
    """A copy in which all that is kept up is worked out afresh."""
    again = p.clone()
    again.recount()
    return again


def out_of_step(p: P, case: str, again: P | None = None) -> list[str]:
    """What `put` and `mark` keep up must be what a recount finds; every field of the position must be declared and in order.

    `again` is the recounted copy, where a game's audit has made one for itself.
    """
    again = again or recounted(p)
    found = []
    kept = ("present", "crowd", "zone", "influence")
    if any(getattr(p, name) != getattr(again, name) for name in kept):
        found.append(f"who stands where and the zones of control are out of step with the counters ({case})")
    declared = {field.name: field for field in fields(p.__class__)}
    found += [f"the field {name} of the position is not declared ({case})" for name in vars(p) if name not in declared]
    for name, field in declared.items():
        if field.kind == "state":
            found += [f"{fault} ({case})" for fault in faults(getattr(p, name), field.hint, p.c.sizes, name)]
    return found
