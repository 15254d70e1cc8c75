"""Stacking: how much a square holds at the end of a phase (BP 7.3, GL 10.0)."""

from __future__ import annotations

from collections.abc import Iterable

from .position import Position
from .records import NO_ROOM, UNSEEN, Crowds


def fits(p: Position, u: int, cell: int) -> bool:
    """Whether a unit may stand in a square beside its friends there."""
    return p.may_stack([*(v for v in p.own(cell, p.c.side[u]) if v != u), u], cell)


def overfull(p: Position, side: int) -> list[int]:
    """The squares that hold more of a side than they may. Engaged ones have no limit."""
    size, stacks, fort = p.c.board.size, p.stacks, p.c.fort
    held = {x for x in map(p.place.__getitem__, p.c.army[side]) if x < size and (len(stacks[x]) > 1 or fort[x])}
    return sorted([x for x in held if not p.may_stack(stacks[x], x) and not p.engaged(x)])


def crowds(p: Position, side: int) -> list[int]:
    """The overstacked squares of a side while it moves: only squares that somebody has left or entered are looked at again."""
    version, enemies, kept = p.version[side], p.version[p.enemy(side)], p.crowds.get(side)
    phase = (p.turn, p.weather, p.engagements)
    if kept is None or kept.enemies != enemies or kept.phase != phase or kept.version + len(kept.touched) // 2 != version:
        plans = {} if kept is None or kept.enemies != enemies else kept.outlooks
        p.crowds[side] = kept = Crowds(version, enemies, phase, overfull(p, side), [], plans)
    elif kept.touched:
        _look_again(p, kept, {x for x in kept.touched if x < p.c.board.size}, p.c.bit[side])
        kept.version, kept.touched = version, []
    return kept.cells


def _look_again(p: Position, kept: Crowds, touched: set[int], bit: int) -> None:
    """Where units have come, gone or changed their state, stacks may be too large now or fit again, and ways shut or open."""
    found = set(kept.cells)
    for x in touched:
        if p.present[x] == bit and not p.may_stack(p.stacks[x], x):
            found.add(x)
        else:
            found.discard(x)
    kept.cells = sorted(found)
    for row in kept.full.values():
        for x in touched:
            row[x] = UNSEEN if p.present[x] & bit else 0
    known = kept.leaving.items()
    forts = any(p.c.fort[x] for x in touched)  # they are passed without being looked at
    for key in [key for key, way in known if forts or way.cell in touched or not way.seen.isdisjoint(touched)]:
        del kept.leaving[key]


def without_room(p: Position, u: int, cells: Iterable[int]) -> list[int]:
    """Those of some squares with friends in which a unit that goes alone has no room beside them."""
    side, start = p.c.side[u], p.place[u]
    crowds(p, side)
    rows, like = p.crowds[side].full, p.stacks_as(u)
    if like not in rows:
        rows[like] = bytearray(p.present.translate(p.c.friends[side]))
    row = rows[like]
    doubtful = [x for x in cells if row[x] and x != start]
    for x in doubtful:
        if row[x] == UNSEEN:
            row[x] = 0 if p.may_stack((*p.stacks[x], u), x) else NO_ROOM
    return [x for x in doubtful if row[x]]
