"""A mail server for tests: takes every mail, sends none on."""

from __future__ import annotations

import email
import socketserver
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import Message
from pathlib import Path
from queue import Queue


class Sink(socketserver.ThreadingTCPServer):
    """Speaks just enough SMTP."""

    daemon_threads = allow_reuse_address = True

    def __init__(self, certificate: Path | None = None) -> None:
        super().__init__(("127.0.0.1", 0), Postman)
        self.mails: Queue[Message] = Queue()
        self.url = f"smtp{'s' * bool(certificate)}://127.0.0.1:{self.server_address[1]}?from=table@example.org"
        if certificate:
            tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            tls.load_cert_chain(certificate)
            self.socket = tls.wrap_socket(self.socket, server_side=True)


class Postman(socketserver.StreamRequestHandler):
    server: Sink

    def handle(self) -> None:
        self.say("220 sink")
        while word := self.rfile.readline().strip().upper():
            if word.startswith(b"DATA"):
                self.say("354 go on")
                lines = iter(self.rfile.readline, b".\r\n")
                self.server.mails.put(email.message_from_bytes(b"".join(lines)))
                self.say("250 taken")
            else:
                self.say("221 bye" if word.startswith(b"QUIT") else "250 ok")

    def say(self, words: str) -> None:
        self.wfile.write(f"{words}\r\n".encode())


@contextmanager
def mail_sink(certificate: Path | None = None) -> Iterator[Sink]:
    """With a certificate it speaks TLS from the first byte."""
    with Sink(certificate) as sink:
        threading.Thread(target=sink.serve_forever, daemon=True).start()
        yield sink
        sink.shutdown()
