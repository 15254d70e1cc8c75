"""9.4 Retreats: hex by hex away from the enemy, toward a hex with a line of communication."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.actions import Action, Refusal
from ...core.cells import either
from ...core.naming import no_such_cell
from ...core.state import Cells, Side, Units
from ...core.wording import counted
from .components import ENEMY
from .elimination import demoralize, disrupt, eliminate
from .fog import known, tell
from .position import Automatic, Choice, Fight, Position
from .refusals import why_no_room, why_not_ours
from .stacking import within_limits
from .supply import blocked, cross_line, loc_cells

FLIGHTS = 200  # kept at the most


def enemy_hexes(f: Fight, side: int) -> tuple[int, ...]:
    """What a side's retreat leads away from: the attacking hexes, or for attackers the defending one (CA-R22)."""
    return (f.target,) if side == f.side else f.origins


def _next_hexes(ground: Sequence[int], cell: int, distances: Sequence[bytes]) -> list[int]:
    """Of the open neighbours of a hex those farther from every enemy hex, or equally far if none is."""
    farther = [near for near in ground if False not in [far[near] > far[cell] for far in distances]]
    return farther or [near for near in ground if False not in [far[near] >= far[cell] for far in distances]]


def _closed(p: Position, side: int) -> bytearray:
    """1 for each hex with an enemy or in an enemy zone, which a friend may negate (CA-R48)."""
    return blocked(p, side) if p.options.retreat_zoc_negated_by_friend else either(p.barred(side), p.zones_felt(side))


def _far_ends(p: Position, side: int, start: int, hexes: int, away: Sequence[int]) -> list[int]:
    """The hexes that ways of retreat of a length end in, whether there is room or not (9.4b); kept while nobody moves."""
    key = (side, start, hexes, *away, *p.presence, p.ground)
    found = p.flights.get(key)
    if found is None:
        if len(p.flights) > FLIGHTS:
            p.flights.clear()
        found = p.flights[key] = _find_far_ends(p, side, start, hexes, away)
    return found


def _find_far_ends(p: Position, side: int, start: int, hexes: int, away: Sequence[int]) -> list[int]:
    closed, sides, distances = _closed(p, side), p.c.open_sides, [p.c.board.distances(x) for x in away]
    onward: dict[int, list[int]] = {}
    trails: list[tuple[int, ...]] = [(start,)]
    for _ in range(hexes):
        for cell in {trail[-1] for trail in trails}.difference(onward):
            onward[cell] = _next_hexes([near for near in sides[cell] if not closed[near]], cell, distances)
        trails = [(*trail, near) for trail in trails for near in onward[trail[-1]] if near not in trail]
    return list(dict.fromkeys([trail[-1] for trail in trails]))


def retreat_ends(p: Position, u: int, hexes: int, away: Sequence[int], leaving: Sequence[int]) -> list[int]:
    """Where a unit can end a retreat: within stacking, with a line if any such hex has one (9.4b, 9.4d).

    `leaving` are the units that retreat with it and have still to go: they take no room.
    """
    side = p.c.side[u]
    cells = _far_ends(p, side, p.place[u], hexes, away)
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
                # Friends have filled the only places there were: it may not end overstacked, and is lost (9.4d).
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

    def prompt(self, p: Position) -> str:
        hexes = counted(self.hexes, "hex", "hexes")
        return f"{p.names(self.units)} must retreat {hexes}: choose a unit and where it ends."

    def options(self, p: Position) -> Sequence[Action]:
        return [
            Action("retreat", p.name(u), p.label(cell))
            for u in self.units
            for cell in retreat_ends(p, u, self.hexes, self.away, self.units)
        ]

    def default(self, p: Position) -> Action:
        """The first of the units, as far from the enemy of the fight as may be."""
        u = self.units[0]
        far = [p.c.board.distances(x) for x in self.away]
        cells = retreat_ends(p, u, self.hexes, self.away, self.units)
        return Action("retreat", p.name(u), p.label(max(cells, key=lambda cell: sum(d[cell] for d in far))))

    def why_not(self, p: Position, action: Action) -> Refusal | None:
        if action != Action("retreat", action.unit, action.cell):
            return Refusal("Choose a unit and the hex in which its retreat ends", self.cases)
        refusal = why_not_ours(p, action.unit, self.side, self.cases)
        if refusal is not None:
            return refusal
        u, cell = p.c.unit[action.unit], p.c.board.index.get(action.cell)
        if u not in self.units:
            return Refusal(f"{action.unit} does not retreat, or has done so", ("9.4a",))
        return no_such_cell(p, action.cell, self.cases) if cell is None else self._why_not_there(p, u, cell)

    def _why_not_there(self, p: Position, u: int, cell: int) -> Refusal:
        here, label = p.place[u], p.label(cell)
        if p.enemy_holds(cell, self.side):
            return Refusal(f"{label} is held by the enemy", ("9.4f",))
        if p.in_zone(cell, self.side) and not (p.options.retreat_zoc_negated_by_friend and p.holds(cell, self.side)):
            return Refusal(f"{label} lies in an enemy zone of control", ("9.4e",))
        if p.c.board.distances(here)[cell] != self.hexes:
            return Refusal(f"The retreat is {counted(self.hexes, 'hex', 'hexes')} long", ("9.4a",))
        if cell in p.c.shut_sides[here]:
            return Refusal(f"The river lies between, without a bridge, and {label} cannot be retreated to", ("9.4b", "2.9"))
        if cell not in _far_ends(p, self.side, here, self.hexes, self.away):
            return Refusal(f"No way of retreat to {label} leads away from the enemy", ("9.4b",))
        stay = (x for x in p.stacks[cell] if x not in self.units)
        full = why_no_room(p, (*stay, u), label)
        if full is not None:
            return Refusal(full.reason, ("9.4d", *full.cases))
        return Refusal(f"{label} has no line of communication, and other hexes have one", ("9.4b",))

    def take(self, p: Position, action: Action) -> None:
        u, cell = p.c.unit[action.unit], p.c.board.index[action.cell]
        others = tuple(x for x in self.units if x != u)
        p.stack.append(Retreating(self.side, self.hexes, others, self.away, self.attacking))
        before, where, start = known(p, u, ENEMY[self.side]), f"{{{action.cell}}}", p.place[u]
        p.put(u, cell)
        words = f"retreats to {where}"
        tell(p, "retreat", [u], f"{{{action.unit}}} {words}", f"A unit {words}", self.cases, before=before)
        cross_line(p, u, (start, cell))
        if self.attacking or self.hexes > 1:
            demoralize(p, u, "9.4c")
        else:
            disrupt(p, u, "9.4c")
