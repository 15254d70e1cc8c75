"""16.5.2 Counter-attacks: at as many units as strike, or at all closers; where all go then. Engaged squares as this game has
them (16.5.1)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ...core.actions import Action, Refusal
from ...core.decisions import Automatic
from ...core.state import Cell, Side, Units
from ..great_war import engagement
from ..great_war.assault import AssaultRoll
from ..great_war.engagement import go_back
from ..great_war.position import Choice
from ..great_war.records import Engagement, Fight
from ..great_war.results import counter_attackers
from ..great_war.retreat import retreat_all
from ..great_war.states import PRESSED, TRIED
from .arithmetic import ground_of
from .position import Position
from .records import Means
from .resources import exhaust


def begin_counter_attack(p: Position, fight: Fight) -> None:
    """Closers are struck as a group; without them a like number, of the striker's choice (16.5.2(a), 16.5.2(c), GL-R152)."""
    closers = tuple(u for u in fight.units if p.status[u] & PRESSED)
    if closers or len(fight.units) <= len(counter_attackers(p, fight)):
        strike(p, closers or fight.units)
    else:
        p.stack.append(ChooseStruck(p.enemy(fight.side), ()))


class ChooseStruck(Choice[Position], frozen=True):
    """Choose as many attackers as counter-attack, one by one."""

    side: Side
    struck: Units

    cases = ("16.5.2(a)", "16.5.2")
    implied_kind = "strike"
    labels = {"strike": "Strike {unit}"}

    def prompt(self, p: Position) -> str:
        assert p.fight is not None
        left = len(counter_attackers(p, p.fight)) - len(self.struck)
        return f"Counter-attack: choose the units that are struck, {left} to go."

    def options(self, p: Position) -> Sequence[Action]:
        assert p.fight is not None
        return [Action("strike", p.name(u)) for u in p.fight.units if u not in self.struck]

    def why_not(self, p: Position, action: Action) -> Refusal | None:
        return Refusal("Choose units that made the assault, as many as counter-attack", self.cases) if action.unit else None

    def take(self, p: Position, action: Action) -> None:
        assert p.fight is not None
        struck = (*self.struck, p.c.unit[action.unit])
        if len(struck) < len(counter_attackers(p, p.fight)):
            p.stack.append(ChooseStruck(self.side, struck))
        else:
            strike(p, struck)


def strike(p: Position, struck: Units) -> None:
    """The defenders attack: closers and engaged units in their own square, others where those set out (GL-R151, GL-R290)."""
    fight = p.fight
    assert fight is not None
    units = counter_attackers(p, fight)
    came = tuple(p.place[u] for u in units)
    close = fight.renewed or any(p.status[u] & PRESSED for u in struck)
    target = fight.target if close else _hardest(p, came[0], struck)
    for u in fight.units:
        p.status[u] &= ~(PRESSED | TRIED)
    exhaust(p, fight)  # what it has used is remembered (GL-R125)
    p.means = Means()
    p.fight = Fight(p.enemy(fight.side), target, units, struck, renewed=fight.renewed, counter=True, came=came)
    where = p.label(target)
    text = f"{p.they(units, 'counter-attacks', 'counter-attack')} {p.names(struck)} in {{{where}}}"
    p.say("counter-attack", text, p.cite("counter_attack"))
    if fight.renewed:
        p.stack.append(AfterCounterAttack(fight.target))
    p.stack.append(AssaultRoll())


def _hardest(p: Position, start: int, struck: Units) -> int:
    """Of the squares of those who are struck the one that shifts most to the left, a crossing counted (GL-R290)."""

    def shift(cell: int) -> int:
        there = [u for u in struck if p.place[u] == cell]
        ground = sum(term.value for term in ground_of(p, cell, there))
        return ground + (p.c.modifiers["shift"]["crossing"].value if p.c.bank[cell] != p.c.bank[start] else 0)

    return min(sorted({p.place[u] for u in struck}), key=shift)


class AfterCounterAttack(Automatic[Position], frozen=True):
    """A counter-attack in an engaged square ends the engagement, unless it engages them again: who came into the square goes
    back (GL-R290). If it was he who struck back, and the enemy is gone, he has won it, and only what it cannot hold goes
    back (GL-R289)."""

    cell: Cell

    def run(self, p: Position) -> None:
        engagement, fight = p.engagement(self.cell), p.fight
        assert fight is not None
        if engagement is None or p.means.engaged:
            return
        struck_back = any(p.c.side[u] == fight.side for u in engagement.units)
        if p.engaged(self.cell) or not struck_back:
            go_back(p, [u for u in engagement.units if p.place[u] == self.cell])


# ------------------------------------------------------------------------------------------------ where the beaten go


def leave_square(p: Position, fight: Fight, units: Sequence[int]) -> None:
    """Who came into an engaged square goes back where he came from; closers that are struck are back there already, others
    retreat from there (GL-R154, GL-R289, GL-R290)."""
    before = p.engagement(fight.target)
    if fight.renewed and before is not None:
        came = [u for u in units if u in before.units]
        retreat_all(p, [u for u in units if u not in came])
        go_back(p, came)
    elif not fight.counter or fight.target not in fight.came:
        retreat_all(p, units)


def engage(p: Position, fight: Fight) -> None:
    """After a counter-attack those who were struck are engaged in the assaulted square, and the marker is the striker's
    (16.5.2(g), GL-R149, GL-R290)."""
    if not fight.counter:
        engagement.engage(p, fight)
        return
    p.means = msgspec.structs.replace(p.means, engaged=True)
    cell = fight.came[0]
    before = p.engagement(cell)
    if before is not None:
        p.engagements = tuple(e if e is not before else marker_passes(before, fight) for e in p.engagements)
        return
    struck = fight.defenders
    starts, facings = tuple(p.place[u] for u in struck), tuple(p.facing[u] for u in struck)
    for u in struck:
        p.put(u, cell)
        p.take_station(u, "")
    p.engagements += (Engagement(cell, fight.side, struck, starts, facings),)
    p.say("engaged", f"Both sides are engaged in {{{p.label(cell)}}}", ("16.5.2(g)", "16.5.1"))


def marker_passes(engagement: Engagement, fight: Fight) -> Engagement:
    """Whose marker it is says who must fight again; where the attackers came from is remembered (GL-R149, GL-R289)."""
    return msgspec.structs.replace(engagement, side=fight.side)


def came_to_attack(fight: Fight, engagement: Engagement) -> bool:
    """A defender who struck stays where he is (GL-R289)."""
    return any(u in engagement.units for u in fight.units)
