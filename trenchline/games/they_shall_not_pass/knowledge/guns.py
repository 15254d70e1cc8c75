"""Bombardment: which guns fire at what, by what each barrage adds to the attack it prepares, or takes from the enemy's."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache

from ....core.charts import total
from ....core.marching import Shoot
from ..bombardment import CHECKS
from ..components import FRENCH, GERMAN, Components
from ..guns import affected, cells_in_range, in_range, may_combine, ready_guns, targets
from ..morale import morale, passing
from ..position import DEMORALIZED, Position
from ..strength import combat_strength, gun_strength
from .attacks import Attack, Target, draw_up, marching_reaches, shaken_worth
from .ground import Ground

FAILS = [1.0 - passing(most) for most in range(13)]  # the chance to fail a check by modified morale


@lru_cache(maxsize=8)
def barrage_effects(c: Components) -> list[tuple[list[tuple[float, int]], float]]:
    """For each column the checks it may bring, with chance and addition, and the chance of a loss (7.11)."""
    found = []
    for column in range(len(c.barrage.columns)):
        struck = [o for o in c.barrage.outcomes(column) if o.result != "-"]
        checks = [(o.probability, CHECKS.get(o.result, 2)) for o in struck]
        found.append((checks, sum(o.probability for o in struck if o.result == "X")))
    return found


def fire_plan(ground: Ground) -> list[Shoot]:
    """The barrages of a phase, the most useful first; each gun fires once, the Heavy Artillery three times (7.0, 14.32)."""
    p, c, side = ground.p, ground.c, ground.side
    shots = {g: p.shots if g == c.heavy else 1 for g in ready_guns(p, side)}
    attacks = {attack.target: attack for attack in draw_up(ground, marching_reaches(p, side))}
    aims = [Aim(ground, cell, attacks.get(cell), shots) for cell in targets(p, side)]
    found = []
    while any(shots.values()):
        best: tuple[float, Aim, tuple[int, ...]] | None = None
        for aim in aims:
            gain, guns = aim.best(shots)
            if guns and gain > ground.w.fire_from and (best is None or gain > best[0]):
                best = gain, aim, guns
        if best is None:
            break
        _, aim, guns = best
        aims.remove(aim)
        for g in guns:
            shots[g] -= 1
        why = f"before the attack on {p.label(aim.cell)}" if aim.attack else f"to shake the troops in {p.label(aim.cell)}"
        found.append(Shoot(aim.cell, guns, why))
    return found


class Aim:
    """A hex that may be barraged, with what each column of the table does to it."""

    def __init__(self, ground: Ground, cell: int, attack: Attack | None, guns: Iterable[int]) -> None:
        self.ground, self.cell, self.attack = ground, cell, attack
        p, c = ground.p, ground.c
        shift = total(c.barrage_lines[cell])
        if ground.side == GERMAN:
            shift += (1 if p.good_weather else 0) + (1 if p.turn == 1 else 0)
        self.shift = shift
        self.units = affected(p, cell, ground.side)
        self.strengths = [combat_strength(p, u) if c.foot[u] else c.attack[u] for u in self.units]
        self._worths: dict[int, float] = {}
        near = [g for g in guns if in_range(p, g, cell)]
        self.guns = sorted(near, key=lambda g: (c.size[g] == "corps", -gun_strength(p, g), g))
        self._pool: list[int] | None = None  # the guns with which the best was found
        self._best: tuple[float, tuple[int, ...]] = 0.0, ()

    def worth(self, column: int) -> float:
        found = self._worths.get(column)
        if found is None:
            found = self._worths[column] = self._worth(column)
        return found

    def _worth(self, column: int) -> float:
        """What a shot in a column brings: troops shaken, steps lost, an attack made easier."""
        ground, p, c = self.ground, self.ground.p, self.ground.c
        w = ground.w
        checks, lost = barrage_effects(c)[column]
        shaken = 0.0
        for u, strength in zip(self.units, self.strengths, strict=True):
            steady = morale(p, u)
            fails = sum(chance * FAILS[min(max(steady - add, 1), 12)] for chance, add in checks)
            if p.status[u] & DEMORALIZED:
                lost += fails
            else:
                shaken += fails * strength
        whole = sum(self.strengths) or 1
        worth = lost * w.kill + shaken * w.harass
        if self.attack is not None:
            share = min(0.5, shaken / whole / 2)
            worth += max(0.0, shaken_worth(ground, self.target, self.attack, share) - self.unshaken)
        return worth

    @cached_property
    def target(self) -> Target:
        return Target(self.ground, self.cell)

    @cached_property
    def unshaken(self) -> float:
        """What the attack it prepares is worth without it."""
        assert self.attack is not None
        return shaken_worth(self.ground, self.target, self.attack, 0.0)

    def best(self, shots: Mapping[int, int]) -> tuple[float, tuple[int, ...]]:
        """The guns that gain most here, of those with shots left."""
        pool = [g for g in self.guns for _ in range(shots[g])]
        if pool != self._pool:
            self._pool, self._best = pool, self._best_of(pool)
        return self._best

    def _best_of(self, pool: list[int]) -> tuple[float, tuple[int, ...]]:
        """Army guns first, corps guns only if it beats their support of an assault."""
        p, c, w = self.ground.p, self.ground.c, self.ground.w
        strength, cost, gain = 0, 0.0, 0.0
        chosen: tuple[int, ...] = ()
        taken: tuple[int, ...] = ()
        for g in pool:
            if not may_combine(p, self.ground.side, (*taken, g)):
                continue
            taken = (*taken, g)
            strength += gun_strength(p, g)
            cost += w.corps_gun if c.size[g] == "corps" else w.army_gun
            value = self.worth(c.barrage.clamp(c.barrage.column(strength) + self.shift)) - cost
            if value > gain + 1e-9:
                gain, chosen = value, taken
        return gain, chosen


def idle_guns(p: Position, side: int) -> list[int]:
    """Army guns that have nothing left to barrage: they can still shell a road (7.2)."""
    return [g for g in ready_guns(p, side) if p.c.size[g] == "army"]


def road_to_shell(ground: Ground, gun: int) -> int | None:
    """The enemy's road hex that troops on the way to the front would most like to use (7.22)."""
    p, c, side = ground.p, ground.c, ground.side
    spared = c.closed | set(c.sources[GERMAN]) | set(c.sources[FRENCH])
    roads = c.board.edges["road"]
    cells = [
        cell
        for cell in cells_in_range(p, gun)
        if roads[cell] and p.control[cell] != side and cell not in spared and not p.shelled[cell] and ground.power[cell] <= 0
    ]
    return max(cells, key=lambda cell: (len(roads[cell]), ground.pull[cell], cell), default=None)
