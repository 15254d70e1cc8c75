"""The Big Push in Chromium: a scenario by clicks, marches of several units, the campaign's secrets, three at one table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, expect

from trenchline.core.match import Match
from trenchline.games import load

from ..server.conftest import Server
from .conftest import PATIENCE, PHONE
from .squares import Commander, Make, asked, at_the_board, upload
from .test_seats import texts

SLUG = "big-push"


class SommeCommander(Commander):
    slug = SLUG


@pytest.fixture
def commanders(browser: Browser, site: Server) -> Iterator[Make]:
    with at_the_board(SommeCommander, browser, site) as make:
        yield make


def advanced(scenario: str, until: str, **options: bool) -> Match:
    """A match in which everybody has done as little as may be, up to a kind of decision."""
    match = load(SLUG).start(scenario, seed=3, options=options)
    while match.decision is None or match.decision.kind != until:
        done = [action for action in match.actions() if action.kind in ("done", "no")]
        match.apply((done or list(match.actions()))[0])
    return match


def at_movement(make: Make, site: Server, **how: Any) -> Commander:
    """A player who commands both sides, as the Allies begin to move."""
    p = make(**how)
    made = upload(site, advanced("over_the_top", "Movement"), {"allied": "friend", "german": "bot:random"})
    p.sit_down(made["table"], made["invites"]["allied"])
    p.prompt("Movement: choose a unit")
    return p


# ------------------------------------------------------------------------------------------------ a whole scenario


def test_a_scenario_is_played_from_the_lobby_to_its_result(commanders: Make):
    p = commanders()
    p.open("#/new")
    p.page.get_by_test_id(f"game-{SLUG}").check()
    p.page.get_by_test_id("seat-allied").select_option("me")
    p.page.get_by_test_id("seat-german").select_option("bot:sergeant")
    p.press("create")
    p.prompt("British set-up")
    assert "Turn 1 of 4" in p.see("turn")
    assert {"End the bombardment", "End movement", "End commitment"} <= p.plays()
    assert re.search(r"Victory\. The (German|Allied) side wins: Allied -?\d+, German -?\d+ points?\.", p.see("prompt"))
    assert "victory points" in p.page.locator(".reasons").inner_text()


# ------------------------------------------------------------------------------------------------ fewer clicks


def test_a_counter_is_dragged_and_the_same_is_ordered_again(commanders: Make, site: Server):
    p = at_movement(commanders, site)
    p.drag("B13", "B15")
    p.stands("49Br", "B15")
    before = p.position()
    again = p.see("again")
    p.page.keyboard.press(".")
    p.moved_on(before)
    p.press("tab-log")
    unit = again.split()[3].rstrip(".")
    p.say("log", f"{unit} moves to")


def test_several_march_together_with_one_click_on_the_goal(commanders: Make, site: Server):
    p = at_movement(commanders, site)
    sent: list[str] = []
    p.page.on("request", lambda r: sent.append(r.url) if r.url.endswith("/actions") else None)
    p.page.keyboard.down("Shift")
    for cell in ("B13", "B17"):
        p.page.mouse.click(*p.middle(cell))
    p.page.keyboard.up("Shift")
    p.say("several", "2 counters together")
    p.click("C18")
    p.stands("49Br", "C18")
    p.stands("19Br", "C18")
    assert len(sent) == 4, "each is named, and each is sent"
    expect(p.page.get_by_test_id("several")).to_have_attribute("aria-pressed", "false")


def test_who_cannot_follow_a_march_is_named_with_the_reason(commanders: Make, site: Server):
    p = at_movement(commanders, site)
    p.page.keyboard.down("Shift")
    for cell in ("B13", "K22"):
        p.page.mouse.click(*p.middle(cell))
    p.page.keyboard.up("Shift")
    p.click("B15")
    p.stands("49Br", "B15")
    why = r"1 of 2 went to B15\. 39Fr has too few movement points to reach B15.*\(7\.2"
    expect(p.page.get_by_test_id("said")).to_contain_text(re.compile(why), timeout=PATIENCE)
    p.prompt("Movement: choose a unit")
    p.stands("39Fr", "K22")


def test_several_march_together_on_a_phone(commanders: Make, site: Server):
    p = at_movement(commanders, site, size=PHONE, touch=True)
    p.press("several")
    for cell in ("B13", "B17"):
        p.page.touchscreen.tap(*p.middle(cell))
    p.say("several", "2 counters together")
    p.press("several-where")
    expect(p.page.get_by_test_id("several-where")).to_be_hidden(timeout=PATIENCE)
    p.tap("C18")
    p.stands("49Br", "C18")
    p.stands("19Br", "C18")


def test_all_who_stand_before_a_square_are_committed_and_go_in_together(commanders: Make, site: Server):
    p = at_movement(commanders, site)
    p.done()
    p.prompt("Assault commitment")
    p.page.mouse.click(*p.middle("E12"))
    p.press("choose-all")
    arrows = p.page.locator(".arrow.told")
    expect(arrows).to_have_count(2, timeout=PATIENCE)
    p.done()
    p.prompt("Over the top: choose a committed unit or stack")
    p.press("all-together")
    p.press("tab-log")
    p.say("log", "36Br goes over the top")
    p.say("log", "32Br goes over the top")


def test_what_a_unit_does_on_the_spot_has_buttons_in_words(commanders: Make, site: Server):
    p = at_movement(commanders, site)
    p.page.mouse.click(*p.middle("B18"))
    p.prompt("III in B18")
    assert p.see("mode-supply") == "III to Supply Mode"
    assert p.page.get_by_test_id("facing-W").is_visible()
    assert "stays" in p.see("deed-stay")
    p.press("mode-supply")
    p.prompt("Movement: choose a unit")
    expect(p.counter("III")).to_have_attribute("aria-label", re.compile("supply"))


# ------------------------------------------------------------------------------------------------ the campaign's secrets


def test_the_campaign_opens_and_its_objectives_never_reach_the_german_browser(commanders: Make, site: Server):
    allied, german = commanders(), commanders()
    body = {"game": SLUG, "scenario": "campaign", "seats": {"allied": "friend", "german": "friend"}}
    made = httpx.post(f"{site.url}/api/tables", json=body, timeout=60).json()
    for player, seat in ((allied, "allied"), (german, "german")):
        player.sit_down(made["table"], made["invites"][seat])
    while (waits := asked(site, made))["kind"] != "PlaceAir":
        mover = allied if waits["player"] == "allied" else german
        mover.say("whose", f"{waits['player'].capitalize()}: your decision")
        mover.answer()
    allied.prompt("Air bombardment")
    known = allied.page.locator("[data-track=objectives]").get_attribute("data-value") or ""
    titles = [title.strip() for title in re.findall(r"([^,(]+?) \(", known)]
    assert len(titles) >= 5
    heard = german.page.locator("[data-track=objectives]").get_attribute("data-value") or ""
    discovered = heard.removeprefix("secret; discovered: ")  # his option, which he took as the first answer
    assert discovered in titles
    told = [text for document in german.wire for _, text in texts(document) if any(f"{title} (" in text for title in titles)]
    drawn = [text for document in german.wire for _, text in texts(document) if text.startswith("Objective: ")]
    assert german.wire and (told, drawn) == ([], [])
    assert any(text.startswith("Objective: ") for document in allied.wire for _, text in texts(document))


# ------------------------------------------------------------------------------------------------ three people


def test_three_people_sit_at_one_table_and_two_of_them_move_in_any_order(commanders: Make, site: Server):
    seats = ("british", "french", "german")
    made = upload(site, advanced("over_the_top", "JointMovement", three_players=True), dict.fromkeys(seats, "friend"))
    british, french, german = table = [commanders() for _ in seats]
    for player, seat in zip(table, seats, strict=True):
        player.sit_down(made["table"], made["invites"][seat])
    british.whose("British: your decision, French may move too")
    french.whose("French: your decision, British may move too")
    german.say("whose", "British")
    french.drag("K22", "J21")
    for player in table:
        player.stands("39Fr", "J21")
    british.whose("British: your decision, French may move too")
    french.page.mouse.click(*french.middle("B13"))
    french.say("refusal", "49Br is not yours to move")
    british.drag("B13", "B15")
    for player in table:
        player.stands("49Br", "B15")
    french.whose("French: your decision, British may move too")
    french.done()
    french.say("whose", "Waiting for British")
    british.done()
    british.prompt("Assault commitment")
    french.prompt("Assault commitment")
    german.say("whose", "British")
