"""13.2 Fog of war: what lies in an enemy stack shows only to adjacent units.

Without the option everything is open. With it a player sees how many units a distant enemy stack has, not which, nor their
strength or status (CA-R71). Zones of control stay open: without them nobody could tell his own lines (docs/rulings).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...core.charts import Line
from .components import ENEMY, SIDES
from .position import Position


def seen_at(p: Position, cell: int, side: int) -> bool:
    """Whether a side has a unit next to a hex."""
    own, holder = side + 1, p.holder
    return any(holder[near] == own for near in p.c.board.neighbours[cell])


def known(p: Position, u: int, side: int) -> bool:
    """Whether a side knows a counter: its own, one beside the map, or one in a stack it is next to."""
    return not p.rules.fog_of_war or p.c.side[u] == side or not p.on_map(u) or seen_at(p, p.place[u], side)


def known_to(p: Position, u: int, player: str) -> bool:
    """The same for a player by name; an onlooker knows what both sides know."""
    return known(p, u, SIDES.index(player)) if player in SIDES else known(p, u, ENEMY[p.c.side[u]])


def comes_to_light(p: Position, u: int, place: int) -> int:
    """How many counters a move shows to those who did not know them: the mover, and stacks it comes next to."""
    c, n = p.c, p.c.board.size
    side, old = c.side[u], p.place[u]
    if place >= n:
        return 0
    found = int(old < n and not seen_at(p, old, ENEMY[side]) and seen_at(p, place, ENEMY[side]))
    for near in c.board.neighbours[place]:
        if p.enemy_holds(near, side) and not seen_at(p, near, side):
            found += len(p.stacks[near])
    return found


def tell(
    p: Position,
    kind: str,
    units: Iterable[int],
    text: str,
    veiled: str,
    cases: tuple[str, ...] = (),
    lines: Sequence[Line] = (),
    before: bool = False,
) -> None:
    """An event about units of one side. Where the other side does not know them, now or `before`, it hears `veiled`, if
    anything."""
    units = tuple(units)
    side = p.c.side[units[0]]
    if before or all(known(p, u, ENEMY[side]) for u in units):
        p.say(kind, text, cases, lines)
        return
    p.say(kind, text, cases, lines, to=SIDES[side])
    if veiled:
        p.say(kind, veiled, cases, to=SIDES[ENEMY[side]])
