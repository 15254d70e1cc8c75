"""Bombardment: targets and guns announced one by one, counter-battery fire, one die on the table (BP 6.0, GL 8.0)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import compress

from ...core.actions import DONE, Action, Refusal
from ...core.charts import Effect, Odds, Outcome, Term, explained, in_full, of_kind, times, total
from ...core.decisions import Automatic
from ...core.wording import counted
from .losses import inflict
from .position import DiceRoll, Position
from .records import Barrage
from .seats import Gathering, JointChoice, SeatChoice
from .states import ANSWERED, DISORDERED, FIRED
from .units import disrupt, suppress

FIRE = Action("fire")
LOSSES = {"ST": 1, "2ST": 2, "3ST": 3}
NO_EFFECT = "-"
EFFECTS = {"ST": Effect(defender=1), "2ST": Effect(defender=2), "3ST": Effect(defender=3)}


def fresh_guns(p: Position) -> None:
    """No gun has fired or answered yet."""
    for u in range(len(p.c.counters)):
        p.status[u] &= ~(FIRED | ANSWERED)
    p.answered = ()


def bombardment_phase(p: Position, side: int) -> None:
    """The phasing player may fire each gun once (BP 6.1, 6.3)."""
    fresh_guns(p)
    seats = p.seating.sharing(side)
    p.stack.append(JointBombardment(seats) if len(seats) > 1 else Bombardment(side))


def ready_guns(p: Position, side: int, used: int = FIRED) -> list[int]:
    """Guns in good order that have not fired and stand where they can (BP 6.3, 6.3.2)."""
    return [u for u in p.c.guns[side] if not p.status[u] & (DISORDERED | used) and p.gun_stands(u)]


def why_no_fire(p: Position, u: int, cell: int, used: int = FIRED) -> Refusal | None:
    """Why a gun cannot fire at a square."""
    name = p.name(u)
    if p.status[u] & used:
        return Refusal(f"{name} has fired in this phase", p.cite("guns", "one_target"))
    if p.status[u] & DISORDERED:
        return Refusal(f"{name} is not in good order", p.cite("gun_limits"))
    if not p.gun_stands(u):
        where = "off the map" if not p.on_map(u) else "in an interdicted or engaged square"
        return Refusal(f"{name} is {where}", p.cite("gun_limits"))
    if not p.gun_reaches(u, cell):
        return Refusal(f"{p.label(cell)} is out of {name}'s range", p.cite("gun_range"))
    return None


def cover_of(p: Position, guns: Iterable[int]) -> int:
    """The factors of some guns that reach each square: one large integer with a byte per square."""
    return sum(p.numbers(u).primary * p.gun_cover(u) for u in guns)


def covered(p: Position, guns: Iterable[int]) -> bytes:
    """The factors of some guns that reach each square."""
    return cover_of(p, guns).to_bytes(p.c.board.size, "little")


def why_engaged(p: Position, cell: int) -> Refusal | None:
    """Nobody shells a square where units are engaged (BP 6.3.2/4, GL 8.3.2(d))."""
    if not p.engaged(cell):
        return None
    return Refusal(f"{p.label(cell)} cannot be shelled: its units are engaged", p.cite("targets"))


def nothing_to_hit(p: Position, action: Action) -> bool:
    """Whether nobody stands in a named square: fire can only interdict it (BP 6.5, GL 8.3.3)."""
    return bool(action.cell) and not p.present[p.c.board.index[action.cell]]


class Bombardment(SeatChoice[Position], frozen=True):
    """Name a target, until done."""

    topic = "bombard"
    implied_kind = "target"
    labels = {"done": "End the bombardment", "target": "Bombard {cell}"}

    def prompt(self, p: Position) -> str:
        return "Bombardment: choose a target, or end the bombardment."

    def options(self, p: Position) -> Sequence[Action]:
        return [*self.squares(p, self._guns(p)), DONE]

    def _guns(self, p: Position) -> list[int]:
        """Guns that may take part, of all seats; a seat's own begin a bombardment."""
        return ready_guns(p, self.side)

    def _own(self, p: Position) -> list[int]:
        return [u for u in self._guns(p) if self.seat in (-1, p.seating.of_nation[p.c.nation[u]])]

    def squares(self, p: Position, guns: list[int]) -> list[Action]:
        """The squares that enough factors reach: first those of the enemy, then vacant ones."""
        if not guns:
            return []
        sums, own, targets = p.factors_on(guns), self._reached(p, guns), p.c.targets
        least, bit = p.c.least, p.c.bit[self.side]
        held = [x for x, here in compress(enumerate(p.present), p.present) if own[x] and not here & bit]
        found = [targets[x] for x in held if p.why_closed(x) is None and sums[x] >= least[p.shell_row(x)]]
        found += compress(targets, p.c.enough_for_vacant(sums, own, p.present))
        return found

    def _reached(self, p: Position, guns: list[int]) -> bytes:
        """Squares that the seat's own guns reach."""
        return covered(p, guns if self.seat < 0 else self._own(p))

    def refuse(self, p: Position, action: Action) -> Refusal | None:
        cell = p.c.board.index.get(action.cell)
        if action == DONE:
            return None
        if cell is None or action != p.c.targets[cell]:
            return Refusal("Choose a square to bombard, or end the bombardment", p.cite(self.topic))
        closed = p.why_closed(cell)
        if closed is not None:
            return closed
        if p.present[cell] & p.c.bit[self.side]:
            return Refusal(f"Your own units stand in {action.cell}", p.cite("bombard"))
        guns = self._guns(p)
        if not self._reached(p, guns)[cell]:
            return Refusal(f"No gun that can fire has {action.cell} in range", p.cite("gun_range"))
        row = p.shell_row(cell)
        if p.factors_on(guns)[cell] < p.c.least[row]:
            title = p.c.bombardment_rows[row].title
            needed = counted(p.c.least[row], "factor")
            return Refusal(f"{title} needs {needed}; fewer reach {action.cell}", p.cite("least_factors"))
        return None

    def empty(self, p: Position, action: Action) -> bool:
        return nothing_to_hit(p, action)

    def take(self, p: Position, action: Action) -> None:
        if action == DONE:
            return
        self.ask_again(p)
        p.stack.append(Guns(self.side, p.c.board.index[action.cell], (), (self.player(p),)))


class JointBombardment(JointChoice[Position], frozen=True):
    """Several seats of a side fire in any order (BP-R09)."""

    of = Bombardment
    implied_kind = "target"


class Guns(Gathering[Position], frozen=True, omit_defaults=True):
    """The guns that bombard a square (BP 6.1, GL 8.1). Where a side has several seats each adds its own."""

    inside: bool = False  # aimed at the fort of the square (GL 8.2.2)

    topic = "bombard"
    begins = FIRE
    labels = {"fire": "Fire", "back": "Choose another target"}

    def prompt(self, p: Position) -> str:
        factors, least = self._factors(p, self.units), self._least(p)
        short = f"; {least} are needed" if factors < least else ""
        aim = aimed_at(p, self.target, self.inside)
        return f"Bombardment of {aim}, {counted(factors, 'factor')}{short}: add guns, then fire."

    def _factors(self, p: Position, guns: Iterable[int]) -> int:
        return sum(p.gun_factor(u, self.target, self.inside) for u in guns)

    def _least(self, p: Position) -> int:
        return p.c.least[p.shell_row(self.target, self.inside)]

    def too_few(self, p: Position) -> bool:
        """Whether the guns that are named cannot bombard such a square."""
        return self._factors(p, self.units) < self._least(p)

    def pool(self, p: Position) -> Iterable[int]:
        return [u for u in p.c.guns[self.side] if self.mine(p, u)]

    def candidates(self, p: Position) -> list[int]:
        """The guns that `refuse_unit` would not refuse, found without putting refusals into words."""
        status, target, out = p.status, self.target, DISORDERED | FIRED
        fit = [u for u in self.pool(p) if not status[u] & out and u not in self.units and p.gun_stands(u)]
        return [u for u in fit if p.gun_reaches(u, target)]

    def refuse_unit(self, p: Position, u: int) -> Refusal | None:
        if u in self.units:
            return Refusal(f"{p.name(u)} fires already", p.cite(self.topic))
        if not p.c.gun[u] or p.c.side[u] != self.side or not self.mine(p, u):
            return Refusal(f"{p.name(u)} is no gun of yours", p.cite(self.topic))
        return why_no_fire(p, u, self.target)

    def refuse_go(self, p: Position) -> Refusal | None:
        if not self.units:
            return Refusal("No gun fires yet", p.cite(self.topic))
        if len(self.asked) > 1:
            return None  # no seat has to lend its guns to another
        rest = [u for u in ready_guns(p, self.side) if u not in self.units and p.gun_reaches(u, self.target)]
        others = [u for u in rest if p.seating.of_nation[p.c.nation[u]] not in self.asked]
        factors, least = self._factors(p, (*self.units, *others)), self._least(p)
        if factors < least:
            needed = counted(least, "factor")
            return Refusal(f"Add guns: {p.label(self.target)} needs {needed}, {factors} so far", p.cite("least_factors"))
        return None

    def gathered(self, p: Position) -> None:
        if self.too_few(p):
            text = f"{{{p.label(self.target)}}} is not bombarded: too few guns joined"
            p.say("bombard", text, p.cite("least_factors"))
        else:
            announce(p, Barrage(self.side, self.target, self.units, (), self.inside))

    def odds(self, p: Position, action: Action) -> Odds | None:
        if action != FIRE or not self.units:
            return None
        return barrage_odds(p, Barrage(self.side, self.target, self.units, (), self.inside))


def aimed_at(p: Position, cell: int, inside: bool) -> str:
    return f"{'the fort in ' if inside else ''}{{{p.label(cell)}}}"


def announce(p: Position, barrage: Barrage) -> None:
    """Target and guns are fixed; the enemy may answer (BP-R153)."""
    for u in barrage.guns:
        p.status[u] |= FIRED
    p.barrage = barrage
    where = aimed_at(p, barrage.target, barrage.inside)
    p.say("bombard", f"{p.they(barrage.guns, 'bombards', 'bombard')} {where}", p.cite("bombard"))
    p.push_bombardment()


# ------------------------------------------------------------------------------------------------ the roll


class Resolve(Automatic[Position], frozen=True):
    """The guns that are left fire; too few of them miss without a roll (BP-R19, GL-R30)."""

    def run(self, p: Position) -> None:
        barrage = p.barrage
        assert barrage is not None
        if barrage_odds(p, barrage).column != "none":
            p.stack.append(BombardmentRoll())
            return
        p.barrage = None
        text = f"Bombardment of {{{p.label(barrage.target)}}}: too few factors are left, no effect"
        p.say("bombard", text, p.cite("least_factors"), result="miss", meaning="too few factors: no effect")


def barrage_terms(p: Position, side: int, target: int, guns: Sequence[int]) -> list[Term]:
    """The modifiers of a bombardment (BP 6.5.1, GL 8.6.2)."""
    terms = (*gun_terms(p, side, guns), *p.extra_bombardment_terms(side, target))
    return of_kind("die", [term for term in terms if term.value])


def gun_terms(p: Position, side: int, guns: Sequence[int]) -> list[Term]:
    """The modifiers that depend on the guns alone, whatever their target; some may be 0."""
    table = p.c.modifiers["bombardment"]
    unsupplied = times(table["unsupplied"], sum(not p.gun_supplied(u) for u in guns))
    return [p.heavy_term(guns), unsupplied, times(table["observation"], side in p.observation)]


def barrage_odds(p: Position, barrage: Barrage) -> Odds:
    """Factors, column and what one die makes of it (BP 6.2, 6.5, GL 8.6)."""
    c, side, target, guns = p.c, barrage.side, barrage.target, firing(barrage)
    row, case = p.shell_row(target, barrage.inside), p.cite("bombard")[0]
    factors = of_kind("attack", [Term(f"{{{p.name(u)}}}", p.gun_factor(u, target, barrage.inside), case) for u in guns])
    terms = barrage_terms(p, side, target, guns)
    column = c.bombardment_column(row, total(factors))
    what = f"the fort in {p.label(target)}" if barrage.inside else p.label(target)
    title = f"Bombardment of {what}: {counted(total(factors), 'factor')}, {c.bombardment_rows[row].title}"
    if column < 0:
        return Odds(title, [*factors, *terms], "none", [Outcome("miss", 1.0, "too few factors: no effect")])
    effects = _effects(p, barrage, c.bombardment.outcomes(column, total(terms)))
    outcomes = explained(effects, c.bombardment.meanings, EFFECTS)
    name = c.bombardment.columns[column]
    return Odds(title, [*factors, *terms], name, outcomes, chart="bombardment", cell=p.label(target))


def _effects(p: Position, barrage: Barrage, outcomes: Iterable[Outcome]) -> list[Outcome]:
    """The outcomes by what they do to the target: several results may do the same."""
    chances: dict[str, float] = {}
    for one in outcomes:
        effect = effect_on(p, barrage, one.result)
        chances[effect] = chances.get(effect, 0.0) + one.probability
    return [Outcome(effect, chance) for effect, chance in chances.items()]


def effect_on(p: Position, barrage: Barrage, result: str) -> str:
    """What a result of the table means for a target: whoever is in a fort can only be disrupted (GL 8.2.2), a vacant square
    only be interdicted (BP 6.5, GL 8.3.3)."""
    if result == NO_EFFECT:
        return result
    if barrage.inside:
        return "D"
    vacant = p.differences.vacant_interdicted and not p.exposed(barrage.target, barrage.side)
    return "I" if vacant else result


class BombardmentRoll(DiceRoll[Position], frozen=True):
    """One die on the Bombardment Table (BP 6.5, GL 8.6)."""

    topic = "bombardment_results"

    def prompt(self, p: Position) -> str:
        assert p.barrage is not None
        return f"Bombardment of {aimed_at(p, p.barrage.target, p.barrage.inside)}: roll one die."

    def odds(self, p: Position, action: Action) -> Odds | None:
        assert p.barrage is not None
        return barrage_odds(p, p.barrage)

    def resolve(self, p: Position, faces: tuple[int, ...]) -> None:
        barrage = p.barrage
        assert barrage is not None
        odds = barrage_odds(p, barrage)
        p.barrage = None
        c = p.c.bombardment
        modified = c.row(faces[0] + total(line for line in odds.lines if line.kind == "die"))
        found = c.result(c.columns.index(odds.column), modified)
        result = effect_on(p, barrage, found)
        where = aimed_at(p, barrage.target, barrage.inside)
        text = f"Bombardment of {where} on column {odds.column}: {in_full(result, odds.meaning(result))}"
        p.say("bombard", text, p.cite("miss" if result == NO_EFFECT else self.topic), dice=faces, result=result, odds=odds)
        p.struck(barrage, result)


def firing(barrage: Barrage) -> list[int]:
    return [u for u in barrage.guns if u not in barrage.silenced]


def shelled(
    p: Position, side: int, target: int, result: str, cause: str, interdiction: int, units: Sequence[int] | None = None
) -> None:
    """What shells do to a square and its units, or those named (BP 6.5.1/1, 6.5.1/2, 6.5.1/3, 6.5.1/4); any adverse result
    interdicts a vacant one."""
    if result == NO_EFFECT:
        return
    if units is None:
        units = p.exposed(target, side)
    if result == "I" or not units:
        if not p.interdicted[target]:
            p.interdict(target, interdiction)
            by = "interdiction" if units else "interdiction_fire"
            p.say("interdict", f"{{{p.label(target)}}} is interdicted", p.cite(by))
    elif result == "D":
        for u in units:
            disrupt(p, u)
        p.say("disrupt", p.they(units, "is disrupted", "are disrupted"), p.cite("disruption"))
    elif result == "S":
        for u in units:
            suppress(p, u)
        p.say("suppress", p.they(units, "is suppressed", "are suppressed"), p.cite("suppression"))
    else:
        inflict(p, p.enemy(side), units, LOSSES[result], cause)
