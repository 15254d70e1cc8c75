"""Movement: first the attackers to where they attack from, then everybody else to where the line needs him most."""

from __future__ import annotations

from collections.abc import Callable

from ....core.knowledge import March
from ..components import ENEMY, GERMAN
from ..movement import may_dig_in, may_move, may_move_strategically
from ..position import DEMORALIZED, FIRED, MOVED, Position
from ..strength import combat_strength
from ..zones import reach_of
from .attacks import Attack, draw_up, enemy_hexes
from .ground import Ground

Score = Callable[[Ground, int, int, list[int], list[int], set[int]], float]

FAR = 5  # hexes from which a march to the front is worth the road


class Line:
    """Where a side's infantry will stand at the end of the phase, as far as it is settled."""

    def __init__(self, ground: Ground) -> None:
        p, c = ground.p, ground.c
        self.ground = ground
        self.strength = [0] * c.board.size
        self.screen = [0] * c.board.size
        self.bulk: dict[int, int] = {}
        self.members: dict[int, list[int]] = {}
        for u in p.units_of(ground.side):
            self.add(u, p.place[u])

    def add(self, u: int, cell: int, by: int = 1) -> None:
        c = self.ground.c
        self.bulk[cell] = self.bulk.get(cell, 0) + by * c.bulk[u]
        members = self.members.setdefault(cell, [])
        if by > 0:
            members.append(u)
        else:
            members.remove(u)
        if c.foot[u]:
            self.strength[cell] += by * combat_strength(self.ground.p, u)
            self.screen[cell] += by
            for near in c.board.neighbours[cell]:
                self.screen[near] += by

    def room(self, u: int, cell: int) -> bool:
        """Whether a unit still fits: a pioneer beside its own division is free (8.31)."""
        c = self.ground.c
        limit = c.stack_limit - self.bulk.get(cell, 0)
        if c.bulk[u] <= limit:
            return True
        mates = self.members.get(cell, ())
        free = c.kind[u] == "pioneer" and any(c.division[m] == c.division[u] for m in mates)
        return free and not any(c.kind[m] == "pioneer" for m in mates) and limit >= 0

    def ringed(self, cell: int) -> bool:
        """Whether no way leads out of a hex but through the enemy or his zones: units there may have to surrender (9.7)."""
        ground = self.ground
        enemy = ENEMY[ground.side]
        zone, present = ground.p.zone[enemy], ground.p.present
        return all(
            present[near] == ground.c.bit[enemy] or (zone[near] and not self.strength[near])
            for near in ground.c.board.neighbours[cell]
        )

    def gain(self, u: int, cell: int) -> float:
        """What a unit adds to the line by standing in a hex."""
        ground, screen = self.ground, self.screen
        hold, threat = ground.hold, ground.threat
        strength = self.strength[cell]
        gain = 0.0
        if threat[cell] > 0:
            gain = hold(cell, strength + combat_strength(ground.p, u), True) - hold(cell, strength, screen[cell] > 0)
        for near in ground.c.board.neighbours[cell]:
            if threat[near] > 0 and not screen[near] and not self.strength[near]:
                gain += hold(near, 0, True) - hold(near, 0, False)
        return gain


def marches(ground: Ground) -> tuple[list[March], list[Attack]]:
    """The orders of a Movement Phase, and the attacks they prepare."""
    p, c, side = ground.p, ground.c, ground.side
    movers = [u for u in p.units_of(side) if not p.status[u] & MOVED]
    reaches = {u: reach_of(p, u, False)[0] if may_move(p, u) else {p.place[u]: 0} for u in movers if c.foot[u]}
    attacks = draw_up(ground, reaches)
    line = Line(ground)
    orders: list[March] = []
    settled: set[int] = set()
    for attack in attacks:
        for u, cell in attack.places.items():
            settled.add(u)
            if cell != p.place[u]:
                line.add(u, p.place[u], -1)
                line.add(u, cell)
                orders.append(March(u, "select", cell, f"to attack {p.label(attack.target)}"))
    rest = sorted(
        (u for u in reaches if u not in settled), key=lambda u: (-ground.threat[p.place[u]], -combat_strength(p, u), u)
    )
    for u in rest:
        march = _stand(ground, line, u, reaches[u])
        if march is not None:
            orders.append(march)
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
    zone = p.zone[ENEMY[ground.side]]
    forward = w["advance"] if ground.side == GERMAN and not shy else 0.0
    best, goal = -1e9, here
    for cell in reach:
        if cell != here and not line.room(u, cell):
            continue
        gain = line.gain(u, cell) + forward * ground.pull[cell]
        if shy:
            gain -= w["shy"] * ground.threat[cell] / 14
        if zone[cell] and line.ringed(cell):
            gain -= w["cut_off"]
        if cell == here:
            gain += w["stay"]
        if gain > best + 1e-9:
            best, goal = gain, cell
    quiet = all(ground.threat[cell] <= 0 for cell in reach)
    if quiet and not shy:
        march = _to_the_front(ground, line, u, reach)
        if march is not None:
            line.add(u, march.cell)
            return march
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
    """The way to the hex that needs help most, by road if that is allowed."""
    p, c = ground.p, ground.c
    here = p.place[u]
    far = c.board.distances(here)
    fade = 0.93
    needs = [
        (-ground.hold(cell, line.strength[cell], line.screen[cell] > 0) * fade ** far[cell], cell)
        for cell in range(c.board.size)
        if ground.threat[cell] > 0 and p.control[cell] == ground.side
    ]
    if not needs:
        return None
    goal = max(needs)[1]
    near = c.board.distances(goal)
    ways = [("select", cell) for cell in reach]
    if near[here] > FAR and may_move_strategically(p, u):
        ways += [("strategic", cell) for cell in reach_of(p, u, True)[0]]
    ways = [(kind, cell) for kind, cell in ways if cell != here and line.room(u, cell)]
    if not ways:
        return None
    kind, cell = min(ways, key=lambda way: (near[way[1]], way[0], way[1]))
    if near[cell] >= near[here]:
        return None
    return March(u, kind, cell, f"to the front at {p.label(goal)}")


# ---------------------------------------------------------------------------------------------- guns and HQs


def _trains(ground: Ground, line: Line, attacks: list[Attack]) -> list[March]:
    p, c = ground.p, ground.c
    enemy = enemy_hexes(p, ground.side)
    wanted = {attack.target for attack in attacks}
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
        march = _best_post(ground, line, u, own, enemy, wanted, score)
        if march is not None:
            found.append(march)
    return found


def _has_targets(p: Position, u: int, enemy: list[int]) -> bool:
    far = p.c.board.distances(p.place[u])
    return sum(far[cell] <= p.c.range[u] - 1 for cell in enemy) >= 3


def _best_post(
    ground: Ground, line: Line, u: int, own: list[int], enemy: list[int], wanted: set[int], score: Score
) -> March | None:
    p, c, here = ground.p, ground.c, ground.p.place[u]
    ways = [("select", cell) for cell in reach_of(p, u, False)[0]]
    middle = min(own, key=lambda cell: sum(c.board.distances(cell)[x] for x in own))
    if c.board.distances(middle)[here] > 2 * FAR and may_move_strategically(p, u):
        ways += [("strategic", cell) for cell in reach_of(p, u, True)[0]]
    best, choice = score(ground, u, here, own, enemy, wanted) + 0.3, None
    for kind, cell in ways:
        if cell == here or not line.room(u, cell):
            continue
        value = score(ground, u, cell, own, enemy, wanted) - (0.2 if kind == "strategic" else 0.0)
        if value > best:
            best, choice = value, (kind, cell)
    if choice is None:
        return None
    line.add(u, here, -1)
    line.add(u, choice[1])
    return March(u, choice[0], choice[1], "to keep in touch with its corps" if c.hq[u] else "into range")


def _hq_score(ground: Ground, u: int, cell: int, own: list[int], enemy: list[int], wanted: set[int]) -> float:
    """Within four hexes of its units, on a road, and out of the enemy's reach."""
    board = ground.c.board
    far = board.distances(cell)
    lag = sum(max(0, far[x] - 4) for x in own) / len(own)
    return -lag - 0.15 * min(ground.threat[cell], 20.0) + (0.3 if board.edges["road"][cell] else 0.0)


def _gun_score(ground: Ground, u: int, cell: int, own: list[int], enemy: list[int], wanted: set[int]) -> float:
    """In range of what is to be attacked and of the enemy before its own infantry, beside friends, not before them."""
    p, c = ground.p, ground.c
    far = c.board.distances(cell)
    reach = c.range[u]
    targets = sum(1.0 for x in wanted if far[x] <= reach) + sum(0.15 for x in enemy if far[x] <= reach)
    lag = min(far[x] for x in own)
    risk = ground.threat[cell] / 14
    beside = 0.5 if p.holds(cell, ground.side) and cell != p.place[u] else 0.0
    return targets - 0.3 * lag - 0.6 * risk + beside - (0.4 if p.status[u] & FIRED else 0.0)
