"""13.0 Breakthrough movement."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.actions import Action, DONE, Refusal
from ...core.paths import path
from ...core.state import Cell, Side, Units
from .position import DEMORALIZED, FIRED, MOVED, Choice, Position
from .stacking import CureStacks, fits, overstacked
from .weather import allowance
from .zones import Reach, reach_from, zone_felt

GO, STOP = Action("go"), Action("stop")


def breakthrough_phase(p: Position, side: int) -> None:
    """In good weather only (5.1, 13.0)."""
    for u in p.units_of(side):
        p.status[u] &= ~MOVED
    p.stack.append(CureStacks(side))
    if p.good_weather:
        decision = Breakthrough(side)
        if decision.stacks(p):
            p.stack.append(decision)


def eligible(p: Position, u: int) -> bool:
    """Steady infantry and HQs, and steady guns that have not fired (TP-R108)."""
    return not p.status[u] & (DEMORALIZED | MOVED) and not (p.c.gun[u] and p.status[u] & FIRED)


def leads(p: Position, u: int) -> bool:
    """German pioneers and French hunters take others with them."""
    return p.c.kind[u] == p.c.leaders[p.c.side[u]] and eligible(p, u)


def group_reach(p: Position, group: Sequence[int], budget: int | None = None) -> Reach:
    """A group moves as one: the least allowance of all, halved, and the strictest zone rules (13.0, TP-R71)."""
    first = group[0]
    side = p.c.side[first]
    fresh = budget is None
    if budget is None:
        budget = min((allowance(p, u) // 2 + 1) // 2 * 2 for u in group)
    kinds = {p.c.class_of[u] for u in group}
    mover = "mixed" if "train" in kinds else "foot" if "foot" in kinds else "hunter"
    mover = "rail-column" if "rail" in kinds else mover
    return reach_from(p, side, mover, p.place[first], budget, fresh, movers=len(group))


class Breakthrough(Choice, frozen=True):
    """Choose a stack that breaks through, until done."""

    side: Side

    implied_kind = "stack"
    cases = ("13.0",)
    labels = {"done": "End the breakthrough"}

    def player(self, p: Position) -> int:
        return self.side

    def prompt(self, p: Position) -> str:
        leader = "pioneer" if self.side == 0 else "hunter"
        return f"Breakthrough: choose a stack with a {leader} to move, or end the phase."

    def stacks(self, p: Position) -> list[int]:
        """Hexes with a leader that can move, not moved yet in this phase."""
        found = dict.fromkeys(p.place[u] for u in p.units_of(self.side) if leads(p, u) and len(group_reach(p, (u,))[0]) > 1)
        return list(found)

    def options(self, p: Position) -> Sequence[Action]:
        found = [Action("stack", cell=p.label(cell)) for cell in self.stacks(p)]
        return found if self._unfinished(p) else [*found, DONE]

    def _unfinished(self, p: Position) -> Refusal | None:
        """As in movement: no end on a hex over the limit that a move would cure (8.12)."""
        for cell in overstacked(p, self.side):
            for u in p.units_in(cell):
                if leads(p, u) and any(fits(p, u, goal) for goal in group_reach(p, (u,))[0] if goal != cell):
                    return Refusal(f"{p.label(cell)} is over the stacking limit; {p.name(u)} can still move away", ("8.31",))
        return None

    def refuse(self, p: Position, action: Action) -> Refusal | None:
        if action == DONE:
            return self._unfinished(p)
        return super().refuse(p, action)

    def take(self, p: Position, action: Action) -> None:
        if action != DONE:
            p.stack.append(self)
            p.stack.append(BreakthroughGroup(p.c.board.index[action.cell], ()))


class BreakthroughGroup(Choice, frozen=True):
    """Name who goes; the rest stays in the starting hex (13.0)."""

    cell: Cell
    group: Units

    implied_kind = "add"
    cases = ("13.0",)
    labels = {"go": "Go with these"}

    def player(self, p: Position) -> int:
        return p.present[self.cell] - 1

    def prompt(self, p: Position) -> str:
        return f"Breakthrough from {{{p.label(self.cell)}}}: add units that go together, then go."

    def options(self, p: Position) -> Sequence[Action]:
        found = [p.c.add[u] for u in p.units_in(self.cell) if self._may_join(p, u)]
        return [*found, GO] if self.group else found

    def _may_join(self, p: Position, u: int) -> bool:
        if u in self.group or not eligible(p, u) or not (self.group or leads(p, u)):
            return False
        return len(group_reach(p, (*self.group, u))[0]) > 1

    def take(self, p: Position, action: Action) -> None:
        if action == GO:
            for u in self.group:  # the whole stack has had its move: it may not split (13.0)
                p.status[u] |= MOVED
            for u in p.units_in(self.cell):
                p.status[u] |= MOVED
            p.stack.append(BreakthroughMove(self.group, -1))
        else:
            p.stack.append(BreakthroughGroup(self.cell, (*self.group, p.c.unit[action.unit])))


class BreakthroughMove(Choice, frozen=True):
    """Where the group goes; it may go on while points are left."""

    group: Units
    left: int  # half points, -1 before the first step

    implied_kind = "advance"
    cases = ("13.0",)
    labels = {"stop": "Stop here"}

    def player(self, p: Position) -> int:
        return p.c.side[self.group[0]]

    def prompt(self, p: Position) -> str:
        return f"Breakthrough: choose where {p.names(self.group)} go" + ("." if self.left < 0 else ", or stop.")

    def _reach(self, p: Position) -> Reach:
        return group_reach(p, self.group, None if self.left < 0 else self.left)

    def options(self, p: Position) -> Sequence[Action]:
        here = p.place[self.group[0]]
        found = [Action("advance", cell=p.label(cell)) for cell in self._reach(p)[0] if cell != here]
        return found if self.left < 0 else [*found, STOP]

    def take(self, p: Position, action: Action) -> None:
        if action == STOP:
            return
        cost, came = self._reach(p)
        goal = p.c.board.index[action.cell]
        start = p.place[self.group[0]]
        left = self.left if self.left >= 0 else min((allowance(p, u) // 2 + 1) // 2 * 2 for u in self.group)
        side = p.c.side[self.group[0]]
        for cell in path(came, start, goal):
            p.occupy(cell, side)
        for u in self.group:
            p.put(u, goal)
            if p.c.gun[u] and p.c.size[u] == "corps":
                p.status[u] |= FIRED
        p.say("move", f"{p.names(self.group)} break through to {{{action.cell}}}", ("13.0",))
        left -= cost[goal]
        stopped = any(zone_felt(p, side, p.c.class_of[u], goal, len(self.group))[goal] == 2 for u in self.group)
        if left > 0 and not stopped:
            onward = BreakthroughMove(self.group, left)
            if len(onward._reach(p)[0]) > 1:
                p.stack.append(onward)
