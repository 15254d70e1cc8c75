"""Sending what players are to be told: each message once, by whichever server takes it in hand, as soon as it is due.

What waits lies in the database. A server that stops loses nothing; one that dies while it sends leaves the message to another.
"""

from __future__ import annotations

import asyncio
import logging
import smtplib
from collections import defaultdict
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import msgspec
from cryptography.fernet import Fernet, InvalidToken

from .. import TrenchlineError, load
from . import limits, outgoing
from .limits import Bucket
from .notice_store import MessageRow, NoticeStore, new_message
from .outgoing import Target, Unreachable
from .push import PushKey, Subscription, new_server_key, sealed
from .rows import NoticeRow, Summary
from .store import STORE_FAULTS
from .wire import Way, WayTried

if TYPE_CHECKING:
    from .notify import Notifier

log = logging.getLogger("trenchline.delivery")

EVERY = 2.0  # seconds after which it is looked what other servers have left
GRACE = 5.0  # seconds in which another server may see that the player looks there
IN_HAND = 120.0  # seconds for which a message is one server's
AGAIN = (60, 300, 1800, 7200)  # seconds after which a message is tried again that did not go through
DAY = 86400.0  # seconds
EVERYWHERE = limits.networks("0.0.0.0/0,::/0")  # the host's own webhook goes where the host says
GONE = (404, 410)  # a browser that has left, a webhook that is no more
LINES = 5  # of a notification
TURN = "turn"
TEST = "This is how you are told that it is your turn."


class Stops:
    """Links that end mail or a webhook, for whoever has one: sealed by the server's key, they say what they end."""

    def __init__(self, key: str) -> None:
        self._seal = Fernet(key.encode())

    def token(self, way: str, target: str) -> str:
        return self._seal.encrypt(f"{way} {target}".encode()).decode().rstrip("=")

    def read(self, token: str) -> tuple[str, str, str] | None:
        """The way, the target, and when the link was made; None for one that this server has not made."""
        padded = (token + "=" * (-len(token) % 4)).encode("ascii", "replace")
        try:
            way, _, target = self._seal.decrypt(padded).decode().partition(" ")
            made = datetime.fromtimestamp(self._seal.extract_timestamp(padded) + 1, UTC)
        except InvalidToken:
            return None
        return way, target, made.isoformat(timespec="milliseconds")


class Note(msgspec.Struct, frozen=True):
    """What a browser shows."""

    title: str
    body: str
    url: str
    tag: str


class Delivery:
    """Plans what is new, sends what is due."""

    def __init__(self, notifier: Notifier) -> None:
        self.notifier, self.hub = notifier, notifier.hub
        self.store = NoticeStore(notifier.store)
        self.news = asyncio.Event()
        self.told = Bucket(limits.MESSAGES_PER_DAY / DAY, limits.MESSAGES_PER_DAY)  # by target
        self._sending = asyncio.Semaphore(limits.SENDING_AT_ONCE)
        self._push_key: PushKey | None = None
        self._stops: Stops | None = None

    async def run(self) -> None:
        """For ever, once in a while and whenever there is news."""
        while True:
            self.news.clear()
            try:
                await self.share_out()
                await self.send_due()
                next_due = await asyncio.to_thread(self.store.next_due)
            except STORE_FAULTS as fault:  # it will be back
                log.warning("what players are to be told cannot be read: %s", getattr(fault, "orig", fault))
                next_due = ""
            wait = EVERY
            if next_due:
                until = (datetime.fromisoformat(next_due) - datetime.now(UTC)).total_seconds() + self.grace
                wait = max(0.01, min(EVERY, until))
            with suppress(TimeoutError):
                async with asyncio.timeout(wait):  # `wait_for` of Python 3.11 goes on if it is cancelled just as news comes
                    await self.news.wait()

    @property
    def grace(self) -> float:
        return GRACE if self.store.store.postgres else 0.0

    async def push_key(self) -> PushKey:
        if self._push_key is None:
            pem = await asyncio.to_thread(self.store.server_key, "push", new_server_key)
            home = self.notifier.home
            self._push_key = PushKey(pem, home if home.startswith("https:") else "mailto:" + self.notifier.sender)
        return self._push_key

    async def stops(self) -> Stops:
        if self._stops is None:
            key = await asyncio.to_thread(self.store.server_key, "stop", lambda: Fernet.generate_key().decode())
            self._stops = Stops(key)
        return self._stops

    # ---------------------------------------------------------------- planning

    async def share_out(self) -> None:
        """A message for each way in which a player wants to be told, for when he wants to be."""
        for notice in await asyncio.to_thread(self.store.not_shared_out):
            await asyncio.to_thread(self.store.share_out, notice, await asyncio.to_thread(self._messages, notice))

    def _messages(self, notice: NoticeRow) -> list[MessageRow]:
        begun, patience = datetime.fromisoformat(notice.begun), self.notifier.patience if notice.kind == TURN else 0.0
        found: dict[tuple[str, str], MessageRow] = {}
        if self.notifier.webhook:
            found["host", ""] = new_message(notice, "host", "", begun + timedelta(seconds=patience))
        for one in self.store.recipients(notice.table_id, notice.seat):
            telling = one.telling if notice.kind == TURN else msgspec.structs.replace(one.telling, minutes=0)
            due = telling.when(begun, patience)
            ways = [("push", subscription) for subscription in one.browsers]
            ways += [("mail", address) for address in one.addresses if self.notifier.smtp]
            ways += [("hook", telling.webhook)] if telling.webhook else []
            for way, target in ways:
                found.setdefault((way, target), new_message(notice, way, target, due))
        return list(found.values())

    # ---------------------------------------------------------------- sending

    async def send_due(self) -> None:
        at = datetime.now(UTC)
        late = (at - timedelta(seconds=self.grace)).isoformat(timespec="milliseconds")
        due = await asyncio.to_thread(self.store.due, at.isoformat(timespec="milliseconds"))
        stands: dict[str, Summary | None] = {}
        groups: dict[tuple[str, str], list[MessageRow]] = defaultdict(list)
        for message in due:
            table_id = message.table_id
            if message.seat in self.hub.looking(table_id):
                await asyncio.to_thread(self.store.came, table_id, [message.seat])
                continue
            if table_id not in stands:
                stands[table_id] = (await asyncio.to_thread(self.store.store.table_and_summary, table_id))[1]
            summary = stands[table_id]
            if message.kind == TURN and (summary is None or message.seat not in summary.deciders):
                await asyncio.to_thread(self.store.void, [message])
            elif message.due <= late:
                one = message.id if message.way == "host" else message.target
                groups[message.way, one].append(message)
        await asyncio.gather(*(self._send_together(messages) for messages in groups.values()))

    async def _send_together(self, messages: Sequence[MessageRow]) -> None:
        """All that one target is to be told now."""
        async with self._sending:
            mine = await asyncio.to_thread(self.store.take, messages, IN_HAND)
            if not mine:
                return
            try:
                await self._send(mine)
            except (Unreachable, OSError, smtplib.SMTPException) as fault:
                log.warning("a message by %s could not be sent: %s", mine[0].way, fault)
                await self._try_later(mine)
            except (ValueError, TrenchlineError) as fault:
                log.warning("a message by %s cannot be sent: %s", mine[0].way, fault)
                await asyncio.to_thread(self.store.done, mine)
            else:
                await asyncio.to_thread(self.store.done, mine)

    async def _try_later(self, messages: Sequence[MessageRow]) -> None:
        tries = max(m.tries for m in messages)
        if tries >= len(AGAIN):
            await asyncio.to_thread(self.store.done, messages)
            return
        due = datetime.now(UTC) + timedelta(seconds=AGAIN[tries])
        await asyncio.to_thread(self.store.later, messages, due.isoformat(timespec="milliseconds"))

    async def _send(self, messages: Sequence[MessageRow]) -> None:
        """Raises Unreachable, OSError or SMTPException where it may go through another time."""
        way, target = messages[0].way, messages[0].target
        lines = await asyncio.to_thread(self._lines, messages)
        if way == "host":
            await self._call_host(messages[0], lines[0])
        elif way == "mail":
            await self._mail(target, messages, lines)
        elif self.told.allows(target):
            await (self._push if way == "push" else self._hook)(target, messages, lines)

    def _lines(self, messages: Sequence[MessageRow]) -> list[str]:
        return [self._line(message) for message in messages]

    def _line(self, message: MessageRow) -> str:
        row, summary = self.store.store.table_and_summary(message.table_id)
        title = load(row.game).title if row is not None else ""
        if message.kind != TURN:
            return f"{title}: {message.text}"
        return f"{title}: it is your turn as {message.seat}. {summary.where if summary else ''}.".replace(" .", "")

    async def _mail(self, address: str, messages: Sequence[MessageRow], lines: Sequence[str]) -> None:
        notifier = self.notifier
        if not notifier.mails.allows(address.lower()):
            return
        text = "\n\n".join(f"{line} {notifier.link(m.table_id)}".strip() for m, line in zip(messages, lines, strict=True))
        stop = await self._stop_link("mail", address)
        subject = _subject(messages)
        await asyncio.to_thread(notifier.mail, address, subject, text, stop)

    async def _stop_link(self, way: str, target: str) -> str:
        home = self.notifier.home
        return f"{home.rstrip('/')}/stop/{(await self.stops()).token(way, target)}" if home else ""

    async def _push(self, target: str, messages: Sequence[MessageRow], lines: Sequence[str]) -> None:
        await self._push_note(target, _note(messages, lines))

    async def _push_note(self, target: str, note: Note) -> bool:
        """Whether the browser is still there."""
        to = msgspec.json.decode(target, type=Subscription)
        key = await self.push_key()
        status = await outgoing.post(
            Target(to.endpoint, outgoing.allowed_networks()), sealed(msgspec.json.encode(note), to), key.headers(to.endpoint)
        )
        if status in GONE:
            await asyncio.to_thread(self.store.remove_browser, to.endpoint)
            return False
        _check(status)
        return True

    async def _hook(self, target: str, messages: Sequence[MessageRow], lines: Sequence[str]) -> None:
        text = "\n".join(f"{line} {self.notifier.link(m.table_id)}".strip() for m, line in zip(messages, lines, strict=True))
        status = await self._call_hook(target, text, [{"table": m.table_id, "side": m.seat} for m in messages])
        if status not in GONE:
            _check(status)

    async def _call_hook(self, target: str, text: str, tables: Sequence[dict[str, str]]) -> int:
        said = {"text": text, "content": text, "tables": tables}
        stop = await self._stop_link("hook", target)
        said |= {"stop": stop} if stop else {}
        return await outgoing.post(
            Target(target, outgoing.allowed_networks()), msgspec.json.encode(said), {"Content-Type": "application/json"}
        )

    # ---------------------------------------------------------------- trying

    async def try_ways(self, account: str, hashes: Sequence[str]) -> list[WayTried]:
        """A message at once by each way in which a player is told, to see whether it comes."""
        ways = await asyncio.to_thread(self.store.ways_of, account, hashes)
        return list(await asyncio.gather(*(self._try(way, target) for way, target in ways[: limits.WAYS_TRIED])))

    async def _try(self, way: str, target: str) -> WayTried:
        known = msgspec.convert(way, Way)
        allowed = self.notifier.mails.allows(target.lower()) if way == "mail" else self.told.allows(target)
        try:
            async with self._sending:
                return WayTried(known, allowed and await self._test(way, target))
        except (Unreachable, OSError, smtplib.SMTPException, ValueError) as fault:
            log.info("a test by %s did not go through: %s", way, fault)
            return WayTried(known, False)

    async def _test(self, way: str, target: str) -> bool:
        if way == "push":
            return await self._push_note(target, Note("Trenchline: a test", TEST, "#/", "test"))
        if way == "mail":
            if not self.notifier.smtp:
                return False
            await asyncio.to_thread(self.notifier.mail, target, "a test", TEST, await self._stop_link("mail", target))
            return True
        _check(await self._call_hook(target, f"Trenchline: {TEST}", []))
        return True

    async def _call_host(self, message: MessageRow, line: str) -> None:
        row = await asyncio.to_thread(self.store.store.table, message.table_id)
        name = next((s.name for s in row.seats if s.side == message.seat), "") if row else ""
        text = f"{line} {self.notifier.link(message.table_id)}".strip()
        said = {"table": message.table_id, "side": message.seat, "name": name, "text": text}
        target = Target(self.notifier.webhook, EVERYWHERE)
        _check(await outgoing.post(target, msgspec.json.encode(said), {"Content-Type": "application/json"}))


def _check(status: int) -> None:
    """Raises Unreachable where the other end may take it another time, ValueError where it never will."""
    if status == 429 or status >= 500:
        raise Unreachable(f"the answer is {status}")
    if not 200 <= status < 300:
        raise ValueError(f"the answer is {status}")


def _subject(messages: Sequence[MessageRow]) -> str:
    if len(messages) > 1:
        return f"{len(messages)} tables wait for you"
    return "your turn" if messages[0].kind == TURN else messages[0].kind


def _note(messages: Sequence[MessageRow], lines: Sequence[str]) -> Note:
    """A notification: of one table it leads there, of several to the list."""
    if len(messages) == 1:
        title, _, body = lines[0].partition(": ")
        return Note(
            f"{title}: {_subject(messages)}", body[:1].upper() + body[1:], f"#/t/{messages[0].table_id}", messages[0].table_id
        )
    more = [f"and {len(lines) - LINES} more"] if len(lines) > LINES else []
    return Note(_subject(messages).capitalize(), "\n".join([*lines[:LINES], *more]), "#/", "tables")
