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

from trenchline.server import packing
from trenchline.server.app import WEB
from trenchline.server.client_files import ClientFiles

PLAIN = {"accept-encoding": "identity"}
LOBBY = """import { a as b } from "./tools.js";

export const seen = b;
export const picture = () => new URL("../picture.jpg", import.meta.url);
export const later = () => import("./later.js");
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "lobby").mkdir()
    (tmp_path / "index.html").write_text('<head><script type="module" src="app.js"></script></head>')
    (tmp_path / "app.js").write_text('import { a } from "./lobby/tools.js";\n' + "// long\n" * 400)
    (tmp_path / "lobby" / "tools.js").write_text("export const a = 1;")
    (tmp_path / "lobby" / "lobby.js").write_text(LOBBY)
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
    assert [name.split("/", 2)[2] for name in modules(page.text)] == ["app.js", "lobby/lobby.js"]
    for name in modules(page.text):
        assert "immutable" in site.get(f"/{name}").headers["cache-control"]
    assert site.get("/", headers={"if-none-match": page.headers["etag"]}).status_code == 304


def test_another_version_of_a_file_is_another_address_and_the_old_one_is_not_kept(site, folder):
    (before, *_) = modules(site.get("/").text)
    (folder / "app.js").write_text("// another")
    (after, *_) = modules(site.get("/").text)
    assert before != after and "// another" in site.get(f"/{after}").text
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


def test_the_first_view_is_one_module_and_each_of_its_parts_hands_on_what_is_in_it(site):
    (pack, lobby) = (site.get(f"/{name}").text for name in modules(site.get("/").text))
    assert lobby == 'import { "lobby/lobby.js" as module } from "../app.js";\nexport const { seen, picture, later } = module;'
    tools, front, app = (pack.index(f"const m{n} = ") for n in range(3))
    assert tools < front < app and "const { a: b } = m0;" in pack[front:app] and "const { a } = m0;" in pack[app:]
    for part in ('new URL("../picture.jpg", new URL("./lobby/lobby.js", import.meta.url))', 'import("./lobby/later.js")'):
        assert part in pack, "seen from where the pack lies"
    assert 'export { m0 as "lobby/tools.js", m1 as "lobby/lobby.js", m2 as "app.js" };' in pack
    assert site.get("/lobby/lobby.js").text == LOBBY, "outside the version's own address the sources are as they are"


def test_modules_are_written_so_that_they_can_be_packed():
    edition = ClientFiles(WEB).edition
    sources = {name: file.body.decode() for name, file in edition.files.items() if name.endswith(".js")}
    for name, source in sources.items():
        assert len(re.findall(r"^import\b", source, re.M)) == len(packing.IMPORT.findall(source)), name
        assert len(re.findall(r"^export\b", source, re.M)) == len(packing.EXPORT.findall(source)), name
        order = packing.in_order(name, sources)
        for one in order:
            needed = packing.imports(one, sources[one])
            assert all(order.index(other) < order.index(one) for other in needed), f"{one} goes round in a circle"


def test_a_table_is_brought_by_two_modules_that_hold_all_it_imports():
    edition = ClientFiles(WEB).edition
    told = re.search(r'name="play-modules" content="([^"]*)"', edition.page.body.decode())
    assert told and [name.split("/", 2)[2] for name in told[1].split()] == ["play/play-screen.js", "connection/session.js"]
    packs = [edition.lasting[name].body.decode() for name in ("app.js", "play/play-screen.js")]
    held = [re.findall(r'm\d+ as "([^"]+)"', pack) for pack in packs]
    assert "map/counters.js" in held[1] and not set(held[0]) & set(held[1])
    assert not [
        pack for pack in packs if re.search(r"^import (?!\{ \"[^\"]+\" as w\d+ \} from \"\.\./app\.js\";$)", pack, re.M)
    ]


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
