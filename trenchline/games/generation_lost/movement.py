"""12.0 Movement, where Verdun is not the Somme: forts on the way, the weather and trenches, the quiet western bank, HQs that
turn before anybody moves. Guns have a chapter of their own in `gun_movement`."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.actions import Refusal
from ...core.decisions import Automatic
from ...core.paths import Found
from ...core.state import Side
from ..great_war import movement as series
from ..great_war.formations import begin_combining
from ..great_war.movement import Movement, fresh_moves
from ..great_war.states import FLIPPED, STOPPED, SUPPLY
from ..great_war.ways import NOTHING, leaving, plain_reach
from .called_up import call_up
from .closed_ground import ground, zone_around
from .components import GERMAN
from .gun_movement import bogged, gun_reach, march_gun, sticks, why_no_way_for_gun
from .headquarters import BeginModes, turn_back
from .holds import Releases, beyond_line, rooted, west_bank_quiet, western_line
from .march_ends import end_march
from .position import Position
from .reserves import begin_release


def movement_phase(p: Position, side: int) -> None:
    """Reserves, releases, modes of HQs, rebuilding, then moves and arrivals in any order (4.0(4b), 12.0)."""
    call_up(p, side)
    fresh_moves(p, side)
    p.stack += [EndMovement(side), Movement(side)]
    p.stack += [BeginCombining(side), BeginModes(side)]
    if side == GERMAN:
        p.stack.append(Releases())
    begin_release(p, side)


class BeginCombining(Automatic[Position], frozen=True):
    side: Side

    def run(self, p: Position) -> None:
        begin_combining(p, self.side)


class EndMovement(series.EndMovement, frozen=True):
    """HQs in Supply Mode that are not alone turn back before overstacked squares are thinned out (10.4-Supply)."""

    def run(self, p: Position) -> None:  # type: ignore[override]
        turn_back(p, self.side)
        super().run(p)


# ------------------------------------------------------------------------------------------------ where one can go


def reach(p: Position, u: int) -> Found:
    """Where a unit can go: on forts only some may end, nobody on those of the enemy (10.5.1, 10.5.3, GL-R76); infantry in the
    quiet line stays; an engaged defender leaves by any square (16.5.1, GL-R147)."""
    c, side, start = p.c, p.c.side[u], p.place[u]
    if c.gun[u]:
        return gun_reach(p, u)
    if rooted(p, u) and not p.is_engaged(u):
        return NOTHING
    lie = ground(p, side)
    small = p.fort_sized(u)
    cost, came = plain_reach(p, u, lie.shut if small else lie.shut_to_large, zone_around(p, u))
    for x in lie.passable if small else c.forts:
        if x in cost and x != start:
            del cost[x]
    return cost, came


def march(p: Position, u: int, goal: int) -> None:
    """A unit sets out for a square that it can reach."""
    if p.c.gun[u]:
        march_gun(p, u, goal)
    else:
        series.march(p, u, goal)
        end_march(p, u)


def halts(p: Position, u: int, cell: int) -> bool:
    """Whether a unit must stop where it enters a square: in an enemy zone, infantry in its own quiet line, a gun in the mud
    (11.2.2, 12.3.4(b), 19.1.5(g))."""
    c, side = p.c, p.c.side[u]
    if p.in_enemy_zone(cell, side) or (c.gun[u] and sticks(p, u, p.place[u], cell)):
        return True
    return c.infantry[u] and west_bank_quiet(p) and cell in western_line(c, side)


def pinned(p: Position, u: int) -> bool:
    """Whether a rule keeps a unit where it stands: HQs in Supply Mode, who is not released, guns in the bog or in rain and snow
    (9.2.4(a), 12.3.4(b), 12.4.2(a), 12.8.2(b), 19.1.5(f))."""
    if p.status[u] & SUPPLY or not p.may_move(u) or rooted(p, u):
        return True
    return p.c.gun[u] and (p.foul_weather() or (p.on_map(u) and bogged(p, p.place[u])))


def plain_steps(p: Position, u: int, cell: int, passing: bool) -> Sequence[tuple[int, int]]:
    """None for guns, which have ways of their own; on the quiet bank some steps are barred."""
    side = p.c.side[u]
    if p.c.gun[u] or rooted(p, u):
        return ()
    steps = leaving(p, side, cell, passing)
    if not west_bank_quiet(p):
        return steps
    shut = ground(p, side).shut
    return tuple((n, cost) for n, cost in steps if not shut[n])


def why_no_way(p: Position, u: int, cell: int) -> Refusal | None:
    """What this game has against a square, then what speaks against it in both."""
    return _why_not_there(p, u, cell) or series.why_no_way(p, u, cell)


def _why_not_there(p: Position, u: int, cell: int) -> Refusal | None:
    c, name, label, side = p.c, p.name(u), p.label(cell), p.c.side[u]
    if cell == p.place[u] or p.status[u] & STOPPED:
        return None
    if c.gun[u]:
        found = why_no_way_for_gun(p, u, cell)
        if found is not None:
            return found
    if rooted(p, u) and not p.is_engaged(u):
        return Refusal(f"{name} does not leave the western start line before March 6", ("19.1.5(f)",))
    if west_bank_quiet(p) and beyond_line(c, side)[cell]:
        return Refusal(f"{label} lies beyond the western start line, which nobody crosses before March 6", ("19.1.5(g)",))
    if cell in ground(p, side).passable:
        return Refusal(f"The enemy is in the fort of {label}: one may pass, but not stop there", ("11.3.2",))
    if c.fort[cell] and not p.fort_sized(u) and not p.enemy_holds(cell, side):
        return Refusal(f"{name} may pass {label} but not stop on a fort", ("10.5.1", "10.5.3", "10.5.4"))
    return None


# ------------------------------------------------------------------------------------------------ points, and who may leave


def movement_points(p: Position, u: int) -> int:
    """Of German infantry those of its mobile side if it shows it at any time in the phase: in rain and snow it does once it
    moves; a single point, or rails, lose nothing to the weather (GL-R08, GL-R101, GL-R276)."""
    c = p.c
    mobile = c.trenches[u] and (p.status[u] & FLIPPED or p.foul_weather())
    printed = c.front[u].movement if mobile else p.numbers(u).movement
    return printed - c.weather_rows[p.weather].movement if printed > 1 else printed


def may_walk_off(p: Position, u: int) -> bool:
    """Engaged defenders may withdraw by a normal move, attackers must fight it out (16.5.1, GL-R147, GL-R148)."""
    if not p.is_engaged(u):
        return True
    engagement = p.engagement(p.place[u])
    return engagement is None or engagement.side != p.c.side[u]
