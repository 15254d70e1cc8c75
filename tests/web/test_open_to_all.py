"""Open to all: axe-core finds nothing on any page, and the first view is light."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from trenchline.games import CATALOGUE, load

from .conftest import DESKTOP, PHONE, SMALL, Player
from .squares import upload

AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
# What is spared is taken off the page meanwhile: what axe is told to leave out it goes through all the same.
LOOK = """async (spare) => {
    const how = { resultTypes: ["violations"], rules: { "label-content-name-mismatch": { enabled: true } } };
    const part = spare ? document.querySelector(spare) : null;
    const place = document.createComment(spare);
    part?.replaceWith(place);
    const found = await axe.run(document, how);
    place.replaceWith(part);
    return found.violations.flatMap((v) => v.nodes.map((n) => `${v.id}: ${n.html.slice(0, 200)}`));
}"""
FACES = "async () => [...(await document.fonts.ready)].map((f) => [f.family.replaceAll('\"', ''), f.status])"
TABS = ("fight", "log", "forces", "charts", "chat")
FIRST_VIEW = 500_000  # bytes


def violations(p: Player, spare: str = "") -> list[str]:
    """What axe finds, but for a part of the page that it has looked at elsewhere."""
    found: list[str] = p.page.evaluate(LOOK, spare)
    return found


@pytest.mark.parametrize(
    ("size", "touch", "boards"),
    [(DESKTOP, False, ("they-shall-not-pass", "big-push")), (PHONE, True, ("campaign-of-attrition", "generation-lost"))],
    ids=["desktop", "phone"],
)
def test_axe_finds_nothing_from_front_page_to_board(player: Any, site: Any, size: Any, touch: bool, boards: Any) -> None:
    """A board of hexes whole; of one of squares the panels, each of them."""
    if not AXE.is_file():
        pytest.skip("axe-core is not installed (npm ci)")
    p = player(size, touch)
    p.page.add_init_script("localStorage['trenchline.settings'] ??= '{\"catchUp\": false}'")
    p.page.add_init_script(AXE.read_text())
    p.open()
    p.page.get_by_test_id("new-table").wait_for()
    assert violations(p) == []
    p.open("#/new")
    p.page.get_by_test_id("create").wait_for()
    assert violations(p) == []
    for slug, tabs, spare in zip(boards, (("fight",), TABS), ("", ".trench-map"), strict=True):
        game = load(slug)
        made = upload(site, game.start(game.scenarios[0].id, seed=3), {seat.name: "me" for seat in game.info().seats})
        p.open(f"#/seat/{made['table']}/{made['key']}")
        p.page.wait_for_url(f"**/t/{made['table']}")
        p.page.locator(".layer-counters [data-unit]").first.wait_for()
        for tab in tabs:
            p.press(f"tab-{tab}")
            assert violations(p, spare) == [], f"{slug}, {tab}"
    if size == DESKTOP:
        p.page.set_viewport_size(SMALL)
        assert violations(p, ".trench-map") == []


def test_the_first_view_of_the_heaviest_board_is_light(player: Callable[..., Player], site: Any) -> None:
    """What comes over the wire until the counters stand, nothing kept from before."""
    game, p = load("generation-lost"), player()
    made = upload(site, game.start(game.scenarios[0].id, seed=3), {seat.name: "me" for seat in game.info().seats})
    p.open(f"#/seat/{made['table']}/{made['key']}")
    p.page.wait_for_url(f"**/t/{made['table']}")
    p.page.context.new_cdp_session(p.page).send("Network.clearBrowserCache")
    p.page.reload()
    p.page.locator(".layer-counters [data-unit]").first.wait_for()
    sizes = "['navigation', 'resource'].flatMap((kind) => performance.getEntriesByType(kind)).map((e) => e.transferSize)"
    assert 50_000 < sum(p.page.evaluate(sizes)) < FIRST_VIEW


def test_the_front_page_shows_every_board_and_leads_back_to_where_i_was(player: Callable[..., Player]) -> None:
    p = player(PHONE, True)
    table = p.make_table()
    p.open()
    assert p.page.get_by_test_id("continue").get_attribute("href") == f"{p.site}/t/{table}"
    for slug in CATALOGUE:
        picture = p.page.get_by_test_id(f"picture-{slug}")
        picture.scroll_into_view_if_needed()
        p.page.wait_for_function("e => e.naturalWidth > 300", arg=picture.element_handle())
        card = picture.locator("..").inner_text()
        assert all(words in card for words in (load(slug).portrait.history, load(slug).portrait.audience, "counters on"))
    faces = p.page.evaluate(FACES)
    assert ["Trenchline Serif", "loaded"] in faces
    p.press("settings-open")
    chosen = {"theme": "dark", "contrast": "high", "colours": "distinct", "text": "1.3", "pace": "0.5"}
    for name, value in chosen.items():
        p.page.locator(f"[data-setting={name}]").select_option(value)
    p.page.reload()
    p.press("continue")
    p.page.get_by_test_id("play").wait_for()
    root = p.page.locator("html")
    kept = {name: root.get_attribute(f"data-{name}") for name in ("theme", "contrast", "colours")}
    kept |= {name: root.evaluate(f"e => e.style.getPropertyValue('--{name}')") for name in ("text", "pace")}
    assert kept == chosen, "and every preference is kept"
