"""5.0 Build Phase: income, reinforcements of the schedule, mobilization from the Force Pool, 4.8 stripping of fortresses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...core.actions import Action, DONE, Refusal
from ...core.state import Side, Unit
from .components import FRENCH, GERMAN, NAMES
from .position import FIRED, GUNS, Automatic, Choice, Position
from .stacking import fits

DECLARE, DECLINE = Action("declare"), Action("decline")


def build_phase(p: Position, side: int) -> None:
    """Fired guns are restored (7.2c), income comes in (3.1), the schedule is served (11.3); then what is bought."""
    for gun in p.c.guns[side]:
        p.status[gun] &= ~FIRED
    income = p.c.turns[p.turn - 1].income[side]
    if p.turn > 1 or not p.rules.no_first_income:  # CA-R09
        p.ap[side] += income
        p.say("income", f"The {NAMES[side]} receive {income} AP and have {p.ap[side]}", ("3.1", "11.3"))
    arrivals(p, side)
    p.stack.append(BeginBuild(side))
    if p.rules.verdun_or_bust and side == GERMAN and p.turn == 2:
        p.stack.append(VerdunOrBust())


def arrivals(p: Position, side: int) -> None:
    """Reinforcements of the turn: to the map edge, to the entry hexes, or to the Force Pool (11.3d, 11.3.1)."""
    for entry in p.c.schedule:
        if entry.side == side and entry.turn == p.turn:
            for u in entry.units:
                p.put(u, p.c.box[entry.way])
            p.say("reinforcement", f"{entry.title}: {p.names(entry.units)}", (entry.case,))


class BeginBuild(Automatic, frozen=True):
    """At most half of the AP held now may be spent in this phase (5.1, CA-R12)."""

    side: Side

    def run(self, p: Position) -> None:
        p.budget = p.ap[self.side] * p.c.price["build_percent"] // 100
        p.stack += [AskBuild(self.side), FreeEntries(self.side)]


class FreeEntries(Automatic, frozen=True):
    """Units of the schedule that stand in an entry hex without being bought; without room they wait (11.3.1c, CA-R67)."""

    side: Side

    def run(self, p: Position) -> None:
        waiting = [u for u in p.stacks[p.c.box["entry"]] if p.c.side[u] == self.side]
        for u in waiting:
            cells = entry_hexes(p, u)
            if cells:
                p.stack += [self, PlaceBuilt(u, 0)]
                return


def entry_hexes(p: Position, u: int) -> list[int]:
    """The side's entry hexes with room, and beside a full one the hexes of the own side with room (5.0d, 5.0e, CA-R67)."""
    found = []
    for entry in open_entries(p, p.c.side[u]):
        found += [entry] if fits(p, u, entry) else _beside(p, u, entry)
    return sorted(set(found))


def open_entries(p: Position, side: int) -> list[int]:
    """Entry hexes without enemies and enemy zones (CA-R67)."""
    return [cell for cell in p.c.entries[side] if _open(p, cell, side)]


def _open(p: Position, cell: int, side: int) -> bool:
    return not p.enemy_holds(cell, side) and not p.in_zone(cell, side)


def _beside(p: Position, u: int, entry: int) -> list[int]:
    side = p.c.side[u]
    near = p.c.board.neighbours[entry]
    return [x for x in near if p.c.home[x] == side and _open(p, x, side) and fits(p, u, x)]


def for_sale(p: Position, side: int) -> Iterator[int]:
    """Units of the Force Pool that can be paid for and have a place to go."""
    c, entries = p.c, open_entries(p, side)
    for u in p.stacks[c.box["pool"]]:
        if c.side[u] != side or c.build_cost[u] > p.budget:
            continue
        if any(fits(p, u, entry) for entry in entries) or any(_beside(p, u, entry) for entry in entries):
            yield u


def forts_to_strip(p: Position) -> list[int]:
    """French fortresses with their guns, outside enemy zones, with room for the unit that is made (4.8a, CA-R31)."""
    waiting = p.stacks[p.c.box["strip"]]
    if not waiting:
        return []
    return [
        fort.cell
        for i, fort in enumerate(p.c.forts)
        if p.forts[i] == GUNS
        and p.control[fort.cell] == FRENCH
        and not p.in_zone(fort.cell, FRENCH)
        and fits(p, waiting[0], fort.cell)
    ]


class Build(Choice, frozen=True):
    """Mobilize units, strip fortresses, until done."""

    side: Side

    implied_kind = "build"
    cases = ("5.0a", "5.1")
    labels = {"done": "End the Build Phase"}

    def player(self, p: Position) -> int:
        return self.side

    def prompt(self, p: Position) -> str:
        return (
            f"Build Phase: choose a unit to mobilize ({p.budget} of {p.ap[self.side]} AP may still be spent), or end the phase."
        )

    def options(self, p: Position) -> Sequence[Action]:
        found = [Action("build", p.name(u)) for u in for_sale(p, self.side)]
        if self.side == FRENCH and p.c.price["strip"] <= p.budget:
            found += [Action("strip", cell=p.label(cell)) for cell in forts_to_strip(p)]
        return [*found, DONE]

    def refuse(self, p: Position, action: Action) -> Refusal | None:
        if action == DONE:
            return None
        if action.kind == "strip":
            return self._refuse_strip(p, action)
        u = p.c.unit.get(action.unit)
        if u is None or action != Action("build", action.unit):
            return Refusal("Name a unit of your Force Pool to mobilize, or end the phase", self.cases)
        if p.c.side[u] != self.side or p.place[u] != p.c.box["pool"]:
            return Refusal(f"{action.unit} is not in your Force Pool", ("5.0a", "5.0b"))
        if p.c.build_cost[u] > p.budget:
            why = f"{action.unit} costs {p.c.build_cost[u]} AP; {p.budget} may still be spent in this phase"
            return Refusal(why, ("5.0c", "5.1"))
        return None if entry_hexes(p, u) else Refusal(f"There is no room for {action.unit} at an entry hex", ("5.0d", "5.0e"))

    def _refuse_strip(self, p: Position, action: Action) -> Refusal | None:
        cell = p.c.board.index.get(action.cell, -1)
        if self.side != FRENCH or cell not in p.c.fort_at or action != Action("strip", cell=action.cell):
            return Refusal("Name a French fortress to strip", ("4.8a",))
        if p.c.price["strip"] > p.budget:
            return Refusal("Stripping costs 2 AP, more than may still be spent in this phase", ("4.8a", "5.1"))
        if cell in forts_to_strip(p):
            return None
        return Refusal(f"The fortress in {action.cell} has no guns to strip, or they cannot be brought out", ("4.8a",))

    def take(self, p: Position, action: Action) -> None:
        if action == DONE:
            return
        if action.kind == "strip":
            cell = p.c.board.index[action.cell]
            p.budget -= p.c.price["strip"]
            gun = p.stacks[p.c.box["strip"]][0]
            p.say("strip", f"The guns of {p.c.forts[p.c.fort_at[cell]].name} become {{{p.name(gun)}}}", ("4.8a",))
            p.silence(p.c.fort_at[cell])
            p.put(gun, cell)
            if not p.pay(self.side, p.c.price["strip"]):
                p.stack.append(AskBuild(self.side))
            return
        u = p.c.unit[action.unit]
        p.stack += [AskBuild(self.side), PlaceBuilt(u, p.c.build_cost[u])]


class AskBuild(Automatic, frozen=True):
    """Is there anything to build or to strip?"""

    side: Side

    def run(self, p: Position) -> None:
        strips = self.side == FRENCH and p.c.price["strip"] <= p.budget and forts_to_strip(p)
        if strips or next(for_sale(p, self.side), None) is not None:
            p.stack.append(Build(self.side))


class PlaceBuilt(Choice, frozen=True):
    """Choose the entry hex of a unit that is mobilized, or of one that comes free of charge (5.0d, 5.0e, 11.3.1c)."""

    unit: Unit
    cost: int

    implied_kind = "place"
    cases = ("5.0d", "5.0e")

    def player(self, p: Position) -> int:
        return p.c.side[self.unit]

    def prompt(self, p: Position) -> str:
        return f"Choose where {{{p.name(self.unit)}}} appears."

    def options(self, p: Position) -> Sequence[Action]:
        return [Action("place", p.name(self.unit), p.label(cell)) for cell in entry_hexes(p, self.unit)]

    def take(self, p: Position, action: Action) -> None:
        side = p.c.side[self.unit]
        p.budget -= self.cost
        price = f" for {self.cost} AP" if self.cost else ""
        p.say("build", f"{{{action.unit}}} appears in {{{action.cell}}}{price}", ("5.0c" if self.cost else "11.3.1c",))
        p.put(self.unit, p.c.board.index[action.cell])
        p.pay(side, self.cost)


class VerdunOrBust(Choice, frozen=True):
    """On turn 2 the German may stake everything on Verdun for 45 AP (13.5a)."""

    cases = ("13.5a", "13.5b")
    labels = {"declare": "Verdun or bust", "decline": "Keep all objectives"}

    def player(self, p: Position) -> int:
        return GERMAN

    def prompt(self, p: Position) -> str:
        return f"Give up every objective but Verdun, for {p.c.bust_ap} AP?"

    def options(self, p: Position) -> Sequence[Action]:
        return (DECLARE, DECLINE)

    def take(self, p: Position, action: Action) -> None:
        if action == DECLARE:
            p.bust = True
            p.ap[GERMAN] += p.c.bust_ap
            p.say("bust", f"The Germans stake all on Verdun and receive {p.c.bust_ap} AP", self.cases)
