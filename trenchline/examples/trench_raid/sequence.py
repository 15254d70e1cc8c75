"""The sequence of play: set-up by hand, if so; the objective is drawn, then three turns of moves, assaults and rallies."""

from __future__ import annotations

from trenchline.core.actions import Action
from trenchline.core.decisions import Draw, Roll
from trenchline.core.sequence import SequenceOfPlay, Step
from trenchline.core.state import Unit

from .assault import assault_phase
from .components import ALLIED, GERMAN
from .movement import movement_phase
from .position import SUPPRESSED, Position
from .setup import setup_step
from .victory import end_of_game


class DrawObjective(Draw[Position], frozen=True):
    """One of four markers, for Allied eyes only (1.2)."""

    cases = ("1.2",)
    secret = "objective"

    def prompt(self, p: Position) -> str:
        return "Draw the objective."

    def confidants(self, p: Position, action: Action) -> tuple[int, ...]:
        return p.seating.sharing(ALLIED)

    def pool(self, p: Position) -> tuple[int, ...]:
        return tuple(cell for cell in p.c.objectives if cell not in p.objective)

    def drawn(self, p: Position, marker: int) -> None:
        p.objective = (*p.objective, marker)
        allies = tuple(p.seating.names[seat] for seat in p.seating.sharing(ALLIED))
        p.say("objective", f"The objective is {{{p.label(marker)}}}", self.cases, to=allies)
        p.say("objective", "The Allies draw their objective", self.cases, but=allies)


class RallyRoll(Roll[Position], frozen=True):
    """A suppressed company rolls two dice against the ground it lies on (4.1)."""

    unit: Unit

    count = 2
    cases = ("4.1",)

    def prompt(self, p: Position) -> str:
        return f"{{{p.name(self.unit)}}} tries to rally: roll two dice."

    def resolve(self, p: Position, faces: tuple[int, ...]) -> None:
        (ground,) = p.c.board.terrain[p.place[self.unit]]
        result = p.c.rally.result(ground, sum(faces))
        p.mark(self.unit, SUPPRESSED, result != "rallies")
        odds = p.c.rally.odds(f"{p.name(self.unit)} rallies", ground)
        p.say("rally", f"{{{p.name(self.unit)}}} {result}", self.cases, dice=faces, result=result, odds=odds)


def draw_objective(p: Position, side: int) -> None:
    p.stack.append(DrawObjective())


def rally_phase(p: Position, side: int) -> None:
    suppressed = [u for u in range(len(p.c.counters)) if p.status[u] & SUPPRESSED and p.on_map(u)]
    p.stack += [RallyRoll(u) for u in reversed(suppressed)]


SEQUENCE = SequenceOfPlay(
    "2.0",
    (
        Step("", "allied-setup", "Allied Set-up", ALLIED, setup_step),
        Step("", "german-setup", "German Set-up", GERMAN, setup_step),
        Step("", "objective", "Objective", ALLIED, draw_objective),
        Step("1", "allied-movement", "Allied Movement", ALLIED, movement_phase),
        Step("2", "allied-assault", "Allied Assault", ALLIED, assault_phase),
        Step("3", "german-movement", "German Movement", GERMAN, movement_phase),
        Step("4", "german-assault", "German Assault", GERMAN, assault_phase),
        Step("5", "rally", "Rally", GERMAN, rally_phase),
    ),
    "allied-movement",
    finished=lambda p: p.turn == len(p.c.dates),
    finish=end_of_game,
)
