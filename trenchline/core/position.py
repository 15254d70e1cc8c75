"""A position: where everything is and what is being decided, as flat plain data that is cheap to copy."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, ClassVar, Self

import msgspec

from .charts import Odds, Term
from .occupancy import Occupancy
from .sides import Seating
from .state import CellSides, Fixed, Fresh, Kept, PerUnit, fields

if TYPE_CHECKING:
    from .components import Components
    from .decisions import Decision

DICE = -1  # the player to whom a roll belongs

_encode = msgspec.msgpack.Encoder().encode


class Luck(msgspec.Struct, frozen=True):
    """What a roll brought a side, and what it could expect at that moment, in whatever the roll is about."""

    side: str
    got: float
    expected: float


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that happened. In `text`, counters and cells stand in braces: clients make links of them.

    Where dice decided it, `odds` is what they decided, as it stood before they fell; the arithmetic is in `lines`. `meaning`
    is the result in words.

    `to` names the seats that alone may know of it, `but` those that hear something else instead; mostly both are empty.
    """

    kind: str
    text: str
    cases: tuple[str, ...] = ()
    lines: tuple[Term, ...] = ()
    dice: tuple[int, ...] = ()
    result: str = ""
    luck: Luck | None = None
    to: tuple[str, ...] = ()
    but: tuple[str, ...] = ()
    meaning: str = ""
    odds: Odds | None = None

    @property
    def plain_text(self) -> str:
        """The text without marks."""
        return self.text.replace("{", "").replace("}", "")


class CopyPlan(msgspec.Struct, frozen=True):
    """What a copy of a position takes, by the declarations: rows, tables row by row, notes; memories begin anew."""

    rows: tuple[str, ...]
    tables: tuple[str, ...]
    notes: tuple[str, ...]
    memories: tuple[tuple[str, type], ...]
    state: tuple[str, ...]  # what is hashed and written


class Position(Occupancy):
    """Base of every game's position. A subclass declares its state as annotated fields (see `state`).

    The decision that waits lies on top of `stack`; with the stack empty the sequence of play moves on.
    """

    _plan: ClassVar[CopyPlan | None] = None  # made when the first position of a class is copied

    stack: list[Decision[Any]]
    steps: PerUnit[bytearray]  # left of each counter
    status: PerUnit[list[int]]
    control: CellSides  # the side each cell belongs to
    turn: int
    step: int  # of the sequence of play
    rolled: int  # dice drawn so far
    over: bool
    stepped_back: Kept[int]  # how often in this step; hashed where it counts
    shown: Kept[int]  # secrets that have come out: what stands before one cannot be taken back
    revealed: Fresh[list[str]]  # names of secrets that have come out just now
    events: Fresh[list[Event]]
    looked: Kept[tuple[Any, ...]]  # its counters as the last view of it showed them (`views.shown_counters`)
    seating: Fixed[Seating]

    def __init_subclass__(cls) -> None:
        cls._plan = None

    def all_out(self, c: Components[Any, Any], control: bytearray) -> None:
        """Before anything begins: every counter out of play, the map as it is at the start."""
        self.c, self.seating = c, c.seating
        out = c.box["out"]
        self.place = [out] * len(c.counters)
        self.stacks = [()] * len(c.places)
        self.stacks[out] = tuple(range(len(c.counters)))
        self.stack, self.events, self.revealed = [], [], []
        self.steps, self.status, self.control = bytearray(c.steps), [0] * len(c.counters), control[:]
        self.turn, self.step, self.rolled, self.over = 1, -1, 0, False
        self.stepped_back = self.shown = 0
        self.looked = ()

    def clone(self) -> Self:
        """A twin that shares nothing that changes."""
        twin = self.__class__.__new__(self.__class__)
        values = twin.__dict__
        values.update(self.__dict__)
        plan = self._plan or self.plan()
        for name in plan.rows:
            values[name] = values[name][:]
        for name in plan.tables:
            values[name] = [row[:] for row in values[name]]
        for name in plan.notes:
            values[name] = values[name].copy()
        for name, empty in plan.memories:
            values[name] = empty()
        return twin

    @classmethod
    def plan(cls) -> CopyPlan:
        """How positions of this class are copied and hashed."""
        declared = fields(cls)
        for field in declared:
            if field.base is set:
                raise TypeError(f"{cls.__name__}.{field.name}: a set has no order to hash by; declare a tuple")
        stored = [f for f in declared if f.kind in ("state", "kept") and f.copied]
        cls._plan = CopyPlan(
            tuple(f.name for f in stored if not f.table),
            tuple(f.name for f in stored if f.table),
            tuple(f.name for f in declared if f.kind in ("state", "kept") and f.base is dict),
            tuple((f.name, f.base) for f in declared if f.kind == "fresh"),
            tuple(f.name for f in declared if f.kind == "state"),
        )
        return cls._plan

    def state(self) -> list[object]:
        """Everything that makes this position this position, in a fixed order."""
        found = [getattr(self, name) for name in (self._plan or self.plan()).state]
        return [*found, self.stepped_back] if self.stepped_back else found

    def hash(self) -> str:
        """A short fingerprint of the state: equal positions have equal hashes."""
        return blake2b(_encode(self.state()), digest_size=12).hexdigest()

    def say(
        self,
        kind: str,
        text: str,
        cases: tuple[str, ...] = (),
        lines: Sequence[Term] = (),
        dice: tuple[int, ...] = (),
        result: str = "",
        luck: Luck | None = None,
        to: tuple[str, ...] = (),
        but: tuple[str, ...] = (),
        meaning: str = "",
        odds: Odds | None = None,
    ) -> None:
        """Put an event into the log: for all to read, for some seats only, or for all but some. The odds of what dice decided
        bring their arithmetic, and the meaning of the result."""
        if odds is not None:
            lines, meaning = lines or odds.lines, meaning or odds.meaning(result)
            odds = msgspec.structs.replace(odds, lines=[], swings=[])
        self.events.append(Event(kind, text, cases, tuple(lines), dice, result, luck, to, but, meaning, odds))

    def reveal(self, secret: str = "") -> None:
        """A secret comes out, by its name where answers in the log are part of it: nobody can go back behind that."""
        self.shown += 1
        if secret:
            self.revealed.append(secret)

    # ---------------------------------------------------------------- asking

    @property
    def date(self) -> str:
        return self.c.dates[self.turn - 1]

    def attacker(self) -> int:
        """The side that attacks in the fight under way, -1 if there is none: that of `fight`, where a game has one."""
        fight = getattr(self, "fight", None)
        return -1 if fight is None else int(fight.side)

    def fought_over(self) -> tuple[int, ...]:
        """The cells of the fight under way: what a decision that is part of it and names no place is about."""
        fight = getattr(self, "fight", None)
        return () if fight is None else tuple(getattr(fight, "targets", None) or (fight.target,))

    def label(self, place: int) -> str:
        return self.c.places[place]

    def name(self, u: int) -> str:
        return self.c.ids[u]

    def names(self, units: Iterable[int]) -> str:
        """Some counters, marked as such for the log."""
        return ", ".join(f"{{{self.c.ids[u]}}}" for u in units)

    def they(self, units: Sequence[int], one: str, more: str) -> str:
        """Some counters and what they do, in the singular where there is one."""
        return f"{self.names(units)} {one if len(units) == 1 else more}"


def events_for(events: Iterable[Event], player: str) -> list[Event]:
    """What a player hears of some events; an onlooker has no seat."""
    return [event for event in events if (not event.to or player in event.to) and player not in event.but]
