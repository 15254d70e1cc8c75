"""5.0 Build Phase: income, reinforcements of the schedule, mobilization from the Force Pool, 4.8 stripping of fortresses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...core.actions import DONE, Action, Refusal
from ...core.naming import no_such_cell
from ...core.state import Side, Unit
from .components import FRENCH, GERMAN, NAMES, SIDES
from .fog import tell
from .position import FIRED, GUNS, RUINED, Automatic, Choice, Position
from .refusals import why_elsewhere, why_no_room
from .stacking import fits

DECLARE, DECLINE = Action("declare"), Action("decline")


def build_phase(p: Position, side: int) -> None:
    """Fired guns are restored (7.2c), those too that fired in the enemy's phase (13.1b); income comes in (3.1),
    the schedule is served (11.3); then what is bought."""
    for gun in p.c.guns[side]:
        p.status[gun] &= ~FIRED
    income = p.c.turns[p.turn - 1].income[side]
    if p.turn > 1 or not p.options.no_first_income:  # CA-R09
        p.ap[side] += income
        case = "11.3b" if side == GERMAN else "11.3c"
        p.say("income", f"The {NAMES[side]} receive {income} AP and have {p.ap[side]}", ("3.1", case))
    arrivals(p, side)
    p.stack.append(BeginBuild(side))
    if p.options.verdun_or_bust and side == GERMAN and p.turn == 2:
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
                p.stack += [self, PlaceArrived(u, 0)]
                return


def entry_hexes(p: Position, u: int) -> list[int]:
    """The side's entry hexes with room, and beside a full one the hexes of the own side with room (5.0d, 5.0e, CA-R67)."""
    found = []
    for entry in open_entries(p, p.c.side[u]):
        found += [entry] if fits(p, u, entry) else _hexes_beside(p, u, entry)
    return sorted(set(found))


def open_entries(p: Position, side: int) -> list[int]:
    """Entry hexes without enemies and enemy zones (CA-R67)."""
    return [cell for cell in p.c.entries[side] if _clear_of_the_enemy(p, cell, side)]


def _clear_of_the_enemy(p: Position, cell: int, side: int) -> bool:
    return not p.enemy_holds(cell, side) and not p.in_zone(cell, side)


def _hexes_beside(p: Position, u: int, entry: int) -> list[int]:
    side = p.c.side[u]
    near = p.c.board.neighbours[entry]
    return [x for x in near if p.c.home[x] == side and _clear_of_the_enemy(p, x, side) and fits(p, u, x)]


def for_sale(p: Position, side: int) -> Iterator[int]:
    """Units of the Force Pool that can be paid for (5.0a, 5.0c, S-b) and have a place to go."""
    c, now = p.c, (side, *p.version, *p.presence, p.ground)
    room = p.entrants.get(now)  # units alike in what stacking asks go where the others go
    if room is None:
        p.entrants.clear()
        room = p.entrants[now] = {}
    for u in p.stacks[c.box["pool"]]:
        if c.side[u] != side or c.build_cost[u] > p.budget:
            continue
        kind = c.division[u], -1 if c.loose[u] else p.corps[u]
        if kind not in room:
            entries = open_entries(p, side)
            beside = (_hexes_beside(p, u, entry) for entry in entries)
            room[kind] = any(fits(p, u, entry) for entry in entries) or any(beside)
        if room[kind]:
            yield u


def forts_to_strip(p: Position) -> list[int]:
    """French fortresses with their guns, outside enemy zones, with room for the unit that is made (4.8a, S-a,
    CA-R31)."""
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


def _entry_case(side: int) -> str:
    return "5.0d" if side == GERMAN else "5.0e"


def _why_no_entry(p: Position, u: int) -> Refusal:
    """Enemies and their zones shut the entry hexes, or nothing has room (CA-R67)."""
    side = p.c.side[u]
    if not open_entries(p, side):
        return Refusal("The enemy or his zones of control shut every entry hex", (_entry_case(side),))
    return Refusal(f"No entry hex, and no hex beside one, has room for {p.name(u)}", (_entry_case(side), "4.2a"))


def _why_no_strip(p: Position, cell: int) -> Refusal:
    """What keeps the guns in a fortress (4.8a, 4.8b, CA-R31)."""
    label, state = p.label(cell), p.forts[p.c.fort_at[cell]]
    if state == RUINED:
        return Refusal(f"The fortress in {label} is destroyed", ("4.7f",))
    if state != GUNS:
        return Refusal(f"The fortress in {label} has lost its guns", ("4.8b",))
    waiting = p.stacks[p.c.box["strip"]]
    if not waiting:
        return Refusal("All units of fortress guns have been made", ("4.8a",))
    if p.control[cell] != FRENCH:
        return Refusal(f"The Germans were last in {label}", ("4.8a", "2.8a"))
    if p.in_zone(cell, FRENCH):
        return Refusal(f"{label} lies in an enemy zone of control", ("4.8a",))
    return why_no_room(p, (*p.stacks[cell], waiting[0]), label) or Refusal(f"{label} cannot be stripped", ("4.8a",))


class Build(Choice, frozen=True):
    """Mobilize units, strip fortresses, until done."""

    side: Side

    implied_kind = "build"
    cases = ("5.0a", "5.1")
    labels = {"done": "End the Build Phase"}

    def prompt(self, p: Position) -> str:
        strips = self.side == FRENCH and p.c.price["strip"] <= p.budget and bool(forts_to_strip(p))
        what = "a unit to mobilize or a fortress to strip of its guns" if strips else "a unit to mobilize"
        return f"Build Phase: choose {what} ({p.budget} of {p.ap[self.side]} AP may still be spent), or end the phase."

    def label(self, p: Position, action: Action) -> str:
        if action.kind == "build":
            return f"Mobilize {action.unit}: {p.c.build_cost[p.c.unit[action.unit]]} AP"
        if action.kind == "strip":
            return f"Strip the fortress of {action.cell}: {p.c.price['strip']} AP"
        return super().label(p, action)

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
            return Refusal("Choose a unit of your Force Pool to mobilize, or end the phase", self.cases)
        if p.c.side[u] != self.side:
            return Refusal(f"{action.unit} is not yours", ("5.0a",))
        if p.place[u] != p.c.box["pool"]:
            return Refusal(f"{action.unit} is on the map already", ("5.0a",)) if p.on_map(u) else why_elsewhere(p, u)
        if p.c.build_cost[u] > p.budget:
            why = f"{action.unit} costs {p.c.build_cost[u]} AP; {p.budget} may still be spent in this phase"
            return Refusal(why, ("5.0c", "5.1"))
        return None if entry_hexes(p, u) else _why_no_entry(p, u)

    def _refuse_strip(self, p: Position, action: Action) -> Refusal | None:
        cell = p.c.board.index.get(action.cell)
        if self.side != FRENCH:
            return Refusal("Only the French strip their fortresses", ("4.8a",))
        if cell is None or action != Action("strip", cell=action.cell):
            return Refusal("Choose a French fortress to strip", ("4.8a",))
        if cell not in p.c.fort_at:
            return Refusal(f"There is no fortress in {action.cell}", ("4.8a",))
        if p.c.price["strip"] > p.budget:
            return Refusal("Stripping costs 2 AP, more than may still be spent in this phase", ("4.8a", "5.1"))
        return None if cell in forts_to_strip(p) else _why_no_strip(p, cell)

    def take(self, p: Position, action: Action) -> None:
        if action == DONE:
            return
        if action.kind == "strip":
            cell = p.c.board.index[action.cell]
            p.budget -= p.c.price["strip"]
            gun = p.stacks[p.c.box["strip"]][0]
            name = p.c.forts[p.c.fort_at[cell]].name
            p.silence(p.c.fort_at[cell])
            p.put(gun, cell)
            veiled = f"{name} gives up its guns"  # which unit they become is seen by who may look into the hex (CA-R86)
            tell(p, "strip", [gun], f"The guns of {name} become {{{p.name(gun)}}}", veiled, ("4.8a",))
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


class Placement(Choice, frozen=True):
    """Choose the entry hex of a unit (5.0d, 5.0e)."""

    unit: Unit
    cost: int

    implied_kind = "place"
    cases = ("5.0d", "5.0e")

    def prompt(self, p: Position) -> str:
        return f"Choose where {{{p.name(self.unit)}}} appears."

    def options(self, p: Position) -> Sequence[Action]:
        return [Action("place", p.name(self.unit), p.label(cell)) for cell in entry_hexes(p, self.unit)]

    def why_not(self, p: Position, action: Action) -> Refusal | None:
        u, name = self.unit, p.name(self.unit)
        side, cell = p.c.side[u], p.c.board.index.get(action.cell)
        case = _entry_case(side)
        if action != Action("place", name, action.cell):
            return Refusal(f"Choose the hex where {name} appears", (case,))
        if cell is None:
            return no_such_cell(p, action.cell, (case,))
        if p.enemy_holds(cell, side):
            return Refusal(f"{action.cell} is held by the enemy", (case, "8.0e"))
        if p.in_zone(cell, side):
            return Refusal(f"{action.cell} lies in an enemy zone of control", (case,))
        beside = [entry for entry in open_entries(p, side) if cell in p.c.board.neighbours[entry]]
        if cell not in p.c.entries[side] and not beside:
            names = ", ".join(p.label(x) for x in p.c.entries[side])
            return Refusal(f"{name} appears in an entry hex: {names}", (case,))
        if p.c.home[cell] != side:
            return Refusal(f"{action.cell} is beyond the Trenchline", (case,))
        full = why_no_room(p, (*p.stacks[cell], u), action.cell)
        if full is not None:
            return full
        return Refusal(f"{p.label(beside[0])} has room: beside an entry hex units appear only when it is full", (case,))

    def take(self, p: Position, action: Action) -> None:
        side = p.c.side[self.unit]
        p.budget -= self.cost
        price = f" for {self.cost} AP" if self.cost else ""
        p.put(self.unit, p.c.board.index[action.cell])
        arrived = f"A {SIDES[side].capitalize()} unit has arrived"  # where, only who may look there knows (CA-R86)
        words, case = f"{{{action.unit}}} appears in {{{action.cell}}}{price}", "5.0c" if self.cost else "11.3.1c"
        tell(p, "build", [self.unit], words, arrived, (case,))
        p.pay(side, self.cost)


class PlaceBuilt(Placement, frozen=True):
    """The unit has been named and is paid for when it is placed: until then another may be chosen."""

    labels = {"back": "Choose another unit"}
    can_step_back = True


class PlaceArrived(Placement, frozen=True):
    """The unit comes by the schedule, free of charge (11.3.1c)."""


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
