"""What the channels of an observation are: worked out from what a game declares of its positions, counters and board.

A field of a position that is a row of numbers, one for each counter, is a column of the entities; one for each cell is a plane;
anything else are tracks. What names counters marks them in a column, what names cells marks them in a plane.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, Union, get_args, get_origin
from zlib import crc32

import msgspec

from .decisions import Automatic, Decision, Roll
from .position_text import decision_kinds
from .state import Each, Field, Refers, bare, fields, hints, metadata

if TYPE_CHECKING:
    from .game import Game
    from .position import Position

PLANE, ENTITY, TRACK = "planes", "entities", "tracks"
OWN_WRITERS = ("stacks", "stack", "place", "steps", "status", "control", "turn", "step", "over", "rolled")
SLOTS = 16  # of the names that a field holds, and of numbers whose count is not known
DECISION_NUMBERS = 8  # numbers that a decision remembers
WORD_NUMBERS = 32_000  # a word is told by a checksum below


class Channel(msgspec.Struct, frozen=True):
    """One channel of an observation: a plane, a column of the entities, or a track."""

    part: str  # planes, entities or tracks
    index: int
    name: str
    text: str  # what its numbers say


Write = Callable[[Any, "Arrays", int], None]  # a value, where to, and which of several it is, counted from 1


class Arrays:
    """Where an observation is put together. `where` has the place of every cell in a plane, `at` the same as a list."""

    __slots__ = ("at", "entities", "planes", "tracks", "where")

    def __init__(self, planes: Any, entities: Any, tracks: Any, where: Any, at: list[int]) -> None:
        self.planes, self.entities, self.tracks, self.where, self.at = planes, entities, tracks, where, at

    def copy(self) -> Arrays:
        return Arrays(self.planes.copy(), self.entities.copy(), self.tracks.copy(), self.where, self.at)

    def mark_cell(self, plane: int, cell: int, number: int) -> None:
        """Mark a cell of the map; what lies off it has no mark."""
        if 0 <= cell < len(self.at):
            self.planes[plane, self.at[cell]] = number

    def mark_unit(self, column: int, unit: int, number: int) -> None:
        if unit >= 0:
            self.entities[unit, column] = number


class Feed(msgspec.Struct, frozen=True):
    """A field of the position and how it is written; its channels are its own and are cleared before."""

    name: str
    write: Write
    clear: bool  # a row covers all of its channel
    planes: tuple[int, int]
    entities: tuple[int, int]
    tracks: tuple[int, int]


def word_number(word: str) -> int:
    """A word as a number: 0 for none.

    >>> word_number(""), word_number("bought") == word_number("bought")
    (0, True)
    """
    return crc32(word.encode()) % (WORD_NUMBERS - 1) + 1 if word else 0


class Layout:
    """The channels of a game. `base` are those that every game has, the rest follows from its declarations."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.channels: list[Channel] = []
        self.count = {PLANE: 0, ENTITY: 0, TRACK: 0}
        components = game.components
        self.sample: Position = game.start(game.scenarios[0].id, seed=0).position
        self.decisions = {
            name: number
            for number, (name, kind) in enumerate(sorted(decision_kinds(game.packages).items()), 1)
            if not issubclass(kind, Automatic | Roll)
        }
        self.printed = tuple(
            dict.fromkeys(name for c in game.counters.counters for name, text in c.values.items() if text.isdigit())
        )
        self.states = tuple(game.counter_words.states.items())
        self._planes(components.sides)
        self._entities()
        self._tracks()
        declared = [f for f in fields(game.position_type) if f.kind == "state" and f.name not in OWN_WRITERS]
        self.declared = {field.name: field.hint for field in declared}
        self.feeds = tuple(self._feed(field) for field in declared)
        self.fed = tuple(feed.name for feed in self.feeds)
        self.decision_entity = self.add(ENTITY, "named by the decision", "the field of the decision that names it, from 1")
        self.decision_plane = self.add(PLANE, "named by the decision", "the field of the decision that names it, from 1")
        self.decision_tracks = self.add_many(
            TRACK, DECISION_NUMBERS, "decision", "what the decision remembers beside, in the order of its fields"
        )

    def add(self, part: str, name: str, text: str) -> int:
        """A channel more: its index."""
        index = self.count[part]
        self.channels.append(Channel(part, index, name, text))
        self.count[part] += 1
        return index

    def add_many(self, part: str, count: int, name: str, text: str) -> int:
        """Channels of one kind: the index of the first."""
        first = self.count[part]
        for number in range(1, count + 1):
            self.add(part, f"{name} {number}", text)
        return first

    # ------------------------------------------------------------------------------------------------ what every game has

    def _planes(self, sides: tuple[str, ...]) -> None:
        board = self.game.board
        self.static_planes: list[tuple[int, list[int]]] = []

        def ground(name: str, text: str, row: Iterable[int]) -> None:
            self.static_planes.append((self.add(PLANE, name, text), list(row)))

        ground("map", "1 where there is a cell", [1] * board.size)
        for name in sorted({word for words in board.terrain for word in words}):
            ground(name, "1 where the cell has this terrain", [int(name in words) for words in board.terrain])
        for feature in board.edges:
            ground(feature, "how many sides of the cell have this feature", map(len, board.edges[feature]))
        self.control = [self.add(PLANE, f"{side} control", "1 where the cell belongs to this side") for side in sides]
        self.zone = [self.add(PLANE, f"{side} zone", "the level of this side's zone of control") for side in sides]
        self.counters = [self.add(PLANE, f"{side} counters", "how many of its counters stand there") for side in sides]
        self.strength = [self.add(PLANE, f"{side} steps", "how many steps they have together") for side in sides]
        self.unseen = self.add(PLANE, "unseen", "counters that stand there and are not known to the player")
        self.fought_over = self.add(PLANE, "fought over", "1 where the fight under way is")
        self.chosen_plane = self.add(PLANE, "chosen", "1 for the cell chosen in an earlier stage, and that of the unit chosen")

    def _entities(self) -> None:
        add = self.add
        self.static_columns = {
            "side": add(ENTITY, "side", "its side, counted from 1"),
            "nation": add(ENTITY, "nation", "its nation, counted from 1"),
            "kind": add(ENTITY, "kind", "what it is, by number: " + ", ".join(self.kinds())),
            "full": add(ENTITY, "full steps", "its steps at full strength"),
        }
        self.printed_columns = [add(ENTITY, f"printed {name}", "as printed on the counter") for name in self.printed]
        self.row = add(ENTITY, "row", "the row of its cell in the planes, counted from 1; 0 off the map")
        self.column = add(ENTITY, "column", "the column of its cell in the planes, counted from 1; 0 off the map")
        self.box = add(ENTITY, "box", "off the map, where it is: " + ", ".join(self.boxes()))
        self.steps = add(ENTITY, "steps", "the steps it has left")
        self.state_columns = [add(ENTITY, name, "1 if it is in this state") for name, _ in self.states]
        self.seen = add(ENTITY, "seen", "1 if the player knows where it is")
        self.chosen_entity = add(ENTITY, "chosen", "1 for the counter chosen in an earlier stage of this action")

    def _tracks(self) -> None:
        add, game = self.add, self.game
        seats = max(len(game.seats({o.id: on for o in game.options})) for on in (False, True))
        self.seat = [add(TRACK, f"seat {n + 1}", "1 if the player has this seat") for n in range(seats)]
        self.side = [add(TRACK, f"{side}", "1 if the player is of this side") for side in game.sides]
        self.turn = add(TRACK, "turn", "the turn")
        self.step = add(TRACK, "step", "the step of the sequence of play, counted from 1")
        self.over = add(TRACK, "over", "1 if the match is over")
        self.asked = add(TRACK, "asked", "1 if the player decides")
        self.decision = add(TRACK, "decision", "the decision that waits, by the number of its name; 0 if it is not to be known")
        self.below = add(TRACK, "decision below", "the one beneath it on the stack")
        self.stage = add(TRACK, "stage", "of a staged action: 1 verb, 2 unit, 3 cell, 4 confirm")
        self.chosen_verb = add(TRACK, "chosen verb", "the verb chosen in an earlier stage, counted from 1")

    def kinds(self) -> list[str]:
        return list(dict.fromkeys(self.game.components.kind))

    def boxes(self) -> list[str]:
        return [f"{number} {name}" for number, name in enumerate(self.game.components.box, 1)]

    # ------------------------------------------------------------------------------------------------ what a game declares

    def _feed(self, field: Field) -> Feed:
        before = dict(self.count)
        write, covers = self._writer(field.hint, field.name, getattr(self.sample, field.name))
        spans = {part: (before[part], self.count[part]) for part in self.count}
        return Feed(field.name, write, not covers, spans[PLANE], spans[ENTITY], spans[TRACK])

    def _writer(self, hint: object, name: str, sample: Any) -> tuple[Write, bool]:
        """How a value of a type is written, and whether it always covers its channels."""
        marks = metadata(hint)
        each = next((m for m in marks if isinstance(m, Each)), None)
        refers = next((m for m in marks if isinstance(m, Refers)), None)
        if each is not None and each.of in ("unit", "cell"):
            return self._row(each.of, name)
        if refers is not None:
            return self._reference(refers.to, name), False
        plain = bare(hint)
        origin, inner = get_origin(plain), [part for part in get_args(plain) if part is not Ellipsis]
        if origin in (Union, UnionType):
            return self._optional(next(part for part in inner if part is not NoneType), name), False
        if isinstance(plain, type) and issubclass(plain, msgspec.Struct):
            return self._struct(plain, name, sample), False
        if plain in (int, bool, str):
            return self._number(name, "a word, as a checksum" if plain is str else "its value"), True
        if origin in (tuple, list, bytearray) or plain is bytearray:
            return self._several(inner, name, sample, self.game.components.sizes.get(each.of, 0) if each else 0), False
        return _nothing, False

    def _row(self, of: str, name: str) -> tuple[Write, bool]:
        from numpy import frombuffer

        if of == "cell":
            plane = self.add(PLANE, name, "its value in each cell")

            def write_plane(value: Any, a: Arrays, number: int) -> None:
                a.planes[plane, a.where] = frombuffer(value, "uint8") if isinstance(value, bytearray) else value

            return write_plane, True
        column = self.add(ENTITY, name, "its value for each counter")

        def write_column(value: Any, a: Arrays, number: int) -> None:
            a.entities[:, column] = frombuffer(value, "uint8") if isinstance(value, bytearray) else value

        return write_column, True

    def _reference(self, to: str, name: str) -> Write:
        """A number that stands for a counter, a cell or something else; below 0 it stands for nothing."""
        if to == "unit":
            column = self.add(ENTITY, name, "marks the counter; of several by their number")
            return lambda value, a, number: a.mark_unit(column, value, number)
        if to in ("cell", "place"):
            plane = self.add(PLANE, name, "marks the cell; of several by their number")
            return lambda value, a, number: a.mark_cell(plane, value, number)
        return self._number(name, f"the {to}, counted from 1", 1)

    def _number(self, name: str, text: str, more: int = 0) -> Write:
        track = self.add(TRACK, name, text)

        def write(value: Any, a: Arrays, number: int) -> None:
            if number == 1:  # of several only the first
                a.tracks[track] = word_number(value) if isinstance(value, str) else int(value) + more

        return write

    def _optional(self, kind: object, name: str) -> Write:
        there = self.add(TRACK, name, "1 if there is one")
        inner, _ = self._writer(kind, name, None)

        def write(value: Any, a: Arrays, number: int) -> None:
            if value is not None:
                a.tracks[there] = 1
                inner(value, a, number)

        return write

    def _struct(self, kind: type, name: str, sample: Any) -> Write:
        parts = [
            (part, self._writer(hint, f"{name}.{part}", getattr(sample, part, None))[0]) for part, hint in hints(kind).items()
        ]

        def write(value: Any, a: Arrays, number: int) -> None:
            for part, inner in parts:
                inner(getattr(value, part), a, number)

        return write

    def _several(self, inner: list[Any], name: str, sample: Any, size: int) -> Write:
        """Some of a kind: counters and cells are marked, structs one after another, what can be counted has a track each."""
        kind = inner[0] if inner else int
        refers = next((m.to for m in metadata(kind) if isinstance(m, Refers)), "")
        plain = bare(kind)
        if size or (not refers and plain in (int, bool)):
            return self._numbers(name, size or max(len(sample or ()), DECISION_NUMBERS))
        if refers in ("unit", "cell", "place"):
            return _one_by_one(self._reference(refers, name))
        if refers:
            return self._marks(name, refers, self.game.components.sizes.get(refers, SLOTS))
        if plain is str or (get_args(plain) and bare(get_args(plain)[0]) is str):
            return self._words(name)
        if len(inner) > 1:
            return self._struct_like(inner, name)
        count = self.add(TRACK, name, "how many there are")
        one = self._related(plain, name)

        def write(value: Any, a: Arrays, number: int) -> None:
            a.tracks[count] = len(value)
            for place, entry in enumerate(value, 1):
                one(entry, a, place)

        return write

    def _related(self, kind: Any, name: str) -> Write:
        """One of several structs or tuples: its numbers are told of the counter it is about."""
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            said: list[tuple[Any, object]] = list(hints(kind).items())
            look: Callable[[Any, Any], Any] = getattr
        else:
            said = list(enumerate(part for part in get_args(kind) if part is not Ellipsis))
            look = lambda value, key: value[key]  # noqa: E731
        parts = [
            (key, self._writer(hint, f"{name}.{key}", None)[0])
            for key, hint in said
            if bare(hint) not in (int, bool, str) or metadata(hint)
        ]
        about = next((key for key, hint in said if any(isinstance(m, Refers) and m.to == "unit" for m in metadata(hint))), None)
        plain = (
            [key for key, hint in said if bare(hint) in (int, bool, str) and not metadata(hint)] if about is not None else []
        )
        columns = [(key, self.add(ENTITY, f"{name}.{key}", "told of the counter it is about")) for key in plain]

        def write(value: Any, a: Arrays, number: int) -> None:
            for key, inner in parts:
                inner(look(value, key), a, number)
            for key, column in columns:
                found = look(value, key)
                a.entities[look(value, about), column] = word_number(found) if isinstance(found, str) else int(found)

        return write

    def _struct_like(self, inner: list[Any], name: str) -> Write:
        parts = [self._writer(hint, f"{name} {n}", None)[0] for n, hint in enumerate(inner, 1)]

        def write(value: Any, a: Arrays, number: int) -> None:
            for one, writer in zip(value, parts, strict=True):
                writer(one, a, number)

        return write

    def _numbers(self, name: str, size: int) -> Write:
        first = self.add_many(TRACK, size, name, "its value")

        def write(value: Any, a: Arrays, number: int) -> None:
            if number == 1 and len(value):
                a.tracks[first : first + min(len(value), size)] = list(value[:size])

        return write

    def _marks(self, name: str, of: str, size: int) -> Write:
        first = self.add_many(TRACK, size, name, f"1 if this {of} is among them")

        def write(value: Any, a: Arrays, number: int) -> None:
            for one in value:
                if 0 <= one < size:
                    a.tracks[first + one] = 1

        return write

    def _words(self, name: str) -> Write:
        first = self.add_many(TRACK, SLOTS, name, "how many of its words have this checksum, modulo the number of these tracks")

        def write(value: Any, a: Arrays, number: int) -> None:
            for entry in value:
                for word in [entry] if isinstance(entry, str) else entry:
                    a.tracks[first + word_number(word) % SLOTS] += 1

        return write


def _one_by_one(one: Write) -> Write:
    def write(value: Any, a: Arrays, number: int) -> None:
        for entry in value:
            one(entry, a, number)

    return write


def _nothing(value: Any, a: Arrays, number: int) -> None:
    """What has no channel: texts without end, notes."""


# ------------------------------------------------------------------------------------------------ decisions


def decision_writers(layout: Layout, kind: type[Decision[Any]]) -> list[tuple[str, Write]]:
    """How the fields of a kind of decision are written: the number of the field marks what it names, and what is only a number
    has a track."""
    tracks = iter(range(layout.decision_tracks, layout.decision_tracks + DECISION_NUMBERS))
    found = []
    for name, hint in hints(kind).items():
        if name in kind.__struct_fields__:
            number = any(bare(hint) is plain for plain in (int, bool, str)) and not _names(hint)
            track = next(tracks, None) if number else None
            found.append((name, _decision_number(track) if track is not None else _decision_marks(layout, hint)))
    return found


def _names(hint: object) -> str:
    """What a number names, if it is a counter or a place."""
    return next((m.to for m in metadata(hint) if isinstance(m, Refers) and m.to in ("unit", "cell", "place")), "")


def _decision_number(track: int) -> Write:
    def write(value: Any, a: Arrays, number: int) -> None:
        a.tracks[track] = word_number(value) if isinstance(value, str) else int(value)

    return write


def _decision_marks(layout: Layout, hint: object) -> Write:
    """Marks for all counters and cells that a value names, however deep."""
    plain, named = bare(hint), _names(hint)
    column, plane = layout.decision_entity, layout.decision_plane
    if named == "unit":
        return lambda value, a, number: a.mark_unit(column, value, number)
    if named:
        return lambda value, a, number: a.mark_cell(plane, value, number)
    if isinstance(plain, type) and issubclass(plain, msgspec.Struct):
        parts = [(name, _decision_marks(layout, below)) for name, below in hints(plain).items()]

        def write(value: Any, a: Arrays, number: int) -> None:
            for name, inner in parts:
                inner(getattr(value, name), a, number)

        return write
    inner = [part for part in get_args(plain) if part is not Ellipsis and part is not NoneType]
    if get_origin(plain) in (Union, UnionType):
        one = _decision_marks(layout, inner[0])
        return lambda value, a, number: one(value, a, number) if value is not None else None
    if get_origin(plain) in (tuple, list) and inner:
        writers = [_decision_marks(layout, part) for part in inner]

        def write_all(value: Any, a: Arrays, number: int) -> None:
            for place, entry in enumerate(value):
                writers[min(place, len(writers) - 1)](entry, a, number)

        return write_all
    return _nothing
