"""What the map tells at a glance: who can still act, which side is which from afar, what can be hit, where a group can go."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from trenchline.core.ahead import marches, orders_of
from trenchline.core.match import Match
from trenchline.games import load

from ..server.conftest import Server
from ..verdun_1916.kit import position as verdun_1916
from .conftest import DESKTOP, PHONE
from .squares import Commander, Make, at_the_board, upload
from .test_group_moves import March, at_movement, commander

INKS = """() => [...document.querySelectorAll("[data-testid=key] .tab-picture:not(.mode-picture) .tab-shape")].map(
    (e) => [e.getAttribute("d"), getComputedStyle(e).fill, e.nextElementSibling.textContent].join(" "))"""
BLOCKS = """() => Object.fromEntries([...document.querySelectorAll(".layer-counters .counter:not(.under, .spent)")].map((e) => {
    const body = e.querySelector(".block-body");
    return [e.dataset.palette, [body.getAttribute("d"), getComputedStyle(body).fill]];
}))"""
SMALLEST = """() => [...document.querySelectorAll(".layer-counters .counter:not(.under)")].map((e) => {
    const shown = (what) => getComputedStyle(e.querySelector(what)).display !== "none";
    return [e.querySelector(".block-body").getBoundingClientRect().width, shown(".block"), shown(".full"), e.dataset.unit];
}).sort((a, b) => a[0] - b[0])[0]"""
LIT = "() => document.querySelectorAll('.layer-reach .peg').length"
FRAME = "() => document.querySelector('.overview .in-sight').getAttribute('style')"


def opened(make: Make, site: Server, match: Match, **how: object) -> Commander:
    """At a match where all seats are mine."""
    p = make(**how)
    made = upload(site, match, dict.fromkeys(match.seats, "me"))
    p.squares = {cell.label: [cell.x, cell.y] for cell in match.game.board_document().cells}
    p.open(f"#/seat/{made['table']}/{made['key']}")
    p.page.get_by_test_id("play").wait_for()
    if p.page.get_by_test_id("hand-over-ready").is_visible():
        p.press("hand-over-ready")
    p.page.locator(".layer-counters [data-unit]").first.wait_for()
    return p


def able(page: Page) -> int:
    return int(re.findall(r"\d+", page.get_by_test_id("next-able").inner_text())[0])


# ------------------------------------------------------------------------------------------------ states


def test_the_key_shows_states_in_their_inks_and_modes_as_counters(browser: Browser, site: Server):
    with at_the_board(Commander, browser, site) as make:
        p = commander(make, site, at_movement("generation-lost"))
        p.page.keyboard.press("i")
        p.page.get_by_test_id("key").wait_for()
        found = p.page.evaluate(INKS)
        assert len(set(found)) == len(found) > 8 and not [ink for ink in found if "rgb(0, 0, 0)" in ink]
        assert p.page.locator("[data-testid=key] .mode-picture .counter").count() == 4


def test_in_the_order_of_battle_only_what_is_unusual_is_marked(browser: Browser, site: Server):
    with at_the_board(Commander, browser, site) as make:
        p = commander(make, site, at_movement("generation-lost"))
        p.page.keyboard.press("o")
        rows = p.page.locator(".unit-row")
        rows.first.wait_for()
        assert rows.count() > 20
        expect(p.page.locator(".unit-row i", has_text="faces")).to_have_count(0)
        told = p.page.locator(".unit-row small", has_text="faces").count()
        assert told < rows.count() / 2, "most face as most do"


# ------------------------------------------------------------------------------------------------ who can still act


@pytest.mark.parametrize("slug", ["big-push", "they-shall-not-pass"])
def test_who_has_moved_looks_spent_is_counted_no_more_and_n_goes_to_the_next(slug: str, browser: Browser, site: Server):
    match = at_movement(slug)
    with at_the_board(Commander, browser, site) as make:
        p = commander(make, site, match)
        before = able(p.page)
        (start, end), *_ = March(match).one_by_one(1)
        p.drag(start, end)
        moved = p.page.locator(f".layer-counters [data-unit][aria-label$='in {end}']")
        expect(moved).to_have_class(re.compile(r"\bspent\b"))
        expect(p.page.get_by_test_id("next-able")).to_contain_text(f"of {before - 1}")
        unit = moved.get_attribute("data-unit")
        chosen = []
        for _ in range(3):
            p.page.keyboard.press("n")
            said = p.page.locator(".layer-counters .counter.selected")
            expect(said).to_have_count(1)
            assert p.comes_true("known => !known.includes(document.querySelector('.counter.selected')?.dataset.unit)", chosen)
            chosen.append(said.get_attribute("data-unit"))
        assert len(set(chosen)) == 3 and unit not in chosen
        p.page.keyboard.press("p")
        assert p.comes_true("unit => document.querySelector('.counter.selected')?.dataset.unit === unit", chosen[1])


def test_the_same_is_offered_only_to_one_who_can_do_it(browser: Browser, site: Server):
    match = at_movement("they-shall-not-pass")
    with at_the_board(Commander, browser, site) as make:
        p = commander(make, site, match)
        (start, end), *_ = March(match).one_by_one(1)
        p.drag(start, end)
        expect(p.page.locator(f".layer-counters [data-unit][aria-label$='in {end}']")).to_have_count(1)
        offer = p.page.get_by_test_id("again")
        offer.wait_for()
        unit = offer.get_attribute("data-unit")
        offer.click()
        said = "unit => document.querySelector(`.layer-counters [data-unit='${unit}']`).classList.contains('spent')"
        assert p.comes_true(said, unit), "it could do what it was offered"
        expect(p.page.locator(".toast.bad")).to_have_count(0)


# ------------------------------------------------------------------------------------------------ groups


def test_a_group_sees_where_it_can_go_and_who_stays_is_named_with_the_reason(browser: Browser, site: Server):
    match = at_movement("they-shall-not-pass")
    goers = March(match).goers()
    crowd = [counter.place for counter in match.view(match.player).counters]
    alone = [unit for unit, place in goers.items() if crowd.count(place) == 1]
    pair, half = next(
        ([one, other], march)
        for one in alone for other in alone if one != other
        for march in marches(match, [one, other], [a.cell for a in orders_of(match, one) if a.cell][:3])
        if march.goes == (one,) and march.cell not in crowd
    )  # fmt: skip
    with at_the_board(Commander, browser, site) as make:
        p = commander(make, site, match)
        for unit in pair:
            p.page.mouse.move(*p.middle(goers[unit]))
            p.page.keyboard.down("Shift")
            p.page.mouse.click(*p.middle(goers[unit]))
            p.page.keyboard.up("Shift")
        expect(p.page.locator(".layer-reach .cost").first).to_have_text("1/2")
        p.page.mouse.click(*p.middle(half.cell))
        p.stands(pair[0], half.cell)
        p.say("said", f"{pair[1]} stays: {half.stays[0].reason}")
        p.say("said", f"1 of 2 went to {half.cell}")


@pytest.mark.case("verdun-1916", "8.1c")
def test_add_all_adds_what_may_fire_together_and_says_why_not_the_others(browser: Browser, site: Server):
    text = "turn: 1\nstep: german-bombardment\n3108: FA21, XVIII.A1, XVIII.A2\n3114: 14.HQ\n3115: 42RI"
    match = verdun_1916(text)
    match.apply(match.parse("3114"))
    with at_the_board(Commander, browser, site) as make:
        p = opened(make, site, match)
        expect(p.page.get_by_test_id("all-together")).to_have_text("Add 2 of 3")
        expect(p.page.get_by_test_id("left-out")).to_contain_text(
            "XVIII.A2: No more than two units fire at a lone headquarters"
        )
        p.press("all-together")
        p.prompt("Barrage of 3114")
        expect(p.page.locator(".layer-aims .arrow")).to_have_count(2)


# ------------------------------------------------------------------------------------------------ targets


def test_targets_are_lit_where_an_enemy_stands_and_the_rest_on_demand(browser: Browser, site: Server):
    match = load("big-push").start("over_the_top", seed=21)
    while match.decision is None or match.decision.kind != "Bombardment":
        least = [action for action in match.actions() if action.kind in ("done", "no")]
        match.apply((least or list(match.actions()))[0])
    with at_the_board(Commander, browser, site) as make:
        p = opened(make, site, match)
        p.prompt("choose a target")
        legal = [action.cell for action in match.actions() if action.cell]
        held = [cell for cell in legal if match.position.present[match.position.c.board.index[cell]]]
        assert p.page.evaluate(LIT) == len(held) < 60 < len(legal)
        p.press("light-all")
        assert p.page.evaluate(LIT) == len(legal)
        p.press("light-all")
        assert p.page.evaluate(LIT) == len(held)
        empty = next(cell for cell in legal if cell not in held)
        p.page.keyboard.press("f")
        p.page.mouse.click(*p.middle(empty))
        p.prompt(f"Bombardment of {empty}")


# ------------------------------------------------------------------------------------------------ from afar


def test_from_afar_sides_differ_by_colour_and_shape_and_signs_are_kept(browser: Browser, site: Server):
    with at_the_board(Commander, browser, site) as make:
        p = commander(make, site, at_movement("big-push"))
        p.page.locator(".trench-map.tiny").first.wait_for()
        blocks = p.page.evaluate(BLOCKS)
        assert set(blocks) == {"horizon-blue", "khaki", "field-grey"}
        assert len({shape for shape, _ in blocks.values()}) == len({colour for _, colour in blocks.values()}) == 3
        width, signed, full, unit = p.page.evaluate(SMALLEST)
        assert width > 12 and signed and not full, unit


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_overview_shows_what_is_in_sight_and_moves_the_view(size: dict[str, int], browser: Browser, site: Server):
    with at_the_board(Commander, browser, site) as make:
        p = commander(make, site, at_movement("big-push"), size=size, touch=size is PHONE)
        small = p.page.get_by_test_id("overview")
        if size is DESKTOP:
            expect(small).to_be_hidden()  # all is in sight
            for _ in range(5):
                p.page.keyboard.press("+")
        expect(small).to_be_visible()
        box = small.bounding_box()
        assert box is not None and box["width"] < 200 and box["height"] < 200
        before = p.page.evaluate(FRAME)
        spot = box["x"] + box["width"] * 0.7, box["y"] + box["height"] * 0.3
        if size is PHONE:
            p.page.touchscreen.tap(*spot)
        else:
            p.page.mouse.click(*spot)
        assert p.comes_true(f"before => String(({FRAME})()) !== String(before)", before)
        if size is DESKTOP:
            p.page.keyboard.press("f")
            expect(small).to_be_hidden()


def test_the_overview_steps_aside_where_the_sheet_ends(browser: Browser, site: Server):
    with at_the_board(Commander, browser, site) as make:
        p = commander(make, site, at_movement("big-push"))
        for _ in range(6):
            p.page.keyboard.press("+")
        small = p.page.get_by_test_id("overview")
        expect(small).to_have_attribute("data-corner", "south east")
        box = small.bounding_box()
        assert box is not None
        p.page.mouse.click(box["x"] + box["width"] - 2, box["y"] + box["height"] - 2)
        expect(small).to_have_attribute("data-corner", "north east")
