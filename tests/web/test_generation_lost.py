"""A Generation Lost in Chromium: a scenario by clicks, forts, the campaign's secrets on the wire, on a phone."""

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

SLUG = "generation-lost"
READY = "historical"  # the ready placement


class VerdunCommander(Commander):
    slug = SLUG


@pytest.fixture
def commanders(browser: Browser, site: Server) -> Iterator[Make]:
    with at_the_board(VerdunCommander, browser, site) as make:
        yield make


def advanced(scenario: str, until: str, player: str = "german", turn: int = 1) -> Match:
    """A match in which everybody has done as little as may be, up to a kind of decision of a player in a turn."""
    match = load(SLUG).start(scenario, seed=3)
    while match.position.turn < turn or match.decision is None or match.decision.kind != until or match.player != player:
        least = [action for action in match.actions() if action.kind in ("done", "no", READY)]
        match.apply((least or list(match.actions()))[0])
    return match


def at_movement(make: Make, site: Server, **how: Any) -> Commander:
    p = make(**how)
    made = upload(site, advanced("firestorm", "Movement"), {"german": "friend", "french": "bot:random"})
    p.sit_down(made["table"], made["invites"]["german"])
    p.prompt("Movement: choose a unit")
    return p


def test_a_scenario_begins_in_the_lobby(commanders: Make):
    p = commanders()
    p.open("#/new")
    p.page.get_by_test_id(f"game-{SLUG}").check()
    p.page.get_by_test_id("seat-german").select_option("me")
    p.page.get_by_test_id("seat-french").select_option("bot:sergeant")
    p.press("create")
    assert "Turn 1 of 6" in p.see("turn")
    assert {"End the bombardment", "End movement"} <= p.plays(until="Assault commitment:")
    p.prompt("Assault commitment:")


def test_the_last_turn_is_played_to_its_result(commanders: Make, site: Server):
    p = commanders()
    last = advanced("firestorm", "Movement", "french", turn=6)
    made = upload(site, last, {"german": "bot:sergeant", "french": "friend"})
    p.sit_down(made["table"], made["invites"]["french"])
    p.plays()
    assert re.search(r"[Vv]ictory|[Dd]raw", p.see("prompt"))
    assert "victory points" in p.page.locator(".reasons").inner_text()


def test_garrisons_lie_face_down_and_a_fort_says_what_it_is(commanders: Make, site: Server):
    p = commanders()
    made = upload(site, advanced("may_cup", "Movement"), {"german": "friend", "french": "bot:random"})
    p.sit_down(made["table"], made["invites"]["german"])
    garrison = p.page.locator(".layer-counters [data-unit^=Gar]").first
    expect(garrison).to_be_visible(timeout=PATIENCE)
    faces = [text for document in p.wire for path, text in texts(document) if re.search(r"\b(010|020|dummy)\b", text)]
    assert faces == [], "nobody knows who is in the forts"


def test_a_regiment_is_dragged_and_digs_in(commanders: Make, site: Server):
    p = at_movement(commanders, site)
    p.drag("C25", "D26")
    p.press("tab-log")
    p.say("log", "moves to D26")


def test_a_march_on_a_phone(commanders: Make, site: Server):
    p = at_movement(commanders, site, size=PHONE, touch=True)
    before = p.position()
    p.page.touchscreen.tap(*p.middle("C26"))
    p.moved_on(before)
    p.prompt("in C26")


def test_the_campaign_opens_and_its_objectives_never_reach_the_french_browser(commanders: Make, site: Server):
    german, french = commanders(), commanders()
    body = {"game": SLUG, "scenario": "campaign", "seats": {"german": "friend", "french": "friend"}}
    made = httpx.post(f"{site.url}/api/tables", json=body, timeout=60).json()
    for player, seat in ((german, "german"), (french, "french")):
        player.sit_down(made["table"], made["invites"][seat])
    while (waits := asked(site, made))["kind"] not in ("ShellSupply", "PlaceAir", "Bombardment"):
        mover = german if waits["player"] == "german" else french
        mover.say("whose", f"{waits['player'].capitalize()}: your decision")
        mover.answer()
    known = german.page.locator("[data-track=objectives]").get_attribute("data-value") or ""
    titles = [title.strip() for title in known.split(",")]
    assert len(titles) == 8
    assert french.page.locator("[data-track=objectives]").get_attribute("data-value") == "secret"
    drawn = [text for document in french.wire for path, text in texts(document) if text.startswith("Objective: ")]
    assert french.wire and drawn == []
    assert any(text.startswith("Objective: ") for document in german.wire for _, text in texts(document))
