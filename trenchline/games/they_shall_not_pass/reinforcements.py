"""6.4 Reinforcements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from ...core.actions import Action, Refusal
from ...core.naming import cell_named, unit_named
from ...core.state import Cells, Refers, Unit
from .components import ENEMY, FRENCH, GERMAN, Entry
from .naming import where_it_is
from .position import Automatic, Choice, Position
from .replacements import may_be_placed

ENTER, DECLINE, WAIT = Action("enter"), Action("decline"), Action("wait")
IN_ZONE = "in an enemy zone of control"


def reinforcements_step(p: Position, side: int) -> None:
    """The schedule: the French enter by themselves where the road is open; the 121st Division is an offer (6.41, 6.42)."""
    reserve = p.c.box["reserve"]
    for entry in reversed(p.c.schedule):
        if entry.side != side or not any(p.place[u] == reserve for u in entry.units):
            continue
        if side == GERMAN:
            if entry.turn == p.turn and open_cells(p, entry):
                p.stack.append(OptionalDivision())
        elif entry.turn <= p.turn:
            p.stack.append(Arrival(p.c.schedule.index(entry)))


def open_cells(p: Position, entry: Entry) -> list[int]:
    """The entry hexes that are free of the enemy."""
    return [cell for cell in entry.cells if may_be_placed(p, cell, entry.side)]


def entry_open(p: Position, cell: int) -> bool:
    """Whether the French can enter: no enemy there and no enemy zone that no friend cancels (TP-R51)."""
    if p.enemy_holds(cell, FRENCH):
        return False
    return not p.zone[ENEMY[FRENCH]][cell] or p.holds(cell, FRENCH)


def arrive(p: Position, units: Sequence[int], cell: int, case: str) -> None:
    """Placed free of charge and without regard to stacking (8.33), in supply (6.4, TP-R32)."""
    for u in units:
        p.status[u] = 0
        p.put(u, cell)
    p.say("reinforcement", f"{p.names(units)} arrive in {{{p.label(cell)}}}", (case,))


class Arrival(Automatic, frozen=True):
    """A French formation that is due."""

    entry: Annotated[int, Refers("entry")]

    def run(self, p: Position) -> None:
        entry = p.c.schedule[self.entry]
        if p.options.improved_organization and p.c.division[entry.units[0]] == "16" and not p.sixteenth:
            corps = [c for c in ("XXX", "XX", "I") if p.on_map(p.c.hq_of[c])]
            if corps:  # 15.3
                p.stack.append(self)
                p.stack.append(AssignSixteenth(tuple(corps)))
                return
        if entry_open(p, entry.cells[0]):
            reserve = p.c.box["reserve"]
            arrive(p, [u for u in entry.units if p.place[u] == reserve], entry.cells[0], entry.case)
            return
        both = sorted({cell for e in p.c.schedule if e.side == FRENCH for cell in e.cells})
        others = tuple(cell for cell in both if entry_open(p, cell))
        if others:
            p.stack.append(BlockedEntry(self.entry, others))
        else:
            p.say("reinforcement", f"{entry.title}: the roads into Verdun are closed, it waits", ("6.41",))


class BlockedEntry(Choice, frozen=True):
    """The entry hex is closed: enter at the other one, or wait (TP-R51)."""

    entry: Annotated[int, Refers("entry")]
    cells: Cells

    implied_kind = "enter"
    cases = ("6.41",)
    labels = {"wait": "Wait"}

    def player(self, p: Position) -> int:
        return FRENCH

    def prompt(self, p: Position) -> str:
        return f"{p.c.schedule[self.entry].title}: its entry hex is closed. Enter elsewhere, or wait."

    def options(self, p: Position) -> Sequence[Action]:
        return [*(Action("enter", cell=p.label(cell)) for cell in self.cells), WAIT]

    def why_not(self, p: Position, action: Action) -> Refusal | None:
        if action != Action("enter", cell=action.cell):
            return None
        cell = cell_named(p, action.cell, self.cases)
        if isinstance(cell, Refusal):
            return cell
        if all(cell not in e.cells for e in p.c.schedule if e.side == FRENCH):
            return Refusal(f"{action.cell} is no French entry hex", self.cases)
        held = p.enemy_holds(cell, FRENCH)
        return Refusal(f"{action.cell} is closed: {'held by the enemy' if held else IN_ZONE}", self.cases)

    def take(self, p: Position, action: Action) -> None:
        if action == WAIT:
            return
        entry = p.c.schedule[self.entry]
        reserve = p.c.box["reserve"]
        arrive(p, [u for u in entry.units if p.place[u] == reserve], p.c.board.index[action.cell], entry.case)


class AssignSixteenth(Choice, frozen=True):
    """With 15.3 the 16th Division joins a corps whose HQ is on the map, for good."""

    corps: tuple[str, ...]

    implied_kind = "assign"
    cases = ("15.3",)

    def player(self, p: Position) -> int:
        return FRENCH

    def prompt(self, p: Position) -> str:
        return "Assign the 16th Division to a corps: choose its HQ."

    def options(self, p: Position) -> Sequence[Action]:
        return [Action("assign", p.name(p.c.hq_of[corps])) for corps in self.corps]

    def why_not(self, p: Position, action: Action) -> Refusal | None:
        if action != Action("assign", action.unit):
            return None
        u = unit_named(p, action.unit, FRENCH, self.cases)
        if isinstance(u, Refusal):
            return u
        if not p.c.hq[u]:
            return Refusal(f"{action.unit} is no HQ: choose that of the corps", self.cases)
        return Refusal(f"{action.unit} {where_it_is(p, u)}: the HQ must be on the map", self.cases)

    def take(self, p: Position, action: Action) -> None:
        p.sixteenth = p.c.corps[p.c.unit[action.unit]]
        p.say("reinforcement", f"The 16th Division joins {p.sixteenth} Corps", ("15.3",))


class OptionalDivision(Choice, frozen=True):
    """The 121st Division may enter on February 25 only, whole or not at all, for one victory point (6.42, TP-R52)."""

    cases = ("6.42",)
    labels = {"enter": "Bring it in", "decline": "Leave it out"}

    def player(self, p: Position) -> int:
        return GERMAN

    def prompt(self, p: Position) -> str:
        price = "free of charge (15.2)" if p.options.full_effort else "at the price of 1 victory point"
        return f"Bring in the 121st Division, {price}?"

    def options(self, p: Position) -> Sequence[Action]:
        return (ENTER, DECLINE)

    def default(self, p: Position) -> Action | None:
        return ENTER if p.options.full_effort else None  # what costs a point is for the player to say

    def take(self, p: Position, action: Action) -> None:
        if action == DECLINE:
            return
        p.committed = True
        p.say("reinforcement", "The 121st Division is committed", ("6.42",))
        entry = next(e for e in p.c.schedule if e.optional)
        p.stack.extend(PlaceReinforcement(u) for u in reversed(entry.units))


class PlaceReinforcement(Choice, frozen=True):
    """A unit of the 121st Division enters on the north edge between 1101 and 1701 (6.42)."""

    unit: Unit

    implied_kind = "place"
    cases = ("6.42",)

    def player(self, p: Position) -> int:
        return GERMAN

    def prompt(self, p: Position) -> str:
        return f"Choose where {{{p.name(self.unit)}}} enters."

    def options(self, p: Position) -> Sequence[Action]:
        name = p.name(self.unit)
        return [Action("place", name, p.label(cell)) for cell in open_cells(p, p.c.arrival[self.unit])]

    def why_not(self, p: Position, action: Action) -> Refusal | None:
        if action.kind != "place" or action.value:
            return None
        if action.unit != p.name(self.unit):
            return Refusal(f"Choose a hex for {p.name(self.unit)}, not for {action.unit or 'nobody'}", self.cases)
        cell = cell_named(p, action.cell, self.cases)
        if isinstance(cell, Refusal):
            return cell
        entry = p.c.arrival[self.unit]
        if cell not in entry.cells:
            first, last = p.label(entry.cells[0]), p.label(entry.cells[-1])
            return Refusal(f"The 121st Division enters between {first} and {last}, not in {action.cell}", ("6.42",))
        held = p.enemy_holds(cell, GERMAN)
        return Refusal(f"{action.cell} is closed: {'held by the enemy' if held else IN_ZONE}", ("6.33d",))

    def take(self, p: Position, action: Action) -> None:
        arrive(p, [self.unit], p.c.board.index[action.cell], "6.42")
