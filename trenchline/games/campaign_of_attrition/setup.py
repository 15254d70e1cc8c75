"""11.0 Set-up: by sectors, free, and the ready ones."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.deployment import READY_MADE, Deployment, Placing, waiting
from ...core.actions import Action, Refusal
from ...core.state import Cell, Unit
from .components import FRENCH, GERMAN, ReadySetup, SetupArea
from .position import Corps, ENTRENCHED, Choice, Options, Position
from .stacking import within_limits


def lay_out(p: Position) -> None:
    """Every counter to the box it starts in (4.10, 11.3)."""
    c = p.c
    boxes = dict.fromkeys(deployment(p).cells[GERMAN] | deployment(p).cells[FRENCH], "setup")
    boxes |= dict.fromkeys((*c.pools[GERMAN], *c.pools[FRENCH]), "pool")
    boxes |= dict.fromkeys(c.strip, "strip")
    boxes |= {u: "track" for entry in c.schedule for u in entry.units}
    for u in range(len(c.counters)):
        p.put(u, c.box[boxes.get(u, "out")])


def deployment(p: Position) -> ReadySetup:
    """The ready set-up, by the sectors in use (CA-R64)."""
    return p.c.deployments["historical" if p.rules.historical_sectors else "printed"]


def deploy(p: Position, side: int) -> None:
    """Place the ready set-up of a side."""
    ready = deployment(p)
    for u, cell in ready.cells[side].items():
        p.corps[u] = ready.joins.get(u, p.c.corps[u])
        p.put(u, cell)
        if u in ready.entrenched:
            p.dig(u, True)


def zones(p: Position) -> dict[int, SetupArea]:
    """Where each unit may be set up in the scenario being played."""
    return p.c.zones["free" if p.free else "sectors", "historical" if p.rules.historical_sectors else "printed"]


def setup_step(p: Position, side: int) -> None:
    p.stack.append(Deploy(side, 0))


# ------------------------------------------------------------------------------------------------ where to


def corps_at(p: Position, cell: int) -> int:
    """The German corps that stands in a hex, -1 for none; Army Detachment Strantz is none of its own (CA-R29)."""
    units = p.stacks[cell] if p.present[cell] == GERMAN + 1 else ()
    found = [p.corps[u] for u in units if not p.c.loose[u] and not _homeless(p, u)]
    return found[0] if found else -1


def _homeless(p: Position, u: int) -> bool:
    """Of Army Detachment Strantz, not yet with a corps."""
    return zones(p)[u].joins and p.corps[u] == p.c.corps[u] if u in zones(p) else False


def corps_to_join(p: Position, u: int, cell: int) -> list[int]:
    """The corps that a unit of Army Detachment Strantz would join in a hex: the one there, or beside it one whose hex is full
    (11.1.2e); in the free set-up it may also stand alone."""
    here = corps_at(p, cell)
    if here >= 0:
        return [here] if fits_as(p, u, cell, here) else []
    if not fits_as(p, u, cell, p.c.corps[u]):
        return []
    if p.free:
        return [p.c.corps[u]]
    beside = dict.fromkeys(corps_at(p, near) for near in p.c.board.neighbours[cell] if corps_at(p, near) >= 0)
    return [corps for corps in beside if _crowded(p, u, cell, corps)]


def _with_corps(p: Position, cell: int, corps: int) -> bool:
    """Whether units stand in a hex that are of a corps from the first."""
    listed = zones(p)
    return any(p.corps[x] == corps and not (x in listed and listed[x].joins) for x in p.stacks[cell])


def _crowded(p: Position, u: int, cell: int, corps: int) -> bool:
    near = [x for x in p.c.board.neighbours[cell] if _with_corps(p, x, corps)]
    return any(corps_at(p, x) == corps and not fits_as(p, u, x, corps) for x in near)


def fits_as(p: Position, u: int, cell: int, corps: int) -> bool:
    """Whether a unit has room in a hex as one of a corps."""
    before, p.corps[u] = p.corps[u], corps
    fine = within_limits(p, (*p.stacks[cell], u))
    p.corps[u] = before
    return fine


def refuse_cell(p: Position, u: int, cell: int) -> Refusal | None:
    """Whether a unit may be set up in a hex: its zone, stacking, and for Army Detachment Strantz a corps to join."""
    zone = zones(p)[u]
    if cell not in zone.cells:
        return Refusal(f"{p.name(u)} may not set up in {p.label(cell)}. {zone.title}", (zone.case,))
    if zone.joins:
        if corps_to_join(p, u, cell):
            return None
        return Refusal(f"{p.name(u)} must set up with a corps, or beside one whose hex is full", (zone.case,))
    if fits_as(p, u, cell, p.corps[u]):
        return None
    return Refusal(f"{p.label(cell)} would be over the stacking limit, or mix corps", ("4.2a", "4.2b"))


def cells_for(p: Position, u: int) -> list[int]:
    return [cell for cell in sorted(zones(p)[u].cells) if refuse_cell(p, u, cell) is None]


def faults(p: Position, side: int) -> list[tuple[str, str]]:
    """What is not in order about a finished deployment: sentence and case."""
    found = []
    for u, zone in zones(p).items():
        if zone.side == side and zone.joins and p.on_map(u) and not p.free:
            here, corps = p.place[u], p.corps[u]
            if not _with_corps(p, here, corps) and not _crowded(p, u, here, corps):
                found.append((f"{p.name(u)} is not with the corps it joined", zone.case))
    return found


# ------------------------------------------------------------------------------------------------ the decisions


class Deploy(Deployment[Position], frozen=True):
    """Choose a unit to place, take one up again, entrench French divisions, or finish (11.1, 11.2)."""

    cases = ("11.1a", "11.2a")
    labels = {"done": "Finish the set-up", "historical": "Take the ready deployment"}

    def faults(self, p: Position) -> list[tuple[str, str]]:
        return faults(p, self.side)

    def placed(self, p: Position) -> list[int]:
        return [u for u in p.units_of(self.side) if u in zones(p)]

    def options(self, p: Position) -> Sequence[Action]:
        found = [p.c.select[u] for u in waiting(p, self.side) if cells_for(p, u)]
        if self.side == FRENCH:  # 11.2c, CA-R66
            found += [p.c.entrench[u] for u in self.placed(p) if p.c.can_entrench[u] and not p.status[u] & ENTRENCHED]
        return [*found, *self.lifts(p), *self.ends(p)]

    def refuse(self, p: Position, action: Action) -> Refusal | None:
        u = p.c.unit.get(action.unit)
        if u in waiting(p, self.side) and action == p.c.select[u] and not cells_for(p, u):
            return Refusal(f"There is no hex for {action.unit} now", (zones(p)[u].case,))
        if action.kind == "entrench" and self.side == GERMAN:
            return Refusal("German units start Mobile", ("11.2c",))
        return super().refuse(p, action)

    def take(self, p: Position, action: Action) -> None:
        if action == READY_MADE:
            for u in self.placed(p):
                p.put(u, p.c.box["setup"])
            deploy(p, self.side)
        elif action.kind == "select":
            p.stack += [self, PlaceUnit(p.c.unit[action.unit])]
            return
        elif action.kind == "entrench":
            p.dig(p.c.unit[action.unit], True)
            p.stack.append(self)
            return
        elif action.kind == "lift":
            u = p.c.unit[action.unit]
            p.put(u, p.c.box["setup"])
            p.corps[u] = p.c.corps[u]
            p.stack.append(Deploy(self.side, self.lifted + 1))
            return
        self.deployed(p)


class PlaceUnit(Placing[Position], frozen=True):
    """Choose where a unit sets up."""

    cases = ("11.1a", "11.2a")

    def area(self, p: Position) -> str:
        return zones(p)[self.unit].title

    def cells(self, p: Position) -> Sequence[int]:
        return cells_for(p, self.unit)

    def refuse_cell(self, p: Position, cell: int) -> Refusal | None:
        return refuse_cell(p, self.unit, cell)

    def take(self, p: Position, action: Action) -> None:
        u, cell = self.unit, p.c.board.index[action.cell]
        if zones(p)[u].joins:
            corps = corps_to_join(p, u, cell)
            if len(corps) > 1:
                p.stack.append(JoinCorps(u, cell, tuple(corps)))
                return
            p.corps[u] = corps[0]
        p.put(u, cell)


class JoinCorps(Choice, frozen=True):
    """Beside two full corps: choose the one that a unit of Army Detachment Strantz joins for good (11.1.2e, CA-R29)."""

    unit: Unit
    cell: Cell
    corps: tuple[Corps, ...]

    implied_kind = "join"
    cases = ("11.1.2e",)

    def player(self, p: Position) -> int:
        return p.c.side[self.unit]

    def prompt(self, p: Position) -> str:
        return f"Choose the corps that {{{p.name(self.unit)}}} joins, by one of its units."

    def options(self, p: Position) -> Sequence[Action]:
        near = p.c.board.neighbours[self.cell]
        found = {}
        for corps in self.corps:
            found[corps] = next(u for x in near for u in p.stacks[x] if p.corps[u] == corps and not p.c.loose[u])
        return [Action("join", p.name(u)) for u in found.values()]

    def take(self, p: Position, action: Action) -> None:
        p.corps[self.unit] = p.corps[p.c.unit[action.unit]]
        p.put(self.unit, self.cell)


def opening(p: Position, scenario: str, rules: Options) -> None:
    """The position a scenario begins with: the first step of its sequence comes next."""
    from .sequence import FIRST_TURN, SETUP

    p.free = scenario == "free"
    lay_out(p)
    if scenario == "historical":
        deploy(p, FRENCH)
        deploy(p, GERMAN)
        p.step = FIRST_TURN - 1
    else:
        p.step = SETUP - 1
