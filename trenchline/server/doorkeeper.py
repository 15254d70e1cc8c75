"""Before any route: bounded bodies, bounded pace. After it: strict headers on everything."""

from __future__ import annotations

import logging
import time

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from . import errors, limits
from .answers import refusal
from .logs import without_keys
from .loop_share import LoopShare
from .metrics import Metrics
from .replays import CALLER

log = logging.getLogger("trenchline.door")
access = logging.getLogger("trenchline.access")

# Addresses with a bounded pace: files cost next to nothing.
COUNTED = ("/api/", "/healthz", "/metrics", "/stop/", "/t/", "/players/")
UNTOLD = ("/healthz", "/metrics")  # asked every few seconds, of no interest in a log

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self' ws: wss:; "
        "font-src 'self'; media-src 'self' blob:; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Cross-Origin-Opener-Policy": "same-origin",
}
EMBEDDED = "/embed"  # the one page that may stand in a frame: it shows a board, and nothing can be done on it
FRAMED = HEADERS["Content-Security-Policy"].replace("frame-ancestors 'none'", "frame-ancestors *")
LARGER_BODIES = {"/api/tables/upload": limits.UPLOAD}


GONE = 499  # the status noted for a call whose client has hung up


class Gone(Exception):
    """The client has hung up while its call waited or was read."""


class Doorkeeper:
    """The middleware around all routes."""

    def __init__(self, app: ASGIApp, calls: limits.Bucket, metrics: Metrics, share: LoopShare) -> None:
        self.app, self.calls, self.metrics, self.share = app, calls, metrics, share

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        caller = caller_of(scope)
        CALLER.set(caller)
        if scope["type"] == "http":
            async with self.share.call(caller):
                await self.share.counted(caller, self._answer(scope, receive, send))
            return
        await self.share.turn(caller)
        if self.calls.allows(caller):
            await self.share.counted(caller, self.app(scope, receive, send))  # type: ignore[arg-type]
        else:
            await send({"type": "websocket.close", "code": 1013, "reason": errors.too_fast().reason})

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        path: str = scope["path"]
        began, status = time.perf_counter(), 0
        self.metrics.under_way += 1

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                add_headers(MutableHeaders(scope=message), path, embedded=path == scope.get("root_path", "") + EMBEDDED)
            await send(message)

        try:
            if path.startswith(COUNTED) and not self.calls.allows(caller_of(scope)):
                raise errors.too_fast()
            receive = await read_body(scope, receive)
            await self.app(scope, receive, send_with_headers)
        except Gone:
            status = GONE  # read by nobody; counted
        except errors.Refused as refused:
            await refusal(refused)(scope, receive, send_with_headers)
        except Exception:
            log.exception("%s %s failed", scope["method"], path)
            if status:
                raise
            await refusal(errors.broken())(scope, receive, send_with_headers)
        finally:
            self.metrics.under_way -= 1
            self._note(scope, path, status, time.perf_counter() - began)

    def _note(self, scope: Scope, path: str, status: int, seconds: float) -> None:
        self.metrics.called(scope["method"], status, seconds)
        if access.isEnabledFor(logging.INFO) and path not in UNTOLD:
            call = {"method": scope["method"], "path": without_keys(path), "status": status, "ms": round(seconds * 1000, 1)}
            access.info("call", extra={"fields": {**call, "caller": caller_of(scope)}})


def caller_of(scope: Scope) -> str:
    """Who calls, for the limits: the address at the other end, whatever else the call may say of itself."""
    client = scope.get("client")
    return limits.caller(client[0]) if client else ""


async def read_body(scope: Scope, receive: Receive) -> Receive:
    """Read a request's body, whatever was announced of it, and give what hands it on. Raises Refused if it is too large."""
    largest = LARGER_BODIES.get(scope["path"], limits.BODY)
    size = Headers(scope=scope).get("content-length", "0")
    if not size.isdecimal() or not size.isascii() or int(size) > largest:
        raise errors.too_large()
    body = bytearray()
    more = True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Gone
        body += message.get("body", b"")
        more = message.get("more_body", False)
        if len(body) > largest:
            raise errors.too_large()
    read: list[Message] = [{"type": "http.request", "body": bytes(body), "more_body": more}]

    async def hand_on() -> Message:
        return read.pop() if read else await receive()

    return hand_on


def add_headers(headers: MutableHeaders, path: str, embedded: bool) -> None:
    for header, value in HEADERS.items():
        headers.setdefault(header, value)
    if embedded:
        headers["Content-Security-Policy"] = FRAMED
        del headers["X-Frame-Options"]
    if path.startswith("/api/"):
        headers.setdefault("Cache-Control", "no-store")
