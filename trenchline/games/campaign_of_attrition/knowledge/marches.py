"""Movement: first the attackers to where they attack from, then everybody else to where the line needs him most."""

from __future__ import annotations

from collections.abc import Mapping

from ....core.knowledge import March
from ....core.marching import calls
from ..artillery import ordnance
from ..components import FRENCH, GERMAN
from ..position import DEMORALIZED, DISRUPTED, ENTRENCHED, RESERVE, SHAKEN, Position
from ..reserve import why_no_reserve
from ..stacking import within_limits
from ..zones import MOVEMENT, RESERVES, STRATEGY, may_move, reach_of
from .attacks import Mover, Room, active, crowd, draw_up, movers
from .ground import Ground, can_recover, order_of
from .meetings import encounters

GOALS = 6  # hexes of the front that a unit in the rear may go to


class Line:
    """Where a side's units will stand at the end of the phase, as far as it is settled."""

    def __init__(self, ground: Ground, room: Room) -> None:
        self.ground, self.p = ground, ground.p
        self.room = room
        self.dug: set[int] = {u for u in ground.p.units_of(ground.side) if ground.p.status[u] & ENTRENCHED}
        self.orders: dict[int, int] = {}
        self.screen = [0] * ground.c.board.size
        self._needs: dict[int, float] = {}
        for cell, units in room.items():
            for u in units:
                self._shield(u, cell, 1)

    def _shield(self, u: int, cell: int, by: int) -> None:
        if u in self.dug:
            for near in self.ground.c.open_sides[cell]:
                self.screen[near] += by

    def add(self, u: int, cell: int, dug: bool, order: int) -> None:
        self.room[cell] = (*self.room.get(cell, ()), u)
        self.dug.discard(u)
        if dug:
            self.dug.add(u)
        self.orders[u] = order
        self._shield(u, cell, 1)
        self._needs.pop(cell, None)
        if dug:
            for near in self.ground.c.open_sides[cell]:
                self._needs.pop(near, None)

    def order(self, u: int) -> int:
        return self.orders[u] if u in self.orders else order_of(self.p, (u,))

    def stand(self, cell: int, units: tuple[int, ...], dug: bool) -> float:
        """What the enemy is expected to take from a stack in a hex, or from the hex if nobody stands there."""
        ground, c = self.ground, self.ground.c
        if not units:
            return ground.bare(cell, self.screen[cell] > 0)
        sp = sum([c.sp[u] for u in units])
        op = sum([ordnance(self.p, u) for u in units])
        order = max([self.order(u) for u in units])
        if not sp:
            return ground.hold(cell, 1, op, len(units), False, order) * ground.w.guns_alone
        return ground.hold(cell, sp, op, len([u for u in units if c.sp[u]]), dug, order)

    def need(self, cell: int) -> float:
        """How much a hex wants help: the danger there, or for those who attack the pull."""
        found = self._needs.get(cell)
        if found is None:
            ground, w = self.ground, self.ground.w
            units = self.room.get(cell, ())
            found = w.advance * ground.pull[cell] - w.crowded * len(units)
            if self.p.control[cell] == ground.side:
                found -= self.stand(cell, units, any(x in self.dug for x in units))
            if not units and cell in ground.free:
                found += ground.worth(cell) * w.take
            self._needs[cell] = found
        return found

    def gain(self, u: int, cell: int, dug: bool, order: int, floor: float = -1e9) -> float:
        """What a unit adds to the line by standing in a hex; if that cannot be more than the floor, what it is at most."""
        ground = self.ground
        there = self.room.get(cell, ())
        was = any(x in self.dug for x in there)
        gain = -self.stand(cell, there, was)
        if dug:
            threat = ground.threat
            for near in ground.c.open_sides[cell]:
                if not self.screen[near] and threat[near] > 0 and not self.room.get(near):
                    gain += ground.bare(near, True) - ground.bare(near, False)
        if gain <= floor:
            return gain
        before = self.orders.get(u)
        self.orders[u] = order
        gain += self.stand(cell, (*there, u), was or dug)
        if before is None:
            del self.orders[u]
        else:
            self.orders[u] = before
        return gain


def marches(ground: Ground, mode: str, fights: bool) -> list[March]:
    """The orders of a phase of movement; `fights`: combat comes after it."""
    p, c, side = ground.p, ground.c, ground.side
    units = [u for u in p.units_of(side) if active(p, u) and (mode not in RESERVES or p.status[u] & RESERVE or p.mp[u] > 0)]
    if mode in RESERVES:
        pool = {u: Mover(u, (), reach_of(p, u, mode)[0], p.mp[u], p.status[u]) for u in units if may_move(p, u, mode)}
    else:
        pool = movers(ground, units)
    room = crowd(p, side, pool)
    orders: list[March] = []
    fixed = dict(room)
    if mode == MOVEMENT:
        for one in encounters(ground, pool, fixed):
            for u in one.units:
                orders += _marches_to(p, pool.pop(u), one.spot, f"to meet {p.label(one.target)}")
                fixed[one.spot] = (*fixed.get(one.spot, ()), u)
            orders.append(March(one.units[0], "meet", one.target, f"expected gain {one.worth:+.1f} points"))
    if fights:
        for attack in draw_up(ground, pool, fixed):
            for u, cell in attack.places.items():
                orders += _marches_to(p, pool.pop(u), cell, f"to attack {p.label(attack.target)}")
    line = Line(ground, fixed)
    rest = sorted(pool.values(), key=lambda m: (not c.sp[m.unit], -ground.threat[p.place[m.unit]], -c.sp[m.unit], m.unit))
    for mover in rest:
        orders += _settle(ground, line, mover, mode)
    return orders


def _marches_to(p: Position, one: Mover, cell: int, why: str) -> list[March]:
    found = [March(one.unit, first, p.place[one.unit], why) for first in one.first]
    if cell != p.place[one.unit]:
        found.append(March(one.unit, "move", cell, why))
    return found


def _settle(ground: Ground, line: Line, one: Mover, mode: str) -> list[March]:
    """Where a unit that attacks nothing does most for the line, and what it does with the points that are left."""
    p, c, w, u = ground.p, ground.c, ground.w, one.unit
    here = p.place[u]
    if not c.sp[u]:
        return _follow_the_divisions(ground, line, one)
    stays = _worth_of_staying(ground, line, one, mode)
    best, goal, digs = stays
    forward = w.advance if not one.states & SHAKEN else 0.0
    best += _guard(ground, line, here)
    quiet = True
    order = 2 if one.states & DEMORALIZED else 1 if one.states & DISRUPTED else 0
    front, free = ground.front, ground.free
    for cell, cost in one.reach.items():
        if front[cell] or cell in free:
            quiet = False
        if cell == here or not (front[cell] or cell in c.fort_at or c.city[cell]):
            continue
        if not within_limits(p, (*line.room.get(cell, ()), u)):
            continue
        dig = bool(c.can_entrench[u]) and "mobilize" not in one.first and one.points - cost >= c.entrench_cost
        gain = forward * ground.pull[cell] + _worth_of_ground(ground, u, cell) + _guard(ground, line, cell)
        gain += line.gain(u, cell, dig, order, best - gain)
        if gain > best + 1e-9:
            best, goal, digs = gain, cell, dig
    if quiet:
        return _to_the_front(ground, line, one, mode)
    if goal == here:
        return _stay(ground, line, one, mode, digs)
    line.add(u, goal, digs, order)
    found = _marches_to(p, one, goal, "to hold the line" if ground.threat[goal] > 0 else "to close up")
    if one.states & SHAKEN and can_recover(p, u, goal) and one.points - one.reach[goal] >= c.movement[u] // 2:
        found.append(March(u, "recover", goal, "back in order"))
    elif digs:
        found.append(March(u, "entrench", goal, "digs in"))
    return found


def _worth_of_staying(ground: Ground, line: Line, one: Mover, mode: str) -> tuple[float, int, bool]:
    """What it is worth to stay: in the trenches, or digging some."""
    p, c, w, u = ground.p, ground.c, ground.w, one.unit
    here, order = p.place[u], order_of(p, (u,)) - one.first.count("recover")
    if not within_limits(p, (*line.room.get(here, ()), u)):
        return -1e9, here, False
    half = c.movement[u] // 2
    points = p.mp[u] - half * one.first.count("recover")
    dig = bool(p.status[u] & ENTRENCHED) or (bool(c.can_entrench[u]) and points >= c.entrench_cost)
    forward = w.advance if not one.states & SHAKEN else 0.0
    gain = line.gain(u, here, dig, max(0, order)) + forward * ground.pull[here] + _worth_of_ground(ground, u, here) + w.stay
    return gain, here, dig


def _worth_of_ground(ground: Ground, u: int, cell: int) -> float:
    """Lines of communication, the wrong side of the Trenchline, and what is there for the taking."""
    p, w, c = ground.p, ground.w, ground.c
    found = 0.0
    if not ground.line[cell]:
        found -= w.cut_off
    if ground.side == FRENCH and c.home[cell] == GERMAN:
        found -= 2 * w.cut_off
    if p.status[u] & SHAKEN and p.in_zone(cell, ground.side):
        found -= w.shake
    if cell in ground.free:
        found += ground.worth(cell) * w.take
    return found


def _guard(ground: Ground, line: Line, cell: int) -> float:
    """Somebody must stand in Verdun when Germans are near: one division of theirs in it, and nobody there, ends it (12.0b)."""
    c = ground.c
    if ground.side != FRENCH or not c.city[cell]:
        return 0.0
    if any(line.room.get(x) for x in c.verdun) or max(ground.threat[x] for x in c.verdun) < 3:
        return 0.0
    return ground.w.verdun * ground.w.last_city


def _stay(ground: Ground, line: Line, one: Mover, mode: str, digs: bool) -> list[March]:
    """A unit that stays recovers, digs in, or goes into Reserve behind the line."""
    p, c, u = ground.p, ground.c, one.unit
    here = p.place[u]
    found = [March(u, "recover", here, "back in order") for first in one.first if first == "recover"]
    order = max(0, order_of(p, (u,)) - len(found))
    line.add(u, here, digs, order)
    if p.status[u] & ENTRENCHED:
        return found
    near = any(p.holds(x, ground.enemy) for x in c.board.within(here, 2))
    if not near and not found and mode not in RESERVES and _better_in_reserve(ground, line, u, here):
        return [March(u, "reserve", here, "in reserve")]
    if digs and ground.threat[here] > 0:
        found.append(March(u, "entrench", here, "digs in"))
    return found


def _better_in_reserve(ground: Ground, line: Line, u: int, here: int) -> bool:
    """Whether a unit does more good in Reserve: the enemy is near enough, and the hex is not in danger."""
    if ground.threat[here] < 3 or here in ground.c.fort_at or ground.c.city[here]:
        return False
    return why_no_reserve(ground.p, u, MOVEMENT) is None and -line.stand(here, line.room.get(here, ()), True) < ground.w.calm


def _follow_the_divisions(ground: Ground, line: Line, one: Mover) -> list[March]:
    """Guns, engineers and gas go where divisions stand, near the enemy."""
    p, c, w, u = ground.p, ground.c, ground.w, one.unit
    here = p.place[u]
    best, goal = -1e9, here
    threat, pull, enemy = ground.threat, ground.pull, c.bit[ground.enemy]
    for cell in one.reach:
        there = line.room.get(cell, ())
        guard = sum(c.sp[x] for x in there) if there else 0
        score = min(guard, 10) * w.escort * min(1.0, threat[cell] / 10) + w.closer * pull[cell]
        if guard >= 5 and threat[cell]:
            score += w.gun_reach * min(2, sum(1 for near in c.board.neighbours[cell] if p.present[near] == enemy))
        if not guard and threat[cell] > 3:
            score -= w.unguarded
        if cell == here:
            score += w.gun_stay
        if not ground.line[cell]:
            score -= w.cut_off
        if score > best and (not there or within_limits(p, (*there, u))):
            best, goal = score, cell
    line.add(u, goal, False, max(0, order_of(p, (u,)) - len(one.first)))
    return _marches_to(p, one, goal, "with the infantry")


def _to_the_front(ground: Ground, line: Line, one: Mover, mode: str) -> list[March]:
    """Far from the enemy: the way to the hex that needs help most."""
    p, c, u = ground.p, ground.c, one.unit
    here = p.place[u]
    reach: Mapping[int, int] = reach_of(p, u, STRATEGY)[0] if mode == STRATEGY and not one.first else one.reach
    open_to = [x for x in reach if x == here or within_limits(p, (*line.room.get(x, ()), u))]
    order = max(0, order_of(p, (u,)) - one.first.count("recover"))
    for goal in front_hexes(ground, line, here):
        near = c.board.distances(goal)
        cell = min(open_to, key=lambda x: (near[x], reach[x], x), default=here)
        if near[cell] < near[here]:
            line.add(u, cell, False, order)
            return _marches_to(p, one, cell, f"to the front at {p.label(goal)}")
    line.add(u, here, bool(p.status[u] & ENTRENCHED), order)
    return [March(u, "recover", here, "back in order") for first in one.first if first == "recover"]


def front_hexes(ground: Ground, line: Line, here: int) -> list[int]:
    """Where strength is wanted, most of all first: the worst danger near, or for those who attack the strongest pull. Where
    the way to one is full, another is tried."""
    far = ground.c.board.distances(here)
    return calls([(cell, line.need(cell)) for cell in ground.wanted], far, ground.w.rush, GOALS) or [here]
