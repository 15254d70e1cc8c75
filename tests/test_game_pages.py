"""docs/games says what the code does: the pages are as the code makes them, and chance meets nothing that they do not list."""

from __future__ import annotations

import json
from random import Random

import pytest

import trenchline
from tools import game_pages
from trenchline.games import CATALOGUE
from trenchline.games.big_push.operations import UseCenter


@pytest.fixture(scope="module")
def seen():
    return json.loads(game_pages.SEEN.read_text(encoding="utf-8"))


@pytest.mark.parametrize("slug", CATALOGUE)
def test_the_page_of_a_game_is_as_the_code_makes_it(slug, seen):
    written = (game_pages.FOLDER / f"{slug}.md").read_text(encoding="utf-8")
    assert written == game_pages.page(slug, seen[slug]), "run `make pages`"


@pytest.mark.parametrize("slug", CATALOGUE)
def test_chance_meets_no_decision_and_no_action_that_the_page_does_not_list(slug, seen):
    match, chance, found = trenchline.load(slug).start(seed=99), Random(99), {"decisions": {}}
    for _ in range(250):
        if match.over:
            break
        game_pages.note_decision(match, found)
        match.apply_legal(chance.choice(match.actions()))
    for kind, actions in found["decisions"].items():
        new = set(actions) - set(seen[slug]["decisions"].get(kind, {}))
        assert not new, f"{kind} offers {new}: run `make pages PLAY=--play`"
    page = (game_pages.FOLDER / f"{slug}.md").read_text(encoding="utf-8")
    assert all(f"### {kind}\n" in page for kind in found["decisions"])


def test_a_decision_that_nobody_has_described_is_not_left_out_in_silence(monkeypatch):
    """UseCenter of The Big Push had no docstring, and no page."""
    assert "### UseCenter\n" in (game_pages.FOLDER / "big-push.md").read_text(encoding="utf-8")
    monkeypatch.setattr(UseCenter, "__doc__", None)
    with pytest.raises(SystemExit, match="UseCenter is a decision without a docstring"):
        game_pages.decision_classes("big-push")


@pytest.mark.parametrize(
    ("slug", "kind", "form"),
    [
        ("generation-lost", "Surplus", "return unit"),
        ("generation-lost", "Advance", "advance unit cell mode"),
        ("generation-lost", "Retreat", "retreat unit cell facing mode"),
        ("generation-lost", "Consolidation", "consolidate unit cell facing"),
        ("generation-lost", "Carry", "carry unit mode"),
        ("generation-lost", "AfterTheSquare", "storm"),
        ("generation-lost", "Move", "exit unit"),
        ("big-push", "Surplus", "return unit"),
        ("big-push", "ChangeObjective", "change mode"),
        ("big-push", "Discover", "british"),
        ("big-push", "PlantMines", "mine cell"),
    ],
)
def test_what_only_later_turns_and_options_offer_is_seen_too(slug, kind, form, seen):
    assert form in seen[slug]["decisions"][kind]
