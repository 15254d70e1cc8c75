"""A rematch between two browsers: one click each, and both sit at one table."""

from __future__ import annotations

import re

import httpx
from playwright.sync_api import Browser, expect

from ..server.conftest import Server
from .conftest import DESKTOP, PATIENCE, Player


def test_a_click_each_and_both_are_at_the_new_table(browser: Browser, site: Server):
    made = httpx.post(
        f"{site.url}/api/tables",
        json={"game": "they-shall-not-pass", "seats": {"german": "me", "french": "friend"}, "name": "Ann"},
    ).json()
    old, hers = made["table"], {"Authorization": f"Bearer {made['key']}"}
    taken = httpx.post(
        f"{site.url}/api/tables/{old}/claim",
        headers={"Authorization": f"Bearer {made['invites']['french']}"},
        json={"name": "Bea"},
    ).json()
    assert httpx.post(f"{site.url}/api/tables/{old}/resign", headers=hers, json={"seq": 1}).status_code == 200
    players = []
    for key, side in ((made["key"], "german"), (taken["key"], "french")):
        context = browser.new_context(viewport=DESKTOP, reduced_motion="reduce")
        context.set_default_timeout(PATIENCE)
        players.append(Player(context.new_page(), site.url))
        players[-1].open("#/")
        context.pages[0].evaluate(
            "([t, key, side]) => localStorage.setItem('trenchline.tables',"
            " JSON.stringify({ [t]: { keys: [{ key, sides: [side] }], current: 0, added: 1 } }))",
            [old, key, side],
        )
        players[-1].open(f"#/t/{old}")
    ann, bea = players
    ann.press("rematch")
    ann.say("rematch-waits", "sides changed")
    bea.say("rematch-offer", "Ann offers a rematch: sides changed")
    bea.press("rematch")
    for player in players:
        player.say("series", "Bea (German) 1 win")
        expect(player.page.get_by_test_id("rematch")).to_have_count(0)
    new = bea.page.url
    assert ann.page.url == new and re.search("/t/", new) and old not in new
    assert [fault for player in players for fault in player.faults] == []
    for player in players:
        player.page.context.close()
