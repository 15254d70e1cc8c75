"""A position: where everything is and what is being decided, as flat plain data that is cheap to copy."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, ClassVar, Self

import msgspec

from .charts import Line

if TYPE_CHECKING:
    from .components import Components
    from .match import Decision

DICE = -1  # the player to whom a roll belongs
ENEMY_OF = (bytes((0, 0, 1)) + bytes(253), bytes((0, 1, 0)) + bytes(253))  # `holder` -> 1 where the other of two sides stands

_encode = msgspec.msgpack.Encoder().encode


class Luck(msgspec.Struct, frozen=True):
    """What a roll brought a side, and what it could expect at that moment, in whatever the roll is about."""

    side: str
    got: float
    expected: float


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that happened. In `text`, counters and cells stand in braces: clients make links of them.

    `to` names the side that alone may know of it, `but` the one side that may not, having heard more; mostly both are empty.
    """

    kind: str
    text: str
    cases: tuple[str, ...] = ()
    lines: tuple[Line, ...] = ()
    dice: tuple[int, ...] = ()
    result: str = ""
    luck: Luck | None = None
    to: str = ""
    but: str = ""

    @property
    def plain(self) -> str:
        """The text without marks."""
        return self.text.replace("{", "").replace("}", "")


class Position:
    """Base of every game's position. A subclass names its state in FLAT (copied) and PLAIN (immutable values).

    `place` gives each counter's place, `stacks` each place's counters in order of arrival. The decision that waits
    lies on top of `stack`; with the stack empty the sequence of play moves on.
    """

    FLAT: ClassVar[tuple[str, ...]] = ("place", "stacks", "stack")
    PLAIN: ClassVar[tuple[str, ...]] = ("turn", "step", "rolled", "over")

    c: Components[Any, Any]
    place: list[int]
    stacks: list[tuple[int, ...]]
    stack: list[Decision[Self]]
    steps: bytearray  # left of each counter
    status: list[int]  # states of each counter, a bit each
    control: bytearray  # the side each cell belongs to
    turn: int
    step: int  # of the sequence of play
    rolled: int  # dice drawn so far
    over: bool
    stepped_back: int = 0  # how often, in this step
    events: list[Event]
    shown: int = 0  # secrets that have come out: what stands before one cannot be taken back
    holder: bytearray  # who stands in each cell: 0 nobody, else the side's number and one; kept up by `put`, never saved

    def all_out(self, c: Components[Any, Any], control: bytearray) -> None:
        """Before anything begins: every counter out of play, the map as it is at the start."""
        self.c = c
        out = c.box["out"]
        self.place = [out] * len(c.counters)
        self.stacks = [()] * len(c.places)
        self.stacks[out] = tuple(range(len(c.counters)))
        self.stack, self.events = [], []
        self.steps, self.status, self.control = bytearray(c.steps), [0] * len(c.counters), control[:]
        self.turn, self.step, self.rolled, self.over = 1, -1, 0, False

    def clone(self) -> Self:
        """A twin that shares nothing that changes."""
        twin = self.__class__.__new__(self.__class__)
        for name in self.FLAT:
            setattr(twin, name, getattr(self, name)[:])
        for name in self.PLAIN:
            setattr(twin, name, getattr(self, name))
        twin.c, twin.holder, twin.events = self.c, self.holder[:], []
        if self.stepped_back:
            twin.stepped_back = self.stepped_back
        return twin

    def state(self) -> list[object]:
        """Everything that makes this position this position, in a fixed order."""
        fields = [getattr(self, name) for name in self.FLAT + self.PLAIN]
        return [*fields, self.stepped_back] if self.stepped_back else fields

    def hash(self) -> str:
        """A short fingerprint of the state: equal positions have equal hashes."""
        return blake2b(_encode(self.state()), digest_size=12).hexdigest()

    def say(
        self,
        kind: str,
        text: str,
        cases: tuple[str, ...] = (),
        lines: Sequence[Line] = (),
        dice: tuple[int, ...] = (),
        result: str = "",
        luck: Luck | None = None,
        to: str = "",
        but: str = "",
    ) -> None:
        """Put an event into the log: for all to read, for one side only, or for all but one."""
        self.events.append(Event(kind, text, cases, tuple(lines), dice, result, luck, to, but))

    def survey(self) -> None:
        """Work out afresh what `put` keeps up. Every game says what that is."""
        raise NotImplementedError

    def put(self, u: int, place: int) -> None:
        """Move a counter to a cell or a box. Every game says what else that changes."""
        raise NotImplementedError

    # ---------------------------------------------------------------- asking

    @property
    def date(self) -> str:
        return self.c.dates[self.turn - 1]

    def label(self, place: int) -> str:
        return self.c.places[place]

    def name(self, u: int) -> str:
        return self.c.ids[u]

    def names(self, units: Iterable[int]) -> str:
        """Some counters, marked as such for the log."""
        return ", ".join(f"{{{self.c.ids[u]}}}" for u in units)

    def on_map(self, u: int) -> bool:
        return self.place[u] < self.c.board.size

    def enemy_holds(self, cell: int, side: int) -> bool:
        """Whether the other of two sides stands in a cell."""
        return self.holder[cell] == 2 - side

    def next_step(self) -> None:
        """Begin the next step of the sequence of play. Every game says how."""
        raise NotImplementedError


def told(events: Iterable[Event], player: str) -> list[Event]:
    """What a player hears of some events; an onlooker belongs to no side."""
    return [event for event in events if event.to in ("", player) and (not event.but or event.but != player)]
