"""Each address has its share: who asks for much makes others wait for a slice of it; what nobody waits for is dropped."""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections.abc import Generator, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from trenchline.server import bots, errors, limits, lobby
from trenchline.server.bot_processes import _kind
from trenchline.server.bot_turns import Turns
from trenchline.server.live import Hub
from trenchline.server.replays import CALLER, SLICE, SLICE_SECONDS, Replays
from trenchline.server.store import Store
from trenchline.server.table import Entry, Replay
from trenchline.server.tables import Tables

from .long_match import long_match, without_bound_of_lifts
from .test_door import call, state, table
from .test_table_life import heard, live


def steps(count: int, done: list[str], name: str) -> Iterator[int]:
    yield from range(count)
    done.append(name)


async def of(address: str, replays: Replays, work: Iterator[int], length: int = 0) -> list[int]:
    CALLER.set(address)
    return await replays.run(work, length)


# ---------------------------------------------------------------------------------------------------- long work


def test_one_address_with_much_work_makes_another_wait_for_a_slice_of_it():
    async def story() -> list[str]:
        replays, done = Replays(), list[str]()
        greedy = [of("greedy", replays, steps(20 * SLICE, done, "greedy")) for _ in range(50)]
        await asyncio.gather(*greedy, of("modest", replays, steps(2 * SLICE, done, "modest")))
        return done

    assert asyncio.run(story())[0] == "modest"


def test_what_is_short_does_not_wait_for_what_is_long_of_the_same_address():
    async def story() -> list[str]:
        replays, done = Replays(), list[str]()
        long = [of("x", replays, steps(50 * SLICE, done, "long"), 50 * SLICE) for _ in range(3)]
        await asyncio.gather(*long, of("x", replays, steps(SLICE, done, "short"), SLICE))
        return done

    assert asyncio.run(story()) == ["short", "long", "long", "long"]


def test_only_so_much_that_is_long_is_begun_at_a_time():
    """Each holds much memory. All come to their end."""
    begun, most = 0, 0

    def long() -> Iterator[int]:
        nonlocal begun, most
        begun += 1
        most = max(most, begun)
        yield from range(5 * SLICE)
        begun -= 1

    async def story() -> None:
        replays = Replays()
        await asyncio.gather(*(of("x", replays, long(), limits.SHORT_WORK + 1) for _ in range(12)))

    asyncio.run(story())
    assert most == limits.LONG_WORK_AT_ONCE


def test_who_has_too_much_under_way_is_told_so():
    async def story() -> None:
        replays, done = Replays(), list[str]()
        waiting = [asyncio.create_task(of("x", replays, steps(SLICE, done, ""))) for _ in range(limits.WORK_PER_ADDRESS)]
        await asyncio.sleep(0)
        with pytest.raises(errors.Refused) as refused:
            await of("x", replays, steps(1, done, ""))
        assert refused.value.code == "too-busy"
        assert len(await of("y", replays, steps(1, done, ""))) == 1
        await asyncio.gather(*waiting)

    asyncio.run(story())


def test_work_that_nobody_waits_for_is_dropped_begun_or_not():
    async def story() -> None:
        replays, taken = Replays(), list[int]()
        first = threading.Event()

        def endless() -> Iterator[int]:
            while True:
                first.set()
                taken.append(1)
                time.sleep(SLICE_SECONDS)  # one step a slice: memory must not fill
                yield 1

        waiting = [asyncio.create_task(of("x", replays, endless(), limits.SHORT_WORK + 1)) for _ in range(5)]
        await asyncio.to_thread(first.wait)
        for one in waiting:
            one.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        assert await of("x", replays, iter([7])) == [7]
        then = len(taken)
        assert await of("x", replays, iter([8])) == [8] and len(taken) == then and not any(replays._lines.values())

    asyncio.run(story())


def test_the_same_question_is_answered_once_for_all_who_ask_and_dropped_when_the_last_has_gone():
    made: list[str] = []

    async def story() -> None:
        replays = Replays()

        async def make() -> str:
            made.append("begun")
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.Event().wait()
            made.append("dropped")
            raise asyncio.CancelledError

        asking = [asyncio.create_task(replays.shared("same", make)) for _ in range(300)]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        for one in asking[1:]:
            one.cancel()
        await asyncio.gather(*asking[1:], return_exceptions=True)
        assert made == ["begun"]
        asking[0].cancel()
        await asyncio.gather(asking[0], return_exceptions=True)
        await asyncio.sleep(0)
        assert made == ["begun", "dropped"] and not replays._shared

    asyncio.run(story())


def test_a_fault_in_one_piece_of_work_is_told_to_who_waits_for_it_and_to_nobody_else():
    def broken() -> Generator[None, None, int]:
        yield
        raise errors.no_table()

    async def story() -> None:
        replays, done = Replays(), list[str]()
        one, two = await asyncio.gather(
            replays.result(broken()), of("y", replays, steps(SLICE, done, "y")), return_exceptions=True
        )
        assert isinstance(one, errors.Refused) and two == list(range(SLICE))

    asyncio.run(story())


# ---------------------------------------------------------------------------------------------------- calls


def test_replays_whose_clients_have_gone_are_dropped(client: TestClient, monkeypatch: pytest.MonkeyPatch):
    """Three hundred ask for a replay that never ends, and hang up: it was begun once, and nothing of it is left."""
    made, replays = table(client), client.app.state.tables.replays
    monkeypatch.setattr(limits, "LOOP_BURST", float("inf"))  # or a slow machine lets in four of them at a time
    begun, all_wait, share = threading.Event(), asyncio.Event(), replays.shared
    starts: list[int] = []
    asked: list[int] = []

    def shared(*words: Any) -> Any:
        asked.append(1)
        if len(asked) == 300:  # who hangs up before would leave the next to begin again
            all_wait.set()
        return share(*words)

    def endless(self: Replay) -> Iterator[Entry]:
        starts.append(1)
        while True:
            begun.set()
            time.sleep(SLICE_SECONDS)  # one entry a slice: if the calls hang, memory must not fill
            yield Entry(0, 0, "german", "done", 1, "", [])

    monkeypatch.setattr(replays, "shared", shared)
    monkeypatch.setattr(Replay, "entries", endless)
    path = f"/api/tables/{made['table']}/replay"
    head = {"type": "http", "method": "GET", "path": path, "raw_path": path.encode(), "query_string": b"", "root_path": ""}
    head |= {"scheme": "http", "server": ("x", 80), "client": ("10.0.0.1", 1), "http_version": "1.1"}
    head |= {"headers": [(b"authorization", f"Bearer {made['key']}".encode())], "asgi": {"version": "3.0"}}

    async def ask() -> int:
        said = [{"type": "http.request", "body": b"", "more_body": False}]
        told: list[dict] = []

        async def receive() -> dict:
            if not said:
                await all_wait.wait()
                await asyncio.to_thread(begun.wait)
            return said.pop() if said else {"type": "http.disconnect"}

        async def send(message: dict) -> None:
            told.append(message)

        await client.app(dict(head), receive, send)
        return told[0]["status"]

    async def all_ask() -> set[int]:
        return set(await asyncio.gather(*(ask() for _ in range(300))))

    assert client.portal.call(all_ask) == {499} and len(starts) == 1
    assert not replays._shared and not any(replays._lines.values())


def test_a_long_document_is_whole_though_it_is_given_away_in_pieces(client, monkeypatch):
    monkeypatch.setattr(limits, "ANSWER_PIECE", 100)
    made = table(client, french="me")
    for text in ("interdict:III.A1", "III.A1-1507"):
        call(client, made, "post", "/actions", seq=state(client, made)["seq"], key=text, text=text)
    told = call(client, made, "get", "/replay").json()
    assert told["steps"] == state(client, made)["entries"] and told["prelude"] == state(client, made)["prelude"]


def test_an_upload_is_checked_in_slices_beside_other_work(tmp_path: Path):
    """A short upload of another address is done before three long ones."""

    async def story() -> list[str]:
        tables, done = Tables(Store(f"sqlite:///{tmp_path}/t.db"), Hub()), list[str]()
        with without_bound_of_lifts():
            saves = {name: msgspec.json.encode(long_match(n).save()).decode() for name, n in (("long", 6000), ("short", 40))}

            async def upload(name: str, address: str) -> None:
                CALLER.set(address)
                await lobby.upload(tables, saves[name], {"german": "me", "french": "me"}, "Ann")
                done.append(name)

            tasks = [asyncio.create_task(upload("long", "one")) for _ in range(3)]
            tasks += [asyncio.create_task(upload("short", who)) for who in ("one", "two")]
            await asyncio.gather(*tasks)
            await tables.close()
        return done

    assert asyncio.run(story()) == ["short", "short", "long", "long", "long"]


# ---------------------------------------------------------------------------------------------------- bots


def test_bots_think_in_turn_by_address_and_those_who_are_watched_first():
    async def story() -> list[str]:
        turns, order = Turns(), list[str]()

        async def think(name: str, address: str, watched: bool) -> None:
            async with turns.turn(address, lambda: watched):
                order.append(name)
                await asyncio.sleep(0)

        asked = [("unwatched", "a", False), *((f"a{n}", "a", True) for n in range(4)), ("b0", "b", True), ("b1", "b", True)]
        await asyncio.gather(*(think(*one) for one in asked))
        return order

    assert asyncio.run(story()) == ["unwatched", "b0", "a0", "b1", "a1", "a2", "a3"]


def test_who_was_passed_over_for_long_is_passed_over_no_more(monkeypatch):
    monkeypatch.setattr(limits, "BOT_PASSED_OVER", -1.0)

    async def story() -> list[str]:
        turns, order = Turns(), list[str]()

        async def think(name: str) -> None:
            async with turns.turn(name, lambda: name == "watched"):
                order.append(name)
                await asyncio.sleep(0)

        await asyncio.gather(think("first"), think("unwatched"), think("watched"))
        return order

    assert asyncio.run(story()) == ["first", "unwatched", "watched"]


def test_a_bot_that_gives_up_its_place_keeps_nobody_waiting():
    async def story() -> str:
        turns = Turns()

        async def think() -> str:
            async with turns.turn("", lambda: True):
                return "thought"

        async with turns.turn("", lambda: True):
            waiting = [asyncio.create_task(think()) for _ in range(2)]
            await asyncio.sleep(0)
            waiting[0].cancel()
        return await waiting[1]

    assert asyncio.run(story()) == "thought"


def test_who_answers_at_once_does_not_think_where_generals_do():
    kinds = {bot: _kind(bot) for bot in ("recruit", "sergeant", "random", "colonel", "general", "my.bots:Bold")}
    assert {kinds[b] for b in ("recruit", "sergeant", "random")} == {"quick"}
    assert kinds["colonel"] == kinds["general"] == "deep" and kinds["my.bots:Bold"] == "outside"


def test_bots_among_themselves_pause_while_nobody_watches(client: TestClient, monkeypatch):
    made = table(client, german="bot:random", french="bot:random")
    tables = client.app.state.tables
    kept = tables._tables[made["table"]]
    assert not kept.actions and not tables.bots.playing(kept), "nobody looks: nobody plays"
    monkeypatch.setattr(bots, "RETRY", 0.01)
    with live(client, made, made["watch"]) as line:
        while heard(line).get("seq", 0) < 3:
            pass
    client.portal.call(partial(_until_idle, tables, kept))
    stood = len(kept.actions)
    assert stood >= 3 and not kept.over
    assert state(client, made, made["watch"])["thinking"], "who asks again and again watches, too"


async def _until_idle(tables: Tables, kept: object) -> None:
    while tables.bots.playing(kept):  # type: ignore[arg-type]
        await asyncio.sleep(0.01)


def test_a_bot_whose_move_a_person_waits_for_plays_though_he_has_gone(client: TestClient):
    made = table(client, german="bot:random", french="me")
    kept = client.app.state.tables._tables[made["table"]]
    assert client.app.state.tables.bots.playing(kept) and kept.thinking == "german"


def test_what_is_taken_back_past_dice_is_played_again_off_the_loop(client: TestClient, monkeypatch: pytest.MonkeyPatch):
    made = table(client, french="me")
    for text in ("interdict:III.A1", "III.A1-1507"):
        call(client, made, "post", "/actions", seq=state(client, made)["seq"], key=text, text=text)
    threads: list[str] = []

    def noted(self: Replay, steps=Replay.steps) -> Generator:
        threads.append(threading.current_thread().name)
        return (yield from steps(self))

    monkeypatch.setattr(Replay, "steps", noted)
    assert call(client, made, "post", "/undo", seq=2, key="u").json()["length"] == 1
    assert len(threads) == 1 and threads[0].startswith("trenchline-replays")
