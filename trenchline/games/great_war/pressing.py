"""Pressing the assault: going over the top (BP 8.7) or closing in (GL 13.4). Riskier, and worth more."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.actions import DONE, Action, Refusal
from ...core.charts import Odds, Outcome, Term, of_kind, total
from ...core.state import Units
from .position import DiceRoll, Position
from .promises import gain_of_pressing
from .seats import JointChoice, SeatChoice
from .states import PRESSED, TRIED

SURE_FROM = 6  # factors of a division that goes in without a roll
STAYS, GOES_IN = "stays on the line", "it helps the assault, and losses of both sides are doubled"


def begin_pressing(p: Position, side: int) -> None:
    """After all commitments (BP 8.7)."""
    if not p.assaults:
        return
    seats = tuple(s for s in p.seating.sharing(side) if Pressing(side, s).candidates(p))
    if seats:
        p.stack.append(JointPressing(seats) if len(p.seating.sharing(side)) > 1 else Pressing(side))


def goes_in_at_once(p: Position, u: int) -> bool:
    """A division of 6 factors or more goes in without a roll (BP 8.7/2), unless a 6 always fails (BP 8.7.1, GL 13.4.1)."""
    return p.c.division[u] and p.numbers(u).primary >= SURE_FROM and not p.six_fails()


def stack_of(p: Position, u: int) -> tuple[int, ...]:
    """A unit and those that set out with it from the same square against the same target."""
    assault = p.committed(u)
    assert assault is not None
    return tuple(v for v in assault.units if p.place[v] == p.place[u] and not p.status[v] & (PRESSED | TRIED))


class Pressing(SeatChoice[Position], frozen=True):
    """Send committed units in, one by one or a stack at a time, until done."""

    topic = "press"
    implied_kind = "press"

    def prompt(self, p: Position) -> str:
        who = "unit" if p.differences.presses_alone else "unit or stack"
        return f"{p.differences.pressing_title}: choose a committed {who} to send in, or stop. {p.differences.pressing_effect}"

    def label(self, p: Position, action: Action) -> str:
        one, several = p.differences.pressing
        if action == DONE:
            return f"Nobody else {one}"
        return f"{action.unit} and its stack {several}" if action.mode else f"{action.unit} {one}"

    def candidates(self, p: Position) -> list[int]:
        return [
            u
            for a in p.assaults
            if p.enemy_holds(a.target, self.side) and (p.differences.presses_engaged or not a.renewed)  # GL-R146
            for u in a.units
            if p.c.side[u] == self.side
            and not p.status[u] & (PRESSED | TRIED)
            and self.seat in (-1, p.seating.of_nation[p.c.nation[u]])
        ]

    def options(self, p: Position) -> Sequence[Action]:
        found = []
        for u in self.candidates(p):
            found.append(Action("press", p.name(u)))
            stack = stack_of(p, u)
            if len(stack) > 1 and stack[0] == u and not p.differences.presses_alone:
                found.append(Action("press", p.name(u), mode="stack"))
        return [*found, DONE]

    def why_not(self, p: Position, action: Action) -> Refusal | None:
        u = p.c.unit.get(action.unit)
        if u is None:
            return None
        if p.committed(u) is None:
            return Refusal(f"{action.unit} is not committed", p.cite(self.topic))
        if action.mode and p.differences.presses_alone:
            return Refusal(f"Units {p.differences.pressing[1]} one by one, not as a stack", p.cite(self.topic))
        return Refusal(f"{action.unit} has tried already, or is not yours", p.cite(self.topic))

    def take(self, p: Position, action: Action) -> None:
        if action == DONE:
            return
        self.ask_again(p)
        u = p.c.unit[action.unit]
        press(p, stack_of(p, u) if action.mode == "stack" else (u,))

    def default(self, p: Position) -> Action:
        """Who goes in where that promises most, if anybody's going in promises more than staying on the line."""
        offers = [a for a in self.options(p) if a != DONE]
        gains = {a: gain_of_pressing(p, self.side, self._units(p, a)) for a in offers}
        best = max(gains, key=lambda a: (gains[a], bool(a.mode)), default=DONE)
        return best if gains.get(best, 0.0) > 0 else DONE

    def _units(self, p: Position, action: Action) -> Units:
        u = p.c.unit[action.unit]
        return stack_of(p, u) if action.mode == "stack" else (u,)

    def odds(self, p: Position, action: Action) -> Odds | None:
        u = p.c.unit.get(action.unit)
        if u is None or p.committed(u) is None:
            return None
        units = stack_of(p, u) if action.mode == "stack" else (u,)
        return None if all(goes_in_at_once(p, u) for u in units) else press_odds(p, units)


class JointPressing(JointChoice[Position], frozen=True):
    """Several seats of a side send their units in, in any order."""

    of = Pressing
    implied_kind = "press"


def press(p: Position, units: Units) -> None:
    """Strong divisions go in at once, others roll."""
    if all(goes_in_at_once(p, u) for u in units):
        for u in units:
            p.status[u] |= PRESSED
        p.say("press", p.they(units, *p.differences.pressing), p.cite("press_automatic"))
    else:
        for u in units:
            p.status[u] |= TRIED
        p.stack.append(PressRoll(units))


def press_odds(p: Position, units: Units) -> Odds:
    """One die, modified, against the primary numbers."""
    strength = of_kind("attack", [Term(f"{{{p.name(u)}}}", p.numbers(u).primary, p.cite("press")[0]) for u in units])
    terms = of_kind("die", p.press_terms(units))
    chance = sum(goes_in(p, die, total(strength), total(terms)) for die in range(1, 7)) / 6
    title = f"{' and '.join(p.name(u) for u in units)}: {total(strength)} or less"
    outcomes = [Outcome(p.differences.pressing[0], chance, GOES_IN), Outcome(STAYS, 1 - chance, "it attacks without that")]
    return Odds(title, [*strength, *terms], "", outcomes)


def goes_in(p: Position, die: int, strength: int, modifier: int) -> bool:
    return die + modifier <= strength and not (die == 6 and p.six_fails())


class PressRoll(DiceRoll[Position], frozen=True):
    """One die; the sum of the primary numbers or less succeeds (BP 8.7)."""

    units: Units

    topic = "press"

    def prompt(self, p: Position) -> str:
        return f"{p.they(self.units, 'tries', 'try')} to {p.differences.pressing[1]}: roll one die."

    def odds(self, p: Position, action: Action) -> Odds | None:
        return press_odds(p, self.units)

    def resolve(self, p: Position, faces: tuple[int, ...]) -> None:
        odds = press_odds(p, self.units)
        strength, modifier = (total(x for x in odds.lines if x.kind == kind) for kind in ("attack", "die"))
        ok = goes_in(p, faces[0], strength, modifier)
        if ok:
            for u in self.units:
                p.status[u] = p.status[u] & ~TRIED | PRESSED
        words = p.differences.pressing if ok else (STAYS, "stay on the line")
        text = p.they(self.units, *words)
        p.say("press", text, p.cite("press_test" if ok else "press_failed"), dice=faces, result=words[0], odds=odds)
