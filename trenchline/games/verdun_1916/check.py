"""Everything the rulebook says of the components, checked on the data: ours, and any data pack laid over it."""

from __future__ import annotations

from collections.abc import Callable

from ...core.game import Finding
from .components import Components

Test = Callable[[Components], bool]
CONSTRAINTS: list[tuple[str, str, Test]] = []


def constraint(case: str, text: str) -> Callable[[Test], Test]:
    def add(test: Test) -> Test:
        CONSTRAINTS.append((case, text, test))
        return test

    return add


def check(c: Components) -> list[Finding]:
    """Every constraint with its verdict."""
    return [Finding(case, text, test(c)) for case, text, test in CONSTRAINTS]


# ------------------------------------------------------------------------------------------------ board


@constraint("14.2", "The map has 640 hexes: 32 columns of 20")
def _extent(c: Components) -> bool:
    return c.board.size == 640 and c.board.labels[0] == "0101" and c.board.labels[-1] == "3220"
