"""What a game knows about playing itself well: what its `knowledge` package tells the opponents of `trenchline.ai`.

A game says which features of a position count, which plans a phase offers, and how a plan is carried out, decision
by decision. How plans are compared, and for how long, is the business of `ai`; numbers live in `data/weights.toml`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Generic, NamedTuple, Self, TypeVar

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
    """The cells that a side looks to all game long, and how many times as much as the weights say."""

    cells: tuple[str, ...]
    focus: float = 1.0


class Weights(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What things are worth to a staff, in the game's own points. Each game derives a struct with one field for each weight: a
    number, or several of them by distance."""

    def but(self, values: Mapping[str, float]) -> Self:
        """The same weights with some other values."""
        return msgspec.structs.replace(self, **values)

    def times(self, factors: Mapping[str, float]) -> Self:
        """The same weights, some multiplied by a factor. A factor for a weight that the game does not have is ignored, so that
        one doctrine serves all games."""
        return self.but({name: getattr(self, name) * by for name, by in factors.items() if name in self.__struct_fields__})

    def as_dict(self) -> dict[str, float]:
        """The weights that are one number."""
        return {name: value for name, value in msgspec.structs.asdict(self).items() if isinstance(value, float)}


class WeightsFile(msgspec.Struct, forbid_unknown_fields=True):
    """`weights.toml`: what each feature is worth to a staff, and the mistakes of a recruit."""

    tuned: Tuning
    weights: dict[str, float | tuple[float, ...]]
    side: dict[str, dict[str, float]] = {}  # weights of one side that differ
    recruit: dict[str, float] = {}  # factors: what a beginner gets wrong
    axis: dict[str, Axis] = {}  # by side
    bounds: dict[str, tuple[float, float]] = {}  # of the weights that `trenchline tune` may change


def read_weights(file: Path) -> WeightsFile:
    return read_toml(file, WeightsFile)


class Orders:
    """What one side means to do in one phase: made once, carried out decision by decision."""

    seat = -1  # where several seats of a side decide in any order, the one that is asked

    def __init__(self, plan: Plan) -> None:
        self.plan = plan


Ord = TypeVar("Ord", bound=Orders)


W = TypeVar("W", bound=Weights)


class Knowledge(Generic[P, Ord, W]):
    """A game's knowledge of itself. All values are in the game's own points, for the side that asks."""

    weights_type: type[W]
    variable_weights: tuple[tuple[str, ...], ...]  # by side, those that a varied plan changes
    budget: int = 2500  # decisions that a colonel plays out to plan a phase
    general_budget: int = 10000  # and a general
    attack_looks: int = 0  # how often a colonel plays out each choice of the next attack
    fades: float = 0.8  # what a look of the phase before counts for

    def __init__(self, file: Path, sides: Sequence[str], weights: Mapping[str, float] | None = None) -> None:
        self.file, self.sides, self._own = file, tuple(sides), dict(weights or {})
        data = read_weights(file)
        self._check(data)
        self.weights = msgspec.convert(data.weights, self.weights_type).but(self._own)
        self.of_side = [self.weights.but({**data.side.get(side, {}), **self._own}) for side in self.sides]
        self.axes = [data.axis.get(side) for side in self.sides]  # what a plan that looks nowhere else looks to
        self.recruit_plan = Plan("green", "sees only what is in front of him", data.recruit)

    def _check(self, data: WeightsFile) -> None:
        known = set(self.weights_type.__struct_fields__)
        needed = {field.name for field in msgspec.structs.fields(self.weights_type) if field.required}
        named = {*data.weights, *data.recruit, *data.bounds, *(name for of in data.side.values() for name in of)}
        faults = (
            ("there is no side", {*data.side, *data.axis} - {*self.sides}),
            ("there is no weight", named - known),
            ("there is no value for the weight", needed - data.weights.keys()),
        )
        for what, names in faults:
            if names:
                raise TrenchlineError(f"{self.file}: {what} {', '.join(sorted(names))} in this game")

    def with_weights(self, weights: Mapping[str, float]) -> Self:
        """The same knowledge with some other weights: for tuning."""
        return self.__class__(self.file, self.sides, weights)

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

    def turns(self, p: P) -> tuple[int, int]:
        """The first and the last turn of the scenario."""
        return 1, len(p.c.dates)

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
        worth: float = sum(getattr(weights, name) * amount for name, amount in self.features(p, side).items())
        return worth

    def horizon(self, p: P, side: int) -> tuple[int, ...]:
        """How far a plan of this side is followed in thought: the phase in which it is judged."""
        raise NotImplementedError
