"""A match of thirty thousand actions: loaded, looked back at, uploaded and saved, and nobody is kept waiting."""

from __future__ import annotations

import asyncio
import threading
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from starlette.testclient import TestClient

import trenchline
from trenchline.core.match import Match
from trenchline.server import limits, lobby
from trenchline.server.live import Hub
from trenchline.server.replays import SLICE
from trenchline.server.rows import TableRow
from trenchline.server.store import Store
from trenchline.server.table import MILESTONE, Table
from trenchline.server.tables import Tables

from .long_match import LONG, long_match, without_bound_of_lifts
from .test_door import call, state

SEATS = {"german": "me", "french": "me"}


@pytest.fixture(scope="module")
def longest() -> Match:
    return long_match()


@pytest.fixture(autouse=True)
def unbounded() -> Iterator[None]:
    with without_bound_of_lifts():
        yield


async def kept(tables: Tables, match: Match) -> str:
    """The id of a table on which a match has been played."""
    saved = match.save()
    wanted = lobby.NewTable(saved.game, saved.scenario, saved.options, SEATS, dice=saved.dice)
    return (await lobby.new(tables, wanted, match.history)).table


def test_it_is_uploaded_loaded_looked_back_at_and_saved_again(client: TestClient, longest: Match):
    save = msgspec.json.encode(longest.save()).decode()
    made = client.post("/api/tables/upload", json={"save": save, "seats": SEATS, "name": "Ann"}).json()
    client.app.state.tables._tables.clear()
    seen = state(client, made)
    assert seen["length"] == sum(not a.dice for a in longest.history) and len(longest.history) >= LONG
    early = call(client, made, "get", "/at/20000").json()
    assert early["n"] == 20000 and early["view"]["turn"] == 1
    again = trenchline.load("they-shall-not-pass").load(call(client, made, "get", "/save").text)
    assert again.history == longest.history and again.hash() == longest.hash()


def test_it_is_replayed_off_the_loop_which_ticks_on(tmp_path: Path, monkeypatch, longest: Match):
    threads: set[int] = set()

    def noted(self, entry, action=None, follow=Table.follow_entry):
        threads.add(threading.get_ident())
        follow(self, entry, action)

    async def story() -> None:
        store, ticks = Store(f"sqlite:///{tmp_path}/t.db"), 0
        made = await kept(Tables(store, Hub()), longest)

        async def tick() -> None:
            nonlocal ticks
            while True:
                await asyncio.sleep(0)
                ticks += 1

        ticking = asyncio.create_task(tick())
        cold = Tables(store, Hub())
        monkeypatch.setattr(Table, "follow_entry", noted)
        table = await cold.table(made)
        ticking.cancel()
        assert len(table.actions) > 28_000 and ticks > len(table.actions) / SLICE
        assert threads and threading.get_ident() not in threads

    asyncio.run(story())


def test_a_short_match_does_not_wait_for_a_long_one(tmp_path: Path, longest: Match):
    async def story() -> None:
        store = Store(f"sqlite:///{tmp_path}/t.db")
        warm, cold = Tables(store, Hub()), Tables(store, Hub())
        long, short = await kept(warm, longest), await kept(warm, long_match(2000))
        loaded = []

        async def load(table: str) -> None:
            await cold.table(table)
            loaded.append(table)

        await asyncio.gather(load(long), load(short))
        assert loaded == [short, long]

    asyncio.run(story())


def played(match: Match) -> Table:
    """A table on which a match has been played."""
    saved = match.save()
    table = Table(TableRow("x", saved.game, saved.rules, saved.scenario, saved.options, saved.dice, "", [], "", "", ""))
    for _ in table.follow_history(match.history):
        pass
    return table


def test_memory_grows_with_the_actions_and_no_faster():
    """The second thousands cost what the first did: no milestone holds a copy of the history."""
    match, sizes = long_match(8800), []  # the real play at its end is left out
    part = match.clone()
    played(match)  # what is worked out once for all matches is not this one's
    for length in (3000, 5000, 7000):
        part.history = match.history[:length]
        tracemalloc.start()
        table = played(part)
        sizes.append(tracemalloc.get_traced_memory()[0])
        tracemalloc.stop()
        del table
    assert sizes[2] - sizes[1] < 1.1 * (sizes[1] - sizes[0])


def test_a_look_back_begins_at_the_milestone_before(longest: Match):
    table = played(longest)
    for n in (MILESTONE - 1, 20_000, 20_249, len(table.actions)):
        assert len(table.replay_to(n)._actions) < MILESTONE
    assert table.replay_to(len(table.actions)).end().history == longest.history


def test_only_a_save_may_be_so_large_and_only_so_large(client: TestClient, monkeypatch, longest: Match):
    body = {"save": "x" * (limits.BODY + 1), "seats": SEATS}
    assert client.post("/api/tables", json=body).status_code == 413
    assert client.post("/api/tables/upload", json=body).status_code == 400
    assert client.post("/api/tables/upload", content=b"x" * (limits.UPLOAD + 1)).status_code == 413
    monkeypatch.setattr(limits, "LONGEST_MATCH", 1000)
    save = msgspec.json.encode(longest.save()).decode()
    answer = client.post("/api/tables/upload", json={"save": save, "seats": SEATS})
    assert answer.status_code == 400 and "longer than 1000" in answer.json()["error"]["reason"]


def test_taking_back_past_dice_and_milestones_leaves_what_a_cold_start_finds(client: TestClient, monkeypatch):
    monkeypatch.setattr("trenchline.server.table.MILESTONE", 5)
    body = {"game": "they-shall-not-pass", "seats": SEATS, "name": "Ann"}
    made = client.post("/api/tables", json=body).json()
    tables = client.app.state.tables
    for action in ("interdict:III.A1", "III.A1-1507"):
        seq = state(client, made)["seq"]
        assert call(client, made, "post", "/actions", seq=seq, key=f"a{seq}", text=action).status_code == 200
    for n in range(40):
        now = state(client, made)
        text = now["decision"]["actions"][n * 7 % len(now["decision"]["actions"])]["text"]
        call(client, made, "post", "/actions", seq=now["seq"], key=f"b{n}", text=text)
    for n in range(17):
        assert call(client, made, "post", "/undo", seq=state(client, made)["seq"], key=f"c{n}").status_code == 200
    warm = tables._tables.pop(made["table"])
    state(client, made)
    cold = tables._tables[made["table"]]
    assert warm.match.history == cold.match.history and warm.match.hash() == cold.match.hash()
    assert warm.actions == cold.actions and len(cold.actions) == 25


def test_tables_that_nobody_uses_make_room_and_are_found_again(client: TestClient, monkeypatch):
    monkeypatch.setattr("trenchline.server.tables.ACTIONS_IN_MEMORY", 1)
    tables = client.app.state.tables
    body = {"game": "they-shall-not-pass", "seats": SEATS, "name": "Ann"}
    one, two = (client.post("/api/tables", json=body).json() for _ in range(2))
    for made in (one, two):
        for n, text in enumerate(("interdict:III.A1", "III.A1-1507")):
            assert call(client, made, "post", "/actions", seq=n, key=f"k{n}", text=text).status_code == 200
    third = client.post("/api/tables", json=body).json()
    assert list(tables._tables) == [third["table"]]
    assert state(client, one)["length"] == 2 and one["table"] in tables._tables
