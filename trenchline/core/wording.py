"""Numbers, lists and cases as a player reads them: one step, two steps; one, two and three; 3.0 Good Order."""

from __future__ import annotations

import re
from collections.abc import Sequence


def counted(count: int | float, one: str, many: str = "") -> str:
    """A number with its noun.

    >>> counted(1, "step"), counted(2, "step"), counted(0.5, "point"), counted(2, "hex", "hexes")
    ('1 step', '2 steps', '0.5 points', '2 hexes')
    """
    return f"{count:g} {one if count == 1 else many or one + 's'}"


def listed(words: Sequence[str], last: str = "and") -> str:
    """Words as a list.

    >>> listed(["Albert"]), listed(["Albert", "Bray"]), listed(["Albert", "Bray", "Proyart"], "or")
    ('Albert', 'Albert and Bray', 'Albert, Bray or Proyart')
    """
    return f" {last} ".join([", ".join(words[:-1]), *words[-1:]][not words[:-1] :])


NAMED_CASE = re.compile(r"([\d.]+(?:\([\w-]+\))?)[-/]([A-Za-z][a-z]{2}.*)")


def case_name(case: str) -> str:
    """A case as it is read: its number, then its name, if it has one. The client's `caseName` does the same.

    >>> case_name("3.0-GoodOrder"), case_name("3.5/command-mode"), case_name("20.8-GII"), case_name("14.1.3b")
    ('3.0 Good Order', '3.5 Command mode', '20.8-GII', '14.1.3b')
    """
    found = NAMED_CASE.fullmatch(case)
    if found is None:
        return case
    number, words = found.groups()
    words = re.sub(r"([a-z])([A-Z\d])", r"\1 \2", words).replace("-", " ")
    return f"{number} {words[0].upper()}{words[1:]}"
