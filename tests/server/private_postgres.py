"""A PostgreSQL server of our own, for tests and benchmarks, where Debian's package is installed."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from glob import glob
from pathlib import Path


def free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return int(s.getsockname()[1])


def installed() -> list[str]:
    """Where the programs of PostgreSQL are, the newest last."""
    return sorted(glob("/usr/lib/postgresql/*/bin"))


class PrivatePostgres:
    """A server that is gone when it is left; it can be stopped and started meanwhile."""

    def __init__(self, more: str = "") -> None:
        self.more, self.home, self.port = more, Path(tempfile.mkdtemp(prefix="trenchline-pg-")), free_port()
        self.as_user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        if self.as_user:
            shutil.chown(self.home, "postgres")
        self.url = f"postgresql://trenchline@127.0.0.1:{self.port}/postgres"

    def _run(self, tool: str, *words: str) -> None:
        program = [*self.as_user, f"{installed()[-1]}/{tool}", "-D", f"{self.home}/data"]
        subprocess.run([*program, *words], check=True, capture_output=True, cwd=self.home)

    def start(self) -> None:
        where = f"-c listen_addresses=127.0.0.1 -c unix_socket_directories={self.home}"
        self._run("pg_ctl", "-w", "-l", f"{self.home}/log", "-o", f"-p {self.port} {where} {self.more}", "start")

    def stop(self, mode: str = "immediate") -> None:
        self._run("pg_ctl", "-m", mode, "stop")

    def __enter__(self) -> PrivatePostgres:
        self._run("initdb", "-U", "trenchline", "-A", "trust", "--no-sync")
        self.start()
        return self

    def __exit__(self, *fault: object) -> None:
        with contextlib.suppress(subprocess.CalledProcessError):
            self.stop()
        shutil.rmtree(self.home, ignore_errors=True)


@contextmanager
def private_postgres(more: str = "") -> Iterator[str]:
    """The URL of a server that is gone afterwards."""
    with PrivatePostgres(more) as found:
        yield found.url
