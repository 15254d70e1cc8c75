"""How a side sees the board: what ground is worth, where the enemy can strike, and what it takes to hold a hex."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from ....core import survey
from ....core.board import Board
from ..artillery import ordnance
from ..components import ENEMY, FRENCH, GERMAN
from ..position import DEMORALIZED, DISRUPTED, ENTRENCHED, GUNS, OOS, RUINED, SHAKEN, Position
from ..supply import loc_cells

if TYPE_CHECKING:
    from .attacks import Target
from .clash import Means, Prices, ap_price, mean, prices, tables
from .weights import Weights
from .worth import points_lead

NEAR = 3  # hexes from the enemy within which places to stand are looked for
STACK = 12  # Strength Points that attack from one hex
FIRST_FRENCH = 11  # the step from which the French move


@lru_cache(400)
def strongest_pull(board: Board, forts: survey.Goals, late: float, others: survey.Goals, fade: float) -> list[float]:
    """The strongest pull of any fortress, which counts so much more late in the game, or of any other goal."""
    to_forts, elsewhere = survey.strongest_pull(board, forts, fade), survey.strongest_pull(board, others, fade)
    return [a * late if a * late > b else b for a, b in zip(to_forts, elsewhere, strict=True)]


def striking_power(p: Position, side: int, w: Weights) -> tuple[list[float], list[float]]:
    """Strength and Ordnance Points that a side could bring against each hex."""
    c = p.c
    fit = [u for u in p.units_of(side) if not p.status[u] & DEMORALIZED]
    strength = survey.pressure(c.board, [(p.place[u], c.sp[u]) for u in fit], w.felt)
    return strength, survey.pressure(c.board, [(p.place[u], ordnance(p, u)) for u in fit], w.felt)


class Storm(NamedTuple):
    """An attack that is to be expected: strength (0: none), guns, and what the ground does for either side."""

    come: int
    guns: int = 0
    row: str = ""
    attack: int = 0
    defend: int = 0
    fort: bool = False
    armed: bool = False
    exit: bool = False
    prize: float = 0.0
    prices: Prices = ()


class Ground:
    """The board as one side sees it at one moment."""

    def __init__(self, p: Position, side: int, weights: Weights, focus: Sequence[int] = ()) -> None:
        self.p, self.c, self.side, self.w = p, p.c, side, weights
        self.enemy = ENEMY[side]
        self.t = tables(p.c)
        passed = p.turn / len(p.c.turns)
        lead = points_lead(p)
        ease = 1.0 / (1.0 + passed * abs(lead) / weights.ease)  # who is far ahead, or far behind, minds a point less
        self.ap = tuple(round(50 * ap_price(weights, stock) * ease) / 50 for stock in p.ap)  # coarse, so that prices recur
        # A fortress decides the match if the Germans are ahead in points; if they are not it only gives it another name.
        chance = 1.0 / (1.0 + math.exp(-lead / weights.sure))
        self.late = round((1.0 + weights.late * passed * passed) * (0.4 + 1.2 * chance), 1)
        self.german_forts = sum(1 for fort in p.c.forts if p.control[fort.cell] == GERMAN)
        # What a unit, its order and the ground are good for fades with the turns to come; after the last one it is nothing.
        self.ahead = 0.0 if p.turn == len(p.c.turns) and p.step >= FIRST_FRENCH else 1.0
        self.rest = self.ahead * min(1.0, weights.lasting * (1.0 + 1.0 / len(p.c.turns) - passed))
        self.shake = weights.shake * self.ahead
        self.focus = tuple(focus)
        self._kept: dict[tuple[int, int, int, int, int, int], float] = {}
        self._worths: dict[int, float] = {}
        self._attackers: dict[int, Prices] = {}
        self.attacking: dict[tuple[int, ...], Prices] = {}
        self._unit_prices: dict[int, float] = {}
        self._losses: dict[int, tuple[int, float]] = {}
        self._storms: dict[int, Storm] = {}
        self.targets: dict[int, Target] = {}
        turns = p.c.turns
        enemy_turn = p.turn + (1 if (side == FRENCH) == (p.step >= FIRST_FRENCH) else 0)
        self.turn_shift = turns[min(enemy_turn, len(turns)) - 1].shift[self.enemy]
        self.own_shift = turns[p.turn - 1].shift[side]

    # ---------------------------------------------------------------- what ground is worth

    def fort_prize(self, cell: int) -> float:
        """What the control of a fortress is worth: the Germans need one at the end (12.0c), more are insurance.

        The Germans hold on to the one that is safest as if it were the only one.
        """
        w, held, p = self.w, self.german_forts, self.p
        if p.bust:
            return 0.0
        after = held if p.control[cell] == GERMAN else held + 1
        if self.side == GERMAN and p.control[cell] == GERMAN and held > 1:
            after = self.refuges.index(cell) + 1
        return self.late * (w.fort if after <= 1 else w.second_fort if after == 2 else w.more_forts)

    @cached_property
    def refuges(self) -> list[int]:
        """The German fortresses, the safest first."""
        own, enemy = striking_power(self.p, GERMAN, self.w)[0], striking_power(self.p, FRENCH, self.w)[0]
        cells = [fort.cell for fort in self.c.forts if self.p.control[fort.cell] == GERMAN]
        return sorted(cells, key=lambda x: (enemy[x] - own[x], x))

    def city_prize(self, cell: int) -> float:
        """What a hex of Verdun is worth: the last one that the French hold is the campaign (12.0b)."""
        others = any(self.p.holds(x, FRENCH) for x in self.c.verdun if x != cell)
        stake = 3.0 if self.p.bust else 1.0
        return stake * self.w.verdun * (1.0 if others else self.w.last_city)

    @cached_property
    def pull(self) -> list[float]:
        """How strongly each hex is drawn to what counts."""
        p, c, w = self.p, self.c, self.w
        late = self.late
        forts = [
            (fort.cell, self.fort_prize(fort.cell) / late)
            for fort in c.forts
            if (p.control[fort.cell] == GERMAN) != (self.side == GERMAN) or self.side == FRENCH
        ]
        others = [(cell, self.city_prize(cell)) for cell in c.verdun] + [(cell, w.focus * w.fort) for cell in self.focus]
        return strongest_pull(c.board, tuple(forts), late, tuple(others), w.fade)

    def worth(self, cell: int) -> float:
        """What is won or lost with a hex."""
        found = self._worths.get(cell)
        if found is None:
            found = self.w.ground * self.pull[cell] * self.ahead
            if cell in self.c.fort_at:
                found += self.fort_prize(cell)
            if self.c.city[cell]:
                found += self.city_prize(cell)
            self._worths[cell] = found
        return found

    @cached_property
    def free(self) -> frozenset[int]:
        """The fortresses and parts of Verdun that are the enemy's and that nobody holds."""
        p = self.p
        return frozenset(x for x in (*self.c.fort_at, *self.c.verdun) if p.control[x] != self.side and not p.present[x])

    # ---------------------------------------------------------------- what the enemy can do

    @cached_property
    def _danger(self) -> tuple[list[float], list[float]]:
        return striking_power(self.p, self.enemy, self.w)

    @cached_property
    def threat(self) -> list[float]:
        """Strength Points that the enemy could bring against each hex."""
        return self._danger[0]

    @cached_property
    def shells(self) -> list[float]:
        """His Ordnance Points."""
        return self._danger[1]

    @cached_property
    def lines(self) -> tuple[bytearray, bytearray]:
        """Where each side has a line of communication."""
        return loc_cells(self.p, GERMAN), loc_cells(self.p, FRENCH)

    @property
    def line(self) -> bytearray:
        return self.lines[self.side]

    @cached_property
    def felt(self) -> bytes:
        return self.p.zones_felt(self.side)

    @cached_property
    def front(self) -> bytearray:
        """1 for each hex near the enemy."""
        found = bytearray(self.c.board.size)
        for place in {self.p.place[u] for u in self.p.units_of(self.enemy)}:
            for cell in self.c.board.within(place, NEAR):
                found[cell] = 1
        return found

    @cached_property
    def wanted(self) -> list[int]:
        """The hexes that somebody far from the enemy could make for."""
        present, enemy, threat = self.p.present, self.c.bit[self.enemy], self.threat
        return [x for x in range(self.c.board.size) if present[x] != enemy and (threat[x] > 1 or x in self.free)]

    # ---------------------------------------------------------------- prices

    def unit_price(self, u: int) -> float:
        """What the loss of a unit costs: points, and what it was good for."""
        found = self._unit_prices.get(u)
        if found is None:
            found = self._unit_prices[u] = self._unit_price(u)
        return found

    def _order_to_go(self, u: int) -> tuple[int, float]:
        """The strongest are lost first (9.2b), at a price."""
        found = self._losses.get(u)
        if found is None:
            found = self._losses[u] = -self.c.sp[u], round(self.unit_price(u), 2)
        return found

    def _unit_price(self, u: int) -> float:
        w, c, p = self.w, self.c, self.p
        price = w.kill + w.unit * c.sp[u] * self.rest
        if c.gun[u]:
            price += w.gun * c.hap[u][p.steps[u]] * self.rest
        elif not c.sp[u]:
            price += w.special * self.rest
        if p.status[u] & DEMORALIZED:
            price += w.kill  # for good (9.7e)
        return price

    def shake_price(self, u: int, levels: int) -> float:
        """What it costs to be disordered further."""
        state = self.p.status[u]
        now = 2 if state & DEMORALIZED else 1 if state & DISRUPTED else 0
        scale = (0.0, 1.0, 2.5)
        return self.shake * (scale[min(2, now + levels)] - scale[now])

    def means(self, units: Sequence[int], side: int, attacking: bool, exits: bool, prize: float) -> Means:
        """With what a side would absorb loss points in a combat."""
        p, c, w = self.p, self.c, self.w
        dug = steps = 0
        states = shaken = pay = 0
        line, status, place, size = self.lines[side], p.status, p.place, c.board.size
        for u in units:
            state = status[u]
            states |= state
            if state & SHAKEN:
                shaken += 1
            if state & ENTRENCHED:
                dug += 1
            if c.gun[u] and p.steps[u] == 2:
                steps += 1
            pay |= line[place[u]] if place[u] < size else 1
        found = sorted([self._order_to_go(u) for u in units])
        kills = (found[0][1], *sorted(price for _, price in found[1:])) if found else ()
        flee: tuple[float, ...] = ()
        if exits and not states & DEMORALIZED:
            one = self.shake * (len(units) + 0.5 * shaken)  # the second level is the dearer one
            more = self.shake * (2.5 * len(units) - shaken)
            if attacking:
                flee = (round(more, 2),)
            else:
                flee = (round(one, 2), round(more + w.fall_back, 2), round(more + 2 * w.fall_back, 2))
        pay = min(2, max(0, p.ap[side] - 1)) if pay else 0
        flip = w.flip * dug if dug and not attacking else -1.0
        return Means(len(units) == 1, pay, self.ap[side], flip, steps, w.step, kills, flee, round(2 * prize) / 2)

    # ---------------------------------------------------------------- holding

    def row(self, cell: int, covered: bool) -> str:
        c = self.c
        if covered:
            return "fortress"
        if c.city[cell]:
            return "verdun"
        if c.village[cell]:
            return "village"
        return "woods" if c.woods[cell] else "high_ground" if c.high[cell] else "clear"

    def hold(self, cell: int, sp: int, op: int, count: int, dug: bool, order: int = 0) -> float:
        """What the enemy's best attack on a hex is expected to cost, held by so much; never above 0."""
        key = (cell, sp, op, count, int(dug), order)
        found = self._kept.get(key)
        if found is None:
            found = self._kept[key] = self._hold(*key)
        return found

    def _hold(self, cell: int, sp: int, op: int, count: int, dug: int, order: int) -> float:
        storm = self._storms.get(cell)
        if storm is None:
            storm = self._storms[cell] = self._storm(cell)
        if not storm.come:
            return 0.0
        w, t = self.w, self.t
        row, attack, defend = storm.row, storm.attack, storm.defend - order
        if dug and storm.fort:
            row, attack = "fortress", attack - 2
            if self.side == FRENCH:
                defend += 1
                op += 2 if storm.armed else 0
        attack += t.guns(row, storm.guns, op, False)
        defend += t.guns(row, op, storm.guns, bool(dug))
        kill = round(w.kill + w.unit * self.rest * sp / max(1, count), 2)
        shake = self.shake * count
        flee: tuple[float, ...] = ()
        if order < 2 and storm.exit:
            flee = (round(shake, 2), round(2.5 * shake, 2), round(2.5 * shake + w.fall_back, 2))
        flip = w.flip * count if dug else -1.0
        mine = Means(count == 1, 2, self.ap[self.side], flip, 0, 0.0, (kill,) * count, flee, storm.prize)
        lost = mean(t.losses(storm.come, self.turn_shift, attack), prices(mine))
        taken = mean(t.losses(sp, 0, defend), storm.prices)
        return -max(0.0, lost - taken - self.shake * 0.5 * (storm.come / 6))

    def _storm(self, cell: int) -> Storm:
        """The attack that a hex must expect, and the ground it goes over."""
        c, p, w = self.c, self.p, self.w
        doors = [near for near in c.open_sides[cell] if not p.holds(near, self.side)]
        come = int(min(self.threat[cell] * w.expect, len(doors) * STACK))
        if come < 2 or not self.ahead:
            return Storm(0)
        attack = -int(c.woods[cell] and not any(c.woods[x] for x in doors))
        attack -= int(c.high[cell] and not any(c.high[x] for x in doors))
        defend = 2 if c.city[cell] else 1 if c.village[cell] else 0
        if all(c.board.joined("bridge", x, cell) for x in doors):
            defend += 2
        fort = c.fort_at.get(cell)
        theirs = self._attackers.get(come)
        if theirs is None:
            theirs = self._attackers[come] = prices(usual_attackers(self, come))
        return Storm(
            come,
            int(min(self.shells[cell] * w.expect, come * 1.5)),
            self.row(cell, False),
            attack,
            defend,
            fort is not None and p.forts[fort] != RUINED,
            fort is not None and p.forts[fort] == GUNS,
            self.exit(cell),
            round(2 * self.worth(cell)) / 2,
            theirs,
        )

    def exit(self, cell: int) -> bool:
        """Whether there is a hex to retreat to: no enemy, no enemy zone, no river (9.4)."""
        p = self.p
        return any(not p.holds(near, self.enemy) and not self.felt[near] for near in self.c.open_sides[cell])

    def bare(self, cell: int, screened: bool) -> float:
        """What is expected to be lost with a hex that nobody holds."""
        come = self.threat[cell] * self.w.expect
        if come < 2 or not self.ahead:
            return 0.0
        return -self.worth(cell) * (self.w.screened if screened else self.w.open) * min(1.0, come / 6)


def usual_attackers(ground: Ground, sp: int) -> Means:
    """Attackers of whom only the strength is known."""
    w = ground.w
    count = max(1, min(6, round(sp / 5.5)))
    kill = round(w.kill + w.unit * 5.5 * ground.rest, 2)
    flee = (round(ground.shake * 2.5 * count, 2),)
    return Means(count == 1, 2, ground.ap[ground.enemy], -1.0, 0, 0.0, (kill,) * count, flee, 0.0)


def order_of(p: Position, units: Iterable[int]) -> int:
    """How a stack's disorder counts against its own roll in defence: 0, 1 or 2 (9.6a, 9.7a)."""
    states = 0
    for u in units:
        states |= p.status[u]
    return 2 if states & DEMORALIZED else 1 if states & DISRUPTED else 0


def can_recover(p: Position, u: int, cell: int) -> bool:
    """Whether a unit could recover in a hex: supplied and outside enemy zones (9.6f)."""
    side = p.c.side[u]
    return bool(p.status[u] & SHAKEN) and not p.status[u] & OOS and not p.in_zone(cell, side)
