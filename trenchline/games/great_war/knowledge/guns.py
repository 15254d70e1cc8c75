"""Guns: what each square is worth shelling, which guns do it, and the answer to the enemy's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ....core.charts import total
from ..bombardment import gun_terms
from ..position import Position
from ..states import DISORDERED, DISRUPTED, SUPPRESSED
from . import prospects
from .chances import shells
from .ground import Ground

STEPS = {"ST": 1, "2ST": 2, "3ST": 3}
ENOUGH = 0.8  # share of the most that guns could do to a square with which no more join in


class Shoot(NamedTuple):
    """A bombardment that is worth its guns."""

    target: int
    guns: tuple[int, ...]
    worth: float


def bomb_values(ground: Ground, target: int) -> dict[str, float]:
    """What each result on a square is worth."""
    found = ground.shelled.get(target)
    if found is None:
        found = ground.shelled[target] = _bomb_values(ground, target)
    return found


def _bomb_values(ground: Ground, target: int) -> dict[str, float]:
    p, w = ground.p, ground.w
    units = p.others(target, ground.side) if p.c.fort[target] else p.exposed(target, ground.side)
    if not units:
        return {}
    steps = sum(p.steps[u] for u in units)
    kill = w.kill + w.kill_gun * sum(p.c.gun[u] or p.c.hq[u] for u in units) / len(units)
    found = {name: kill * min(n, steps) for name, n in STEPS.items()}
    shaken = w.shake * sum(_power(p, u) for u in units if not p.status[u] & DISORDERED)
    guns = w.shake_gun * sum(p.numbers(u).primary for u in units if p.c.gun[u] and not p.status[u] & DISORDERED)
    found["S"] = 0.5 * shaken + guns
    found["D"] = shaken + guns
    found["I"] = w.interdict
    force = strikers(ground, target)
    if force:
        at_best = max(prospects.of_units(ground, target, force), 0.0)
        found["S"] += w.prepare * max(0.0, prospects.of_units(ground, target, force, SUPPRESSED) - at_best)
        found["D"] += w.prepare * max(0.0, prospects.of_units(ground, target, force, DISRUPTED) - at_best)
        found["I"] += w.prepare * max(0.0, prospects.of_units(ground, target, force, 0, 1) - at_best)
    return found


def _power(p: Position, u: int) -> float:
    if p.c.gun[u]:
        return 0.0
    return max(p.numbers(u).primary, p.numbers(u).secondary / 2) / 10


def strikers(ground: Ground, target: int) -> list[int]:
    """Units that can be brought against a square in this turn: the strongest next to it, and some of those near it."""
    p = ground.p
    able = [u for u in ground.attackers.get(target, ()) if p.may_assault(u) and ground.may_storm(u, target)]
    able.sort(key=lambda u: (-p.numbers(u).primary, u))
    return [*able[:3], *_near(ground, target)[: round(2 * ground.w.reserve_share)]] if able else []


def _near(ground: Ground, target: int) -> list[int]:
    """Assault units two or three squares off, in nobody's zone: they can come up."""
    p, c, side = ground.p, ground.c, ground.side
    present, bit, row, zone = p.present, c.bit[side], c.board.distances(target), p.zone[ground.enemy]
    found: list[int] = []
    for x in c.board.within(target, 4):
        if present[x] & bit and row[x] > 1 and not zone[x]:
            found += [u for u in p.own(x, side) if c.assaults[u] and p.may_move(u)]
            if len(found) > 1:
                break
    return found[:2]


# ------------------------------------------------------------------------------------------------ who fires


def shoot_worth(p: Position, column: int, die: int, values: dict[str, float]) -> float:
    """What a bombardment in a column, with a modifier, brings in the mean."""
    if column < 0:
        return 0.0
    return sum([chance * values.get(result, 0.0) for result, chance in shells(p.c, column, die).items()])


def best_shoot(ground: Ground, guns: Sequence[int]) -> Shoot | None:
    """The bombardment that is worth most for each gun it takes."""
    p, w, side = ground.p, ground.w, ground.side
    best: Shoot | None = None
    reach = {g: p.gun_cover(g).to_bytes(p.c.board.size, "little") for g in guns}
    power = {g: p.numbers(g).primary for g in guns}
    dear = {g: power[g] * w.gun_cost for g in guns}
    dice: dict[tuple[int, ...], int] = {}  # what guns that fire together have, whatever they fire at
    for target in ground.foes if guns else ():
        if p.why_closed(target) is not None:
            continue
        able = [g for g in guns if reach[g][target] and p.gun_factor(g, target, False)]
        row = p.shell_row(target)
        if not able or sum([power[g] for g in able]) < p.c.least[row]:
            continue
        values = bomb_values(ground, target)
        if not values or max(values.values()) <= w.fire_from:
            continue
        able.sort(key=lambda g: (-p.c.heavy[g], -power[g], g))
        found: list[Shoot] = []
        factors, column, more = 0, -1, total(p.extra_bombardment_terms(side, target))
        for count, g in enumerate(able, 1):
            factors += power[g]
            reached = p.c.bombardment_column(row, factors)
            if reached == column:  # one gun more that makes no difference
                continue
            column, chosen = reached, tuple(able[:count])
            if chosen not in dice:
                dice[chosen] = total(gun_terms(p, side, chosen))
            worth = shoot_worth(p, column, dice[chosen] + more, values)
            found.append(Shoot(target, chosen, worth - sum([dear[x] for x in chosen])))
        most = max(one.worth for one in found)
        if most > w.fire_from and (best is None or most > best.worth):
            best = next(one for one in found if one.worth >= ENOUGH * most)  # the others have targets of their own
    return best


def air_target(ground: Ground, cells: Sequence[int]) -> int:
    """The square where bombs do most: columns 1 to 9 are about equally likely, and the square is interdicted."""
    p, c = ground.p, ground.c
    middle = [shells(c, column, 0) for column in (3, 4, 5, 6)]

    def value(x: int) -> float:
        values = bomb_values(ground, x)
        if not values:
            return 0.01 * ground.prize[x]
        return sum(chance * values.get(result, 0.0) for row in middle for result, chance in row.items()) + values.get("I", 0.0)

    return max(cells, key=lambda x: (value(x), -x)) if p is not None else cells[0]


def mine_square(ground: Ground, cells: Sequence[int]) -> int:
    """Under the dearest square that can be attacked at once."""
    p, w = ground.p, ground.w

    def value(x: int) -> float:
        force = strikers(ground, x) if ground.presses else []
        defence = sum(p.defence_number(u) for u in p.others(x, ground.side))
        worth = ground.take(x) * (1.0 if force else w.mine_idle)
        return worth + w.mine_defence * defence + w.mine_force * sum(p.numbers(u).primary for u in force)

    return max(cells, key=lambda x: (value(x), -x))
