"""2.0 Movement: by seats in any order, with a facing at the end, and 2.2 digging in."""

from __future__ import annotations

from collections.abc import Sequence

from trenchline.core.actions import DONE, Action, Refusal
from trenchline.core.decisions import Decision, Joint
from trenchline.core.paths import reach
from trenchline.core.state import SeatNumber, Side, Unit

from .components import GERMAN
from .position import ENTRENCHED, FACINGS, MOVED, Position


def movement_phase(p: Position, side: int) -> None:
    for u in p.c.army[side]:
        p.status[u] &= ~MOVED
    p.stack.append(JointMovement(p.seating.sharing(side)) if len(p.seating.sharing(side)) > 1 else Movement(side, -1))


class Movement(Decision[Position], frozen=True):
    """Choose a company to move or to turn, until done."""

    side: Side
    seat: int  # the seat whose nations move; -1 for all of a side that has one seat

    implied_kind = "select"
    cases = ("2.0",)

    def prompt(self, p: Position) -> str:
        return "Movement: choose a company, or end the phase."

    def _mine(self, p: Position, u: int) -> bool:
        return p.c.side[u] == self.side and self.seat in (-1, p.seating.of_nation[p.c.nation[u]])

    def _may_act(self, p: Position, u: int) -> bool:
        return p.on_map(u) and not p.status[u] & MOVED and not p.engaged(p.place[u])

    def options(self, p: Position) -> Sequence[Action]:
        found = []
        for u in filter(lambda u: self._mine(p, u) and self._may_act(p, u), range(len(p.c.counters))):
            found.append(p.c.select[u])
            if self.side == GERMAN:
                found.append(Action("flip", p.name(u), mode="mobile" if p.status[u] & ENTRENCHED else "entrenched"))
        return [*found, DONE]

    def refuse(self, p: Position, action: Action) -> Refusal | None:
        u = p.c.unit.get(action.unit)
        if u is not None and not self._mine(p, u):
            return Refusal(f"{action.unit} is not yours to move", ("1.1",))
        if u is not None and p.status[u] & MOVED:
            return Refusal(f"{action.unit} has moved", ("2.0",))
        return super().refuse(p, action)

    def take(self, p: Position, action: Action) -> None:
        if self.seat < 0 and action != DONE:
            p.stack.append(self)
        if action.kind == "select":
            p.stack.append(MoveTo(p.c.unit[action.unit]))
        elif action.kind == "flip":
            u = p.c.unit[action.unit]
            p.mark(u, ENTRENCHED, action.mode == "entrenched")
            p.status[u] |= MOVED
            p.say("flip", f"{{{action.unit}}} is {action.mode}", ("2.2",))


class JointMovement(Joint[Position], frozen=True):
    """Both Allied seats move, in any order (1.1)."""

    implied_kind = "select"
    cases = ("1.1", "2.0")

    def part(self, p: Position, seat: SeatNumber) -> Movement:
        return Movement(p.seating.side[seat], seat)


class MoveTo(Decision[Position], frozen=True):
    """Choose a square and the side the company faces there; staying to turn is allowed."""

    unit: Unit

    implied_kind = "move"
    cases = ("2.0",)
    can_step_back = True

    def prompt(self, p: Position) -> str:
        return f"Choose where {{{p.name(self.unit)}}} goes and faces."

    def _reach(self, p: Position) -> dict[int, int]:
        side = p.c.side[self.unit]
        barred, zone = p.enemy_cells(side), p.enemy_zone(side)
        return reach(p.c.ways, p.place[self.unit], p.c.movement[self.unit], barred, zone)[0]

    def options(self, p: Position) -> Sequence[Action]:
        name = p.name(self.unit)
        return [Action("move", name, p.label(cell), facing=facing) for cell in self._reach(p) for facing in FACINGS]

    def take(self, p: Position, action: Action) -> None:
        u = self.unit
        p.put(u, p.c.board.index[action.cell])
        p.facing[u] = p.c.board.grid.directions.index(action.facing)
        p.mark(u, ENTRENCHED, False)
        p.status[u] |= MOVED
        p.say("move", f"{{{p.name(u)}}} moves to {{{action.cell}}}, facing {action.facing}", ("2.0",))
