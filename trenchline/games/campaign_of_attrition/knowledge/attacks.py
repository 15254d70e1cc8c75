"""Where an attack pays: who can be brought against which hex, and the exact expectation of it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

import msgspec

from ....core.marching import PlannedAttack, in_turn
from ..artillery import ordnance
from ..combat import attackers_of, targets
from ..components import FRENCH, GERMAN
from ..entrenchment import allowance
from ..position import (
    ACTIVE,
    DEMORALIZED,
    DISRUPTED,
    ENTRENCHED,
    FIRED,
    GUNS,
    HALTED,
    MET,
    MOVED,
    OOS,
    RESERVE,
    RUINED,
    SHAKEN,
    Position,
)
from ..stacking import within_limits
from ..zones import MOVEMENT, _reach
from .clash import Prices, mean, prices
from .ground import Ground, can_recover, order_of

Room = dict[int, tuple[int, ...]]


class Mover(msgspec.Struct):
    """What a unit can do with its points: what it does first, where it gets then, and in what order it is."""

    unit: int
    first: tuple[str, ...]  # recover, mobilize
    reach: Mapping[int, int]
    points: int  # what it has for moving
    states: int  # after what it does first


def target_at(ground: Ground, cell: int) -> Target:
    """An enemy hex as it is."""
    found = ground.targets.get(cell)
    if found is None:
        found = ground.targets[cell] = Target(ground, cell)
    return found


class Target:
    """An enemy hex, seen once."""

    def __init__(self, ground: Ground, cell: int, order: int | None = None) -> None:
        p, c, side = ground.p, ground.c, ground.side
        self.ground, self.cell = ground, cell
        units = p.stacks[cell]
        self.units = units
        enemy = ground.enemy
        divisions = [u for u in units if c.division[u]]
        fort = c.fort_at.get(cell)
        stands = fort is not None and p.forts[fort] != RUINED
        self.covered = stands and (not divisions or any(p.status[u] & ENTRENCHED for u in divisions))
        self.sp = sum(c.sp[u] for u in units) or max(1, sum(1 for u in units if c.gun[u]))
        self.op = sum(ordnance(p, u) for u in units)
        if enemy == FRENCH and self.covered and fort is not None and p.forts[fort] == GUNS:
            self.op += c.drm["fortress_guns"].value
        self.dug = any(p.status[u] & ENTRENCHED for u in units)
        self.order = order_of(p, units) if order is None else order
        if order and not order_of(p, units):
            self.op = (self.op + 1) // 2
        self.row = ground.row(cell, self.covered)
        drm = c.drm
        self.attack = drm["fortress"].value if self.covered else 0
        self.defend = (drm["verdun"].value if c.city[cell] else drm["village"].value if c.village[cell] else 0) - self.order
        if self.covered and enemy == FRENCH:
            self.defend += drm["fortress_french"].value
        if any(c.engineer[u] for u in units):
            self.defend += drm["engineers"].value
        self.spots = [near for near in c.open_sides[cell] if not p.holds(near, enemy)]
        self.bridges = frozenset(near for near in self.spots if c.board.joined("bridge", near, cell))
        self.prize = ground.worth(cell) * ground.w.take
        self.prices = prices(ground.means(units, enemy, False, self._can_fall_back(side), self.prize))

    def _can_fall_back(self, side: int) -> bool:
        """Whether the defenders have somewhere to go."""
        p = self.ground.p
        enemy = self.ground.enemy
        if self.order > 1:
            return False
        return any(not p.holds(near, side) and not p.in_zone(near, enemy) for near in p.c.open_sides[self.cell])

    def rolls(
        self,
        strength: int,
        guns: int,
        origins: Collection[int],
        disrupted: bool,
        engineers: bool,
        flames: int = 0,
        hurricane: int = 0,
        elan: int = 0,
        blown: int = 0,
    ) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The loss points of the defender and of the attacker with each face of the other's die (9.0b, 9.0f)."""
        c, t, ground = self.ground.c, self.ground.t, self.ground
        attack = self.attack + t.guns(self.row, guns, self.op, False) + flames
        if c.woods[self.cell] and not any(c.woods[x] for x in origins):
            attack += c.drm["woods"].value
        if c.high[self.cell] and not any(c.high[x] for x in origins):
            attack += c.drm["upslope"].value
        if engineers:
            attack += c.drm["engineers"].value
        if disrupted:
            attack += c.drm["disrupted"].value
        defend = self.defend + t.guns(self.row, self.op, guns, self.dug) - hurricane + elan
        if origins and self.bridges.issuperset(origins):
            defend += c.drm["bridge"].value
        gas = (blown, 0) if ground.side == GERMAN else (0, blown)
        return (
            t.losses(strength, ground.own_shift + gas[0], attack),
            t.losses(self.sp, gas[1], defend),
        )


def weariness(ground: Ground, units: Iterable[int]) -> float:
    """What it costs that attackers are Disrupted afterwards (9.0h)."""
    return ground.w.weary * sum(ground.shake_price(u, 1) for u in units)


def attack_prices(ground: Ground, units: tuple[int, ...]) -> Prices:
    """What loss points cost some units that attack together."""
    found = ground.attacking.get(units)
    if found is None:
        found = ground.attacking[units] = prices(ground.means(units, ground.side, True, True, 0.0))
    return found


class Column:
    """Those who attack a hex together without support, joined one by one: what they bring, and what that is worth."""

    def __init__(self, ground: Ground, target: Target) -> None:
        self.ground, self.target = ground, target
        self.units: tuple[int, ...] = ()  # but for engineers
        self.origins: set[int] = set()
        self.strength = self.guns = self._states = 0
        self._engineers = False

    def join(self, u: int, cell: int, state: int) -> None:
        """One more, from a hex and in some state."""
        p, c = self.ground.p, self.ground.c
        if cell not in self.origins:
            self.origins.add(cell)
            self._engineers = self._engineers or True in [c.engineer[x] for x in p.stacks[cell]]
        if c.engineer[u]:
            self._engineers = True
            return
        self.units = (*self.units, u)
        self.strength += c.sp[u]
        self._states |= state
        if not state & OOS:
            points = c.hap[u][p.steps[u]] if c.gun[u] else c.op[u]
            if state & SHAKEN:
                points = (points + 1) // 2
            self.guns += (points + 1) // 2 if c.gun[u] else points

    def worth(self) -> float:
        """The exact expectation, in victory points for the attacker."""
        ground, target = self.ground, self.target
        if not self.strength:
            return -99.0
        disrupted = bool(self._states & DISRUPTED)
        ours, theirs = target.rolls(self.strength, self.guns, self.origins, disrupted, self._engineers)
        cost = mean(theirs, attack_prices(ground, self.units))
        return mean(ours, target.prices) - cost - weariness(ground, self.units)


def judge(ground: Ground, target: Target, places: Mapping[int, int], states: Mapping[int, int] | None = None) -> float:
    """What an attack by these units is worth, each from its hex."""
    column, status = Column(ground, target), ground.p.status
    for u, cell in places.items():
        column.join(u, cell, status[u] if states is None else states[u])
    return column.worth()


# ---------------------------------------------------------------------------------------------- before movement


def mover(ground: Ground, u: int, points: int | None = None) -> Mover | None:
    """What a unit could do in a Movement Phase with some points; None if it must stay as it is."""
    p, c = ground.p, ground.c
    state, here = p.status[u], p.place[u]
    if state & (FIRED | HALTED | MET | RESERVE):
        return None
    left = p.mp[u] if points is None else points
    first: list[str] = []
    half = c.movement[u] // 2
    while state & SHAKEN and left >= half and can_recover(p, u, here):
        first.append("recover")
        left -= half
        demoralized = state & DEMORALIZED
        state &= ~SHAKEN
        if not demoralized:
            break
        state |= DISRUPTED
    if state & ENTRENCHED:
        if left < c.entrench_cost:
            return Mover(u, tuple(first), {here: 0}, 0, state)
        left -= c.entrench_cost
        first.append("mobilize")
        state &= ~ENTRENCHED
    before, moved = p.mp[u], p.status[u]
    p.mp[u] = left
    if first:
        p.status[u] |= MOVED  # the free hex of 8.0f is for those who have done nothing else (CA-R82)
    reach = _reach(p, u, MOVEMENT)[0] if left else {here: 0}
    p.mp[u], p.status[u] = before, moved
    return Mover(u, tuple(first), reach, left, state)


def movers(ground: Ground, units: Iterable[int], fresh: bool = False) -> dict[int, Mover]:
    """The movers among some units; `fresh` with a whole allowance each, as at the start of a phase."""
    p = ground.p
    found = {}
    for u in units:
        one = mover(ground, u, allowance(p, u) if fresh else None)
        if one is not None:
            found[u] = one
    return found


def crowd(p: Position, side: int, free: Iterable[int]) -> Room:
    """Who stands where and will not move."""
    gone = set(free)
    room: Room = {}
    for u in p.units_of(side):
        if u not in gone:
            room[p.place[u]] = (*room.get(p.place[u], ()), u)
    return room


def plan_attack(ground: Ground, target: Target, pool: Mapping[int, Mover], room: Room) -> PlannedAttack | None:
    """The best attack on a hex by units that are still free, within the stacking limits."""
    p, c = ground.p, ground.c
    spots = target.spots
    ready = []
    for u, m in pool.items():
        if m.states & DEMORALIZED or not (c.sp[u] or c.gun[u] or c.engineer[u]):
            continue
        here, reach = p.place[u], m.reach
        cells = [here] if here in spots else [x for x in spots if x in reach]
        if cells and (here in spots or not tied(ground, u)):
            ready.append((not c.sp[u], bool(m.states & DISRUPTED), -c.sp[u] - c.hap[u][p.steps[u]], u, cells))
    if True not in [bool(c.sp[x[3]]) for x in ready]:
        return None
    ready.sort(key=lambda x: x[:4])
    planned = {cell: room.get(cell, ()) for cell in spots}
    column, places = Column(ground, target), dict[int, int]()
    best: PlannedAttack | None = None
    idle = 0
    for _, _, _, u, cells in ready:
        fit = [x for x in cells if within_limits(p, (*planned[x], u))]
        if not fit:
            continue
        cell = fit[0] if len(fit) == 1 else _best_spot(ground, target, u, fit, planned)
        planned[cell] = (*planned[cell], u)
        places[u] = cell
        column.join(u, cell, pool[u].states)
        worth = column.worth()
        if best is None or worth > best.worth + ground.w.unit_cost:
            best, idle = PlannedAttack(target.cell, worth, dict(places)), 0
        else:
            idle += 1
            if c.sp[u] and len(places) > 1 and worth < best.worth - 0.3:
                planned[cell] = planned[cell][:-1]
                del places[u]
                column = Column(ground, target)
                for x, at in places.items():
                    column.join(x, at, pool[x].states)
            if idle > 4:
                break
    return best


def _best_spot(ground: Ground, target: Target, u: int, cells: Iterable[int], planned: Mapping[int, Sequence[int]]) -> int:
    """Of several hexes to attack from, where a unit is, else not over a bridge, then beside its corps, then on good ground."""
    p, c = ground.p, ground.c
    here, corps = p.place[u], p.corps

    def suits(x: int) -> tuple[bool, bool, bool, int, bool, int]:
        mates = corps[u] in [corps[m] for m in planned[x]]
        return x == here, x not in target.bridges, mates, c.woods[x] + c.high[x], bool(ground.line[x]), x

    return max(cells, key=suits)


def tied(ground: Ground, u: int) -> bool:
    """Who guards Verdun alone, or a fortress alone that the enemy can reach, does not leave it to attack."""
    p, c = ground.p, ground.c
    here = p.place[u]
    if not c.sp[u] or any(c.sp[x] for x in p.stacks[here] if x != u):
        return False
    if c.city[here]:
        return ground.side == FRENCH
    return here in c.fort_at and ground.threat[here] > 3


def enemy_hexes(p: Position, side: int) -> list[int]:
    return sorted({p.place[u] for u in p.units_of(side)})


def draw_up(ground: Ground, pool: dict[int, Mover], room: Room) -> list[PlannedAttack]:
    """The attacks of a turn, the most promising first."""
    p, w = ground.p, ground.w
    within: set[int] = set()
    for u, m in pool.items():
        if ground.c.sp[u]:
            within.update(m.reach)
    open_sides = ground.c.open_sides
    seen = {x: target_at(ground, x) for x in enemy_hexes(p, ground.enemy) if not within.isdisjoint(open_sides[x])}
    free = dict(pool)

    def planned(cell: int) -> PlannedAttack | None:
        attack = plan_attack(ground, seen[cell], free, room)
        return attack if attack is not None and attack.worth > w.attack_from else None

    def open_still(attack: PlannedAttack) -> bool:
        return attack.places.keys() <= free.keys() and _fits(p, attack, room)

    def take(attack: PlannedAttack) -> None:
        for u, at in attack.places.items():
            del free[u]
            room[at] = (*room.get(at, ()), u)

    return in_turn([attack for cell in seen if (attack := planned(cell)) is not None], open_still, planned, take)


def _fits(p: Position, attack: PlannedAttack, room: Room) -> bool:
    stacks: dict[int, list[int]] = {}
    for u, cell in attack.places.items():
        stacks.setdefault(cell, []).append(u)
    return all(within_limits(p, (*room.get(cell, ()), *units)) for cell, units in stacks.items())


# ---------------------------------------------------------------------------------------------- in the Combat Phase


def attack_on(ground: Ground, cell: int) -> PlannedAttack | None:
    """Everybody at hand attacks, less those without whom it is worth no less: they are spared the weariness."""
    p, c = ground.p, ground.c
    units = [u for u in attackers_of(p, ground.side, cell) if c.sp[u] or c.gun[u]]
    if not any(c.sp[u] for u in units):
        return None
    target = target_at(ground, cell)
    places = {u: p.place[u] for u in units}
    worth = judge(ground, target, places)
    for u in sorted(units, key=lambda x: (c.sp[x], c.hap[x][2])):
        if len(places) == 1:
            break
        less = {x: at for x, at in places.items() if x != u}
        value = judge(ground, target, less)
        if value >= worth:
            places, worth = less, value
    return PlannedAttack(cell, worth, places)


def best_attack(ground: Ground) -> PlannedAttack | None:
    """The attack to make next with the units as they stand."""
    best: PlannedAttack | None = None
    for cell in targets(ground.p, ground.side):
        attack = attack_on(ground, cell)
        if attack is not None and (best is None or attack.worth > best.worth):
            best = attack
    return best


def corps_pool(ground: Ground, corps: int) -> list[int]:
    """The units that would be active with a corps: its own, and guests stacked with it (4.9b, CA-R59)."""
    p, c = ground.p, ground.c
    own = [u for u in p.units_of(ground.side) if p.corps[u] == corps]
    cells = {p.place[u] for u in own}
    return [*own, *(x for cell in cells for x in p.stacks[cell] if c.loose[x] and p.corps[x] != corps)]


def active(p: Position, u: int) -> bool:
    return not p.operation or bool(p.status[u] & ACTIVE)
