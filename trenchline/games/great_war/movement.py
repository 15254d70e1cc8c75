"""Movement on squares: diagonals, roads, the river, passage, interdiction, zones of control, off-front marches (BP 7.0, GL
12.0).

A unit is named, then told what to do; what is left of its points it may use later in the phase, so that every path can be
walked. Points are not handed on, the enemy does not move, and nobody stands on the line of a square (GL 12.1.3, GL 12.1.4,
GL 12.1.5).
"""

from __future__ import annotations

from collections.abc import Sequence

from ...core.actions import DONE, Action, Refusal
from ...core.paths import path
from ...core.state import Side, Unit
from .components import FULL_MOVE
from .modes import default_facing, flip, may_turn, refuse_flip, turn
from .position import Choice, Follow, Position
from .retreat import unstack
from .seats import JointChoice, SeatChoice
from .stacking import overfull
from .states import MOVED, NEAR, OF_MOVEMENT, STOPPED, SUPPLY, TURNED
from .ways import allowance, front, reach_of


def begin_movement(p: Position, side: int) -> None:
    """All units of a side may move once more."""
    for u in p.c.army[side]:
        p.status[u] &= ~OF_MOVEMENT
        p.spent[u] = 0
    seats = p.seating.sharing(side)
    p.stack += [EndMovement(side), JointMovement(seats) if len(seats) > 1 else Movement(side)]


class EndMovement(Follow[Position], frozen=True):
    """What is left of points is lost; what stands too thick must go (BP-R157)."""

    side: Side

    def run(self, p: Position) -> None:
        p.movement_ends(self.side)
        for u in p.c.army[self.side]:
            p.status[u] &= ~OF_MOVEMENT
            p.spent[u] = 0
        unstack(p, self.side)


def pass_through(p: Position, u: int, cells: Sequence[int]) -> None:
    """Vacant squares belong to whoever passed last; a fort to who stays in it (GL-R283)."""
    side, nation = p.c.side[u], p.c.nation[u]
    for x in cells:
        if not p.present[x] and not p.c.fort[x]:
            p.control[x], p.claims[x] = side, nation


# ------------------------------------------------------------------------------------------------ decisions


class Movement(SeatChoice[Position], frozen=True):
    """Choose a unit to move, or one that arrives, until done."""

    topic = "movement"
    implied_kind = "select"
    labels = {"done": "End movement", "select": "Move {unit}"}

    def prompt(self, p: Position) -> str:
        return "Movement: choose a unit to move, or end the phase."

    def _may(self, p: Position, u: int) -> bool:
        return self.mine(p, u) and (not p.engagements or may_act(p, u))

    def options(self, p: Position) -> Sequence[Action]:
        select, place, status, size = p.c.select, p.place, p.status, p.c.board.size
        still = MOVED | p.IMMOBILE
        able = [u for u in p.c.movers[self.side] if place[u] < size and not status[u] & still]
        if self.seat >= 0 or p.engagements:
            able = [u for u in able if self._may(p, u)]
        found = [select[u] for u in able]
        found += [select[u] for u in p.due(self.side) if self.mine(p, u)]
        if not self._stuck(p):
            found.append(DONE)
        return found

    def _stuck(self, p: Position) -> bool:
        """Movement may not end while somebody who stands too thick can still leave, from the first set-up on (BP-R157, GL
        10.1.3, GL 19.1.5(d))."""
        crowds = overfull(p, self.side)
        return any(self.mine(p, u) and can_leave(p, u) for x in crowds for u in p.stacks[x])

    def refuse(self, p: Position, action: Action) -> Refusal | None:
        if action == DONE:
            if self._stuck(p):
                cells = ", ".join(p.label(x) for x in overfull(p, self.side))
                return Refusal(f"Too many units stand in {cells}: some must still move on", p.cite("stacking"))
            return None
        u = p.c.unit.get(action.unit)
        if u is None or action != p.c.select[u]:
            return Refusal("Choose a unit by its name, or end the phase", self.cases_of(p))
        if not self.mine(p, u):
            return Refusal(f"{action.unit} is not yours to move", self.cases_of(p))
        if not p.on_map(u):
            return None if u in p.due(self.side) else Refusal(f"{action.unit} cannot come onto the map now", p.cite("arrivals"))
        if p.status[u] & MOVED:
            return Refusal(f"{action.unit} has finished its move", self.cases_of(p))
        if not may_act(p, u):
            engaged = Refusal(f"{action.unit} is engaged: only defenders may withdraw", p.cite("engaged_still"))
            return engaged if p.may_move(u) else p.hindrance(u)
        return None

    def take(self, p: Position, action: Action) -> None:
        if action == DONE:
            return
        self.go_on(p)
        u = p.c.unit[action.unit]
        if not p.on_map(u):
            from .arrivals import Enter

            p.stack.append(Enter(u))
        elif p.is_engaged(u) and not p.WITHDRAWS_BY_MOVING:
            from .engagement import Withdraw

            p.stack.append(Withdraw(u))
        else:
            p.stack.append(Move(u))


class JointMovement(JointChoice[Position], frozen=True):
    """Several seats of a side move in any order (BP-R09)."""

    of = Movement
    implied_kind = "select"


def may_act(p: Position, u: int) -> bool:
    """Whether a unit can be told to do anything in its movement phase."""
    if not p.may_move(u):
        return False
    engagement = p.engagement(p.place[u]) if p.engagements and p.is_engaged(u) else None
    return engagement is None or engagement.side != p.c.side[u]


def can_leave(p: Position, u: int) -> bool:
    return not p.status[u] & MOVED and p.may_move(u) and (len(reach_of(p, u)[0]) > 1 or bool(p.exits(u)))


def points_left(p: Position, u: int) -> str:
    """What a unit has left near the enemy and off the front, in words."""
    points, far = allowance(p, u), not p.status[u] & NEAR and not front(p, p.c.side[u])[p.place[u]]
    near, double = (f"{max(most - p.spent[u], 0) / FULL_MOVE:g}" for most in (points, 2 * points))
    return f"{near} movement points{f' ({double} off the front)' if far and points else ''}"


class Move(Choice[Position], frozen=True):
    """What a unit does: go somewhere, turn, change its mode, break down, leave the map, or stay for good."""

    unit: Unit

    topic = "movement"
    implied_kind = "move"
    can_step_back = True
    labels = {
        "back": "Choose another unit",
        "stay": "{unit} stays: its move is over",
        "split": "Break {unit} down",
        "exit": "{unit} leaves the map",
        "flip supply": "{unit} to Supply Mode",
        "flip command": "{unit} to Command Mode",
        "flip entrenched": "{unit} digs in",
        "flip mobile": "{unit} leaves its trenches",
        "shelter inside": "{unit} into the fort",
        "shelter outside": "{unit} out of the fort",
    }

    def prompt(self, p: Position) -> str:
        if p.status[self.unit] & SUPPLY:
            return f"{{{p.name(self.unit)}}} is in Supply Mode: change its mode, or let it stay."
        points = "it has halted" if p.status[self.unit] & STOPPED else points_left(p, self.unit)
        return (
            f"{{{p.name(self.unit)}}} in {{{p.label(p.place[self.unit])}}}, {points}: choose a square, turn it, or let it stay."
        )

    def options(self, p: Position) -> Sequence[Action]:
        from .formations import splits

        u, labels = self.unit, p.c.board.labels
        name, start = p.name(u), p.place[u]
        found = [Action("move", name, labels[x]) for x in reach_of(p, u)[0] if x != start]
        if may_turn(p, u):
            directions, now = p.c.board.grid.directions, p.facing[u]
            found += [Action("face", name, facing=directions[d]) for d in p.c.facings if d != now]
        modes = ("supply", "command") if p.c.hq[u] else ("mobile", "entrenched") if p.c.trenches[u] else ()
        found += [Action("flip", name, mode=mode) for mode in modes if refuse_flip(p, u, mode) is None]
        found += splits(p, u)
        found += p.other_moves(u)
        found += p.exits(u)
        found.append(Action("stay", name))
        return found

    def refuse(self, p: Position, action: Action) -> Refusal | None:
        """The square of a march is looked up; all else among the options."""
        u, cell = self.unit, p.c.board.index.get(action.cell)
        march = Action("move", p.name(u), action.cell)
        if cell is not None and cell != p.place[u] and action == march and cell in reach_of(p, u)[0]:
            return None
        return super().refuse(p, action)

    def why_not(self, p: Position, action: Action) -> Refusal | None:
        u = self.unit
        if action.unit and action.unit != p.name(u):
            return Refusal(f"{p.name(u)} is to move, not {action.unit}", self.cases_of(p))
        if action.kind == "flip":
            return refuse_flip(p, u, action.mode)
        if action.kind == "exit":
            return p.why_no_exit(u)
        if action.kind == "split":
            from .formations import why_no_split

            return why_no_split(p, u)
        if action.kind == "face":
            return Refusal(f"{p.name(u)} cannot turn in an enemy zone of control, or has turned already", p.cite("facing"))
        cell = p.c.board.index.get(action.cell)
        if action.kind != "move" or cell is None:
            return p.why_not_otherwise(u, action)
        return why_no_way(p, u, cell)

    def take(self, p: Position, action: Action) -> None:
        u, kind = self.unit, action.kind
        if kind == "move":
            p.march(u, p.c.board.index[action.cell])
        elif kind == "face":
            turn(p, u, p.c.board.grid.directions.index(action.facing))
        elif kind == "flip":
            flip(p, u, action.mode)
        elif kind == "split":
            from .formations import split

            split(p, u)
        elif kind == "exit":
            p.leave_map(u, action)
        elif kind == "stay":
            p.status[u] |= MOVED
        else:
            p.move_otherwise(u, action)


def why_no_way(p: Position, u: int, cell: int) -> Refusal | None:
    """Why a unit cannot go to a square."""
    name, label, side = p.name(u), p.label(cell), p.c.side[u]
    particular = p.why_not_there(u, cell)
    if particular is not None:
        return particular
    if cell == p.place[u]:
        return Refusal(f"{name} is in {label} already", p.cite("movement"))
    if p.enemy_holds(cell, side):
        return Refusal(f"The enemy holds {label}", p.cite("zones"))
    if p.status[u] & STOPPED:
        return Refusal(f"{name} has entered an enemy zone of control and must stop", p.cite("zone_stop"))
    if cell in p.c.board.neighbours[p.place[u]] and cell not in p.c.near[p.place[u]]:
        return Refusal(f"The river lies between {p.label(p.place[u])} and {label}", p.cite("river"))
    if p.in_enemy_zone(p.place[u], side) and p.in_enemy_zone(cell, side) and cell in p.c.near[p.place[u]]:
        return Refusal(f"{name} cannot go straight from one enemy zone of control to another", p.cite("zone_to_zone"))
    return Refusal(f"{name} has not the movement points to reach {label}", p.cite("costs"))


def march(p: Position, u: int, goal: int) -> None:
    """A unit goes to a square by the cheapest way."""
    cost, came = reach_of(p, u)
    start, close = p.place[u], front(p, p.c.side[u])
    engagement = p.engagement(start) if p.engagements else None
    way = path(came, start, goal)
    p.spent[u] = min(p.spent[u] + cost[goal], 255)
    if any(close[x] for x in (start, *way)):
        p.status[u] |= NEAR
    pass_through(p, u, way[:-1])
    p.facing[u] = default_facing(p, u, goal)
    p.put(u, goal)
    p.status[u] &= ~TURNED
    if p.in_enemy_zone(goal, p.c.side[u]):
        p.status[u] |= STOPPED
    p.say("move", f"{{{p.name(u)}}} moves to {{{p.label(goal)}}}", p.cite("movement"))
    p.marched(u, start)
    if engagement is not None and not p.engaged(start):
        from .engagement import settled

        settled(p, engagement)
