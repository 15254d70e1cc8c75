"""9.1 The Artillery Ratio Matrix: what guns are worth in a combat, and 4.7 what a fortress adds."""

from __future__ import annotations

from ...core.charts import Term, odds_number, total
from .components import ENEMY, FRENCH
from .position import ENTRENCHED, GUNS, OOS, RUINED, SHAKEN, Fight, Position


def fighters(p: Position, f: Fight, side: int) -> list[int]:
    """The units of a side that take part and are still there."""
    return [u for u in (f.attackers if side == f.side else f.defenders) if p.on_map(u)]


def ordnance(p: Position, u: int) -> int:
    """What a unit brings to the Artillery Ratio: OP, or half its HAP; halved when shaken, nothing out of supply.

    Each half rounds up in its turn (4.6e, 9.6b, 10.0b, CA-R35).
    """
    state = p.status[u]
    if state & OOS:
        return 0
    points = p.c.hap[u][p.steps[u]] if p.c.gun[u] else p.c.op[u]
    if state & SHAKEN:
        points = (points + 1) // 2
    return (points + 1) // 2 if p.c.gun[u] else points


def covered(p: Position, f: Fight) -> bool:
    """The defenders have a fortress's benefits: a division inside, or if there is none, another unit (CA-R30)."""
    fort = p.c.fort_at.get(f.target)
    if fort is None or p.forts[fort] == RUINED:
        return False
    units = fighters(p, f, ENEMY[f.side])
    return any(p.inside(u) for u in [u for u in units if p.c.division[u]] or units)


def ordnance_lines(p: Position, f: Fight, side: int) -> list[Term]:
    lines = [
        Term(f"{{{p.name(u)}}} artillery", ordnance(p, u), "4.6e" if p.c.gun[u] else "9.1a")
        for u in fighters(p, f, side)
        if ordnance(p, u)
    ]
    if side == FRENCH and side != f.side and covered(p, f) and p.forts[p.c.fort_at[f.target]] == GUNS:
        lines.append(p.c.drm["fortress_guns"])
    return lines


def ratio_number(own: int, enemy: int) -> int:
    """Own to enemy Ordnance Points, rounded against the owner; n:1 is n, 1:n is 2-n (9.1a, CA-R16).

    >>> [ratio_number(a, b) for a, b in ((11, 4), (4, 11), (0, 4), (6, 0), (0, 0))]
    [2, -1, -99, 99, 1]
    """
    if own and enemy:
        return odds_number(own, enemy)
    return 1 if own == enemy else 99 if own else -99


def cover_row(p: Position, f: Fight) -> str:
    """The row of the matrix: the best cover in the combat hex (CA-R16)."""
    c, cell = p.c, f.target
    there = {
        "fortress": covered(p, f),
        "verdun": c.city[cell],
        "village": c.village[cell],
        "woods": c.woods[cell],
        "high_ground": c.high[cell],
        "clear": True,
    }
    return next(row for row in c.cover if there[row])


def artillery_line(p: Position, f: Fight, side: int) -> Term:
    """The modifier of the Artillery Ratio Matrix; Entrenched defenders move a column to the right (4.1g)."""
    own, enemy = (total(ordnance_lines(p, f, s)) for s in (side, ENEMY[side]))
    matrix = p.c.matrix
    column = matrix.column(ratio_number(own, enemy))
    if side != f.side and any(p.status[u] & ENTRENCHED for u in fighters(p, f, side)):
        column = min(column + matrix.entrenched, len(matrix.columns) - 1)
    row = cover_row(p, f)
    text = f"artillery {own} to {enemy}, {matrix.columns[column]} in {row.replace('_', ' ')}"
    return Term(text, matrix.rows[row][column], "9.1b")
