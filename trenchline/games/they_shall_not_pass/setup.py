"""3.0 Set-up: the free deployment of both sides, and the ready one."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.actions import Action, Refusal
from ...core.deployment import LIFTS, READY_MADE, Deployment, Placing, waiting
from ...core.naming import cell_named, unit_named
from .components import FRENCH, GERMAN
from .naming import where_it_is
from .position import Options, Position
from .stacking import bulk, fits


def lay_out(p: Position) -> None:
    """Every counter to the box it starts in (3.3, 3.4, TP-R17)."""
    c = p.c
    for u in range(len(c.counters)):
        if u in c.zone_of:
            box = "out" if u == c.left_bank and p.options.spoiling_attack else "setup"  # 15.1
        elif u in c.arrival:
            box = "reserve"
        else:
            box = {c.naval: "naval", c.heavy: "track"}.get(u, "pool")
        p.put(u, c.box[box])


def deploy(p: Position, side: int) -> None:
    """The deployment of February 21, 1916."""
    for u, cell in p.c.deployment[side].items():
        if p.place[u] != p.c.box["out"]:
            p.put(u, cell)


def setup_step(p: Position, side: int) -> None:
    for u in waiting(p, side):
        cells = p.c.zone_of[u].cells
        if len(cells) == 1:  # no choice: Louvemont and Forges (3.1d, 7.13)
            p.put(u, next(iter(cells)))
    p.stack.append(Deploy(side, 0))


def refuse_cell(p: Position, u: int, cell: int) -> Refusal | None:
    """Whether a unit may be set up in a hex: its zone, stacking for the French, pure divisions for the Germans.

    Germans may exceed stacking until the end of their first Movement Phase (3.2c, 8.33).
    """
    c = p.c
    zone = c.zone_of[u]
    if cell not in zone.cells:
        return Refusal(f"{p.name(u)} may not set up in {p.label(cell)}. {zone.title}", (zone.case,))
    if zone.side == FRENCH:
        return None if fits(p, u, cell) else Refusal(f"{p.label(cell)} would be over the stacking limit", ("8.31",))
    others = {c.division[x] for x in p.units_in(cell) if c.division[x]}
    if c.division[u] and others - {c.division[u]}:
        return Refusal(f"{p.label(cell)} holds another division; divisions do not mix at the start", ("3.2b",))
    return None


def faults(p: Position, side: int) -> list[tuple[str, str]]:
    """What is not in order about a finished deployment: sentence and case."""
    c = p.c
    found = []
    for u in (u for z in c.zones if z.side == side for u in z.units):
        if not p.on_map(u):
            continue
        zone = c.zone_of[u]
        if p.place[u] not in zone.cells:
            found.append((f"{p.name(u)} stands in {p.label(p.place[u])}. {zone.title}", zone.case))
        if zone.own_infantry_within:
            near = c.board.distances(p.place[u])
            mates = [x for x in p.units_of(side) if c.foot[x] and c.division[x] == c.division[u]]
            if all(near[p.place[x]] > zone.own_infantry_within for x in mates):
                found.append((f"{p.name(u)} is more than four hexes from the infantry of its division", "3.1f"))
    if side == FRENCH:
        for cell in c.front_line:
            if not p.present[cell] and not p.zone[FRENCH][cell]:
                found.append((f"the front trench {p.label(cell)} has neither a unit nor a zone of control", "3.1h"))
        cells = {p.place[u] for u in p.units_of(FRENCH)}
        found += [
            (f"{p.label(x)} is over the stacking limit", "8.31")
            for x in sorted(cells)
            if bulk(p, p.units_in(x)) > c.stack_limit
        ]
    else:
        for cell in sorted({p.place[u] for u in p.units_of(GERMAN)}):
            if len({c.division[x] for x in p.units_in(cell) if c.division[x]}) > 1:
                found.append((f"{p.label(cell)} holds units of two divisions", "3.2b"))
    return found


class Deploy(Deployment[Position], frozen=True):
    """Choose a unit to place, take one up again, or finish (3.1, 3.2)."""

    cases = ("3.1", "3.2")
    labels = {"done": "Finish the set-up", "historical": "Deploy as on February 21"}
    ready = "the deployment of February 21"

    def faults(self, p: Position) -> list[tuple[str, str]]:
        return faults(p, self.side)

    def placed(self, p: Position) -> list[int]:
        return [u for u in p.units_of(self.side) if u in p.c.zone_of and len(p.c.zone_of[u].cells) > 1]

    def options(self, p: Position) -> Sequence[Action]:
        return [*(p.c.select[u] for u in self.waiting(p)), *self.lifts(p), *self.ends(p)]

    def refuse(self, p: Position, action: Action) -> Refusal | None:
        if action not in (Action("select", action.unit), Action("lift", action.unit)):
            return super().refuse(p, action)
        u = unit_named(p, action.unit, self.side, self.cases)
        if isinstance(u, Refusal):
            return u
        if u not in p.c.zone_of:
            case = "6.4" if u in p.c.arrival else "3.3"
            return Refusal(f"{action.unit} is not set up by hand: it {where_it_is(p, u)}", (case,))
        if action.kind == "select":
            return None if u in self.waiting(p) else super().refuse(p, action)
        if not p.on_map(u):
            return Refusal(f"{action.unit} {where_it_is(p, u)}: it cannot be taken up", self.cases)
        if u not in self.placed(p):
            return Refusal(f"{action.unit} can stand nowhere else than in {p.label(p.place[u])}", (p.c.zone_of[u].case,))
        if self.lifted >= LIFTS:
            return Refusal(f"{LIFTS} units have been taken up again: finish, or take {self.ready}", self.cases)
        return None

    def take(self, p: Position, action: Action) -> None:
        if action == READY_MADE:
            for u in self.placed(p):
                p.put(u, p.c.box["setup"])
            deploy(p, self.side)
        elif action.kind == "select":
            self.stay(p)
            p.stack.append(PlaceUnit(p.c.unit[action.unit]))
            return
        elif action.kind == "lift":
            p.put(p.c.unit[action.unit], p.c.box["setup"])
            self.stay(p, lifts=1)
            return
        self.deployed(p)
        p.control = p.c.first_control[:]  # placing does not capture (14.9)
        p.ground += 1


class PlaceUnit(Placing[Position], frozen=True):
    """Choose where a unit sets up."""

    cases = ("3.1", "3.2")
    labels = {"back": "Choose another unit"}
    can_step_back = True

    def area(self, p: Position) -> str:
        return p.c.zone_of[self.unit].title

    def cells(self, p: Position) -> Sequence[int]:
        return [c for c in sorted(p.c.zone_of[self.unit].cells) if refuse_cell(p, self.unit, c) is None]

    def refuse(self, p: Position, action: Action) -> Refusal | None:
        if action.kind == "place" and action.unit != p.name(self.unit):
            return Refusal(f"Choose a hex for {p.name(self.unit)}, not for {action.unit or 'nobody'}", self.cases)
        cell = cell_named(p, action.cell, self.cases) if action.kind == "place" else None
        return cell if isinstance(cell, Refusal) else super().refuse(p, action)

    def refuse_cell(self, p: Position, cell: int) -> Refusal | None:
        return refuse_cell(p, self.unit, cell)


def opening(p: Position, scenario: str, options: Options) -> None:
    """The position a scenario begins with: the first step of its sequence comes next."""
    from .sequence import FIRST_TURN, SETUP

    lay_out(p)
    if scenario == "historical":
        deploy(p, FRENCH)
        deploy(p, GERMAN)
        p.control = p.c.first_control[:]
        p.step = FIRST_TURN - 1
    else:
        p.step = SETUP - 1
