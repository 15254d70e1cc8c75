"""Where an assault pays: who can be brought against which hex, what support will do, and the exact expectation of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache

from ....core.charts import odds_number
from ....core.marching import PlannedAttack, in_turn
from ....core.survey import any_of
from ..assault_forces import attackers_of, belongs, faced, may_support, why_silent
from ..assault_odds import support_strength
from ..components import ENEMY, GERMAN, Components
from ..position import DEMORALIZED, Position
from ..strength import combat_strength
from ..weather import allowance
from ..zones import Posture, reach_from, reached_by
from .ground import Ground, defence

EVEN = 1  # the odds number of 1:1; below it an assault costs more than it can bring


class Attack(PlannedAttack):
    """An assault worth making, with the guns that support it and its odds number."""

    guns: tuple[int, ...] = ()
    index: int = 0


@lru_cache(maxsize=8)
def over_water(c: Components) -> list[frozenset[int]]:
    """For each hex those next to it from which it is assaulted over a stream or a bridge (9.26)."""
    stream, bridge = c.board.edges["stream"], c.board.edges["bridge"]
    return [frozenset((*stream[cell], *bridge[cell])) for cell in range(c.board.size)]


@lru_cache(maxsize=8)
def supporting(c: Components) -> dict[int, list[int]]:
    """By side the guns that can support infantry at all (9.32)."""
    return {side: [g for g in guns if "offensive support" in c.missions[c.size[g]]] for side, guns in c.guns.items()}


class Target:
    """A hex that can be assaulted, seen once."""

    def __init__(self, ground: Ground, cell: int) -> None:
        p, c, side = ground.p, ground.c, ground.side
        self.cell = cell
        units = p.units_in(cell)
        fort = p.fort_stands(cell)
        self.defence = defence(p, cell)
        self.steps = sum([p.steps[u] for u in units]) + (1 if fort else 0)
        self.works = side == GERMAN and (c.trench[cell] or fort)
        self.shift = ground.cover[cell] + (-2 if fort else 0)
        self.prize = ground.worth(cell) + ground.rear(cell)
        self.support = sum(sorted([c.attack[g] for g in supporters(p, ENEMY[side], cell, units)], reverse=True)[:2])
        held, theirs = p.present, c.bit[ENEMY[side]]
        self.spots = [
            near for near in ground.ways_in[cell] if not held[near] & theirs and not (side == GERMAN and p.fort_stands(near))
        ]
        self.wet = over_water(c)[cell]


def supporters(p: Position, side: int, cell: int, units: Sequence[int]) -> list[int]:
    """Guns that may help defend a hex (9.32)."""
    return [g for g in within_range(p, side, cell) if may_support(p, g, cell, units, offensive=False)]


def within_range(p: Position, side: int, cell: int) -> list[int]:
    """Guns on the map that could support a fight over a hex from where they stand."""
    c, place = p.c, p.place
    far, size, reach = c.board.distances(cell), c.board.size, c.range
    return [g for g in supporting(c)[side] if (at := place[g]) < size and far[at] <= reach[g]]


def enemy_hexes(p: Position, side: int) -> list[int]:
    """Hexes that hold something to assault (9.0)."""
    cells = dict.fromkeys(p.place[u] for u in p.units_of(ENEMY[side]))
    if side == GERMAN:
        cells |= dict.fromkeys(fort.cell for fort, steps in zip(p.c.forts, p.forts, strict=True) if steps)
    return [cell for cell in cells if cell not in p.c.closed]


def guns_near(ground: Ground, cell: int, spent: AbstractSet[int]) -> list[int]:
    """Guns that could support some attack on a hex from where they stand, whoever attacks (9.32)."""
    p = ground.p
    near = within_range(p, ground.side, cell)
    return [g for g in near if g not in spent and why_silent(p, g, cell, offensive=True) is None]


def helpers(p: Position, guns: Iterable[int], units: Sequence[int]) -> list[int]:
    """Those of some guns near a hex that belong to these units (9.32)."""
    return [g for g in guns if belongs(p, g, units)]


def price(ground: Ground, target: Target, strength: int, pioneer: bool, wet: bool) -> tuple[float, int]:
    """The expectation of attacking with a strength, allowing for defensive support; and the odds number."""
    w = ground.w
    against = max(1, target.defence + int(target.support * w.expect_support))
    index = odds_number(strength, against) + target.shift + (1 if pioneer else 0) - (1 if wet else 0)
    if index < EVEN:
        return -9.0, index
    return ground.bet(index, target.works, target.steps, target.prize), index


def garrisons(p: Position, side: int) -> set[int]:
    """Whoever holds a fort stays in it: of several the strongest, and the others may attack (14.8)."""
    if side == GERMAN:
        return set()
    inside = [[u for u in p.units_in(fort.cell) if p.c.foot[u]] for fort in p.c.forts if p.fort_stands(fort.cell)]
    return {max(units, key=lambda u: combat_strength(p, u)) for units in inside if units}


def plan_attack(
    ground: Ground,
    target: Target,
    comers: Mapping[int, Iterable[int]],
    room: dict[int, int],
    free: AbstractSet[int],
    spent: AbstractSet[int],
) -> Attack | None:
    """The best assault on a hex by units that are still free, within the stacking limit of each hex (8.3): `comers` says who
    can come to a hex or stands in it."""
    p, c, w = ground.p, ground.c, ground.w
    able: dict[int, list[int]] = {}
    for cell in target.spots:
        for u in comers.get(cell, ()):
            if u in free:
                able.setdefault(u, []).append(cell)
    place = p.place
    pool = [
        (c.kind[u] != "pioneer", -combat_strength(p, u), u, [place[u]] if place[u] in cells else cells)
        for u, cells in able.items()
    ]
    if not pool:
        return None
    pool.sort(key=lambda x: x[:3])
    left = {cell: room.get(cell, c.stack_limit) for cell in target.spots}
    inside: dict[int, list[int]] = {}
    places: dict[int, int] = {}
    strength, pioneer, wet, guns_strength = 0, False, True, 0
    best: Attack | None = None
    regiments = [x for x in pool if x[0]]
    pioneers = [x for x in pool if not x[0]]
    order = regiments[:1] + pioneers[:1] + regiments[1:] + pioneers[1:]
    seen_guns: frozenset[int] = frozenset()
    near = guns_near(ground, target.cell, spent)
    for _, negative, u, cells in order:
        bulk = c.bulk[u]
        if c.kind[u] == "pioneer":
            home = [x for x in cells if any(c.division[m] == c.division[u] for m in inside.get(x, ()))]
            if home:
                cells, bulk = home, 0
        cells = [x for x in cells if left[x] >= bulk]
        if not cells:
            continue
        lone = c.kind[u] == "pioneer"  # never by itself: it goes where a regiment goes

        def suits(x: int, lone: bool = lone, here: int = p.place[u]) -> tuple[bool | int, ...]:
            joins = bool(inside.get(x))
            return lone and joins, x == here, x not in target.wet, joins, -ground.cover[x], x

        cell = max(cells, key=suits)
        left[cell] -= bulk
        inside.setdefault(cell, []).append(u)
        places[u] = cell
        strength -= negative
        pioneer = pioneer or c.kind[u] == "pioneer"
        wet = wet and cell in target.wet
        more = [g for g in near if g not in seen_guns]
        guns = seen_guns.union(helpers(p, more, (u,))) if more else seen_guns
        if guns != seen_guns:
            seen_guns = guns
            guns_strength = sum(support_strength(p, g, offensive=True) for g in guns)
        worth, index = price(ground, target, strength + guns_strength, pioneer, wet)
        worth -= w.unit_cost * len(places)
        if best is None or worth > best.worth + 0.01:
            best = Attack(target.cell, worth, dict(places), tuple(sorted(guns)), index)
    return best


def draw_up(ground: Ground, reaches: Mapping[int, Mapping[int, int]]) -> list[Attack]:
    """The attacks of a turn, the most promising first."""
    p, c, side, w = ground.p, ground.c, ground.side, ground.w
    kept = garrisons(p, side)
    free = {u for u in reaches if c.foot[u] and not p.status[u] & DEMORALIZED and u not in kept}
    spent: set[int] = set()
    room: dict[int, int] = {}
    for u in p.units_of(side):
        if not c.foot[u] or p.status[u] & DEMORALIZED:
            room[p.place[u]] = room.get(p.place[u], c.stack_limit) - c.bulk[u]
    comers: dict[int, list[int]] = {}
    for u in free:
        for cell in reaches[u]:
            comers.setdefault(cell, []).append(u)
    within = comers.keys()
    seen = {cell: Target(ground, cell) for cell in enemy_hexes(p, side) if not within.isdisjoint(c.board.neighbours[cell])}

    def planned(cell: int) -> Attack | None:
        attack = plan_attack(ground, seen[cell], comers, room, free, spent)
        return attack if attack is not None and attack.worth > w.attack_from else None

    def open_still(attack: Attack) -> bool:
        return free.issuperset(attack.places) and spent.isdisjoint(attack.guns)

    def take(attack: Attack) -> None:
        free.difference_update(attack.places)
        spent.update(attack.guns)
        for u, at in attack.places.items():
            room[at] = room.get(at, c.stack_limit) - c.bulk[u]

    return in_turn([attack for cell in seen if (attack := planned(cell)) is not None], open_still, planned, take)


# ---------------------------------------------------------------------------------------------- in the Assault Phase


def best_assault(ground: Ground) -> Attack | None:
    """The assault to make next with the units as they stand."""
    p, side = ground.p, ground.side
    best: Attack | None = None
    for cell in faced(p, side):
        attack = assault_on(ground, cell)
        if attack is not None and (best is None or attack.worth > best.worth):
            best = attack
    return best


def marching_reaches(p: Position, side: int) -> dict[int, Mapping[int, int]]:
    """Where a side's infantry could go from a fresh start."""
    c = p.c
    return {u: reach_from(p, side, c.class_of[u], p.place[u], allowance(p, u), True)[0] for u in p.units_of(side) if c.foot[u]}


def entered(p: Position, side: int, enemy: Posture | None = None) -> bytes:
    """1 for each hex that a side's infantry can come to in its turn; the enemy as he stands, or would."""
    c, place, foot = p.c, p.place, p.c.foot
    movers: dict[str, set[tuple[int, int]]] = {}
    for u in p.units_of(side):
        if foot[u]:
            movers.setdefault(c.class_of[u], set()).add((place[u], allowance(p, u)))
    return any_of(c.board.size, [reached_by(p, side, mover, list(starts), enemy) for mover, starts in movers.items()])


def assault_on(ground: Ground, cell: int) -> Attack | None:
    """Everybody at hand attacks, less those who make no difference to the odds: they may be wanted elsewhere."""
    p, side = ground.p, ground.side
    target = Target(ground, cell)
    kept = garrisons(p, side)
    units = [u for u in attackers_of(p, side, cell) if u not in kept]
    if not units:
        return None
    place, kind = p.place, p.c.kind
    guns = helpers(p, guns_near(ground, cell, frozenset()), units)
    by_unit = {u: combat_strength(p, u) for u in units}
    by_gun = {g: support_strength(p, g, offensive=True) for g in guns}

    def judge(units: list[int], strength: int) -> tuple[float, int]:
        pioneer = "pioneer" in [kind[u] for u in units]
        return price(ground, target, strength, pioneer, target.wet.issuperset([place[u] for u in units]))

    strength = sum(by_unit.values()) + sum(by_gun.values())
    worth, index = judge(units, strength)
    for g in sorted(guns, key=p.c.attack.__getitem__):
        value, at = judge(units, strength - by_gun[g])
        if value >= worth - 1e-9:
            guns.remove(g)
            worth, index, strength = value, at, strength - by_gun[g]
    for u in sorted(units, key=by_unit.__getitem__):
        less = [x for x in units if x != u]
        if not less:
            break
        value, at = judge(less, strength - by_unit[u])
        if value >= worth - 1e-9 and False not in [belongs(p, g, less) for g in guns]:
            units.remove(u)
            worth, index, strength = value, at, strength - by_unit[u]
    return Attack(cell, worth, {u: place[u] for u in units}, tuple(guns), index)


def shaken_worth(ground: Ground, target: Target, attack: Attack, share: float) -> float:
    """What an attack would be worth if a barrage took a share of the defenders' strength."""
    p = ground.p
    strength = sum([combat_strength(p, u) for u in attack.places])
    strength += sum([support_strength(p, g, offensive=True) for g in attack.guns])
    before = target.defence
    target.defence = max(1, round(before * (1 - share)))
    pioneer = "pioneer" in [p.c.kind[u] for u in attack.places]
    worth, _ = price(ground, target, strength, pioneer, target.wet.issuperset(attack.places.values()))
    target.defence = before
    return worth
