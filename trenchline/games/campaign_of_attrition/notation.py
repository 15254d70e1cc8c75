"""The text form of a position: a few tags, then who stands where, then what is being decided.

    game: campaign-of-attrition
    turn: 3
    step: german-combat
    ap: 60 40
    1405: 21ID, 25ID disrupted
    1406: 72DI entrenched

Counters that are not named are out of play; without `stack` the step begins afresh.
"""

from __future__ import annotations

from collections.abc import Mapping

from ...core.errors import NotationError
from ...core.position_text import UNWRITTEN, CounterWords, TagForm
from ...core.tags import Tags
from . import advance, losses, meeting, operations, reinforcements, support  # noqa: F401  their decisions must be known before a stack is read
from .audit import misfits
from .components import GERMAN
from .position import ENTRENCHED, GUNS, RUINED, SILENT, STATES, Position

WORDS = CounterWords({"reduced": 1}, STATES, "mp", ("full", "mobile"))
FORT_STATES = {"guns": GUNS, "silent": SILENT, "destroyed": RUINED}
FORT_WORDS = {state: word for word, state in FORT_STATES.items()}


def placed(p: Position, places: Mapping[int, int]) -> None:
    """Germans in a fortress have silenced it (4.7d); only who stands on the map is entrenched."""
    for u, place in places.items():
        if place < p.c.board.size:
            if p.c.side[u] == GERMAN and place in p.c.fort_at:
                p.forts[p.c.fort_at[place]] = SILENT
        elif p.status[u] & ENTRENCHED:
            raise NotationError(f"{p.name(u)} is off the map and cannot be entrenched")


def read_word(p: Position, u: int, word: str, number: int) -> None:
    if word == "entrenched" and not p.c.can_entrench[u]:
        raise NotationError(f"{p.name(u)} has no Entrenched side (4.1b)", number)
    WORDS.read(p, u, word, number)


def _forts(p: Position) -> dict[str, str]:
    forts = zip(p.c.forts, p.forts, strict=True)
    return {"forts": ", ".join(f"{p.label(fort.cell)} {FORT_WORDS[state]}" for fort, state in forts if state != GUNS)}


def _read_forts(p: Position, tags: Tags) -> None:
    for number, entry in tags.listed("forts"):
        label, _, state = entry.partition(" ")
        cell = p.c.board.index.get(label, -1)
        if cell not in p.c.fort_at or state not in FORT_STATES:
            raise NotationError(f"{entry!r} is not the hex of a fortress and its state: {', '.join(FORT_STATES)}", number)
        p.forts[p.c.fort_at[cell]] = FORT_STATES[state]


def _joined(p: Position) -> dict[str, str]:
    """Units that have joined another corps than the printed one."""
    c = p.c
    others = [u for u in range(len(c.counters)) if p.corps[u] != c.corps[u]]
    return {"joined": ", ".join(f"{p.name(u)} {c.corps_names[p.corps[u]][1]}" for u in others)}


def _read_joined(p: Position, tags: Tags) -> None:
    c = p.c
    for number, entry in tags.listed("joined"):
        name, _, corps = entry.partition(" ")
        u = c.unit.get(name)
        if u is None or (c.side[u], corps) not in c.corps_names:
            raise NotationError(f"{entry!r} is not a counter and the corps it has joined", number)
        p.corps[u] = c.corps_names.index((c.side[u], corps))


FORMS = {
    "corps": TagForm(_joined, _read_joined),
    "forts": TagForm(_forts, _read_forts),
    "free": UNWRITTEN,  # the scenario says it
}


def check_position(p: Position) -> None:
    """No hex may hold both sides, or more than the limits allow, but for a side that is moving."""
    for fault in misfits(p):
        raise NotationError(fault)
