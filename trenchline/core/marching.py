"""How a staff turns what it means to do into orders: attacks that want the same units, marches one after the other, and
where those in the rear are called to."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

import msgspec

from .actions import Action, Refusal
from .knowledge import Advice, March


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
    the other."""

    def __init__(self, marches: Iterable[March]) -> None:
        self.waiting = list(marches)

    def next(
        self,
        fits: Callable[[March], bool],
        begins: Callable[[March], Action | None],
        refuse: Callable[[Action], Refusal | None],
    ) -> tuple[March, Advice] | None:
        """The march to begin now and the action that `begins` it, None where nothing is left of it to do. Those that cannot
        be made any more are given up. `fits` says whether there is room where a march ends."""
        while self.waiting:
            march = self._first(fits)
            action = begins(march) if fits(march) else None
            if action is not None and refuse(action) is None:
                return march, Advice(action, march.why)
            self.waiting.remove(march)
        return None

    def _first(self, fits: Callable[[March], bool]) -> March:
        begun: set[int] = set()
        for march in self.waiting:
            if march.unit not in begun and fits(march):
                return march
            begun.add(march.unit)
        return self.waiting[0]

    def take(self, unit: int) -> March | None:
        """The next march of a unit, which is carried out now."""
        for place, march in enumerate(self.waiting):
            if march.unit == unit:
                return self.waiting.pop(place)
        return None


def calls(needs: Iterable[tuple[int, float]], far: Sequence[int], rush: float, count: int) -> list[int]:
    """The cells to which somebody in the rear is called most, at most so many: how much each needs help, which counts less
    with every cell of the way by a factor."""
    return [cell for _, cell in sorted((-need * rush ** far[cell], cell) for cell, need in needs)[:count]]
