"""Positions written in the middle of a phase: marks that its beginning would wipe away are kept, hits that fell are taken."""

from __future__ import annotations

import msgspec

from ...core.actions import Refusal
from ...core.errors import NotationError
from .assault import ask_for_assault, fall_into_fight, join_fight, take_result
from .assault_forces import defended, new_fight, why_no_attack, why_no_support
from .audit import overfilled
from .breakthrough import ask_for_breakthrough
from .movement import Movement
from .position import ASSAULTED, ATTACKED, MOVED, STRATEGIC, Position
from .sequence import SEQUENCE
from .weather import allowance

MOVES = MOVED | STRATEGIC
FIGHTS = ATTACKED | ASSAULTED
MOST_HITS = 9


def resume(p: Position, step: int) -> None:
    """Take up a step where its marks say that it has begun; leave one without such marks to begin afresh."""
    _check_points(p, step)
    side, phase = SEQUENCE.steps[step].side, SEQUENCE.steps[step].phase
    if phase == "movement" and any(p.status[u] & MOVES or p.mp[u] for u in p.units_of(side)):
        p.step = step
        for u in p.units_of(side):
            if not p.status[u] & MOVED and not p.mp[u]:
                p.mp[u] = allowance(p, u)
        p.stack.append(Movement(side))
    elif phase == "breakthrough" and any(p.status[u] & MOVED for u in p.units_of(side)):
        p.step = step
        if p.good_weather:
            ask_for_breakthrough(p, side)
    elif phase == "assault":
        for u in range(len(p.c.counters)):
            if p.status[u] & MOVES:
                raise NotationError(f"{p.name(u)} is marked as moved; an Assault Phase begins without such marks (9.0)")
        if p.struck or any(p.status[u] & FIGHTS for u in range(len(p.c.counters))):
            p.step = step
            ask_for_assault(p, side)


def _check_points(p: Position, step: int) -> None:
    """Points are left only in a Movement Phase of the unit's side."""
    for u, points in enumerate(p.mp):
        if points and SEQUENCE.steps[step].id != f"{p.c.sides[p.c.side[u]]}-movement":
            raise NotationError(f"{p.name(u)} has mp={points}; points are left only in a Movement Phase of its side (8.1)")
        if points and not p.on_map(u):
            raise NotationError(f"{p.name(u)} has mp={points} and is not on the map (8.1)")


def take_hits_of(p: Position, step: int, text: str, number: int) -> None:
    """`hits: 3/1 3014 IR81 IR87 FAR27`: an assault on 3014 by these has cost the attacker 3 hits and the defender 1 (9.4)."""
    side, phase = SEQUENCE.steps[step].side, SEQUENCE.steps[step].phase
    if phase != "assault":
        raise NotationError("hits are taken in an Assault Phase (9.4)", number)
    words = text.split()
    counts = words[0].split("/") if words else []
    if len(words) < 3 or len(counts) != 2 or not all(count.isdigit() and int(count) <= MOST_HITS for count in counts):
        raise NotationError("hits are written `3/1 3014 IR81 IR87`: attacker's and defender's, the hex, who is in it", number)
    target = p.c.board.index.get(words[1])
    if target is None or not defended(p, target, side):
        raise NotationError(f"there is nothing to assault in {words[1]!r} (9.0)", number)
    units = []
    for name in words[2:]:
        if name not in p.c.unit:
            raise NotationError(f"there is no counter {name!r}", number)
        units.append(p.c.unit[name])
    _check_fighters(p, side, target, units, number)
    mine = [u for u in units if p.c.side[u] == side]
    p.step = step
    fight = new_fight(p, side, target, [u for u in mine if not p.c.gun[u]], [u for u in mine if p.c.gun[u]])
    join_fight(p, msgspec.structs.replace(fight, support=tuple(u for u in units if p.c.side[u] != side)))
    fall_into_fight(p)
    take_result(p, int(counts[0]), int(counts[1]))


def _check_fighters(p: Position, side: int, target: int, units: list[int], number: int) -> None:
    """Those named must be able to take part as the rules have it."""
    attackers = [u for u in units if p.c.side[u] == side and not p.c.gun[u]]
    if not attackers:
        raise NotationError("somebody must have attacked (9.1)", number)
    for u in units:
        refusal: Refusal | None
        if p.c.side[u] != side:
            if not p.c.gun[u]:
                refusal = Refusal(f"{p.name(u)} is the defender's: only his guns in support are named", ("9.1",))
            else:
                refusal = why_no_support(p, u, target, p.units_in(target), offensive=False)
        elif p.c.gun[u]:
            refusal = why_no_support(p, u, target, attackers, offensive=True)
        else:
            refusal = why_no_attack(p, u, target)
        if refusal is not None:
            raise NotationError(f"{refusal.reason} ({', '.join(refusal.cases)})", number)
    if len(set(units)) < len(units):
        raise NotationError("a counter is named twice", number)


def check_crowds(p: Position, step: int) -> None:
    """A hex may be over the limit only where the rules can have left it so: while its side moves, or after retreats (8.31)."""
    for cell in overfilled(p, step):
        now = SEQUENCE.steps[step].id
        raise NotationError(f"{p.label(cell)} is over the stacking limit; nothing can have left it so in {now} (8.31)")
