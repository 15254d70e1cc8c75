"""Engaged squares: both sides stand in them until one gives way (BP 8.8, 11.8/1, BP-R48, BP-R163; GL 16.5.1)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ...core.actions import Action
from ...core.decisions import Automatic
from ...core.state import Cell, Unit, Units
from .position import Choice, Position
from .records import Engagement, Fight
from .retreat import enter, make_room, retreat_all, retreat_squares, unstack_cell, ways_to_enter
from .states import MOVED
from .units import leave_engagement, settle_engagements, uncommit


def engage(p: Position, fight: Fight) -> None:
    """All surviving attackers enter the square and are engaged there; their start squares are remembered. They fight on in the
    next turn, even if a counter-attacker's own phase is still to come in this one (BP 8.8, 11.8/1)."""
    before, again = p.engagement(fight.target), p.turn + 1 if fight.counter else 0
    if before is not None and before.side == fight.side:
        return
    p.engagements = tuple(e for e in p.engagements if e.cell != fight.target)
    if before is not None:  # the defenders of an engagement struck: the marker is theirs now, and nobody moves
        p.engagements += (msgspec.structs.replace(p.marker_passes(before, fight), again=again),)
        return
    starts, facings = tuple(p.place[u] for u in fight.units), tuple(p.facing[u] for u in fight.units)
    for u in p.others(fight.target, fight.side):  # who is caught in it drops out of other assaults (BP-R178)
        uncommit(p, u)
    for u in fight.units:
        p.put(u, fight.target)
        p.take_station(u, "")
    p.engagements += (Engagement(fight.target, fight.side, fight.units, starts, facings, again),)
    p.say("engaged", f"Both sides are engaged in {{{p.label(fight.target)}}}", p.cite("engagement"))


def go_back(p: Position, units: Sequence[int], before: Units = ()) -> None:
    """Engaged attackers return to their start squares; `before` are units that have just done so. A start square that the enemy
    holds by now is replaced by a retreat (BP-R163c)."""
    homes: dict[int, tuple[int, int]] = {}
    for e in p.engagements:
        homes |= {u: (start, facing) for u, start, facing in zip(e.units, e.starts, e.facings, strict=True)}
    astray, back = [], []
    for u in units:
        here = p.place[u]
        start, facing = homes.get(u, (here, p.facing[u]))
        if start == here or p.enemy_holds(start, p.c.side[u]):
            astray.append(u)
            continue
        p.put(u, start)
        p.take_station(u, "")
        leave_engagement(p, u)
        p.facing[u] = next((p.facing[v] for v in p.own(start, p.c.side[u]) if v != u and p.facing[v] != p.c.nowhere), facing)
        back.append(u)
    p.stack += _crowds(p, back, before)
    settle_engagements(p)
    retreat_all(p, astray)


def _crowds(p: Position, back: Sequence[int], before: Units) -> list[Crowd]:
    """One check of stacking for each unit that returned; or one for each square, where none of them makes room for another
    (GL-R289)."""
    if not p.differences.returning_stay:
        return [Crowd(p.place[u], (u,)) for u in back]
    starts = dict.fromkeys(p.place[u] for u in back)
    return [Crowd(start, tuple(u for u in (*back, *before) if p.place[u] == start)) for start in starts]


class Crowd(Automatic[Position], frozen=True):
    """Units that return to a square that is full by now displace others."""

    cell: Cell
    units: Units

    def run(self, p: Position) -> None:
        keep = tuple(u for u in self.units if p.place[u] == self.cell)
        if not keep:
            return
        if p.may_stack(keep, self.cell):
            make_room(p, self.cell, keep, ())
        else:  # losses have split them into more counters than the square holds
            unstack_cell(p, self.cell, p.c.side[keep[0]])


class Surplus(Choice[Position], frozen=True, omit_defaults=True):
    """Choose who stays in a square that is won; the others go back."""

    units: Units
    back: Units = ()  # who has gone back

    topic = "engaged"
    implied_kind = "stay"

    def player(self, p: Position) -> int:
        return p.seating.of_nation[p.c.nation[self.units[0]]]

    def prompt(self, p: Position) -> str:
        return f"Too many units are in {{{p.label(p.place[self.units[0]])}}}: choose one that goes back."

    def options(self, p: Position) -> Sequence[Action]:
        return [Action("return", p.name(u)) for u in self.units]

    def take(self, p: Position, action: Action) -> None:
        u = p.c.unit[action.unit]
        rest = tuple(v for v in self.units if v != u)
        if rest and not p.may_stack(rest, p.place[u]):
            p.stack.append(Surplus(rest, (*self.back, u)))
        go_back(p, [u], self.back)


class Withdraw(Choice[Position], frozen=True):
    """A defender leaves an engagement: one square by the order of retreats, even into an enemy zone (BP-R48)."""

    unit: Unit

    topic = "withdraw"
    implied_kind = "withdraw"
    labels = {"stay": "{unit} stays in the fight"}
    can_step_back = True

    def prompt(self, p: Position) -> str:
        return f"Choose where {{{p.name(self.unit)}}} withdraws to, or let it stay."

    def options(self, p: Position) -> Sequence[Action]:
        found = [a for x in retreat_squares(p, self.unit) for a in ways_to_enter(p, "withdraw", self.unit, x)]
        return [*found, Action("stay", p.name(self.unit))]

    def take(self, p: Position, action: Action) -> None:
        u = self.unit
        p.status[u] |= MOVED
        if action.kind == "stay":
            return
        here, engagement = p.place[u], p.engagement(p.place[u])
        enter(p, u, p.c.board.index[action.cell], action.facing, action.mode)
        p.say("withdraw", f"{{{p.name(u)}}} withdraws to {{{action.cell}}}", p.cite(self.topic))
        make_room(p, p.place[u], (u,), (here,))
        if engagement is not None and not p.engaged(here):
            clear_engagement(p, engagement)


class Aftermath(Automatic[Position], frozen=True):
    """Engaged squares in which only one side is left: what they cannot hold goes back (BP-R163b)."""

    def run(self, p: Position) -> None:
        settle_engagements(p)
        for engagement in p.engagements:
            if not p.engaged(engagement.cell):
                clear_engagement(p, engagement)


def clear_engagement(p: Position, engagement: Engagement) -> None:
    """One side is alone in the square of an engagement, attackers or attacked: what the square cannot hold goes back."""
    cell = engagement.cell
    units = tuple(u for u in engagement.units if p.place[u] == cell) or p.stacks[cell]
    side = p.c.side[units[0]] if units else engagement.side
    if units and not p.may_stack(p.own(cell, side), cell):
        p.stack.append(Surplus(units))  # the engagement is kept until all have gone back
    else:
        settle_engagements(p)
    if units:
        p.control[cell], p.claims[cell] = side, p.c.nation[units[0]]
