"""Results are explained as well as odds, in Chromium: the fight after the roll, what happened since my last action."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from trenchline.core.match import Match
from trenchline.games import load

from ..server.conftest import Server
from .conftest import PATIENCE, PHONE
from .squares import Commander, Make, at_the_board
from .test_open_eyes import seated

STANDS = "3013: IR81, IR87\n3011: XVIII.A1\n3014: 208R\n3017: AD51R\n"


@pytest.fixture
def commanders(browser: Browser, site: Server) -> Iterator[Make]:
    with at_the_board(Commander, browser, site) as make:
        yield make


def declared() -> Match:
    """Two regiments are about to assault a third: only the roll is missing."""
    match = load("they-shall-not-pass").position(f"game: they-shall-not-pass\nturn: 2\nstep: german-assault\n{STANDS}", seed=1)
    for text in ("3014", "IR81", "IR87"):
        match.apply(match.parse(text))
    return match


def roll(p: Commander) -> str:
    """The assault is rolled for; the code that came of it."""
    p.press("action-attack")
    came = p.page.get_by_test_id("came")
    expect(came).to_have_count(1, timeout=PATIENCE)
    return came.locator(".result").inner_text()


def test_the_fight_stays_after_the_roll_with_the_dice_on_what_came(commanders: Make, site: Server):
    meanings = load("they-shall-not-pass").components.assault.meanings
    for touch in (False, True):
        p = seated(commanders, site, declared(), **({"size": PHONE, "touch": True} if touch else {}))
        code = roll(p)
        if touch:
            p.press("tab-fight")
        last = p.page.get_by_test_id("last-fight")
        expect(p.page.get_by_test_id("verdict")).to_contain_text(code)
        expect(p.page.get_by_test_id("verdict")).to_contain_text(meanings[code], ignore_case=True)
        expect(p.page.get_by_test_id("came").locator(".die")).to_have_count(1)
        expect(last.get_by_test_id("strength-attack")).to_contain_text("IR87")
        expect(last.get_by_test_id("strength-attack")).to_contain_text("12")
        expect(last.get_by_test_id("strength-defence")).to_contain_text("208R")
        expect(last.locator(".column")).to_contain_text("Assault Table")
        codes = last.locator(".outcome .result").all_inner_texts()
        for text in codes:
            expect(last).to_contain_text(meanings[text])


def test_what_happened_is_listed_numbered_on_the_map_and_pointed_to(commanders: Make, site: Server):
    p = seated(commanders, site, declared())
    code = roll(p)
    expect(p.page.locator(".orders.mine")).to_be_visible(timeout=PATIENCE)
    item = p.page.get_by_test_id("meanwhile-item").filter(has=p.page.locator(".die")).first
    expect(item).to_contain_text(f"{code}, ")
    expect(p.page.locator(".layer-meanwhile .since").first).to_be_attached()
    box = p.page.get_by_test_id("map-canvas").bounding_box()
    assert box is not None
    p.page.mouse.move(box["x"] + 20, box["y"] + box["height"] - 20)  # far from the fight, in the other corner
    pointer = p.page.get_by_test_id("pointer")
    for _ in range(12):
        if pointer.count():
            break
        p.page.mouse.wheel(0, -600)
        p.page.wait_for_function("() => document.querySelector('[data-sharp]')")
    expect(pointer.first).to_be_visible()
    away = pointer.first.get_attribute("data-cell")
    pointer.first.click()
    expect(p.page.locator(f"[data-testid=pointer][data-cell='{away}']")).to_have_count(0)
    p.press("meanwhile-dismiss")
    expect(p.page.get_by_test_id("meanwhile")).to_be_hidden()
    expect(p.page.locator(".layer-meanwhile .since")).to_have_count(0)
