"""8.0 Movement, 8.2 strategic movement, and 14.1 digging in."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.actions import DONE, Action, Refusal
from ...core.decisions import Stake
from ...core.paths import path
from ...core.state import Side, Unit
from ...core.wording import counted
from .components import ENEMY, STRONG
from .naming import closed_to, river_between, unit_on_map
from .position import (
    DEMORALIZED,
    DUG_IN,
    FIRED,
    MOVED,
    STRATEGIC,
    UNSUPPLIED,
    Choice,
    Position,
)
from .stacking import CureStacks, cost_of_ending, ending, fits, overstacked, warning
from .supply import Lines
from .weather import allowance
from .zones import can_step, reach_of, zone_felt


def movement_phase(p: Position, side: int) -> None:
    begin_movement(p, side)
    p.stack.append(Movement(side))


def begin_movement(p: Position, side: int) -> None:
    """Every unit has its allowance of the day."""
    for u in p.units_of(side):
        p.status[u] &= ~(MOVED | STRATEGIC)
        p.mp[u] = allowance(p, u)


def may_move(p: Position, u: int) -> bool:
    """Guns that have fired stay, but for the railroad gun (8.0, 14.34); a unit that has moved needs points left.

    Nobody must move: HQs and guns may stand when an enemy comes next to them (8.45).
    """
    state = p.status[u]
    if state & MOVED:
        return p.mp[u] > 0
    return not state & FIRED or u == p.c.railroad


def may_move_strategically(p: Position, u: int) -> bool:
    """In supply, steady, not next to the enemy, and either from the start or not at all (8.2, 8.22)."""
    state = p.status[u]
    if state & MOVED:
        return bool(state & STRATEGIC) and p.mp[u] > 0
    return not state & (UNSUPPLIED | DEMORALIZED) and not p.adjacent_to_enemy(u) and may_move(p, u)


def may_dig_in(p: Position, u: int) -> bool:
    """Infantry and unfired guns that did not move, off trenches and intact forts, never the railroad gun (14.1, TP-R78)."""
    if p.status[u] & (MOVED | DUG_IN) or p.c.hq[u] or u == p.c.railroad:
        return False
    if p.c.gun[u] and p.status[u] & FIRED:
        return False
    return not p.c.trench[p.place[u]] and not p.fort_stands(p.place[u])


def why_not_dig(p: Position, u: int) -> Refusal | None:
    """Why a unit may not dig in; None if it may."""
    if may_dig_in(p, u):
        return None
    name, state = p.name(u), p.status[u]
    if p.c.hq[u]:
        return Refusal(f"{name} is an HQ: only infantry and guns dig in", ("14.1",))
    if u == p.c.railroad:
        return Refusal(f"{name} is the railroad gun: it never digs in", ("14.13",))
    if state & DUG_IN:
        return Refusal(f"{name} is dug in", ("14.11",))
    if state & MOVED:
        return Refusal(f"{name} has moved in this phase", ("14.11",))
    if p.c.gun[u] and state & FIRED:
        return Refusal(f"{name} has fired this turn", ("14.11",))
    works = "trench" if p.c.trench[p.place[u]] else "fort"
    return Refusal(f"{p.label(p.place[u])} is a {works}: no digging in there", ("14.13",))


def why_spent(p: Position, u: int) -> Refusal:
    """Why a unit that has begun its move goes no farther."""
    if p.status[u] & DUG_IN:
        return Refusal(f"{p.name(u)} has dug in", ("14.11",))
    if halted(p, u):
        return Refusal(f"{p.name(u)} has entered a Strong zone and stops there", ("8.42a",))
    return Refusal(f"{p.name(u)} has no movement points left", ("8.1",))


def why_no_way(p: Position, u: int, cell: int, strategic: bool) -> Refusal:
    """Why a unit cannot move to a hex."""
    side, here, label = p.c.side[u], p.place[u], p.label(cell)
    if cell == here:
        return Refusal(f"{p.name(u)} stands in {label} already", ("8.0",))
    barred = closed_to(p, side, cell)
    if barred is not None:
        return barred
    if strategic and p.control[cell] != side:
        return Refusal(f"{label} is not under your control: no strategic movement into it", ("8.2",))
    zone = zone_felt(p, side, p.c.class_of[u], here)
    if zone[cell] and strategic:
        return Refusal(f"{label} lies in an enemy zone of control", ("8.2",))
    if zone[cell] and not p.c.foot[u]:
        return Refusal(f"{label} lies in an enemy zone of control", ("8.42",) if zone[cell] == STRONG else ("8.43",))
    river = river_between(p, here, cell)
    if river is not None:
        return river
    if u == p.c.railroad and not p.c.board.edges["rail"][cell]:
        return Refusal(f"The railroad gun may not leave the rails: {label} has none", ("14.34",))
    if cell in p.c.board.neighbours[here] and zone[here] == zone[cell] == STRONG:
        return Refusal(f"{p.label(here)} and {label} both lie in Strong zones", ("8.42e",))
    return Refusal(f"{label} is too far, or no way leads there past enemy zones and the river", ("8.0", "8.1", "8.42a"))


def can_go(p: Position, u: int, strategic: bool) -> bool:
    """Whether any hex can be entered."""
    return len(reach_of(p, u, strategic)[0]) > 1 if p.status[u] & MOVED else can_step(p, u, strategic)


class Movement(Choice, frozen=True):
    """Choose a unit to move, or to dig in, until done."""

    side: Side

    implied_kind = "select"
    cases = ("8.0",)
    labels = {"done": "End movement"}

    def prompt(self, p: Position) -> str:
        asked = "Movement: choose a unit to move or to dig in, or end the phase."
        warned = warning(p, self.side)
        return asked + warned if warned and self._may_end(p) else asked

    def label(self, p: Position, action: Action) -> str:
        words = super().label(p, action)
        return ending(p, self.side, words) if action == DONE else words

    def stake(self, p: Position, action: Action) -> Stake | None:
        """Hexes over the stacking limit (8.31), and units whose line of supply the moves have cut (6.1)."""
        if action != DONE:
            return None
        crowded = cost_of_ending(p, self.side)
        if crowded:
            text = f"{counted(sum(n for _, n in crowded), 'unit')} over the stacking limit: removed (8.31)"
            return Stake(text, cells=tuple(p.label(cell) for cell, _ in crowded), grave=True)
        fed = Lines(p, self.side).supplied()
        unfed = [u for u in p.units_of(self.side) if u not in fed and not p.status[u] & UNSUPPLIED]
        if not unfed:
            return None
        return Stake(f"{counted(len(unfed), 'unit')} will be out of supply (6.15)", tuple(map(p.name, unfed)), grave=True)

    def options(self, p: Position) -> Sequence[Action]:
        self._forget_if_stale(p)
        offers, place, cells = p.offers, p.place, p.c.board.size
        found: list[Action] = []
        for u in p.c.army[self.side]:
            if place[u] < cells:
                offer = offers.get(u)
                found += self._offer(p, u) if offer is None else offer
        if self._may_end(p):
            found.append(DONE)
        return found

    def _forget_if_stale(self, p: Position) -> None:
        """What is remembered of a unit holds until it or the enemy moves."""
        valid = (p.version[ENEMY[self.side]], p.turn, p.step)
        if p.offers_of != valid or p.options.infiltration:
            p.offers, p.cures, p.offers_of = {}, {}, valid

    def _offer(self, p: Position, u: int) -> tuple[Action, ...]:
        """What a unit can do now; kept until it or the enemy moves."""
        c = p.c
        if not c.solid[u]:
            return ()
        found = []
        strategic = may_move_strategically(p, u)
        can_go_far = strategic and can_go(p, u, True)
        if not p.status[u] & STRATEGIC and may_move(p, u) and can_go(p, u, False):
            found.append(c.select[u])
        if can_go_far:
            found.append(c.strategic[u])
        if may_dig_in(p, u):
            found.append(c.dig[u])
        offer = tuple(found)
        if can_go_far or not strategic:  # ground won by others may yet open a road to it
            p.offers[u] = offer
        return offer

    def _may_end(self, p: Position) -> bool:
        """Whether no legal move would cure a hex over the limit (8.12, TP-R19)."""
        self._forget_if_stale(p)
        for cell in overstacked(p, self.side):
            cure = p.cures.get(cell)  # who could move away, and where to, when it was last asked
            if cure is None or p.place[cure[0]] != cell or not fits(p, *cure):
                cure = self._cure(p, cell)
                if cure is not None:
                    p.cures[cell] = cure
            if cure is not None:
                return False
        return True

    def _cure(self, p: Position, cell: int) -> tuple[int, int] | None:
        """The first unit that can move away from a hex over the limit, and a hex it can join."""
        for u in p.units_in(cell):
            for strategic in (False, True):
                if self._refuse_unit(p, u, strategic) is None:
                    for goal in reach_of(p, u, strategic)[0]:
                        if goal != cell and fits(p, u, goal):
                            return u, goal
        return None

    def _why_not_over(self, p: Position) -> Refusal | None:
        """The phase cannot end on a hex over the limit that a legal move would cure (8.12, TP-R19)."""
        for cell in overstacked(p, self.side):
            cure = self._cure(p, cell)
            if cure is not None:
                why = f"{p.label(cell)} is over the stacking limit; {p.name(cure[0])} can still move away"
                return Refusal(why, ("8.31",))
        return None

    def _refuse_unit(self, p: Position, u: int, strategic: bool) -> Refusal | None:
        state, name = p.status[u], p.name(u)
        if strategic:
            if state & (UNSUPPLIED | DEMORALIZED):
                why = "out of supply" if state & UNSUPPLIED else "demoralized"
                return Refusal(f"{name} is {why}: no strategic movement", ("8.2",))
            if state & MOVED and not state & STRATEGIC:
                return Refusal(f"{name} has moved normally this phase", ("8.22",))
            if not state & MOVED and p.adjacent_to_enemy(u):
                return Refusal(f"{name} starts next to an enemy unit: no strategic movement", ("8.2",))
        elif state & STRATEGIC:
            return Refusal(f"{name} has begun strategic movement this phase", ("8.22",))
        if not may_move(p, u):
            return why_spent(p, u) if state & MOVED else Refusal(f"{name} has fired and may not move", ("8.0",))
        return None if can_go(p, u, strategic) else Refusal(f"{name} has nowhere to go", ("8.11",))

    def refuse(self, p: Position, action: Action) -> Refusal | None:
        if action == DONE:
            return self._why_not_over(p)
        if action.kind not in ("select", "strategic", "dig") or action != Action(action.kind, action.unit):
            return Refusal("Choose one of your units to move or dig in, or end the phase", self.cases)
        u = p.c.unit.get(action.unit)
        if u is None or p.c.side[u] != self.side or not p.on_map(u) or not p.c.solid[u]:
            named = unit_on_map(p, action, self.side, self.cases)
            assert isinstance(named, Refusal)
            return named
        if action.kind == "dig":
            return why_not_dig(p, u)
        return self._refuse_unit(p, u, action.kind == "strategic")

    def take(self, p: Position, action: Action) -> None:
        if action == DONE:
            p.stack.append(CureStacks(self.side))
            return
        p.stack.append(self)
        u = p.c.unit[action.unit]
        if action.kind == "dig":
            p.status[u] |= DUG_IN | MOVED
            p.mp[u] = 0
            p.offers.pop(u, None)
            p.cures.pop(p.place[u], None)
            p.say("dig", f"{{{action.unit}}} digs in", ("14.11",))
        else:
            p.stack.append(MoveTo(u, action.kind == "strategic"))


class MoveTo(Choice, frozen=True):
    """Choose where the unit goes: the cheapest way there is taken. What is left of its points can be used again."""

    unit: Unit
    strategic: bool

    implied_kind = "move"
    cases = ("8.0",)
    labels = {"back": "Choose another unit"}
    can_step_back = True

    def prompt(self, p: Position) -> str:
        points = p.mp[self.unit] * (2 if self.strategic and not p.status[self.unit] & MOVED else 1) / 2
        how = ", strategic movement" if self.strategic else ""
        return f"Choose where {{{p.name(self.unit)}}} goes ({counted(points, 'movement point')}{how})."

    def options(self, p: Position) -> Sequence[Action]:
        here, name, labels = p.place[self.unit], p.c.ids[self.unit], p.c.places
        return [Action("move", name, labels[cell]) for cell in reach_of(p, self.unit, self.strategic)[0] if cell != here]

    def refuse(self, p: Position, action: Action) -> Refusal | None:
        u = self.unit
        if action != Action("move", p.c.ids[u], action.cell):
            return Refusal(f"Choose the hex {p.name(u)} moves to", self.cases)
        cell = p.c.board.index.get(action.cell)
        if cell is None:
            return Refusal(f"There is no hex {action.cell!r} on the map", self.cases)
        if cell != p.place[u] and cell in reach_of(p, u, self.strategic, cell)[0]:
            return None
        return why_no_way(p, u, cell, self.strategic)

    def take(self, p: Position, action: Action) -> None:
        u = self.unit
        goal = p.c.board.index[action.cell]
        cost, came = reach_of(p, u, self.strategic, goal)
        start = p.place[u]
        budget = p.mp[u] * (2 if self.strategic and not p.status[u] & MOVED else 1)
        side = p.c.side[u]
        for cell in path(came, start, goal):
            p.occupy(cell, side)
        p.put(u, goal)
        p.mp[u] = 0 if halted(p, u) else budget - cost[goal]
        p.status[u] |= MOVED | STRATEGIC if self.strategic else MOVED
        if p.c.gun[u] and u != p.c.railroad and (self.strategic or p.c.size[u] == "corps"):
            p.status[u] |= FIRED  # 8.1a
        p.say(
            "move",
            f"{{{p.name(u)}}} moves from {{{p.label(start)}}} to {{{action.cell}}}",
            ("8.2" if self.strategic else "8.0",),
        )


def halted(p: Position, u: int) -> bool:
    """Infantry stops on entering a Strong zone (8.42a)."""
    cell = p.place[u]
    return zone_felt(p, p.c.side[u], p.c.class_of[u], cell)[cell] == 2
