"""Real sockets at a real server: what is read is bounded, slow and silent ones are cut off, and nobody is shut out by them."""

from __future__ import annotations

import contextlib
import json
import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from .conftest import Server
from .test_live import auth, new_table

HUGE = 64 * 1024 * 1024


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Starts servers on one SQLite file."""
    started: list[Server] = []

    def start_one(*options: str, files: int = 0, **environment: str) -> Server:
        found = Server(f"sqlite:///{tmp_path}/tables.db", *options, files=files, **environment)
        started.append(found)
        found.start()
        return found

    yield start_one
    for one in started:
        one.kill()


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that waits four seconds for the head of a request."""
    found = Server(f"sqlite:///{tmp_path_factory.mktemp('hasty')}/tables.db", TRENCHLINE_HEAD_SECONDS="4")
    found.start()
    yield found
    found.kill()


def connected(server: Server, source: str = "127.0.0.1") -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=30, source_address=(source, 0))


def pour(server: Server, head: bytes, piece: bytes) -> int:
    """Send pieces without end: how many bytes the server took."""
    taken = 0
    with connected(server) as line, contextlib.suppress(OSError):
        line.sendall(head)
        while taken < HUGE:
            line.sendall(piece)
            taken += len(piece)
    return taken


def memory(server: Server) -> float:
    """Megabytes."""
    assert server.process is not None
    return int(Path(f"/proc/{server.process.pid}/statm").read_text().split()[1]) * 4096 / 1e6


def ask(server: Server, request: bytes) -> tuple[int, dict]:
    """Send a request at once; the status and the document of the answer."""
    with connected(server) as line:
        with contextlib.suppress(OSError):
            line.sendall(request)
        answer = b""
        with contextlib.suppress(OSError):
            while b"\r\n\r\n" not in answer or not answer.endswith(b"}"):
                more = line.recv(65536)
                if not more:
                    break
                answer += more
    head, _, body = answer.partition(b"\r\n\r\n")
    return int(head.split()[1]), json.loads(body)


POST = b"POST /api/tables/mine HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"


def test_bodies_and_headers_without_end_are_cut_off_and_cost_no_memory(hasty):
    server, before = hasty, memory(hasty)
    chunk = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
    for spelling in (b"chunked", b"Chunked", b"CHUNKED", b" cHuNkEd "):
        taken = pour(server, POST + b"Transfer-Encoding: " + spelling + b"\r\n\r\n", chunk)
        assert taken < HUGE, spelling
    for head in (
        b"GET / HTTP/1.1\r\nX-Long: ",
        b"GET /",
        b"",
        POST + b"Transfer-Encoding: chunked\r\n\r\n0\r\nX-Trailer: ",
        POST + b"Transfer-Encoding: chunked\r\n\r\n1;",
    ):
        taken = pour(server, head, b"x" * 65536)
        assert taken < HUGE, head
    taken = pour(server, b"GET / HTTP/1.1\r\n", b"X-More: y\r\n" * 1000)
    assert taken < HUGE
    taken = pour(server, POST + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\nx\r\n" * 10_000)
    assert taken < HUGE
    assert memory(server) - before < 30
    assert httpx.get(f"{server.url}/api/games").status_code == 200


def test_what_is_too_large_is_told_so(hasty):
    server, large = hasty, b"x" * 600_000
    status, document = ask(server, POST + b"Transfer-Encoding: Chunked\r\n\r\n%x\r\n" % len(large) + large + b"\r\n0\r\n\r\n")
    assert status == 413 and document["error"]["code"] == "too-large"
    assert ask(server, POST + b"Content-Length: 600000\r\n\r\n")[0] == 413
    assert ask(server, b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"y" * 40_000 + b"\r\n\r\n")[0] == 431
    assert ask(server, b"GET /" + b"y" * 40_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n")[0] == 431
    status, document = ask(server, b"nonsense\r\n\r\n")
    assert status == 400 and document["error"]["reason"]
    chunked = POST + b'Transfer-Encoding: Chunked\r\n\r\nb\r\n{"keys": []\r\n1\r\n}\r\n0\r\n\r\n'
    with connected(server) as line:
        line.sendall(chunked)
        assert b" 200 " in line.recv(65536)


def statuses(server: Server, calls: int, headers: Callable[[int], dict[str, str]]) -> list[int]:
    with httpx.Client() as client:
        return [client.get(f"{server.url}/api/games/x", headers=headers(n)).status_code for n in range(calls)]


def test_made_up_headers_buy_no_more_calls(start):
    server = start(TRENCHLINE_CALLS_PER_SECOND="1")
    found = statuses(server, 30, lambda n: {"Authorization": f"Bearer {n}", "X-Forwarded-For": f"10.0.0.{n}"})
    assert 429 in found


def test_behind_a_trusted_proxy_everybody_is_counted_by_himself(start):
    server = start("--proxy", "127.0.0.1", TRENCHLINE_CALLS_PER_SECOND="1")
    assert 429 not in statuses(server, 30, lambda n: {"X-Forwarded-For": f"10.0.0.{n}"})
    found = statuses(server, 30, lambda n: {"X-Forwarded-For": f"10.9.9.{n}, 10.0.1.1"})
    assert 429 in found, "only what the proxy itself has added counts"


HALVES = (b"", b"GET / HTT", b"GET / HTTP/1.1\r\nHost: x\r\n", b"GET /api/games HTTP/1.1\r\nHost: x\r\n\r\nGET /api")


def test_half_a_request_is_not_waited_for_for_ever(hasty):
    with contextlib.ExitStack() as stack:
        lines = [stack.enter_context(connected(hasty)) for _ in HALVES]
        for line, half in zip(lines, HALVES, strict=True):
            line.sendall(half)
        for line in lines:
            with contextlib.suppress(ConnectionResetError):
                while line.recv(65536):  # a timeout of the socket would be an error
                    pass


def newcomers_are_served(server: Server) -> None:
    made = new_table(server.url)
    with contextlib.ExitStack() as stack:
        for n in range(1100):
            line = stack.enter_context(connected(server))
            with contextlib.suppress(OSError):
                line.sendall(b"GET / HTTP/1.1\r\n" if n % 2 else b"")
        for source in ("127.0.0.1", "127.0.0.2"):
            with httpx.Client(transport=httpx.HTTPTransport(local_address=source), timeout=20) as client:
                answer = client.get(f"{server.url}/api/tables/{made['table']}/state", headers=auth(made["key"]))
                assert answer.status_code == 200


def test_silent_connections_do_not_shut_newcomers_out(hasty):
    newcomers_are_served(hasty)


def test_nor_where_the_system_allows_few_files(start):
    newcomers_are_served(start(files=400))


def test_an_address_of_ipv6_counts_with_its_network():
    from trenchline.server.limits import caller

    assert caller("2001:db8:1:2:3::4") == caller("2001:db8:1:2::9") != caller("2001:db8:1:3::9")
    assert caller("::ffff:10.0.0.1") == caller("10.0.0.1") != caller("10.0.0.2")
