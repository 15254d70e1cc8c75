"""Where an attack pays: who can be brought against which hex, with which guns, and the exact expectation of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from ....core.marching import PlannedAttack, in_turn
from ..artillery import belongs, in_contact, ready, support_value
from ..combat import attackers_of, defended, fresh, targets
from ..components import ENEMY, FRENCH, GERMAN, odds_column
from ..odds import is_concentric
from ..position import NEUTRALISED, Position
from .chances import COSTLY, CUT_OFF, FREE, Sides, bet, fort_bet
from .ground import Ground, defence, shaken, stack_worth
from .weights import Weights

CORPS_GUNS = 2  # that an attack still being planned may count on
DIVISIONS = 3  # that are tried alone, the strongest in reach
IN_VAIN = 2  # units that add nothing before no more are tried


class Attack(PlannedAttack):
    """An attack worth making, with the guns that support it."""

    guns: tuple[int, ...] = ()
    shaken_worth: float = 0.0  # what it would promise against neutralised defenders


class Spot(NamedTuple):
    """A hex to attack from: its direction, the shifts of slope and river, what a stream does to the die (7.3e, 7.3f)."""

    direction: int
    slope: int
    river: int
    stream: int


class Target:
    """A hex that can be attacked, seen once."""

    def __init__(self, ground: Ground, cell: int) -> None:
        p, c, side, w = ground.p, ground.c, ground.side, ground.w
        self.cell = cell
        self.units = units = p.stacks[cell]
        self.defence = defence(p, cell, side)
        self.steps = sum(p.steps[u] for u in units)
        self.kill = stack_worth(p, w, units)
        self.fort = side == GERMAN and cell in c.fortress_at
        self.works = self.fort and p.fortress_stands(cell)
        self.shift = ground.cover[cell] - p.bunkers[cell] + (1 if p.turn == 1 and side == GERMAN else 0)
        self.prize = ground.worth(cell) if p.control[cell] != side or self.works else ground.grip * ground.pull[cell]
        if units and intruder(p, cell, side):
            self.prize += w.intruder
        self.shaken = shaken(p, units)
        self.die = (2 if self.shaken else 0) - (2 if any(c.stoss[u] for u in units) else 0)
        if not all(p.in_command(u) for u in units):
            self.die += 1
        self.support = expected_support(p, w, cell, units, self.works) if units or self.works else 0.0
        self.trap = trapped(p, ENEMY[side], cell) if units else FREE
        barred = p.barred(side)
        board = c.board
        uphill = p.options.slope_uphill_only
        self.spots: dict[int, Spot] = {}
        for direction, near in enumerate(board.across[cell]):
            if near < 0 or barred[near]:
                continue
            steep = board.joined("slope", near, cell) and (not uphill or c.height[near] < c.height[cell])
            river, stream = board.joined("river", near, cell), board.joined("stream", near, cell)
            self.spots[near] = Spot(direction, -steep, -river, -2 * stream)


def intruder(p: Position, cell: int, side: int) -> bool:
    """Enemies with a side's own ground all around: what is left of a raid, in the way of everything; behind the Germans they
    cut the chains by which objectives count (13h)."""
    around = [x for x in p.c.board.within(cell, 2) if p.b.playable[x]]
    return 4 * sum(p.control[x] == side for x in around) >= 3 * len(around)


def expected_support(p: Position, w: Weights, cell: int, units: Sequence[int], works: bool) -> float:
    """What guns will add to a defence; the enemy cannot be everywhere."""
    side = p.c.side[units[0]] if units else FRENCH
    values = []
    for g in p.c.guns[side]:
        if not p.on_map(g) or not ready(p, g) or in_contact(p, g) or p.place[g] == cell:
            continue
        if p.c.board.distances(p.place[g])[cell] > p.c.range[g]:
            continue
        if any(belongs(p, g, u) for u in units) or (works and not units and p.c.size[g] == "corps"):
            values.append(support_value(p, g, attack=False))
    return w.their_support * sum(sorted(values, reverse=True)[:2])


def trapped(p: Position, side: int, cell: int) -> int:
    """How a stack could retreat as things stand: freely, at the price of steps, or not at all (7.6R, 3.3c)."""
    barred, zone = p.barred(side), p.zone[ENEMY[side]]
    open_cells = [n for n in p.c.board.neighbours[cell] if not barred[n]]
    if not open_cells:
        return CUT_OFF
    return FREE if any(not zone[n] or p.holds(n, side) for n in open_cells) else COSTLY


def price(
    ground: Ground, target: Target, attack: int, units: Sequence[int], cells: Iterable[int], die: int, steps: int
) -> tuple[float, float]:
    """The expectation of attacking with some points: as the defenders are, and if they were neutralised."""
    c = ground.c
    spots = [target.spots[cell] for cell in cells]
    slope, river, stream = (min(spot[i] for spot in spots) for i in (1, 2, 3))
    ring = is_concentric([spot.direction for spot in spots])
    column = odds_column(attack, int(target.defence + target.support)) + target.shift + slope + river + ring
    die += target.die + stream
    sides = Sides(len(units), steps, len(target.units), target.steps, target.trap)
    if target.fort:
        worth = fort_bet(c, ground.w, column, die, sides, target.kill, target.prize, target.works)
        if target.shaken or not target.units:
            return worth, worth
        return worth, fort_bet(c, ground.w, column, die + 2, sides, target.kill, target.prize, target.works)
    worth = bet(c, ground.w, column, die, sides, target.kill, target.prize)
    return worth, worth if target.shaken else bet(c, ground.w, column, die + 2, sides, target.kill, target.prize)


def die_of(p: Position, units: Iterable[int]) -> int:
    """The attackers' own modifiers: neutralised, out of command, Stosstruppen, divisions that do not know each other (7.3)."""
    c = p.c
    units = list(units)
    die = 0
    if any(p.status[u] & NEUTRALISED for u in units):
        die -= 2
    if not all(p.in_command(u) for u in units):
        die -= 2
    if any(c.stoss[u] for u in units):
        die += 2
    if len({c.division[u] for u in units} - {""}) > 1:
        die -= 2
    return die


def helpers(ground: Ground, cell: int, units: Sequence[int], spent: frozenset[int]) -> list[int]:
    """Guns and bombers that could support an attack on a hex by these units, the strongest first (8.2, 8.4)."""
    p, c = ground.p, ground.c
    far = c.board.distances(cell)
    divisions, corps = {c.division[u] for u in units}, {c.corps[u] for u in units}
    found = []
    for g in ground.batteries:
        if g in spent or (c.gun[g] and far[p.place[g]] > c.range[g]):
            continue
        if (
            g in p.b.apart
            or c.bomber[g]
            or ((c.division[g] in divisions) if c.size[g] == "division" else (c.corps[g] in corps))
        ):
            found.append(g)
    if any(c.gun[g] and g not in p.b.apart for g in found):
        found = [g for g in found if g not in p.b.apart]  # they act with no other corps (14.2D-e)
    return found


# ---------------------------------------------------------------------------------------------- attacks to march to

Pool = list[tuple[int, int, list[int]]]  # unit, value, the spots it can get to


class Muster:
    """Everybody who can still be sent somewhere, and the room in each hex."""

    def __init__(self, ground: Ground, reaches: Mapping[int, Iterable[int]], second: bool) -> None:
        self.ground, self.second = ground, second
        self.reaches = {u: frozenset(cells) for u, cells in reaches.items()}
        self.free = set(self.reaches)
        self.spent: frozenset[int] = frozenset()
        self.room: dict[int, int] = {}
        p = ground.p
        for u in p.units_of(ground.side):
            if u not in self.free:
                self.room[p.place[u]] = self.room.get(p.place[u], ground.c.stack_limit) - p.steps[u]

    def pool(self, target: Target) -> Pool:
        p = self.ground.p
        spots = target.spots.keys()
        found: Pool = []
        for u in self.free:
            here = p.place[u]
            cells = [here] if here in spots and here in self.reaches[u] else list(spots & self.reaches[u])
            if cells:
                found.append((u, p.value(u), cells))
        return found

    def best(self, target: Target) -> Attack | None:
        """The best attack on a hex: by one division with the corps troops, or by several together (7.6a-a)."""
        pool = self.pool(target)
        if not pool:
            return None
        c = self.ground.c
        strength: dict[str, int] = {}
        for u, value, _ in pool:
            strength[c.division[u]] = strength.get(c.division[u], 0) + value
        divisions = sorted((x for x in strength if x), key=lambda x: (-strength[x], x))
        groups = [[x for x in pool if c.division[x[0]] in (d, "")] for d in divisions[:DIVISIONS]]
        if len(divisions) != 1:
            groups.append(pool)
        best: Attack | None = None
        for group in groups:
            attack = self.assemble(target, group)
            if attack is not None and (best is None or attack.worth > best.worth):
                best = attack
        return best

    def assemble(self, target: Target, pool: Pool) -> Attack | None:
        """Send one after another, storm troops and the strong first; keep the number that promises most."""
        ground = self.ground
        p, c, w = ground.p, ground.c, ground.w
        pool.sort(key=lambda x: (not c.stoss[x[0]], -x[1], x[0]))
        left = {cell: self.room.get(cell, c.stack_limit) for cell in target.spots}
        places: dict[int, int] = {}
        points = steps = 0
        best: Attack | None = None
        guns: tuple[int, ...] = ()
        fire = 0
        seen: set[tuple[str, str]] = set()
        used: set[int] = set()  # directions: from two opposite ones the attack is concentric (7.7)
        for u, value, cells in pool:
            open_cells = [x for x in cells if left[x] >= p.steps[u]]
            if not open_cells:
                continue
            here = p.place[u]
            cell = max(
                open_cells, key=lambda x: (x == here, (target.spots[x][0] + 3) % 6 in used, *target.spots[x][1:], left[x], x)
            )
            used.add(target.spots[cell][0])
            left[cell] -= p.steps[u]
            places[u] = cell
            points += value
            steps += p.steps[u]
            kind = (c.corps[u], c.division[u])
            if kind not in seen:
                seen.add(kind)
                guns = self.guns(target.cell, list(places))
                fire = sum(support_value(p, g, attack=True) for g in guns)
            worth, against_shaken = price(
                ground, target, points + fire, list(places), set(places.values()), die_of(p, places), steps
            )
            cost = w.unit_cost * len(places)
            if best is None or worth - cost > best.worth + 0.005:
                best = Attack(target.cell, worth - cost, dict(places), guns, against_shaken - cost)
            elif len(places) > len(best.places) + IN_VAIN:
                break
        return best

    def guns(self, cell: int, units: Sequence[int]) -> tuple[int, ...]:
        """The guns an attack can count on: its divisions' own and two of the corps."""
        found, corps = [], 0
        for g in helpers(self.ground, cell, units, self.spent):
            big = self.ground.c.size[g] != "division"
            if big and corps == CORPS_GUNS:
                continue
            corps += big
            found.append(g)
        return tuple(found)

    def take(self, attack: Attack) -> None:
        self.free -= attack.places.keys()
        self.spent |= set(attack.guns)
        p, limit = self.ground.p, self.ground.c.stack_limit
        for u, cell in attack.places.items():
            self.room[cell] = self.room.get(cell, limit) - p.steps[u]


def enemy_hexes(p: Position, side: int) -> list[int]:
    """Hexes in play that hold something to attack (7.0, VV-R09)."""
    cells = dict.fromkeys(p.place[u] for u in p.units_of(ENEMY[side]))
    if side == GERMAN:
        cells |= dict.fromkeys(f.cell for f, steps in zip(p.c.fortresses, p.works, strict=True) if steps)
    return [cell for cell in cells if p.b.playable[cell]]


def draw_up(ground: Ground, reaches: Mapping[int, Iterable[int]], second: bool = False) -> list[Attack]:
    """The attacks of a turn, the most promising first."""
    p, near = ground.p, ground.c.board.neighbours
    muster = Muster(ground, reaches, second)
    within: set[int] = set()
    for cells in muster.reaches.values():
        within |= cells
    least = ground.w.attack_from
    seen = {cell: Target(ground, cell) for cell in enemy_hexes(p, ground.side) if not within.isdisjoint(near[cell])}

    def planned(cell: int) -> Attack | None:
        attack = muster.best(seen[cell])
        return attack if attack is not None and max(attack.worth, attack.shaken_worth) > least else None

    def open_still(attack: Attack) -> bool:
        return muster.free.issuperset(attack.places) and muster.spent.isdisjoint(attack.guns)

    return in_turn([attack for cell in seen if (attack := planned(cell)) is not None], open_still, planned, muster.take)


# ---------------------------------------------------------------------------------------------- in the Combat Phases


def best_attack(ground: Ground, second: bool, known: dict[int, float] | None = None) -> Attack | None:
    """The attack to make next with the units as they stand.

    What was found before is kept in `known`: as units and guns are spent attacks get worse, so only those that lead are looked
    at again.
    """
    known = {} if known is None else known
    found: dict[int, Attack | None] = {}
    waiting = targets(ground.p, ground.side, second)
    while waiting:
        cell = max(waiting, key=lambda x: (known.get(x, 99.0), -x))
        if cell in found:
            return found[cell]
        attack = found[cell] = attack_on(ground, cell, second)
        if attack is None:
            waiting.remove(cell)
        else:
            known[cell] = attack.worth
    return None


def attack_on(ground: Ground, cell: int, second: bool) -> Attack | None:
    """The best attack on a hex by those who stand next to it, with the guns that make a difference."""
    p, side = ground.p, ground.side
    if not defended(p, cell, side) or not fresh(p, cell):
        return None
    units = attackers_of(p, side, second, (cell,))
    if not units:
        return None
    target = Target(ground, cell)
    muster = Muster(ground, {u: (p.place[u],) for u in units}, second)
    muster.room = dict.fromkeys(target.spots, 99)
    attack = muster.best(target)
    return with_guns(ground, target, attack) if attack is not None else None


def with_guns(ground: Ground, target: Target, attack: Attack) -> Attack:
    """Guns are added while they are worth more than they cost: others may need them."""
    p, w = ground.p, ground.w
    units = list(attack.places)
    cells, die = set(attack.places.values()), die_of(p, units)
    steps = sum(p.steps[u] for u in units)
    points = sum(p.value(u) for u in units)
    cost = w.unit_cost * len(units)
    best, _ = price(ground, target, points, units, cells, die, steps)
    taken: list[int] = []
    trial: list[int] = []
    for g in helpers(ground, target.cell, units, frozenset()):
        trial.append(g)
        fire = sum(support_value(p, x, attack=True) for x in trial)
        worth, _ = price(ground, target, points + fire, units, cells, die, steps)
        if worth - w.gun_cost * len(trial) > best - w.gun_cost * len(taken) + 1e-9:
            best, taken = worth, trial[:]
    return Attack(target.cell, best - cost, attack.places, tuple(taken), best - cost)
