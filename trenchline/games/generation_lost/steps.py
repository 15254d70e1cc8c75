"""9.0 Steps and sizes: how many steps each type has (9.1), what losses leave of a unit, breakdowns and rebuilds within the
counter mix."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ...core.actions import Action
from ...core.state import Units
from ..great_war import units
from ..great_war.states import ENTRENCHED, HELD
from ..great_war.units import disrupt
from .holds import formation
from .position import Position

WEAKEST_REGIMENT = 3  # a 326 breaks into a 216 and a 116 (9.1.1-Small)
FULL_BRIGADES, REDUCED_BRIGADES = 2, 1  # of which a division is made (9.1.2)
SMALL, LARGE = 2, 3  # steps of a regiment, and battalions that rebuild it (9.1.1, 9.3.2(b-i))


def battalions(p: Position) -> list[int]:
    """Battalions of the pool, the strongest first; engineers never stand for others (9.3.1(e-i), GL-R298)."""
    c = p.c
    found = [u for u in p.stacks[c.box["pool"]] if c.battalion[u] and not c.engineer[u]]
    return sorted(found, key=lambda u: (-c.front[u].primary, u))


def brigades(p: Position) -> list[int]:
    """Brigades of the pool; chasseurs are none (9.3.1(e-i))."""
    return [u for u in p.stacks[p.c.box["pool"]] if p.c.brigade[u]]


# ------------------------------------------------------------------------------------------------ 9.2 losses


def survivors(p: Position, u: int) -> list[tuple[int, int]]:
    """A regiment leaves a battalion for each step but one; a full division turns over (9.2.2(a)), a reduced one leaves the
    largest brigade side that attacks with less than it did, the full one of equals (9.2.1, 9.2.2(b), GL-R49, GL-R52, GL-R53).

    Losses come one by one: a second or third falls on what the first has left (9.2.1(a-ii), 9.2.1(a-iii), 9.2.1(b-ii),
    9.2.1(b-iii), 9.2.1(b-iv))."""
    c = p.c
    if c.regiment[u]:
        return [(b, 1) for b in battalions(p)[: c.steps[u] - 1]]
    limit = c.back[u].primary
    sides = [(c.front[b].primary, c.steps[b], b) for b in brigades(p)] + [(c.back[b].primary, 1, b) for b in brigades(p)]
    best = max((side for side in sides if side[0] < limit), key=lambda side: (side[0], side[1], -side[2]), default=None)
    return [(best[2], best[1])] if best else []


def may_disrupt_instead(p: Position, u: int) -> bool:
    """A good order unit on its last step; a regiment whose battalions are all there and have room (8.6.4-ST, 9.2.1(a-i),
    9.2.1(b-i), GL-R33, GL-R302)."""
    if not p.good_order(u):
        return False
    if not p.c.regiment[u]:
        return p.steps[u] == 1
    parts, cell = battalions_of(p, u), p.place[u]
    beside = [v for v in p.own(cell, p.c.side[u]) if v != u]
    return len(parts) == p.c.steps[u] and p.may_stack([*beside, *parts], cell)


def disrupt_instead(p: Position, u: int) -> tuple[int, ...]:
    """All battalions of a regiment, or the unit itself, are disrupted; each counts (GL-R271)."""
    now: tuple[int, ...] = (u,)
    if p.c.regiment[u]:
        now = tuple(battalions_of(p, u))
        p.take_place(u, [(b, 1) for b in now])
    for b in now:
        disrupt(p, b)
    return now


def take_place(p: Position, u: int, others: Sequence[tuple[int, int]]) -> None:
    """Battalions of a held regiment are held with it (GL-R304); they are commanded as it was, and have used what it used."""
    units.take_place(p, u, others)
    for other, _ in others:
        if p.status[other] & HELD:
            p.waits[other] = formation(p, u) + 1
        p.command_lines[other] = p.command_lines[u]
        p.exhausted = tuple(
            msgspec.structs.replace(row, units=(*row.units, other)) if u in row.units else row for row in p.exhausted
        )


def box_of_lost(p: Position, u: int) -> str:
    """Engineers, chasseurs and garrisons do not come back (9.2.1(c), 9.2.2(d), GL-R299)."""
    c = p.c
    return "gone" if c.engineer[u] or c.chasseur[u] or c.garrison[u] else "pool"


# ------------------------------------------------------------------------------------------------ 9.3.1 breakdowns
#
# In the mode of the parent, with what it has left of its movement; the parent goes to the pool (9.3.1(b), 9.3.1(c), 9.3.1(d)):
# `formations.replace_by` of the series.


def battalions_of(p: Position, u: int) -> list[int]:
    """Two or three 216, of a 326 a 216 and a 116; 116 where there are no more, or fewer of them (9.1.1-Small, 9.1.1-Large,
    9.3.1(a), GL-R48, GL-R309)."""
    c, pool = p.c, battalions(p)
    if c.front[u].primary == WEAKEST_REGIMENT:
        strong = [b for b in pool if c.front[b].primary > 1]
        pool = strong[:1] + [b for b in pool if c.front[b].primary == 1]
    return pool[: c.steps[u]]


def can_split(p: Position, u: int) -> bool:
    """Anything of the pool will do (9.3.1(a))."""
    c = p.c
    kind = c.brigade if c.division[u] else c.battalion
    return any(kind[v] and not c.engineer[v] for v in p.stacks[c.box["pool"]])


def brigades_of(p: Position, u: int, chosen: Units, worn: Units) -> list[tuple[int, bool]]:
    """The next brigade of a division: at most two full and one reduced, no more factors in all than the division shows;
    one counter of each kind is offered. It ends when nothing fits any more (9.1.2, 9.3.1(e-ii), GL-R309)."""
    c = p.c
    left = p.numbers(u).primary - sum((c.back if b in worn else c.front)[b].primary for b in chosen)
    found: dict[tuple[int, bool], tuple[int, bool]] = {}
    for b in brigades(p):
        if b in chosen:
            continue
        if len(chosen) - len(worn) < FULL_BRIGADES and c.front[b].primary <= left:
            found.setdefault((c.front[b].primary, True), (b, True))
        if len(worn) < REDUCED_BRIGADES and c.back[b].primary <= left:
            found.setdefault((c.front[b].primary, False), (b, False))
    return list(found.values())


# ------------------------------------------------------------------------------------------------ 9.3.2 rebuilds


def forms(p: Position, cell: int, stack: Sequence[int]) -> list[Action]:
    """What units that begin stacked can form: regiments, divisions, never better battalions or brigades (9.3.2, 9.3.2(b-iv));
    nothing larger stands on a fort (10.5.1)."""
    if p.c.fort[cell]:
        return []
    return [*_regiments(p, cell, stack), *_divisions(p, cell, stack)]


def _regiments(p: Position, cell: int, stack: Sequence[int]) -> list[Action]:
    """Two battalions of one mode the lowest smaller regiment of the pool, three the lowest larger one (9.3.2(b-i), 9.3.2(b-ii),
    GL-R63, GL-R64)."""
    c, found = p.c, []
    pool = [u for u in p.stacks[c.box["pool"]] if c.regiment[u]]
    for mode in ("mobile", "entrenched"):
        there = _battalions_in(p, stack, mode)
        for size in (SMALL, LARGE):
            able = [u for u in pool if c.steps[u] == size] if len(there) >= size else []
            least = min((c.front[u].primary for u in able), default=0)
            found += [Action("combine", p.name(u), p.label(cell), mode=mode) for u in able if c.front[u].primary == least]
    return found


def _battalions_in(p: Position, stack: Sequence[int], mode: str) -> list[int]:
    """Battalions of one mode, the weakest first: the better ones are kept."""
    c, dug_in = p.c, ENTRENCHED if mode == "entrenched" else 0
    found = [u for u in stack if c.battalion[u] and not c.engineer[u] and p.status[u] & ENTRENCHED == dug_in]
    return sorted(found, key=lambda u: (c.front[u].primary, u))


def _divisions(p: Position, cell: int, stack: Sequence[int]) -> list[Action]:
    """Brigades form a full division that attacks with no more than they do (9.3.2(b-iii), GL-R65)."""
    there = [u for u in stack if p.c.brigade[u]]
    if len(there) < 2:
        return []
    factors = sum(p.numbers(u).primary for u in there)
    pool = [u for u in p.stacks[p.c.box["pool"]] if p.c.division[u] and p.c.front[u].primary <= factors]
    return [Action("combine", p.name(u), p.label(cell), mode="full") for u in pool]


def parts_of(p: Position, result: int, stack: Sequence[int], mode: str) -> list[int]:
    if p.c.division[result]:
        return [u for u in stack if p.c.brigade[u]]
    return _battalions_in(p, stack, mode)[: p.c.steps[result]]
