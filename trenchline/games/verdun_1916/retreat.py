"""7.6 Retreat, and 7.5n fortresses that refuse it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...core.actions import Action, Refusal
from ...core.state import Cell, Cells, Side, Units
from .components import ENEMY, FRENCH, GERMAN
from .losses import TakeLosses, eliminate
from .position import SHELTERED, Automatic, Choice, Position
from .stacking import fits

HOLD, RETREAT = Action("hold"), Action("retreat")
HOMEWARD = {GERMAN: (5, 0, 1), FRENCH: (2, 3, 4)}  # directions toward the own edge: NW N NE, SE S SW (VV-R56)


class BeginRetreat(Automatic, frozen=True):
    """Each stack of a side retreats by itself; French garrisons of fortresses may refuse (7.5n)."""

    side: Side
    hexes: int

    def run(self, p: Position) -> None:
        fight = p.fight
        assert fight is not None
        if self.side == fight.side:
            units = (*fight.attackers, *fight.exposed)
            stood = dict(zip(units, (*fight.origins, *fight.exposed_cells), strict=True))
            stacks = {cell: tuple(u for u in units if stood[u] == cell) for cell in dict.fromkeys(stood.values())}
        else:
            stacks = {cell: p.stacks[cell] for cell in fight.targets}
        for cell, stack in reversed(stacks.items()):
            p.stack.append(LeaveOrHold(self.side, self.hexes, stack, cell))


class LeaveOrHold(Automatic, frozen=True):
    """A stack's retreat begins, unless it may be refused: then its owner is asked."""

    side: Side
    hexes: int
    units: Units
    cell: Cell

    def run(self, p: Position) -> None:
        assert p.fight is not None
        left = tuple(u for u in self.units if p.on_map(u))
        if not left:
            if self.side == FRENCH != p.fight.side and p.fortress_stands(self.cell):
                p.lose_works(p.c.fortress_at[self.cell])  # alone it cannot retreat (VV-R09)
        elif may_hold(p, self.side, self.hexes, left, self.cell):
            p.stack.append(HoldFortress(self.hexes, left, self.cell))
        else:
            p.stack.append(Retreating(self.side, self.hexes, left, (self.cell,)))


def may_hold(p: Position, side: int, hexes: int, units: Sequence[int], cell: int) -> bool:
    """French defenders in a fortress with steps enough, its own among them (7.5n, 7.5o, VV-R08)."""
    assert p.fight is not None
    if side != FRENCH or p.fight.side == FRENCH or cell not in p.c.fortress_at:
        return False
    return sum(p.steps[u] for u in units) + p.fortress_stands(cell) >= hexes


class HoldFortress(Choice, frozen=True):
    """The garrison may stay for a step for each hex of the retreat (7.5n)."""

    hexes: int
    units: Units
    cell: Cell

    cases = ("7.5n", "7.5o")
    labels = {"hold": "Hold the fortress", "retreat": "Retreat"}

    def player(self, p: Position) -> int:
        return FRENCH

    def prompt(self, p: Position) -> str:
        price = f"{self.hexes} step{'s' * (self.hexes != 1)}"
        return f"{{{p.label(self.cell)}}} must retreat {self.hexes}: hold the fortress for {price}, or retreat?"

    def options(self, p: Position) -> Sequence[Action]:
        return (HOLD, RETREAT)

    def take(self, p: Position, action: Action) -> None:
        if action == RETREAT:
            p.stack.append(Retreating(FRENCH, self.hexes, self.units, (self.cell,)))
            return
        p.say("hold", f"The garrison of {{{p.label(self.cell)}}} holds", self.cases)
        p.stack.append(TakeLosses(FRENCH, self.hexes, self.units, (self.cell,), "7.5n"))


# ------------------------------------------------------------------------------------------------ 7.6 the way back


def retreat_cells(p: Position, side: int, units: Sequence[int], trail: Sequence[int], hexes: int) -> list[int]:
    """Where a stack may go next: the priorities as filters in their order, each skipped if it leaves nothing (VV-R56).

    A retreat never leads back to where it began, and a stack that only goes on because it cannot stack must get further away
    (docs/rulings R4).
    """
    board, here = p.c.board, trail[-1]
    barred = p.barred(side)
    cells = [n for n in board.neighbours[here] if not barred[n] and n != trail[0]]
    far = board.distances(trail[0])
    away = [n for n in cells if far[n] > far[here]]
    if away or not hexes:
        cells = away
    zone = p.zone[ENEMY[side]]
    home = [board.sides[here][d] for d in HOMEWARD[side]]
    filters: list[Callable[[int], bool]] = [
        lambda n: n in home,  # 7.6R-c
        lambda n: not zone[n] or p.occupied(n, side),  # 7.6R-d, 3.2e
        lambda n: fits(p, units, n),  # 7.6R-e
    ]
    for keep in filters:
        cells = [n for n in cells if keep(n)] or cells
    if len(cells) > 1:  # 7.6R-f
        apart = {n: _to_enemy(p, side, n) for n in cells}
        best = max(apart.values())
        cells = [n for n in cells if apart[n] == best]
    return cells


def _to_enemy(p: Position, side: int, cell: int) -> int:
    """Hexes to the nearest enemy unit in play."""
    near, playable = p.c.board.distances(cell), p.b.playable
    return min((near[p.place[u]] for u in p.units_of(ENEMY[side]) if playable[p.place[u]]), default=99)


class Retreating(Automatic, frozen=True):
    """A stack goes back hex by hex; then on, while it cannot stack where it is (7.6R-h, VV-R57)."""

    side: Side
    hexes: int
    units: Units
    trail: Cells

    def run(self, p: Position) -> None:
        left = tuple(u for u in self.units if p.on_map(u))
        here = self.trail[-1]
        if not left:
            return
        if not self.hexes and (len(self.trail) == 1 or p.steps_in(here) <= p.c.stack_limit):
            self._arrive(p, left)
            return
        cells = retreat_cells(p, self.side, left, self.trail, self.hexes)
        if not cells and self.hexes:
            for u in left:
                eliminate(p, u, ("7.6R-j", "7.6R-a"))
        elif not cells:
            self._arrive(p, left)  # what is too much goes when the phase ends (4d)
        elif len(cells) == 1:
            step_back(p, self.side, self.hexes, left, self.trail, cells[0])
        else:
            p.stack.append(Retreat(self.side, self.hexes, left, self.trail))

    def _arrive(self, p: Position, units: Sequence[int]) -> None:
        """Units that come upon friends, or into works that defend themselves, only shelter there (7.1g, 7.6R-i, VV-R09).

        Whoever was there alone, be it as a guest once, is the host now (docs/rulings R5).
        """
        here = self.trail[-1]
        hosts = [u for u in p.stacks[here] if u not in units]
        if all(p.status[u] & SHELTERED for u in hosts):
            for u in hosts:
                p.status[u] &= ~SHELTERED
        if hosts or (self.side == FRENCH and p.fortress_stands(here) and len(self.trail) > 1):
            for u in units:
                p.status[u] |= SHELTERED


class Retreat(Choice, frozen=True):
    """The owner chooses among the hexes that the priorities leave (7.6R-c to 7.6R-f)."""

    side: Side
    hexes: int
    units: Units
    trail: Cells

    implied_kind = "retreat"
    cases = ("7.6R-c", "7.6R-d", "7.6R-e", "7.6R-f")

    def player(self, p: Position) -> int:
        return self.side

    def prompt(self, p: Position) -> str:
        more = f", {self.hexes} hex{'es' * (self.hexes != 1)} to go" if self.hexes else " on, to where it can stack"
        return f"{p.names(self.units)} must retreat{more}: choose the next hex."

    def options(self, p: Position) -> Sequence[Action]:
        cells = retreat_cells(p, self.side, self.units, self.trail, self.hexes)
        return [Action("retreat", cell=p.label(cell)) for cell in cells]

    def refuse(self, p: Position, action: Action) -> Refusal | None:
        cell = p.c.board.index.get(action.cell)
        if cell is None or action != Action("retreat", cell=action.cell):
            return Refusal("Name the hex to retreat to", self.cases)
        if cell not in p.c.board.neighbours[self.trail[-1]]:
            return Refusal(f"{action.cell} is not next to {p.label(self.trail[-1])}", self.cases)
        if p.barred(self.side)[cell]:
            return Refusal(f"{action.cell} is closed: enemy units, a fortress, or the bank out of play", ("7.6R-a",))
        if action in self.options(p):
            return None
        return Refusal(f"The priorities of retreat lead elsewhere than {action.cell}", self.cases)

    def take(self, p: Position, action: Action) -> None:
        step_back(p, self.side, self.hexes, self.units, self.trail, p.c.board.index[action.cell])


def step_back(p: Position, side: int, hexes: int, units: tuple[int, ...], trail: tuple[int, ...], cell: int) -> None:
    """One hex of retreat; an enemy zone without a friend in the hex costs the stack a step (3.3c, 3.3d, VV-R55)."""
    costly = p.zone[ENEMY[side]][cell] > 0 and not p.occupied(cell, side)
    for u in units:
        p.put(u, cell)
    p.say("retreat", f"{p.names(units)} retreat{'s' * (len(units) == 1)} to {{{p.label(cell)}}}", ("7.6R-c",))
    p.stack.append(Retreating(side, max(hexes - 1, 0), units, (*trail, cell)))
    if costly:
        p.stack.append(TakeLosses(side, 1, units, (), "3.3c"))
