"""Looking back at a long match, and hands that are quicker than the line: nothing is misplaced, closed or lost."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import httpx
from playwright.sync_api import Route, expect

from trenchline.games import load

from ..server.conftest import Server
from .conftest import PATIENCE, PHONE, SMALL, Player
from .squares import upload
from .test_play import to_the_assault

Make = Callable[..., Player]
LONG = Path(__file__).parents[1] / "golden" / "they-shall-not-pass" / "match-1.json"  # some 2000 actions
FAN_REST, FAN_GRACE = 320, 400  # ms, as in pointer.js


def turns_of(site: Server, made: dict[str, Any]) -> dict[int, int]:
    """The first action of each turn, from the whole log."""
    key = {"Authorization": f"Bearer {made['key']}"}
    steps = httpx.get(f"{site.url}/api/tables/{made['table']}/replay", headers=key, timeout=60).json()["steps"]
    return {step["turn"]: step["n"] for step in reversed(steps)}


def test_the_ticks_of_a_long_match_are_where_its_turns_begin_and_layers_work_there(player: Make, site: Server):
    seats = {"german": "me", "french": "me"}
    made = httpx.post(f"{site.url}/api/tables/upload", json={"save": LONG.read_text(), "seats": seats}, timeout=60).json()
    p = player(SMALL)
    p.open(f"#/seat/{made['table']}/{made['key']}")
    p.page.get_by_test_id("play").wait_for()
    ticks = p.page.locator(".ticks button")
    length = int(p.page.get_by_test_id("replay-slider").get_attribute("max") or 0)
    shown = {int(tick.get_attribute("data-turn") or 0): tick.evaluate("e => parseFloat(e.style.left)") for tick in ticks.all()}
    assert {turn: round(share * length / 100) for turn, share in shown.items()} == turns_of(site, made) and len(shown) > 7
    p.page.locator(".ticks [data-turn='5']").click()
    p.say("replay-where", f"{turns_of(site, made)[5]} of {length}")
    p.page.get_by_text("Turn 5 of").wait_for()
    p.page.locator(".layer-counters [data-unit]").first.click()
    p.press("overlay-reach")
    expect(p.page.locator("[data-overlay=reach][aria-pressed=true]")).to_be_visible(timeout=PATIENCE)
    p.page.locator(".overlay-notes b").filter(has_text="Reach").wait_for()


def test_who_reads_what_was_long_ago_is_not_thrown_to_the_end_and_what_is_taken_back_goes(player: Make, site: Server):
    match, chance = load("they-shall-not-pass").start(seed=5), Random(5)
    while len(match.history) < 150 or match.decision.kind != "Movement":
        match.apply_legal(chance.choice(list(match.actions())))
    made = upload(site, match, dict.fromkeys(match.seats, "me"))
    p = player()
    p.page.add_init_script("localStorage['trenchline.settings'] ??= '{\"autoTake\": false}'")
    p.open(f"#/seat/{made['table']}/{made['key']}")
    p.press("tab-log")
    log = p.page.get_by_test_id("log")
    assert log.evaluate("e => e.scrollTop") > 500, "it opens at its end"
    log.evaluate("e => e.scrollTo(0, 40)")
    mine = {"Authorization": f"Bearer {made['key']}"}
    with httpx.Client(base_url=f"{site.url}/api/tables/{made['table']}", headers=mine, timeout=60) as me:
        before = me.get("/state").json()
        new = p.page.locator(f".log-entry[data-n='{before['length']}']")
        after = me.post("/actions", json={"text": before["decision"]["actions"][0]["text"], "seq": before["seq"]}).json()
        new.wait_for(state="attached")
        assert log.evaluate("e => e.scrollTop") == 40
        me.post("/undo", json={"seq": after["seq"]})
        new.wait_for(state="detached")


def test_escape_on_a_phone_closes_the_sheet_and_takes_nothing_back(player: Make):
    p = player(PHONE, touch=True)
    p.make_table()
    p.tap("1905")  # one tap: nothing is settled by naming a target
    p.prompt("Barrage of 1905")
    p.press("tab-log")
    sheet = p.page.locator(".right.open")
    sheet.wait_for()
    p.page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    p.prompt("Barrage of 1905")
    p.page.keyboard.press("Escape")
    p.prompt("choose a hex to barrage")


def test_a_fast_sweep_to_the_fan_does_not_close_it_and_a_click_is_not_lost(player: Make):
    p = player()
    p.page.clock.install()
    p.make_table()
    to_the_assault(p)
    p.page.clock.pause_at(datetime.datetime.now() + datetime.timedelta(hours=1))  # the hand is as quick as can be
    fan = p.page.locator(".fan [data-unit]")
    p.page.mouse.move(*p.where("0903"))
    p.page.mouse.move(*p.where("0701"))
    p.page.clock.run_for(FAN_REST)
    assert fan.count() > 1
    goal = fan.last.bounding_box()
    assert goal
    p.page.mouse.move(*p.where("0702"))
    p.page.clock.run_for(FAN_GRACE // 2)
    p.page.mouse.move(goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] / 2)
    p.page.clock.run_for(2 * FAN_GRACE)
    assert fan.count() > 1, "it was reached"
    p.page.mouse.move(*p.where("0709"))
    p.page.clock.run_for(2 * FAN_GRACE)
    assert not fan.count(), "it was left"
    p.page.clock.resume()
    a_press_outlives_what_is_drawn_meanwhile(p)


def a_press_outlives_what_is_drawn_meanwhile(p: Player) -> None:
    """The odds come, and the buttons are drawn anew, while a finger is on one of them."""
    p.click("1003")
    p.prompt("below 1:3")
    p.click("0701")
    p.page.get_by_test_id("all-choices").filter(has_text="(2)").wait_for()
    held: list[Route] = []
    p.page.route("**/odds", lambda route: held.append(route))
    p.click("0901")
    p.prompt("or attack")
    p.page.get_by_test_id("action-attack").hover()
    p.page.mouse.down()
    for route in held:
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "column": "belated"})
    p.page.locator("#panel-fight").get_by_text("belated").first.wait_for()
    p.page.mouse.up()
    expect(p.page.get_by_test_id("prompt")).not_to_contain_text("or attack", timeout=PATIENCE)


def test_a_click_on_the_goal_waits_for_the_counter_to_be_named(player: Make):
    p = player()
    p.make_table()
    p.prompt("Bombardment")
    p.done()
    p.prompt("Movement")
    held: list[Route] = []
    p.page.route("**/actions", lambda route: held.append(route), times=1)
    p.click("1001")
    p.click("1002")  # before the server has heard of the first
    assert len(held) == 1
    held.pop().continue_()
    there = re.compile("in 1002$")
    expect(p.page.locator(".layer-counters [data-unit=IR159]")).to_have_attribute("aria-label", there, timeout=PATIENCE)
