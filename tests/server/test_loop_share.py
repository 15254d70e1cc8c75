"""Each address has its share of the event loop: who has had more goes behind others, and is refused nothing for that."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from trenchline import Game
from trenchline.core.ahead import AtOnce, GroupMarch
from trenchline.server import client_files, limits
from trenchline.server.bot_turns import Turns
from trenchline.server.client_files import ClientFiles
from trenchline.server.doorkeeper import Doorkeeper
from trenchline.server.live import Hub, Watcher
from trenchline.server.loop_share import LoopShare
from trenchline.server.metrics import Metrics
from trenchline.server.routes import look
from trenchline.server.rows import KeyRow

from .test_door import call, table


async def calls(share: LoopShare, address: str, done: list[str]) -> None:
    async with share.call(address):
        await asyncio.sleep(0)
        done.append(address)


def test_who_has_had_more_than_his_share_goes_behind_others():
    async def story() -> list[str]:
        share, done = LoopShare(), list[str]()
        share.charge("greedy", 60.0)
        many = [asyncio.create_task(calls(share, "greedy", done)) for _ in range(20)]
        await asyncio.sleep(0)
        await asyncio.gather(*(calls(share, f"modest {n}", done) for n in range(5)))
        await asyncio.gather(*many)
        return done

    done = asyncio.run(story())
    assert done.count("greedy") == 20, "nothing is refused"
    assert done.index("modest 4") <= 6, done


def test_only_a_few_calls_beyond_the_share_are_under_way():
    under_way = most = 0

    async def one(share: LoopShare, release: asyncio.Event) -> None:
        nonlocal under_way, most
        async with share.call("greedy"):
            under_way += 1
            most = max(most, under_way)
            await release.wait()
            under_way -= 1

    async def story() -> None:
        share, release = LoopShare(), asyncio.Event()
        share.charge("greedy", 60.0)
        many = [asyncio.create_task(one(share, release)) for _ in range(20)]
        for _ in range(100):
            await asyncio.sleep(0)
        release.set()
        await asyncio.gather(*many)

    asyncio.run(story())
    assert most == limits.CALLS_BEYOND_SHARE


def test_addresses_beyond_their_share_take_turns_and_who_gives_up_keeps_nobody_waiting():
    async def story() -> list[str]:
        share, done = LoopShare(), list[str]()
        for address in "ab":
            share.charge(address, 60.0)
        first = [asyncio.create_task(calls(share, "a", done)) for _ in range(10)]
        await asyncio.sleep(0)
        others = [asyncio.create_task(calls(share, "b", done)) for _ in range(2)]
        first[1].cancel()
        await asyncio.gather(*first, *others, return_exceptions=True)
        return done

    done = asyncio.run(story())
    assert sorted(done) == ["a"] * 9 + ["b"] * 2
    assert "b" in done[:4] and done.index("b", done.index("b") + 1) < 8


def test_work_is_counted_while_it_runs_and_not_while_it_waits():
    async def works(until: float) -> str:
        await asyncio.sleep(0)
        while time.thread_time() < until:
            pass
        return "done"

    async def story() -> tuple[bool, bool]:
        share = LoopShare()
        await share.counted("waits", asyncio.sleep(0.01))
        assert await share.counted("works", works(time.thread_time() + limits.LOOP_BURST + 0.3)) == "done"
        return share.beyond("waits"), share.beyond("works")

    assert asyncio.run(story()) == (False, True)


def test_work_that_is_counted_can_be_cancelled():
    heard: list[str] = []

    async def works() -> None:
        try:
            await asyncio.sleep(3600)
        except asyncio.CancelledError:
            heard.append("cancelled")
            raise

    async def story() -> None:
        task = asyncio.create_task(LoopShare().counted("x", works()))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(story())
    assert heard == ["cancelled"]


def test_a_call_whose_client_has_gone_is_not_answered():
    answered: list[str] = []

    async def app(scope, receive, send) -> None:
        answered.append(scope["path"])

    async def gone() -> dict[str, str]:
        return {"type": "http.disconnect"}

    async def nowhere(message) -> None:
        answered.append("sent")

    metrics = Metrics()
    door = Doorkeeper(app, limits.Bucket(1, 1), metrics, LoopShare())
    asyncio.run(door({"type": "http", "path": "/x", "method": "GET", "headers": [], "client": ("a", 1)}, gone, nowhere))
    assert not answered and metrics.calls == {("GET", 499): 1}


# ---------------------------------------------------------------------------------------------------- what costs much


def test_where_a_group_can_go_is_found_in_slices_in_the_thread_of_long_work(client: TestClient, monkeypatch):
    """A group of sixteen takes seconds: in threads of its own it kept everybody waiting, even after its client had gone."""
    made, threads = table(client), list[str]()

    def slow_steps(*words) -> Iterator[GroupMarch]:
        for cell in "abc":
            threads.append(threading.current_thread().name)
            yield GroupMarch(cell, ("7R",), ())

    monkeypatch.setattr(look, "march_steps", slow_steps)
    assert call(client, made, "POST", "/marches", units=["7R"]).json()[2]["cell"] == "c"
    assert len(threads) == 3 and all(name.startswith("trenchline-replays") for name in threads)


def test_orders_are_looked_for_there_too(client: TestClient, monkeypatch):
    made, threads = table(client), list[str]()
    monkeypatch.setattr(look, "orders_of", lambda match, unit: threads.append(threading.current_thread().name) or [])
    monkeypatch.setattr(look, "at_once", lambda *words: threads.append(threading.current_thread().name) or AtOnce((), ()))
    assert call(client, made, "POST", "/orders", units=["7R", "8R"]).json() == {"7R": [], "8R": []}
    assert call(client, made, "POST", "/at-once", texts=["done"]).json() == {"goes": [], "stays": []}
    assert len(threads) == 3 and all(name.startswith("trenchline-replays") for name in threads)


def test_the_list_of_open_tables_does_not_describe_every_game_each_time(client: TestClient, monkeypatch):
    table(client, listed=True)
    monkeypatch.setattr(Game, "info", None)
    assert next(line["game"] for line in client.get("/api/tables/open").json()) == "they-shall-not-pass"


def test_a_body_with_thousands_of_fields_is_refused_before_each_is_judged(client: TestClient):
    body = {"game": "they-shall-not-pass", "seats": {}, "options": {str(n): [] for n in range(40_000)}}
    refused = client.post("/api/tables", json=body)
    assert refused.status_code == 400 and "too many" in refused.json()["error"]["reason"]


def test_files_are_not_looked_through_for_every_page(tmp_path, monkeypatch):
    (tmp_path / "index.html").write_text("<head></head>")
    for name in (*client_files.FIRST, *client_files.PLAY):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("")
    files, looked = ClientFiles(tmp_path), list[int]()
    monkeypatch.setattr(client_files, "LOOK_EVERY", 3600.0)
    monkeypatch.setattr(files, "_stamp", lambda: looked.append(1))
    for _ in range(100):
        files.answer("", client_files.Headers())
    assert not looked


def test_an_onlooker_who_comes_or_goes_wakes_nobody_else():
    """A hundred lines that came back again and again made all others ask how the table stands."""
    hub = Hub()
    seat, watch = KeyRow("s", "t", "seat", ("german",), ""), KeyRow("w", "t", "watch", (), "")
    first, second, player, other = Watcher(watch), Watcher(watch), Watcher(seat), Watcher(seat)
    hub.join("t", first)
    assert first.news.is_set(), "he is told how the table stands"
    first.news.clear()
    hub.join("t", second)
    hub.leave("t", second)
    assert not first.news.is_set()
    hub.join("t", player)
    assert first.news.is_set(), "a player has come"
    first.news.clear()
    hub.join("t", other)
    hub.leave("t", other)
    assert not first.news.is_set(), "the same player on another device"
    hub.leave("t", player)
    assert first.news.is_set()


def test_what_is_written_down_and_new_links_are_bounded(client: TestClient, monkeypatch):
    made = table(client)
    for path, method, body, bound in (
        ("/notes", "PUT", {"text": "x"}, limits.KEPT_PER_MINUTE),
        ("/watch", "POST", {}, limits.LINKS_PER_MINUTE),
    ):
        statuses = [call(client, made, method, path, **body).status_code for _ in range(bound + 10)]
        assert statuses[:bound] == [200] * bound and 429 in statuses


def test_a_process_is_not_asked_again_while_it_thinks_for_somebody_who_has_gone():
    async def story() -> list[str]:
        turns, told = Turns(), list[str]()
        thought: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        async def abandoned() -> None:
            async with turns.turn("a", lambda: True) as mine:
                mine.thinking = thought
                await asyncio.shield(thought)

        async def next_one() -> None:
            async with turns.turn("b", lambda: True):
                told.append("next")

        first = asyncio.create_task(abandoned())
        await asyncio.sleep(0)
        second = asyncio.create_task(next_one())
        await asyncio.sleep(0)
        first.cancel()
        for _ in range(5):
            await asyncio.sleep(0)
        told.append("ended")
        thought.set_result(None)
        await second
        return told

    assert asyncio.run(story()) == ["ended", "next"]


def test_an_address_waits_for_a_few_hints_at_a_time(client: TestClient, monkeypatch):
    made = table(client, french="me")
    bots = client.app.state.tables.bots
    bots._hints["testclient"] = limits.HINTS_AT_ONCE
    refused = call(client, made, "POST", "/hint")
    assert refused.status_code == 429 and refused.json()["error"]["code"] == "too-busy"
    del bots._hints["testclient"]
    assert call(client, made, "POST", "/hint").status_code == 200
    assert not bots._hints


def test_a_log_does_not_grow_for_ever(client: TestClient, monkeypatch):
    """To move and take back costs nothing: a log of millions would be replayed whenever the table is loaded."""
    made = table(client, french="me")
    monkeypatch.setattr(limits, "LONGEST_LOG", 4)
    for seq in (0, 2):
        assert call(client, made, "post", "/actions", seq=seq, text="barrage:1905").status_code == 200
        assert call(client, made, "post", "/undo", seq=seq + 1).status_code == 200
    refused = call(client, made, "post", "/actions", seq=4, text="barrage:1905")
    assert refused.status_code == 403 and "too long" in refused.json()["error"]["reason"]
    assert call(client, made, "post", "/resign", seq=4).json()["over"]
