"""Actions: what answers a decision, and why one is not legal. Small values with a short text form (see `notation`)."""

from __future__ import annotations

import msgspec


class Action(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One answer to a decision."""

    kind: str
    unit: str = ""
    cell: str = ""
    value: int = 0
    dice: tuple[int, ...] = ()
    facing: str = ""  # a direction of the board
    mode: str = ""  # the side of a counter that is to show: mobile, supply ...
    by: str = ""  # the seat that acts, where several are asked at once


DONE = Action("done")
BACK = Action("back")  # step back to the decision before: what was named is not meant after all
SECRET = Action("secret")  # in a log: an answer that the reader may not know yet; with a value, so many dice


class Refusal(msgspec.Struct, frozen=True):
    """Why an action is not legal, and the cases that say so."""

    reason: str
    cases: tuple[str, ...] = ()


class Legality(msgspec.Struct, frozen=True):
    """Whether an action is legal; if not, why not. True or false in itself."""

    legal: bool
    reason: str = ""
    cases: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return self.legal
