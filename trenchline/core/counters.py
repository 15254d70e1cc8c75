"""Counters: what is printed on them, and where each of them is.

A counter is a small integer into the set; a place is a small integer too: the cells of the board first, then the
named boxes beside it (pools, tracks, eliminated, not yet arrived). Every counter is in exactly one place.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from .errors import DataError
from .files import read_csv

ID = re.compile(r"[\w./]+")
WHOLE = re.compile(r"[0-9]+")
PRINTED = ("id", "nation", "kind", "size", "corps", "division", "name", "steps", "provenance")


class Counter(msgspec.Struct, frozen=True):
    """One counter: who and what it is, its printed values by name, and where each value comes from."""

    id: str
    name: str
    nation: str
    kind: str
    size: str
    corps: str
    division: str
    steps: int
    values: dict[str, str]
    provenance: dict[str, str]

    def number(self, value: str) -> int:
        """A printed value as a number; what is not printed counts 0."""
        text = self.values.get(value, "")
        return int(text) if WHOLE.fullmatch(text) else 0

    def source(self, value: str) -> str:
        """Where a value comes from: a case of the rulebook, `inferred` or `reconstructed`."""
        return self.provenance.get(value, self.provenance.get("*", ""))


class CounterSet:
    """All counters of a game, in the order of the file."""

    def __init__(self, counters: Sequence[Counter]) -> None:
        self.counters = list(counters)
        self.ids = [c.id for c in counters]
        self.index = {c.id: i for i, c in enumerate(counters)}

    def __len__(self) -> int:
        return len(self.counters)

    def __getitem__(self, counter: int) -> Counter:
        return self.counters[counter]

    def column(self, value: str) -> list[int]:
        """A printed value of every counter."""
        return [c.number(value) for c in self.counters]

    def where(self, **printed: str) -> tuple[int, ...]:
        """The counters whose printed fields are as named."""
        return tuple(i for i, c in enumerate(self.counters) if all(getattr(c, k) == v for k, v in printed.items()))


def load_counters(file: Path, nations: Sequence[str], kinds: Sequence[str], numbers: Sequence[str]) -> CounterSet:
    """The counters of a CSV file. `numbers` are the value columns; each value must say where it comes from."""
    counters: list[Counter] = []
    lines: dict[str, int] = {}
    for line, row in read_csv(file):
        for column in (*PRINTED, *numbers):
            if column not in row:
                raise DataError("the column is missing", file, 1, column)
        if not ID.fullmatch(row["id"]):
            raise DataError(f"{row['id']!r} cannot be a counter's id: letters, digits, dots and strokes", file, line, "id")
        name = row["id"].lower()  # the notation does not look at capitals
        if name in lines:
            raise DataError(f"counter {row['id']} stands in line {lines[name]} already", file, line, "id")
        lines[name] = line
        for column, known in (("nation", nations), ("kind", kinds)):
            if row[column] not in known:
                raise DataError(f"{row[column]!r} is none of {', '.join(known)}", file, line, column)
        for column in ("steps", *numbers):
            if row[column] and not WHOLE.fullmatch(row[column]) and column != "range":
                raise DataError(f"{row[column]!r} is not a whole number", file, line, column)
        if row["steps"] not in ("1", "2", "3", "4"):
            raise DataError(f"a counter has 1 to 4 steps, not {row['steps']!r}", file, line, "steps")
        counters.append(
            Counter(
                row["id"],
                row["name"],
                row["nation"],
                row["kind"],
                row["size"],
                row["corps"],
                row["division"],
                int(row["steps"]),
                {c: row[c] for c in row if c not in PRINTED and row[c]},
                _provenance(row, numbers, file, line),
            )
        )
    return CounterSet(counters)


def _provenance(row: Mapping[str, str], numbers: Sequence[str], file: Path, line: int) -> dict[str, str]:
    """`*=reconstructed morale=7.11`: the source of all values, then of single ones."""
    found = {}
    for word in row["provenance"].split():
        value, equals, source = word.partition("=")
        if not equals or value not in ("*", "steps", *numbers):
            raise DataError(f"{word!r} is not of the form value=source", file, line, "provenance")
        found[value] = source
    if "*" not in found and any(row[n] and n not in found for n in numbers):
        raise DataError("some values have no source", file, line, "provenance")
    return found
