"""Reading data files: every fault is told with file, line and column, or the path to the entry."""

from __future__ import annotations

import csv
import tomllib
from pathlib import Path
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


class ScenarioSpec(Titled):
    id: str
    summary: str


class OptionSpec(Titled):
    default: bool
    favours: str
    summary: str


class TurnSpec(Strict):
    date: str


Scenario = TypeVar("Scenario", bound=ScenarioSpec)
Turn = TypeVar("Turn", bound=TurnSpec)


class ScenarioFile(Strict, Generic[Scenario, Turn]):
    """What every game's `scenarios.toml` has."""

    scenario: list[Scenario]
    options: dict[str, OptionSpec]
    turn: list[Turn]


def read_toml(file: Path, kind: type[T]) -> T:
    """A TOML file as a struct; a missing, surplus or ill-typed entry is named."""
    try:
        return msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), type=kind)
    except FileNotFoundError:
        raise DataError("the file is missing", file) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
        raise DataError(f"not valid TOML: {fault}", file) from None
    except msgspec.ValidationError as fault:
        raise DataError(str(fault), file) from None


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
    """A game's data files, overlaid by those of a data pack where it has its own."""

    def __init__(self, folder: Path, pack: Path | None = None) -> None:
        if pack is not None and not pack.is_dir():
            raise DataError("the data pack is not a folder", pack)
        self.folder, self.pack = folder, pack
        if pack is not None:
            known = {f.name for f in folder.iterdir()}
            strangers = sorted(f.name for f in pack.iterdir() if f.suffix in (".csv", ".toml") and f.name not in known)
            if strangers:
                raise DataError(f"the game has no data file {strangers[0]}; it has {', '.join(sorted(known))}", pack)

    def file(self, name: str) -> Path:
        """Where a data file is read from."""
        if self.pack is not None and (self.pack / name).exists():
            return self.pack / name
        return self.folder / name
