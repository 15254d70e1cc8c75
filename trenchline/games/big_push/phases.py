"""What frames a player phase: lone headquarters when commitment ends, and the end of the phase (BP-R160, BP-R176)."""

from __future__ import annotations

from ...core.decisions import Automatic
from ...core.state import Cell, Side
from ...core.wording import counted
from ..great_war.advance import Advance
from ..great_war.commitment import against
from ..great_war.engagement import Aftermath
from ..great_war.records import Fight, Return
from ..great_war.resources import lapse
from ..great_war.results import EndFight, surrender
from ..great_war.retreat import retreat_all
from ..great_war.secondary import FireOnWave, PressWave, ResolveWave
from ..great_war.states import DISORDERED, HOME, OF_A_PHASE, PAID, PRESSED, SPENT, SUPPLY, TRIED
from ..great_war.supply_return import HqReturnRoll
from ..great_war.units import leave, score
from .allies import confirm_assaults
from .components import BRITISH, FRENCH, GERMAN
from .operations import concealed
from .position import Position

AREA_CASES = {
    "over_the_top": "14.1.3c",
    "punishing_land": "14.2.3c",
    "devil_machines": "14.3.6",
    "away_to_siegfried": "14.4.4c",
}

# ------------------------------------------------------------------------------------------------ when commitment ends


class CommitmentEnds(Automatic[Position], frozen=True):
    """HQs in Supply Mode that stand alone surrender, concealed guns slip away, and somebody walks in (11.3/4, BP-R173)."""

    side: Side

    def run(self, p: Position) -> None:
        for assault in reversed(p.assaults):
            if not assault.renewed:
                p.stack.append(Undefended(self.side, assault.target))


def begin_wave(p: Position, side: int) -> None:
    """A secondary attack goes through the steps of an assault, who fights beside whom among them (11.10, BP-R167)."""
    p.stack += [ResolveWave(side), FireOnWave(side), ConfirmWave(side), PressWave(side), CommitmentEnds(side)]


class ConfirmWave(Automatic[Position], frozen=True):
    side: Side

    def run(self, p: Position) -> None:
        if p.assaults:
            confirm_assaults(p, self.side)


class Undefended(Automatic[Position], frozen=True):
    side: Side
    target: Cell

    def run(self, p: Position) -> None:
        assault = against(p, self.target)
        if assault is None:
            return
        there = p.others(self.target, self.side)
        hidden = [u for u in there if concealed(p, u)]
        helpless = [u for u in there if p.status[u] & SUPPLY]
        if len(hidden) + len(helpless) < len(there):
            if hidden:  # concealed guns leave the fight to others (BP-R109)
                retreat_all(p, hidden)
            return
        p.assaults = tuple(a for a in p.assaults if a.target != self.target)
        for u in assault.units:
            p.status[u] &= ~(PRESSED | TRIED)
        surrender(p, helpless)
        came = tuple(p.place[u] for u in assault.units)
        p.fight = Fight(self.side, self.target, assault.units, (), came=came)
        p.stack += [EndFight(), Advance(self.side, self.target, (), 0, 0, True)]
        retreat_all(p, hidden)


# ------------------------------------------------------------------------------------------------ the end of a player phase


def end_of_phase(p: Position, side: int) -> None:
    """Resources lapse, HQs that furnished supply leave, Command HQs in enemy zones are removed, area penalties (BP-R176)."""
    lapse(p)
    p.assaults = ()
    spent = [h for h in p.c.hqs[side] if p.on_map(h) and p.status[h] & SPENT]
    p.stack.append(AfterSupply(side))
    p.stack += [HqReturnRoll(h) for h in reversed(spent)]


class AfterSupply(Automatic[Position], frozen=True):
    side: Side

    def run(self, p: Position) -> None:
        remove_headquarters(p)
        charge_areas(p)
        for u in range(len(p.c.counters)):
            p.status[u] &= ~OF_A_PHASE
        p.answered = ()


def remove_headquarters(p: Position) -> None:
    """Command HQs of both sides in the zone of a good order enemy come back after a full turn (7.4.2/1, BP-R31, BP-R32)."""
    for h in [h for hqs in p.c.hqs for h in hqs if p.on_map(h) and not p.status[h] & SUPPLY and threatened(p, h)]:
        p.say("hq", f"{{{p.name(h)}}} is in an enemy zone of control and is removed", ("7.4.2/1",))
        leave(p, h, "returning")
        p.returning += (Return(h, p.turn + 2, "free"),)
    p.stack.append(Aftermath())


def threatened(p: Position, hq: int) -> bool:
    """Whether an HQ is in the zone of an enemy in good order; with Troops Shelter Headquarters only if it is alone (BP-R31)."""
    cell, side = p.place[hq], p.c.side[hq]
    if p.options.hq_shelter and len(p.own(cell, side)) > 1:
        return False
    around = (cell, *(x for x in p.c.near[cell] if not p.interdicted[x]))
    return any(not p.status[u] & (DISORDERED | SUPPLY) for x in around for u in p.others(x, side))


def charge_areas(p: Position) -> None:
    """A unit that ends a phase in the other nation's rows costs points once, after it has been in its own (14.1.3c, BP-R97)."""
    price = p.s.spec.area_penalty
    if not price:
        return
    for nation in (BRITISH, FRENCH):
        first, last = p.s.rows[nation]
        for u in p.c.of_nation[nation]:
            if not p.on_map(u) or p.c.hq[u] or p.status[u] & PAID:
                continue
            if first <= p.c.row[p.place[u]] <= last:
                p.status[u] |= HOME
            elif p.status[u] & HOME:
                p.status[u] |= PAID
                score(p, GERMAN, price)
                name = p.c.nations[nation].capitalize()
                p.say(
                    "area",
                    f"{{{p.name(u)}}} is outside the {name} area: {counted(price, 'point')} to the German side",
                    (AREA_CASES[p.s.id],),
                )
