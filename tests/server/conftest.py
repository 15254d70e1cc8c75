"""Databases and servers for the tests: SQLite in a file, a private PostgreSQL where Debian's package is installed."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from glob import glob
from pathlib import Path
from typing import IO

import httpx
import pytest
from starlette.testclient import TestClient

from trenchline.server import limits
from trenchline.server.app import create_app


def free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return int(s.getsockname()[1])


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URL of a PostgreSQL server of our own, gone after the tests."""
    found = sorted(glob("/usr/lib/postgresql/*/bin"))
    if not found:
        pytest.skip("PostgreSQL is not installed (apt-get install postgresql)")
    home = Path(tempfile.mkdtemp(prefix="trenchline-pg-"))
    port = free_port()
    as_user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    if as_user:
        shutil.chown(home, "postgres")

    def run(tool: str, *words: str) -> None:
        subprocess.run([*as_user, f"{found[-1]}/{tool}", *words], check=True, capture_output=True, cwd=home)

    settings = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={home} -c fsync=off"
    run("initdb", "-D", f"{home}/data", "-U", "trenchline", "-A", "trust", "--no-sync")
    run("pg_ctl", "-D", f"{home}/data", "-w", "-l", f"{home}/log", "-o", settings, "start")
    try:
        yield f"postgresql://trenchline@127.0.0.1:{port}/postgres"
    finally:
        with contextlib.suppress(subprocess.CalledProcessError):
            run("pg_ctl", "-D", f"{home}/data", "-m", "immediate", "stop")
        shutil.rmtree(home, ignore_errors=True)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database URL of either kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/tables.db"
    return str(request.getfixturevalue("postgres"))


@pytest.fixture
def client(database: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    """A client of an application on either database; it may ask as often as it likes."""
    monkeypatch.setattr(limits, "BURST", 1_000_000)
    with TestClient(create_app(database), raise_server_exceptions=False) as found:
        yield found


class Server:
    """A server in a process of its own, which can be killed."""

    def __init__(self, database: str, *options: str, files: int = 0, **environment: str) -> None:
        self.database, self.port, self.options, self.files = database, free_port(), options, files
        plenty = {"TRENCHLINE_TABLES_PER_MINUTE": "1000", "TRENCHLINE_CALLS_PER_SECOND": "1000"}
        self.environment = {**os.environ, **plenty, **environment}
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self, log: IO[bytes] | None = None) -> None:
        words = [sys.executable, "-m", "trenchline.server", "--db", self.database, "--port", str(self.port), *self.options]
        bound = ["prlimit", f"--nofile={self.files}", "--"] if self.files else []
        self.process = subprocess.Popen(
            bound + words, stdout=subprocess.DEVNULL, stderr=log or subprocess.DEVNULL, env=self.environment
        )
        for _ in range(1200):
            with contextlib.suppress(httpx.TransportError):
                if httpx.get(f"{self.url}/api/games").status_code == 200:
                    return
            time.sleep(0.05)
        raise RuntimeError("the server did not start")

    def kill(self) -> None:
        """As with kill -9."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A running server on a SQLite file."""
    found = Server(f"sqlite:///{tmp_path}/tables.db")
    found.start()
    yield found
    found.kill()
