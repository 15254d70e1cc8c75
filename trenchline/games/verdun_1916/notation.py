"""The text form of a position: a few tags, then who stands where, then what is being decided.

    game: verdun-1916
    turn: 2
    step: german-combat
    1905: 56BCP neutralised
    1904: IR87, ST4 flipped

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
from .components import FRENCH, GERMAN, SIDES, Components
from .position import STATES, Fight, Options, Position
from .sequence import SEQUENCE, STEP

SLUG = "verdun-1916"
# Fields of decisions that stand for counters and for hexes.
UNIT_FIELDS = ("unit", "units", "guns", "attackers", "defenders", "support", "exposed", "sheltered")
CELL_FIELDS = ("cell", "cells", "target", "targets", "trail", "origins", "exposed_cells")
WORDS = CounterWords({"loss": 2, "flipped": 1, "lost": 0}, STATES, "spent")


def write(p: Position, scenario: str, options: Mapping[str, bool]) -> str:
    c = p.c
    tags = {
        "verdun": "yes" if p.verdun else "",
        "charged": str(p.charged) if p.charged else "",
        "paid": ", ".join(p.b.reserves[i].title for i in p.paid),
        "calls": " ".join(SIDES[side] for side in p.calls),
        "destroyed": ", ".join(f"{p.name(hq)} {turn}" for hq, turn in p.returning),
        "bunkers": " ".join(p.label(x) for x in range(c.board.size) if p.bunkers[x]),
        "fallen": " ".join(p.label(f.cell) for f, step in zip(c.fortresses, p.works, strict=True) if not step),
        "shelled": " ".join(map(p.label, p.shelled)),
        "struck": " ".join(map(p.label, p.struck)),
    }
    for side in (GERMAN, FRENCH):
        tags[f"{SIDES[side]} ground"] = ground_text(p, c.first_control, p.control, side)
    return position_text(p, (SLUG, scenario, options), SEQUENCE, tags, WORDS, {"fight": p.fight})


def read(c: Components, text: str, known_options: Mapping[str, bool]) -> tuple[Position, str, dict[str, bool]]:
    """The position of a text. Each fault is told with its line."""
    tags = Tags(text, SLUG)
    scenario = tags.one_of("scenario", "historical", c.battle_of)
    options = tags.options(known_options)
    p = Position.empty(c, c.battle_of[scenario], Options(**options))
    placed = read_counters(p, tags, WORDS.read)
    for u, place in placed.items():
        if place < c.board.size:
            p.control[place] = c.side[u]
    _read_tags(p, tags)
    tags.finish()
    _check_stacks(p)
    return p, scenario, options


def _read_tags(p: Position, tags: Tags) -> None:
    c = p.c
    index = c.board.index
    p.turn = tags.whole("turn", 1, 1, len(c.dates))
    p.rolled = tags.whole("rolled", 0, 0, 10**9)
    p.stepped_back = tags.whole("stepped_back", 0, 0, STEPS_BACK)
    p.charged = tags.whole("charged", 0, 0, 1000)
    p.over, p.verdun = tags.yes("over"), tags.yes("verdun")
    step = tags.one_of("step", "german-command", ("start", *STEP))
    for cell in tags.cells("bunkers", index):
        p.bunkers[cell] = 1
    number = tags.tags.get("fallen", (0, ""))[0]
    for cell in tags.cells("fallen", index):
        if cell not in c.fortress_at:
            raise NotationError(f"{p.label(cell)} is no fortress", number)
        p.works[c.fortress_at[cell]] = 0
    p.shelled, p.struck = tuple(tags.cells("shelled", index)), tuple(tags.cells("struck", index))
    for side in (GERMAN, FRENCH):
        for cell in tags.cells(f"{SIDES[side]} ground", index):
            p.control[cell] = side
    number, text = tags.take("calls", "")
    if not set(text.split()) <= set(SIDES):
        raise NotationError(f"calls must name german or french, not {text!r}", number)
    p.calls = tuple(SIDES.index(word) for word in text.split())
    _read_lists(p, tags)
    fresh = not tags.has("stack")
    p.fight, _ = read_struct(tags, "fight", msgspec.json.Decoder(Fight | None), "null")
    p.stack, number = read_struct(tags, "stack", stack_decoder(Position), "[]")
    check_numbers(p, (*p.stack, p.fight), number, UNIT_FIELDS, CELL_FIELDS, bled=2)
    begin_or_go_on(p, STEP.get(step, -1), fresh, number)


def _read_lists(p: Position, tags: Tags) -> None:
    """HQs that are to return, and reserves that are paid for."""
    c = p.c
    returning = []
    for number, entry in tags.listed("destroyed"):
        name, _, turn = entry.partition(" ")
        if name not in c.unit or not c.hq[c.unit[name]] or not turn.isdigit():
            raise NotationError(f"{entry!r} is not an HQ and the turn it was lost", number)
        returning.append((c.unit[name], int(turn)))
    p.returning = tuple(returning)
    titles = [r.title for r in p.b.reserves]
    for number, title in tags.listed("paid"):
        if title not in titles:
            raise NotationError(f"{title!r} is none of the reserves: {', '.join(titles)}", number)
        p.paid += (titles.index(title),)


def _check_stacks(p: Position) -> None:
    """No hex may hold both sides, none may hold what cannot be there."""
    c = p.c
    for cell in range(c.board.size):
        units = p.stacks[cell]
        if len({c.side[u] for u in units}) > 1:
            raise NotationError(f"{p.label(cell)} holds units of both sides: {', '.join(map(p.name, units))} (VV-R88)")
        if units and c.side[units[0]] == GERMAN and p.fortress_stands(cell):
            raise NotationError(f"Germans stand in {p.label(cell)}, a fortress that has not fallen (7.5m)")
        if any(not p.steps[u] for u in units):
            raise NotationError(f"a lost unit stands in {p.label(cell)}")
        if any(c.size[u] == "army" for u in units):
            raise NotationError(f"railway guns and bombers do not stand on the map: {p.label(cell)} (8.0b)")
        if units and not p.b.playable[cell] and not set(units) <= p.b.apart:
            raise NotationError(f"{p.label(cell)} is on the bank that is out of play (14.2D-c)")
