"""How a staff turns what it means to do into orders: attacks that want the same units, marches and barrages one after the
other, who is named for a fight, and where those in the rear are called to."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import TypeVar

import msgspec

from .actions import Action, Refusal
from .knowledge import Advice, March
from .position import Position
from .survey import fading

T = TypeVar("T")
Refuse = Callable[[Action], Refusal | None]


class PlannedAttack(msgspec.Struct):
    """An attack worth making: on which cell, what it promises, and by whom from where."""

    target: int
    worth: float
    places: dict[int, int]  # attacker -> the cell it attacks from


A = TypeVar("A", bound=PlannedAttack)


def _promise(attack: PlannedAttack) -> tuple[float, int]:
    return attack.worth, attack.target


def in_turn(
    attacks: Iterable[A], open_still: Callable[[A], bool], again: Callable[[int], A | None], take: Callable[[A], None]
) -> list[A]:
    """The attacks to make, the most promising first: each takes its units, and one that is no longer open is planned again
    without them, if another on its cell is worth it."""
    waiting = sorted(attacks, key=_promise)
    chosen: list[A] = []
    while waiting:
        attack = waiting.pop()
        if open_still(attack):
            chosen.append(attack)
            take(attack)
        elif (other := again(attack.target)) is not None:
            insort(waiting, other, key=_promise)
    return chosen


class Marches:
    """The marches of a phase, carried out one by one: room is made before it is taken, and each unit does one thing after
    the other. Kinds that are done `in_place` lead nowhere: they need no room, and the action that begins them is all."""

    def __init__(self, marches: Iterable[March], in_place: Collection[str] = ()) -> None:
        self.waiting, self.in_place = list(marches), in_place

    def begin(
        self, p: Position, fits: Callable[[int, int], bool], begins: Callable[[March], Action], refuse: Refuse
    ) -> Advice | None:
        """The action that `begins` the next march; None where nothing is left to do. Those that have been made, or cannot be
        made any more, are given up. `fits` says whether a unit finds room in a cell."""

        def open_to(march: March) -> bool:
            return march.kind in self.in_place or fits(march.unit, march.cell)

        while self.waiting:
            march = self._first(open_to)
            stays = march.kind in self.in_place
            if open_to(march) and (stays or p.place[march.unit] != march.cell):
                action = begins(march)
                if refuse(action) is None:
                    if stays:
                        self.waiting.remove(march)
                    return Advice(action, march.why)
            self.waiting.remove(march)
        return None

    def _first(self, open_to: Callable[[March], bool]) -> March:
        begun: set[int] = set()
        for march in self.waiting:
            if march.unit not in begun and open_to(march):
                return march
            begun.add(march.unit)
        return self.waiting[0]

    def take(self, unit: int) -> March | None:
        """The next march of a unit, which is carried out now."""
        for place, march in enumerate(self.waiting):
            if march.unit == unit:
                return self.waiting.pop(place)
        return None


def arrival(p: Position, march: March | None, refuse: Refuse) -> Advice | None:
    """The move that ends a march which has begun; None where it may not be made any more."""
    if march is None:
        return None
    action = Action("move", p.name(march.unit), p.label(march.cell))
    return Advice(action, march.why) if refuse(action) is None else None


class Shoot(msgspec.Struct):
    """A barrage to be fired: at which cell, by which guns, and why."""

    target: int
    guns: tuple[int, ...]
    why: str


class FirePlan:
    """The barrages of a phase, fired one after the other."""

    def __init__(self, shoots: Iterable[Shoot]) -> None:
        self.waiting = list(shoots)

    def begin(self, p: Position, refuse: Refuse) -> Advice | None:
        """The barrage to begin now; those that cannot be fired any more are given up."""
        while self.waiting:
            action = Action("barrage", cell=p.label(self.waiting[0].target))
            if refuse(action) is None:
                return Advice(action, self.waiting[0].why)
            self.waiting.pop(0)
        return None

    def at(self, target: int) -> Shoot | None:
        """The barrage that is being aimed, if it is one of the plan."""
        return self.waiting[0] if self.waiting and self.waiting[0].target == target else None

    def fired(self, shoot: Shoot | None) -> None:
        """The barrage that was aimed is fired."""
        if shoot is not None:
            self.waiting.remove(shoot)


def next_named(p: Position, wanted: Iterable[int], named: Collection[int], refuse: Refuse) -> Action | None:
    """The action that adds the next of those who are wanted for a fight: who is not named yet, and may be."""
    for u in wanted:
        if u not in named and refuse(action := Action("add", p.name(u))) is None:
            return action
    return None


def best_of(options: Iterable[T], worth: Callable[[T], float], least: float) -> T | None:
    """The option that is worth most, of several the first; None where none is worth more than so much."""
    best, found = least, None
    for option in options:
        value = worth(option)
        if value > best:
            best, found = value, option
    return found


def calls(needs: Iterable[tuple[int, float]], far: Sequence[int], rush: float, count: int) -> list[int]:
    """The cells to which somebody in the rear is called most, at most so many: how much each needs help, which counts less
    with every cell of the way by a factor."""
    left = fading(rush)
    return [cell for _, cell in sorted([(-need * left[far[cell]], cell) for cell, need in needs])[:count]]
