"""Where everybody goes: attackers to their attacks, the rest to the line, guns into range, headquarters behind their troops."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from itertools import accumulate, repeat

from ....core.knowledge import March
from ....core.marching import best_of, calls
from ....core.survey import shut_in
from ..components import ENEMY, FRENCH, GERMAN
from ..movement import points_of, why_not_move
from ..position import ENTERED, EXPLOITED, NEUTRALISED, Position
from ..zones import reach_of
from .attacks import Attack, draw_up, enemy_hexes
from .ground import FAR, Ground, dugouts
from .line import Line
from .manning import DETACH, man_the_lines, raids

GARRISON = 4  # strength below which Verdun asks for a regiment
NEAR = {FRENCH: 4, GERMAN: 2}  # hexes at which an HQ is near its troops: those who advance will be farther away (10.1d)
Score = Callable[[Ground, "Line", int, int, "Formation"], float]


def mobile(p: Position, side: int, exploiting: bool) -> list[int]:
    return [u for u in p.units_of(side) if why_not_move(p, u, exploiting) is None]


def marches(ground: Ground, exploiting: bool) -> list[March]:
    """The orders of a Movement or Exploitation Phase."""
    p, c, side = ground.p, ground.c, ground.side
    movers = mobile(p, side, exploiting)
    if side == FRENCH:  # who holds Verdun stays
        movers = [
            u
            for u in movers
            if p.place[u] not in c.verdun[p.battle] or c.steps[u] == 1 or p.steps_in(p.place[u]) > c.stack_limit
        ]
    reaches: dict[int, Mapping[int, int]] = {u: reach_of(p, u, points_of(p, u, exploiting)).cost for u in movers if c.foot[u]}
    if exploiting:  # only those who move or have advanced attack again (7.1f)
        ready: dict[int, Iterable[int]] = {
            u: cells if p.status[u] & EXPLOITED else [x for x in cells if x != p.place[u]] for u, cells in reaches.items()
        }
        attacks = draw_up(ground, ready)
    else:
        for u in p.units_of(side):  # who cannot move can still attack
            if c.foot[u] and u not in reaches and p.place[u] not in c.verdun[p.battle]:
                reaches[u] = {p.place[u]: 0}
        attacks = draw_up(ground, reaches)
    line = Line(ground)
    orders: list[March] = []
    settled: set[int] = set()
    for attack in attacks:
        if attack.worth <= ground.w.attack_from:
            continue
        for u, cell in attack.places.items():
            settled.add(u)
            if cell != p.place[u]:
                line.move(u, p.place[u], cell)
                orders.append(March(u, "move", cell, f"to attack {p.label(attack.target)}"))
    rest = [u for u in reaches if u not in settled]
    if side == FRENCH and rest:
        free = set(rest)
        if p.turn >= p.b.turns:
            orders += raids(ground, line, reaches, free)
            rest = [u for u in rest if u in free]
        if free:
            orders = man_the_lines(ground, line, {u: reaches[u] for u in rest}, free, exploiting) + orders
        rest = [] if exploiting else sorted(free)
    rest.sort(key=lambda u: (-ground.threat[p.place[u]], -p.value(u), u))
    for u in rest:
        march = stand(ground, line, u, reaches[u])
        if march is not None:
            orders.append(march)
    if exploiting:
        return orders
    return orders + trains(ground, line, attacks, orders, movers)


def join(ground: Ground, line: Line, u: int, reach: Mapping[int, int]) -> March | None:
    """Where a unit goes that no order was made for: it has just come onto the map, or moves on a whim."""
    if ground.side == FRENCH:
        p = ground.p
        if p.status[u] & ENTERED and p.steps[u] == 3:  # the first to arrive take over Verdun (13l)
            for cell in p.c.verdun[p.battle]:
                if cell in reach and line.strength[cell] < GARRISON and line.room(u, cell) and ground.come[cell] < FAR:
                    return March(u, "move", cell, "to garrison Verdun")
        orders = man_the_lines(ground, line, {u: reach}, {u}, False)
        return next((march for march in orders if march.unit == u and march.kind != DETACH), None)
    return stand(ground, line, u, reach)


def stand(ground: Ground, line: Line, u: int, reach: Mapping[int, int]) -> March | None:
    """Where a unit that attacks nothing does most for the line; far behind it, the march to where it is weakest."""
    here = ground.p.place[u]
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
    forward = w.advance * (ground.left + w.late) if side == GERMAN else 0.0
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
            gain += w.seize * prize[cell]
        if zone[cell]:
            gain -= w.contact * (2.0 if tired else 1.0)
            if cell != here and shut_in(p, ENEMY[side], cell, line.foot):
                gain -= w.cut_off
        if cell == here:
            gain += w.stay
        if gain > best + 1e-9:
            best, goal = gain, cell
    return March(u, "move", goal, "to hold the line" if ground.threat[goal] > 0 else "to close up")


def _to_the_front(ground: Ground, line: Line, u: int, reach: Mapping[int, int]) -> March | None:
    """The way to the hex that needs help most."""
    p, c, here = ground.p, ground.c, ground.p.place[u]
    far = c.board.distances(here)
    needs = [
        (cell, -line.standing(cell))
        for cell in range(c.board.size)
        if ground.threat[cell] > 0 and p.control[cell] == ground.side and p.b.playable[cell]
    ]
    if not needs:
        return None
    goal = calls(needs, far, ground.w.rush, 1)[0]
    near = c.board.distances(goal)
    cells = [cell for cell in reach if line.room(u, cell) or cell == here]
    cell = min(cells, key=lambda x: (near[x], x != here, x))
    return March(u, "move", cell, f"to the front at {p.label(goal)}")


# ---------------------------------------------------------------------------------------------- guns and HQs


class Formation:
    """The troops a gun or an HQ belongs to, as they will stand, and the enemy."""

    def __init__(self, own: list[int], enemy: int, wanted: int) -> None:
        self.own = own
        self.enemy, self.wanted = enemy, wanted  # hexes of the enemy, and those to be attacked, a bit each


def _bits(cells: Iterable[int]) -> int:
    """Different cells as `Board.field` has them."""
    return sum(1 << cell for cell in cells)


@lru_cache(maxsize=64)
def _times(worth: float) -> tuple[float, ...]:
    """What so many things are worth together, one added after the other."""
    return tuple(accumulate(repeat(worth, 400), initial=0.0))


def trains(ground: Ground, line: Line, attacks: list[Attack], orders: list[March], movers: Iterable[int]) -> list[March]:
    """Guns and HQs follow their troops."""
    p, c, side = ground.p, ground.c, ground.side
    enemy = enemy_hexes(p, side)
    wanted, enemies = _bits({attack.target for attack in attacks}), _bits(enemy)
    where = {march.unit: march.cell for march in orders if march.kind != DETACH}
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
        if c.hq[u] and not own:  # its troops are gone: it goes where the others are, and draws back with them
            own = [cell for cells in corps.values() for cell in cells]
        if own and not _well_placed(ground, u, own, enemy):
            march = _best_post(ground, line, u, Formation(own, enemies, wanted), _hq_score if c.hq[u] else _gun_score)
            if march is not None:
                found.append(march)
    return found


def _well_placed(ground: Ground, u: int, own: list[int], enemy: list[int]) -> bool:
    """Whether a German gun or HQ need not move: nobody comes near, and all it serves is well within its range."""
    p, c = ground.p, ground.c
    if ground.side == FRENCH:
        return False
    far = c.board.distances(p.place[u])
    limit = NEAR[GERMAN] if c.hq[u] else c.range[u] - 1
    return all(far[x] <= limit for x in own) and all(far[x] > 3 for x in enemy)


def _best_post(ground: Ground, line: Line, u: int, mates: Formation, score: Score) -> March | None:
    p, c, here = ground.p, ground.c, ground.p.place[u]
    zone = p.zone[ENEMY[ground.side]]
    least = score(ground, line, here, u, mates) + ground.w.post_from
    open_to = (
        cell
        for cell in reach_of(p, u, points_of(p, u, False)).cost
        if cell != here and line.room(u, cell) and (not zone[cell] or line.foot[cell])
    )
    goal = best_of(open_to, lambda cell: score(ground, line, cell, u, mates), least)
    if goal is None:
        return None
    line.move(u, here, goal)
    return March(u, "move", goal, "to keep in touch with its troops" if c.hq[u] else "into range")


def _hq_score(ground: Ground, line: Line, cell: int, u: int, mates: Formation) -> float:
    """Near its units, out of the enemy's reach, best with company."""
    row, own, near, reach = ground.c.board.distances(cell), mates.own, NEAR[ground.side], ground.c.command.range
    far = [row[x] for x in own]
    lag = sum([x - near for x in far if x > near]) / len(own)
    astray = sum([x > reach for x in far]) / len(own)
    shelled = ground.w.hq_safe * min(ground.under_fire[cell], 4)
    return -lag - ground.w.astray * astray - hq_danger(ground, line, cell) - shelled


def hq_danger(ground: Ground, line: Line, cell: int) -> float:
    """The danger to an HQ: never into an enemy zone without need; a French one never alone where Germans could come in a
    whole turn, exploitation included, nor on ground that they have taken."""
    w, p = ground.w, ground.p
    zone = w.hq_zone if p.zone[ENEMY[ground.side]][cell] else 0.0
    if ground.side == GERMAN:
        return zone + exposure(ground, line, cell)
    near = 1.0 if p.control[cell] == GERMAN else max(0.0, 1.0 - ground.come[cell] / w.hq_flees)
    return 2 * zone + w.shelter * near * (w.hq_alone if not line.foot[cell] else w.company)


def _gun_score(ground: Ground, line: Line, cell: int, u: int, mates: Formation) -> float:
    """In range of what is to be attacked and of the enemy before its own infantry, behind friends."""
    board, reach, w = ground.c.board, ground.c.range[u], ground.w
    field, row = board.field(cell, reach), board.distances(cell)
    hits = (field & mates.wanted).bit_count() + _times(w.gun_covers)[(field & mates.enemy).bit_count()]
    far = [row[x] for x in mates.own]
    cares = sum([x <= reach for x in far]) / len(far)
    shelter = dugouts(ground.c)[cell] + (line.foot[cell] > 0)
    return (
        w.gun_hits * hits + w.gun_cares * cares + w.dug_in_gun * shelter - w.gun_lag * min(far) - exposure(ground, line, cell)
    )


def exposure(ground: Ground, line: Line, cell: int) -> float:
    """The danger to something that cannot defend itself: much beside the enemy, less behind troops; none far from him."""
    w, zone = ground.w, ground.p.zone[ENEMY[ground.side]]
    if ground.side == FRENCH:
        near = w.shelter * max(0.0, 1.0 - ground.come[cell] / w.safe)
        return near * (w.alone if not line.foot[cell] else w.company) + (w.in_zone if zone[cell] else 0.0)
    if zone[cell]:
        return w.in_zone_alone if not line.foot[cell] else w.in_zone_guarded
    beside = not line.foot[cell] and any(zone[x] for x in ground.c.board.neighbours[cell])
    return w.shelter * ground.threat[cell] / w.strong + (w.beside_zone if beside else 0.0)
