"""What an attack on a square promises before it is put together: from strengths alone, as guns and marches ask for it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from ..fire import can_fire
from ..states import DISORDERED, ENTRENCHED, FLIPPED, MOVED, SUPPLY, SUPPRESSED
from .chances import AnyComponents, toll, volley
from .ground import Ground

STEP_OF_MASS = 2.5  # attack strength that goes with a step
NO_FIRE = ((0, 1.0),)
COMMAND, SUPPLIED = 5, 8  # squares within which an HQ is taken to lead and to supply an attack


class Held(NamedTuple):
    """How a square is held: what an attack meets there."""

    defence: int
    fire: int
    shift: int
    die: int
    steps: int
    empty: float  # the chance that nobody is there


class Around(NamedTuple):
    """The part of it that does not depend on the state of its units."""

    fire: int  # of neighbours
    shift: int
    die: int


def held(ground: Ground, target: int, state: int = 0) -> Held:
    """The defence of a square as it is, or as it would be if its units were in a state."""
    found = ground.held.get((target, state))
    if found is not None:
        return found
    p, c = ground.p, ground.c
    defence = fire = steps = 0
    disrupted = suppressed = entrenched = False
    defenders = p.defenders_of(target, ground.enemy)
    for u in defenders:
        bad = p.status[u] & DISORDERED | state
        disrupted, suppressed = disrupted or bool(bad & ~SUPPRESSED), suppressed or bool(bad & SUPPRESSED)
        if p.status[u] & SUPPLY:
            continue
        numbers = c.front[u] if c.trenches[u] and bad & SUPPRESSED else p.numbers(u)
        if ground.guns_defend or not (c.gun[u] or c.hq[u]):
            defence += (numbers.secondary + 1) // 2 if bad & SUPPRESSED else numbers.secondary
        fire += 0 if bad or not can_fire(p, u) else p.fire_number(u)
        entrenched = entrenched or bool(p.status[u] & ENTRENCHED and not bad & SUPPRESSED)
        steps += p.steps[u]
    around = _around(ground, target)
    die = around.die + disrupted + suppressed
    die -= entrenched and c.trench[target] != c.sides[ground.enemy]
    defence = defence if ground.guns_defend else max(defence, 1)
    result = Held(defence, fire + around.fire, around.shift, die, steps, ground.unmanned(defenders))
    ground.held[target, state] = result
    return result


def _around(ground: Ground, target: int) -> Around:
    """What an attack on a square meets whatever the state of those in it."""
    found = ground.around.get(target)
    if found is None:
        p, c, enemy, fire = ground.p, ground.c, ground.enemy, 0
        if p.differences.neighbours_fire:
            bit = c.bit[enemy]
            beside = [u for x in c.near[target] if p.present[x] & bit for u in p.own(x, enemy) if can_fire(p, u)]
            fire = round(ground.w.support_fire * sum(map(p.fire_number, beside)))
        die = c.weather_rows[p.weather].assault + bool(p.interdicted[target]) + led(ground, target) + ground.hope(target)
        found = ground.around[target] = Around(fire, ground.shelter(target), die)
    return found


def led(ground: Ground, target: int) -> int:
    """What HQs add to the dice of an attack on a square: command near by, and supply."""
    row, (leaders, suppliers) = ground.c.board.distances(target), ground.hq_squares
    near = any(row[x] <= COMMAND for x in leaders)
    return (1 if near else -1) - (0 if any(row[x] <= SUPPLIED for x in suppliers) else 2)


def worth(ground: Ground, target: int, mass: float, count: int, state: int = 0, die: int = 0) -> float:
    """What an attack with some strength in some units is worth, gone in or not; the better of both."""
    key = (target, round(mass), count, state, die)
    found = ground.promised.get(key)
    if found is None:
        h = held(ground, target, state)
        found = max(_worth(ground, target, h, mass, die, 0), _worth(ground, target, h, mass, die, count))
        found = h.empty * ground.take(target) + (1.0 - h.empty) * found if h.empty else found
        ground.promised[key] = found
    return found


def _worth(ground: Ground, target: int, h: Held, mass: float, die: int, pressed: int) -> float:
    c, p, w = ground.c, ground.p, ground.w
    under_fire = c.weather_rows[p.weather].fire + (p.pressed_under_fire(pressed).value if pressed else 0)
    shots = volley(c, h.fire, under_fire).steps if h.fire else NO_FIRE
    prices = ground.take(target), ground.kill, w.engage, w.loss
    return _mean(c, shots, mass, h.defence, h.shift, h.steps, h.die + die + ground.pressed_die(pressed), pressed > 0, prices)


@lru_cache(maxsize=1 << 16)
def _mean(
    c: AnyComponents,
    shots: tuple[tuple[int, float], ...],
    mass: float,
    defence: int,
    shift: int,
    steps: int,
    die: int,
    doubled: bool,
    prices: tuple[float, float, float, float],
) -> float:
    """The sum over fire and dice: of nothing but its arguments, and asked for again whenever somebody else has moved."""
    take, kill, engage, loss = prices
    value = 0.0
    for lost, chance in shots:
        column = c.assault.clamp(c.assault.column(int(mass - STEP_OF_MASS * lost) - defence) + shift)
        found = toll(c, column, die, doubled)
        gain = take * (found.taken + engage * found.engaged)
        gain += kill * (min(steps, found.killed) + steps * found.wiped)
        value += chance * (gain - loss * (found.lost + lost))
    return value


def of_units(ground: Ground, target: int, units: Sequence[int], state: int = 0, die: int = 0) -> float:
    """The same for units by name."""
    return worth(ground, target, sum(strength(ground, u) for u in units), len(units), state, die)


def strength(ground: Ground, u: int) -> int:
    """What a unit attacks with, once it has left its trenches if it may."""
    p = ground.p
    leaves = ground.presses and p.status[u] & ENTRENCHED and not p.status[u] & (FLIPPED | MOVED | DISORDERED)
    return max(ground.c.front[u].primary, p.numbers(u).primary) if leaves else p.numbers(u).primary
