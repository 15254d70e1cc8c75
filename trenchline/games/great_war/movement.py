"""Movement on squares: diagonals, roads, the river, passage, interdiction, zones of control, off-front marches (BP 7.0, GL
12.0).

A unit is named, then told what to do; what is left of its points it may use later in the phase, so that every path can be
walked. Points are not handed on, the enemy does not move, and nobody stands on the line of a square (GL 12.1.3, GL 12.1.4,
GL 12.1.5).
"""

from __future__ import annotations

from collections.abc import Sequence

from ...core.actions import DONE, Action, Refusal
from ...core.decisions import Automatic, Stake
from ...core.state import Side, Unit
from ...core.wording import counted
from .careful import left_without_supply, supply_stake
from .components import FULL_MOVE
from .mending import (
    closed_squares,
    must_go_on,
    spoils_by_moving,
    spoils_by_staying,
    spoils_by_turning,
)
from .modes import default_facing, flip, may_turn, refuse_flip, turn
from .position import Choice, Position
from .retreat import unstack
from .seats import JointChoice, SeatChoice
from .stacking import crowds
from .states import MOVED, NEAR, OF_MOVEMENT, STOPPED, SUPPLY, TURNED
from .thinning import has_room
from .ways import allowance, front, reach_of, reached


def begin_movement(p: Position, side: int) -> None:
    """A side moves, each of its seats its own units."""
    fresh_moves(p, side)
    seats = p.seating.sharing(side)
    p.stack += [EndMovement(side), JointMovement(seats) if len(seats) > 1 else Movement(side)]


def fresh_moves(p: Position, side: int) -> None:
    """All units of a side may move once more."""
    p.crowds.clear()
    for u in p.c.army[side]:
        p.status[u] &= ~OF_MOVEMENT
        p.spent[u] = 0


class EndMovement(Automatic[Position], frozen=True):
    """Points that are left are lost; overstacked squares are thinned out (BP-R157)."""

    side: Side

    def run(self, p: Position) -> None:
        p.crowds.clear()
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

    def options(self, p: Position) -> Sequence[Action]:
        select, due = p.c.select, p.due(self.side)
        if self.seat >= 0:
            due = [u for u in due if self.mine(p, u)]
        found = [select[u] for u in [*self._movers(p), *due]]
        if not self._stuck(p):
            found.append(DONE)
        return found

    def _movers(self, p: Position) -> list[int]:
        """The units on the map that may do something."""
        movers, rows = p.c.movers[self.side], p.c.rows_of_movers[self.side]
        still, size = MOVED | p.differences.immobile, p.c.board.size
        able = [u for u, x, state in zip(movers, rows(p.place), rows(p.status), strict=True) if x < size and not state & still]
        if self.seat >= 0:
            able = [u for u in able if self.mine(p, u)]
        if p.engagements:
            held = held_by_engagement(p, self.side)
            able = [u for u in able if u not in held]
        return able

    def _stuck(self, p: Position) -> bool:
        """Movement may not end while moves can still mend an overstacked square, from the first set-up on (BP-R157, GL 10.1.3,
        GL 19.1.5(d), GL-R302)."""
        return must_go_on(p, self.side, self.player(p))

    def refuse(self, p: Position, action: Action) -> Refusal | None:
        if action == DONE:
            if self._stuck(p):
                full = crowds(p, self.side)
                limits = dict.fromkeys(p.stacking_limit(p.own(x, self.side), x) for x in full)
                cells = ", ".join(map(p.label, full))
                reason = f"Too many units stand in {cells}: some must still move on"
                return Refusal(reason, (*p.cite("overstacking"), *limits))
            return None
        u = p.c.unit.get(action.unit)
        if u is None or action != p.c.select[u]:
            return Refusal("Choose a unit by its name, or end the phase", self.cases_of(p))
        if not self.mine(p, u):
            return Refusal(f"{action.unit} is not yours to move", self.cases_of(p))
        if not p.on_map(u):
            return None if u in p.due(self.side) else Refusal(f"{action.unit} cannot come onto the map now", p.cite("arrivals"))
        if p.status[u] & MOVED:
            return why_still(p, u) or Refusal(f"{action.unit} has finished its move", p.cite(self.topic))
        if not may_act(p, u):
            engaged = Refusal(f"{action.unit} is engaged: only defenders may withdraw", p.cite("engaged_still"))
            return engaged if p.may_move(u) else p.hindrance(u)
        return None

    def stake(self, p: Position, action: Action) -> Stake | None:
        """HQs that may still turn to Supply Mode (BP 7.4.2), and overstacked squares (BP-R157)."""
        if action != DONE:
            return None
        full = crowds(p, self.side)
        if full:
            where = ", ".join(map(p.label, full))
            text = f"Too many units stand in {where}: some will be displaced ({p.cite('overstacking')[0]})"
            return Stake(text, cells=tuple(map(p.label, full)), grave=True)
        turning = [h for h in p.c.hqs[self.side] if self.mine(p, h) and p.on_map(h) and refuse_flip(p, h, "supply") is None]
        mine = [u for u in p.units(self.side) if self.mine(p, u)] if turning else []
        return supply_stake(p, left_without_supply(p, mine, turning, near=1), p.cite("hq_modes"))

    def take(self, p: Position, action: Action) -> None:
        if action == DONE:
            return
        self.ask_again(p)
        u = p.c.unit[action.unit]
        if not p.on_map(u):
            from .arrivals import Enter

            p.stack.append(Enter(u))
        elif p.is_engaged(u) and not p.differences.withdraws_by_moving:
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


def held_by_engagement(p: Position, side: int) -> set[int]:
    """Attackers in engaged squares: they fight it out."""
    return {u for e in p.engagements if e.side == side and p.engaged(e.cell) for u in p.own(e.cell, side)}


def points_left(p: Position, u: int) -> str:
    """What a unit has left near the enemy and off the front, in words."""
    points, far = allowance(p, u), not p.status[u] & NEAR and not front(p, p.c.side[u])[p.place[u]]
    near, double = (max(most - p.spent[u], 0) / FULL_MOVE for most in (points, 2 * points))
    return f"{counted(near, 'movement point')}{f' ({double:g} away from the front)' if far and points else ''}"


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
        where = f"{{{p.name(self.unit)}}} in {{{p.label(p.place[self.unit])}}}"
        if p.status[self.unit] & STOPPED:
            return f"{where} has halted: turn it, or let it stay."
        return f"{where}, {points_left(p, self.unit)}: choose a square, turn it, or let it stay."

    def options(self, p: Position) -> Sequence[Action]:
        from .formations import splits

        u = self.unit
        name, start, reach, orders = p.name(u), p.place[u], reach_of(p, u)[0], p.c.orders[u]
        closed = closed_squares(p, u, reach)
        found = [orders[x] for x in reach if x != start and x not in closed]
        if may_turn(p, u):
            now = p.facing[u]
            found += [action for d, action in zip(p.c.facings, orders.faces, strict=True) if d != now]
        modes = ("supply", "command") if p.c.hq[u] else ("mobile", "entrenched") if p.c.trenches[u] else ()
        found += [Action("flip", name, mode=mode) for mode in modes if refuse_turning(p, u, mode) is None]
        found += splits(p, u)
        found += p.other_moves(u)
        if not found or not spoils_by_staying(p, u):
            found.append(Action("stay", name))
        return found

    def refuse(self, p: Position, action: Action) -> Refusal | None:
        """A march and staying are looked up directly, everything else among the options."""
        u, cell = self.unit, p.c.board.index.get(action.cell)
        march = Action("move", p.name(u), action.cell)
        if cell is not None and cell != p.place[u] and action == march and cell in reach_of(p, u)[0]:
            return why_no_room(p, u, cell) if spoils_by_moving(p, u, cell) else None
        if action == Action("stay", p.name(u)) and not spoils_by_staying(p, u):
            return None
        return super().refuse(p, action)

    def why_not(self, p: Position, action: Action) -> Refusal | None:
        u = self.unit
        if action.unit and action.unit != p.name(u):
            return Refusal(f"Finish the move of {p.name(u)} before {action.unit} moves", self.cases_of(p))
        if action.kind == "flip":
            return refuse_turning(p, u, action.mode)
        if action.kind == "stay":
            return why_not_stay(p, u)
        if action.kind == "split":
            from .formations import why_no_split

            return why_no_split(p, u)
        if action.kind == "face":
            return Refusal(f"{p.name(u)} cannot turn in an enemy zone of control, or has turned already", p.cite("facing"))
        cell = p.c.board.index.get(action.cell)
        if action.kind != "move" or cell is None:
            return p.why_not_otherwise(u, action)
        return p.why_no_way(u, cell)

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
        elif kind == "stay":
            p.status[u] |= MOVED
        else:
            p.move_otherwise(u, action)


def refuse_turning(p: Position, u: int, mode: str) -> Refusal | None:
    """Why a unit may not change its mode here and now; an HQ that shares its square needs others to leave (BP 7.3.3)."""
    refused = refuse_flip(p, u, mode)
    if refused is not None or not spoils_by_turning(p, u, mode):
        return refused
    name, label = p.name(u), p.label(p.place[u])
    if mode == "supply":
        return Refusal(
            f"Move the others out of {label} first: {name} would share it in Supply Mode, and they could not all leave",
            (*p.cite("overstacking"), *p.cite("hq_modes")),
        )
    return Refusal(f"Move {name} out of {label} first: too many units stand there", p.cite("overstacking"))


def why_not_stay(p: Position, u: int) -> Refusal:
    """Why a unit must move on: without its move an overstacked square could not be thinned out."""
    label = p.label(p.place[u])
    return Refusal(
        f"Move {p.name(u)} on: too many units stand in {label}, and the others cannot all make room", p.cite("overstacking")
    )


def why_no_room(p: Position, u: int, cell: int) -> Refusal:
    """Why a unit may not go to a square in its reach."""
    name, label = p.name(u), p.label(cell)
    if not has_room(p, u, cell) and p.halts(u, cell):
        return Refusal(
            f"Choose another square: {name} would have to stop in {label}, and there is no room for it",
            (*p.cite("overstacking"), *p.cite("zone_stop")) if p.in_enemy_zone(cell, p.c.side[u]) else p.cite("overstacking"),
        )
    if not has_room(p, u, cell):
        return Refusal(
            f"Choose another square: {label} would hold too many units with {name}, and not enough of them could still leave",
            p.cite("overstacking"),
        )
    cells = ", ".join(map(p.label, crowds(p, p.c.side[u])))
    return Refusal(
        f"Choose another square: {name} would leave no way to thin out {cells}, where too many units stand",
        p.cite("overstacking"),
    )


def why_no_way(p: Position, u: int, cell: int) -> Refusal | None:
    """Why a unit cannot go to a square."""
    name, label, side = p.name(u), p.label(cell), p.c.side[u]
    if cell == p.place[u]:
        return Refusal(f"{name} is in {label} already", p.cite("movement"))
    if p.enemy_holds(cell, side):
        weak = all(not p.good_order(v) or p.is_interdicted(v) for v in p.others(cell, side))
        return Refusal(f"The enemy holds {label}", p.cite("zones", *(["own_square_zone"] if weak else [])))
    still = why_still(p, u)
    if still is not None:
        return still
    if p.status[u] & STOPPED:
        return Refusal(f"{name} has entered an enemy zone of control and must stop", p.cite("zone_stop"))
    if cell in p.c.board.neighbours[p.place[u]] and cell not in p.c.near[p.place[u]]:
        return Refusal(f"The river lies between {p.label(p.place[u])} and {label}", p.cite("river"))
    if p.in_enemy_zone(p.place[u], side) and p.in_enemy_zone(cell, side) and cell in p.c.near[p.place[u]]:
        return Refusal(f"{name} cannot go straight from one enemy zone of control to another", p.cite("zone_to_zone"))
    return Refusal(f"{name} has too few movement points to reach {label}", p.cite("costs"))


def why_still(p: Position, u: int) -> Refusal | None:
    """An HQ in Supply Mode does not move (BP 7.4.2, GL 12.8.2(b))."""
    if not p.status[u] & SUPPLY:
        return None
    return Refusal(f"{p.name(u)} is in Supply Mode and does not move", p.cite("supply_mode"))


def march(p: Position, u: int, goal: int) -> None:
    """A unit goes to a square by the cheapest way."""
    reach = reached(p, u)
    go_along(p, u, reach.path_to(p.place[u], goal), reach.found[0][goal])


def go_along(p: Position, u: int, way: Sequence[int], price: int) -> None:
    """A unit goes along a way, at its price."""
    start, goal, close = p.place[u], way[-1], front(p, p.c.side[u])
    engagement = p.engagement(start) if p.engagements else None
    p.spent[u] = min(p.spent[u] + price, 255)
    if any(close[x] for x in (start, *way)):
        p.status[u] |= NEAR
    pass_through(p, u, way[:-1])
    p.facing[u] = default_facing(p, u, goal)
    p.put(u, goal)
    p.status[u] &= ~TURNED
    if p.in_enemy_zone(goal, p.c.side[u]):
        p.status[u] |= STOPPED
    p.say("move", f"{{{p.name(u)}}} moves to {{{p.label(goal)}}}", p.cite("movement"))
    if engagement is not None and not p.engaged(start):
        from .engagement import clear_engagement

        clear_engagement(p, engagement)
