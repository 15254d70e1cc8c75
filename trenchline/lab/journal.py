"""The finished games of a run, on disk one by one: whatever ends the run, `--resume` goes on after them.

`games.jsonl` in the run's folder: a line that says what is played, then a line for each game in the order they ended.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import msgspec

from .. import TrenchlineError
from .simulate import GameResult

FILE = "games.jsonl"


class Head(msgspec.Struct, frozen=True):
    """The first line: what is played, by which rules, and how many games it is in all."""

    what: Any
    rules: int
    games: int


class Ended(msgspec.Struct, frozen=True):
    """A finished game: who played it, how it ended, and how long the run had taken by then."""

    sides: tuple[str, ...]
    result: GameResult
    seconds: float


class Journal:
    """The games of a run that are on disk, and the file that takes more of them."""

    def __init__(self, folder: Path, what: object, rules: int, games: int, resume: bool) -> None:
        """`what` and the version of the rules settle the games: who goes on with a run must mean the same one."""
        self.folder, self.ended = folder, list[Ended]()
        self._file = folder / FILE
        head = Head(what, rules, games)
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as fault:
            raise TrenchlineError(f"the folder {str(folder)!r} cannot be made: {fault.strerror}; give another --out") from None
        whole = self._read(head, resume)
        self._lines = self._file.open("r+b" if whole else "wb")
        self._lines.truncate(whole)
        self._lines.seek(whole)
        if not whole:
            self._write(msgspec.json.encode(head))

    def _read(self, head: Head, resume: bool) -> int:
        """Take up what is there; how many bytes of it are whole: the last line may have been cut off."""
        text = self._file.read_bytes() if self._file.exists() else b""
        text = text[: text.rfind(b"\n") + 1]
        if not text:
            return 0
        first, *others = text.splitlines()
        try:
            there = msgspec.json.decode(first, type=Head)
            ended = [msgspec.json.decode(line, type=Ended) for line in others]
        except msgspec.MsgspecError as fault:
            raise TrenchlineError(f"{self._file} is not the record of a run ({fault}): give another --out") from None
        if resume:
            if there != msgspec.json.decode(msgspec.json.encode(head), type=Head):
                raise TrenchlineError(f"{self.folder} holds another run, which --resume must name again: {_words(there)}")
            self.ended = ended
            return len(text)
        if len(ended) < there.games:
            raise TrenchlineError(
                f"{self.folder} holds {len(ended)} of the {there.games} games of a run that was stopped: "
                "--resume goes on with it, another --out leaves it alone"
            )
        return 0

    @property
    def seconds(self) -> float:
        """How long the run has taken up to the last game on disk."""
        return max((ended.seconds for ended in self.ended), default=0.0)

    def add(self, ended: Ended) -> None:
        """Keep a game. It is on disk when this returns: its save first, then its line."""
        result = ended.result
        if result.saved:
            keep_match(self.folder, result)
            ended = msgspec.structs.replace(ended, result=msgspec.structs.replace(result, saved=""))
        self._write(msgspec.json.encode(ended))
        self.ended.append(ended)

    def _write(self, line: bytes) -> None:
        self._lines.write(line + b"\n")
        self._lines.flush()
        os.fsync(self._lines.fileno())

    def close(self) -> None:
        self._lines.close()


def keep_match(folder: Path, result: GameResult) -> None:
    """The save of a game, under `matches/`: whole or not at all."""
    (folder / "matches").mkdir(parents=True, exist_ok=True)
    file = folder / "matches" / f"{result.game:06}.json"
    half = file.with_suffix(".part")
    half.write_text(result.saved, encoding="utf-8")
    half.replace(file)


def _words(head: Head) -> str:
    return f"{msgspec.json.encode(head.what).decode()}, by version {head.rules} of the rules"
