"""What the text forms of all positions have in common: `name: value` lines, stacks of counters, the decisions that wait.

A game's `notation.py` says which tags it has and which states its counters know; every fault is told with its line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import TypeVar, Union

import msgspec

from .errors import NotationError
from .match import Decision
from .position import Position
from .sequence import Step

P = TypeVar("P", bound=Position)
T = TypeVar("T")


def options_text(options: Mapping[str, bool], defaults: Mapping[str, bool], separator: str = ", ") -> str:
    """The options that are on; those that are off against the default with a minus.

    >>> options_text({"fog": True, "rain": False, "mud": False}, {"fog": False, "rain": True, "mud": False})
    'fog, -rain'
    """
    words = [name if on else f"-{name}" for name, on in options.items() if on or defaults[name]]
    return separator.join(words) or "none"


def read_options(words: Iterable[str]) -> dict[str, bool]:
    """The options that a text names, on or off.

    >>> read_options(["fog", "-rain"])
    {'fog': True, 'rain': False}
    """
    return {word.removeprefix("-"): not word.startswith("-") for word in words if word != "none"}


def position_text(
    p: P,
    game: tuple[str, str, Mapping[str, bool]],
    steps: Sequence[Step[P]],
    tags: Mapping[str, str],
    words: CounterWords,
    loose: Mapping[str, msgspec.Struct | None],
) -> str:
    """A position as text: game, scenario and options; the tags that say something; who stands where; what is being decided."""
    slug, scenario, options = game
    defaults = {name: o.default for name, o in p.c.scenario_data.options.items()}
    head = {
        "game": slug,
        "scenario": scenario,
        "options": options_text(options, defaults),
        "turn": str(p.turn),
        "step": steps[p.step].id if p.step >= 0 else "start",
    }
    common = {
        "rolled": str(p.rolled or ""),
        "stepped_back": str(p.stepped_back or ""),
        "over": "yes" if p.over else "",
    }
    said = {key: text for key, text in {**common, **tags}.items() if text}
    stacks = {p.label(place): ", ".join(words.write(p, u) for u in stack) for place, stack in enumerate(p.stacks) if stack}
    data = {key: msgspec.json.encode(value).decode() for key, value in loose.items() if value is not None}
    lines = {**head, **said, **stacks, **data, "stack": msgspec.json.encode(p.stack).decode()}
    return "".join(f"{key}: {text}\n" for key, text in lines.items())


def ground_text(p: Position, first: Sequence[int], owner: Sequence[int], side: int) -> str:
    """The cells that are a side's and were not at the start."""
    return " ".join(p.label(x) for x in range(p.c.board.size) if owner[x] == side and first[x] != side)


class Tags:
    """The lines of a position text, taken one by one."""

    def __init__(self, text: str, slug: str) -> None:
        self.tags: dict[str, tuple[int, str]] = {}
        for number, line in enumerate(text.split("\n"), 1):
            line = line.split("#")[0].strip()
            if not line:
                continue
            key, colon, value = line.partition(":")
            key = key.strip()
            if not colon:
                raise NotationError(f"{line!r} is not of the form `name: value`", number)
            if key in self.tags:
                raise NotationError(f"{key!r} stands in line {self.tags[key][0]} already", number)
            self.tags[key] = number, value.strip()
        number, game = self.take("game", "")
        if game != slug:
            raise NotationError(f"the position must say `game: {slug}`", number or 1)

    def take(self, key: str, default: str) -> tuple[int, str]:
        """A line's number and value."""
        return self.tags.pop(key, (0, default))

    def has(self, key: str) -> bool:
        return key in self.tags

    def options(self, known: Mapping[str, bool]) -> dict[str, bool]:
        """All options: those named, the rest at their defaults."""
        number, text = self.take("options", "none")
        named = read_options(filter(None, (o.strip() for o in text.split(","))))
        for name in named:
            if name not in known:
                raise NotationError(f"there is no option {name!r}; there are {', '.join(known)}", number)
        return {**known, **named}

    def whole(self, key: str, default: int, low: int, high: int) -> int:
        number, text = self.take(key, str(default))
        if not text.removeprefix("-").isdigit() or not low <= int(text) <= high:
            raise NotationError(f"{key} must be a whole number from {low} to {high}, not {text!r}", number)
        return int(text)

    def one_of(self, key: str, default: str, choices: Iterable[str]) -> str:
        number, text = self.take(key, default)
        choices = tuple(choices)
        if text not in choices:
            raise NotationError(f"{key} is {text!r}; it must be one of {', '.join(filter(None, choices))}", number)
        return text

    def numbers(self, key: str, default: Sequence[int]) -> list[int]:
        """As many whole numbers as the default has."""
        number, text = self.take(key, " ".join(map(str, default)))
        words = text.split()
        if len(words) != len(default) or not all(word.isdigit() and int(word) < 10_000 for word in words):
            raise NotationError(f"{key} must be {len(default)} whole numbers, not {text!r}", number)
        return [int(word) for word in words]

    def listed(self, key: str) -> Iterator[tuple[int, str]]:
        """The entries between commas, each with its line."""
        number, text = self.take(key, "")
        return ((number, entry.strip()) for entry in text.split(",") if entry.strip())

    def yes(self, key: str) -> bool:
        return self.one_of(key, "no", ("yes", "no")) == "yes"

    def cells(self, key: str, index: Mapping[str, int]) -> list[int]:
        number, text = self.take(key, "")
        for label in text.split():
            if label not in index:
                raise NotationError(f"there is no hex {label!r} on the map", number)
        return [index[label] for label in text.split()]

    def finish(self) -> None:
        """Nothing may be left."""
        for key, (number, _) in self.tags.items():
            raise NotationError(f"{key!r} is neither a place nor a tag of a position", number)


class CounterWords(msgspec.Struct, frozen=True):
    """How a counter is written: its id, what it has lost, its states, its movement points."""

    wear: dict[str, int]  # the steps left that a word stands for
    states: dict[str, int]  # the bit of `status` that a word stands for
    points: str  # the list of movement points, left or spent
    silent: tuple[str, ...] = ("full",)  # words that say nothing

    def write(self, p: Position, u: int) -> str:
        words = [p.name(u)]
        if p.steps[u] < p.c.steps[u]:
            words += [word for word, left in self.wear.items() if p.steps[u] == left]
        words += [word for word, bit in self.states.items() if p.status[u] & bit]
        points = getattr(p, self.points)[u]
        return " ".join([*words, f"{self.points}={points}"] if points else words)

    def read(self, p: Position, u: int, word: str, number: int) -> None:
        key, _, points = word.partition("=")
        if word in self.wear:
            if self.wear[word] >= p.c.steps[u]:
                raise NotationError(f"{p.name(u)} has no state {word!r}", number)
            p.steps[u] = self.wear[word]
        elif word in self.states:
            p.status[u] |= self.states[word]
        elif key == self.points and points.isdigit() and int(points) < 256:
            getattr(p, self.points)[u] = int(points)
        elif word not in self.silent:
            known = ", ".join((*self.silent, *self.wear, *self.states))
            raise NotationError(f"{word!r} is no state of a counter: {known}", number)


def read_counters(p: P, tags: Tags, state: Callable[[P, int, str, int], None]) -> dict[int, int]:
    """Put the counters where the lines of the places say; those not named go out. Tells where each named one stands."""
    places, units, out = p.c.place_index, p.c.unit, p.c.box["out"]
    placed: dict[int, int] = {}
    stacks: dict[int, list[int]] = {}
    for key in [k for k in tags.tags if k in places]:
        number, value = tags.take(key, "")
        for entry in value.split(","):
            words = entry.split()
            if not words:
                raise NotationError(f"{key}: a counter is missing between commas", number)
            u = units.get(words[0])
            if u is None:
                raise NotationError(f"there is no counter {words[0]!r}", number)
            if u in placed:
                raise NotationError(f"{words[0]} stands in {p.label(placed[u])} already", number)
            placed[u] = places[key]
            stacks.setdefault(places[key], []).append(u)
            for word in words[1:]:
                state(p, u, word, number)
    stacks.setdefault(out, []).extend(u for u in range(len(units)) if u not in placed)
    p.stacks = [tuple(stacks.get(place, ())) for place in range(len(places))]
    p.place = [placed.get(u, out) for u in range(len(units))]
    return placed


def _leaves(kind: type) -> list[type]:
    subclasses: list[type] = kind.__subclasses__()
    below = [leaf for sub in subclasses for leaf in _leaves(sub)]
    return below or [kind]


@cache
def stack_decoder(kind: type[P]) -> msgspec.json.Decoder[list[Decision[P]]]:
    """Knows every decision of a game, by its kind of position; all modules of the game must have been imported."""
    package = kind.__module__.rpartition(".")[0]
    leaves = [k for k in _leaves(Decision) if k.__module__.startswith(package + ".")]
    return msgspec.json.Decoder(list[Union[tuple(leaves)]])  # type: ignore[misc]  # noqa: UP007


def read_struct(tags: Tags, key: str, decoder: msgspec.json.Decoder[T], default: str) -> tuple[T, int]:
    """A tag that holds the engine's own data as JSON, and its line."""
    number, text = tags.take(key, default)
    try:
        return decoder.decode(text), number
    except msgspec.DecodeError as fault:
        raise NotationError(f"the decision that waits cannot be read: {fault}", number) from None


def check_numbers(
    p: Position,
    frames: Iterable[msgspec.Struct | None],
    number: int,
    units: Iterable[str],
    cells: Iterable[str],
    **more: int,
) -> None:
    """Fields that stand for counters, cells and sides must be such; `more` gives the bounds of others by name."""
    most = {**dict.fromkeys(units, len(p.c.counters)), **dict.fromkeys(cells, p.c.board.size), "side": 2, **more}
    for frame in filter(None, frames):
        for field in frame.__struct_fields__:
            value = getattr(frame, field)
            bound = most.get(field, 0)
            for one in value if isinstance(value, tuple) else (value,):
                if bound and isinstance(one, int) and not 0 <= one < bound:
                    raise NotationError(f"the decision that waits names {field} {one}, which there is not", number)


def begin_or_go_on(p: Position, step: int, fresh: bool, number: int) -> None:
    """Stand in a step, or before it if it begins afresh; a decision that waits must be able to ask its question."""
    p.step = step - 1 if fresh and not p.over else step
    p.survey()
    if p.stack and not p.over:
        try:
            p.stack[-1].player(p), p.stack[-1].prompt(p), p.stack[-1].options(p)
        except (AssertionError, IndexError, KeyError, ValueError):
            raise NotationError("the decision that waits does not fit the position", number) from None
