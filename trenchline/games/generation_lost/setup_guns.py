"""19.0 Set-up of guns: those that are drawn out of play, then the others by groups, where their owner likes or ready placed."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.actions import Action, Refusal
from ...core.decisions import Draw
from ...core.deployment import READY_MADE
from ...core.state import Side, Unit
from ..great_war.front_line import behind_line
from ..great_war.modes import stand
from ..great_war.position import Choice
from ..great_war.stacking import fits
from .components import GERMAN, SIDES
from .data_files import FreeGunsRow
from .position import Position

# ------------------------------------------------------------------------------------------------ guns drawn out of play


def begin_draws(p: Position, side: int) -> None:
    """So many heavy and field guns leave the game before the others are placed (19.5.1, 19.6.1)."""
    for row in rows_of(p, side):
        for kind, count in row.drawn_out.items():
            p.stack += [DrawGun(side, kind)] * count


class DrawGun(Draw[Position], frozen=True):
    """One gun out of the cup."""

    side: Side
    what: str  # heavy or field

    def cases_of(self, p: Position) -> tuple[str, ...]:
        return (rows_of(p, self.side)[0].source,)

    def prompt(self, p: Position) -> str:
        return f"Draw a {self.what} gun that does not take part."

    def pool(self, p: Position) -> Sequence[int]:
        return [u for u in waiting(p, self.side) if p.c.gun_class[u] == self.what]

    def drawn(self, p: Position, marker: int) -> None:
        p.put(marker, p.c.box["out"])
        p.say("draw", f"{{{p.name(marker)}}} does not take part", self.cases_of(p))


# ------------------------------------------------------------------------------------------------ guns


def rows_of(p: Position, side: int) -> list[FreeGunsRow]:
    return [row for row in p.s.free_guns if row.side == SIDES.names[side]]


def waiting(p: Position, side: int) -> list[int]:
    """The guns that a side has still to place."""
    return [u for u in p.stacks[p.c.box["setup"]] if p.c.gun[u] and p.c.side[u] == side]


def front_units(p: Position, side: int) -> set[int]:
    """The squares of a side's units that touch an enemy (GL-R211)."""
    bits = p.c.enemy_bits[side]
    return {x for x in {p.place[u] for u in p.units(side)} if any(p.present[n] & bits for n in p.c.near[x])}


def may_stand(p: Position, u: int, cell: int) -> bool:
    """The heaviest guns keep to major roads off the start lines, the rail guns to their rails; no gun stops on a fort (10.5.1,
    12.5.1, 12.5.2, 12.5.3)."""
    c = p.c
    if c.fort[cell]:
        return False
    if c.rail_bound[u]:
        rails = bool(c.board.edges["rail"][cell])
        return rails and (c.north[cell] if c.side[u] == GERMAN else c.bank[cell] == "W")
    if c.road_bound[u]:
        return bool(c.board.edges["major"][cell]) and not c.trench[cell]
    return True


def open_cells(p: Position, u: int, row: FreeGunsRow) -> list[int]:
    """Where a gun may be placed: in the squares of its group, or behind the line and far enough from the front; so many on the
    West Bank. Where no square is left that is far enough, the farthest are taken (GL-R211, GL-R307)."""
    found = squares_of_group(p, u, row)
    west = row.least_west - sum(p.on_map(v) and p.c.bank[p.place[v]] == "W" for v in map(p.c.of_unit, row.units))
    left = len(group_waiting(p, row)) - row.left_out
    if west >= left and any(p.c.bank[x] == "W" for x in found):
        return [x for x in found if p.c.bank[x] == "W"]
    return found


def squares_of_group(p: Position, u: int, row: FreeGunsRow) -> list[int]:
    c, side = p.c, p.c.side[u]
    if row.north:
        ground = set(row.terrain)
        cells = [x for x in c.areas["north"] if c.bank[x] == row.bank and row.columns[0] <= c.column[x] <= row.columns[1]]
        return [x for x in sorted(cells) if c.board.terrain[x] & ground and may_stand(p, u, x) and fits(p, u, x)]
    far = distance_from_front(p, side)
    behind = [x for x in sorted(behind_line(p, side)) if not p.in_enemy_zone(x, side) and may_stand(p, u, x) and fits(p, u, x)]
    least = min(row.distance, max((far[x] for x in behind), default=0))
    return [x for x in behind if far[x] >= least]


def distance_from_front(p: Position, side: int) -> list[int]:
    """How far each square is from the nearest of a side's units at the front."""
    rows = [p.c.board.distances(x) for x in front_units(p, side)]
    return [min(column) for column in zip(*rows, strict=True)] if rows else [p.c.board.size] * p.c.board.size


def group_waiting(p: Position, row: FreeGunsRow) -> list[int]:
    box = p.c.box["setup"]
    return [u for u in map(p.c.of_unit, row.units) if p.place[u] == box]


class PlaceGuns(Choice[Position], frozen=True):
    """Choose a gun to place, or take the ready placement (GL-R211)."""

    side: Side
    row: int  # of the side's groups of guns

    implied_kind = "select"
    labels = {"historical": "Ready placement"}

    def group(self, p: Position) -> FreeGunsRow:
        return rows_of(p, self.side)[self.row]

    def cases_of(self, p: Position) -> tuple[str, ...]:
        row = self.group(p)
        return (row.source, row.ruling) if row.ruling else (row.source,)

    def prompt(self, p: Position) -> str:
        row = self.group(p)
        left = len(group_waiting(p, row)) - row.left_out
        guns = "gun" if left == 1 else "guns"
        return f"{row.group}: place {left} {guns}, or take the ready placement."

    def options(self, p: Position) -> Sequence[Action]:
        return [*(p.c.select[u] for u in group_waiting(p, self.group(p))), READY_MADE]

    def take(self, p: Position, action: Action) -> None:
        if action == READY_MADE:
            take_ready(p, self.group(p))
        else:
            p.stack += [self, PlaceGun(p.c.unit[action.unit], self.row)]


def take_ready(p: Position, row: FreeGunsRow) -> None:
    """Each gun in its ready square, or, where that is taken, in the nearest that is open."""
    c, ready = p.c, {name: list(cells) for name, cells in row.ready.items()}
    for u in sorted(group_waiting(p, row), key=lambda u: p.name(u) not in ready):
        if len(group_waiting(p, row)) <= row.left_out:
            break
        cells = open_cells(p, u, row)
        squares = [c.board.cell(label) for label in ready.get(p.name(u)) or ready.get(kind_of_gun(p, u), [])]
        wanted = next((x for x in squares if x in cells), None)
        if wanted is not None and p.name(u) not in ready:
            ready[kind_of_gun(p, u)].remove(p.label(wanted))
        aim = squares[0] if squares else cells[0]
        stand(p, u, min(cells, key=lambda x: c.board.distance(x, aim)) if wanted is None else wanted)
    leave_rest_out(p, row)


def kind_of_gun(p: Position, u: int) -> str:
    """The word under which a ready placement lists the squares of guns that are drawn."""
    return "road" if p.c.road_bound[u] else p.c.gun_class[u]


def leave_rest_out(p: Position, row: FreeGunsRow) -> None:
    """The gun that is not placed does not take part (GL-R219)."""
    for u in group_waiting(p, row):
        p.put(u, p.c.box["out"])
        p.say("setup", f"{{{p.name(u)}}} does not take part", (row.source, "GL-R219"))


class PlaceGun(Choice[Position], frozen=True):
    """Choose its square."""

    unit: Unit
    row: int

    implied_kind = "place"
    can_step_back = True
    labels = {"back": "Choose another gun"}

    def group(self, p: Position) -> FreeGunsRow:
        return rows_of(p, p.c.side[self.unit])[self.row]

    def cases_of(self, p: Position) -> tuple[str, ...]:
        row = self.group(p)
        return (row.source, row.ruling) if row.ruling else (row.source,)

    def prompt(self, p: Position) -> str:
        return f"Choose a square for {{{p.name(self.unit)}}}."

    def options(self, p: Position) -> Sequence[Action]:
        return [Action("place", p.name(self.unit), p.label(x)) for x in open_cells(p, self.unit, self.group(p))]

    def why_not(self, p: Position, action: Action) -> Refusal | None:
        if not action.cell or action.cell not in p.c.board.index:
            return None
        row, cell = self.group(p), p.c.board.index[action.cell]
        return Refusal(
            f"{p.name(self.unit)} cannot be placed in {action.cell}: {reason(p, self.unit, cell, row)}", self.cases_of(p)
        )

    def take(self, p: Position, action: Action) -> None:
        stand(p, self.unit, p.c.board.index[action.cell])
        row = self.group(p)
        if len(group_waiting(p, row)) <= row.left_out:
            p.stack.pop()  # nothing is left to place
            leave_rest_out(p, row)


def reason(p: Position, u: int, cell: int, row: FreeGunsRow) -> str:
    """Why a gun may not be placed in a square."""
    c = p.c
    if c.fort[cell]:
        return "no gun stops on a fort"
    if not may_stand(p, u, cell):
        return "it keeps to its rails" if c.rail_bound[u] else "it keeps to major roads off the start lines"
    if row.north:
        bank = "west" if row.bank == "W" else "east"
        span = "" if row.columns == (1, 34) else f", columns {row.columns[0]} to {row.columns[1]}"
        return f"the {row.group} stands in {' or '.join(row.terrain)} north of the German start line, {bank} of the Meuse{span}"
    if cell in squares_of_group(p, u, row):
        return f"{row.least_west} guns at least stand west of the Meuse"
    return f"guns stand behind the line, outside enemy zones of control, {row.distance} squares or more from units at the front"
