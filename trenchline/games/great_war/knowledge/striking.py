"""Counter-attacks of those who hold: who leaves his trenches, and who comes up, to throw out whoever is weak (BP 8, GL 13)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ....core.knowledge import March
from ..modes import refuse_flip
from ..position import Position
from ..states import DISORDERED, ENTRENCHED
from . import prospects
from .ground import Ground
from .storming import others_in, posts_against

if TYPE_CHECKING:
    from .marches import Marshal

AT_RISK = 10  # enemy factors before which a square is as good as lost without its trenches
MOST = 6  # units in one counter-attack: regiments and battalions


def strikes(marshal: Marshal, troops: Sequence[int]) -> list[March]:
    """Counter-attacks of those who hold: the one that promises most first, by those in contact who leave their trenches for it
    and by reserves that can come up, as long as it is worth more than what they give up."""
    ground, p, w = marshal.ground, marshal.p, marshal.ground.w
    fresh = [
        u for u in troops if not p.status[u] & DISORDERED and (not p.in_enemy_zone(p.place[u], marshal.side) or _may_rise(p, u))
    ]
    posts = {x: able for x in marshal.mass if not p.engaged(x) and (able := posts_against(marshal, fresh, x))}
    parties = {x: _striking(marshal, x, cells) for x, cells in posts.items()}
    found: list[March] = []
    while parties:
        x = max(parties, key=lambda x: (parties[x][0], -x))
        value, party = parties.pop(x)
        if value <= w.strike_from:
            break
        for u, cell in party:
            if p.status[u] & ENTRENCHED:
                found.append(March(u, "mobile", p.place[u], f"to throw them out of {p.label(x)}"))
            if cell != p.place[u]:
                found.append(March(u, "move", cell, f"against {p.label(x)}"))
            marshal.send(u, cell)
            ground.striking.add(u)
        parties = {
            y: old if ground.striking.isdisjoint(posts[y]) else _striking(marshal, y, _unbound(ground, posts[y]))
            for y, old in parties.items()
        }
    return found


def _unbound(ground: Ground, posts: dict[int, list[int]]) -> dict[int, list[int]]:
    return {u: cells for u, cells in posts.items() if u not in ground.striking}


def _may_rise(p: Position, u: int) -> bool:
    """Whether a unit in contact can take part: it attacks from where it stands, out of its trenches if it is in some."""
    return not p.status[u] & ENTRENCHED or refuse_flip(p, u, "mobile") is None


def _striking(marshal: Marshal, target: int, posts: dict[int, list[int]]) -> tuple[float, list[tuple[int, int]]]:
    """What a counter-attack is worth less what those who make it give up, and who makes it from where."""
    ground, p = marshal.ground, marshal.p
    party: list[tuple[int, int]] = []
    best: tuple[float, list[tuple[int, int]]] = (0.0, [])
    taken: dict[int, list[int]] = {}
    mass, given = 0.0, 0.0
    price = {u: _gives_up(ground, u, target) for u in posts}
    for u in sorted(posts, key=lambda u: (price[u] - prospects.strength(ground, u) / 4, u)):
        here = p.place[u]
        cells = [x for x in posts[u] if p.may_stack([*others_in(marshal, x, posts), *taken.get(x, ()), u], x)]
        if not cells:
            continue
        cell = here if here in cells else min(cells, key=lambda x: (ground.menace[x], x))
        mass += prospects.strength(ground, u)
        given += price[u] + (marshal.abandoned(here, u) if cell != here else 0.0)
        party.append((u, cell))
        taken.setdefault(cell, []).append(u)
        value = prospects.worth(ground, target, mass, len(party)) + ground.drafts - given
        if value > best[0]:
            best = value, list(party)
        if len(party) == MOST:
            break
    return best


def _gives_up(ground: Ground, u: int, target: int) -> float:
    """What is risked by leaving trenches: the square, as far as enemies other than those who are struck can come into it."""
    p, c, here = ground.p, ground.c, ground.p.place[u]
    if not p.status[u] & ENTRENCHED:
        return ground.w.unit_cost
    bit, others = c.bit[ground.enemy], 0
    for x in c.near[here]:
        if x != target and p.present[x] & bit:
            others += sum(p.numbers(v).primary for v in p.own(x, ground.enemy) if c.assaults[v] and p.may_assault(v))
    return ground.w.unit_cost + ground.w.rise * min(1.0, others / AT_RISK) * (ground.keep(here) + p.steps[u])
