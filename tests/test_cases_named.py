"""Every case that binds can be found by searching its number in the code or the data of its game."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import trenchline
from trenchline.games import CATALOGUE

SEARCHED = ("they-shall-not-pass",)  # of the catalogue
EXPLAINS = "definition"  # the kind of case that binds nobody
# Of a range like `9.2f-k` or `8.42a to 8.42d` a search finds the ends at best.
RANGE = re.compile(r"\b\d+\.\d+[a-z]?(-[a-z]\b|( to |-)\d+\.\d+)")


def sources(slug: str) -> Iterator[Path]:
    """A game's own text: its modules, and its data but for the list of cases itself."""
    folder = Path(str(sys.modules[type(trenchline.load(slug)).__module__].__file__)).parent
    yield from folder.rglob("*.py")
    yield from (file for file in (folder / "data").iterdir() if file.suffix in (".csv", ".toml") and file.name != "rules.csv")


def is_named(case: str, text: str) -> bool:
    """Whether a case stands in a text as a word of its own.

    >>> [is_named(case, "a quarter (6.16c, TP-R35); 9.32a-c") for case in ("6.16c", "6.16", "9.32a", "9.32c")]
    [True, False, False, False]
    """
    return re.search(rf"(?<![\w.-]){re.escape(case)}(?![\w-]|\.\w)", text) is not None


def test_the_games_searched_are_in_the_catalogue():
    assert set(SEARCHED) <= set(CATALOGUE)


@pytest.mark.parametrize("slug", SEARCHED)
def test_every_binding_case_is_named_where_it_is_kept(slug):
    text = "\n".join(file.read_text(encoding="utf-8") for file in sources(slug))
    binding = [rule.case for rule in trenchline.load(slug).rules if rule.kind != EXPLAINS]
    assert [case for case in binding if not is_named(case, text)] == []


@pytest.mark.parametrize("slug", SEARCHED)
def test_no_range_of_cases_hides_the_numbers_between_its_ends(slug):
    texts = {file.name: file.read_text(encoding="utf-8") for file in sources(slug) if file.suffix == ".py"}
    assert [(name, found[0]) for name, text in texts.items() for found in RANGE.finditer(text)] == []
