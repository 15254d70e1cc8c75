"""The text form of a position (think FEN): `name: value` lines, stacks of counters, the decisions that wait.

What a position declares (see `state`) is written and read by itself: a number, a word, yes, some cells, a side's cells, the
struct of a fight. A game says how its counters are worded and which fields have a form of their own; every fault is told
with its line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Generic, TypeVar, Union, get_args, get_origin

import msgspec

from .decisions import STEPS_BACK, Automatic, Decision, Draw, Joint, Roll
from .errors import NotationError
from .files import LEARNING
from .position import Position
from .state import Called, Each, Field, Refers, bare, faults, fields, metadata
from .tags import Tags, options_text

if TYPE_CHECKING:
    from .game import Game

P = TypeVar("P", bound=Position)
T = TypeVar("T")
COMMON = ("place", "stacks", "stack", "steps", "status", "turn", "step", "rolled", "over", "rules")
PLAY_ERRORS = (ArithmeticError, AssertionError, AttributeError, LookupError, NotImplementedError, TypeError, ValueError)


class CounterWords(msgspec.Struct, frozen=True):
    """How a counter is written: its id, the way it faces, what it has lost, its states, its movement points."""

    wear: dict[str, int]  # the steps left that a word stands for
    states: dict[str, int]  # the bit of `status` that a word stands for
    points: str = ""  # the field of movement points, left or spent
    silent: tuple[str, ...] = ("full",)  # words that say nothing
    facing: str = ""  # the field of directions

    def write(self, p: Position, u: int) -> str:
        words = [p.name(u)]
        if self.facing and p.on_map(u):
            facing = getattr(p, self.facing)[u]
            directions = p.c.board.grid.directions
            words.append(f">{directions[facing]}" if facing < len(directions) else ">-")
        if p.steps[u] < p.c.steps[u]:
            words += [word for word, left in self.wear.items() if p.steps[u] == left]
        words += [word for word, bit in self.states.items() if p.status[u] & bit]
        points = getattr(p, self.points)[u] if self.points else 0
        return " ".join([*words, f"{self.points}={points}"] if points else words)

    def read(self, p: Position, u: int, word: str, number: int) -> None:
        key, _, points = word.partition("=")
        if word in self.wear:
            if self.wear[word] >= p.c.steps[u]:
                raise NotationError(f"{p.name(u)} has no state {word!r}", number)
            p.steps[u] = self.wear[word]
        elif word in self.states:
            p.status[u] |= self.states[word]
        elif self.points and key == self.points and points.isdigit() and int(points) < 256:
            getattr(p, self.points)[u] = int(points)
        elif self.facing and word.startswith(">"):
            getattr(p, self.facing)[u] = self._direction(p, word[1:], number)
        elif word not in self.silent:
            known = ", ".join((*self.silent, *self.wear, *self.states))
            raise NotationError(f"{word!r} is no state of a counter: {known}", number)

    def _direction(self, p: Position, name: str, number: int) -> int:
        directions = p.c.board.grid.directions
        if name == "-":
            return len(directions)  # a unit that faces nowhere
        if name not in directions:
            raise NotationError(f"{name!r} is no direction of the board: {', '.join(directions)}", number)
        return directions.index(name)


class TagForm(msgspec.Struct, Generic[P], frozen=True):
    """How a field is written where the general way does not do: its lines, and how they are read."""

    write: Callable[[P], Mapping[str, str]]
    read: Callable[[P, Tags], None]


UNWRITTEN: TagForm[Any] = TagForm(lambda p: {}, lambda p, tags: None)  # of a field that follows from the scenario


# ------------------------------------------------------------------------------------------------ writing


def write_position(game: Game[P], p: P, scenario: str, options: Mapping[str, bool]) -> str:
    """Game, scenario and options; the fields that say something; who stands where; what is being decided."""
    blank = game.blank(scenario, options)
    steps = game.sequence_of_play.steps
    lines = {
        "game": game.slug,
        "scenario": scenario,
        "options": options_text(options, {o.id: o.default for o in game.options}),
        "turn": str(p.turn),
        "step": steps[p.step].id if p.step >= 0 else "start",
        "rolled": str(p.rolled or ""),
        "stepped_back": str(p.stepped_back or ""),
        "over": "yes" if p.over else "",
    }
    for field in own_fields(game):
        form = game.tag_forms.get(field.name)
        lines |= form.write(p) if form else field_lines(p, field, getattr(p, field.name), getattr(blank, field.name))
    for place, stack in enumerate(p.stacks):
        if stack:
            lines[p.label(place)] = ", ".join(game.counter_words.write(p, u) for u in stack)
    lines["stack"] = msgspec.json.encode(p.stack).decode()
    return "".join(f"{key}: {text}\n" for key, text in lines.items() if text)


def own_fields(game: Game[P]) -> list[Field]:
    """The fields of a game's position that have lines of their own."""
    return [
        field
        for field in fields(game.position_type)
        if field.kind == "state" and field.name not in (*COMMON, game.counter_words.points, game.counter_words.facing)
    ]


def field_lines(p: Position, field: Field, value: Any, at_first: object) -> dict[str, str]:
    """A field as text, by what it is declared to be; nothing where it is as it was at first."""
    name, each = _called(field), field.annotation(Each)
    cells = range(p.c.board.size)
    if each and each.of == "cell" and each.holds == "side":
        first: Any = at_first
        changed = [x for x in cells if value[x] != first[x]]
        return {f"{side} {name}": _labels(p, (x for x in changed if value[x] == s)) for s, side in enumerate(p.c.sides)}
    if value == at_first:
        return {}
    if each and each.of == "cell":
        first = at_first
        changed = [x for x in cells if value[x] != first[x]]
        return {name: " ".join(p.label(x) if value[x] == 1 else f"{p.label(x)}={value[x]}" for x in changed)}
    if field.base is bool:
        return {name: "yes" if value else "no"}
    if field.base in (int, str):
        return {name: str(value)}
    if field.base is list and not field.table:
        return {name: " ".join(map(str, value))}
    kind = _listed(field)
    if kind == "cell":
        return {name: _labels(p, value)}
    if kind == "unit":
        return {name: " ".join(map(p.name, value))}
    if kind == "side":
        return {name: " ".join(p.c.sides[side] for side in value)}
    return {name: msgspec.json.encode(value).decode()}


def _called(field: Field) -> str:
    called = field.annotation(Called)
    return called.name if called else field.name


def _labels(p: Position, cells: Iterable[int]) -> str:
    return " ".join(map(p.label, cells))


def _listed(field: Field) -> str:
    """What a tuple of numbers refers to: cells, units or sides; empty for anything else."""
    plain = bare(field.hint)
    inner = get_args(plain)
    if get_origin(plain) is tuple and len(inner) == 2 and inner[1] is Ellipsis:
        return next((found.to for found in metadata(inner[0]) if isinstance(found, Refers)), "")
    return ""


# ------------------------------------------------------------------------------------------------ reading


def read_position(game: Game[P], text: str) -> tuple[P, str, dict[str, bool]]:
    """The position, scenario and options that a text describes. Each fault is told with its line."""
    tags = Tags(text, game.slug, game.board.cell_word)
    scenario = tags.one_of("scenario", game.scenarios[0].id, [s.id for s in game.scenarios])
    options = tags.options({o.id: o.default for o in game.options})
    p = game.blank(scenario, options)
    p.seating = game.seating_for(options)
    sequence = game.sequence_of_play
    placed, with_points = read_counters(p, tags, game.read_counter_word)
    game.placed(p, placed)
    p.turn = tags.whole("turn", 1, 1, len(p.c.dates))
    p.rolled = tags.whole("rolled", 0, 0, 10**9)
    p.stepped_back = tags.whole("stepped_back", 0, 0, STEPS_BACK)
    p.over = tags.yes("over")
    step = sequence.index.get(tags.one_of("step", sequence.steps[sequence.first].id, ("start", *sequence.index)), -1)
    for field in own_fields(game):
        form = game.tag_forms.get(field.name)
        if form:
            form.read(p, tags)
        else:
            read_field(p, tags, field)
    fresh = not tags.has("stack")
    number, stack = tags.take("stack", "[]")
    p.stack = _decode(stack_decoder(game.packages), stack, number)
    check_references(p, number)
    p.step = sequence.before(p, step) if fresh and not p.over else step
    p.recount()
    if p.stack and not p.over:
        _check_waiting(p, number)
    game.resume_step(p, tags, step, fresh, with_points)
    tags.finish()
    game.check_position(p)
    return p, scenario, options


def read_field(p: Position, tags: Tags, field: Field) -> None:
    """What `field_lines` has written."""
    name, each = _called(field), field.annotation(Each)
    index = p.c.board.index
    if each and each.of == "cell" and each.holds == "side":
        for side, owner in enumerate(p.c.sides):
            for cell in tags.cells(f"{owner} {name}", index):
                getattr(p, field.name)[cell] = side
    elif not tags.has(name):
        return
    elif each and each.of == "cell":
        for cell, amount in tags.amounts(name, index):
            getattr(p, field.name)[cell] = amount
    else:
        setattr(p, field.name, _read_value(p, tags, field, name))


def _read_value(p: Position, tags: Tags, field: Field, name: str) -> object:
    if field.base is bool:
        return tags.yes(name)
    if field.base is int:
        bounds = field.annotation(msgspec.Meta)
        low, high = (bounds.ge, bounds.le) if bounds else (None, None)
        return tags.whole(name, 0, int(-(10**9) if low is None else low), int(10**9 if high is None else high))
    if field.base is list and not field.table:
        return tags.numbers(name, getattr(p, field.name))
    kind = _listed(field)
    if kind == "cell":
        return tuple(tags.cells(name, p.c.board.index))
    if kind == "unit":
        return tuple(tags.among(name, p.c.unit, "counter"))
    if kind == "side":
        return tuple(tags.among(name, p.c.side_index, "side"))
    number, text = tags.take(name, "")
    return text if field.base is str else _decode(json_decoder(field.hint), text, number)


def json_decoder(kind: object) -> msgspec.json.Decoder[Any]:
    """A decoder of some type."""
    with LEARNING:
        return msgspec.json.Decoder(kind)


def _decode(decoder: msgspec.json.Decoder[T], text: str, number: int) -> T:
    """The engine's own data as JSON."""
    try:
        return decoder.decode(text)
    except (msgspec.DecodeError, RecursionError) as fault:
        raise NotationError(f"the decision that waits cannot be read: {fault}", number) from None


def check_references(p: Position, number: int) -> None:
    """Every number of the position that stands for a counter, a cell or a side must be such."""
    for field in fields(p.__class__):
        if field.kind == "state":
            for fault in faults(getattr(p, field.name), field.hint, p.c.sizes, field.name):
                raise NotationError(f"the position does not hold together: {fault}", number)


def _check_waiting(p: Position, number: int) -> None:
    """A decision that waits must be one, and be able to ask its question; those below it must fit the position too."""
    top = p.stack[-1]
    if isinstance(top, Automatic):
        raise NotationError(f"a match cannot stand still at {top.__class__.__name__}: it runs by itself", number)
    try:
        for below in p.stack[:-1]:
            if not isinstance(below, Automatic):
                below.player(p), below.cases_of(p)
        top.player(p), top.cases_of(p), top.prompt(p)
        answers = len(top.options(p))
    except PLAY_ERRORS:
        raise NotationError("a decision on the stack does not fit the position", number) from None
    if not answers:
        raise NotationError("the decision that waits has no answer in this position", number)


def read_counters(p: P, tags: Tags, state: Callable[[P, int, str, int], None]) -> tuple[dict[int, int], set[int]]:
    """Put the counters where the lines of the places say; those not named go out. Tells where each named one stands, and which
    of them have movement points given."""
    places, units, out = p.c.place_index, p.c.unit, p.c.box["out"]
    placed: dict[int, int] = {}
    with_points: set[int] = set()
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
                if "=" in word:
                    with_points.add(u)
    stacks.setdefault(out, []).extend(u for u in range(len(units)) if u not in placed)
    p.stacks = [tuple(stacks.get(place, ())) for place in range(len(places))]
    p.place = [placed.get(u, out) for u in range(len(units))]
    return placed, with_points


def _below(kind: type[Decision[Any]]) -> Iterator[type[Decision[Any]]]:
    for sub in kind.__subclasses__():
        yield sub
        yield from _below(sub)


def _concrete(kind: type[Decision[Any]]) -> bool:
    """Whether a decision says what it does, and so can wait on a stack."""
    if issubclass(kind, Automatic):
        return kind.run is not Automatic.run
    if issubclass(kind, Roll):
        return kind.resolve not in (Roll.resolve, Draw.resolve) or (issubclass(kind, Draw) and kind.drawn is not Draw.drawn)
    return kind.take not in (Decision.take, Joint.take) or (issubclass(kind, Joint) and kind.part is not Joint.part)


@cache
def decision_kinds(packages: tuple[str, ...]) -> dict[str, type[Decision[Any]]]:
    """Every decision of a game by its name: those of its package and of the series it belongs to. Of two with one name the
    game's own, which stands first, counts. All modules must have been imported."""
    known: dict[str, type[Decision[Any]]] = {}
    for package in reversed(packages):
        for kind in _below(Decision):
            if f"{kind.__module__}.".startswith(f"{package}.") and _concrete(kind):
                known[kind.__name__] = kind
    return known


@cache
def stack_decoder(packages: tuple[str, ...]) -> msgspec.json.Decoder[list[Decision[Any]]]:
    """Knows every decision of a game."""
    return json_decoder(list[Union[tuple(decision_kinds(packages).values())]])  # type: ignore[misc]  # noqa: UP007
