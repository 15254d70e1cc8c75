"""The map in mid-battle: the front along what is really held, names that keep their places, hidden stacks as counters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from .conftest import Player

GROUND = """async ([rows, stood]) => {
    const { groundReallyHeld } = await import("/map/front-line.js");
    const [high, wide] = [rows.length, rows[0].length];
    const at = (x, y) => (x < 0 || y < 0 || x >= wide || y >= high ? -1 : y * wide + x);
    const across = rows.flatMap((row, y) => [...row].map((_, x) => [at(x, y - 1), at(x + 1, y), at(x, y + 1), at(x - 1, y)]));
    const holder = [...rows.join("")].map((c) => c.trim());
    const held = groundReallyHeld({ across }, holder, new Set(stood.map(([x, y]) => at(x, y))));
    return rows.map((_, y) => held.slice(y * wide, (y + 1) * wide).map((c) => c || " ").join(""));
}"""
NAMES = """() => Object.fromEntries([...document.querySelectorAll(".names .name")].map(
    (e) => [`${e.parentNode.getAttribute("class")} ${e.dataset.name}`, `${e.getAttribute("x")} ${e.getAttribute("y")}`]))"""
REDRAW = """async (views) => {
    const { drawStacks } = await import(document.querySelector("script[type=module]").src.replace("app.js", "map/counters.js"));
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


def held(p: Player, *rows: str, stood: Any = ()) -> list[str]:
    found: list[str] = p.page.evaluate(GROUND, [list(rows), [list(cell) for cell in stood]])
    return found


def test_the_front_is_one_line_and_names_stay_where_they_are(visitor: Player) -> None:
    p = visitor
    empty = ("aaaaaaa", "aaabaaa", "bbbabbb", "bbbabbb", "bbbbbbb")
    assert held(p, *empty) == ["aaaaaaa", "aaaaaaa", "bbbbbbb", "bbbbbbb", "bbbbbbb"], "empty spikes are cut off"
    assert held(p, *empty, stood=[(3, 3)])[2:4] == ["bbbabbb", "bbbabbb"], "where troops stand the line goes round them"
    ring = ("aaaaaaa", "abbbbaa", "abbbbaa", "aaaaaaa", "bbbbbbb", "bbbbbbb", "bbbbbbb")
    assert "b" not in "".join(held(p, *ring)[:4]), "an empty pocket behind the line is swallowed"
    assert held(p, *ring, stood=[(2, 1), (3, 2)])[1] == "abbbbaa", "one that is held is not"
    before = p.page.evaluate(NAMES)
    assert len(before) > 60
    p.page.evaluate(REDRAW, ["0101", "0102"])
    far_from_all = p.page.evaluate(NAMES)
    assert far_from_all == before, "counters went away: no name moved"
    assert p.faults == []
