"""Connections that nobody can hold open for nothing: bounds on the time and the bytes until a request has been read.

A connection is *half open* while something of a request is missing: its first byte, its head, or the rest of its body. It has
so long and no longer. Where one address has too many of them, or all together are more than the system allows, those that
have waited longest make room: whoever comes with a whole request is served, however many others say nothing.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from typing import Any

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode

from . import errors, limits
from .answers import refusal

log = logging.getLogger("trenchline.connections")

TOO_MUCH_SAID = "Too many messages; come back and say less"


class Room:
    """All connections of this process, by the address at their other end."""

    def __init__(self, most: int = 900) -> None:
        self.most = most
        self.proxies: list[limits.Network] = []  # each brings many people, who are counted by their requests
        self.open: Counter[str] = Counter()
        self.half_open: dict[str, dict[GuardedHttp, float]] = {}  # the longest waiting first
        self.idle: dict[str, dict[GuardedHttp, float]] = {}  # kept alive between two requests
        self.cut: Counter[str] = Counter()  # how many were closed, by the reason

    def enter(self, address: str) -> bool:
        """One more connection from an address; whether there is room for it."""
        self._cut_the_silent(address)
        if address and self.open[address] >= limits.CONNECTIONS_PER_ADDRESS and not self._cut_oldest(address):
            return False
        if self.open.total() >= self.most and not self._cut_oldest(self._greediest()):
            return False
        self.open[address] += 1
        return True

    def leave(self, address: str) -> None:
        self.open[address] -= 1
        if not self.open[address]:
            del self.open[address]

    def _cut_the_silent(self, address: str) -> None:
        """Beyond so many, an address's half-open connections give way, but for those that have only just come: a request may
        be on its way."""
        waiting = self.half_open.get(address, {}) if address else {}
        patience = time.monotonic() - limits.JUST_COME
        for connection in list(waiting)[: max(0, len(waiting) - limits.HALF_OPEN_PER_ADDRESS)]:
            if waiting[connection] > patience:
                return
            connection.cut("crowded")

    def _greediest(self) -> str:
        """The address with most connections that could give way."""
        resting = {*self.half_open, *self.idle}
        return max(resting, key=lambda a: len(self.half_open.get(a, ())) + len(self.idle.get(a, ())), default="")

    def _cut_oldest(self, address: str) -> bool:
        for kind in (self.half_open, self.idle):
            oldest = next(iter(kind.get(address, ())), None)
            if oldest is not None:
                oldest.cut("crowded")
                return True
        return False


ROOM = Room()


class SlowReader:
    """Cuts off who does not read what he has asked for."""

    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    _unread: asyncio.TimerHandle | None = None

    def begin_to_wait(self) -> None:
        if self._unread is None:
            self._unread = self.loop.call_later(limits.READ_ANSWER_SECONDS, self._cut_unread)

    def end_waiting(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def _cut_unread(self) -> None:
        ROOM.cut["unread"] += 1
        self.transport.abort()


class GuardedHttp(HttpToolsProtocol, SlowReader):
    """HTTP/1.1 with bounds: of a head's bytes, of the time for head and body, and of connections for each address."""

    _address = ""
    _entered = False
    _reading = False  # a request has begun and is not complete
    _head_read = False
    _beside_body = 0  # bytes of this request which are not its body, from the second read on
    _discarded = 0  # bytes of a body that came after the answer
    _deadline: asyncio.TimerHandle | None = None
    _deadline_of = ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._address = _address(self)
        self._entered = ROOM.enter(self._address)
        if self._entered:
            self._wait_for("head", limits.HEAD_SECONDS)
        else:
            ROOM.cut["full"] += 1
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._depart()
        self.end_waiting()
        super().connection_lost(exc)

    def _depart(self) -> None:
        self._stop_waiting()
        _take(ROOM.idle, self._address, self)
        if self._entered:
            ROOM.leave(self._address)
            self._entered = False

    # ---------------------------------------------------------------- how long

    def _wait_for(self, what: str, seconds: float) -> None:
        """The rest of a request must be here by then."""
        self._stop_waiting()
        _take(ROOM.idle, self._address, self)
        ROOM.half_open.setdefault(self._address, {})[self] = time.monotonic()
        self._deadline, self._deadline_of = self.loop.call_later(seconds, self._too_slow), what

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
            _take(ROOM.half_open, self._address, self)

    def _too_slow(self) -> None:
        ROOM.cut["slow"] += 1
        if self._reading and not self.transport.is_closing() and (self.cycle is None or not self.cycle.response_started):
            self._refuse(errors.Refused(408, "too-slow", "The request took too long to arrive"))
        else:
            self.transport.abort()

    def cut(self, why: str) -> None:
        """Make room for somebody else."""
        ROOM.cut[why] += 1
        self._depart()
        self.transport.abort()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self._entered and not self._reading and not self.transport.is_closing():
            ROOM.idle.setdefault(self._address, {})[self] = time.monotonic()

    def pause_writing(self) -> None:
        super().pause_writing()
        self.begin_to_wait()

    def resume_writing(self) -> None:
        super().resume_writing()
        self.end_waiting()

    # ---------------------------------------------------------------- how much

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        _take(ROOM.idle, self._address, self)
        self._beside_body += len(data)
        super().data_received(data)
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            return
        if not self._reading:
            self._stop_waiting()
        elif self._beside_body > limits.HEAD + limits.ONE_READ:
            self._refuse(errors.head_too_large())
        elif self._head_read and self._deadline_of != "body":
            self._wait_for("body", limits.BODY_SECONDS)
        elif self._deadline is None:
            self._wait_for("head", limits.HEAD_SECONDS)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._reading, self._head_read, self._beside_body, self._discarded, self._deadline_of = True, False, 0, 0, ""

    def on_headers_complete(self) -> None:
        self._head_read = True
        if len(self.url) + sum(len(name) + len(value) + 4 for name, value in self.headers) > limits.HEAD:
            self._refuse(errors.head_too_large())
        else:
            super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._beside_body -= len(body)
        if self.transport.is_closing():
            return
        if self.cycle is not None and self.cycle.response_complete:
            self._discarded += len(body)
            if self._discarded > limits.DISCARDED:
                self.transport.abort()
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._reading, self._beside_body = False, 0
        if not self.transport.is_closing():
            super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self._depart()
        super().handle_websocket_upgrade()

    # ---------------------------------------------------------------- refusals before there is a request

    def send_400_response(self, msg: str) -> None:
        if not self.transport.is_closing():
            self._refuse(errors.malformed("This is not a request of HTTP/1.1"))

    def _refuse(self, fault: errors.Refused) -> None:
        answer = refusal(fault)
        head = [STATUS_LINE[fault.status], *(b"%s: %s\r\n" % header for header in answer.raw_headers)]
        self.transport.write(b"".join([*head, b"connection: close\r\n\r\n", bytes(answer.body)]))
        self.transport.close()


class GuardedLive(WebSocketsSansIOProtocol, SlowReader):
    """A live line: counted with its address's other connections, cut if nobody reads it, closed if too much is said on it.

    Every frame costs the server far more than its sender, whatever it holds: so frames are bounded, and what comes is read in
    pieces, so that a line is closed before the rest of a flood is even looked at.
    """

    _address = ""
    _entered = False
    _hung_up = False  # too much was said: nothing more is read

    def __init__(self, *words: Any, **more: Any) -> None:
        super().__init__(*words, **more)
        self._frames = limits.Bucket(limits.LINE_FRAMES_PER_SECOND, limits.LINE_FRAMES)

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._address = _address(self)
        self._entered = ROOM.enter(self._address)
        if not self._entered:
            ROOM.cut["full"] += 1
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._entered:
            ROOM.leave(self._address)
            self._entered = False
        self.end_waiting()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        for begin in range(0, len(data), limits.LINE_READ):
            if self._hung_up or self.transport.is_closing():
                return
            super().data_received(data[begin : begin + limits.LINE_READ])

    def handle_events(self) -> None:
        """Count the frames before anything is made of them, pings and parts of messages too."""
        events = self.conn.events_received()
        frames = sum(isinstance(event, Frame) and event.opcode is not Opcode.CLOSE for event in events)
        if all(self._frames.allows("") for _ in range(frames)):
            self.conn.events = events  # given back: they are handed out once
            super().handle_events()
        else:
            self._hang_up()

    def _hang_up(self) -> None:
        """Say why, read no more, and give the other end a moment to hear it: what it has sent is not even fetched."""
        ROOM.cut["talkative"] += 1
        self._hung_up = True
        if not self.handshake_complete:  # not even waited for the answer to the upgrade
            self.transport.abort()
            return
        self.transport.pause_reading()
        self.read_paused = False  # else whoever takes the last message would begin to read again
        self.conn.send_close(limits.TALKATIVE, TOO_MUCH_SAID)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.queue.put_nowait({"type": "websocket.disconnect", "code": limits.TALKATIVE, "reason": TOO_MUCH_SAID})
        self.close_timer = self.loop.call_later(limits.GOODBYE_SECONDS, self.transport.abort)

    def pause_writing(self) -> None:
        super().pause_writing()
        self.begin_to_wait()

    def resume_writing(self) -> None:
        super().resume_writing()
        self.end_waiting()


def _address(connection: HttpToolsProtocol | WebSocketsSansIOProtocol) -> str:
    """Whose a connection is; nobody's in particular if a proxy brings it."""
    host = connection.client[0] if connection.client else ""
    return "" if limits.among(host, ROOM.proxies) else limits.caller(host)


def _take(kind: dict[str, dict[GuardedHttp, float]], address: str, connection: GuardedHttp) -> None:
    found = kind.get(address)
    if found is not None:
        found.pop(connection, None)
        if not found:
            del kind[address]
