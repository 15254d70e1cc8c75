"""Mustering against the last squares that must be cleared: somebody goes for each of them, wherever he stands now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ....core.knowledge import March
from . import prospects
from .ground import Ground

if TYPE_CHECKING:
    from .marches import Marshal

MOST = 3  # units that are sent against one square
LAST = 1  # turns before the last from which on a fine for going there is paid
ENOUGH = 0.9  # share of what more of them could promise with which no other is sent


def muster(marshal: Marshal, troops: Sequence[int]) -> list[March]:
    """Who goes for which of the squares into which the enemy must not step back and where he still stands: the squares that
    fewest can reach first, for each as many as it takes, those who are nearest to it."""
    ground, p = marshal.ground, marshal.p
    left = [x for x in ground.to_close | ground.to_claim if x in marshal.mass and not p.engaged(x)]
    posts = {x: posts_against(marshal, troops, x) for x in left}
    bound: set[int] = set()
    found: list[March] = []
    for x in sorted(left, key=lambda x: (len(posts[x]), x)):
        for u, cell in _party(marshal, x, {u: cells for u, cells in posts[x].items() if u not in bound}):
            bound.add(u)
            marshal.send(u, cell)
            marshal.point(u, x)
            found.append(March(u, "move", cell, f"against {p.label(x)}"))
    return found


def posts_against(marshal: Marshal, troops: Sequence[int], target: int) -> dict[int, list[int]]:
    """The squares from which each unit could assault another in this turn."""
    ground, p, c = marshal.ground, marshal.p, marshal.c
    found: dict[int, list[int]] = {}
    for u in troops:
        if ground.claimants.get(target, c.nation[u]) != c.nation[u] and target in ground.to_claim:
            continue
        free = ground.may_be_in(u, target) or ground.turns_left <= LAST
        if c.assaults[u] and p.may_assault(u) and ground.may_storm(u, target) and free:
            within = {p.place[u], *marshal.cells(u)}
            cells = [x for x in c.near[target] if x in within and not p.enemy_holds(x, ground.side) and ground.in_hand(u, x)]
            if cells:
                found[u] = cells
    return found


def _party(marshal: Marshal, target: int, posts: dict[int, list[int]]) -> list[tuple[int, int]]:
    """The fewest who do nearly as well as many would, and from where."""
    ground, p = marshal.ground, marshal.p
    party: list[tuple[int, int]] = []
    values: list[float] = []
    mass, nation = 0.0, -1
    taken: dict[int, list[int]] = {}
    near = sorted(posts, key=lambda u: (_pains(ground, marshal, u, target, posts[u]), -prospects.strength(ground, u), u))
    for u in near:
        if nation >= 0 and marshal.c.nation[u] != nation:
            continue
        here = p.place[u]
        cells = [x for x in posts[u] if p.may_stack([*others_in(marshal, x, posts), *taken.get(x, ()), u], x)]
        if not cells:
            continue
        cell = here if here in cells else min(cells, key=lambda x: (marshal.c.board.distances(here)[x], x))
        nation = marshal.c.nation[u]
        mass += prospects.strength(ground, u)
        party.append((u, cell))
        taken.setdefault(cell, []).append(u)
        values.append(prospects.worth(ground, target, mass, len(party)))
        if len(party) == MOST:
            break
    most = max(values, default=0.0)
    if most <= max(0.0, ground.w.attack_from):  # a plan may attack at any price
        return []
    return party[: next(n for n, value in enumerate(values, 1) if value >= ENOUGH * most)]


def others_in(marshal: Marshal, cell: int, posts: dict[int, list[int]]) -> list[int]:
    """Who will stand in a square beside those who are sent."""
    return [v for v in marshal.stack.get(cell, ()) if v not in posts]


def _pains(ground: Ground, marshal: Marshal, u: int, target: int, cells: Sequence[int]) -> float:
    """What it costs a unit to go: nothing if it stands there, more if it leaves an enemy, a fine most of all."""
    p = ground.p
    here = p.place[u]
    fine = 0.0 if ground.may_be_in(u, target) else ground.w.fine
    if here in cells:
        return fine
    far = min(marshal.c.board.distances(here)[x] for x in cells)
    return fine + ground.w.uproot + ground.w.uproot_far * far + bool(p.zone[ground.enemy][here])
