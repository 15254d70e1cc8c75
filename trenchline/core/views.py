"""What a player may know of a match, as JSON-ready structs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from itertools import compress
from operator import ne
from typing import Any, TypeAlias, TypeVar

import msgspec

from .decisions import PendingDecision
from .dice import DiceRecord
from .match import Result
from .position import Position

P = TypeVar("P", bound=Position)

T = TypeVar("T")
Looks: TypeAlias = tuple[Sequence[Hashable], ...]  # for each thing on which the looks of counters depend, that of each

MOST_SHOWN = 20_000  # counters as they looked before, of each game
MOST_TOLD = 500  # other things as they were told before, of each game
SPAN = 32  # counters that are compared at once: mostly nothing has changed in a span
ANYTHING = bytes([0]) + bytes([1]) * 255  # for `marked`: every number but nothing counts
UNSEEN = "unseen"  # the place of counters that the player cannot place, and the kind of marker that counts them


class StateWords(dict[int, tuple[str, ...]]):
    """The states of counters in words, by their bits. Few sets of states occur, and each view tells them of every counter: a
    set is put into words once.

    >>> StateWords({"moved": 1, "fired": 2})[3]
    ('moved', 'fired')
    """

    def __init__(self, states: Mapping[str, int]) -> None:
        self._states = states

    def __missing__(self, status: int) -> tuple[str, ...]:
        words = self[status] = tuple(word for word, bit in self._states.items() if status & bit)
        return words


class CounterView(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A counter as a player sees it: where it is, the numbers that count now, its states."""

    id: str
    place: str
    steps: int
    states: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()
    facing: str = ""  # a direction of the board
    mode: str = ""  # which of its sides shows
    aim: str = ""  # the cell it is to attack


NOBODY = CounterView("", UNSEEN, 0)


def told(p: P, tell: Callable[..., T], around: Hashable, *asked: Hashable) -> T:
    """What `tell` says of a position when it is asked so. `around` is all else on which that depends: what was told before, in
    whatever match, is not worked out again. What is remembered are values, never positions."""
    known, key = p.c.told, (tell, around, asked)
    found: T | None = known.get(key)
    if found is None:
        if len(known) >= MOST_TOLD:
            known.clear()
        found = known[key] = tell(p, *asked)
    return found


def shown_counters(
    p: P, around: Hashable, show: Callable[[P, int], CounterView], *own: Sequence[Hashable]
) -> list[CounterView]:
    """Every counter as `show` has it. `around` is all on which that depends beside the counter's own place, steps and states,
    and what `own` lists for each. A counter that has not changed since the last view of the match looks as it did; of the
    others most look as they did in some view before."""
    known = p.c.shown
    if len(known) > MOST_SHOWN:
        known.clear()
    looks, found, changed = _since(p.looked, around, (p.place, p.steps, p.status, *own))
    for u in changed:
        look = (u, around, *[row[u] for row in looks])
        found[u] = known.get(look) or known.setdefault(look, show(p, u))
    if changed:
        p.looked = around, looks, tuple(found)
    return found


def _since(looked: tuple[Any, ...], around: Hashable, rows: Looks) -> tuple[Looks, list[CounterView], Collection[int]]:
    """What the looks of counters depend on, the counters as they were shown last, and those of them that look different now:
    all, where that was something else. A row in which nothing has changed is the one of the last time."""
    if not looked or looked[0] != around:
        everyone = range(len(rows[0]))
        return tuple([row[:] for row in rows]), [NOBODY] * len(everyone), everyone
    before: Looks = looked[1]
    looks = tuple([old if row == old else row[:] for row, old in zip(rows, before, strict=True)])
    changed = {u for row, old in zip(looks, before, strict=True) if row is not old for u in differing(row, old)}
    return looks, list(looked[2]), changed


def differing(row: Sequence[Hashable], before: Sequence[Hashable]) -> Iterator[int]:
    """Where two rows of the same length differ."""
    for first in range(0, len(row), SPAN):
        new, old = row[first : first + SPAN], before[first : first + SPAN]
        if new != old:
            yield from compress(range(first, len(row)), map(ne, new, old))


def marked(cells: bytearray, counted: bytes = ANYTHING) -> list[int]:
    """The cells where something is, out of a number for each: mostly nothing is. With `counted`, where there is a number for
    which that says 1.

    >>> marked(bytearray([0, 3, 0, 1]))
    [1, 3]
    """
    flags, found = cells.translate(counted), []
    cell = flags.find(1)
    while cell >= 0:
        found.append(cell)
        cell = flags.find(1, cell + 1)
    return found


class Marker(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Something that lies on a cell and is no counter."""

    kind: str
    cell: str
    side: str = ""
    value: int = 0


class Due(msgspec.Struct, frozen=True):
    """Reinforcements to come."""

    turn: int
    date: str
    side: str
    title: str
    units: tuple[str, ...]
    cells: tuple[str, ...]
    optional: bool = False


class Condition(msgspec.Struct, frozen=True, omit_defaults=True):
    """A condition of victory, whether it is met as things stand, and how far: "3 of 4". Secrets say neither."""

    text: str
    met: bool = False
    now: str = ""


class Aim(msgspec.Struct, frozen=True, omit_defaults=True):
    """A victory that a side can win: its conditions, and how many of them it takes."""

    side: str
    title: str
    case: str
    conditions: tuple[Condition, ...]
    need: str = ""  # "all of these", where there are several


class Standing(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where the match stands: the score and whose it is, who would win by it, and how far the next level of victory is."""

    text: str
    side: str = ""  # the side that would win if it ended now; empty for a draw, or where a secret decides
    next: str = ""
    aims: tuple[Aim, ...] = ()  # of both sides, where victories are lists of conditions


class Score(msgspec.Struct, frozen=True):
    """The points, where they come from, and how the match stands by them."""

    points: int | float
    reasons: tuple[str, ...]
    standing: Standing


class VisibleState(msgspec.Struct, frozen=True):
    """What a player may know of a position: the part of a view that each game fills in."""

    tracks: dict[str, str]
    counters: list[CounterView]
    markers: list[Marker]
    points: int | float
    reasons: tuple[str, ...]
    due: list[Due]
    turns: tuple[int, int] = (0, 0)  # the first and the last of the scenario, where it has not all of them
    standing: Standing | None = None


class View(msgspec.Struct, frozen=True, omit_defaults=True):
    """All that a player may know of a match."""

    game: str
    scenario: str
    options: tuple[str, ...]
    player: str
    turn: int
    date: str
    step: str
    tracks: dict[str, str]
    counters: list[CounterView]
    markers: list[Marker]
    control: dict[str, str]  # the cells of each side
    decision: PendingDecision | None
    points: int | float  # the lead of the game's first side; where only one side scores, its points
    reasons: tuple[str, ...]
    result: Result | None
    dice: DiceRecord
    due: list[Due] = []
    turns: tuple[int, int] = (0, 0)  # the first and the last of the scenario
    standing: Standing | None = None
