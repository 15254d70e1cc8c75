"""The browser client, in a real browser: from a new table to an assault, together, apart, by key, by finger."""

from __future__ import annotations

import re
from collections.abc import Callable

import httpx
import msgspec
from playwright.sync_api import APIResponse, Route, WebSocketRoute, expect

from trenchline.games import load

from ..server.conftest import Server
from .conftest import PATIENCE, PHONE, Player

Make = Callable[..., Player]


def to_the_assault(p: Player) -> None:
    """Through a first German turn: no barrage, one regiment up to the wire."""
    p.prompt("Bombardment")
    p.done()
    p.prompt("Movement")
    p.click("1001")
    p.prompt("where IR159 goes")
    p.click("1002")
    p.prompt("choose a unit to move")
    p.done()
    p.prompt("Assault")


def test_from_a_new_table_to_the_first_assault_by_clicking(player: Make):
    p = player()
    p.make_table()
    to_the_assault(p)
    p.click("1003")
    p.prompt("below 1:3")  # the one attacker is taken by itself
    p.click("0701")  # guns of the corps
    p.page.get_by_test_id("all-choices").filter(has_text="(2)").wait_for()
    p.click("0901")  # and of the division
    p.prompt("or attack")
    p.say("odds", "%")
    p.insist("attack")
    p.prompt("is assaulted")
    p.insist("ready")
    p.press("tab-log")
    p.say("log", "column")
    p.say("log", "IR159")


def test_a_newcomer_plays_at_once_against_the_computer(player: Make):
    p = player()
    p.open()
    p.press("play-now")
    p.prompt("Bombardment")
    assert "German" in p.see("whose") and "(computer)" in p.see("seats")


def test_an_illegal_click_says_why_with_the_case(player: Make):
    p = player()
    p.make_table()
    p.prompt("Bombardment")
    p.click("0710")
    text = p.see("refusal")
    assert re.search(r"7\.1", text) and "0710" in text


def test_undo_takes_back_until_the_dice(player: Make):
    p = player()
    p.make_table()
    p.prompt("Bombardment")
    p.click("1905")
    p.prompt("Barrage of 1905")
    p.press("undo")
    p.prompt("choose a hex to barrage")


def test_a_step_back_is_offered_once_and_is_no_choice(player: Make):
    p = player()
    p.make_table()
    p.prompt("Bombardment")
    p.done()
    p.prompt("Movement")
    p.click("1001")
    p.prompt("where IR159 goes")
    back = p.page.locator(".orders button", has_text="Back")
    assert back.count() == 1 and p.page.get_by_test_id("action-back").count() == 0
    back.click()
    p.prompt("choose a unit to move")


def test_two_browsers_play_one_match_live_and_a_lost_line_catches_up(player: Make):
    ann, bea = player(), player()
    table = ann.make_table(french="friend")
    ann.press("menu")
    ann.page.get_by_test_id("menu-share").click()
    link = ann.page.get_by_test_id("link-invite-french").input_value()
    ann.page.keyboard.press("Escape")
    bea.page.goto(link)
    bea.press("claim")
    bea.page.get_by_test_id("play").wait_for()
    assert table in bea.page.url and "Not your" not in bea.see("prompt")
    ann.prompt("Bombardment")
    ann.click("1905")
    ann.prompt("Barrage of 1905")
    bea.prompt("Barrage of 1905")
    bea.page.context.set_offline(True)
    bea.page.evaluate("window.dispatchEvent(new Event('offline'))")
    ann.press("undo")
    ann.prompt("choose a hex to barrage")
    ann.done()
    ann.prompt("Movement")
    bea.page.context.set_offline(False)
    bea.page.evaluate("window.dispatchEvent(new Event('online'))")
    bea.prompt("Movement")
    assert bea.page.locator("[data-testid=action-done]").count() == 0, "it is not her decision"


def test_a_line_that_has_died_in_silence_is_found_out_and_replaced(player: Make):
    """Nothing passes any more and nobody says so: a page has no way to see it but to ask."""
    ann, bea = player(), player()
    lines: list[WebSocketRoute] = []
    dead: set[int] = set()

    def carried(line: WebSocketRoute) -> None:
        server, number = line.connect_to_server(), len(lines)
        lines.append(line)
        line.on_message(lambda said: number in dead or server.send(said))
        server.on_message(lambda said: number in dead or line.send(said))

    ann.make_table(french="friend")
    ann.press("menu")
    ann.page.get_by_test_id("menu-share").click()
    link = ann.page.get_by_test_id("link-invite-french").input_value()
    ann.page.keyboard.press("Escape")
    bea.page.clock.install()
    bea.page.route_web_socket(re.compile("/live$"), carried)
    bea.page.goto(link)
    bea.press("claim")
    bea.prompt("Bombardment")
    bea.page.clock.fast_forward("01:00")
    ann.click("1905")
    bea.prompt("Barrage of 1905")
    dead.update(range(len(lines)))
    ann.press("undo")
    ann.prompt("choose a hex to barrage")
    before = len(lines)
    bea.page.clock.fast_forward("00:21")
    bea.page.clock.fast_forward("00:11")
    bea.prompt("choose a hex to barrage")
    assert len(lines) > before, "she has a new line, and has not merely asked"


def test_hot_seat_hands_the_table_over_from_side_to_side(player: Make):
    p = player()
    p.make_table()
    p.prompt("Bombardment")
    p.done()
    p.prompt("Movement")
    p.done()
    for _ in range(6):
        if "French" in p.see("whose"):
            break
        p.done()
    assert "French" in p.see("whose")


def test_a_spectator_sees_the_map_and_no_secret(player: Make):
    ann, eve = player(), player()
    ann.make_table(french="friend")
    ann.press("menu")
    ann.page.get_by_test_id("menu-share").click()
    link = ann.page.get_by_test_id("link-watch").input_value()
    seen: list[str] = []
    eve.page.on("response", lambda r: seen.append(r.text()) if "/api/tables" in r.url and r.ok else None)
    eve.page.goto(link)
    eve.page.get_by_test_id("play").wait_for()
    eve.page.locator(".layer-counters [data-unit]").first.wait_for()
    assert eve.page.locator("[data-testid^=action-]").count() == 0
    assert '"seed"' not in "".join(seen)
    assert "watching" in eve.see("banner")


def test_replay_and_branch_from_the_past(player: Make):
    p = player()
    table = p.make_table()
    to_the_assault(p)
    slider = p.page.get_by_test_id("replay-bar").locator("input[type=range]")
    slider.evaluate(
        "e => { e.value = 1; for (const k of ['input', 'change']) e.dispatchEvent(new Event(k, {bubbles: true})); }"
    )
    p.press("branch")
    if p.page.get_by_test_id("confirm").count():
        p.press("confirm")
    p.page.wait_for_url(lambda url: "/t/" in url and table not in url)
    p.prompt("Movement")


def test_a_phone_plays_by_touch(player: Make):
    p = player(PHONE, touch=True)
    p.make_table()
    p.prompt("Bombardment")
    box = p.page.get_by_test_id("map").bounding_box()
    assert box and box["width"] > 350 and box["height"] > 350, "the map is the screen"
    p.tap("1905")
    p.prompt("Barrage of 1905")


def test_the_keyboard_alone_is_enough(player: Make):
    p = player()
    p.make_table()
    p.prompt("Bombardment")
    p.page.keyboard.press("Space")
    p.page.keyboard.press("Space")
    p.prompt("Movement")
    p.page.keyboard.press("z")
    p.page.locator("[data-overlay=zones][aria-pressed=true]").wait_for(state="attached")
    p.page.keyboard.press("z")


def test_text_mode_tells_the_position_and_takes_typed_actions(player: Make):
    p = player()
    table = p.make_table()
    p.open(f"#/t/{table}/text")
    field = p.page.get_by_role("textbox").first
    field.wait_for()
    field.fill("barrage:1905")
    field.press("Enter")
    p.page.get_by_text("Barrage of 1905").first.wait_for()
    field.fill("hint")
    field.press("Enter")
    p.say("answer", "Type do to do it")
    field.fill("do")
    field.press("Enter")
    p.page.get_by_test_id("answer").filter(has_not_text="Type do").wait_for(state="attached")


def test_the_dice_page_judges_and_proves(player: Make):
    p = player()
    table = p.make_table()
    p.prompt("Bombardment")
    p.open(f"#/t/{table}/dice")
    assert "dice" in p.see("verdict")


def test_a_killed_server_comes_back_and_the_page_goes_on_by_itself(player: Make, own_server: Server):
    p = player()
    p.site = own_server.url
    p.make_table()
    p.prompt("Bombardment")
    p.click("1905")
    p.prompt("Barrage of 1905")
    own_server.kill()
    p.say("banner", "Connection lost")
    own_server.start()
    p.page.get_by_test_id("banner").wait_for(state="hidden")
    p.press("undo")
    p.prompt("choose a hex to barrage")


LAID = """() => {
    const map = document.querySelector(".map-canvas");
    const [, view] = map.querySelectorAll("canvas");
    const [outer, inner] = [map.getBoundingClientRect(), view.getBoundingClientRect()];
    const origin = new DOMPoint(0, 0).matrixTransform(map.querySelector(".layer-counters").getScreenCTM());
    return { width: view.width / inner.width / devicePixelRatio, fills: inner.left <= outer.left && inner.right >= outer.right,
        painted: view.width > 1, zoom: map.querySelector(".layer-counters").getScreenCTM().a, origin: origin.x };
}"""


def test_the_ground_is_painted_sharp_again_when_the_map_rests(player: Make):
    p = player()
    p.make_table()
    p.prompt("Bombardment")
    p.page.locator("[data-sharp]").wait_for()
    before = p.page.evaluate(LAID)
    assert before["painted"]
    for _ in range(4):
        p.page.get_by_label("Zoom in (+)").click()
    # The picture may be painted anew before anybody could see it blurred: what is promised is the end.
    at_rest = f"(zoom) => document.querySelector('[data-sharp]') && ({LAID})().zoom > 3 * zoom"
    p.page.wait_for_function(at_rest, arg=before["zoom"])
    after = p.page.evaluate(LAID)
    assert after["zoom"] > 3 * before["zoom"]
    assert abs(after["width"] - 1) < 0.01 and after["fills"]  # a pixel of the picture is one of the screen


def test_without_motion_the_map_moves_at_once(player: Make):
    p = player()
    p.page.emulate_media(reduced_motion="no-preference")
    p.make_table()
    p.prompt("Bombardment")
    zoomed = """() => {
        const map = document.querySelector(".map-canvas > svg");
        const before = map.style.transform;
        document.querySelector("[aria-label='Zoom in (+)']").click();
        return map.style.transform !== before;
    }"""
    assert not p.page.evaluate(zoomed)
    p.page.evaluate("() => localStorage.setItem('trenchline.settings', JSON.stringify({ motion: false }))")
    p.page.reload()
    p.prompt("Bombardment")
    assert p.page.evaluate(zoomed)


def test_a_hint_says_what_and_why_and_can_be_taken(player: Make):
    p = player()
    p.make_table()
    p.prompt("Bombardment")
    p.page.keyboard.press("h")
    deed, why = p.see("hint-deed"), p.see("hint-why")
    assert deed and why.endswith(".")
    assert p.page.locator(".layer-advice .advice, .advised").count(), "it is shown on the map"
    before = p.see("prompt")
    with p.page.expect_request(re.compile("/actions$")) as asked:
        p.press("hint-do")
    taken = asked.value.post_data_json["action"]
    assert {taken["kind"], taken["unit"], taken["cell"]} & set(re.findall(r"[\w.]+", deed.lower()))
    expect(p.page.get_by_test_id("prompt")).not_to_have_text(before, timeout=PATIENCE)
    expect(p.page.get_by_test_id("hint-card"), "it was for the decision before").to_have_count(0, timeout=PATIENCE)


def test_a_hint_that_cannot_be_had_says_so_and_is_asked_again(player: Make):
    p = player()
    p.make_table()
    p.prompt("Bombardment")
    p.page.route("**/hint", lambda route: route.fulfill(status=429, json={"error": {"reason": "Too many calls."}}))
    p.press("hint")
    p.say("hint-fault", "Too many calls.")
    p.page.unroute("**/hint")
    p.page.get_by_text("Ask again").click()
    p.page.get_by_test_id("hint-card").wait_for()
    p.page.keyboard.press("Escape")
    p.page.get_by_test_id("hint-card").wait_for(state="detached")


def test_the_computer_plays_at_a_chosen_speed_gives_reasons_and_can_be_skipped(player: Make):
    p = player()
    told: list[int] = []
    p.page.on("request", lambda r: told.append(r.post_data_json["pace"]) if r.url.endswith("/pace") else None)
    p.open()
    p.page.get_by_test_id("level-sergeant").check(force=True)
    p.press("play-now")  # the first turn is mine: where nobody watches yet, the computer keeps no pace
    p.prompt("Bombardment")
    p.press("pace-1000")
    p.page.locator("[data-testid=pace-1000][aria-checked=true]").wait_for()
    for phase in ("Bombardment", "Movement", "Breakthrough"):
        p.prompt(phase)
        p.done()
    p.page.get_by_test_id("skip").wait_for()
    p.page.locator("[data-testid=log] .log-why").first.wait_for()
    p.page.locator(".acted").first.wait_for(state="attached")
    p.press("skip")
    p.wait_for_my_turn()
    p.page.get_by_test_id("skip").wait_for(state="hidden")
    assert told == [300, 1000, 0, 1000], "as it opened, as chosen, to my turn, as chosen"
    assert p.page.evaluate("JSON.parse(localStorage.getItem('trenchline.settings')).speed") == 1000


def test_skipping_goes_on_over_a_decision_that_is_taken_by_itself(player: Make, site: Server):
    p = player()
    told: list[int] = []
    p.page.on("request", lambda r: told.append(r.post_data_json["pace"]) if r.url.endswith("/pace") else None)
    fresh = load("they-shall-not-pass").start(seed=2)  # with these dice the barrage costs the French what nobody can choose
    body = {"save": msgspec.json.encode(fresh.save()).decode(), "seats": {"german": "bot:sergeant", "french": "me"}}
    made = httpx.post(f"{site.url}/api/tables/upload", json=body).json()  # dice that are known: a table for oneself alone
    ring = {made["table"]: {"keys": [{"key": made["key"], "sides": ["french"]}], "current": 0, "added": 1}}
    p.open("#/")
    p.page.evaluate("ring => localStorage.setItem('trenchline.tables', JSON.stringify(ring))", ring)
    p.page.evaluate("localStorage.setItem('trenchline.settings', JSON.stringify({ speed: 1000 }))")
    p.page.reload()
    p.open(f"#/t/{made['table']}")  # what the computer has done so far is shown, and then the first loss is taken
    p.press("skip")
    p.wait_for_my_turn()
    p.page.get_by_test_id("skip").wait_for(state="hidden")
    assert p.page.get_by_test_id("all-choices").is_visible(), "there is something to choose"
    p.press("tab-log")
    p.say("log", "The only choice")
    assert told == [1000, 0, 1000]


def test_what_was_heard_of_a_thinking_computer_does_not_hide_my_turn(player: Make):
    p = player()
    p.page.route("**/actions", lambda route: belated(route, thinking="french"))
    p.make_table(french="bot:recruit")
    p.prompt("Bombardment")
    p.done()
    p.prompt("Movement")
    p.say("whose", "your decision")
    p.page.get_by_test_id("skip").wait_for(state="hidden")


def belated(route: Route, **said: object) -> None:
    """An answer that was written before something else was pushed, and comes after it."""
    answer = route.fetch()
    route.fulfill(response=answer, json={**answer.json(), **said})


def test_a_click_between_the_pushed_state_and_the_answer_is_not_lost(player: Make):
    p = player()
    held: list[tuple[Route, APIResponse]] = []
    p.make_table()
    p.prompt("Bombardment")
    p.page.route("**/actions", lambda route: held.append((route, route.fetch())), times=1)
    p.click("1905")
    p.prompt("Barrage of 1905")  # pushed: the answer is held back
    assert len(held) == 1
    p.press("undo")
    p.prompt("choose a hex to barrage")
    route, answer = held.pop()
    route.fulfill(response=answer)
    p.click("1905")
    p.prompt("Barrage of 1905")


def test_the_level_is_described_and_kept(player: Make):
    p = player()
    p.open("#/new")
    p.page.get_by_test_id("seat-german").select_option("bot:colonel")
    p.page.get_by_test_id("seat-french").select_option("me")
    assert "plan" in p.see("about-german")
    p.press("swap")
    assert p.page.get_by_test_id("seat-french").input_value() == "bot:colonel"
    p.press("create")
    p.say("seats", "Colonel (computer)")
    p.open("#/")
    assert p.page.get_by_test_id("level-colonel").is_checked()


def test_a_layer_about_a_counter_off_the_map_is_drawn_for_the_one_that_is_chosen(player: Make):
    p = player()
    p.open("#/new")
    p.page.get_by_test_id("game-verdun-1916").check()
    p.page.get_by_test_id("scenario-historical_free").check()
    for side in ("german", "french"):
        p.page.get_by_test_id(f"seat-{side}").select_option("me")
    p.press("create")
    p.prompt("choose a unit to place")
    if p.page.get_by_test_id("hand-over-ready").is_visible():
        p.press("hand-over-ready")
    p.press("overlay-setup")
    p.page.get_by_text("Choose or point at a unit first.").wait_for()
    p.page.locator(".tray [data-unit='351R']").click()
    p.prompt("351R")
    p.press("overlay-setup")
    p.page.locator("[data-overlay=setup][aria-pressed=true]").wait_for(state="attached")
    p.page.locator(".layer-overlay .tint").first.wait_for(state="attached")
