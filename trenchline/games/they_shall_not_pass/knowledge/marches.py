"""Movement: first the attackers to where they attack from, then everybody else to where the line needs him most."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property

from ....core.fields import added, summed
from ....core.knowledge import March
from ....core.marching import best_of, calls
from ....core.survey import shut_in
from ..components import ENEMY, GERMAN
from ..movement import may_dig_in, may_move, may_move_strategically
from ..position import DEMORALIZED, FIRED, MOVED, UNSUPPLIED, Position
from ..strength import combat_strength
from ..supply import LIMIT, Lines, sources
from ..zones import posture, reach_of
from .attacks import Attack, draw_up, enemy_hexes, entered
from .ground import STACK, Ground

Score = Callable[["Line", int, int, list[int]], float]

FAR = 5  # hexes from which a march to the front is worth the road
GOALS = 5  # hexes of the front that a unit in the rear may go to
ROAD = 60  # movement points: farther nobody marches
POSTS = 8  # places of an HQ for which lines of supply are traced


class Line:
    """Where a side's infantry will stand at the end of the phase, as far as it is settled."""

    def __init__(self, ground: Ground) -> None:
        p, c = ground.p, ground.c
        self.ground = ground
        self.strength = [0] * c.board.size
        self.screen = [0] * c.board.size
        self.space = [c.stack_limit] * c.board.size  # left in each hex
        self.members: dict[int, list[int]] = {}
        self.attackers: set[int] = set()
        self.enemy: list[int] = []  # hexes that guns are to cover
        self.wanted: list[int] = []  # and those that are to be attacked
        self._fed_from: dict[int, bytes] = {}
        self._road_to: dict[int, bytes] = {}
        self._needs: dict[int, float] = {}
        self._stale: set[int] = set()  # hexes whose needs have changed
        self._in_range: dict[int, list[float]] = {}
        screened, alone = ground.w.screened, ground.w.open
        self.gap = [  # as `Ground.empty` has it
            -worth * screened + worth * alone if threat > 0 else 0.0
            for worth, threat in zip(ground.worths(), ground.threat, strict=True)
        ]
        self.bare = self.gap[:]  # what a screen would save in each hex, where there is none
        for u in p.units_of(ground.side):
            self.add(u, p.place[u])

    @cached_property
    def roads(self) -> Lines:
        """The ways behind one's own front, as it is."""
        return Lines(self.ground.p, self.ground.side)

    @cached_property
    def supply(self) -> Lines:
        """The lines of supply as they will be: who stands in an enemy zone opens it (6.14)."""
        lines = Lines(self.ground.p, self.ground.side)
        for cell, members in self.members.items():
            if members:
                lines.barred[cell] = 0
        return lines

    @cached_property
    def sourced(self) -> bytes:
        """The costs of supply to each hex in which an HQ may stand (6.11)."""
        return self.supply.costs(sources(self.ground.p, self.ground.side))

    def fed_from(self, cell: int) -> bytes:
        """The costs of supply from an HQ in a hex."""
        found = self._fed_from.get(cell)
        if found is None:
            found = self._fed_from[cell] = self.supply.costs([cell])
        return found

    def in_range(self, reach: int) -> list[float]:
        """What a gun of some range has before it in each hex."""
        found = self._in_range.get(reach)
        if found is None:
            board, felt = self.ground.c.board, (1.0,) * (reach + 1)
            wanted, covered = (
                summed(board.size, [board.distances(x) for x in cells], [worth] * len(cells), felt)
                for cells, worth in ((self.wanted, 1.0), (self.enemy, self.ground.w.gun_covers))
            )
            found = self._in_range[reach] = added(wanted, covered)
        return found

    def road_to(self, cell: int) -> bytes:
        """The costs of the way to a hex by road: rivers make the straight way the longer one."""
        found = self._road_to.get(cell)
        if found is None:
            found = self._road_to[cell] = self.roads.costs([cell], ROAD)
        return found

    def needs(self) -> Iterable[tuple[int, float]]:
        """One's own hexes to which the enemy can come, and how much each needs help."""
        ground, side = self.ground, self.ground.side
        if not self._needs:
            control = ground.p.control
            self._needs = {x: 0.0 for x, threat in enumerate(ground.threat) if threat > 0 and control[x] == side}
            self._stale = set(self._needs)
        for x in self._stale:
            if x in self._needs:
                self._needs[x] = -ground.hold(x, self.strength[x], self.screen[x] > 0)
        self._stale.clear()
        return self._needs.items()

    def add(self, u: int, cell: int, by: int = 1) -> None:
        c = self.ground.c
        self.space[cell] -= by * c.bulk[u]
        members = self.members.setdefault(cell, [])
        if by > 0:
            members.append(u)
        else:
            members.remove(u)
        if c.foot[u]:
            self.strength[cell] += by * combat_strength(self.ground.p, u)
            strength, screen, bare, gap = self.strength, self.screen, self.bare, self.gap
            around = (cell, *c.board.neighbours[cell])
            self._stale.update(around)
            for near in around:
                screen[near] += by
                bare[near] = 0.0 if screen[near] or strength[near] else gap[near]

    def room(self, u: int, cell: int) -> bool:
        """Whether a unit still fits: a pioneer beside its own division is free (8.31)."""
        c = self.ground.c
        limit = self.space[cell]
        if c.bulk[u] <= limit:
            return True
        mates = self.members.get(cell, ())
        free = c.kind[u] == "pioneer" and any(c.division[m] == c.division[u] for m in mates)
        return free and not any(c.kind[m] == "pioneer" for m in mates) and limit >= 0

    def foresee(self) -> None:
        """Where the enemy's infantry can march in its turn if the line stands as it is, and what lies next to that. HQs and
        guns bar nobody's way: they may be elsewhere by then."""
        ground, c = self.ground, self.ground.c
        troops = [(u, cell) for cell, members in self.members.items() for u in members if c.foot[u]]
        come = entered(ground.p, ENEMY[ground.side], posture(ground.p, ground.side, troops))
        self.raided = {near for cell, there in enumerate(come) if there for near in c.board.neighbours[cell]}
        self.sources = {cell for cell in sources(ground.p, ground.side) if come[cell]}

    def fed(self, u: int) -> bytes:
        """1 for each hex that the HQ of a unit's corps feeds from where it stands (6.11a)."""
        p, roads = self.ground.p, self.roads
        hq = p.c.hq_of.get(p.corps_of(u), -1)
        if hq < 0 or not p.on_map(hq):
            return bytes(p.c.board.size)
        limit = roads.limit(hq)
        return bytes([cost <= limit for cost in roads.costs([p.place[hq]], limit)])

    def guarded(self, cell: int) -> bool:
        """Whether a regiment stands there. Who attacks does not go on if that leaves others alone."""
        c = self.ground.c
        return any(c.foot[m] and c.kind[m] != "pioneer" for m in self.members.get(cell, ()))

    def deserted(self, cell: int) -> bool:
        """Whether what stands there by itself may be taken by any enemy regiment."""
        return cell in self.raided and not self.guarded(cell)

    def wards(self, cell: int) -> float:
        """What a regiment would save by coming to HQs and guns that stand alone and cannot get away."""
        members = self.members.get(cell)
        if not members:
            return 0.0
        p, c, w = self.ground.p, self.ground.c, self.ground.w
        alone = [m for m in members if not c.foot[m] and not may_move(p, m)]
        return sum(w.guard_hq if c.hq[m] else w.guard_gun for m in alone) if alone and self.deserted(cell) else 0.0

    def gain(self, u: int, cell: int) -> float:
        """What a unit adds to the line by standing in a hex."""
        ground, strength = self.ground, self.strength[cell]
        hold = ground.hold
        gain = 0.0
        if ground.threat[cell] > 0:
            gain = hold(cell, strength + combat_strength(ground.p, u), True) - hold(cell, strength, self.screen[cell] > 0)
        if ground.c.kind[u] == "pioneer":
            gain -= ground.w.lone if self.deserted(cell) else 0.0
        else:
            gain += self.wards(cell)
            gain += ground.w.source if cell in self.sources and not strength else 0.0
        bare = self.bare
        for near in ground.c.board.neighbours[cell]:
            gain += bare[near]
        return gain


def marches(ground: Ground) -> tuple[list[March], list[Attack]]:
    """The orders of a Movement Phase, and the attacks they prepare."""
    p, c, side = ground.p, ground.c, ground.side
    movers = [u for u in p.units_of(side) if not p.status[u] & MOVED]
    reaches = {u: reach_of(p, u, False)[0] if may_move(p, u) else {p.place[u]: 0} for u in movers if c.foot[u]}
    attacks = draw_up(ground, reaches)
    line = Line(ground)
    orders: list[March] = []
    for attack in attacks:
        for u, cell in attack.places.items():
            line.attackers.add(u)
            if cell != p.place[u]:
                line.add(u, p.place[u], -1)
                line.add(u, cell)
                orders.append(March(u, "select", cell, f"to attack {p.label(attack.target)}"))
    line.foresee()
    rest = sorted(
        (u for u in reaches if u not in line.attackers),
        key=lambda u: (c.kind[u] == "pioneer", -ground.threat[p.place[u]], -combat_strength(p, u), u),
    )
    for u in rest:
        march = _stand(ground, line, u, reaches[u])
        if march is not None:
            orders.append(march)
    line.foresee()
    orders += _trains(ground, line, attacks)
    moving = {march.unit for march in orders}
    for u in movers:
        if u not in moving and may_dig_in(p, u) and ground.threat[p.place[u]] > 0:
            orders.append(March(u, "dig", p.place[u], "digs in under threat"))
    return orders, attacks


def _stand(ground: Ground, line: Line, u: int, reach: dict[int, int]) -> March | None:
    """Where a unit that attacks nothing does most for the line; far behind it, the march to where it is weakest."""
    p, w, here = ground.p, ground.w, ground.p.place[u]
    line.add(u, here, -1)
    shy = bool(p.status[u] & DEMORALIZED)
    enemy = ENEMY[ground.side]
    zone = p.zone[enemy]
    forward = w.advance if ground.side == GERMAN and not shy else 0.0
    fed = line.fed(u) if p.status[u] & UNSUPPLIED else b""
    quiet = True not in [ground.threat[cell] > 0 for cell in reach]
    if quiet and not shy:
        march = _to_the_front(ground, line, u, reach)
        if march is not None:
            line.add(u, march.cell)
            return march
    best, goal = -1e9, here
    for cell in reach:
        if cell != here and not line.room(u, cell):
            continue
        gain = line.gain(u, cell) + forward * ground.pull[cell]
        if shy:
            gain -= w.shy * ground.threat[cell] / STACK
        if zone[cell] and shut_in(p, enemy, cell, line.strength):
            gain -= w.cut_off  # units there may have to surrender (9.7)
        if cell == here:
            gain += w.stay
        if fed and fed[cell]:
            gain += w.fed
        if gain > best + 1e-9:
            best, goal = gain, cell
    line.add(u, goal)
    if goal == here:
        return None
    if p.status[u] & DEMORALIZED:
        why = "out of the fire, to rally"
    elif ground.threat[goal] <= 0:
        why = "to close up"
    else:
        why = "forward with the attack" if ground.side == GERMAN else "to hold the line"
    return March(u, "select", goal, why)


def _to_the_front(ground: Ground, line: Line, u: int, reach: dict[int, int]) -> March | None:
    """The way to the hex that needs help most, by road if that is allowed; where it leads no nearer, to another."""
    p, c = ground.p, ground.c
    here = p.place[u]
    far = c.board.distances(here)
    ways = [("select", cell) for cell in reach]
    if may_move_strategically(p, u):
        ways += [("strategic", cell) for cell in reach_of(p, u, True)[0]]
    ways = [(kind, cell) for kind, cell in ways if cell != here and line.room(u, cell)]
    for goal in calls(line.needs(), far, ground.w.rush, GOALS) if ways else ():
        march = _nearer(ground, line, u, goal, ways)
        if march is not None:
            return march
    return None


def _nearer(ground: Ground, line: Line, u: int, goal: int, ways: list[tuple[str, int]]) -> March | None:
    """The march that leaves the least of the way to a hex; none if all lead away from it."""
    p = ground.p
    near = ground.c.board.distances(goal)
    here = p.place[u]
    road = line.road_to(goal)

    def left(x: int) -> tuple[int, int]:
        return min(road[x], ROAD), near[x]

    on_foot = [way for way in ways if way[0] == "select" or near[here] > FAR]
    kind, cell = min(on_foot, key=lambda way: (left(way[1]), way), default=("", here))
    return March(u, kind, cell, f"to the front at {p.label(goal)}") if left(cell) < left(here) else None


# ---------------------------------------------------------------------------------------------- guns and HQs


def _trains(ground: Ground, line: Line, attacks: list[Attack]) -> list[March]:
    p, c = ground.p, ground.c
    enemy = line.enemy = enemy_hexes(p, ground.side)
    line.wanted = sorted({attack.target for attack in attacks})
    where: dict[str, list[int]] = {}
    for cell, members in line.members.items():
        for m in members:
            if c.foot[m]:
                where.setdefault(c.division[m], []).append(cell)
                where.setdefault("corps " + p.corps_of(m), []).append(cell)
    found = []
    for u in p.units_of(ground.side):
        if c.foot[u] or not may_move(p, u) or p.status[u] & MOVED:
            continue
        own = where.get("corps " + p.corps_of(u), []) if c.hq[u] or c.size[u] == "corps" else where.get(c.division[u], [])
        if not own or u == c.railroad:
            continue
        score = _hq_score if c.hq[u] else _gun_score
        if c.gun[u] and c.size[u] == "corps" and _has_targets(p, u, enemy):
            continue  # it would lose its fire for the turn (8.1a)
        march = _best_post(ground, line, u, own, score)
        if march is not None:
            found.append(march)
    return found


def _has_targets(p: Position, u: int, enemy: list[int]) -> bool:
    far = p.c.board.distances(p.place[u])
    return sum([far[cell] < p.c.range[u] for cell in enemy]) >= 3


def _best_post(ground: Ground, line: Line, u: int, own: list[int], score: Score) -> March | None:
    p, c, w, here = ground.p, ground.c, ground.w, ground.p.place[u]
    ways = [("select", cell) for cell in reach_of(p, u, False)[0]]
    middle = min(own, key=lambda cell: sum(map(c.board.distances(cell).__getitem__, own)))
    if c.board.distances(middle)[here] > 2 * FAR and may_move_strategically(p, u):
        ways += [("strategic", cell) for cell in reach_of(p, u, True)[0]]
    if c.hq[u] and len(ways) > POSTS:
        ways = [way for _, way in sorted([(-_hq_post(line, way[1], own), way) for way in ways])[:POSTS]]

    def worth(way: tuple[str, int]) -> float:
        return score(line, u, way[1], own) - (w.post_by_road if way[0] == "strategic" else 0.0)

    least = score(line, u, here, own) + w.post_from
    choice = best_of((way for way in ways if way[1] != here and line.room(u, way[1])), worth, least)
    if choice is None:
        return None
    line.add(u, here, -1)
    line.add(u, choice[1])
    return March(u, choice[0], choice[1], "to keep in touch with its corps" if c.hq[u] else "into range")


def _hq_post(line: Line, cell: int, own: list[int]) -> float:
    """How good a place is for an HQ, lines of supply apart: near its units, on a road, out of the enemy's reach."""
    ground, board, w = line.ground, line.ground.c.board, line.ground.w
    far = board.distances(cell)
    lag = sum([x - w.hq_near for x in map(far.__getitem__, own) if x > w.hq_near]) / len(own)
    risk = w.post_alone if line.deserted(cell) else w.hq_threat * min(ground.threat[cell], w.hq_threat_most)
    return -lag - risk + (w.hq_road if board.edges["road"][cell] else 0.0)


def _hq_score(line: Line, u: int, cell: int, own: list[int]) -> float:
    """Where it is fed itself, and feeds all of its corps (6.11, 6.12)."""
    costs, w = line.fed_from(cell), line.ground.w
    hungry = sum([costs[x] > LIMIT for x in own]) / len(own)
    return _hq_post(line, cell, own) - w.hq_feeds * hungry - (0.0 if line.sourced[cell] <= LIMIT else w.hq_fed)


def _gun_score(line: Line, u: int, cell: int, own: list[int]) -> float:
    """In range of what is to be attacked and of the enemy before its own infantry, beside friends, not before them."""
    ground = line.ground
    p, c, w = ground.p, ground.c, ground.w
    lag = min(map(c.board.distances(cell).__getitem__, own))
    risk = w.post_alone if line.deserted(cell) else w.gun_threat * ground.threat[cell] / STACK
    return line.in_range(c.range[u])[cell] - w.gun_lag * lag - risk - (w.gun_fired if p.status[u] & FIRED else 0.0)
