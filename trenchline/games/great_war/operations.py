"""Operations: options that each side may buy with victory points before the campaign begins (BP 15.5, GL 20.4).

Both say yes or no in secret and are shown together. Who said yes is asked for each option of his table in turn, so that not
even the number of those he takes can be counted; then both choices are shown together.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ...core.actions import Action, Refusal
from ...core.match import Sealed
from ...core.state import Side
from .position import Choice, Follow, Position

YES, NO = Action("yes"), Action("no")


def ask_for_operations(p: Position) -> None:
    sides = range(len(p.c.sides))
    chosen = [Choose(side) for side in reversed(sides)]
    p.stack += [Enact(), *chosen, ShowAnswers(), *(Ask(side) for side in reversed(sides))]


class Ask(Choice[Position], frozen=True):
    """Operations, yes or no."""

    side: Side

    topic = "operations"
    secret = "answers"
    labels = {"yes": "Plan operations", "no": "No operations"}

    def prompt(self, p: Position) -> str:
        return "Operations: will you take options, each at the price of victory points for your enemy?"

    def public_prompt(self, p: Position) -> str:
        return "Both sides decide in secret whether they plan operations."

    def options(self, p: Position) -> Sequence[Action]:
        return [YES, NO]

    def take(self, p: Position, action: Action) -> None:
        p.answers[self.side] = int(action == YES)


class ShowAnswers(Follow[Position], frozen=True):
    def run(self, p: Position) -> None:
        p.reveal("answers")
        told = ", ".join(f"{p.adjective(side)} {'yes' if yes else 'no'}" for side, yes in enumerate(p.answers))
        p.say("operations", f"Operations: {told}", p.cite("operations"))


class Choose(Follow[Position], frozen=True):
    side: Side

    def run(self, p: Position) -> None:
        if p.answers[self.side]:
            p.stack.append(ChooseOption(self.side))


def table_of(p: Position, side: int) -> list[str]:
    """A side's Operations Table, in the order of its numbers."""
    return [name for name, row in p.c.operations.items() if row.side == p.c.sides[side]]


class ChooseOption(Choice[Position], frozen=True):
    """Take an option of the table or leave it, one after the other; one at least."""

    side: Side
    number: int = 0  # of the option in the table

    topic = "operations"
    secret = "operations"
    labels = {"leave": "Leave it"}

    def _name(self, p: Position) -> str:
        return table_of(p, self.side)[self.number]

    def prompt(self, p: Position) -> str:
        row = p.c.operations[self._name(p)]
        price = sum(p.c.operations[name].points for name in p.wishes[self.side])
        return f"Operations: {row.title}, {row.points} victory points? {row.summary} Conceded so far: {price}."

    def public_prompt(self, p: Position) -> str:
        return "Options are being chosen in secret."

    def options(self, p: Position) -> Sequence[Action]:
        name, chosen = self._name(p), p.wishes[self.side]
        found = [] if p.refuse_operation(name, chosen) else [Action("plan", mode=name)]
        last = self.number + 1 == len(table_of(p, self.side))
        return found if last and not chosen else [*found, Action("leave", mode=name)]

    def why_not(self, p: Position, action: Action) -> Refusal | None:
        if action.mode != self._name(p):
            return Refusal(f"{p.c.operations[self._name(p)].title} is asked about now", self.cases_of(p))
        if action.kind == "leave":
            return Refusal("Who plans operations takes one option at least", self.cases_of(p))
        return p.refuse_operation(action.mode, p.wishes[self.side])

    def label(self, p: Position, action: Action) -> str:
        row = p.c.operations[action.mode]
        return f"Take {row.title} ({row.points} points)" if action.kind == "plan" else super().label(p, action)

    def take(self, p: Position, action: Action) -> None:
        if action.kind == "plan":
            p.wishes[self.side] = [*p.wishes[self.side], action.mode]
        if self.number + 1 < len(table_of(p, self.side)):
            p.stack.append(ChooseOption(self.side, self.number + 1))


class Enact(Follow[Position], frozen=True):
    """Options are shown and come into force."""

    def run(self, p: Position) -> None:
        p.reveal("operations")
        p.operations = tuple(name for names in p.wishes for name in names)
        p.wishes = [[] for _ in p.wishes]
        p.enact_operations()


# ------------------------------------------------------------------------------------------------ what is hidden


def decided(p: Position, side: int) -> int:
    """How many options of its table a side has taken or left in secret so far."""
    if not p.answers[side] or not any(isinstance(d, Enact) for d in p.stack):
        return 0
    for d in p.stack:
        if isinstance(d, Ask | ShowAnswers) or (isinstance(d, Choose) and d.side == side):
            return 0
        if isinstance(d, ChooseOption) and d.side == side:
            return d.number
    return len(table_of(p, side))


def sealed_plans(p: Position, side: int) -> list[Sealed]:
    """What a side alone knows of its plans."""
    seats = tuple(p.seating.names[seat] for seat in p.seating.sharing(side))
    asked = [d.side for d in p.stack if isinstance(d, Ask)]
    found = [Sealed(-1, seats, "answers")] if asked and side not in asked else []
    return [*found, Sealed(-1, seats, "operations")] if decided(p, side) else found


def plan_again(p: Position, side: int, chance: Random) -> None:
    """Other answers and options in the place of those that only a side knows."""
    asked = [d.side for d in p.stack if isinstance(d, Ask)]
    if asked and side not in asked:
        p.answers[side] = chance.randint(0, 1)
    table = table_of(p, side)
    known = table[: decided(p, side)]
    if not known:
        return
    while True:
        p.wishes[side] = []
        for name in known:
            if chance.random() < 0.5 and p.refuse_operation(name, p.wishes[side]) is None:
                p.wishes[side] = [*p.wishes[side], name]
        if p.wishes[side] or len(known) < len(table):
            return
