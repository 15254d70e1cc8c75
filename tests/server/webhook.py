"""A webhook of our own, and what it was sent."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Queue


class Hook(ThreadingHTTPServer):
    """Takes what comes."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Ear)
        self.url = f"http://127.0.0.1:{self.server_port}/"
        self.heard: Queue[dict] = Queue()
        self.answers: list[int] = []  # the next ones; then it takes what comes


class Ear(BaseHTTPRequestHandler):
    server: Hook

    def do_POST(self) -> None:
        said = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        status = self.server.answers.pop(0) if self.server.answers else 204
        if status == 204:
            self.server.heard.put(said)
        self.send_response(status)
        self.end_headers()

    def log_message(self, *words: object) -> None:
        pass


@contextmanager
def webhook() -> Iterator[Hook]:
    with Hook() as found:
        threading.Thread(target=found.serve_forever, daemon=True).start()
        yield found
        found.shutdown()
