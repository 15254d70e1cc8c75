"""8.5 Rail conversion, and the southern railways of 13.3. At the start a rail is its side's of the Trenchline (8.5a)."""

from __future__ import annotations

from itertools import pairwise

from ...core.wording import listed
from .components import FRENCH, SIDES
from .position import Position
from .supply import blocked, rail_net


def follow_rails(p: Position, u: int, path: list[int]) -> None:
    """A division that goes along the line from a friendly rail hex into the next converts it (8.5b). With the way back
    blocked it holds what it has entered, to be converted as soon as the way is free (8.5c, CA-R56)."""
    c = p.c
    if not c.division[u]:
        return
    side = c.side[u]
    laid = next((cells for unit, cells in p.laying if unit == u), ())
    for a, b in pairwise(path):
        along = b in c.tracks_of_rail[a] and (p.rails[a] == side or (laid and laid[-1] == a))
        if not along:
            laid = ()
        elif p.rails[b] != side:
            laid = (*laid, b)
        else:
            laid = ()
    others = tuple(entry for entry in p.laying if entry[0] != u)
    p.laying = (*others, (u, laid)) if laid else others
    settle(p)


def settle(p: Position) -> None:
    """Convert what divisions have entered along the line, where the chain back to the source is free."""
    if not p.laying:
        return
    waiting = []
    for u, cells in p.laying:
        side = p.c.side[u]
        if not p.on_map(u) or p.place[u] != cells[-1]:
            continue
        bars = blocked(p, side)
        first = p.c.tracks_of_rail[cells[0]]
        net = set(rail_net(p, side, bars))
        joined = any(near in net and p.rails[near] == side for near in first)
        if joined and not any(bars[cell] for cell in cells):
            for cell in cells:
                p.rails[cell] = side
            p.ground += 1
            names = listed([f"{{{p.label(cell)}}}" for cell in cells])
            p.say("rail", f"The {SIDES[side].capitalize()} railway now runs through {names}", ("8.5b",))
        else:
            waiting.append((u, cells))
    p.laying = tuple(waiting)


def railways_cut(p: Position) -> bool:
    """Neither 0920 nor 1520 is joined to Verdun by rail free of Germans and their zones; the hexes of Verdun do not count
    as cut (13.3a, CA-R68)."""
    c = p.c
    bars = blocked(p, FRENCH)
    for cell in c.verdun:
        bars[cell] = 0
    return not set(c.verdun) & set(rail_net(p, FRENCH, bars))
