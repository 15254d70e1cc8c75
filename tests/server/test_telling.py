"""When a player is told: a while after his turn begins, not at night, once a day; by the clock on his wall."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from trenchline.server.errors import Refused
from trenchline.server.telling import Telling

NIGHT = {"quiet_from": "22:00", "quiet_until": "07:30"}


def told(begun: str, patience: float = 60, **chosen: object) -> str:
    """When, in UTC."""
    at = Telling(**chosen).when(datetime.fromisoformat(begun).replace(tzinfo=UTC), patience)
    return f"{at:%Y-%m-%d %H:%M}"


@pytest.mark.parametrize(
    ("begun", "chosen", "when"),
    [
        ("2026-03-02 12:00", {}, "2026-03-02 12:01"),
        ("2026-03-02 12:00", {"minutes": 0}, "2026-03-02 12:00"),
        ("2026-03-02 12:00", {"minutes": 90}, "2026-03-02 13:30"),
        ("2026-03-02 21:00", NIGHT, "2026-03-02 21:01"),
        ("2026-03-02 21:59", NIGHT, "2026-03-03 07:30"),  # his delay ends at night
        ("2026-03-02 03:00", NIGHT, "2026-03-02 07:30"),
        ("2026-03-02 21:30", NIGHT | {"zone": "Europe/Berlin"}, "2026-03-03 06:30"),
        ("2026-03-02 12:00", {"quiet_from": "09:00", "quiet_until": "17:00"}, "2026-03-02 17:00"),
        ("2026-03-02 12:00", {"daily": "08:00"}, "2026-03-03 08:00"),
        ("2026-03-02 12:00", {"daily": "19:00", "zone": "America/New_York"}, "2026-03-03 00:00"),
        ("2026-03-02 12:00", {"daily": "08:00"} | NIGHT, "2026-03-03 08:00"),
        # clocks go forward on 29 March 2026 in Berlin, from two to three, and back on 25 October, from three to two
        ("2026-03-28 22:00", NIGHT | {"zone": "Europe/Berlin"}, "2026-03-29 05:30"),
        ("2026-03-28 12:00", {"daily": "02:30", "zone": "Europe/Berlin"}, "2026-03-29 01:30"),
        ("2026-10-24 12:00", {"daily": "02:30", "zone": "Europe/Berlin"}, "2026-10-25 00:30"),
        ("2026-10-25 00:30", {"daily": "02:30", "zone": "Europe/Berlin", "minutes": 1}, "2026-10-26 01:30"),
        ("2026-03-02 12:00", NIGHT | {"zone": "Pacific/Kiritimati"}, "2026-03-02 17:30"),
    ],
)
def test_when_a_player_is_told(begun, chosen, when):
    assert told(begun, **chosen) == when


@pytest.mark.parametrize("zone", ["Nowhere/At_All", "../../etc/passwd", "/etc/passwd", "", "a\0b", "Europe"])
def test_a_time_zone_that_is_none_is_refused(zone):
    with pytest.raises(Refused, match="zone"):
        Telling(zone=zone).checked()


def test_a_zone_that_the_system_has_lost_is_no_reason_to_tell_nobody():
    assert told("2026-03-02 12:00", daily="13:00", zone="Gone/Away") == "2026-03-02 13:00"
