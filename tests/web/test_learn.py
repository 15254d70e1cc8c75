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


SIZES = {"they-shall-not-pass": PHONE, "verdun-1916": SMALL}
LESSONS = [(slug, number) for slug in CATALOGUE for number, _ in enumerate(trenchline.load(slug).info().lessons, 1)]


@pytest.mark.parametrize(("slug", "number"), LESSONS)
def test_a_lesson_is_played_by_clicking_where_it_points_and_no_page_is_passed_by(
    slug: str, number: int, browser: Browser, site: Server
):
    steps = trenchline.load(slug).lessons[number - 1].document.steps
    with browser.new_context(viewport=SIZES.get(slug, DESKTOP), reduced_motion="reduce") as context:
        context.set_default_timeout(PATIENCE)
        p = Learner(context.new_page(), site.url)
        p.begin(slug, number)
        titles = [p.step() for _ in range(4)]
        title = p.see("lesson-title")
        p.press("lesson-leave")
        p.press(f"learn-{slug}" if number == 1 else f"learn-{slug}-{number}")  # left, and taken up again where it was
        assert p.see("lesson-title") == title
        titles += p.learn()
        assert list(dict.fromkeys(titles)) == [step.title for step in steps]
        p.say("lesson-done", "Play on from here")
        assert p.page.locator(".lesson").get_attribute("aria-label") == "The lesson"
        assert p.faults == []


def test_pages_are_turned_by_the_reader_alone_and_can_be_seen_and_played_again(browser: Browser, site: Server):
    steps = trenchline.load(SLUG).lessons[0].document.steps
    with browser.new_context(viewport=DESKTOP, reduced_motion="reduce") as context:
        context.set_default_timeout(PATIENCE)
        p = Learner(context.new_page(), site.url)
        p.begin(SLUG)
        while p.see("lesson-title") != "Hits":  # what the enemy does in answer to the attack
            p.step()
        p.page.get_by_test_id("lesson-next").wait_for()
        assert p.see("lesson-title") == "Hits"
        at = [step.title for step in steps].index("Hits")
        for page in (at - 1, at - 2):
            p.press("lesson-back")
            p.say("lesson-title", steps[page].title)
        p.press("lesson-on")
        p.say("lesson-title", steps[at - 1].title)
        p.press("lesson-replay")  # that page again, with the enemy's gun still silent
        p.say("lesson-now", "FAR18")
        p.say("lesson-title", steps[at - 1].title)
        while p.see("lesson-title") != "Hits":
            p.step()
        p.page.get_by_test_id("lesson-next").wait_for()
        p.page.get_by_test_id("map").focus()
        p.page.keyboard.press("Space")  # turns the page
        p.say("lesson-title", steps[at + 1].title)
        p.press("lesson-restart")
        p.say("lesson-title", steps[0].title)
        assert p.faults == []
