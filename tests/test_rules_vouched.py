"""Every case of every game has a test that vouches for it."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

import trenchline

RULING = re.compile(r"[A-Z]{2}-[A-Z]?\d+")  # TP-R82: a ruling or a worked example by its number


@cache
def vouched() -> dict[str, set[str]]:
    """The cases that `case` marks name, by game."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in Path(__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "case":
                words = [a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str)]
                if words:
                    found[words[0]].update(words[1:])
    return found


@pytest.mark.parametrize("slug", [info.slug for info in trenchline.games()])
def test_every_case_has_a_test(slug: str):
    rules = [rule.case for rule in trenchline.load(slug).rules if rule.kind != "definition"]
    assert [case for case in rules if case not in vouched()[slug]] == []


@pytest.mark.parametrize("slug", [info.slug for info in trenchline.games()])
def test_every_mark_names_a_case_a_ruling_or_an_example(slug: str):
    known = {rule.case for rule in trenchline.load(slug).rules}
    strangers = [case for case in vouched()[slug] if case not in known and not RULING.fullmatch(case)]
    assert strangers == []
