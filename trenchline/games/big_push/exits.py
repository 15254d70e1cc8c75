"""13.4 Leaving the map: Allied infantry for victory, Germans at a price, and units that are driven off."""

from __future__ import annotations

from ...core.actions import Action, Refusal
from ..great_war.records import Return
from ..great_war.retreat import nowhere_to_go
from ..great_war.states import MOVED, STOPPED
from ..great_war.units import leave, score
from ..great_war.ways import can_pay_to_leave
from .components import ALLIED, GERMAN
from .position import Position


def exits(p: Position, u: int) -> list[Action]:
    """The ways in which a unit may leave the map now."""
    c, cell = p.c, p.place[u]
    if p.status[u] & (MOVED | STOPPED) or not p.may_move(u) or p.is_engaged(u):
        return []
    if not can_pay_to_leave(p, u):
        return []
    may = _allied_may_leave(p, u, cell) if c.side[u] == ALLIED else cell in p.s.exit_cells
    return [Action("exit", p.name(u))] if may else []


def why_no_exit(p: Position, u: int) -> Refusal:
    name, german = p.name(u), p.c.side[u] == GERMAN
    if not (p.s.exit_cells if german else p.s.spec.allied_exit):
        return Refusal("No unit may leave the map of its own will in this scenario", (p.s.german_exit.source,))
    if german and p.place[u] not in p.s.exit_cells:
        return Refusal(f"{name} is in no square by which Germans leave the map", (p.s.german_exit.source, "13.4"))
    if not german and not _allied_may_leave(p, u, p.place[u]):
        return Refusal("Allied infantry alone leaves the map, by the east edge, if the victory conditions know it", ("13.4",))
    return Refusal(f"{name} needs a movement point to leave the map, and must not have halted", ("13.4",))


def _allied_may_leave(p: Position, u: int, cell: int) -> bool:
    """Infantry by the east edge; in the campaign of a nation whose Exit East was drawn, and no reduced brigades (BP-R172)."""
    c = p.c
    if not p.s.spec.allied_exit or not c.infantry[u] or c.depth[GERMAN][cell]:
        return False
    if not p.s.campaign:
        return True
    drawn = {p.c.markers[m].nation for m in p.objectives if p.c.markers[m].kind == "exit"}
    return c.nations[c.nation[u]] in drawn and (c.division[u] or p.steps[u] == c.steps[u])


def leave_map(p: Position, u: int) -> None:
    c, cell, rule = p.c, p.place[u], p.s.german_exit
    if c.side[u] == ALLIED:
        p.exited = tuple(sorted({*p.exited, cell}))
        p.say("exit", f"{{{p.name(u)}}} leaves the map by {{{p.label(cell)}}}", ("13.4",))
        leave(p, u, "exited")
        return
    p.say("exit", f"{{{p.name(u)}}} leaves the map by {{{p.label(cell)}}}", (rule.source,))
    _come_back(p, u, cell, p.turn + rule.delay)
    if rule.off_enemy:  # 15.7.1: off the Allied total; what is missing goes to the German
        short = max(0, rule.off_enemy - p.points[ALLIED])
        p.points[ALLIED] -= rule.off_enemy - short
        p.points[GERMAN] += short
        p.exit_points += short
    else:
        score(p, ALLIED, rule.to_enemy)


def _come_back(p: Position, u: int, cell: int, turn: int) -> None:
    """A German returns on the edge by which he left."""
    edge = p.s.exit_cells if cell in p.s.exit_cells else (*p.c.edge[GERMAN], *p.c.edge_cells["N"])
    same = [x for x in edge if _same_edge(p, x, cell)]
    steps = p.steps[u]
    leave(p, u, "returning")
    p.steps[u] = steps
    p.returning += (Return(u, turn, "exit " + " ".join(map(p.label, same))),)


def _same_edge(p: Position, a: int, b: int) -> bool:
    c = p.c
    return (c.column[a] == c.column[b] and c.column[b] in (1, 22)) or (c.row[a] == c.row[b] == 1)


def cannot_retreat(p: Position, u: int) -> None:
    """Driven off the map where the scenario knows that, else eliminated (BP-R65)."""
    if may_be_driven_off(p, u):
        p.say("retreat", f"{{{p.name(u)}}} is driven off the map", p.cite("retreat"))
        driven_off(p, u)
    else:
        nowhere_to_go(p, u)


def may_be_driven_off(p: Position, u: int) -> bool:
    """From an own-edge square, Germans also from row 1; after the first scenario Germans alone (BP-R165)."""
    c, cell = p.c, p.place[u]
    if not p.s.german_exit.forced:
        return False
    if c.side[u] == GERMAN:
        return c.depth[GERMAN][cell] == 0 or c.row[cell] == 1
    return not p.s.german_exit.forced_delay and c.depth[ALLIED][cell] == 0


def driven_off(p: Position, u: int) -> None:
    """1 point and gone for good in the first scenario (14.1.3d); else 3, and back later (14.2.3a, 14.3.4, 14.4.4a, 15.7.1)."""
    rule, side = p.s.german_exit, p.c.side[u]
    score(p, p.enemy(side), rule.forced)
    if rule.forced_delay:
        _come_back(p, u, p.place[u], p.turn + rule.forced_delay)
    else:
        leave(p, u, "gone")
