"""What nobody sends in earnest: half characters, NUL, nests of brackets, frames of the wrong kind. One clear answer to each."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from pathlib import Path

from starlette.testclient import TestClient

from .test_door import GAME, call, table

DEEP = "[" * 40_000 + "]" * 40_000
SEATS = '{"german": "me", "french": "me"}'


def refusal(answer) -> dict:
    """The error of an answer, which must have the one shape."""
    document = answer.json()
    assert set(document) == {"error"} and {"code", "reason", "cases"} <= set(document["error"]), answer.text
    return document["error"]


HALF = ("\\ud800", "a\\u0000b")
BODIES = (
    ("POST", "/api/tables/mine", '{"keys": ["%s"]}'),
    ("POST", "/api/tables", f'{{"game": "{GAME}", "seats": {SEATS}, "name": "%s"}}'),
    ("POST", "/api/tables", f'{{"game": "{GAME}", "seats": {SEATS}, "nonce": "%s"}}'),
    ("POST", "/api/tables", f'{{"game": "{GAME}", "seats": {{"%s": 1}}}}'),
    ("POST", "/api/tables", f'{{"game": "{GAME}", "seats": {SEATS}, "options": {{"%s": true}}}}'),
    ("POST", "/api/tables/upload", f'{{"save": "%s", "seats": {SEATS}}}'),
    ("POST", "{table}/chat", '{"text": "%s"}'),
    ("PUT", "{table}/notes", '{"text": "%s"}'),
    ("PUT", "{table}/email", '{"email": "a@b%s"}'),
    ("POST", "{table}/claim", '{"name": "%s"}'),
    ("POST", "{table}/actions", '{"seq": 0, "key": "%s", "text": "barrage:1905"}'),
    ("POST", "{table}/actions", '{"seq": 0, "action": {"kind": "%s"}}'),
)


def test_half_characters_and_nul_are_refused_by_both_databases_alike(client: TestClient):
    made = table(client)
    headers = {"Authorization": f"Bearer {made['key']}", "Content-Type": "application/json"}
    for method, path, body in BODIES:
        for text in HALF:
            where = path.replace("{table}", f"/api/tables/{made['table']}")
            answer = client.request(method, where, content=body.replace("%s", text), headers=headers)
            assert answer.status_code == 400 and refusal(answer)["code"] == "malformed", (path, body, text)


def test_a_nest_of_brackets_is_refused(client):
    for body in (DEEP, f'{{"keys": {DEEP}}}', f'{{"keys": [], "more": {DEEP}}}'):
        for path in ("/api/tables/mine", "/api/tables", "/api/tables/upload"):
            answer = client.post(path, content=body, headers={"Content-Type": "application/json"})
            assert answer.status_code == 400 and refusal(answer)["code"] == "malformed"


def test_a_nest_of_brackets_inside_a_save_is_refused(client):
    for save in (DEEP, f'{{"unknown": {DEEP}}}'):
        answer = client.post("/api/tables/upload", json={"save": save, "seats": json.loads(SEATS)})
        assert answer.status_code == 400 and refusal(answer)["code"] == "malformed"


def test_every_error_has_the_one_shape(client):
    for method, path, status in (
        ("GET", "/nothing", 404),
        ("GET", "/api/nothing", 404),
        ("GET", "/%00", 404),
        ("DELETE", "/api/games", 405),
        ("PUT", "/api/tables", 405),
        ("POST", "/api/nothing", 405),
        ("POST", "/api/tables", 400),
        ("GET", "/api/tables/x/state", 401),
    ):
        answer = client.request(method, path)
        assert answer.status_code == status and refusal(answer)["reason"], path
        assert "script-src 'self'" in answer.headers["content-security-policy"]


def test_what_breaks_inside_is_told_in_the_one_shape_too(client, monkeypatch):
    monkeypatch.setattr("trenchline.server.routes.games._catalogue", lambda *_: 1 / 0)
    answer = client.get("/api/games")
    assert answer.status_code == 500 and refusal(answer)["code"] == "broken"
    assert "script-src 'self'" in answer.headers["content-security-policy"]


NONSENSE = (b"\x00\xff", b"[" * 50_000, b"1", b'{"key": 3}', b'{"key": "x", "since": -1}', b'{"key": "\\ud800"}')


def test_a_line_that_begins_with_nonsense_is_closed_with_a_reason(client):
    made = table(client)
    for first in NONSENSE:
        for binary in (True, False):
            with client.websocket_connect(f"/api/tables/{made['table']}/live") as line:
                if binary:
                    line.send_bytes(first)
                else:
                    line.send_text(first.decode("latin-1"))
                closed = line.receive()
            assert closed["type"] == "websocket.close" and closed["code"] == 4400 and "key" in closed["reason"]


def test_frames_of_any_kind_leave_an_open_line_alone(client):
    made = table(client)
    with client.websocket_connect(f"/api/tables/{made['table']}/live") as line:
        line.send_bytes(json.dumps({"key": made["key"]}).encode())
        assert json.loads(line.receive_bytes())["seq"] == 0
        line.send_bytes(b"\x00")
        line.send_text(DEEP)
        call(client, made, "post", "/actions", seq=0, key="a", text="barrage:1905")
        while json.loads(line.receive_bytes()).get("seq", 0) < 1:  # what is not known is answered, not obeyed
            pass


def test_the_page_of_the_api_loads_nothing_from_elsewhere(client):
    page = client.get("/api/docs")
    assert page.status_code == 200 and "/api/tables/{table_id}/actions" in page.text and "{keys}" in page.text
    assert "//" not in page.text and "<script" not in page.text
    assert "default-src 'none'" in page.headers["content-security-policy"]


def serve(db: str) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-m", "trenchline.cli", "serve", "--db", db, "--port", "0"]
    return subprocess.run(words, capture_output=True, text=True, timeout=60)


def test_a_file_that_is_no_database_is_told_in_a_sentence(tmp_path: Path):
    (tmp_path / "notes.db").write_bytes(b"these are not the tables you are looking for" * 100)
    with sqlite3.connect(tmp_path / "other.db") as other:
        other.execute("create table tables (id integer)")
    for name, why in (("notes.db", "not a database"), ("other.db", "lacks"), ("no/such/folder.db", "unable to open")):
        done = serve(f"sqlite:///{tmp_path}/{name}")
        assert done.returncode == 2 and why in done.stderr and done.stderr.count("\n") == 1, done.stderr
