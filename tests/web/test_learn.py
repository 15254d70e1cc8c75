"""Learning in Chromium: what is looked up where one reads."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, expect

import trenchline
from trenchline.games import CATALOGUE

from ..server.conftest import Server
from .conftest import DESKTOP, PATIENCE, PHONE, SMALL, Player
from .first_battle import Learner

SLUG = "they-shall-not-pass"


def test_words_cases_and_counters_tell_what_they_mean_where_they_stand(player: Callable[..., Player]):
    p = player()
    p.make_table()
    page = p.page
    term = page.get_by_test_id("prompt").locator(".term").first
    term.hover()
    p.say("hover-card", "(")
    case = page.get_by_test_id("prompt").locator("[data-case]").first
    case.hover()
    number = case.get_attribute("data-case") or ""
    p.say("hover-card", number)
    case.click()
    p.say("rule", f"Rule {number}")
    expect(page.get_by_test_id("rulings")).to_be_visible()
    page.get_by_test_id("rulings").locator("[data-case]").first.click()  # from a ruling back to a case
    expect(page.get_by_test_id("rule")).to_have_count(1)
    page.keyboard.press("Escape")

    page.mouse.move(*p.where("1601"))
    expect(page.get_by_test_id("tip")).to_contain_text("movement", timeout=PATIENCE)
    page.keyboard.press("i")
    p.say("counter-card", "movement")
    p.press("open-key")
    p.say("key", "Demoralized")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")


def test_the_rules_are_a_page_with_a_search_charts_and_rulings(player: Callable[..., Player]):
    p = player(PHONE, touch=True)
    p.open(f"#/rules/{SLUG}/9.42")
    page = p.page
    lit = page.locator("article.lit-case")
    expect(lit).to_contain_text("At least half")
    expect(lit).to_be_in_viewport()
    page.get_by_test_id("find-rule").fill("pioneer first loss")
    expect(page.locator("[id='case-9.44']")).to_be_visible()
    expect(page.locator("[id='case-5.0']")).to_be_hidden()
    p.say("found-rules", "found")
    page.get_by_test_id("find-rule").fill("")
    page.locator("[id='case-9.43'] .beside [data-case]").first.click()
    p.say("rule", "Ruling TP-R")
    page.keyboard.press("Escape")
    page.locator("[id='case-AT.1'] [data-chart-link]").click()
    expect(page.locator("dialog table")).to_contain_text("7:1+")
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, "nothing hangs over the edge of a phone"


@pytest.mark.parametrize("slug", [slug for slug in CATALOGUE if trenchline.load(slug).info().lesson])
def test_a_first_battle_is_won_by_clicking_where_the_lesson_points(slug: str, browser: Browser, site: Server):
    lesson = trenchline.load(slug).lesson
    assert lesson is not None
    size = {"they-shall-not-pass": PHONE, "verdun-1916": SMALL}.get(slug, DESKTOP)
    with browser.new_context(viewport=size, reduced_motion="reduce") as context:
        context.set_default_timeout(PATIENCE)
        p = Learner(context.new_page(), site.url)
        p.begin(slug)
        for _ in range(4):
            p.step()
        title = p.see("lesson-title")
        p.press("lesson-leave")
        p.press(f"learn-{slug}")  # left, and taken up again where it was
        assert p.see("lesson-title") == title
        p.learn()
        p.say("lesson-done", "Play on from here")
        assert p.page.locator(".lesson").get_attribute("aria-label") == "The lesson"
        assert p.faults == []
