"""Before any route: bounded bodies, bounded pace. After it: strict headers on everything."""

from __future__ import annotations

import logging

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from . import errors, limits
from .answers import refusal

log = logging.getLogger("trenchline.door")

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self' ws: wss:; "
        "font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Cross-Origin-Opener-Policy": "same-origin",
}
LARGER_BODIES = {"/api/tables/upload": limits.UPLOAD}


class Doorkeeper:
    """The middleware around all routes."""

    def __init__(self, app: ASGIApp, calls: limits.Bucket) -> None:
        self.app, self.calls = app, calls

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        path: str = scope["path"]
        answered = False

        async def send_with_headers(message: Message) -> None:
            nonlocal answered
            if message["type"] == "http.response.start":
                answered = True
                add_headers(MutableHeaders(scope=message), path)
            await send(message)

        refused = self._refusal(Headers(scope=scope), path, scope)
        app = self.app if refused is None else refusal(refused)
        try:
            await app(scope, receive, send_with_headers)
        except Exception:
            log.exception("%s %s failed", scope["method"], path)
            if answered:
                raise
            await refusal(errors.broken())(scope, receive, send_with_headers)

    def _refusal(self, headers: Headers, path: str, scope: Scope) -> errors.Refused | None:
        size = headers.get("content-length", "0")
        largest = LARGER_BODIES.get(path, limits.BODY)
        if not size.isdigit() or int(size) > largest or "chunked" in headers.get("transfer-encoding", ""):
            return errors.Refused(413, "too-large", "That is too large")
        client = scope.get("client")
        caller = headers.get("authorization", "") or (client[0] if client else "")
        if path.startswith("/api/") and not self.calls.allows(caller):
            return errors.too_fast()
        return None


def add_headers(headers: MutableHeaders, path: str) -> None:
    for header, value in HEADERS.items():
        headers.setdefault(header, value)
    if path.startswith("/api/"):
        headers.setdefault("Cache-Control", "no-store")
