"""8.0 Bombardment: shells, airmen, the guns one target after another, and who is in a fort."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.actions import DONE, Action, Refusal
from ..great_war import bombardment as series
from ..great_war.bombardment import covered, fresh_guns
from .air import AirAttacks, begin_air
from .bombardment_supply import ShellsSpent, begin_supply, why_no_shells
from .position import Position
from .targets import FORT_ROW, entrenched, occupants, refuse_gun


def begin_bombardment(p: Position, side: int) -> None:
    """HQ modes and the HQ for the guns, airmen and their fights, the guns, the spent HQ, then the bombs (4.0(4a), 8.1,
    GL-R266)."""
    fresh_guns(p)
    p.stack += [AirAttacks(side), ShellsSpent(side), Bombardment(side)]
    begin_air(p, side)
    begin_supply(p, side)


# ------------------------------------------------------------------------------------------------ naming a target


class Bombardment(series.Bombardment, frozen=True):
    """Name a square, or a fort with somebody in it, until done."""

    labels = {**series.Bombardment.labels, "fort": "Bombard the fort in {cell}"}

    def _guns(self, p: Position) -> list[int]:  # type: ignore[override]
        """Guns that have shells (8.4)."""
        return [u for u in super()._guns(p) if why_no_shells(p, u) is None]

    def options(self, p: Position) -> Sequence[Action]:  # type: ignore[override]
        guns = self._guns(p)
        forts = [Action("fort", cell=p.label(x)) for x in fort_targets(p, self.side, guns)]
        return [*self.squares(p, guns), *forts, DONE]

    def refuse(self, p: Position, action: Action) -> Refusal | None:  # type: ignore[override]
        cell = p.c.board.index.get(action.cell)
        if cell is None:
            return super().refuse(p, action)
        if action == Action("fort", cell=action.cell):
            return refuse_fort(p, self.side, cell, self._guns(p))
        guns = series.ready_guns(p, self.side)
        if guns and not self._guns(p):
            return why_no_shells(p, guns[0])
        refusal = super().refuse(p, action)
        light = [u for u in self._guns(p) if not p.c.heavy[u] and p.gun_reaches(u, cell)]
        if refusal is not None and refusal.cases == p.cite("least_factors") and light and entrenched(p, cell):
            return Refusal(f"{refusal.reason}; field guns do not count against it", ("8.3.2(e)", *refusal.cases))
        return refusal

    def take(self, p: Position, action: Action) -> None:  # type: ignore[override]
        if action == DONE:
            return
        self.ask_again(p)
        p.stack.append(Guns(self.side, p.c.board.index[action.cell], (), (self.player(p),), action.kind == "fort"))


class Guns(series.Guns, frozen=True):
    """The guns that bombard a square or a fort: those that have shells and can harm it."""

    def candidates(self, p: Position) -> list[int]:  # type: ignore[override]
        return [u for u in super().candidates(p) if refuse_gun(p, u, self.target, self.inside) is None]

    def refuse_unit(self, p: Position, u: int) -> Refusal | None:  # type: ignore[override]
        return super().refuse_unit(p, u) or refuse_gun(p, u, self.target, self.inside)


def fort_targets(p: Position, side: int, guns: Sequence[int]) -> list[int]:
    """Forts with enemies in them that enough 420s or 400s reach."""
    siege = [u for u in guns if p.c.siege[u]]
    if not siege:
        return []
    sums, least = covered(p, siege), p.c.least[FORT_ROW]
    return [x for x in p.c.forts if sums[x] >= least and occupants(p, x, side) and p.why_closed(x) is None]


def refuse_fort(p: Position, side: int, cell: int, guns: Sequence[int]) -> Refusal | None:
    label, siege = p.label(cell), [u for u in guns if p.c.siege[u] and p.gun_reaches(u, cell)]
    if not occupants(p, cell, side):
        return Refusal(f"No enemy is in a fort in {label}", ("8.2.2",))
    closed = p.why_closed(cell)
    if closed is not None:
        return closed
    if not siege:
        return Refusal(f"No 420 or 400 that can fire has {label} in range", ("8.2.2",))
    if sum(p.numbers(u).primary for u in siege) < p.c.least[FORT_ROW]:
        return Refusal(f"A fort needs {p.c.least[FORT_ROW]} factors of 420s or 400s; fewer reach {label}", ("8.3", "8.2.2"))
    return None
