"""Three seats of two sides at one table: the example game, three browsers."""

from __future__ import annotations

import contextlib
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, Response, WebSocket, expect

from ..server.conftest import Server
from .conftest import DESKTOP, PATIENCE, Player

SEATS = ("british", "french", "german")
Table = dict[str, "Raider"]


class RaidServer(Server):
    """A server that has the example game."""

    script = "raid_server.py"

    def start(self) -> None:
        words = [sys.executable, str(Path(__file__).with_name(self.script)), self.database, str(self.port)]
        plenty = {**os.environ, "TRENCHLINE_TABLES_PER_MINUTE": "1000", "TRENCHLINE_CALLS_PER_SECOND": "1000"}
        self.process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=plenty)
        until = time.monotonic() + 60
        while time.monotonic() < until:
            with contextlib.suppress(httpx.TransportError):
                if httpx.get(f"{self.url}/healthz", verify=False).status_code == 200:
                    return
            time.sleep(0.05)
        raise RuntimeError("the server did not start")


@pytest.fixture(scope="module")
def raid_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = RaidServer(f"sqlite:///{tmp_path_factory.mktemp('raid')}/tables.db")
    server.start()
    yield server
    server.kill()


class Raider(Player):
    """Somebody at a board of squares, and all that the server has ever told him."""

    def __init__(self, page: Page, site: str) -> None:
        super().__init__(page, site)
        self.wire: list[Any] = []
        page.on("response", self._answered)
        page.on("websocket", self._live)

    def _answered(self, response: Response) -> None:
        if "/api/tables/" in response.url and response.ok:
            with contextlib.suppress(Exception):  # an answer without a body
                self.wire.append(response.json())

    def _live(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.wire.append(json.loads(frame)))

    def where(self, cell: str) -> tuple[float, float]:
        """A corner of the square, beside what stands in it; once the map lies still, for what is said above it moves it."""
        self.page.wait_for_function(
            """() => {
                const { a, e, f } = document.querySelector(".layer-counters").getScreenCTM();
                const lies = [a, e, f].join(), known = window.mapLies;
                window.mapLies = known?.lies === lies ? { lies, frames: known.frames + 1 } : { lies, frames: 0 };
                return window.mapLies.frames > 5;
            }""",
            polling="raf",
        )
        middle = self.squares[cell]
        x, y = self.page.evaluate(
            """([x, y]) => {
                const layer = document.querySelector(".layer-counters");
                const at = new DOMPoint(100 * x - 43, 100 * y - 43).matrixTransform(layer.getScreenCTM());
                return [at.x, at.y];
            }""",
            middle,
        )
        return x, y

    @cached_property
    def squares(self) -> dict[str, list[float]]:
        """The middle of each, by the game's own document."""
        cells = httpx.get(f"{self.site}/api/games/trench-raid").json()["board"]["cells"]
        return {cell["label"]: [cell["x"], cell["y"]] for cell in cells}

    def go(self, unit: str, at: str, cell: str, facing: str) -> None:
        """Move a company, by its square, to another; a partner who is moving is waited for."""
        self.say("whose", "your decision, ")
        self.click(at)
        self.prompt(f"where {unit} goes")
        self.click(cell)
        self.page.get_by_test_id("chooser").get_by_test_id(f"facing-{facing}").click()
        expect(self.counter(unit)).to_have_attribute("aria-label", re.compile(f"in {cell}"))

    def counter(self, unit: str) -> Any:
        return self.page.locator(f".layer-counters [data-unit='{unit}']")

    def whose(self, words: str) -> None:
        just = "words => document.querySelector('[data-testid=whose]')?.textContent.trim() === words"
        if not self.comes_true(just, words):
            expect(self.page.get_by_test_id("whose")).to_have_text(words, timeout=1)


@pytest.fixture
def raiders(browser: Browser, raid_site: Server) -> Iterator[Callable[[], Raider]]:
    contexts, made = [], []

    def make() -> Raider:
        context = browser.new_context(viewport=DESKTOP, reduced_motion="reduce")
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        made.append(Raider(context.new_page(), raid_site.url))
        return made[-1]

    yield make
    for context in contexts:
        context.close()
    assert [fault for raider in made for fault in raider.faults] == []


@pytest.fixture
def table(raiders: Callable[[], Raider], raid_site: Server) -> Table:
    """Three people at a table."""
    body = {
        "game": "trench-raid", "scenario": "raid", "options": {"three_players": True},
        "seats": dict.fromkeys(SEATS, "friend"),
    }  # fmt: skip
    made = httpx.post(f"{raid_site.url}/api/tables", json=body).json()
    found = {seat: raiders() for seat in SEATS}
    for seat, raider in found.items():
        raider.open(f"#/join/{made['table']}/{made['invites'][seat]}")
        raider.page.get_by_test_id("name").fill(seat[0].upper() + "oss")
        raider.press("claim")
        raider.page.get_by_test_id("play").wait_for()
    for raider in found.values():  # each has heard of the others
        for name in ("Boss", "Foss", "Goss"):
            raider.say("seats", name)
    return found


def test_an_option_changes_who_sits_at_the_table(raiders: Callable[[], Raider]):
    p = raiders()
    p.open("#/new")
    p.page.get_by_test_id("game-trench-raid").check()
    seats = p.page.locator(".seat-choice select")
    assert [s.get_attribute("data-testid") for s in seats.all()] == ["seat-allied", "seat-german"]
    p.page.get_by_test_id("seat-german").select_option("friend")
    p.page.get_by_test_id("players-3").check()
    assert [s.get_attribute("data-testid") for s in seats.all()] == ["seat-british", "seat-french", "seat-german"]
    assert p.page.get_by_test_id("seat-german").input_value() == "friend", "what was chosen for a seat that stays is kept"
    palettes = p.page.locator(".seat-choice label").evaluate_all("all => all.map((one) => one.dataset.palette)")
    assert palettes == ["khaki", "horizon-blue", "field-grey"]
    p.page.get_by_test_id("seat-british").select_option("me")
    p.page.get_by_test_id("seat-french").select_option("me")
    p.press("create")
    p.whose("British or French to move")
    p.insist("done-british")
    p.whose("French to decide")


def test_on_one_device_the_table_is_handed_over_between_sides_and_not_between_partners(raiders: Callable[[], Raider]):
    p = raiders()
    p.open("#/new")
    p.page.get_by_test_id("game-trench-raid").check()
    p.page.get_by_test_id("players-3").check()
    for seat in SEATS:
        p.page.get_by_test_id(f"seat-{seat}").select_option("me")
    p.press("create")
    p.whose("British or French to move")
    p.insist("done-french")
    p.whose("British to decide")
    assert not p.page.get_by_test_id("hand-over").is_visible()
    p.done()
    expect(p.page.get_by_test_id("hand-over-ready")).to_have_text("I am German: show the map", timeout=PATIENCE)
    p.press("hand-over-ready")
    p.whose("German to decide")
    assert p.page.locator("[data-track=objective]").get_attribute("data-value") == "secret"


def test_two_seats_of_a_side_move_in_any_order_and_the_third_waits(table: Table):
    british, french, german = (table[seat] for seat in SEATS)
    british.whose("British: your decision, French may move too")
    french.whose("French: your decision, British may move too")
    german.whose("British (Boss) or French (Foss) to move")
    french.go("1F", "A4", "B3", "E")
    british.whose("British: your decision, French may move too")
    active = french.page.locator(".layer-counters .active").evaluate_all("all => all.map((one) => one.dataset.unit)")
    assert active == ["2F"], "the British companies are not the French player's"
    french.click("A2")
    french.say("refusal", "2B is not yours to move")
    british.go("1B", "A1", "C2", "S")
    french.go("2F", "A5", "B5", "N")
    for raider in table.values():
        expect(raider.counter("1F")).to_have_attribute("aria-label", re.compile("french infantry.*faces east; .*in B3"))
        expect(raider.counter("1B")).to_have_attribute("aria-label", re.compile("british infantry.*faces south; .*in C2"))
        palettes = [raider.counter(unit).get_attribute("data-palette") for unit in ("1B", "1F", "1G")]
        assert palettes == ["khaki", "horizon-blue", "field-grey"]
    french.whose("Waiting for British (Boss)")  # nothing is left to the French, and that they are done is said for them
    german.whose("Waiting for British (Boss)")
    british.done()
    for raider in table.values():
        expect(raider.page.locator("[aria-current=step]")).not_to_have_text("1Movement")


def test_what_only_one_side_may_know_never_reaches_the_other(table: Table):
    british, french, german = (table[seat] for seat in SEATS)
    known = british.page.locator("[data-track=objective]").get_attribute("data-value")
    assert known and french.page.locator("[data-track=objective]").get_attribute("data-value") == known
    assert german.page.locator("[data-track=objective]").get_attribute("data-value") == "secret"
    french.go("1F", "A4", "B3", "E")
    german.press("tab-log")
    german.say("log", "The Allies draw their objective")
    german.say("log", "1F moves")
    told = [(path, text) for document in german.wire for path, text in texts(document) if re.search(rf"\b{known}\b", text)]
    assert german.wire and {path for path, _ in told} <= {"view.counters.place", "view.control.allied", "view.control.german"}
    assert any(re.search(rf"objective is {{{known}}}", text) for document in british.wire for _, text in texts(document))


def texts(document: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Every text in a document, with where it stands."""
    if isinstance(document, dict):
        for name, value in document.items():
            yield from texts(value, f"{path}.{name}".lstrip("."))
    elif isinstance(document, list):
        for value in document:
            yield from texts(value, path)
    elif isinstance(document, str):
        yield path, document


def test_a_partner_is_asked_before_a_side_resigns(table: Table):
    british, french, german = (table[seat] for seat in SEATS)
    british.press("menu")
    british.press("menu-resign")
    british.page.get_by_text("French must agree").wait_for()
    british.press("confirm")
    french.say("request", "British asks to resign together")
    british.say("request", "Waiting for the answer of French")
    german.say("request", "Waiting for the answer of French")
    assert german.page.get_by_test_id("grant").count() == 0 and british.page.get_by_test_id("grant").count() == 0
    french.press("refuse")
    british.page.get_by_test_id("request").wait_for(state="detached")
    french.press("menu")
    french.press("menu-resign")
    french.press("confirm")
    british.press("grant")
    for raider in table.values():
        raider.prompt("Allied side resigned. The German side wins")
