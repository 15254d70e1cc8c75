"""What somebody who runs it for a club expects: health, figures, a log without keys, an orderly end, copies while it runs."""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import os
import signal
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import httpx
import msgspec
import pytest
from starlette.testclient import TestClient

import trenchline
from trenchline.cli import main
from trenchline.core.errors import TrenchlineError
from trenchline.core.match import Match
from trenchline.server import housekeeping, limits, logs
from trenchline.server.app import create_app
from trenchline.server.backup import back_up, bring_back
from trenchline.server.bot_processes import NICE, BotProcesses
from trenchline.server.settings import Settings

from .conftest import Server
from .test_door import call, state, table
from .test_live import act, auth, hear, new_table, watch


def local(app) -> TestClient:
    return TestClient(app, base_url="http://127.0.0.1", client=("127.0.0.1", 5000), raise_server_exceptions=False)


def test_health_says_whether_the_database_answers(client, monkeypatch):
    assert client.get("/healthz").json()["status"] == "ok"

    def gone() -> None:
        raise OSError("gone")

    monkeypatch.setattr(client.app.state.store, "ping", gone)
    answer = client.get("/healthz")
    assert answer.status_code == 503 and answer.json()["error"]["code"] == "no-database"


def test_figures_are_for_this_machine_and_whom_the_operator_names(tmp_path: Path):
    app = create_app(f"sqlite:///{tmp_path}/t.db", Settings(metrics="10.1.0.0/16"))
    with local(app) as here:
        table(here)
        text = here.get("/metrics").text
        assert 'trenchline_requests_total{method="POST",status="200"} 1' in text
        assert "trenchline_tables_in_memory 1" in text and 'trenchline_request_seconds_bucket{le="+Inf"} 1' in text
        for line in text.splitlines():
            assert line.startswith("# ") or float(line.rpartition(" ")[2]) >= 0
        assert here.get("/metrics", headers={"X-Forwarded-For": "127.0.0.1"}).status_code == 403, "through some proxy"
        for address, status in (("10.1.2.3", 200), ("10.2.0.1", 403), ("testclient", 403)):
            assert TestClient(app, client=(address, 1)).get("/metrics").status_code == status


def told(line: str) -> dict:
    record = logging.LogRecord("trenchline.x", logging.WARNING, "", 0, line, (), None)
    return json.loads(logs.Json().format(record))


def test_the_log_of_a_server_has_every_call_and_no_key(tmp_path: Path):
    server = Server(f"sqlite:///{tmp_path}/t.db", "--log", "json")
    with (tmp_path / "log").open("wb") as out:
        server.start(log=out)
        try:
            made = new_table(server.url)
            httpx.get(f"{server.url}/api/tables/{made['table']}/state?key={made['key']}", headers=auth(made["key"]))
            httpx.get(f"{server.url}/api/tables/{made['key']}/state", headers=auth(made["key"]))
        finally:
            server.kill()
    text = (tmp_path / "log").read_text(encoding="utf-8")
    lines = [json.loads(line) for line in text.splitlines()]
    calls = [(line["method"], line["path"], line["status"]) for line in lines if line["from"] == "trenchline.access"]
    assert ("POST", "/api/tables", 200) in calls and ("GET", f"/api/tables/{made['table']}/state", 200) in calls
    assert made["key"] not in text and made["watch"] not in text


def test_keys_hashes_and_passwords_are_taken_out_of_messages_and_traces():
    key = "IbZ3kq0Yd8eRtyUiOpAsDfGhJkLzXcVb"
    try:
        raise ValueError(f"refused {key}")
    except ValueError:
        record = logging.LogRecord("x", logging.ERROR, "", 0, "a %s b %s", (key, "postgresql://u:pw@h/d"), sys.exc_info())
    for written in (logs.Json().format(record), logs.Text().format(record)):
        assert key not in written and "u:pw" not in written and "ValueError" in written


def test_a_fault_that_goes_on_does_not_flood_the_log():
    passes = logs.NoFlood()
    records = [logging.LogRecord("x", logging.ERROR, "", 0, "disk full: %s", (n,), None) for n in range(1000)]
    assert sum(map(passes.filter, records)) == logs.SAME_A_MINUTE
    assert passes.filter(logging.LogRecord("x", logging.ERROR, "", 0, "something else", (), None))


def some_match(actions: int) -> Match:
    chance, match = Random(1), trenchline.load("they-shall-not-pass").start(seed=1)
    while len(match.history) < actions and not match.over:
        match.apply(chance.choice(match.actions()))
    return match


def test_an_orderly_end_answers_what_was_asked_and_tells_the_lines_to_come_back(tmp_path: Path):
    save = msgspec.json.encode(some_match(2500).save()).decode()
    server = Server(f"sqlite:///{tmp_path}/t.db")
    server.start()
    seats = {"german": "me", "french": "me"}

    async def story() -> None:
        made = new_table(server.url)
        line = await watch(server.url, made["table"], made["key"])
        await hear(line, 0)
        await act(server.url, made, 0, "barrage:1905")
        async with httpx.AsyncClient(base_url=server.url, timeout=60) as client:
            upload = asyncio.create_task(client.post("/api/tables/upload", json={"save": save, "seats": seats}))
            while "trenchline_requests_under_way 2" not in (await client.get("/metrics")).text and not upload.done():
                pass
            server.process.send_signal(signal.SIGTERM)
            answer = await upload
        assert answer.status_code == 200, "what was under way is finished"
        await asyncio.wait_for(line.wait_closed(), 20)
        assert line.close_code == 1012
        assert server.process.wait(60) == 0
        server.start()
        for one, seq in ((made, 1), (answer.json(), 1)):
            path = f"{server.url}/api/tables/{one['table']}/state"
            assert httpx.get(path, headers=auth(one["key"]), timeout=60).json()["seq"] >= seq

    try:
        asyncio.run(story())
    finally:
        server.kill()


# ---------------------------------------------------------------------------------------------------- nobody is kept waiting


def test_what_outlives_a_collection_is_out_of_the_collectors_way():
    thresholds, switch = gc.get_threshold(), sys.getswitchinterval()
    try:
        housekeeping.settle()
        living = [[n] for n in range(50_000)]
        gc.collect()
        assert gc.get_freeze_count() > 50_000 and len(gc.get_objects(generation=2)) < 1000
        assert gc.get_threshold()[0] > 700 and len(living) == 50_000
        spent = [[]]
        spent[0].append(spent)
        gc.collect()
        del spent
        frozen = gc.get_freeze_count()
        housekeeping.sweep()
        assert gc.get_freeze_count() < frozen, "a quiet hour finds what was left behind"
    finally:
        gc.callbacks.remove(housekeeping._keep_survivors)
        gc.set_threshold(*thresholds)
        sys.setswitchinterval(switch)
        gc.unfreeze()


def test_bots_stand_back_and_have_half_the_machine():
    assert max(1, (os.cpu_count() or 1) // 2) >= limits.BOT_PROCESSES
    bots = BotProcesses(1)
    try:
        assert bots._pool((False, 0)).submit(os.nice, 0).result(60) >= min(19, os.nice(0) + NICE)
    finally:
        bots.close()


# ---------------------------------------------------------------------------------------------------- copies


def test_a_copy_made_while_people_play_holds_every_table_whole(client, database, tmp_path: Path):
    made = [table(client, french="me") for _ in range(5)]
    for n in range(20):
        for one in made:
            seen = state(client, one)
            call(client, one, "post", "/actions", seq=seen["seq"], key=f"k{n}", text=seen["decision"]["actions"][-1]["text"])
        if n == 10:
            with ThreadPoolExecutor(1) as beside:
                copying = beside.submit(back_up, database, tmp_path / "copy.db")
                call(client, made[0], "post", "/chat", text="meanwhile")
                assert copying.result(60) >= 5
    call(client, made[0], "post", "/chat", text="after")
    other = f"sqlite:///{tmp_path}/other.db"
    added, there = bring_back(tmp_path / "copy.db", other)
    assert added >= 5 and there == 0
    assert bring_back(tmp_path / "copy.db", other) == (0, added), "what is there is left alone"
    with TestClient(create_app(other)) as again:
        for one in made:
            now, then = state(client, one), state(again, one)
            assert then["entries"] == now["entries"][: len(then["entries"])] and len(then["entries"]) >= 11


def test_a_lost_table_comes_back_into_a_running_server(client, database, tmp_path: Path):
    with TestClient(create_app(f"sqlite:///{tmp_path}/old.db")) as old:
        lost = table(old)
        call(old, lost, "post", "/actions", seq=0, key="a", text="barrage:1905")
        call(old, lost, "post", "/chat", text="On les aura")
        call(old, lost, "put", "/notes", text="watch Douaumont")
        back_up(f"sqlite:///{tmp_path}/old.db", tmp_path / "copy.db")
    call(client, table(client), "post", "/chat", text="number one is taken")
    assert call(client, lost, "get", "/state").status_code == 401
    assert bring_back(tmp_path / "copy.db", database)[0] == 1
    seen = state(client, lost)
    assert seen["seq"] == 1 and seen["notes"] == "watch Douaumont" and seen["chat"][0]["text"] == "On les aura"


def test_copies_are_refused_in_a_sentence_where_they_cannot_be_made(tmp_path: Path, capsys):
    db = f"sqlite:///{tmp_path}/t.db"
    copy = tmp_path / "copy.db"
    assert main(["backup", str(copy), "--db", db]) == 0 and "0 tables" in capsys.readouterr().out
    assert main(["backup", str(copy), "--db", db]) == 2 and "there already" in capsys.readouterr().err
    assert main(["restore", str(copy), "--db", db]) == 0
    (tmp_path / "no.db").write_bytes(b"no database" * 1000)
    with sqlite3.connect(tmp_path / "other.db") as other:
        other.execute("create table recipes (id integer)")
    for name, why in (("no.db", "no copy"), ("other.db", "no whole copy"), ("nothing.db", "no file")):
        assert main(["restore", str(tmp_path / name), "--db", db]) == 2 and why in capsys.readouterr().err
    with pytest.raises(TrenchlineError, match="cannot be opened"):
        back_up(f"sqlite:///{tmp_path}/no.db", tmp_path / "x.db")
    assert not list(tmp_path.glob("*unfinished*"))


def test_backup_is_a_command_of_its_own(tmp_path: Path):
    words = [sys.executable, "-m", "trenchline.cli", "backup", "--help"]
    assert "while the server runs" in subprocess.run(words, capture_output=True, text=True, check=True).stdout
