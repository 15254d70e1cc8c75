"""Steps and sizes: what a loss does to a counter, which smaller one takes its place, where it goes (BP 6.5, GL 9.0)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from ...core.state import Units
from .position import Position
from .records import Assault, Engagement
from .states import BURIED, COUNTED, DISRUPTED, ENTRENCHED, LASTING, PRESSED, SUPPRESSED, TRIED

ATTACKING = ("fire", "assault", "renewal")  # causes of losses on the attacker's side


def score(p: Position, side: int, points: int, combat: bool = False) -> None:
    """A side gains victory points."""
    p.points[side] += points
    if combat:
        p.combat_points[side] += points


# ------------------------------------------------------------------------------------------------ states


def suppress(p: Position, u: int) -> None:
    """Minor disorder; an entrenched unit turns to its mobile side until it rallies. The worse state stays (BP-R121)."""
    if p.status[u] & DISRUPTED:
        return
    p.mark(u, SUPPRESSED)
    if p.status[u] & ENTRENCHED:
        p.mark(u, ENTRENCHED, False)
        p.mark(u, BURIED)


def disrupt(p: Position, u: int) -> None:
    """Serious disorder; counts in the working total once a turn (BP-R177)."""
    if p.status[u] & DISRUPTED:
        return
    p.mark(u, SUPPRESSED, False)
    p.mark(u, DISRUPTED)
    if not p.status[u] & COUNTED:
        p.status[u] |= COUNTED
        p.tally[p.c.side[u]] += 1


# ------------------------------------------------------------------------------------------------ going and coming


def uncommit(p: Position, u: int) -> None:
    """A unit drops out of the assault to which it is committed, and no longer counts as over the top."""
    p.status[u] &= ~(PRESSED | TRIED)
    p.assaults = tuple(without for a in p.assaults if (without := _without(a, u)).units)


def drop_out(p: Position, u: int) -> None:
    """A unit takes no further part in any assault or engagement."""
    uncommit(p, u)
    leave_engagement(p, u)
    if p.fight is not None:
        fight = p.fight
        kept = [i for i, v in enumerate(fight.units) if v != u]
        came = tuple(fight.came[i] for i in kept) if fight.came else ()
        defenders = tuple(v for v in fight.defenders if v != u)
        units, parts = tuple(fight.units[i] for i in kept), _fewer(fight.parts, u)
        p.fight = msgspec.structs.replace(fight, units=units, came=came, defenders=defenders, parts=parts)


def leave_engagement(p: Position, u: int) -> None:
    p.engagements = tuple(_left(e, u) for e in p.engagements)


def _without(assault: Assault, u: int) -> Assault:
    if u not in assault.units:
        return assault
    return msgspec.structs.replace(assault, units=tuple(v for v in assault.units if v != u), parts=_fewer(assault.parts, u))


def _fewer(parts: tuple[Units, ...], u: int) -> tuple[Units, ...]:
    """Groups of counters that stand for one unit, without a counter; a group of one is none."""
    left = (tuple(v for v in part if v != u) for part in parts)
    return tuple(part for part in left if len(part) > 1)


def _left(engagement: Engagement, u: int) -> Engagement:
    if u not in engagement.units:
        return engagement
    e = engagement
    kept = [row for row in zip(e.units, e.starts, e.facings, strict=True) if row[0] != u]
    units, starts, facings = (tuple(row[i] for row in kept) for i in range(3))
    return msgspec.structs.replace(e, units=units, starts=starts, facings=facings)


def leave(p: Position, u: int, box: str) -> None:
    """A unit leaves the map for a box, at full strength and without states, but for lasting ones."""
    drop_out(p, u)
    p.put(u, p.c.box[box])
    p.status[u] &= LASTING
    p.steps[u] = p.c.steps[u]


def settle_engagements(p: Position) -> None:
    """An engagement is over when one side alone stands in its square, and no more of it than may: the square is its own,
    and its units face alike again."""
    left = [e for e in p.engagements if not p.engaged(e.cell)]
    for e in left:
        if there := p.stacks[e.cell]:
            p.control[e.cell], p.claims[e.cell] = p.c.side[there[0]], p.c.nation[there[0]]
    over = [e for e in left if p.may_stack(p.stacks[e.cell], e.cell)]
    if not over:
        return
    p.engagements = tuple(e for e in p.engagements if e not in over)
    for e in over:
        there = p.stacks[e.cell]
        if there:
            facing = next((p.facing[u] for u in there if p.facing[u] != p.c.nowhere), p.c.nowhere)
            for u in there:
                p.facing[u] = facing if p.has_facing(u) else p.c.nowhere


def eliminate(p: Position, u: int, cause: str) -> int:
    """A unit is lost with all its steps, and goes to the pool (BP-R22). Returns how many steps."""
    steps = p.steps[u]
    _lost(p, u, steps, cause)
    leave(p, u, p.box_of_lost(u))
    return steps


def lose_step(p: Position, u: int, cause: str) -> tuple[int, ...]:
    """A unit loses a step: it turns to its reduced side, gives way to smaller counters, or is eliminated. Returns the counters
    that now stand for it."""
    c, left = p.c, p.steps[u]
    if left > 1 and ((c.division[u] and left == c.steps[u] - 1) or c.regiment[u]):
        rest = p.survivors(u)
        if rest:  # the counter mix is a limit (BP-R119, GL-R49)
            _lost(p, u, left - sum(steps for _, steps in rest), cause)
            p.take_place(u, rest)
            return tuple(v for v, _ in rest)
        left = 1
    if left == 1:
        eliminate(p, u, cause)
        return ()
    _lost(p, u, 1, cause)
    p.steps[u] = left - 1
    return (u,)


def _lost(p: Position, u: int, steps: int, cause: str) -> None:
    """Steps are gone: a point each for the enemy (BP 13.2, GL 18.3.1); some count in the tally of their side."""
    p.step_lost(u, steps, cause)
    score(p, p.enemy(p.c.side[u]), steps, combat=True)
    if cause in p.differences.tallied:
        p.tally[p.c.side[u]] += steps


def take_place(p: Position, u: int, others: Sequence[tuple[int, int]]) -> None:
    """Counters from the pool, each with so many steps, take another's place, with its facing, mode, state and part in a fight
    (BP-R151, GL-R271)."""
    cell, status, facing, spent = p.place[u], p.status[u], p.facing[u], p.spent[u]
    new = tuple(v for v, _ in others)

    def swap(row: Iterable[int]) -> tuple[int, ...]:
        return tuple(w for v in row for w in (new if v == u else (v,)))

    def beside(units: Units, row: Sequence[int]) -> tuple[int, ...]:
        """What is remembered of a unit is remembered of each of the others."""
        return tuple(x for v, x in zip(units, row, strict=True) for _ in (new if v == u else (v,)))

    def alike(parts: tuple[Units, ...]) -> tuple[Units, ...]:
        """They count as the one that went in; what is left of its other parts does too (GL-R271)."""
        known = any(u in part for part in parts)
        kept = tuple(swap(part) for part in parts)
        return kept if known or len(new) < 2 or not status & PRESSED else (*kept, new)

    replace, fight = msgspec.structs.replace, p.fight
    p.assaults = tuple(replace(a, units=swap(a.units), parts=alike(a.parts)) if u in a.units else a for a in p.assaults)
    p.engagements = tuple(
        replace(e, units=swap(e.units), starts=beside(e.units, e.starts), facings=beside(e.units, e.facings))
        if u in e.units
        else e
        for e in p.engagements
    )
    if fight is not None and u in (*fight.units, *fight.defenders):
        came = beside(fight.units, fight.came) if fight.came else ()
        parts = alike(fight.parts) if u in fight.units else fight.parts
        p.fight = replace(fight, units=swap(fight.units), came=came, defenders=swap(fight.defenders), parts=parts)
    kept = (p.assaults, p.engagements, p.fight)
    for other, steps in others:
        p.mark(other, p.status[other], False)
        p.mark(other, status)
        p.put(other, cell)
        p.steps[other], p.facing[other], p.spent[other] = steps, facing, spent
    leave(p, u, "pool")
    p.assaults, p.engagements, p.fight = kept
