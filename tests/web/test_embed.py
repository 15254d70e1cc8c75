"""A board in somebody else's page: it shows a match and can do nothing; no other page of ours stands in a frame."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import quote, unquote

import httpx
import pytest
from playwright.sync_api import FrameLocator, expect

from ..server.conftest import Server
from .conftest import PATIENCE, Player
from .test_lobby import make
from .test_three_sizes import seated

Join = Callable[..., Player]
NASTY = "<img src=x onerror=alert(1)>"


class Blog(BaseHTTPRequestHandler):
    """Somebody's page, with a frame for what its address names."""

    def do_GET(self) -> None:
        src, wide = unquote(self.path[1:]).rsplit(" ", 1)
        page = f'<!doctype html><title>A blog</title><iframe src="{src}" width="{wide}" height="520"></iframe>'
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(page.encode())

    def log_message(self, *words: object) -> None:
        pass


@pytest.fixture(scope="module")
def blog() -> Iterator[str]:
    """A site of another origin. It is on this machine, as ours is: Chromium lets no other site frame what is local."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Blog)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/"
    server.shutdown()
    server.server_close()


def page_with(p: Player, blog: str, src: str, wide: int = 720) -> FrameLocator:
    p.page.goto(f"{blog}{quote(f'{src} {wide}')}")
    return p.page.frame_locator("iframe")


def test_the_menu_gives_an_address_that_shows_the_board_on_another_site(player: Join, site: Server, blog: str):
    p, reader = player(), player()
    seated(p, site, "they-shall-not-pass", {}, decisions=60)
    p.page.get_by_test_id("menu").click()
    p.press("menu-share")
    p.press("watch-new")
    code = p.page.get_by_test_id("link-embed").input_value()
    found = re.fullmatch(r'<iframe src="([^"]+)" width="720" height="520".*</iframe>', code)
    assert found
    table, key = found[1].split("embed#/")[1].split("/")
    looks = httpx.get(f"{site.url}/api/tables/{table}", headers={"Authorization": f"Bearer {key}"}).json()
    assert looks["holds"] == "watch" and not looks["you"]
    frame = page_with(reader, blog, found[1])
    frame.get_by_test_id("embedded").wait_for()
    expect(frame.locator(".layer-counters [data-unit]").first).to_be_attached(timeout=PATIENCE)
    assert not frame.locator(".orders, .chat, [data-testid^=action-]").count()
    posted: list[str] = []
    reader.page.on("request", lambda request: posted.append(request.method))
    frame.get_by_test_id("embed-back").click()
    expect(frame.get_by_test_id("embed-where")).to_contain_text("action", timeout=PATIENCE)
    frame.get_by_test_id("embed-now").click()
    frame.get_by_test_id("embed-now").wait_for(state="hidden")
    frame.locator(".map-canvas").click(position={"x": 300, "y": 200})
    assert set(posted) <= {"GET"}, "whatever is pressed, it only asks"


def test_it_follows_a_match_as_it_goes_on_and_shows_names_as_they_are(player: Join, site: Server, blog: str):
    p, reader = player(), player()
    made = make(site, "they-shall-not-pass", {"german": "me", "french": "bot:random"}, NASTY)
    frame = page_with(reader, blog, f"{site.url}/embed#/{made['table']}/{made['watch']}", 390)
    frame.get_by_test_id("embedded").wait_for()
    expect(frame.locator("header")).to_contain_text(NASTY, timeout=PATIENCE)
    before = frame.get_by_test_id("embed-where").inner_text()
    p.open(f"#/seat/{made['table']}/{made['key']}")
    p.page.get_by_test_id("play").wait_for()
    p.insist("done")
    expect(frame.get_by_test_id("embed-where")).not_to_have_text(before, timeout=PATIENCE)


def test_an_action_of_a_finished_match(player: Join, site: Server, blog: str):
    p, reader = player(), player()
    seated(p, site, "they-shall-not-pass", {}, decisions=60)
    p.page.keyboard.press("Escape")
    p.page.get_by_test_id("menu").click()
    p.press("menu-share")
    p.press("watch-new")
    src = p.page.get_by_test_id("link-embed").input_value().split('"')[1]
    p.page.keyboard.press("Escape")
    p.page.get_by_test_id("menu").click()
    p.press("menu-resign")
    p.press("confirm")
    p.page.get_by_test_id("rematch").first.wait_for()
    frame = page_with(reader, blog, f"{src}/20")
    expect(frame.get_by_test_id("embed-where")).to_contain_text("20 actions", timeout=PATIENCE)
    expect(frame.get_by_test_id("embed-slider")).to_have_value("20", timeout=PATIENCE)


@pytest.mark.parametrize("kind", ["seat", "invite", "wrong"])
def test_a_key_that_can_do_more_than_look_on_shows_nothing(player: Join, site: Server, kind: str):
    made = make(site, "they-shall-not-pass", {"german": "me", "french": "friend"})
    key = {"seat": made["key"], "invite": made["invites"]["french"], "wrong": "A" * 32}[kind]
    p = player()
    p.open(f"embed#/{made['table']}/{key}")
    p.page.get_by_test_id("embed-sorry").wait_for()
    assert not p.page.locator(".trench-map").count()
    assert kind == "wrong" or "can do more than look on" in p.see("embed-sorry")


@pytest.mark.parametrize("path", ["", "#/account", "index.html", "api/docs", "embed.html", "embed/"])
def test_no_other_page_stands_in_a_frame(player: Join, site: Server, blog: str, path: str):
    p = player()
    with p.page.expect_response(lambda answer: answer.url.startswith(site.url)):
        page_with(p, blog, f"{site.url}/{path}")
    p.page.wait_for_function("() => document.readyState === 'complete'")
    assert [frame.url for frame in p.page.frames[1:]] == ["chrome-error://chromewebdata/"]
    p.faults.clear()  # Chromium says that it has refused
