"""8.0 Movement. What else movement points buy is in `entrenchment`, `reserve`, `meeting` and `reinforcements`.

One table of choices serves the Movement Phase, both Reserve Movement Phases and the activations of the Operations Phase.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...core.actions import DONE, Action, Refusal
from ...core.state import Side
from .components import ENEMY
from .entrenchment import allowance, flip, recover, why_no_flip, why_no_recovery
from .meeting import Meet, meetings, why_no_meeting
from .move_to import MoveTo
from .overstacked import CureStacks, overstacked
from .position import (
    ENTRENCHED,
    FIRED,
    FLIPPED,
    HALTED,
    MET,
    MOVED,
    OF_A_PHASE,
    RESERVE,
    RUINED,
    SHAKEN,
    SHOT,
    Choice,
    Position,
)
from .refusals import why_elsewhere, why_inactive
from .reinforcements import EnterAt, may_enter
from .reserve import go_into_reserve, may_reserve, why_no_reserve
from .stacking import fits
from .supply import loc_cells
from .zones import (
    ENEMY_TURN_RESERVE,
    MOVEMENT,
    OWN_RESERVE,
    RESERVES,
    STRATEGY,
    goes_strategically,
    may_move,
    reach_of,
    stops,
    unspent,
)

TITLES = {
    MOVEMENT: "Movement",
    STRATEGY: "Strategic movement",
    OWN_RESERVE: "Reserve movement",
    ENEMY_TURN_RESERVE: "Reserve movement",
}


def movement_phase(p: Position, side: int) -> None:
    """3.4: markers of unused Reserves come off first (CA-R53)."""
    for u in p.units_of(side):
        p.status[u] &= ~RESERVE
    begin(p, side, MOVEMENT)


def reserve_phase(p: Position, side: int) -> None:
    """3.7: the phasing player's Reserves."""
    begin(p, side, OWN_RESERVE)


def enemy_reserve_phase(p: Position, side: int) -> None:
    """3.5: the other player's Reserves, in the middle of the phasing player's turn."""
    begin(p, ENEMY[side], ENEMY_TURN_RESERVE)


def begin(p: Position, side: int, mode: str) -> None:
    """Give every unit that may act its allowance. Units move one by one, so nobody waits for the slowest of a stack (8.0c)."""
    edge = p.stacks[p.c.box["edge"]]
    for u in (*p.units_of(side), *(u for u in edge if p.c.side[u] == side)):
        p.status[u] &= ~(OF_A_PHASE & ~SHOT)
        acts = p.may_act(u) and not p.status[u] & FIRED and (mode not in RESERVES or p.status[u] & RESERVE)
        p.mp[u] = allowance(p, u) if acts else 0
    movement = Movement(side, mode)
    if mode not in RESERVES or len(movement.options(p)) > 1:
        p.stack.append(movement)


def may_act(p: Position, u: int, mode: str) -> bool:
    return p.may_act(u) and not p.status[u] & FIRED and (mode not in RESERVES or bool(p.status[u] & RESERVE) or p.mp[u] > 0)


def can_go(p: Position, u: int, mode: str) -> bool:
    """Whether there is a hex to move to."""
    found = can_step(p, u, mode)
    if found is None:
        return len(reach_of(p, u, mode)[0]) > 1
    return found


def can_step(p: Position, u: int, mode: str) -> bool | None:
    """Whether a neighbour can be moved to; None where only the whole reach tells, because strategic movement may help."""
    if not may_move(p, u, mode):
        return False
    c, here, present = p.c, p.place[u], p.present
    own, alpine = c.side[u] + 1, c.alpine[u]
    purse = p.mp[u]
    if unspent(p, u):
        purse = 255  # one hex is always allowed (8.0f)
    elif p.zone[1 - c.side[u]][here] and stops(p, u, mode)[here]:
        purse -= c.leave_zone
    for near, cost in c.ways[alpine][here]:
        if cost <= purse and present[near] in (0, own):
            return True
    for near, cost in c.fords[alpine][here]:
        if cost <= purse and present[near] == own:
            return True
    return None if goes_strategically(p, u, mode) else False


def forts_to_demolish(p: Position, side: int, mode: str) -> list[int]:
    """Standing fortresses with a friendly unit; in Reserve Movement only at the moment of entry (4.7f, CA-R30)."""
    now, kept = (p.presence[side], p.ground), p.garrisoned.get(side)
    if kept is None or kept[0] != now:
        own, present, forts = p.c.bit[side], p.present, p.forts
        cells = [cell for cell, fort in p.c.fort_at.items() if present[cell] == own and forts[fort] != RUINED]
        kept = p.garrisoned[side] = now, cells
    found = kept[1]
    if mode in RESERVES:
        return [cell for cell in found if any(p.status[u] & MOVED and p.may_act(u) for u in p.stacks[cell])]
    return [cell for cell in found if any(p.may_act(u) for u in p.stacks[cell])] if p.operation else found


class Movement(Choice, frozen=True):
    """Choose a unit to move, flip, rally or put into Reserve, until done."""

    side: Side
    mode: str

    implied_kind = "select"
    cases = ("8.0a",)
    labels = {"done": "End movement"}

    def prompt(self, p: Position) -> str:
        return f"{TITLES[self.mode]}: choose a unit, or end the phase."

    def options(self, p: Position) -> Sequence[Action]:
        found: list[Action] = []
        place, cells = p.place, p.c.board.size
        # What a unit can do hangs on its state, on the stacks around it (`put` forgets), on the enemy and, where it may go into
        # Reserve, on lines of communication; so long it is kept.
        lines = None if self.mode in RESERVES else loc_cells(p, self.side)
        valid = (self.side, self.mode, p.operation, p.presence[ENEMY[self.side]], lines, p.ground, p.turn)
        if p.offers_of != valid:
            p.offers, p.offers_of = {}, valid
        offers, mp, status = p.offers, p.mp, p.status
        for u in p.c.army[self.side]:
            if place[u] < cells:
                kept = offers.get(u)
                if kept is None or kept[0] != mp[u] or kept[1] != status[u]:
                    acts = may_act(p, u, self.mode)
                    step = acts and can_step(p, u, self.mode)
                    kept = mp[u], status[u], self._offers(p, u, step) if acts else []
                    if step is not None:
                        offers[u] = kept
                found += kept[2]
        if self.mode == MOVEMENT and not p.operation:
            for u in p.stacks[p.c.box["edge"]]:
                if p.c.side[u] == self.side and may_enter(p, u):
                    found.append(Action("enter", p.name(u)))
        found += [p.c.demolish[x] for x in forts_to_demolish(p, self.side, self.mode)]
        if self._may_end(p):
            found.append(DONE)
        return found

    def _may_end(self, p: Position) -> bool:
        """Whether no legal move would cure a hex over the limits (CA-R29)."""
        for cell in overstacked(p, self.side):
            cure = p.cures.get(cell)  # who could move away, and where to, when it was last asked
            if cure is None or p.place[cure[0]] != cell or not self._can_join(p, *cure):
                cure = self._cure(p, cell)
                if cure is not None:
                    p.cures[cell] = cure
            if cure is not None:
                return False
        return True

    def _can_join(self, p: Position, u: int, cell: int) -> bool:
        """Whether a unit can move to a hex and stay there."""
        return self._can_leave(p, u) and cell in reach_of(p, u, self.mode)[0] and fits(p, u, cell)

    def _can_leave(self, p: Position, u: int) -> bool:
        return may_act(p, u, self.mode) and may_move(p, u, self.mode)

    def _cure(self, p: Position, cell: int) -> tuple[int, int] | None:
        """The first unit that can move away from a hex over the limits, and a hex it can join."""
        for u in p.stacks[cell]:
            if self._can_leave(p, u):
                for goal in reach_of(p, u, self.mode)[0]:
                    if goal != cell and fits(p, u, goal):
                        return u, goal
        return None

    def _why_not_done(self, p: Position) -> Refusal | None:
        """The phase cannot end on a hex over the limits that a legal move would cure (CA-R29)."""
        for cell in overstacked(p, self.side):
            cure = self._cure(p, cell)
            if cure is not None:
                who = p.name(cure[0])
                why = f"{p.label(cell)} is over the stacking limit or mixes corps; {who} can still move away"
                return Refusal(why, ("4.2a", "4.2b"))
        return None

    def _offers(self, p: Position, u: int, step: bool | None) -> list[Action]:
        """What a unit that may act can do now; `step` as `can_step` has it."""
        c, mode, state = p.c, self.mode, p.status[u]
        found: list[Action] = []
        if step or (step is None and can_go(p, u, mode)):
            found.append(c.select[u])
        mp = p.mp[u]
        if not mp or (state & RESERVE and mode not in RESERVES):
            return found
        if c.can_entrench[u] and mp >= c.entrench_cost and not state & FLIPPED:
            found.append((c.mobilize if state & ENTRENCHED else c.entrench)[u])
        if mode not in RESERVES:
            if state & SHAKEN:
                if why_no_recovery(p, u, mode) is None:
                    found.append(c.recover[u])
            elif may_reserve(p, u):
                found.append(c.reserve[u])
        if mode != ENEMY_TURN_RESERVE and mp >= c.meeting_cost and c.division[u]:
            found += [Action("meet", c.ids[u], c.places[cell]) for cell in meetings(p, u)]
        return found

    def refuse(self, p: Position, action: Action) -> Refusal | None:
        if action == DONE:
            return self._why_not_done(p)
        if action.kind == "demolish":
            return self._refuse_demolition(p, action)
        u = p.c.unit.get(action.unit)
        cell = action.cell if action.kind == "meet" else ""
        if u is None or action != Action(action.kind, action.unit, cell):
            return Refusal("Choose one of your units and what it does, or end the phase", self.cases)
        if p.c.side[u] != self.side:
            return Refusal(f"{action.unit} is not yours", self.cases)
        if action.kind == "enter":
            return self._refuse_entry(p, u)
        return self._refuse_unit(p, u, action) if p.on_map(u) else why_elsewhere(p, u)

    def _refuse_unit(self, p: Position, u: int, action: Action) -> Refusal | None:
        name, state = action.unit, p.status[u]
        if state & FIRED:
            return Refusal(f"{name} has fired and may not move", ("7.2a",))
        if not p.may_act(u):
            return why_inactive(p, u)
        if not may_act(p, u, self.mode):
            return Refusal(f"{name} is not in Reserve", ("8.2g",))
        if action.kind == "select":
            return None if can_go(p, u, self.mode) else self._why_it_stays(p, u)
        if state & RESERVE and self.mode not in RESERVES:
            return Refusal(f"{name} is in Reserve", ("8.2b",))
        if not p.mp[u]:
            return Refusal(f"{name} has no movement points left", ("8.0b",))
        if action.kind in ("entrench", "mobilize"):
            if bool(state & ENTRENCHED) == (action.kind == "entrench"):
                return Refusal(f"{name} is {'Entrenched' if state & ENTRENCHED else 'Mobile'} already", ("8.3a",))
            return why_no_flip(p, u)
        if action.kind == "recover":
            return why_no_recovery(p, u, self.mode)
        if action.kind == "reserve":
            return why_no_reserve(p, u, self.mode)
        if action.kind == "meet":
            return why_no_meeting(p, u, action.cell, self.mode)
        return Refusal("Choose one of your units and what it does, or end the phase", self.cases)

    def _why_it_stays(self, p: Position, u: int) -> Refusal:
        name, state = p.name(u), p.status[u]
        if state & ENTRENCHED:
            return Refusal(f"{name} is Entrenched and cannot move", ("8.0g",))
        if state & RESERVE and self.mode not in RESERVES:
            return Refusal(f"{name} is in Reserve", ("8.2b",))
        if state & MET:
            return Refusal(f"{name} has made its Meeting Engagement", ("8.1c",))
        if state & HALTED:
            return Refusal(f"{name} has stopped in an enemy zone of control", ("4.5f",))
        if not p.mp[u]:
            return Refusal(f"{name} has no movement points left", ("8.0b",))
        side, near = p.c.side[u], p.c.open_sides[p.place[u]]
        if all(p.enemy_holds(cell, side) for cell in near):
            return Refusal(f"{name} has enemies or the river on all sides", ("8.0e", "2.9"))
        return Refusal(f"{name} has too few movement points left for any hex beside it", ("8.0b",))

    def _refuse_demolition(self, p: Position, action: Action) -> Refusal | None:
        cell = p.c.board.index.get(action.cell)
        if cell is None or action != Action("demolish", cell=action.cell):
            return Refusal("Choose a fortress to destroy", ("4.7f",))
        if cell not in p.c.fort_at:
            return Refusal(f"There is no fortress in {action.cell}", ("4.7f",))
        if p.forts[p.c.fort_at[cell]] == RUINED:
            return Refusal(f"The fortress in {action.cell} is destroyed already", ("4.7f",))
        if not p.holds(cell, self.side):
            return Refusal(f"None of your units is in {action.cell} to destroy the fortress", ("4.7f", "4.6b"))
        if cell in forts_to_demolish(p, self.side, self.mode):
            return None
        inactive = [why for u in p.stacks[cell] if (why := why_inactive(p, u)) is not None]
        if len(inactive) == len(p.stacks[cell]):
            return inactive[0]
        return Refusal("In Reserve Movement a fortress is destroyed by those who have just entered it", ("4.7f",))

    def _refuse_entry(self, p: Position, u: int) -> Refusal | None:
        if p.on_map(u):
            return Refusal(f"{p.name(u)} is on the map already", ("11.3.1a",))
        if p.place[u] != p.c.box["edge"]:
            return why_elsewhere(p, u)
        if self.mode != MOVEMENT or p.operation:
            return Refusal("Reinforcements enter in the Movement Phase", ("11.3.1a",))
        return None if may_enter(p, u) else Refusal("No hex of the south edge is open to it", ("11.3.1a",))

    def take(self, p: Position, action: Action) -> None:
        if action == DONE:
            p.stack.append(CureStacks(self.side))
            return
        p.stack.append(self)
        if action.kind == "demolish":
            p.silence(p.c.fort_at[p.c.board.index[action.cell]], ruin=True)
            return
        u = p.c.unit[action.unit]
        if action.kind == "select":
            p.stack.append(MoveTo(u, self.mode))
        elif action.kind == "enter":
            p.stack.append(EnterAt(u))
        elif action.kind == "meet":
            p.stack.append(Meet(self.side, p.c.board.index[action.cell], (u,), self.mode))
        else:
            self._spend(p, u, action)

    def _spend(self, p: Position, u: int, action: Action) -> None:
        """What a unit does at once, without a hex to be named."""
        p.act(u)
        if action.kind == "recover":
            recover(p, u)
        elif action.kind == "reserve":
            go_into_reserve(p, u)
        else:
            flip(p, u)
