"""13.2 Fog of war: what lies in an enemy stack shows only to adjacent units.

Without the option everything is open. With it a player sees how many units a distant enemy stack has, not which, nor their
strength or status (CA-R71). Zones of control stay open: without them nobody could tell his own lines (docs/rulings).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from ...core.charts import Term
from ...core.state import hints, units_named
from .components import ENEMY, SIDES
from .position import ENTRENCHED, FIRED, OOS, RESERVE, SHAKEN, SHOT, Position
from .stacking import within_limits

SETUP_STEPS = 2  # the first of the sequence of play


def seen_at(p: Position, cell: int, side: int) -> bool:
    """Whether a side has a unit next to a hex."""
    own, present = p.c.bit[side], p.present
    return any(present[near] == own for near in p.c.board.neighbours[cell])


def known(p: Position, u: int, side: int) -> bool:
    """Whether a side knows a counter: its own, one beside the map, or one in a stack it is next to; not while they set up."""
    if not p.options.fog_of_war or p.c.side[u] == side:
        return True
    if p.step < SETUP_STEPS:
        return not p.on_map(u) and p.place[u] != p.c.box["setup"]
    return not p.on_map(u) or seen_at(p, p.place[u], side)


def known_to(p: Position, u: int, player: str) -> bool:
    """The same for a player by name; an onlooker knows what both sides know."""
    return known(p, u, SIDES.index(player)) if player in SIDES else known(p, u, ENEMY[p.c.side[u]])


def comes_to_light(p: Position, u: int, place: int) -> int:
    """How many counters a move shows to those who did not know them: the mover, and stacks it comes next to. What leaves the
    map is known from then on."""
    if p.step < SETUP_STEPS:
        return 0
    c, n = p.c, p.c.board.size
    side, old = c.side[u], p.place[u]
    unknown = old < n and not seen_at(p, old, ENEMY[side])
    if place >= n:
        return int(unknown)
    found = int(unknown and seen_at(p, place, ENEMY[side]))
    for near in c.board.neighbours[place]:
        if p.enemy_holds(near, side) and not seen_at(p, near, side):
            found += len(p.stacks[near])
    return found


def tell(
    p: Position,
    kind: str,
    units: Iterable[int],
    text: str,
    veiled: str,
    cases: tuple[str, ...] = (),
    lines: Sequence[Term] = (),
    before: bool = False,
) -> None:
    """An event about units of one side. Where the other side does not know them, now or `before`, it hears `veiled`, if
    anything."""
    units = tuple(units)
    side = p.c.side[units[0]]
    if before or all(known(p, u, ENEMY[side]) for u in units):
        p.say(kind, text, cases, lines)
        return
    p.say(kind, text, cases, lines, to=(SIDES[side],))
    if veiled:
        p.say(kind, veiled, cases, but=(SIDES[side],))


# ------------------------------------------------------------------------------------------------ dealing again

DEALS = 60  # for each unseen counter: enough that nothing is left of how they lay
HIDDEN = SHAKEN | FIRED | SHOT | RESERVE  # states that may lie on any unseen counter of the same shape


def redeal(p: Position, player: str, chance: Random) -> None:
    """Exchange what a player cannot see: which counter is which and of what kind, who is shaken or in Reserve, which guns are
    reduced.

    How many units a hex holds, what zones it exerts and whether it keeps zones out of a fortress stay as they are; so does
    every counter that a decision on the stack names.
    """
    fixed = named_units(p)
    unseen = [u for u in range(len(p.place)) if p.on_map(u) and u not in fixed and not known_to(p, u, player)]
    slots = sorted((p.place[u], p.stacks[p.place[u]].index(u)) for u in unseen)
    for _ in range(DEALS * len(unseen)):
        # A counter is sent to a slot, whoever lies there: what comes of it depends ever less on how they lay at first.
        u, (cell, at) = chance.choice(unseen), chance.choice(slots)
        v = p.stacks[cell][at]
        if u != v and p.c.side[u] == p.c.side[v]:
            _exchange(p, u, v)
    _deal_states(p, unseen, chance)
    p.recount()


def _deal_states(p: Position, unseen: Sequence[int], chance: Random) -> None:
    """Who is shaken, has fired, is in Reserve or reduced, and what points are left: among those of whom each can be said."""
    groups: dict[tuple[object, ...], list[int]] = {}
    for u in unseen:
        groups.setdefault((p.c.side[u], p.c.gun[u], p.status[u] & ENTRENCHED), []).append(u)
    for key in sorted(groups):
        units = groups[key]
        states = sorted((p.status[u] & HIDDEN, p.steps[u]) for u in units)
        chance.shuffle(states)
        for u, (status, steps) in zip(units, states, strict=True):
            p.status[u], p.steps[u] = p.status[u] & ~HIDDEN | status, steps
        for pace in sorted({p.c.movement[u] for u in units}):
            alike = [u for u in units if p.c.movement[u] == pace]
            points = sorted(p.mp[u] for u in alike)
            chance.shuffle(points)
            for u, left in zip(alike, points, strict=True):
                p.mp[u] = left


def named_units(p: Position) -> set[int]:
    """The counters that the decisions on the stack, the combat and the siege fire being resolved speak of."""
    found: set[int] = set()
    for name in ("stack", "fight", "volley", "laying"):
        found |= set(units_named(getattr(p, name), hints(Position)[name]))
    return found


def _same_shape(p: Position, u: int, v: int) -> bool:
    c = p.c
    return c.division[u] == c.division[v] and c.can_entrench[u] == c.can_entrench[v] and c.gun[u] == c.gun[v]


def _exchange(p: Position, u: int, v: int) -> None:
    """Two counters change places: alike ones with their states, others if neither is Entrenched. Not if a stack would then
    break the limits, or a fortress be held by other than before."""
    alike = _same_shape(p, u, v)
    if not alike and (p.status[u] | p.status[v]) & ENTRENCHED:
        return
    a, b = p.place[u], p.place[v]
    if not alike and (a in p.c.fort_at or b in p.c.fort_at):
        return
    swap = {u: v, v: u}
    stacks = {cell: tuple(swap.get(x, x) for x in p.stacks[cell]) for cell in (a, b)}
    if not all(within_limits(p, stack) for stack in stacks.values()):
        return
    for cell, stack in stacks.items():
        p.stacks[cell] = stack
    p.place[u], p.place[v] = b, a
    if alike:
        for row in (p.status, p.mp, p.steps):
            row[u], row[v] = row[v], row[u]
    elif (p.status[u] ^ p.status[v]) & OOS:  # supply is of the place
        p.status[u] ^= OOS
        p.status[v] ^= OOS
