"""7.6 Retreat, and 7.5n fortresses that refuse it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec

from ...core.actions import Action, Refusal
from ...core.naming import no_such_cell
from ...core.state import Cell, Cells, Side, Units
from ...core.wording import counted, listed
from .components import ENEMY, FRENCH, GERMAN
from .losses import TakeLosses, eliminate
from .odds import lone_works
from .position import SHELTERED, Automatic, Choice, Position
from .refusals import closed_to
from .stacking import fits

HOLD, RETREAT = Action("hold"), Action("retreat")
HOMEWARD = {GERMAN: (5, 0, 1), FRENCH: (2, 3, 4)}  # directions toward the own edge: NW N NE, SE S SW (VV-R56)


class BeginRetreat(Automatic, frozen=True):
    """Every hex of the beaten side has to be left; works that stand alone cannot, and lose their step (7.5n, VV-R09)."""

    side: Side
    hexes: int

    def run(self, p: Position) -> None:
        fight = p.fight
        assert fight is not None
        attacking = self.side == fight.side
        cells = tuple(dict.fromkeys((*fight.origins, *fight.exposed_cells) if attacking else fight.targets))
        for cell in () if attacking else lone_works(p, fight):
            p.lose_works(p.c.fortress_at[cell])
        p.stack.append(NextStack(self.side, self.hexes, cells, (), ()))


def leavers(p: Position, side: int, cell: int) -> tuple[int, ...]:
    """Who must leave a hex of the combat: all that are in it; of an attacker's hex only those who attacked (7.1c, VV-R53)."""
    fight = p.fight
    assert fight is not None
    if side != fight.side:
        return p.stacks[cell]
    return tuple(u for u in (*fight.attackers, *fight.exposed) if p.place[u] == cell)


class NextStack(Automatic, frozen=True):
    """The stacks of a beaten side retreat one after the other; their owner chooses the order (VV-R92)."""

    side: Side
    hexes: int
    cells: Cells  # still to be left
    left: tuple[int, ...]  # left already: whoever ends his retreat in one of them goes on
    units: Units  # that have retreated

    def run(self, p: Position) -> None:
        back = [cell for cell in self.left if leavers(p, self.side, cell)]
        cells = tuple(cell for cell in self.cells if leavers(p, self.side, cell))
        if back:
            self.retreat(p, back[0], leavers(p, self.side, back[0]))
        elif len(cells) > 1:
            p.stack += [self, RetreatOrder(self.side, cells)]
        elif cells:
            self.leave(p, cells[0])

    def leave(self, p: Position, cell: int) -> None:
        """A stack's retreat begins, unless it may be refused: then its owner is asked.

        Who has fallen back onto it goes along, or after it if they are too many to stack anywhere (docs/rulings R18).
        """
        units = leavers(p, self.side, cell)
        if sum(p.steps[u] for u in units) > p.c.stack_limit:
            units = tuple(u for u in units if u not in self.units) or units
        if may_hold(p, self.side, self.hexes, units, self.units, cell):
            p.stack += [self, HoldFortress(self.hexes, units, cell)]
        else:
            self.retreat(p, cell, units)

    def retreat(self, p: Position, cell: int, units: tuple[int, ...]) -> None:
        others = tuple(x for x in self.cells if x != cell)
        left = tuple(x for x in self.left if x != cell)
        again = bool(left) and any(u in self.units for u in units)
        p.stack.append(NextStack(self.side, self.hexes, others, (*left, cell), (*self.units, *units)))
        p.stack.append(Retreating(self.side, self.hexes, units, (cell,), others, left, again))

    def hold(self, p: Position, cell: int) -> None:
        """A garrison stays: its hex need not be left (7.5n)."""
        p.stack.append(msgspec.structs.replace(self, cells=tuple(x for x in self.cells if x != cell)))


def _stacks_to_leave(p: Position, side: int, hexes: int, cells: tuple[int, ...]) -> NextStack:
    """The retreat that a choice belongs to lies beneath it; a position written by hand may have left it out."""
    if p.stack and isinstance(p.stack[-1], NextStack):
        below = p.stack.pop()
        assert isinstance(below, NextStack)
        return below
    return NextStack(side, hexes, cells, (), ())


class RetreatOrder(Choice, frozen=True):
    """Several stacks must retreat: their owner says which goes next (VV-R92)."""

    side: Side
    cells: Cells

    implied_kind = "leave"
    cases = ("VV-R92", "7.6R-c")

    def prompt(self, p: Position) -> str:
        cells = listed([f"{{{p.label(cell)}}}" for cell in self.cells])
        return f"{cells} must be left: choose which stack retreats first."

    def options(self, p: Position) -> Sequence[Action]:
        return [Action("leave", cell=p.label(cell)) for cell in self.cells]

    def default(self, p: Position) -> Action:
        """The first: the order seldom matters."""
        return Action("leave", cell=p.label(self.cells[0]))

    def refuse(self, p: Position, action: Action) -> Refusal | None:
        cell = p.c.board.index.get(action.cell)
        if action != Action("leave", cell=action.cell) or not action.cell:
            return Refusal("Choose the hex whose stack retreats first", self.cases)
        return None if cell in self.cells else Refusal(f"No stack must retreat from {action.cell} now", ("VV-R92",))

    def take(self, p: Position, action: Action) -> None:
        _stacks_to_leave(p, self.side, 1, self.cells).leave(p, p.c.board.index[action.cell])


def may_hold(p: Position, side: int, hexes: int, units: Sequence[int], came: Sequence[int], cell: int) -> bool:
    """French defenders in a fortress with steps enough, its own among them (7.5n, 7.5o, VV-R08); no mere guests (VV-R94)."""
    assert p.fight is not None
    if side != FRENCH or p.fight.side == FRENCH or cell not in p.c.fortress_at:
        return False
    if not any(u in p.fight.defenders and u not in came for u in units):
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
        price = counted(self.hexes, "step")
        far = counted(self.hexes, "hex", "hexes")
        return f"The garrison of {{{p.label(self.cell)}}} must retreat {far}: lose {price} and hold the fortress, or retreat."

    def options(self, p: Position) -> Sequence[Action]:
        return (HOLD, RETREAT)

    def refuse(self, p: Position, action: Action) -> Refusal | None:
        if action in (HOLD, RETREAT):
            return None
        return Refusal(f"First say whether the garrison of {p.label(self.cell)} holds or retreats", ("7.5n",))

    def take(self, p: Position, action: Action) -> None:
        below = _stacks_to_leave(p, FRENCH, self.hexes, (self.cell,))
        if action == RETREAT:
            below.retreat(p, self.cell, self.units)
            return
        below.hold(p, self.cell)
        p.say("hold", f"The garrison of {{{p.label(self.cell)}}} holds", self.cases)
        p.stack.append(TakeLosses(FRENCH, self.hexes, self.units, (self.cell,), "7.5n"))


# ------------------------------------------------------------------------------------------------ 7.6 the way back


def retreat_cells(
    p: Position, side: int, units: Sequence[int], trail: Sequence[int], hexes: int, closed: Sequence[int] = ()
) -> list[int]:
    """Where a stack may go next: what the last of the priorities leaves (VV-R56)."""
    return [cells for _, cells in priorities(p, side, units, trail, hexes, closed)][-1]


def priorities(
    p: Position, side: int, units: Sequence[int], trail: Sequence[int], hexes: int, closed: Sequence[int]
) -> Iterator[tuple[str, list[int]]]:
    """The priorities of a retreat as filters in their order, each skipped if it leaves nothing: what each leaves (VV-R56).

    A retreat never leads back to where it began, and a stack that only goes on because it cannot stack must get further away
    (docs/rulings R4). `closed` are hexes of the combat that a stack driven from two of them does not enter again (R18).
    """
    board, here = p.c.board, trail[-1]
    barred = p.barred(side)
    cells = [n for n in board.neighbours[here] if not barred[n] and n != trail[0] and n not in closed]
    far = board.distances(trail[0])
    away = [n for n in cells if far[n] > far[here]]
    if away or not hexes:
        cells = away
    yield "VV-R56", cells
    zone = p.zone[ENEMY[side]]
    home = [board.across[here][d] for d in HOMEWARD[side]]
    filters: tuple[tuple[str, Callable[[int], bool]], ...] = (
        ("7.6R-c", lambda n: n in home),
        ("7.6R-d", lambda n: not zone[n] or p.occupied(n, side)),  # 3.2e
        ("7.6R-e", lambda n: fits(p, units, n)),
    )
    for case, keep in filters:
        cells = [n for n in cells if keep(n)] or cells
        yield case, cells
    if len(cells) > 1:
        apart = {n: _distance_to_enemy(p, side, n) for n in cells}
        best = max(apart.values())
        cells = [n for n in cells if apart[n] == best]
    yield "7.6R-f", cells


def _distance_to_enemy(p: Position, side: int, cell: int) -> int:
    """Hexes to the nearest enemy unit in play."""
    near, playable = p.c.board.distances(cell), p.b.playable
    return min((near[p.place[u]] for u in p.units_of(ENEMY[side]) if playable[p.place[u]]), default=99)


class Retreating(Automatic, frozen=True, omit_defaults=True):
    """A stack goes back hex by hex; then on, while it cannot stack where it is (7.6R-h, VV-R57).

    In another hex of the same combat it has joined those who must leave that one, and goes on with them, or by itself if they
    have left (VV-R92).
    """

    side: Side
    hexes: int
    units: Units
    trail: Cells
    cells: Cells = ()  # other hexes of the combat that are still to be left
    left: tuple[int, ...] = ()  # and such as have been left
    again: bool = False  # some of the stack have been driven from one of these already

    def run(self, p: Position) -> None:
        units = tuple(u for u in self.units if p.on_map(u))
        here = self.trail[-1]
        if not units:
            return
        if not self.hexes and here in self.left:
            return  # `NextStack` sends it on
        if not self.hexes and (len(self.trail) == 1 or here in self.cells or p.steps_in(here) <= p.c.stack_limit):
            self._arrive(p, units)
            return
        going = msgspec.structs.replace(self, units=units)
        cells = going.ways(p)
        if not cells and self.hexes:
            for u in units:
                eliminate(p, u, ("7.6R-j", "7.6R-a"))
        elif not cells:
            self._arrive(p, units)  # what is too much goes when the phase ends (4d)
        elif len(cells) == 1:
            going.step(p, cells[0])
        else:
            p.stack.append(Retreat(self.side, self.hexes, units, self.trail, self.cells, self.left, self.again))

    def ways(self, p: Position) -> list[int]:
        """The hexes the priorities leave."""
        return retreat_cells(p, self.side, self.units, self.trail, self.hexes, self.left if self.again else ())

    def why_elsewhere(self, p: Position, cell: int) -> Refusal:
        """Which priority leads elsewhere than into a hex that is open."""
        label = p.label(cell)
        if cell == self.trail[0] or (self.again and cell in self.left):
            return Refusal(f"The retreat began in {label} and does not lead back there", ("7.6R-c", "VV-R56"))
        told = {
            "VV-R56": "is no further from where the retreat began, and others are",
            "7.6R-c": "does not lie toward your own edge of the map, and others do",
            "7.6R-d": "is in an enemy zone of control, and others are not",
            "7.6R-e": "has no room, and others have",
            "7.6R-f": "is nearer to the enemy than others are",
        }
        closed = self.left if self.again else ()
        for case, cells in priorities(p, self.side, self.units, self.trail, self.hexes, closed):
            if cell not in cells:
                return Refusal(f"{label} {told[case]}", (case,))
        raise AssertionError(label)

    def step(self, p: Position, cell: int) -> None:
        """One hex of retreat; an enemy zone without a friend in the hex costs the stack a step (3.3c, 3.3d, 7.6R-g, VV-R55)."""
        side, units = self.side, self.units
        costly = p.zone[ENEMY[side]][cell] > 0 and not p.occupied(cell, side)
        for u in units:
            p.put(u, cell)
        p.say("retreat", f"{p.they(units, 'retreats', 'retreat')} to {{{p.label(cell)}}}", ("7.6R-c",))
        p.stack.append(msgspec.structs.replace(self, hexes=max(self.hexes - 1, 0), trail=(*self.trail, cell)))
        if costly:
            p.stack.append(TakeLosses(side, 1, units, (), "3.3c"))

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


class Retreat(Choice, frozen=True, omit_defaults=True):
    """The owner chooses among the hexes that the priorities leave (7.6R-c, 7.6R-d, 7.6R-e, 7.6R-f)."""

    side: Side
    hexes: int
    units: Units
    trail: Cells
    cells: Cells = ()
    left: tuple[int, ...] = ()
    again: bool = False

    implied_kind = "retreat"
    cases = ("7.6R-c", "7.6R-d", "7.6R-e", "7.6R-f")

    def prompt(self, p: Position) -> str:
        far = counted(self.hexes, "hex", "hexes")
        more = f", {far} to go" if self.hexes else " further because there is no room to stack"
        return f"{p.names(self.units)} must retreat{more}: choose the next hex."

    def going(self) -> Retreating:
        return Retreating(self.side, self.hexes, self.units, self.trail, self.cells, self.left, self.again)

    def options(self, p: Position) -> Sequence[Action]:
        return [Action("retreat", cell=p.label(cell)) for cell in self.going().ways(p)]

    def default(self, p: Position) -> Action:
        """The first of the hexes: the priorities have left only such as are equally good."""
        return Action("retreat", cell=p.label(self.going().ways(p)[0]))

    def refuse(self, p: Position, action: Action) -> Refusal | None:
        cell = p.c.board.index.get(action.cell)
        if action != Action("retreat", cell=action.cell) or not action.cell:
            return Refusal("Choose the hex to retreat to", self.cases)
        if cell is None:
            return no_such_cell(p, action.cell, ("7.6R-j",))
        if cell not in p.c.board.neighbours[self.trail[-1]]:
            return Refusal(f"{action.cell} is not next to {p.label(self.trail[-1])}: a retreat goes hex by hex", ("7.6R-c",))
        refusal = closed_to(p, self.side, cell, "7.6R-a")
        if refusal is not None:
            return refusal
        going = self.going()
        return None if cell in going.ways(p) else going.why_elsewhere(p, cell)

    def take(self, p: Position, action: Action) -> None:
        self.going().step(p, p.c.board.index[action.cell])
