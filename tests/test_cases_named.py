"""Every case that binds can be found by searching its number in the code or the data of its game."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import trenchline
from trenchline.games import CATALOGUE

EXPLAINS = "definition"  # the kind of case that binds nobody
TOLD = {"rules.csv", "rulings.csv", "reference.toml", "lesson.toml"}  # they tell of cases; nothing is kept by them
# Of a range like `9.2f-k` or `8.42a to 8.42d` a search finds the ends at best.
RANGE = re.compile(r"\b\d+\.\d+[a-z]?(-[a-z]\b|( to |-)\d+\.\d+)")


def sources(slug: str) -> Iterator[Path]:
    """A game's own text and that of its series: the modules, and the data but for the list of cases itself."""
    for package in trenchline.load(slug).packages:
        folder = Path(str(sys.modules[package].__file__)).parent
        yield from folder.rglob("*.py")
        yield from (file for file in folder.glob("data/*") if file.suffix in (".csv", ".toml") and file.name not in TOLD)


def words(text: str) -> set[str]:
    """The words of a text as a search for a whole word finds them.

    >>> sorted(words("a quarter (6.16c, TP-R35); 9.32a-c; f(19.4.5(b-i))"))
    ['19.4.5', '19.4.5(b-i)', '6.16c', '9.32a-c', 'TP-R35', 'a', 'b-i', 'f', 'quarter']
    """
    found = {word.rstrip("./") for word in re.findall(r"[\w./-]+", text)}
    return found | set(re.findall(r"\d+\.[\w.]+\([\w-]+\)\w?", text))


@pytest.mark.parametrize("slug", list(CATALOGUE))
def test_every_binding_case_is_named_where_it_is_kept(slug):
    named = {word for file in sources(slug) for word in words(file.read_text(encoding="utf-8"))}
    binding = [rule.case for rule in trenchline.load(slug).rules if rule.kind != EXPLAINS]
    assert [case for case in binding if case not in named] == []


@pytest.mark.parametrize("slug", list(CATALOGUE))
def test_no_range_of_cases_hides_the_numbers_between_its_ends(slug):
    texts = {str(file): file.read_text(encoding="utf-8") for file in sources(slug) if file.suffix == ".py"}
    cases = {rule.case for rule in trenchline.load(slug).rules}
    ranges = [(name, found[0]) for name, text in texts.items() for found in RANGE.finditer(text)]
    assert [found for found in ranges if found[1] not in cases] == []
