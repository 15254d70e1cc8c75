"""14.0 Set-up: the printed squares; modes of HQs, free facings and free guns are their owners' choice (BP-R148)."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.actions import DONE, Action, Refusal
from ...core.decisions import Stake
from ...core.deployment import READY_MADE
from ...core.state import Unit, Units
from ..great_war.careful import left_without_supply, supply_stake
from ..great_war.front_line import behind_line
from ..great_war.modes import stand
from ..great_war.position import Choice
from ..great_war.stacking import fits
from ..great_war.states import HOME, NEW, SUPPLY
from .components import ALLIED, BRITISH, FRENCH, GERMAN, GERMANY, SIDES, Placed
from .data_files import FreeGunsRow
from .position import Position


def lay_out(p: Position) -> None:
    """Everybody where the scenario prints him; free guns beside the map, reinforcements waiting, pools filled. The
    campaign sets up as the first scenario (15.0.1, 15.1/2, 15.1/3, 15.2, 15.4)."""
    c, s = p.c, p.s
    for placed in s.setup:
        put(p, placed)
    for row in s.free_guns:
        for name in row.units:
            p.put(c.unit[name], c.box["setup"])
    for u in s.arrivals:
        if not p.on_map(u):
            p.put(u, c.box["due"])
    for u in p.stacks[c.box["out"]]:
        if c.brigade[u] or c.battalion[u]:
            p.put(u, c.box["pool"])
    for name in s.spec.pool:
        p.put(c.unit[name], c.box["pool"])
    first_control(p)
    for nation in (BRITISH, FRENCH):
        first, last = s.rows[nation]
        for u in c.of_nation[nation]:
            if p.on_map(u) and not c.hq[u] and first <= c.row[p.place[u]] <= last:
                p.status[u] |= HOME
    for u in range(len(c.counters)):
        if c.tank[u] and p.on_map(u):
            p.status[u] |= NEW


def put(p: Position, placed: Placed) -> None:
    p.mark(placed.unit, placed.status)
    p.put(placed.unit, placed.cell)
    p.facing[placed.unit], p.steps[placed.unit] = placed.facing, placed.steps


def first_control(p: Position) -> None:
    """A vacant square belongs to the side whose nearest unit is nearer, ties to the German; Allied ones to the nation of
    the row (BP-R170)."""
    c = p.c
    size = c.board.size
    nearest = []
    for side in (ALLIED, GERMAN):
        rows = [c.board.distances(x) for x in {p.place[u] for u in p.units(side)}]
        nearest.append(list(map(min, zip(*rows, strict=True))) if rows else [99] * size)
    for x in range(size):
        if p.stacks[x]:
            continue
        side = ALLIED if nearest[ALLIED][x] < nearest[GERMAN][x] else GERMAN
        p.control[x] = side
        p.claims[x] = GERMANY if side == GERMAN else BRITISH if c.row[x] <= p.s.rows[BRITISH][1] else FRENCH


def setup_step(p: Position, side: int) -> None:
    """Each group in its order."""
    for group in reversed(p.s.order):
        nation, _, guns = group.partition(" ")
        number = SIDES.nations.index(nation)
        p.stack.append(PlaceGuns(number) if guns else SetUp(number, ()))


class SetUp(Choice[Position], frozen=True):
    """Modes of HQs and facings that are free, each chosen once; then the group is in place."""

    nation: int
    chosen: Units

    cases = ("14.0", "7.4.2")
    implied_kind = "flip"
    labels = {
        "done": "The set-up is complete",
        "flip supply": "{unit} to Supply Mode",
        "flip command": "{unit} to Command Mode",
    }

    def player(self, p: Position) -> int:
        return p.seating.of_nation[self.nation]

    def prompt(self, p: Position) -> str:
        name = p.c.nations[self.nation].capitalize()
        modes = "turn HQs to Supply Mode (supply for assaults and guns) or Command Mode"
        return f"{name} set-up: {modes}, set free facings, then finish."

    def _mine(self, p: Position) -> list[Placed]:
        return [s for s in p.s.setup if p.c.nation[s.unit] == self.nation and s.unit not in self.chosen and p.on_map(s.unit)]

    def options(self, p: Position) -> Sequence[Action]:
        found, directions = [], p.c.board.grid.directions
        for placed in self._mine(p):
            u = placed.unit
            if placed.either:
                mode = "command" if p.status[u] & SUPPLY else "supply"
                found.append(Action("flip", p.name(u), mode=mode))
            if placed.free_facing and p.facing[u] != p.c.nowhere:
                found += [Action("face", p.name(u), facing=directions[d]) for d in p.c.facings if d != p.facing[u]]
        return [*found, DONE]

    def why_not(self, p: Position, action: Action) -> Refusal | None:
        u = p.c.unit.get(action.unit)
        if u is None:
            return None
        if u in self.chosen:
            return Refusal(f"{action.unit} has been set up", ("14.0",))
        return Refusal(f"{action.unit} has a fixed set-up: its mode and facing stay as printed", ("14.0",))

    def stake(self, p: Position, action: Action) -> Stake | None:
        if action != DONE:
            return None
        turning = [s.unit for s in self._mine(p) if s.either and not p.status[s.unit] & SUPPLY]
        mine = [u for u in p.c.of_nation[self.nation] if p.on_map(u)]
        return supply_stake(p, left_without_supply(p, mine, turning), ("7.4.2",))

    def take(self, p: Position, action: Action) -> None:
        if action == DONE:
            return
        u = p.c.unit[action.unit]
        if action.kind == "flip":
            p.mark(u, SUPPLY, action.mode == "supply")
            p.facing[u] = p.c.nowhere if action.mode == "supply" else p.c.home_facing[p.c.side[u]]
        else:
            p.facing[u] = p.c.board.grid.directions.index(action.facing)
        p.stack.append(SetUp(self.nation, (*self.chosen, u)))


# ------------------------------------------------------------------------------------------------ free guns


def group_of(p: Position, nation: int) -> FreeGunsRow:
    name = p.c.nations[nation]
    return next(row for row in p.s.free_guns if row.nation == name)


def waiting(p: Position, nation: int) -> list[int]:
    return [u for u in p.stacks[p.c.box["setup"]] if p.c.nation[u] == nation]


def open_cells(p: Position, u: int) -> list[int]:
    """Behind the line, outside enemy zones, in the rows of the group, within stacking; so many north or south of the Somme."""
    c, row, side = p.c, group_of(p, p.c.nation[u]), p.c.side[u]
    left = len(waiting(p, c.nation[u]))
    placed = [c.bank[p.place[c.unit[name]]] for name in row.units if p.on_map(c.unit[name])]
    north, south = row.least_north - placed.count("N"), row.least_south - placed.count("S")
    banks = "N" if north >= left else "S" if south >= left else "NS"
    return [
        x
        for x in sorted(behind_line(p, side))
        if row.first_row <= c.row[x] <= row.last_row and c.bank[x] in banks and not p.in_enemy_zone(x, side) and fits(p, u, x)
    ]


class PlaceGuns(Choice[Position], frozen=True):
    """Choose a gun to place, or take the ready placement (BP-R147)."""

    nation: int

    implied_kind = "select"
    labels = {"historical": "Ready placement"}

    def player(self, p: Position) -> int:
        return p.seating.of_nation[self.nation]

    def cases_of(self, p: Position) -> tuple[str, ...]:
        return (group_of(p, self.nation).source,)

    def prompt(self, p: Position) -> str:
        left = len(waiting(p, self.nation))
        guns = "gun" if left == 1 else "guns"
        return f"Place {left} {p.c.nations[self.nation].capitalize()} {guns} behind your line, or take the ready placement."

    def options(self, p: Position) -> Sequence[Action]:
        return [*(p.c.select[u] for u in waiting(p, self.nation)), READY_MADE]

    def take(self, p: Position, action: Action) -> None:
        if action == READY_MADE:
            ready = group_of(p, self.nation).ready
            for u in waiting(p, self.nation):
                cells = open_cells(p, u)
                wanted = p.c.board.cell(ready[p.name(u)])
                stand(p, u, wanted if wanted in cells or not cells else cells[0])
            return
        p.stack += [self, PlaceGun(p.c.unit[action.unit])]


class PlaceGun(Choice[Position], frozen=True):
    """Choose its square."""

    unit: Unit

    implied_kind = "place"
    can_step_back = True
    labels = {"back": "Choose another gun"}

    def cases_of(self, p: Position) -> tuple[str, ...]:
        return (group_of(p, p.c.nation[self.unit]).source,)

    def prompt(self, p: Position) -> str:
        return f"Choose a square behind your line for {{{p.name(self.unit)}}}."

    def options(self, p: Position) -> Sequence[Action]:
        return [Action("place", p.name(self.unit), p.label(x)) for x in open_cells(p, self.unit)]

    def why_not(self, p: Position, action: Action) -> Refusal | None:
        where = "behind the line, outside enemy zones of control, in the rows of its army"
        return Refusal(f"{p.name(self.unit)} is placed {where}", self.cases_of(p)) if action.cell else None

    def take(self, p: Position, action: Action) -> None:
        stand(p, self.unit, p.c.board.index[action.cell])
        if not waiting(p, p.c.nation[self.unit]):
            p.stack.pop()  # nothing is left to place
