"""Addresses can be shared: whoever may see what stands in the address bar sees exactly that, and no key stands in it."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

from trenchline import load

from ..server.conftest import Server
from .conftest import DESKTOP, PATIENCE, PHONE, Player
from .squares import upload
from .test_lobby import make

Make = Callable[..., Player]


def wait_for(p: Player, address: str) -> None:
    p.page.wait_for_url(re.compile(re.escape(address) + "$"), wait_until="commit", timeout=PATIENCE)


def begun(p: Player, site: Server, decisions: int = 60) -> dict[str, Any]:
    """A match that has gone on for a while, at which one plays both sides."""
    game, chance = load("they-shall-not-pass"), Random(5)
    match = game.start(seed=5)
    while len(match.history) < decisions or match.player != match.seats[0]:
        match.apply_legal(chance.choice(list(match.actions())))
    made = upload(site, match, dict.fromkeys(match.seats, "me"))
    p.page.add_init_script("localStorage['trenchline.settings'] ??= '{\"catchUp\": false, \"speed\": 0}'")
    p.open(f"#/seat/{made['table']}/{made['key']}")
    p.page.get_by_test_id("play").wait_for()
    return made | {"length": sum(not action.dice for action in match.history)}


def let_anybody_watch(p: Player) -> str:
    p.press("menu")
    p.press("menu-share")
    p.page.get_by_test_id("share-shown").check()
    p.say("share-who", "Anybody may open it")
    return p.page.get_by_test_id("link-address").input_value()


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_moment_is_shared_by_its_address(player: Make, site: Server, size: dict[str, int]):
    ann, eve = player(), player(size, size is PHONE)
    made = begun(ann, site)
    wait_for(ann, f"/t/{made['table']}")
    ann.page.get_by_test_id("replay-back").click()
    ann.page.get_by_test_id("replay-back").click()
    wait_for(ann, f"/t/{made['table']}/replay/{made['length'] - 2}")
    moment = ann.page.url
    eve.page.goto(moment)
    eve.page.get_by_test_id("private-table").wait_for()
    assert let_anybody_watch(ann) == moment
    eve.page.reload()
    eve.say("replay-where", ann.see("replay-where"))
    assert eve.page.url == moment and made["watch"] not in eve.page.content()
    eve.page.get_by_test_id("replay-now").click()
    wait_for(eve, f"/t/{made['table']}")
    ann.page.get_by_test_id("share-shown").uncheck()
    eve.say("banner", "Ask a player for a new link")


def test_an_entry_of_the_log_is_shared_by_its_number(player: Make, site: Server):
    ann, eve = player(), player()
    made = begun(ann, site)
    let_anybody_watch(ann)
    ann.page.keyboard.press("Escape")
    ann.page.keyboard.press("l")
    jump = ann.page.locator(".log .jump").last
    link = str(jump.get_attribute("href"))
    assert re.search(rf"/t/{made['table']}/log/\d+$", link)
    eve.page.goto(link)
    marked = eve.page.locator(".log-entry.now")
    marked.wait_for()
    assert link.endswith(f"/log/{int(str(marked.get_attribute('data-n'))) + 1}")
    assert eve.page.url == link


def test_rules_and_lessons_have_addresses_and_back_leads_back(player: Make, site: Server):
    p, friend = player(), player(PHONE, True)
    p.open("rules/they-shall-not-pass#9.42")
    expect(p.page.locator("[id='case-9.42'].lit-case")).to_be_visible()
    wait_for(p, "/rules/they-shall-not-pass/9.42")
    p.page.evaluate("window.stays = true")
    p.page.get_by_role("link", name="All my tables").click()
    wait_for(p, f"{site.port}/")
    p.page.get_by_test_id("learn-they-shall-not-pass").click()
    p.page.get_by_test_id("lesson-title").wait_for()
    wait_for(p, "/learn/they-shall-not-pass")
    p.page.go_back()
    p.page.get_by_test_id("learn-they-shall-not-pass").wait_for()
    assert p.page.evaluate("window.stays"), "links of ours load nothing anew"
    friend.open("learn/they-shall-not-pass")
    friend.page.get_by_test_id("lesson-title").wait_for()


@pytest.mark.parametrize("path", ["#/t/{table}", "rules/big-push#/t/{table}", "t/other#/t/{table}", "#/t/{table}/replay/0"])
def test_older_addresses_lead_where_they_led(player: Make, site: Server, path: str):
    p = player()
    made = make(site, "they-shall-not-pass", {"german": "me", "french": "me"})
    p.open(f"#/seat/{made['table']}/{made['key']}")
    p.page.get_by_test_id("play").wait_for()
    wait_for(p, f"{site.port}/t/{made['table']}")
    p.page.goto("about:blank")
    p.open(path.format(table=made["table"]))
    p.page.get_by_test_id("play").wait_for()
    wait_for(p, f"{site.port}/t/{made['table']}" + ("/replay/0" if "replay" in path else ""))


def test_keys_never_reach_the_server_and_leave_the_address_bar(player: Make, site: Server):
    made = make(site, "they-shall-not-pass", {"german": "me", "french": "friend"})
    bea, cid = player(), player()
    for p in (bea, cid):
        asked: list[str] = []
        p.page.on("request", lambda request, asked=asked: asked.append(request.url.partition("#")[0] + str(request.headers)))
        p.asked = asked  # type: ignore[attr-defined]
    invite = made["invites"]["french"]
    bea.open(f"join/they-shall-not-pass/{made['table']}#{invite}")
    bea.page.get_by_test_id("claim").click()
    bea.page.get_by_test_id("play").wait_for()
    cid.open(f"watch/they-shall-not-pass/{made['table']}#{made['watch']}")
    cid.page.get_by_test_id("play").wait_for()
    for p, key in ((bea, invite), (cid, made["watch"])):
        wait_for(p, f"/t/{made['table']}")
        told = [line.replace(f"Bearer {key}", "").replace(f"bearer {key}", "") for line in p.asked]  # type: ignore[attr-defined]
        assert not [line for line in told if key in line], "not in an address and not as a referrer"
        assert not [line for line in told if re.search(r"'referer': '[^']*/(t|join|watch)/", line)]


@pytest.mark.parametrize("wanted", ["//evil.example/", "\\\\evil.example", "javascript:alert(1)", "t/..%2f..%2fevil", "%"])
def test_no_address_leads_to_another_site(player: Make, site: Server, wanted: str):
    p = player()
    p.open(f"#/{wanted}")
    p.page.locator(".sorry, [data-testid=private-table], .lobby").first.wait_for()
    assert p.page.url.startswith(site.url)
