"""Nobody is left deaf: what is committed is pushed even if its writer was told otherwise, and a line that ends for no fault of
its holder's says so, that he may come back."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest

from trenchline.core.errors import NotationError
from trenchline.server import tables as service
from trenchline.server.routes import live as route
from trenchline.server.store import LogRow, PendingEntry

from .test_door import call, table
from .test_table_life import BARRAGE, closed_with, heard, live, out_of_order


def test_who_watches_hears_of_a_write_whose_writer_was_told_that_it_failed(client, monkeypatch):
    """Nothing else happens at the table: no other action brings along what was not pushed."""
    made, store = table(client), client.app.state.store
    append = store.append

    def lost_answer(entries):
        append(entries)
        out_of_order()

    with live(client, made, made["watch"]) as line:
        heard(line)
        with monkeypatch.context() as broken:
            broken.setattr(store, "append", lost_answer)
            assert call(client, made, "post", "/actions", seq=0, key="a", text=BARRAGE[0]).status_code == 503
        assert call(client, made, "post", "/actions", seq=0, key="a", text=BARRAGE[0]).json()["seq"] == 1
        with ThreadPoolExecutor(1) as pool:
            assert pool.submit(heard, line).result(60)["seq"] == 1


def test_doubt_that_comes_up_while_the_database_is_read_is_not_forgotten(client, monkeypatch):
    """A write goes astray just after the log was read to clear up an earlier one."""
    made, tables = table(client), client.app.state.tables
    key, read = made["table"], tables.store.entries

    def meanwhile(table_id, since=0):
        found = read(table_id, since)
        tables.store.append([PendingEntry(key, LogRow(0, "action", "german", BARRAGE[0]))])
        tables._in_doubt.add(key)
        return found

    tables._in_doubt.add(key)
    with monkeypatch.context() as astray:
        astray.setattr(tables.store, "entries", meanwhile)
        assert client.portal.call(tables.table, key).seq in (0, 1)  # PostgreSQL may have told of it by now
    assert client.portal.call(tables.table, key).seq == 1


def test_a_line_whose_first_message_is_late_may_come_back(client, monkeypatch):
    monkeypatch.setattr(route, "HELLO_SECONDS", 0.01)
    made = table(client)
    with client.websocket_connect(f"/api/tables/{made['table']}/live") as line:
        assert closed_with(line) == route.SLOW not in (route.NO_KEY, route.REVOKED)


@pytest.mark.parametrize("after_it_opened", [False, True])
def test_a_table_that_cannot_be_read_just_now_does_not_cost_the_key(client, monkeypatch, after_it_opened):
    def spoilt(*words: object) -> None:
        raise NotationError("played by other rules")

    made, tables = table(client), client.app.state.tables

    async def forgotten() -> None:
        monkeypatch.setattr(service, "Table", spoilt)
        tables._tables.clear()
        tables.hub.wake(made["table"])

    if not after_it_opened:
        client.portal.call(forgotten)
    with live(client, made, made["watch"]) as line:
        if after_it_opened:
            heard(line)
            client.portal.call(forgotten)
        assert closed_with(line) == route.BROKEN


def test_who_asks_whether_the_line_is_up_is_answered(client):
    made = table(client)
    with live(client, made, made["watch"]) as line:
        heard(line)
        line.send_text("?")
        assert heard(line) == {"alive": True}


def test_every_push_of_many_writers_is_heard_to_the_last(client):
    """Writers who act as fast as they can, and a watcher who must come to know the last of it."""
    made, tables = table(client, french="me"), client.app.state.tables

    async def wake_often() -> None:
        for _ in range(50):
            tables.hub.wake(made["table"])
            await asyncio.sleep(0)

    with live(client, made, made["watch"]) as line:
        seq = heard(line)["seq"]
        for text in (*BARRAGE, "done"):
            client.portal.start_task_soon(partial(wake_often))
            seq = call(client, made, "post", "/actions", seq=seq, key=f"k{seq}", text=text).json()["seq"]
        while heard(line)["seq"] < seq:
            pass
