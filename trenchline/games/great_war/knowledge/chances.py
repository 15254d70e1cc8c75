"""What the dice of fire and assault bring on average, summed over the tables."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from ..components import Components

AnyComponents = Components[Any, Any]

ALL = 99


class Toll(NamedTuple):
    """An assault in the mean: steps the attackers lose, steps the defenders lose, and how it ends."""

    lost: float
    killed: float
    taken: float  # chance that the square is won
    engaged: float
    countered: float
    wiped: float  # chance that all defenders are gone
    broken: float  # chance of a breakthrough


@lru_cache(maxsize=1 << 14)
def toll(c: AnyComponents, column: int, die: int, doubled: bool = False) -> Toll:
    """An assault in a column with a modifier of the dice."""
    lost = killed = taken = engaged = countered = wiped = broken = 0.0
    for one in c.assault.outcomes(c.assault.clamp(column), max(-12, min(12, die))):
        chance, steps = one.probability, c.results[one.result]
        lost += chance * (steps.attacker_doubled if doubled else steps.attacker)
        hit = steps.defender_doubled if doubled else steps.defender
        if hit == ALL:
            wiped += chance
        else:
            killed += chance * hit
        if steps.then in ("defender retreats", "advance", "breakthrough"):
            taken += chance
        elif steps.then == "engaged":
            engaged += chance
        elif steps.then == "counter-attack":
            countered += chance
        if steps.then == "breakthrough":
            broken += chance
    return Toll(lost, killed, taken, engaged, countered, wiped, broken)


class Volley(NamedTuple):
    """Defensive fire: the chances of so many steps lost, and of being thrown back."""

    steps: tuple[tuple[int, float], ...]
    thrown: float
    disrupted: float

    @property
    def mean(self) -> float:
        return sum(n * chance for n, chance in self.steps)


@lru_cache(maxsize=1 << 14)
def volley(c: AnyComponents, factors: int, die: int) -> Volley:
    """The fire of some factors."""
    found: dict[int, float] = {}
    thrown = disrupted = 0.0
    for one in c.fire.outcomes(c.fire.column(factors), max(-12, min(12, die))):
        if one.result in ("R", "D"):
            thrown += one.probability
            disrupted += one.probability if one.result == "D" else 0.0
        else:
            steps = int(one.result) if one.result.isdigit() else 0
            found[steps] = found.get(steps, 0.0) + one.probability
    return Volley(tuple(sorted(found.items())), thrown, disrupted)


@lru_cache(maxsize=1 << 14)
def shells(c: AnyComponents, column: int, die: int) -> dict[str, float]:
    """The results of a bombardment with their chances."""
    return {one.result: one.probability for one in c.bombardment.outcomes(column, max(-8, min(8, die)))}
