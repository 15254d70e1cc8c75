"""8.1 Meeting engagements: combat at half strength in the middle of movement."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ...core.actions import BACK, Action, Refusal
from ...core.charts import Odds
from ...core.state import Cell, Side, Units
from .combat import foreseen, new_fight, open_fight
from .components import ENEMY
from .odds import fighting_strength
from .position import DEMORALIZED, ENTRENCHED, FIRED, MET, MOVED, RESERVE, Choice, Fight, Position
from .refusals import why_inactive, why_no_room, why_not_ours
from .stacking import within_limits
from .zones import ENEMY_TURN_RESERVE, RESERVES

ATTACK = Action("attack")


def can_be_met(p: Position, cell: int, side: int) -> bool:
    """Mobile enemies only, none inside a fortress (8.1a, 8.1b)."""
    if not p.enemy_holds(cell, side):
        return False
    return not any(p.status[u] & ENTRENCHED or p.inside(u) for u in p.stacks[cell])


def ready_to_meet(p: Position, u: int, reserves: bool) -> bool:
    """Mobile and not Demoralized, with 3 points left, and once in a phase (8.1c, CA-R28)."""
    state = p.status[u]
    if state & (ENTRENCHED | DEMORALIZED | FIRED | MET) or (state & RESERVE and not reserves):
        return False
    return p.mp[u] >= p.c.meeting_cost and p.may_act(u)


def take_part(p: Position, u: int) -> None:
    """It costs 3 points, and the rest of the phase (8.1c); others may move on afterwards (8.1g)."""
    p.mp[u] -= p.c.meeting_cost
    p.status[u] = (p.status[u] | MET | MOVED) & ~RESERVE


def meetings(p: Position, u: int) -> list[int]:
    """The hexes a division could meet the enemy in; it is known to have the points."""
    if p.status[u] & (ENTRENCHED | DEMORALIZED | MET):
        return []
    side = p.c.side[u]
    enemy, present = p.c.bit[ENEMY[side]], p.present
    return [cell for cell in p.c.open_sides[p.place[u]] if present[cell] == enemy and can_be_met(p, cell, side)]


def why_no_meeting(p: Position, u: int, label: str, mode: str) -> Refusal | None:
    name, side = p.name(u), p.c.side[u]
    cell = p.c.board.index.get(label)
    if cell is None:
        return Refusal("Choose the enemy hex to be met", ("8.1a",))
    if mode == ENEMY_TURN_RESERVE:
        return Refusal("Only the phasing player makes Meeting Engagements", ("8.1a",))
    if not p.c.division[u]:
        return Refusal(f"{name} is not Infantry and cannot begin a Meeting Engagement", ("8.1c",))
    if p.status[u] & ENTRENCHED:
        return Refusal(f"{name} is Entrenched", ("8.0g",))
    if p.status[u] & DEMORALIZED:
        return Refusal(f"{name} is Demoralized and cannot attack", ("9.7a",))
    if p.status[u] & MET:
        return Refusal(f"{name} has made its Meeting Engagement", ("8.1c",))
    if p.mp[u] < p.c.meeting_cost:
        return Refusal(f"{name} needs 3 movement points", ("8.1c",))
    if cell in p.c.shut_sides[p.place[u]]:
        return Refusal(f"The river lies between {name} and {label}, without a bridge", ("9.8.4",))
    if cell not in p.c.open_sides[p.place[u]]:
        return Refusal(f"{name} is not next to {label}", ("8.1c",))
    if not p.enemy_holds(cell, side):
        return Refusal(f"There is no enemy in {label}", ("8.1a",))
    if can_be_met(p, cell, side):
        return None
    if any(p.status[x] & ENTRENCHED and not p.inside(x) for x in p.stacks[cell]):
        return Refusal(f"{label} holds Entrenched units", ("8.1b",))
    return Refusal(f"{label} holds units inside a fortress", ("8.1b",))


def why_not_ready(p: Position, u: int, reserves: bool) -> Refusal:
    """What keeps a unit of the stack out of a Meeting Engagement."""
    name, state = p.name(u), p.status[u]
    if state & ENTRENCHED:
        return Refusal(f"{name} is Entrenched", ("8.0g",))
    if state & DEMORALIZED:
        return Refusal(f"{name} is Demoralized and cannot attack", ("9.7a",))
    if state & FIRED:
        return Refusal(f"{name} has fired and cannot attack", ("7.2b",))
    if state & MET:
        return Refusal(f"{name} has made its Meeting Engagement", ("8.1c",))
    if state & RESERVE and not reserves:
        return Refusal(f"{name} is in Reserve", ("8.2b",))
    return why_inactive(p, u) or Refusal(f"{name} needs 3 movement points", ("8.1c",))


class Meet(Choice, frozen=True):
    """Name the other units of the stack that take part, then attack (8.1c, 8.1d); no more than may stack together, though
    the hex may hold more for a while."""

    side: Side
    target: Cell
    units: Units
    mode: str

    implied_kind = "add"
    cases = ("8.1c", "8.1d")
    labels = {"attack": "Attack"}
    begins = ATTACK
    can_step_back = True

    def _fight(self, p: Position) -> Fight:
        return new_fight(p, self.side, self.target, self.units, meeting=True)

    def prompt(self, p: Position) -> str:
        strength = fighting_strength(p, self._fight(p), self.side)
        where = f"{{{p.label(self.target)}}}"
        return f"Meeting Engagement in {where} with {strength} Strength Points: add units of the stack, or attack."

    def options(self, p: Position) -> Sequence[Action]:
        stack = p.stacks[p.place[self.units[0]]]
        others = [u for u in stack if u not in self.units and ready_to_meet(p, u, self.mode in RESERVES)]
        return [*(p.c.add[u] for u in others if within_limits(p, (*self.units, u))), ATTACK]

    def why_not(self, p: Position, action: Action) -> Refusal | None:
        if action != Action("add", action.unit):
            return Refusal("Add a unit of the stack, or attack", self.cases)
        refusal = why_not_ours(p, action.unit, self.side, ("8.1d",))
        if refusal is not None:
            return refusal
        u, here = p.c.unit[action.unit], p.place[self.units[0]]
        if u in self.units:
            return Refusal(f"{action.unit} takes part already", ("8.1c",))
        if p.place[u] != here:
            return Refusal(f"{action.unit} is not of the stack in {p.label(here)}: no other units take part", ("8.1d",))
        if not ready_to_meet(p, u, self.mode in RESERVES):
            return why_not_ready(p, u, self.mode in RESERVES)
        return why_no_room(p, (*self.units, u), "The attacking stack") or super().why_not(p, action)

    def label(self, p: Position, action: Action) -> str:
        if action == BACK:
            return "Leave out the last unit" if len(self.units) > 1 else "No Meeting Engagement"
        return super().label(p, action)

    def step_back(self, p: Position) -> None:
        if len(self.units) > 1:
            p.stack.append(msgspec.structs.replace(self, units=self.units[:-1]))

    def take(self, p: Position, action: Action) -> None:
        if action != ATTACK:
            p.stack.append(msgspec.structs.replace(self, units=(*self.units, p.c.unit[action.unit])))
            return
        for u in self.units:
            p.act(u)
            take_part(p, u)
        open_fight(p, self._fight(p))

    def odds(self, p: Position, action: Action) -> Odds | None:
        return foreseen(p, self._fight(p)) if action == ATTACK else None
