"""12.3.4, 12.4.2(a), 12.5 Guns on the move: the bog, the Voie Sacree, roads and rails for the heaviest, a die before a start
trench, engineers who haul one through rain and snow."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise

from ...core.actions import Action, Refusal
from ...core.charts import Odds
from ...core.paths import Found, Roads
from ...core.state import Cell, Unit
from ..great_war.engagement import Aftermath
from ..great_war.modes import default_facing
from ..great_war.movement import go_along, march
from ..great_war.position import DiceRoll
from ..great_war.states import ENTRENCHED, MOVED, STOPPED
from ..great_war.ways import NOTHING, allowance, has_gone, leaving, plain_reach, reached
from .closed_ground import ground, zone_around
from .components import FRENCH, GERMAN, Components
from .holds import rooted
from .march_ends import end_march
from .position import Position

# Kinds of guns by what binds them: those that roll before a start trench, those that keep to major roads, the Voie Sacree;
# and the first two where all ground south of the German line is bog.
FIELD, HEAVY, ROAD, FIELD_IN_BOG, ROAD_IN_BOG, SACRED = 1, 2, 3, 4, 5, 6
ENTERS_ON = 1  # 12.5.4
NOMINAL = 1  # half points for the one square in the bog and for rails, which cost nothing (GL-R279)


def bog(p: Position) -> bool:
    """Guns move freely on February 21 alone (12.3.4(a), 12.3.4(b), 19.1.5(j))."""
    return p.turn > 1


def bogged(p: Position, cell: int) -> bool:
    """From the German start line to the south edge (12.3.4(b), 12.3.4(d), GL-R89)."""
    return bog(p) and not p.c.north[cell]


def rolls(p: Position, u: int, cell: int) -> bool:
    """Whether a gun must roll before it enters a square (12.5.4, GL-R91)."""
    c = p.c
    return bool(c.trench[cell]) and c.gun[u] and c.heavy[u] and not c.road_bound[u] and not c.rail_bound[u]


# ------------------------------------------------------------------------------------------------ ways


@cache
def rail_zone(c: Components, side: int) -> frozenset[int]:
    """German rails north of the start line; French ones of the western bank south of Verdun, and in it (12.5.2, 12.5.3)."""
    rail = {x for x in range(c.board.size) if c.board.edges["rail"][x]}
    if side == GERMAN:
        return frozenset(x for x in rail if c.north[x])
    town = set(c.areas["verdun"])
    south = max(c.row[x] for x in town)
    return frozenset(x for x in rail if c.bank[x] == "W" and (x in town or c.row[x] >= south))


@cache
def sacred_links(c: Components) -> frozenset[tuple[int, int]]:
    """The steps along the Voie Sacree."""
    way = c.areas["voie_sacree"]
    pairs = list(pairwise(way))
    return frozenset(pairs + [(b, a) for a, b in pairs])


@cache
def gun_roads(c: Components, kind: int) -> tuple[Roads, int]:
    """The ways of guns of a kind, and the squares where their moves end, a byte of 255 each in a large number: in the bog, and
    for heavy guns in a start trench."""

    def open_to_it(a: int, b: int) -> bool:
        if kind in (ROAD, ROAD_IN_BOG):
            return c.board.joined("major", a, b) and not c.trench[b]
        return kind != SACRED or (a, b) in sacred_links(c)

    bog = kind in (FIELD_IN_BOG, ROAD_IN_BOG)
    ends = bytes(255 * bool((bog and not c.north[x]) or (kind == HEAVY and c.trench[x])) for x in range(c.board.size))
    roads = Roads([[(n, cost) for n, cost in row if open_to_it(x, n)] for x, row in enumerate(c.ways)])
    return roads, int.from_bytes(ends, "little")


def kind_of(p: Position, u: int) -> int:
    if p.c.road_bound[u]:
        return ROAD_IN_BOG if bog(p) else ROAD
    return FIELD_IN_BOG if bog(p) else HEAVY if p.c.heavy[u] else FIELD


def gun_reach(p: Position, u: int) -> Found:
    """Where a gun can go."""
    c, side, start = p.c, p.c.side[u], p.place[u]
    if p.foul_weather() and hauler(p, u) < 0:
        return NOTHING
    lie, zone = ground(p, side), zone_around(p, u)
    if c.rail_bound[u]:
        return _by_rail(p, u)
    if not bogged(p, start):
        cost, came = plain_reach(p, u, lie.shut_to_large, zone, *gun_roads(p.c, kind_of(p, u)))
    elif side == FRENCH and c.voie_sacree[start] and allowance(p, u):
        cost, came = plain_reach(p, u, lie.shut_to_large, zone, *gun_roads(p.c, SACRED))
        if not has_gone(p, u):
            one, came_one = _one_square(p, u)
            cost, came = {**one, **cost}, {**came_one, **came}
    elif has_gone(p, u):
        return NOTHING
    else:
        return _one_square(p, u)
    for x in c.forts:
        if x in cost and x != start:
            del cost[x]
    return cost, came


def _open_neighbours(p: Position, u: int) -> Iterator[int]:
    """Squares next to a gun that nobody and no zone bars."""
    start, side = p.place[u], p.c.side[u]
    lie, zone = ground(p, side), zone_around(p, u)
    return (n for n in p.c.near[start] if not lie.shut_to_large[n] and not p.c.fort[n] and not (zone[start] and zone[n]))


def _one_square(p: Position, u: int) -> Found:
    """In the bog a gun moves one square that its kind may enter, whatever it costs (12.3.4(b), GL-R90)."""
    c, start = p.c, p.place[u]
    found = [
        n for n in _open_neighbours(p, u) if not c.road_bound[u] or (c.board.joined("major", start, n) and not c.trench[n])
    ]
    return {start: 0, **dict.fromkeys(found, NOMINAL)}, dict.fromkeys(found, start)


def _by_rail(p: Position, u: int) -> Found:
    """Along rails: any distance in the north, one square in the bog; not out of an enemy zone (12.5.2, 12.5.3, GL-R97)."""
    c, start, side = p.c, p.place[u], p.c.side[u]
    zone, shut = p.enemy_zone(side), ground(p, side).shut_to_large
    if p.foul_weather() or zone[start] or has_gone(p, u):
        return NOTHING
    rail, allowed = c.board.edges["rail"], rail_zone(c, side)
    cost, came, ring = {start: 0}, {}, [start]
    while ring:
        ring, old = [], ring
        for x in old:
            for n in rail[x]:
                if n in allowed and n in c.near[x] and n not in cost and not shut[n]:
                    cost[n], came[n] = NOMINAL, x
                    if not zone[n] and not bogged(p, n):
                        ring.append(n)
        if bogged(p, start):
            break
    return cost, came


def sticks(p: Position, u: int, start: int, cell: int) -> bool:
    """A gun that came into the bog, or stood in it, has moved, but for one on the Voie Sacree; so has one that went by rail or
    was hauled (GL-R281)."""
    along = p.c.side[u] == FRENCH and p.c.voie_sacree[start] and p.c.voie_sacree[cell]
    return bool(p.c.rail_bound[u] or p.foul_weather() or ((bogged(p, start) or bogged(p, cell)) and not along))


def halt_in_bog(p: Position, u: int, start: int) -> None:
    if sticks(p, u, start, p.place[u]):
        p.status[u] |= STOPPED


# ------------------------------------------------------------------------------------------------ 12.4.2(a) hauled by engineers


def hauler(p: Position, u: int) -> int:
    """An engineer that can haul a German gun through rain and snow: both begin in one square; -1 for none (GL-R282). Of several
    one that loses no trench by it; whoever wants another to haul lets that one stay."""
    c = p.c
    if c.side[u] != GERMAN or has_gone(p, u) or c.rail_bound[u]:
        return -1
    there = [v for v in p.stacks[p.place[u]] if c.engineer[v] and not p.status[v] & (MOVED | STOPPED) and not p.spent[v]]
    able = [v for v in there if p.may_move(v) and not rooted(p, v)]
    return min(able, key=lambda v: (bool(p.status[v] & ENTRENCHED), v), default=-1)


def haul(p: Position, engineer: int, gun: int) -> None:
    """The engineer is where its gun is, and has moved."""
    start = p.place[engineer]
    if p.place[gun] != start:
        p.put(engineer, p.place[gun])
        p.facing[engineer] = p.facing[gun]
        end_march(p, engineer)
        p.stack.append(Aftermath())  # both may have withdrawn from an engagement
    p.status[engineer] |= MOVED


# ------------------------------------------------------------------------------------------------ 12.5.4 a die before a trench


def march_gun(p: Position, u: int, goal: int) -> None:
    """A gun goes to a square; before a start trench a heavy one stops for its die."""
    engineer = hauler(p, u) if p.foul_weather() else -1
    if rolls(p, u, goal):
        reach = reached(p, u)
        way, price = reach.path_to(p.place[u], goal), reach.found[0][goal]
        if way[:-1]:  # up to the trench by the way that leads into it, be another to that square cheaper
            all_along, price = price, dict(leaving(p, p.c.side[u], way[-2]))[goal]
            start = p.place[u]
            go_along(p, u, way[:-1], all_along - price)
            halt_in_bog(p, u, start)
        p.stack.append(TrenchDie(u, goal, price, engineer))
    else:
        start = p.place[u]
        march(p, u, goal)
        halt_in_bog(p, u, start)
        if engineer >= 0:
            haul(p, engineer, u)


class TrenchDie(DiceRoll[Position], frozen=True):
    """On a 1 a heavy gun enters a start trench square and stops there, else its move is over."""

    unit: Unit
    goal: Cell
    price: int
    engineer: int

    cases = ("12.5.4",)

    def prompt(self, p: Position) -> str:
        return f"{{{p.name(self.unit)}}} before the start trench in {{{p.label(self.goal)}}}: roll one die."

    def odds(self, p: Position, action: Action) -> Odds | None:
        return p.c.tables["trench_entry"].odds("Heavy guns and start trenches", cell=p.label(self.goal))

    def resolve(self, p: Position, faces: tuple[int, ...]) -> None:
        u, enters = self.unit, faces[0] == ENTERS_ON
        text = f"{{{p.name(u)}}} {'crosses into' if enters else 'finds no way into'} {{{p.label(self.goal)}}}"
        result = p.c.tables["trench_entry"].result("any", faces[0])
        p.say("move", text, self.cases, dice=faces, result=result, odds=self.odds(p, Action("roll")))
        if enters:
            p.facing[u] = default_facing(p, u, self.goal)
            p.put(u, self.goal)
            p.spent[u] = min(p.spent[u] + max(self.price, NOMINAL), 255)
            p.stack.append(Aftermath())
        p.status[u] |= STOPPED
        if self.engineer >= 0:
            haul(p, self.engineer, u)


# ------------------------------------------------------------------------------------------------ why not


def why_no_way_for_gun(p: Position, u: int, cell: int) -> Refusal | None:
    c, name, start = p.c, p.name(u), p.place[u]
    if p.foul_weather() and hauler(p, u) < 0:
        return Refusal(f"{name} does not move in rain or snow: no engineer hauls it", ("12.4.2(a)",))
    if c.rail_bound[u]:
        if c.side[u] == GERMAN:
            return Refusal(f"{name} moves only on rails north of the German start line", ("12.5.2",))
        return Refusal(f"{name} moves only on western rails south of Verdun, a square at a time", ("12.5.3", "12.3.4(b)"))
    if c.road_bound[u] and (c.trench[cell] or not c.board.edges["major"][cell]):
        return Refusal(f"{name} keeps to major roads and enters no start trench", ("12.5.1",))
    if bogged(p, start) and (cell not in c.near[start] or has_gone(p, u)):
        return Refusal(f"{name} moves one square in a phase from the German start line southwards", ("12.3.4(b)",))
    return None
