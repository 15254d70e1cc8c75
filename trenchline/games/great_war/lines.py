"""Lines of supply, command and rally: king steps over squares free of enemy units and zones, where a friend cancels a zone.

The river does not stop them (BP-R33, GL-R74). A distance is the number of steps from a unit's square to the HQ's (BP-R43).
"""

from __future__ import annotations

from typing import Any

from ...core.overlays import route
from ...core.paths import trace
from .position import Position
from .states import DISORDERED, SUPPLY

FELT = bytes([0]) + bytes([1]) * 255  # 1 for every level of a zone


def blocked(p: Position, side: int) -> bytearray:
    """1 for each square that a side's lines cannot pass."""
    enemy = p.enemy(side)
    stamp = (p.presence[side], p.presence[enemy])
    kept = p.blocked.get(side)
    if kept is not None and kept[0] == stamp:
        return kept[1]
    barred, zone, own = p.enemy_cells(side), p.zone[enemy].translate(FELT), p.enemy_cells(enemy)
    alone = int.from_bytes(zone, "little") & ~int.from_bytes(own, "little")
    row = bytearray((int.from_bytes(barred, "little") | alone).to_bytes(len(barred), "little"))
    p.blocked[side] = stamp, row
    return row


def distances(p: Position, side: int, cell: int, limit: int) -> dict[int, int]:
    """The squares from which a line of a side reaches a square, with its length."""
    enemy = p.enemy(side)
    stamp = (p.presence[side], p.presence[enemy])
    key = (side, cell, limit)
    kept = p.traced.get(key)
    if kept is not None and kept[0] == stamp:
        return kept[1]
    found = trace(p.c.king_ways, (cell,), limit, blocked(p, side))[0]
    p.traced[key] = stamp, found
    return found


def distance_to(p: Position, hq: int, cell: int, limit: int) -> int | None:
    """How far a square is from an HQ by a line; an engaged HQ reaches its own square only."""
    place = p.place[hq]
    if place == cell:
        return 0
    if limit <= 0 or p.engaged(place):
        return None
    found = distances(p, p.c.side[hq], place, limit)
    if cell in found or not p.engaged(cell):
        return found.get(cell)
    far = min((found[x] for x in p.c.board.neighbours[cell] if x in found), default=limit) + 1
    return far if far <= limit else None  # the enemies in its own square do not bar an engaged unit's way out


def line_to(p: Position, hq: int, cell: int, far: int) -> tuple[str, ...]:
    """The squares of a line of so many steps from a square to an HQ, each by its label."""
    barred = bytearray(blocked(p, p.c.side[hq]))
    barred[cell] = 0  # the first square is never tested
    _, onward = trace(p.c.king_ways, (p.place[hq],), far, barred, {cell})
    return route(p, cell, onward)


def remembered(p: Position) -> dict[tuple[object, ...], Any]:
    """Answers found so far about lines and what lies behind them, by question. They are dropped when a unit moves or changes
    its state, or the weather changes."""
    stamp = (*p.version, p.weather)
    found = p.tied.get(stamp)
    if found is None:
        p.tied.clear()
        found = p.tied[stamp] = {}
    return found


def headquarters(p: Position, nation: int, supply: bool) -> list[int]:
    """A nation's HQs on the map in one of the two modes."""
    c, n = p.c, p.c.board.size
    side = c.belligerents.of_nation[nation]
    mode = SUPPLY if supply else 0
    return [h for h in c.hqs[side] if p.place[h] < n and c.nation[h] == nation and p.status[h] & SUPPLY == mode]


# ------------------------------------------------------------------------------------------------ supply


def supply_range(p: Position, hq: int) -> int:
    """By weather; a disordered HQ reaches less in any (BP 11.1, 11.2, GL 13.2)."""
    limit = p.c.weather_rows[p.weather].supply
    return min(limit, p.c.ranges["supply_disordered"]) if p.status[hq] & DISORDERED else limit


def suppliers(p: Position, u: int, cell: int) -> tuple[int, ...]:
    """The Supply Mode HQs of a unit's nation that a line reaches from a square."""
    nation, memory = p.c.nation[u], remembered(p)
    found: tuple[int, ...] | None = memory.get(("supply", nation, cell))
    if found is None:
        hqs = headquarters(p, nation, supply=True)
        found = tuple([h for h in hqs if distance_to(p, h, cell, supply_range(p, h)) is not None])
        memory["supply", nation, cell] = found
    return found


# ------------------------------------------------------------------------------------------------ command


def command_range(p: Position, hq: int, short: bool) -> int:
    """How far an HQ commands; `short` where brigades or tanks take part (BP 8.3, 8.4, GL 13.1)."""
    ranges = p.c.ranges
    limit = ranges["command_brigade"] if short else ranges["command"]
    return min(limit, ranges["command_disordered"]) if p.status[hq] & DISORDERED else limit


def commanded(p: Position, u: int, cell: int, short: bool) -> bool:
    """Whether a unit that sets out from a square has command support (BP 8.2, GL 13.1)."""
    nation, memory = p.c.nation[u], remembered(p)
    found: bool | None = memory.get(("command", nation, cell, short))
    if found is None:
        hqs = headquarters(p, nation, supply=False)
        found = any(distance_to(p, h, cell, command_range(p, h, short)) is not None for h in hqs)
        memory["command", nation, cell, short] = found
    return found


def command_distance(p: Position, u: int, cell: int) -> int | None:
    """How far the nearest command HQ in good order of a unit's nation is (BP 11.7.1)."""
    nation, memory, limit = p.c.nation[u], remembered(p), p.c.ranges["command"]
    key = ("far", nation, cell)
    if key not in memory:
        hqs = [h for h in headquarters(p, nation, supply=False) if p.good_order(h)]
        memory[key] = min([far for h in hqs if (far := distance_to(p, h, cell, limit)) is not None], default=None)
    found: int | None = memory[key]
    return found


def rally_aid(p: Position, u: int) -> bool:
    """Whether another command HQ of the side, be it disordered, is near enough to help a unit rally (BP 12.2.1, GL 17.7)."""
    c, side, limit = p.c, p.c.side[u], p.c.ranges["rally"]
    return any(
        h != u and p.on_map(h) and not p.status[h] & SUPPLY and distance_to(p, h, p.place[u], limit) is not None
        for h in c.hqs[side]
    )
