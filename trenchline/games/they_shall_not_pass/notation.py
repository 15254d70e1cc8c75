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
from functools import cache
from typing import Union

import msgspec

from ...core.errors import NotationError
from ...core.match import Decision
from . import advance, hits, remnants  # noqa: F401  their decisions must be known before a stack is read
from .components import FRENCH, GERMAN, SIDES, Components
from .position import STATES, Fight, Options, Position
from .sequence import SEQUENCE, STEP

SLUG = "they-shall-not-pass"


def _leaves(kind: type) -> list[type]:
    subclasses: list[type] = kind.__subclasses__()
    below = [leaf for sub in subclasses for leaf in _leaves(sub)]
    return below or [kind]


@cache
def _stack_decoder() -> msgspec.json.Decoder[list[Decision[Position]]]:
    """Knows every decision of this game."""
    package = __name__.rpartition(".")[0]
    leaves = [k for k in _leaves(Decision) if k.__module__.startswith(package)]
    return msgspec.json.Decoder(list[Union[tuple(leaves)]])  # type: ignore[misc]  # noqa: UP007


def write(p: Position, scenario: str, options: Mapping[str, bool]) -> str:
    c = p.c
    lines = [
        f"game: {SLUG}",
        f"scenario: {scenario}",
        f"options: {', '.join(name for name, on in options.items() if on) or 'none'}",
        f"turn: {p.turn}",
        f"step: {SEQUENCE[p.step].id if p.step >= 0 else 'start'}",
        f"weather: {'good' if p.good_weather else 'bad'}",
    ]
    extra = {
        "shots": str(p.shots) if p.shots != 3 else "",
        "committed": "yes" if p.committed else "",
        "sixteenth": p.sixteenth,
        "rolled": str(p.rolled) if p.rolled else "",
        "over": "yes" if p.over else "",
        "struck": " ".join(map(p.label, p.struck)),
        "forts": ", ".join(
            f"{fort.name} {steps}" for fort, steps in zip(c.forts, p.forts, strict=True) if steps != _full_fort(p.rules)
        ),
    }
    for side in (GERMAN, FRENCH):
        cells = range(c.board.size)
        extra[f"{SIDES[side]} ground"] = " ".join(
            p.label(x) for x in cells if p.control[x] == side and c.first_control[x] != side
        )
        extra[f"{SIDES[side]} shells"] = " ".join(p.label(x) for x in cells if p.shelled[x] & (side + 1))
    lines += [f"{key}: {text}" for key, text in extra.items() if text]
    lines += [
        f"{p.label(place)}: {', '.join(_counter_text(p, u) for u in stack)}" for place, stack in enumerate(p.stacks) if stack
    ]
    if p.fight is not None:
        lines.append(f"fight: {msgspec.json.encode(p.fight).decode()}")
    lines.append(f"stack: {msgspec.json.encode(p.stack).decode()}")
    return "\n".join(lines) + "\n"


def _full_fort(rules: Options) -> int:
    return 2 if rules.heavy_artillery else 1


def _counter_text(p: Position, u: int) -> str:
    words = [p.name(u)]
    if p.is_reduced(u):
        words.append("reduced")
    if not p.steps[u]:
        words.append("lost")
    words += [word for word, bit in STATES.items() if p.status[u] & bit]
    if p.mp[u]:
        words.append(f"mp={p.mp[u]}")
    return " ".join(words)


def read(c: Components, text: str, known_options: Mapping[str, bool]) -> tuple[Position, str, dict[str, bool]]:
    """The position of a text. Each fault is told with its line."""
    tags: dict[str, tuple[int, str]] = {}
    for number, line in enumerate(text.split("\n"), 1):
        line = line.split("#")[0].strip()
        if not line:
            continue
        key, colon, value = line.partition(":")
        key = key.strip()
        if not colon:
            raise NotationError(f"{line!r} is not of the form `name: value`", number)
        if key in tags:
            raise NotationError(f"{key!r} stands in line {tags[key][0]} already", number)
        tags[key] = number, value.strip()
    number, game = tags.pop("game", (1, ""))
    if game != SLUG:
        raise NotationError(f"the position must say `game: {SLUG}`", number)
    scenario = tags.pop("scenario", (0, "historical"))[1]
    number, named = tags.pop("options", (0, "none"))
    options = dict(known_options)
    for name in filter(None, (o.strip() for o in named.split(","))):
        if name != "none":
            if name not in options:
                raise NotationError(f"there is no option {name!r}; there are {', '.join(options)}", number)
            options[name] = True
    p = Position.empty(c, Options(**options))
    _read_counters(p, tags)
    _read_tags(p, tags)
    for key, (number, _) in tags.items():
        raise NotationError(f"{key!r} is neither a place nor a tag of a position", number)
    _check_stacks(p)
    return p, scenario, options


def _read_counters(p: Position, tags: dict[str, tuple[int, str]]) -> None:
    c = p.c
    placed: dict[int, int] = {}
    stacks: dict[int, list[int]] = {}
    for key in [k for k in tags if k in c.place_index]:
        number, value = tags.pop(key)
        place = c.place_index[key]
        for entry in value.split(","):
            words = entry.split()
            if not words:
                raise NotationError(f"{key}: a counter is missing between commas", number)
            u = c.unit.get(words[0])
            if u is None:
                raise NotationError(f"there is no counter {words[0]!r}", number)
            if u in placed:
                raise NotationError(f"{words[0]} stands in {p.label(placed[u])} already", number)
            placed[u] = place
            stacks.setdefault(place, []).append(u)
            for word in words[1:]:
                _read_state(p, u, word, number)
    out = c.box["out"]
    stacks.setdefault(out, []).extend(u for u in range(len(c.counters)) if u not in placed)
    p.stacks = [tuple(stacks.get(place, ())) for place in range(len(c.places))]
    p.place = [placed.get(u, out) for u in range(len(c.counters))]
    for u, place in placed.items():
        if place < c.board.size and c.solid[u]:
            p.control[place] = c.side[u]


def _read_state(p: Position, u: int, word: str, number: int) -> None:
    if word == "reduced":
        if p.c.steps[u] != 2:
            raise NotationError(f"{p.name(u)} has no reduced side", number)
        p.steps[u] = 1
    elif word == "lost":
        p.steps[u] = 0
    elif word in STATES:
        p.status[u] |= STATES[word]
    elif word.startswith("mp=") and word[3:].isdigit() and int(word[3:]) < 256:
        p.mp[u] = int(word[3:])
    elif word != "full":
        raise NotationError(f"{word!r} is no state of a counter: full, reduced, lost, {', '.join(STATES)}", number)


def _read_tags(p: Position, tags: dict[str, tuple[int, str]]) -> None:
    c = p.c

    def tag(key: str, default: str) -> tuple[int, str]:
        return tags.pop(key, (0, default))

    def whole(key: str, default: int, low: int, high: int) -> int:
        number, text = tag(key, str(default))
        if not text.isdigit() or not low <= int(text) <= high:
            raise NotationError(f"{key} must be a whole number from {low} to {high}, not {text!r}", number)
        return int(text)

    def cells(key: str) -> list[int]:
        number, text = tag(key, "")
        for label in text.split():
            if label not in c.board.index:
                raise NotationError(f"there is no hex {label!r} on the map", number)
        return [c.board.index[label] for label in text.split()]

    def one_of(key: str, default: str, choices: tuple[str, ...]) -> str:
        number, text = tag(key, default)
        if text not in choices:
            raise NotationError(f"{key} is {text!r}; it must be one of {', '.join(filter(None, choices))}", number)
        return text

    p.turn = whole("turn", 1, 1, len(c.turns))
    p.rolled = whole("rolled", 0, 0, 10**9)
    p.shots = whole("shots", 3, 0, 3)
    p.good_weather = one_of("weather", "good", ("good", "bad")) == "good"
    p.committed = one_of("committed", "no", ("yes", "no")) == "yes"
    p.sixteenth = one_of("sixteenth", "", ("", "XXX", "XX", "I"))
    p.over = one_of("over", "no", ("yes", "no")) == "yes"
    step = one_of("step", "weather", ("start", *STEP))
    p.struck = tuple(cells("struck"))
    for side in (GERMAN, FRENCH):
        for cell in cells(f"{SIDES[side]} ground"):
            p.control[cell] = side
        for cell in cells(f"{SIDES[side]} shells"):
            p.shelled[cell] |= side + 1
    number, text = tag("forts", "")
    names = {fort.name: i for i, fort in enumerate(c.forts)}
    for entry in filter(None, (e.strip() for e in text.split(","))):
        name, _, steps = entry.rpartition(" ")
        if name not in names or not steps.isdigit() or int(steps) > _full_fort(p.rules):
            raise NotationError(f"{entry!r} is not a fort and its steps; the forts are {', '.join(names)}", number)
        p.forts[names[name]] = int(steps)
    p.step = STEP[step] if step != "start" else -1
    fresh = "stack" not in tags
    try:
        number, text = tag("fight", "null")
        p.fight = msgspec.json.decode(text, type=Fight | None)
        number, text = tag("stack", "[]")
        p.stack = _stack_decoder().decode(text)
    except msgspec.DecodeError as fault:
        raise NotationError(f"the decision that waits cannot be read: {fault}", number) from None
    for frame in (*p.stack, *([p.fight] if p.fight else [])):
        _check_frame(p, frame, number)
    if fresh and not p.over:
        p.step -= 1  # the step is begun by the match
    p.survey()
    if p.stack and not p.over:
        try:
            p.stack[-1].player(p), p.stack[-1].prompt(p), p.stack[-1].options(p)
        except (AssertionError, IndexError, KeyError, ValueError):
            raise NotationError("the decision that waits does not fit the position", number) from None


UNIT_FIELDS = frozenset(
    ["unit", "units", "gun", "guns", "group", "attackers", "defenders", "support", "stopped", "beyond"],
)
CELL_FIELDS = frozenset(["cell", "cells", "target", "trail", "away", "origins", "first_hexes"])


def _check_frame(p: Position, frame: msgspec.Struct, number: int) -> None:
    """Numbers that stand for counters, hexes and sides must be such."""
    for field in frame.__struct_fields__:
        value = getattr(frame, field)
        most = len(p.c.counters) if field in UNIT_FIELDS else p.c.board.size if field in CELL_FIELDS else 0
        most = 2 if field == "side" else len(p.c.schedule) if field == "entry" else most
        for one in value if isinstance(value, tuple) else (value,):
            if most and isinstance(one, int) and not 0 <= one < most:
                raise NotationError(f"the decision that waits names {field} {one}, which there is not", number)


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
