"""Operations: options that each side may buy with victory points before the campaign begins (BP 15.5, GL 20.4).

Both write at the same time, in secret, and are shown together: first yes or no, then whoever said yes all the options he takes.
Each is one answer, so that nothing can be counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random

import msgspec

from ...core.actions import Action, Refusal
from ...core.decisions import Automatic, Checklist, Decision, Joint, ListedOption
from ...core.match import Sealed
from ...core.state import Side
from ...core.wording import listed
from .position import Choice, Position

YES, NO = Action("yes"), Action("no")
LEAST = 1  # options of whoever says yes (BP-R148, GL 20.4)


def ask_for_operations(p: Position) -> None:
    p.stack += [Enact(), BeginPlans(), ShowAnswers(), Answers(tuple(p.seating.of_side))]


class Together(Joint[Position], frozen=True):
    """Every side writes one answer in secret, whoever is first; all are shown once the last has written."""

    one_answer = True

    def part(self, p: Position, seat: int) -> Decision[Position]:
        raise NotImplementedError

    def cases_of(self, p: Position) -> tuple[str, ...]:
        return p.cite("operations")

    def take(self, p: Position, action: Action) -> None:
        seat = self._seat(p, action)
        left = tuple(s for s in self.seats if s != seat)
        if left:
            p.stack.append(msgspec.structs.replace(self, seats=left))
        self.part(p, seat).take(p, msgspec.structs.replace(action, by=""))


# ------------------------------------------------------------------------------------------------ yes or no


class Answer(Choice[Position], frozen=True):
    """Operations, yes or no: what one side writes."""

    side: Side

    topic = "operations"
    labels = {"yes": "Yes: choose 1 option or more", "no": "No operations"}

    def prompt(self, p: Position) -> str:
        price = f"each gives the {p.adjective(p.enemy(self.side))} side victory points {p.differences.operations_paid}"
        return f"Will you plan operations? Yes commits you to 1 option or more; {price}. Both answers are shown together."

    def checklist(self, p: Position, seat: int) -> Checklist | None:
        return checklist(p, self.side, "")

    def options(self, p: Position) -> Sequence[Action]:
        return [YES, NO]

    def take(self, p: Position, action: Action) -> None:
        p.answers[self.side] = int(action == YES)


class Answers(Together, frozen=True):
    """Both sides say yes or no."""

    secret = "answers"

    def part(self, p: Position, seat: int) -> Decision[Position]:
        return Answer(p.seating.side[seat])

    def public_prompt(self, p: Position) -> str:
        return "Each side writes in secret whether it plans operations. Both answers are shown together."


class ShowAnswers(Automatic[Position], frozen=True):
    def run(self, p: Position) -> None:
        p.reveal("answers")
        willing = listed([p.adjective(side) for side, yes in enumerate(p.answers) if yes])
        told = f"Operations are planned by the {willing} side" if willing else "Neither side plans operations"
        p.say("operations", told, p.cite("operations"))


# ------------------------------------------------------------------------------------------------ the options


def table_of(p: Position, side: int) -> list[str]:
    """A side's Operations Table, in the order of its numbers."""
    return [name for name, row in p.c.operations.items() if row.side == p.c.sides[side]]


def go_together(p: Position, names: Sequence[str]) -> Refusal | None:
    """Why some options cannot all be taken; None if they can."""
    return next(filter(None, (exclusion(p, first, name) for first, name in combinations(names, 2))), None)


def exclusion(p: Position, *pair: str) -> Refusal | None:
    """Why two options cannot be taken together, as the table says of one of them."""
    for name, other in (pair, pair[::-1]):
        row = p.c.operations[name]
        if other in row.excludes:
            return Refusal(row.excludes_because, (row.source,))
    return None


def plans(p: Position, side: int) -> Iterator[tuple[str, ...]]:
    """Every choice a side can make of its table: one option or more that go together."""
    table = table_of(p, side)
    for count in range(LEAST, len(table) + 1):
        yield from (names for names in combinations(table, count) if go_together(p, names) is None)


def price_of(p: Position, names: Sequence[str]) -> int:
    """The victory points that options give to the enemy."""
    return sum(p.c.operations[name].points for name in names)


def titles(p: Position, names: Sequence[str]) -> str:
    return ", ".join(p.c.operations[name].title for name in names)


def checklist(p: Position, side: int, kind: str) -> Checklist:
    """A side's table as it is shown: what each option costs and does, and what it excludes."""
    table = table_of(p, side)
    rows = [
        ListedOption(name, row.title, row.points, row.summary, row.source, excluded)
        for name in table
        for row in [p.c.operations[name]]
        for excluded in [tuple(other for other in table if exclusion(p, name, other))]
    ]
    paid = f"victory points for the {p.adjective(p.enemy(side))} side, {p.differences.operations_paid}"
    return Checklist(tuple(rows), kind, LEAST, paid)


class Plan(Choice[Position], frozen=True):
    """The options that one side takes, all at once: its names in the order of the table."""

    side: Side

    topic = "operations"

    def prompt(self, p: Position) -> str:
        enemy = p.adjective(p.enemy(self.side))
        shown = "Both plans are shown together." if p.answers[p.enemy(self.side)] else f"The {enemy} side plans none."
        when = p.differences.operations_paid
        return f"Choose 1 option or more, then confirm. The {enemy} side gets their points {when}. {shown}"

    def checklist(self, p: Position, seat: int) -> Checklist | None:
        return checklist(p, self.side, "plan")

    def options(self, p: Position) -> Sequence[Action]:
        return [plan_of(names) for names in plans(p, self.side)]

    def why_not(self, p: Position, action: Action) -> Refusal | None:
        if action.kind != "plan":
            return None
        table, names = table_of(p, self.side), [name for name in action.mode.split("+") if name]
        strange = [name for name in names if name not in table]
        if strange:
            return Refusal(f"{strange[0]} is no option of yours: choose among {', '.join(table)}", self.cases_of(p))
        if len(names) < LEAST:
            return Refusal("Choose 1 option or more: you said yes to operations", self.cases_of(p))
        in_order = [name for name in table if name in names]
        if names != in_order:
            return Refusal(f"Name each option once, in the order of the table: {'+'.join(in_order)}", self.cases_of(p))
        return go_together(p, names)

    def label(self, p: Position, action: Action) -> str:
        names = action.mode.split("+")
        return f"Confirm {titles(p, names)}: {price_of(p, names)} points"

    def take(self, p: Position, action: Action) -> None:
        names = action.mode.split("+")
        p.wishes[self.side] = names
        told = f"{p.adjective(self.side)} plan: {titles(p, names)}, {price_of(p, names)} points"
        p.say("operations", told, self.cases_of(p), to=tuple(p.seating.names[seat] for seat in p.seating.sharing(self.side)))


def plan_of(names: Sequence[str]) -> Action:
    """The action that takes some options."""
    return Action("plan", mode="+".join(names))


class Plans(Together, frozen=True):
    """Those who said yes choose their options."""

    secret = "operations"

    def part(self, p: Position, seat: int) -> Decision[Position]:
        return Plan(p.seating.side[seat])

    def public_prompt(self, p: Position) -> str:
        return "Options are being chosen in secret. They are shown once everybody has confirmed."


class BeginPlans(Automatic[Position], frozen=True):
    """Who said yes chooses."""

    def run(self, p: Position) -> None:
        seats = tuple(p.seating.of_side[side] for side, yes in enumerate(p.answers) if yes)
        if seats:
            p.stack.append(Plans(seats))


class Enact(Automatic[Position], frozen=True):
    """Options are shown and come into force."""

    def run(self, p: Position) -> None:
        p.reveal("operations")
        p.operations = tuple(name for names in p.wishes for name in names)
        p.wishes = [[] for _ in p.wishes]
        p.enact_operations()


# ------------------------------------------------------------------------------------------------ what is seen


def written(p: Position, side: int, kind: type[Together]) -> bool:
    """Whether a side has written what the others have still to write."""
    waiting = [d for d in p.stack if isinstance(d, kind)]
    return bool(waiting) and p.seating.of_side[side] not in waiting[0].seats and (kind is Answers or bool(p.answers[side]))


def operations_told(p: Position, player: str) -> str:
    """The options in force; before they are shown, what a player's own side has written."""
    if p.operations:
        taken = [(side, [name for name in table_of(p, side) if name in p.operations]) for side in range(len(p.c.sides))]
        return "; ".join(f"{p.adjective(side)}: {titles(p, names)}" for side, names in taken if names)
    side = p.seating.side[p.seating.index[player]] if player in p.seating.index else -1
    if side >= 0 and written(p, side, Answers):
        return f"your secret answer: {'yes' if p.answers[side] else 'no'}"
    if side >= 0 and written(p, side, Plans):
        return f"your secret plan: {titles(p, p.wishes[side])} ({price_of(p, p.wishes[side])} points)"
    return ""


def sealed_plans(p: Position, side: int) -> list[Sealed]:
    """What a side alone knows of its plans."""
    seats = tuple(p.seating.names[seat] for seat in p.seating.sharing(side))
    return [Sealed(-1, seats, kind.secret) for kind in (Answers, Plans) if written(p, side, kind)]


def plan_again(p: Position, side: int, chance: Random) -> None:
    """Another answer, or other options, in the place of those that only a side knows."""
    if written(p, side, Answers):
        p.answers[side] = chance.randint(0, 1)
    if written(p, side, Plans):
        p.wishes[side] = list(chance.choice(list(plans(p, side))))
