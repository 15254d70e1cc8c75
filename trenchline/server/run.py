"""Starting the server: where the tables are kept, and on which port."""

from __future__ import annotations

import os
import signal
import socket
import sys
import threading
import time
import webbrowser
from pathlib import Path

import uvicorn

from .. import TrenchlineError
from . import limits, logs
from .app import create_app
from .connections import ROOM, GuardedHttp, GuardedLive
from .housekeeping import settle
from .settings import Settings, from_environment

MOST_FILES = 65_536
FILES_OF_OUR_OWN = 128  # the database, the bots' processes, what is being served


def default_database() -> str:
    """A SQLite file in the user's data folder."""
    base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "trenchline"
    base.mkdir(mode=0o700, parents=True, exist_ok=True)
    return f"sqlite:///{base}/tables.db"


def serve(
    database: str = "", host: str = "127.0.0.1", port: int = 1916, browse: bool = False, settings: Settings | None = None
) -> None:
    """Serve until stopped. Raises TrenchlineError if the port or the database cannot be had."""
    settings = settings or from_environment()
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as fault:
            raise TrenchlineError(
                f"port {port} on {host} cannot be used ({fault.strerror}); choose another with --port"
            ) from None
    logs.begin(settings.log)
    ROOM.proxies = limits.networks(settings.proxy)
    ROOM.most = _as_many_files_as_allowed() - FILES_OF_OUR_OWN
    app = create_app(database or default_database(), settings)
    app.state.bound = (host, port)
    settle()
    url = f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
    print(f"Trenchline is at {url}  (Ctrl-C stops it)", flush=True)
    if browse:
        threading.Thread(target=_open, args=(url,), daemon=True).start()
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, _end)  # uvicorn passes the signal on when all is closed
    uvicorn.run(
        app,
        host=host,
        port=port,
        http=GuardedHttp,
        ws=GuardedLive,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.proxy),
        forwarded_allow_ips=settings.proxy or None,
        ws_max_size=64 * 1024,
        ws_per_message_deflate=False,  # to compress each push to each line would cost more than to make it
        timeout_keep_alive=75,
        timeout_graceful_shutdown=10,
    )


def _end(number: int, frame: object) -> None:
    raise SystemExit(0)


def _as_many_files_as_allowed() -> int:
    """Raise the bound of open files, which every connection is one of, as far as the system lets us."""
    if sys.platform == "win32":
        return 2048
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return wanted


def _open(url: str) -> None:
    """Show the page once the server listens; where there is no screen the printed address must do."""
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return
    time.sleep(1.0)
    webbrowser.open(url)
