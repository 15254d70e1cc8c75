"""9.1 Strength: what a unit counts in attack and defence now, out of supply (6.16), demoralized (12.3), dug in (14.12)."""

from __future__ import annotations

from ...core.charts import Term
from .position import DEMORALIZED, DUG_IN, UNSUPPLIED, Position


def combat_strength(p: Position, u: int) -> int:
    """Infantry strength: halved unsupplied (6.16), halved demoralized (12.3), both a quarter (6.16c); fractions up (TP-R35)."""
    strength = p.c.combat[u] if p.steps[u] == p.c.steps[u] else p.c.reduced[u]
    if p.status[u] & UNSUPPLIED:
        strength = (strength + 1) // 2
    if p.status[u] & DEMORALIZED:
        strength = (strength + 1) // 2
    return strength


def defence_strength(p: Position, u: int) -> int:
    """What `defence_lines` come to."""
    strength = combat_strength(p, u) if p.c.foot[u] else p.c.defence[u]
    return strength + 1 if p.status[u] & DUG_IN else strength


def defence_lines(p: Position, u: int) -> list[Term]:
    """What a unit adds to the defence of its hex: infantry its combat, others their defence; +1 dug in (9.1, 14.12)."""
    strength = combat_strength(p, u) if p.c.foot[u] else p.c.defence[u]
    lines = [Term(f"{{{p.name(u)}}}", strength, "9.1")]
    if p.status[u] & DUG_IN:
        lines.append(Term(f"{{{p.name(u)}}} dug in", 1, "14.12"))
    return lines


def gun_strength(p: Position, u: int) -> int:
    """Attack strength in bombardment: half, fractions up, if demoralized (12.3a)."""
    strength = p.c.attack[u]
    return (strength + 1) // 2 if p.status[u] & DEMORALIZED else strength
