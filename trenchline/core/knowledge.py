"""What a game knows about playing itself well: what its `knowledge` package tells the opponents of `trenchline.ai`.

A game says which features of a position count, which plans a phase offers, and how a plan is carried out, decision
by decision. How plans are compared, and for how long, is the business of `ai`; numbers live in `data/weights.toml`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Annotated, Generic, NamedTuple, Self, TypeVar

import msgspec

from .actions import Action
from .errors import TrenchlineError
from .files import read_toml
from .position import Position

P = TypeVar("P", bound=Position)
NEW_GOAL = 0.3  # chance that a varied plan looks elsewhere


class Plan(msgspec.Struct, frozen=True):
    """An intention for one phase: why, by which factors it changes the weights, and the cells it looks to."""

    name: str
    why: str = ""
    factors: dict[str, float] = {}  # of weights
    focus: tuple[int, ...] = ()


STEADY = Plan("steady", "by the book")


def towards(p: Position, cell: int, focus: float = 1.0) -> Plan:
    """Everything looks to one cell, so many times as much as the weights say."""
    name, factors = p.c.board.names[cell] or p.label(cell), {"focus": focus} if focus != 1.0 else {}
    return Plan(f"towards {name}", f"everything looks to {p.label(cell)}", factors, (cell,))


class Advice(NamedTuple):
    """What to do now, and the reason in a few words."""

    action: Action
    why: str = ""


class March(msgspec.Struct):
    """What one unit is to do in a phase of movement: marches are drawn up together and carried out in turn."""

    unit: int
    kind: str
    cell: int
    why: str


def first(why: str) -> Callable[[Position, object, object], Advice]:
    """The answer to a decision whose options are all alike."""

    def answer(p: Position, decision: object, orders: object) -> Advice:
        return Advice(p.stack[-1].options(p)[0], why)

    return answer


class Tuning(msgspec.Struct, forbid_unknown_fields=True):
    """What a file of weights was tuned with."""

    by: str
    games: int = 0
    note: str = ""


class Axis(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The cells that a side looks to from the first turn to the last, and how many times as much as the weights say."""

    cells: tuple[str, ...]
    focus: float = 1.0


class ColonelSees(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How much less than a whole staff a colonel sees: a share of what a sergeant misses."""

    share: Annotated[float, msgspec.Meta(ge=0.0, lt=1.0)] = 0.0


class WeightsFile(msgspec.Struct, forbid_unknown_fields=True):
    """`weights.toml`: what each feature is worth to a whole staff, and what each level sees of it."""

    tuned: Tuning
    weights: dict[str, float]
    side: dict[str, dict[str, float]] = {}  # weights of one side that differ
    sergeant: dict[str, float] = {}  # factors: what one man sees less well than a staff
    recruit: dict[str, float] = {}  # factors: what a recruit does worse than a sergeant
    colonel: ColonelSees = ColonelSees()
    general: dict[str, dict[str, float]] = {}  # factors by side: what the best staff does otherwise
    axis: dict[str, Axis] = {}  # by side, where a general is going
    bounds: dict[str, tuple[float, float]] = {}  # of the weights that `trenchline tune` may change


def read_weights(file: Path) -> WeightsFile:
    return read_toml(file, WeightsFile)


def times(weights: Mapping[str, float], factors: Mapping[str, float]) -> dict[str, float]:
    """Weights, some of them changed by a factor.

    >>> times({"kill": 0.2, "loss": 0.1}, {"loss": 2.0})
    {'kill': 0.2, 'loss': 0.2}
    """
    return {name: value * factors.get(name, 1.0) for name, value in weights.items()}


class Orders:
    """What one side means to do in one phase: made once, carried out decision by decision."""

    seat = -1  # where several seats of a side decide in any order, the one that is asked

    def __init__(self, plan: Plan, weights: Mapping[str, float]) -> None:
        self.plan, by = plan, plan.factors
        self.weights = times(weights, by) if by else weights


Ord = TypeVar("Ord", bound=Orders)


class Knowledge(Generic[P, Ord]):
    """A game's knowledge of itself. All values are in the game's own points, for the side that asks."""

    file: Path
    variable_weights: tuple[tuple[str, ...], ...]  # by side, those that a varied plan changes
    budget: int = 2500  # decisions that a colonel takes in thought, in all, where a phase is planned
    general_budget: int = 2500  # and a general: more where it has proved to pay
    fades: float = 0.8  # what a look of the phase before counts for

    def __init__(self, file: Path, sides: Sequence[str], weights: Mapping[str, float] | None = None) -> None:
        self.file, self.sides = file, tuple(sides)
        data = read_weights(file)
        self._check(data)
        self._data, self._own = data, dict(weights or {})
        self.in_full = [{**data.weights, **data.side.get(side, {})} for side in self.sides]  # as a whole staff sees it
        self.general_factors = [data.general.get(side, {}) for side in self.sides]
        self.axes: list[Axis | None] = [None] * len(self.sides)  # what a plan that looks nowhere else looks to
        self._see(data.colonel.share)

    def _see(self, share: float) -> None:
        """Let the book miss a share of what a sergeant misses; what the lower levels see stays what the file says."""
        data = self._data
        self.missed = {name: 1.0 + share * (factor - 1.0) for name, factor in data.sergeant.items()}
        self.weights = {**times(data.weights, self.missed), **self._own}
        self.of_side = [{**times(full, self.missed), **self._own} for full in self.in_full]
        self.sergeant_plan = Plan("drilled", "by the book", self.without_missing(data.sergeant))
        green = self.without_missing({**data.sergeant, **data.recruit})
        self.recruit_plan = Plan("green", "sees only what is in front of him", green)

    def without_missing(self, values: Mapping[str, float]) -> dict[str, float]:
        """Values less what the book misses already: factors to be laid over it, or its weights as the file has them."""
        return {name: value / self.missed.get(name, 1.0) for name, value in values.items()}

    def _check(self, data: WeightsFile) -> None:
        sides = {*data.side, *data.general, *data.axis} - {*self.sides}
        factors = {*data.sergeant, *data.recruit, *(name for of in data.general.values() for name in of)} - data.weights.keys()
        for what, names in (("side", sides), ("weight", factors)):
            if names:
                raise TrenchlineError(f"{self.file}: there is no {what} {', '.join(sorted(names))} in this game")

    def with_weights(self, weights: Mapping[str, float]) -> Self:
        """The same knowledge with some other weights, as a colonel goes by them: for tuning."""
        return self.__class__(self.file, self.sides, weights)

    @cached_property
    def of_a_general(self) -> Self:
        """The same knowledge as a general has it: he sees all that a staff can see, with the factors and the axis of each side
        that have proved best."""
        mind = self.with_weights(self._own)
        mind._see(0.0)
        by_side = zip(self.in_full, self.general_factors, strict=True)
        mind.of_side = [{**times(full, factors), **self._own} for full, factors in by_side]
        mind.axes = [self._data.axis.get(side) for side in self.sides]
        return mind

    def on_axis(self, p: P, side: int, plan: Plan) -> Plan:
        """A plan as it is carried out: one that looks to no cell looks to the axis of its side, where there is one."""
        axis = self.axes[side]
        if plan.focus or axis is None:
            return plan
        factors = {**plan.factors, "focus": plan.factors.get("focus", 1.0) * axis.focus}
        return msgspec.structs.replace(plan, factors=factors, focus=tuple(p.c.board.index[cell] for cell in axis.cells))

    def phase(self, p: P) -> tuple[int, ...]:
        """What a plan lasts for."""
        return (p.turn, p.step)

    def plans(self, p: P, side: int) -> Sequence[Plan]:
        """The plans worth comparing at the decision that waits; one if there is nothing to plan."""
        raise NotImplementedError

    def proof(self, side: int) -> float:
        """Standard errors by which a plan must be better than the book to be taken up."""
        return 1.0

    def goals(self, p: P, side: int) -> Sequence[int]:
        """Cells a plan may look to, the most contested first."""
        return ()

    def vary(self, p: P, side: int, plan: Plan, chance: Random, wide: float) -> Plan:
        """A plan like another with its weights changed by chance, and now and then another goal: for tuning."""
        by = {name: chance.gauss(0.0, wide) for name in self.variable_weights[side]}
        factors = {name: min(10.0, max(0.1, plan.factors.get(name, 1.0) * math.exp(amount))) for name, amount in by.items()}
        goals = self.goals(p, side)
        focus = (chance.choice(goals),) if goals and chance.random() < NEW_GOAL else plan.focus
        most = sorted(factors, key=lambda name: -abs(math.log(factors[name])))[:2]
        why = " and ".join(f"{'more' if factors[name] > 1 else 'less'} for {name.replace('_', ' ')}" for name in most)
        return Plan(plan.name.removesuffix(", varied") + ", varied", why, {**plan.factors, **factors}, focus)

    def orders(self, p: P, side: int, plan: Plan) -> Ord:
        """Begin to carry out a plan in the phase of the decision that waits."""
        raise NotImplementedError

    def advise(self, p: P, orders: Ord) -> Advice:
        """The answer to the decision that waits that serves the plan best."""
        raise NotImplementedError

    def features(self, p: P, side: int) -> dict[str, float]:
        """What counts in a position, by name, positive for the side."""
        raise NotImplementedError

    def value(self, p: P, side: int) -> float:
        """The position's worth to a side: the weighted sum of its features."""
        weights = self.of_side[side]
        return sum(weights[name] * amount for name, amount in self.features(p, side).items())

    def horizon(self, p: P, side: int) -> tuple[int, ...]:
        """How far a plan of this side is followed in thought: the phase in which it is judged."""
        raise NotImplementedError
