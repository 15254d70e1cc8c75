"""The map in mid-battle: names that keep their places, hidden stacks as counters."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from .conftest import Player

NAMES = """() => Object.fromEntries([...document.querySelectorAll(".names .name")].map(
    (e) => [`${e.parentNode.getAttribute("class")} ${e.dataset.name}`, `${e.getAttribute("x")} ${e.getAttribute("y")}`]))"""
REDRAW = """async (views) => {
    const loaded = performance.getEntriesByType("resource").map((e) => e.name);
    const { drawStacks } = await import(loaded.find((name) => name.endsWith("/map/counters.js")));
    const game = await (await fetch("/api/games/they-shall-not-pass")).json();
    const known = new Map(game.counters.map((c) => [c.id, c]));
    const stands = views.map((place, i) => ({ id: game.counters[i].id, place, steps: 1, states: [] }));
    drawStacks(document.querySelector(".layer-counters"), game.board, known, stands);
}"""


@pytest.fixture
def visitor(player: Callable[..., Player]) -> Player:
    p = player()
    p.make_table()
    p.page.locator(".names .name").first.wait_for(state="attached")  # lettered once the counters have been painted
    return p


def test_names_stay_where_they_are(visitor: Player) -> None:
    p = visitor
    before = p.page.evaluate(NAMES)
    assert len(before) > 60
    p.page.evaluate(REDRAW, ["0101", "0102"])
    far_from_all = p.page.evaluate(NAMES)
    assert far_from_all == before, "counters went away: no name moved"
    assert p.faults == []
