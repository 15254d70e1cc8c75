"""What a rulebook says of its components, as a list of constraints that the data are held to. Each game's `check.py` is one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

import msgspec

from .components import Components

C = TypeVar("C", bound=Components[Any, Any])
Test = Callable[[C], bool]


class Finding(msgspec.Struct, frozen=True):
    """A constraint on the data, the case that states it, and whether they keep it.

    One that is not `binding` follows from no sentence of the rulebook: our reconstruction keeps it, a data pack is but warned.
    """

    case: str
    text: str
    ok: bool
    binding: bool = True

    @property
    def breach(self) -> bool:
        """Whether the data cannot be played with."""
        return self.binding and not self.ok


class Constraints(Generic[C]):
    """Every constraint with its case. Used as a decorator of the tests."""

    def __init__(self) -> None:
        self.listed: list[tuple[str, str, Test[C], bool]] = []

    def __call__(self, case: str, text: str, binding: bool = True) -> Callable[[Test[C]], Test[C]]:
        """With `binding` off: what we reconstructed by, not what the rulebook states; who breaks it is warned."""

        def add(test: Test[C]) -> Test[C]:
            self.listed.append((case, text, test, binding))
            return test

        return add

    def check(self, c: C) -> list[Finding]:
        """Every constraint with its verdict."""
        return [_held(c, *constraint) for constraint in self.listed]


def _held(c: C, case: str, text: str, test: Test[C], binding: bool) -> Finding:
    """A constraint with its verdict. Data in which what it speaks of cannot be found do not keep it."""
    try:
        return Finding(case, text, test(c), binding)
    except (LookupError, ValueError, TypeError, ArithmeticError, StopIteration) as fault:
        return Finding(case, f"{text} ({told(fault)})", False, binding)


def told(fault: Exception) -> str:
    """What a fault of data that do not fit together says of them.

    >>> told(KeyError("roaz"))
    "there is no 'roaz'"
    """
    if isinstance(fault, KeyError) and fault.args:
        return f"there is no {fault.args[0]!r}"
    return str(fault) or type(fault).__name__
