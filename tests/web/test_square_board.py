"""A board of squares whose units face a side and stand in a mode: documents of no real game, drawn by the client's modules."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from ..server.conftest import Server

GROUND = {(0, 0): "woods", (0, 1): "woods", (4, 6): "woods", (2, 5): "village"}

SQUARE = {
    "title": "A field of squares",
    "kind": "square",
    "metres": 500,
    "cells": [
        {"label": f"{'ABCDEF'[row]}{column + 1:02}", "x": column + 0.5, "y": row + 0.5, "height": 60 + 10 * row,
         "terrain": [GROUND.get((row, column), "clear")]}
        for row in range(6) for column in range(8)
    ],
    "edges": {"road": [[8, 9], [9, 10], [10, 19], [19, 20]], "red_trench": [[24, 32], [25, 33], [26, 34]]},
    "exits": {"road": [8]},
    "looks": {"red": {"palette": "khaki", "mark": "diamond"}, "blue": {"palette": "horizon-blue", "mark": "cockade"}},
}  # fmt: skip

FACES = [
    {"title": "mobile", "numbers": ["6", "5", "4"], "mode": "mobile"},
    {"title": "entrenched", "numbers": ["6", "8", "0"], "mode": "entrenched"},
]


def counter(name: str, side: str, kind: str = "infantry", size: str = "division") -> dict[str, Any]:
    named = {"id": name, "name": name, "side": side, "kind": kind, "size": size}
    return named | {"corps": "II", "division": "", "faces": FACES, "provenance": {}}


COUNTERS = [counter(f"D{i}", "red" if i % 2 else "blue") for i in range(1, 9)] + [counter("HQ", "red", "hq", "corps")]

VIEWS = [
    {"id": f"D{i}", "place": place, "steps": 2, "facing": facing, "mode": mode, "states": states}
    for i, (place, facing, mode, states) in enumerate(
        [
            ("B02", "N", "mobile", []), ("B04", "E", "entrenched", ["moved", "reduced"]), ("B06", "S", "mobile", ["fired"]),
            ("D02", "W", "entrenched", []), ("D04", "NE", "", []), ("D06", "SW", "mobile", []),
            ("E05", "", "", []), ("E05", "N", "", []),
        ],
        1,
    )
] + [{"id": "HQ", "place": "F01", "steps": 1, "mode": "supply"}]  # fmt: skip

DRAW = """async ([board, counters, views]) => {
    const { MapView } = await import("/map/map-view.js");
    const { drawStacks } = await import("/map/counters.js");
    const box = document.createElement("div");
    Object.assign(box.style, { position: "fixed", inset: "0", zIndex: "9", contain: "strict" });
    document.body.replaceChildren(box);
    const map = new MapView(box, board);
    drawStacks(map.layers.counters, board, new Map(counters.map((c) => [c.id, c])), views, {});
    window.map = map;
}"""


@pytest.fixture
def sheet(browser: Browser, site: Server) -> Page:
    page = browser.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce").new_page()
    page.goto(site.url)
    page.get_by_test_id("play-now").wait_for()
    page.evaluate(DRAW, [SQUARE, COUNTERS, VIEWS])
    page.locator("[data-sharp]").wait_for()
    return page


def words(page: Page, unit: str) -> str:
    return page.locator(f".layer-counters [data-unit={unit}]").get_attribute("aria-label") or ""


def test_a_square_is_found_under_its_own_middle_and_neighbours_share_a_side(sheet: Page):
    missed = """() => map.doc.cells.map((c) => c.label).filter((label) => {
        const at = map.pointOf(label);
        return map.cellAt(at.clientX, at.clientY) !== label;
    })"""
    assert sheet.evaluate(missed) == []
    across = sheet.evaluate("() => map.lattice.across[9].map((i) => map.doc.cells[i].label)")
    assert across == ["A02", "B03", "C02", "B01"], "north, east, south, west"


def test_the_side_that_is_faced_bears_a_bar_and_a_wedge_that_points_out_of_it(sheet: Page):
    where = """(unit) => {
        const of = (what) => document.querySelector(`.layer-counters [data-unit=${unit}] ${what}`).getBoundingClientRect();
        const [body, wedge] = [of(".body"), of(".facing-wedge")];
        const middle = (r) => [r.x + r.width / 2, r.y + r.height / 2];
        const [[bx, by], [wx, wy]] = [middle(body), middle(wedge)];
        return [Math.sign(Math.round((wx - bx) / 12)), Math.sign(Math.round((wy - by) / 12))];
    }"""
    seen = {unit: sheet.evaluate(where, unit) for unit in ("D1", "D2", "D3", "D4", "D5", "D6")}
    assert seen == {"D1": [0, -1], "D2": [1, 0], "D3": [0, 1], "D4": [-1, 0], "D5": [1, -1], "D6": [-1, 1]}
    assert sheet.locator("[data-unit=D2] .facing-bar").count() == 1 and sheet.locator("[data-unit=D7] .facing").count() == 0


def test_the_face_of_the_mode_shows_and_both_are_said_in_words(sheet: Page):
    assert "6 5 4" in words(sheet, "D1") and "mobile; faces north;" in words(sheet, "D1")
    assert "6 8 0" in words(sheet, "D2") and "entrenched; faces east" in words(sheet, "D2")
    assert "supply" in words(sheet, "HQ") and "faces" not in words(sheet, "HQ")
    assert sheet.locator("[data-unit=HQ] .mode-word").text_content() == "supply"


def test_a_unit_that_is_dug_in_stands_behind_a_parapet_and_one_on_the_move_behind_a_bar(sheet: Page):
    assert sheet.locator("[data-unit=D2] .parapet").count() == 1 and sheet.locator("[data-unit=D1] .parapet").count() == 0
    assert sheet.locator("[data-unit=D2] .mode-word").count() == 0, "the parapet says it"


SIGNS = """async ([states, kinds]) => {
    const { drawCounter, drawMarkers } = await import("/map/counters.js");
    const counter = { id: "X", name: "X", side: "red", kind: "tank", size: "company", faces: [], provenance: {} };
    const shapes = states.map((state) => {
        const drawn = drawCounter(map.doc, counter, { id: "X", place: "A01", steps: 1, states: [state] });
        const turned = drawn.querySelector(".lift > g").getAttribute("transform").includes("rotate");
        return [drawn.querySelector(".tab-shape").getAttribute("d"), turned];
    });
    drawMarkers(map.layers.markers, map.doc, kinds.map((kind) => ({ kind, cell: "C03", side: "red" })));
    const marks = [...map.layers.markers.querySelectorAll(".marker")].map((m) => m.innerHTML);
    return { shapes, marks };
}"""


def test_disorder_and_markers_are_told_apart_by_shape(sheet: Page):
    states = ["disrupted", "suppressed", "broken", "held", "pressed", "fired"]
    kinds = ["engaged", "interdiction", "air interdiction", "mine", "mine crater", "assault"]
    found = sheet.evaluate(SIGNS, [states, kinds])
    assert len({shape for shape, _ in found["shapes"]}) == len(states)
    assert [askew for _, askew in found["shapes"]] == [True] + [False] * 5
    assert len(set(found["marks"])) == 1 + 2 + 1 + 1 + 1 + 1, "shelled squares have holes all over, from guns or from the air"


SURVEYED = """async (courses) => {
    const { groundOf } = await import("/map/sheet.js");
    const drawn = await groundOf({ ...map.doc, edges: { minor: map.doc.edges.road }, exits: {}, courses });
    const path = (name) => [...drawn.querySelectorAll(`path.${name}`)].map((p) => p.getAttribute("d")).join("");
    return ["minor", "river", "trench"].map(path);
}"""


def test_surveyed_lines_take_the_place_of_ways_from_cell_to_cell(sheet: Page):
    line = [1.0, 1.0, 3.5, 1.2, 6.0, 1.0]
    courses = [{"kind": kind, "name": "", "points": line} for kind in ("minor_road", "river", "red_trench")]
    plain, _, _ = sheet.evaluate(SURVEYED, [])
    road, river, trench = sheet.evaluate(SURVEYED, courses)
    assert road.startswith("M100 100L") and road != plain
    assert river.startswith("M100 100L") and trench


def test_colours_come_from_the_board_and_not_from_a_name(sheet: Page):
    assert sheet.locator("[data-unit=D1]").get_attribute("data-palette") == "khaki"
    assert sheet.locator("[data-unit=D2]").get_attribute("data-palette") == "horizon-blue"
    cloth = "(unit) => getComputedStyle(document.querySelector(`[data-unit=${unit}] .body`)).fill"
    assert sheet.evaluate(cloth, "D1") != sheet.evaluate(cloth, "D2")


def test_two_nations_in_one_square_stand_side_by_side_in_it(sheet: Page):
    boxes = [sheet.locator(f"[data-unit={unit}] .body").bounding_box() for unit in ("D7", "D8")]
    left, right = (box for box in boxes if box)
    assert left["x"] + left["width"] <= right["x"]
    assert right["x"] + right["width"] - left["x"] < sheet.evaluate("100 * map.scale")


STANCES = """async ([actions, busy]) => {
    const { Choices } = await import("/play/choices.js");
    const { stanceButtons } = await import("/play/stance-buttons.js");
    const decision = { player: "red", kind: "Turn", prompt: "", cases: [], mine: true, actions };
    const choices = new Choices(decision, new Map());
    window.pressed = [];
    const drawn = stanceButtons(choices.stances, (action) => window.pressed.push(action.text), busy);
    if (drawn) document.body.replaceChildren(drawn);
    return { stances: choices.stances.length, plain: choices.plain.map((a) => a.kind) };
}"""


def test_facings_are_offered_as_a_rose_and_modes_as_words(sheet: Page):
    turns = [{"kind": "face", "unit": "D1", "facing": f, "text": f"D1>{f}"} for f in "NESW"]
    found = sheet.evaluate(STANCES, [[*turns, {"kind": "done", "text": "done"}], False])
    assert found == {"stances": 4, "plain": ["done"]}
    sheet.get_by_label("South", exact=True).click()
    assert sheet.evaluate("pressed") == ["D1>S"]
    modes = [{"kind": "mode", "unit": "HQ", "mode": m, "text": f"HQ {m}"} for m in ("command", "supply")]
    sheet.evaluate(STANCES, [modes, False])
    sheet.get_by_test_id("mode-supply").click()
    assert sheet.evaluate("pressed") == ["HQ supply"]
