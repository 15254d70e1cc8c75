"""What the ground is worth: the pull of objectives, the strength the enemy can bring up, and how well a hex holds."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache

from ....core import survey
from ....core.charts import total
from ....core.fields import added, how_far
from ..artillery import in_contact, ready, support_value
from ..components import ENEMY, FRENCH, GERMAN, Components, odds_column
from ..position import NEUTRALISED, Position
from .chances import Sides, bet, fort_bet
from .weights import Weights

NO_PRIZE = 2.0  # what a hex draws with that scores nothing, where a plan looks to it
VERDUN = 10.0  # what the city counts beside the points of the objectives (13f)
FRONT = 9  # what can be expected to attack from one hex
FOOT_STEPS = 3
FAR = 20  # movement points beyond which nobody counts


@lru_cache(maxsize=8)
def prizes(c: Components, battle: str) -> dict[int, float]:
    """Every hex that scores, with its points."""
    return {o.cell: float(o.points) for o in c.objectives[battle]} | dict.fromkeys(c.verdun[battle], VERDUN)


@lru_cache(maxsize=8)
def cover(c: Components) -> list[int]:
    """The column shift of each hex's ground for its attacker (7.3e)."""
    return survey.cover(c.combat_lines)


@lru_cache(maxsize=8)
def dugouts(c: Components) -> list[int]:
    """The column shift of each hex's ground for a barrage (BT-f, BT-i, BT-j)."""
    return [-total((*c.cover_lines[x], *c.work_lines[x])) for x in range(c.board.size)]


def pull(c: Components, battle: str, cells: tuple[int, ...], fade: float) -> list[float]:
    """How near each hex is to some of the prizes: their points, fading with distance."""
    worth = prizes(c, battle)
    return survey.pull(c.board, tuple((cell, worth.get(cell, NO_PRIZE)) for cell in cells), fade)


def open_prizes(p: Position) -> tuple[int, ...]:
    """What the Germans have not got yet."""
    return tuple(x for x in prizes(p.c, p.battle) if p.control[x] == FRENCH or p.fortress_stands(x))


def pressure(p: Position, side: int, w: Weights) -> list[float]:
    """The strength a side could bring against each hex in its next turn."""
    foot, place, values, steps = p.c.foot, p.place, p.c.values, p.steps
    return survey.pressure(p.c.board, [(place[u], values[u][steps[u]]) for u in p.units_of(side) if foot[u]], w.felt)


class Ground:
    """The map as one side sees it now. It lives for one decision: no position outlasts it."""

    def __init__(self, p: Position, side: int, weights: Weights, focus: tuple[int, ...] = ()) -> None:
        self.p, self.c, self.side, self.w = p, p.c, side, weights
        self.prize = prizes(p.c, p.battle)
        self.cover = cover(p.c)
        self.open = open_prizes(p)
        self.focus = focus
        self.left = max(0, p.b.turns - p.turn + (1 if side == GERMAN else 0)) / p.b.turns
        self.grip = weights.ground * (self.left + weights.late)
        self._holds: dict[tuple[int, int, int], float] = {}
        self._empty: tuple[dict[int, float], dict[int, float]] = ({}, {})
        self._batteries: dict[int, list[int]] = {}

    @cached_property
    def pull(self) -> list[float]:
        """How near each hex is to what the Germans still want, more so to what the plan looks to."""
        found = pull(self.c, self.p.battle, self.open, self.w.fade)
        if self.focus:
            found = added(found, pull(self.c, self.p.battle, self.focus, self.w.fade), self.w.focus)
        return found

    @cached_property
    def threat(self) -> list[float]:
        """What the enemy could bring."""
        return pressure(self.p, ENEMY[self.side], self.w)

    @cached_property
    def come(self) -> bytes:
        """The movement points that enemy infantry is away from each hex, were nobody in its way."""
        p, c = self.p, self.c
        places = {p.place[u] for u in p.units_of(ENEMY[self.side]) if c.foot[u]}
        return how_far(c.ways["infantry"], places, FAR, p.b.closed)

    @cached_property
    def under_fire(self) -> list[int]:
        """How many enemy guns reach each hex."""
        p, c = self.p, self.c
        found = [0] * c.board.size
        for g in c.guns[ENEMY[self.side]]:
            if p.on_map(g):
                for cell in c.board.within(p.place[g], c.range[g]):
                    found[cell] += 1
        return found

    def worth(self, cell: int) -> float:
        """What changes hands with a hex: its own points, and what it is near to."""
        return self.prize.get(cell, 0.0) * self.w.points + self.grip * self.pull[cell]

    def stake(self, cell: int) -> float:
        """What a side can still lose in a hex; of what the enemy has already, points that he can be kept from using."""
        if self.p.control[cell] == self.side:
            return self.worth(cell)
        return self.prize.get(cell, 0.0) * self.w.points * self.w.deny

    # ---------------------------------------------------------------- how well a hex holds

    def hold(self, cell: int, strength: int, steps: int) -> float:
        """What the enemy's next turn will cost in a hex that is held, never above zero: its ground, and the steps killed."""
        key = (cell, strength, steps)
        found = self._holds.get(key)
        if found is None:
            found = self._holds[key] = self._hold(cell, strength, steps)
        return found

    def _hold(self, cell: int, strength: int, steps: int) -> float:
        threat = self.threat[cell]
        if threat <= 0:
            return 0.0
        w, p, c = self.w, self.p, self.c
        doors = self.doors(cell)
        come = min(threat * w.expect, doors * FRONT) + w.expect_guns
        if not doors or come < 1:
            return 0.0
        works = self.side == FRENCH and p.fortress_stands(cell)
        own = c.fortresses[c.fortress_at[cell]].points if works else 0
        against = strength + own + w.expect_support
        column = odds_column(int(come), int(against)) + self.cover[cell] - p.bunkers[cell]
        units = max(1, min(doors, int(come / 6)))
        sides = Sides(units, FOOT_STEPS * units, max(1, (steps + 1) // 3), max(1, steps))
        kill, prize, die = w.spare * strength / max(1, steps) / 2, self.stake(cell), round(w.expect_die)
        if self.side == FRENCH and cell in c.fortress_at:
            return -max(0.0, fort_bet(c, w, column, die, sides, kill, prize, works))
        return -max(0.0, bet(c, w, column, die, sides, kill, prize))

    def doors(self, cell: int) -> int:
        """Hexes from which the enemy could attack."""
        p = self.p
        mine, barred = p.c.bit[self.side], p.b.closed
        return sum(1 for near in self.c.zone_cells[cell] if p.present[near] != mine and not barred[near])

    def empty(self, cell: int, screened: bool) -> float:
        """What it costs to leave a hex empty: the enemy walks in, less easily where a zone of control stops him."""
        known = self._empty[screened]
        found = known.get(cell)
        if found is None:
            found = known[cell] = self._left_empty(cell, screened)
        return found

    def _left_empty(self, cell: int, screened: bool) -> float:
        threat = self.threat[cell]
        if threat <= 0:
            return 0.0
        w = self.w
        come = min(1.0, threat / 12)
        works = self.side == FRENCH and self.p.fortress_stands(cell)
        chance = w.screened if screened else w.open
        return -self.stake(cell) * chance * come * (w.lone_works if works else 1.0)

    # ---------------------------------------------------------------- guns

    @cached_property
    def batteries(self) -> list[int]:
        """Own guns and bombers that could support an attack now (8.2, 8.4), the strongest of each kind first."""
        p, c, side = self.p, self.c, self.side
        found = [g for g in (*c.guns[side], *c.army_fire[side]) if not c.railway[g] and ready(p, g) and not in_contact(p, g)]
        return sorted(found, key=lambda g: (c.bomber[g], c.size[g] == "corps", -c.bombard[g], g))

    def batteries_on(self, cell: int) -> list[int]:
        """Those of them that reach a hex."""
        found = self._batteries.get(cell)
        if found is None:
            gun, reach, place, far = self.c.gun, self.c.range, self.p.place, self.c.board.distances(cell)
            found = [g for g in self.batteries if not gun[g] or far[place[g]] <= reach[g]]
            self._batteries[cell] = found
        return found

    @cached_property
    def their_guns(self) -> list[tuple[int, int]]:
        """Enemy guns that could support a defence now (8.2d, 8.4), with what they add."""
        p = self.p
        guns = [g for g in self.c.guns[ENEMY[self.side]] if p.on_map(g) and ready(p, g) and not in_contact(p, g)]
        return [(g, support_value(p, g, attack=False)) for g in guns]


def defence(p: Position, cell: int, side: int) -> int:
    """The strength that defends a hex against a side, its fortress included, without support (7.2a, 7.3k)."""
    strength = sum(p.value(u) for u in p.stacks[cell])
    if side == GERMAN and p.fortress_stands(cell):
        strength += p.c.fortresses[p.c.fortress_at[cell]].points
    return strength


def stack_worth(p: Position, w: Weights, units: Sequence[int]) -> float:
    """What a step of some units is worth to their enemy: regiments' steps are two points each, guns and HQs count apart."""
    c = p.c
    if not units:
        return 0.0
    worth = sum(w.kill_gun if c.gun[u] else w.kill_hq if c.hq[u] else w.kill * p.value(u) / 2 for u in units)
    return worth / sum(p.steps[u] for u in units)


def shaken(p: Position, units: tuple[int, ...]) -> bool:
    return any(p.status[u] & NEUTRALISED for u in units)
