"""What helps a reader: what counters and map say, the words of the game, and how we rule where the rules are silent."""

from __future__ import annotations

from pathlib import Path

import msgspec

from .errors import DataError
from .files import DataFolder, Strict, read_csv, read_toml


class Word(msgspec.Struct, frozen=True, omit_defaults=True):
    """A word, what it means in our words, and its case; `also` are other forms of the word."""

    word: str
    about: str
    case: str
    also: tuple[str, ...] = ()


class CounterAnatomy(msgspec.Struct, frozen=True):
    """What the numbers along the bottom of some kinds of counter mean, in their order."""

    kinds: tuple[str, ...]
    numbers: tuple[Word, ...]


class Ruling(msgspec.Struct, frozen=True):
    """How we read what the rules leave open, with the cases it is about."""

    id: str
    title: str
    cases: tuple[str, ...]
    question: str
    ruling: str
    why: str


class Reference(msgspec.Struct, frozen=True):
    """All of it, for one game."""

    counters: tuple[CounterAnatomy, ...] = ()
    states: tuple[Word, ...] = ()
    ground: tuple[Word, ...] = ()
    markers: tuple[Word, ...] = ()
    terms: tuple[Word, ...] = ()
    rulings: tuple[Ruling, ...] = ()


Line = tuple[str, str, str]  # word|other forms, meaning, case


class _Lists(Strict):
    states: list[Line]
    ground: list[Line]
    markers: list[Line]
    terms: list[Line]


class _Counters(Strict):
    kinds: list[str]
    numbers: list[Line]


class _ReferenceFile(Strict):
    counters: list[_Counters]
    lists: _Lists


def read_reference(folder: DataFolder) -> Reference:
    """From `reference.toml` and `rulings.csv`; a game need have neither."""
    rulings = tuple(_rulings(folder.file("rulings.csv")))
    file = folder.file("reference.toml")
    if not file.exists():
        return Reference(rulings=rulings)
    data = read_toml(file, _ReferenceFile)
    counters = tuple(CounterAnatomy(tuple(c.kinds), _entries(c.numbers)) for c in data.counters)
    lists = data.lists
    return Reference(
        counters, _entries(lists.states), _entries(lists.ground), _entries(lists.markers), _entries(lists.terms), rulings
    )


def _entries(lines: list[Line]) -> tuple[Word, ...]:
    found = []
    for words, about, case in lines:
        word, *also = words.split("|")
        found.append(Word(word, about, case, tuple(also)))
    return tuple(found)


def _rulings(file: Path) -> list[Ruling]:
    if not file.exists():
        return []
    found = []
    for line, row in read_csv(file):
        try:
            cases = tuple(row["cases"].split())
            found.append(Ruling(row["id"], row["title"], cases, row["question"], row["ruling"], row["why"]))
        except KeyError as missing:
            raise DataError("the column is missing", file, line, str(missing)) from None
    return found
