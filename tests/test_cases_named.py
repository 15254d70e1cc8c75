"""Every case that binds can be found by searching its number in the code or the data of its game, where it is cited: a number
that only looks like a case, a weight of 4.0 or a half movement point, is none."""

from __future__ import annotations

import csv
import io
import re
import sys
import tokenize
import tomllib
from collections.abc import Iterator, Set
from functools import cache
from pathlib import Path

import pytest

import trenchline
from trenchline.games import CATALOGUE

EXPLAINS = "definition"  # the kind of case that binds nobody
# They tell of cases; nothing is kept by them.
TOLD = {"rules.csv", "rulings.csv", "reference.toml", "lesson.toml", "lesson_defence.toml"}
SAID_WHY = ("provenance", "notes")  # the columns of a table that say on what a row stands
# Of a range like `9.2f-k` or `8.42a to 8.42d` a search finds the ends at best.
RANGE = re.compile(r"\b\d+\.\d+[a-z]?(-[a-z]\b|( to |-)\d+\.\d+)")
SERIES = {"big-push": "BP", "generation-lost": "GL"}  # how the series tells the cases of its games apart
QUOTES = re.compile(r"""^[fFrRbB]*["']+|["']+$""")
BEGINS = (tokenize.ENCODING, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT)
IN_BRACKETS = re.compile(r"\(((?:[^()]|\([^()]*\))*)\)")


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


# ------------------------------------------------------------------------------------------------ where something is cited


def citing_text(text: str, known: Set[str]) -> str:
    """What a string cites: all of one that holds nothing but cases, else what stands in brackets.

    >>> known = {"4.0", "9.41", "9.42", "9.43"}
    >>> [citing_text(text, known) for text in ("9.42 9.43", "{unit} is lost (9.41)", "4.0 points are left")]
    ['9.42 9.43', '9.41', '']
    """
    return text if known.issuperset(text.split()) else " ".join(IN_BRACKETS.findall(text))


@cache
def told_in_python(text: str) -> tuple[list[str], list[str]]:
    """The comments and docstrings of a module, and its other strings."""
    said, strings = [], []
    begins = True  # whether a statement begins: a string there is a docstring
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            said.append(token.string)
        elif tokenize.tok_name[token.type] in ("STRING", "FSTRING_MIDDLE"):
            (said if begins else strings).append(QUOTES.sub("", token.string))
        begins = token.type in BEGINS or (begins and token.type in (tokenize.COMMENT, tokenize.NL))
    return said, strings


def cited_in_python(text: str, known: Set[str]) -> Iterator[str]:
    """Comments, docstrings, and strings that cite; never a number."""
    said, strings = told_in_python(text)
    yield from said
    yield from (citing_text(string, known) for string in strings)


def cited_in_toml(text: str, known: Set[str]) -> Iterator[str]:
    """Comments, and strings that cite (`source`, `ruling`, topics); never a number."""
    without_strings = re.sub(r'"(?:[^"\\]|\\.)*"', '""', text)
    yield from (line.partition("#")[2] for line in without_strings.splitlines())

    def strings(value: object) -> Iterator[str]:
        if isinstance(value, dict):
            for one in value.values():
                yield from strings(one)
        elif isinstance(value, list):
            for one in value:
                yield from strings(one)
        elif isinstance(value, str):
            yield citing_text(value, known)

    yield from strings(tomllib.loads(text))


def cited_in_csv(text: str, known: Set[str]) -> Iterator[str]:
    """What the columns say that give reasons."""
    for row in csv.DictReader(io.StringIO(text)):
        yield from (row.get(column) or "" for column in SAID_WHY)


def of_game(slug: str, text: str) -> str:
    """What a text of the series cites of one of its games: what stands behind the other's name is not of it.

    >>> of_game("big-push", "Losses (BP 6.5.1, 6.5.2; GL 9.2.1); 13.2"), of_game("verdun-1916", "GL 9.2.1")
    ('Losses ( 6.5.1, 6.5.2; ', 'GL 9.2.1')
    """
    if slug not in SERIES:
        return text
    first, *parts = re.split(r"\b(?=(?:BP|GL) )", text)
    return first + "".join(part[2:] for part in parts if part.startswith(SERIES[slug]))


CITED = {".py": cited_in_python, ".toml": cited_in_toml, ".csv": cited_in_csv}


def named(slug: str) -> set[str]:
    """The words of all that cites in a game."""
    game = trenchline.load(slug)
    known = {rule.case for rule in game.rules} | {ruling.id for ruling in game.reference.rulings}
    texts = {file: file.read_text(encoding="utf-8") for file in sources(slug)}
    cited = [of_game(slug, cited) for file, text in texts.items() for cited in CITED[file.suffix](text, known)]
    return {word for text in cited for word in words(text)}


@pytest.mark.parametrize("slug", list(CATALOGUE))
def test_every_binding_case_is_named_where_it_is_kept(slug):
    found = named(slug)
    binding = [rule.case for rule in trenchline.load(slug).rules if rule.kind != EXPLAINS]
    assert [case for case in binding if case not in found] == []


@pytest.mark.parametrize("slug", list(CATALOGUE))
def test_no_range_of_cases_hides_the_numbers_between_its_ends(slug):
    texts = {str(file): file.read_text(encoding="utf-8") for file in sources(slug) if file.suffix == ".py"}
    cases = {rule.case for rule in trenchline.load(slug).rules}
    ranges = [(name, found[0]) for name, text in texts.items() for found in RANGE.finditer(text)]
    assert [found for found in ranges if found[1] not in cases] == []


def test_a_number_is_no_citation():
    known = {"4.0", "4.1", "4.2", "5.0", "6.0", "6.1", "6.2", "6.3"}
    code = 'def rate(step):\n    """By the chart (6.2)."""\n    return 6.0 if step else "6.1"  # 6.3\n'
    assert known & words(" ".join(cited_in_python(code, known))) == {"6.1", "6.2", "6.3"}
    data = 'place = 4.0  # a place (4.2)\nsource = "4.1"\ntitle = "4.0 squares and more"\n'
    assert known & words(" ".join(cited_in_toml(data, known))) == {"4.1", "4.2"}
    assert list(cited_in_csv("cell,elev_m,notes,provenance\nA1,5.0,,map\n", known)) == ["map", ""]
