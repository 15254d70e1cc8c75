"""Whatever address somebody names, the server calls nothing that only it can reach."""

from __future__ import annotations

import asyncio
import socket
import ssl
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from trenchline.server import limits, outgoing
from trenchline.server.outgoing import Target, Unreachable, is_public

from .push_service import PushService, push_service

HERE = limits.networks("127.0.0.0/8")
INSIDE = [
    "127.0.0.1", "127.1.2.3", "0.0.0.0", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "192.0.2.1",
    "198.18.0.1", "224.0.0.1", "255.255.255.255", "::", "::1", "::127.0.0.1", "::ffff:127.0.0.1", "::ffff:a00:1", "fe80::1",
    "fe80::1%eth0", "fc00::1", "fd12:3456::1", "ff02::1", "2001:db8::1", "2002:7f00:1::", "2002:0a00:0001::1",
    "64:ff9b::7f00:1", "64:ff9b::c0a8:101", "64:ff9b:1::1", "2001:0:4136:e378:8000:63bf:3fff:fdd2", "fec0::1",
]  # fmt: skip


@pytest.mark.parametrize("address", INSIDE)
def test_an_address_inside_is_not_public(address):
    assert not is_public(address)
    host = f"[{address}]" if ":" in address else address
    with pytest.raises(ValueError):
        Target(f"https://{host}/hook")


@pytest.mark.parametrize("address", ["1.1.1.1", "8.8.8.8", "2606:4700::1111", "::ffff:1.1.1.1"])
def test_an_address_of_everybody_is_public(address):
    assert is_public(address)


@pytest.mark.parametrize(
    "url",
    [
        "http://chat.example.org/", "https://chat.example.org:8443/", "ftp://chat.example.org/", "https://localhost/",
        "https://intranet/", "https://user:word@chat.example.org/", "https://@chat.example.org/", "//chat.example.org/",
        "https:///hook", "https://2130706433/", "https://0x7f000001/", "https://0177.0.0.1/", "https://127.1/",
        "https://chat.example.org/\r\nHost: inside", "https://chat.example.org/ x", "https://ch\u0430t.example.org/",
        "file:///etc/passwd", "gopher://chat.example.org/", "https://chat.example.org:0x50/", "", "javascript:alert(1)",
    ],
)  # fmt: skip
def test_an_address_that_is_not_plain_https_is_refused(url):
    with pytest.raises(ValueError):
        Target(url)


def post(url: str, networks: list[limits.Network] | None = None, body: bytes = b"{}") -> int:
    return asyncio.run(outgoing.post(Target(url, networks or []), body, {"Content-Type": "application/json"}))


def names(monkeypatch: pytest.MonkeyPatch, *answers: list[str]) -> list[str]:
    """Let a name stand for other addresses each time it is asked for; which were asked for."""
    asked: list[str] = []

    def look_up(host: str, port: int, **more: object) -> list[tuple]:
        asked.append(host)
        found = answers[min(len(asked), len(answers)) - 1]
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in found]

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    return asked


@pytest.mark.parametrize("addresses", [["127.0.0.1"], ["1.1.1.1", "10.0.0.1"], ["169.254.169.254"]])
def test_a_name_that_stands_for_an_address_inside_is_not_called(monkeypatch, addresses):
    names(monkeypatch, addresses)
    opened: list[object] = []
    monkeypatch.setattr(asyncio, "open_connection", lambda *words, **more: opened.append(words))
    with pytest.raises(Unreachable, match="public"):
        post("https://hook.example.org/")
    assert opened == []


def test_a_name_is_asked_for_once_and_the_connection_goes_to_what_was_looked_at(monkeypatch):
    asked = names(monkeypatch, ["1.1.1.1"], ["127.0.0.1"])  # the second answer would lead inside
    opened: list[tuple] = []

    async def open_connection(address: str, port: int, **more: object) -> None:
        opened.append((address, port, more["server_hostname"], isinstance(more["ssl"], ssl.SSLContext)))
        raise ConnectionRefusedError

    monkeypatch.setattr(asyncio, "open_connection", open_connection)
    with pytest.raises(Unreachable):
        post("https://hook.example.org/")
    assert asked == ["hook.example.org"] and opened == [("1.1.1.1", 443, "hook.example.org", True)]


@pytest.fixture
def service() -> Iterator[PushService]:
    with push_service() as found:
        yield found
        found.faults.clear()  # nothing here is sealed


def test_a_host_may_allow_networks_of_his_own_and_no_others(service, monkeypatch):
    monkeypatch.setenv("TRENCHLINE_CALLS_TO", "127.0.0.0/8")
    assert post(f"{service.url}/nobody", outgoing.allowed_networks()) == 400
    with pytest.raises(ValueError, match="public"):
        Target("http://10.0.0.1/", outgoing.allowed_networks())


def test_a_redirect_is_not_followed(service):
    asked: list[str] = []
    here = service.RequestHandlerClass
    before = here.check
    here.check = lambda self: asked.append(self.path)  # type: ignore[method-assign]
    service.subscriber("moved").status = 302
    try:
        assert post(f"{service.url}/moved", HERE) == 302
    finally:
        here.check = before  # type: ignore[method-assign]
    assert asked == ["/moved"]


def test_one_who_answers_for_ever_is_left(monkeypatch):
    monkeypatch.setattr(outgoing, "SECONDS", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as slow:

        def drip() -> None:
            connection, _ = slow.accept()
            with connection:
                for _ in range(200):
                    try:
                        connection.sendall(b"H")
                    except OSError:
                        return
                    time.sleep(0.05)

        threading.Thread(target=drip, daemon=True).start()
        with pytest.raises(Unreachable, match="TimeoutError"):
            post(f"http://127.0.0.1:{slow.getsockname()[1]}/", HERE)


def test_one_who_answers_too_much_or_something_else_is_left():
    for answer in (b"x" * 100_000, b"SSH-2.0-OpenSSH\r\n\r\n", b"HTTP/1.1 999 what\r\n\r\n"):
        with socket.create_server(("127.0.0.1", 0)) as odd:

            def say(odd: socket.socket = odd, answer: bytes = answer) -> None:
                connection, _ = odd.accept()
                with connection:
                    connection.recv(1000)
                    connection.sendall(answer)

            threading.Thread(target=say, daemon=True).start()
            with pytest.raises(Unreachable):
                post(f"http://127.0.0.1:{odd.getsockname()[1]}/", HERE)


def test_a_certificate_for_another_name_is_not_believed(tmp_path: Path):
    pem = tmp_path / "one.pem"
    make = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=other"]
    subprocess.run([*make, "-keyout", pem, "-out", tmp_path / "cert.pem"], check=True, capture_output=True)
    pem.write_bytes(pem.read_bytes() + (tmp_path / "cert.pem").read_bytes())
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(pem)
    with socket.create_server(("127.0.0.1", 0)) as plain:

        def answer() -> None:
            connection, _ = plain.accept()
            with connection:
                try:
                    tls.wrap_socket(connection, server_side=True).recv(10)
                except OSError:
                    return

        threading.Thread(target=answer, daemon=True).start()
        with pytest.raises(Unreachable, match=r"(?i)certificate"):
            post(f"https://127.0.0.1:{plain.getsockname()[1]}/", HERE)
