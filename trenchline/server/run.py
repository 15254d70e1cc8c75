"""Starting the server: where the tables are kept, and on which port."""

from __future__ import annotations

import gc
import os
import socket
import sys
import threading
import time
import webbrowser
from pathlib import Path

import uvicorn

from ..core.errors import TrenchlineError
from ..games import games
from .app import create_app


def default_database() -> str:
    """A SQLite file in the user's data folder."""
    base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "trenchline"
    base.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{base}/tables.db"


def serve(database: str = "", host: str = "127.0.0.1", port: int = 1916, browse: bool = False) -> None:
    """Serve until stopped. Raises TrenchlineError if the port or the database cannot be had."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as fault:
            raise TrenchlineError(
                f"port {port} on {host} cannot be used ({fault.strerror}); choose another with --port"
            ) from None
    app = create_app(database or default_database())
    settle()
    url = f"http://{host}:{port}/"
    print(f"Trenchline is at {url}  (Ctrl-C stops it)", flush=True)
    if browse:
        threading.Thread(target=_open, args=(url,), daemon=True).start()
    uvicorn.run(
        app,
        host=host,
        port=port,
        log_level="warning",
        ws_max_size=64 * 1024,
        timeout_keep_alive=75,
        timeout_graceful_shutdown=3,
    )


def settle() -> None:
    """Read the games before anybody waits for them, and take all that is there for good out of the collector's way: to look
    through it would stop everybody for a tenth of a second now and then."""
    games()
    gc.collect()
    gc.freeze()


def _open(url: str) -> None:
    """Show the page once the server listens; where there is no screen the printed address must do."""
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return
    time.sleep(1.0)
    webbrowser.open(url)
