"""7.7 Reinforcements, and units that return in the movement phase: HQs (BP-R32) and Germans who left the map (13.4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..great_war.arrivals import come
from ..great_war.front_line import behind_line
from ..great_war.records import Return
from ..great_war.stacking import fits
from ..great_war.states import NEW
from ..great_war.ways import allowance
from .components import Arrival
from .position import Position


def due(p: Position, side: int) -> list[int]:
    """Units that may come onto the map now and have a way in."""
    stamp = (p.stacks[p.c.box["due"]], p.returning, p.turn, p.weather, p.presence[p.enemy(side)])
    kept = p.dues.get(side)
    if kept is not None and kept[0] == stamp:
        return kept[1]
    waiting = _waiting(p, side)
    found = [u for u in waiting if any(True for _ in _entries(p, u))]
    if not any(_depends_on_friends(p, u) for u in waiting):
        p.dues[side] = stamp, found
    return found


def _depends_on_friends(p: Position, u: int) -> bool:
    """Whether the moves of its friends open or shut the ways in of a unit: the room in a named square, the line behind which it
    returns."""
    back = next((r for r in p.returning if r.unit == u), None)
    if back is None:
        return _arrival(p, u).placed
    return p.s.german_exit.behind_line and back.way != "free"


def _waiting(p: Position, side: int) -> list[int]:
    """Those whose turn has come, and who return."""
    c = p.c
    waiting = [u for u in p.stacks[c.box["due"]] if c.side[u] == side and p.turn >= _arrival(p, u).turn]
    back = {r.unit for r in p.returning if r.way != "bought" and r.turn <= p.turn and c.side[r.unit] == side}
    return [*waiting, *sorted(back)]


def _arrival(p: Position, u: int) -> Arrival:
    """Calls of the skipped turns wait at their entries for the first turn (BP-R107)."""
    found = p.s.arrivals.get(u)
    if found is None:
        found = next(family for family in p.s.families if u in family.family)
    return found


def entries(p: Position, u: int) -> list[int]:
    """The named square, or the nearest free one of its edge (BP-R37)."""
    return list(_entries(p, u))


def _entries(p: Position, u: int) -> Iterator[int]:
    side, points = p.c.side[u], 2 * allowance(p, u)
    back = next((r for r in p.returning if r.unit == u), None)
    if back is not None:
        yield from (x for x in _ways_back(p, back, side) if p.entry_cost(x) <= points)
        return
    arrival = _arrival(p, u)
    if arrival.placed:  # BP-R142
        (cell,) = arrival.cells
        if not p.enemy_holds(cell, side) and fits(p, u, cell):
            yield cell
        else:
            yield from _open(p, (p.c.board.cell("A18"),), side, False)
        return
    if len(arrival.cells) == 1 and p.enemy_holds(arrival.cells[0], side):
        far = p.c.board.distances(arrival.cells[0])
        free = list(_open(p, p.c.edge[side], side, False))
        least = min((far[x] for x in free), default=0)
        yield from (x for x in free if far[x] == least and p.entry_cost(x) <= points)
        return
    yield from (x for x in _open(p, arrival.cells, side, arrival.free_of_zones) if p.entry_cost(x) <= points)


def _ways_back(p: Position, back: Return, side: int) -> Iterator[int]:
    """HQs come by their own edge (BP-R32); who left the map by the same one, on or behind his line, or outside enemy zones
    (14.2.3a, 14.4.4a)."""
    if back.way == "free":
        return _open(p, p.c.edge[side], side, False)
    edge = map(p.c.board.cell, back.way.removeprefix("exit ").split())
    if not p.s.german_exit.behind_line:
        return _open(p, edge, side, True)
    own = {*behind_line(p, side), *_open(p, p.c.edge[side], side, True)}  # the own edge is behind the line, come what may
    return (x for x in edge if x in own)


def _open(p: Position, cells: Iterable[int], side: int, free_of_zones: bool) -> Iterator[int]:
    return (x for x in cells if not p.enemy_holds(x, side) and not (free_of_zones and p.in_enemy_zone(x, side)))


def arrive(p: Position, u: int, cell: int, mode: str) -> None:
    """A reinforcement comes at the strength of its schedule; tanks do not break down on their first turn (7.8)."""
    come(p, u, cell, mode)
    back = [r for r in p.returning if r.unit == u]
    p.returning = tuple(r for r in p.returning if r.unit != u)
    if not back:
        p.steps[u] = _arrival(p, u).steps
    if p.c.tank[u]:
        p.status[u] |= NEW


def call_families(p: Position) -> None:
    """A call for any brigade of a strength takes one from the pool; if none is there it lapses (14.2.1b)."""
    for arrival in p.s.families:
        if arrival.turn == p.turn:
            there = [u for u in arrival.family if p.place[u] == p.c.box["pool"]]
            if there:
                p.put(there[0], p.c.box["due"])
                p.say("arrive", f"{{{p.name(there[0])}}} is called up", ("14.2.1b",))
