"""A browser and a server for the tests that look at the real thing."""

from __future__ import annotations

import contextlib
import re
import shutil
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, TimeoutError, expect, sync_playwright

from ..server.conftest import Server

DESKTOP = {"width": 1440, "height": 900}
SMALL = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
SIZES = (DESKTOP, SMALL, PHONE)
PATIENCE = 60_000  # ms: the product promises what it does, not in how many seconds; this only ends a wait that would never end
expect.set_options(timeout=PATIENCE)
SAYS = """([testid, words, anyhow]) => {
    const said = document.querySelector(`[data-testid="${testid}"]`)?.textContent.replace(/\\s+/g, " ") ?? "";
    return anyhow ? said.toLowerCase().includes(words.toLowerCase()) : said.includes(words);
}"""


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Debian's Chromium, driven by Playwright; gone before other tests want an event loop of their own. Without windows
    that nobody sees it is a sixth faster, and so it is where no page has the service worker load everything besides."""
    chromium = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    if chromium is None:
        pytest.skip("Chromium is not installed (apt-get install chromium-headless-shell)")
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        found.new_context = partial(found.new_context, service_workers="block")  # type: ignore[method-assign]
        yield found
        found.close()


@pytest.fixture(scope="package")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests here."""
    server = Server(f"sqlite:///{tmp_path_factory.mktemp('web')}/tables.db")
    server.start()
    yield server
    server.kill()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server that a test may kill."""
    server = Server(f"sqlite:///{tmp_path}/tables.db")
    server.start()
    yield server
    server.kill()


class Player:
    """Somebody at a browser: a page with a few words for what a player does."""

    def __init__(self, page: Page, site: str) -> None:
        self.page, self.site = page, site
        self.faults: list[str] = []
        page.on("pageerror", lambda fault: self.faults.append(str(fault)))
        page.on("console", self._heard)

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type == "error" and "Failed to load" not in message.text and "WebSocket" not in message.text:
            self.faults.append(message.text)

    def open(self, path: str = "") -> None:
        self.page.goto(f"{self.site}/{path}")

    def see(self, testid: str) -> str:
        """The text of a part of the page, once it is there."""
        part = self.page.get_by_test_id(testid).first
        part.wait_for(state="visible")
        return part.inner_text()

    def comes_true(self, what: str, of: object) -> bool:
        """Wait until something is true of the page; whether it ever was. An `expect` that has to wait asks once a second in the
        end, and reads the whole page out each time for a failure that mostly never comes."""
        with contextlib.suppress(TimeoutError):
            self.page.wait_for_function(what, arg=of, polling=50, timeout=PATIENCE)
            return True
        return False

    def say(self, testid: str, words: str) -> None:
        """Wait until a part of the page holds some words; where it does not, the failure says what it held instead."""
        if not self.comes_true(SAYS, [testid, words, False]):
            expect(self.page.get_by_test_id(testid).first).to_contain_text(words, timeout=1)

    def wait_for_my_turn(self) -> None:
        """Wait while the computer plays: as long as it takes on a busy machine, but the table must move on."""
        for _ in range(10):
            moved = self.page.get_by_test_id("replay-where").inner_text()
            if self.comes_true(SAYS, ["whose", "your decision", False]):
                return
            assert self.page.get_by_test_id("replay-where").inner_text() != moved, f"nothing happens: {self.see('whose')}"
        raise AssertionError("the computer plays on and on")

    def press(self, testid: str) -> None:
        self.page.get_by_test_id(testid).first.click()

    def prompt(self, words: str) -> None:
        """Wait until the prompt says something, in capitals or not."""
        if not self.comes_true(SAYS, ["prompt", words, True]):
            expect(self.page.get_by_test_id("prompt")).to_contain_text(words, ignore_case=True, timeout=1)

    def where(self, cell: str) -> tuple[float, float]:
        """Where a hex lies on the screen, from the map's own arithmetic."""
        x, y = self.page.evaluate(
            """([column, row]) => {
                const layer = document.querySelector(".layer-counters");
                const y = 100 * (row + (column % 2 ? 0 : 0.5)), x = 100 * column * 0.8660254037844386;
                const at = new DOMPoint(x, y).matrixTransform(layer.getScreenCTM());
                return [at.x, at.y];
            }""",
            [int(cell[:2]), int(cell[2:])],
        )
        return x, y

    def click(self, cell: str) -> None:
        self.page.mouse.click(*self.where(cell))

    def tap(self, cell: str) -> None:
        self.page.touchscreen.tap(*self.where(cell))

    def insist(self, kind: str) -> None:
        """Press a button, and once more where it warns that something could still be done."""
        self.press(f"action-{kind}")
        armed = self.page.locator(f"[data-testid=action-{kind}].armed")
        if armed.count():
            armed.click()

    def done(self) -> None:
        self.insist("done")

    def make_table(self, german: str = "me", french: str = "me") -> str:
        """A new table by the form; returns its id."""
        self.open("#/new")
        self.page.get_by_test_id("seat-german").select_option(german)
        self.page.get_by_test_id("seat-french").select_option(french)
        self.press("create")
        self.page.get_by_test_id("play").wait_for()
        self.page.wait_for_url(re.compile(r"/t/"))
        return self.page.url.split("/t/")[1].split("/")[0]


@pytest.fixture
def player(browser: Browser, site: Server) -> Iterator[Callable[..., Player]]:
    """New players, each with a browser of his own."""
    contexts: list[BrowserContext] = []
    players: list[Player] = []

    def make(size: dict[str, int] = DESKTOP, touch: bool = False) -> Player:
        context = browser.new_context(viewport=size, has_touch=touch, is_mobile=touch, reduced_motion="reduce")
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        players.append(Player(context.new_page(), site.url))
        return players[-1]

    yield make
    for context in contexts:
        context.close()
    assert [fault for p in players for fault in p.faults] == []
