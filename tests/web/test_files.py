"""The client's files: they name no game, and are all found."""

from __future__ import annotations

import re
from pathlib import Path

from trenchline.games import CATALOGUE, load

WEB = Path(__file__).parents[2] / "trenchline" / "web"


def test_the_client_names_no_game_and_no_nation():
    words = {side for slug in CATALOGUE for side in load(slug).sides} | {load(slug).title.lower() for slug in CATALOGUE}
    named = [
        f"{path.relative_to(WEB)}: {word}"
        for path in sorted(WEB.rglob("*"))
        if path.suffix in {".js", ".ts", ".css", ".html"}
        for word in words | {"france", "britain", "british", "verdun"}
        if word in path.read_text().lower()
    ]
    assert named == []


def test_every_side_and_nation_has_a_palette_and_a_mark_that_the_client_can_draw():
    palettes = set(re.findall(r'data-palette="([\w-]+)"', (WEB / "styles" / "palettes.css").read_text()))
    marks = set(re.findall(r"^  (\w+): \{ emblem:", (WEB / "map" / "counter-signs.js").read_text(), re.M))
    for slug in CATALOGUE:
        game = load(slug)
        looks = game.info().looks
        assert set(looks) == set(game.sides) | set(game.components.nations)
        assert {look.palette for look in looks.values()} <= palettes and {look.mark for look in looks.values()} <= marks


def test_every_module_is_found_where_the_page_says():
    page = (WEB / "index.html").read_text()
    listed = re.findall(r'(?:href|src)="([\w/.-]+\.(?:js|css))"', page)
    assert [name for name in listed if not (WEB / name).is_file()] == []
    for module in WEB.rglob("*.js"):
        for name in re.findall(r'(?:from|import\()\s*"(\.[^"]+\.js)"', module.read_text()):
            assert (module.parent / name).resolve().is_file() or name.endswith("types.js"), f"{module.name} imports {name}"


def test_every_address_in_the_client_leads_to_a_page():
    pages = set(re.findall(r"\[/\^([\w-]*)", (WEB / "app.js").read_text()))
    for module in WEB.rglob("*.js"):
        led = re.findall(r"#/([a-z-]*)", module.read_text())
        assert set(led) <= pages, f"{module.name} leads to {set(led) - pages}"


def test_only_what_composes_the_play_screen_knows_it():
    """Panels and tools take the store, the session and a few named collaborators, never the screen itself."""
    importing = {str(path.relative_to(WEB)) for path in WEB.rglob("*.js") if re.search(r"play-screen\.js\"", path.read_text())}
    assert importing == {"app.js"}
    screen = (WEB / "play" / "play-screen.js").read_text()
    handed_out = re.findall(r"\(this[,)]|[:,] this[,} )]|\.\.\.this[,} )]", screen)
    assert handed_out == [], "the screen hands itself out"
    assert [path.name for path in WEB.rglob("*.js") if re.search(r"this\.play\b", path.read_text())] == []


PURE = {
    "play": "board checklist-rules choices fight-odds group-orders hand shown store",
    "panels": "fight-sums",
}
PAGE = re.compile(r"\b(?:document|window|localStorage|location)\b[.(]|common/(?:dom|dialogs)\.js")


def test_pure_logic_touches_no_page():
    for path in [WEB / room / f"{name}.js" for room, names in PURE.items() for name in names.split()]:
        assert not PAGE.search(path.read_text()), path.name
