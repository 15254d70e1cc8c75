"""9.41 Step losses, and 9.7 surrender: what becomes of a unit that is struck."""

from __future__ import annotations

from .components import ENEMY, GERMAN
from .position import NEWBORN, UNSUPPLIED, Position
from .terrain import open_side


def lose_step(p: Position, u: int, case: str = "9.41") -> None:
    """A full unit flips, a reduced or one-step unit is eliminated (9.41); a new remnant cannot be (14.41). `case` says what
    makes just this unit the loss."""
    if p.steps[u] == 2:
        p.steps[u] = 1
        p.say("loss", f"{{{p.name(u)}}} is reduced", (case,))
    elif not p.status[u] & NEWBORN:
        eliminate(p, u, case)


def eliminate(p: Position, u: int, case: str = "9.41") -> None:
    """Off the map: surrendered if unsupplied and ringed by enemy zones (9.7), else eliminated, perhaps leaving a remnant."""
    from .remnants import hope_of_remnant

    if p.status[u] & UNSUPPLIED and surrounded(p, u):
        surrender(p, u, "cut off and surrounded")
        return
    hope = hope_of_remnant(p, u)  # with the morale of the moment it fell (TP-R111)
    p.say("loss", f"{{{p.name(u)}}} is eliminated in {{{p.label(p.place[u])}}}", (case,))
    _take_off(p, u, "out" if p.c.kind[u] == "remnant" else "eliminated")  # 14.42
    if hope is not None:
        p.stack.append(hope)


def surrender(p: Position, u: int, why: str, *cases: str) -> None:
    """Removed for good (9.7); `cases` say what makes it give up, beside that."""
    p.say("surrender", f"{{{p.name(u)}}} surrenders in {{{p.label(p.place[u])}}}: {why}", (*cases, "9.7"))
    _take_off(p, u, "out" if p.c.kind[u] == "remnant" else "surrendered")


def _take_off(p: Position, u: int, box: str) -> None:
    p.put(u, p.c.box[box])
    p.steps[u] = 0
    p.status[u] = 0
    p.mp[u] = 0


def surrounded(p: Position, u: int) -> bool:
    """No way out: every neighbouring hex is enemy-held, in an enemy zone, off the map or across the river (TP-R40)."""
    c, cell, side = p.c, p.place[u], p.c.side[u]
    for near in c.board.neighbours[cell]:
        if not open_side(c, cell, near):
            continue
        if near in c.closed or p.enemy_holds(near, side) or (side == GERMAN and p.fort_stands(near)):
            continue
        if p.holds(near, side) or not p.zone[ENEMY[side]][near]:
            return False
    return True
