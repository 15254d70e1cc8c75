"""What is said at a table: when, and what of it waits to be read; and what can be heard there."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from ..server.conftest import Server
from .conftest import PATIENCE, PHONE, Player
from .test_lobby import NASTY, claim, make, take

Join = Callable[..., Player]
# In place of the browser's sounds: what would have been heard.
EARS = """
window.heard = [];
const Real = window.AudioContext;
window.AudioContext = class extends Real {
    createOscillator() { heard.push("tone"); return super.createOscillator(); }
    createBufferSource() { heard.push("noise"); return super.createBufferSource(); }
};
"""


def say(p: Player, text: str) -> None:
    p.page.get_by_test_id("chat-line").fill(text)
    p.page.get_by_test_id("chat-line").press("Enter")


def test_what_was_said_has_its_time_and_waits_with_a_preview(player: Join, site: Server):
    ann, bea = player(), player(PHONE, True)
    made = make(site, "they-shall-not-pass", {"german": "me", "french": "friend"}, NASTY)
    take(ann, made)
    bea.open(f"#/join/{made['table']}/{made['invites']['french']}")
    bea.press("claim")
    bea.page.get_by_test_id("play").wait_for()
    ann.press("tab-chat")
    say(ann, "On les aura <b>")
    bea.say("chat-preview", "On les aura <b>")
    assert NASTY in bea.see("chat-preview") and re.search(r"\d\d:\d\d", bea.see("chat-preview"))
    expect(bea.page.get_by_test_id("tab-chat")).to_have_text("Chat1", timeout=PATIENCE)
    say(ann, "Bonne chance")
    bea.say("chat-preview", "and 1 more message")
    bea.page.get_by_label("Dismiss").click()
    bea.page.get_by_test_id("chat-preview").wait_for(state="hidden")
    expect(bea.page.get_by_test_id("tab-chat")).to_have_text("Chat2", timeout=PATIENCE)
    bea.page.reload()
    bea.say("chat-preview", "Bonne chance")
    bea.press("chat-preview-open")
    expect(bea.page.locator(".chat-list p")).to_have_count(2)
    expect(bea.page.locator(".chat-list .day")).to_have_text(["Today"])
    assert all(re.fullmatch(r"\d\d:\d\d", time) for time in bea.page.locator(".chat-list time").all_inner_texts())
    bea.page.get_by_test_id("chat-preview").wait_for(state="hidden")
    expect(bea.page.get_by_test_id("tab-chat")).to_have_text("Chat", timeout=PATIENCE)
    bea.page.reload()
    bea.page.get_by_test_id("play").wait_for()
    bea.page.locator(".layer-counters [data-unit]").first.wait_for()
    expect(bea.page.get_by_test_id("chat-preview")).to_be_hidden()
    assert not ann.page.get_by_test_id("chat-preview").is_visible(), "who has the talk before him needs none"


def test_nothing_is_heard_unless_it_is_wanted(player: Join, site: Server):
    p = player()
    p.page.add_init_script(EARS)
    p.page.add_init_script("localStorage['trenchline.settings'] ??= '{\"confirmDone\": false, \"speed\": 0}'")
    made = make(site, "they-shall-not-pass", {"german": "me", "french": "friend"})
    claim(site, made, "french", "Bea")
    take(p, made)
    p.done()
    p.page.wait_for_function("() => document.querySelector('.play').dataset.seq > 0")
    assert p.page.evaluate("heard") == []
    p.press("menu")
    p.press("menu-settings")
    for name in ("sounds", "diceSound", "gunSound"):
        p.page.locator(f"[data-setting={name}]").check()
        p.page.wait_for_function("() => heard.length > 1 && heard.splice(0)")  # so it sounds
    p.page.locator("[data-setting=quietStill]").check()
    p.page.locator("[data-setting=diceSound]").uncheck()
    p.page.locator("[data-setting=diceSound]").check()
    p.page.evaluate("new Promise((done) => setTimeout(done))")
    assert p.page.evaluate("heard") == [], "motion is reduced here, and who wants that quiet has it"
