"""Keys do what their badge says, buttons stay where they are, a warning waits; the map of a phone, columns, guns, forms."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, expect

from trenchline.ai import make_player
from trenchline.core.actions import Action
from trenchline.games import load

from ..server.conftest import Server
from .conftest import PATIENCE, PHONE, Player
from .squares import Commander, Make, at_the_board, upload
from .test_big_push import advanced
from .test_generation_lost import advanced as at_verdun

FOCUSED = "document.activeElement.tagName"
# What a click would hit at the very moment when something else has come under the pointer, and whether the guard is up then.
HIT_WHEN_CHANGED = """([x, y]) => new Promise((resolve) => {
    const prompt = document.querySelector("[data-testid=prompt]"), before = prompt.textContent;
    const seen = new MutationObserver(() => {
        if (prompt.textContent === before) return;
        const orders = document.querySelector(".orders");
        if (!document.querySelector(".answers button:enabled")) return;
        seen.disconnect();
        const hit = () => document.elementFromPoint(x, y)?.closest("button")?.dataset.testid ?? "nothing";
        queueMicrotask(() => resolve([hit(), orders.classList.contains("settling")]));
    });
    seen.observe(document.querySelector(".orders"), { childList: true, subtree: true, characterData: true });
})"""
BOXES = """() => {
    const buttons = [...document.querySelectorAll(".orders button")];
    return JSON.stringify(buttons.map((b) => [b.dataset.testid, b.getBoundingClientRect()]));
}"""
LONGER = """() => {
    const more = Object.assign(document.createElement("p"), { textContent: "More. ".repeat(90) });
    document.querySelector(".answers").append(more);
}"""
SETTLED = "() => !document.querySelector('.orders.settling')"


class SommeCommander(Commander):
    slug = "big-push"


class VerdunCommander(Commander):
    slug = "generation-lost"


@pytest.fixture
def somme(browser: Browser, site: Server) -> Iterator[Make]:
    with at_the_board(SommeCommander, browser, site) as make:
        yield make


@pytest.fixture
def verdun(browser: Browser, site: Server) -> Iterator[Make]:
    with at_the_board(VerdunCommander, browser, site) as make:
        yield make


def allied(make: Make, site: Server, until: str, **how: object) -> Commander:
    p = make(**how)
    made = upload(site, advanced("over_the_top", until), {"allied": "friend", "german": "bot:random"})
    p.page.add_init_script('localStorage[\'trenchline.settings\'] = \'{"speed": 0, "catchUp": false, "autoTake": false}\'')
    p.sit_down(made["table"], made["invites"]["allied"])
    return p


# ------------------------------------------------------------------------------------------------ keys


def test_after_a_click_space_is_for_the_decision_and_after_tab_for_the_button(somme: Make, site: Server):
    p = allied(somme, site, "SetUp")
    p.prompt("set-up")
    before = p.position()
    p.page.locator("[data-testid=deed-flip]").first.click()
    p.moved_on(before)
    assert p.page.evaluate(FOCUSED) == "BODY", "a click leaves no focus behind"
    flipped = p.page.locator("[data-testid=deed-flip]:disabled").count()
    p.press("several") if p.page.get_by_test_id("several").count() else p.press("tab-log")
    assert p.page.evaluate(FOCUSED) == "BODY"
    before = p.position()
    p.page.keyboard.press("Space")
    if p.page.locator(".orders .armed").count():
        p.page.keyboard.press("Space")
    p.moved_on(before)
    p.press("tab-log")
    assert flipped == 1, "Space ended the set-up and flipped nobody else"
    p.page.get_by_test_id("tab-charts").focus()
    p.page.keyboard.press("Tab")
    p.page.keyboard.press("Shift+Tab")
    before = p.position()
    p.page.keyboard.press("Space")
    assert p.position() == before, "a control that was reached with Tab takes its keys"


# ------------------------------------------------------------------------------------------------ buttons


def test_an_answer_that_is_gone_keeps_its_place(somme: Make, site: Server):
    p = allied(somme, site, "SetUp")
    flips = p.page.locator("[data-testid=deed-flip]")
    expect(flips.nth(1)).to_be_visible()
    second = flips.nth(1).bounding_box()
    before = p.position()
    flips.nth(0).click()
    p.moved_on(before)
    expect(flips.nth(0)).to_be_disabled()
    assert flips.nth(1).bounding_box() == second, "what stood below it has not come up"


def test_a_second_click_on_what_has_just_come_under_the_pointer_does_not_count(somme: Make, site: Server):
    p = allied(somme, site, "PlaceAir")
    done = p.page.get_by_test_id("action-done")
    box = done.bounding_box()
    assert box
    middle = [box["x"] + 20, box["y"] + 12]
    p.page.mouse.move(*middle)
    watching = p.page.evaluate_handle(f"window.watched = ({HIT_WHEN_CHANGED})({middle}), null")
    p.page.mouse.click(*middle)
    hit, settling = p.page.evaluate("window.watched")
    watching.dispose()
    p.prompt("Bombardment")
    assert (hit, settling) == ("nothing", True)
    assert p.comes_true(SETTLED, None)
    p.press("action-done")
    p.prompt("mine")


def test_the_warning_moves_nothing_and_waits_until_it_is_answered(somme: Make, site: Server):
    p = allied(somme, site, "SetUp")
    done = p.page.get_by_test_id("action-done")
    expect(done).to_contain_text("units will be out of supply")
    before, position = p.page.evaluate(BOXES), p.position()
    done.click()
    expect(p.page.locator("[data-testid=action-done].armed")).to_contain_text("Press again")
    assert p.page.evaluate(BOXES) == before
    p.page.keyboard.press("l")  # something else is read meanwhile
    expect(p.page.locator("[data-testid=action-done].armed")).to_be_visible()
    assert p.position() == position
    done.click()
    p.moved_on(position)


def test_what_the_default_costs_is_shown_on_the_map(somme: Make, site: Server):
    p = allied(somme, site, "SetUp")
    p.press("show-stake")
    expect(p.page.locator(".cell-mark.spoken-of")).to_have_count(1)  # one mark for all of the places
    p.press("show-stake")
    expect(p.page.locator(".cell-mark.spoken-of")).to_have_count(0)


def test_an_optional_leftover_needs_no_second_press(somme: Make, site: Server):
    p = allied(somme, site, "Bombardment")
    before = p.position()
    expect(p.page.get_by_test_id("action-done")).to_contain_text("could still be used")
    p.press("action-done")
    p.moved_on(before)


# ------------------------------------------------------------------------------------------------ guns, forms, columns


def test_a_gun_is_dragged_onto_its_target(verdun: Make, site: Server):
    match = at_verdun("firestorm", "Bombardment")
    position = match.position
    after, gun, target = None, "", ""
    for action in match.actions():
        if action.kind == "target" and position.others(position.c.board.index[action.cell], 0):
            after = match.clone()
            after.apply(action)
            able = [a.unit for a in after.actions() if a.kind == "add"]
            lone = [u for u in able if len(position.stacks[position.place[position.c.unit[u]]]) == 1]
            if lone:
                gun, target = lone[0], action.cell
                break
    p = verdun()
    made = upload(site, match, {"german": "friend", "french": "bot:random"})
    p.sit_down(made["table"], made["invites"]["german"])
    p.prompt("Bombardment")
    p.drag(position.label(position.place[position.c.unit[gun]]), target)
    p.prompt(f"Bombardment of {target}, ")
    p.press("tab-log")
    assert any(gun in str(document) for document in p.wire[-4:])


def test_enter_submits_a_dialog_with_a_field(player: Callable[..., Player]):
    p = player()
    p.make_table()
    p.prompt("Bombardment")
    p.page.evaluate(
        """async () => {
            const { openDialog } = await import("/common/dialogs.js");
            const field = Object.assign(document.createElement("input"), { id: "asked" });
            const buttons = [{ text: "Not now", value: false }, { text: "Keep", value: true, primary: true }];
            window.answered = openDialog("A name", field, buttons);
        }"""
    )
    p.page.locator("#asked").fill("Bea")
    p.page.keyboard.press("Enter")
    assert p.page.evaluate("window.answered") is True


def test_a_column_is_widened_and_stays_so(player: Callable[..., Player]):
    p = player()
    p.make_table()
    p.prompt("Bombardment")
    left = p.page.locator(".play .left")
    before = left.bounding_box()
    handle = p.page.get_by_test_id("widen-left").bounding_box()
    assert before and handle
    p.page.mouse.move(handle["x"] + 3, 400)
    p.page.mouse.down()
    p.page.mouse.move(handle["x"] + 103, 400, steps=4)
    p.page.mouse.up()
    wider = left.bounding_box()
    assert wider and round(wider["width"] - before["width"]) == 100
    p.page.reload()
    p.prompt("Bombardment")
    again = left.bounding_box()
    assert again and again["width"] == wider["width"]


# ------------------------------------------------------------------------------------------------ the phone


def test_the_map_of_a_phone_lies_still_while_the_sheet_grows(player: Callable[..., Player]):
    p = player(PHONE, touch=True)
    p.make_table()
    p.prompt("Bombardment")
    p.page.locator("[data-sharp]").first.wait_for()
    x, y = p.where("1905")
    height = p.page.get_by_test_id("map").bounding_box()
    p.page.evaluate(LONGER)
    grown = "before => document.querySelector('[data-testid=map]').getBoundingClientRect().height < before"
    assert height and p.comes_true(grown, height["height"])
    p.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert p.where("1905") == (x, y)


def test_one_tap_names_a_target_and_dice_are_asked_for_twice(player: Callable[..., Player]):
    p = player(PHONE, touch=True)
    p.make_table()
    p.prompt("Bombardment")
    p.tap("1905")
    p.prompt("Barrage of 1905")
    expect(p.page.get_by_test_id("confirm")).to_have_count(0)
    expect(p.page.get_by_test_id("undo")).to_be_enabled(timeout=PATIENCE)


def test_the_set_up_of_another_army_shows_no_answers_of_the_first(somme: Make, site: Server):
    p = allied(somme, site, "SetUp")
    p.prompt("British set-up")
    british = p.page.locator("[data-testid=deed-flip]").first.get_attribute("data-unit")
    before = p.position()
    p.done()
    p.moved_on(before)
    p.prompt("French set-up")
    expect(p.page.locator("[data-testid=deed-flip]").first).to_be_enabled()
    expect(p.page.locator(f"[data-testid=deed-flip][data-unit='{british}']")).to_have_count(0)


def test_a_phase_that_cannot_end_says_why(somme: Make, site: Server):
    """An HQ that was turned to Supply Mode stands too thick with a gun: movement must mend it first."""
    match = load("big-push").start("over_the_top", seed=7)
    bot = make_player("sergeant", 7)
    while match.decision is None or match.decision.kind != "Movement":
        if match.decision is not None and match.decision.kind == "SetUp":
            match.apply(next((a for a in match.actions() if a.kind == "flip" and a.unit == "XX"), Action("done")))
        else:
            match.apply(bot.choose(match))
    assert Action("done") not in match.actions()
    p = somme()
    made = upload(site, match, {"allied": "friend", "german": "bot:random"})
    p.sit_down(made["table"], made["invites"]["allied"])
    p.say("closed-done", "Too many units stand in F25")
