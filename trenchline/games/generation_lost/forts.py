"""10.5, 13.3.1b Forts: who is inside and outside, assaults by one small unit on the square and then on the fort, empty ones."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.actions import Action, Refusal
from ...core.decisions import Automatic
from ...core.state import Cell, Side, Unit
from ..great_war import commitment
from ..great_war.commitment import against
from ..great_war.engagement import go_back
from ..great_war.fire import DefensiveFire
from ..great_war.position import Choice
from ..great_war.records import Assault, Fight
from ..great_war.states import INSIDE
from .garrisons import ShowGarrison, hidden_garrison
from .position import Position
from .resources import exhaust

STORM, RETURN = Action("storm"), Action("return")


def in_fort(p: Position, u: int, cell: int) -> bool:
    """Whether a unit is in the fort of a square; who has closed in from another fort is not."""
    return p.place[u] == cell and bool(p.status[u] & INSIDE)


def on_the_fort(p: Position, fight: Fight) -> bool:
    """Whether a fight is for a fort itself, not for its square (GL-R284)."""
    return p.c.fort[fight.target] and bool(fight.defenders) and all(in_fort(p, u, fight.target) for u in fight.defenders)


def defenders_of(p: Position, cell: int, side: int) -> list[int]:
    """Who is outside a fort comes first, then who is in it (13.3.1b(a), GL-R284)."""
    own = p.own(cell, side)
    outside = [u for u in own if not p.status[u] & INSIDE] if p.c.fort[cell] else []
    return outside or own


def assailable(p: Position, cell: int, side: int) -> bool:
    """A fort of the enemy can be assaulted with nobody in its square too (13.3.1b(e), GL-R117)."""
    if p.stacks[cell]:
        return commitment.assailable(p, cell, side)
    return p.c.fort[cell] and p.forts[p.c.forts.index(cell)] != side


def refuse_fort(p: Position, u: int, cell: int, beside: Sequence[int]) -> Refusal | None:
    """One small unit alone assaults a fort or its square (13.3.1b, GL-R114)."""
    if not p.c.fort[cell]:
        return None
    if not p.fort_sized(u):
        small = "Only a battalion, chasseurs or a brigade of 216 assaults a fort"
        return Refusal(f"{small}: {p.name(u)} would have to break down first", ("13.3.1b", "10.5.1"))
    if beside:
        return Refusal(f"One unit alone assaults a fort, and {p.name(beside[0])} does", ("13.3.1b",))
    return None


def reveal_if_assaulted(p: Position, cell: int) -> None:
    """A garrison is shown when the fort itself is assaulted, not as long as somebody is outside (GL-R59)."""
    garrison = hidden_garrison(p, cell)
    if garrison >= 0 and all(p.status[u] & INSIDE for u in p.own(cell, p.c.side[garrison])):
        p.stack.append(ShowGarrison(garrison))


def shows_first(p: Position, side: int, assault: Assault) -> bool:
    """Whoever was outside may have left since the commitment: then the garrison is shown before the assault begins (GL-R59)."""
    garrison = hidden_garrison(p, assault.target)
    if garrison < 0 or garrison not in p.defenders_of(assault.target, p.enemy(side)):
        return False
    p.stack += [FortAssault(side, assault.target), ShowGarrison(garrison)]
    return True


# ------------------------------------------------------------------------------------------------ inside and outside


def stations(p: Position, u: int, cell: int) -> tuple[str, ...]:
    """Inside or outside the fort, as its owner says, where nobody of his is yet (10.5.2, 10.5.5, 10.5.7)."""
    if not p.c.fort[cell]:
        return ("",)
    others = [p.status[v] & INSIDE for v in p.own(cell, p.c.side[u]) if v != u]
    found = [name for name, bit in (("inside", INSIDE), ("outside", 0)) if bit not in others]
    return tuple(found) or ("outside",)


def take_station(p: Position, u: int, station: str) -> None:
    """A unit whose station is not told goes inside if the fort is free; among enemies it is outside."""
    cell = p.place[u]
    if not station and p.c.fort[cell] and not p.engaged(cell):
        station = stations(p, u, cell)[0]
    p.mark(u, INSIDE, station == "inside")


def holds_alone(p: Position, fight: Fight) -> bool:
    """Whether those who fight on in a square have it for themselves before anything is named."""
    return fight.renewed and not fight.defenders and all(p.place[u] == fight.target or not p.on_map(u) for u in fight.units)


def fort_won(p: Position, fight: Fight) -> None:
    """Who has won a fort that he was engaged at is in it or outside, as he says (10.5.5, GL-R284)."""
    if p.c.fort[fight.target]:
        p.stack.append(FortWon(fight.side, fight.target))


class FortWon(Automatic[Position], frozen=True):
    """The victor is asked, unless he has gone on beyond the fort."""

    side: Side
    cell: Cell

    def run(self, p: Position) -> None:
        there = p.own(self.cell, self.side)
        if len(there) == 1 and not p.c.garrison[there[0]] and not p.status[there[0]] & INSIDE and not p.engaged(self.cell):
            p.stack.append(InTheFort(there[0]))


class InTheFort(Choice[Position], frozen=True):
    """Say whether the victor is inside the fort or outside."""

    unit: Unit

    cases = ("10.5.5", "13.3.1b")
    implied_kind = "shelter"
    labels = {"shelter inside": "{unit} goes into the fort", "shelter outside": "{unit} stays outside"}

    def prompt(self, p: Position) -> str:
        return f"The fort in {{{p.label(p.place[self.unit])}}} is won: is {{{p.name(self.unit)}}} inside or outside?"

    def options(self, p: Position) -> Sequence[Action]:
        return [Action("shelter", p.name(self.unit), mode=mode) for mode in ("inside", "outside")]

    def take(self, p: Position, action: Action) -> None:
        p.mark(self.unit, INSIDE, action.mode == "inside")
        p.say("shelter", f"{{{action.unit}}} is {action.mode} the fort of {{{p.label(p.place[self.unit])}}}", ("10.5.5",))


# ------------------------------------------------------------------------------------------------ from the square to the fort


def goes_on_to_fort(p: Position, fight: Fight) -> bool:
    """The square is cleared, but not the fort: the attacker goes on at once, or goes back (13.3.1b(b))."""
    there = p.others(fight.target, fight.side)
    if not p.c.fort[fight.target] or not there or not all(p.status[u] & INSIDE for u in there):
        return False
    if any(p.on_map(u) for u in fight.units):
        p.stack.append(AfterTheSquare(fight.side))
    return True


class AfterTheSquare(Choice[Position], frozen=True):
    """Assault the fort at once, or go back (13.3.1b(b), GL-R116)."""

    side: Side

    cases = ("13.3.1b(b)", "13.3.1b(c)")
    labels = {"storm": "Assault the fort", "return": "Go back"}

    def prompt(self, p: Position) -> str:
        assert p.fight is not None
        return f"The square around the fort in {{{p.label(p.fight.target)}}} is cleared: assault the fort at once, or go back."

    def options(self, p: Position) -> Sequence[Action]:
        return [STORM, RETURN]

    def take(self, p: Position, action: Action) -> None:
        fight = p.fight
        assert fight is not None
        exhaust(p, fight)
        if action == RETURN:
            text = f"{p.they(fight.units, 'goes', 'go')} back from {{{p.label(fight.target)}}}: the fort holds"
            p.say("retreat", text, ("13.3.1b(b)",))
            if fight.renewed:
                go_back(p, fight.units)
            return
        p.assaults += (Assault(fight.target, fight.units, renewed=fight.renewed, secondary=fight.secondary),)
        p.stack.append(FortAssault(fight.side, fight.target))
        if not fight.renewed:  # nobody fires in an engagement (15.2.5)
            p.stack.append(FortFire(fight.side, fight.target))
        p.say("assault", f"{p.they(fight.units, 'assaults', 'assault')} the fort in {{{p.label(fight.target)}}}", self.cases)
        reveal_if_assaulted(p, fight.target)


class FortFire(Automatic[Position], frozen=True):
    """Who is in the fort may fire at the attacker; other squares have had their turn (GL-R115, GL-R284)."""

    side: Side
    target: Cell

    def run(self, p: Position) -> None:
        p.answered = tuple(a.target for a in p.assaults if a.target != self.target)
        decision = DefensiveFire(p.enemy(self.side))
        if len(decision.options(p)) > 1:
            p.stack.append(decision)


class FortAssault(Automatic[Position], frozen=True):
    """The assault on the fort, unless fire has stopped it."""

    side: Side
    target: Cell

    def run(self, p: Position) -> None:
        assault = against(p, self.target)
        if assault is not None:
            p.take_up(self.side, assault)
