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

import msgspec

from ...core.errors import NotationError
from ...core.decisions import STEPS_BACK
from ...core.position_text import (
    CounterWords,
    Tags,
    begin_or_go_on,
    check_numbers,
    ground_text,
    position_text,
    read_counters,
    read_struct,
    stack_decoder,
)
from ...core.state import Cells
from . import advance, losses, meeting, operations, reinforcements, support  # noqa: F401  their decisions must be known before a stack is read
from .components import FRENCH, GERMAN, SIDES, Components
from .overstacked import crowding
from .position import Corps, ENTRENCHED, GUNS, RUINED, SILENT, STATES, Ended, Fight, Options, Position, Shot
from .sequence import SEQUENCE, STEP
from .stacking import within_limits

SLUG = "campaign-of-attrition"
# Fields of decisions that stand for counters and for hexes.
UNIT_FIELDS = ("unit", "units", "guns", "attackers", "defenders", "barrage", "gas")
CELL_FIELDS = ("cell", "cells", "target", "away", "origins", "entered", "struck")
WORDS = CounterWords({"reduced": 1}, STATES, "mp", ("full", "mobile"))
FORT_STATES = {"guns": GUNS, "silent": SILENT, "destroyed": RUINED}
FORT_WORDS = {state: word for word, state in FORT_STATES.items()}


class Loose(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a position holds in the middle of a step, beside the stack."""

    fight: Fight | None = None
    volley: tuple[Shot, ...] = ()
    struck: Cells = ()
    activated: tuple[Corps, ...] = ()
    operation: str = ""
    budget: int = 0
    laying: tuple[tuple[int, tuple[int, ...]], ...] = ()
    ended: Ended | None = None


def write(p: Position, scenario: str, options: Mapping[str, bool]) -> str:
    c = p.c
    joined = [u for u in range(len(c.counters)) if p.corps[u] != c.corps[u]]
    tags = {
        "ap": f"{p.ap[GERMAN]} {p.ap[FRENCH]}",
        "lost": " ".join(map(str, p.lost)) if any(p.lost) else "",
        "bust": "yes" if p.bust else "",
        "held": "yes" if p.held else "",
        "cut": "yes" if p.cut else "",
        "joined": ", ".join(f"{p.name(u)} {c.corps_names[p.corps[u]][1]}" for u in joined),
        "forts": ", ".join(f"{p.label(f.cell)} {FORT_WORDS[p.forts[i]]}" for i, f in enumerate(c.forts) if p.forts[i] != GUNS),
    }
    for side in (GERMAN, FRENCH):
        tags[f"{SIDES[side]} ground"] = ground_text(p, c.home, p.control, side)
        tags[f"{SIDES[side]} rails"] = ground_text(p, c.home, p.rails, side)
    loose = Loose(p.fight, p.volley, p.struck, p.activated, p.operation, p.budget, p.laying, p.ended)
    return position_text(
        p,
        (SLUG, scenario, options),
        SEQUENCE,
        tags,
        WORDS,
        {"loose": loose if loose != Loose() else None},
    )


def read(c: Components, text: str, known_options: Mapping[str, bool]) -> tuple[Position, str, dict[str, bool]]:
    """The position of a text. Each fault is told with its line."""
    tags = Tags(text, SLUG)
    scenario = tags.one_of("scenario", "historical", [s.id for s in c.scenario_data.scenario])
    options = tags.options(known_options)
    p = Position.empty(c, Options(**options))
    p.free = scenario == "free"
    placed = read_counters(p, tags, _read_state)
    for u, place in placed.items():
        if place < c.board.size:
            p.control[place] = c.side[u]
            if c.side[u] == GERMAN and place in c.fort_at:
                p.forts[c.fort_at[place]] = SILENT
        elif p.status[u] & ENTRENCHED:
            raise NotationError(f"{p.name(u)} is off the map and cannot be entrenched")
    _read_tags(p, tags)
    tags.finish()
    _check_stacks(p)
    return p, scenario, options


def _read_state(p: Position, u: int, word: str, number: int) -> None:
    if word == "entrenched" and not p.c.can_entrench[u]:
        raise NotationError(f"{p.name(u)} has no Entrenched side (4.1b)", number)
    WORDS.read(p, u, word, number)


def _read_tags(p: Position, tags: Tags) -> None:
    c = p.c
    p.turn = tags.whole("turn", 1, 1, len(c.turns))
    p.rolled = tags.whole("rolled", 0, 0, 10**9)
    p.stepped_back = tags.whole("stepped_back", 0, 0, STEPS_BACK)
    p.ap, p.lost = tags.numbers("ap", p.ap), tags.numbers("lost", p.lost)
    p.over, p.bust, p.held, p.cut = (tags.yes(key) for key in ("over", "bust", "held", "cut"))
    step = tags.one_of("step", "german-build", ("start", *STEP))
    for side in (GERMAN, FRENCH):
        for cell in tags.cells(f"{SIDES[side]} ground", c.board.index):
            p.control[cell] = side
        for cell in tags.cells(f"{SIDES[side]} rails", c.board.index):
            p.rails[cell] = side
    _read_forts(p, tags)
    _read_joined(p, tags)
    fresh = not tags.has("stack")
    loose, number = read_struct(tags, "loose", msgspec.json.Decoder(Loose), "{}")
    corps = dict.fromkeys(("corps", "named", "activated"), len(c.corps_names))
    check_numbers(p, (loose, loose.fight, *loose.volley), number, UNIT_FIELDS, CELL_FIELDS, **corps)
    p.stack, number = read_struct(tags, "stack", stack_decoder(Position), "[]")
    check_numbers(p, p.stack, number, UNIT_FIELDS, CELL_FIELDS, **corps)
    p.fight, p.volley, p.struck, p.activated = loose.fight, loose.volley, loose.struck, loose.activated
    p.operation, p.budget, p.laying, p.ended = loose.operation, loose.budget, loose.laying, loose.ended
    begin_or_go_on(p, STEP.get(step, -1), fresh, number)


def _read_forts(p: Position, tags: Tags) -> None:
    for number, entry in tags.listed("forts"):
        label, _, state = entry.partition(" ")
        cell = p.c.board.index.get(label, -1)
        if cell not in p.c.fort_at or state not in FORT_STATES:
            raise NotationError(f"{entry!r} is not the hex of a fortress and its state: {', '.join(FORT_STATES)}", number)
        p.forts[p.c.fort_at[cell]] = FORT_STATES[state]


def _read_joined(p: Position, tags: Tags) -> None:
    c = p.c
    for number, entry in tags.listed("joined"):
        name, _, corps = entry.partition(" ")
        u = c.unit.get(name)
        if u is None or (c.side[u], corps) not in c.corps_names:
            raise NotationError(f"{entry!r} is not a counter and the corps it has joined", number)
        p.corps[u] = c.corps_names.index((c.side[u], corps))


def _check_stacks(p: Position) -> None:
    """No hex may hold both sides, or more than the limits allow, but for a side that is moving."""
    c = p.c
    moving = crowding(p)
    for cell in range(c.board.size):
        units = p.stacks[cell]
        if len({c.side[u] for u in units}) > 1:
            raise NotationError(f"{p.label(cell)} holds units of both sides: {', '.join(map(p.name, units))} (8.0e)")
        if not within_limits(p, units) and c.side[units[0]] not in moving:
            raise NotationError(
                f"{p.label(cell)} is over the stacking limit or mixes corps: {', '.join(map(p.name, units))} (4.2a)"
            )
