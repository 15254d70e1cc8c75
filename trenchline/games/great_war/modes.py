"""Facing and modes: which way a stack looks, trenches of the infantry, command and supply of HQs (BP 7.2.2, 7.4, GL 12.8)."""

from __future__ import annotations

from ...core.actions import Refusal
from .position import Position
from .states import BURIED, DISRUPTED, ENTERED, ENTRENCHED, FLIPPED, MOVED, NEAR, SUPPLY, SUPPRESSED, TURNED
from .ways import DIGGING, allowance, front, has_gone


def default_facing(p: Position, u: int, cell: int) -> int:
    """Beside friends as they face; else towards the nearest enemy close by, else away from one's own edge."""
    c, side = p.c, p.c.side[u]
    for v in p.stacks[cell]:
        if v != u and c.side[v] == side and p.facing[v] != c.nowhere:
            return p.facing[v]
    bits = c.enemy_bits[side]
    if not front(p, side)[cell]:
        return c.home_facing[side]
    near = [x for x in c.board.within(cell, c.ranges["off_front"] - 1) if p.present[x] & bits]
    if not near:
        return c.home_facing[side]
    far = c.board.distances(cell)
    x = min(near, key=lambda x: (far[x], abs(c.row[x] - c.row[cell]) + abs(c.column[x] - c.column[cell]), x))
    across, down = c.column[x] - c.column[cell], c.row[x] - c.row[cell]
    if abs(across) == abs(down):
        return c.home_facing[side]
    name = ("E" if across > 0 else "W") if abs(across) > abs(down) else ("S" if down > 0 else "N")
    return c.board.grid.directions.index(name)


def stand(p: Position, u: int, cell: int) -> None:
    """A unit is put down in a square, and faces as it would by itself."""
    facing = default_facing(p, u, cell)
    p.put(u, cell)
    p.facing[u] = facing


def face(p: Position, cell: int, side: int, facing: int) -> None:
    """All units of a stack face alike (BP 7.2.2)."""
    for u in p.own(cell, side):
        if p.has_facing(u):
            p.facing[u] = facing


def may_turn(p: Position, u: int) -> bool:
    """Rotation is free; in an enemy zone only for those who came there in this phase, once (BP 7.2.2, BP-R134)."""
    if p.facing[u] == p.c.nowhere or p.status[u] & TURNED or p.is_engaged(u) or not p.may_move(u):
        return False
    cell, side = p.place[u], p.c.side[u]
    return not p.in_enemy_zone(cell, side) or all(has_gone(p, v) for v in p.stacks[cell])


def turn(p: Position, u: int, facing: int) -> None:
    face(p, p.place[u], p.c.side[u], facing)
    for v in p.own(p.place[u], p.c.side[u]):
        p.status[v] |= TURNED
    name = POINTS[p.c.board.grid.directions[facing]]
    p.say("face", f"{{{p.name(u)}}} in {{{p.label(p.place[u])}}} now faces {name}", p.cite("facing"))


POINTS = {
    "N": "north", "NE": "north-east", "E": "east", "SE": "south-east",
    "S": "south", "SW": "south-west", "W": "west", "NW": "north-west",
}  # fmt: skip


def refuse_flip(p: Position, u: int, mode: str) -> Refusal | None:
    """German infantry changes its mode once in the phase, digging costs 2 points, in enemy zones too (BP 7.4.1, GL 12.8.1(a),
    GL 12.8.1(c)); an HQ at the start of its move (BP 7.4.2), or when it has come onto the map (GL 12.7.5)."""
    c, status, name = p.c, p.status[u], p.name(u)
    if p.is_engaged(u):
        return Refusal(f"{name} is engaged", p.cite("engaged_still"))
    if c.hq[u]:
        now = "supply" if status & SUPPLY else "command"
        if mode == now or mode not in ("supply", "command"):
            return Refusal(f"{name} is in {now.capitalize()} Mode", p.cite("hq_modes"))
        if p.differences.hqs_turn_first and not status & ENTERED:
            return Refusal(f"{name} changes its mode only when the phase begins, before anybody moves", p.cite("hq_modes"))
        begun = p.spent[u] or status & (FLIPPED | MOVED)
        if begun and not (mode == "supply" and status & ENTERED and not status & (FLIPPED | MOVED)):
            return Refusal(f"{name} changes its mode only when its move begins", p.cite("hq_modes"))
        return None
    now = "entrenched" if status & ENTRENCHED else "mobile"
    if not c.trenches[u] or mode == now or mode not in ("mobile", "entrenched"):
        return Refusal(f"{name} is {now}" if c.trenches[u] else f"{name} has no other mode", p.cite("infantry_modes"))
    if status & (SUPPRESSED | DISRUPTED) or p.is_interdicted(u):
        return Refusal(f"{name} is disordered or interdicted and cannot change its mode", p.cite("mode_lock"))
    if status & (FLIPPED | MOVED):
        return Refusal(f"{name} has changed its mode in this phase", p.cite("infantry_modes"))
    if mode == "entrenched" and not p.c.weather_rows[p.weather].digging:
        return Refusal("No unit digs in during rain or snow", (p.c.weather_rows[p.weather].source,))
    if mode == "entrenched" and p.spent[u] + DIGGING > _digging_limit(p, u):
        return Refusal(f"{name} has too few movement points to dig in", p.cite("infantry_modes"))
    return None


def _digging_limit(p: Position, u: int) -> int:
    """A unit that has kept off the front may dig with points of its doubled allowance."""
    far = not p.status[u] & NEAR and not front(p, p.c.side[u])[p.place[u]]
    return allowance(p, u) * (2 if far else 1)


def flip(p: Position, u: int, mode: str) -> None:
    """Change the mode of German infantry or of an HQ."""
    p.status[u] |= FLIPPED
    if mode in ("mobile", "entrenched"):
        p.mark(u, ENTRENCHED, mode == "entrenched")
        p.status[u] &= ~BURIED
        if mode == "entrenched":
            p.spent[u] += DIGGING
    else:
        p.mark(u, SUPPLY, mode == "supply")
        if mode == "supply":
            p.status[u] |= MOVED
            p.facing[u] = p.c.nowhere
        else:
            p.facing[u] = default_facing(p, u, p.place[u])
    words = f"in {mode.capitalize()} Mode" if p.c.hq[u] else mode
    p.say("flip", f"{{{p.name(u)}}} is now {words}", p.cite("hq_modes" if p.c.hq[u] else "infantry_modes"))
