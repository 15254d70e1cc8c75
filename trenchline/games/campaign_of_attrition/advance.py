"""9.3 Advance after combat."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ...core.actions import Action, DONE
from ...core.state import Cells, Side, Units
from .fog import known, tell
from .position import ENTRENCHED, RUINED, Automatic, Choice, Position
from .rails import follow_rails
from .stacking import fits
from .supply import cross_line


class BeginAdvance(Automatic, frozen=True):
    """If the defenders' hex is empty, attackers who have not retreated may advance (9.3a)."""

    def run(self, p: Position) -> None:
        f = p.fight
        assert f is not None
        p.fight = None
        if p.present[f.target] or f.retreated:
            return
        units = tuple(u for u in f.attackers if p.on_map(u) and not p.status[u] & ENTRENCHED)
        if units:
            ask(p, Advance(f.side, units, ()))


def ask(p: Position, advance: Advance) -> None:
    if len(advance.options(p)) > 1:
        p.stack.append(advance)


def _onward(p: Position, u: int, cell: int) -> list[int]:
    """Neighbours free of the enemy, over land, a bridge, or to a friend across the river (8.4a, CA-R32)."""
    own = p.c.side[u] + 1
    land = [near for near in p.c.open_sides[cell] if p.present[near] in (0, own)]
    return land + [near for near in p.c.shut_sides[cell] if p.present[near] == own]


def paths(p: Position, u: int) -> dict[int, tuple[int, ...]]:
    """Where a unit can advance, and by which hexes: one hex, the cavalry two (9.3a, 9.3b). Enemy zones do not count."""
    here = p.place[u]
    found: dict[int, tuple[int, ...]] = {}
    for near in _onward(p, u, here):
        found[near] = (here, near)
    if p.c.cavalry[u]:
        for near in list(found):
            for far in _onward(p, u, near):
                if far != here:
                    found.setdefault(far, (here, near, far))
    return {cell: path for cell, path in found.items() if fits(p, u, cell)}


class Advance(Choice, frozen=True):
    """Advance attackers one by one, or stay; a fortress can be destroyed on entering it (4.7f)."""

    side: Side
    units: Units
    entered: Cells

    implied_kind = "advance"
    cases = ("9.3a", "9.3c")
    labels = {"done": "No further advance"}

    def player(self, p: Position) -> int:
        return self.side

    def prompt(self, p: Position) -> str:
        return "Advance after combat: choose a unit and a hex, or stay."

    def options(self, p: Position) -> Sequence[Action]:
        found = [Action("advance", p.name(u), p.label(cell)) for u in self.units for cell in sorted(paths(p, u))]
        return [*found, *(Action("demolish", cell=p.label(cell)) for cell in self.entered), DONE]

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
        before = known(p, u, 1 - self.side)
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
        ask(p, Advance(self.side, tuple(x for x in self.units if x != u), entered))
