"""A position: where everything is and what is being decided, as flat plain data that is cheap to copy."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, ClassVar, Self

import msgspec

from .charts import Line

if TYPE_CHECKING:
    from .match import Decision

DICE = -1  # the player to whom a roll belongs

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

    place: list[int]
    stacks: list[tuple[int, ...]]
    stack: list[Decision[Self]]
    turn: int
    step: int  # of the sequence of play
    rolled: int  # dice drawn so far
    over: bool
    events: list[Event]
    shown: int = 0  # secrets that have come out: what stands before one cannot be taken back

    def clone(self) -> Self:
        """A twin that shares nothing that changes."""
        twin = self.__class__.__new__(self.__class__)
        for name in self.FLAT:
            setattr(twin, name, getattr(self, name)[:])
        for name in self.PLAIN:
            setattr(twin, name, getattr(self, name))
        twin.events = []
        return twin

    def state(self) -> list[object]:
        """Everything that makes this position this position, in a fixed order."""
        return [getattr(self, name) for name in self.FLAT + self.PLAIN]

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

    def next_step(self) -> None:
        """Begin the next step of the sequence of play. Every game says how."""
        raise NotImplementedError


def told(events: Iterable[Event], player: str) -> list[Event]:
    """What a player hears of some events; an onlooker belongs to no side."""
    return [event for event in events if event.to in ("", player) and (not event.but or event.but != player)]
