"""4.4 Lines of communication and 10.0 supply.

An LOC is a thing of the moment: it is asked for whenever a rule needs it. Out of supply is a marker that is placed and
removed in the Supply Phase (CA-R42).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress, pairwise

from ...core.cells import both, either, without
from ...core.paths import linked
from .components import ENEMY, FRENCH, GERMAN, POINT
from .fog import tell
from .position import OOS, Position

_OWN = [bytes(side == own for side in range(256)) for own in (GERMAN, FRENCH)]  # 1 for a side's own


def blocked(p: Position, side: int) -> bytearray:
    """1 for each hex no line runs through: enemy units, and enemy zones in which no friend stands (4.4.1c, CA-R48)."""
    barred, felt, friends = p.barred(side), p.zones_felt(side), p.enemy_cells(ENEMY[side])
    return either(barred, without(felt, friends))


def loc_cells(p: Position, side: int) -> bytearray:
    """1 for each hex from which a side can trace a line of communication now, or need not: what AP for units ask for (4.3b),
    and full efficiency (4.4a)."""
    state = (p.presence[1 - side], p.cover[side], p.ground, p.turn)
    kept = p.lines.get(side)
    if kept is not None and kept[0] == state:
        return kept[1]
    found = _german_line_cells(p) if side == GERMAN else _french_line_cells(p)
    p.lines[side] = (state, found)
    return found


def has_loc(p: Position, u: int) -> bool:
    """Whether a unit on the map has a line now; Germans at home need not trace one (4.4.1e)."""
    return bool(loc_cells(p, p.c.side[u])[p.place[u]])


def rail_net(p: Position, side: int, bars: bytearray) -> list[int]:
    """The rail hexes joined to a side's sources without a break (4.4b, 4.4.2b). German lines need rails of their own."""
    c = p.c
    if side == GERMAN:
        bars = either(bars, p.rails)  # 1 for those that are French
    sources = c.sources if side == GERMAN else c.rail_sources
    return list(compress(range(c.board.size), linked(c.rail_ways, sources, 0, bars)))


def _german_line_cells(p: Position) -> bytearray:
    """At home without more ado; beyond the Trenchline within the turn's reach of a rail that leads home (4.4.1, CA-R54)."""
    c = p.c
    bars = blocked(p, GERMAN)
    ways = c.line_ways[p.options.loc_uses_road_rates]
    reached = linked(ways, rail_net(p, GERMAN, bars), POINT * c.turns[p.turn - 1].loc, bars)
    return either(reached, c.german_home)


def _french_line_cells(p: Position) -> bytearray:
    """Over any ground to the south edge, on the French side of the Trenchline (4.4c, 4.4.2a, CA-R55); with 13.3 to a
    rail that is joined to 0920 or 1520 (4.4.2b)."""
    c = p.c
    bars = blocked(p, FRENCH)
    goals = rail_net(p, FRENCH, bars) if p.options.victory_on_the_rails else c.south
    return linked(c.french_ways, [cell for cell in goals if c.home[cell] == FRENCH], 0, bars)


def in_supply(p: Position, u: int) -> bool:
    """What the Supply Phase finds: all on turn 1 (4.4.1d, 10.0e), Germans at home or touching the Trenchline (10.0c), and
    whoever has a line."""
    if p.turn == 1:
        return True
    cell = p.place[u]
    if p.c.side[u] == GERMAN and (p.c.home[cell] == GERMAN or p.c.touching[cell]):
        return True
    return has_loc(p, u)


def supply_phase(p: Position, side: int) -> None:
    """3.8: mark who has no line, unmark who has one again (10.0a)."""
    for u in p.units_of(side):
        marked = bool(p.status[u] & OOS)
        if marked == in_supply(p, u):
            p.status[u] ^= OOS
            what = "is in supply again" if marked else "is out of supply"
            tell(p, "supply", [u], f"{{{p.name(u)}}} {what}", "", ("10.0a",))


def cross_line(p: Position, u: int, path: Sequence[int]) -> None:
    """French units crossing the Trenchline are out of supply at once (10.0d); not on turn 1, when all are in supply (10.0e)."""
    if p.c.side[u] == GERMAN or p.status[u] & OOS or p.turn == 1:
        return
    if any(p.c.home[a] == FRENCH and p.c.home[b] == GERMAN for a, b in pairwise(path)):
        p.status[u] |= OOS
        what = "crosses the Trenchline and is out of supply"
        tell(p, "supply", [u], f"{{{p.name(u)}}} {what}", f"A unit {what}", ("10.0d",))


def friendly_cells(p: Position, side: int) -> bytearray:
    """1 for each hex that is friendly: who alone can supply it (2.8a); if both can, whose side of the Trenchline it is (2.8b);
    else who set up or was there last."""
    mine, theirs = loc_cells(p, side), loc_cells(p, ENEMY[side])
    home, last = p.c.home.translate(_OWN[side]), p.control.translate(_OWN[side])
    return either(without(either(mine, last), theirs), both(both(mine, theirs), home))
