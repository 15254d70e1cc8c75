"""16.5.6 Retreats: nearer the own edge and vacant first, never away from it, off the map if nothing is left (GL-R292)."""

from __future__ import annotations

from ..great_war.records import Return
from ..great_war.retreat import nowhere_to_go
from ..great_war.units import eliminate, leave, score
from .position import Position
from .returns import BESIDE


def retreat_rank(p: Position, u: int, cell: int, vacant: bool) -> tuple[bool, ...] | None:
    """Nearer the friendly edge before the same row, vacant before friendly, clear of zones before others (GL-R157)."""
    c, here, side = p.c, p.place[u], p.c.side[u]
    depth = c.depth[side]
    if c.garrison[u] or p.enemy_holds(cell, side) or depth[cell] > depth[here]:
        return None
    if not p.may_stand(u, cell) or not _passable(p, u, here, cell):
        return None
    return depth[cell] == depth[here], not vacant, p.in_enemy_zone(cell, side)


def _passable(p: Position, u: int, here: int, cell: int) -> bool:
    """The heaviest guns keep to major roads, outside start trenches, or to rails (12.5.1)."""
    c = p.c
    if c.road_bound[u]:
        return c.board.joined("major", here, cell) and not c.trench[cell]
    return not c.rail_bound[u] or c.board.joined("rail", here, cell)


def cannot_retreat(p: Position, u: int) -> None:
    """A garrison is lost in its fort; off the friendly edge a unit may return, off another it is lost for good, elsewhere it is
    eliminated (16.5.6(g), 16.5.6(h), GL-R156, GL-R158)."""
    c, here, side, name = p.c, p.place[u], p.c.side[u], p.name(u)
    if c.garrison[u]:
        p.say("eliminate", f"{{{name}}} cannot leave its fort and is lost", ("16.5.6(g)",))
        eliminate(p, u, "retreat")
    elif c.depth[side][here] == 0:
        p.say("retreat", f"{{{name}}} is driven off the map and may return", ("16.5.6(h)", "18.3.3"))
        drive_off(p, u)
    elif any(here in cells for cells in c.edge_cells.values()):
        p.say("eliminate", f"{{{name}}} is driven off the map for good", ("16.5.6(h)", "18.3.3"))
        eliminate(p, u, "retreat")
        p.put(u, c.box["gone"])
    else:
        nowhere_to_go(p, u)


def drive_off(p: Position, u: int) -> None:
    """The enemy has a point for each step; nothing is lost (GL-R292). It waits beside the edge from the next turn on."""
    steps = p.steps[u]
    score(p, p.enemy(p.c.side[u]), steps, combat=True)
    leave(p, u, "returning")
    p.steps[u] = steps
    p.returning += (Return(u, p.turn + 1, BESIDE),)
