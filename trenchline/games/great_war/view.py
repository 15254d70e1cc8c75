"""What lies open in every game of the series: counters with their numbers, modes and states; what lies in the squares."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import TypeVar

from ...core.views import CounterView, Marker, marked, shown_counters, told
from .movement import EndMovement
from .position import Position
from .resource_words import numbered
from .states import ANSWERED, DEFENDED, DISRUPTED, ENTRENCHED, FIRED, MOVED, SUPPLY, SUPPRESSED

P = TypeVar("P", bound=Position)
SHOWN = {"suppressed": SUPPRESSED, "disrupted": DISRUPTED}


def numbers(p: Position, u: int) -> tuple[int, ...]:
    """The numbers of the side that shows; of guns the range too; an HQ in Supply Mode has none."""
    if p.status[u] & SUPPLY:
        return ()
    n = p.numbers(u)
    return (n.primary, n.secondary, n.movement, p.c.range[u]) if p.c.gun[u] else (n.primary, n.secondary, n.movement)


def mode(p: Position, u: int) -> str:
    if p.c.hq[u]:
        return "supply" if p.status[u] & SUPPLY else "command"
    if p.c.trenches[u]:
        return "entrenched" if p.status[u] & ENTRENCHED else "mobile"
    return ""


def moving(p: Position) -> bool:
    """Whether a side moves: that a gun has fired is told no more, since it does not keep it from moving."""
    return any(isinstance(waiting, EndMovement) for waiting in p.stack)


def states(p: Position, u: int, shown: Mapping[str, int] = SHOWN) -> tuple[str, ...]:
    """The states of a counter in words; `shown` are those that a game has."""
    found = [word for word, bit in shown.items() if p.status[u] & bit]
    if p.steps[u] < p.c.steps[u] and not p.c.trenches[u] and p.c.steps[u] > 1:
        found.insert(0, "reduced")
    if p.c.gun[u] and p.status[u] & (FIRED | ANSWERED | DEFENDED) and not moving(p):
        found.append("fired")
    if p.spent[u] or p.status[u] & MOVED:
        found.append("moved")
    if p.is_engaged(u):
        found.append("engaged")
    if p.on_map(u) and p.committed(u) is not None:
        found.append("committed")
    return tuple(found)


def counter(p: Position, u: int, shown: Mapping[str, int] = SHOWN) -> CounterView:
    directions = (*p.c.board.grid.directions, "")
    facing = directions[p.facing[u]] if p.on_map(u) else ""
    assault = p.committed(u) if p.on_map(u) else None
    aim = p.label(assault.target) if assault is not None and not p.is_engaged(u) else ""
    return CounterView(p.name(u), p.label(p.place[u]), p.steps[u], states(p, u, shown), numbers(p, u), facing, mode(p, u), aim)


def ties(p: Position) -> list[int]:
    """What each counter is bound to by others: the square it is to assault, and whether it is engaged where it stands."""
    found = [0] * len(p.place)
    for assault in reversed(p.assaults):
        for u in assault.units:
            found[u] = 1 + assault.target
    for cell in marked(p.present, p.c.several):
        for u in p.stacks[cell]:
            found[u] = -1 - found[u]
    return found


def counters(p: P, around: Hashable, show: Callable[[P, int], CounterView]) -> list[CounterView]:
    """Every counter: beside what is its own it shows where it faces, what it is bound to, and that it has begun to move."""
    return shown_counters(p, (around, moving(p)), show, p.facing, ties(p), p.spent)


def ground(p: Position) -> Hashable:
    """What victories hang on in every game of the series: who stands where in what state, whose each square is, the points."""
    squares = bytes(p.interdicted), bytes(p.control), bytes(p.claims), p.engagements
    return tuple(p.place), tuple(p.status), squares, tuple(p.points), tuple(p.combat_points)


def _interdicted(p: Position) -> tuple[Marker, ...]:
    names = p.c.sides
    return tuple(Marker("interdicted", p.label(x), names[p.interdictor(p.interdicted[x])]) for x in marked(p.interdicted))


def markers(p: Position) -> list[Marker]:
    """Interdicted, engaged and assaulted squares."""
    names = p.c.sides
    found = list(told(p, _interdicted, bytes(p.interdicted)))
    found += [Marker("engaged", p.label(e.cell), names[e.side]) for e in p.engagements]
    found += [Marker("assault", p.label(a.target), names[p.c.side[a.units[0]]], len(a.units)) for a in p.assaults]
    return found


def resources_told(p: Position) -> str:
    """The command resources that are left."""
    return numbered(p)
