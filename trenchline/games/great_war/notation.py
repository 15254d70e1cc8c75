"""The text form of a position: a few tags, then who stands where and which way he faces, then what is being decided.

    game: big-push
    scenario: over_the_top
    step: allied-assault
    B5: 48Br >E reduced
    C5: 52/66 >W entrenched suppressed

Counters that are not named are out of play; without `stack` the step begins afresh.
"""

from __future__ import annotations

from ...core.errors import NotationError
from ...core.position_text import CounterWords
from .position import Position
from .states import DISRUPTED, ENTRENCHED, STATES, SUPPLY, SUPPRESSED


class Words(CounterWords, frozen=True):
    """A counter's words: one that shows its reduced side says so, whatever its steps are."""

    def write(self, p: Position, u: int) -> str:  # type: ignore[override]
        text = super().write(p, u)
        if p.steps[u] == p.c.steps[u]:
            return text
        name, *rest = text.split(" ")
        facing = [word for word in rest if word.startswith(">")]
        return " ".join([name, *facing, "reduced", *(word for word in rest if word not in facing)])

    def read(self, p: Position, u: int, word: str, number: int) -> None:  # type: ignore[override]
        if word != "reduced":
            super().read(p, u, word, number)
            return
        if p.c.trenches[u] or p.c.hq[u]:
            raise NotationError(f"{p.name(u)} has no reduced side", number)
        p.steps[u] = p.c.steps[u] - 1


WORDS = Words({}, STATES, "spent", ("full", "mobile", "command"), "facing")


def check_position(p: Position) -> None:
    """Raises NotationError for what cannot be: states that a counter does not have, both sides in a square that is not
    engaged."""
    c = p.c
    for u in range(len(c.counters)):
        name, status = p.name(u), p.status[u]
        if status & ENTRENCHED and not c.trenches[u]:
            raise NotationError(f"{name} cannot be entrenched")
        if status & SUPPLY and not c.hq[u]:
            raise NotationError(f"{name} is no HQ and has no Supply Mode")
        if status & SUPPRESSED and status & DISRUPTED:
            raise NotationError(f"{name} is suppressed and disrupted; the worse state alone counts")
        if p.on_map(u):
            if not p.has_facing(u):
                p.facing[u] = c.nowhere
            elif p.facing[u] == c.nowhere or p.facing[u] % 2:
                raise NotationError(f"{name} must face N, E, S or W")
    engaged = {e.cell for e in p.engagements}
    for cell in range(c.board.size):
        if p.stacks[cell] and not p.engaged(cell):
            p.claims[cell] = c.nation[p.stacks[cell][-1]]
        if p.engaged(cell) and cell not in engaged:
            sides = " and ".join(c.sides)
            raise NotationError(f"{p.label(cell)} holds {sides} units but is not engaged")
    for e in p.engagements:
        settled = not p.engaged(e.cell) and p.may_stack(p.stacks[e.cell], e.cell)
        if settled or any(p.place[u] != e.cell for u in e.units):
            raise NotationError(f"the engagement in {p.label(e.cell)} does not fit its units")
    for a in p.assaults:
        near = (*c.near[a.target], a.target)
        if any(p.place[u] not in near for u in a.units):
            raise NotationError(f"a unit committed against {p.label(a.target)} is not next to it")
