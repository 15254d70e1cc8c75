"""8.3 Entrenchment, and the recovery of 9.6f and 9.7g: what a unit does with movement points besides moving."""

from __future__ import annotations

from ...core.actions import Refusal
from .components import POINT
from .fog import tell
from .position import DEMORALIZED, DISRUPTED, ENTRENCHED, FLIPPED, OOS, RESERVE, SHAKEN, Position
from .zones import RESERVES


def allowance(p: Position, u: int) -> int:
    """In sixths; one point less out of supply (8.0b, 10.0b)."""
    return p.c.movement[u] - (POINT if p.status[u] & OOS else 0)


def why_no_flip(p: Position, u: int) -> Refusal | None:
    """Two points, once in a phase, for Infantry with two sides; also in an enemy zone (8.3a, CA-R52, CA-R74)."""
    name = p.name(u)
    if not p.c.can_entrench[u]:
        return Refusal(f"{name} has no Entrenched side", ("8.3a", "4.1b"))
    if p.status[u] & FLIPPED:
        return Refusal(f"{name} has flipped in this phase", ("8.3a",))
    if p.mp[u] < p.c.entrench_cost:
        return Refusal(f"{name} needs 2 movement points", ("8.3a",))
    return None


def why_no_recovery(p: Position, u: int, mode: str) -> Refusal | None:
    """Half the allowance for each level, in a friendly Movement Phase, supplied and outside enemy zones (9.6f, 9.7g)."""
    name = p.name(u)
    if mode in RESERVES:
        return Refusal("Units recover in a Movement Phase only", ("9.6f",))
    if not p.status[u] & SHAKEN:
        return Refusal(f"{name} is in good order", ("9.6f",))
    if p.status[u] & OOS:
        return Refusal(f"{name} is out of supply", ("9.6f", "9.7g"))
    if p.in_zone(p.place[u], p.c.side[u]):
        return Refusal(f"{name} is in an enemy zone of control", ("9.6f", "9.7g"))
    if p.mp[u] < p.c.movement[u] // 2:
        return Refusal(f"{name} has not half of its allowance left", ("9.6f", "9.7g"))
    return None


def recover(p: Position, u: int) -> None:
    """One level up for half the allowance (9.6f, 9.7g)."""
    demoralized = bool(p.status[u] & DEMORALIZED)
    p.status[u] &= ~SHAKEN
    if demoralized:
        p.status[u] |= DISRUPTED
    p.mp[u] -= p.c.movement[u] // 2
    what = "recovers to Disrupted" if demoralized else "is in good order again"
    tell(p, "recover", [u], f"{{{p.name(u)}}} {what}", "", ("9.7g" if demoralized else "9.6f",))


def flip(p: Position, u: int) -> None:
    """Between Mobile and Entrenched; in a fortress hex that is going in or out (8.3a, 4.7a)."""
    entrenched = not p.status[u] & ENTRENCHED
    p.status[u] = (p.status[u] | FLIPPED) & ~RESERVE
    p.mp[u] -= p.c.entrench_cost
    p.dig(u, entrenched)
    where = f"{{{p.label(p.place[u])}}}"
    what = "entrenches" if entrenched else "leaves its trenches"
    dug_in = sum(bool(p.status[x] & ENTRENCHED) for x in p.stacks[p.place[u]])
    veiled = f"A unit {what} in {where}" if dug_in == entrenched else ""  # only what changes a zone is seen (docs/rulings R3)
    tell(p, "dig", [u], f"{{{p.name(u)}}} {what} in {where}", veiled, ("8.3a",))
