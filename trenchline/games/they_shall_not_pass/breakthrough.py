"""13.0 Breakthrough movement."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.actions import DONE, Action, Refusal
from ...core.decisions import About, about
from ...core.naming import cell_named
from ...core.paths import path
from ...core.state import Cell, Side, Units
from .movement import why_no_way
from .naming import unit_on_map, where_it_is
from .position import DEMORALIZED, FIRED, MOVED, Choice, Position
from .stacking import CureStacks, ending, fits, overstacked, warning
from .weather import allowance
from .zones import Reach, reach_from, zone_felt

GO, STOP = Action("go"), Action("stop")


def breakthrough_phase(p: Position, side: int) -> None:
    """In good weather only (5.1, 13.0); a phase that is cancelled judges no stacks (TP-R137).

    Where units will have to be removed the player is asked even if nobody can break through: he must hear of it before.
    """
    for u in p.units_of(side):
        p.status[u] &= ~MOVED
    if p.good_weather:
        ask_for_breakthrough(p, side)


def ask_for_breakthrough(p: Position, side: int) -> None:
    """A phase that nobody can use is passed over, unless its end costs units."""
    decision = Breakthrough(side)
    if decision.stacks(p) or overstacked(p, side):
        p.stack += [CureStacks(side), decision]


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

    def prompt(self, p: Position) -> str:
        leader = p.c.leaders[self.side]
        asked = f"Breakthrough: choose a stack with a {leader} to move, or end the phase."
        if not self.stacks(p):
            asked = "Breakthrough: no stack can move; end the phase."
        return asked if self._why_not_over(p) else asked + warning(p, self.side)

    def label(self, p: Position, action: Action) -> str:
        words = super().label(p, action)
        return ending(p, self.side, words) if action == DONE else words

    def stacks(self, p: Position) -> list[int]:
        """Hexes with a leader that can move, not moved yet in this phase."""
        found = dict.fromkeys(p.place[u] for u in p.units_of(self.side) if leads(p, u) and len(group_reach(p, (u,))[0]) > 1)
        return list(found)

    def options(self, p: Position) -> Sequence[Action]:
        found = [Action("stack", cell=p.label(cell)) for cell in self.stacks(p)]
        return found if self._why_not_over(p) else [*found, DONE]

    def _why_not_over(self, p: Position) -> Refusal | None:
        """As in movement: no end on a hex over the limit that a move would cure (8.12)."""
        for cell in overstacked(p, self.side):
            for u in p.units_in(cell):
                if leads(p, u) and any(fits(p, u, goal) for goal in group_reach(p, (u,))[0] if goal != cell):
                    return Refusal(f"{p.label(cell)} is over the stacking limit; {p.name(u)} can still move away", ("8.31",))
        return None

    def refuse(self, p: Position, action: Action) -> Refusal | None:
        if action == DONE:
            return self._why_not_over(p)
        return super().refuse(p, action)

    def why_not(self, p: Position, action: Action) -> Refusal | None:
        if action.kind == "dig":
            return Refusal("No unit digs in during the Breakthrough Phase", ("14.13",))
        if action.kind == "strategic":
            return Refusal("There is no strategic movement in the Breakthrough Phase", ("8.22",))
        if action != Action("stack", cell=action.cell):
            return None
        cell = cell_named(p, action.cell, self.cases)
        if isinstance(cell, Refusal):
            return cell
        units, kind = p.units_in(cell), p.c.leaders[self.side]
        if not units or p.c.side[units[0]] != self.side:
            return Refusal(f"No unit of yours stands in {action.cell}", self.cases)
        leaders = [u for u in units if p.c.kind[u] == kind]
        if not leaders:
            return Refusal(f"No {kind} stands in {action.cell}", self.cases)
        if all(p.status[u] & MOVED for u in leaders):
            return Refusal(f"The stack in {action.cell} has moved in this phase", self.cases)
        if all(p.status[u] & (DEMORALIZED | MOVED) for u in leaders):
            return Refusal(f"The {kind}s in {action.cell} are demoralized", ("12.3b",))
        return Refusal(f"No way leads out of {action.cell}", ("8.11", "8.42e"))

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
    labels = {"go": "Go with these", "back": "Choose another stack"}
    can_step_back = True

    def player(self, p: Position) -> int:
        return p.c.side[p.units_in(self.cell)[0]]

    def prompt(self, p: Position) -> str:
        return f"Breakthrough from {{{p.label(self.cell)}}}: add units that go together, then go."

    def options(self, p: Position) -> Sequence[Action]:
        found = [p.c.add[u] for u in p.units_in(self.cell) if self._may_join(p, u)]
        return [*found, GO] if self.group else found

    def _may_join(self, p: Position, u: int) -> bool:
        if u in self.group or not eligible(p, u) or not (self.group or leads(p, u)):
            return False
        return len(group_reach(p, (*self.group, u))[0]) > 1

    def why_not(self, p: Position, action: Action) -> Refusal | None:
        side = self.player(p)
        kind = p.c.leaders[side]
        if action == GO:
            return Refusal(f"Choose the {kind} that leads the group first", self.cases)
        if action != Action("add", action.unit):
            return None
        u = unit_on_map(p, action, side, self.cases)
        if isinstance(u, Refusal):
            return u
        if p.place[u] != self.cell:
            return Refusal(f"{action.unit} {where_it_is(p, u)}, not in {p.label(self.cell)}", self.cases)
        if u in self.group:
            return Refusal(f"{action.unit} goes already", self.cases)
        if p.status[u] & DEMORALIZED:
            return Refusal(f"{action.unit} is demoralized", ("12.3b",))
        if p.c.gun[u] and p.status[u] & FIRED:
            return Refusal(f"{action.unit} has fired and may not move", ("8.0",))
        if p.status[u] & MOVED:
            return Refusal(f"{action.unit} has moved in this phase", self.cases)
        if not self.group and p.c.kind[u] != kind:
            return Refusal(f"{action.unit} is no {kind}: choose the {kind} that leads first", self.cases)
        return Refusal(f"With {action.unit} the group could go nowhere", ("8.11", "8.42"))

    def take(self, p: Position, action: Action) -> None:
        if action == GO:
            p.stack.append(BreakthroughMove(self.group, -1))
        else:
            p.stack.append(BreakthroughGroup(self.cell, (*self.group, p.c.unit[action.unit])))


class BreakthroughMove(Choice, frozen=True):
    """Where the group goes; it may go on while points are left. Until it has moved, others may be chosen instead."""

    group: Units
    left: int  # half points, -1 before the first step

    implied_kind = "advance"
    cases = ("13.0",)
    labels = {"stop": "Stop here", "back": "Choose others to go"}

    can_step_back = True

    def nothing_settled(self, p: Position) -> bool:
        return self.left < 0

    def player(self, p: Position) -> int:
        return p.c.side[self.group[0]]

    def about(self, p: Position) -> About | None:
        return about(p, self.group)

    def prompt(self, p: Position) -> str:
        go = "go" if len(self.group) > 1 else "goes"
        return f"Breakthrough: choose where {p.names(self.group)} {go}" + ("." if self.left < 0 else ", or stop.")

    def _reach(self, p: Position) -> Reach:
        return group_reach(p, self.group, None if self.left < 0 else self.left)

    def options(self, p: Position) -> Sequence[Action]:
        here = p.place[self.group[0]]
        found = [Action("advance", cell=p.label(cell)) for cell in self._reach(p)[0] if cell != here]
        return found if self.left < 0 else [*found, STOP]

    def why_not(self, p: Position, action: Action) -> Refusal | None:
        """For the reason of the most restricted member of the group (TP-R71)."""
        if action == STOP:
            return Refusal("The group has not moved yet: choose where it goes", self.cases)
        if action != Action("advance", cell=action.cell):
            return None
        cell = cell_named(p, action.cell, self.cases)
        if isinstance(cell, Refusal):
            return cell
        bound = [u for u in self.group if u == p.c.railroad] or [u for u in self.group if not p.c.foot[u]] or list(self.group)
        refusal = why_no_way(p, bound[0], cell, strategic=False)
        return Refusal(refusal.reason.replace(p.name(bound[0]), "The group"), refusal.cases)

    def take(self, p: Position, action: Action) -> None:
        if action == STOP:
            return
        cost, came = self._reach(p)
        goal = p.c.board.index[action.cell]
        start = p.place[self.group[0]]
        left = self.left
        if left < 0:
            left = min((allowance(p, u) // 2 + 1) // 2 * 2 for u in self.group)
            for u in p.units_in(start):  # the whole stack has had its move: it may not split (13.0)
                p.status[u] |= MOVED
        side = p.c.side[self.group[0]]
        for cell in path(came, start, goal):
            p.occupy(cell, side)
        for u in self.group:
            p.put(u, goal)
            if p.c.gun[u] and p.c.size[u] == "corps":
                p.status[u] |= FIRED
        p.say("move", f"{p.they(self.group, 'breaks', 'break')} through to {{{action.cell}}}", ("13.0",))
        left -= cost[goal]
        stopped = any(zone_felt(p, side, p.c.class_of[u], goal, len(self.group))[goal] == 2 for u in self.group)
        if left > 0 and not stopped:
            onward = BreakthroughMove(self.group, left)
            if len(onward._reach(p)[0]) > 1:
                p.stack.append(onward)

    def step_back(self, p: Position) -> None:
        p.stack.append(BreakthroughGroup(p.place[self.group[0]], self.group))
