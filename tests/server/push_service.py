"""A push service for tests, and browsers that open what comes by it as a real one would (RFC 8291, RFC 8188)."""

from __future__ import annotations

import json
import os
import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Queue

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from trenchline.server.push import base64, message_keys, token_is_good, unpadded


class Subscriber:
    """A browser with a subscription: it reads what is sent to it, and nobody else can."""

    def __init__(self, service: PushService, name: str) -> None:
        self.secret, self.auth = ec.generate_private_key(ec.SECP256R1()), os.urandom(16)
        self.point = self.secret.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.endpoint = f"{service.url}/{name}"
        self.messages: Queue[dict] = Queue()
        self.status = 201  # what its push service answers

    @property
    def subscription(self) -> dict[str, str]:
        return {"endpoint": self.endpoint, "p256dh": base64(self.point), "auth": base64(self.auth)}

    def open(self, body: bytes) -> dict:
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        server, record = body[21 : 21 + length], body[21 + length :]
        assert len(record) <= size == 4096
        shared = self.secret.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), server))
        key, nonce = message_keys(shared, self.auth, self.point, server, salt)
        text = AESGCM(key).decrypt(nonce, record, None).rstrip(b"\0")
        assert text.endswith(b"\2"), "the last record ends with 2"
        return json.loads(text[:-1])


class PushService(ThreadingHTTPServer):
    """Takes messages for its subscribers from servers that can show who they are."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Counter)
        self.url = f"http://127.0.0.1:{self.server_port}"
        self.subscribers: dict[str, Subscriber] = {}
        self.faults: list[str] = []

    def subscriber(self, name: str) -> Subscriber:
        found = self.subscribers[f"/{name}"] = Subscriber(self, name)
        return found


class Counter(BaseHTTPRequestHandler):
    server: PushService

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        subscriber = self.server.subscribers.get(self.path)
        status = subscriber.status if subscriber else 404
        try:
            self.check()
            if subscriber and status < 300:
                subscriber.messages.put(subscriber.open(body))
        except Exception as fault:
            self.server.faults.append(repr(fault))
            status = 400
        self.send_response(status)
        if status in (301, 302, 307):
            self.send_header("Location", f"{self.server.url}/elsewhere")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def check(self) -> None:
        """Raises AssertionError for a message that a push service would not take."""
        said = re.fullmatch(r"vapid t=([\w.-]+), k=([\w-]+)", self.headers["Authorization"])
        assert said and token_is_good(*said.groups()), "the sender is not who he says"
        claims = json.loads(unpadded(said[1].split(".")[1]))
        assert claims["aud"] == self.server.url and time.time() < claims["exp"] < time.time() + 86_400
        assert claims["sub"].startswith(("mailto:", "https:"))
        assert self.headers["Content-Encoding"] == "aes128gcm" and int(self.headers["TTL"]) > 0

    def log_message(self, *words: object) -> None:
        pass


@contextmanager
def push_service() -> Iterator[PushService]:
    with PushService() as service:
        threading.Thread(target=service.serve_forever, daemon=True).start()
        yield service
        service.shutdown()
        assert service.faults == []
