"""Advance after combat, breakthrough, consolidation (BP 11.8/5, 11.8.2, 11.9, BP-R67, BP-R68, BP-R166; GL 16.6)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ...core.actions import DONE, Action, Refusal
from ...core.decisions import Automatic
from ...core.state import Cell, Side, Units
from .assault import used_so_far
from .careful import facing_the_enemy, strongest
from .engagement import Crowd, clear_engagement
from .movement import pass_through
from .position import Choice, Position
from .records import Fight
from .resources import MOST_RESOURCES, available, use
from .retreat import enter, ways_to_enter
from .stacking import fits
from .states import SUPPLY
from .units import settle_engagements


def win(p: Position, beyond: int = 0, machines: int = 0, must: bool = True) -> None:
    """The attackers advance once the defenders have left (BP 11.8.2)."""
    p.stack.append(Victors(beyond, machines, must))


class Victors(Automatic[Position], frozen=True):
    """The defenders are gone: who advances?"""

    beyond: int
    machines: int
    must: bool

    def run(self, p: Position) -> None:
        fight = p.fight
        assert fight is not None
        if p.enemy_holds(fight.target, fight.side):
            return  # somebody was displaced into the square
        p.stack.append(BeginConsolidation())
        hold(p, fight)
        self.advance(p, fight)

    def advance(self, p: Position, fight: Fight) -> None:
        """Ask who advances, if anybody can."""
        advance = Advance(fight.side, fight.target, (), self.beyond, self.machines, self.must and not fight.renewed)
        if list(advance.options(p)) != [DONE] or advance.must:
            p.stack.append(advance)


def hold(p: Position, fight: Fight) -> None:
    """Attackers who were engaged hold the square they are in; later they make room in it."""
    if not fight.renewed:
        return
    there = [u for u in fight.units if p.place[u] == fight.target]
    if there:
        p.control[fight.target], p.claims[fight.target] = fight.side, p.c.nation[there[0]]
    if p.engagement(fight.target) is not None:
        p.stack.append(Settle())


class Settle(Automatic[Position], frozen=True):
    """What the square of an engagement cannot hold goes back."""

    def run(self, p: Position) -> None:
        fight = p.fight
        engagement = p.engagement(fight.target) if fight is not None else None
        if engagement is not None and not p.engaged(engagement.cell):
            clear_engagement(p, engagement)
        else:
            settle_engagements(p)


def walk_in(p: Position) -> None:
    """A target that is vacant is simply entered (BP-R178)."""
    fight = p.fight
    assert fight is not None
    if any(p.on_map(u) and p.place[u] != fight.target for u in fight.units):
        p.stack.append(Advance(fight.side, fight.target, (), 0, 0, True))


def farther(p: Position, u: int, cell: int, steps: int) -> dict[int, int]:
    """Squares beyond a won one that a unit can go on to, and the way there: king steps past no enemy, whatever the zones
    (BP-R67)."""
    side = p.c.side[u]
    came: dict[int, int] = {cell: cell}
    ring = [cell]
    for _ in range(steps):
        ring = [n for x in ring for n in p.c.near[x] if n not in came and not p.enemy_holds(n, side) and _from(came, n, x)]
    return {x: before for x, before in came.items() if x != cell}


def _from(came: dict[int, int], cell: int, before: int) -> bool:
    came[cell] = before
    return True


class Advance(Choice[Position], frozen=True):
    """Send victors into the square, one nation, within stacking; on a breakthrough beyond it."""

    side: Side
    cell: Cell
    gone: Units  # who has advanced
    beyond: int
    machines: int
    must: bool  # somebody has to go

    topic = "advance"
    implied_kind = "advance"
    labels = {"done": "Advance no more"}

    def player(self, p: Position) -> int:
        """The seat whose units may advance; where two might, the one that settles disputes (BP-R09)."""
        seats = {p.seating.of_nation[p.c.nation[p.c.unit[a.unit]]] for a in self.options(p) if a.unit}
        return seats.pop() if len(seats) == 1 else p.seating.of_side[self.side]

    def prompt(self, p: Position) -> str:
        return f"{{{p.label(self.cell)}}} is won: choose who advances."

    def left(self, p: Position) -> list[int]:
        assert p.fight is not None
        return [u for u in p.fight.units if p.on_map(u) and u not in self.gone and p.may_assault(u)]

    def options(self, p: Position) -> Sequence[Action]:
        found: list[Action] = []
        left = self.left(p)
        able = [u for u in left if p.place[u] != self.cell and fits(p, u, self.cell)]
        for u in left:
            if u in able:
                found += ways_to_enter(p, "advance", u, self.cell)
            if not self._vacant(p) or p.differences.advance_fills or any(v != u for v in able):
                found += self._farther(p, u)
        if not (able if p.differences.advance_fills else self._vacant(p)) or not found:
            found.append(DONE)
        return found

    def default(self, p: Position) -> Action | None:
        """Who holds best goes in and faces the enemy; the others stay where they are, unless they must go too."""
        options = self.options(p)
        if DONE in options and p.holds(self.cell, self.side):
            return DONE
        able = [u for u in self.left(p) if any(a.unit == p.name(u) and a.cell == p.label(self.cell) for a in options)]
        return facing_the_enemy(p, options, strongest(p, able)[0], self.cell) if able else None

    def _vacant(self, p: Position) -> bool:
        """Somebody must take the square itself, and nobody has (BP 11.8.2)."""
        return self.must and not p.holds(self.cell, self.side)

    def _farther(self, p: Position, u: int) -> list[Action]:
        steps = p.steps_beyond(u, self.beyond, self.machines)
        if not steps:
            return []
        return [
            a
            for x in farther(p, u, self.cell, steps)
            if x != p.place[u] and fits(p, u, x)
            for a in ways_to_enter(p, "advance", u, x)
        ]

    def why_not(self, p: Position, action: Action) -> Refusal | None:
        u = p.c.unit.get(action.unit)
        if action == DONE:
            fill = "The victors must fill the square as far as it holds them"
            return Refusal(fill if p.differences.advance_fills else "Somebody must take the square", p.cite(self.topic))
        if u is None or u not in self.left(p):
            return Refusal("Only units that took part advance, each once", p.cite(self.topic))
        return Refusal(f"{action.unit} cannot advance to {action.cell}", p.cite(self.topic))

    def take(self, p: Position, action: Action) -> None:
        if action == DONE:
            return
        u, goal = p.c.unit[action.unit], p.c.board.index[action.cell]
        if goal != self.cell:
            self._pass(p, u, goal)
        enter(p, u, goal, action.facing, action.mode)
        case = self.topic if goal == self.cell else "advance_machines" if p.c.tank[u] or p.c.cavalry[u] else "breakthrough"
        p.say("advance", f"{{{action.unit}}} advances to {{{action.cell}}}", p.cite(case))
        more = msgspec.structs.replace(self, gone=(*self.gone, u))
        if list(more.options(p)) != [DONE]:
            p.stack.append(more)

    def _pass(self, p: Position, u: int, goal: int) -> None:
        """The squares on the way are passed as in movement: a friend keeps the one he stands in (BP-R98)."""
        came = farther(p, u, self.cell, p.steps_beyond(u, self.beyond, self.machines))
        way = [goal]
        while way[-1] != self.cell:
            way.append(came[way[-1]])
        pass_through(p, u, way[1:])


# ------------------------------------------------------------------------------------------------ consolidation


class BeginConsolidation(Automatic[Position], frozen=True):
    """A Consolidate resource brings up units next to a won square that did not take part (BP 11.9)."""

    def run(self, p: Position) -> None:
        begin_consolidation(p, Consolidation)


def begin_consolidation(p: Position, kind: type[Consolidation]) -> None:
    """Ask who is brought up, if the resource is left and somebody can be."""
    fight = p.fight
    assert fight is not None
    if not available(p, "consolidate") or used_so_far(fight) >= MOST_RESOURCES or fight.counter:
        return
    if p.enemy_holds(fight.target, fight.side):
        return
    decision = kind(fight.side, fight.target, False)
    if len(decision.options(p)) > 1:
        p.stack.append(decision)


class Consolidation(Choice[Position], frozen=True):
    """Bring up neighbours, let victors make room for them, until done."""

    side: Side
    cell: Cell
    paid: bool

    topic = "consolidation"
    implied_kind = "consolidate"
    labels = {"done": "Consolidate no more"}

    def player(self, p: Position) -> int:
        seats = {p.seating.of_nation[p.c.nation[p.c.unit[a.unit]]] for a in self.options(p) if a.unit}
        return seats.pop() if len(seats) == 1 else p.seating.of_side[self.side]

    def prompt(self, p: Position) -> str:
        return f"Consolidation: bring units into {{{p.label(self.cell)}}}, or go on."

    def candidates(self, p: Position) -> list[int]:
        """Next to the square, in good order, uncommitted, and not of those who fought for it (BP 11.9/1, BP-R166)."""
        assert p.fight is not None
        near = [x for x in p.c.near[self.cell] if p.holds(x, self.side) and not p.engaged(x)]
        return [
            u
            for x in near
            for u in p.own(x, self.side)
            if u not in p.fight.units
            and p.good_order(u)
            and p.committed(u) is None
            and not p.status[u] & SUPPLY
            and p.may_consolidate(u)
        ]

    def options(self, p: Position) -> Sequence[Action]:
        assert p.fight is not None
        able = self.candidates(p)
        found = [a for u in able if fits(p, u, self.cell) for a in ways_to_enter(p, "consolidate", u, self.cell)]
        victors = [u for u in p.own(self.cell, self.side) if u in p.fight.units]
        for v in victors:
            rest = [u for u in p.own(self.cell, self.side) if u != v]
            if self._can_go_back(p, v) and any(not fits(p, u, self.cell) and p.may_stack([*rest, u], self.cell) for u in able):
                found.append(Action("yield", p.name(v)))
        if p.stacks[self.cell] or not self.paid or not found:  # victors who made room do not leave the square empty
            found.append(DONE)
        return found

    def _start(self, p: Position, u: int) -> int:
        assert p.fight is not None
        return p.fight.came[p.fight.units.index(u)]

    def _can_go_back(self, p: Position, u: int) -> bool:
        """Who struck out of a square that he held has nowhere to return to."""
        start = self._start(p, u)
        return start != self.cell and not p.enemy_holds(start, self.side)

    def take(self, p: Position, action: Action) -> None:
        if action == DONE:
            return
        if not self.paid:
            use(p, "consolidate")
        u = p.c.unit[action.unit]
        goal = self._start(p, u) if action.kind == "yield" else self.cell
        enter(p, u, goal, action.facing, action.mode)
        does = "returns to" if action.kind == "yield" else "consolidates in"
        p.say("consolidate", f"{{{action.unit}}} {does} {{{p.label(goal)}}}", p.cite(self.topic))
        more = msgspec.structs.replace(self, paid=True)
        if len(more.options(p)) > 1:
            p.stack.append(more)
        if action.kind == "yield":
            p.stack.append(Crowd(goal, (u,)))  # others may stand there by now
