"""How a player wants to be told of his turns, and when: a while after they begin, not at night, or once a day."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Annotated
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec

from . import errors
from .outgoing import Target, allowed_networks

Hour = Annotated[str, msgspec.Meta(pattern=r"^$|^([01][0-9]|2[0-3]):[0-5][0-9]$")]  # 22:30, or none
LONGEST_DELAY = 24 * 60  # minutes


class Telling(msgspec.Struct, frozen=True):
    """What a player has chosen. An hour is one of his own time zone, or empty for none."""

    minutes: Annotated[int, msgspec.Meta(ge=0, le=LONGEST_DELAY)] | None = None  # he may be away; else what the host has chosen
    quiet_from: Hour = ""
    quiet_until: Hour = ""
    zone: Annotated[str, msgspec.Meta(max_length=60)] = "UTC"
    daily: Hour = ""  # all that waits in one message, at this hour
    mail: bool = False  # to the address of his account
    webhook: Annotated[str, msgspec.Meta(max_length=500)] = ""
    since: str = ""  # when mail or webhook were chosen: an older link to stop them is void

    def when(self, begun: datetime, patience: float) -> datetime:
        """When to tell of something; `patience` is how many seconds a player may be away who has not chosen."""
        delay = patience if self.minutes is None else 60.0 * self.minutes
        at = (begun + timedelta(seconds=delay)).astimezone(zone_of(self.zone))
        if self.daily:
            return _next(at, self.daily)
        if self.quiet_from and self.quiet_until and self._is_quiet(f"{at:%H:%M}"):
            return _next(at, self.quiet_until)
        return at.astimezone(UTC)

    def _is_quiet(self, hour: str) -> bool:
        if self.quiet_from <= self.quiet_until:
            return self.quiet_from <= hour < self.quiet_until
        return hour >= self.quiet_from or hour < self.quiet_until

    def checked(self) -> Telling:
        """The same. Raises Refused for a time zone or a webhook that is none."""
        try:
            ZoneInfo(self.zone)
        except (ZoneInfoNotFoundError, ValueError, OSError):
            raise errors.malformed(f"zone: this server knows no time zone {self.zone!r}") from None
        if self.webhook:
            try:
                Target(self.webhook, allowed_networks())
            except ValueError as fault:
                raise errors.malformed(f"webhook: {fault}") from None
        return self


def zone_of(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):  # another version of the system's list had it
        return ZoneInfo("UTC")


def _next(at: datetime, hour: str) -> datetime:
    """The next time a clock on the wall shows an hour. What a change of the clock leaves out comes as much later."""
    clock = {"hour": int(hour[:2]), "minute": int(hour[3:]), "second": 0, "microsecond": 0}
    day = at
    while (found := day.replace(**clock, fold=0).astimezone(UTC)) < at:  # type: ignore[arg-type]
        day += timedelta(days=1)
    return found


def read_telling(text: str) -> Telling:
    return msgspec.json.decode(text, type=Telling) if text else Telling()


msgspec.json.Decoder(Telling)  # learnt here, not by two threads at once
