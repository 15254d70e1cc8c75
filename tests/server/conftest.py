"""Databases and servers for the tests: SQLite in a file, a private PostgreSQL where Debian's package is installed."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import IO

import httpx
import pytest
from starlette.testclient import TestClient

from trenchline.server import limits
from trenchline.server.app import create_app

from .checked_answers import check_answer
from .private_postgres import free_port, installed, private_postgres
from .webhook import Hook, webhook


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URL of a PostgreSQL server of our own, gone after the tests."""
    if not installed():
        pytest.skip("PostgreSQL is not installed (apt-get install postgresql)")
    with private_postgres("-c fsync=off") as url:
        yield url


STORES = ("sqlite", "postgresql")
# How tables are kept is not what these ask about: one kind of database will do.
ON_ONE_STORE = {
    "test_answers",
    "test_client_files",
    "test_fog",
    "test_loop_share",
    "test_notices",
    "test_secrets",
    "test_shares",
    "test_talkative",
}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "database" in metafunc.fixturenames:
        stores = STORES[:1] if metafunc.module.__name__.rpartition(".")[2] in ON_ONE_STORE else STORES
        metafunc.parametrize("database", stores, indirect=True)


@pytest.fixture
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database URL of either kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/tables.db"
    return str(request.getfixturevalue("postgres"))


@pytest.fixture
def client(database: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    """A client of an application on either database; it may ask as often as it likes, and holds every answer against what the
    application says of it."""
    monkeypatch.setattr(limits, "BURST", 1_000_000)
    app = create_app(database)
    with TestClient(app, raise_server_exceptions=False) as found:
        found.event_hooks = {"response": [partial(check_answer, app)]}
        yield found


class Server:
    """A server in a process of its own, which can be killed."""

    def __init__(self, database: str, *options: str, files: int = 0, **environment: str) -> None:
        self.database, self.port, self.options, self.files = database, free_port(), options, files
        plenty = {"TRENCHLINE_TABLES_PER_MINUTE": "1000", "TRENCHLINE_CALLS_PER_SECOND": "1000"}
        self.environment = {**os.environ, **plenty, **environment}
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def launch(self, log: IO[bytes] | None = None) -> subprocess.Popen[bytes]:
        words = [sys.executable, "-m", "trenchline.server", "--db", self.database, "--port", str(self.port), *self.options]
        bound = ["prlimit", f"--nofile={self.files}", "--"] if self.files else []
        return subprocess.Popen(
            bound + words, stdout=subprocess.DEVNULL, stderr=log or subprocess.DEVNULL, env=self.environment
        )

    def start(self, log: IO[bytes] | None = None) -> None:
        self.process = self.launch(log)
        for _ in range(1200):
            with contextlib.suppress(httpx.TransportError):
                if httpx.get(f"{self.url}/healthz", verify=False).status_code == 200:
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


@pytest.fixture
def hook() -> Iterator[Hook]:
    """A webhook of our own."""
    with webhook() as found:
        yield found
