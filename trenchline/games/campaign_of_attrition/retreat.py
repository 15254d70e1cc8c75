"""9.4 Retreats: hex by hex away from the enemy, toward a hex with a line of communication."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.actions import Action
from ...core.state import Cells, Side, Units
from .elimination import demoralize, disrupt, eliminate
from .fog import known, tell
from .position import Automatic, Choice, Fight, Position
from .stacking import within_limits
from .supply import cross_line, loc_cells


def enemy_hexes(f: Fight, side: int) -> tuple[int, ...]:
    """What a side's retreat leads away from: the attacking hexes, or for attackers the defending one (CA-R22)."""
    return (f.target,) if side == f.side else f.origins


def _next_hexes(p: Position, side: int, cell: int, away: Sequence[int]) -> list[int]:
    """Neighbours farther from every enemy hex, or equally far if none is; no enemy, no enemy zone, no unbridged river."""
    distances = [p.c.board.distances(x) for x in away]
    ground = [
        near
        for near in p.c.open_sides[cell]
        if not p.enemy_holds(near, side)
        and (
            not p.in_zone(near, side) or (p.rules.retreat_zoc_negated_by_friend and p.present[near] == side + 1)  # CA-R48
        )
    ]
    farther = [near for near in ground if all(d[near] > d[cell] for d in distances)]
    return farther or [near for near in ground if all(d[near] >= d[cell] for d in distances)]


def retreat_ends(p: Position, u: int, hexes: int, away: Sequence[int], leaving: Sequence[int]) -> list[int]:
    """Where a unit can end a retreat: within stacking, with a line if any such hex has one (9.4b, 9.4d).

    `leaving` are the units that retreat with it and have still to go: they take no room.
    """
    side = p.c.side[u]
    trails: list[tuple[int, ...]] = [(p.place[u],)]
    for _ in range(hexes):
        trails = [(*trail, near) for trail in trails for near in _next_hexes(p, side, trail[-1], away) if near not in trail]
    cells = dict.fromkeys(trail[-1] for trail in trails)
    ends = [cell for cell in cells if within_limits(p, (*(x for x in p.stacks[cell] if x not in leaving), u))]
    lines = loc_cells(p, side)
    return sorted([cell for cell in ends if lines[cell]] or ends)


def can_retreat(p: Position, units: Sequence[int], hexes: int, away: Sequence[int]) -> bool:
    """Whether each of them finds a place to go."""
    return all(retreat_ends(p, u, hexes, away, units) for u in units)


class Retreating(Automatic, frozen=True):
    """The units that still have to retreat; the owner chooses who goes next and where."""

    side: Side
    hexes: int
    units: Units
    away: Cells
    attacking: bool

    def run(self, p: Position) -> None:
        left = tuple(u for u in self.units if p.on_map(u))
        for u in left:
            if not retreat_ends(p, u, self.hexes, self.away, left):
                # Friends have filled the only places there were: it may not end overstacked, and is lost (9.4d-f).
                others = tuple(x for x in left if x != u)
                p.stack.append(Retreating(self.side, self.hexes, others, self.away, self.attacking))
                eliminate(p, u, "9.4d")
                return
        if left:
            p.stack.append(Retreat(self.side, self.hexes, left, self.away, self.attacking))


class Retreat(Choice, frozen=True):
    """Choose a unit and where its retreat ends."""

    side: Side
    hexes: int
    units: Units
    away: Cells
    attacking: bool

    implied_kind = "retreat"
    cases = ("9.4a", "9.4b")

    def player(self, p: Position) -> int:
        return self.side

    def prompt(self, p: Position) -> str:
        return f"Retreat {self.hexes} hex{'es' * (self.hexes != 1)}: choose a unit and where it ends."

    def options(self, p: Position) -> Sequence[Action]:
        return [
            Action("retreat", p.name(u), p.label(cell))
            for u in self.units
            for cell in retreat_ends(p, u, self.hexes, self.away, self.units)
        ]

    def take(self, p: Position, action: Action) -> None:
        u, cell = p.c.unit[action.unit], p.c.board.index[action.cell]
        others = tuple(x for x in self.units if x != u)
        p.stack.append(Retreating(self.side, self.hexes, others, self.away, self.attacking))
        before, where, start = known(p, u, 1 - self.side), f"{{{action.cell}}}", p.place[u]
        p.put(u, cell)
        words = f"retreats to {where}"
        tell(p, "retreat", [u], f"{{{action.unit}}} {words}", f"A unit {words}", self.cases, before=before)
        cross_line(p, u, (start, cell))
        if self.attacking or self.hexes > 1:
            demoralize(p, u, "9.4c")
        else:
            disrupt(p, u, "9.4c")
