"""Telling people who are not looking that it is their turn, or that a friend has joined: by e-mail or webhook, if set up.

TRENCHLINE_SMTP=smtp://user:password@mail.example.org:587?from=table@example.org      smtps:// where TLS comes first (465)
TRENCHLINE_WEBHOOK=https://chat.example.org/hook      gets {"table", "side", "name", "text"} by POST
TRENCHLINE_URL=https://trenchline.example.org/        so that messages can say where the table is
TRENCHLINE_PATIENCE=60                                seconds a player may be away before he is told
"""

from __future__ import annotations

import asyncio
import logging
import os
import smtplib
import ssl
import time
import urllib.request
from collections.abc import Coroutine, Sequence
from email.message import EmailMessage
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit

import msgspec

from . import limits
from .limits import Bucket
from .live import Hub
from .store import Store
from .table import Table

log = logging.getLogger("trenchline.notify")

PATIENCE = float(os.environ.get("TRENCHLINE_PATIENCE", "60"))  # seconds a player may be away before he is told, once a turn
HOUR, DAY = 3600.0, 86400.0  # seconds
PROMPTNESS = 20  # seconds that a mail server may take to answer


class Notifier:
    """Watches whose turn begins. At most one message for each time a seat has to act after another."""

    def __init__(self, store: Store, hub: Hub, patience: float = PATIENCE) -> None:
        self.store, self.hub, self.patience = store, hub, patience
        self.smtp = os.environ.get("TRENCHLINE_SMTP", "")
        self.webhook = os.environ.get("TRENCHLINE_WEBHOOK", "")
        self.home = os.environ.get("TRENCHLINE_URL", "")
        self.mails = Bucket(limits.MAILS_PER_DAY / DAY, limits.MAILS_PER_DAY)  # by recipient
        self.codes = Bucket(limits.CODES_PER_DAY / DAY, limits.CODES_PER_DAY)  # by recipient
        self.asked = Bucket(limits.CODES_PER_HOUR / HOUR, limits.CODES_PER_HOUR)  # by caller
        self.guesses = Bucket(limits.GUESSES_PER_HOUR / HOUR, limits.GUESSES_PER_HOUR)  # by key
        self._turn: dict[str, str] = {}  # table -> the seat that was last to move
        self._tasks: set[asyncio.Task[None]] = set()

    def changed(self, table: Table) -> None:
        """Something has happened at a table."""
        seat = table.to_move
        if not (self.smtp or self.webhook) or self._turn.get(table.row.id) == seat:
            return
        sitting = table.seat(seat)
        if sitting is not None and sitting.kind == "open":
            return  # whoever takes it is told then
        self._turn[table.row.id] = seat
        if sitting is not None and sitting.kind == "human":
            self._begin(self._wait_and_tell_turn(table, seat, sitting.name))

    def joined(self, table: Table, taken: str) -> None:
        """A seat was taken: those who wait for it elsewhere hear of it."""
        if not (self.smtp or self.webhook):
            return
        # No name: what somebody else has typed does not go into a mail.
        text = f"{table.game.title}: a player has joined your table as {taken}."
        for sitting in table.row.seats:
            if sitting.kind == "human" and sitting.side != taken and sitting.side not in self.hub.connected(table.row.id):
                self._begin(self._tell(table, sitting.side, sitting.name, "a player has joined", text))
        self.changed(table)

    def told(self, table: Table, seats: Sequence[str], subject: str, text: str) -> None:
        """Something concerns the players of some seats: those who are not here hear of it."""
        if not (self.smtp or self.webhook):
            return
        for sitting in table.row.seats:
            if sitting.side in seats and sitting.side not in self.hub.connected(table.row.id):
                self._begin(self._tell(table, sitting.side, sitting.name, subject, f"{table.game.title}: {text}"))

    def _begin(self, telling: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(telling)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _wait_and_tell_turn(self, table: Table, seat: str, name: str) -> None:
        await asyncio.sleep(self.patience)
        if table.to_move != seat or seat in self.hub.connected(table.row.id):
            return
        text = f"{table.game.title}: it is your turn as {seat}. {table.match.step}."
        await self._tell(table, seat, name, "your turn", text)

    async def _tell(self, table: Table, seat: str, name: str, subject: str, text: str) -> None:
        where = f"{self.home.rstrip('/')}/#/t/{table.row.id}" if self.home else ""
        await asyncio.to_thread(self._send, table.row.id, seat, name, subject, f"{text} {where}".strip())

    def _send(self, table_id: str, seat: str, name: str, subject: str, text: str) -> None:
        try:
            if self.webhook:
                body = msgspec.json.encode({"table": table_id, "side": seat, "name": name, "text": text})
                ask = urllib.request.Request(self.webhook, body, {"Content-Type": "application/json"})
                urllib.request.urlopen(ask, timeout=10).close()
            if self.smtp:
                for address in self.store.addresses(table_id, seat):
                    if self.mails.allows(address.lower()):
                        self.mail(address, subject, text)
        except (OSError, smtplib.SMTPException, ValueError) as fault:
            log.warning("a message about table %s could not be sent: %s", table_id, fault)

    def post(self, address: str, subject: str, text: str) -> None:
        """One mail, soon: whoever asks for it does not wait, nor learn from how long it takes."""
        self._begin(asyncio.to_thread(self._post, address, subject, text))

    def _post(self, address: str, subject: str, text: str) -> None:
        try:
            self.mail(address, subject, text)
        except (OSError, smtplib.SMTPException, ValueError) as fault:
            log.warning("a mail could not be sent: %s", fault)

    def mail(self, address: str, subject: str, text: str) -> None:
        """One mail, now. Raises OSError or SMTPException if the mail server does not take it."""
        url = urlsplit(self.smtp)
        mail = EmailMessage()
        mail["From"] = parse_qs(url.query).get("from", ["trenchline@localhost"])[0]
        mail["To"], mail["Subject"] = address, f"Trenchline: {subject}"
        mail["Date"] = time.strftime("%a, %d %b %Y %H:%M:%S +0000", time.gmtime())
        mail.set_content(text + "\n")
        with _post_office(url) as server:
            if url.username:
                server.login(unquote(url.username), unquote(url.password or ""))
            server.send_message(mail)

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def _post_office(url: SplitResult) -> smtplib.SMTP:
    """The mail server: by smtps in TLS from the first byte, by smtp in TLS before any password is said."""
    host = url.hostname or "localhost"
    if url.scheme == "smtps":
        return smtplib.SMTP_SSL(host, url.port or 465, timeout=PROMPTNESS, context=ssl.create_default_context())
    server = smtplib.SMTP(host, url.port or 25, timeout=PROMPTNESS)
    if url.username:
        server.starttls(context=ssl.create_default_context())
    return server
