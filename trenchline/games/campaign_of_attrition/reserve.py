"""8.2 Reserve status."""

from __future__ import annotations

from ...core.actions import Refusal
from .entrenchment import allowance
from .fog import tell
from .position import ENTRENCHED, MOVED, OOS, RESERVE, SHAKEN, Position
from .supply import has_loc
from .zones import RESERVES


def why_no_reserve(p: Position, u: int, mode: str) -> Refusal | None:
    """The whole allowance; Mobile, neither Disrupted nor Demoralized (9.6c, 9.7c), supplied, with a line, outside enemy zones
    (8.2a, 8.2c, 8.2d, 8.2e, 8.2f)."""
    name, state = p.name(u), p.status[u]
    if mode in RESERVES:
        return Refusal("Units go into Reserve in a Movement Phase only", ("8.2a",))
    if state & RESERVE:
        return Refusal(f"{name} is in Reserve already", ("8.2a",))
    if state & ENTRENCHED:
        return Refusal(f"{name} is Entrenched", ("8.2a",))
    if state & SHAKEN:
        return Refusal(f"{name} is Disrupted or Demoralized", ("8.2d",))
    if state & OOS:
        return Refusal(f"{name} is out of supply", ("8.2e",))
    if p.mp[u] < allowance(p, u) or state & MOVED:
        return Refusal(f"{name} has moved: going into Reserve takes its whole movement allowance", ("8.2a",))
    if p.in_zone(p.place[u], p.c.side[u]):
        return Refusal(f"{name} is in an enemy zone of control", ("8.2f",))
    return None if has_loc(p, u) else Refusal(f"{name} has no line of communication", ("8.2c",))


def may_reserve(p: Position, u: int) -> bool:
    """Whether `why_no_reserve` has nothing against a unit in a Movement Phase, without its words."""
    if p.status[u] & (RESERVE | ENTRENCHED | SHAKEN | OOS | MOVED) or p.mp[u] < p.c.movement[u]:
        return False
    return not p.in_zone(p.place[u], p.c.side[u]) and has_loc(p, u)


def go_into_reserve(p: Position, u: int) -> None:
    """It costs the whole allowance (8.2a)."""
    p.status[u] |= RESERVE
    p.mp[u] = 0
    tell(p, "reserve", [u], f"{{{p.name(u)}}} goes into Reserve", "", ("8.2a",))
