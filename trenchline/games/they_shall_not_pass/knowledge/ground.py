"""What the ground is worth: the pull of victory hexes, the strength the enemy can bring up, and how well a hex holds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache
from operator import itemgetter

from ....core import survey
from ....core.charts import odds_number
from ....core.fields import added
from ..components import ENEMY, FRENCH, GERMAN, Components
from ..hits import must_lose
from ..position import DEMORALIZED, Position
from ..strength import combat_strength, defence_strength
from ..terrain import open_sides
from .weights import Weights

TOWN, FORT, VERDUN = 0.5, 1.0, 1.0  # victory points (16.0a, 16.0b, 16.0c)
REAR = 6  # hexes around a source of supply in which an enemy hurts
Site = tuple[int, float, bool, int, int]  # a hex under threat: who may come, its prize, whether works, its fort, its shift
STACK = 14  # two regiments and a pioneer: all that can attack from one hex


@lru_cache(maxsize=8)
def prizes(c: Components) -> dict[int, float]:
    """Every hex that scores, with its points."""
    found = dict.fromkeys(c.towns, TOWN) | dict.fromkeys(c.verdun, VERDUN)
    return found | {fort.cell: FORT for fort in c.forts}


@lru_cache(maxsize=8)
def cover(c: Components) -> list[int]:
    """The column shift of each hex's terrain for its attacker, works apart from forts included (9.2)."""
    return survey.cover(c.assault_lines)


@lru_cache(maxsize=1024)
def pull(c: Components, cells: tuple[int, ...], fade: float, forts: float = 1.0) -> list[float]:
    """How near each hex is to some of the prizes: their points, those of forts so many times, fading with distance."""
    worth = prizes(c)
    # A plan may look to any hex.
    goals = [(cell, worth.get(cell, TOWN) * (forts if cell in c.fort_at else 1.0)) for cell in cells]
    return survey.pull(c.board, tuple(goals), fade)


def open_prizes(p: Position) -> tuple[int, ...]:
    """What the Germans have not got yet."""
    c = p.c
    cells = [cell for cell in (*c.towns, *c.verdun) if p.control[cell] == FRENCH]
    return (*cells, *(fort.cell for fort, steps in zip(c.forts, p.forts, strict=True) if steps))


def pressure(p: Position, side: int, w: Weights) -> list[float]:
    """The strength a side could bring against each hex in its next turn."""
    foot, status, place, shaken = p.c.foot, p.status, p.place, w.felt_shaken
    strengths = [
        (place[u], combat_strength(p, u) * shaken if status[u] & DEMORALIZED else combat_strength(p, u))
        for u in p.units_of(side)
        if foot[u]
    ]
    return survey.pressure(p.c.board, strengths, w.felt)


def outcomes(c: Components, column: int) -> list[tuple[float, int, int]]:
    """Chance, attacker's hits and defender's hits of every result in a column."""
    return _outcomes(c)[column]


@lru_cache(maxsize=8)
def columns(c: Components) -> list[int]:
    """The column of the assault table by odds number, from 1:3 on; beyond the last it is the last."""
    return [c.assault.clamp(c.assault.column(index)) for index in range(-1, c.assault.at[-1] + 1)]


@lru_cache(maxsize=8)
def rears(c: Components, side: int) -> list[float]:
    """How near each hex is to where supply comes from, as a share of the way (6.14)."""
    rows = [c.board.distances(x) for x in c.sources[side]]
    return [max(0.0, 1.0 - min(far) / REAR) for far in zip(*rows, strict=True)]


@lru_cache(maxsize=8)
def _outcomes(c: Components) -> list[list[tuple[float, int, int]]]:
    columns = range(len(c.assault.columns))
    return [[(o.probability, *c.hits[o.result]) for o in c.assault.outcomes(i)] for i in columns]


@lru_cache(maxsize=20000)
def _bet(c: Components, column: int, works: bool, steps: int, prize: float, kill: float, loss: float, back: float) -> float:
    """What a column of the assault table is expected to bring, each side taking its hits as suits it best (9.4)."""
    settled = [chance * _settle(a, d, works, steps, prize, kill, loss, back) for chance, a, d in outcomes(c, column)]
    return sum(settled)


def _settle(a: int, d: int, works: bool, steps: int, prize: float, kill: float, loss: float, back: float) -> float:
    """What one result brings the attacker: the defender pays in steps or ground, then the attacker does."""
    least = must_lose(d, works)
    ways = []
    if d < steps:
        ways.append((d * kill, False))
    if d > least or d >= steps:
        ways.append((min(least if d > least else d, steps) * kill + prize, True))
    if not d or not ways:
        ways.append((min(d, steps) * kill, False))
    gain, vacated = min(ways)
    forced = must_lose(a, works)
    if vacated:
        return max(gain - a * loss, gain - prize - forced * loss - back if a > forced else -99.0)
    return gain - min(a * loss, forced * loss + (back if a > forced else 0.0))


@lru_cache(maxsize=8)
def _troops(c: Components) -> list[Callable[[Sequence[int]], tuple[int, ...]]]:
    """By side what picks its counters out of a number for each counter."""
    return [itemgetter(*army) for army in c.army]


class Ground:
    """The map as one side sees it now; `before`, as it saw it a little earlier."""

    def __init__(
        self, p: Position, side: int, weights: Weights, focus: tuple[int, ...] = (), before: Ground | None = None
    ) -> None:
        c = p.c
        self.p, self.c, self.side, self.w = p, c, side, weights
        self.open = open_prizes(p)
        self.forts = weights.forts if p.turn >= weights.forts_from else 0.0
        self.pull = pull(c, self.open, weights.fade, self.forts)
        if focus:
            self.pull = added(self.pull, pull(c, focus, weights.fade), weights.focus)
        self.cover = cover(c)
        theirs = _troops(c)[ENEMY[side]]
        self.enemy = theirs(p.place), theirs(p.steps), theirs(p.status)
        kept = before.threat if before is not None and before.enemy == self.enemy else None
        self.threat: list[float] = pressure(p, ENEMY[side], weights) if kept is None else kept
        self.left = len(c.turns) - p.turn + 1
        self.grip = weights.ground * (1.0 + weights.haste * self.left / len(c.turns))  # ground won early is worth more
        self._bets: dict[tuple[int, bool, int, float], float] = {}
        self._holds: dict[tuple[int, int, int], float] = {}
        self._sites: dict[int, Site] = {}
        self._sites_of: list[int] = []  # the versions of the position they are true for
        self.prize, self.ways_in, self.columns = prizes(c), open_sides(c), columns(c)

    @cached_property
    def power(self) -> list[float]:
        """The strength one could bring against each hex oneself."""
        return pressure(self.p, self.side, self.w)

    def worths(self) -> list[float]:
        """`worth` of each cell as things stand."""
        found = added([0.0] * len(self.pull), self.pull, self.grip)
        for cell in self.prize:
            found[cell] = self.worth(cell)
        return found

    def worth(self, cell: int) -> float:
        """What changes hands with a hex: its own points, and what it is near to."""
        points = self.prize.get(cell, 0.0) * (self.forts if cell in self.c.fort_at else 1.0)
        if points and self.p.control[cell] == GERMAN and cell not in self.c.fort_at:
            return points + self.grip * self.pull[cell]  # a lost town, to be had back or held
        return (points if cell in self.open else 0.0) + self.grip * self.pull[cell]

    def rear(self, cell: int) -> float:
        """What an enemy is worth who stands where supply comes from: he cuts the roads of whole corps (6.14)."""
        return self.w.rear * rears(self.c, self.side)[cell]

    # ---------------------------------------------------------------- 9.0 what an assault is worth

    def bet(self, index: int, works: bool, steps: int, prize: float) -> float:
        """The exact expectation of an assault at an odds number, each side taking its hits as suits it best (9.4)."""
        c, known = self.c, self.columns
        column = known[min(max(index + 1, 0), len(known) - 1)]
        key = (column, works, steps if steps < 6 else 6, round(prize, 1))
        found = self._bets.get(key)
        if found is None:
            w = self.w
            found = self._bets[key] = _bet(c, column, works, steps, prize, w.kill, w.loss, w.fall_back)
        return found

    # ---------------------------------------------------------------- how well a hex holds

    def hold(self, cell: int, strength: int, screened: bool) -> float:
        """What the enemy's next turn will cost in a hex, never above zero: the ground it may take, the steps it may kill."""
        key = (cell, strength, screened)
        found = self._holds.get(key)
        if found is None:
            found = self._holds[key] = self._hold(cell, strength, screened)
        return found

    def empty(self, prize: float, screened: bool) -> float:
        """What is lost with a hex in which nobody stands, where the enemy can come."""
        return -prize * (self.w.screened if screened else self.w.open)

    def _hold(self, cell: int, strength: int, screened: bool) -> float:
        if self.threat[cell] <= 0:
            return 0.0
        if self._sites_of != self.p.version:
            self._sites, self._sites_of = {}, self.p.version[:]
        site = self._sites.get(cell)
        if site is None:
            site = self._sites[cell] = self._site(cell)
        come, prize, works, fort, shift = site
        if not strength:
            return self.empty(prize, screened)
        if come < 1:
            return 0.0
        strength += fort
        index = odds_number(come, strength) + shift
        if index < -1:
            return 0.0
        return -max(0.0, self.bet(index, works, 2 if strength <= 6 else 4, prize))

    def _site(self, cell: int) -> Site:
        p, c = self.p, self.c
        fort = p.fort_stands(cell)
        present, mine = p.present, c.bit[self.side]
        doors = sum([not present[near] & mine for near in self.ways_in[cell]])
        come = int(min(self.threat[cell] * self.w.expect, doors * STACK))
        works = self.side == FRENCH and (c.trench[cell] or fort)
        return come, self.worth(cell), works, 2 if fort else 0, self.cover[cell] - (2 if fort else 0)


def defence(p: Position, cell: int) -> int:
    """The strength that defends a hex, its fort included, without support (9.1)."""
    strength = sum([defence_strength(p, u) for u in p.units_in(cell)])
    return strength + (2 if p.fort_stands(cell) else 0)
