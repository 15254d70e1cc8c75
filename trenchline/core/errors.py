"""The errors of Trenchline: each says what is wrong, where, and which case of the rules it breaks."""

from __future__ import annotations

from collections.abc import Iterable


class TrenchlineError(Exception):
    """Anything a user can mend; its text is one sentence fit to be shown."""


class DataError(TrenchlineError):
    """A data file is wrong: file, line and column where they are known."""

    def __init__(self, what: str, file: object = "", line: int = 0, column: str = "") -> None:
        self.what, self.file, self.line, self.column = what, str(file), line, column
        where = ", ".join(p for p in (self.file, f"line {line}" if line else "", f"column {column}" if column else "") if p)
        super().__init__(f"{where}: {what}" if where else what)


class NotationError(TrenchlineError):
    """A position, match, save or action text cannot be read."""

    def __init__(self, what: str, line: int = 0) -> None:
        self.what, self.line = what, line
        super().__init__(f"line {line}: {what}" if line else what)


class IllegalAction(TrenchlineError):
    """The rules forbid the action: the reason, and the cases it rests on."""

    def __init__(self, reason: str, cases: Iterable[str] = ()) -> None:
        self.reason, self.cases = reason, tuple(cases)
        super().__init__(f"{reason} ({', '.join(self.cases)})" if self.cases else reason)
