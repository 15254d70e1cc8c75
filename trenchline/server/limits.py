"""Named limits: how much and how often. A busy site can raise those that are read from the environment."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from ..core.errors import TrenchlineError

BODY = 512 * 1024  # bytes of a request
LONGEST_MATCH = 50_000  # actions and dice; the longest campaigns have some thirty thousand
UPLOAD = 256 * 1024 + 32 * LONGEST_MATCH  # bytes of a request with a save: the opening, and so much for each action
CHAT = 500  # characters
NAME = 40
NOTES = 20_000
MY_TABLES = 200  # keys in one look at "my tables"
TABLES_PER_MINUTE = int(os.environ.get("TRENCHLINE_TABLES_PER_MINUTE", "30"))  # new tables from one address
SEATS_PER_MINUTE = int(os.environ.get("TRENCHLINE_SEATS_PER_MINUTE", "6"))  # taken at open tables from one address
OPEN_TABLES = 50  # in the list
OPEN_DAYS = 3  # after which a table that nobody has touched is listed no more
CALLS_PER_SECOND = int(os.environ.get("TRENCHLINE_CALLS_PER_SECOND", "100"))  # on the average, from one address
BURST = 4 * CALLS_PER_SECOND
BOT_PROCESSES = int(os.environ.get("TRENCHLINE_BOT_PROCESSES", "0")) or max(1, (os.cpu_count() or 1) // 2)
OUTSIDE_BOT_SECONDS = float(os.environ.get("TRENCHLINE_OUTSIDE_BOT_SECONDS", "60"))  # a decision of a bot let in by --bots

HEAD = 32 * 1024  # bytes of a request's address and headers
ONE_READ = 256 * 1024  # bytes that come from a socket in one go
DISCARDED = 8 * 1024 * 1024  # bytes of a body that is refused; who sends more is cut off
HEAD_SECONDS = float(os.environ.get("TRENCHLINE_HEAD_SECONDS", "10"))  # from the first byte, or from connecting
BODY_SECONDS = 60.0
READ_ANSWER_SECONDS = 60.0  # in which nothing of an answer is taken
CONNECTIONS_PER_ADDRESS = int(os.environ.get("TRENCHLINE_CONNECTIONS_PER_ADDRESS", "2000"))
HALF_OPEN_PER_ADDRESS = 128
JUST_COME = 2.0  # seconds in which a connection's request may still be on its way

Network = IPv4Network | IPv6Network


class Bucket:
    """A leaky bucket for each caller: so many calls a second, with some in hand."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self._level: dict[str, tuple[float, float]] = {}

    def allows(self, caller: str) -> bool:
        at = time.monotonic()
        level, then = self._level.get(caller, (0.0, at))
        level = max(0.0, level - (at - then) * self.rate)
        if level + 1 > self.burst:
            self._level[caller] = level, at
            return False
        self._level[caller] = level + 1, at
        if len(self._level) > 20_000:
            self._forget(at)
        return True

    def _forget(self, at: float) -> None:
        """Callers whose bucket has run empty need not be remembered."""
        self._level = {c: (v, t) for c, (v, t) in self._level.items() if v - (at - t) * self.rate > 0}


@lru_cache(maxsize=10_000)
def caller(host: str) -> str:
    """Whom limits count a peer's address as: itself, or the network that one subscriber of IPv6 is given."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        return str(ip_network((address, 64), strict=False).network_address) + "/64"
    return host


def networks(text: str) -> list[Network]:
    """Addresses and networks, as an operator writes them: `127.0.0.1,10.0.0.0/8`."""
    try:
        return [ip_network(word.strip(), strict=False) for word in text.split(",") if word.strip()]
    except ValueError as fault:
        raise TrenchlineError(f"{fault}: name addresses or networks, as in 127.0.0.1,10.0.0.0/8") from None


def among(host: str, known: Sequence[Network]) -> bool:
    """Whether an address is one of some networks'."""
    try:
        address = ip_address(host)
    except ValueError:
        return False
    if isinstance(address, IPv6Address) and address.ipv4_mapped:
        return any(address.ipv4_mapped in network for network in known)
    return any(address in network for network in known)
