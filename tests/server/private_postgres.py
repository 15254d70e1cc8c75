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


@contextmanager
def private_postgres(more: str = "") -> Iterator[str]:
    """The URL of a server that is gone afterwards."""
    home = Path(tempfile.mkdtemp(prefix="trenchline-pg-"))
    port = free_port()
    as_user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    if as_user:
        shutil.chown(home, "postgres")

    def run(tool: str, *words: str) -> None:
        subprocess.run([*as_user, f"{installed()[-1]}/{tool}", *words], check=True, capture_output=True, cwd=home)

    settings = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={home} {more}"
    run("initdb", "-D", f"{home}/data", "-U", "trenchline", "-A", "trust", "--no-sync")
    run("pg_ctl", "-D", f"{home}/data", "-w", "-l", f"{home}/log", "-o", settings, "start")
    try:
        yield f"postgresql://trenchline@127.0.0.1:{port}/postgres"
    finally:
        with contextlib.suppress(subprocess.CalledProcessError):
            run("pg_ctl", "-D", f"{home}/data", "-m", "immediate", "stop")
        shutil.rmtree(home, ignore_errors=True)
