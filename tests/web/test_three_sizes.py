"""Looked at on one page at 1440x900, 1280x800 and 390x844: the map, its layers, goals, counters, preferences, the front page.

Fights, who is meant and what can be used are in test_open_eyes, every decision in test_every_decision.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Locator, expect

from trenchline.games import CATALOGUE, load

from ..server.conftest import Server
from .conftest import PATIENCE, PHONE, SIZES, Player
from .squares import upload

OVERFLOW = (Path(__file__).parent / "overflow.js").read_text()
LINES = ".layer-overlay path.line:not(.bed, .head)"
WITHIN = """(e) => {
    const box = e.getBoundingClientRect();
    return box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.bottom <= innerHeight;
}"""
IN_SIGHT = """() => {
    for (const unit of document.querySelectorAll(".layer-counters [data-unit]")) {
        const { x, y, width, height } = unit.getBoundingClientRect();
        const at = [x + width / 2, y + height / 2];
        if (document.elementFromPoint(...at)?.closest("[data-unit]") === unit) return at;
    }
}"""
DARK = "() => getComputedStyle(document.querySelector('.left')).backgroundColor.match(/\\d+/g).slice(0, 3).every((n) => n < 70)"


def within(part: Locator) -> None:
    """Once it is there, all of it is in the window."""
    expect(part).to_be_visible(timeout=PATIENCE)
    assert part.evaluate(WITHIN), part.inner_text()


def seated(p: Player, site: Server, slug: str, options: dict[str, bool] | None = None, decisions: int = 400) -> None:
    """At the table of a random match that has gone on for a while; one seat is mine."""
    game, chance = load(slug), Random(5)
    match = game.start(seed=5, options=options or {})
    while len(match.history) < decisions or match.player != match.seats[0]:
        assert not match.over, "a random match of another seed lasts longer"
        match.apply_legal(chance.choice(list(match.actions())))
    made = upload(site, match, {seat: "bot:random" if n else "me" for n, seat in enumerate(match.seats)})
    p.page.add_init_script("localStorage['trenchline.settings'] ??= '{\"catchUp\": false, \"speed\": 0}'")
    p.open(f"#/seat/{made['table']}/{made['key']}")
    p.page.locator("[data-sharp]").first.wait_for()


@pytest.mark.parametrize(("slug", "layer"), [("they-shall-not-pass", "supply"), ("big-push", "command")])
def test_layers_goals_counters_and_preferences(player: Callable[..., Player], site: Server, slug: str, layer: str) -> None:
    p = player()
    seated(p, site, slug)
    page = p.page
    for size in SIZES:
        page.set_viewport_size(size)
        assert page.locator(".layer-control .front").count() >= 2
        if size is PHONE:
            p.press("layers")
        p.press(f"overlay-{layer}")
        expect(page.locator(LINES).first).to_be_attached(timeout=PATIENCE)
        within(page.locator(".overlay-notes"))
        while page.locator(f"[data-overlay={layer}][aria-pressed=true]").count():
            p.press(f"overlay-{layer}")
        if size is PHONE:
            p.press("layers")
        page.keyboard.press("w")
        within(page.get_by_test_id("goals-dialog"))
        page.keyboard.press("Escape")
        page.mouse.move(*page.evaluate(IN_SIGHT))
        page.keyboard.press("i")
        within(page.get_by_test_id("counter-card"))
        page.keyboard.press("Escape")
        for theme, dark in (("dark", True), ("light", False)):
            p.press("menu")
            page.locator("dialog [data-testid=menu-settings]").click()
            page.locator("[data-setting=theme]").select_option(theme)
            assert page.evaluate(DARK) is dark
            page.keyboard.press("Escape")
            page.keyboard.press("Escape")
        assert page.evaluate(OVERFLOW) == [], size
    for face in ('16px "Trenchline Serif"', '600 16px "Trenchline Sans"'):
        assert page.evaluate(f"document.fonts.check('{face}')"), face


def test_what_is_hidden_stands_as_counters(player: Callable[..., Player], site: Server) -> None:
    p = player()
    seated(p, site, "campaign-of-attrition", {"fog_of_war": True}, decisions=20)
    for size in SIZES:
        p.page.set_viewport_size(size)
        assert p.page.locator(".marker[data-marker=unseen] .hidden-body").count() > 3
        assert not p.page.locator(".marker[data-marker=unseen] .disc").count()


def test_the_front_page_a_new_table_and_the_invitation(player: Callable[..., Player]) -> None:
    p = player()
    page = p.page
    p.open()
    page.get_by_test_id("new-table").wait_for()
    for size in SIZES:
        page.set_viewport_size(size)
        assert [slug for slug in CATALOGUE if not page.get_by_test_id(f"picture-{slug}").is_visible()] == []
        assert page.evaluate(OVERFLOW) == [], f"front page, {size}"
    p.open("#/new")
    page.get_by_test_id("seat-french").select_option("friend")
    for size in SIZES:
        page.set_viewport_size(size)
        assert page.evaluate(OVERFLOW) == [], f"new table, {size}"
    p.press("create")
    for size in SIZES:
        page.set_viewport_size(size)
        within(page.get_by_test_id("invitation"))
        expect(page.get_by_test_id("card-copy-french").first).to_be_visible()
        assert page.evaluate(OVERFLOW) == [], f"invitation, {size}"
