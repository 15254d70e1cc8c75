"""Defensive fire before the assaults, square by square (BP 10.0, GL 15.0)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from ...core.actions import DONE, Action, Refusal
from ...core.charts import Effect, Odds, Term, explained, in_full, of_kind, total
from ...core.decisions import Automatic, Stake
from ...core.state import Cell, Side, Units
from ...core.wording import counted
from .bombardment import FIRE
from .commitment import against
from .losses import inflict
from .position import DiceRoll, Position
from .records import Assault
from .retreat import make_room
from .seats import Gathering, JointChoice, SeatChoice
from .states import DEFENDED, PRESSED, TRIED
from .units import disrupt

EFFECTS = {  # here the attackers of the assault are the defenders: they are fired at
    "R": Effect(retreat="defender"),
    "D": Effect(retreat="defender"),
    **{str(steps): Effect(defender=steps) for steps in (1, 2, 3)},
}


def begin_fire(p: Position, attacker: int) -> None:
    """The defender may fire for each assaulted square; engaged units do not (BP 10.2/5)."""
    side = p.enemy(attacker)
    p.answered = ()
    for u in p.c.army[side]:
        p.status[u] &= ~DEFENDED
    seats = tuple(s for s in p.seating.sharing(side) if len(DefensiveFire(side, s).options(p)) > 1)
    if seats:
        p.stack.append(JointFire(seats) if len(p.seating.sharing(side)) > 1 else DefensiveFire(side))


def can_fire(p: Position, u: int) -> bool:
    """In good order, not engaged, not yet fired (BP 10.2, BP-R59)."""
    return p.good_order(u) and not p.status[u] & DEFENDED and not p.is_engaged(u) and p.fire_number(u) > 0


def garrison(p: Position, cell: int, side: int) -> tuple[int, ...]:
    """The units of an assaulted square that can fire; they fire for no other square."""
    return tuple(u for u in p.defenders_of(cell, side) if can_fire(p, u))


def supporters(p: Position, cell: int, side: int) -> list[int]:
    """Units next to an assaulted square that may join its fire; those in an assaulted square themselves may not."""
    if not p.differences.neighbours_fire:
        return []
    free = [x for x in p.c.near[cell] if p.holds(x, side) and against(p, x) is None]
    return [u for x in free for u in p.own(x, side) if can_fire(p, u)]


class DefensiveFire(SeatChoice[Position], frozen=True):
    """Name an assaulted square that fires, until done."""

    topic = "fire"
    implied_kind = "target"
    labels = {"done": "Fire no more", "target": "{cell} fires"}

    def prompt(self, p: Position) -> str:
        return "Defensive fire: choose an assaulted square that fires, or fire no more."

    def _squares(self, p: Position) -> list[int]:
        waiting = [a.target for a in p.assaults if not a.renewed and a.target not in p.answered]
        return [x for x in waiting if self._mine(p, x) and (garrison(p, x, self.side) or supporters(p, x, self.side))]

    def _mine(self, p: Position, cell: int) -> bool:
        there = p.own(cell, self.side)
        return self.seat < 0 or not there or p.seating.of_nation[p.c.nation[there[0]]] == self.seat

    def options(self, p: Position) -> Sequence[Action]:
        return [*(p.c.targets[x] for x in self._squares(p)), DONE]

    def why_not(self, p: Position, action: Action) -> Refusal | None:
        cell = p.c.board.index.get(action.cell)
        if cell is None:
            return None
        if against(p, cell) is None:
            return Refusal(f"{action.cell} is not assaulted", p.cite(self.topic))
        if cell in p.answered:
            return Refusal(f"{action.cell} has fired", p.cite(self.topic))
        return Refusal(f"Nobody in good order can fire for {action.cell}", p.cite("fire_limits"))

    def take(self, p: Position, action: Action) -> None:
        if action == DONE:
            return
        if self.seat < 0:
            p.stack.append(MoreFire(self.side))
        cell = p.c.board.index[action.cell]
        group = Firing(self.side, cell, garrison(p, cell, self.side), (self.player(p),))
        if group.candidates(p) or not group.units:
            p.stack.append(group)
        else:
            group.begin(p)

    def default(self, p: Position) -> Action:
        """Every square that can fires: it costs nothing."""
        squares = self._squares(p)
        return p.c.targets[squares[0]] if squares else DONE

    def stake(self, p: Position, action: Action) -> Stake | None:
        squares = self._squares(p) if action == DONE else []
        if not squares:
            return None
        return Stake(f"{counted(len(squares), 'square')} could still fire", cells=tuple(map(p.label, squares)))

    def odds(self, p: Position, action: Action) -> Odds | None:
        """The odds of a square that fires; where neighbours may join, as if all of them did."""
        cell = p.c.board.index.get(action.cell)
        if cell is None or against(p, cell) is None:
            return None
        alone, neighbours = garrison(p, cell, self.side), supporters(p, cell, self.side)
        if not alone and not neighbours:
            return None
        odds = fire_odds(p, self.side, cell, (*alone, *neighbours))
        return msgspec.structs.replace(odds, gathering=p.differences.neighbours_fire)


class MoreFire(Automatic[Position], frozen=True):
    """The defender is asked again as long as a square is left that can fire."""

    side: Side

    def run(self, p: Position) -> None:
        decision = DefensiveFire(self.side)
        if len(decision.options(p)) > 1:
            p.stack.append(decision)


class JointFire(JointChoice[Position], frozen=True):
    """Several seats of the defending side fire in any order."""

    of = DefensiveFire
    implied_kind = "target"


class Firing(Gathering[Position], frozen=True):
    """Who joins in the fire of an assaulted square: its own units fire, neighbours are added."""

    topic = "fire"
    begins = FIRE
    labels = {"fire": "Fire", "back": "Choose another square"}

    def prompt(self, p: Position) -> str:
        return f"Defensive fire for {{{p.label(self.target)}}}: add neighbours, then fire."

    def pool(self, p: Position) -> Iterable[int]:
        of = p.seating.of_nation
        return [u for u in supporters(p, self.target, self.side) if of[p.c.nation[u]] == self.asked[-1]]

    def refuse_unit(self, p: Position, u: int) -> Refusal | None:
        if u in self.units:
            return Refusal(f"{p.name(u)} fires already", p.cite(self.topic))
        if u not in self.pool(p):
            return Refusal(f"{p.name(u)} cannot fire for {p.label(self.target)}", p.cite("fire_limits"))
        return None

    def refuse_go(self, p: Position) -> Refusal | None:
        return None if self.units else Refusal("Nobody fires yet", p.cite(self.topic))

    def gathered(self, p: Position) -> None:
        p.answered = (*p.answered, self.target)
        for u in self.units:
            p.status[u] |= DEFENDED
        p.stack.append(FireRoll(self.side, self.target, self.units))

    def odds(self, p: Position, action: Action) -> Odds | None:
        return fire_odds(p, self.side, self.target, self.units) if action == FIRE and self.units else None


def fire_terms(p: Position, side: int, target: int) -> list[Term]:
    """For each unit that went in, each interdicted start square, the weather (BP 10.2/6, 10.2/7)."""
    assault = against(p, target)
    assert assault is not None
    pressed = sum(bool(p.status[u] & PRESSED) for u in assault.units)
    starts = len({p.place[u] for u in assault.units if p.is_interdicted(u)})
    return of_kind("die", [term for term in p.fire_terms(side, pressed, starts) if term.value])


def weather_term(p: Position) -> Term:
    return msgspec.structs.replace(p.c.modifiers["fire"]["weather"], value=p.c.weather_rows[p.weather].fire)


def fire_odds(p: Position, side: int, target: int, units: Sequence[int]) -> Odds:
    """Fire factors, column, and what two dice make of it (BP 10.1)."""
    factors = of_kind("attack", [Term(f"{{{p.name(u)}}}", p.fire_number(u), p.cite("fire")[0]) for u in units])
    terms, chart = fire_terms(p, side, target), p.c.fire
    column = chart.column(total(factors))
    title = f"Defensive fire for {p.label(target)}: {counted(total(factors), 'factor')}"
    outcomes = explained(chart.outcomes(column, total(terms)), {}, EFFECTS)
    return Odds(title, [*factors, *terms], chart.columns[column], outcomes, chart="defensive_fire", cell=p.label(target))


class FireRoll(DiceRoll[Position], frozen=True):
    """Two dice on the Defensive Fire Table (BP 10.2/2)."""

    side: Side
    target: Cell
    units: Units

    count = 2
    topic = "fire_results"

    def prompt(self, p: Position) -> str:
        return f"Defensive fire for {{{p.label(self.target)}}}: roll two dice."

    def odds(self, p: Position, action: Action) -> Odds | None:
        return fire_odds(p, self.side, self.target, self.units)

    def resolve(self, p: Position, faces: tuple[int, ...]) -> None:
        odds, chart = fire_odds(p, self.side, self.target, self.units), p.c.fire
        row = chart.row(sum(faces) + total(line for line in odds.lines if line.kind == "die"))
        result = chart.result(chart.columns.index(odds.column), row)
        text = f"{p.they(self.units, 'fires', 'fire')} for {{{p.label(self.target)}}}: {in_full(result, odds.meaning(result))}"
        p.say("fire", text, p.cite(self.topic), dice=faces, result=result, odds=odds)
        assault = against(p, self.target)
        assert assault is not None
        if result.isdigit():
            inflict(p, p.enemy(self.side), assault.units, int(result), "fire")
        elif result in ("R", "D"):
            throw_back(p, assault, disrupted=result == "D")


def throw_back(p: Position, assault: Assault, disrupted: bool) -> None:
    """All attackers, gone in or not, are back in their start squares; the assault does not happen (BP 10.2/2, BP-R93)."""
    p.assaults = tuple(a for a in p.assaults if a.target != assault.target)
    for u in assault.units:
        p.status[u] &= ~(PRESSED | TRIED)
        if disrupted:
            disrupt(p, u)
    p.say("retreat", f"The assault on {{{p.label(assault.target)}}} is thrown back", p.cite("fire_results"))
    for start in sorted({p.place[u] for u in assault.units}):
        make_room(p, start, tuple(u for u in assault.units if p.place[u] == start), ())
