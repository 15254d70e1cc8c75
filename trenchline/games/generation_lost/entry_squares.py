"""12.7.1, 12.7.2, 12.7.3, 17.6.1 Where units come onto the map: squares open to them, and the edge behind the front."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .position import Position
from .records import Rear


def usable_squares(p: Position, u: int, cells: Sequence[int]) -> list[int]:
    """The squares named, if no enemy is there; else for each the nearest free one of the edge on its bank (GL-R95)."""
    found = _open(p, u, cells)
    if found or len(cells) > 2:
        return found
    return sorted({x for cell in cells for x in _nearest_on_bank(p, u, cell)})


def _open(p: Position, u: int, cells: Iterable[int]) -> list[int]:
    """Those without an enemy; the heaviest guns come by a major road or by rail (12.7.2, 12.7.3)."""
    return [x for x in cells if not p.enemy_holds(x, p.c.side[u]) and _passable(p, u, x)]


def _nearest_on_bank(p: Position, u: int, cell: int) -> list[int]:
    c, far = p.c, p.c.board.distances(cell)
    bank = _open(p, u, [x for x in c.edge[c.side[u]] if c.bank[x] == c.bank[cell]])
    return [x for x in bank if far[x] == min(far[y] for y in bank)]


def _passable(p: Position, u: int, cell: int) -> bool:
    c, exits = p.c, p.c.board.exits
    if c.road_bound[u]:
        return cell in exits["major"]
    if c.rail_bound[u]:
        return cell in exits["rail"]
    return p.may_stand(u, cell)


def rear(p: Position, side: int) -> frozenset[int]:
    """Edge squares without enemies from which a way past them leads to a front unit or HQ (17.6.1, GL-R178)."""
    c, size = p.c, p.c.board.size
    stamp, kept = p.presence[p.enemy(side)], p.rears.get(side)
    if kept is None or kept.stamp != stamp:
        kept = p.rears[side] = _regions(p, side, stamp)
    safe = {x for h in c.hqs[side] if p.place[h] < size for x in _regions_at(p, kept, p.place[h])}
    if not safe.issuperset(kept.edge):
        held = {p.place[u] for u in p.units(side)}
        front_line = [x for x in held if any(p.enemy_holds(n, side) for n in c.near[x])]
        safe.update(r for x in front_line or ([] if safe else held) for r in _regions_at(p, kept, x))
        if not held:
            safe.update(kept.edge)
    regions = frozenset(safe.intersection(kept.edge))
    if regions not in kept.squares:
        kept.squares[regions] = frozenset(x for r in regions for x in kept.edge[r])
    return kept.squares[regions]


def _regions_at(p: Position, rear: Rear, cell: int) -> list[int]:
    """The region a square is in; out of an engaged one those beside it."""
    here = rear.region[cell]
    return [here] if here >= 0 else [r for n in p.c.near[cell] if (r := rear.region[n]) >= 0]


def _regions(p: Position, side: int, stamp: int) -> Rear:
    """The map without the squares of the enemy falls apart into regions."""
    c, barred = p.c, p.enemy_cells(side)
    region = [-1] * c.board.size
    edge: dict[int, list[int]] = {}
    for start in c.edge[side]:
        if region[start] < 0 and not barred[start]:
            number, ring = start, [start]
            region[start] = number
            while ring:
                x = ring.pop()
                for n in c.near[x]:
                    if region[n] < 0 and not barred[n]:
                        region[n] = number
                        ring.append(n)
        if not barred[start]:
            edge.setdefault(region[start], []).append(start)
    return Rear(stamp, region, edge, {})
