"""6.5, 7.4.3, 7.4.4 Steps and sizes: what losses leave of a unit, what it breaks down into, what units form together."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.actions import Action
from ...core.state import Units
from ..great_war.formations import limit, strength
from ..great_war.states import ENTRENCHED
from ..great_war.units import disrupt
from .position import Position

BRIGADES = 3  # in a division


def from_pool(p: Position, nation: int, size: str) -> list[int]:
    """The counters of a nation and size that lie in the pool."""
    c = p.c
    return [u for u in p.stacks[c.box["pool"]] if c.nation[u] == nation and c.size[u] == size and c.infantry[u]]


# ------------------------------------------------------------------------------------------------ 6.5 losses


def survivors(p: Position, u: int) -> list[tuple[int, int]]:
    """A reduced division becomes the largest brigade of the pool that is not stronger, a regiment a battalion (6.5.2,
    6.5.3)."""
    c, pool = p.c, p.stacks[p.c.box["pool"]]
    if c.regiment[u]:
        return [(v, 1) for v in pool if c.battalion[v] and c.nation[v] == c.nation[u]][:1]
    limit = c.back[u].primary
    brigades = [v for v in pool if c.brigade[v] and c.nation[v] == c.nation[u] and c.front[v].primary <= limit]
    return [(v, c.steps[v]) for v in sorted(brigades, key=lambda v: (-c.front[v].primary, v))[:1]]


def disrupt_instead(p: Position, u: int) -> tuple[int, ...]:
    """A unit on its last step (BP-R20)."""
    disrupt(p, u)
    return (u,)


# ------------------------------------------------------------------------------------------------ 7.4.3, 7.4.4 breaking down


def can_split(p: Position, u: int) -> bool:
    """Whether the pool has what a division or a regiment breaks down into."""
    c, nation = p.c, p.c.nation[u]
    if not c.division[u]:
        return len(from_pool(p, nation, "battalion")) >= 2
    most = limit(p, u)
    for b in p.stacks[c.box["pool"]]:  # one that is light enough will do
        if c.nation[b] == nation and c.brigade[b] and min(strength(p, b, 1), strength(p, b, 2)) <= most:
            return True
    return False


def battalions_of(p: Position, u: int) -> list[int]:
    return from_pool(p, p.c.nation[u], "battalion")[:2]


def most_brigades(p: Position, u: int) -> int:
    """How many brigades, three at most, the pool can give a division without exceeding its strength (BP-R158)."""
    least = sorted(min(strength(p, b, 1), strength(p, b, 2)) for b in from_pool(p, p.c.nation[u], "brigade"))[:BRIGADES]
    while least and sum(least) > limit(p, u):
        least.pop()
    return len(least)


def brigades_of(p: Position, u: int, chosen: Units, worn: Units) -> list[tuple[int, bool]]:
    """The next brigade, full or reduced, such that the rest can still be completed; one counter of each kind."""
    need = most_brigades(p, u) - len(chosen)
    if need <= 0:
        return []
    left = limit(p, u) - sum(strength(p, b, 1 if b in worn else p.c.steps[b]) for b in chosen)
    pool = [b for b in from_pool(p, p.c.nation[u], "brigade") if b not in chosen]
    found: dict[tuple[int, int], tuple[int, bool]] = {}
    for b in pool:
        rest = sorted(strength(p, other, 1) for other in pool if other != b)[: need - 1]
        for full in (True, False):
            own = strength(p, b, p.c.steps[b] if full else 1)
            if len(rest) == need - 1 and own + sum(rest) <= left:
                found.setdefault((p.c.front[b].primary, full), (b, full))
    return list(found.values())


# ------------------------------------------------------------------------------------------------ building up


def forms(p: Position, cell: int, stack: Sequence[int]) -> list[Action]:
    return _regiments(p, cell, stack) + _divisions(p, cell, stack)


def _regiments(p: Position, cell: int, stack: Sequence[int]) -> list[Action]:
    """Two battalions of one mode form the smallest regiment of the pool; of equals the owner chooses (BP-R158)."""
    found = []
    for dug_in, mode in ((0, "mobile"), (ENTRENCHED, "entrenched")):
        pair = [u for u in stack if p.c.battalion[u] and p.status[u] & ENTRENCHED == dug_in]
        pool = from_pool(p, p.c.nation[stack[0]], "regiment")
        if len(pair) < 2 or not pool:
            continue
        least = min(p.c.front[u].primary for u in pool)
        found += [Action("combine", p.name(u), p.label(cell), mode=mode) for u in pool if p.c.front[u].primary == least]
    return found


def _divisions(p: Position, cell: int, stack: Sequence[int]) -> list[Action]:
    """Brigades form a division of the pool, full or reduced, that is no stronger than they are (BP 7.4.3/2)."""
    brigades = [u for u in stack if p.c.brigade[u]]
    if len(brigades) < 2:
        return []
    factors = sum(p.numbers(u).primary for u in brigades)
    found = []
    for u in from_pool(p, p.c.nation[brigades[0]], "division"):
        for numbers, mode in ((p.c.front[u], "full"), (p.c.back[u], "reduced")):
            if numbers.primary <= factors:
                found.append(Action("combine", p.name(u), p.label(cell), mode=mode))
    return found


def parts_of(p: Position, result: int, stack: Sequence[int], mode: str) -> list[int]:
    """All brigades a division, two battalions of one mode a regiment."""
    if p.c.division[result]:
        return [u for u in stack if p.c.brigade[u]]
    dug_in = ENTRENCHED if mode == "entrenched" else 0
    return [u for u in stack if p.c.battalion[u] and p.status[u] & ENTRENCHED == dug_in][:2]
