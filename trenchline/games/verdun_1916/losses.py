"""1.2 Steps and how they are lost: by a barrage, in combat, in retreat, by crowding."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from ...core.actions import Action, Refusal
from ...core.decisions import About, about
from ...core.naming import no_such_cell
from ...core.state import Cells, Side, Units
from ...core.wording import listed
from .components import FRENCH
from .position import Automatic, Choice, Position
from .refusals import not_of, off_the_map


def lose_step(p: Position, u: int, cases: tuple[str, ...] = ()) -> None:
    """A loss marker, then the reverse side, then the end (1.2b, 1.2c, 1.2e); Stosstruppen flip at once (1.2d).

    All others have one step, and lose all with it (1.2f).
    """
    if p.steps[u] > 1:
        p.steps[u] -= 1
        flipped = p.steps[u] == 1
        how, case = ("is flipped", "1.2d" if p.c.stoss[u] else "1.2c") if flipped else ("takes a loss marker", "1.2b")
        p.say("loss", f"{{{p.name(u)}}} loses a step and {how}", (*cases, case))
        p.offers.pop(u, None)
    else:
        eliminate(p, u, cases)


def eliminate(p: Position, u: int, cases: tuple[str, ...] = ()) -> None:
    """A unit leaves the map: battalions go back to stock (14.2D-i), HQs return next turn (1.4i)."""
    c = p.c
    p.say("eliminated", f"{{{p.name(u)}}} is eliminated in {{{p.label(p.place[u])}}}", cases or ("1.2e",))
    p.status[u] = 0
    p.spent[u] = 0
    if c.hq[u]:
        p.returning = (*p.returning, (u, p.turn))
        p.put(u, c.box["returning"])
    elif u in p.b.stock.get(c.division[u], ()):
        p.put(u, c.box["stock"])
    else:
        p.steps[u] = 0
        p.put(u, c.box["eliminated"])


# ------------------------------------------------------------------------------------------------ who loses


def losable(p: Position, units: Iterable[int], forts: Sequence[int], first: bool) -> tuple[list[int], list[int]]:
    """Whom the owner may choose: Stosstruppen for the first step of a combat (7.5p), an HQ only last (1.4e)."""
    c = p.c
    there = [u for u in units if p.on_map(u)]
    guests = p.fight.sheltered if p.fight is not None else ()  # they take no part (7.1g)
    storm = [u for u in there if c.stoss[u] and u not in guests]
    if first and storm:
        return storm, []
    works = [cell for cell in forts if p.fortress_stands(cell)]
    others = [u for u in there if not c.hq[u]]
    if others or works:
        return others, works
    return there, []


class TakeLosses(Automatic, frozen=True):
    """A side must give up steps; one by one, while there are any."""

    side: Side
    count: int
    units: Units
    cells: Cells  # fortresses whose step may be given
    case: str

    def run(self, p: Position) -> None:
        if not self.count:
            return
        choice = Losses(self.side, self.units, self.cells, self.case)
        options = choice.options(p)
        if not options:
            return
        p.stack.append(msgspec.structs.replace(self, count=self.count - 1))
        if len(options) == 1:
            choice.take(p, options[0])
        else:
            p.stack.append(choice)


class Losses(Choice, frozen=True):
    """The owner chooses which unit, or which fortress, gives up a step (7.5, VV-R48)."""

    side: Side
    units: Units
    cells: Cells
    case: str

    implied_kind = "lose"
    cases = ("7.5", "7.5p", "1.4e")

    def prompt(self, p: Position) -> str:
        units, works = self._losable_now(p)
        where = dict.fromkeys([*(p.place[u] for u in units), *works])
        return f"A step is lost in {listed([f'{{{p.label(cell)}}}' for cell in where], 'or')}: choose who loses it."

    def about(self, p: Position) -> About | None:
        units, works = self._losable_now(p)
        return about(p, units, [*(p.place[u] for u in units), *works], hits=1)

    def label(self, p: Position, action: Action) -> str:
        if action.cell:
            return f"The fortress of {action.cell} falls"
        left = p.steps[p.c.unit[action.unit]] - 1
        return f"{action.unit} loses a step, {left} left" if left else f"{action.unit} is eliminated"

    def _losable_now(self, p: Position) -> tuple[list[int], list[int]]:
        first = p.fight is not None and self.side not in p.fight.bled
        return losable(p, self.units, self.cells, first)

    def options(self, p: Position) -> Sequence[Action]:
        units, works = self._losable_now(p)
        return [*(Action("lose", p.name(u)) for u in units), *(Action("lose", cell=p.label(cell)) for cell in works)]

    def refuse(self, p: Position, action: Action) -> Refusal | None:
        units, works = self._losable_now(p)
        if action == Action("lose", cell=action.cell) and action.cell:
            return self._refuse_works(p, action.cell, works)
        if action != Action("lose", action.unit) or not action.unit:
            return Refusal("Choose a unit, or the hex of a fortress, to lose the step", self.cases)
        refusal = not_of(p, action.unit, self.side, self.case)
        if refusal is not None:
            return refusal
        u = p.c.unit[action.unit]
        if u in units:
            return None
        if not p.on_map(u):
            return off_the_map(p, u)
        if u not in self.units:
            return Refusal(f"{action.unit} has no part in this loss", ("3.3d" if self.case == "3.3c" else "7.1c",))
        if p.c.hq[u]:
            return Refusal(f"{action.unit} is an HQ: others lose their steps first", ("1.4e",))
        return Refusal("The first step comes from Stosstruppen", ("7.5p",))

    def _refuse_works(self, p: Position, label: str, works: Sequence[int]) -> Refusal | None:
        cell = p.c.board.index.get(label)
        if cell is None:
            return no_such_cell(p, label, ("7.5o",))
        if cell in works:
            return None
        if cell not in p.c.fortress_at:
            return Refusal(f"{label} is no fortress", ("7.5o",))
        if cell not in self.cells:
            return Refusal(f"The fortress of {label} has no part in this loss", ("7.5o",))
        if not p.fortress_stands(cell):
            return Refusal(f"The fortress of {label} has lost its step already", ("7.5o",))
        return Refusal("The first step comes from Stosstruppen", ("7.5p",))

    def _case(self, p: Position, u: int) -> tuple[str, ...]:
        """By what a unit gives up the step: Stosstruppen among others because the first one is theirs (7.5p)."""
        units, _ = self._losable_now(p)
        bound = p.c.stoss[u] and any(p.on_map(x) and x not in units for x in self.units)
        return (self.case, "7.5p") if bound else (self.case,)

    def take(self, p: Position, action: Action) -> None:
        cases = self._case(p, p.c.unit[action.unit]) if action.unit else ()
        if p.fight is not None and self.side not in p.fight.bled:
            p.fight = msgspec.structs.replace(p.fight, bled=(*p.fight.bled, self.side))
        if action.cell:
            p.lose_works(p.c.fortress_at[p.c.board.index[action.cell]])
        else:
            lose_step(p, p.c.unit[action.unit], cases)


def each_loses(p: Position, side: int, units: Sequence[int], cells: Sequence[int], case: str) -> None:
    """Every unit loses a step, and every fortress; an HQ only if nobody is left beside it (7.5b, 1.4e, VV-R08)."""
    assert p.fight is not None
    p.fight = msgspec.structs.replace(p.fight, bled=(*p.fight.bled, side))
    hexes = {u: p.place[u] for u in units}
    for u in units:
        if not p.c.hq[u]:
            lose_step(p, u, (case,))
    for u in units:
        if p.c.hq[u] and all(p.c.hq[x] for x in p.stacks[hexes[u]]):
            eliminate(p, u, (case, "1.4e"))
    if side == FRENCH:
        for cell in cells:
            if p.fortress_stands(cell):
                p.lose_works(p.c.fortress_at[cell])
