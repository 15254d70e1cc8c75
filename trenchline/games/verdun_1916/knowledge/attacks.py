"""Where an attack pays: who can be brought against which hex, with which guns, and the exact expectation of it."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from ....core.marching import PlannedAttack, in_turn
from ..artillery import belongs, support_value
from ..combat import attackers_of, defended, fresh, targets
from ..components import ENEMY, GERMAN, Components, odds_column
from ..odds import is_concentric
from ..position import NEUTRALISED, Position
from .chances import COSTLY, CUT_OFF, FREE, Sides, bet, fort_bet
from .ground import Ground, defence, shaken, stack_worth

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
        self.steps = sum([p.steps[u] for u in units])
        self.kill = stack_worth(p, w, units)
        self.fort = side == GERMAN and cell in c.fortress_at
        self.works = self.fort and p.fortress_stands(cell)
        self.shift = ground.cover[cell] - p.bunkers[cell] + (1 if p.turn == 1 and side == GERMAN else 0)
        self.prize = ground.worth(cell) if p.control[cell] != side or self.works else ground.grip * ground.pull[cell]
        if units and intruder(p, cell, side):
            self.prize += w.intruder
        self.shaken = shaken(p, units)
        self.die = (2 if self.shaken else 0) - (2 if True in [c.stoss[u] for u in units] else 0)
        if False in [p.in_command(u) for u in units]:
            self.die += 1
        self.support = expected_support(ground, cell, units, self.works) if units or self.works else 0.0
        self.strength = int(self.defence + self.support)
        self.trap = trapped(p, ENEMY[side], cell) if units else FREE
        barred, around = p.barred(side), spots(c, cell, p.options.slope_uphill_only)
        self.spots = {near: spot for near, spot in around if not barred[near]}
        self._approaches: dict[frozenset[int], tuple[int, int]] = {}

    def approach(self, cells: frozenset[int]) -> tuple[int, int]:
        """The column shift and the die modifier of attacking from some hexes: the best for the defender counts (7.3d)."""
        found = self._approaches.get(cells)
        if found is None:
            directions, slopes, rivers, streams = zip(*[self.spots[cell] for cell in cells], strict=True)
            found = self._approaches[cells] = min(slopes) + min(rivers) + is_concentric(directions), min(streams)
        return found


@lru_cache(maxsize=1024)
def spots(c: Components, cell: int, uphill: bool) -> tuple[tuple[int, Spot], ...]:
    """The hexes from which one can be attacked; slopes may count only `uphill`."""
    board, found = c.board, []
    for direction, near in enumerate(board.across[cell]):
        if near >= 0:
            steep = board.joined("slope", near, cell) and (not uphill or c.height[near] < c.height[cell])
            river, stream = board.joined("river", near, cell), board.joined("stream", near, cell)
            found.append((near, Spot(direction, -steep, -river, -2 * stream)))
    return tuple(found)


def intruder(p: Position, cell: int, side: int) -> bool:
    """Enemies with a side's own ground all around: what is left of a raid, in the way of everything; behind the Germans they
    cut the chains by which objectives count (13h)."""
    playable, control = p.b.playable, p.control
    around = [control[x] for x in p.c.board.within(cell, 2) if playable[x]]
    return 4 * around.count(side) >= 3 * len(around)


def expected_support(ground: Ground, cell: int, units: Sequence[int], works: bool) -> float:
    """What guns will add to a defence; the enemy cannot be everywhere."""
    p, size, reach = ground.p, ground.c.size, ground.c.range
    far, place = p.c.board.distances(cell), p.place
    values = []
    for g, value in ground.their_guns:
        here = place[g]
        if far[here] > reach[g] or here == cell:
            continue
        if (works and not units and size[g] == "corps") or True in [belongs(p, g, u) for u in units]:
            values.append(value)
    return ground.w.their_support * sum(sorted(values, reverse=True)[:2])


def trapped(p: Position, side: int, cell: int) -> int:
    """How a stack could retreat as things stand: freely, at the price of steps, or not at all (7.6R, 3.3c)."""
    barred, zone = p.barred(side), p.zone[ENEMY[side]]
    open_cells = [n for n in p.c.board.neighbours[cell] if not barred[n]]
    if not open_cells:
        return CUT_OFF
    return FREE if any(not zone[n] or p.holds(n, side) for n in open_cells) else COSTLY


class Force(NamedTuple):
    """What attacks a hex: points, units, steps, their own modifier of the die, and the hexes they come from."""

    points: int
    units: int
    steps: int
    die: int
    cells: frozenset[int]


def price(ground: Ground, target: Target, force: Force, neutralised: bool = False) -> float:
    """The expectation of an attack: as the defenders are, or if they were neutralised."""
    shift, stream = target.approach(force.cells)
    column = odds_column(force.points, target.strength) + target.shift + shift
    die = force.die + target.die + stream
    if neutralised and not target.shaken and (target.units or not target.fort):
        die += 2
    sides = Sides(force.units, force.steps, len(target.units), target.steps, target.trap)
    if target.fort:
        return fort_bet(ground.c, ground.w, column, die, sides, target.kill, target.prize, target.works)
    return bet(ground.c, ground.w, column, die, sides, target.kill, target.prize)


class Band:
    """Those who attack together, joined one by one: what they bring, and what they do to the die (7.3)."""

    def __init__(self, p: Position, units: Iterable[int] = ()) -> None:
        self.p = p
        self.units: list[int] = []
        self.points = self.steps = 0
        self._shaken = self._astray = self._stoss = False
        self._divisions: set[str] = set()
        for u in units:
            self.join(u)

    def join(self, u: int) -> None:
        p, c = self.p, self.p.c
        self.units.append(u)
        self.points += p.value(u)
        self.steps += p.steps[u]
        self._shaken = self._shaken or bool(p.status[u] & NEUTRALISED)
        self._astray = self._astray or not p.in_command(u)
        self._stoss = self._stoss or c.stoss[u]
        if c.division[u]:
            self._divisions.add(c.division[u])

    def die(self) -> int:
        """Neutralised, out of command, Stosstruppen, divisions that do not know each other."""
        return 2 * (self._stoss - self._shaken - self._astray - (len(self._divisions) > 1))

    def force(self, fire: int, cells: frozenset[int]) -> Force:
        """The attack they make from some hexes, with so many points of support."""
        return Force(self.points + fire, len(self.units), self.steps, self.die(), cells)


Kinds = frozenset[tuple[str, str]]  # corps and divisions that take part


def kinds_of(c: Components, units: Iterable[int]) -> Kinds:
    return frozenset([(c.corps[u], c.division[u]) for u in units])


def helpers(ground: Ground, cell: int, kinds: Kinds, spent: frozenset[int]) -> list[int]:
    """Guns and bombers that could support an attack on a hex by units of such kinds, the strongest first (8.2, 8.4)."""
    p, c = ground.p, ground.c
    corps, divisions, apart = {x for x, _ in kinds}, {x for _, x in kinds}, p.b.apart
    found = []
    for g in ground.batteries_on(cell):
        if g in spent:
            continue
        if g in apart or c.bomber[g] or ((c.division[g] in divisions) if c.size[g] == "division" else (c.corps[g] in corps)):
            found.append(g)
    if apart and True in [c.gun[g] and g not in apart for g in found]:
        found = [g for g in found if g not in apart]  # they act with no other corps (14.2D-e)
    return found


# ---------------------------------------------------------------------------------------------- attacks to march to

NOWHERE: frozenset[int] = frozenset()
NO_KINDS: Kinds = frozenset()

Pool = list[tuple[int, list[int]]]  # units, and the spots each can get to


class Muster:
    """Everybody who can still be sent somewhere, and the room in each hex."""

    def __init__(self, ground: Ground, reaches: Mapping[int, Iterable[int]]) -> None:
        self.ground = ground
        p, c = ground.p, ground.c
        self.ranks = sorted(reaches, key=lambda u: (not c.stoss[u], -p.value(u), u))  # storm troops and the strong first
        self.free = set(reaches)
        self.coming: dict[int, list[int]] = {}  # who can get to each hex
        for u in self.ranks:
            for cell in reaches[u]:
                self.coming.setdefault(cell, []).append(u)
        self.spent: frozenset[int] = frozenset()
        self._support: dict[tuple[int, Kinds], tuple[tuple[int, ...], int]] = {}  # with the guns that are not spent
        self.room: dict[int, int] = {}
        for u in p.units_of(ground.side):
            if u not in self.free:
                self.room[p.place[u]] = self.room.get(p.place[u], c.stack_limit) - p.steps[u]

    def pool(self, target: Target) -> Pool:
        """Who can be sent against a hex, the best first; who stands beside it attacks from there."""
        free, coming, place = self.free, self.coming, self.ground.p.place
        found: dict[int, list[int]] = {}
        for cell in target.spots:
            for u in coming.get(cell, ()):
                if u in free:
                    found.setdefault(u, []).append(cell)
        return [(u, [place[u]] if place[u] in found[u] else found[u]) for u in self.ranks if u in found]

    def best(self, target: Target) -> Attack | None:
        """The best attack on a hex: by one division with the corps troops, or by several together (7.6a-a)."""
        pool = self.pool(target)
        if not pool:
            return None
        p, division = self.ground.p, self.ground.c.division
        strength: dict[str, int] = {}
        for u, _ in pool:
            strength[division[u]] = strength.get(division[u], 0) + p.value(u)
        divisions = sorted((x for x in strength if x), key=lambda x: (-strength[x], x))
        groups = [[x for x in pool if division[x[0]] in (d, "")] for d in divisions[:DIVISIONS]]
        if len(divisions) != 1:
            groups.append(pool)
        best: Attack | None = None
        for group in groups:
            attack = self.assemble(target, group)
            if attack is not None and (best is None or attack.worth > best.worth):
                best = attack
        return best

    def assemble(self, target: Target, pool: Pool) -> Attack | None:
        """Send one after another; keep the number that promises most."""
        ground, spots = self.ground, target.spots
        p, c, steps, unit_cost = ground.p, ground.c, ground.p.steps, ground.w.unit_cost
        left = {cell: self.room.get(cell, c.stack_limit) for cell in spots}
        band, cells, kinds, places = Band(p), NOWHERE, NO_KINDS, list[int]()
        guns: tuple[int, ...] = ()
        fire, most, chosen = 0, 0.0, None
        used: set[int] = set()  # directions: from two opposite ones the attack is concentric (7.7)
        for u, ways in pool:
            open_cells = [x for x in ways if left[x] >= steps[u]]
            if not open_cells:
                continue
            cell = open_cells[0] if len(open_cells) == 1 else _best_spot(p.place[u], open_cells, spots, used, left)
            used.add(spots[cell].direction)
            left[cell] -= steps[u]
            band.join(u)
            places.append(cell)
            if cell not in cells:
                cells |= {cell}
            kind = (c.corps[u], c.division[u])
            if kind not in kinds:
                kinds |= {kind}
                guns, fire = self.support(target.cell, kinds)
            force = band.force(fire, cells)
            worth = price(ground, target, force) - unit_cost * force.units
            if chosen is None or worth > most + 0.005:
                most, chosen = worth, (force, guns)
            elif force.units > chosen[0].units + IN_VAIN:
                break
        if chosen is None:
            return None
        force, guns = chosen
        against_shaken = price(ground, target, force, True) - unit_cost * force.units
        sent = dict(zip(band.units[: force.units], places[: force.units], strict=True))
        return Attack(target.cell, most, sent, guns, against_shaken)

    def support(self, cell: int, kinds: Kinds) -> tuple[tuple[int, ...], int]:
        """The guns an attack can count on, its divisions' own and two of the corps, and their points."""
        found = self._support.get((cell, kinds))
        if found is None:
            guns, corps = list[int](), 0
            for g in helpers(self.ground, cell, kinds, self.spent):
                big = self.ground.c.size[g] != "division"
                if big and corps == CORPS_GUNS:
                    continue
                corps += big
                guns.append(g)
            fire = sum([support_value(self.ground.p, g, attack=True) for g in guns])
            found = self._support[cell, kinds] = tuple(guns), fire
        return found

    def take(self, attack: Attack) -> None:
        self.free -= attack.places.keys()
        self.spent |= set(attack.guns)
        self._support.clear()
        p, limit = self.ground.p, self.ground.c.stack_limit
        for u, cell in attack.places.items():
            self.room[cell] = self.room.get(cell, limit) - p.steps[u]


def _best_spot(
    here: int, cells: Iterable[int], spots: Mapping[int, Spot], used: Container[int], left: Mapping[int, int]
) -> int:
    """Of several hexes to attack from, where a unit is, else opposite to another, then on the best ground, then with room."""
    return max(cells, key=lambda x: (x == here, (spots[x].direction + 3) % 6 in used, *spots[x][1:], left[x], x))


def enemy_hexes(p: Position, side: int) -> list[int]:
    """Hexes in play that hold something to attack (7.0, VV-R09)."""
    cells = dict.fromkeys(p.place[u] for u in p.units_of(ENEMY[side]))
    if side == GERMAN:
        cells |= dict.fromkeys(f.cell for f, steps in zip(p.c.fortresses, p.works, strict=True) if steps)
    return [cell for cell in cells if p.b.playable[cell]]


def draw_up(ground: Ground, reaches: Mapping[int, Iterable[int]]) -> list[Attack]:
    """The attacks of a turn, the most promising first."""
    p, near = ground.p, ground.c.board.neighbours
    muster = Muster(ground, reaches)
    least, within = ground.w.attack_from, muster.coming.keys()
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
    muster = Muster(ground, {u: (p.place[u],) for u in units})
    muster.room = dict.fromkeys(target.spots, 99)
    attack = muster.best(target)
    return with_guns(ground, target, attack) if attack is not None else None


def with_guns(ground: Ground, target: Target, attack: Attack) -> Attack:
    """Guns are added while they are worth more than they cost: others may need them."""
    p, w = ground.p, ground.w
    band, cells = Band(p, attack.places), frozenset(attack.places.values())
    best = price(ground, target, band.force(0, cells))
    taken: list[int] = []
    trial: list[int] = []
    fire = 0
    for g in helpers(ground, target.cell, kinds_of(ground.c, attack.places), frozenset()):
        trial.append(g)
        fire += support_value(p, g, attack=True)
        worth = price(ground, target, band.force(fire, cells))
        if worth - w.gun_cost * len(trial) > best - w.gun_cost * len(taken) + 1e-9:
            best, taken = worth, trial[:]
    worth = best - w.unit_cost * len(band.units)
    return Attack(target.cell, worth, attack.places, tuple(taken), worth)
