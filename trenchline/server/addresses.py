"""Where a server on somebody's own machine is found by others in his network."""

from __future__ import annotations

import socket

from starlette.requests import Request

from . import limits

THIS_MACHINE = limits.networks("127.0.0.0/8,::1")
PASSED_ON = ("forwarded", "x-forwarded-for", "x-real-ip", "via")  # by a proxy: who asks may be anybody


def asked_from_this_machine(request: Request) -> bool:
    """Whether a call comes from a browser on the server's own machine, by no proxy: addresses at home are private."""
    if request.client is None or any(header in request.headers for header in PASSED_ON):
        return False
    return limits.among(request.client.host, THIS_MACHINE)


def local_address(port: int) -> str:
    """The server's address in the local network; nothing if this machine is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # a datagram socket sends nothing by that; it learns by which way it would
            host = probe.getsockname()[0]
        except OSError:
            return ""
    return "" if host.startswith("127.") else f"http://{host}:{port}/"
