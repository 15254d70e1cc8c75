"""7.0 Lull turns: who wants one, and what a turn without movement and assaults does to the reorganization."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ...core.actions import Action
from ...core.charts import Odds, Outcome, Term, of_kind, sums_of_dice, total
from ...core.state import Side
from ..great_war.position import Choice, DiceRoll
from .components import FRENCH, GERMAN
from .position import Position

YES, NO = Action("yes"), Action("no")
UNROLLED = -1


def lull_step(p: Position, side: int) -> None:
    """The German says first whether he wants a lull; alone, dice say (7.2, 7.4)."""
    p.lull_before, p.lull = p.lull, False
    if lull_barred(p):
        return
    p.stack.append(SolitaireLull() if p.options.solitaire else CallLull(GERMAN))


def lull_barred(p: Position) -> bool:
    """No lull on the first two turns of the battle, nor on the last two of any scenario (7.1.1, 7.1.2, 19.1.5(b), 20.3.2,
    GL-R14)."""
    return p.turn in p.s.spec.no_lull


class CallLull(Choice[Position], frozen=True):
    """The German declares, then the French answer (7.2)."""

    side: Side
    called: int = -1  # what the German said; -1 before he has

    cases = ("7.2", "7.0")
    labels = {"yes": "Lull turn", "no": "Regular turn"}

    def prompt(self, p: Position) -> str:
        if self.called < 0:
            return "Lull: do you want a turn without movement and assaults?"
        return f"The German {'wants' if self.called else 'does not want'} a lull: do you?"

    def options(self, p: Position) -> Sequence[Action]:
        return [YES, NO]

    def take(self, p: Position, action: Action) -> None:
        wants = int(action == YES)
        p.say("lull", f"The {p.adjective(self.side)} side {'wants' if wants else 'does not want'} a lull", self.cases)
        if self.called < 0:
            p.stack.append(CallLull(FRENCH, wants))
        elif wants == self.called:
            settle(p, bool(wants))
        else:
            p.stack.append(RollOff(self.side if wants else p.enemy(self.side)))


def settle(p: Position, lull: bool) -> None:
    """Only the bombardments and a shorter reorganization are played in a lull (7.3)."""
    p.lull = lull
    p.say(
        "lull",
        "This is a lull turn" if lull else "This is a regular turn",
        ("7.2", "7.3"),
        result="lull" if lull else "no lull",
        meaning="only bombardments and a short reorganization are played" if lull else "the turn is played as usual",
    )


def _outcomes(lull: float) -> list[Outcome]:
    """Both ways it can go."""
    short = Outcome("lull", lull, "only bombardments and a short reorganization are played")
    return [short, Outcome("no lull", 1 - lull, "the turn is played as usual")]


class RollOff(DiceRoll[Position], frozen=True):
    """Each rolls two dice, the German first; the higher decides, ties are rolled again. Who wants a second lull in a row has -2
    (7.2, 7.2-DRM, GL-R12, GL-R13)."""

    wants: Side
    german: int = UNROLLED  # his modified total

    count = 2
    cases = ("7.2", "7.2-DRM")

    def roller(self) -> int:
        return GERMAN if self.german == UNROLLED else FRENCH

    def prompt(self, p: Position) -> str:
        return f"Lull or not: the {p.adjective(self.roller())} side rolls two dice."

    def terms(self, p: Position, side: int) -> list[Term]:
        return [p.c.modifiers["lull"]["again"]] if p.lull_before and side == self.wants else []

    def totals(self, p: Position, side: int) -> dict[int, Fraction]:
        """A side's modified rolls, with the chance of each."""
        modifier = total(self.terms(p, side))
        return {roll + modifier: chance for roll, chance in sums_of_dice(self.count).items()}

    def win(self, p: Position) -> list[Fraction]:
        """The chances that the German roll is higher, and the French."""
        rolled = self.totals(p, GERMAN) if self.german == UNROLLED else {self.german: Fraction(1)}
        found = [Fraction(0), Fraction(0)]
        for german, one in rolled.items():
            for french, other in self.totals(p, FRENCH).items():
                if german != french:
                    found[GERMAN if german > french else FRENCH] += one * other
        return found

    def odds(self, p: Position, action: Action) -> Odds | None:
        won, afresh = self.win(p), RollOff(self.wants).win(p)
        lull = float(won[self.wants] + (1 - sum(won)) * afresh[self.wants] / sum(afresh))
        return Odds("Lull or not", self.terms(p, self.roller()), "", _outcomes(lull))

    def resolve(self, p: Position, faces: tuple[int, ...]) -> None:
        side = self.roller()
        terms = of_kind("die", self.terms(p, side))
        rolled = sum(faces) + total(terms)
        p.say("lull", f"The {p.adjective(side)} side rolls {rolled}", self.cases, terms, faces)
        if side == GERMAN:
            p.stack.append(RollOff(self.wants, rolled))
        elif rolled == self.german:
            p.say("lull", "A tie: both roll again", self.cases)
            p.stack.append(RollOff(self.wants))
        else:
            settle(p, (GERMAN if self.german > rolled else FRENCH) == self.wants)


class SolitaireLull(DiceRoll[Position], frozen=True):
    """10 or more makes a lull turn (7.4)."""

    count = 2
    cases = ("7.4",)

    def prompt(self, p: Position) -> str:
        return "Lull or not: roll two dice."

    def odds(self, p: Position, action: Action) -> Odds | None:
        return Odds("Lull or not", [], "", p.c.tables["solitaire_lull"].outcomes("any"))

    def resolve(self, p: Position, faces: tuple[int, ...]) -> None:
        result = p.c.tables["solitaire_lull"].result("any", sum(faces))
        p.say("lull", f"Two dice show {sum(faces)}", self.cases, dice=faces)
        settle(p, result == "lull")
