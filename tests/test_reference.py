"""What is looked up: every number, state and ground has its words, every case and ruling that is cited can be opened."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest

import trenchline
from trenchline.games import CATALOGUE

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("slug", list(CATALOGUE))
def test_whatever_a_counter_or_the_map_shows_is_told(slug: str):
    game = trenchline.load(slug)
    told = {kind: anatomy.numbers for anatomy in game.reference.counters for kind in anatomy.kinds}
    for counter in game.counter_documents():
        assert all(len(face.numbers) <= len(told[counter.kind]) for face in counter.faces), counter.kind
    board = game.board_document()
    ground = {word for cell in board.cells for word in cell.terrain} | set(board.edges)
    assert ground <= {word.word for word in game.reference.ground}
    view = game.start(seed=1).view("")
    states = {state for counter in view.counters for state in (*counter.states, counter.mode) if state}
    assert states <= {word.word for word in game.reference.states}
    assert {marker.kind for marker in view.markers} <= {word.word for word in game.reference.markers}


@pytest.mark.parametrize("slug", list(CATALOGUE))
def test_every_case_that_helps_a_reader_is_a_case_of_the_rules(slug: str):
    game = trenchline.load(slug)
    cases = {rule.case for rule in game.rules}
    reference = game.reference
    words = [*reference.states, *reference.ground, *reference.markers, *reference.terms]
    words += [word for anatomy in reference.counters for word in anatomy.numbers]
    assert [word for word in words if word.case not in cases] == []
    assert [ruling.id for ruling in reference.rulings if not ruling.ruling or not set(ruling.cases) <= cases] == []
    forms = [form.lower() for word in reference.terms for form in (word.word, *word.also)]
    assert len(forms) == len(set(forms)), "a word that means two things"


@pytest.mark.parametrize("slug", list(CATALOGUE))
def test_every_ruling_that_the_code_cites_can_be_opened(slug: str):
    game = trenchline.load(slug)
    known = {ruling.id for ruling in game.reference.rulings}
    prefix = next(ruling.id for ruling in game.reference.rulings)[:2]
    folder = ROOT / "trenchline" / "games" / slug.replace("-", "_")
    code = "".join(file.read_text(encoding="utf-8") for file in folder.rglob("*.py"))
    cited = set(re.findall(rf"\b{prefix}-R\d+\b", code))
    assert cited - known == set()


def test_the_rulings_that_are_shown_are_those_on_our_pages():
    spec = importlib.util.spec_from_file_location("rulings", ROOT / "tools" / "rulings.py")
    assert spec is not None and spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    for slug in CATALOGUE:
        game = trenchline.load(slug)
        written = tool.rulings_of(ROOT / "docs" / "rulings" / f"{slug}.md", [rule.case for rule in game.rules])
        shown = {ruling.id: ruling for ruling in game.reference.rulings}
        for row in written:  # `python tools/rulings.py` makes them anew
            assert (shown[row["id"]].title, shown[row["id"]].ruling) == (row["title"], row["ruling"])
