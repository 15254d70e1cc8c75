"""14.4 Remnants."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ...core.actions import Action
from ...core.state import Cell, Unit
from .morale import morale
from .position import ASSAULTED, ATTACKED, NEWBORN, Choice, DiceRoll, Position

TRY, LET_GO = Action("try"), Action("let_go")


def remnant_available(p: Position, side: int) -> int | None:
    """The next remnant of the pool: three French and two German in the whole game (14.4, TP-R112)."""
    pool = p.c.box["pool"]
    return next((r for r in p.c.remnants[side] if p.place[r] == pool), None)


def hope_of_remnant(p: Position, u: int) -> RemnantChoice | None:
    """The try that a unit's elimination gives its owner: with its morale as it stands (14.4, 14.41, TP-R111)."""
    if not p.c.may_leave_remnant[u] or remnant_available(p, p.c.side[u]) is None:
        return None
    return RemnantChoice(u, p.place[u], morale(p, u))


class RemnantChoice(Choice, frozen=True):
    """The owner may try for a remnant when an eligible unit is eliminated (14.41)."""

    unit: Unit
    cell: Cell
    needed: int

    cases = ("14.41",)
    labels = {"try": "Try to save a remnant", "let_go": "Let it go"}

    def prompt(self, p: Position) -> str:
        lost = f"{{{p.name(self.unit)}}} is lost in {{{p.label(self.cell)}}}."
        return f"{lost} Try to save a remnant? ({self.needed} or less on two dice)"

    def options(self, p: Position) -> Sequence[Action]:
        return (TRY, LET_GO)

    def default(self, p: Position) -> Action:
        return TRY  # it costs nothing

    def take(self, p: Position, action: Action) -> None:
        if action == TRY:
            p.stack.append(RemnantRoll(self.unit, self.cell, self.needed))


class RemnantRoll(DiceRoll, frozen=True):
    """An M check with the morale of the unit that fell; success places a remnant where it stood (14.41, TP-R111)."""

    unit: Unit
    cell: Cell
    needed: int

    count = 2
    cases = ("14.41",)

    def prompt(self, p: Position) -> str:
        return f"Remnant of {{{p.name(self.unit)}}}: two dice, {self.needed} or less saves it."

    def resolve(self, p: Position, faces: tuple[int, ...]) -> None:
        side = p.c.side[self.unit]
        remnant = remnant_available(p, side)
        if sum(faces) > self.needed or remnant is None or p.enemy_holds(self.cell, side):
            text, gone = f"Nothing remains of {{{p.name(self.unit)}}}", "no remnant is saved"
            p.say("remnant", text, ("14.41",), dice=faces, result="fail", meaning=gone)
            return
        p.steps[remnant] = 1
        p.status[remnant] = NEWBORN  # cannot be eliminated on its turn of entry
        p.put(remnant, self.cell)
        if p.fight is not None:
            if self.unit in p.fight.attackers:  # the same men: once a phase holds for them too (TP-R136)
                p.status[remnant] |= ATTACKED
            elif self.unit in p.fight.defenders:
                p.status[remnant] |= ASSAULTED
            p.fight = msgspec.structs.replace(p.fight, remnants=(*p.fight.remnants, (self.unit, remnant)))
        text, saved = f"{{{p.name(remnant)}}} rallies in {{{p.label(self.cell)}}}", "a remnant of 1 step is saved"
        p.say("remnant", text, ("14.41",), dice=faces, result="pass", meaning=saved)
