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
from functools import cache
from typing import Union

import msgspec

from ...core.errors import NotationError
from ...core.match import Decision
from . import advance, losses, meeting, operations, reinforcements, support  # noqa: F401  their decisions must be known before a stack is read
from .components import FRENCH, GERMAN, SIDES, Components
from .overstacked import crowding
from .position import ENTRENCHED, GUNS, RUINED, SILENT, STATES, Ended, Fight, Options, Position, Shot
from .sequence import SEQUENCE, STEP
from .stacking import within_limits

SLUG = "campaign-of-attrition"
FORT_STATES = {"guns": GUNS, "silent": SILENT, "destroyed": RUINED}
FORT_WORDS = {state: word for word, state in FORT_STATES.items()}


class Loose(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a position holds in the middle of a step, beside the stack."""

    fight: Fight | None = None
    volley: tuple[Shot, ...] = ()
    struck: tuple[int, ...] = ()
    activated: tuple[int, ...] = ()
    operation: str = ""
    budget: int = 0
    laying: tuple[tuple[int, tuple[int, ...]], ...] = ()
    ended: Ended | None = None


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
        f"ap: {p.ap[GERMAN]} {p.ap[FRENCH]}",
    ]
    cells = range(c.board.size)
    joined = [u for u in range(len(c.counters)) if p.corps[u] != c.corps[u]]
    extra = {
        "rolled": str(p.rolled) if p.rolled else "",
        "over": "yes" if p.over else "",
        "lost": " ".join(map(str, p.lost)) if any(p.lost) else "",
        "bust": "yes" if p.bust else "",
        "held": "yes" if p.held else "",
        "cut": "yes" if p.cut else "",
        "joined": ", ".join(f"{p.name(u)} {c.corps_names[p.corps[u]][1]}" for u in joined),
        "forts": ", ".join(f"{p.label(f.cell)} {FORT_WORDS[p.forts[i]]}" for i, f in enumerate(c.forts) if p.forts[i] != GUNS),
    }
    for side in (GERMAN, FRENCH):
        away = [x for x in cells if c.home[x] != side]
        extra[f"{SIDES[side]} ground"] = " ".join(p.label(x) for x in away if p.control[x] == side)
        extra[f"{SIDES[side]} rails"] = " ".join(p.label(x) for x in away if p.rails[x] == side)
    lines += [f"{key}: {text}" for key, text in extra.items() if text]
    lines += [
        f"{p.label(place)}: {', '.join(_counter_text(p, u) for u in stack)}" for place, stack in enumerate(p.stacks) if stack
    ]
    loose = Loose(p.fight, p.volley, p.struck, p.activated, p.operation, p.budget, p.laying, p.ended)
    if loose != Loose():
        lines.append(f"loose: {msgspec.json.encode(loose).decode()}")
    lines.append(f"stack: {msgspec.json.encode(p.stack).decode()}")
    return "\n".join(lines) + "\n"


def _counter_text(p: Position, u: int) -> str:
    words = [p.name(u)]
    if p.steps[u] < p.c.steps[u]:
        words.append("reduced")
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
    number, scenario = tags.pop("scenario", (0, "historical"))
    known = [s.id for s in c.scenario_data.scenario]
    if scenario not in known:
        raise NotationError(f"there is no scenario {scenario!r}; there are {', '.join(known)}", number)
    number, named = tags.pop("options", (0, "none"))
    options = dict(known_options)
    for name in filter(None, (o.strip() for o in named.split(","))):
        if name != "none":
            if name not in options:
                raise NotationError(f"there is no option {name!r}; there are {', '.join(options)}", number)
            options[name] = True
    p = Position.empty(c, Options(**options))
    p.free = scenario == "free"
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
        if place < c.board.size:
            p.control[place] = c.side[u]
            if c.side[u] == GERMAN and place in c.fort_at:
                p.forts[c.fort_at[place]] = SILENT
        elif p.status[u] & ENTRENCHED:
            raise NotationError(f"{p.name(u)} is off the map and cannot be entrenched")


def _read_state(p: Position, u: int, word: str, number: int) -> None:
    if word == "reduced":
        if p.c.steps[u] != 2:
            raise NotationError(f"{p.name(u)} has no reduced side", number)
        p.steps[u] = 1
    elif word == "entrenched" and not p.c.can_entrench[u]:
        raise NotationError(f"{p.name(u)} has no Entrenched side (4.1b)", number)
    elif word in STATES:
        p.status[u] |= STATES[word]
    elif word.startswith("mp=") and word[3:].isdigit() and int(word[3:]) < 256:
        p.mp[u] = int(word[3:])
    elif word not in ("full", "mobile"):
        raise NotationError(f"{word!r} is no state of a counter: full, reduced, mobile, {', '.join(STATES)}", number)


def _read_tags(p: Position, tags: dict[str, tuple[int, str]]) -> None:
    c = p.c

    def tag(key: str, default: str) -> tuple[int, str]:
        return tags.pop(key, (0, default))

    def whole(key: str, default: int, low: int, high: int) -> int:
        number, text = tag(key, str(default))
        if not text.isdigit() or not low <= int(text) <= high:
            raise NotationError(f"{key} must be a whole number from {low} to {high}, not {text!r}", number)
        return int(text)

    def numbers(key: str, default: list[int]) -> list[int]:
        number, text = tag(key, " ".join(map(str, default)))
        words = text.split()
        if len(words) != len(default) or not all(word.isdigit() and int(word) < 10_000 for word in words):
            raise NotationError(f"{key} must be {len(default)} whole numbers, not {text!r}", number)
        return [int(word) for word in words]

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
    p.ap, p.lost = numbers("ap", p.ap), numbers("lost", p.lost)
    p.over, p.bust, p.held, p.cut = (one_of(key, "no", ("yes", "no")) == "yes" for key in ("over", "bust", "held", "cut"))
    step = one_of("step", "german-build", ("start", *STEP))
    for side in (GERMAN, FRENCH):
        for cell in cells(f"{SIDES[side]} ground"):
            p.control[cell] = side
        for cell in cells(f"{SIDES[side]} rails"):
            p.rails[cell] = side
    _read_forts(p, *tag("forts", ""))
    _read_joined(p, *tag("joined", ""))
    p.step = STEP[step] if step != "start" else -1
    fresh = "stack" not in tags
    try:
        number, text = tag("loose", "{}")
        loose = msgspec.json.decode(text, type=Loose)
        number, text = tag("stack", "[]")
        p.stack = _stack_decoder().decode(text)
    except msgspec.DecodeError as fault:
        raise NotationError(f"the decision that waits cannot be read: {fault}", number) from None
    for frame in (*p.stack, loose, *([loose.fight] if loose.fight else []), *loose.volley):
        _check_frame(p, frame, number)
    p.fight, p.volley, p.struck, p.activated = loose.fight, loose.volley, loose.struck, loose.activated
    p.operation, p.budget, p.laying, p.ended = loose.operation, loose.budget, loose.laying, loose.ended
    if fresh and not p.over:
        p.step -= 1  # the step is begun by the match
    p.survey()
    if p.stack and not p.over:
        try:
            p.stack[-1].player(p), p.stack[-1].prompt(p), p.stack[-1].options(p)
        except (AssertionError, IndexError, KeyError, ValueError):
            raise NotationError("the decision that waits does not fit the position", number) from None


def _read_forts(p: Position, number: int, text: str) -> None:
    for entry in filter(None, (e.strip() for e in text.split(","))):
        label, _, state = entry.partition(" ")
        cell = p.c.board.index.get(label, -1)
        if cell not in p.c.fort_at or state not in FORT_STATES:
            raise NotationError(f"{entry!r} is not the hex of a fortress and its state: {', '.join(FORT_STATES)}", number)
        p.forts[p.c.fort_at[cell]] = FORT_STATES[state]


def _read_joined(p: Position, number: int, text: str) -> None:
    c = p.c
    for entry in filter(None, (e.strip() for e in text.split(","))):
        name, _, corps = entry.partition(" ")
        u = c.unit.get(name)
        if u is None or (c.side[u], corps) not in c.corps_names:
            raise NotationError(f"{entry!r} is not a counter and the corps it has joined", number)
        p.corps[u] = c.corps_names.index((c.side[u], corps))


UNIT_FIELDS = frozenset(["unit", "units", "guns", "attackers", "defenders", "barrage", "gas"])
CELL_FIELDS = frozenset(["cell", "cells", "target", "away", "origins", "entered", "struck"])
CORPS_FIELDS = frozenset(["corps", "named", "activated"])


def _check_frame(p: Position, frame: msgspec.Struct, number: int) -> None:
    """Numbers that stand for counters, hexes, corps and sides must be such."""
    for field in frame.__struct_fields__:
        value = getattr(frame, field)
        most = len(p.c.counters) if field in UNIT_FIELDS else p.c.board.size if field in CELL_FIELDS else 0
        most = 2 if field == "side" else len(p.c.corps_names) if field in CORPS_FIELDS else most
        for one in value if isinstance(value, tuple) else (value,):
            if most and isinstance(one, int) and not 0 <= one < most:
                raise NotationError(f"the decision that waits names {field} {one}, which there is not", number)


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
