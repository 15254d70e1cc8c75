"""How far a unit comes: its points, what steps cost, friends on the way, the front, zones of control (BP 7.0, GL 12.0)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ...core.paths import Found, Roads, reach
from .components import FULL_MOVE
from .position import Position
from .records import Front, Reached
from .states import DISRUPTED, ENTRENCHED, FLIPPED, MOVED, NEAR, STOPPED, SUPPLY, SUPPRESSED

DIGGING = 2 * FULL_MOVE  # BP 7.4.1, GL 12.6
DEARER = bytes(FULL_MOVE * bool(how) for how in range(256))  # what interdiction adds
NOTHING: Found = ({}, {})
NOWHERE = Reached(None, 0, b"", b"", NOTHING)


def allowance(p: Position, u: int) -> int:
    """Half movement points: printed, less weather, less 1 if suppressed, halved if disrupted (BP-R120); of German infantry
    those of its mobile side if it shows it at any time in the phase (BP-R35)."""
    status = p.status[u]
    if status & SUPPLY or not p.may_move(u):
        return 0
    points = p.movement_points(u) - (1 if status & SUPPRESSED else 0)
    if status & DISRUPTED:
        points = (points + 1) // 2
    return max(points, 0) * FULL_MOVE


def guns_hauled(p: Position) -> bool:
    """Whether the weather lets guns move only with another unit (GL 12.4.2(a))."""
    return p.c.weather_rows[p.weather].guns_hauled


def has_gone(p: Position, u: int) -> bool:
    """Whether a unit has left its square in this phase: what digging cost is no movement."""
    dug = p.status[u] & FLIPPED and p.status[u] & ENTRENCHED
    return p.spent[u] > (DIGGING if dug else 0)


def can_pay_to_leave(p: Position, u: int) -> bool:
    """Whether a unit has the point that it costs to leave the map from an edge square (BP-R39, GL-R247), one more out of an
    interdicted one (BP 7.2.4, GL 12.6.1) and on from friends there (BP 7.3/1, GL 10.1.3); off the front of twice its allowance
    (BP 7.6, GL 12.9.2)."""
    cell = p.place[u]
    far = not p.status[u] & NEAR and not front(p, p.c.side[u])[cell]
    passing = has_gone(p, u) and len(p.stacks[cell]) > 1
    return allowance(p, u) * (2 if far else 1) - p.spent[u] >= FULL_MOVE * (1 + bool(p.interdicted[cell]) + passing)


def tolls(p: Position, side: int) -> tuple[bytearray, bytes]:
    """What a step costs beside the ground: a point more out of squares with friends in them, and out of and into interdicted
    ones, whoever interdicts them (GL 12.6.2); an enemy zone costs nothing (GL 11.2.1)."""
    out = p.present.translate(p.c.passing[side])
    if p.interdicted == p.c.calm:
        return out, p.c.calm
    into = bytes(p.interdicted.translate(DEARER))
    dearer = int.from_bytes(out, "little") + int.from_bytes(into, "little")
    return bytearray(dearer.to_bytes(len(out), "little")), into


def _changed(old: bytes, new: bytes) -> Iterator[int]:
    """Where two rows differ."""
    bits = int.from_bytes(old, "little") ^ int.from_bytes(new, "little")
    while bits:
        x = (bits & -bits).bit_length() - 1 >> 3
        yield x
        bits &= ~(255 << 8 * x)


def leaving(p: Position, side: int, cell: int, passing: bool = True) -> Sequence[tuple[int, int]]:
    """The steps out of a square; `passing` on from friends there."""
    dearer = (1 if passing and p.present[cell] & p.c.bit[side] else 0) + (1 if p.interdicted[cell] else 0)
    steps = p.c.ways_leaving[dearer][cell]
    if p.interdicted != p.c.calm and any(map(p.interdicted.__getitem__, p.c.near[cell])):
        return tuple((to, cost + FULL_MOVE if p.interdicted[to] else cost) for to, cost in steps)
    return steps


def front(p: Position, side: int) -> bytes:
    """1 for each square within two of an enemy of a side; enemies who are surrounded do not count (BP 7.6, GL 12.9.1, GL
    12.9.5)."""
    enemy = p.enemy(side)
    stamp, kept = (p.presence[enemy], p.presence[side]), p.fronts.get(side)
    if kept is not None and kept.stamp == stamp:
        return kept.close
    if kept is None or kept.stamp[0] != stamp[0]:
        held = sorted({p.place[u] for u in p.units(enemy)})
        kept = Front(stamp, b"", [(x, p.c.rearmost[enemy][x]) for x in held], {})
    own, zone, present = p.c.bit[side], p.zone[side], p.present
    # Who is surrounded is so in his rear first of all.
    cut_off = tuple([x for x, rear in kept.rears if (zone[rear] or present[rear] & own) and _surrounded(p, x, side)])
    if cut_off not in kept.without:
        kept.without[cut_off] = _cover(p, [x for x, _ in kept.rears if x not in cut_off])
    kept.stamp, kept.close = stamp, kept.without[cut_off]
    p.fronts[side] = kept
    return kept.close


def _cover(p: Position, cells: Iterable[int]) -> bytes:
    covered, reach_of = 0, p.c.ranges["off_front"] - 1
    for x in cells:
        covered |= p.c.cover(x, reach_of)
    return covered.to_bytes(p.c.board.size, "little")


def _surrounded(p: Position, cell: int, side: int) -> bool:
    """Whether a side or its zones hold all squares around one."""
    zone, present, own = p.zone[side], p.present, p.c.bit[side]
    return all(zone[n] or present[n] & own for n in p.c.board.neighbours[cell])


def reach_of(p: Position, u: int) -> Found:
    """Where a unit can go with what is left of its points, and the way there. One that keeps three squares from every enemy all
    the way has twice its allowance."""
    return reached(p, u).found


def reached(p: Position, u: int) -> Reached:
    """The same, remembered until the enemy moves, something happens to the unit, or a friend comes or goes on its ways."""
    status = p.status[u]
    if status & (MOVED | STOPPED) or not p.may_walk_off(u):
        return NOWHERE
    side, start = p.c.side[u], p.place[u]
    enemies, crowded, mate = p.version[p.c.enemies[side][0]], len(p.stacks[start]) > 1, p.mover(u)
    stamp = (enemies, start, status, p.spent[u], p.steps[u], crowded, mate, p.turn, p.weather)
    kept = p.reaches.get(u)
    if kept is None or kept.stamp != stamp or not (kept.version == p.version[side] or _still_true(p, kept, side, start)):
        kept = p.reaches[u] = Reached(stamp, p.version[side], bytes(p.present), front(p, side), p.reach(u))
    return kept


def _still_true(p: Position, kept: Reached, side: int, start: int) -> bool:
    """Whether friends have neither come to a square of the reach nor left one, nor moved the front. Forts may be passed without
    being in the reach (GL 10.5.1)."""
    close, now = front(p, side), bytes(p.present)
    if close != kept.close:
        return False
    if now != kept.present:
        cost, fort = kept.found[0], p.c.fort
        if any(x in cost or x == start or fort[x] for x in _changed(kept.present, now)):
            return False
        kept.present = now
    kept.version = p.version[side]
    return True


def plain_reach(
    p: Position, u: int, barred: Sequence[int], zone: Sequence[int], roads: Roads | None = None, ends: int = 0
) -> Found:
    """Where a unit can go that is bound by points, roads, the river, friends on its way, interdiction and zones alone; with
    twice its points if it keeps off the front, by all the same rules (GL 12.9.2, GL 12.9.4). Some guns have `roads` of their
    own, and squares where their move `ends`: a byte of 255 each in a large number."""
    points, spent, start, side = allowance(p, u), p.spent[u], p.place[u], p.c.side[u]
    out, into = tolls(p, side)
    roads = roads or p.c.ways
    if ends:  # the move is over there
        out = bytearray((int.from_bytes(out, "little") | ends).to_bytes(len(out), "little"))
    through = has_gone(p, u) and len(p.stacks[start]) > 1
    out[start] = FULL_MOVE * through + into[start]
    close = front(p, side)
    cost, came = reach(roads, start, points - spent, barred, zone, toll_out=out, toll_in=into) if points > spent else NOTHING
    far, far_came = NOTHING
    if not p.status[u] & NEAR and not close[start] and 2 * points > spent:
        shut = (int.from_bytes(barred, "little") | int.from_bytes(close, "little")).to_bytes(len(barred), "little")
        far, far_came = reach(roads, start, 2 * points - spent, shut, zone, toll_out=out, toll_in=into)
    if not far or not cost:
        return (far, far_came) if far else (cost, came)
    return _cheaper_of_both((cost, came), (far, far_came), start)


def _cheaper_of_both(near: Found, far: Found, start: int) -> Found:
    """The cheaper way to each square. Ways off the front stay so all along: where one leads through a square to which another
    is cheaper, `~x` stands for that square in it."""
    (cost, came), (total, back) = near, far
    cheaper = [x for x, price in cost.items() if x not in total or price < total[x]]
    aside = {x for x in cheaper if x in back}
    if aside:
        back = {~x if x in aside else x: ~z if z in aside else z for x, z in back.items()}
    for x in cheaper:
        total[x] = cost[x]
        if x != start:
            back[x] = came[x]
    return total, back
