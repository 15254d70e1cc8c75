"""1.3 Set-up by hand: each seat places its companies, the Allied seats in any order."""

from __future__ import annotations

from collections.abc import Sequence

from trenchline.core.actions import Action, Refusal
from trenchline.core.deployment import READY_MADE, Deployment, JointDeployment, Placing

from .components import ALLIED
from .position import Position

ZONES = ("AB", "EF")  # the columns of a side


def setup_step(p: Position, side: int) -> None:
    seats = p.seating.sharing(side)
    p.stack.append(JointDeploy(seats, 0) if len(seats) > 1 else Deploy(side, 0))


class Deploy(Deployment[Position], frozen=True):
    """Choose a company to place, take one up again, or finish."""

    cases = ("1.3",)

    def faults(self, p: Position) -> list[tuple[str, str]]:
        return []

    def placed(self, p: Position) -> list[int]:
        return [u for u in p.c.army[self.side] if p.on_map(u) and self.commands(p, u)]

    def options(self, p: Position) -> Sequence[Action]:
        return [*(p.c.select[u] for u in self.waiting(p)), *self.lifts(p), *self.ends(p)]

    def take(self, p: Position, action: Action) -> None:
        if action.kind == "select":
            self.stay(p)
            p.stack.append(PlaceCompany(p.c.unit[action.unit]))
        elif action.kind == "lift":
            p.put(p.c.unit[action.unit], p.c.box["setup"])
            self.stay(p, lifts=1)
        else:
            if action == READY_MADE:
                self._as_printed(p)
            self.deployed(p)

    def _as_printed(self, p: Position) -> None:
        mine = [u for u in p.c.ready if self.commands(p, u)]
        others = {p.place[u] for u in p.c.army[self.side] if u not in mine}
        for u in mine:
            p.put(u, p.c.box["setup"])
        free = [cell for cell in _zone(p, self.side) if cell not in others]
        for u in mine:
            cell = p.c.ready[u] if p.c.ready[u] in free else free[0]  # the other Allied seat may stand there
            free.remove(cell)
            p.put(u, cell)


class JointDeploy(JointDeployment[Position], frozen=True):
    """The British and the French set up, in any order (1.1)."""

    cases = ("1.1", "1.3")

    def part(self, p: Position, seat: int) -> Deploy:
        return Deploy(ALLIED, self.lifted, seat)


class PlaceCompany(Placing[Position], frozen=True):
    """Choose a square for a company."""

    cases = ("1.3",)
    can_step_back = True

    def area(self, p: Position) -> str:
        return f"Columns {' and '.join(ZONES[p.c.side[self.unit]])}, one company to a square"

    def cells(self, p: Position) -> Sequence[int]:
        return [cell for cell in _zone(p, p.c.side[self.unit]) if not p.stacks[cell]]

    def refuse_cell(self, p: Position, cell: int) -> Refusal | None:
        if cell not in _zone(p, p.c.side[self.unit]):
            return Refusal(f"{p.label(cell)} is not in {self.area(p)}", self.cases)
        return Refusal(f"{p.label(cell)} holds a company already", self.cases) if p.stacks[cell] else None


def _zone(p: Position, side: int) -> list[int]:
    return [cell for cell, label in enumerate(p.c.board.labels) if label[0] in ZONES[side]]
