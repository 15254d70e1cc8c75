"""Telling people who are not looking that it is their turn, or that a friend has joined: each in the way he has chosen.

TRENCHLINE_SMTP=smtp://user:password@mail.example.org:587?from=table@example.org      smtps:// where TLS comes first (465)
TRENCHLINE_WEBHOOK=https://chat.example.org/hook      gets {"table", "side", "name", "text"} by POST, of everybody's turns
TRENCHLINE_URL=https://trenchline.example.org/        so that messages can say where the table is
TRENCHLINE_PATIENCE=60                                seconds a player may be away before he is told, if he has not chosen

What is to be told is written down with what it is about (`notices`), and sent by `delivery`.
"""

from __future__ import annotations

import asyncio
import logging
import os
import smtplib
import ssl
import time
from collections.abc import Coroutine, Iterable, Sequence
from email import policy
from email.message import EmailMessage
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit

from . import limits
from .delivery import TURN, Delivery
from .limits import Bucket
from .live import Hub
from .rows import KeyRow, LogRow
from .store import STORE_FAULTS, Store
from .table import Table

log = logging.getLogger("trenchline.notify")

PATIENCE = float(os.environ.get("TRENCHLINE_PATIENCE", "60"))  # seconds a player may be away before he is told
HOUR, DAY = 3600.0, 86400.0  # seconds
WHOLE_LINES = policy.default.clone(max_line_length=900)  # a link that is folded or encoded is none
PROMPTNESS = 20  # seconds that a mail server may take to answer
ASKED = {
    "draw": ("a draw is offered", "{} offers a draw: answer here."),
    "undo": ("a take-back is asked for", "{} asks to take back the last action: answer here."),
    "pause": ("a pause is asked for", "{} asks to stop the clocks: answer here."),
    "resign": ("your partner wants to resign", "{} wants to resign: answer here."),
}


class Notifier:
    """Watches whose turn begins. A player is told once, until he comes."""

    def __init__(self, store: Store, hub: Hub, patience: float = PATIENCE) -> None:
        self.store, self.hub, self.patience = store, hub, patience
        self.smtp = os.environ.get("TRENCHLINE_SMTP", "")
        self.webhook = os.environ.get("TRENCHLINE_WEBHOOK", "")
        self.home = os.environ.get("TRENCHLINE_URL", "")
        self.mails = Bucket(limits.MAILS_PER_DAY / DAY, limits.MAILS_PER_DAY)  # by recipient
        self.codes = Bucket(limits.CODES_PER_DAY / DAY, limits.CODES_PER_DAY)  # by recipient
        self.asked = Bucket(limits.CODES_PER_HOUR / HOUR, limits.CODES_PER_HOUR)  # by caller
        self.guesses = Bucket(limits.GUESSES_PER_HOUR / HOUR, limits.GUESSES_PER_HOUR)  # by key
        self.delivery = Delivery(self)
        self._tasks: set[asyncio.Task[None]] = set()
        self._sees_it: dict[
            tuple[str, str], asyncio.TimerHandle
        ] = {}  # table and seat, until it is looked whether he went away
        hub.on_arrival = self.arrived

    def start(self) -> None:
        self._begin(self.delivery.run())

    # ---------------------------------------------------------------- what happens at tables

    def turn_of(self, table: Table, before: Sequence[str], after: Sequence[str], by: KeyRow | None) -> tuple[str, ...]:
        """The seats whose turn begins and whose players do not look: who looks is seen to later, if he has gone by then."""
        mine = by.sides if by is not None else ()
        people = {s.side for s in table.row.seats if s.kind == "human" and s.side not in mine}
        begins = [seat for seat in after if seat in people and seat not in before]
        looking = self.hub.looking(table.row.id) if begins else set()
        for seat in looking.intersection(begins):
            self._look_again(table, seat)
        return tuple(seat for seat in begins if seat not in looking)

    def _look_again(self, table: Table, seat: str) -> None:
        """A player sees that it is his turn; but his device may fall asleep before he has understood it."""
        place = table.row.id, seat
        if (before := self._sees_it.pop(place, None)) is not None:
            before.cancel()
        self._sees_it[place] = asyncio.get_running_loop().call_later(self.patience, self._went_away, table, seat)

    def _went_away(self, table: Table, seat: str) -> None:
        self._sees_it.pop((table.row.id, seat), None)
        if seat in table.may_move and seat not in self.hub.looking(table.row.id):
            self._begin(self._add(table.row.id, [seat], TURN, ""))

    def came(self, table: Table, by: KeyRow | None) -> tuple[str, ...]:
        """The seats of one who acts without a live line; of who has one it is known that he is here."""
        return by.sides if by is not None and not self.hub.looking(table.row.id).issuperset(by.sides) else ()

    def arrived(self, table_id: str, seats: Sequence[str]) -> None:
        """The player of some seats looks at the table."""
        self._begin(self._came(table_id, seats))

    async def _came(self, table_id: str, seats: Sequence[str]) -> None:
        try:
            await asyncio.to_thread(self.delivery.store.came, table_id, seats)
        except STORE_FAULTS as fault:
            log.warning("a message about table %s may come too late: %s", table_id, fault)

    def changed(self, table: Table, entry: LogRow, begins: Sequence[str], by: KeyRow | None) -> None:
        """Something has happened at a table, and those whose turn begins by it are written down."""
        if begins:
            self.delivery.news.set()
        if entry.kind == "ask" and entry.text in ASKED and not table.match.is_secret:
            subject, text = ASKED[entry.text]
            self.told(table, self._others(table, by), subject, text.format(entry.side.capitalize()))
        elif entry.kind == "answer" and not table.match.is_secret and not table.over:
            answer = "Yes" if entry.text.startswith("yes") else "No"
            self.told(table, self._others(table, by), "your request is answered", f"the answer to your request is: {answer}.")
        elif table.over and entry.kind in ("action", "answer", "resign", "timeout"):
            self.told(table, self._others(table, by), "the match is over", "the match is over.")

        elif entry.kind == "granted":
            self.told(table, [entry.side], "you have more time", f"{entry.side.capitalize()} was given more time.")

    def _others(self, table: Table, by: KeyRow | None) -> list[str]:
        mine = by.sides if by is not None else ()
        return [s.side for s in table.row.seats if s.kind == "human" and s.side not in mine]

    def joined(self, table: Table, taken: str) -> None:
        """A seat was taken: those who wait for it elsewhere hear of it."""
        # No name: what somebody else has typed does not go into a mail.
        others = [s.side for s in table.row.seats if s.kind == "human" and s.side != taken]
        for seat in others:
            turn = " It is your turn." if seat in table.may_move else ""
            self.told(table, [seat], "a player has joined", f"a player has joined your table as {taken}.{turn}")

    def told(self, table: Table, seats: Iterable[str], subject: str, text: str) -> None:
        """Something concerns the players of some seats: those who are not here hear of it."""
        away = [seat for seat in seats if seat not in self.hub.looking(table.row.id)]
        if away:
            self._begin(self._add(table.row.id, away, subject, text))

    async def _add(self, table_id: str, seats: Sequence[str], kind: str, text: str) -> None:
        try:
            await asyncio.to_thread(self.delivery.store.add, table_id, seats, kind, text)
        except STORE_FAULTS as fault:
            log.warning("a message about table %s could not be written down: %s", table_id, fault)
        self.delivery.news.set()

    def _begin(self, telling: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(telling)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def link(self, table_id: str) -> str:
        """Where a table is, for a message."""
        return f"{self.home.rstrip('/')}/t/{table_id}" if self.home else ""

    # ---------------------------------------------------------------- mail

    @property
    def sender(self) -> str:
        return parse_qs(urlsplit(self.smtp).query).get("from", ["trenchline@localhost"])[0]

    def post(self, address: str, subject: str, text: str) -> None:
        """One mail, soon: whoever asks for it does not wait, nor learn from how long it takes."""
        self._begin(asyncio.to_thread(self._post, address, subject, text))

    def _post(self, address: str, subject: str, text: str) -> None:
        try:
            self.mail(address, subject, text)
        except (OSError, smtplib.SMTPException, ValueError) as fault:
            log.warning("a mail could not be sent: %s", fault)

    def mail(self, address: str, subject: str, text: str, stop: str = "") -> None:
        """One mail, now, with the link that ends such mails. Raises OSError or SMTPException if the mail server does not take
        it."""
        url = urlsplit(self.smtp)
        mail = EmailMessage(WHOLE_LINES)
        mail["From"] = self.sender
        mail["To"], mail["Subject"] = address, f"Trenchline: {subject}"
        mail["Date"] = time.strftime("%a, %d %b %Y %H:%M:%S +0000", time.gmtime())
        if stop:
            mail["List-Unsubscribe"], mail["List-Unsubscribe-Post"] = f"<{stop}>", "List-Unsubscribe=One-Click"
            text += f"\n\nNo more of these mails: {stop}"
        mail.set_content(text + "\n")
        with _post_office(url) as server:
            if url.username:
                server.login(unquote(url.username), unquote(url.password or ""))
            server.send_message(mail)

    async def close(self) -> None:
        for timer in self._sees_it.values():
            timer.cancel()
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
