"""The staff of either side: what it means to do in a phase, the plans it compares, who answers which decision."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from ....core.decisions import Joint
from ....core.knowledge import STEADY, Advice, Knowledge, March, Orders, Plan, towards
from ..bombardment import Bombardment, JointBombardment
from ..position import Position
from .assaults import Attack
from .ground import Ground
from .guns import Shoot
from .weights import Weights

P = TypeVar("P", bound=Position)
W = TypeVar("W", bound=Weights)
G = TypeVar("G", bound=Ground)


class StaffOrders(Orders, Generic[G]):
    """What a side means to do in a phase: units, squares and numbers, never a position."""

    def __init__(
        self, side: int, plan: Plan, weights: Weights, survey: type[G], favourites: tuple[tuple[str, ...], ...]
    ) -> None:
        super().__init__(plan)
        self.weights = weights.times(plan.factors)
        self.side, self.survey, self.favourites = side, survey, favourites
        self.ground: G | None = None
        self.step = -1
        self.begin(-1)

    def begin(self, step: int) -> None:
        """What was meant for one step of the turn says nothing of the next."""
        self.step = step
        self.marches: list[March] | None = None
        self.leaving: March | None = None  # somebody on his way off the map
        self.shoot: Shoot | None = None
        self.attacks: list[Attack] | None = None
        self.wave: Attack | None = None
        self.settled: set[int] = set()  # assaults of which it is settled who goes in
        self.wanted: dict[tuple[int, str], float] | None = None  # what resources would add to each assault
        self.answer: tuple[int, tuple[int, ...]] = (-1, ())

    def look(self, p: Position) -> G:
        """The ground as it is now."""
        kept = self.ground
        if kept is None or kept.p is not p or kept.stamp != (p.turn, p.step, tuple(p.version)):
            old, kept = kept, self.survey(p, self.side, self.weights, self.plan.focus)
            if old is not None and old.stamp[:2] == kept.stamp[:2]:
                kept.go_on_from(old)
            self.ground = kept
        return kept


class SeriesKnowledge(Knowledge[P, StaffOrders[Any], W]):
    """What a game of the series tells the opponents."""

    ground: ClassVar[type[Ground]]
    answers: ClassVar[Mapping[type[msgspec.Struct], Callable[..., Advice]]]
    budget = general_budget = 2000  # a decision takes up to twice as long as on hexes
    # The steps in which the first player's phase, the second's and the reorganization begin.
    phases: ClassVar[tuple[int, int, int]]
    plans_to_press: ClassVar[tuple[Plan, ...]]
    plans_to_hold: ClassVar[tuple[Plan, ...]]
    favourites: ClassVar[tuple[tuple[str, ...], ...]]  # the options of the campaign that each side takes
    planned_at: ClassVar[tuple[type, ...]] = (Bombardment, JointBombardment)  # the first decisions of a player phase

    # ---------------------------------------------------------------- plans

    def survey(self, p: P, side: int) -> Ground:
        """The ground as a side sees it by the book."""
        return self.ground(p, side, self.of_side[side], ())

    def first_side(self, p: P) -> int:
        """The side whose player phase comes first in a turn."""
        return 0

    def phase(self, p: P) -> tuple[int, ...]:
        """A plan lasts for a player phase."""
        return (p.turn, sum(p.step >= first for first in self.phases))

    def turns(self, p: P) -> tuple[int, int]:
        return p.playable_turns()

    def plans(self, p: P, side: int) -> Sequence[Plan]:
        d = p.stack[-1]
        if not isinstance(d, self.planned_at) or p.seating.side[d.player(p)] != side:
            return (STEADY,)
        others = self.plans_to_press if self.survey(p, side).presses else self.plans_to_hold
        return (STEADY, *others, *(towards(p, x) for x in self.goals(p, side)))

    def goals(self, p: P, side: int) -> list[int]:
        """The dearest squares that are fought for."""
        ground = self.survey(p, side)
        if not ground.presses:
            return []
        near = ground.near_foe
        own = [x for x in {p.place[u] for u in p.units(side)} if near[x] <= 2]
        fought = [(value, x) for x, value in ground.goals if any(p.c.board.distances(x)[y] <= 3 for y in own)]
        return [x for _, x in sorted(fought, reverse=True)[:2]]

    def horizon(self, p: P, side: int) -> tuple[int, ...]:
        """Judged when the enemy has answered, and in the last turn by how the game ends."""
        _, second, reorganization = self.phases
        if p.turn >= p.playable_turns()[1]:
            return (p.turn + 1, 0)
        return (p.turn, reorganization) if side == self.first_side(p) else (p.turn + 1, second)

    # ---------------------------------------------------------------- carrying out

    def orders(self, p: P, side: int, plan: Plan) -> StaffOrders[Any]:
        return StaffOrders(side, plan, self.of_side[side], self.ground, self.favourites)

    def advise(self, p: P, orders: StaffOrders[Any]) -> Advice:
        if orders.step != p.step:
            orders.begin(p.step)
        decision = p.stack[-1]
        if not isinstance(decision, Joint):
            return self.answers[decision.__class__](p, decision, orders)
        seat = orders.seat if orders.seat in decision.seats else decision.seats[0]
        part = decision.part(p, seat)
        advice = self.answers[part.__class__](p, part, orders)
        return Advice(msgspec.structs.replace(advice.action, by=p.seating.names[seat]), advice.why)
