"""The text form of a position: a few tags, then who stands where, then what is being decided.

    game: they-shall-not-pass
    turn: 3
    step: german-assault
    weather: good
    1606: 208R reduced demoralized, 56BCP

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
from . import advance, hits, remnants  # noqa: F401  their decisions must be known before a stack is read
from .components import FRENCH, GERMAN, SIDES, Components
from .position import STATES, Fight, Options, Position
from .sequence import SEQUENCE, STEP

SLUG = "they-shall-not-pass"
# Fields of decisions that stand for counters and for hexes.
UNIT_FIELDS = ("unit", "units", "gun", "guns", "group", "attackers", "defenders", "support", "stopped", "beyond")
CELL_FIELDS = ("cell", "cells", "target", "trail", "away", "origins", "first_hexes")
WORDS = CounterWords({"reduced": 1, "lost": 0}, STATES, "mp")


def write(p: Position, scenario: str, options: Mapping[str, bool]) -> str:
    c = p.c
    forts = zip(c.forts, p.forts, strict=True)
    tags = {
        "weather": "good" if p.good_weather else "bad",
        "shots": str(p.shots) if p.shots != 3 else "",
        "committed": "yes" if p.committed else "",
        "sixteenth": p.sixteenth,
        "struck": " ".join(map(p.label, p.struck)),
        "forts": ", ".join(f"{fort.name} {steps}" for fort, steps in forts if steps != _full_fort(p.rules)),
    }
    for side in (GERMAN, FRENCH):
        tags[f"{SIDES[side]} ground"] = ground_text(p, c.first_control, p.control, side)
        tags[f"{SIDES[side]} shells"] = " ".join(p.label(x) for x in range(c.board.size) if p.shelled[x] & (side + 1))
    return position_text(p, (SLUG, scenario, options), SEQUENCE, tags, WORDS, {"fight": p.fight})


def _full_fort(rules: Options) -> int:
    return 2 if rules.heavy_artillery else 1


def read(c: Components, text: str, known_options: Mapping[str, bool]) -> tuple[Position, str, dict[str, bool]]:
    """The position of a text. Each fault is told with its line."""
    tags = Tags(text, SLUG)
    scenario = tags.one_of("scenario", "historical", [s.id for s in c.scenario_data.scenario])
    options = tags.options(known_options)
    p = Position.empty(c, Options(**options))
    placed = read_counters(p, tags, WORDS.read)
    for u, place in placed.items():
        if place < c.board.size and c.solid[u]:
            p.control[place] = c.side[u]
    _read_tags(p, tags)
    tags.finish()
    _check_stacks(p)
    return p, scenario, options


def _read_tags(p: Position, tags: Tags) -> None:
    c = p.c
    p.turn = tags.whole("turn", 1, 1, len(c.turns))
    p.rolled = tags.whole("rolled", 0, 0, 10**9)
    p.stepped_back = tags.whole("stepped_back", 0, 0, STEPS_BACK)
    p.shots = tags.whole("shots", 3, 0, 3)
    p.good_weather = tags.one_of("weather", "good", ("good", "bad")) == "good"
    p.committed = tags.yes("committed")
    p.sixteenth = tags.one_of("sixteenth", "", ("", "XXX", "XX", "I"))
    p.over = tags.yes("over")
    step = tags.one_of("step", "weather", ("start", *STEP))
    index = c.board.index
    p.struck = tuple(tags.cells("struck", index))
    for side in (GERMAN, FRENCH):
        for cell in tags.cells(f"{SIDES[side]} ground", index):
            p.control[cell] = side
        for cell in tags.cells(f"{SIDES[side]} shells", index):
            p.shelled[cell] |= side + 1
    names = {fort.name: i for i, fort in enumerate(c.forts)}
    for number, entry in tags.listed("forts"):
        name, _, steps = entry.rpartition(" ")
        if name not in names or not steps.isdigit() or int(steps) > _full_fort(p.rules):
            raise NotationError(f"{entry!r} is not a fort and its steps; the forts are {', '.join(names)}", number)
        p.forts[names[name]] = int(steps)
    fresh = not tags.has("stack")
    p.fight, _ = read_struct(tags, "fight", msgspec.json.Decoder(Fight | None), "null")
    p.stack, number = read_struct(tags, "stack", stack_decoder(Position), "[]")
    check_numbers(p, (*p.stack, p.fight), number, UNIT_FIELDS, CELL_FIELDS, entry=len(c.schedule))
    begin_or_go_on(p, STEP.get(step, -1), fresh, number)


def _check_stacks(p: Position) -> None:
    """No hex may hold both sides, none may hold what cannot be there."""
    c = p.c
    for cell in range(c.board.size):
        units = [u for u in p.stacks[cell] if c.solid[u]]
        if len({c.side[u] for u in units}) > 1:
            raise NotationError(f"{p.label(cell)} holds units of both sides: {', '.join(map(p.name, units))} (8.11)")
        if units and cell in c.closed:
            raise NotationError(f"no unit may stand in {p.label(cell)} (7.13)")
        if units and c.side[units[0]] == GERMAN and p.fort_stands(cell):
            raise NotationError(f"Germans stand in the intact fort {p.label(cell)} (14.8)")
        if any(not p.steps[u] for u in units):
            raise NotationError(f"a lost unit stands in {p.label(cell)}")
