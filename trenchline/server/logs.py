"""The log: text for people or JSON for programs. Keys never get into it, and nothing floods it."""

from __future__ import annotations

import logging
import re
import sys
import time
from datetime import UTC, datetime

import msgspec

KEY = re.compile(r"(?<![\w-])(?:(?=[\w-]*[A-Z])(?=[\w-]*[a-z])[\w-]{32,}|[0-9a-f]{64})(?![\w-])|(?<=://)[^/\s@]+(?=@)")
SAME_A_MINUTE = 10  # messages of one kind; the rest are counted


def without_keys(text: str) -> str:
    """
    >>> without_keys("table x7 refused IbZ3kq0Yd8eRtyUiOpAsDfGhJkLzXcVb at postgresql://club:secret@db/club")
    'table x7 refused (key) at postgresql://(key)@db/club'
    """
    return KEY.sub("(key)", text)


class Text(logging.Formatter):
    """A line for people."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        return without_keys(super().format(record))


class Json(logging.Formatter):
    """An object on a line, with the fields of the call in an access line."""

    def format(self, record: logging.LogRecord) -> str:
        entry: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "text": without_keys(record.getMessage()),
            **getattr(record, "fields", {}),
        }
        if record.exc_info:
            entry["trace"] = without_keys(self.formatException(record.exc_info))
        return msgspec.json.encode(entry).decode()


class NoFlood(logging.Filter):
    """Lets so many messages of one kind pass in a minute, and says then how many more there were."""

    def __init__(self) -> None:
        super().__init__()
        self._seen: dict[str, tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno < logging.WARNING:
            return True
        kind = f"{record.name} {record.msg}"
        now = time.monotonic()
        began, count = self._seen.get(kind, (now, 0))
        if now - began > 60:
            if count > SAME_A_MINUTE:
                record.msg = f"{record.msg} (and {count - SAME_A_MINUTE} more like it before)"
            began, count = now, 0
        self._seen[kind] = began, count + 1
        return count < SAME_A_MINUTE


def begin(style: str) -> None:
    """Write the log to the error channel: warnings as text, or every call as JSON."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Json() if style == "json" else Text())
    handler.addFilter(NoFlood())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("trenchline").setLevel(logging.INFO if style == "json" else logging.WARNING)
