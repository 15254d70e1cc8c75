"""What a combat or a barrage can be expected to do: exact sums over the columns of the tables."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from ..components import Components
from ..results import ALL, EACH, NONE, ONE, Effect, effects
from .weights import Weights

LAST = 9  # the place of column 7/1
FREE, COSTLY, CUT_OFF = 0, 1, 2  # a retreat that costs nothing, a step a hex (3.3c), or all (7.6R-j)


class Roll(NamedTuple):
    """One result of a modified roll."""

    chance: float
    attacker: Effect
    defender: Effect
    engaged: bool  # nobody advances after Eng (7.5g)


class Sides(NamedTuple):
    """How many take part: units and steps of the attackers, those of the defenders, and how the latter can retreat."""

    units: int
    steps: int
    against: int
    against_steps: int
    trap: int = FREE


class Toll(NamedTuple):
    """What a combat is expected to do: steps lost, the chance of a repulse, steps killed, the chance to advance."""

    lost: float
    repelled: float
    killed: float
    taken: float


def place(column: int, die: int) -> tuple[int, int]:
    """A shifted column on the table, and the die with what lies beyond 7/1 (7.3j, VV-R90)."""
    if column > LAST:
        return LAST, die + column - LAST
    return max(column, 0), die


@lru_cache(maxsize=512)
def rolls(c: Components, column: int, die: int) -> tuple[Roll, ...]:
    """Every result of a column with a modified die."""
    found = []
    for outcome in c.combat.outcomes(column, die):
        parts = effects(outcome.result)
        found.append(Roll(outcome.probability, parts.get("A", Effect()), parts.get("D", Effect()), outcome.result == "Eng"))
    return tuple(found)


def _steps(loss: str, units: int, steps: int) -> int:
    """Steps that a result costs (7.5)."""
    return {ALL: steps, EACH: min(units, steps), ONE: min(1, steps), NONE: 0}[loss]


@lru_cache(maxsize=20000)
def toll(c: Components, column: int, die: int, sides: Sides) -> Toll:
    """The exact expectation of a combat in the open: nobody there may refuse to retreat."""
    lost = repelled = killed = taken = 0.0
    for roll in rolls(c, *place(column, die)):
        a, d = roll.attacker, roll.defender
        fallen = _steps(d.loss, sides.against, sides.against_steps)
        if d.retreat and fallen < sides.against_steps and sides.trap:
            fallen = sides.against_steps if sides.trap == CUT_OFF else min(sides.against_steps, fallen + d.retreat)
        beaten = bool(a.retreat) or a.loss == ALL
        lost += roll.chance * _steps(a.loss, sides.units, sides.steps)
        repelled += roll.chance * beaten
        killed += roll.chance * fallen
        if (d.retreat or fallen >= sides.against_steps) and not beaten and not roll.engaged:
            taken += roll.chance
    return Toll(lost, repelled, killed, taken)


def bet(c: Components, w: Weights, column: int, die: int, sides: Sides, kill: float, prize: float) -> float:
    """What a combat is worth to the attacker in points: `kill` for an enemy step, `prize` for the hex."""
    t = toll(c, column, die, sides)
    return t.killed * kill + t.taken * prize - t.lost * w.loss - t.repelled * w.fall_back


def fort_bet(c: Components, w: Weights, column: int, die: int, sides: Sides, kill: float, prize: float, works: bool) -> float:
    """The same against a fortress, whose garrison holds for a step a hex where that costs it less (7.5n, 7.5o)."""
    worth = 0.0
    for roll in rolls(c, *place(column, die)):
        a, d = roll.attacker, roll.defender
        beaten = bool(a.retreat) or a.loss == ALL
        worth -= roll.chance * (_steps(a.loss, sides.units, sides.steps) * w.loss + (w.fall_back if beaten else 0.0))
        won = 0.0 if beaten or roll.engaged else prize
        worth += roll.chance * _fort(d, sides, kill, won, works)
    return worth


def _fort(d: Effect, sides: Sides, kill: float, won: float, works: bool) -> float:
    """What the defence of a fortress gives up: steps, its own among them, or the hex."""
    steps = sides.against_steps
    if d.loss == ALL:
        return steps * kill + won
    if not sides.against:  # alone it falls with its step (VV-R09)
        return won if works and (d.loss or d.retreat) else 0.0
    fallen = _steps(d.loss, sides.against, steps)
    own = works and d.loss in (ONE, EACH)  # the cheapest step is that of the works
    standing = works and not own
    if own and d.loss == ONE:
        fallen = 0
    left = steps - fallen
    if left <= 0:
        return steps * kill + won
    if not d.retreat:
        return fallen * kill
    leave = fallen * kill + won
    price = d.retreat - standing
    if left + standing < d.retreat or price >= left:
        return leave
    return min(leave, (fallen + price) * kill)


# ---------------------------------------------------------------------------------------------- 8.1 barrages


class Shells(NamedTuple):
    """What a barrage is expected to do: the chance to neutralise, to cost one step, to cost each unit one."""

    neutralised: float
    one: float
    each: float


@lru_cache(maxsize=32)
def shells(c: Components, column: int) -> Shells:
    """The exact chances of a column of the Bombardment Table (BT-b, BT-c, BT-d, BT-e)."""
    chance = {o.result: o.probability for o in c.bombardment.outcomes(column)}
    one, each = chance.get("1", 0.0), chance.get("E", 0.0)
    shaken = (7 - c.neutralised_from) / 6
    return Shells(chance.get("N", 0.0) + (one + each) * shaken, one, each)
