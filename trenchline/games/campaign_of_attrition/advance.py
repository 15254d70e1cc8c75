"""9.3 Advance after combat."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ...core.actions import DONE, Action, Refusal
from ...core.naming import no_such_cell
from ...core.state import Cells, Side, Units
from .components import ENEMY
from .fog import known, tell
from .position import ENTRENCHED, RUINED, Automatic, Choice, Position
from .rails import follow_rails
from .refusals import why_no_room, why_not_ours
from .stacking import fits
from .supply import cross_line


class BeginAdvance(Automatic, frozen=True):
    """If the defenders' hex is empty, attackers who have not retreated may advance (9.3a); defenders never (9.3d)."""

    def run(self, p: Position) -> None:
        f = p.fight
        assert f is not None
        p.fight = None
        if p.present[f.target] or f.retreated:
            return
        units = tuple(u for u in f.attackers if p.on_map(u) and not p.status[u] & ENTRENCHED)
        if units:
            ask(p, Advance(f.side, units, (), (f.target,) if f.meeting else ()))


def ask(p: Position, advance: Advance) -> None:
    if len(advance.options(p)) > 1:
        p.stack.append(advance)


def _next_hexes(p: Position, u: int, cell: int) -> list[int]:
    """Neighbours free of the enemy, over land, a bridge, or to a friend across the river (8.4a, CA-R32)."""
    own = p.c.bit[p.c.side[u]]
    land = [near for near in p.c.open_sides[cell] if p.present[near] in (0, own)]
    return land + [near for near in p.c.shut_sides[cell] if p.present[near] == own]


def paths(p: Position, u: int) -> dict[int, tuple[int, ...]]:
    """Where a unit can advance, and by which hexes: one hex, the cavalry two (9.3a, 9.3b). Enemy zones do not count."""
    here = p.place[u]
    found: dict[int, tuple[int, ...]] = {}
    for near in _next_hexes(p, u, here):
        found[near] = (here, near)
    if p.c.cavalry[u]:
        for near in list(found):
            for far in _next_hexes(p, u, near):
                if far != here:
                    found.setdefault(far, (here, near, far))
    return {cell: path for cell, path in found.items() if fits(p, u, cell)}


class Advance(Choice, frozen=True):
    """Advance attackers one by one, or stay; a fortress can be destroyed on entering it (4.7f)."""

    side: Side
    units: Units
    entered: Cells
    cells: Cells = ()  # after a Meeting Engagement the enemy's hex alone (8.1f, CA-R83)

    implied_kind = "advance"
    cases = ("9.3a", "9.3c")
    labels = {"done": "No further advance"}

    def prompt(self, p: Position) -> str:
        return "Advance after combat: choose a unit and a hex, or stay."

    def options(self, p: Position) -> Sequence[Action]:
        found = [Action("advance", p.name(u), p.label(cell)) for u in self.units for cell in sorted(self._paths_allowed(p, u))]
        return [*found, *(Action("demolish", cell=p.label(cell)) for cell in self.entered), DONE]

    def default(self, p: Position) -> Action:
        """The strongest takes the ground that was fought for; once somebody has, the others stay."""
        won = [p.fight.target] if p.fight is not None else list(self.cells)
        vacant = {p.label(cell) for cell in won if not p.present[cell]}
        takers = [a for a in self.options(p) if a.unit and a.cell in vacant]
        return max(takers, key=lambda a: p.c.sp[p.c.unit[a.unit]], default=DONE)

    def why_not(self, p: Position, action: Action) -> Refusal | None:
        cell = p.c.board.index.get(action.cell)
        if action == Action("demolish", cell=action.cell):
            if cell is None or cell not in p.c.fort_at:
                return Refusal(f"There is no fortress in {action.cell}" if action.cell else "Choose a fortress", ("4.7f",))
            if p.forts[p.c.fort_at[cell]] == RUINED:
                return Refusal(f"The fortress in {action.cell} is destroyed already", ("4.7f",))
            return Refusal(f"No unit has entered the fortress in {action.cell} in this advance", ("4.7f",))
        if action != Action("advance", action.unit, action.cell):
            return Refusal("Choose a unit and the hex it advances to, or stay", self.cases)
        refusal = why_not_ours(p, action.unit, self.side, ("9.3a",))
        if refusal is not None:
            return refusal
        u = p.c.unit[action.unit]
        if u not in self.units:
            return Refusal(f"{action.unit} has advanced already, or did not attack", ("9.3a",))
        return no_such_cell(p, action.cell, ("9.3a",)) if cell is None else self._why_not_there(p, u, cell)

    def _why_not_there(self, p: Position, u: int, cell: int) -> Refusal:
        label, own = p.label(cell), p.c.bit[self.side]
        if p.enemy_holds(cell, self.side):
            return Refusal(f"{label} is held by the enemy", ("8.0e",))
        if self.cells and cell not in self.cells:
            return Refusal(f"After a Meeting Engagement the advance leads into {p.label(self.cells[0])} only", ("8.1f",))
        if cell in p.c.shut_sides[p.place[u]] and p.present[cell] != own:
            return Refusal(f"The river lies between, without a bridge, and no friend holds {label}", ("2.9", "8.4a"))
        if cell == p.place[u] or p.c.board.distances(p.place[u])[cell] > (2 if p.c.cavalry[u] else 1):
            far, case = ("one or two hexes", "9.3b") if p.c.cavalry[u] else ("one hex", "9.3a")
            return Refusal(f"{p.name(u)} advances {far}", (case,))
        return why_no_room(p, (*p.stacks[cell], u), label) or Refusal(f"No way leads to {label}", ("8.0e", "2.9"))

    def _paths_allowed(self, p: Position, u: int) -> dict[int, tuple[int, ...]]:
        found = paths(p, u)
        return {cell: path for cell, path in found.items() if cell in self.cells} if self.cells else found

    def take(self, p: Position, action: Action) -> None:
        if action == DONE:
            return
        cell = p.c.board.index[action.cell]
        if action.kind == "demolish":
            p.silence(p.c.fort_at[cell], ruin=True)
            ask(p, msgspec.structs.replace(self, entered=tuple(x for x in self.entered if x != cell)))
            return
        u = p.c.unit[action.unit]
        path = paths(p, u)[cell]
        before = known(p, u, ENEMY[self.side])
        for x in path[1:]:
            p.occupy(x, self.side)
        p.put(u, cell)
        where = f"{{{action.cell}}}"
        tell(
            p, "advance", [u], f"{{{action.unit}}} advances to {where}", f"A unit advances to {where}", ("9.3a",), before=before
        )
        cross_line(p, u, path)
        follow_rails(p, u, list(path))
        forts = [x for x in path[1:] if x in p.c.fort_at and p.forts[p.c.fort_at[x]] != RUINED]
        entered = tuple(dict.fromkeys((*self.entered, *forts)))
        ask(p, Advance(self.side, tuple(x for x in self.units if x != u), entered, self.cells))
