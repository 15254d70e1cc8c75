"""A live line on which too much is said is closed, with the reason, and nobody else's move waits for it."""

from __future__ import annotations

import asyncio
import contextlib
import json

import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from trenchline.server import limits

from .conftest import Server
from .test_door import call, table
from .test_live import act, hear, new_table, watch
from .test_table_life import closed_with, heard, live

PING, PONG, TEXT, MORE = 0x89, 0x8A, 0x81, 0x00
FRAMES = 60_000  # in one breath: some 400 kB
ROUNDS = 200  # of so many; a line is closed in the first


def frames(opcode: int, count: int) -> bytes:
    """Masked frames, each with one byte."""
    return (bytes([opcode, 0x81]) + b"\0\0\0\0?") * count


async def flood(url: str, made: dict, opcode: int = TEXT) -> tuple[int | None, str]:
    """Frames as fast as they go, until the line is closed: its code and reason."""
    line = await watch(url, made["table"], made["watch"])
    await hear(line, 0)
    with contextlib.suppress(OSError, ConnectionClosed):
        if opcode == MORE:
            line.transport.write(frames(0x01, 1))  # a message that never ends
        for _ in range(ROUNDS):
            if line.close_code is not None:
                break
            line.transport.write(frames(opcode, FRAMES))
            await heard_or_closed(line)
    await asyncio.wait_for(line.wait_closed(), 60)
    return line.close_code, line.close_reason or ""


async def heard_or_closed(line: ClientConnection) -> None:
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(line.recv(), 0.05)


@pytest.mark.parametrize("opcode", [TEXT, PING, PONG, MORE])
def test_a_line_that_is_flooded_is_closed_and_told_why(server: Server, opcode: int):
    made = new_table(server.url, french="friend")
    assert asyncio.run(flood(server.url, made, opcode)) == (4429, "Too many messages; come back and say less")


def test_another_player_acts_while_twenty_lines_are_flooded(server: Server):
    """Each is closed for good, however much it still wanted to say; the player's own line and his moves go on."""

    async def story() -> None:
        made, other = new_table(server.url, french="friend"), new_table(server.url)
        mine = await watch(server.url, other["table"], other["key"])
        await hear(mine, 0)
        floods = [asyncio.create_task(flood(server.url, made)) for _ in range(20)]
        for seq, text in enumerate(("interdict:III.A1", "III.A1-1507", "done")):
            await act(server.url, other, seq, text)
            await hear(mine, seq + 1)
        assert {code for code, _ in await asyncio.gather(*floods)} == {4429}
        await mine.send("?")
        assert json.loads(await asyncio.wait_for(mine.recv(), 60)) == {"alive": True}
        await mine.close()

    asyncio.run(story())


def test_no_more_of_a_flood_is_read_than_a_line_may_say(monkeypatch: pytest.MonkeyPatch):
    """Of sixty thousand frames a few are counted and none after the line was closed; the rest is not even looked at."""
    looked_at: list[int] = []
    line = guarded_line(monkeypatch, looked_at)
    line.data_received(frames(TEXT, FRAMES))
    assert len(looked_at) <= limits.LINE_FRAMES + limits.LINE_READ // 7 + 1
    assert line.transport.paused and line.close_sent
    line.data_received(frames(TEXT, FRAMES))
    assert len(looked_at) <= limits.LINE_FRAMES + limits.LINE_READ // 7 + 1


def test_a_page_that_asks_as_pages_do_is_never_closed(monkeypatch: pytest.MonkeyPatch):
    now = [0.0]
    monkeypatch.setattr(limits.time, "monotonic", lambda: now[0])
    line = guarded_line(monkeypatch, [])
    for _ in range(1000):
        now[0] += 20
        line.data_received(frames(TEXT, 1) + frames(PONG, 1))
    assert not line.close_sent


def test_all_lines_of_an_address_have_one_bound(client):
    """What is said counts as a call: many lines, each within its own bound, are no way around it."""
    made = table(client)
    with live(client, made, made["watch"]) as line:
        heard(line)
        client.app.state.calls.burst = 0
        line.send_text("?")
        assert closed_with(line) == limits.TALKATIVE
    client.app.state.calls.burst = limits.BURST
    assert call(client, made, "get", "/state").status_code == 200


class Wire:
    """A transport that keeps what is written."""

    def __init__(self) -> None:
        self.paused, self.written = False, b""

    def get_extra_info(self, name: str) -> object:
        return ("127.0.0.1", 1916) if name in ("peername", "sockname") else None

    def is_closing(self) -> bool:
        return False

    def write(self, data: bytes) -> None:
        self.written += data

    def pause_reading(self) -> None:
        self.paused = True

    def resume_reading(self) -> None:
        self.paused = False

    def abort(self) -> None:
        pass


def guarded_line(monkeypatch: pytest.MonkeyPatch, looked_at: list[int]):
    """A live line whose upgrade was answered, on a wire of our own; `looked_at` gets every frame that is read."""
    from uvicorn.config import Config
    from uvicorn.server import ServerState
    from websockets.frames import Frame
    from websockets.protocol import State
    from websockets.server import ServerProtocol

    from trenchline.server.connections import GuardedLive

    def counted(self, frame: Frame, receive=ServerProtocol.recv_frame) -> None:
        looked_at.append(1)
        receive(self, frame)

    monkeypatch.setattr(ServerProtocol, "recv_frame", counted)
    config = Config(lambda: None, ws=GuardedLive, log_config=None, ws_per_message_deflate=False)  # type: ignore[arg-type]
    loop = asyncio.new_event_loop()
    line = GuardedLive(config, ServerState(), {}, loop)
    line.connection_made(Wire())
    line.conn.state, line.handshake_complete = State.OPEN, True
    line.conn.parser = line.conn.__class__.__mro__[1].parse(line.conn)  # what follows the request
    next(line.conn.parser)
    monkeypatch.setattr(loop, "call_later", lambda *words: None)
    return line
