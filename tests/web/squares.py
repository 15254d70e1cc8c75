"""Players at the boards of squares: what the tests of both games of the series do in Chromium."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any

import httpx
import msgspec
from playwright.sync_api import Browser, expect

from trenchline.core.match import Match

from ..server.conftest import Server
from .conftest import DESKTOP, PATIENCE
from .test_seats import Raider

SETTINGS = '{"speed": 0, "catchUp": false, "autoTake": false, "confirmDone": false}'  # each step by hand, once
MOST = 600  # decisions of one player in a scenario
# What can be pressed, the ends of phases and plain answers first, then counters and places from the list.
ANSWERS = [
    f".orders {kind}"
    for kind in (
        "[data-testid^=action-]:enabled",
        "[data-testid^=deed-]:enabled",
        ".stances button:enabled",
        ".list button[data-action]",
    )
]
ASKED = "() => document.querySelector('.orders.mine, [data-testid=rematch]')?.checkVisibility()"
STANDS = """([unit, place]) =>
    document.querySelector(`.layer-counters [data-unit="${unit}"]`)?.getAttribute("aria-label").endsWith(place)
"""


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
        if not self.comes_true(STANDS, [unit, f"in {cell}"]):
            expect(self.counter(unit)).to_have_attribute("aria-label", re.compile(f"in {cell}$"), timeout=1)

    def position(self) -> str:
        return self.page.get_by_test_id("play").get_attribute("data-seq") or ""

    def moved_on(self, before: str) -> None:
        """Wait until the table is another than it was."""
        moved = "before => document.querySelector('[data-testid=play]').dataset.seq !== before"
        assert self.comes_true(moved, before), f"nothing happens: {self.see('whose')}"

    def is_asked(self) -> bool:
        """Wait for the next decision, as long as it takes the computer on a busy machine, but the table must move on; False if
        the match is over."""
        for _ in range(10):
            before = self.position()
            if self.comes_true(ASKED, None):
                return not self.page.get_by_test_id("rematch").is_visible()
            assert self.position() != before, f"nothing happens: {self.see('whose')}"
        raise AssertionError("the computer plays on and on")

    def answer(self) -> str:
        """Give the first answer there is, as a player who cannot make up his mind; returns what it said."""
        before = self.position()
        options = self.page.locator(".checklist input")
        if options.count():
            for n in range(options.count()):  # all that go together
                if options.nth(n).is_enabled():
                    options.nth(n).check()
            said = self.page.locator(".checklist [data-testid^=action-]").inner_text()
            self.page.locator(".checklist [data-testid^=action-]").click()
            self.moved_on(before)
            return said
        kind = self.page.evaluate("kinds => kinds.find((kind) => document.querySelector(kind))", ANSWERS)
        assert kind, f"nothing to press: {self.see('whose')} {self.see('prompt')}"
        found = self.page.locator(kind).first
        if not found.is_visible():
            self.press("all-choices")
        said = found.inner_text()
        found.click()
        self.moved_on(before)
        return said

    def plays(self, until: str = "") -> set[str]:
        """Answer, as such a player, until he is asked for something, or to the end of the match; what was said."""
        said: set[str] = set()
        for _ in range(MOST):
            if not self.is_asked() or (until and until in self.see("prompt")):
                return said
            said.add(self.answer().splitlines()[0])
        raise AssertionError("there is no end")


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
    faults = [fault for commander in made for fault in commander.faults]
    assert not faults, faults


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
