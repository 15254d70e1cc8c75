"""Reading data files: every fault is told with file, line and column, or the path to the entry."""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Mapping
from pathlib import Path
from threading import Lock
from typing import Generic, TypeVar

import msgspec

from .errors import DataError

T = TypeVar("T")


class Strict(msgspec.Struct, forbid_unknown_fields=True):
    """A table of a data file in which every entry must be known."""


class Titled(Strict):
    """A chart, or a line of one, with the case it stands on."""

    title: str
    source: str


class ScenarioSpec(Titled, kw_only=True):
    id: str
    summary: str
    goals: dict[str, list[str]] = {}  # of each side, where they are not those of the game


class OptionSpec(Titled):
    default: bool
    favours: str
    summary: str


class TurnSpec(Strict):
    date: str


Scenario = TypeVar("Scenario", bound=ScenarioSpec)
Turn = TypeVar("Turn", bound=TurnSpec)


class ScenarioFile(Strict, Generic[Scenario, Turn], kw_only=True):
    """What every game's `scenarios.toml` has."""

    scenario: list[Scenario]
    options: dict[str, OptionSpec]
    turn: list[Turn]
    goals: dict[str, list[str]] = {}  # what each side wants, in sentences


def read_toml(file: Path, kind: type[T]) -> T:
    """A TOML file as a struct; a missing, surplus or ill-typed entry is named."""
    return TomlFile(file).read(kind)


Entries = dict[str, object]

LEARNING = Lock()  # msgspec 0.22 crashes the process if two threads make it learn the same struct at once


class TomlFile:
    """A TOML file, or several laid over each other: tables are joined, any other entry takes the place of the one below."""

    def __init__(self, *files: Path) -> None:
        self.files = files
        self._layers = [_entries(file) for file in files]

    def read(self, kind: type[T]) -> T:
        """The entries as a struct; one that is missing, surplus or ill-typed is named with the file it stands in."""
        entries: Entries = {}
        before = ""
        for layer in self._layers[:-1]:
            entries = _laid_over(entries, layer)
            before = before or _misfit(entries, kind)
        entries = _laid_over(entries, self._layers[-1])
        try:
            return _converted(entries, kind)
        except msgspec.ValidationError as fault:
            # What is wrong without the last file already is not that file's fault.
            raise DataError(str(fault), self.files[0] if str(fault) == before else self.files[-1]) from None

    def place(self, *entry: str) -> int:
        """Which of the files says an entry, by number; or, where none does, which begins the table that should hold it."""
        said = [n for n, layer in enumerate(self._layers) if _has(layer, entry)]
        if said:
            return said[-1]
        begun = [n for n, layer in enumerate(self._layers) if _has(layer, entry[:-1])]
        return begun[0] if begun else len(self.files) - 1

    def fault(self, what: str, *entry: str) -> DataError:
        """The error that an entry is wrong or missing, with the file where it is to be mended."""
        return DataError(what, self.files[self.place(*entry)])


def _entries(file: Path) -> Entries:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise DataError("the file is missing", file) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
        raise DataError(f"not valid TOML: {fault}", file) from None
    except RecursionError:
        raise DataError("not valid TOML: it is nested too deeply", file) from None


def _laid_over(below: Mapping[str, object], above: Mapping[str, object]) -> Entries:
    joined = dict(below)
    for name, entry in above.items():
        under = joined.get(name)
        joined[name] = _laid_over(under, entry) if isinstance(under, dict) and isinstance(entry, dict) else entry
    return joined


def _converted(entries: Entries, kind: type[T]) -> T:
    with LEARNING:
        return msgspec.convert(entries, type=kind)


def _misfit(entries: Entries, kind: type[T]) -> str:
    try:
        _converted(entries, kind)
    except msgspec.ValidationError as fault:
        return str(fault)
    return ""


def _has(entries: object, path: tuple[str, ...]) -> bool:
    for name in path:
        if not isinstance(entries, dict) or name not in entries:
            return False
        entries = entries[name]
    return True


def read_csv(file: Path) -> list[tuple[int, dict[str, str]]]:
    """The rows of a CSV file with their line numbers; a row with too few or too many fields is refused."""
    try:
        text = file.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise DataError("the file is missing", file) from None
    except UnicodeDecodeError as fault:
        raise DataError(f"not UTF-8 text: {fault}", file) from None
    reader = csv.reader(text.splitlines())
    header = next(reader, None)
    if not header:
        raise DataError("the file is empty", file)
    twice = [name for name in header if header.count(name) > 1]
    if twice:
        raise DataError("the column stands twice", file, 1, twice[0])
    rows = []
    for fields in reader:
        if len(fields) != len(header):
            raise DataError(f"{len(fields)} fields, but the header has {len(header)}", file, reader.line_num)
        rows.append((reader.line_num, dict(zip(header, fields, strict=True))))
    return rows


class Rule(msgspec.Struct, frozen=True):
    """A case of the rules in our own words."""

    case: str
    title: str
    kind: str
    summary: str


def read_rules(file: Path) -> list[Rule]:
    """The rules in short, from `rules.csv`."""
    rows = read_csv(file)
    for column in Rule.__struct_fields__:
        if rows and column not in rows[0][1]:
            raise DataError("the column is missing", file, 1, column)
    return [Rule(row["case"], row["title"], row["kind"], row["summary"]) for _, row in rows]


class DataFolder:
    """Where a game's data files are found: in a data pack, else in the game's folder, else in that of its series."""

    def __init__(self, folder: Path, pack: Path | None = None, series: Path | None = None) -> None:
        if pack is not None and not pack.is_dir():
            raise DataError("the data pack is not a folder", pack)
        self.folder, self.pack, self.series = folder, pack, series
        if pack is not None:
            known = {f.name for own in (folder, series) if own is not None for f in own.iterdir()}
            strangers = sorted(f.name for f in pack.iterdir() if f.suffix in (".csv", ".toml") and f.name not in known)
            if strangers:
                raise DataError(f"the game has no data file {strangers[0]}; it has {', '.join(sorted(known))}", pack)

    def file(self, name: str) -> Path:
        """Where a data file is read from."""
        if self.pack is not None and (self.pack / name).exists():
            return self.pack / name
        if self.series is not None and not (self.folder / name).exists() and (self.series / name).exists():
            return self.series / name
        return self.folder / name

    def toml(self, name: str) -> TomlFile:
        """A TOML file, laid over the series' file of that name: the game says only what it has otherwise."""
        file = self.file(name)
        below = self.series / name if self.series is not None else file
        return TomlFile(below, file) if below != file and below.exists() else TomlFile(file)
