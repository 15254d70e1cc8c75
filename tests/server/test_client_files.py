"""The client's files: compressed, kept for ever under the hash of their contents, all of the first view named in the page."""

from __future__ import annotations

import gzip
import json
import posixpath
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.routing import Mount
from starlette.testclient import TestClient

from tools import bundle_client
from trenchline.server import client_files
from trenchline.server.app import WEB
from trenchline.server.client_files import ClientFiles

PLAIN = {"accept-encoding": "identity"}
LOBBY = """import { a as b } from "./tools.js";
import {
  c,
} from "./more.js";

export const seen = b;
export const later = () => import("./later.js");
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "lobby").mkdir()
    (tmp_path / "index.html").write_text('<head><script type="module" src="app.js"></script></head>')
    (tmp_path / "app.js").write_text('import { a } from "./lobby/tools.js";\n' + "// long\n" * 400)
    (tmp_path / "lobby" / "tools.js").write_text("export const a = 1;")
    (tmp_path / "lobby" / "more.js").write_text("export const c = 1;")
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
    assert [name.split("/", 2)[2] for name in modules(page.text)] == [
        "app.js", "lobby/lobby.js", "lobby/tools.js", "lobby/more.js"
    ]  # fmt: skip
    for name in modules(page.text):
        assert "immutable" in site.get(f"/{name}").headers["cache-control"]
    assert site.get("/", headers={"if-none-match": page.headers["etag"]}).status_code == 304


def test_another_version_of_a_file_is_another_address_and_the_old_one_is_not_kept(site, folder, monkeypatch):
    (before, *_) = modules(site.get("/").text)
    (folder / "app.js").write_text("// another")
    monkeypatch.setattr(client_files, "LOOK_EVERY", 0.0)
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


def test_from_a_clone_modules_are_sent_as_they_are(site):
    page = site.get("/").text
    (lobby,) = (name for name in modules(page) if name.endswith("lobby.js"))
    assert site.get(f"/{lobby}").text == LOBBY


def bundle(folder: Path, of: str) -> None:
    """A bundle beside the modules."""
    (folder / "bundle" / "chunks").mkdir(parents=True)
    (folder / "bundle" / "app.js").write_text('import "./chunks/A.js";')
    (folder / "bundle" / "chunks" / "A.js").write_text("//# sourceMappingURL=A.js.map")
    (folder / "bundle" / "chunks" / "A.js.map").write_text("{}")
    told = {"of": of, "app": ["app.js"], "first": ["app.js", "chunks/A.js"], "play": ["play.js", "chunks/A.js"]}
    (folder / "bundle" / "manifest.json").write_text(json.dumps(told))


def test_a_bundle_stands_in_for_the_modules_it_was_made_of(site, folder, monkeypatch):
    monkeypatch.setattr(client_files, "LOOK_EVERY", 0.0)
    plain = site.get("/").text
    bundle(folder, bundle_client.fingerprint(folder))
    page = site.get("/").text
    app, chunk = modules(page)
    assert app.endswith("/app.js") and chunk.endswith("/chunks/A.js") and app not in modules(plain)
    assert site.get(f"/{app}").text == 'import "./chunks/A.js";'
    assert site.get(f"/{chunk}.map").headers["content-type"].startswith("application/json")
    later = re.findall(r'name="play-modules" content="v/\w+/([^" ]*)"', page)
    assert later == ["play.js"], "what is there already is not asked for"
    assert site.get("/app.js").text == (folder / "app.js").read_text(), "outside the version's own address the sources"
    assert site.get("/bundle/app.js").status_code == 404


def test_a_bundle_of_other_modules_is_left_alone(site, folder, monkeypatch):
    monkeypatch.setattr(client_files, "LOOK_EVERY", 0.0)
    bundle(folder, bundle_client.fingerprint(folder))
    (folder / "lobby" / "tools.js").write_text("export const a = 2;")
    assert [name.split("/", 2)[2] for name in modules(site.get("/").text)][:2] == ["app.js", "lobby/lobby.js"]


def test_the_page_of_a_table_brings_its_modules_and_no_front_page():
    edition = ClientFiles(WEB).edition
    table, rules = (edition.page_at(path).body.decode() for path in ("t/0123456789ab", "rules/big-push"))
    brought = {name.split("/", 3)[-1] for name in modules(table)}
    assert {"app.js", "play/play-screen.js", "map/counters.js"} <= brought and "lobby/lobby.js" not in brought
    assert "play-modules" not in table and "play-modules" in rules and "lobby/lobby.js" not in rules


def test_the_page_names_every_module_that_a_table_needs():
    edition = ClientFiles(WEB).edition
    told = re.search(r'name="play-modules" content="([^"]*)"', edition.page.body.decode())
    assert told
    later = {name.split("/", 2)[2] for name in told[1].split()}
    first = {name.split("/", 2)[2] for name in modules(edition.page.body.decode())}
    assert {"play/play-screen.js", "map/counters.js"} <= later and not later & first
    for name in later | first:
        for path in re.findall(r'^(?:import|\}).*from "([^"]+)";', edition.files[name].body.decode(), re.M):
            assert posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) in later | first, f"{name} imports {path}"


def test_modules_do_not_ask_where_they_lie():
    """Bundled with others they lie elsewhere."""
    edition = ClientFiles(WEB).edition
    assert [name for name, file in edition.files.items() if name.endswith(".js") and b"import.meta" in file.body] == []


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


def told_to_worker(site: TestClient) -> dict:
    answer = site.get("/worker.js")
    assert answer.headers["cache-control"] == "no-cache" and answer.headers["content-type"].startswith("text/javascript")
    first, *rest = answer.text.splitlines()
    assert rest == ["// the worker"]
    return json.loads(first.removeprefix("self.EDITION = ").removesuffix(";"))


def test_the_worker_is_asked_for_anew_and_knows_what_it_keeps(site, folder, monkeypatch):
    (folder / "worker.js").write_text("// the worker\n")
    (folder / "manifest.webmanifest").write_text("{}")
    (folder / "icon.svg").write_text("<svg/>")
    (folder / "picture.jpg").write_text("large")
    monkeypatch.setattr(client_files, "LOOK_EVERY", 0.0)
    told = told_to_worker(site)
    assert f'"{told["place"]}app.js"' in site.get("/").text
    assert sorted(told["files"]) == [
        "app.js", "icon.svg", "lobby/lobby.js", "lobby/more.js", "lobby/tools.js", "styles/all.css"
    ]  # fmt: skip
    for name in told["files"]:
        assert "immutable" in site.get(f"/{told['place']}{name}").headers["cache-control"]
    (folder / "app.js").write_text("// another")
    assert told_to_worker(site)["version"] != told["version"], "another client is another worker"
    bundle(folder, bundle_client.fingerprint(folder))
    bundled = told_to_worker(site)
    assert sorted(bundled["files"]) == ["app.js", "chunks/A.js", "icon.svg", "styles/all.css"]
    assert site.get(f"/{bundled['place']}app.js").text == 'import "./chunks/A.js";'


def test_what_is_installed_keeps_its_address(site, folder, monkeypatch):
    """A browser knows an installed app by the address of its manifest."""
    (folder / "index.html").write_text('<head><link rel="manifest" href="manifest.webmanifest"><link href="icon.svg"></head>')
    (folder / "manifest.webmanifest").write_text("{}")
    monkeypatch.setattr(client_files, "LOOK_EVERY", 0.0)
    page = site.get("/").text
    assert 'href="manifest.webmanifest"' in page and re.search(r'href="v/\w+/icon.svg"', page)
    assert site.get("/manifest.webmanifest").headers["content-type"].startswith("application/manifest+json")


def test_the_manifest_names_icons_that_are_there(client):
    manifest = client.get("/manifest.webmanifest").json()
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]} and manifest["display"] == "standalone"
    for icon in manifest["icons"]:
        assert client.get(f"/{icon['src']}").headers["content-type"].startswith(icon["type"])
