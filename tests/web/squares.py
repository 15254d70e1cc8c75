"""Players at the boards of squares: what the tests of both games of the series do in Chromium."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any

import httpx
import msgspec
from playwright.sync_api import Browser, Locator, expect

from trenchline.core.match import Match

from ..server.conftest import Server
from .conftest import DESKTOP, PATIENCE
from .test_seats import Raider

SETTINGS = '{"speed": 0, "catchUp": false, "autoTake": false, "confirmDone": false}'  # each step by hand, once
MOST = 600  # decisions of one player in a scenario


class Commander(Raider):
    """Somebody at a board of squares."""

    slug = ""

    @cached_property
    def squares(self) -> dict[str, list[float]]:
        cells = httpx.get(f"{self.site}/api/games/{self.slug}").json()["board"]["cells"]
        return {cell["label"]: [cell["x"], cell["y"]] for cell in cells}

    def sit_down(self, table: str, invite: str) -> None:
        self.open(f"#/join/{table}/{invite}")
        self.press("claim")
        self.page.get_by_test_id("play").wait_for()
        self.page.locator(".layer-counters [data-unit]").first.wait_for()
        self.page.keyboard.press("f")  # all of the map in sight

    def middle(self, cell: str) -> tuple[float, float]:
        x, y = self.where(cell)
        step = self.page.evaluate("43 * document.querySelector('.layer-counters').getScreenCTM().a")
        return x + step, y + step

    def drag(self, start: str, goal: str) -> None:
        """Carry the counter of a square to another."""
        mouse = self.page.mouse
        mouse.move(*self.middle(start))
        mouse.down()
        mouse.move(*self.middle(goal), steps=6)
        mouse.up()

    def stands(self, unit: str, cell: str) -> None:
        expect(self.counter(unit)).to_have_attribute("aria-label", re.compile(f"in {cell}$"), timeout=PATIENCE)

    def position(self) -> str:
        return self.page.get_by_test_id("play").get_attribute("data-seq") or ""

    def moved_on(self, before: str) -> None:
        """Wait until the table is another than it was."""
        expect(self.page.get_by_test_id("play")).not_to_have_attribute("data-seq", before, timeout=PATIENCE)

    def waits_for(self, sign: Locator) -> None:
        """As long as it takes the computer on a busy machine, but the table must move on."""
        for _ in range(10):
            before = self.position()
            with contextlib.suppress(AssertionError):
                expect(sign).to_be_visible(timeout=PATIENCE)
                return
            assert self.position() != before, f"nothing happens: {self.see('whose')}"
        raise AssertionError("the computer plays on and on")

    def answers(self) -> list[Locator]:
        """What can be pressed now, the ends of phases and plain answers first, then counters and places from the list."""
        orders = self.page.locator(".orders")
        kinds = ("[data-testid^=action-]", "[data-testid^=deed-]", ".stances button", ".list button[data-action]")
        return [orders.locator(kind) for kind in kinds]

    def answer(self) -> str:
        """Give the first answer there is, as a player who cannot make up his mind; returns what it said."""
        before = self.position()
        for kind in self.answers():
            if not kind.count():
                continue
            found = kind.first
            if not found.is_visible():
                self.press("all-choices")
            said = found.inner_text()
            found.click()
            self.moved_on(before)
            return said
        raise AssertionError(f"nothing to press: {self.see('whose')} {self.see('prompt')}")


Make = Callable[..., Commander]


@contextlib.contextmanager
def at_the_board(kind: type[Commander], browser: Browser, site: Server) -> Iterator[Make]:
    """Makes players, each in a browser of his own; none of their pages may have failed."""
    contexts, made = [], []

    def make(size: dict[str, int] = DESKTOP, touch: bool = False) -> Commander:
        context = browser.new_context(viewport=size, has_touch=touch, is_mobile=touch, reduced_motion="reduce")
        context.set_default_timeout(PATIENCE)
        context.add_init_script(f"localStorage['trenchline.settings'] ??= '{SETTINGS}'")
        contexts.append(context)
        made.append(kind(context.new_page(), site.url))
        return made[-1]

    yield make
    for context in contexts:
        context.close()
    assert [fault for commander in made for fault in commander.faults] == []


def upload(site: Server, match: Match, seats: dict[str, str]) -> dict[str, Any]:
    body = {"save": msgspec.json.encode(match.save()).decode(), "seats": seats}
    made: dict[str, Any] = httpx.post(f"{site.url}/api/tables/upload", json=body, timeout=60).json()
    return made


def asked(site: Server, made: dict[str, Any]) -> dict[str, Any]:
    """The decision that waits, as an onlooker knows it."""
    key = {"Authorization": f"Bearer {made['watch']}"}
    state = httpx.get(f"{site.url}/api/tables/{made['table']}/state?since=0", headers=key, timeout=60).json()
    decision: dict[str, Any] = state["decision"]
    return decision
