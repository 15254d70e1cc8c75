"""Who is signed in: a session for each browser, by a random token in a cookie. Only its hash is kept.

A cookie is sent along by the browser, whoever made it call. So a call that changes something counts as its owner's only if it
says that it comes from a page of ours; other sites cannot say that, and SameSite=Lax keeps the cookie from most of them anyway.
"""

from __future__ import annotations

import asyncio
import secrets
from urllib.parse import urlsplit

from fastapi import Response
from starlette.requests import HTTPConnection

from . import errors, limits
from .account_store import AccountStore, SessionRow
from .appending import now
from .keys import hashed

COOKIE, SECURE_COOKIE = "trenchline", "__Host-trenchline"  # the second can be set by this very host alone, and only by TLS
HARMLESS = ("GET", "HEAD")
SYSTEMS = ("iPhone", "iPad", "Android", "Windows", "Macintosh", "CrOS", "Linux")
BROWSERS = {"Edg": "Edge", "OPR": "Opera", "Firefox": "Firefox", "FxiOS": "Firefox", "Chrome": "Chrome", "CriOS": "Chrome",
            "Safari": "Safari"}  # fmt: skip


class Sessions:
    """Sessions, from memory or the database."""

    def __init__(self, store: AccountStore, home: str) -> None:
        self.store, self.home = store, home
        self._known: dict[str, SessionRow] = {}
        self._changes = 0

    async def of(self, connection: HTTPConnection) -> SessionRow | None:
        """The session of a call or a line; None where nobody is signed in, or the call comes from another site."""
        token = connection.cookies.get(SECURE_COOKIE) or connection.cookies.get(COOKIE)
        if not token or (connection.scope.get("method") not in HARMLESS and not self.from_our_page(connection)):
            return None
        return await self.again(hashed(token))

    async def again(self, session_hash: str) -> SessionRow | None:
        """A session as it is now; None once it has ended."""
        found = self._known.get(session_hash)
        if found is None:
            changes = self._changes
            found = await asyncio.to_thread(self.store.session, session_hash)
            if found is not None and changes == self._changes:  # else it may have ended by now
                if len(self._known) >= limits.SESSIONS_IN_MEMORY:
                    self._known.clear()
                self._known[session_hash] = found
        return found

    def from_our_page(self, connection: HTTPConnection) -> bool:
        """Whether a call says that it comes from a page of this server."""
        origin = urlsplit(connection.headers.get("origin", ""))
        if origin.scheme not in ("http", "https") or not origin.netloc:
            return False
        return origin.netloc in (connection.headers.get("host", ""), urlsplit(self.home).netloc)

    def check_origin(self, connection: HTTPConnection) -> str:
        """The address of the page that a call comes from. Raises Refused if it is not ours."""
        if not self.from_our_page(connection):
            raise errors.Refused(403, "other-site", "Call this from a page of this server")
        return connection.headers["origin"]

    async def begin(self, connection: HTTPConnection, account: str, answer: Response) -> SessionRow:
        """Sign somebody in: always by a new token, whatever the browser had before. That session is over."""
        token = secrets.token_urlsafe(32)
        session = SessionRow(hashed(token), account, device_of(connection.headers.get("user-agent", "")), now(), now())
        await asyncio.to_thread(self.store.new_session, session)
        before = await self.of(connection)
        if before is not None:
            await self.end([before.hash])
        secure = self._by_tls(connection)
        answer.set_cookie(
            SECURE_COOKIE if secure else COOKIE, token,
            max_age=limits.SESSION_DAYS * 86_400, path="/", httponly=True, samesite="lax", secure=secure,
        )  # fmt: skip
        return session

    async def end(self, hashes: list[str]) -> None:
        await asyncio.to_thread(self.store.end_sessions, hashes)
        for session_hash in hashes:
            self.forget(session_hash)

    def drop_cookies(self, connection: HTTPConnection, answer: Response) -> None:
        secure = self._by_tls(connection)
        answer.delete_cookie(SECURE_COOKIE if secure else COOKIE, path="/", httponly=True, samesite="lax", secure=secure)

    def _by_tls(self, connection: HTTPConnection) -> bool:
        return connection.headers.get("origin", "").startswith("https:") or connection.url.scheme in ("https", "wss")

    def forget(self, session_hash: str) -> None:
        """It has ended, here or by another server."""
        self._known.pop(session_hash, None)
        self._changes += 1

    def forget_all(self) -> None:
        self._known.clear()
        self._changes += 1


def device_of(agent: str) -> str:
    """A browser and its system, in words that its owner knows it by.

    >>> device_of("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
    'Firefox on Linux'
    """
    system = next((name for name in SYSTEMS if name in agent), "")
    browser = next((title for name, title in BROWSERS.items() if f"{name}/" in agent), "A browser")
    return f"{browser} on {'Mac' if system == 'Macintosh' else system}" if system else browser
