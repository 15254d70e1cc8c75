"""5 Movement: the Movement Phase (2.1.3) and, by the same rules, the Exploitation Phase (2.1.5)."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.actions import DONE, Action, Refusal
from ...core.naming import no_such_cell
from ...core.paths import reach
from ...core.state import Side, Unit
from ...core.wording import counted
from . import reinforcements
from .battalions import detach, may_detach, why_not_detach
from .components import ENEMY, GERMAN
from .position import EXPLOITED, HALTED, MOVED, NEUTRALISED, SHELTERED, TOUCHED, Choice, Position
from .refusals import closed_to, not_of, off_the_map
from .stacking import EndOfPhase, crowding
from .zones import NOTHING, Reach, from_zone_to_zone, in_zone, reach_of, touched

HALT = Action("halt")


def begin_movement(p: Position, side: int) -> None:
    """Nobody has moved yet."""
    for u in p.c.ground[side]:
        p.status[u] &= ~(MOVED | TOUCHED | HALTED)
        p.spent[u] = 0
    p.offers, p.offers_of = {}, (-1, -1, -1)


def movement_phase(p: Position, side: int) -> None:
    begin_movement(p, side)
    p.stack.append(Movement(side, False))


def exploitation_phase(p: Position, side: int) -> None:
    """Infantry in command, and Stosstruppen in or out of it, may go on by the rules of movement (2.1.5, 5.4b, 6d)."""
    begin_movement(p, side)
    decision = Movement(side, True)
    if len(decision.options(p)) > 1:
        p.stack.append(decision)


def points_of(p: Position, u: int, exploiting: bool) -> int:
    """The allowance, never saved (5.1c); at most four points in exploitation (5.4a), doubled like any other (5.2b)."""
    return min(p.c.exploitation, p.c.movement[u]) if exploiting else p.c.movement[u]


def why_not_move(p: Position, u: int, exploiting: bool) -> Refusal | None:
    """Who may move at all in this phase."""
    c, name = p.c, p.name(u)
    if p.status[u] & MOVED:
        return Refusal(f"{name} has moved in this phase", ("5.1b",))
    if u in p.b.apart:
        return Refusal(f"{name} stays on the left bank", ("14.2D-c",))
    if not exploiting:
        return None
    if not c.foot[u]:
        return Refusal(f"Only infantry exploits; {name} is {'an HQ' if c.hq[u] else 'artillery'}", ("2.1.5", "1.4g"))
    if p.status[u] & NEUTRALISED:
        return Refusal(f"{name} is neutralised and may not exploit", ("9a",))
    if not c.stoss[u] and not p.in_command(u):
        return Refusal(f"{name} is out of command and may not exploit", ("10.2a",))
    return None


def may_move(p: Position, u: int, exploiting: bool) -> bool:
    """Whether `why_not_move` has nothing against a unit, without its words."""
    if p.status[u] & MOVED or u in p.b.apart:
        return False
    if not exploiting:
        return True
    return p.c.foot[u] and not p.status[u] & NEUTRALISED and (p.c.stoss[u] or p.in_command(u))


class Movement(Choice, frozen=True):
    """Choose a unit to move, or one to bring onto the map, until done."""

    side: Side
    exploiting: bool

    implied_kind = "select"
    cases = ("5.1", "5.4")
    labels = {"done": "End the phase"}

    def prompt(self, p: Position) -> str:
        what = "Exploitation: choose a unit to move" if self.exploiting else "Movement: choose a unit to move or bring in"
        return f"{what}, or end the phase.{crowding(p, self.side)}"

    def options(self, p: Position) -> Sequence[Action]:
        valid = (p.version[ENEMY[self.side]], p.turn, p.step)
        if p.offers_of != valid:
            p.offers, p.offers_of, p.due = {}, valid, (None, [])
        offers, place, cells = p.offers, p.place, p.c.board.size
        found: list[Action] = []
        for u in p.c.ground[self.side]:
            if place[u] < cells:
                offer = offers.get(u)
                if offer is None:
                    offer = offers[u] = (p.c.select[u],) if self._may_select(p, u) else ()
                found += offer
        if not self.exploiting:
            waiting = p.stacks[p.c.box["reserve"]]
            if p.due[0] is not waiting:
                p.due = waiting, [p.c.select[u] for u in reinforcements.due(p, self.side)]
            found += p.due[1]
        found.append(DONE)
        return found

    def _may_select(self, p: Position, u: int) -> bool:
        """Whether `_refuse_unit` has nothing against a unit, without its words."""
        if not may_move(p, u, self.exploiting):
            return False
        return _can_enter_any_hex(p, u, points_of(p, u, self.exploiting)) or (not self.exploiting and may_detach(p, u))

    def _refuse_unit(self, p: Position, u: int) -> Refusal | None:
        refusal = why_not_move(p, u, self.exploiting)
        if refusal is not None:
            return refusal
        if _can_enter_any_hex(p, u, points_of(p, u, self.exploiting)) or (not self.exploiting and may_detach(p, u)):
            return None
        name, barred = p.name(u), p.barred(self.side)
        if p.status[u] & HALTED:
            return Refusal(f"{name} has entered an enemy zone of control and must stop", ("3.2b",))
        if all(barred[near] for near in p.c.board.neighbours[p.place[u]]):
            return Refusal(f"{name} is shut in: no hex next to it is open", ("5.1a",))
        if in_zone(p, u):
            return Refusal(f"{name} has too few movement points to leave the enemy zone it stands in", ("3.2c", "3.2d"))
        return Refusal(f"{name} has too few movement points for any hex next to it", ("5.1a",))

    def refuse(self, p: Position, action: Action) -> Refusal | None:
        if action == DONE:
            return None
        if action != Action("select", action.unit) or not action.unit:
            return Refusal("Choose one of your units, or end the phase", self.cases)
        refusal = not_of(p, action.unit, self.side, "2.1.5" if self.exploiting else "2.1.3a")
        if refusal is not None:
            return refusal
        u = p.c.unit[action.unit]
        if p.on_map(u):
            return self._refuse_unit(p, u)
        if p.c.size[u] == "army":
            return Refusal(f"{action.unit} is kept off the map and does not move", ("11b" if p.c.bomber[u] else "8.0b",))
        if self.exploiting:
            return off_the_map(p, u)
        return reinforcements.why_not_enter(p, u)

    def take(self, p: Position, action: Action) -> None:
        if action == DONE:
            p.stack.append(EndOfPhase())
            return
        u = p.c.unit[action.unit]
        p.stack.append(self)
        if p.on_map(u):
            p.stack.append(March(u, self.exploiting, False))
        else:
            p.stack.append(Enter(u))


def _can_enter_any_hex(p: Position, u: int, points: int) -> bool:
    """Whether any hex can be entered; the nearest are tried before the whole reach is searched."""
    if p.status[u] & HALTED:
        return False
    side, here = p.c.side[u], p.place[u]
    felt = p.zone[ENEMY[side]]
    if not felt[here]:
        left = points - p.spent[u]
        barred = p.barred(side)
        for near, cost in p.c.ways[p.c.class_of[u]][here]:
            if cost <= left and not barred[near]:
                return True
    return len(reach_of(p, u, points).cost) > 1


class March(Choice, frozen=True):
    """Choose where the unit goes, in one move or in several; a French regiment may drop battalions on the way (5.1)."""

    unit: Unit
    exploiting: bool
    begun: bool

    implied_kind = "move"
    cases = ("5.1", "5.2", "3.2")
    labels = {"halt": "Stop here", "back": "Choose another unit"}

    can_step_back = True

    def nothing_settled(self, p: Position) -> bool:
        return not self.begun

    def reach(self, p: Position) -> Reach:
        return reach_of(p, self.unit, points_of(p, self.unit, self.exploiting))

    def prompt(self, p: Position) -> str:
        u = self.unit
        points = points_of(p, u, self.exploiting)
        left = points - p.spent[u]
        doubled = not touched(p, u) and not p.status[u] & NEUTRALISED
        more = f", or {left + points} if it keeps out of enemy zones" if doubled else ""
        return f"Choose where {{{p.name(u)}}} goes: {counted(max(left, 0), 'movement point')}{more}."

    def options(self, p: Position) -> Sequence[Action]:
        u = self.unit
        here, name, labels = p.place[u], p.c.ids[u], p.c.places
        found = [Action("move", name, labels[cell]) for cell in self.reach(p).cost if cell != here]
        if not self.exploiting and may_detach(p, u):
            found.append(Action("detach", name))
        if self.begun:
            found.append(HALT)
        return found

    def refuse(self, p: Position, action: Action) -> Refusal | None:
        u = self.unit
        if action == HALT:
            return None if self.begun else Refusal(f"{p.name(u)} has not moved yet", self.cases)
        if action == Action("detach", p.name(u)):
            if self.exploiting:
                return Refusal("Battalions are detached in the Movement Phase only", ("5.1d",))
            return why_not_detach(p, u)
        cell = p.c.board.index.get(action.cell)
        if action.unit != p.name(u) and action.kind in ("move", "detach", "select") and action.unit:
            return not_of(p, action.unit, p.c.side[u], "5.1b") or Refusal(
                f"{p.name(u)} is on the move: one unit finishes before the next begins", ("5.1b",)
            )
        if action != Action("move", p.name(u), action.cell) or not action.cell:
            return Refusal(f"Choose the hex {p.name(u)} moves to", self.cases)
        if cell is None:
            return no_such_cell(p, action.cell, ("5.1a",))
        if cell != p.place[u] and cell in self.reach(p).cost:
            return None
        return self._why_not(p, cell, action.cell)

    def _why_not(self, p: Position, cell: int, label: str) -> Refusal:
        u = self.unit
        name, side = p.name(u), p.c.side[u]
        if cell == p.place[u]:
            return Refusal(f"{name} stands in {label} already", ("5.1a",))
        refusal = closed_to(p, side, cell, "5.1a")
        if refusal is not None:
            return refusal
        if p.status[u] & HALTED:
            return Refusal(f"{name} has entered an enemy zone of control and must stop", ("3.2b",))
        felt = p.zone[ENEMY[side]][cell] and in_zone(p, u) and cell in p.c.board.neighbours[p.place[u]]
        if felt and not p.c.stoss[u]:
            if not from_zone_to_zone(p, side, p.place[u], cell):
                return Refusal(f"The enemy who controls {label} controls the hex {name} stands in, too", ("3.2d",))
            return Refusal(f"{name} has too few movement points to go from one enemy zone into another", ("3.2d",))
        return self._too_far(p, cell, label)

    def _too_far(self, p: Position, cell: int, label: str) -> Refusal:
        """By the cost over open ground, whether points, the doubled allowance or enemies are what keeps a unit from a hex."""
        u = self.unit
        name, points = p.name(u), points_of(p, u, self.exploiting)
        left = points - p.spent[u]
        ways, zones = p.c.ways[p.c.class_of[u]], bytearray(p.c.board.size)
        cost = reach(ways, p.place[u], left + points, p.barred(p.c.side[u]), zones, NOTHING, NOTHING)[0].get(cell)
        if cost is None:
            allowance = f"{counted(max(left, 0), 'point')} left, {left + points} at most by strategic movement"
            return Refusal(f"{label} is too far for {name}: {allowance}", ("5.4a" if self.exploiting else "5.1a",))
        if cost <= left:
            return Refusal(f"Enemy zones of control keep {name} from {label}", ("3.2b", "3.2c"))
        if p.status[u] & NEUTRALISED:
            return Refusal(f"{label} is too far for {name}, which is neutralised: no strategic movement", ("9a",))
        if touched(p, u):
            return Refusal(f"{label} is too far for {name}, whose move has touched an enemy zone: no doubled points", ("5.2a",))
        return Refusal(f"{label} is too far for {name} unless it keeps out of enemy zones all the way", ("5.2a",))

    def take(self, p: Position, action: Action) -> None:
        u = self.unit
        if action == HALT:
            p.status[u] |= MOVED
            p.offers.pop(u, None)
            return
        if action.kind == "detach":
            detach(p, u)
        else:
            self._move_to(p, p.c.board.index[action.cell])
        continue_march(p, March(u, self.exploiting, True))

    def _move_to(self, p: Position, goal: int) -> None:
        u = self.unit
        side, start, found = p.c.side[u], p.place[u], self.reach(p)
        felt = p.zone[ENEMY[side]]
        if touched(p, u):
            p.status[u] |= TOUCHED
        way = found.way(goal)
        for cell in way:
            p.occupy(cell, side)
            if felt[cell]:
                p.status[u] |= TOUCHED
        p.put(u, goal)
        p.spent[u] += found.cost[goal]
        p.status[u] &= ~SHELTERED
        if felt[goal] and not p.c.stoss[u]:
            p.status[u] |= HALTED
        if self.exploiting:
            p.status[u] |= EXPLOITED
        case = "5.4" if self.exploiting else "5.2" if p.spent[u] > p.c.movement[u] else "5.1"
        p.say("move", f"{{{p.name(u)}}} moves from {{{p.label(start)}}} to {{{p.label(goal)}}}", (case,))


def continue_march(p: Position, march: March) -> None:
    """Ask again while the unit can still do something; else its move is over."""
    if len(march.reach(p).cost) > 1 or (not march.exploiting and may_detach(p, march.unit)):
        p.stack.append(march)
    else:
        march.take(p, HALT)


class Enter(Choice, frozen=True):
    """Choose where a reinforcement or a reserve comes onto the map (12.1b, VV-R74, VV-R78)."""

    unit: Unit

    implied_kind = "enter"
    cases = ("12.1b", "2.1.3b")
    labels = {"back": "Choose another unit"}
    can_step_back = True

    def prompt(self, p: Position) -> str:
        price = reinforcements.price_text(p, self.unit) if p.c.side[self.unit] == GERMAN else ""
        return f"Choose where {{{p.name(self.unit)}}} enters{price}."

    def options(self, p: Position) -> Sequence[Action]:
        name = p.name(self.unit)
        return [Action("enter", name, p.label(cell)) for cell in reinforcements.entries(p, self.unit)]

    def refuse(self, p: Position, action: Action) -> Refusal | None:
        cell = p.c.board.index.get(action.cell)
        if action != Action("enter", p.name(self.unit), action.cell) or not action.cell:
            return Refusal(f"Choose the hex where {p.name(self.unit)} enters", self.cases)
        if cell is None:
            return no_such_cell(p, action.cell, ("12.1b",))
        return None if cell in reinforcements.entries(p, self.unit) else reinforcements.why_not_there(p, self.unit, cell)

    def take(self, p: Position, action: Action) -> None:
        u, cell = self.unit, p.c.board.index[action.cell]
        reinforcements.arrive(p, u, cell)
        if in_zone(p, u):
            p.status[u] |= TOUCHED if p.c.stoss[u] else TOUCHED | HALTED
        continue_march(p, March(u, False, True))
