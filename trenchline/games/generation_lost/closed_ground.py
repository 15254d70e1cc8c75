"""What the enemy, his forts and the quiet western bank close to a side that moves."""

from __future__ import annotations

from collections.abc import Sequence

from .fort_squares import open_forts
from .holds import beyond_line, west_bank_quiet, western_line
from .position import Position
from .records import Ground


def ground(p: Position, side: int) -> Ground:
    """What the enemy, his forts and the quiet bank close to a side; worked out anew when the enemy has moved."""
    enemy = p.enemy(side)
    stamp = (p.version[enemy], p.turn, p.engagements)
    kept = p.grounds.get(side)
    if kept is None or kept.stamp != stamp:
        kept = p.grounds[side] = _ground(p, side, stamp)
    return kept


def _ground(p: Position, side: int, stamp: object) -> Ground:
    c, zone = p.c, p.enemy_zone(side)
    shut = p.enemy_cells(side)
    passable = open_forts(p, side)
    for x in passable:
        shut[x] = 0
    halts = zone
    if west_bank_quiet(p):
        for x, beyond in enumerate(beyond_line(c, side)):
            shut[x] |= beyond
        halts = bytearray(zone)
        for x in western_line(c, side):  # whoever comes to the line stays in it (19.1.5(g))
            halts[x] = 2
    large = bytearray(shut)
    for x in c.forts:
        large[x] |= bool(zone[x])  # it would have to stop there (10.5.4)
    return Ground(stamp, shut, large, halts, tuple(passable))


def zone_around(p: Position, u: int) -> Sequence[int]:
    """Where a unit must halt: in enemy zones, infantry in its own quiet line too (19.1.5(g)). Out of an engaged square anybody
    may withdraw into a zone (16.5.1, GL-R147)."""
    side, start = p.c.side[u], p.place[u]
    zone = p.enemy_zone(side)
    if p.c.infantry[u] and not zone[start]:
        zone = ground(p, side).halts
    if not p.is_engaged(u):
        return zone
    free = bytearray(zone)
    free[start] = 0
    return free
