"""The client's files: packed, kept for ever under the hash of their contents, and all of the first view named in the page."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.routing import Mount
from starlette.testclient import TestClient

from trenchline.server.app import WEB
from trenchline.server.client_files import ClientFiles

PLAIN = {"accept-encoding": "identity"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "lobby").mkdir()
    (tmp_path / "index.html").write_text('<head><script type="module" src="app.js"></script></head>')
    (tmp_path / "app.js").write_text('import { a } from "./lobby/tools.js";\n' + "// long\n" * 400)
    (tmp_path / "lobby" / "tools.js").write_text("export const a = 1;")
    (tmp_path / "lobby" / "lobby.js").write_text('export { a } from "./tools.js";')
    return tmp_path


@pytest.fixture
def site(folder: Path) -> Iterator[TestClient]:
    with TestClient(Starlette(routes=[Mount("/", ClientFiles(folder))])) as client:
        yield client


def modules(page: str) -> list[str]:
    return re.findall(r'rel="modulepreload" href="([^"]+)"', page)


def test_what_the_page_loads_is_kept_for_ever_and_the_page_is_not(site):
    page = site.get("/")
    assert page.headers["cache-control"] == "no-cache"
    assert [name.split("/", 2)[2] for name in modules(page.text)] == ["app.js", "lobby/tools.js", "lobby/lobby.js"]
    for name in modules(page.text):
        assert "immutable" in site.get(f"/{name}").headers["cache-control"]
    assert site.get("/", headers={"if-none-match": page.headers["etag"]}).status_code == 304


def test_another_version_of_a_file_is_another_address_and_the_old_one_is_not_kept(site, folder):
    (before, *_) = modules(site.get("/").text)
    (folder / "app.js").write_text("// another")
    (after, *_) = modules(site.get("/").text)
    assert before != after and site.get(f"/{after}").text == "// another"
    assert site.get(f"/{before}").headers["cache-control"] == "no-cache"


def test_packed_for_those_who_can_unpack(site, folder):
    packed, plain = site.get("/app.js"), site.get("/app.js", headers=PLAIN)
    assert packed.headers["content-encoding"] == "gzip" and "content-encoding" not in plain.headers
    assert packed.text == plain.text == (folder / "app.js").read_text()
    assert packed.headers["vary"] == "Accept-Encoding" and packed.headers["etag"] != plain.headers["etag"]


@pytest.mark.parametrize("path", ["/nothing.js", "/v/0123/nothing.js", "/../app.py", "/v/0123/../../../app.py", "/lobby/"])
def test_nothing_else_is_found(site, path):
    assert site.get(path).status_code == 404
    assert site.post("/app.js").status_code == 405


def test_every_module_is_brought_at_once_and_none_in_vain():
    edition = ClientFiles(WEB).edition
    page = edition.page.body.decode()
    told = re.search(r'name="play-modules" content="([^"]*)"', page)
    assert told
    brought = {name.removeprefix(f"v/{edition.version}/") for name in modules(page) + told[1].split()}
    assert brought <= edition.files.keys() and "map/counters.js" in brought
    assert {name for module in brought for name in edition.files[module].imports} <= brought


def test_a_game_and_a_table_come_packed_and_a_push_does_not(client):
    for path in ("/api/games", "/api/games/big-push", "/api/games/big-push/reference"):
        answer, plain = client.get(path), client.get(path, headers=PLAIN)
        assert answer.headers["content-encoding"] == "gzip" and answer.json() == plain.json()
    seats = {"german": "me", "french": "me"}
    made = client.post("/api/tables", json={"game": "they-shall-not-pass", "seats": seats}).json()
    place, key = f"/api/tables/{made['table']}", {"Authorization": f"Bearer {made['key']}"}
    assert client.get(f"{place}/state", headers=key).headers["content-encoding"] == "gzip"
    acted = client.post(f"{place}/actions", headers=key, json={"seq": 0, "key": "a", "text": "barrage:1905"})
    assert acted.status_code == 200 and "content-encoding" not in acted.headers
    with client.websocket_connect(f"{place}/live") as line:
        line.send_json({"key": made["key"]})
        assert not line.receive_bytes().startswith(gzip.compress(b"")[:2])
