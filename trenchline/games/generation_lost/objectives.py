"""18.2, 20.5 Campaign objectives: rolled for German eyes alone, two perhaps changed; nobody looks where one plays alone."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ...core.actions import Action, Refusal
from ...core.decisions import Automatic, Draw
from ...core.match import Sealed
from ...core.state import Side
from ..great_war.operations import NO, YES, plan_again, sealed_plans
from ..great_war.position import Choice
from .components import FRENCH, GERMAN
from .position import Position
from .replacements import choose_again, has_chosen_in_secret

CHANGED = 2  # 20.4.2(3)


def begin_objectives(p: Position, side: int) -> None:
    """Eight objectives, then the option to change two (20.5.1, GL-R242)."""
    if p.s.spec.objectives:
        p.stack += [BeginChange(), *[RollObjective()] * p.s.spec.objectives]


def seats_of(p: Position, side: int) -> tuple[str, ...]:
    return tuple(p.seating.names[seat] for seat in p.seating.sharing(side))


def initiated(p: Position) -> tuple[str, ...]:
    """Who knows the objectives: the German; nobody where one plays alone (18.2.1, 20.5.4, GL-R244)."""
    return () if p.options.solitaire else seats_of(p, GERMAN)


def left(p: Position) -> list[int]:
    """The objectives that are neither held nor given up (GL-R243)."""
    return [m for m in range(len(p.c.markers)) if m not in p.objectives and m not in p.given_up]


def pairs(p: Position, marker: int) -> list[tuple[int, int]]:
    """The throws of two ordered dice that give an objective (ROT)."""
    row = p.c.markers[marker]
    return [(first, second) for first in row.first for second in row.second]


class RollObjective(Draw[Position], frozen=True):
    """Two ordered dice on the Random Objectives Table, again while they repeat one: a draw among the pairs of dice that are
    left. For one who plays alone a draw among the markers (18.2.1, 20.5.4, GL-R242)."""

    cases = ("18.2.1", "20.5.1")
    secret = "objectives"

    def prompt(self, p: Position) -> str:
        return "An objective is rolled on the Random Objectives Table."

    def confidants(self, p: Position, action: Action) -> tuple[int, ...]:
        return () if p.options.solitaire else p.seating.sharing(GERMAN)

    def pool(self, p: Position) -> Sequence[int]:
        if p.options.solitaire:
            return left(p)
        return [m for m in left(p) for _ in pairs(p, m)]

    def drawn(self, p: Position, marker: int) -> None:
        p.objectives = (*p.objectives, marker)
        knowing = initiated(p)
        if knowing:
            p.say("objective", f"Objective: {p.c.markers[marker].title}", ("18.2.1",), to=knowing)
        p.say("objective", "An objective is rolled", ("18.2.1",), but=knowing)


class BeginChange(Automatic[Position], frozen=True):
    def run(self, p: Position) -> None:
        if "change_objectives" in p.operations:
            p.stack.append(ChangeObjectives(GERMAN))


class ChangeObjectives(Choice[Position], frozen=True):
    """Whether two objectives are rolled again is announced before they are (20.4.2(3), GL-R244)."""

    side: Side

    cases = ("20.4.2(3)",)
    labels = {"yes": "Change two objectives", "no": "Keep all objectives"}

    def prompt(self, p: Position) -> str:
        return "Change Objectives: will you roll two of them again?"

    def options(self, p: Position) -> Sequence[Action]:
        return [YES, NO]

    def take(self, p: Position, action: Action) -> None:
        if action == NO:
            p.say("objective", "The German keeps all his objectives", self.cases)
            return
        p.say("objective", "The German changes two of his objectives", self.cases)
        p.stack += [RollObjective()] * CHANGED
        p.stack += [GiveUpUnseen() if p.options.solitaire else GiveUp(GERMAN)] * CHANGED


class GiveUp(Choice[Position], frozen=True):
    """Choose one that is rolled again."""

    side: Side

    cases = ("20.4.2(3)",)
    implied_kind = "change"
    secret = "objectives"

    def prompt(self, p: Position) -> str:
        return "Change Objectives: choose one that is rolled again."

    def public_prompt(self, p: Position) -> str:
        return "The German chooses which objectives are rolled again."

    def options(self, p: Position) -> Sequence[Action]:
        return [Action("change", mode=p.c.marker_names[m]) for m in p.objectives]

    def why_not(self, p: Position, action: Action) -> Refusal | None:
        return Refusal("That is not one of your objectives", self.cases) if action.mode in p.c.marker_names else None

    def label(self, p: Position, action: Action) -> str:
        return p.c.markers[p.c.marker_names.index(action.mode)].title

    def take(self, p: Position, action: Action) -> None:
        give_up(p, p.c.marker_names.index(action.mode))


class GiveUpUnseen(Draw[Position], frozen=True):
    """For one who plays alone the ones given up are drawn, too (20.5.4)."""

    cases = ("20.5.4",)
    secret = "objectives"

    def prompt(self, p: Position) -> str:
        return "One of the objectives goes back unseen."

    def pool(self, p: Position) -> Sequence[int]:
        return sorted(p.objectives)

    def drawn(self, p: Position, marker: int) -> None:
        give_up(p, marker)


def give_up(p: Position, marker: int) -> None:
    p.objectives = tuple(m for m in p.objectives if m != marker)
    p.given_up = (*p.given_up, marker)


# ------------------------------------------------------------------------------------------------ what is hidden


def knows_objectives(p: Position, player: str) -> bool:
    return p.over or player in initiated(p)


def sealed_in(p: Position) -> list[Sealed]:
    """Secrets that lie in a position, and who knows each."""
    if p.over:
        return []
    found = [Sealed(-1, initiated(p), "objectives")] if p.objectives else []
    for side in (GERMAN, FRENCH):
        found += sealed_plans(p, side)
        if has_chosen_in_secret(p, side):
            found.append(Sealed(-1, seats_of(p, side), "replacements"))
    return found


def redeal_position(p: Position, player: str, chance: Random) -> None:
    """Something else in the place of all that a player does not know."""
    if p.over:
        return
    if player not in initiated(p):
        everything = chance.sample(range(len(p.c.markers)), len(p.objectives) + len(p.given_up))
        held = len(p.objectives)
        p.objectives, p.given_up = tuple(everything[:held]), tuple(everything[held:])
    for side in (GERMAN, FRENCH):
        if player in seats_of(p, side):
            continue
        plan_again(p, side, chance)
        if has_chosen_in_secret(p, side):
            choose_again(p, side, chance)
