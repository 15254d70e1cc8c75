"""14.1 Deployment: free, and as on February 21, 1916."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...core.actions import DONE, Action, Refusal
from ...core.deployment import LIFTS, READY_MADE, Deployment, Placing
from ...core.naming import no_such_cell
from ...core.wording import counted
from .battalions import may_detach, split, why_not_detach
from .components import FRENCH, GERMAN
from .position import Position
from .refusals import not_of, off_the_map, too_full
from .stacking import fits, overstacked


def lay_out(p: Position) -> None:
    """Every counter of the scenario to the box it starts in."""
    c, b = p.c, p.b
    for u in b.group_of:
        p.put(u, c.box["setup"])
    for group in b.groups:
        for battalion in group.battalions:
            p.put(battalion, c.box["stock"])
    for u in (*b.reserve_of, *b.arrival_of):
        p.put(u, c.box["reserve"])
    for u in b.army:
        p.put(u, c.box["army"])


def deploy(p: Position, side: int) -> None:
    """The deployment of February 21 (VV-R67 where the option is on)."""
    b = p.b
    for battalion, regiment in b.ready_detached.items():
        if p.c.side[battalion] == side:
            p.steps[regiment] -= 1
            p.put(battalion, p.c.box["setup"])
    for u, cell in b.ready[p.options.historical_corps_frontage].items():
        if p.c.side[u] == side:
            p.put(u, cell)
    if side == FRENCH:
        for cell in b.ready_bunkers:
            p.bunkers[cell] = 1


def take_up(p: Position, side: int) -> None:
    """Clear the map of a side, battalions back with their regiments."""
    for u in [u for u in p.c.ground[side] if u in p.b.group_of]:
        stock = u in p.b.stock.get(p.c.division[u], ())
        p.put(u, p.c.box["stock" if stock else "setup"])
        p.steps[u] = p.c.steps[u]
    if side == FRENCH:
        p.bunkers = bytearray(p.c.board.size)


def setup_step(p: Position, side: int) -> None:
    p.stack.append(Deploy(side, 0))


# ------------------------------------------------------------------------------------------------ what is allowed


def zone(p: Position, u: int) -> frozenset[int]:
    return p.b.group_of[u].cells[p.options.historical_corps_frontage]


def too_near(p: Position, u: int, cell: int) -> bool:
    """A German nearer to the French trenches than he may set up (14.1c, 14.1d)."""
    return p.c.from_trenches[cell] < p.b.needed_distance(p.c, u)


def refuse_cell(p: Position, u: int, cell: int) -> Refusal | None:
    """Whether a unit may be set up in a hex: its zone, the distance from the trenches, the stacking limit."""
    group = p.b.group_of[u]
    label, name = p.label(cell), p.name(u)
    if cell not in zone(p, u):
        return Refusal(f"{name} may not set up in {label}. {group.title}", (group.case,))
    if too_near(p, u, cell):
        case = "14.1d" if p.c.gun[u] else "14.1c"
        least = counted(p.b.needed_distance(p.c, u), "hex", "hexes")
        return Refusal(f"{label} is nearer than {least} to a French trench", (case,))
    return None if fits(p, (u,), cell) else too_full(p, cell)


def open_cells(p: Position, u: int) -> Iterator[int]:
    """Where a unit may be set up now."""
    return (cell for cell in p.b.setup_cells[u][p.options.historical_corps_frontage] if fits(p, (u,), cell))


def bunker_cells(p: Position, group: int) -> list[int]:
    """Where a division may place a bunker: between the lines in its zone, one to a hex (14c, VV-R66)."""
    lines = ("between", "first", "second") if p.options.bunkers_on_lines else ("between",)
    cells = p.b.groups[group].cells[p.options.historical_corps_frontage]
    return [cell for cell in sorted(cells) if p.c.line[cell] in lines and not p.bunkers[cell]]


def bunkers_left(p: Position) -> list[int]:
    """The groups that have bunkers left to place. Zones with bunkers do not overlap."""
    found = []
    for i, group in enumerate(p.b.groups):
        cells = group.cells[p.options.historical_corps_frontage]
        if group.bunkers > sum(1 for cell in cells if p.bunkers[cell]):
            found.append(i)
    return found


def unmanned(p: Position) -> list[int]:
    """Trenches in play without a French unit or zone of control (14.1a, VV-R84)."""
    return [cell for cell in p.b.trenches if not p.present[cell] and not p.zone[FRENCH][cell]]


def faults(p: Position, side: int) -> list[tuple[str, str]]:
    """What is not in order about a finished deployment: sentence and case."""
    found = []
    for u in p.units_of(side):
        group = p.b.group_of.get(u)
        if group is None or p.place[u] not in zone(p, u):
            found.append((f"{p.name(u)} may not stand in {p.label(p.place[u])}", group.case if group else "14.1b"))
        elif too_near(p, u, p.place[u]):
            found.append((f"{p.name(u)} stands too near to the French trenches", "14.1d" if p.c.gun[u] else "14.1c"))
    if side == FRENCH:
        found += [(f"the trench {p.label(cell)} has neither a unit nor a zone of control", "14.1a") for cell in unmanned(p)]
    return found + [(f"{p.label(cell)} is over the stacking limit", "4a") for cell in overstacked(p, side)]


# ------------------------------------------------------------------------------------------------ the decisions


class Deploy(Deployment[Position], frozen=True):
    """Choose a unit to place, a regiment to split, a hex for a bunker; take something up again; or finish (14.1)."""

    cases = ("14.1", "14a")
    labels = {"done": "Finish the set-up", "historical": "Deploy as on February 21"}
    ready = "the deployment of February 21"

    def faults(self, p: Position) -> list[tuple[str, str]]:
        return faults(p, self.side)

    def placed(self, p: Position) -> list[int]:
        return list(p.units_of(self.side))

    def prompt(self, p: Position) -> str:
        asked = super().prompt(p)
        return asked.replace("placed.", "placed. There are bunkers left.") if self.side == FRENCH and bunkers_left(p) else asked

    def options(self, p: Position) -> Sequence[Action]:
        found = [p.c.select[u] for u in self.waiting(p) if any(True for _ in open_cells(p, u))]
        if self.side == FRENCH:
            found += [Action("detach", p.name(u)) for u in self._regiments(p)]
            found += [Action("bunker", cell=p.label(x)) for x in self._bunker_cells(p)]
        return [*found, *self.lifts(p), *self.ends(p)]

    def lifts(self, p: Position) -> list[Action]:
        """Units, and bunkers too."""
        bunkers = [x for x, there in enumerate(p.bunkers) if there and self.side == FRENCH and self.lifted < LIFTS]
        return [*super().lifts(p), *(Action("unbunker", cell=p.label(x)) for x in bunkers)]

    def _regiments(self, p: Position) -> list[int]:
        return [u for u in p.c.ground[FRENCH] if u in p.b.group_of and may_detach(p, u)]

    @staticmethod
    def _bunker_cells(p: Position) -> list[int]:
        return [cell for i in bunkers_left(p) for cell in bunker_cells(p, i)]

    def refuse(self, p: Position, action: Action) -> Refusal | None:
        u = p.c.unit.get(action.unit)
        if self.side == FRENCH and u in p.b.group_of and action == Action("detach", action.unit):
            assert u is not None
            return why_not_detach(p, u) if p.c.side[u] == FRENCH else Refusal("Only the French detach battalions", ("1.6a",))
        if action == READY_MADE:
            return None
        if action.unit and action == Action(action.kind, action.unit):
            return self._refuse_unit(p, action)
        if action.cell and action == Action(action.kind, cell=action.cell) and action.kind in ("bunker", "unbunker"):
            return self._refuse_bunker(p, action)
        if action == DONE:
            return super().refuse(p, action)
        return Refusal("Choose a unit to place or to take up again, or finish", self.cases)

    def _refuse_unit(self, p: Position, action: Action) -> Refusal | None:
        name, kind = action.unit, action.kind
        refusal = not_of(p, name, self.side, "14a")
        if refusal is not None:
            return refusal
        u = p.c.unit[name]
        if kind == "detach":
            return Refusal("Only the French detach battalions", ("1.6a",)) if self.side == GERMAN else why_not_detach(p, u)
        if kind == "lift":
            if self.lifted >= LIFTS:
                return Refusal(f"{LIFTS} units and bunkers have been taken up again: go on, or take {self.ready}", ("14a",))
            return None if p.on_map(u) else Refusal(f"{name} is not on the map", ("14a",))
        if kind != "select":
            return Refusal("Choose a unit to place or to take up again, or finish", self.cases)
        if p.on_map(u):
            return Refusal(f"{name} is placed already: take it up again to place it elsewhere", self.cases)
        if p.place[u] == p.c.box["stock"]:
            return Refusal(f"{name} is in stock: a regiment of its division must detach it first", ("14b",))
        if p.place[u] != p.c.box["setup"]:
            return off_the_map(p, u)
        return None if any(True for _ in open_cells(p, u)) else Refusal(f"No hex of {name}'s zone has room for it", ("4a",))

    def _refuse_bunker(self, p: Position, action: Action) -> Refusal | None:
        cell = p.c.board.index.get(action.cell)
        if self.side == GERMAN:
            return Refusal("Only the French place bunkers", ("14c",))
        if cell is None:
            return no_such_cell(p, action.cell, ("14c",))
        if action.kind == "unbunker":
            if not p.bunkers[cell]:
                return Refusal(f"{action.cell} has no bunker", ("14c",))
            if self.lifted < LIFTS:
                return None
            return Refusal(f"{LIFTS} units and bunkers have been taken up again: go on, or take {self.ready}", ("14c",))
        if cell in self._bunker_cells(p):
            return None
        if p.bunkers[cell]:
            return Refusal(f"{action.cell} has a bunker already", ("14c",))
        if not bunkers_left(p):
            return Refusal("All bunkers are placed", ("14c",))
        lines = ("between", "first", "second") if p.options.bunkers_on_lines else ("between",)
        if p.c.line[cell] not in lines:
            return Refusal(f"{action.cell} does not lie between the first two trench lines", ("14c",))
        return Refusal(f"{action.cell} is not in the zone of a division with a bunker left", ("14c",))

    def take(self, p: Position, action: Action) -> None:
        kind = action.kind
        if kind == "select":
            self.stay(p)
            p.stack.append(PlaceUnit(p.c.unit[action.unit]))
        elif kind == "detach":
            split(p, p.c.unit[action.unit], p.c.box["setup"])
            self.stay(p)
        elif kind == "bunker":
            p.bunkers[p.c.board.index[action.cell]] = 1
            self.stay(p)
        elif kind in ("lift", "unbunker"):
            if kind == "lift":
                p.put(p.c.unit[action.unit], p.c.box["setup"])
            else:
                p.bunkers[p.c.board.index[action.cell]] = 0
            self.stay(p, lifts=1)
        else:
            if action == READY_MADE:
                take_up(p, self.side)
                deploy(p, self.side)
            self.deployed(p)
            p.control = p.c.first_control[:]  # placing does not capture


class PlaceUnit(Placing[Position], frozen=True):
    """Choose where a unit sets up."""

    cases = ("14.1",)
    labels = {"back": "Choose another unit"}
    can_step_back = True

    def area(self, p: Position) -> str:
        return p.b.group_of[self.unit].title

    def cells(self, p: Position) -> Sequence[int]:
        return list(open_cells(p, self.unit))

    def refuse_cell(self, p: Position, cell: int) -> Refusal | None:
        return refuse_cell(p, self.unit, cell)

    def refuse(self, p: Position, action: Action) -> Refusal | None:
        name = p.name(self.unit)
        if action != Action("place", name, action.cell) or not action.cell:
            return Refusal(f"Choose a hex for {name}", self.cases)
        cell = p.c.board.index.get(action.cell)
        return no_such_cell(p, action.cell, ("14.1b",)) if cell is None else self.refuse_cell(p, cell)


def opening(p: Position, scenario: str) -> None:
    """The position a scenario begins with: the first step of its sequence comes next."""
    from .sequence import FIRST_TURN, SETUP

    lay_out(p)
    ready = next(s.setup for s in p.c.scenario_data.scenario if s.id == scenario) == "ready"
    if ready:
        deploy(p, FRENCH)
        deploy(p, GERMAN)
        p.control = p.c.first_control[:]
    p.step = (FIRST_TURN if ready else SETUP) - 1
