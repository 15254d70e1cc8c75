"""7.0 Guns: which of them may bombard, how far, and what they can see."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ...core.actions import Action, Refusal
from ...core.naming import unit_named
from .components import ENEMY, FRENCH, GERMAN, NORTH, UNLIMITED, Components
from .naming import where_it_is
from .position import FIRED, UNSUPPLIED, Position

SPOTTING = 3  # hexes, in bad weather (7.14)
HEAVY_ROWS = 10  # the Heavy Artillery hits hexes within ten of the north edge (14.32, TP-R55)


def ready_guns(p: Position, side: int) -> list[int]:
    """Guns that may bombard now: army (14.3) and corps artillery, unfired, in supply (7.0, 6.16a, AC.1)."""
    c = p.c
    found = []
    for u in c.guns[side]:
        if p.status[u] & (FIRED | UNSUPPLIED) or "barrage" not in c.missions[c.size[u]]:
            continue
        off_board = p.place[u] in (c.box["naval"], c.box["track"])
        if (off_board or p.on_map(u)) and (u != c.heavy or p.shots):
            found.append(u)
    return found


def why_not_ready(p: Position, action: Action, side: int) -> Refusal | None:
    """Why the gun that an action names may not bombard now; None if it may."""
    u = unit_named(p, action.unit, side, ("7.0",))
    if isinstance(u, Refusal):
        return u
    c, name = p.c, action.unit
    if not c.gun[u]:
        return Refusal(f"{name} is no artillery", ("7.0",))
    if "barrage" not in c.missions[c.size[u]]:
        return Refusal(f"{name} is divisional artillery: it gives support and bombards nothing", ("AC.1",))
    if not p.on_map(u) and p.place[u] not in (c.box["naval"], c.box["track"]):
        return Refusal(f"{name} {where_it_is(p, u)}", ("7.0",))
    if p.status[u] & FIRED:
        return Refusal(f"{name} has fired or moved this turn", ("7.0",))
    if p.status[u] & UNSUPPLIED:
        return Refusal(f"{name} is out of supply", ("6.16a",))
    return Refusal(f"{name} has no shots left this turn", ("14.32",)) if u == c.heavy and not p.shots else None


def in_range(p: Position, gun: int, cell: int) -> bool:
    """Range is counted in hexes to the target, nothing blocks it (TP-R03); off-board guns: 14.31, 14.32."""
    reach = p.c.range[gun]
    if reach == UNLIMITED:
        return True
    if reach == NORTH:
        return bool(_north(p.c)[1] >> cell & 1)
    return p.c.board.distances(p.place[gun])[cell] <= reach


def covered(p: Position, guns: Sequence[int]) -> int:
    """The hexes in range of one gun at least, a bit each."""
    c, found = p.c, 0
    for gun in guns:
        reach = c.range[gun]
        if reach == UNLIMITED:
            return c.board.everywhere
        found |= _north(c)[1] if reach == NORTH else c.board.field(p.place[gun], reach)
    return found


def cells_in_range(p: Position, gun: int) -> Sequence[int]:
    reach = p.c.range[gun]
    if reach == UNLIMITED:
        return range(p.c.board.size)
    return _north(p.c)[0] if reach == NORTH else p.c.board.within(p.place[gun], reach)


@lru_cache(maxsize=8)
def _north(c: Components) -> tuple[tuple[int, ...], int]:
    """The hexes that the Heavy Artillery hits: in their order, and as a number with a bit for each."""
    cells = tuple(cell for cell, label in enumerate(c.board.labels) if int(label[2:]) <= HEAVY_ROWS)
    return cells, sum(1 << cell for cell in cells)


def spotted(p: Position, cell: int, side: int) -> bool:
    """In bad weather guns are hit only with a unit of the firing side within three hexes (7.14, TP-R60)."""
    if p.good_weather:
        return True
    near = p.c.board.distances(cell)
    return any(near[p.place[u]] <= SPOTTING for u in p.units_of(side))


def affected(p: Position, cell: int, side: int) -> list[int]:
    """The units a barrage by a side touches: all in the hex, guns only if spotted (7.1, 7.14)."""
    units, gun = p.units_in(cell), p.c.gun
    hidden = any(gun[u] for u in units) and not spotted(p, cell, side)
    return [u for u in units if not (hidden and gun[u])]


def targets(p: Position, side: int) -> list[int]:
    """Enemy-held hexes that may be barraged: not in an intact fort (7.13b), not guns alone and unseen (7.14). Kept until
    somebody moves or is lost."""
    valid = (p.version[GERMAN], p.version[FRENCH], p.good_weather)
    known = p.marks.get(side)
    if known is None or known[0] != valid:
        cells = dict.fromkeys(p.place[u] for u in p.units_of(ENEMY[side]))
        known = p.marks[side] = valid, [cell for cell in cells if not p.fort_stands(cell) and affected(p, cell, side)]
    return known[1]


def may_combine(p: Position, side: int, guns: Sequence[int]) -> bool:
    """German corps guns always combine, French ones from February 26; army guns with anything (7.13, 14.7a, TP-R53)."""
    if side == GERMAN or p.petain:
        return True
    return sum(p.c.size[g] == "corps" for g in guns) <= 1


def use_gun(p: Position, gun: int) -> None:
    """A gun that fires is turned over; the Heavy Artillery moves down its track (7.0, 14.32)."""
    if gun == p.c.heavy:
        p.shots -= 1
    else:
        p.status[gun] |= FIRED
