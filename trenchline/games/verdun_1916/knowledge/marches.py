"""Where everybody goes: attackers to their attacks, the rest to the line, guns into range, headquarters behind their troops."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import msgspec

from ..components import ENEMY, FRENCH, GERMAN
from ..movement import points_of, why_not_move
from ..position import EXPLOITED, NEUTRALISED, Position
from ..zones import reach_of
from .attacks import Attack, draw_up, enemy_hexes
from .front import lines
from .ground import Ground

Score = Callable[[Ground, "Line", int, int, "Formation"], float]


class March(msgspec.Struct):
    """A unit's way in a phase."""

    unit: int
    cell: int
    why: str


class Line:
    """A side's troops as they will stand: strength, steps and zones of control by hex, kept while the plan grows."""

    def __init__(self, ground: Ground) -> None:
        p, c = ground.p, ground.c
        n = c.board.size
        self.ground = ground
        self.strength, self.steps, self.screen = [0] * n, [0] * n, [0] * n
        self.foot = [0] * n
        self._screens: dict[int, float] = {}
        for u in p.units_of(ground.side):
            self._add(u, p.place[u], 1)

    def _add(self, u: int, cell: int, by: int) -> None:
        p, c = self.ground.p, self.ground.c
        self.steps[cell] += by * p.steps[u]
        self.strength[cell] += by * p.value(u)
        if c.foot[u]:
            self.foot[cell] += by
            for near in c.zone_cells[cell]:
                self.screen[near] += by

    def move(self, u: int, old: int, new: int) -> None:
        """A unit goes elsewhere; what was known of the ground around is stale."""
        if old == new:
            return
        if old >= 0:
            self._add(u, old, -1)
        self._add(u, new, 1)
        within = self.ground.c.board.within
        for cell in (*(within(old, 2) if old >= 0 else ()), *within(new, 2)):
            self._screens.pop(cell, None)

    def post(self, battalion: int, cell: int) -> None:
        """A battalion that is still with its regiment will stand in a hex."""
        self.strength[cell] += 2
        self.steps[cell] += 1
        self.foot[cell] += 1
        for near in self.ground.c.zone_cells[cell]:
            self.screen[near] += 1
        for near in self.ground.c.board.within(cell, 2):
            self._screens.pop(near, None)

    def without(self, u: int, here: int, cells: Iterable[int]) -> dict[int, float]:
        """The gain of some hexes near a unit, as if it were not where it is."""
        self._add(u, here, -1)
        kept, self._screens = self._screens, {}
        found = {cell: self.gain(u, cell) for cell in cells}
        self._screens = kept
        self._add(u, here, 1)
        return found

    def room(self, u: int, cell: int) -> bool:
        return self.steps[cell] + self.ground.p.steps[u] <= self.ground.c.stack_limit

    def standing(self, cell: int) -> float:
        """What the enemy's turn will cost in a hex as the line is."""
        if self.foot[cell]:
            return self.ground.hold(cell, self.strength[cell], self.steps[cell])
        return self.ground.empty(cell, self.screen[cell] > 0)

    def screening(self, cell: int) -> float:
        """What a zone of control around a hex adds where there was none."""
        found = self._screens.get(cell)
        if found is None:
            empty = self.ground.empty
            screen, foot, zone_cells = self.screen, self.foot, self.ground.c.zone_cells[cell]
            found = sum(
                empty(near, True) - empty(near, False) for near in zone_cells if not screen[near] and not foot[near]
            )
            self._screens[cell] = found
        return found

    def gain(self, u: int, cell: int) -> float:
        """What a unit adds to the line by standing in a hex where it is not yet."""
        p, ground = self.ground.p, self.ground
        if ground.threat[cell] <= 0:
            return 0.0
        with_it = ground.hold(cell, self.strength[cell] + p.value(u), self.steps[cell] + p.steps[u])
        return with_it - self.standing(cell) + self.screening(cell)


def mobile(p: Position, side: int, exploiting: bool) -> list[int]:
    return [u for u in p.units_of(side) if why_not_move(p, u, exploiting) is None]


def marches(ground: Ground, exploiting: bool) -> list[March]:
    """The orders of a Movement or Exploitation Phase."""
    p, c, side = ground.p, ground.c, ground.side
    movers = mobile(p, side, exploiting)
    reaches: dict[int, Mapping[int, int]] = {
        u: reach_of(p, u, points_of(p, u, exploiting)).cost for u in movers if c.foot[u]
    }
    if exploiting:  # only those who move or have advanced attack again (7.1f)
        ready: dict[int, Iterable[int]] = {
            u: cells if p.status[u] & EXPLOITED else [x for x in cells if x != p.place[u]] for u, cells in reaches.items()
        }
        attacks = draw_up(ground, ready, True)
    else:
        for u in p.units_of(side):  # who cannot move can still attack
            if c.foot[u] and u not in reaches:
                reaches[u] = {p.place[u]: 0}
        attacks = draw_up(ground, reaches)
    line = Line(ground)
    orders: list[March] = []
    settled: set[int] = set()
    for attack in attacks:
        if attack.worth <= ground.w["attack_from"]:
            continue
        for u, cell in attack.places.items():
            settled.add(u)
            if cell != p.place[u]:
                line.move(u, p.place[u], cell)
                orders.append(March(u, cell, f"to attack {p.label(attack.target)}"))
    rest = [u for u in reaches if u not in settled]
    if side == FRENCH and rest:
        free = set(rest)
        if p.turn >= p.b.turns:
            orders += raids(ground, line, reaches, free)
            rest = [u for u in rest if u in free]
        if free:
            orders = man_the_lines(ground, line, {u: reaches[u] for u in rest}, free, not exploiting) + orders
        rest = [] if exploiting else sorted(free)
    rest.sort(key=lambda u: (-ground.threat[p.place[u]], -p.value(u), u))
    for u in rest:
        march = stand(ground, line, u, reaches[u])
        if march is not None:
            orders.append(march)
    if exploiting:
        return orders
    return orders + trains(ground, line, attacks, movers)


def raids(ground: Ground, line: Line, reaches: Mapping[int, Mapping[int, int]], free: set[int]) -> list[March]:
    """On the last day: into what the Germans have left without a garrison, or so near that it is cut off (13g, 13h)."""
    p, c = ground.p, ground.c
    taken = {x: v for x, v in ground.prize.items() if p.control[x] == GERMAN and not p.holder[x]}
    orders: list[March] = []
    while taken and free:
        best: tuple[float, int, int, int] | None = None
        for goal, points in sorted(taken.items()):
            for cell in (goal, *c.zone_cells[goal]):
                near = c.zone_cells[cell]
                worth = sum(v for x, v in taken.items() if x == cell or x in near) + (0.5 if cell == goal else 0.0)
                for u in free:
                    if cell in reaches[u] and (best is None or (worth, -p.value(u)) > (best[0], best[1])):
                        if cell == p.place[u] or line.room(u, cell):
                            best = worth, -p.value(u), u, cell
        if best is None:
            break
        _, _, u, cell = best
        free.discard(u)
        for x in (cell, *c.zone_cells[cell]):
            taken.pop(x, None)
        if cell != p.place[u]:
            line.move(u, p.place[u], cell)
            orders.append(March(u, cell, "to cut off what they have taken"))
    return orders


def man_the_lines(
    ground: Ground, line: Line, reaches: Mapping[int, Mapping[int, int]], free: set[int], detaching: bool
) -> list[March]:
    """Strong units to the posts of the main line, light ones and detached battalions to the screen."""
    p, c = ground.p, ground.c
    plan = lines(ground, frozenset().union(*reaches.values()))
    orders: list[March] = []

    def send(u: int, cell: int, why: str) -> None:
        free.discard(u)
        if cell != p.place[u]:
            line.move(u, p.place[u], cell)
            orders.append(March(u, cell, why))

    heavy = {u for u in free if c.steps[u] > 1}
    city = [x for x in c.verdun[p.battle] if ground.threat[x] > 0 and x not in plan.main and p.holder[x] != GERMAN + 1]
    plan = plan._replace(main=(*city, *plan.main))
    weight = {x: ground.threat[x] + ground.w["vital"] * ground.prize.get(x, 0.0) for x in plan.main}
    # who stands in a post that he could keep is not counted twice: all begin from nothing
    strength = dict.fromkeys(plan.main, 0)
    steps = {x: sum(p.steps[u] for u in p.stacks[x] if u not in heavy) for x in plan.main}
    for full in (1, 2):
        for post in sorted(plan.main, key=lambda x: (strength[x] - 0.02 * weight[x], x)):
            able = [u for u in heavy if post in reaches[u] and steps[post] + p.steps[u] <= c.stack_limit]
            if not able or (full == 2 and strength[post] >= ground.w["enough"]):
                continue
            u = max(able, key=lambda x: (p.place[x] == post, p.value(x) - 0.3 * reaches[x][post], -x))
            heavy.discard(u)
            strength[post] += p.value(u)
            steps[post] += p.steps[u]
            send(u, post, "to the main line")
    return orders + man_the_screen(ground, line, reaches, free, plan.screen, detaching)


def man_the_screen(
    ground: Ground, line: Line, reaches: Mapping[int, Mapping[int, int]], free: set[int], screen: Iterable[int],
    detaching: bool,
) -> list[March]:
    """Light units to the screen; where none can get to, regiments detach battalions (1.6, 5.1d)."""
    p, c, w = ground.p, ground.c, ground.w
    orders: list[March] = []
    used: set[int] = set()
    given: dict[int, int] = {}
    for post in sorted(screen):
        light = [u for u in free if c.steps[u] == 1 and post in reaches[u]]
        if light:
            u = min(light, key=lambda x: (reaches[x][post], -p.value(x), x))
            free.discard(u)
            if p.place[u] != post:
                line.move(u, p.place[u], post)
                orders.append(March(u, post, "to the screen"))
            continue
        best: tuple[float, int, int] | None = None
        for u, reach in reaches.items() if detaching else ():
            if c.steps[u] != 3 or p.steps[u] - given.get(u, 0) < 2 or post not in reach:
                continue
            stock = p.b.stock.get(c.division[u], ())
            battalion = next((b for b in stock if b not in used and p.place[b] == c.box["stock"]), -1)
            if battalion < 0:
                continue
            gain = w["screen"] + 0.1 * p.steps[u] - 0.02 * reach[post] - w["detach"] * (1 + given.get(u, 0))
            if gain > 0 and (best is None or gain > best[0]):
                best = gain, u, battalion
        if best is not None:
            _, u, battalion = best
            used.add(battalion)
            given[u] = given.get(u, 0) + 1
            orders.insert(0, March(u, -1, "a battalion for the screen"))
            orders.append(March(battalion, post, "to the screen"))
            line.post(battalion, post)
    return orders


def stand(ground: Ground, line: Line, u: int, reach: Mapping[int, int]) -> March | None:
    """Where a unit that attacks nothing does most for the line; far behind it, the march to where it is weakest."""
    p, w, here = ground.p, ground.w, ground.p.place[u]
    if len(reach) < 2:
        return None
    threat = ground.threat
    if all(threat[cell] <= 0 for cell in reach):
        march = _to_the_front(ground, line, u, reach)
    else:
        march = _to_the_line(ground, line, u, reach)
    if march is None or march.cell == here:
        return None
    line.move(u, here, march.cell)
    return march


def _to_the_line(ground: Ground, line: Line, u: int, reach: Mapping[int, int]) -> March:
    p, w, here, side = ground.p, ground.w, ground.p.place[u], ground.side
    zone, control, pull, prize = p.zone[ENEMY[side]], p.control, ground.pull, ground.prize
    forward = w["advance"] * (ground.left + w["late"]) if side == GERMAN else 0.0
    tired = bool(p.status[u] & NEUTRALISED)
    near = frozenset(ground.c.board.within(here, 2))
    local = line.without(u, here, [cell for cell in near if cell in reach])
    best, goal = -1e9, here
    crowded = line.steps[here] > ground.c.stack_limit
    for cell in reach:
        if crowded if cell == here else not line.room(u, cell):
            continue
        gain = local[cell] if cell in local else line.gain(u, cell)
        gain += forward * pull[cell]
        if control[cell] != side and cell in prize:
            gain += w["seize"] * prize[cell]
        if zone[cell]:
            gain -= w["contact"] * (2.0 if tired else 1.0)
            if cell != here and ringed(p, line, side, cell):
                gain -= w["cut_off"]
        if cell == here:
            gain += w["stay"]
        if gain > best + 1e-9:
            best, goal = gain, cell
    return March(u, goal, "to hold the line" if ground.threat[goal] > 0 else "to close up")


def ringed(p: Position, line: Line, side: int, cell: int) -> bool:
    """Whether no way leads out of a hex but through the enemy or his zones."""
    enemy = ENEMY[side]
    zone, holder = p.zone[enemy], p.holder
    return all(
        holder[near] == enemy + 1 or (zone[near] and not line.foot[near]) for near in p.c.board.neighbours[cell]
    )


def _to_the_front(ground: Ground, line: Line, u: int, reach: Mapping[int, int]) -> March | None:
    """The way to the hex that needs help most."""
    p, c, here = ground.p, ground.c, ground.p.place[u]
    far = c.board.distances(here)
    needs = [
        (-line.standing(cell) * ground.w["rush"] ** far[cell], cell)
        for cell in range(c.board.size)
        if ground.threat[cell] > 0 and p.control[cell] == ground.side and p.b.playable[cell]
    ]
    if not needs:
        return None
    goal = max(needs)[1]
    near = c.board.distances(goal)
    cells = [cell for cell in reach if line.room(u, cell) or cell == here]
    cell = min(cells, key=lambda x: (near[x], x != here, x))
    return March(u, cell, f"to the front at {p.label(goal)}")


# ---------------------------------------------------------------------------------------------- guns and HQs


class Formation:
    """The troops a gun or an HQ belongs to, as they will stand, and the enemy."""

    def __init__(self, own: list[int], enemy: list[int], wanted: set[int]) -> None:
        self.own, self.enemy, self.wanted = own, enemy, wanted


def trains(ground: Ground, line: Line, attacks: list[Attack], movers: Iterable[int]) -> list[March]:
    """Guns and HQs follow their troops."""
    p, c, side = ground.p, ground.c, ground.side
    enemy = enemy_hexes(p, side)
    wanted = {attack.target for attack in attacks}
    where = {u: cell for attack in attacks for u, cell in attack.places.items()}
    corps: dict[str, list[int]] = {}
    division: dict[str, list[int]] = {}
    for u in p.units_of(side):
        if c.foot[u]:
            cell = where.get(u, p.place[u])
            corps.setdefault(c.corps[u], []).append(cell)
            division.setdefault(c.division[u], []).append(cell)
    found = []
    for u in movers:
        if c.foot[u]:
            continue
        wide = c.size[u] == "corps"
        own = corps.get(c.corps[u], []) if wide else division.get(c.division[u], [])
        if own:
            march = _best_post(ground, line, u, Formation(own, enemy, wanted), _hq_score if c.hq[u] else _gun_score)
            if march is not None:
                found.append(march)
    return found


def _best_post(ground: Ground, line: Line, u: int, mates: Formation, score: Score) -> March | None:
    p, c, here = ground.p, ground.c, ground.p.place[u]
    best, goal = score(ground, line, here, u, mates) + 0.3, here
    for cell in reach_of(p, u, points_of(p, u, False)).cost:
        if cell == here or not line.room(u, cell) or (p.zone[ENEMY[ground.side]][cell] and not line.foot[cell]):
            continue
        value = score(ground, line, cell, u, mates)
        if value > best:
            best, goal = value, cell
    if goal == here:
        return None
    line.move(u, here, goal)
    return March(u, goal, "to keep in touch with its troops" if c.hq[u] else "into range")


def _hq_score(ground: Ground, line: Line, cell: int, u: int, mates: Formation) -> float:
    """Within four hexes of its units, out of the enemy's reach, best with company."""
    far = ground.c.board.distances(cell)
    lag = sum(max(0, far[x] - 4) for x in mates.own) / len(mates.own)
    return -lag - exposure(ground, line, cell)


def _gun_score(ground: Ground, line: Line, cell: int, u: int, mates: Formation) -> float:
    """In range of what is to be attacked and of the enemy before its own infantry, behind friends."""
    far, reach = ground.c.board.distances(cell), ground.c.range[u]
    hits = sum(1.0 for x in mates.wanted if far[x] <= reach) + sum(0.15 for x in mates.enemy if far[x] <= reach)
    cares = sum(1.0 for x in mates.own if far[x] <= reach) / len(mates.own)
    shelter = -sum(x.value for x in (*ground.c.cover_lines[cell], *ground.c.work_lines[cell])) + (line.foot[cell] > 0)
    return (
        0.4 * hits + 2.0 * cares + ground.w["dug_in_gun"] * shelter - 0.1 * min(far[x] for x in mates.own)
        - exposure(ground, line, cell)
    )


def exposure(ground: Ground, line: Line, cell: int) -> float:
    """The danger to something that cannot defend itself: much beside the enemy, less behind troops."""
    zone = ground.p.zone[ENEMY[ground.side]]
    if zone[cell]:
        return 4.0 if not line.foot[cell] else 1.5
    near = any(zone[x] for x in ground.c.board.neighbours[cell])
    return ground.w["shelter"] * ground.threat[cell] / 20 + (1.0 if near and not line.foot[cell] else 0.0)
