"""What a position remembers, declared once: from the annotation of a field follow its copy, its hash, its text and its check.

    mp: PerUnit[bytearray]              # a number for each counter
    control: CellSides                  # a side for each cell
    struck: Cells                       # some cells
    fight: Fight | None                 # a struct, whose own fields say what they refer to
    zone: Kept[list[bytearray]]         # worked out from the rest: copied, but neither hashed nor written
    reaches: Fresh[dict[int, Reach]]    # a memory that every copy begins anew
    c: Fixed[Components]                # the same for all positions of a match
"""

from __future__ import annotations

import types
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from inspect import get_annotations
from typing import Annotated, ClassVar, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

T = TypeVar("T")


class Refers(msgspec.Struct, frozen=True):
    """A number that stands for something: a unit, a cell, a place, a side, a seat, or what else a game counts."""

    to: str


class Each(msgspec.Struct, frozen=True):
    """An entry for each of something; the entries may refer to something in their turn."""

    of: str
    holds: str = ""


class Called(msgspec.Struct, frozen=True):
    """The name of a field in the text of a position, where it is not the field's own."""

    name: str


class Kind(msgspec.Struct, frozen=True):
    """Kept, fresh or fixed: no part of the state."""

    name: str


Unit = Annotated[int, Refers("unit")]
Cell = Annotated[int, Refers("cell")]
Place = Annotated[int, Refers("place")]
Side = Annotated[int, Refers("side")]
SeatNumber = Annotated[int, Refers("seat")]
Units = tuple[Unit, ...]
Cells = tuple[Cell, ...]
PerUnit = Annotated[T, Each("unit")]
PerCell = Annotated[T, Each("cell")]
PerSide = Annotated[T, Each("side")]
CellSides = Annotated[bytearray, Each("cell", "side")]
Kept = Annotated[T, Kind("kept")]
Fresh = Annotated[T, Kind("fresh")]
Fixed = Annotated[T, Kind("fixed")]


class Field(msgspec.Struct, frozen=True):
    """A declared field of a position."""

    name: str
    hint: object  # its type, with what it refers to
    kind: str  # state, kept, fresh or fixed
    base: type  # list, bytearray, dict, int ...

    def mark(self, kind: type[T]) -> T | None:
        """What the annotation says of the field in some respect."""
        return next((mark for mark in marks(self.hint) if isinstance(mark, kind)), None)

    @property
    def copied(self) -> bool:
        return self.base in (list, bytearray)

    @property
    def table(self) -> bool:
        """A list of rows that change: each is copied."""
        return get_args(bare(self.hint)) in ((list,), (bytearray,))


def marks(hint: object) -> tuple[object, ...]:
    return get_args(hint)[1:] if get_origin(hint) is Annotated else ()


def bare(hint: object) -> object:
    """A type without what is said about it."""
    return get_args(hint)[0] if get_origin(hint) is Annotated else hint


@cache
def hints(kind: type) -> dict[str, object]:
    """The types of a class's fields, with what they refer to, in the order of their last declaration."""
    from .components import Components
    from .decisions import Decision

    resolved = get_type_hints(kind, localns={"Components": Components, "Decision": Decision}, include_extras=True)
    found: dict[str, object] = {}
    for owner in reversed(kind.__mro__):
        for name in get_annotations(owner):
            found.pop(name, None)
            if get_origin(resolved[name]) is not ClassVar:
                found[name] = resolved[name]
    return found


_declared: dict[type, tuple[Field, ...]] = {}


def fields(kind: type) -> tuple[Field, ...]:
    """Every declared field of a position: the copied ones first, each group in the order of declaration."""
    if kind not in _declared:
        _declared[kind] = tuple(sorted(_fields(kind), key=lambda field: not field.copied))
    return _declared[kind]


def _fields(kind: type) -> list[Field]:
    found = []
    for name, hint in hints(kind).items():
        said = [mark for mark in marks(hint) if isinstance(mark, Kind)]
        plain = bare(hint)
        base = get_origin(plain) or plain
        found.append(Field(name, hint, said[0].name if said else "state", base if isinstance(base, type) else object))
    return found


# ------------------------------------------------------------------------------------------------ checking

def faults(value: object, hint: object, sizes: Mapping[str, int], where: str) -> Iterator[str]:
    """What is wrong with a value: numbers that stand for nothing, rows of the wrong length."""
    for mark in marks(hint):
        if isinstance(mark, Refers) and not (isinstance(value, int) and 0 <= value < sizes[mark.to]):
            yield f"{where} names {mark.to} {value}, which there is not"
        elif isinstance(mark, Each) and isinstance(value, Sequence):
            yield from _row_faults(value, mark, sizes, where)
        elif isinstance(mark, msgspec.Meta) and isinstance(value, int) and not _within(value, mark):
            yield f"{where} is {value}; it may be from {mark.ge} to {mark.le}"
    plain = bare(hint)
    origin, inner = get_origin(plain), get_args(plain)
    if origin in (Union, types.UnionType):
        for choice in inner:
            if isinstance(choice, type) and isinstance(value, choice):
                yield from faults(value, choice, sizes, where)
    elif origin in (tuple, list) and isinstance(value, (tuple, list)) and inner:
        every = len(inner) == 1 or inner[-1] is Ellipsis
        for number, one in enumerate(value):
            yield from faults(one, inner[0] if every else inner[number], sizes, where)
    elif isinstance(value, msgspec.Struct):
        for name, below in hints(value.__class__).items():
            yield from faults(getattr(value, name), below, sizes, f"{where}.{name}" if where else name)


def _row_faults(row: Sequence[object], mark: Each, sizes: Mapping[str, int], where: str) -> Iterator[str]:
    if len(row) != sizes[mark.of]:
        yield f"{where} has {len(row)} entries for {sizes[mark.of]} of {mark.of}"
    if mark.holds:
        most = sizes[mark.holds]
        for one in row:
            if not (isinstance(one, int) and 0 <= one < most):
                yield f"{where} names {mark.holds} {one}, which there is not"


def _within(value: int, bounds: msgspec.Meta) -> bool:
    low, high = bounds.ge, bounds.le
    return (low is None or value >= low) and (high is None or value <= high)


def units_named(value: object, hint: object) -> Iterator[int]:
    """Every counter that a value speaks of."""
    if any(isinstance(mark, Refers) and mark.to == "unit" for mark in marks(hint)) and isinstance(value, int):
        yield value
    plain = bare(hint)
    inner = get_args(plain)
    if isinstance(value, msgspec.Struct):
        for name, below in hints(value.__class__).items():
            yield from units_named(getattr(value, name), below)
    elif isinstance(value, (tuple, list)) and inner:
        every = len(inner) == 1 or inner[-1] is Ellipsis
        for number, one in enumerate(value):
            yield from units_named(one, inner[0] if every else inner[number])
