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

    @property
    def text(self) -> str:
        """Its text form, which `Match.parse` reads at any decision."""
        return action_text(self)


def action_text(action: Action, implied: str = "") -> str:
    """The short form of an action; the verb is left out where it goes without saying.

    >>> action_text(Action("move", "208R", "1507"), implied="move"), action_text(Action("lose", value=2))
    ('208R-1507', 'lose=2')
    >>> action_text(Action("move", "7DIV", "B5", facing="N", mode="mobile", by="french"))
    'move:7DIV-B5>N~mobile@french'
    """
    if action.dice:
        words = ",".join(map(str, action.dice))
    else:
        words = f"{action.unit}-{action.cell}" if action.unit and action.cell else action.unit or action.cell
    if not (action.kind == implied and words):
        words = f"{action.kind}:{words}" if words else action.kind
    if action.facing or action.mode:
        words += (action.facing and f">{action.facing}") + (action.mode and f"~{action.mode}")
    if action.value:
        words += f"={action.value}"
    return f"{words}@{action.by}" if action.by else words


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
