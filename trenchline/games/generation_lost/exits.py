"""18.2.3 Leaving the map of one's own will: German infantry by the south edge in the campaign (20.5.3(d)), and the 192nd
Brigade by the north edge, which must be gone by June 5 (19.3.5(a), 20.3.5)."""

from __future__ import annotations

from ...core.actions import Action, Refusal
from ..great_war.engagement import Aftermath
from ..great_war.states import MOVED, STOPPED
from ..great_war.units import leave
from ..great_war.ways import can_pay_to_leave
from .components import GERMAN
from .position import Position


def exits(p: Position, u: int) -> list[Action]:
    """Leaving costs a point from an edge square, more out of an interdicted one (12.6.1, GL-R96, GL-R247, GL-R304)."""
    on_edge = p.c.row[p.place[u]] in (1, p.c.row[-1])
    if not on_edge or p.status[u] & (MOVED | STOPPED) or not p.may_move(u) or p.is_engaged(u):
        return []
    if not (by_south(p, u) or by_north(p, u)) or not can_pay_to_leave(p, u):
        return []
    return [Action("exit", p.name(u))]


def by_south(p: Position, u: int) -> bool:
    """German infantry in the exit zone, in the campaign."""
    return bool(p.s.spec.objectives) and p.c.side[u] == GERMAN and p.c.infantry[u] and p.place[u] in p.c.areas["exit_zone"]


def by_north(p: Position, u: int) -> bool:
    return u in leaving(p) and p.c.depth[GERMAN][p.place[u]] == 0


def leaving(p: Position) -> tuple[int, ...]:
    """Who must leave for good in this scenario."""
    return tuple(u for _, units, _ in p.s.removals for u in units)


def why_no_exit(p: Position, u: int) -> Refusal:
    if u in leaving(p):
        return Refusal(f"{p.name(u)} leaves by the north edge, for a movement point, if it has not halted", ("19.3.5(a)",))
    if p.c.side[u] != GERMAN or not p.s.spec.objectives:
        return Refusal("No unit may leave the map of its own will but German infantry in the campaign", ("18.2.3",))
    return Refusal("German infantry leaves by V9 to V22, for a movement point, if it has not halted", ("20.5.3(d)",))


def leave_map(p: Position, u: int) -> None:
    """For good; who leaves by the south edge counts for the objective."""
    cell = p.place[u]
    if by_south(p, u):
        p.exited = (*p.exited, u)
        p.exit_squares = tuple(sorted({*p.exit_squares, cell}))
        cases: tuple[str, ...] = ("18.2.3", "20.5.3(d)")
    else:
        cases = ("19.3.5(a)",)
    p.say("exit", f"{{{p.name(u)}}} leaves the map by {{{p.label(cell)}}}", cases)
    leave(p, u, "gone")


def remove_leavers(p: Position) -> None:
    """At the end of the German movement of their turn those who must leave and have not are taken off, wherever they are but
    in the hands of the enemy; a lull does not keep them (GL-R210, GL-R265, GL-R304)."""
    for turn, units, source in p.s.removals:
        if turn != p.turn:
            continue
        gone = (p.c.box["gone"], p.c.box["out"])
        rest = [u for u in units if p.place[u] not in gone]
        for u in rest:
            leave(p, u, "gone")
        p.returning = tuple(r for r in p.returning if r.unit not in rest)
        p.stack.append(Aftermath())  # an engagement that one side has left is over (GL-R289)
        if rest:
            p.say("exit", f"{p.they(rest, 'is', 'are')} taken off the map for good", (source,))
