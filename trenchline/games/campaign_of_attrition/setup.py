"""11.0 Set-up: by sectors, free, and the ready ones; the French first (11.1b)."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.actions import DONE, Action, Refusal
from ...core.deployment import LIFTS, READY_MADE, Deployment, Placing
from ...core.naming import no_such_cell
from ...core.state import Cell, Unit
from .components import FRENCH, GERMAN, ReadySetup, SetupArea
from .position import ENTRENCHED, Choice, Corps, Options, Position
from .refusals import why_elsewhere, why_no_room, why_not_ours
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
    return p.c.deployments["historical" if p.options.historical_sectors else "printed"]


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
    return p.c.zones["free" if p.free else "sectors", "historical" if p.options.historical_sectors else "printed"]


def setup_step(p: Position, side: int) -> None:
    p.stack.append(Deploy(side, 0))


# ------------------------------------------------------------------------------------------------ where to


def corps_at(p: Position, cell: int) -> int:
    """The German corps that stands in a hex, -1 for none; Army Detachment Strantz is none of its own (CA-R29)."""
    units = p.stacks[cell] if p.holds(cell, GERMAN) else ()
    found = [p.corps[u] for u in units if not p.c.loose[u] and not _without_corps(p, u)]
    return found[0] if found else -1


def _without_corps(p: Position, u: int) -> bool:
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
    return [corps for corps in beside if _beside_a_full_hex_of(p, u, cell, corps)]


def _holds_men_of(p: Position, cell: int, corps: int) -> bool:
    """Whether units stand in a hex that are of a corps from the first."""
    listed = zones(p)
    return any(p.corps[x] == corps and not (x in listed and listed[x].joins) for x in p.stacks[cell])


def _beside_a_full_hex_of(p: Position, u: int, cell: int, corps: int) -> bool:
    near = [x for x in p.c.board.neighbours[cell] if _holds_men_of(p, x, corps)]
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
    return None if fits_as(p, u, cell, p.corps[u]) else why_no_room(p, (*p.stacks[cell], u), p.label(cell))


def cells_for(p: Position, u: int) -> list[int]:
    return [cell for cell in sorted(zones(p)[u].cells) if refuse_cell(p, u, cell) is None]


def faults(p: Position, side: int) -> list[tuple[str, str]]:
    """What is not in order about a finished deployment: sentence and case."""
    found = []
    for u, zone in zones(p).items():
        if zone.side == side and zone.joins and p.on_map(u) and not p.free:
            here, corps = p.place[u], p.corps[u]
            if not _holds_men_of(p, here, corps) and not _beside_a_full_hex_of(p, u, here, corps):
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
        found = [p.c.select[u] for u in self.waiting(p) if cells_for(p, u)]
        if self.side == FRENCH:  # 11.2c, CA-R66
            found += [p.c.entrench[u] for u in self.placed(p) if p.c.can_entrench[u] and not p.status[u] & ENTRENCHED]
        return [*found, *self.lifts(p), *self.ends(p)]

    def refuse(self, p: Position, action: Action) -> Refusal | None:
        if action == READY_MADE:
            return None
        if action == DONE:
            return super().refuse(p, action)
        u = p.c.unit.get(action.unit)
        if u is None or action != Action(action.kind, action.unit) or action.kind not in ("select", "entrench", "lift"):
            return Refusal("Choose a unit to place, take one up again, or take the ready deployment", self.cases)
        if p.c.side[u] != self.side:
            return Refusal(f"{action.unit} is not yours", self.cases)
        if action.kind == "select":
            return self._refuse_select(p, u)
        if not p.on_map(u):
            return why_elsewhere(p, u)
        return self._refuse_entrench(p, u) if action.kind == "entrench" else self._refuse_lift(p, u)

    def _refuse_select(self, p: Position, u: int) -> Refusal | None:
        name = p.name(u)
        if p.on_map(u):
            return Refusal(f"{name} is placed already: take it up again to place it elsewhere", self.cases)
        if p.place[u] != p.c.box["setup"]:
            return why_elsewhere(p, u)
        return None if cells_for(p, u) else Refusal(f"There is no hex for {name} now", (zones(p)[u].case,))

    def _refuse_entrench(self, p: Position, u: int) -> Refusal | None:
        """French divisions may start Entrenched, German units start Mobile (11.2c, CA-R66)."""
        if self.side == GERMAN:
            return Refusal("German units start Mobile", ("11.2c",))
        if not p.c.can_entrench[u]:
            return Refusal(f"{p.name(u)} has no Entrenched side", ("11.2c", "4.1b"))
        return Refusal(f"{p.name(u)} is Entrenched already", ("11.2c",)) if p.status[u] & ENTRENCHED else None

    def _refuse_lift(self, p: Position, u: int) -> Refusal | None:
        if self.lifted >= LIFTS:
            return Refusal(f"Units have been taken up {LIFTS} times: finish, or take the ready deployment", self.cases)
        return None if u in zones(p) else Refusal(f"{p.name(u)} is no unit of the set-up", self.cases)

    def take(self, p: Position, action: Action) -> None:
        if action == READY_MADE:
            for u in self.placed(p):
                p.put(u, p.c.box["setup"])
            deploy(p, self.side)
        elif action.kind == "select":
            self.stay(p)
            p.stack.append(PlaceUnit(p.c.unit[action.unit]))
            return
        elif action.kind == "entrench":
            p.dig(p.c.unit[action.unit], True)
            self.stay(p)
            return
        elif action.kind == "lift":
            u = p.c.unit[action.unit]
            p.put(u, p.c.box["setup"])
            p.corps[u] = p.c.corps[u]
            self.stay(p, lifts=1)
            return
        self.deployed(p)


class PlaceUnit(Placing[Position], frozen=True):
    """Choose where a unit sets up."""

    cases = ("11.1a", "11.2a")
    labels = {"back": "Choose another unit"}
    can_step_back = True

    def area(self, p: Position) -> str:
        return zones(p)[self.unit].title

    def cells(self, p: Position) -> Sequence[int]:
        return cells_for(p, self.unit)

    def refuse(self, p: Position, action: Action) -> Refusal | None:
        cell = p.c.board.index.get(action.cell)
        if action != Action("place", p.name(self.unit), action.cell):
            return Refusal(f"Choose the hex in which {p.name(self.unit)} sets up", self.cases)
        return no_such_cell(p, action.cell, self.cases) if cell is None else self.refuse_cell(p, cell)

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
    labels = {"back": "Choose another hex"}
    can_step_back = True

    def prompt(self, p: Position) -> str:
        return f"Choose the corps that {{{p.name(self.unit)}}} joins, by one of its units."

    def options(self, p: Position) -> Sequence[Action]:
        near = p.c.board.neighbours[self.cell]
        found = {}
        for corps in self.corps:
            found[corps] = next(u for x in near for u in p.stacks[x] if p.corps[u] == corps and not p.c.loose[u])
        return [Action("join", p.name(u)) for u in found.values()]

    def why_not(self, p: Position, action: Action) -> Refusal | None:
        names = ", ".join(p.c.corps_names[corps][1] for corps in self.corps)
        if action != Action("join", action.unit):
            return Refusal(f"Choose a corps, {names}, by one of its units", self.cases)
        refusal = why_not_ours(p, action.unit, p.c.side[self.unit], self.cases)
        return refusal or Refusal(f"{action.unit} does not stand for one of the corps to join: {names}", self.cases)

    def step_back(self, p: Position) -> None:
        p.stack.append(PlaceUnit(self.unit))

    def take(self, p: Position, action: Action) -> None:
        p.corps[self.unit] = p.corps[p.c.unit[action.unit]]
        p.put(self.unit, self.cell)


def opening(p: Position, scenario: str, options: Options) -> None:
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
