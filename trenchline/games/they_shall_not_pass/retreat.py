"""9.5 Retreats."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import msgspec

from ...core.actions import Action, Refusal
from ...core.naming import cell_named
from ...core.state import Cells, Side, Unit, Units
from ...core.wording import counted
from .components import ENEMY, GERMAN
from .morale import check_morale
from .naming import closed_to, river_between, unit_on_map
from .position import NEWBORN, Automatic, Choice, Position
from .step_losses import lose_step
from .terrain import open_sides


def retreat_steps(p: Position, u: int, trail: tuple[int, ...], away: tuple[int, ...]) -> list[int]:
    """The hexes a unit may retreat into next; `trail` are the hexes it has been in, the first where it began.

    Away from every enemy in the fight, and nearer to one map-edge hex of its own that it has been nearing all along;
    if there is no such hex, nearer to a friendly city or town (9.5, TP-R94).
    """
    here = trail[-1]
    ground = _open_ground(p, u, here)
    for x in away:
        far = p.c.board.distances(x)
        ground = [cell for cell in ground if far[cell] > far[here]]
    if not ground:
        return ground
    shelter, goals = False, _goals(p, p.c.side[u], False)
    for a, b in pairwise(trail):
        nearing = goals & p.c.closer(a, b, shelter)
        if not nearing:  # no edge could be neared from there
            shelter, nearing = True, _goals(p, p.c.side[u], True) & p.c.closer(a, b, True)
        goals = nearing
    found = [cell for cell in ground if goals & p.c.closer(here, cell, shelter)]
    if found or shelter:
        return found
    goals = _goals(p, p.c.side[u], True)
    return [cell for cell in ground if goals & p.c.closer(here, cell, True)]


def _goals(p: Position, side: int, shelter: bool) -> int:
    """The friendly-controlled map-edge hexes, or cities and towns, as bits; kept until somebody moves or takes ground."""
    now = (p.version[0], p.version[1], p.ground)
    if p.goals_of != now:
        p.goals, p.goals_of = {}, now
    found = p.goals.get((side, shelter))
    if found is None:
        cells = p.c.shelters if shelter else p.c.rim
        enemy, control, present = p.c.bit[ENEMY[side]], p.control, p.present
        found = sum(1 << i for i, cell in enumerate(cells) if control[cell] == side and present[cell] != enemy)
        p.goals[side, shelter] = found
    return found


def _open_ground(p: Position, u: int, here: int) -> list[int]:
    """Neighbours that can be entered in retreat: no enemy, no enemy fort, no unbridged river (9.5, 9.51)."""
    c = p.c
    side = c.side[u]
    present, enemies = p.present, c.enemy_bits[side]
    found = []
    for near in open_sides(c)[here]:
        if present[near] & enemies or (side == GERMAN and p.fort_stands(near)):
            continue
        if not c.foot[u] and p.zone[ENEMY[side]][near] and not covered(p, near, side):
            continue  # HQs and guns may not retreat into enemy zones, unless a friend is there (8.44)
        if u == c.railroad and not c.board.joined("rail", here, near):
            continue  # TP-R77
        found.append(near)
    return found


def column(p: Position, side: int) -> set[int]:
    """All who retreat from the combat with a side's units, remnants of theirs among them: one column (TP-R135)."""
    fight = p.fight
    assert fight is not None
    units = fight.attackers if side == fight.side else fight.defenders
    return {*units, *(g for g in fight.exposed if p.c.side[g] == side), *(r for _, r in fight.remnants if p.c.side[r] == side)}


def covered(p: Position, cell: int, side: int) -> bool:
    """Whether a friend cancels the enemy's zone for those who retreat into a hex: none of their column does (8.44, TP-R135)."""
    return p.holds(cell, side) and not column(p, side).issuperset(p.stacks[cell])


def can_retreat(p: Position, u: int, trail: tuple[int, ...], hexes: int, away: tuple[int, ...]) -> bool:
    if not hexes:
        return True
    return any(can_retreat(p, u, (*trail, cell), hexes - 1, away) for cell in retreat_steps(p, u, trail, away))


def farthest_retreat(p: Position, u: int, most: int, away: tuple[int, ...]) -> int:
    """How many hexes a unit can retreat, at most so many (9.42a)."""
    return _farthest(p, u, (p.place[u],), most, away)


def _farthest(p: Position, u: int, trail: tuple[int, ...], most: int, away: tuple[int, ...]) -> int:
    farthest = 0
    for cell in retreat_steps(p, u, trail, away) if most else ():
        farthest = max(farthest, 1 + _farthest(p, u, (*trail, cell), most - 1, away))
        if farthest == most:
            break
    return farthest


class BeginRetreat(Automatic, frozen=True):
    """What was not lost is walked; a garrison left behind takes one hit for those who leave (14.82)."""

    side: Side
    hexes: int

    def run(self, p: Position) -> None:
        from .hits import enemy_cells, garrison_of, participants

        fight = p.fight
        assert fight is not None
        hexes = self.hexes
        if hexes and garrison_of(p, self.side):
            p.hit_fort(p.c.fort_at[fight.target])
            hexes -= 1
        born = [r for lost, r in fight.remnants if p.c.side[lost] == self.side and p.on_map(r)]
        units = participants(p, self.side) + born
        if not hexes or not units:
            return
        if self.side == fight.side:
            p.fight = msgspec.structs.replace(fight, retreated=True)
        else:
            p.fight = msgspec.structs.replace(fight, retreat=hexes)
        p.stack.append(Retreating(self.side, hexes, tuple(units), enemy_cells(p, self.side)))


class Retreating(Automatic, frozen=True):
    """The units that still have to retreat; the owner chooses who goes next and where."""

    side: Side
    hexes: int
    units: Units
    away: Cells

    def run(self, p: Position) -> None:
        left = tuple(u for u in self.units if p.on_map(u))
        for u in left:
            if not _ways_out(p, u, (p.place[u],), self.hexes, self.away):
                # A friend that opened the way has gone: what cannot be walked is lost (9.42a, docs/rulings R1).
                p.stack.append(Retreating(self.side, self.hexes, tuple(x for x in left if x != u), self.away))
                p.stack.append(Cornered(u, self.hexes))
                return
        if left:
            p.stack.append(Retreat(self.side, self.hexes, left, self.away))


def _ways_out(p: Position, u: int, trail: tuple[int, ...], hexes: int, away: tuple[int, ...]) -> list[int]:
    """The next hexes from which the rest of the retreat can be completed; a remnant goes as far as it can."""
    steps = retreat_steps(p, u, trail, away)
    best = [cell for cell in steps if can_retreat(p, u, (*trail, cell), hexes - 1, away)]
    return best or (steps if p.status[u] & NEWBORN else [])


def why_no_retreat(p: Position, u: int, trail: tuple[int, ...], action: Action, hexes: int, away: tuple[int, ...]) -> Refusal:
    """Why a hex is not one that a unit may retreat into next."""
    cell = cell_named(p, action.cell, ("9.5",))
    if isinstance(cell, Refusal):
        return cell
    c, side, here, label = p.c, p.c.side[u], trail[-1], action.cell
    if cell not in c.board.neighbours[here]:
        return Refusal(f"{label} is not next to {p.label(here)}: choose one hex at a time", ("9.5",))
    barred = closed_to(p, side, cell) or river_between(p, here, cell)
    if barred is not None:
        return barred
    if u == c.railroad and not c.board.joined("rail", here, cell):
        return Refusal(f"The railroad gun may not leave the rails: none lead to {label}", ("14.34",))
    if not c.foot[u] and p.zone[ENEMY[side]][cell] and not covered(p, cell, side):
        return Refusal(f"{label} lies in an enemy zone: HQs and guns may not retreat there", ("9.51",))
    near = next((x for x in away if c.board.distances(x)[cell] <= c.board.distances(x)[here]), None)
    if near is not None:
        return Refusal(f"{label} does not lead away from the enemy in {p.label(near)}", ("9.5",))
    if cell not in retreat_steps(p, u, trail, away):
        return Refusal(f"{label} does not lead toward a map edge of yours, nor for want of one to a town", ("9.5",))
    return Refusal(f"From {label} the retreat of {counted(hexes, 'hex', 'hexes')} cannot be completed", ("9.42a",))


class Cornered(Automatic, frozen=True):
    """A unit that cannot complete its retreat loses a step for each hex; a new remnant is spared (TP-R113)."""

    unit: Unit
    hexes: int

    def run(self, p: Position) -> None:
        if self.hexes and p.on_map(self.unit) and not p.status[self.unit] & NEWBORN:
            p.stack.append(Cornered(self.unit, self.hexes - 1))
            lose_step(p, self.unit, "9.42a")


def safest(p: Position, side: int, cells: Sequence[int], away: tuple[int, ...]) -> int:
    """The hex of a retreat that a careful player takes: out of enemy zones, then far from the enemy of the fight."""
    board, zone = p.c.board, p.zone[ENEMY[side]]
    return min(cells, key=lambda cell: (zone[cell] > 0, -sum(board.distances(x)[cell] for x in away), cell))


class Retreat(Choice, frozen=True):
    """Choose a unit and the first hex of its retreat."""

    side: Side
    hexes: int
    units: Units
    away: Cells

    implied_kind = "retreat"
    cases = ("9.5",)

    def prompt(self, p: Position) -> str:
        hexes = counted(self.hexes, "hex", "hexes")
        return f"{p.names(self.units)} must retreat {hexes}: choose a unit and where it goes."

    def options(self, p: Position) -> Sequence[Action]:
        return [
            Action("retreat", p.name(u), p.label(cell))
            for u in self.units
            for cell in _ways_out(p, u, (p.place[u],), self.hexes, self.away)
        ]

    def default(self, p: Position) -> Action:
        """The first of the units, by the safest way."""
        u = self.units[0]
        cells = _ways_out(p, u, (p.place[u],), self.hexes, self.away)
        return Action("retreat", p.name(u), p.label(safest(p, self.side, cells, self.away)))

    def why_not(self, p: Position, action: Action) -> Refusal | None:
        fight = p.fight
        assert fight is not None
        if action != Action("retreat", action.unit, action.cell):
            return None
        u = unit_on_map(p, action, self.side, self.cases)
        if isinstance(u, Refusal):
            return u
        if u not in self.units:
            if u in column(p, self.side):
                return Refusal(f"{action.unit} has retreated already", ("9.5",))
            if u in (*fight.guns, *fight.support):
                return Refusal(f"{action.unit} supports from afar and does not retreat", ("9.45",))
            return Refusal(f"{action.unit} is not in this fight and stays where it is", ("9.42",))
        return why_no_retreat(p, u, (p.place[u],), action, self.hexes, self.away)

    def take(self, p: Position, action: Action) -> None:
        u = p.c.unit[action.unit]
        p.stack.append(Retreating(self.side, self.hexes, tuple(x for x in self.units if x != u), self.away))
        retreat_one_hex(p, u, (p.place[u],), p.c.board.index[action.cell], self.hexes, self.away)


def retreat_one_hex(p: Position, u: int, trail: tuple[int, ...], cell: int, hexes: int, away: tuple[int, ...]) -> None:
    """One hex of retreat, free of points and zones' stops, each unit for itself (8.13, 9.42b), with the morale checks of
    Strong and Weak zones (8.42b, 8.43c, 8.46, 9.51) and of shells in it (9.52)."""
    fight = p.fight
    assert fight is not None
    side = p.c.side[u]
    in_zone = p.c.foot[u] and p.zone[ENEMY[side]][cell] and not covered(p, cell, side)
    from_target = trail[0] == fight.target
    if side != fight.side and len(trail) == 1 and from_target and cell not in fight.first_hexes:
        p.fight = msgspec.structs.replace(fight, first_hexes=(*fight.first_hexes, cell))
    p.put(u, cell)
    p.say("retreat", f"{{{p.name(u)}}} retreats to {{{p.label(cell)}}}", ("9.5",))
    p.stack.append(RetreatOn(u, hexes - 1, (*trail, cell), away))
    if p.shelled[cell]:
        p.stack.append(UnderShells(u))
    if in_zone:
        check_morale(p, [u], 0, "retreat through an enemy zone", "9.51")


class UnderShells(Automatic, frozen=True):
    """The check of an interdicted hex, if the zone there has not finished the unit (7.22a, 9.52)."""

    unit: Unit

    def run(self, p: Position) -> None:
        if p.on_map(self.unit):
            check_morale(p, [self.unit], 0, "retreat through interdiction", "9.52")


class RetreatOn(Automatic, frozen=True):
    """The rest of a unit's retreat, or of the remnant it became on the way (TP-R97)."""

    unit: Unit
    hexes: int
    trail: Cells
    away: Cells

    def run(self, p: Position) -> None:
        assert p.fight is not None
        u = self.unit
        if not p.on_map(u):
            heir = dict(p.fight.remnants).get(u)
            if heir is None or p.place[heir] != self.trail[-1]:
                return
            u = heir
        if not self.hexes:
            return
        cells = _ways_out(p, u, self.trail, self.hexes, self.away)
        if not cells:
            p.stack.append(Cornered(u, self.hexes))
        elif len(cells) == 1:
            retreat_one_hex(p, u, self.trail, cells[0], self.hexes, self.away)
        else:
            p.stack.append(RetreatStep(u, self.hexes, self.trail, self.away))


class RetreatStep(Choice, frozen=True):
    """Choose the next hex of a retreat."""

    unit: Unit
    hexes: int
    trail: Cells
    away: Cells

    implied_kind = "retreat"
    cases = ("9.5",)

    def prompt(self, p: Position) -> str:
        return f"{{{p.name(self.unit)}}} retreats on, {self.hexes} more: choose the next hex."

    def options(self, p: Position) -> Sequence[Action]:
        cells = _ways_out(p, self.unit, self.trail, self.hexes, self.away)
        return [Action("retreat", p.name(self.unit), p.label(cell)) for cell in cells]

    def default(self, p: Position) -> Action:
        """The safest way."""
        cells = _ways_out(p, self.unit, self.trail, self.hexes, self.away)
        return Action("retreat", p.name(self.unit), p.label(safest(p, p.c.side[self.unit], cells, self.away)))

    def why_not(self, p: Position, action: Action) -> Refusal | None:
        if action != Action("retreat", action.unit, action.cell):
            return None
        if action.unit != p.name(self.unit):
            return Refusal(f"{p.name(self.unit)} completes its retreat first", self.cases)
        return why_no_retreat(p, self.unit, self.trail, action, self.hexes, self.away)

    def take(self, p: Position, action: Action) -> None:
        retreat_one_hex(p, self.unit, self.trail, p.c.board.index[action.cell], self.hexes, self.away)
