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
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from inspect import get_annotations
from typing import Annotated, Any, ClassVar, TypeVar, Union, get_args, get_origin, get_type_hints

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

    def annotation(self, kind: type[T]) -> T | None:
        """What the annotation says of the field in some respect."""
        return next((found for found in metadata(self.hint) if isinstance(found, kind)), None)

    @property
    def copied(self) -> bool:
        return self.base in (list, bytearray)

    @property
    def table(self) -> bool:
        """A list of rows that change: each is copied."""
        inner = get_args(bare(self.hint))
        return self.base is list and bool(inner) and (get_origin(bare(inner[0])) or bare(inner[0])) in (list, bytearray)


def metadata(hint: object) -> tuple[object, ...]:
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
        said = [mark for mark in metadata(hint) if isinstance(mark, Kind)]
        plain = bare(hint)
        base = get_origin(plain) or plain
        found.append(Field(name, hint, said[0].name if said else "state", base if isinstance(base, type) else object))
    return found


# ------------------------------------------------------------------------------------------------ checking

Sizes = Mapping[str, int]
Check = Callable[[Any, Sizes, str], Iterator[str]]


def faults(value: object, hint: object, sizes: Sizes, where: str) -> Iterator[str]:
    """What is wrong with a value: numbers that stand for nothing, rows of the wrong length."""
    check = checker(hint)
    return check(value, sizes, where) if check else iter(())


@cache
def checker(hint: object) -> Check | None:
    """How values of a type are checked; None where there is nothing to check. Worked out once for each type."""
    checks = [check for check in (*map(_mark_check, metadata(hint)), _inner_check(bare(hint))) if check]
    if len(checks) < 2:
        return checks[0] if checks else None

    def every(value: Any, sizes: Sizes, where: str) -> Iterator[str]:
        for check in checks:
            yield from check(value, sizes, where)

    return every


def _mark_check(mark: object) -> Check | None:
    if isinstance(mark, Refers):
        to = mark.to
        return lambda value, sizes, where: _number_faults((value,), sizes[to], to, where)
    if isinstance(mark, Each):
        return lambda value, sizes, where: _row_faults(value, mark, sizes, where)
    if isinstance(mark, msgspec.Meta):
        return lambda value, sizes, where: _bound_faults(value, mark, where)
    return None


def _inner_check(plain: object) -> Check | None:
    """What the parts of a value are checked by."""
    origin, inner = get_origin(plain), get_args(plain)
    kind = origin or plain
    if origin in (Union, types.UnionType) or (isinstance(kind, type) and issubclass(kind, msgspec.Struct)):
        return _struct_faults
    if origin not in (tuple, list) or not inner:
        return None
    if len(inner) > 1 and inner[-1] is not Ellipsis:
        parts = [checker(part) for part in inner]
        return lambda value, sizes, where: (
            fault for part, one in zip(parts, value, strict=True) if part for fault in part(one, sizes, where)
        )
    refers = [mark.to for mark in metadata(inner[0]) if isinstance(mark, Refers)]
    if refers:
        return lambda value, sizes, where: _number_faults(value, sizes[refers[0]], refers[0], where)
    each = checker(inner[0])
    return each and (lambda value, sizes, where: (fault for one in value for fault in each(one, sizes, where)))


def _struct_faults(value: Any, sizes: Sizes, where: str) -> Iterator[str]:
    if isinstance(value, msgspec.Struct):
        for name, check in _field_checks(value.__class__):
            yield from check(getattr(value, name), sizes, f"{where}.{name}")


@cache
def _field_checks(kind: type) -> list[tuple[str, Check]]:
    found = [(name, checker(hint)) for name, hint in hints(kind).items()]
    return [(name, check) for name, check in found if check]


def _number_faults(row: Sequence[int], size: int, to: str, where: str) -> Iterator[str]:
    if row and not (min(row) >= 0 and max(row) < size):
        wrong = next(one for one in row if not 0 <= one < size)
        yield f"{where} names {to} {wrong}, which there is not"


def _row_faults(row: Sequence[int], mark: Each, sizes: Sizes, where: str) -> Iterator[str]:
    if len(row) != sizes[mark.of]:
        yield f"{where} has {len(row)} entries for {sizes[mark.of]} of {mark.of}"
    if mark.holds:
        yield from _number_faults(row, sizes[mark.holds], mark.holds, where)


def _bound_faults(value: object, bounds: msgspec.Meta, where: str) -> Iterator[str]:
    low, high = bounds.ge, bounds.le
    if isinstance(value, int) and ((low is not None and value < low) or (high is not None and value > high)):
        yield f"{where} is {value}; it may be from {low} to {high}"


def units_named(value: object, hint: object) -> Iterator[int]:
    """Every counter that a value speaks of."""
    if any(isinstance(mark, Refers) and mark.to == "unit" for mark in metadata(hint)) and isinstance(value, int):
        yield value
    inner = get_args(bare(hint))
    if isinstance(value, msgspec.Struct):
        for name, below in hints(value.__class__).items():
            yield from units_named(getattr(value, name), below)
    elif isinstance(value, (tuple, list)) and inner:
        every = len(inner) == 1 or inner[-1] is Ellipsis
        for number, one in enumerate(value):
            yield from units_named(one, inner[0] if every else inner[number])
