"""Calls that the server makes because somebody has named an address: to push services and webhooks.

Whoever names it may mean to reach what only this machine can. So it must be https at a public address; every address that the
name stands for is looked at, and the connection goes to the very one that was found good: the name is not asked for twice.
A redirect is no success, and is not followed. TRENCHLINE_CALLS_TO names networks to which calls may go all the same, by http
too, at any port: a chat in one's own network.
"""

from __future__ import annotations

import asyncio
import os
import re
import socket
import ssl
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from urllib.parse import SplitResult, urlsplit

from . import limits

PORTS = {"https": 443, "http": 80}
SECONDS = 15.0  # for a whole call, however slowly the other end answers
HEAD = 16 * 1024  # bytes of an answer that are looked at
EVERYBODYS = ip_network("2000::/3")  # of IPv6, all that was ever given out
LOOKING_UP = ThreadPoolExecutor(4, "trenchline-names")  # of its own: names that nobody answers for must not keep others waiting
PLAIN = re.compile(r"[\x21-\x7e]+")  # what an address may be made of: nothing that ends a line


class Unreachable(Exception):
    """A call that was not made, or had no answer."""


class Target:
    """An address that may be called."""

    def __init__(self, url: str, networks: Sequence[limits.Network] = ()) -> None:
        """Raises ValueError for what may not be called by any reading: the name is looked up when it is called."""
        if not PLAIN.fullmatch(url):
            raise ValueError("an address has no spaces and no signs beyond ASCII")
        self.parts: SplitResult = urlsplit(url)
        self.networks = networks
        host = self.parts.hostname or ""
        if self.parts.scheme not in PORTS or not host or self.parts.username is not None or self.parts.password is not None:
            raise ValueError("an address begins with https:// and a name")
        self.host, self.port = host, self.parts.port or PORTS[self.parts.scheme]
        literal = _literal(host)
        if literal is not None:
            self.check(literal)
        elif not networks and (self.parts.scheme != "https" or self.port != 443 or "." not in host.strip(".")):
            raise ValueError("an address is public and begins with https://")

    def check(self, address: str) -> None:
        """Raises ValueError if the target may not be called at this address."""
        if limits.among(address, self.networks):
            return
        if self.parts.scheme != "https" or self.port != 443 or not is_public(address):
            raise ValueError("an address is public and begins with https://")

    @property
    def authority(self) -> str:
        name = f"[{self.host}]" if ":" in self.host else self.host
        return name if self.port == PORTS[self.parts.scheme] else f"{name}:{self.port}"

    @property
    def path(self) -> str:
        return (self.parts.path or "/") + (f"?{self.parts.query}" if self.parts.query else "")


def allowed_networks() -> list[limits.Network]:
    """Those to which calls may go although they are not public."""
    return limits.networks(os.environ.get("TRENCHLINE_CALLS_TO", ""))


def is_public(address: str) -> bool:
    """Whether an address belongs to everybody's internet.

    >>> [is_public(a) for a in ("1.1.1.1", "127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::a00:1", "fe80::1%eth0", "2002:7f00:1::")]
    [True, False, False, False, False, False]
    """
    found = _parsed(address)
    if isinstance(found, IPv6Address) and found.ipv4_mapped:
        found = found.ipv4_mapped
    if found is None or (isinstance(found, IPv6Address) and _leads_elsewhere(found)):
        return False
    return found.is_global and not found.is_multicast and not found.is_reserved


def _leads_elsewhere(address: IPv6Address) -> bool:
    """Whether an address has one of IPv4 inside, to which it leads (6to4, Teredo, NAT64), or belongs to nobody."""
    return bool(address.sixtofour or address.teredo or address not in EVERYBODYS)


def _parsed(address: str) -> IPv4Address | IPv6Address | None:
    with suppress(ValueError):
        return ip_address(address)
    return None


def _literal(host: str) -> str | None:
    """A host that is an address, in any of the ways in which systems read one: 127.1, 0x7f000001, 2130706433."""
    if _parsed(host) is not None:
        return host
    with suppress(OSError):
        return socket.inet_ntoa(socket.inet_aton(host))
    return None


async def post(target: Target, body: bytes, headers: Mapping[str, str]) -> int:
    """Send a body; the status of the answer. Raises Unreachable."""
    try:
        async with asyncio.timeout(SECONDS):
            return await _post(target, body, headers)
    except (OSError, ValueError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError) as fault:
        raise Unreachable(f"{type(fault).__name__}: {fault}") from None


async def _post(target: Target, body: bytes, headers: Mapping[str, str]) -> int:
    address = await _look_up(target)
    by_tls = {"ssl": _tls(), "server_hostname": target.host} if target.parts.scheme == "https" else {}
    reader, writer = await asyncio.open_connection(address, target.port, limit=HEAD, **by_tls)  # type: ignore[arg-type]
    try:
        said = {"Host": target.authority, "Content-Length": str(len(body)), "Connection": "close", "User-Agent": "Trenchline"}
        lines = "".join(f"{name}: {value}\r\n" for name, value in {**headers, **said}.items())
        writer.write(f"POST {target.path} HTTP/1.1\r\n{lines}\r\n".encode("ascii") + body)
        await writer.drain()
        head = await reader.readuntil(b"\r\n")
        status = re.match(rb"HTTP/1\.[01] ([1-5][0-9][0-9])\b", head)
        if status is None:
            raise ValueError("this is no answer in HTTP")
        return int(status[1])
    finally:
        writer.close()
        with suppress(OSError, TimeoutError):
            await asyncio.wait_for(writer.wait_closed(), 1)


async def _look_up(target: Target) -> str:
    """An address of the target's name. Raises ValueError if one of them may not be called: then none is."""
    loop = asyncio.get_running_loop()
    found = await loop.run_in_executor(LOOKING_UP, _addresses, target.host, target.port)
    for address in found:
        target.check(address)
    return found[0]


def _addresses(host: str, port: int) -> list[str]:
    return [str(where[0]) for *_, where in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]


@cache
def _tls() -> ssl.SSLContext:
    return ssl.create_default_context()
